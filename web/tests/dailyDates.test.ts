import { expect, test } from "vitest";

import { dayName, monthAfter, monthName, weeksOf } from "../src/daily/dates";

test("a month has its days under their weekdays, from Monday on", () => {
  const weeks = weeksOf("2026-11");
  expect(weeks).toHaveLength(6);
  expect(weeks[0]).toEqual(["", "", "", "", "", "", "2026-11-01"]);
  expect(weeks[5]).toEqual(["2026-11-30", "", "", "", "", "", ""]);
  expect(weeks.flat().filter(Boolean)).toHaveLength(30);
});

test("a leap year has a day more", () => {
  expect(weeksOf("2028-02").flat().filter(Boolean)).toHaveLength(29);
});

test("months follow one another across years", () => {
  expect(monthAfter("2026-12", 1)).toBe("2027-01");
  expect(monthAfter("2026-01", -2)).toBe("2025-11");
  expect(monthAfter("2026-11", 0)).toBe("2026-11");
});

test("days and months have names, whatever the time zone of the browser", () => {
  expect(monthName("2026-11")).toBe("November 2026");
  expect(dayName("2026-11-18")).toBe("November 18, 2026");
});
