/** Looking at a card closely: after a moment's hover, with a long press, or with a key. */

import type { Attachment } from "svelte/attachments";

interface Looking {
  card: string | undefined;
  /** Why nothing can be done with it, where that is so. */
  note: string;
  /** On which side of the screen there is room. */
  side: "left" | "right";
  /** Shown until it is closed, not only for as long as the pointer rests. */
  stays: boolean;
}

const HOVER_MS = 450;
const PRESS_MS = 450;

const state: Looking = $state({ card: undefined, note: "", side: "right", stays: false });
let timer: ReturnType<typeof setTimeout> | undefined;
/** A long press is no click. */
let wasPressed = false;

export const look: Readonly<Looking> = state;

const notes = new WeakMap<Element, (() => string) | undefined>();

export function lookAt(card: string, near: Element, stays: boolean, note = notes.get(near)?.() ?? ""): void {
  const box = near.getBoundingClientRect();
  const isLeft = box.left + box.width / 2 < innerWidth / 2;
  Object.assign(state, { card, stays, note, side: isLeft ? "right" : "left" });
}

export function lookAway(): void {
  clearTimeout(timer);
  state.card = undefined;
}

/** Puts it on the element that shows a card: `{@attach lookable(name)}`. `noteOf` says why nothing can be done with it. */
export function lookable(card: string | null | undefined, noteOf?: () => string): Attachment<HTMLElement> {
  return (element) => {
    if (!card) return;
    element.dataset["looks"] = card;
    notes.set(element, noteOf);
    const later = (wait: number, stays: boolean): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        wasPressed = stays;
        lookAt(card, element, stays);
      }, wait);
    };
    const over = (event: PointerEvent): void => {
      if (event.pointerType === "mouse" && !state.stays) later(HOVER_MS, false);
    };
    const out = (): void => {
      clearTimeout(timer);
      if (!state.stays) state.card = undefined;
    };
    const down = (event: PointerEvent): void => {
      wasPressed = false;
      if (event.pointerType !== "mouse") later(PRESS_MS, true);
      else out();
    };
    const up = (): void => clearTimeout(timer);
    const click = (event: Event): void => {
      if (wasPressed) {
        event.stopImmediatePropagation();
        event.preventDefault();
      }
      wasPressed = false;
    };
    const menu = (event: Event): void => event.preventDefault();
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener("pointerenter", over, { signal });
    element.addEventListener("pointerleave", out, { signal });
    element.addEventListener("pointerdown", down, { signal });
    element.addEventListener("pointerup", up, { signal });
    element.addEventListener("pointercancel", up, { signal });
    element.addEventListener("click", click, { capture: true, signal });
    element.addEventListener("contextmenu", menu, { signal });
    return () => {
      listening.abort();
      if (state.card === card && !state.stays) lookAway();
    };
  };
}
