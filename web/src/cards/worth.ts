/** What cards are worth: measured numbers that are fetched when somebody asks. */

import { plain, signed } from "../review/numbers";
import type { CardFacts } from "./facts";

export const MEASURES = ["effect", "gain", "acquired"] as const;
export type Measure = (typeof MEASURES)[number];

/** A number in points with half of its 95 % interval, and the number of games behind it. */
export interface Measured {
  readonly games: number;
  readonly value: number;
  readonly reach: number;
}

export type Group = Readonly<Record<Measure, Measured | undefined>>;

/** The games with the card's own set first, then parts of them by name. */
export type CardWorth = readonly (readonly [name: string, group: Group])[];

type Numbers = readonly [games: number, value: number, reach: number];

interface Data {
  readonly games: number;
  readonly cards: Readonly<Record<string, Readonly<Record<string, readonly (Numbers | null)[]>>>>;
}

const WHOLE = "all";

export class Worths {
  constructor(private readonly data: Data) {}

  get games(): number {
    return this.data.games;
  }

  of(name: string): CardWorth | undefined {
    const groups = this.data.cards[name];
    return groups && Object.entries(groups).map(([group, numbers]) => [group, asGroup(numbers)] as const);
  }

  measure(name: string, measure: Measure): Measured | undefined {
    const numbers = this.data.cards[name]?.[WHOLE];
    return numbers && asGroup(numbers)[measure];
  }

  /** The cards with the highest value first; those without one come last, in the order they had. */
  sorted(cards: readonly CardFacts[], measure: Measure): CardFacts[] {
    const value = (card: CardFacts): number => this.measure(card.name, measure)?.value ?? -Infinity;
    const values = new Map(cards.map((card) => [card, value(card)]));
    return cards.toSorted((one, other) => {
      const [mine, theirs] = [values.get(one)!, values.get(other)!];
      return mine === theirs ? 0 : theirs - mine;
    });
  }
}

const asMeasured = (numbers: Numbers | null | undefined): Measured | undefined =>
  numbers ? { games: numbers[0], value: numbers[1], reach: numbers[2] } : undefined;

const asGroup = ([acquired, gain, effect]: readonly (Numbers | null)[]): Group => ({
  acquired: asMeasured(acquired),
  gain: asMeasured(gain),
  effect: asMeasured(effect),
});

/** `+2.5 ± 1.6` */
export const short = ({ value, reach }: Measured): string => `${signed(value)} ± ${plain(reach)}`;

let asked: Promise<Worths> | undefined;

export function worths(): Promise<Worths> {
  asked ??= import("../data/worth.json").then(
    (module) => new Worths(module.default as unknown as Data),
    (problem: unknown) => {
      asked = undefined;
      throw problem;
    },
  );
  return asked;
}

export const isMeasure = (text: string): text is Measure => (MEASURES as readonly string[]).includes(text);
