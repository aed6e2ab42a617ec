/** What flies over the table without lying on it: pictures of cards that have left, crystals, runes and power. */

import { ICONS } from "../ui/icons";

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

interface Flight {
  readonly duration: number;
  readonly delay: number;
  readonly ease: string;
  /** How much of it is left at the goal. */
  readonly fades?: number;
}

export function launch(flyer: HTMLElement, from: DOMRect, to: DOMRect, flight: Flight): void {
  const { duration, delay, ease, fades = 0.35 } = flight;
  const [x, y] = [to.left + (to.width - from.width) / 2 - from.left, to.top + (to.height - from.height) / 2 - from.top];
  const scale = Math.max(0.25, Math.min(1, to.width / from.width, to.height / from.height));
  const moving = flyer.animate(
    [
      { transform: "none", opacity: 1 },
      { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: fades },
    ],
    { duration, easing: ease, delay, fill: "both" },
  );
  const land = (): void => flyer.remove();
  moving.finished.then(land, land);
}

export type Symbol = "rune" | "power" | "energy" | "honor";

const MOST = 6;
const [SIZE, APART, LASTS] = [18, 55, 520];
const FALL = "cubic-bezier(0.45, 0, 0.55, 1)";

/** Small symbols from a card or pile to where they are counted; crystals that are worth five are red. */
export function symbols(symbol: Symbol, amount: number, from: DOMRect, to: DOMRect, delay = 0): void {
  const fives = symbol === "honor" ? Math.floor(amount / 5) : 0;
  const count = Math.min(MOST, symbol === "honor" ? fives + (amount % 5) : amount);
  for (let number = 0; number < count; number++) {
    const x = from.left + from.width / 2 + (number - (count - 1) / 2) * SIZE * 0.8 - SIZE / 2;
    const start = new DOMRect(x, from.top + from.height / 2 - SIZE / 2, SIZE, SIZE);
    const flyer = place(drawn(symbol), {
      left: `${start.left}px`,
      top: `${start.top}px`,
      width: `${SIZE}px`,
      height: `${SIZE}px`,
      color: number < fives ? "var(--crystal-five)" : symbol === "honor" ? "var(--crystal-one)" : `var(--${symbol})`,
    });
    launch(flyer, start, to, { duration: LASTS, delay: delay + number * APART, ease: FALL, fades: 0.6 });
  }
}

const SVG = "http://www.w3.org/2000/svg";

function drawn(symbol: Symbol): HTMLElement {
  const holder = document.createElement("span");
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", "0 0 24 24");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[symbol]);
  path.setAttribute("fill", "currentColor");
  path.setAttribute("fill-rule", "evenodd");
  picture.append(path);
  holder.append(picture);
  holder.dataset["flies"] = symbol;
  return holder;
}
