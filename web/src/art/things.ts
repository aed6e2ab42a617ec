/** Constructs, treasure and the signs of events: things rather than beings. Centre at 0, 0. */

import { at, ball, both, crescent, disc, fill, gear, line, moved, point, round, shine, spiked } from "./brush";
import type { Chance } from "./chance";
import type { World } from "./worlds";

export type Thing =
  | "eye"
  | "tablet"
  | "temple"
  | "pillar"
  | "tower"
  | "staff"
  | "flower"
  | "trap"
  | "mail"
  | "chart"
  | "sword"
  | "star"
  | "tome"
  | "fist"
  | "hands"
  | "shard"
  | "sigil";

const EVEN = 'fill-rule="evenodd"';

const emblem: Record<World, string> = {
  enlightened:
    fill(4, "M-15 0Q0-15 15 0Q0 15-15 0Z") +
    fill("a", disc(6.4)) +
    fill("k", disc(2.6)) +
    both(line("a", 1.2, "M0-14V-19M9-11L12-16")),
  lifebound:
    both(fill(3, "M0 14C2 0 6-10 16-14C17-2 12 8 0 14Z") + line(1, 0.9, "M1 12C6 4 10-4 15-12")) +
    fill("a", "M0-17L4-7L0 1L-4-7Z"),
  mechana: fill(3, gear(10, 15, 6), EVEN) + fill("a", disc(3.4)),
  void: fill(4, crescent(15)) + at(8, -7, fill("a", spiked(4, [7.4, 2]))),
  monster: both(fill(4, "M0-6C6-16 14-14 15-2L9 2L10 10L4 8L0 14Z") + fill("k", "M3-4L11-5L8 0Z")),
  traveller: fill("a", spiked(8, [15, 6])) + fill(4, disc(4)),
  treasure: fill(4, "M0-15L9-4L0 15L-9-4Z"),
};

export const THINGS: Record<Thing, (world: World, chance: Chance) => string> = {
  eye: (_, chance) => {
    const rays = chance.whole(9, 15);
    const frame = chance.pick([
      Array.from({ length: rays }, (_, ray) =>
        moved(`rotate(${round((ray / rays) * 360)})`, fill(ray % 2 ? 3 : "a", "M-2.4-32L0-44L2.4-32Z")),
      ).join("") +
        fill(1, disc(31)) +
        line(3, 1.6, disc(29)),
      fill(1, "M0-48L42 30H-42Z") +
        fill(2, "M0-48L42 30H0Z") +
        line("a", 1.6, "M0-41L36 26H-36Z") +
        line(3, 1, "M-30 34H30M-22 38H22"),
      both(
        fill(2, "M20 4C34-4 36-22 50-30C50-18 52-10 46-4C48 4 40 10 34 12C34 18 24 20 16 16Z") +
          line(4, 0.8, "M50-30C40-18 32-4 20 8M46-4C38 0 30 8 22 12"),
      ) +
        fill(1, disc(30)) +
        line("a", 1.2, disc(27)),
    ]);
    return (
      frame +
      fill(4, "M-28 0Q0-29 28 0Q0 29-28 0Z") +
      fill(2, disc(13.4)) +
      fill("a", spiked(chance.whole(14, 22), [13, 7.4])) +
      fill("k", chance.happens(0.5) ? disc(6) : "M0-12Q6 0 0 12Q-6 0 0-12Z") +
      ball(-4, -5, 2.8, "#fff")
    );
  },
  tablet: (_, chance) => {
    const rows = Array.from(
      { length: 5 },
      (_, row) => `M-11 ${-12 + row * 9}h${round(chance.between(6, 14))}m3 0h${round(chance.between(2, 6))}`,
    ).join("");
    return (
      shine(0, 4, 40, 0.7) +
      fill(1, "M-20 46L-22-18Q-20-38 0-38Q20-38 22-18L20 46Z") +
      fill(2, "M-20 46L-22-18Q-20-38 0-38V46Z") +
      fill(3, "M-17 42L-18-17Q-16-33 0-33Q16-33 18-17L17 42Z") +
      fill(1, disc(6.6, 0, -22)) +
      fill("g", disc(3.4, 0, -22)) +
      line("g", 1.8, rows) +
      line(1, 1, "M18-6L10 2L14 8L6 18")
    );
  },
  temple: (world) =>
    both(
      fill(2, "M0-34L36-14H0Z") +
        fill(3, "M0-38L40-15L36-12L0-32Z") +
        fill(1, "M0-14H34V-8H0Z") +
        [7, 18, 28].map((x) => fill(3, `M${x - 3}-8h6v46h-6Z`) + fill(1, `M${x + 1}-8h2v46h-2Z`)).join("") +
        fill(2, "M0 38H38V44H0Z") +
        fill(3, "M0 44H44V50H0Z") +
        fill(1, "M0 50H50V64H0Z"),
    ) +
    fill("g", "M-4 38V8A4 4 0 0 1 4 8V38Z") +
    shine(0, 20, 20) +
    at(0, -22, emblem[world], 0.42),
  pillar: (world) =>
    shine(0, 0, 42, 0.6) +
    both(
      fill(3, "M0-30H10L12-24H10V44H0Z") +
        fill(1, "M5-24H10V44H5Z") +
        fill(2, "M0-36H16L14-30H0Z") +
        fill(4, "M0-40H18V-36H0Z") +
        fill(2, "M0 44H15L18 52H0Z") +
        line("a", 1, "M3-20V40"),
    ) +
    at(0, 2, emblem[world], 0.6),
  tower: (world, chance) =>
    both(
      fill(2, "M0-20L10-16L14 64H0Z") +
        fill(1, "M6-18L10-16L14 64H8Z") +
        fill(3, "M0-28H15L13-16H0Z") +
        fill(2, "M10-34H15V-28H10ZM2-34H6V-28H2Z") +
        fill(1, "M13 24L26 30L28 64H14Z") +
        fill(3, "M13 20H27V26H14Z"),
    ) +
    (chance.happens(0.5)
      ? fill("a", "M-1-54H1V-34H-1ZM1-53L15-48L1-43Z")
      : fill(4, "M0-56L6-34H-6Z") + fill("a", disc(2, 0, -56))) +
    fill("g", "M-3 2V-6A3 3 0 0 1 3-6V2ZM-2.4 22V15A2.4 2.4 0 0 1 2.4 15V22Z") +
    shine(0, -2, 12) +
    at(0, -22, emblem[world], 0.26),
  staff: (world) => {
    const twigs = world === "lifebound";
    return moved(
      "rotate(16)",
      line(1, 5, "M0 66V-16") +
        line(3, 1.6, "M-1 66V-16") +
        (twigs
          ? both(
              line(1, 3.4, "M0-8C12-12 18-24 14-38") +
                line(1, 2.4, "M8-14C16-14 22-18 26-26") +
                at(14, -38, fill(3, "M0 2C-5-4-4-12 0-16C4-12 5-4 0 2Z"), 1, 12) +
                at(26, -26, fill("a", "M0 2C-4-3-3-9 0-12C3-9 4-3 0 2Z"), 1, 50),
            )
          : "") +
        shine(0, -26, 18) +
        at(0, -26, emblem[world], 0.72) +
        line("a", 1.6, "M-4 10L4 16M-4 16L4 22M-4 22L4 28"),
    );
  },
  flower: (world, chance) => {
    const petals = chance.whole(7, 10);
    const bloom = [27, 18]
      .map((size, ring) =>
        Array.from({ length: petals - ring }, (_, petal) =>
          moved(
            `rotate(${round(((petal + ring / 2) / (petals - ring)) * 360)})`,
            fill(
              ring ? 4 : world === "void" ? 2 : "a",
              `M0-5C-9 ${-size / 2}-6 ${-size} 0 ${-size - 4}C6 ${-size} 9 ${-size / 2} 0-5Z`,
            ),
          ),
        ).join(""),
      )
      .join("");
    return (
      line(2, 3.4, "M0 10C-4 30 4 44 0 66") +
      both(fill(2, "M0 44C8 32 22 30 32 36C24 46 10 50 0 50Z") + line(1, 0.9, "M2 47C12 42 20 38 30 36")) +
      at(0, -8, bloom + fill("k", disc(7.4)) + fill("g", disc(4.6)) + both(fill("k", "M1-1L4-2L3 1Z")))
    );
  },
  trap: () =>
    both(
      Array.from({ length: 5 }, (_, tooth) => moved(`rotate(${20 + tooth * 32})`, fill(4, "M-4-27L0-44L4-27Z"))).join(
        "",
      ),
    ) +
    fill(1, disc(30) + disc(22), EVEN) +
    line(3, 1.2, disc(29)) +
    line(2, 3, "M-22 0H22") +
    shine(0, 0, 22) +
    at(0, 0, fill("a", spiked(5, [12, 5])) + fill("g", disc(3))) +
    both(line(1, 3, "M28 8C38 14 34 26 44 32")),
  mail: () =>
    both(
      fill(2, "M0-20L8-28L22-24L34-10L28 6L22 0L20 34L10 46L0 50Z") +
        fill(3, "M8-28L22-24L30-12L18-10L6-14Z") +
        fill(1, "M22 0L20 34L10 46L12 8Z") +
        line(4, 0.9, "M6-12C10 0 10 20 6 42M14-8C17 6 16 22 13 38") +
        fill("a", "M22-24L40-32L32-14Z"),
    ) +
    fill("k", "M-8-28Q0-16 8-28L0-20Z") +
    shine(0, 6, 16) +
    fill("a", "M0-6L8 4L0 20L-8 4Z") +
    fill("g", disc(2.6, 0, 5)),
  chart: (_, chance) => {
    const spots = Array.from(
      { length: 7 },
      () => [chance.between(-26, 26), chance.between(-24, 22)] as [number, number],
    ).sort((a, b) => a[0] - b[0]);
    return (
      fill(1, disc(39)) +
      line(3, 1.8, disc(38)) +
      line("a", 0.8, disc(32) + "Z" + disc(18), 'stroke-dasharray="1.6 2.4"') +
      line("a", 0.7, "M-38 0H38M0-38V38") +
      line("g", 0.9, `M${spots.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}`) +
      spots
        .map(([x, y], place) => shine(x, y, 6, 0.9) + at(x, y, fill("g", spiked(4, [place % 3 ? 2.6 : 5, 0.9]))))
        .join("") +
      Array.from({ length: 12 }, (_, mark) => moved(`rotate(${mark * 30})`, line(3, 1.2, "M0-38V-34"))).join("")
    );
  },
  sword: (_, chance) => {
    const curved = chance.happens(0.5);
    const blade = curved
      ? fill(4, "M-4 22C-8-10 2-38 16-56C14-34 10-6 5 22Z") + fill(2, "M5 22C8-6 12-34 16-56C8-34 2-8 1 22Z")
      : fill(4, "M0-58L7-44L5 22H-5L-7-44Z") + fill(2, "M0-58L7-44L5 22H0Z");
    return (
      shine(0, -14, 36, 0.8) +
      moved(
        `rotate(${curved ? 14 : 24})`,
        blade +
          line("g", 1, curved ? "M0 16C0-8 6-30 13-46" : "M0 16V-42") +
          both(fill("a", "M0 20H10C14 20 16 16 20 14C19 24 14 27 8 27H0Z")) +
          fill(1, "M-3.4 27H3.4V46H-3.4Z") +
          line(3, 1, "M-3.4 31L3.4 34M-3.4 36L3.4 39M-3.4 41L3.4 44") +
          fill("a", disc(4.6, 0, 50)) +
          fill("g", disc(2, 0, 50)),
      ) +
      both(line(1, 1.6, "M20 42C30 34 26 22 36 16M24 50C36 48 38 38 46 36"))
    );
  },
  star: () =>
    shine(0, -2, 46) +
    fill("k", spiked(8, [44, 13, 27, 13])) +
    fill(1, spiked(8, [39, 11.6, 23, 11.6])) +
    fill(3, spiked(4, [39, 9])) +
    fill(4, spiked(4, [26, 6])) +
    line("a", 1.2, disc(18)) +
    fill("k", disc(6)) +
    fill("g", disc(3)),
  tome: (world) =>
    shine(0, 0, 44, 0.7) +
    moved(
      "rotate(-6)",
      fill(0, "M-26-38H26V46H-26Z") +
        fill(4, "M-22-34H28V42H-22Z") +
        fill(2, "M-28-40H22V44H-28Z") +
        fill(3, "M-28-40H22V-36H-28Z") +
        fill(1, "M-28-40H-20V44H-28Z") +
        line("a", 1.4, "M-16-34H17V38H-16Z") +
        both(fill("a", "M24-6H31V8H24Z")) +
        at(0.5, 2, emblem[world]) +
        ball(-12, -30, 1.4, "#fff8"),
    ),
  fist: () =>
    shine(0, 0, 42, 0.7) +
    fill(1, "M-16 20H16L20 66H-20Z") +
    fill(2, "M-24-8Q-26-18-18-20H18Q26-20 26-10V12Q24 24 12 26H-12Q-24 24-24 8Z") +
    [-17, -6, 5, 16]
      .map(
        (x, finger) =>
          fill(finger % 2 ? 3 : 4, `M${x - 5}-22Q${x}-30 ${x + 5}-22V-4Q${x} 2 ${x - 5}-4Z`) +
          fill("a", disc(2, x, -20)),
      )
      .join("") +
    fill(3, "M-26 0Q-10-6 12 0Q16 6 10 10H-22Q-28 6-26 0Z") +
    fill(1, "M-22 10H10L6 14H-18Z") +
    line("a", 1.6, "M-17 30H17M-18 36H18") +
    both(line("g", 1.2, "M32-22L42-30M36-6H47M30-34L36-44")),
  hands: () =>
    shine(0, -6, 34) +
    both(
      fill(1, "M10 64C8 44 12 34 22 24L30 2L27-18L31-30L34-16L38-36L41-16L46-28L44-2C44 14 40 28 32 38L28 64Z") +
        fill(2, "M14 60C14 44 18 36 26 28L32 6L34-16L38-36L38-8C38 10 34 24 26 34L22 60Z"),
    ) +
    fill("k", disc(15, 0, -8)) +
    fill("a", spiked(9, [19, 13, 16], 0.3), 'opacity=".5"') +
    fill("g", "M-10-8Q0-17 10-8Q0 1-10-8Z") +
    fill("k", disc(3.4, 0, -8)),
  shard: (_, chance) => {
    const lean = chance.between(-6, 6);
    const prism =
      fill(2, "M0-40L11-22V32L0 44L-11 32V-22Z") +
      fill(4, "M0-40L-11-22V32L-3 34V-20Z") +
      fill(3, "M0-40L11-22L4-18L-3-20Z") +
      line("g", 0.9, "M-3-20V34M4-18V36");
    return (
      shine(0, 0, 50) +
      at(-20, 22, prism, 0.62, -24 + lean) +
      at(21, 20, prism, 0.7, 20 + lean) +
      at(0, -2, prism, 1.1, lean) +
      at(-9, 38, prism, 0.42, -12) +
      at(11, 40, prism, 0.36, 16) +
      line("g", 1.4, "M-30-22L-24-14L-30-12L-22-2M30-26L25-16L31-14L24-4")
    );
  },
  sigil: (world) =>
    shine(0, -4, 52) +
    line("a", 1.2, disc(40, 0, -4)) +
    line("g", 0.8, disc(36, 0, -4), 'stroke-dasharray="5 3 1 3"') +
    at(
      0,
      -4,
      line(4, 0.9, spiked(3, [36]) + spiked(3, [36], Math.PI / 3)) +
        Array.from({ length: 6 }, (_, place) => {
          const [x, y] = point((place / 6) * 6.283, 40);
          return at(x, y, fill(1, disc(4.6)) + line("a", 0.9, disc(4.6)) + fill("g", spiked(4, [3.4, 1])));
        }).join("") +
        fill(0, disc(19)) +
        line(3, 1.2, disc(19)) +
        emblem[world],
    ),
};
