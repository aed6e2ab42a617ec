/** Heroes: head and shoulders, put together from a body, a head, what it wears and what it holds. Centre at 0, 0. */

import {
  at,
  ball,
  both,
  crescent,
  disc,
  fill,
  gear,
  line,
  moved,
  point,
  repeated,
  round,
  shine,
  spiked,
} from "./brush";
import type { Chance } from "./chance";
import { HEADS, type Head } from "./heads";
import type { World } from "./worlds";

export type Body = "robe" | "armour" | "cloak" | "plates";
export type Wear =
  | "none"
  | "halo"
  | "antlers"
  | "horns"
  | "thorns"
  | "leaves"
  | "cogs"
  | "plume"
  | "ears"
  | "hat"
  | "crown"
  | "thirdEye"
  | "stars"
  | "wings"
  | "goggles";
export type Hold = "none" | "staff" | "book" | "orb" | "bow" | "lantern" | "hammer" | "beads" | "daggers" | "spear";

export interface Figure {
  readonly body: Body;
  readonly head: Head;
  readonly wear: readonly Wear[];
  readonly hold: Hold;
}

const BODIES: Record<Body, string> = {
  robe:
    both(
      fill(1, "M0 8C9 9 15 12 20 17C28 23 33 38 35 70H0Z") +
        fill(2, "M0 8C9 9 15 12 20 17L10 25L0 46Z") +
        fill(3, "M6 9C12 10 16 13 20 17L12 20Z") +
        fill(0, "M10 25L15 70H0V46Z"),
    ) + line("a", 1.1, "M-10 25L0 46L10 25"),
  armour:
    both(
      fill(1, "M0 10L14 12L21 18L23 70H0Z") +
        fill(2, "M0 15L12 17L11 36L0 43Z") +
        fill(3, "M12 10C23 7 33 13 35 28L22 26L12 19Z") +
        fill(4, "M14 10C23 8 31 12 34 22C28 15 20 13 13 14Z") +
        fill(2, "M35 28L36 36L24 34L22 26Z") +
        fill(0, "M0 43L11 36L13 70H0Z"),
    ) + line("a", 1, "M0 17V41M-11 36L0 43L11 36"),
  cloak:
    both(
      fill(1, "M0 8C10 8 16 12 22 17L31 21L28 26L36 34L31 37L38 49L32 51L38 70H0Z") +
        fill(2, "M0 8C9 9 15 13 21 20L17 24L20 30L10 30L0 44Z") +
        fill(3, "M4 9C11 9 16 13 21 18L14 18Z") +
        fill(0, "M10 30L14 70H0V44Z"),
    ) + at(0, 22, fill("a", "M0-4L4 0L0 5L-4 0Z")),
  plates:
    both(
      fill(1, "M0 10H16L25 17L27 70H0Z") +
        fill(2, "M13 8H26L36 18V36H25L20 20Z") +
        fill(3, "M15 8H26L36 18H23Z") +
        fill(0, "M0 17H13V42L6 50H0Z") +
        fill(2, "M27 40H35L37 70H27Z") +
        ball(30, 27, 2.2, "#0006"),
    ) +
    shine(0, 30, 11, 0.9) +
    fill("a", disc(4.6, 0, 30)) +
    line(3, 1.4, disc(7, 0, 30)),
};

const leaf = "M0 0C-4-5-3.4-11 0-15C3.4-11 4-5 0 0Z";

function worn(wear: Wear, chance: Chance): { behind?: string; before?: string } {
  switch (wear) {
    case "halo": {
      const rays = chance.pick([0, 12, 16]);
      const ring = line("a", 1.6, disc(22, 0, -6));
      return {
        behind:
          ring +
          (rays
            ? at(0, -6, fill("a", spiked(rays, [28, 24], 0), 'fill-rule="evenodd"')) + line("g", 0.8, disc(19, 0, -6))
            : ""),
      };
    }
    case "antlers": {
      const reach = chance.between(0, 6);
      return {
        behind: both(
          line(3, 2.8, `M5-20C6-30 16-30 ${round(17 + reach)}-43`) +
            line(3, 2.1, `M9-28C14-27 21-28 ${round(24 + reach)}-37M15-35C13-39 12-42 12-46`),
        ),
      };
    }
    case "horns":
      return {
        behind: both(
          fill(3, "M6-20C17-20 22-28 18-43C15-33 10-29 2-25Z") + fill(1, "M6-20C17-20 22-28 18-43C19-31 14-25 5-23Z"),
        ),
      };
    case "thorns":
      return { before: both(fill("a", "M0-21L2-33L5-21L10-31L10-18L18-24L13-12L0-16Z")) };
    case "leaves":
      return {
        before: [-74, -44, -16, 16, 44, 74]
          .map((turn, place) =>
            moved(`translate(0 -8)rotate(${turn})translate(0 -12)`, fill(place % 2 ? 3 : "a", leaf)),
          )
          .join(""),
      };
    case "cogs":
      return {
        behind: at(
          0,
          -6,
          fill(1, gear(14, 27, 20), 'fill-rule="evenodd"') + line("a", 0.9, disc(20.5)),
          1,
          chance.between(0, 25),
        ),
      };
    case "plume":
      return {
        behind:
          fill("a", "M0-22C-6-36 4-46 20-44C10-40 8-32 5-20Z") + fill(2, "M0-22C-12-32-8-42-2-48C-4-38-2-30 3-24Z"),
      };
    case "ears":
      return { before: both(fill(2, "M5-22L15-40L18-12Z") + fill("a", "M9-22L14.6-33L16-15Z", 'opacity=".7"')) };
    case "hat":
      return {
        before:
          fill(1, "M-25-11Q-12-18-8-21Q-5-37 8-48Q5-33 9-21Q14-17 25-11Q0-20-25-11Z") +
          fill(2, "M-8-21Q-5-37 8-48Q-1-34 0-20Z") +
          line("a", 1.8, "M-9-19Q0-23 9.6-19"),
      };
    case "crown":
      return {
        before: fill("a", "M-11-15L-14-29L-6-22L0-34L6-22L14-29L11-15Q0-20-11-15Z") + ball(0, -23, 1.7, "#fff"),
      };
    case "thirdEye":
      return { before: shine(0, -13, 10) + fill("g", "M-6-13Q0-18.6 6-13Q0-7.4-6-13Z") + fill("k", disc(2.1, 0, -13)) };
    case "stars":
      return {
        behind: repeated(
          shine(0, 0, 7) + fill("g", spiked(4, [4.4, 1.1])),
          [-70, -42, -14, 14, 42, 70].map(
            (turn, place) => `rotate(${turn})translate(0 ${-30 - (place % 2) * 4})scale(${place % 2 ? 1 : 0.7})`,
          ),
        ),
      };
    case "wings":
      return {
        behind: both(
          fill(2, "M8 16C22 4 26-20 50-34C48-22 50-16 44-10C47-6 44 2 38 4C40 10 34 16 28 16C28 22 18 26 8 26Z") +
            line(4, 0.8, "M44-10C34-4 26 4 16 18M38 4C32 8 24 14 16 20M50-34C38-24 28-8 14 16"),
        ),
      };
    case "goggles":
      return {
        before:
          line(0, 3, "M-12-12Q0-15 12-12") +
          both(fill(1, disc(5.4, 5.6, -12)) + fill("a", disc(3.8, 5.6, -12)) + ball(4.4, -13.4, 1.2, "#fffb")),
      };
    case "none":
      return {};
  }
}

function staffHead(world: World): string {
  switch (world) {
    case "enlightened":
      return shine(0, 0, 12) + fill("a", spiked(12, [9, 6])) + fill("g", disc(4)) + fill(0, disc(1.6));
    case "lifebound":
      return (
        shine(0, -2, 11) +
        line(3, 2.4, "M0 8C-8 2-7-9 1-9C7-9 7-1 2-1") +
        at(-4, 4, fill("a", leaf), 0.8, -70) +
        at(3, 6, fill(3, leaf), 0.7, 60)
      );
    case "mechana":
      return fill(3, gear(8, 9, 3.6), 'fill-rule="evenodd"') + shine(0, 0, 8) + fill("g", disc(2.4));
    case "void":
      return shine(0, 0, 10, 0.7) + fill(4, crescent(11)) + at(4, -4, fill("a", spiked(4, [4.4, 1.3])));
    default:
      return shine(0, 0, 12) + fill("a", disc(4.4)) + line(3, 1.8, "M-5 4C-9-4-4-9 0-9S9-4 5 4");
  }
}

function held(hold: Hold, world: World): { behind?: string; before?: string } {
  switch (hold) {
    case "staff":
      return {
        before:
          line(1, 2.6, "M28 70V-18") +
          line(3, 0.9, "M27.4 70V-18") +
          at(28, -24, staffHead(world)) +
          fill(3, "M23 30H33V36H23Z"),
      };
    case "book":
      return {
        before:
          shine(0, 32, 20, 0.8) +
          fill(4, "M0 30C-6 26-15 26-20 29V46C-15 43-6 43 0 47C6 43 15 43 20 46V29C15 26 6 26 0 30Z") +
          line(2, 0.9, "M0 30V47M-16 33Q-9 31-4 34M-16 38Q-9 36-4 39M16 33Q9 31 4 34M16 38Q9 36 4 39"),
      };
    case "orb":
      return {
        before:
          both(fill(3, "M5 44C10 41 14 38 17 32L22 37C20 44 13 49 5 49Z")) +
          shine(0, 34, 18) +
          ball(0, 34, 7.4, "url(#orb)") +
          line("g", 0.8, "M-5 32Q0 27 5 32"),
      };
    case "bow":
      return {
        behind: moved(
          "rotate(14)",
          line(3, 2.4, "M22-34C44-16 44 24 22 42") +
            line(4, 0.6, "M22-34V42") +
            line("a", 1.2, "M8 4H44") +
            fill("a", "M44 1L50 4L44 7Z"),
        ),
      };
    case "lantern":
      return {
        before:
          line(3, 1.4, "M27 4V16") +
          shine(27, 25, 16) +
          fill(1, "M21 17H33L35 34H19Z") +
          fill("g", "M23 20H31L32 31H22Z") +
          fill(2, "M24 14H30L33 17H21Z"),
      };
    case "hammer":
      return {
        before: moved(
          "rotate(16)",
          line(1, 3, "M28 62V-6") +
            fill(3, "M15-20H41V-4H15Z") +
            fill(4, "M15-20H41V-14H15Z") +
            fill("a", "M26-20H30V-4H26Z"),
        ),
      };
    case "beads":
      return {
        before:
          `<path class="la" stroke-width="3.6" d="${Array.from(
            { length: 11 },
            (_, bead) =>
              `M${point(Math.PI + (bead - 5) * 0.24, 21, 0, 14)
                .map(round)
                .join(" ")}h.01`,
          ).join("")}"/>` + fill("g", disc(3, 0, 35)),
      };
    case "daggers":
      return {
        before: both(
          moved(
            "translate(17 36)rotate(-32)",
            fill(4, "M0-24L3-16L2 0H-2L-3-16Z") +
              fill(2, "M0-24L3-16L2 0H0Z") +
              fill("a", "M-5 0H5V2.4H1.6V9H-1.6V2.4H-5Z"),
          ),
        ),
      };
    case "spear":
      return {
        behind:
          line(2, 2.2, "M30 70V-26") +
          fill(4, "M30-46L34.6-32L30-24L25.4-32Z") +
          fill(2, "M30-46L34.6-32L30-24Z") +
          fill("a", "M26-24H34V-21H26Z"),
      };
    case "none":
      return {};
  }
}

export function figure({ body, head, wear, hold }: Figure, world: World, chance: Chance): string {
  const layers = [...wear.map((each) => worn(each, chance)), held(hold, world)];
  return (
    layers.map(({ behind = "" }) => behind).join("") +
    BODIES[body] +
    HEADS[head](chance) +
    layers.map(({ before = "" }) => before).join("")
  );
}
