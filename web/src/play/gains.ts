/** What the player whose turn it is has to spend, and what they have gained. */

import type { TurnNow } from "../api/messages";

export type Purse = Pick<TurnNow, "seat" | "number" | "runes" | "power" | "energy">;
export type Gains = Readonly<Record<"rune" | "power" | "energy", number>>;

const contents = ({ runes, power, energy }: Purse): Gains => ({ rune: runes, power, energy });

/** How much more there is than before; nothing where something was spent. */
export function gains(before: Purse, after: Purse): Gains {
  const [was, is] = [contents(before), contents(after)];
  const more = (of: keyof Gains): number => Math.max(0, is[of] - was[of]);
  return { rune: more("rune"), power: more("power"), energy: more("energy") };
}

/** Everything gained in the turn, spent or not. Of a turn that was not seen from its start, what is left counts. */
export function gainedThisTurn(now: Purse, before?: { purse: Purse; gained: Gains }): Gains {
  if (before?.purse.number !== now.number) return contents(now);
  const { rune, power, energy } = gains(before.purse, now);
  const { gained } = before;
  return { rune: gained.rune + rune, power: gained.power + power, energy: gained.energy + energy };
}
