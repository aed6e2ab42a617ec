/**
 * Requests to the server: typed by its OpenAPI document, with one kind of error whatever goes wrong.
 *
 *     await ask(client.GET("/api/tables/{table_id}", { params: { path: { table_id: id } } }))
 */

import createClient from "openapi-fetch";

import { connection } from "../strings";
import { fits, is, type Shape } from "./border";
import type { paths, Refusal } from "./messages";
import { reach } from "./reach.svelte";
import { ANSWERS } from "./shapes";

/** What the server refused, or why it could not be asked; `message` is for people. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(`${refusal.message} ${refusal.hint}`.trim());
  }
}

const failed = (message: string, hint: string): Refused =>
  new Refused({ kind: "refused", code: "internal_error", message, hint });

/** Milliseconds for an answer; more for what the server has to think about. */
const PATIENCE = 10_000;
const LONG_PATIENCE = 60_000;
const SLOW: readonly string[] = [
  "/api/tables/{table_id}/hint",
  "/api/tables/{table_id}/coach",
  "/api/games/{table_id}/positions",
  "/api/games/{table_id}/positions/{step}/values",
  "/api/games/{table_id}/moments/{step}",
  "/api/positions/values",
  "/api/positions/read",
] satisfies (keyof paths)[];

/** The shape that an answer has to have. */
const expected = new WeakMap<Response, Shape>();
const answers: { readonly [route: string]: Shape } = ANSWERS;

export const client = createClient<paths>();
client.use({
  onRequest: ({ request, schemaPath }) =>
    new Request(request, { signal: AbortSignal.timeout(SLOW.includes(schemaPath) ? LONG_PATIENCE : PATIENCE) }),
  onResponse: ({ request, schemaPath, response }) => {
    const shape = answers[`${request.method} ${schemaPath}`];
    if (shape) expected.set(response, shape);
  },
});

interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** What was answered; a `Refused` where it was refused, did not come, or is not what it should be. */
export async function ask<Data>(request: Promise<Answer<Data>>): Promise<Data> {
  const answer = await request.catch(() => undefined);
  const isRefusal = is("Refusal", answer?.error);
  if (!answer || !(answer.response.ok || isRefusal)) {
    reach.lose();
    throw failed(connection.noAnswer, connection.tryAgainSoon);
  }
  reach.find();
  if (isRefusal) throw new Refused(answer.error);
  const shape = expected.get(answer.response);
  if (shape && !fits(shape, answer.data)) throw failed(connection.notUnderstood, connection.reload);
  return answer.data as Data;
}

/** A text that nobody else has: what is sent twice with it is done once. */
export const freshKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** What to tell somebody when something went wrong. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
