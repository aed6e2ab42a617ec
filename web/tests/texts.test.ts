/** Every text that people read is in `src/strings`: none in a template, in an attribute, or in code. */

import { parse, type AST } from "svelte/compiler";
import { describe, expect, it } from "vitest";

import { library } from "../src/cards/library.svelte";
import { sources } from "./sources";

/** The gallery of components shows made-up texts. */
const isExempt = (path: string): boolean => path === "pages/Design.svelte" || path.startsWith("design/");

/** Attributes, and properties of components, whose value people read or hear. */
const READ = new Set(["aria-label", "aria-valuetext", "title", "placeholder", "alt", "label", "empty", "text"]);

const hasLetters = (text: string): boolean => /\p{L}/u.test(text);
/** A keyboard's keys are the same in all languages, and so is the name of the game. */
const isName = (text: string): boolean => /^\s*(Vigil|[a-zA-Z]|&nbsp;)\s*$/.test(text);
/** Several words, with a capital at the beginning or a stop at the end. */
const isSentence = (text: string): boolean => /^\p{Lu}.*\s\p{Ll}/u.test(text) || /\p{Ll}\s.*\p{Ll}[.!?…]$/u.test(text);

const CARD_NAMES = new Set(library.cards.map(({ name }) => name));

type Node = { readonly type: string } & Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

const childrenOf = (node: Node): Node[] =>
  Object.entries(node).flatMap(([key, value]) =>
    key === "metadata" ? [] : Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );

/** The texts that an expression may come to: not what it compares, nor what it gives to functions. */
function values(node: Node): string[] {
  if (node.type === "Literal") return typeof node["value"] === "string" ? [node["value"]] : [];
  if (node.type === "TemplateElement") return [(node["value"] as { cooked: string }).cooked];
  if (node.type === "TemplateLiteral") return childrenOf(node).flatMap(values);
  if (node.type === "ConditionalExpression")
    return [node["consequent"], node["alternate"]].filter(isNode).flatMap(values);
  const joins = node.type === "LogicalExpression" || (node.type === "BinaryExpression" && node["operator"] === "+");
  return joins ? childrenOf(node).flatMap(values) : [];
}

/** What a template shows. */
function shown(node: Node): string[] {
  if (node.type === "Text") return [node["data"] as string];
  if (node.type === "ExpressionTag") return isNode(node["expression"]) ? values(node["expression"]) : [];
  if (node.type === "Attribute") return READ.has(node["name"] as string) ? childrenOf(node).flatMap(shown) : [];
  if (/^(StyleSheet|Script|StyleDirective|OnDirective)$/.test(node.type)) return [];
  return childrenOf(node).flatMap(shown);
}

/** Sentences in code, wherever they stand: what nobody reads has no need to be one. */
function sentences(node: Node): string[] {
  if (node.type === "ImportDeclaration" || node.type.startsWith("TS")) return [];
  const own = node.type === "Literal" || node.type === "TemplateLiteral" ? [values(node).join("…")] : [];
  return [...own.filter((text) => isSentence(text) && !CARD_NAMES.has(text)), ...childrenOf(node).flatMap(sentences)];
}

const parsed = (text: string): AST.Root => parse(text, { modern: true });
const inTemplate = (root: AST.Root): string[] =>
  shown(root.fragment as unknown as Node).filter((text) => hasLetters(text) && !isName(text));
const inCode = (root: AST.Root): string[] =>
  [root.instance, root.module].flatMap((script) => (script ? sentences(script.content as unknown as Node) : []));
const ofModule = (code: string): AST.Root => parsed(`<script lang="ts" module>${code}\n</script>`);

describe("texts", () => {
  it.each(sources(".svelte").filter(([path]) => !isExempt(path)))("are not in %s", (_, text) => {
    const root = parsed(text);
    expect([...inTemplate(root), ...inCode(root)]).toEqual([]);
  });

  const modules = sources(".ts").filter(
    ([path]) => !/^(strings|art|portraits|data)\/|^api\/messages/.test(path) && !isExempt(path),
  );
  it.each(modules)("are not in %s", (_, code) => {
    expect(inCode(ofModule(code))).toEqual([]);
  });

  it("are found wherever they are", () => {
    const template = `<p title="A hint">Hello {name ? "you there" : \`\${name}, hello\`}</p><kbd>p</kbd><Icon label={"x" + " y"} />`;
    expect(inTemplate(parsed(template)).map((text) => text.trim())).toEqual([
      "A hint",
      "Hello",
      "you there",
      ", hello",
    ]);
    expect(inTemplate(parsed(`{kind === "monster" ? texts.a : say("b c")}`))).toEqual([]);
    expect(inCode(ofModule(`const a = "You are late."; const b = "a.button"; f(\`Only \${b} left\`);`))).toEqual([
      "You are late.",
      "Only … left",
    ]);
  });
});
