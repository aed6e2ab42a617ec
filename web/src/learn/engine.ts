/**
 * How a lesson goes: a list of steps at a real table, where nothing is locked. Each step asks the table whether it fits and whether
 * it is done, so that whoever does something else is followed.
 */

import { cardNamed, titleOf } from "../cards/facts";
import { lessons } from "../strings/lessons";
import { ROW, QUESTION, titles, purse } from "./finding";
import type { Moment } from "./moment";

export interface Step {
  readonly name: string;
  /** The turn that it belongs to. */
  readonly round: number;
  readonly text: (now: Moment) => string;
  /** What the light falls on, as selectors: the first that is found. */
  readonly light?: (now: Moment) => readonly string[];
  /** The key that does it. */
  readonly key?: string;
  /** Only to be read: it waits for a button. The others wait for what they ask for. */
  readonly reads?: boolean;
  readonly fits?: (now: Moment) => boolean;
  readonly done?: (now: Moment) => boolean;
  /** Looking at a card is what the step asks for. */
  readonly looks?: boolean;
}

/** What is said while a card asks something. */
export interface Question {
  readonly text: (now: Moment) => string;
  readonly light?: (now: Moment) => readonly string[];
}

export interface Lesson {
  readonly steps: readonly Step[];
  /** By the card that asks. */
  readonly questions?: Readonly<Record<string, Question>>;
  readonly closing: (now: Moment) => string;
  readonly closingLight?: readonly string[];
}

const isPast = (step: Step, now: Moment): boolean =>
  step.round < now.round || (step.round === now.round && !now.isMine) || now.isOver;

/**
 * The step to be shown: the first that is neither done nor left behind. It goes back only where a turn that was over has
 * been taken back; that turn has to be ended again.
 */
export function advance({ steps }: Lesson, place: number, now: Moment): number {
  let at = place;
  for (let step = steps[at]; step; step = steps[++at]) {
    if (isPast(step, now)) continue;
    if (step.round > now.round || !now.isFree) break;
    if ((step.fits?.(now) ?? true) && !step.done?.(now)) break;
  }
  const isTakenBack = now.isMine && (steps[at]?.round ?? (steps.at(-1)?.round ?? 0) + 1) > now.round;
  return isTakenBack ? steps.findLastIndex(({ round }) => round === now.round) : at;
}

export interface Word {
  readonly text: string;
  readonly light: readonly string[];
  readonly key?: string | undefined;
  /** What the guide waits for. Readers and players may skip a step; the end of a turn cannot be skipped. */
  readonly waits: "reader" | "player" | "end" | "others" | "nobody";
}

/** What the guide says. `before` is how the table was when my last turn ended. */
export function said(lesson: Lesson, place: number, now: Moment, before: Moment | undefined): Word {
  if (now.asks !== undefined) return asked(lesson, now, now.asks);
  const step = lesson.steps[place];
  if (!step) return { text: lesson.closing(now), waits: "nobody", light: lesson.closingLight ?? [] };
  if (step.round > now.round) return { text: watching(now, before), waits: "others", light: [ROW] };
  if (!now.isFree) return { text: lessons.common.oneMoment, waits: "others", light: [] };
  const waits = step.reads ? "reader" : lesson.steps[place + 1]?.round === step.round ? "player" : "end";
  return { text: step.text(now), light: step.light?.(now) ?? [], key: step.key, waits };
}

function asked({ questions }: Lesson, now: Moment, card: string): Word {
  const known = questions?.[card];
  const text = known?.text(now) ?? lessons.common.asks(card ? titleOf(cardNamed(card)) : lessons.common.theGame);
  return { text, light: [...(known?.light?.(now) ?? []), QUESTION], waits: "player" };
}

function watching(now: Moment, before: Moment | undefined): string {
  const isLost = before && before.round === now.round && (before.runes || before.power);
  const lost = isLost ? lessons.common.lost(purse(before), before.runes + before.power) : "";
  const took = [...now.acquired, ...now.defeated];
  return [lost, lessons.common.watching, took.length ? lessons.common.took(titles(took)) : lessons.common.shares]
    .filter(Boolean)
    .join(" ");
}
