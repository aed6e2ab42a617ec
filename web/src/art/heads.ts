/** The heads of heroes. Centre of the figure at 0, 0; the chin is at 12, the crown at -26. */

import { both, disc, fill, line, shine, type Tone } from "./brush";
import type { Chance } from "./chance";

export type Head = "hood" | "helm" | "face" | "mask" | "elder" | "veil";

const GLINTS = fill("g", "M-7.4-4L-2.6-2.4L-4.4-.6ZM7.4-4L2.6-2.4L4.4-.6Z");
const FACE = "M0-19C7-19 10-13 9.6-5C9 4 4 10 0 12.5C-4 10-9 4-9.6-5C-10-13-7-19 0-19Z";
const SHADED = "M0-19C7-19 10-13 9.6-5C9 4 4 10 0 12.5L1.6 3L0 2Z";

/** Skin and its shade, the lines of eyes and mouth, hair and its gleam. */
const LOOKS: readonly [Tone, Tone, Tone, Tone, Tone][] = [
  [4, 3, 1, 1, 2],
  [4, 3, 1, 0, 2],
  [4, 3, 1, "a", 4],
  [3, 2, 0, 0, 1],
  [3, 2, 0, 4, 3],
  [3, 2, 0, 1, 2],
  [2, 1, 4, 0, 1],
  [2, 1, 4, "a", 4],
];

const MARKS = [
  "",
  "",
  line("a", 1.1, "M-7 1L-4 5M7 1L4 5"),
  line("a", 1.2, "M0-16V-9M-3-14V-10M3-14V-10"),
  fill("a", "M0-14L1.8-11L0-8L-1.8-11Z"),
  line("a", 1, "M-8.6 2H-5M-8 4.4H-5M8.6 2H5M8 4.4H5"),
  fill("a", "M-9.8-6Q0-3 9.8-6L9.4-1Q0 2-9.4-1Z", 'opacity=".55"'),
];

/** Hair behind the face, and before it. */
const HAIR: readonly ((tone: Tone, light: Tone) => [string, string])[] = [
  (tone, light) => [
    both(fill(tone, "M0-27C13-27 18-15 17-2C17 10 21 18 18 30L9 23L0 24Z")),
    both(fill(tone, "M0-22C9-23 13-14 11.4-2C9.6-9 5-12.6 0-14Z") + line(light, 0.9, "M3-22C10-20 13-10 14 6")),
  ],
  (tone, light) => [
    fill(tone, disc(7, 0, -29)) +
      line(light, 0.9, "M-4-31Q0-34 4-31") +
      both(fill(tone, "M0-24C10-24 13-16 12-6L9 0L0-4Z")),
    both(fill(tone, "M0-22C8-23 12-17 11-8C7-13 4-14 0-14Z")),
  ],
  (tone, light) => [
    both(
      fill(tone, "M0-25C12-25 15-15 14-4L16 6L12 34L8 38L7 20L0 14Z") +
        line(light, 1.1, "M13 6L9 10M14 12L9 16M13.6 18L9 22M13 24L9 28"),
    ),
    both(fill(tone, "M0-22C9-24 14-14 11.6-4C10-10 4-15 0-18Z")),
  ],
  (tone, light) => [
    both(
      [
        [0, -24],
        [8, -22],
        [13, -16],
        [15, -8],
        [14, 0],
      ]
        .map(([x, y]) => fill(tone, disc(6, x, y)))
        .join("") + line(light, 0.8, "M4-26Q8-28 10-25M13-19Q17-18 17-14"),
    ),
    both(fill(tone, "M0-21C8-22 11-16 10-9C7-12 4-14 0-14Z")),
  ],
  (tone, light) => [
    both(fill(tone, "M0-24C9-25 12-18 11-10L10-3L0-6Z")),
    fill(tone, "M-11-6C-13-18-6-26 3-25C11-24 13-17 11-7C9-14 3-12-3-17C-6-14-9-12-11-6Z") +
      line(light, 0.9, "M-7-17C-3-23 3-23 7-19"),
  ],
];

function face(chance: Chance): string {
  const [skin, shade, ink, tone, light] = chance.pick(LOOKS);
  const [behind, before] = chance.pick(HAIR)(tone, light);
  const eyes = chance.happens(0.6)
    ? line(ink, 1, "M-6.6-3.2Q-4.4-4.8-2.2-3.2M2.2-3.2Q4.4-4.8 6.6-3.2")
    : line(ink, 0.8, "M-7-5.4Q-4.6-6.6-2.4-5M7-5.4Q4.6-6.6 2.4-5") +
      fill(ink, disc(1.2, -4.4, -2.8) + disc(1.2, 4.4, -2.8));
  return (
    behind +
    fill(shade, "M-4.4 6H4.4V16L0 20L-4.4 16Z") +
    fill(skin, FACE) +
    fill(shade, SHADED, 'opacity=".55"') +
    chance.pick(MARKS) +
    eyes +
    line(ink, 0.8, "M-2 5.6Q0 6.6 2 5.6") +
    before
  );
}

export const HEADS: Record<Head, (chance: Chance) => string> = {
  face,
  hood: (chance) => {
    const peak = chance.pick(["M0-28C11-26 17-15 16-3", "M0-35C9-27 17-17 16-3", "M0-27C14-28 20-14 17-1"]);
    return (
      both(
        fill(2, `${peak}C16 6 12 13 7 18L0 21Z`) +
          fill(3, `${peak}L12-9C10-16 6-19 0-19Z`) +
          fill(1, "M16-3C16 6 12 13 7 18L9 6L12-4Z"),
      ) +
      fill("k", "M0-18C8-17 11-10 11-3C11 6 6 12 0 15C-6 12-11 6-11-3C-11-10-8-17 0-18Z") +
      GLINTS +
      chance.pick([
        "",
        fill(2, "M-10.6 1Q0 5 10.6 1C9 9 5 13 0 15C-5 13-9 9-10.6 1Z"),
        line("a", 1.2, "M-15-8C-12-22 12-22 15-8"),
      ])
    );
  },
  helm: (chance) =>
    both(
      fill(3, "M0-26C9-25 14-18 14-8L13 7L6 14L0 16Z") +
        fill(4, "M0-26C7-25 11-20 12-13L0-10Z") +
        fill(2, "M14-8L13 7L6 14L8-4Z"),
    ) +
    chance.pick([
      both(fill("k", "M0-5.6L10-7.4L9-3L2.4-1.4L2 10L0 11Z")) +
        fill("a", "M-1.3-27H1.3V-10H-1.3Z") +
        line("g", 1.5, "M-7.4-4.7L-3.6-4M3.6-4L7.4-4.7"),
      fill("k", "M-11-8H11V-3.4H-11Z") +
        line("g", 1.5, "M-7.4-5.7H-3.6M3.6-5.7H7.4") +
        line(1, 1, "M-5 3H-2M-5 6H-2M2 3H5M2 6H5M-4.6 9H-2M2 9H4.6") +
        line("a", 1.6, "M0-24V14"),
      both(fill("k", "M2-7C6-10 11-9 11-5C10-1 5-1 2-4ZM0 2L4 1L3 13L0 14Z")) +
        GLINTS +
        both(fill("a", "M12-14L24-26L20-8Z")),
    ]),
  elder: (chance) =>
    fill(4, FACE) +
    fill(3, "M0-19C7-19 10-13 9.6-5L1.6 3L0 2Z", 'opacity=".6"') +
    both(fill(3, "M9.6-8L12-6L11 2L8.6 3Z")) +
    line(1, 1, "M-6.6-3.2Q-4.4-4.8-2.2-3.2M2.2-3.2Q4.4-4.8 6.6-3.2") +
    line(4, 1.6, "M-7.4-6.6Q-4.6-8.4-2-6.4M2-6.4Q4.6-8.4 7.4-6.6") +
    chance.pick([
      fill(4, "M-9.4-1C-10 10-6 22 0 35C6 22 10 10 9.4-1C6 5 3 6 0 5C-3 6-6 5-9.4-1Z") +
        line(2, 0.7, "M-4 9Q-3 18 0 28M4 9Q3 18 0 28M0 9V24"),
      fill(4, "M-9.4-1L-12 14L-7 12L-6 24L-1 17L0 30L1 17L6 24L7 12L12 14L9.4-1C6 5 3 6 0 5C-3 6-6 5-9.4-1Z") +
        line(2, 0.7, "M-5 8L-6 16M5 8L6 16M0 9V20"),
      both(fill(4, "M0 4C4 3 8 4 10 12L9 30L7 14L3 8Z")) + fill(3, "M-2 8H2L0 20Z"),
    ]) +
    chance.pick(["", both(fill(2, "M0-24C10-24 13-16 12-8C8-14 4-16 0-16Z")), fill(3, disc(4.6, 0, -22))]),
  mask: (chance) =>
    both(fill(2, "M0-23L10-22L14-14V2L9 12H0Z") + fill(3, "M0-23L10-22L12-12L0-9Z") + fill(1, "M14-14V2L9 12L7 0Z")) +
    chance.pick([
      both(fill("k", "M1.6-7L10-8L9-1L3 0Z") + fill("g", disc(1.9, 5.8, -4))),
      fill("k", disc(7.6, 0, -5)) + shine(0, -5, 9) + fill("g", disc(4.4, 0, -5)) + fill("a", disc(2, 0, -5)),
      fill("k", "M-11-8L0-5L11-8L9-2L0 0L-9-2Z") + line("g", 1.4, "M-8-5L-3-3.4M8-5L3-3.4"),
    ]) +
    line(1, 1.1, "M-4 4.4H4M-3.6 7H3.6M-3 9.6H3"),
  veil: () =>
    both(
      fill(3, "M0-26C12-26 17-14 16 0C16 12 21 22 22 34L8 26L0 30Z") + fill(4, "M0-26C10-26 15-18 15-8L8-12L0-13Z"),
    ) +
    fill(1, FACE) +
    GLINTS +
    fill(3, "M-10 1Q0 5 10 1C10 10 5 18 0 21C-5 18-10 10-10 1Z") +
    line("a", 1, "M-9-13Q0-18 9-13"),
};
