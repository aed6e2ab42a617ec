/** Small pieces of SVG. Colours are classes that each picture defines once, so that a shape is little more than its outline. */

import { hash } from "./chance";

/** `0` to `4` from the shadow to the light of the subject's material; `g` glows, `a` is the accent, `k` is near black. */
export type Tone = 0 | 1 | 2 | 3 | 4 | "g" | "a" | "k" | "w";

export const round = (value: number): string => String(Math.round(value * 10) / 10);

export const point = (angle: number, radius: number, x = 0, y = 0): [number, number] => [
  x + Math.sin(angle) * radius,
  y - Math.cos(angle) * radius,
];

const spot = ([x, y]: [number, number]): string => `${round(x)} ${round(y)}`;

export const polygon = (points: [number, number][]): string => `M${points.map(spot).join("L")}Z`;

/** A closed star or sprocket: radii taken in turn, evenly round the circle. */
export function spiked(count: number, radii: readonly number[], turn = 0): string {
  const steps = count * radii.length;
  return polygon(
    Array.from({ length: steps }, (_, step) => point(turn + (step / steps) * 2 * Math.PI, radii[step % radii.length]!)),
  );
}

/** A gear of `teeth` with flat teeth; the hole is cut out where the fill rule is evenodd. */
export function gear(teeth: number, radius: number, hole = radius * 0.38): string {
  const inner = radius * 0.8;
  const step = (2 * Math.PI) / teeth;
  const corners = Array.from({ length: teeth }, (_, tooth) =>
    (
      [
        [-0.3, inner],
        [-0.2, radius],
        [0.2, radius],
        [0.3, inner],
      ] as const
    ).map(([offset, reach]) => point((tooth + offset) * step, reach)),
  );
  return polygon(corners.flat()) + disc(hole);
}

/** A circle as a path, so that it can be part of another one. */
export const disc = (radius: number, x = 0, y = 0): string =>
  `M${round(x - radius)} ${round(y)}a${round(radius)} ${round(radius)} 0 1 0 ${round(radius * 2)} 0a${round(radius)} ${round(radius)} 0 1 0 ${round(-radius * 2)} 0Z`;

/** A waning moon. */
export const crescent = (radius: number): string =>
  `M${round(radius * 0.35)} ${round(-radius * 0.94)}A${round(radius)} ${round(radius)} 0 1 0 ${round(radius * 0.94)} ${round(radius * 0.35)}A${round(radius * 0.8)} ${round(radius * 0.8)} 0 0 1 ${round(radius * 0.35)} ${round(-radius * 0.94)}Z`;

export const fill = (tone: Tone, d: string, more = ""): string =>
  `<path class="t${tone}" d="${d}"${more && ` ${more}`}/>`;

/** A line of the tone; round at its ends. */
export const line = (tone: Tone, width: number, d: string, more = ""): string =>
  `<path class="l${tone}" stroke-width="${round(width)}" d="${d}"${more && ` ${more}`}/>`;

export const faded = (opacity: number, inner: string): string => `<g opacity="${opacity}">${inner}</g>`;

export const moved = (transform: string, inner: string): string => `<g transform="${transform}">${inner}</g>`;

export const at = (x: number, y: number, inner: string, scale = 1, turn = 0): string =>
  moved(
    `translate(${round(x)} ${round(y)})` +
      (turn ? `rotate(${round(turn)})` : "") +
      (scale === 1 ? "" : `scale(${scale.toFixed(2)})`),
    inner,
  );

/** What is drawn here can be shown again. Named by its content: equal shapes share a name, and nothing is counted. */
const named = (inner: string): [id: string, group: string] => {
  const id = `m${hash(inner).toString(36)}`;
  return [id, `<g id="${id}">${inner}</g>`];
};

/** What is drawn on the right, and its mirror image. */
export function both(right: string): string {
  const [id, group] = named(right);
  return `${group}<use href="#${id}" transform="scale(-1 1)"/>`;
}

/** Planes of the right half, `tone: corners`. */
export const facets = (...planes: [Tone, string][]): string =>
  both(planes.map(([tone, corners]) => fill(tone, `M${corners.replaceAll(" ", "L").replaceAll(",", " ")}Z`)).join(""));

/** The same thing at several places. */
export function repeated(inner: string, transforms: readonly string[]): string {
  const [id, group] = named(inner);
  return transforms
    .map((transform, place) => (place ? `<use href="#${id}" transform="${transform}"/>` : moved(transform, group)))
    .join("");
}

export const ball = (x: number, y: number, radius: number, paint: string, more = ""): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${paint}"${more && ` ${more}`}/>`;

/** Light around a point: brightest in the middle. */
export const shine = (x: number, y: number, radius: number, strength = 1): string =>
  ball(x, y, radius, "url(#shine)", strength === 1 ? "" : `opacity="${strength}"`);
