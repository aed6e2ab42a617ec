/** What the table knows of every card: made from the declarations. `library` has all of them. */

import { library } from "./library.svelte";

export type Faction = "" | "enlightened" | "lifebound" | "mechana" | "void";
export type Kind = "hero" | "construct" | "monster" | "treasure" | "event";
export type Icon =
  | "rune"
  | "power"
  | "honor"
  | "energy"
  | "draw"
  | "banish"
  | "destroy"
  | "acquire"
  | "defeat"
  | "copy"
  | "discard"
  | "day"
  | "night"
  | "unite"
  | "fate"
  | "trophy"
  | "empower"
  | "infest";

/**
 * A part of a text: words, or an icon with the words that it stands for and, where it counts something, the figure
 * beside it, such as `+2`. A short text marks its full stops.
 */
export type Piece = string | readonly [icon: Icon | "stop", words: string, figure?: string];

export interface CardFacts {
  readonly name: string;
  /** What is written on the card, where two cards share a name. */
  readonly title?: string;
  readonly set: string;
  readonly origin?: "center" | "start" | "supply" | "event";
  readonly kind: Kind;
  readonly faction: Faction;
  readonly runes?: number;
  readonly power?: number;
  /** Any part of the cost may be paid in power. */
  readonly either?: boolean;
  readonly honor?: number;
  readonly copies?: number;
  readonly orb?: "light" | "dark";
  /** What an event transforms into, and the other way round. */
  readonly otherSide?: string;
  readonly keywords: readonly string[];
  readonly lines?: readonly (readonly Piece[])[];
  /** The text in short, for a card that is held in the hand. */
  readonly brief?: readonly Piece[];
  /** The text for those who listen. */
  readonly spoken?: string;
}

export interface CardSet {
  readonly name: string;
  readonly title: string;
  /** That of the file of a custom set; empty for a printed one. */
  readonly version: string;
}

/** The card of this name. One that the page does not know (a set that is gone) has a name and nothing else. */
export function cardNamed(name: string): CardFacts {
  return library.card(name) ?? { name, set: "", kind: "hero", faction: "", keywords: [] };
}

/** The name as it stands in an address: `P.R.I.M.E Directive` is `p-r-i-m-e-directive`. */
export const slugOf = (card: CardFacts): string =>
  card.name
    .toLowerCase()
    .replace(/'/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

export const cardAt = (slug: string): CardFacts | undefined => library.cards.find((card) => slugOf(card) === slug);

export const words = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (typeof piece === "string" ? piece : piece[1])).join("");

/** The rules text without pictures. */
export const textOf = (card: CardFacts): string => (card.lines ?? []).map(words).join(" ");

export const titleOf = (card: CardFacts): string => card.title ?? card.name;

export const priceOf = (card: CardFacts): number => (card.runes ?? 0) + (card.power ?? 0);

/** The icon that stands for what a card is: its faction, or its kind where it has none. */
export const emblemOf = (card: CardFacts): Exclude<Faction, ""> | "monster" | "treasure" | "hero" =>
  card.kind === "monster" ? "monster" : card.faction || (card.kind === "treasure" ? "treasure" : "hero");
