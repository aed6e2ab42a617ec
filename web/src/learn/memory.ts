/** What this browser remembers of somebody who learns. Where nothing may be stored, nothing is remembered. */

import { store, stored } from "../ui/stored";

const HAS_PLAYED = "vigil-has-played";
const PLACE = "vigil-lesson";
const DONE = "vigil-lessons-done";

export const hasPlayed = (): boolean => stored(HAS_PLAYED) !== "";
export const noteThatPlayed = (): void => store(HAS_PLAYED, "yes");

/** How far the lesson at this table has come; another table begins at the beginning. */
export function lessonPlace(table: string): number {
  const [id, place] = stored(PLACE).split(" ");
  return id === table && /^\d{1,3}$/.test(place ?? "") ? Number(place) : 0;
}

export const noteLessonPlace = (table: string, place: number): void => store(PLACE, `${table} ${place}`);

/** The lessons that were finished here. */
export const lessonsDone = (): Set<string> => new Set(stored(DONE).split(" ").filter(Boolean));

export const noteLessonDone = (name: string): void => store(DONE, [...lessonsDone().add(name)].join(" "));
