/** Links that were made to the seats of a table. The server tells each of them once, so this tab keeps them. */

import { server } from "../api/ask";
import { waiting } from "../strings";
import { notify } from "../ui/toasts.svelte";

const key = (table: string, seat: number): string => `vigil-link ${table} ${seat}`;

export function linkTo(table: string, seat: number): string {
  try {
    return sessionStorage.getItem(key(table, seat)) ?? "";
  } catch {
    return "";
  }
}

/** A new link to a seat; whoever opens it first gets the seat. */
export async function invite(table: string, seat: number): Promise<string> {
  const { link } = await server.invite(table, seat);
  try {
    sessionStorage.setItem(key(table, seat), link);
  } catch {
    // It is forgotten when the page is left; another one can be made.
  }
  return link;
}

/** Copies a link and says so; whether that was possible. */
export async function copyLink(link: string, told: string = waiting.copied): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    return false;
  }
  notify(told);
  return true;
}
