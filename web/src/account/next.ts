/** Where somebody wanted to go before they were asked to sign in. */

import { route } from "../router.svelte";

/** An address of this site only: a link must not lead elsewhere after somebody has signed in here. */
export function nextAddress(otherwise = "/", query: URLSearchParams = route.query): string {
  const wanted = query.get("next") ?? "";
  return /^\/(?![/\\])/.test(wanted) ? wanted : otherwise;
}

/** The same address for a link to another of these pages. */
export const withNext = (path: string): string => {
  const next = nextAddress();
  return next === "/" ? path : `${path}?next=${encodeURIComponent(next)}`;
};
