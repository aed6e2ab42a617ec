/** Monsters, faceted like the animals. Centre at 0, 0. */

import { at, ball, both, disc, faded, facets, fill, line, moved, point, round, shine, spiked } from "./brush";
import type { Chance } from "./chance";
import { elemental } from "./elementals";

export type Monster =
  | "lure"
  | "giant"
  | "demon"
  | "titan"
  | "dragon"
  | "spider"
  | "serpent"
  | "moth"
  | "beetle"
  | "ghost"
  | "troll"
  | "gremlin"
  | "tentacles"
  | "sphinx"
  | "maw"
  | "watcher";

export const MONSTERS: Record<Monster, (chance: Chance) => string> = {
  lure: (chance) =>
    at(0, 20, MONSTERS.maw(chance), 0.78) +
    line(1, 3, "M0 0C-18-14-10-38 6-36") +
    shine(8, -34, 30) +
    at(8, -34, fill("g", spiked(8, [13, 5], 0.2)) + fill("a", disc(4))),
  giant: (chance) => elemental("earth", chance),
  demon: (chance) => {
    const curl = chance.pick([
      "M8-22C22-24 30-34 26-48C22-38 14-34 2-28Z",
      "M8-22C26-18 36-28 32-42C30-32 22-28 6-28Z",
      "M6-24C12-30 14-40 8-50C8-40 4-36 0-30Z",
    ]);
    return (
      fill(0, "M-34 64C-34 34-26 22-16 14L0 26L16 14C26 22 34 34 34 64Z") +
      both(fill(1, "M16 14C30 22 36 40 35 64L22 44Z") + fill(3, curl) + fill(1, "M13-18L26-20L18-8Z")) +
      facets(
        [3, "0,-26 8,-26 17,-16 16,-6 6,-9 0,-5"],
        [2, "17,-16 19,0 14,15 10,4 16,-6"],
        ["g", "4,-6 15,-11 12,-3 7,-2"],
        [3, "0,-5 6,-9 7,-2 10,4 5,8 0,6"],
        ["k", "0,9 5,8 11,6 12,14 0,18"],
        [4, "2,9 5,8.4 4,14"],
        [4, "7,7.6 10,6.6 9,12"],
        [1, "14,15 12,14 0,18 0,30 7,26"],
      )
    );
  },
  titan: (chance) => {
    const spikes = chance.whole(3, 5);
    const horned =
      fill(3, "M10-24C26-24 36-36 30-54C26-42 18-36 2-32Z") + fill(1, "M10-24C26-24 36-36 30-54C33-38 24-28 8-27Z");
    const mane = chance.happens(0.4)
      ? horned
      : Array.from({ length: spikes }, (_, spike) =>
          moved(`rotate(${round(12 + (spike * 92) / spikes)})`, fill(spike % 2 ? 1 : 2, "M-7-20L1-50L7-20Z")),
        ).join("");
    return (
      both(mane) +
      fill(0, "M-36 64C-36 36-28 22-18 16H18C28 22 36 36 36 64Z") +
      both(fill(1, "M16 14C30 20 38 40 37 64L24 46Z")) +
      facets(
        [4, "0,-30 10,-28 19,-18 18,-8 6,-11 0,-8"],
        [3, "19,-18 22,0 16,10 12,0 18,-8"],
        ["k", "4,-8 17,-9 14,-1 7,1"],
        ["g", "8,-6.6 14,-7 11,-3"],
        ["k", "0,-1 3,4 0,5"],
        [3, "0,-8 4,-8 7,1 12,0 16,10 12,13 0,10 0,5 3,4 0,-1"],
        ["k", "0,11 12,13 10,22 0,24"],
        [4, "1,11 4,11.4 3,16"],
        [4, "5,12 8,12.4 7,17"],
        [4, "0,24 2,20 4,24"],
        [4, "5,23 7,19 9,22"],
        [2, "12,13 16,10 14,24 6,32 0,33 0,24 10,22"],
      )
    );
  },
  dragon: (chance) =>
    both(
      fill(1, "M10 8C24-14 34-34 52-42C48-30 52-22 46-16C50-8 44 0 36 2C36 12 26 18 14 22Z") +
        line(3, 0.9, "M46-16C34-10 24 0 14 16M52-42C38-30 26-10 12 12M36 2C28 6 20 12 14 20"),
    ) +
    fill(0, "M-16 64C-20 40-14 26-10 18H10C14 26 20 40 16 64Z") +
    both(line(2, 1, "M3 30H9M3 37H10M3 44H11")) +
    facets(
      [3, chance.pick(["6,-20 18,-44 14,-16", "6,-20 26,-38 15,-14", "4,-22 10,-48 13,-18"])],
      [2, "11,-16 24,-18 15,-6"],
      [4, "0,-24 6,-22 14,-14 13,-6 5,-8 0,-14"],
      [2, "14,-14 15,0 9,14 6,4 13,-6"],
      ["g", "4,-6.4 12,-10 10,-4"],
      [3, "0,-14 5,-8 6,4 5,16 0,18"],
      ["k", "1.4,10 3.6,9 3,13"],
      ["k", "0,18 5,16 9,14 8,20 0,22"],
      [4, "2,17.4 4.6,16 4,21"],
      [1, "8,20 0,22 0,28 5,26"],
    ),
  spider: (chance) => {
    const reach = chance.between(0, 8);
    return (
      both(
        [-58, -30, 4, 34]
          .map((lift, leg) => {
            const knee = 26 + reach + leg * 2;
            return line(
              leg % 2 ? 1 : 2,
              3.2 - leg * 0.2,
              `M8 ${round(2 + leg * 3)}L${knee} ${round(lift * 0.55 - 6)}L${round(knee + 12)} ${round(lift * 0.5 + 30)}`,
            );
          })
          .join(""),
      ) +
      both(fill(1, "M0 4C14 4 22 14 22 26C22 38 12 48 0 50Z") + fill(2, "M0 4C12 4 18 10 20 18L0 24Z")) +
      fill("a", "M0 14L6 22L2 28L6 36L0 44L-6 36L-2 28L-6 22Z") +
      both(
        fill(3, "M0-18C9-18 14-10 13-2C12 6 6 10 0 10Z") +
          fill(4, "M0-18C8-18 12-12 12-8L0-6Z") +
          fill("g", disc(2.6, 4.6, -5)) +
          fill("g", disc(1.7, 9, -8)) +
          fill("g", disc(1.3, 3, -12)) +
          fill("g", disc(1.1, 9.6, -3)) +
          fill(4, "M3 8L7 8L4 20Z"),
      )
    );
  },
  serpent: (chance) => {
    const hood = chance.between(20, 28);
    return (
      line(1, 13, "M-4 66C-30 56-26 40 0 42C26 44 30 26 6 20") +
      line(3, 1.2, "M-8 60C-26 54-20 46 0 48C30 50 36 24 8 16", 'stroke-dasharray="2 3"') +
      both(
        fill(1, `M0-26C10-26 ${round(hood)}-14 ${round(hood)} 4C${round(hood)} 16 12 24 0 28Z`) +
          fill(2, `M0-10C8-8 ${round(hood - 6)}-2 ${round(hood - 5)} 6C14 16 8 20 0 24Z`) +
          line("a", 1.2, "M4 6Q9 9 12 5M4 12Q8 15 11 12M3 18Q6 20 8 18"),
      ) +
      facets(
        [4, "0,-27 7,-25 12,-16 11,-8 4,-12 0,-12"],
        [3, "12,-16 11,-8 6,2 0,5 0,-12 4,-12"],
        ["g", "4,-11.4 10.4,-14 9,-8.6"],
        ["k", "0,0 5,-2 4,2 0,4"],
        [4, "3,0 4.6,-.6 4,6"],
      ) +
      line("a", 1, "M0 5V11L-2.4 15M0 11L2.4 15")
    );
  },
  moth: (chance) => {
    const eye = chance.between(5, 7);
    return (
      both(
        fill(1, "M2-4C14-34 40-40 50-30C50-14 38-2 26 4C36 8 38 24 30 36C18 38 6 24 2 12Z") +
          fill(2, "M4-4C14-26 34-34 44-27C42-14 32-4 20 2C30 8 32 22 26 30C16 30 8 20 4 10Z") +
          shine(30, -18, 12, 0.8) +
          fill("k", disc(eye + 2, 30, -18)) +
          fill("g", disc(eye, 30, -18)) +
          fill("k", disc(eye * 0.45, 30, -18)) +
          fill("a", disc(3.4, 21, 18)) +
          line(3, 0.7, "M4-2C16-10 26-26 44-28M4 4C14 8 22 18 27 30") +
          line(3, 1.3, "M2-18C6-28 12-32 18-32"),
      ) +
      both(fill(3, "M0-22C5-22 7-17 6-12C8 0 8 24 0 40Z") + fill("g", disc(1.7, 3.4, -16))) +
      line(1, 1, "M-5 4H5M-5 11H5M-4.6 18H4.6M-3.6 25H3.6")
    );
  },
  beetle: (chance) =>
    both(
      [-14, 8, 30].map((y) => line(1, 2.8, `M14 ${y}L32 ${y - 8}L38 ${y + 10}`)).join("") +
        fill(3, chance.pick(["M3-24C8-40 22-44 26-36C18-38 12-34 9-22Z", "M2-24C4-36 14-46 20-46C14-40 14-32 9-22Z"])),
    ) +
    both(
      fill(1, "M0-12C14-12 22 2 22 18C22 36 12 50 0 54Z") +
        fill(2, "M2-10C14-8 19 4 19 18C19 32 12 42 2 48Z") +
        fill(3, "M4-8C13-6 16 4 16 14C12 4 8 0 4 0Z") +
        fill(2, "M0-30C9-30 14-22 13-13L0-11Z") +
        fill("g", disc(2.4, 7, -23)) +
        line("a", 1, "M7 12L13 20L8 30L12 36"),
    ) +
    line(0, 1.4, "M0-12V54"),
  ghost: (chance) =>
    faded(
      0.94,
      both(
        fill(
          1,
          `M0-34C14-34 21-22 20-6C20 12 30 22 ${round(chance.between(24, 34))} 44C24 38 22 46 16 52C14 42 8 48 0 64Z`,
        ) +
          fill(2, "M0-34C12-34 17-24 16-8C16 14 20 26 16 44C12 36 6 42 0 54Z") +
          fill(3, "M0-34C10-34 14-26 14-16C8-22 4-24 0-24Z"),
      ) +
        both(
          fill("k", "M3-12C5-19 12-19 13-12C12-5 5-4 3-12Z") + shine(8, -11, 5, 0.9) + fill("g", disc(1.8, 8, -11)),
        ) +
        fill("k", "M-5 4C-4-1 4-1 5 4C6 14 3 20 0 21C-3 20-6 14-5 4Z") +
        both(line(3, 1, "M17 14C26 10 30 2 38 4M16 20C28 20 32 14 40 16")),
    ),
  troll: () =>
    fill(0, "M-38 64C-38 30-28 16-18 10H18C28 16 38 30 38 64Z") +
    both(
      fill(1, "M18 10C32 18 40 38 39 64L24 44Z") +
        fill(2, "M17-14L32-24L28-4L18 0Z") +
        fill("a", "M20-12L29-19L26-7Z", 'opacity=".5"'),
    ) +
    facets(
      [3, "0,-28 12,-26 19,-16 19,-8 8,-10 0,-12"],
      ["k", "4,-9 16,-10 13,-4 7,-3"],
      ["g", "7,-8 12,-8.4 10,-5"],
      [4, "0,-12 4,-9 6,0 4,3 0,3"],
      [2, "19,-8 20,6 15,10 6,0 7,-3 13,-4 16,-10"],
      [3, "0,3 4,3 6,0 15,10 17,18 12,24 0,26"],
      ["k", "0,11 13,11 11,15 0,16"],
      [4, "7,13 10,1 11.6,13"],
      [1, "12,24 17,18 12,30 0,32 0,26"],
    ),
  gremlin: (chance) => {
    const ear = chance.between(-6, 9);
    const look = chance.between(3, 5.4);
    return (
      both(
        fill(1, "M0 20C10 20 16 28 17 64H0Z") +
          fill(2, "M12 28C22 30 27 22 30 12L34 16C34 30 26 40 14 40Z") +
          fill(3, `M13-8L${round(36 + ear)}-26L${round(30 + ear / 2)} 0L14 8Z`) +
          fill("a", `M16-6L${round(31 + ear)}-20L${round(26 + ear / 2)}-3L16 4Z`, 'opacity=".6"'),
      ) +
      both(
        fill(2, "M0-22C12-22 19-12 18 0C17 14 9 22 0 24Z") +
          fill(3, "M0-22C10-22 15-16 16-9L0-6Z") +
          fill("k", disc(look + 1.2, 7.6, -5)) +
          fill("g", disc(look, 7.6, -5)) +
          fill("k", disc(look * 0.4, 6.8, -5)) +
          fill("k", "M0 8C6 8 11 6 14 2C13 12 8 18 0 18Z") +
          fill(4, "M2 8L5 8L3.6 13ZM7 7L10 5L9.4 11ZM1 18L3.6 13.6L5 17Z"),
      ) +
      fill(
        "a",
        chance.pick([
          "M-3-22L0-36L3-22Z",
          "M-8-20L-10-32L-3-23L0-36L3-23L10-32L8-20Z",
          "M-2-22C-8-34 6-38 10-32C4-32 2-28 2-22Z",
        ]),
      )
    );
  },
  tentacles: (chance) => {
    const arms = [24, 46, 70, 96, 124].map((turn, arm) =>
      moved(
        `rotate(${turn})`,
        line(
          arm % 2 ? 1 : 2,
          8 - arm * 0.7,
          `M0-12C${round(chance.between(-14, 14))}-26 ${round(chance.between(-12, 12))}-36 ${round(chance.between(-8, 8))}-50`,
        ),
      ),
    );
    const eyes = Array.from({ length: chance.whole(3, 6) }, () => {
      const [x, y] = point(chance.between(0, 6.28), chance.between(5, 15));
      return at(x, y - 2, fill(4, disc(3.6)) + fill("k", disc(2.2)) + fill("g", disc(1)), chance.between(0.6, 1.2));
    });
    return (
      both(arms.join("")) +
      fill(1, spiked(9, [25, 21, 24], chance.next())) +
      fill(2, disc(19, -2, -4)) +
      fill(3, disc(12, -6, -9), 'opacity=".6"') +
      eyes.join("") +
      fill("k", "M-12 8Q0 4 12 8Q6 20 0 20Q-6 20-12 8Z") +
      fill(4, "M-9 8L-6 8L-7.4 13ZM-3 7L0 7L-1.6 12ZM3 7L6 7L4.6 12ZM8 8L10.6 8L8.6 12Z")
    );
  },
  sphinx: () =>
    both(
      fill(1, "M10 20C22 2 28-18 46-26C44-14 46-8 40-2C42 6 34 12 30 14C30 20 22 26 12 28Z") +
        line(3, 0.8, "M46-26C32-14 24 4 13 22M40-2C32 4 24 12 14 25") +
        fill(2, "M0-30C12-30 18-20 20-6L26 22L16 28L12 10L0 8Z") +
        line("a", 1.2, "M14-20L21 0M10-26L22 12M17-12L24 20") +
        fill(1, "M0 24C12 24 20 34 20 64H0Z") +
        fill(2, "M4 34H12V64H4Z"),
    ) +
    both(fill(4, "M0-20C7-20 10-14 9.6-5C9 5 4 10 0 12Z") + fill("g", "M2.4-4.6L8-5.6L6.6-2.4Z")) +
    fill("a", "M-10-16Q0-22 10-16L0-30Z") +
    line(1, 0.9, "M-2 6Q0 5 2 6M-6 24Q0 28 6 24"),
  maw: (chance) => {
    const teeth = chance.whole(11, 15);
    return (
      fill(1, spiked(teeth, [38, 33], 0)) +
      fill(2, disc(31)) +
      fill("a", disc(27)) +
      fill("k", disc(24)) +
      Array.from({ length: teeth }, (_, tooth) =>
        moved(`rotate(${round((tooth / teeth) * 360)})`, fill(tooth % 2 ? 4 : 3, "M-3.6-26L0-13L3.6-26Z")),
      ).join("") +
      shine(0, 0, 15) +
      fill("g", disc(3.6))
    );
  },
  watcher: (chance) => {
    const lashes = chance.whole(7, 11);
    return (
      Array.from({ length: lashes }, (_, lash) =>
        moved(
          `rotate(${round((lash - (lashes - 1) / 2) * (150 / lashes))})`,
          line(2, 3.4, `M0-20C${round(chance.between(-9, 9))}-30 ${round(chance.between(-9, 9))}-38 0-48`) +
            fill("a", disc(2.4, 0, -48)),
        ),
      ).join("") +
      both(line(1, 3.4, "M12 18C20 30 16 40 26 52M4 22C6 34 2 44 8 58")) +
      fill(1, disc(27)) +
      fill(2, disc(24, -1, -2)) +
      fill(4, "M-24 0Q0-25 24 0Q0 25-24 0Z") +
      fill("a", disc(11)) +
      fill("k", "M0-10Q5 0 0 10Q-5 0 0-10Z") +
      ball(-4, -5, 2.4, "#fff")
    );
  },
};
