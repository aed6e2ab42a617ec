/** What the account pages check themselves, before the server is asked. */

import { describe, expect, it } from "vitest";

import { hasOwnName, ownAddress, passwordProblem } from "../src/account/checks";
import type { Me } from "../src/api/messages";

describe("where one goes after signing in", () => {
  it("is where one was", () => {
    expect(ownAddress("/tables/abc?since=3", "/")).toBe("/tables/abc?since=3");
    expect(ownAddress(null, "/account")).toBe("/account");
  });

  it.each(["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "tables/abc", ""])(
    "is never another site: %s",
    (next) => {
      expect(ownAddress(next, "/")).toBe("/");
    },
  );
});

describe("a guest", () => {
  const me: Me = { id: "x", name: "Guest 1234", is_guest: true, webhook: null, muted: [], created: 0, role: "" };

  it("has no name of its own before choosing one", () => {
    expect(hasOwnName(me)).toBe(false);
    expect(hasOwnName({ ...me, name: "Gus" })).toBe(true);
    expect(hasOwnName({ ...me, is_guest: false })).toBe(true);
  });
});

it("a new password has eight characters", () => {
  expect([passwordProblem(""), passwordProblem("1234567")]).not.toContain("");
  expect(passwordProblem("12345678")).toBe("");
});
