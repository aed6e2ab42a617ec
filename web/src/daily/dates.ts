/** Days as the server writes them, `2026-11-18`, and months, `2026-11`; all in UTC. */

const monthAndYear = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });
const longDay = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });

const first = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

export const monthName = (month: string): string => monthAndYear.format(first(month));
export const dayName = (date: string): string => longDay.format(new Date(`${date}T00:00:00Z`));

/** So many months later; fewer than none are earlier. */
export function monthAfter(month: string, count: number): string {
  const found = first(month);
  found.setUTCMonth(found.getUTCMonth() + count);
  return found.toISOString().slice(0, 7);
}

/** The weeks of a month from Monday on; days of other months are empty texts. */
export function weeksOf(month: string): string[][] {
  const found = first(month);
  const before = (found.getUTCDay() + 6) % 7;
  const days: string[] = Array<string>(before).fill("");
  for (; found.toISOString().startsWith(month); found.setUTCDate(found.getUTCDate() + 1))
    days.push(found.toISOString().slice(0, 10));
  while (days.length % 7) days.push("");
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(7 * week, 7 * week + 7));
}
