/** The parts of the table where one plays, each at a real table that shows one message. */

import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-svelte";

import type { OptionSight, TableNow } from "../../src/api/messages";
import { aBoard, aDecision, anOffer, aPlayer, aSight, aTable } from "../../src/design/tables";
import CenterRow from "../../src/play/CenterRow.svelte";
import Hand from "../../src/play/Hand.svelte";
import { hinted } from "../../src/play/hint.svelte";
import Others from "../../src/play/Others.svelte";
import Outcome from "../../src/play/Outcome.svelte";
import { picking, stopPicking } from "../../src/play/picking.svelte";
import Plate from "../../src/play/Plate.svelte";
import Ribbon from "../../src/play/Ribbon.svelte";
import Spot from "../../src/play/Spot.svelte";
import Tray from "../../src/play/Tray.svelte";
import { toasts } from "../../src/ui/toasts.svelte";
import { seatedAt, zone } from "./places";

const play = (card: string): OptionSight => ({ text: `play ${card}`, verb: "play", card });
const acquire = (card: string, slot: number): OptionSight => ({
  ...{ text: `acquire ${card}`, verb: "acquire", card, zone: "row", slot },
});
const end: OptionSight = { text: "end turn", verb: "end turn" };

/** The sight of the first seat. */
const sees = (given: Parameters<typeof aSight>[0]): TableNow => aTable({ sights: [aSight(given)] });

beforeEach(async () => {
  await page.viewport(1280, 900);
  toasts.length = 0;
  stopPicking();
  hinted.choice = undefined;
});

describe("a card on the table", () => {
  const table = () => seatedAt(sees({ decision: aDecision([play("Mystic"), end]) }));

  it("is lit where something is possible, says what, and does it", async () => {
    const { table: at, choices } = await table();
    const screen = await render(Spot, { table: at, card: "Mystic", options: [play("Mystic")] });
    const card = screen.getByRole("button", { name: /^Play Mystic\. Hero/ });
    await expect.element(card).toHaveAttribute("data-lit");
    await card.click();
    expect(choices).toEqual(["play Mystic"]);
  });

  it("says why nothing is possible", async () => {
    const { table: at, choices } = await table();
    const whyNot = "You need 2 more runes.";
    const screen = await render(Spot, { table: at, card: "Landtalker", whyNot });
    const card = screen.getByRole("button", { name: whyNot });
    await expect.element(card).not.toHaveAttribute("data-lit");
    await expect.element(card).toHaveAttribute("aria-disabled", "true");
    card.element().dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(toasts.map(({ text }) => text)).toEqual([whyNot]);
    expect(choices).toEqual([]);
  });

  it("asks which of several ways is meant", async () => {
    const { table: at, choices } = await table();
    const ways = [0, 2].map((cuts) => ({ ...acquire("Mystic", 0), text: `acquire Mystic ${cuts}`, cuts }));
    const screen = await render(Spot, { table: at, card: "Mystic", options: ways });
    await screen.getByRole("button", { name: /^Choose: / }).click();
    expect(picking.now?.options).toEqual(ways);
    expect(choices).toEqual([]);
  });

  it("is marked where a hint names it", async () => {
    const { table: at } = await table();
    hinted.choice = "play Mystic";
    const screen = await render(Spot, { table: at, card: "Mystic", options: [play("Mystic")] });
    await expect.element(screen.getByRole("button", { name: /Suggested by the hint/ })).toHaveAttribute("data-hinted");
  });
});

describe("my hand", () => {
  const mine = aPlayer({ hand: ["Apprentice", "Apprentice", "Mystic"], deck_count: 4, discard: { Militia: 2 } });

  it("lies between my deck and my discard pile, which open", async () => {
    const board = aBoard({ players: [mine, aPlayer()] });
    const { table } = await seatedAt(sees({ board, decision: aDecision([play("Mystic"), end]) }));
    const onpile = vi.fn();
    const screen = await render(Hand, { target: zone(1000, 180), props: { table, seat: 0, onpile } });
    const cards = screen.getByRole("group", { name: "Your hand" }).getByRole("button");
    await expect.poll(() => cards.elements().length).toBe(3);
    expect(cards.elements().map((each) => each.hasAttribute("data-lit"))).toEqual([false, false, true]);
    await screen.getByRole("button", { name: "Your deck, 4 cards" }).click();
    await screen.getByRole("button", { name: "Your discard pile, 2 cards" }).click();
    expect(onpile.mock.calls).toEqual([["known"], ["discard"]]);
  });

  it("says that it is empty", async () => {
    const board = aBoard({ players: [aPlayer({ hand: [] }), aPlayer()] });
    const { table } = await seatedAt(sees({ board }));
    const screen = await render(Hand, { target: zone(1000, 180), props: { table, seat: 0, onpile: vi.fn() } });
    await expect.element(screen.getByText("Your hand is empty.")).toBeVisible();
  });
});

describe("the center row", () => {
  const board = aBoard({
    row: [
      anOffer("Landtalker", { runes: 4 }),
      anOffer("Avatar Golem", { runes: 4, why_not: { code: "runes", params: { missing: 2 }, text: "Too dear." } }),
      anOffer(null),
      anOffer("Mephit", { power: 3, under: ["Energy Shard"] }),
    ],
    piles: [anOffer("Mystic", { left: 26, runes: 3 }), anOffer("Cultist", { power: 2 })],
    void: { Militia: 3 },
  });

  it("offers what can be had at its price of now, says what lies under it, and keeps empty places", async () => {
    const decision = aDecision([acquire("Landtalker", 0), end]);
    const { table, choices } = await seatedAt(sees({ board, decision }));
    const onvoid = vi.fn();
    const screen = await render(CenterRow, { target: zone(1100, 260), props: { table, onvoid } });
    const places = screen.getByRole("list").getByRole("listitem");
    await expect.poll(() => places.elements().length).toBe(4);
    await expect.element(places.nth(2)).toHaveTextContent("Empty");
    await expect.element(places.nth(3).getByRole("button")).toHaveTextContent(/Energy Shard/);
    await places
      .nth(0)
      .getByRole("button", { name: /^Acquire Landtalker/ })
      .click();
    expect(choices).toEqual(["acquire Landtalker"]);
    await expect.element(screen.getByRole("button", { name: /Mystic.*26 left/ })).toBeVisible();
    await screen.getByTitle(/void/i).click();
    expect(onvoid).toHaveBeenCalledOnce();
  });
});

describe("the ribbon", () => {
  const said = async (now: TableNow, given: { unfinished?: string[]; hint?: string } = {}) => {
    const { table, choices } = await seatedAt(now);
    const props = { table, unfinished: [], hint: "", ...given };
    return { screen: await render(Ribbon, { target: zone(1000, 48), props }), choices };
  };
  const question = aDecision(
    [
      { text: "choose Mystic", verb: "choose", card: "Mystic", zone: "hand" },
      { text: "decline", verb: "decline" },
    ],
    {
      ...{ is_turn: false, is_optional: true, card: "Shade of the Black Watch", refusal: "banish nothing" },
      prompt: "Banish a card of p2.",
      prompt_pieces: ["Banish a card of ", ["seat", "p2", "1"], "."],
    },
  );

  it("says whose turn it is, and what could still be done", async () => {
    const { screen } = await said(sees({ decision: aDecision([play("Mystic"), end]) }));
    await expect.element(screen.getByRole("status")).toHaveTextContent("Your turn.");
    await screen.rerender({ unfinished: ["play cards"] });
    await expect.element(screen.getByRole("status")).toHaveTextContent(/^You could still play cards/);
  });

  it("asks with the card's name, players' names, and what no means", async () => {
    const { screen, choices } = await said(sees({ decision: question }));
    await expect.element(screen.getByText("Shade of the Black Watch: Banish a card of Garrel.")).toBeVisible();
    await screen.getByRole("button", { name: "Banish nothing" }).click();
    expect(choices).toEqual(["decline"]);
  });

  it("leaves answers to the tray where large text takes their room", async () => {
    const root = document.documentElement;
    onTestFinished(() => void root.style.removeProperty("font-size"));
    root.style.fontSize = "32px";
    const options = ["runes", "power", "honor", "energy"].map((label): OptionSight => ({
      text: `choose ${label}`,
      verb: "choose",
      label,
    }));
    const { screen } = await said(sees({ decision: { ...question, options } }));
    await expect.element(screen.getByText(/^Shade of the Black Watch:/)).toBeVisible();
    await expect.poll(() => screen.getByRole("button").elements()).toHaveLength(0);
  });

  it("begins a long sentence with its first line, and scrolls to the last", async () => {
    const picks = Array.from({ length: 60 }, () => "Ascetic of the Lidless Eye");
    const { screen } = await said(sees({ decision: { ...question, picks } }));
    const sentence = screen
      .getByText(/^Shade of the Black Watch:/)
      .element()
      .closest("p")!;
    const ribbon = screen.container.getBoundingClientRect();
    expect(sentence.getBoundingClientRect().top).toBeGreaterThanOrEqual(ribbon.top);
    await expect.poll(() => sentence.getBoundingClientRect().bottom).toBeLessThanOrEqual(ribbon.bottom);
    expect(sentence.scrollHeight).toBeGreaterThan(sentence.clientHeight);
  });
});

describe("the tray", () => {
  const RING = 5;

  it("says below the ring of each card where it lies", async () => {
    const offered: OptionSight[] = ["deck", "discard"].map((place) => ({
      ...{ text: `choose Mystic (${place})`, verb: "choose", card: "Mystic", zone: place },
    }));
    const { table } = await seatedAt(sees({ decision: aDecision(offered, { is_turn: false }) }));
    const screen = await render(Tray, { target: zone(1000, 260), props: { table } });
    for (const place of ["deck", "discard"]) {
      const caption = screen.getByText(place, { exact: true });
      await expect.element(caption).toBeVisible();
      const words = document.createRange();
      words.selectNodeContents(caption.element());
      const card = caption.element().previousElementSibling!;
      const between = words.getBoundingClientRect().top - card.getBoundingClientRect().bottom;
      expect(between).toBeGreaterThanOrEqual(RING);
    }
  });
});

describe("the other players", () => {
  const players = [aPlayer({ hand: [] }), aPlayer({ honor: 12, constructs: ["Muramasa"], used: [false] })];
  const at = (turn: number) => {
    const board = aBoard({ players });
    return seatedAt(sees({ board: { ...board, turn: { ...board.turn, seat: turn, runes: 3, power: 1 } } }));
  };

  it("have a plate with their name, level and honor, which opens their board", async () => {
    const { table } = await at(0);
    const onopen = vi.fn();
    const screen = await render(Others, { target: zone(1000, 90), props: { table, onopen } });
    const plate = screen.getByRole("article", { name: "Garrel, player bot" });
    await expect.element(plate).toHaveTextContent(/12/);
    await expect.element(plate).not.toHaveTextContent(/3 runes/);
    await plate.getByRole("button", { name: "Show Garrel's board" }).click();
    expect(onopen).toHaveBeenCalledWith(1);
  });

  it("show in their turn what they have to spend", async () => {
    const { table } = await at(1);
    const screen = await render(Plate, { target: zone(1000, 90), props: { table, seat: 1, crowd: "few" } });
    await expect.element(screen.getByRole("group", { name: /Garrel/ })).toHaveTextContent(/3 runes.*1 power/);
  });
});

describe("the end of a game", () => {
  const board = aBoard({ over: true, players: [aPlayer({ honor: 20 }), aPlayer({ honor: 8 })] });
  const result = { scores: [20, 32], winners: [1], left_by: null };
  const now = aTable({ phase: "finished", result, sights: [aSight({ board })] });
  const ended = async () => {
    const name = (seat: number): string => now.seats[seat]!.name;
    return await render(Outcome, { now, board, news: [], name });
  };

  it("says by how much I lost, and lists everybody from the first place on", async () => {
    const screen = await ended();
    await expect.element(screen.getByRole("heading", { level: 1 })).toHaveTextContent("You lost by 12");
    const [first, second] = screen.getByRole("dialog").getByRole("list").first().getByRole("listitem").elements();
    expect(first?.textContent).toMatch(/Garrel.*32/s);
    expect(second?.textContent).toMatch(/20/);
    await expect.element(screen.getByRole("button", { name: "Play again" })).toBeVisible();
  });

  it("gives way to the table, and comes back", async () => {
    const screen = await ended();
    await screen.getByRole("button", { name: "Look at the table" }).click();
    await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
    await screen.getByRole("button", { name: "Show the result" }).click();
    await expect.element(screen.getByRole("dialog")).toBeVisible();
  });
});
