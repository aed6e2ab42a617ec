/** Every card at the widths from which on it shows more: whatever is written on it can be read to its end. */

import "../../src/styles/fonts.css";

import { mount } from "svelte";
import { beforeAll, expect, it } from "vitest";

import Card from "../../src/cards/Card.svelte";
import { library } from "../../src/cards/library.svelte";

const TYPEFACES = ["1em Alegreya", "700 1em Alegreya", '1em "Source Sans 3"', '650 1em "Source Sans 3"'];
const WIDTHS = [45, 60, 68, 88, 104, 108, 112, 116, 120, 128, 140];

let cards: HTMLElement[];

beforeAll(async () => {
  await Promise.all(TYPEFACES.map((typeface) => document.fonts.load(typeface)));
  for (const card of library.cards) mount(Card, { target: document.body, props: { card } });
  cards = [...document.querySelectorAll<HTMLElement>("[role=img]")].filter(
    (each) => !each.parentElement?.closest("[role=img]"),
  );
});

/** Whether a line of the text is cut off, or some of it lies outside of the card. */
function isCut(text: HTMLElement, card: Element): boolean {
  const [box, edge] = [text.getBoundingClientRect(), card.getBoundingClientRect()];
  // Letters may reach a little beyond their line.
  const line = parseFloat(getComputedStyle(text).fontSize) / 4;
  const isInside = box.left >= edge.left && box.right <= edge.right && box.top >= edge.top && box.bottom <= edge.bottom;
  return !isInside || text.scrollHeight > text.clientHeight + line || text.scrollWidth > text.clientWidth + 1;
}

it.each(WIDTHS)("nothing on a card of %i px is cut off", (width) => {
  document.body.style.setProperty("--card-width", `${width}px`);
  expect(cards.length).toBe(library.cards.length);
  const cut = cards.flatMap((card, place) => {
    const texts = [...card.querySelectorAll<HTMLElement>("p, .label, .name, .type > *")].filter((each) =>
      each.checkVisibility(),
    );
    return texts
      .filter((text) => isCut(text, card))
      .map(
        (text) =>
          `${library.cards[place]!.name}: ${text.textContent} (${text.scrollHeight} of ${text.clientHeight} px)`,
      );
  });
  document.body.style.removeProperty("--card-width");
  expect(cut).toEqual([]);
});
