/** The side panel of a table: what happened, and what people say. */

import { expect, it, vi } from "vitest";
import { render } from "vitest-browser-svelte";

import type { News, TableNow } from "../../src/api/messages";
import Chat from "../../src/play/Chat.svelte";
import Story from "../../src/play/Story.svelte";
import type { Table } from "../../src/play/table.svelte";
import { aTable } from "../../src/design/tables";

const news: News[] = [
  { version: 4, seat: null, text: "", happenings: [{ kind: "turn begins", seat: 0, amount: 1 }] },
  { version: 5, seat: 0, text: "", happenings: [{ kind: "plays", seat: 0, card: "Mystic" }] },
  { version: 6, seat: 0, text: "", happenings: [{ kind: "turn begins", seat: 1, amount: 2 }] },
];
const watched = { news, you: 0, name: (seat: number) => ["Ada", "Bob"][seat] ?? "" };

it("the log tells turn by turn, with a picture for each card", async () => {
  const screen = await render(Story, { table: watched as unknown as Table });
  await expect.element(screen.getByRole("heading", { name: "Turn 1: your turn" })).toBeVisible();
  await expect.element(screen.getByRole("heading", { name: "Turn 2: Bob's turn" })).toBeVisible();
  const card = screen.getByRole("link", { name: "Mystic" });
  await expect.element(card).toHaveAttribute("href", "/cards/mystic");
  expect(card.element().querySelector("img")?.src).toMatch(/^data:|^blob:/);
});

const chatAt = (now: Partial<TableNow>) => {
  const lines = [{ number: 1, at: 0, by: "bob", name: "Bob", phrase: "", text: "Hello there" }];
  const table = { now: aTable({ chat: [], ...now }), chat: lines, act: vi.fn(() => Promise.resolve(true)) };
  return { table, screen: render(Chat, { table: table as unknown as Table }) };
};

it("there is no chat with bots", async () => {
  const screen = await chatAt({}).screen;
  expect(screen.container.querySelector(".chat")).toBeNull();
});

it("people talk, and can be muted in so many words", async () => {
  const [ada] = aTable().seats;
  const { table, screen } = chatAt({ seats: [ada!, { ...ada!, person: "bob", name: "Bob" }] });
  const shown = await screen;
  await expect.element(shown.getByText("Hello there")).toBeVisible();
  await expect.element(shown.getByRole("button", { name: "Mute Bob" })).toHaveTextContent("Mute");
  await shown.getByRole("textbox", { name: "Say something" }).fill("Good game");
  await shown.getByRole("button", { name: "Send" }).click();
  expect(table.act).toHaveBeenCalledWith({ do: "say", text: "Good game" });
});
