/** Boards on which not all zones fit: they scroll below the question. */

import { isCramped, leastSizes } from "./fit";
import { folds } from "./folds.svelte";

const CANDIDATE = ":is([data-zone=tray], [data-zone=hand], [data-zone=front], [data-zone=center]) [data-lit]";

/** Notes whether the board is cramped, and scrolls it to what a new question is about. */
export const cramped =
  (question: () => unknown) =>
  (board: HTMLElement): (() => void) => {
    const measured = new ResizeObserver(() => {
      folds.cramped = isCramped({ wide: board.clientWidth, high: board.clientHeight }, leastSizes().rem);
    });
    measured.observe(board);
    $effect(() => {
      if (question() && folds.cramped) board.querySelector(CANDIDATE)?.scrollIntoView({ block: "nearest" });
    });
    return () => measured.disconnect();
  };
