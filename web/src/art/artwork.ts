/** The picture of a card, made from what the card is: the same card gives the same bytes, no two cards look alike. */

import type { CardFacts } from "../cards/facts";
import { at, faded, moved } from "./brush";
import { Chance } from "./chance";
import { corona, foreground, ground, heavens, HEIGHT, stars, WIDTH, type Scene } from "./land";
import { subject } from "./lexicon";
import { sign, telling, type Deed, type Deeds } from "./signs";
import { paletteFor, type Palette, type World } from "./worlds";

const DEEDS: ReadonlySet<string> = new Set<Deed>([
  "draw",
  "power",
  "banish",
  "rune",
  "honor",
  "energy",
  "acquire",
  "defeat",
  "copy",
  "destroy",
]);

export function worldOf({ kind, faction }: Pick<CardFacts, "kind" | "faction">): World {
  if (kind === "monster" || kind === "treasure") return kind;
  return faction === "" ? "traveller" : faction;
}

/** What the card gives and does, read from the icons of its text. */
export function deedsOf(card: Pick<CardFacts, "brief">): Deeds {
  const deeds: Deeds = {};
  for (const piece of card.brief ?? []) {
    if (typeof piece === "string" || !DEEDS.has(piece[0])) continue;
    const deed = piece[0] as Deed;
    const amount = Number(piece[2] ?? 1);
    if (amount > 0) deeds[deed] = Math.max(deeds[deed] ?? 0, amount);
  }
  return deeds;
}

const stop = (offset: number, colour: string, opacity = 1): string =>
  `<stop offset="${offset}" stop-color="${colour}"${opacity === 1 ? "" : ` stop-opacity="${opacity}"`}/>`;
const fall = (id: string, stops: string): string =>
  `<linearGradient id="${id}" x2="0" y2="1">${stops}</linearGradient>`;
const glow = (id: string, stops: string, place = ""): string =>
  `<radialGradient id="${id}"${place}>${stops}</radialGradient>`;

/** The paints that the picture uses, and no others. */
export function definitions({ sky, near, glow: lit, tones, accent, light }: Palette, picture: string): string {
  const tints: readonly (readonly [string, string])[] = [
    ...tones.map((tone, step) => [String(step), tone] as const),
    ["g", light],
    ["a", accent],
    ["k", "#0a070c"],
  ];
  const classes = tints.map(
    ([name, colour]) =>
      (picture.includes(`"t${name}"`) ? `.t${name}{fill:${colour};stroke:${colour}}` : "") +
      (picture.includes(`"l${name}"`) ? `.l${name}{stroke:${colour}}` : ""),
  );
  const gradients: Record<string, string> = {
    sky: fall("sky", stop(0, sky[0]) + stop(0.5, sky[1]) + stop(1, sky[2])),
    deep: fall("deep", stop(0, sky[1]) + stop(1, near)),
    mist: fall("mist", stop(0.6, near, 0) + stop(1, near, 0.9)),
    shine: glow("shine", stop(0, lit, 0.85) + stop(0.4, lit, 0.28) + stop(1, lit, 0)),
    orb: glow("orb", stop(0, light) + stop(0.5, accent) + stop(1, tones[0]), ' cx=".35" cy=".3"'),
    edge: glow("edge", stop(0.55, sky[0], 0) + stop(1, sky[0], 0.85), ' cy=".42" r=".75"'),
  };
  const used = Object.entries(gradients).filter(([id]) => picture.includes(`#${id})`));
  return `<defs>${used.map(([, gradient]) => gradient).join("")}</defs><style>[class^=l]{fill:none}[class^=t]{stroke-width:.35}path{stroke-linejoin:round;stroke-linecap:round}${classes.join("")}</style>`;
}

export function artwork(card: CardFacts): string {
  const chance = new Chance(card.name);
  const world = worldOf(card);
  const palette = paletteFor(world, card.name, chance);
  const grandeur = Math.min(1, ((card.runes ?? 0) + (card.power ?? 0)) / 9);
  const scene: Scene = { world, palette, chance, grandeur, orb: card.orb ?? "" };
  const deeds = deedsOf(card);
  const signs = telling(deeds, card.kind === "monster");
  const drawn = subject(card, world, grandeur, chance);
  const behind = signs.map((deed) => faded(0.92, sign(deed, deeds[deed] ?? 1, chance, drawn))).reverse();
  const scale = 0.82 + grandeur * 0.12;
  const wash = (paint: string): string => `<path fill="url(#${paint})" d="M0 0H${WIDTH}V${HEIGHT}H0Z"/>`;
  const picture =
    wash("sky") +
    stars(scene, 16 + Math.round(grandeur * 20)) +
    heavens(scene) +
    ground(scene) +
    at(50, 57, corona(scene, 33) + behind.join("") + moved(`scale(${scale.toFixed(2)})`, drawn)) +
    wash("mist") +
    foreground(scene) +
    wash("edge");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${definitions(palette, picture)}${picture}</svg>`;
}

/** A drawing as an address that an image takes. */
export function addressOf(drawing: string): string {
  const escaped = drawing
    .replace(/[#%<>]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
    .replaceAll('"', "'");
  return `data:image/svg+xml,${escaped}`;
}

const made = new Map<string, string>();

/** The picture as an address that an image takes; each is made once. */
export function artworkUrl(card: CardFacts): string {
  let url = made.get(card.name);
  if (url === undefined) {
    url = addressOf(artwork(card));
    made.set(card.name, url);
  }
  return url;
}
