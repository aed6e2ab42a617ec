/** A card in words: for those who listen, and where there is no room for the card itself. */

import { cards } from "../strings";
import { titleOf, type CardFacts } from "./facts";

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const typeLine = (card: CardFacts): string => [card.faction, card.kind].filter(Boolean).map(capital).join(" ");

export function costWords({ runes = 0, power = 0, either = false }: CardFacts): string {
  const parts = [runes ? cards.runes(runes) : "", power ? cards.power(power) : ""].filter(Boolean);
  return parts.join(cards.and) + (either ? cards.eitherWay : "");
}

/** `Darkwalker. Void Hero, costs 3 runes, 2 honor, dark. Gain two power. ...` */
export function spoken(card: CardFacts): string {
  const cost = costWords(card);
  const facts = [
    typeLine(card),
    cost && cards.costs(cost),
    card.honor ? cards.honor(card.honor) : "",
    card.orb ?? "",
  ].filter(Boolean);
  return `${titleOf(card)}. ${facts.join(", ")}. ${card.spoken ?? ""}`.trim();
}
