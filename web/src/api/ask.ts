/** What the page asks of the server. Everything else of the API can be asked with `client` in the same way. */

import { library } from "../cards/library.svelte";
import { ask, client } from "./client";
import type {
  Catalogue,
  Depth,
  Kind,
  NewChallenge,
  NewReport,
  NewTable,
  paths,
  Pool,
  Position,
  PuzzleAttempt,
  TableSettings,
} from "./messages";

export { freshKey, messageOf, Refused } from "./client";

const table = (table_id: string) => ({ path: { table_id } });
const invitation = (token: string) => ({ params: { path: { token } } });
const somebody = (person: string) => ({ params: { path: { person } } });
const challenge = (challenge_id: string) => ({ params: { path: { challenge_id } } });

/** What is looked for in a history; times are in seconds since 1970. */
export type GameSearch = NonNullable<paths["/api/me/games"]["get"]["parameters"]["query"]>;

/** Without what is empty. */
const given = (search: GameSearch): GameSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== "" && value !== null));

export const server = {
  me: () => ask(client.GET("/api/me")),
  signOut: () => ask(client.DELETE("/api/session")),
  rename: (name: string) => ask(client.PATCH("/api/me", { body: { name } })),
  mute: (person: string) => ask(client.PUT("/api/me/mutes/{person}", somebody(person))),
  unmute: (person: string) => ask(client.DELETE("/api/me/mutes/{person}", somebody(person))),
  lobby: () => ask(client.GET("/api/lobby")),
  catalogue: () => (catalogue ??= ask(client.GET("/api/catalogue")).then(withCards).catch(forget)),
  open: (body: NewTable, key: string) =>
    ask(client.POST("/api/tables", { params: { header: { "Idempotency-Key": key } }, body })),
  /** With `since` only the news after that entry. */
  table: (id: string, since = 0) =>
    ask(client.GET("/api/tables/{table_id}", { params: { ...table(id), query: { since } } })).then(withItsCards),
  piles: (id: string, seat: number | null = null) =>
    ask(client.GET("/api/tables/{table_id}/piles", { params: { ...table(id), query: { seat } } })),
  hint: (id: string, seat: number) =>
    ask(client.GET("/api/tables/{table_id}/hint", { params: { ...table(id), query: { seat } } })),
  coach: (id: string, seat: number) =>
    ask(client.GET("/api/tables/{table_id}/coach", { params: { ...table(id), query: { seat } } })),
  invite: (id: string, seat: number) =>
    ask(client.POST("/api/tables/{table_id}/invitations", { params: table(id), body: { seat } })),
  invited: (token: string) => ask(client.GET("/api/invitations/{token}", invitation(token))).then(withItsCards),
  accept: (token: string) => ask(client.POST("/api/invitations/{token}", invitation(token))),
  myGames: (search: GameSearch) => ask(client.GET("/api/me/games", { params: { query: given(search) } })),
  hide: (id: string) => ask(client.PUT("/api/me/hidden/{table_id}", { params: table(id) })),
  show: (id: string) => ask(client.DELETE("/api/me/hidden/{table_id}", { params: table(id) })),
  abandon: (id: string) => ask(client.DELETE("/api/me/games/{table_id}", { params: table(id) })),
  profile: (name: string) => ask(client.GET("/api/people/{name}", { params: { path: { name } } })),
  gamesOf: (name: string, search: GameSearch) =>
    ask(client.GET("/api/people/{name}/games", { params: { path: { name }, query: given(search) } })),
  setPrivate: (isPrivate: boolean) => ask(client.PUT("/api/me/profile", { body: { private: isPrivate } })),
  blocked: () => ask(client.GET("/api/me/blocks")),
  block: (person: string) => ask(client.PUT("/api/me/blocks/{person}", somebody(person))),
  unblock: (person: string) => ask(client.DELETE("/api/me/blocks/{person}", somebody(person))),
  report: (body: NewReport) => ask(client.POST("/api/me/reports", { body })),
  challenge: (body: NewChallenge) => ask(client.POST("/api/challenges", { body })),
  acceptChallenge: (id: string) => ask(client.POST("/api/challenges/{challenge_id}/accept", challenge(id))),
  endChallenge: (id: string) => ask(client.DELETE("/api/challenges/{challenge_id}", challenge(id))),
  rematch: (id: string) => ask(client.POST("/api/games/{table_id}/rematch", { params: table(id) })),
  ratings: (name: string) => ask(client.GET("/api/people/{name}/ratings", { params: { path: { name } } })),
  leaderboard: (pool: Pool, offset: number, limit: number) =>
    ask(client.GET("/api/leaderboards/{pool}", { params: { path: { pool }, query: { offset, limit } } })),
  /** Of a day; without a date, of today. */
  daily: (date: string) =>
    date ? ask(client.GET("/api/daily/days/{date}", { params: { path: { date } } })) : ask(client.GET("/api/daily")),
  dailyMonth: (month: string) => ask(client.GET("/api/daily/months/{month}", { params: { path: { month } } })),
  startDaily: (date: string, kind: Kind) =>
    ask(client.POST("/api/daily/days/{date}/{kind}", { params: { path: { date, kind } } })),
  practiseDaily: (date: string, kind: Kind, key: string) =>
    ask(
      client.POST("/api/daily/days/{date}/{kind}/practice", {
        params: { path: { date, kind }, header: { "Idempotency-Key": key } },
      }),
    ),
  game: (id: string) => ask(client.GET("/api/games/{table_id}", { params: table(id) })),
  stepValues: (id: string, step: number) =>
    ask(client.GET("/api/games/{table_id}/positions/{step}/values", { params: { path: { table_id: id, step } } })),
  reviews: (id: string) => ask(client.GET("/api/games/{table_id}/reviews", { params: table(id) })),
  review: (id: string, depth: Depth) =>
    ask(client.GET("/api/games/{table_id}/reviews/{depth}", { params: { path: { table_id: id, depth } } })),
  requestReview: (id: string, depth: Depth) =>
    ask(client.POST("/api/games/{table_id}/reviews", { params: table(id), body: { depth } })),
  cancelReview: (id: string, depth: Depth) =>
    ask(client.DELETE("/api/games/{table_id}/reviews/{depth}", { params: { path: { table_id: id, depth } } })),
  /** From one seat, or from all. */
  positions: (id: string, first: number, count: number, seat: number | null = null) =>
    ask(client.GET("/api/games/{table_id}/positions", { params: { ...table(id), query: { first, count, seat } } })),
  /** A moment of a finished game as a position. */
  moment: (table_id: string, step: number) =>
    ask(client.GET("/api/games/{table_id}/moments/{step}", { params: { path: { table_id, step } } })),
  puzzles: () => ask(client.GET("/api/puzzles")),
  puzzle: (puzzle_id: string) => ask(client.GET("/api/puzzles/{puzzle_id}", { params: { path: { puzzle_id } } })),
  dailyPuzzle: () => ask(client.GET("/api/puzzles/daily")),
  /** With a rating near one's own; not the one that was shown before. */
  nextPuzzle: (sets: string, theme: string, after: string) =>
    ask(client.GET("/api/puzzles/next", { params: { query: { sets, theme, after } } })),
  tryPuzzle: (puzzle_id: string, body: PuzzleAttempt, key: string) =>
    ask(
      client.POST("/api/puzzles/{puzzle_id}/tries", {
        params: { path: { puzzle_id }, header: { "Idempotency-Key": key } },
        body,
      }),
    ),
  myPuzzles: (count: number) => ask(client.GET("/api/me/puzzles", { params: { query: { count } } })),
  puzzlesOf: (name: string) => ask(client.GET("/api/people/{name}/puzzles", { params: { path: { name } } })),
  checkPosition: (body: Position, since = 0) =>
    ask(client.POST("/api/positions", { params: { query: { since } }, body })),
  positionValues: (body: Position) => ask(client.POST("/api/positions/values", { body })),
  positionFile: (title: string, position: Position) =>
    ask(client.POST("/api/positions/file", { body: { title, position } })),
  readScenarios: (text: string) => ask(client.POST("/api/positions/read", { body: { text } })),
  /** The present position of a table as a file, as far as one may know it. */
  scenarioOf: (id: string, title: string) =>
    ask(client.POST("/api/tables/{table_id}/scenario", { params: table(id), body: { title } })),
};

/** The cards that are played with are known before anything of a game is shown. */
async function withItsCards<Found extends { readonly settings: TableSettings }>(found: Found): Promise<Found> {
  await library.require(found.settings);
  return found;
}

async function withCards(found: Catalogue): Promise<Catalogue> {
  await library.update(found.cards_version);
  return found;
}

let catalogue: Promise<Catalogue> | undefined;

const forget = (error: unknown): never => {
  catalogue = undefined;
  throw error;
};
