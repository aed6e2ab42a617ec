/** What the account pages check themselves. */

import type { Me } from "../api/messages";
import { account as texts } from "../strings/account";

const SHORTEST = 8;

/** Guests are given a name with a number until they choose one. */
export const hasOwnName = ({ name, is_guest }: Me): boolean => !(is_guest && /^Guest \d+$/.test(name));

/** What is wrong with a new password; empty where nothing is. */
export const passwordProblem = (password: string): string =>
  password.length < SHORTEST ? (password ? texts.fields.tooShort : texts.fields.missing) : "";

/** An address of this site only: a link must not lead elsewhere after somebody has signed in here. */
export const ownAddress = (wanted: string | null, otherwise: string): string =>
  wanted && /^\/(?![/\\])/.test(wanted) ? wanted : otherwise;
