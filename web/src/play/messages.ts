/** Messages about a game, for one reader. The templates, and what their fields mean, are in src/vigil/messages.py. */

import type { Happening, Refusal, WhyNot } from "../api/messages";
import { cardNamed, titleOf } from "../cards/facts";
import { log, places, reasons } from "../data/messages.json";

/** A message in parts: words, or the name of a card. */
export type Part = string | { readonly card: string };

export interface Reader {
  /** The seat that is called "you"; nobody for those who watch. */
  readonly you: number | null;
  readonly name: (seat: number) => string;
}

export type Code = keyof typeof log;
type Value = number | string | null | readonly string[];
export type Params = Readonly<Record<string, Value>>;
type Templates = Readonly<Partial<Record<string, string>>>;

const LOG: Templates = log;
const PLACES: Templates = places;
const REASONS: Templates = reasons;
const FIELD = /\{(\w+)('s)?(?::([^{}|]*)\|([^{}|]*))?\}/g;
const SUBJECT = /^\{(Who|Other)\} (?=\{)/;
const SEATS = ["who", "other", "owner"];

export const plain = (message: readonly Part[]): string =>
  message.map((part) => (typeof part === "string" ? part : titleOf(cardNamed(part.card)))).join("");

/** A message of the log, without its full stop. */
export const message = (code: Code, params: Params, reader: Reader): string => plain(fill(log[code], params, reader));

/** Why something is not possible: by a code of this page, or as the server says it. */
export function reason(why: keyof typeof reasons | WhyNot | null, reader: Reader, params: Params = {}): string {
  if (why === null) return "";
  const [template, given] = typeof why === "string" ? [reasons[why], {}] : [REASONS[why.code], why.params];
  // A later server may know more reasons than this page.
  return template === undefined ? (why as WhyNot).text : plain(fill(template, { ...given, ...params }, reader));
}

/** Why the server refuses an action, and what to do instead. `params` are what this page knows better: `choice`. */
export function refusal({ code, message, hint, why, advice }: Refusal, reader: Reader, params: Params = {}): string {
  const wrong = why ? reason(why, reader, params) : message;
  // It lists all choices in the notation, for programs.
  const instead = advice ? reason(advice, reader) : code === "illegal_choice" ? "" : hint;
  return `${wrong} ${instead}`.trim();
}

/** Like happenings in one clause, and successive clauses about one player in one sentence. */
export function sentences(told: readonly Happening[], reader: Reader): Part[][] {
  const found: { subject: Value | undefined; start: Part[]; clauses: Part[][] }[] = [];
  for (const { template, params } of grouped(told.flatMap((each) => clauseOf(each, reader) ?? []))) {
    const [start = "", field] = SUBJECT.exec(template) ?? [];
    const subject = field && params[field.toLowerCase()];
    if (subject === undefined || found.at(-1)?.subject !== subject)
      found.push({ subject, start: fill(start, params, reader), clauses: [] });
    found.at(-1)!.clauses.push(fill(template.slice(start.length), params, reader));
  }
  return found.map(({ start, clauses }) => joined([...start, ...listed(clauses, ", and "), "."]));
}

/** Successive words as one part. */
const joined = (parts: readonly Part[]): Part[] =>
  parts.reduce<Part[]>((found, part) => {
    const last = found.at(-1);
    const isText = typeof last === "string" && typeof part === "string";
    return isText ? [...found.slice(0, -1), last + part] : [...found, part];
  }, []);

/** Like happenings: their messages differ only in their cards, and in the amount that is summed. */
interface Clause {
  readonly template: string;
  readonly params: Params & { readonly cards: string[]; total: number };
  readonly key: string;
}

/** Nothing for a kind of happening that this page does not know. */
function clauseOf(happening: Happening, reader: Reader): Clause | undefined {
  const { kind, seat = null, card, amount = 0, source, target, other = null, detail = "" } = happening;
  const traits: [string, boolean][] = [
    ["by the Cult", seat === null],
    ["for another", other !== null && other !== seat],
    [`from ${source}`, true],
    ["as treasure", !!card && cardNamed(card).kind === "treasure"],
  ];
  const variants = traits.flatMap(([trait, holds]) => (holds ? [LOG[`${kind} ${trait}`]] : []));
  const template = variants.find((each) => each !== undefined) ?? LOG[kind];
  if (template === undefined) return undefined;
  const places = { from: source ?? "", to: target ?? "" };
  const fixed = { who: seat, other, owner: other ?? seat, amount, what: detail, ...places };
  const key = plain(fill(template, { ...fixed, cards: [], total: 0 }, reader));
  return { template, params: { ...fixed, cards: [card ?? ""], total: amount }, key };
}

/** Like happenings together, and so are pairs that repeat: a defeat and its honor, twice. */
function grouped(clauses: readonly Clause[]): Clause[] {
  const groups: Clause[] = [];
  const isLike = (one: number, other: number): boolean => groups.at(one)?.key === groups.at(other)!.key;
  for (const clause of clauses) {
    groups.push(clause);
    const count = isLike(-2, -1) ? 1 : isLike(-3, -1) && isLike(-4, -2) ? 2 : 0;
    for (let place = 0; place < count; place++) {
      const [earlier, later] = [groups.at(place - 2 * count)!.params, groups.at(place - count)!.params];
      earlier.cards.push(...later.cards);
      earlier.total += later.total;
    }
    groups.length -= count;
  }
  return groups;
}

// --- filling in a template

function fill(template: string, params: Params, reader: Reader): Part[] {
  const parts: Part[] = [];
  let done = 0;
  for (const field of template.matchAll(FIELD)) {
    parts.push(template.slice(done, field.index), ...filled(field, params, reader));
    done = field.index + field[0].length;
  }
  return [...parts, template.slice(done)].filter((part) => part !== "");
}

function filled(
  [, name = "", possessive = "", one, other = ""]: RegExpMatchArray,
  params: Params,
  reader: Reader,
): Part[] {
  const key = name.toLowerCase();
  const value = params[key] ?? null;
  if (key === "from" || key === "to") return fill(PLACES[`${key} ${String(value)}`] ?? "", params, reader);
  const isSeat = SEATS.includes(key);
  const isYou = isSeat && value !== null && value === reader.you;
  if (one !== undefined) {
    const count = typeof value === "number" ? value : value?.length;
    return [(isSeat ? isYou : count === 1) ? one : other];
  }
  if (isYou) return [`${name === key ? "y" : "Y"}ou${possessive && "r"}`];
  if (isSeat && key === "owner" && value === params["who"]) return ["their"];
  if (isSeat) return [reader.name(Number(value)) + possessive];
  if (typeof value === "number") return [String(value)];
  if (typeof value === "string") return [key === "card" ? titleOf(cardNamed(value)) : value];
  return value ? listed(counted(value)) : [];
}

/** `Apprentice ×3` for like cards, in the order in which they first come; `2 cards` for those without a name. */
function counted(cards: readonly string[]): Part[][] {
  const counts = new Map<string, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  const hidden = counts.get("") ?? 0;
  counts.delete("");
  const known: Part[][] = [...counts].map(([card, count]) => (count === 1 ? [{ card }] : [{ card }, ` ×${count}`]));
  return hidden ? [...known, [hidden === 1 ? "a card" : `${hidden} cards`]] : known;
}

/** `a`, `a and b`, `a, b and c`. Where a name has a comma of its own, semicolons separate the names. */
function listed(items: readonly Part[][], last = " and "): Part[] {
  const has = (text: string): boolean => items.some((item) => plain(item).includes(text));
  const separator = last === " and " && has(",") ? "; " : ", ";
  const ending = items.length < 3 && !has(" and ") ? " and " : last;
  return items.flatMap((item, place) =>
    place === 0 ? item : [place < items.length - 1 ? separator : ending, ...item],
  );
}
