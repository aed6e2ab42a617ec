/** Small parts in a real browser. One component, one sentence about it; positions come from `src/design/tables`. */

import { createRawSnippet } from "svelte";
import { describe, expect, it, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-svelte";

import Card from "../../src/cards/Card.svelte";
import Cost from "../../src/cards/Cost.svelte";
import { cardNamed } from "../../src/cards/facts";
import Pieces from "../../src/cards/Pieces.svelte";
import Chip from "../../src/ui/Chip.svelte";
import Dialog from "../../src/ui/Dialog.svelte";

const mystic = cardNamed("Mystic");

describe("a card", () => {
  it("says everything that is printed on it", async () => {
    const screen = await render(Card, { card: mystic });
    const name = screen.getByRole("img").element().getAttribute("aria-label");
    expect(name).toMatch(/^Mystic\. .*costs 3 runes, 1 honor.*Gain two runes\.$/);
  });

  it("is as wide as it is told, and everything on it grows with it", async () => {
    document.body.style.setProperty("--card-width", "200px");
    const screen = await render(Card, { card: mystic });
    const card = screen.getByRole("img").element();
    expect(card.getBoundingClientRect().width).toBe(200);
    document.body.style.removeProperty("--card-width");
  });

  it("shows what it costs now", async () => {
    const screen = await render(Card, { card: mystic, runes: 2 });
    await expect.element(screen.getByText("2", { exact: true })).toBeVisible();
  });
});

it("a cost of runes and one of power have shapes of their own", async () => {
  const runes = await render(Cost, { card: mystic });
  const power = await render(Cost, { card: cardNamed("Aklys, the Scourge") });
  const shape = (from: typeof runes): string | null | undefined =>
    from.container.querySelector("path")?.getAttribute("d");
  expect(shape(runes)).toBeTruthy();
  expect(shape(runes)).not.toBe(shape(power));
});

it("a text with icons keeps its words where there is room for them", async () => {
  const pieces = ["Gain ", ["rune", "2 runes", "2"], "."] as const;
  const screen = await render(Pieces, { pieces });
  expect(screen.container.textContent.replace(/\s+/g, " ").trim()).toMatch(/^Gain 2/);
  expect(screen.container.querySelectorAll("svg")).toHaveLength(1);
});

it("an amount is said in words", async () => {
  const screen = await render(Chip, { of: "rune", amount: 1 });
  await expect.element(screen.getByText("1 rune")).toBeInTheDocument();
  await screen.rerender({ amount: 3 });
  await expect.element(screen.getByText("3 runes")).toBeInTheDocument();
});

describe("a window", () => {
  const opened = async () => {
    const onclose = vi.fn();
    const children = createRawSnippet(() => ({ render: () => "<p>Really?</p>" }));
    const screen = await render(Dialog, { title: "Leave the table?", onclose, children });
    return { screen, onclose };
  };

  it("has its title as its name", async () => {
    const { screen } = await opened();
    await expect.element(screen.getByRole("dialog", { name: "Leave the table?" })).toBeVisible();
  });

  it("closes with Escape, with its button and with a click beside it", async () => {
    const { screen, onclose } = await opened();
    await userEvent.keyboard("{Escape}");
    await screen.getByRole("button", { name: "Close" }).click();
    (screen.getByRole("dialog").element() as HTMLElement).click();
    expect(onclose).toHaveBeenCalledTimes(3);
  });
});
