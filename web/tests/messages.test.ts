import { describe, expect, it } from "vitest";

import type { News, WhyNot } from "../src/api/messages";
import { message, plain, reason, refusal, sentences } from "../src/play/messages";
// The same examples are read by tests/text/test_messages.py: page and server say the same.
import examples from "../../tests/helpers/message_examples.json";

const name = (seat: number): string => `p${seat + 1}`;

describe("messages", () => {
  it("are those of the server", () => {
    for (const { you, happenings, text } of examples.log as ({ you: number | null } & News)[])
      expect(sentences(happenings, { you, name }).map(plain).join(" ")).toBe(text);
  });

  it("say why something is not possible as the server says it", () => {
    for (const why of examples.reasons as unknown as WhyNot[]) expect(reason(why, { you: null, name })).toBe(why.text);
  });

  it("keep cards apart, so that one can look at them", () => {
    const play = { kind: "plays", seat: 1, card: "Mystic" };
    expect(sentences([play, play], { you: 0, name })).toEqual([["p2 plays ", { card: "Mystic" }, " ×2."]]);
  });

  it("leave out what this page does not know, and take the server's word for it", () => {
    expect(sentences([{ kind: "somersaults", seat: 1, card: "Mystic" }], { you: 0, name })).toEqual([]);
    expect(reason({ code: "too-tired", params: {}, text: "Have some rest." }, { you: 0, name })).toBe(
      "Have some rest.",
    );
  });

  it("are for whoever reads them", () => {
    expect(message("turn begins", { who: 0, amount: 3 }, { you: 0, name })).toBe("Turn 3: your turn");
    expect(reason("not-yours", { you: 0, name }, { who: 1 })).toBe("This card belongs to p2.");
    expect(reason(null, { you: 0, name })).toBe("");
  });

  it("name players in what the server refuses, and leave its notation to programs", () => {
    const ada = { you: 0, name: () => "Bob" };
    const waiting = { code: "waiting", params: { who: 1 }, text: "Waiting for p2." };
    const refused = { kind: "refused", code: "not_your_turn", message: "…", hint: "Waiting for p2." } as const;
    expect(refusal({ ...refused, why: null, advice: waiting }, ada)).toBe("… Waiting for Bob.");
    const why = { code: "not-possible", params: { choice: "acquire Mystic for p2" }, text: "" };
    const illegal = { ...refused, code: "illegal_choice", hint: "You may: end turn.", why } as const;
    expect(refusal(illegal, ada, { choice: "Acquire Mystic for Bob" })).toBe(
      '"Acquire Mystic for Bob" is not possible now.',
    );
  });
});
