/** Short notices that come and go. What cannot be missed belongs into the page, not here. */

import type { IconName } from "./icons";

export interface Action {
  readonly label: string;
  run(): void;
}

export interface Toast {
  readonly number: number;
  readonly text: string;
  readonly icon: IconName;
  readonly action: Action | undefined;
}

const MOST = 3;
const READING_MS = 60;
const LEAST_MS = 4000;

let last = 0;
export const toasts: Toast[] = $state([]);

/**
 * Shows a notice for as long as it takes to read it; one that is shown already starts anew. A notice with something to
 * do stays until it is done or dismissed.
 */
export function notify(text: string, icon: IconName = "check", action?: Action): void {
  const shown = toasts.find((toast) => toast.text === text);
  if (shown) dismiss(shown.number);
  const toast = { number: ++last, text, icon, action };
  toasts.push(toast);
  if (toasts.length > MOST) toasts.shift();
  if (!action) setTimeout(() => dismiss(toast.number), Math.max(LEAST_MS, text.length * READING_MS));
}

export function dismiss(number: number): void {
  const place = toasts.findIndex((toast) => toast.number === number);
  if (place >= 0) toasts.splice(place, 1);
}

/** What it was about has passed. */
export function dismissText(text: string): void {
  const shown = toasts.find((toast) => toast.text === text);
  if (shown) dismiss(shown.number);
}
