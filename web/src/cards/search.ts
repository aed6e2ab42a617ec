/** Looking cards up: what somebody asks for, as it stands in the page's address. */

import { priceOf, textOf, type CardFacts } from "./facts";
import { library } from "./library.svelte";
import { typeLine } from "./words";

export interface Search {
  readonly words: string;
  readonly set: string;
  readonly faction: string;
  readonly kind: string;
  readonly cost: string;
  readonly keyword: string;
  /** The measure of their worth that the cards are sorted by. */
  readonly sort: string;
}

export const NOTHING_ASKED: Search = { words: "", set: "", faction: "", kind: "", cost: "", keyword: "", sort: "" };

const FIELDS = Object.keys(NOTHING_ASKED) as (keyof Search)[];

export const COSTS = ["0", "1", "2", "3", "4", "5", "6", "7", "8+"] as const;

export const keywords = (): readonly string[] => [...new Set(library.cards.flatMap((card) => card.keywords))].sort();

/** `3` or `8+`: runes and power together. Whatever is no cost asks for nothing. */
export function costRange(text: string): readonly [number, number] {
  const found = /^(\d{1,3})(\+?)$/.exec(text);
  if (!found) return [0, Infinity];
  const low = Number(found[1]);
  return [low, found[2] ? Infinity : low];
}

/** Without accents, marks and capitals. */
export const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’.,]/g, "")
    .toLowerCase();

const searchable = new WeakMap<CardFacts, string>();

function everything(card: CardFacts): string {
  let text = searchable.get(card);
  if (text === undefined) {
    text = fold(`${card.name} ${typeLine(card)} ${textOf(card)}`);
    searchable.set(card, text);
  }
  return text;
}

/** The cards that fit everything that is asked. Those whose names begin with the words come first. */
export function find(search: Search, cards: readonly CardFacts[] = library.cards): CardFacts[] {
  const wanted = fold(search.words).split(/\s+/).filter(Boolean);
  const [least, most] = costRange(search.cost);
  const found = cards.filter(
    (card) =>
      (!search.set || (search.set === "basic" ? card.set === "" : card.set === search.set)) &&
      (!search.faction || (search.faction === "none" ? card.faction === "" : card.faction === search.faction)) &&
      (!search.kind || card.kind === search.kind) &&
      (!search.cost || (card.kind !== "event" && priceOf(card) >= least && priceOf(card) <= most)) &&
      (!search.keyword || card.keywords.includes(search.keyword)) &&
      wanted.every((word) => everything(card).includes(word)),
  );
  if (!wanted.length) return found;
  const rank = (card: CardFacts): number =>
    fold(card.name).startsWith(wanted[0]!) ? 0 : wanted.every((word) => fold(card.name).includes(word)) ? 1 : 2;
  return found.sort((one, other) => rank(one) - rank(other));
}

export function searchFrom(query: URLSearchParams): Search {
  return Object.fromEntries(FIELDS.map((field) => [field, query.get(field) ?? ""])) as unknown as Search;
}

export function queryFor(search: Search): string {
  const query = new URLSearchParams(FIELDS.filter((field) => search[field]).map((field) => [field, search[field]]));
  return query.size ? `?${query}` : "";
}
