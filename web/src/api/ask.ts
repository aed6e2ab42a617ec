/** Asking the server: typed, and with one kind of error whatever goes wrong. */

import { connection } from "../strings";
import { is } from "./border";
import type { NewChallenge, NewReport, NewTable, Received, Refusal } from "./messages";
import { reach } from "./reach.svelte";
import { session } from "./session";

/** What the server refused, or why it could not be asked; `message` is for people. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(`${refusal.message} ${refusal.hint}`.trim());
  }
}

const refused = (message: string, hint: string): Refused =>
  new Refused({ kind: "refused", code: "internal_error", message, hint });

const unanswered = (): Refused => refused(connection.noAnswer, connection.tryAgainSoon);

/** A text that nobody else has: what is sent twice with it is done once. */
export const freshKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Milliseconds for an answer; more for what the server has to think about. */
const PATIENCE = 10_000;
const LONG_PATIENCE = 60_000;

interface Question {
  readonly method?: string;
  readonly body?: unknown;
  readonly key?: string;
  readonly patience?: number;
}

async function ask<Name extends keyof Received>(
  name: Name,
  path: string,
  { method = "GET", body, key = "", patience = PATIENCE }: Question = {},
): Promise<Received[Name]> {
  let answer: unknown;
  try {
    const response = await fetch(path, {
      method,
      signal: AbortSignal.timeout(patience),
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key ? { "idempotency-key": key } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    answer = await response.json();
  } catch {
    reach.lose();
    throw unanswered();
  }
  reach.find();
  if (is("Refusal", answer)) throw new Refused(answer);
  if (!is(name, answer)) throw refused(connection.notUnderstood, connection.reload);
  if (name === "Me" || method !== "GET") session.note();
  return answer;
}

/** For what is answered with nothing. */
async function tell(method: string, path: string): Promise<void> {
  const answer = await fetch(path, { method }).catch(() => undefined);
  if (answer?.ok) return;
  const reason: unknown = await answer?.json().catch(() => undefined);
  throw is("Refusal", reason) ? new Refused(reason) : unanswered();
}

const mutes = (person: string): string => `/api/me/mutes/${encodeURIComponent(person)}`;
const table = (id: string): string => `/api/tables/${encodeURIComponent(id)}`;
const game = (id: string): string => `/api/games/${encodeURIComponent(id)}`;
const person = (name: string): string => `/api/people/${encodeURIComponent(name)}`;
const challenge = (id: string): string => `/api/challenges/${encodeURIComponent(id)}`;
const block = (id: string): string => `/api/me/blocks/${encodeURIComponent(id)}`;
const hidden = (id: string): string => `/api/me/hidden/${encodeURIComponent(id)}`;

/** What is looked for in a history; times are in seconds since 1970. */
export interface GameSearch {
  readonly set?: string | undefined;
  readonly opponent?: string | undefined;
  readonly result?: string | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly cursor?: string | undefined;
  readonly count?: number | undefined;
}

function query(search: GameSearch): string {
  const given = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return given.length ? `?${new URLSearchParams(given)}` : "";
}

const invitation = (token: string): string => `/api/invitations/${encodeURIComponent(token)}`;

export const server = {
  me: () => ask("Me", "/api/me"),
  rename: (name: string) => ask("Me", "/api/me", { method: "PATCH", body: { name } }),
  lobby: () => ask("Lobby", "/api/lobby"),
  catalogue: () => (catalogue ??= ask("Catalogue", "/api/catalogue").catch(forget)),
  open: (asked: NewTable, key: string) => ask("TableNow", "/api/tables", { method: "POST", body: asked, key }),
  /** With `since` only the news after that entry. */
  table: (id: string, since = 0) => ask("TableNow", `${table(id)}${since ? `?since=${since}` : ""}`),
  piles: (id: string, seat?: number) => ask("Piles", `${table(id)}/piles${seat === undefined ? "" : `?seat=${seat}`}`),
  hint: (id: string, seat: number) => ask("Hint", `${table(id)}/hint?seat=${seat}`, { patience: LONG_PATIENCE }),
  invite: (id: string, seat: number) =>
    ask("Invitation", `${table(id)}/invitations`, { method: "POST", body: { seat } }),
  mute: (person: string) => tell("PUT", mutes(person)),
  unmute: (person: string) => tell("DELETE", mutes(person)),
  invited: (token: string) => ask("Invited", invitation(token)),
  accept: (token: string) => ask("Seated", invitation(token), { method: "POST" }),
  myGames: (search: GameSearch = {}) => ask("GameHistory", `/api/me/games${query(search)}`),
  hide: (id: string) => tell("PUT", hidden(id)),
  show: (id: string) => tell("DELETE", hidden(id)),
  abandon: (id: string) => tell("DELETE", `/api/me/games/${encodeURIComponent(id)}`),
  profile: (name: string) => ask("Profile", person(name)),
  gamesOf: (name: string, search: GameSearch = {}) => ask("GamePages", `${person(name)}/games${query(search)}`),
  setPrivate: (isPrivate: boolean) =>
    ask("ProfileSettings", "/api/me/profile", { method: "PUT", body: { private: isPrivate } }),
  blocked: () => ask("BlockedPeople", "/api/me/blocks"),
  block: (id: string) => tell("PUT", block(id)),
  unblock: (id: string) => tell("DELETE", block(id)),
  report: (report: NewReport) => ask("ReportReceived", "/api/me/reports", { method: "POST", body: report }),
  challenge: (asked: NewChallenge) => ask("ChallengeNow", "/api/challenges", { method: "POST", body: asked }),
  acceptChallenge: (id: string) => ask("ChallengeNow", `${challenge(id)}/accept`, { method: "POST" }),
  endChallenge: (id: string) => tell("DELETE", challenge(id)),
  rematch: (id: string) => ask("ChallengeNow", `${game(id)}/rematch`, { method: "POST" }),
  game: (id: string) => ask("GamePage", game(id)),
  /** From one seat, or from all. */
  positions: (id: string, first: number, count: number, seat?: number) =>
    ask(
      "Positions",
      `${game(id)}/positions?first=${first}&count=${count}${seat === undefined ? "" : `&seat=${seat}`}`,
      {
        patience: LONG_PATIENCE,
      },
    ),
};

let catalogue: Promise<Received["Catalogue"]> | undefined;

const forget = (error: unknown): never => {
  catalogue = undefined;
  throw error;
};

/** What to tell somebody when something went wrong. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
