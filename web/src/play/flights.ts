/**
 * Cards that fly. Before the table changes, `take` remembers where each of them lies; afterwards `fly` lets every card
 * that lies elsewhere come from there. What another player does passes the middle of the table (the mat), where it is
 * seen large. Cards that have left go to their pile, new ones come from theirs; crystals go from the pool to whoever won
 * them, and my runes and power into my purse. Nothing waits for a flight: the table is what it is, the flights only show
 * it.
 *
 * All places are measured first and everything is set in motion afterwards: the browser lays the page out once.
 */

import type { Happening } from "../api/messages";
import type { Featured } from "./featured";
import { launch, pictureOf, symbols } from "./flyers";
import { gains } from "./gains";
import { settings } from "./settings.svelte";
import { allTokens, type Laid, type Token } from "./tokens";

interface Seen {
  readonly box: DOMRect;
  readonly element: HTMLElement;
}

interface Moment {
  readonly tokens: ReadonlyMap<number, Seen>;
  readonly piles: ReadonlyMap<string, Seen>;
  /** The cards on the mat, by their keys. */
  readonly mat: ReadonlyMap<string, Seen>;
  /** The plates of the other players, and the amounts in my purse. */
  readonly places: ReadonlyMap<string, Seen>;
}

const DURATION = 420;
const STAGGER = 45;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";

const MARKED = "[data-token], [data-pile], [data-featured], [data-zone^='player-'], [data-zone='bar'] [data-chip]";

/** Where everything lies that can fly, and where it can fly to. What is not shown has no size, and is left out. */
function take(root: HTMLElement): Moment {
  const tokens = new Map<number, Seen>();
  const [piles, mat, places] = [new Map<string, Seen>(), new Map<string, Seen>(), new Map<string, Seen>()];
  for (const element of root.querySelectorAll<HTMLElement>(MARKED)) {
    const box = element.getBoundingClientRect();
    if (!box.width) continue;
    const seen = { box, element };
    const { token, pile, featured, chip, zone } = element.dataset;
    if (token !== undefined) tokens.set(Number(token), seen);
    if (pile !== undefined) piles.set(pile, seen);
    if (featured !== undefined) mat.set(featured, seen);
    if (chip !== undefined) places.set(chip, seen);
    else if (zone?.startsWith("player-")) places.set(zone, seen);
  }
  return { tokens, piles, mat, places };
}

/** Where a card that has left the open table went. */
function goalOf(token: Token, told: readonly Happening[]): string {
  const owner = token.zone.split("-")[1];
  const happening = told.findLast(({ card }) => card === token.card);
  const seat = happening?.other ?? happening?.seat ?? owner ?? 0;
  switch (happening?.kind) {
    case "acquires":
      return happening.seat == null ? "void" : `discard-${seat}`;
    case "defeats":
      return "void";
    case "banishes":
      return "void";
    default:
      if (happening?.target === "deck") return `deck-${seat}`;
      if (happening?.target === "center deck") return "center";
      if (happening?.target === "hand") return `hand-${seat}`;
      return token.zone === "row" ? "void" : `discard-${owner ?? seat}`;
  }
}

/** Where a card that is new on the open table came from. */
function originOf(token: Token, me: number | null, told: readonly Happening[]): string {
  if (token.zone === "row") return "center";
  if (token.zone === "hand") return `deck-${me}`;
  if (token.zone.startsWith("hand-")) return token.zone.replace("hand", "deck");
  const happening = told.findLast(({ card }) => card === token.card);
  if (happening?.kind === "acquires" && happening.source === "supply") return `supply-${token.card}`;
  return `hand-${token.zone.split("-")[1]}`;
}

const reaches = (box: DOMRect): boolean => box.bottom > -200 && box.top < innerHeight + 200;

function shift(from: DOMRect, to: DOMRect): string {
  const scale = to.width ? from.width / to.width : 1;
  return `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${scale})`;
}

/**
 * Lets the changes of a table be seen. `before` is called ahead of each of them and `after` when it is in the page; the
 * flights begin with the next picture, and what changed until then flies together.
 */
export class Flights {
  private earlier: Moment | undefined;
  private laid: Laid | undefined;
  private told: readonly Happening[] = [];
  private frame: number | undefined;

  /** Without `moves` nothing flies: it is not wished, or somebody else looks now. */
  before(root: HTMLElement, moves: boolean): void {
    if (!moves || document.hidden) this.stop();
    else if (this.frame === undefined) this.earlier = take(root);
  }

  after(root: HTMLElement, { laid, me, told }: Laying): void {
    const { earlier } = this;
    this.told = [...this.told, ...told];
    if (this.frame !== undefined) cancelAnimationFrame(this.frame);
    const start = (): void => {
      if (earlier) fly(root, earlier, { before: this.laid, after: laid, me, told: this.told });
      [this.frame, this.laid, this.told] = [undefined, laid, []];
    };
    if (earlier) this.frame = requestAnimationFrame(start);
    else start();
  }

  stop(): void {
    if (this.frame !== undefined) cancelAnimationFrame(this.frame);
    [this.earlier, this.frame, this.told] = [undefined, undefined, []];
  }
}

interface Laying {
  readonly laid: Laid | undefined;
  readonly me: number | null;
  readonly told: readonly Happening[];
}

interface Change {
  readonly before: Laid | undefined;
  readonly after: Laid | undefined;
  readonly me: number | null;
  readonly told: readonly Happening[];
}

function fly(root: HTMLElement, earlier: Moment, change: Change): void {
  const { before, after, me, told } = change;
  if (!before || !after) return;
  const later = take(root);
  const stay = new Set(allTokens(after).map(({ id }) => id));
  const staged = onMat(later, earlier);
  let order = 0;

  const arrive = (element: HTMLElement, from: DOMRect, to: DOMRect, isNew: boolean): void => {
    if (!reaches(to) && !reaches(from)) return;
    element.animate(
      [
        { transform: shift(from, to), transformOrigin: "0 0", zIndex: 5, ...(isNew ? { opacity: 0.2 } : {}) },
        { transform: "none", transformOrigin: "0 0", zIndex: 5 },
      ],
      { duration: DURATION, easing: EASE, delay: isNew ? STAGGER * order++ : 0, fill: "backwards" },
    );
  };

  for (const token of allTokens(after)) {
    const here = later.tokens.get(token.id);
    if (!here) continue;
    const there = earlier.tokens.get(token.id)?.box;
    if (there) {
      if (Math.abs(there.left - here.box.left) + Math.abs(there.top - here.box.top) > 2)
        arrive(here.element, there, here.box, false);
    } else if (staged.has(token.card) && token.zone !== "row") {
      // It is looked at on the mat first.
      here.element.animate({ opacity: [0.25, 0.25] }, { duration: settings.pause });
    } else {
      const origin = earlier.piles.get(originOf(token, me, told))?.box;
      if (origin) arrive(here.element, origin, here.box, true);
    }
  }

  // What is seen on the mat comes from where it lay, and leaves for the plate of whoever played it.
  for (const [key, { element, box }] of later.mat)
    if (!earlier.mat.has(key)) {
      const from = matOrigin(element.dataset, before, earlier);
      if (from) arrive(element, from, box, true);
    }
  for (const [key, seen] of earlier.mat)
    if (!later.mat.has(key)) {
      const goal = matGoal(seen.element.dataset, later);
      if (goal) ghost(seen, goal, STAGGER * order++);
    }

  for (const token of allTokens(before)) {
    const there = earlier.tokens.get(token.id);
    if (!there || stay.has(token.id) || (token.zone === "row" && staged.has(token.card))) continue;
    const goal = later.piles.get(goalOf(token, told))?.box;
    if (goal) ghost(there, goal, STAGGER * order++);
  }

  for (const { kind, source, card, seat, other } of told)
    if (kind === "acquires" && source === "supply" && card && !staged.has(card)) {
      const [from, to] = [earlier.piles.get(`supply-${card}`), later.piles.get(`discard-${other ?? seat}`)?.box];
      if (from && to) ghost(from, to, STAGGER * order++);
    }
  for (const { kind, detail, seat, amount } of told)
    if (kind === "gains" && detail === "honor") {
      const [from, to] = [later.piles.get("pool"), later.piles.get(`honor-${seat}`)];
      if (from && to) symbols("honor", amount ?? 1, from.box, to.box);
    }
  fillPurse(change, later);
}

/** The cards that have just come onto the mat, by name. */
function onMat(later: Moment, earlier: Moment): Set<string> {
  const fresh = [...later.mat].filter(([key]) => !earlier.mat.has(key));
  return new Set(fresh.map(([, { element }]) => element.dataset["card"]!));
}

const plateOf = (seat: string | undefined): string => `player-${Number(seat) + 1}`;

function matOrigin({ card = "", deed, seat }: DOMStringMap, before: Laid, earlier: Moment): DOMRect | undefined {
  const hand = earlier.piles.get(`hand-${seat}`) ?? earlier.places.get(plateOf(seat));
  if ((deed as Featured["deed"]) === "plays") return hand?.box;
  const token = allTokens(before).find((each) => each.card === card && earlier.tokens.has(each.id));
  const there = (token && earlier.tokens.get(token.id)) ?? earlier.piles.get(`supply-${card}`) ?? hand;
  return there?.box;
}

function matGoal({ card = "", deed, seat }: DOMStringMap, later: Moment): DOMRect | undefined {
  const plate = later.places.get(plateOf(seat));
  const isGone = deed === "defeats" || deed === "banishes";
  const pile = isGone ? later.piles.get("void") : deed === "acquires" ? later.piles.get(`discard-${seat}`) : undefined;
  const laid = deed === "plays" ? plate?.element.querySelector(`[data-token][data-looks="${CSS.escape(card)}"]`) : null;
  const token = laid instanceof HTMLElement ? later.tokens.get(Number(laid.dataset["token"])) : undefined;
  return (token ?? pile ?? plate)?.box;
}

/** What I have more than before goes from the card that I have just played into my purse. */
function fillPurse({ before, after, me }: Change, later: Moment): void {
  const [was, is] = [before?.purse, after?.purse];
  if (!was || !is || is.seat !== me || was.number !== is.number) return;
  const mine = after?.players[me];
  const old = new Set(before?.players[me]?.played.map(({ id }) => id));
  const source = mine?.played.findLast(({ id }) => !old.has(id)) ?? mine?.played.at(-1) ?? mine?.constructs.at(-1);
  const from = source && later.tokens.get(source.id)?.box;
  if (!from) return;
  const gained = gains(was, is);
  for (const chip of ["rune", "power", "energy"] as const) {
    const to = later.places.get(chip)?.box;
    if (to && gained[chip]) symbols(chip, gained[chip], from, to, DURATION / 2);
  }
}

/** A picture of a card that is not there any more. */
function ghost({ element, box }: Seen, to: DOMRect, delay: number): void {
  if (reaches(box) || reaches(to)) launch(pictureOf(element, box), box, to, { duration: DURATION, delay, ease: EASE });
}
