/** Tables for tests: complete messages, of which each test says only what matters to it. */

import type { Board, DecisionSight, Offer, OptionSight, PlayerSight, Sight, TableNow } from "../src/api/messages";

export const anOffer = (card: string | null, given: Partial<Offer> = {}): Offer => ({
  card,
  under: [],
  left: null,
  runes: 0,
  power: 0,
  option: null,
  why_not: null,
  ...given,
});

export const aPlayer = (given: Partial<PlayerSight> = {}): PlayerSight => ({
  honor: 0,
  hand: null,
  hand_count: 5,
  shown: [],
  deck_count: 5,
  top_of_deck: null,
  discard: {},
  played: [],
  constructs: [],
  used: [],
  trophies: [],
  ...given,
});

export const aBoard = (given: Partial<Board> = {}): Board => ({
  turn: {
    seat: 0,
    number: 1,
    runes: 0,
    power: 0,
    energy: 0,
    mechana_runes: 0,
    construct_discount: 0,
    treasure_discount: 0,
    void_defeats: 0,
    mixed_payment: false,
    pending: [],
  },
  row: [],
  piles: [],
  event: null,
  light: "neither",
  day_for_active: false,
  pool: 60,
  center_deck: 94,
  void: {},
  removed: {},
  set_aside: [],
  on_its_way: [],
  cult_honor: 0,
  cult_cards: {},
  extra_turns: 0,
  first: 0,
  ending: false,
  over: false,
  winners: [],
  deciding: 0,
  asking: null,
  waits: null,
  players: [aPlayer({ hand: [] }), aPlayer()],
  ...given,
});

export const aDecision = (options: OptionSight[], given: Partial<DecisionSight> = {}): DecisionSight => ({
  prompt: "Your turn.",
  card: null,
  is_turn: true,
  is_optional: false,
  refusal: "",
  picks: [],
  options,
  ...given,
});

export const aSight = (given: Partial<Sight> = {}): Sight => ({
  seat: 0,
  board: aBoard(),
  decision: null,
  news: [],
  ...given,
});

export const aTable = (given: Partial<TableNow> = {}): TableNow => ({
  kind: "table",
  id: "T",
  number: 4,
  version: 4,
  since: 0,
  phase: "playing",
  settings: { sets: ["chronicle-of-the-godslayer"], players: 2 },
  beginning: null,
  owner: "me",
  you: "me",
  your_seats: [0],
  seats: [
    { person: "me", name: "Ada", bot: "", here: true, seconds: null, clock_runs: false },
    { person: "", name: "", bot: "player", here: false, seconds: null, clock_runs: false },
  ],
  paused: false,
  seat_changes: [],
  watching: 0,
  may_undo: false,
  undo_turns: [],
  undo: null,
  taken_back: null,
  chat: [],
  commitment: "",
  revealed: null,
  result: null,
  sights: [aSight()],
  ...given,
});
