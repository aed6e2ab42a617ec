/**
 * Portraits of those who sit at a table: a bot has a face, a person a crest. The level of a bot decides what it wears and
 * where it stands, its name decides the face, and a casual one holds what its style is about. Chance is seeded with the
 * name: the same name has the same portrait for ever.
 */

import { addressOf, definitions } from "../art/artwork";
import { at, ball, faded, fill, line, moved, shine, spiked } from "../art/brush";
import { Chance } from "../art/chance";
import { figure, type Figure, type Hold } from "../art/figures";
import { stars } from "../art/land";
import { paletteFor, type World } from "../art/worlds";

/** Every level, from the weakest to the strongest. */
export const LEVELS = ["random", "casual", "player", "advanced", "expert", "master"] as const;
export type Level = (typeof LEVELS)[number];
export const STYLES = ["rusher", "collector", "thinner", "hoarder"] as const;
export type Style = (typeof STYLES)[number];

export const isLevel = (text: string): text is Level => (LEVELS as readonly string[]).includes(text);
export const isStyle = (text: string): text is Style => (STYLES as readonly string[]).includes(text);

export interface Sitter {
  /** The level of a bot; empty for a person. */
  readonly bot?: string | undefined;
  readonly name?: string | undefined;
  readonly style?: string | undefined;
}

const HELD: Record<Style, Hold> = { rusher: "daggers", collector: "lantern", thinner: "book", hoarder: "hammer" };

interface Role {
  readonly world: World;
  /** One of these, by the name. */
  readonly looks: readonly Figure[];
}

/** A wound-up automaton, a neighbour, a traveller, a knight, a seer of the night, and those who wear a crown. */
const ROLES: Record<Level, Role> = {
  random: {
    world: "mechana",
    looks: [
      { body: "plates", head: "mask", wear: ["cogs"], hold: "none" },
      { body: "plates", head: "mask", wear: ["cogs", "hat"], hold: "none" },
      { body: "plates", head: "mask", wear: ["cogs", "ears"], hold: "none" },
      { body: "robe", head: "mask", wear: ["goggles", "plume"], hold: "hammer" },
      { body: "plates", head: "mask", wear: ["antlers"], hold: "none" },
      { body: "cloak", head: "mask", wear: ["cogs"], hold: "lantern" },
    ],
  },
  casual: {
    world: "lifebound",
    looks: [
      { body: "robe", head: "face", wear: ["leaves"], hold: "none" },
      { body: "cloak", head: "face", wear: ["hat"], hold: "none" },
      { body: "robe", head: "face", wear: ["ears"], hold: "none" },
      { body: "cloak", head: "face", wear: ["goggles"], hold: "none" },
      { body: "robe", head: "face", wear: ["antlers"], hold: "none" },
    ],
  },
  player: {
    world: "traveller",
    looks: [
      { body: "cloak", head: "face", wear: ["none"], hold: "staff" },
      { body: "cloak", head: "hood", wear: ["none"], hold: "lantern" },
      { body: "armour", head: "face", wear: ["none"], hold: "bow" },
      { body: "cloak", head: "face", wear: ["hat"], hold: "beads" },
      { body: "robe", head: "elder", wear: ["none"], hold: "staff" },
    ],
  },
  advanced: {
    world: "enlightened",
    looks: [
      { body: "armour", head: "helm", wear: ["plume"], hold: "spear" },
      { body: "armour", head: "face", wear: ["halo"], hold: "spear" },
      { body: "armour", head: "helm", wear: ["halo"], hold: "staff" },
      { body: "armour", head: "face", wear: ["plume"], hold: "book" },
      { body: "robe", head: "elder", wear: ["halo"], hold: "staff" },
      { body: "armour", head: "helm", wear: ["wings"], hold: "spear" },
    ],
  },
  expert: {
    world: "void",
    looks: [
      { body: "robe", head: "veil", wear: ["stars", "thirdEye"], hold: "orb" },
      { body: "cloak", head: "hood", wear: ["stars"], hold: "orb" },
      { body: "robe", head: "face", wear: ["stars", "thirdEye"], hold: "book" },
      { body: "cloak", head: "elder", wear: ["stars"], hold: "staff" },
      { body: "robe", head: "hood", wear: ["horns"], hold: "book" },
    ],
  },
  master: {
    world: "monster",
    looks: [
      { body: "armour", head: "elder", wear: ["wings", "halo", "crown"], hold: "none" },
      { body: "robe", head: "veil", wear: ["wings", "horns", "crown"], hold: "orb" },
      { body: "armour", head: "helm", wear: ["wings", "crown"], hold: "staff" },
      { body: "cloak", head: "hood", wear: ["halo", "thorns"], hold: "orb" },
      { body: "plates", head: "mask", wear: ["wings", "horns"], hold: "spear" },
      { body: "robe", head: "face", wear: ["halo", "crown"], hold: "book" },
    ],
  },
};

const SIZE = 100;
/** With this one the characters of a level differ most from each other. */
const SEED = 8394;
const wash = (paint: string): string => `<path fill="url(#${paint})" d="M0 0H${SIZE}V${SIZE}H0Z"/>`;

/** One lozenge for each step on the way to the top. */
function rank(level: Level): string {
  const count = LEVELS.indexOf(level) + 1;
  const lozenges = Array.from({ length: count }, (_, place) =>
    at(50 + (place - (count - 1) / 2) * 8, 93.5, fill("a", "M0-4L3 0L0 4L-3 0Z")),
  );
  return `<path fill="#0a070ccc" d="M0 87H${SIZE}V${SIZE}H0Z"/>${lozenges.join("")}`;
}

function bot(level: Level, name: string, style: string): string {
  const chance = new Chance(`${level} ${name} ${SEED}`);
  const { world, looks } = ROLES[level];
  const palette = paletteFor(world, name, chance);
  const look = chance.pick(looks);
  const hold = isStyle(style) ? HELD[style] : look.hold;
  const scene = { world, palette, chance, grandeur: LEVELS.indexOf(level) / (LEVELS.length - 1), orb: "" as const };
  const picture =
    wash("sky") +
    stars(scene, 10) +
    shine(50, 44, 46, 0.8) +
    at(50, 48, moved("scale(1.04)", figure({ ...look, hold }, world, chance))) +
    wash("edge") +
    rank(level);
  return drawn(palette, picture);
}

/** A person is not drawn: nobody knows what they look like. They have a crest. */
function crest(name: string): string {
  const chance = new Chance(`crest of ${name}`);
  const world = chance.pick(["enlightened", "lifebound", "mechana", "void", "treasure"] as const);
  const palette = paletteFor(world, name, chance);
  const shield = chance.pick([
    "M50 14L82 24V50C82 68 68 80 50 90C32 80 18 68 18 50V24Z",
    "M20 18H80V54C80 70 66 82 50 90C34 82 20 70 20 54Z",
    "M50 12C62 20 72 22 82 22C84 50 76 76 50 90C24 76 16 50 18 22C28 22 38 20 50 12Z",
  ]);
  const [points, inner] = [chance.whole(4, 9), chance.between(0.35, 0.7)];
  const divided = chance.pick(["M50 14V90", "M18 48H82", "M27 73L80 24", "M20 24L50 50L80 24", ""]);
  const picture =
    wash("sky") +
    shine(50, 50, 52, 0.7) +
    fill(1, shield) +
    (divided && faded(0.75, line(3, 3, divided))) +
    at(50, 48, fill("a", spiked(points, [21, 21 * inner], chance.between(0, 1)))) +
    ball(50, 48, 5, palette.tones[0]) +
    line(4, 2.4, shield) +
    wash("edge");
  return drawn(palette, picture);
}

const drawn = (palette: ReturnType<typeof paletteFor>, picture: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}">${definitions(palette, picture)}${picture}</svg>`;

export const portrait = ({ bot: level = "", name = "", style = "" }: Sitter): string =>
  isLevel(level) ? bot(level, name, style) : crest(name);

const made = new Map<string, string>();

/** The portrait as an address that an image takes; each is made once. */
export function portraitUrl(sitter: Sitter): string {
  const key = `${sitter.bot ?? ""}\n${sitter.style ?? ""}\n${sitter.name ?? ""}`;
  let url = made.get(key);
  if (url === undefined) {
    url = addressOf(portrait(sitter));
    made.set(key, url);
  }
  return url;
}
