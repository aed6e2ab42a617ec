/** The table without a mouse: arrows move over everything that lies there, digits take what is lit. */

type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const isDirection = (key: string): key is Direction => /^Arrow(Left|Right|Up|Down)$/.test(key);

export const litThings = (root: ParentNode): HTMLElement[] => [...root.querySelectorAll<HTMLElement>("[data-lit]")];

/** The thing that lies next in a direction: near, and more ahead than aside. */
function nextTo(from: Element, direction: Direction, things: readonly HTMLElement[]): HTMLElement | undefined {
  const centre = (element: Element): [number, number] => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = centre(from);
  const isAcross = direction === "ArrowLeft" || direction === "ArrowRight";
  const sign = direction === "ArrowRight" || direction === "ArrowDown" ? 1 : -1;
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const thing of things) {
    const [there, below] = centre(thing);
    const ahead = sign * (isAcross ? there - x : below - y);
    const aside = Math.abs(isAcross ? below - y : there - x);
    const distance = ahead + aside * (isAcross ? 4 : 1.5);
    if (thing !== from && ahead > 4 && distance < least) [best, least] = [thing, distance];
  }
  return best;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where the focus is on the table; where it was, if what had it is gone. Nothing where it is on something else. */
export function focusedAt(before: Point | undefined): Point | undefined {
  const active = document.activeElement;
  if (!active || active === document.body) return before;
  const box = active.closest("[data-spot], [data-action]")?.getBoundingClientRect();
  return box && { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** Where to go when what had the focus is gone: the lit thing nearest to where it was, or else the end of the turn. */
export function nearestLit(root: ParentNode, { x, y }: Point): HTMLElement | undefined {
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const thing of litThings(root)) {
    const box = thing.getBoundingClientRect();
    const distance = Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y);
    if (distance < least) [best, least] = [thing, distance];
  }
  return best ?? root.querySelector<HTMLElement>("[data-action=end]:not(:disabled)") ?? undefined;
}

/** Moves the focus with the arrows, and takes lit things with digits. Whether the key meant something. */
export function steer(event: KeyboardEvent, root: HTMLElement): boolean {
  if (isDirection(event.key)) {
    const here = document.activeElement?.closest("[data-spot]");
    const things = [...root.querySelectorAll<HTMLElement>("[data-spot]")];
    const next = here ? nextTo(here, event.key, things) : (litThings(root)[0] ?? things[0]);
    next?.focus();
    next?.scrollIntoView({ block: "nearest", inline: "nearest" });
    return true;
  }
  if (/^[1-9]$/.test(event.key)) {
    litThings(root)[Number(event.key) - 1]?.click();
    return true;
  }
  return false;
}
