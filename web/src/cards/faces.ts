/** Faces of cards that were drawn before: copying one takes a fraction of the time that building it anew would take. */

import type { Attachment } from "svelte/attachments";

const drawn = new Map<string, DocumentFragment>();

export const isDrawn = (face: string): boolean => drawn.has(face);

/** Remembers what was drawn for the next card that looks the same. */
export function remember(face: string): Attachment {
  return (element) => {
    const copy = document.createDocumentFragment();
    copy.append(...element.cloneNode(true).childNodes);
    drawn.set(face, copy);
  };
}

export function copyOf(face: string): Attachment {
  return (element) => element.replaceChildren(drawn.get(face)!.cloneNode(true));
}
