/**
 * A form whose mistakes are shown beside its fields.
 *
 *     const form = new Form({ wrong_password: "password" });
 *     <form onsubmit={form.submit(check, send)}>
 */

import { tick } from "svelte";

import { messageOf, Refused } from "../api/client";
import type { Code } from "../api/messages";

/** Messages by the names of fields; "" is for the form as a whole. */
export type Problems = Readonly<Record<string, string>>;

export class Form {
  problems: Problems = $state.raw({});
  isBusy = $state(false);

  /** `fields` says which field a refusal is about. */
  constructor(private readonly fields: Partial<Record<Code, string>> = {}) {}

  /** `check` finds what can be found without the server. */
  submit(check: () => Problems, send: () => Promise<unknown>) {
    return async (event: SubmitEvent): Promise<void> => {
      event.preventDefault();
      if (this.isBusy) return;
      const element = event.currentTarget as HTMLFormElement;
      this.problems = Object.fromEntries(Object.entries(check()).filter(([, problem]) => problem));
      if (!Object.keys(this.problems).length) await this.send(send);
      await tick();
      // The browser says the message with the field, which is described by it.
      element.querySelector<HTMLElement>("[aria-invalid=true], [data-problem]")?.focus();
    };
  }

  private async send(send: () => Promise<unknown>): Promise<void> {
    this.isBusy = true;
    try {
      await send();
    } catch (error) {
      const field = error instanceof Refused ? this.fields[error.refusal.code] : undefined;
      this.problems = { [field ?? ""]: messageOf(error) };
    } finally {
      this.isBusy = false;
    }
  }
}
