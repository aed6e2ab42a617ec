/** Where somebody wanted to go before they were asked to sign in. */

import { route } from "../router.svelte";
import { ownAddress } from "./checks";

export const nextAddress = (otherwise = "/"): string => ownAddress(route.query.get("next"), otherwise);

/** The same for a link to another of these pages. */
export const withNext = (path: string): string => {
  const next = nextAddress();
  return next === "/" ? path : `${path}?next=${encodeURIComponent(next)}`;
};
