/** What the Mechana build. Centre at 0, 0. */

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

export type Machine =
  | "rocket"
  | "drill"
  | "cannon"
  | "core"
  | "lens"
  | "lamp"
  | "robot"
  | "clock"
  | "blueprint"
  | "bars"
  | "carriage"
  | "hedron"
  | "converter";

const EVEN = 'fill-rule="evenodd"';

export const MACHINES: Record<Machine, (chance: Chance) => string> = {
  rocket: (chance) =>
    moved(
      `rotate(${round(chance.pick([-18, 18]))})`,
      shine(0, 42, 20) +
        fill("a", "M-8 30L0 64L8 30Z") +
        fill("g", "M-4 30L0 50L4 30Z") +
        both(
          fill(3, "M0-46C10-34 13-18 12 0V26H0Z") +
            fill(4, "M0-46C6-36 8-24 8-14L0-12Z") +
            fill(1, "M7-2H12V26H7Z") +
            fill(2, "M12 6L26 24V36L11 26Z"),
        ) +
        line(1, 1.6, "M-12 18H12M-12.6-2H12.6") +
        fill(1, disc(6, 0, -16)) +
        fill("a", disc(4.2, 0, -16)) +
        ball(-1.4, -17.6, 1.2, "#fff"),
    ),
  drill: () =>
    both(
      fill(2, "M0-32H20L28-22V6H0Z") +
        fill(3, "M0-32H20L24-25H0Z") +
        fill(1, "M28-22V6H18V-14Z") +
        fill(1, disc(9, 27, 16)) +
        fill(3, disc(4, 27, 16)) +
        fill(2, "M0 6H24V14H0Z"),
    ) +
    fill(4, "M-18 14H18L0 58Z") +
    fill(2, "M4 14H18L0 58Z") +
    line(1, 1.8, "M-16 20L14 24M-13 28L11 32M-9 37L8 40M-5 45L4 48") +
    fill("k", "M-12-22H12V-10H-12Z") +
    fill("a", "M-9-19H-2V-13H-9ZM2-19H9V-13H2Z") +
    both(line(1, 3, "M14-32V-44")) +
    shine(0, -16, 16, 0.6),
  cannon: (chance) => {
    const barrels = chance.pick([1, 1, 2, 3]);
    const one =
      fill(2, "M-9 20L-7-36H7L9 20Z") +
      fill(4, "M-9 20L-7-36H-3L-4 20Z") +
      fill(1, "M9 20L7-36H3L4 20Z") +
      fill(3, "M-9.6-42H9.6V-35H-9.6Z") +
      line("a", 1.4, "M-8-18H8M-8.6 2H8.6") +
      shine(0, -44, 12) +
      fill("g", "M-6-44Q0-40 6-44Q0-47-6-44Z");
    return (
      (barrels === 1
        ? at(0, 0, one, 1.15)
        : Array.from({ length: barrels }, (_, place) =>
            moved(`translate(0 22)rotate(${round((place - (barrels - 1) / 2) * 34)})translate(0 -18)`, one),
          ).join("")) +
      fill(1, "M-30 34Q0 8 30 34V64H-30Z") +
      fill(2, "M-30 34Q0 8 30 34L20 36Q0 22-20 36Z") +
      at(0, 40, fill(3, gear(12, 15, 6), EVEN) + fill("a", disc(4)))
    );
  },
  core: (chance) => {
    const rings = chance.whole(2, 3);
    const tilt = chance.between(0, 60);
    const teeth = chance.whole(10, 16);
    return (
      fill(1, gear(teeth, 40, 31), EVEN) +
      line(3, 1, disc(32)) +
      Array.from(
        { length: rings },
        (_, ring) =>
          `<ellipse class="l${ring ? 3 : "a"}" stroke-width="2" rx="34" ry="${11 + ring * 3}" transform="rotate(${round(tilt + (ring * 180) / rings)})"/>`,
      ).join("") +
      shine(0, 0, 32) +
      chance.pick([
        fill(2, "M0-18L16-6V10L0 20L-16 10V-6Z") + fill(4, "M0-18L16-6L0 2L-16-6Z") + fill(3, "M0 2L16-6V10L0 20Z"),
        fill(2, disc(16)) + fill(3, disc(14, -1, -1)) + fill(4, disc(6, -5, -6)),
        fill(2, spiked(8, [19, 15])) + fill(4, spiked(8, [12, 9])),
      ]) +
      fill("g", disc(5)) +
      fill("a", disc(2.6))
    );
  },
  lens: (chance) => {
    const pair = chance.happens(0.5);
    const one =
      fill(1, gear(16, 22, 16), EVEN) +
      fill(2, disc(18)) +
      fill("k", disc(14.6)) +
      ball(0, 0, 13.4, "url(#orb)") +
      line("g", 1.4, "M-9-3A9.4 9.4 0 0 1-2-9") +
      line(3, 1.2, disc(18));
    return pair
      ? line(1, 7, "M-42-2Q0-14 42-2") + at(-20, 2, one, 0.88) + at(20, 2, one, 0.88) + fill(3, "M-5-2H5V5H-5Z")
      : shine(0, -4, 44, 0.6) +
          line(1, 4, "M16 20C26 34 20 50 30 64") +
          at(0, -4, one, 1.5) +
          both(line("a", 1, "M34-30L40-36M37-4H45"));
  },
  lamp: () =>
    fill("g", "M0-12L44-58H-44Z", 'opacity=".5"') +
    shine(0, -14, 40) +
    both(
      fill(3, "M0-24H17L21-10L14 6H0Z") +
        fill(1, "M14 6L21-10L17-24L10 6Z") +
        fill(2, "M0 6H10L14 46H0Z") +
        fill(1, "M0 46H24L28 56H0Z"),
    ) +
    fill("g", "M-13-20H13L15-10L10 2H-10L-15-10Z") +
    line(1, 1.4, "M-7-24V6M7-24V6M-20-10H20") +
    fill("a", disc(5, 0, -9)) +
    at(0, 28, fill(3, gear(9, 8, 3), EVEN)),
  robot: (chance) => {
    const eyes = chance.pick([1, 2, 3]);
    const antenna = chance.pick(["M0-32V-44", "M-8-32L-14-44M8-32L14-44", "M12-30V-46"]);
    return (
      both(
        fill(1, "M0 8H18L24 14V64H0Z") +
          fill(2, "M20 8H32L40 18V34H28Z") +
          fill(3, "M20 8H32L36 13H22Z") +
          fill(1, "M31 34H40L38 60H30Z") +
          fill(2, "M4 14H16V34L10 40H4Z"),
      ) +
      line(3, 1.6, antenna) +
      both(
        fill(3, "M0-32H14L19-26V-4L12 4H0Z") +
          fill(4, "M0-32H14L17-28H0Z") +
          fill(1, "M19-26V-4L12 4V-20Z") +
          fill(1, "M19-20H23V-8H19Z"),
      ) +
      fill("k", chance.pick(["M-14-22H14V-9H-14Z", "M-15-19Q0-26 15-19V-10Q0-5-15-10Z"])) +
      Array.from(
        { length: eyes },
        (_, eye) =>
          shine((eye - (eyes - 1) / 2) * 10, -15.4, 8) +
          fill("g", disc(eyes === 1 ? 5 : 3.2, (eye - (eyes - 1) / 2) * 10, -15.4)),
      ).join("") +
      line(1, 1.2, "M-6-3V1M-2-3V1M2-3V1M6-3V1") +
      shine(0, 26, 14) +
      at(0, 26, fill("a", chance.pick([gear(8, 8, 3), spiked(6, [8, 5]), disc(6)]), EVEN))
    );
  },
  clock: () =>
    both(fill(2, "M0 30H22L28 64H0Z") + fill(3, "M0 26H26V32H0Z")) +
    fill(1, gear(16, 36, 28), EVEN) +
    fill(3, disc(29)) +
    fill(0, disc(25)) +
    Array.from({ length: 12 }, (_, hour) =>
      moved(`rotate(${hour * 30})`, line(hour % 3 ? 3 : "a", hour % 3 ? 1.2 : 2.2, "M0-23V-19")),
    ).join("") +
    line("g", 2, "M0 2V-15M0 0L10 6") +
    at(-7, 9, fill(2, gear(9, 7, 2.6), EVEN)) +
    at(8, -6, fill(1, gear(10, 8, 3), EVEN)) +
    fill("a", disc(2.6)),
  blueprint: (chance) => {
    const teeth = chance.whole(9, 14);
    return (
      fill(1, "M-36-34H36V44H-36Z") +
      fill(0, "M-33-31H33V41H-33Z") +
      line(
        2,
        0.5,
        Array.from({ length: 6 }, (_, row) => `M-33 ${-20 + row * 11}H33M${-23 + row * 9.4}-31V41`).join(""),
      ) +
      line("a", 1.2, gear(teeth, 23, 8) + disc(15)) +
      line("g", 1, "M-23 5H23M0-18V28", 'transform="translate(0 -5)"') +
      fill("g", disc(2.6)) +
      line(4, 0.8, "M20-26H30M20-22H27M-30 34H-14") +
      both(fill(3, "M33-34H40V44H33Z") + fill(4, "M35-34H37V44H35Z")) +
      at(24, 28, fill(3, gear(9, 9, 3.4), EVEN))
    );
  },
  bars: () =>
    fill(1, "M-34-36H34V56H-34Z") +
    fill("k", "M-27-29H27V49H-27Z") +
    both(shine(8, -6, 8) + fill("g", "M3-6L13-9L11-3L5-2Z") + fill("a", "M3 10L6 8L7 13ZM9 8L12 6L12 11Z")) +
    both([5, 16].map((x) => fill(3, `M${x - 2.4}-29h4.8v78h-4.8Z`) + fill(1, `M${x + 0.6}-29h1.8v78h-1.8Z`)).join("")) +
    fill(2, "M-34-36H34V-29H-34ZM-34 8H34V14H-34Z") +
    fill(3, "M-10 4H10V24H-10Z") +
    fill("k", "M-2 16A3 3 0 1 1 2 16L3 21H-3Z") +
    both(ball(30.4, -32, 1.6, "#0008") + ball(30.4, 51, 1.6, "#0008")),
  carriage: () =>
    shine(0, -6, 34, 0.6) +
    both(
      fill(2, "M0-26H22Q34-24 36-6V18H0Z") +
        fill(3, "M0-26H22Q30-25 33-16H0Z") +
        fill(1, "M0 18H38V26H0Z") +
        fill("k", "M6-12H16V2H6ZM20-12H30V2H20Z") +
        fill("g", "M7-11H15V1H7ZM21-11H29V1H21Z") +
        fill(1, disc(12, 22, 34)) +
        line(3, 1.6, disc(10.4, 22, 34)) +
        at(22, 34, fill("a", gear(8, 6, 2), EVEN)),
    ) +
    fill(1, "M-6-44H6L4-26H-4Z") +
    fill(3, "M-8-46H8V-42H-8Z") +
    line("a", 1.2, "M-36 10H36"),
  hedron: (chance) => {
    const small = fill(2, "M0-9L7 0L0 9L-7 0Z") + fill(4, "M0-9L-7 0L0 2Z") + fill(3, "M0-9L7 0L0 2Z");
    const places = Array.from({ length: chance.whole(4, 6) }, (_, place) => point(0.5 + place * 1.25, 38));
    return (
      line("a", 1.3, places.map(([x, y]) => `M0 0L${round(x)} ${round(y)}`).join("")) +
      repeated(
        small,
        places.map(([x, y]) => `translate(${round(x)} ${round(y)})`),
      ) +
      shine(0, 0, 34) +
      fill(2, "M0-34L24-2L0 34L-24-2Z") +
      fill(4, "M0-34L-24-2L-4 6Z") +
      fill(3, "M0-34L24-2L-4 6Z") +
      fill(1, "M24-2L0 34L-4 6Z") +
      line("g", 1, "M0-34L-4 6L0 34M-24-2L-4 6L24-2") +
      fill("g", disc(3.4, -4, 6))
    );
  },
  converter: () =>
    fill(1, gear(18, 41, 33), EVEN) +
    fill(3, "M0-34A34 34 0 0 0 0 34Z") +
    fill(0, "M0-34A34 34 0 0 1 0 34Z") +
    line(3, 1.6, disc(34)) +
    shine(-13, 0, 22) +
    at(-14, 0, fill("a", spiked(12, [13, 8.4])) + fill("g", disc(6))) +
    at(16, 0, fill(4, crescent(11))) +
    fill(2, "M-3-41H3V41H-3Z") +
    fill("a", disc(5)) +
    fill("g", disc(2)) +
    both(fill(2, "M10 40H20L24 64H8Z")),
};
