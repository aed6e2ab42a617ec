/** A game that is over, step by step: its turns, each step in a sentence, and the address of a moment. */

import type { News, Step } from "../api/messages";
import { inBrief } from "../play/log";
import { message, plain, sentences, type Code, type Params, type Reader } from "../play/messages";

export interface Turn {
  /** The step with which it begins. */
  readonly step: number;
  readonly number: number;
  readonly seat: number | null;
}

/** Every turn, in order. News N is what came of step N; the first is the deal. */
export const turnsIn = (news: readonly News[]): Turn[] =>
  news.flatMap(({ happenings }, step) => {
    const begins = happenings.findLast(({ kind }) => kind === "turn begins");
    return begins ? [{ step, number: begins.amount ?? 0, seat: begins.seat ?? null }] : [];
  });

export const turnAt = (turns: readonly Turn[], step: number): Turn | undefined =>
  turns.findLast((turn) => turn.step <= step);

/** The beginning of this turn; from there, that of the turn before. */
export const turnBack = (turns: readonly Turn[], step: number): number =>
  turns.findLast((turn) => turn.step < step)?.step ?? 0;

export const turnForward = (turns: readonly Turn[], step: number, last: number): number =>
  turns.find((turn) => turn.step > step)?.step ?? last;

/** What a step brought, in a sentence or two. */
export function told(news: News | undefined, choice: Step | undefined, reader: Reader): string {
  const found = news ? sentences(choice ? inBrief(news) : [], reader).map(plain) : [];
  const say = (code: Code, params: Params = {}): void => void found.push(`${message(code, params, reader)}.`);
  if (!found.length && !choice) say("deal");
  // Some choices bring nothing to tell: then the choice itself is told.
  else if (!found.length && choice?.choice === "end turn") say("ends turn", { who: choice.seat });
  else if (!found.length && choice) say("chooses", { who: choice.seat, choice: choice.choice });
  const begins = news?.happenings.findLast(({ kind }) => kind === "turn begins");
  if (begins?.seat != null) say("turn begins", { who: begins.seat, amount: begins.amount ?? 0 });
  return found.join(" ");
}

// --- where one looks from, in the address

export interface Moment {
  readonly step: number;
  readonly seat: number;
  /** Whether all hands lie open. */
  readonly open: boolean;
}

const whole = (text: string | null, most: number): number | undefined => {
  const number = text && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
  return number === undefined ? undefined : Math.min(number, most);
};

/** What an address asks for; what it does not say, or says wrongly, is as usual. */
export function asked(query: URLSearchParams, last: number, seats: number, usual: number): Moment {
  return {
    step: whole(query.get("step"), last) ?? 0,
    seat: whole(query.get("seat"), seats - 1) ?? usual,
    open: query.get("hands") === "open",
  };
}

export const addressOf = (id: string, { step, seat, open }: Moment): string =>
  `/games/${id}/replay?step=${step}&seat=${seat}${open ? "&hands=open" : ""}`;
