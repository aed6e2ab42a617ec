/** What is possible, and on which card of the table it is done. */

import type { Board, DecisionNow, OptionNow } from "../api/messages";
import { table as strings } from "../strings";

/** Where the options of a decision belong: `row 2`, `hand Mystic`, `constructs 1 Hedron Cannon`. */
export type Place = string;

export const inRow = (slot: number): Place => `row ${slot}`;
export const inHand = (card: string): Place => `hand ${card}`;
export const inSupply = (card: string): Place => `supply ${card}`;
export const inFront = (seat: number, zone: "constructs" | "trophies" | "played", card: string): Place =>
  `${zone} ${seat} ${card}`;
export const atEvent: Place = "event";

export interface Lit {
  /** The options that are done by touching something on the table. */
  readonly on: ReadonlyMap<Place, readonly OptionNow[]>;
  /** Cards that lie where one does not see them: in a pile, or nowhere any more. */
  readonly tray: readonly OptionNow[];
  /** Answers in words. */
  readonly words: readonly OptionNow[];
}

export const NOTHING_LIT: Lit = { on: new Map(), tray: [], words: [] };

const HERE = new Set(["constructs", "trophies", "played"]);

function placesOf(option: OptionNow, board: Board, me: number): Place[] {
  const { card, zone, slot, verb } = option;
  if (!card) return [];
  if (verb === "play") return [inHand(card)];
  if (verb === "use") {
    if (board.event === card) return [atEvent];
    const mine = board.players[me];
    if (mine?.constructs.includes(card)) return [inFront(me, "constructs", card)];
    return mine?.trophies.includes(card) ? [inFront(me, "trophies", card)] : [];
  }
  const owner = option.seat ?? me;
  if (zone === "row") return slot == null ? [] : [slot, ...twins(board, slot)].map(inRow);
  if (zone === "supply") return [inSupply(card)];
  if (zone === "event") return [atEvent];
  if (zone === "hand") return owner === me ? [inHand(card)] : [];
  if (zone && HERE.has(zone)) return [inFront(owner, zone as "constructs", card)];
  return [];
}

/** Equal cards with equal treasure are one option: either of them may be touched. */
function twins(board: Board, slot: number): number[] {
  const wanted = board.row[slot];
  return board.row.flatMap((offer, place) =>
    place !== slot && offer.card === wanted?.card && String(offer.under) === String(wanted.under) ? [place] : [],
  );
}

export function lit(decision: DecisionNow | null | undefined, board: Board, me: number): Lit {
  if (!decision) return NOTHING_LIT;
  const on = new Map<Place, OptionNow[]>();
  const tray: OptionNow[] = [];
  const words: OptionNow[] = [];
  for (const option of decision.options) {
    const places = placesOf(option, board, me);
    for (const place of places) on.set(place, [...(on.get(place) ?? []), option]);
    if (option.card && !places.length) tray.push(option);
    else if (!option.card && option.verb !== "end turn") words.push(option);
  }
  // Where a twin has options of its own it stands for itself.
  for (const [place, options] of on) {
    const own = options.filter((option) => option.zone !== "row" || inRow(option.slot ?? -1) === place);
    if (own.length && own.length < options.length) on.set(place, own);
  }
  return { on, tray, words };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** An option as it stands on a button: players are called by their names, and `refusal` says what declining means. */
export function said(option: OptionNow, name: (seat: number) => string, refusal = ""): string {
  if (option.verb === "accept") return strings.yes;
  if (option.verb === "decline") return capital(refusal) || strings.no;
  if (option.label && !option.card) return capital(option.label);
  if (!option.card) return option.seat == null ? capital(option.verb) : name(option.seat);
  return [`${capital(option.verb)} ${option.card}`, ...details(option, name)].join(" ");
}

/** What is said before a card, its name and its text: what is done with it. */
export const saidBefore = (option: OptionNow, name: (seat: number) => string): string =>
  details(option, name).length ? strings.doesWith(said(option, name)) : strings.does(capital(option.verb));

/** A choice that the server names in notation, as it stands on a button; nothing where it is not possible. */
export const saidOf = (
  decision: DecisionNow | null | undefined,
  choice: string,
  name: (seat: number) => string,
): string => {
  const option = decision?.options.find(({ text }) => text === choice);
  return option ? said(option, name) : "";
};

/** What tells apart several ways to choose one card. */
function details({ verb, slot, seat, power, cuts, label }: OptionNow, name: (seat: number) => string): string[] {
  const isGift = verb === "acquire" || label === "gift";
  const found: string[] = [];
  if (verb === "use" && slot) found.push(strings.numbered(slot + 1));
  if (seat != null) found.push(isGift ? strings.forWhom(name(seat)) : strings.ofWhom(name(seat)));
  if (power != null) found.push(strings.withPower(power));
  if (cuts != null) found.push(cuts === 0 ? strings.atFullPrice : strings.usingCuts(cuts));
  return found;
}

/** A sentence that came in pieces, with players called by their names. */
export const inWords = (pieces: DecisionNow["prompt_pieces"], name: (seat: number) => string): string =>
  pieces
    .map((piece) => (typeof piece === "string" ? piece : piece[0] === "seat" ? name(Number(piece[2])) : piece[1]))
    .join("");

/** What could still be done, where somebody is about to end the turn. */
export function leftToDo(decision: DecisionNow): string[] {
  const verbs: [string, string][] = [
    ["play", strings.playCards],
    ["use", strings.useConstructs],
    ["acquire", strings.acquireCard],
    ["defeat", strings.defeatMonster],
  ];
  return verbs.filter(([verb]) => decision.options.some((option) => option.verb === verb)).map(([, words]) => words);
}
