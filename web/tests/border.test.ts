import { describe, expect, it } from "vitest";

import { fits, is, parsed } from "../src/api/border";
import { aTable } from "../src/design/tables";

describe("the border", () => {
  it("lets a table in", () => {
    expect(is("TableNow", aTable())).toBe(true);
  });

  it("keeps out what is not quite a table", () => {
    const { seats: _, ...without } = aTable();
    for (const wrong of [
      null,
      [],
      "table",
      without,
      aTable({ number: Number.NaN }),
      { ...aTable(), your_seats: ["0"] },
      { ...aTable(), kind: "tables" },
      Object.create(aTable()),
    ])
      expect(is("TableNow", wrong)).toBe(false);
  });

  it("does not mind what it does not know", () => {
    expect(is("TableNow", { ...aTable(), weather: "rain" })).toBe(true);
    expect(is("Refusal", { kind: "refused", code: "something-new", message: "No.", hint: "" })).toBe(true);
  });

  it("knows maps, lists and alternatives", () => {
    expect(fits(["map", "number"], { Mystic: 3 })).toBe(true);
    expect(fits(["map", "number"], { Mystic: "3" })).toBe(false);
    expect(fits(["list", ["or", "string", "null"]], ["a", null])).toBe(true);
    expect(fits(["list", "string"], { 0: "a" })).toBe(false);
  });

  it("reads JSON and nothing else", () => {
    expect(parsed('{"a":1}')).toEqual({ a: 1 });
    expect(parsed("{")).toBeUndefined();
    expect(parsed(new ArrayBuffer(3))).toBeUndefined();
  });
});
