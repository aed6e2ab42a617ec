/** What was settled about single cards. Most visits never ask, so the texts are fetched when somebody does. */

let asked: Promise<Record<string, string[]>> | undefined;

export async function rulingsFor(name: string): Promise<readonly string[]> {
  asked ??= import("../data/rulings.json").then((module) => module.default as Record<string, string[]>);
  return (await asked)[name] ?? [];
}
