/** Asking the server: typed, and with one kind of error whatever goes wrong. */

import { connection } from "../strings";
import { is } from "./border";
import type { NewTable, Received, Refusal } from "./messages";
import { reach } from "./reach.svelte";

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
