/** Sky, ground and foreground: where the subject stands. Drawn in the picture's own coordinates, 100 wide and 120 high. */

import { at, ball, both, fill, gear, line, moved, point, polygon, round, spiked } from "./brush";
import type { Chance } from "./chance";
import type { Palette, World } from "./worlds";

export const WIDTH = 100;
export const HEIGHT = 120;
export const HORIZON = 86;

export interface Scene {
  readonly world: World;
  readonly palette: Palette;
  readonly chance: Chance;
  /** 0 for the cheapest cards, 1 for the dearest. */
  readonly grandeur: number;
  /** The sun that is printed on the card. */
  readonly orb: "" | "light" | "dark";
}

const paint = (colour: string, d: string, more = ""): string =>
  `<path fill="${colour}" d="${d}"${more && ` ${more}`}/>`;

export function stars({ chance, palette }: Scene, count: number, lowest = 62): string {
  const dots = Array.from({ length: count }, () => {
    const size = chance.happens(0.18) ? 0.9 : 0.45;
    return `M${round(chance.between(2, 98))} ${round(chance.between(2, lowest))}h.01`.concat(size > 0.5 ? "v.01" : "");
  });
  const few = dots.splice(0, Math.ceil(count / 5));
  const stroke = (width: number, d: string[]): string =>
    `<path stroke="${palette.light}" stroke-width="${width}" stroke-linecap="round" d="${d.join("")}"/>`;
  return `<g opacity=".75">${stroke(0.6, dots)}${stroke(1.2, few)}</g>`;
}

/** The sun or moon behind the subject's head: where the eye should go. */
export function heavens(scene: Scene): string {
  const { chance, palette, orb, world } = scene;
  const x = 50 + (chance.happens(0.5) ? 0 : chance.between(-14, 14));
  const y = chance.between(40, 52);
  const radius = 17 + scene.grandeur * 7 + chance.between(-2, 2);
  const halo = ball(x, y, radius * 2.6, "url(#shine)", 'opacity=".85"');
  const body = ball(x, y, radius, palette.glow, 'opacity=".9"');
  if (orb === "dark" || (orb === "" && world === "void")) {
    const bite = ball(
      x + radius * chance.pick([-0.45, 0.45]),
      y - radius * 0.2,
      radius * 0.9,
      palette.sky[1],
      'opacity=".92"',
    );
    return halo + body + bite;
  }
  if (orb === "light" || world === "enlightened") {
    const rays = spiked(chance.pick([16, 20, 24]), [radius * 1.75, radius * 1.12], chance.next());
    return halo + at(x, y, paint(palette.glow, rays, 'opacity=".32"')) + body;
  }
  return halo + body;
}

function ridge(scene: Scene, base: number, roughness: number, steps: number, sharp: boolean): string {
  const { chance } = scene;
  const heights = Array.from({ length: steps + 1 }, () => base + chance.between(-roughness, roughness));
  const x = (step: number): number => (step / steps) * WIDTH;
  let d = `M0 ${HEIGHT}L0 ${round(heights[0]!)}`;
  for (let step = 1; step <= steps; step++) {
    const [before, here] = [heights[step - 1]!, heights[step]!];
    const middle = x(step - 0.5);
    d += sharp
      ? `L${round(middle)} ${round(Math.min(before, here) - roughness * chance.between(0.3, 1.5))}L${round(x(step))} ${round(here)}`
      : `C${round(middle)} ${round(before)} ${round(middle)} ${round(here)} ${round(x(step))} ${round(here)}`;
  }
  return `${d}V${HEIGHT}Z`;
}

const conifer = (x: number, base: number, height: number): string =>
  polygon([
    [x, base - height],
    [x + height * 0.22, base - height * 0.45],
    [x + height * 0.12, base - height * 0.45],
    [x + height * 0.3, base + 1],
    [x - height * 0.3, base + 1],
    [x - height * 0.12, base - height * 0.45],
    [x - height * 0.22, base - height * 0.45],
  ]);

const pagoda = (x: number, base: number, size: number): string =>
  [0, 1, 2]
    .map((floor) => {
      const y = base - floor * size * 0.55;
      const half = size * (1 - floor * 0.27);
      return `M${round(x - half)} ${round(y)}q${round(half * 0.35)} ${round(-size * 0.06)} ${round(half * 0.45)} ${round(-size * 0.3)}h${round(half * 1.1)}q${round(half * 0.1)} ${round(size * 0.24)} ${round(half * 0.45)} ${round(size * 0.3)}h${round(-half * 0.35)}v${round(size * 0.3)}h${round(-half * 1.3)}v${round(-size * 0.3)}Z`;
    })
    .join("");

const chimney = (x: number, base: number, width: number, height: number): string =>
  polygon([
    [x, base],
    [x + width * 0.14, base - height],
    [x + width * 0.86, base - height],
    [x + width, base],
  ]);

/** The land under the sky, far and near. */
export function ground(scene: Scene): string {
  const { chance, palette, world } = scene;
  const { far, near } = palette;
  const dim = 'opacity=".8"';
  switch (world) {
    case "enlightened": {
      const side = chance.pick([12, 86]);
      const temple = chance.happens(0.6) ? paint(far, pagoda(side, HORIZON, chance.between(7, 10)), dim) : "";
      const hills = paint(far, ridge(scene, HORIZON - 3, 5, chance.whole(3, 5), false), 'opacity=".55"');
      const sea = `<path fill="url(#deep)" d="M0 ${HORIZON}H${WIDTH}V${HEIGHT}H0Z"/>`;
      const glints = Array.from({ length: 9 }, (_, row) => {
        const half = chance.between(3, 16 - row);
        return `M${round(50 - half + chance.between(-6, 6))} ${round(HORIZON + 1.5 + row * row * 0.42)}h${round(half * 2)}`;
      });
      return (
        hills +
        temple +
        sea +
        `<path stroke="${palette.glow}" stroke-width=".7" stroke-linecap="round" opacity=".6" d="${glints.join("")}"/>`
      );
    }
    case "lifebound": {
      const trees = Array.from({ length: 9 }, () =>
        conifer(chance.between(0, 100), HORIZON + chance.between(-2, 5), chance.between(7, 20)),
      );
      return (
        paint(far, ridge(scene, HORIZON - 9, 6, chance.whole(3, 4), false), 'opacity=".6"') +
        paint(far, trees.join(""), dim) +
        paint(near, ridge(scene, HORIZON + 6, 4, chance.whole(2, 4), false), 'opacity=".85"')
      );
    }
    case "mechana": {
      const stacks = Array.from({ length: 6 }, (_, place) =>
        chimney(place * 17 + chance.between(-3, 5), HORIZON + 8, chance.between(4, 10), chance.between(12, 34)),
      );
      const smoke = Array.from({ length: 3 }, () => {
        const x = chance.between(4, 96);
        return `<path d="M${round(x)} 62c-6-7 7-11 2-19s6-10 3-17" stroke="${palette.sky[0]}" stroke-width="${round(chance.between(3, 7))}" stroke-linecap="round" fill="none" opacity=".32"/>`;
      });
      return (
        smoke.join("") +
        paint(far, stacks.join(""), dim) +
        paint(near, ridge(scene, HORIZON + 8, 2.5, 6, true), 'opacity=".85"')
      );
    }
    case "void":
      return (
        paint(far, ridge(scene, HORIZON - 6, 11, chance.whole(5, 7), true), 'opacity=".6"') +
        paint(near, ridge(scene, HORIZON + 8, 8, chance.whole(6, 9), true), 'opacity=".85"')
      );
    case "monster": {
      const embers = Array.from(
        { length: 14 },
        () => `M${round(chance.between(2, 98))} ${round(chance.between(18, 96))}h.01`,
      );
      return (
        paint(far, ridge(scene, HORIZON - 4, 8, chance.whole(3, 5), true), 'opacity=".6"') +
        paint(near, ridge(scene, HORIZON + 8, 5, chance.whole(4, 6), true), 'opacity=".85"') +
        `<path stroke="${palette.accent}" stroke-width="1" stroke-linecap="round" opacity=".8" d="${embers.join("")}"/>`
      );
    }
    case "treasure":
      return (
        paint(far, ridge(scene, HORIZON - 2, 14, 6, true), 'opacity=".55"') +
        paint(near, ridge(scene, HORIZON + 10, 9, 7, true))
      );
    case "traveller": {
      const tower = polygon([
        [0, HORIZON],
        [0, 62],
        [2, 62],
        [2, 60],
        [4, 60],
        [4, 62],
        [6, 62],
        [6, 60],
        [8, 60],
        [8, 62],
        [10, 62],
        [10, HORIZON],
      ]);
      return (
        at(chance.pick([6, 82]), 2, paint(far, tower, dim)) +
        paint(far, ridge(scene, HORIZON - 3, 5, 3, false), 'opacity=".6"') +
        paint(near, ridge(scene, HORIZON + 8, 3, 3, false), 'opacity=".85"')
      );
    }
  }
}

/** Dark shapes in the lower corners, close to the eye: they give the picture its depth. */
export function foreground(scene: Scene): string {
  const { chance, palette, world } = scene;
  const dark = palette.sky[0];
  const lean = chance.between(-8, 8);
  const corner = (inner: string): string =>
    moved(`translate(50 ${HEIGHT})`, both(moved(`translate(50 0)rotate(${round(lean)})`, inner)));
  switch (world) {
    case "lifebound": {
      const fronds = [-78, -52, -26, 2].map(
        (turn, place) =>
          `<path transform="rotate(${turn})" d="M0 0C-6-10-5-22 0-${28 + (place % 2) * 8}C5-22 6-10 0 0"/>`,
      );
      return corner(`<g fill="${dark}">${fronds.join("")}</g>`);
    }
    case "enlightened":
      return corner(paint(dark, "M6 4V-16C-4-20-8-12-3-9C-14-22-26-8-18-3C-30-8-34 2-30 4Z", 'opacity=".9"'));
    case "mechana":
      return corner(paint(dark, gear(chance.whole(9, 13), 24, 8), 'fill-rule="evenodd" opacity=".92"'));
    case "void":
      return corner(
        paint(dark, "M4 4C-2-12 2-26-12-40C-8-28-12-20-8-16L-16-22L-10-10C-16-12-22-18-26-28C-24-14-28-8-40-4L-30 4Z"),
      );
    case "monster":
      return corner(paint(dark, "M4 4V-34L-4-18L-8-26L-14-8L-22-16L-26-2L-36-6L-40 4Z"));
    case "treasure":
      return corner(paint(dark, "M4 4V-30L-4-36L-9-26V-10L-16-20L-22-10L-24 4Z"));
    case "traveller":
      return corner(
        paint(dark, "M4 4V-10C-8-14-20-8-34 4Z") +
          `<path stroke="${dark}" stroke-width="1.2" d="M-6-8V-40M-16-6V-32"/>` +
          paint(dark, chance.happens(0.5) ? "M-6-40l-10 4l10 4Z" : "M-16-32l-8 3l8 4Z"),
      );
  }
}

/** A ring of ornament behind grand subjects. */
export function corona(scene: Scene, radius: number): string {
  const { chance, grandeur } = scene;
  if (grandeur < 0.5) return "";
  const count = chance.pick([12, 16, 18, 24]);
  const beads = Array.from({ length: count }, (_, bead) => point((bead / count) * 2 * Math.PI, radius + 3.4));
  const ring = line("a", 0.7, `M0 ${-radius}a${radius} ${radius} 0 1 1-.01 0Z`, 'opacity=".8"');
  const dots = `<path class="la" stroke-width="1.4" d="${beads.map(([x, y]) => `M${round(x)} ${round(y)}h.01`).join("")}"/>`;
  if (grandeur < 0.72) return ring + dots;
  return fill("a", spiked(count, [radius + 11, radius + 5.4], Math.PI / count), 'opacity=".55"') + ring + dots;
}
