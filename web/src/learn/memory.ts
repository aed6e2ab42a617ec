/** What this browser remembers of somebody who learns. Where nothing may be stored, nothing is remembered. */

const HAS_PLAYED = "vigil-has-played";
const PLACE = "vigil-lesson";
const DONE = "vigil-lessons-done";

function recall(name: string): string {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

function note(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // It is forgotten when the page is left.
  }
}

export const hasPlayed = (): boolean => recall(HAS_PLAYED) !== "";
export const noteThatPlayed = (): void => note(HAS_PLAYED, "yes");

/** How far the lesson at this table has come; another table begins at the beginning. */
export function lessonPlace(table: string): number {
  const [id, place] = recall(PLACE).split(" ");
  return id === table && /^\d{1,3}$/.test(place ?? "") ? Number(place) : 0;
}

export const noteLessonPlace = (table: string, place: number): void => note(PLACE, `${table} ${place}`);

/** The lessons that were finished here. */
export const lessonsDone = (): Set<string> => new Set(recall(DONE).split(" ").filter(Boolean));

export const noteLessonDone = (name: string): void => note(DONE, [...lessonsDone().add(name)].join(" "));
