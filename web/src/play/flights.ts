/**
 * Cards that fly. Before the table changes, `take` remembers where each of them lies; afterwards `fly` lets every card
 * that lies elsewhere come from there. Cards that have left go to their pile, new ones come from theirs, and crystals
 * go from the pool to whoever won them. Nothing waits for a flight: the table is what it is, the flights only show it.
 */

import type { Happening } from "../api/messages";
import { allTokens, type Laid, type Token } from "./tokens";

interface Seen {
  readonly box: DOMRect;
  readonly element: HTMLElement;
}

export interface Moment {
  readonly tokens: ReadonlyMap<number, Seen>;
  readonly piles: ReadonlyMap<string, DOMRect>;
}

const DURATION = 420;
const STAGGER = 45;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
const MOST_CRYSTALS = 6;

function visible(root: HTMLElement, selector: string): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(selector)].filter((element) => element.offsetParent !== null);
}

export function take(root: HTMLElement): Moment {
  const tokens = new Map(
    visible(root, "[data-token]").map((element) => [
      Number(element.dataset["token"]),
      { box: element.getBoundingClientRect(), element },
    ]),
  );
  const piles = new Map(
    visible(root, "[data-pile]").map((element) => [element.dataset["pile"]!, element.getBoundingClientRect()]),
  );
  return { tokens, piles };
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

const reaches = (box: DOMRect): boolean => box.width > 0 && box.bottom > -200 && box.top < innerHeight + 200;

function shift(from: DOMRect, to: DOMRect): string {
  const scale = to.width ? from.width / to.width : 1;
  return `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${scale})`;
}

interface Change {
  readonly before: Laid | undefined;
  readonly after: Laid | undefined;
  readonly me: number | null;
  readonly told: readonly Happening[];
}

export function fly(root: HTMLElement, earlier: Moment, { before, after, me, told }: Change): void {
  if (!before || !after) return;
  const later = take(root);
  const stay = new Set(allTokens(after).map(({ id }) => id));
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
    } else {
      const origin = earlier.piles.get(originOf(token, me, told));
      if (origin) arrive(here.element, origin, here.box, true);
    }
  }

  for (const token of allTokens(before)) {
    const there = earlier.tokens.get(token.id);
    const goal = stay.has(token.id) ? undefined : later.piles.get(goalOf(token, told));
    if (there && goal) ghost(there.element, there.box, goal, STAGGER * order++);
  }

  for (const { kind, source, card, seat, other } of told)
    if (kind === "acquires" && source === "supply" && card) {
      const [from, to] = [earlier.piles.get(`supply-${card}`), later.piles.get(`discard-${other ?? seat}`)];
      const element = root.querySelector<HTMLElement>(`[data-pile="supply-${CSS.escape(card)}"]`);
      if (from && to && element) ghost(element, from, to, STAGGER * order++);
    }
  for (const { kind, detail, seat, amount } of told)
    if (kind === "gains" && detail === "honor") crystals(later, `honor-${seat}`, amount ?? 1);
}

/** A picture of a card that is not there any more. */
function ghost(element: HTMLElement, from: DOMRect, to: DOMRect, delay: number): void {
  if (reaches(from) || reaches(to)) launch(pictureOf(element, from), from, to, delay);
}

/** A copy of a card, above everything else: nothing can be done with it, and nothing is found by it. */
export function pictureOf(element: HTMLElement, { left, top, width }: DOMRect): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const each of [copy, ...copy.querySelectorAll<HTMLElement>("*")])
    for (const name of Object.keys(each.dataset)) delete each.dataset[name];
  return place(copy, { left: `${left}px`, top: `${top}px`, width: `${width}px`, "--card-width": `${width}px` });
}

function place(flyer: HTMLElement, where: Record<string, string>): HTMLElement {
  flyer.setAttribute("aria-hidden", "true");
  flyer.inert = true;
  const placed = { position: "fixed", margin: "0", "z-index": "40", "pointer-events": "none", ...where };
  for (const [name, value] of Object.entries(placed)) flyer.style.setProperty(name, value);
  document.body.append(flyer);
  return flyer;
}

function launch(flyer: HTMLElement, from: DOMRect, to: DOMRect, delay: number): void {
  const middle = { x: to.left + to.width / 2 - from.width / 2, y: to.top + to.height / 2 - from.height / 2 };
  const scale = Math.max(0.25, Math.min(1, to.width / Math.max(1, from.width)));
  const flight = flyer.animate(
    [
      { transform: "none", opacity: 1 },
      { transform: `translate(${middle.x - from.left}px, ${middle.y - from.top}px) scale(${scale})`, opacity: 0.35 },
    ],
    { duration: DURATION, easing: EASE, delay, fill: "both" },
  );
  const land = (): void => flyer.remove();
  flight.finished.then(land, land);
}

function crystals({ piles }: Moment, goal: string, amount: number): void {
  const [from, to] = [piles.get("pool"), piles.get(goal)];
  if (!from || !to) return;
  const fives = Math.floor(amount / 5);
  for (let number = 0; number < Math.min(MOST_CRYSTALS, fives + (amount % 5)); number++) {
    const start = new DOMRect(from.left + from.width / 2 - 7 + number * 6, from.top + from.height / 2 - 11, 14, 22);
    const crystal = place(document.createElement("span"), {
      left: `${start.left}px`,
      top: `${start.top}px`,
      width: `${start.width}px`,
      height: `${start.height}px`,
      background: number < fives ? "#e2455c" : "#5fd3c4",
      "clip-path": "polygon(50% 0, 100% 35%, 50% 100%, 0 35%)",
    });
    launch(crystal, start, to, number * STAGGER);
  }
}
