/** What another player just did with which cards: it is shown large in the middle of the table. */

import type { News } from "../api/messages";
import { cardNamed } from "../cards/facts";

export type Deed = "plays" | "uses" | "acquires" | "defeats" | "banishes";

export interface Featured {
  /** The same card of the same step has the same key. */
  readonly key: string;
  readonly seat: number;
  readonly card: string;
  readonly deed: Deed;
}

const DEEDS: ReadonlySet<string> = new Set<Deed>(["plays", "uses", "acquires", "defeats", "banishes"]);
const MOST = 3;

/** The cards that another player than `me` moved in the last step, at most three of them. */
export function featured(news: readonly News[], me: number | null): Featured[] {
  const { version = 0, happenings = [] } = news.at(-1) ?? {};
  return happenings
    .flatMap(({ kind, seat, card }, place): Featured[] =>
      DEEDS.has(kind) && card && seat != null && seat !== me
        ? [{ key: `${version}-${place}`, seat, card, deed: kind as Deed }]
        : [],
    )
    .slice(-MOST);
}

/** Everybody starts with them: one has seen them before. */
const isPlain = (card: string): boolean => cardNamed(card).origin === "start";
const [LITTLE, SOME] = [0.35, 0.6];

/** How long a step is worth looking at, as a part of the usual time. */
export function interestOf({ happenings }: News): number {
  const cards = happenings.filter(({ kind, card }) => DEEDS.has(kind) && card);
  if (!cards.length) return LITTLE;
  return cards.every(({ kind, card }) => kind === "plays" && isPlain(card!)) ? SOME : 1;
}

/** The honor that a seat has gained since the turn began. */
export function honorThisTurn(news: readonly News[], of: number): number {
  let honor = 0;
  for (let step = news.length - 1; step >= 0; step--)
    for (const { kind, seat, detail, amount = 0 } of news[step]!.happenings.toReversed())
      if (kind === "turn begins") return honor;
      else if (kind === "gains" && detail === "honor" && seat === of) honor += amount;
  return honor;
}
