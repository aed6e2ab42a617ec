/** Elementals: bodies of moving stuff with two eyes in them. Centre at 0, 0. */

import { ball, both, disc, fill, line, moved, round, shine } from "./brush";
import type { Chance } from "./chance";

export type Element = "water" | "fire" | "wind" | "earth" | "iron" | "shadow" | "static" | "plant";

const EYES = both(shine(7, -10, 6) + fill("g", "M3-9L11-13L9.4-7.6L5-6.6Z"));

export function elemental(element: Element, chance: Chance): string {
  const sway = chance.between(-5, 5);
  switch (element) {
    case "water":
      return (
        both(
          fill(1, "M0-38C6-26 20-22 20-6C20 6 12 10 16 22C20 34 34 34 36 54C24 48 12 62 0 58Z") +
            fill(2, "M0-38C4-24 15-20 15-6C15 4 8 10 10 24C12 36 20 40 22 52C12 48 6 54 0 54Z") +
            line(4, 1.2, "M12-16C15-8 12 0 8 6M20 22C22 32 30 34 32 42") +
            fill(4, disc(1.8, 26, -20)) +
            fill(4, disc(1.2, 30, -30)) +
            fill(4, disc(2.4, 30, -6)),
        ) + EYES
      );
    case "fire":
      return moved(
        `skewX(${round(sway)})`,
        both(
          fill(
            "a",
            "M0-46C2-34 16-32 12-20C20-24 20-32 18-38C30-26 28-10 26 2C32 0 34-6 34-12C40 6 34 22 28 32C32 32 34 30 36 28C34 46 18 58 0 60Z",
          ) +
            fill(3, "M0-34C4-24 14-18 14-8C18-10 20-14 20-18C26-4 22 8 20 16C24 16 25 14 26 12C28 32 14 52 0 54Z") +
            fill(4, "M0-16C6-8 12 0 12 10C16 10 16 6 16 4C20 24 12 44 0 48Z"),
        ) +
          both(fill("k", "M3-5L12-10L10-2L5-1Z")) +
          fill("k", "M-6 12Q0 16 6 12Q4 24 0 26Q-4 24-6 12Z"),
      );
    case "wind":
      return (
        line(2, 7, "M-22 58C8 54 18 46 6 40S-26 34-10 26S30 24 22 12S-28 8-20-6S22-14 16-26S-4-36-12-30") +
        line(4, 2, "M-18 54C8 50 14 44 2 40S-22 32-6 24S26 22 18 12S-24 6-16-6S18-12 13-24S-2-32-9-28") +
        both(line(3, 1.4, "M24-16C34-18 40-10 34-4M28 20C40 18 44 26 38 32")) +
        EYES
      );
    case "earth":
    case "iron":
      return (
        both(
          fill(1, "M12 6L30 0L40 14L36 34L24 32Z") +
            fill(2, "M12 6L30 0L28 14L18 20Z") +
            fill(2, "M26 36L37 38L34 54L24 52Z") +
            fill(1, "M0 10L14 8L24 24L20 46L24 64H0Z") +
            fill(3, "M0 10L14 8L16 22L0 30Z") +
            fill(2, "M0-30L10-28L17-18L15-2L8 6L0 8Z") +
            fill(4, "M0-30L10-28L13-17L0-16Z") +
            fill("k", "M3-12L13-14L11-6L5-5Z") +
            (element === "iron"
              ? ball(28, 8, 1.8, "#0008") + ball(20, 38, 1.8, "#0008")
              : line("a", 1.1, "M4 34L10 40L6 48L12 58")),
        ) +
        EYES +
        shine(0, 20, 9) +
        fill("a", "M0 14L5 20L0 27L-5 20Z")
      );
    case "shadow":
      return (
        both(
          fill(
            "k",
            "M0-40C14-38 20-24 18-10C30-14 34-26 32-38C44-20 36 4 26 12C36 14 42 10 46 4C42 28 30 34 24 36C30 40 34 42 40 42C28 56 12 60 0 62Z",
          ) +
            fill(1, "M0-32C10-30 14-20 13-8C14 10 22 26 14 50L0 54Z") +
            line("a", 0.8, "M18-10C30-14 34-26 32-38M26 12C36 14 42 10 46 4"),
        ) +
        EYES +
        fill("g", "M-8 2Q0 8 8 2Q4 12 0 12Q-4 12-8 2Z")
      );
    case "static":
      return (
        both(
          fill(1, "M0-30L14-26L10-14L24-10L16 2L32 10L18 20L28 34L12 36L16 62H0Z") +
            fill(2, "M0-30L8-24L6-12L14-6L8 4L18 12L8 22L12 36L0 50Z") +
            line("g", 1.5, "M14-26L28-38L24-28L38-30M24-10L38-14L34-4L46-2M32 10L44 16M28 34L40 36L36 46"),
        ) +
        EYES +
        line("g", 1.4, "M-7 6L-3 9L0 5L3 9L7 6")
      );
    case "plant":
      return (
        both(
          [-8, 24, 56, 88]
            .map((turn) =>
              moved(
                `translate(0 6)rotate(${turn})`,
                fill(turn % 3 ? 2 : 3, "M0-14C-9-24-8-40 0-52C8-40 9-24 0-14Z") + line(1, 0.9, "M0-16V-46"),
              ),
            )
            .join("") +
            line(1, 3.4, "M8 20C20 26 24 40 34 44M6 30C12 40 14 52 22 60") +
            fill(4, "M20 30L26 27L24 34ZM14 46L20 44L17 51Z"),
        ) +
        fill(1, "M0-26C12-26 18-16 17-4C16 12 10 24 0 62C-10 24-16 12-17-4C-18-16-12-26 0-26Z") +
        fill(2, "M0-26C10-26 14-18 14-8L0 14L-14-8C-14-18-10-26 0-26Z") +
        EYES +
        fill("k", "M-7 3Q0 0 7 3Q4 14 0 14Q-4 14-7 3Z") +
        fill(4, "M-5 3L-2 3L-3.4 7ZM2 3L5 3L3.4 7Z")
      );
  }
}
