import { describe, expect, it } from "vitest";

import type { News, SeatChange } from "../src/api/messages";
import {
  inFront,
  inHand,
  inRow,
  inSupply,
  inWords,
  leftToDo,
  lit,
  said,
  saidBefore,
  saidOf,
} from "../src/play/choices";
import { inBrief, turnsOf } from "../src/play/log";
import { plain } from "../src/play/messages";
import { honorOverTurns, worthOf } from "../src/play/tally";
import { titleOfTable } from "../src/play/titles";
import { lay } from "../src/play/tokens";
import { undoQuestion } from "../src/play/undo";
import { aBoard, aDecision, anOffer, aPlayer } from "../src/design/tables";

const reader = { you: 0, name: (seat: number) => ["Ada", "Bob"][seat] ?? "?" };

describe("the log", () => {
  it("goes turn by turn, and leaves out what the board shows anyway", () => {
    const news: News[] = [
      { version: 4, seat: null, text: "", happenings: [{ kind: "turn begins", seat: 0, amount: 1 }] },
      { version: 5, seat: 0, text: "", happenings: [{ kind: "plays", seat: 0, card: "Militia" }] },
      {
        version: 6,
        seat: 0,
        text: "",
        happenings: [
          { kind: "draws", seat: 0, card: "Militia" },
          { kind: "turn begins", seat: 1, amount: 2 },
        ],
      },
    ];
    expect(turnsOf(news, reader).map(({ number, seat }) => [number, seat])).toEqual([
      [1, 0],
      [2, 1],
    ]);
    expect(inBrief(news[2]!)).toEqual([]);
    const before = turnsOf(news.slice(0, 2), reader);
    expect(turnsOf([...news.slice(0, 2)], reader, before)[0]).toBe(before[0]);
    expect(turnsOf(news, reader, before)[0]).not.toBe(before[0]);
  });
});

describe("who left and who came back", () => {
  const turn = (version: number, amount: number): News => ({
    version,
    seat: null,
    text: "",
    happenings: [{ kind: "turn begins", seat: 0, amount }],
  });

  it("stands in the log where it happened", () => {
    const changes: SeatChange[] = [
      { number: 5, at: 0, seat: 1, kind: "left" },
      { number: 7, at: 0, seat: 1, kind: "returned" },
      { number: 8, at: 0, seat: 0, kind: "timed-out" },
    ];
    const turns = turnsOf([turn(4, 1), turn(6, 2)], reader, [], changes);
    expect(turns.map((each) => each.sentences.map(plain))).toEqual([
      ["Bob left the table, and a bot plays for them."],
      ["Bob came back.", "You ran out of time."],
    ]);
  });
});

describe("an undo", () => {
  it("says what it takes back", () => {
    const ask = (...turns: number[]): string => undoQuestion(turns, [0], reader.name);
    expect(ask(1, 2, 3, 4, 5, 0)).toBe("Take back the last round: 5 other turns?");
    expect(ask(1, 0)).toBe("Take back the last round: Bob's turn?");
    expect(ask(0)).toBe("Take back the end of your last turn?");
  });
});

describe("what is possible", () => {
  const board = aBoard({
    row: [anOffer("Mephit"), anOffer("Mephit"), anOffer("Mephit", { under: ["Energy Shard"] }), anOffer(null)],
    players: [
      aPlayer({ hand: ["Apprentice"], constructs: ["Hedron Cannon"] }),
      aPlayer({ constructs: ["Voidfeeder"] }),
    ],
  });

  it("lies on the cards of the table", () => {
    const found = lit(
      aDecision([
        { text: "play Apprentice", verb: "play", card: "Apprentice" },
        { text: "use Hedron Cannon", verb: "use", card: "Hedron Cannon", slot: 0 },
        { text: "acquire Mystic", verb: "acquire", card: "Mystic", zone: "supply" },
        { text: "end turn", verb: "end turn" },
      ]),
      board,
      0,
    );
    expect([...found.on.keys()]).toEqual([
      inHand("Apprentice"),
      inFront(0, "constructs", "Hedron Cannon"),
      inSupply("Mystic"),
    ]);
    expect([found.tray, found.words]).toEqual([[], []]);
  });

  it("lies on both of two equal cards, but not on one with other treasure", () => {
    const found = lit(
      aDecision([{ text: "defeat Mephit", verb: "defeat", card: "Mephit", zone: "row", slot: 0 }]),
      board,
      0,
    );
    expect([...found.on.keys()]).toEqual([inRow(0), inRow(1)]);
  });

  it("lies in the tray where the card is in a pile, and is said in words where there is none", () => {
    const found = lit(
      aDecision(
        [
          { text: "choose Militia", verb: "choose", card: "Militia", zone: "discard" },
          { text: "choose Voidfeeder", verb: "choose", card: "Voidfeeder", zone: "constructs", seat: 1 },
          { text: "decline", verb: "decline" },
        ],
        { is_turn: false },
      ),
      board,
      0,
    );
    expect(found.tray.map(({ card }) => card)).toEqual(["Militia"]);
    expect([...found.on.keys()]).toEqual([inFront(1, "constructs", "Voidfeeder")]);
    expect(found.words.map((option) => said(option, reader.name))).toEqual(["No"]);
  });

  it("calls players by their names", () => {
    expect(said({ text: "choose p2", verb: "choose", seat: 1 }, reader.name)).toBe("Bob");
    expect(said({ text: "end turn", verb: "end turn" }, reader.name)).toBe("End turn");
    const gift = { text: "acquire Mystic for p2", verb: "acquire", card: "Mystic", seat: 1 };
    expect(said(gift, reader.name)).toBe("Acquire Mystic for Bob");
    expect(saidBefore(gift, reader.name)).toBe("Acquire Mystic for Bob: ");
    expect(saidOf(aDecision([gift]), gift.text, reader.name)).toBe("Acquire Mystic for Bob");
    expect(saidOf(aDecision([gift]), "end turn", reader.name)).toBe("");
    const theirs = { text: "choose Muramasa", verb: "choose", card: "Muramasa", zone: "constructs", seat: 1 };
    expect(said(theirs, reader.name)).toBe("Choose Muramasa of Bob");
    const paid = { text: "acquire Vyrak, the First with 3 power", verb: "acquire", card: "Vyrak, the First", power: 3 };
    expect(said(paid, reader.name)).toBe("Acquire Vyrak, the First with 3 power");
    const question = [["destroy", "Destroy"], " a Construct of ", ["seat", "p2", "1"], "."];
    expect(inWords(question, reader.name)).toBe("Destroy a Construct of Bob.");
  });

  it("is named before a turn ends too early", () => {
    expect(leftToDo(aDecision([{ text: "end turn", verb: "end turn" }]))).toEqual([]);
    expect(leftToDo(aDecision([{ text: "defeat Cultist", verb: "defeat" }]))).toEqual(["defeat a monster"]);
  });

  it("survives a decision about seats and slots that do not exist", () => {
    const odd = { text: "choose Mephit", verb: "choose", card: "Mephit", zone: "row", slot: 99, seat: 7 };
    expect(lit(aDecision([odd]), board, 5).on.get(inRow(99))).toEqual([odd]);
  });
});

describe("cards that can be followed", () => {
  const before = lay(
    aBoard({
      row: [anOffer("Mephit"), anOffer("Mystic")],
      players: [aPlayer({ hand: ["Apprentice", "Apprentice", "Militia"] }), aPlayer()],
    }),
    0,
  );

  it("keep their numbers where they stay, and take them along where they go", () => {
    const after = lay(
      aBoard({
        row: [anOffer("Mephit"), anOffer("Wolf Shaman")],
        players: [aPlayer({ hand: ["Apprentice", "Militia"], played: ["Apprentice"] }), aPlayer()],
      }),
      0,
      before,
    );
    expect(after.row[0]).toBe(before.row[0]);
    expect(after.hand.map(({ id }) => id)).toEqual([before.hand[0]!.id, before.hand[2]!.id]);
    expect(after.players[0]!.played[0]).toMatchObject({ id: before.hand[1]!.id, zone: "played-0" });
    expect(after.row[1]!.id).toBeGreaterThan(before.hand[2]!.id);
  });

  it("are never the same twice", () => {
    const after = lay(aBoard({ players: [aPlayer({ hand: Array(9).fill("Apprentice") }), aPlayer()] }), 0, before);
    expect(new Set(after.hand.map(({ id }) => id)).size).toBe(9);
  });
});

describe("honor", () => {
  const news: News[] = [
    { version: 1, seat: null, text: "", happenings: [{ kind: "turn begins", seat: 0, amount: 1 }] },
    {
      version: 2,
      seat: 0,
      text: "",
      happenings: [
        { kind: "gains", seat: 0, amount: 3, detail: "honor" },
        { kind: "acquires", seat: 0, card: "Mystic", other: 0 },
        { kind: "turn begins", seat: 1, amount: 2 },
        { kind: "loses honor", seat: 0, other: 1, amount: 1 },
      ],
    },
  ];

  it("is followed turn by turn, and ends where the scores say", () => {
    expect(honorOverTurns(news, [3, 2]).map(({ points }) => points)).toEqual([
      [0, 4, 3],
      [0, 0, 2],
    ]);
  });

  it("is counted card by card, wherever the cards are", () => {
    const board = aBoard({
      players: [aPlayer({ hand: ["Mystic"], discard: { Mystic: 2 }, constructs: ["Hedron Cannon"] }), aPlayer()],
    });
    const piles = { kind: "piles", seat: 0, version: 9, center_deck: [], unseen: [{}, {}] } as const;
    const decks = [[{ size: 1, cards: { Militia: 1 } }], []];
    expect(worthOf(0, board, { ...piles, center_deck: [], unseen: [{}, {}], decks })).toEqual([
      { card: "Hedron Cannon", count: 1, honor: 8 },
      { card: "Mystic", count: 3, honor: 3 },
      { card: "Militia", count: 1, honor: 0 },
    ]);
  });
});

describe("a table in words", () => {
  it("names its sets and its variant", () => {
    expect(titleOfTable({ sets: ["rise-of-vigil", "war-of-shadows"], variant: "team" })).toBe(
      "Rise of Vigil + War of Shadows, teams",
    );
    expect(titleOfTable({})).toBe("");
  });
});
