/** What happened, in sentences: cards stay cards, so that one can look at them. The terminal says the same words. */

import type { Happening, News, SeatChange } from "../api/messages";
import { cardNamed, titleOf } from "../cards/facts";

/** A sentence in parts: words, or the name of a card. */
export type Part = string | { readonly card: string };

export interface LogTurn {
  readonly number: number;
  readonly seat: number | null;
  readonly sentences: readonly (readonly Part[])[];
  /** How much was told, and what last: by this it is known again. */
  readonly count: number;
  readonly last: Happening | undefined;
}

export interface Narrator {
  /** The seat that reads; nobody for those who watch. */
  readonly seat: number | null;
  name(seat: number): string;
}

type Subject = number | "cult" | "nobody";
type Clause = readonly [Subject, Part[]];

const PILES: Record<string, string> = {
  hand: "the hand",
  discard: "the discard pile",
  deck: "the deck",
  played: "the cards played",
  constructs: "play",
  trophies: "the trophies",
  row: "the row",
  void: "the void",
  "center deck": "the center deck",
};
const PLACES: Record<string, string> = {
  hand: "into the hand",
  constructs: "directly into play",
  deck: "on top of the deck",
  discard: "into the discard pile",
  "center deck": "under the center deck",
  void: "into the void",
};
const THIRD_PERSON: Record<string, string> = { pass: "passes", banish: "banishes", go: "goes" };

export const plain = (sentence: readonly Part[]): string =>
  sentence.map((part) => (typeof part === "string" ? part : titleOf(cardNamed(part.card)))).join("");

/** Without what the board shows anyway: the new cards of the row, and the five cards drawn at the end of a turn. */
export function inBrief(news: News): Happening[] {
  const endsTurn = news.happenings.some(({ kind }) => kind === "turn begins" || kind === "game over");
  const dull = new Set(["turn begins", "enters the row", ...(endsTurn ? ["draws", "shuffles"] : [])]);
  return news.happenings.filter(({ kind }) => !dull.has(kind));
}

interface Told {
  readonly number: number;
  readonly seat: number | null;
  readonly told: Happening[];
}

function byTurn(news: readonly News[], changes: readonly SeatChange[]): Told[] {
  const turns: Told[] = [{ number: 0, seat: null, told: [] }];
  let next = 0;
  const changesBefore = (version: number): void => {
    while (next < changes.length && changes[next]!.number < version) turns.at(-1)!.told.push(changes[next++]!);
  };
  for (const { version, happenings } of news) {
    changesBefore(version);
    for (const each of happenings)
      if (each.kind === "turn begins") turns.push({ number: each.amount ?? 0, seat: each.seat ?? null, told: [] });
      else turns.at(-1)!.told.push(each);
  }
  changesBefore(Infinity);
  return turns.filter(({ number, told }) => number || told.length);
}

/** The whole story, turn by turn; the first is the deal. A turn of which nothing new is told stays the same object. */
export function turnsOf(
  news: readonly News[],
  narrator: Narrator,
  before: readonly LogTurn[] = [],
  changes: readonly SeatChange[] = [],
): LogTurn[] {
  return byTurn(news, changes).map(({ number, seat, told }, place) => {
    const known = before[place];
    if (known?.number === number && known.last === told.at(-1) && known.count === told.length) return known;
    return { number, seat, count: told.length, last: told.at(-1), sentences: number ? sentences(told, narrator) : [] };
  });
}

/** Like happenings in one clause, and the clauses about one player in one sentence. */
export function sentences(told: readonly Happening[], narrator: Narrator): Part[][] {
  const found: Part[][] = [];
  let subject: Subject = "nobody";
  let predicates: Part[][] = [];
  const finish = (): void => {
    if (predicates.length) found.push(sentence(subject, predicates, narrator));
    predicates = [];
  };
  for (const group of alike(told)) {
    const [who, predicate] = clause(group, narrator);
    if (who !== subject || who === "nobody") finish();
    subject = who;
    predicates.push(predicate);
  }
  finish();
  return found;
}

/** Runs of the same thing are told together; so are pairs that repeat, like a defeat and its honor. */
function alike(told: readonly Happening[]): Happening[][] {
  const groups: Happening[][] = [];
  const kindAt = (place: number): string => kindOf(groups.at(place)![0]!);
  for (const each of told) {
    const kind = kindOf(each);
    if (groups.length && kindAt(-1) === kind) {
      groups.at(-1)!.push(each);
      continue;
    }
    groups.push([each]);
    if (groups.length > 3 && kindAt(-3) === kind && kindAt(-4) === kindAt(-2)) {
      const [pair, its] = groups.splice(-2);
      groups.at(-2)!.push(...pair!);
      groups.at(-1)!.push(...its!);
    }
  }
  return groups;
}

function kindOf({ kind, seat, source, target, other, detail }: Happening): string {
  const isTaken = kind === "acquires" || kind === "defeats";
  const whose = kind === "enters the row" || (kind === "acquires" && other === seat) ? null : other;
  return JSON.stringify([kind, seat ?? null, isTaken ? null : (source ?? null), target ?? null, whose ?? null, detail]);
}

function names(told: readonly Happening[]): Part[] {
  const counts = new Map<string, number>();
  let hidden = 0;
  for (const { card } of told)
    if (card) counts.set(card, (counts.get(card) ?? 0) + 1);
    else hidden++;
  const items: Part[][] = [...counts].map(([card, count]) => (count === 1 ? [{ card }] : [{ card }, ` ×${count}`]));
  if (hidden) items.push([hidden === 1 ? "a card" : `${hidden} cards`]);
  return items.flatMap((item, place) => (place === 0 ? item : [place === items.length - 1 ? " and " : ", ", ...item]));
}

const total = (told: readonly Happening[]): number => told.reduce((sum, each) => sum + (each.amount ?? 0), 0);

function sentence(subject: Subject, predicates: Part[][], narrator: Narrator): Part[] {
  const joined = (parts: Part[][]): Part[] => parts.flatMap((part, place) => (place ? [", ", ...part] : part));
  if (subject === "nobody") return [...joined(predicates), "."];
  if (subject === narrator.seat) return ["You ", ...joined(predicates), "."];
  const who = subject === "cult" ? "The Cult" : narrator.name(subject);
  return [`${who} `, ...joined(predicates.map(thirdPerson)), "."];
}

function thirdPerson([first, ...rest]: Part[]): Part[] {
  if (typeof first !== "string") return [first!, ...rest];
  return [first.replace(/^\w+/, (verb) => THIRD_PERSON[verb] ?? `${verb}s`), ...rest];
}

function clause(told: readonly Happening[], narrator: Narrator): Clause {
  const first = told[0]!;
  const { kind, source, target, detail } = first;
  const who: Subject = first.seat ?? "nobody";
  const other = first.other ?? null;
  const whose = (seat: number | null): string =>
    seat === null ? "the" : seat === narrator.seat ? "your" : `${narrator.name(seat)}'s`;
  const cards = names(told);
  switch (kind) {
    case "acquires":
      if (first.seat == null) return ["cult", ["take ", ...cards]];
      return [
        who,
        ["acquire ", ...cards, ...(other === null || other === first.seat ? [] : [` for ${narrator.name(other)}`])],
      ];
    case "defeats":
      if (first.seat == null) return ["cult", ["defeat ", ...cards, ` for ${total(told)} honor`]];
      return [who, ["defeat ", ...cards]];
    case "banishes": {
      const isOthers = other !== null && other !== first.seat && ["hand", "discard", "deck"].includes(source ?? "");
      const where = PILES[source ?? ""]?.replace("the", isOthers ? whose(other) : "the");
      return [who, ["banish ", ...cards, ...(where ? [` from ${where}`] : [])]];
    }
    case "destroys":
      return [who, ["lose ", ...cards, " from play to the discard pile"]];
    case "draws":
      return [who, ["draw ", ...cards]];
    case "reveals":
      return source === "deck"
        ? [who, ["reveal ", ...cards, " from the top of the deck"]]
        : [who, ["show ", ...cards, " in the hand"]];
    case "takes":
      return [
        who,
        ["take ", ...cards, ` from ${whose(other)} ${(PILES[source ?? ""] ?? "cards").replace("the ", "")}`],
      ];
    case "moves":
      if (target === "discard" && other !== null)
        return [who, ["put ", ...cards, ` into ${whose(other)} discard pile`]];
      return [who, ["put ", ...cards, ` ${PLACES[target ?? ""] ?? "elsewhere"}`]];
    case "enters the row": {
      const isTreasure = ({ card }: Happening): boolean => cardNamed(card ?? "").kind === "treasure";
      const under = told.filter(isTreasure);
      const others = told.filter((each) => !isTreasure(each));
      if (!others.length) return ["nobody", [...names(under), " slips under the row"]];
      const verb = others.length === 1 ? "comes" : "come";
      return [
        "nobody",
        [
          ...names(others),
          ` ${verb} into the row`,
          ...(under.length ? [", with ", ...names(under), " underneath"] : []),
        ],
      ];
    }
    case "event":
      return ["nobody", ["A new event begins: ", ...names(told.slice(-1))]];
    case "gains":
      return [who, [`gain ${total(told)} ${detail ?? ""}`.trim()]];
    case "loses honor":
      return [
        other ?? "nobody",
        [`take ${total(told)} honor from ${first.seat === narrator.seat ? "you" : narrator.name(first.seat ?? 0)}`],
      ];
    case "pool grows":
      return ["nobody", [`The honor pool grows by ${total(told)}`]];
    case "row grows":
      return ["nobody", [`The row grows to ${told.at(-1)!.amount ?? 0} cards`]];
    case "shuffles":
      return source === "void"
        ? ["nobody", ["The void is shuffled and becomes the new center deck"]]
        : [who, ["shuffle the discard pile into a new deck"]];
    case "extra turn":
      return [who, ["take another turn after this one"]];
    case "last round":
      return ["nobody", ["The honor pool is empty: this is the last round"]];
    case "game over":
      return ["nobody", ["The game is over"]];
    case "left":
    case "timed-out":
    case "returned":
      return ["nobody", [seatChange(kind, first.seat ?? null, narrator)]];
    default:
      // Plays, uses, discards: the kind itself is the verb.
      return [who, [`${kind.replace(/s$/, "")} `, ...cards]];
  }
}

function seatChange(kind: "left" | "timed-out" | "returned", seat: number | null, narrator: Narrator): string {
  const isMine = seat === narrator.seat;
  const who = isMine ? "You" : narrator.name(seat ?? 0);
  if (kind === "returned") return isMine ? "You are back" : `${who} is back`;
  const how = kind === "left" ? "left the table" : "ran out of time";
  return isMine ? `${who} ${how}` : `${who} ${how}: a bot plays for ${who}`;
}
