/**
 * A card can be pulled instead of touched: whoever lets go of it outside of where it lay has done what a click does, and
 * whoever brings it back has done nothing. It glows as long as letting go would do something.
 */

import type { Attachment } from "svelte/attachments";

import { pictureOf } from "./flyers";
import { lookAway } from "./look.svelte";

/** Pixels until a press becomes a pull. */
const SLACK = 10;
/** Pixels around a card that lies in no place of its own. */
const MARGIN = 40;

interface Pull {
  readonly picture: HTMLElement;
  readonly place: DOMRect;
}

function placeOf(element: Element): DOMRect {
  const zone = element.closest("[data-from]");
  if (zone) return zone.getBoundingClientRect();
  const { x, y, width, height } = element.getBoundingClientRect();
  return new DOMRect(x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN);
}

const isOutside = ({ left, right, top, bottom }: DOMRect, { clientX: x, clientY: y }: PointerEvent): boolean =>
  x < left || x > right || y < top || y > bottom;

/** `{@attach pullable(() => isPossible, act)}` on the element that shows a card. */
export function pullable(isPossible: () => boolean, act: () => void): Attachment<HTMLElement> {
  return (element) => {
    let start: PointerEvent | undefined;
    let pull: Pull | undefined;
    /** The click that follows a pull is none, also when it was given up. */
    let wasPulled = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const down = (event: PointerEvent): void => {
      if (event.button !== 0 || !event.isPrimary || !isPossible()) return;
      start = event;
      // Whoever pulls again at once would otherwise have the next pull forgotten in its middle, and act twice.
      clearTimeout(timer);
      wasPulled = false;
      // A quick hand has left the card before it moves for the first time.
      element.setPointerCapture(event.pointerId);
    };
    const move = (event: PointerEvent): void => {
      if (!start || event.pointerId !== start.pointerId) return;
      const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
      if (!pull && Math.hypot(x, y) < SLACK) return;
      pull ??= begin();
      pull.picture.style.setProperty("translate", `${x}px ${y}px`);
      pull.picture.classList.toggle("goes", isOutside(pull.place, event));
    };
    const begin = (): Pull => {
      lookAway();
      wasPulled = true;
      element.classList.add("pulled");
      const picture = pictureOf(element, element.getBoundingClientRect());
      picture.classList.add("pulls");
      addEventListener("keydown", escape);
      return { picture, place: placeOf(element) };
    };
    const stop = (): void => {
      pull?.picture.remove();
      removeEventListener("keydown", escape);
      element.classList.remove("pulled");
      start = pull = undefined;
    };
    const up = (event: PointerEvent): void => {
      const isMeant = pull && isOutside(pull.place, event) && isPossible();
      stop();
      // It follows at once, or never.
      timer = setTimeout(() => (wasPulled = false), 50);
      if (isMeant) act();
    };
    const click = (event: Event): void => {
      if (wasPulled) event.stopImmediatePropagation();
      wasPulled = false;
    };
    const escape = (event: KeyboardEvent): void => void (event.key === "Escape" && stop());

    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener("pointerdown", down, { signal });
    element.addEventListener("pointermove", move, { signal });
    element.addEventListener("pointerup", up, { signal });
    element.addEventListener("pointercancel", stop, { signal });
    element.addEventListener("click", click, { capture: true, signal });
    return () => {
      listening.abort();
      stop();
    };
  };
}
