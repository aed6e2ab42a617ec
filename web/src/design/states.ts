/** Tables in the states that the gallery shows. Everything in them is made up. */

import type { Board, OptionNow, ViewNow, TableNow } from "../api/messages";
import { aBoard, aDecision, anOffer, aPlayer, aView, aTable } from "./tables";

const SETS = ["chronicle-of-the-godslayer", "war-of-shadows"];
const NAMES = ["Ada", "Garrel", "Odra", "Bartholomew Featherstonehaugh", "Corwick", "Maelin"];
const LEVELS = ["", "player", "expert", "random", "casual", "master"];

const times = <Each>(count: number, each: (place: number) => Each): Each[] =>
  Array.from({ length: count }, (_, place) => each(place));

const seats = (players: number): TableNow["seats"] =>
  times(players, (place) => ({
    ...{ person: place ? "" : "me", name: NAMES[place]!, bot: LEVELS[place]!, style: "", here: !place },
    ...{ bot_since: null, seconds: null, clock_runs: false },
  }));

const row = [
  anOffer("Spike Vixen", { runes: 2 }),
  anOffer("Hedron Cannon", { runes: 8, why_not: { code: "", params: {}, text: "You need 2 more runes." } }),
  anOffer("Deadeye Assassin", { runes: 5 }),
  anOffer("Rescuebot 505", { runes: 5 }),
  anOffer("Samael's Trickster", { power: 3 }),
  anOffer("Dark Gladiator", { runes: 1, power: 1 }),
];
const piles = [
  anOffer("Mystic", { left: 26, runes: 3 }),
  anOffer("Heavy Infantry", { left: 24, runes: 2 }),
  anOffer("Cultist", { power: 2 }),
];
const constructs = ["The Grand Design", "Muramasa", "Watchmaker's Altar"];

const end: OptionNow = { text: "end turn", verb: "end turn" };
const inRow = (slot: number): OptionNow => {
  const card = row[slot]!.card!;
  return { text: `acquire ${card}`, verb: "acquire", card, zone: "row", slot };
};
const choose = (card: string, zone: string): OptionNow => ({
  ...{ text: `choose ${card} ${zone}`, verb: "choose", card, zone },
});

const players = (count: number): Board["players"] =>
  times(count, (place) =>
    place
      ? aPlayer({ honor: 9 * place + 3, constructs: constructs.slice(0, place % 3), used: [false, false] })
      : aPlayer({
          ...{ honor: 23, hand: ["Apprentice", "Apprentice", "Militia", "Mystic", "Landtalker"], constructs },
          ...{ used: [false, true, false], played: ["Landtalker"], discard: { Militia: 3, "Arha Initiate": 1 } },
        }),
  );

/** A table with what is different about its board, about what is seen of it, and about itself. */
function table(given: Partial<Board>, view: Partial<ViewNow> = {}, now: Partial<TableNow> = {}): TableNow {
  const count = given.players?.length ?? 2;
  const turn = { ...aBoard().turn, number: 7, runes: 4, power: 2, ...given.turn };
  const board = aBoard({ row, piles, players: players(count), void: { Cultist: 4 }, light: "day", ...given, turn });
  const settings = { sets: SETS, players: count };
  return aTable({ settings, seats: seats(count), views: [aView({ board, ...view })], ...now });
}

function asked(options: OptionNow[], prompt: string, refusal = ""): TableNow {
  const decision = aDecision(options, {
    ...{ is_turn: false, is_optional: refusal !== "", refusal, card: "Shade of the Black Watch", prompt },
    prompt_pieces: [prompt],
  });
  return table({}, { decision });
}

const no: OptionNow = { text: "decline", verb: "decline" };
const waits = { code: "waiting", params: { who: 1 }, text: "Waiting for Garrel." };
const full = times(6, (place) =>
  aPlayer({
    ...{ honor: 128 + place, hand_count: 10, constructs: times(20, (each) => constructs[each % 3]!) },
    used: times(20, () => false),
    ...(place ? {} : { hand: times(10, (each) => ["Apprentice", "Mystic"][each % 2]!) }),
    ...(place ? {} : { played: times(15, () => "Landtalker"), trophies: times(8, () => "Shade Viper") }),
  }),
);

const turn = [
  ...[0, 2, 3, 5].map(inRow),
  ...["Apprentice", "Militia", "Mystic", "Landtalker"].map((card) => ({ text: `play ${card}`, verb: "play", card })),
  ...["The Grand Design", "Watchmaker's Altar"].map((card) => ({ text: `use ${card}`, verb: "use", card })),
  end,
];
const assassin = { kind: "plays", seat: 1, card: "Deadeye Assassin" };

export const STATES = {
  "My turn": table({}, { decision: aDecision(turn) }, { may_undo: true }),
  "A question about my hand": asked(
    [...["Apprentice", "Militia", "Mystic"].map((card) => choose(card, "hand")), no],
    "Banish a card in your hand.",
    "banish nothing",
  ),
  "A question about a pile": asked(
    [choose("Militia", "discard"), choose("Arha Initiate", "discard"), choose("Mystic", "hand"), no],
    "Banish a card in your hand or discard pile.",
    "banish nothing",
  ),
  "A question in words": asked(
    ["Gain 3 runes", "Gain 3 power", "Draw two cards and discard one of them"].map((label) => ({
      ...{ text: label, verb: "choose", label },
    })),
    "Choose one.",
  ),
  "The opponent plays": table(
    { turn: { ...aBoard().turn, seat: 1, runes: 3 }, waits, deciding: 1 },
    { news: [{ version: 4, seat: 1, text: "", happenings: [assassin] }] },
  ),
  "Six full boards": table({ players: full }, { decision: aDecision([inRow(0), end]) }),
  "The last round": table({ ending: true, pool: 0, light: "night" }, { decision: aDecision([end]) }),
  Watching: table({ waits, deciding: 1 }, { seat: null }, { your_seats: [] }),
} satisfies Record<string, TableNow>;

export type State = keyof typeof STATES;

/** The same table with so many players. */
export const withPlayers = (count: number): TableNow => table({ players: players(count) });
