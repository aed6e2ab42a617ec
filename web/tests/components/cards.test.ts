/** Every card at the widths from which on it shows more: whatever is written on it can be read to its end. */

import "../../src/styles/fonts.css";

import { beforeAll, expect, it } from "vitest";
import { render } from "vitest-browser-svelte";

import Card from "../../src/cards/Card.svelte";
import { library } from "../../src/cards/library.svelte";

const TYPEFACES = ["1em Alegreya", "700 1em Alegreya", '1em "Source Sans 3"', '650 1em "Source Sans 3"'];
const WIDTHS = [45, 60, 88, 104, 112, 128];

beforeAll(async () => {
  await Promise.all(TYPEFACES.map((typeface) => document.fonts.load(typeface)));
});

/** Whether a line of the text is cut off, or some of it lies outside of the card. */
function isCut(text: HTMLElement, card: Element): boolean {
  const [box, edge] = [text.getBoundingClientRect(), card.getBoundingClientRect()];
  const line = parseFloat(getComputedStyle(text).fontSize) / 2;
  const isInside = box.left >= edge.left && box.right <= edge.right && box.top >= edge.top && box.bottom <= edge.bottom;
  return !isInside || text.scrollHeight > text.clientHeight + line || text.scrollWidth > text.clientWidth + 1;
}

it.each(WIDTHS)("nothing on a card of %i px is cut off", async (width) => {
  document.body.style.setProperty("--card-width", `${width}px`);
  const screens = await Promise.all(library.cards.map((card) => render(Card, { card })));
  const cut = screens.flatMap(({ container }, place) => {
    const card = container.querySelector("[role=img]")!;
    const texts = [...card.querySelectorAll<HTMLElement>("p, .label, .name, .type > *")].filter((each) =>
      each.checkVisibility(),
    );
    return texts
      .filter((text) => isCut(text, card))
      .map((text) => `${library.cards[place]!.name}: ${text.textContent}`);
  });
  document.body.style.removeProperty("--card-width");
  expect(cut).toEqual([]);
});
