/** The worlds that the cards come from: a limited palette each, and the shapes of its land. */

import type { Chance } from "./chance";

export type World = "enlightened" | "lifebound" | "mechana" | "void" | "monster" | "traveller" | "treasure";

export interface Palette {
  /** From the top of the sky to the horizon. */
  readonly sky: readonly [string, string, string];
  /** Of the sun or moon, and of what it touches. */
  readonly glow: string;
  /** Hills far and near. */
  readonly far: string;
  readonly near: string;
  /** The subject's material, from shadow to light. */
  readonly tones: readonly [string, string, string, string, string];
  readonly accent: string;
  readonly light: string;
}

/** Two or three hours of each world's night; the card's name decides which. */
const PALETTES: Record<World, readonly Palette[]> = {
  enlightened: [
    {
      sky: ["#0a1638", "#21509b", "#9ccbf2"],
      glow: "#e9f5ff",
      far: "#2f64a8",
      near: "#0a1a3c",
      tones: ["#0b1a3e", "#24467f", "#5b86bd", "#a9c4e2", "#eef5ff"],
      accent: "#ffd98a",
      light: "#ffffff",
    },
    {
      sky: ["#061c34", "#0f6390", "#a8e6ea"],
      glow: "#f2ffff",
      far: "#1c7797",
      near: "#06223a",
      tones: ["#08203a", "#1c5578", "#4f93ad", "#a3d0d8", "#effcff"],
      accent: "#ffe1a1",
      light: "#ffffff",
    },
    {
      sky: ["#14163f", "#4d4fa3", "#f3c9a5"],
      glow: "#fff0cf",
      far: "#5a5aa8",
      near: "#15163c",
      tones: ["#15173e", "#3a4384", "#737fc0", "#b9c3e6", "#f5f5ff"],
      accent: "#ffcf7a",
      light: "#fffaf0",
    },
  ],
  lifebound: [
    {
      sky: ["#06180f", "#1d5a34", "#e7b95c"],
      glow: "#fff0bd",
      far: "#2c6a3b",
      near: "#06190f",
      tones: ["#0a2114", "#22532d", "#4d8a3c", "#9cc25a", "#f2ecb0"],
      accent: "#ffb648",
      light: "#fff7d8",
    },
    {
      sky: ["#0c1a14", "#39581f", "#f0a548"],
      glow: "#ffe3a3",
      far: "#566b22",
      near: "#111a0b",
      tones: ["#18200c", "#47541b", "#84812b", "#d0aa48", "#fdeab0"],
      accent: "#9fdc6a",
      light: "#fff4cf",
    },
    {
      sky: ["#04161c", "#11604f", "#a5dd8f"],
      glow: "#f1ffd2",
      far: "#1b7458",
      near: "#041a18",
      tones: ["#06201d", "#145045", "#379068", "#8fce8c", "#effbc9"],
      accent: "#ffc659",
      light: "#fbffe6",
    },
  ],
  mechana: [
    {
      sky: ["#17100d", "#6a3a1f", "#f0a35c"],
      glow: "#ffe2b4",
      far: "#7a4a2c",
      near: "#1c110b",
      tones: ["#1f130d", "#57301c", "#a2602f", "#dc9a58", "#ffe4bb"],
      accent: "#59d6c6",
      light: "#fff3da",
    },
    {
      sky: ["#121417", "#4c4b4d", "#d9a06a"],
      glow: "#ffdcae",
      far: "#5d5753",
      near: "#17161a",
      tones: ["#1a1817", "#4a3a32", "#8a6a55", "#c9a282", "#f7e2cb"],
      accent: "#ff9a4a",
      light: "#fff0dc",
    },
    {
      sky: ["#1b0d0b", "#8a3a20", "#ffc069"],
      glow: "#fff0c0",
      far: "#93472a",
      near: "#200f0b",
      tones: ["#240f0a", "#6b2a17", "#b5562c", "#eb9a53", "#ffe9b8"],
      accent: "#6fe0d2",
      light: "#fff6dc",
    },
  ],
  void: [
    {
      sky: ["#08040f", "#3a1a6e", "#b98bf0"],
      glow: "#f0e0ff",
      far: "#472a7d",
      near: "#0b0616",
      tones: ["#0c0718", "#2a1650", "#5a3798", "#a07fd8", "#eadcff"],
      accent: "#ff6fc4",
      light: "#fbf2ff",
    },
    {
      sky: ["#0a030c", "#551145", "#e07bb0"],
      glow: "#ffdcee",
      far: "#631d52",
      near: "#12040f",
      tones: ["#140613", "#3e1139", "#7f2d73", "#c470ae", "#fbdcf0"],
      accent: "#9f8bff",
      light: "#fff0f8",
    },
    {
      sky: ["#04050f", "#1d2263", "#8f92ea"],
      glow: "#e2e4ff",
      far: "#2a2f74",
      near: "#070818",
      tones: ["#080a1c", "#1e1f52", "#4a4598", "#8d86da", "#e2defe"],
      accent: "#d56bff",
      light: "#f4f2ff",
    },
  ],
  monster: [
    {
      sky: ["#140506", "#6e1a16", "#ff8a4c"],
      glow: "#ffd9a0",
      far: "#7c2a22",
      near: "#170606",
      tones: ["#1a0807", "#4b1613", "#8a3026", "#c9755a", "#f7d9bf"],
      accent: "#ff4a32",
      light: "#fff0d8",
    },
    {
      sky: ["#100c0d", "#4d3a3a", "#d8684a"],
      glow: "#ffc39a",
      far: "#5c4543",
      near: "#151011",
      tones: ["#181213", "#3f3132", "#74605e", "#ac9690", "#f0e2d8"],
      accent: "#ff5238",
      light: "#ffeedd",
    },
    {
      sky: ["#180408", "#861230", "#f27b5f"],
      glow: "#ffe0c0",
      far: "#8a2038",
      near: "#1b050b",
      tones: ["#1c060c", "#551024", "#9b2b3c", "#d9766d", "#ffe0d0"],
      accent: "#ffb13d",
      light: "#fff2e2",
    },
  ],
  traveller: [
    {
      sky: ["#12162a", "#4a4d6e", "#f2c48d"],
      glow: "#ffedcb",
      far: "#5a5c7c",
      near: "#13162a",
      tones: ["#181b2e", "#3f4257", "#7c7a82", "#bcb3a6", "#f6ecd9"],
      accent: "#ffc873",
      light: "#fff8ea",
    },
    {
      sky: ["#101a24", "#3f5f70", "#e9cfa0"],
      glow: "#fff4d6",
      far: "#4d6c7b",
      near: "#0f1c26",
      tones: ["#14212b", "#38505c", "#74838a", "#b9b5a6", "#f4eedd"],
      accent: "#ffb868",
      light: "#fffaec",
    },
  ],
  treasure: [
    {
      sky: ["#031018", "#0b4a5e", "#6fe3dd"],
      glow: "#e6fffb",
      far: "#135b6c",
      near: "#03141c",
      tones: ["#05202b", "#0f5568", "#2b9fae", "#86e0dc", "#effffb"],
      accent: "#ffe38a",
      light: "#ffffff",
    },
  ],
};

/** A monster's element shows in its accent, whatever the hour. */
const ELEMENTAL_ACCENTS: readonly [RegExp, string][] = [
  [/sea|lagoon|deluge|water|slug|siren/i, "#4fd3df"],
  [/wind|static|light|soul|moth/i, "#c9e4ff"],
  [/bramble|corrosive|viper|creeper|yuk|earth/i, "#a8d95c"],
  [/shade|deceit|trick|lies|xeron|unspeakable|eek/i, "#c98bff"],
  [/ants|shard|vault|nom/i, "#ffc65a"],
];

export function paletteFor(world: World, name: string, chance: Chance): Palette {
  const palette = chance.pick(PALETTES[world]);
  const found = world === "monster" ? ELEMENTAL_ACCENTS.find(([pattern]) => pattern.test(name)) : undefined;
  return found ? { ...palette, accent: found[1] } : palette;
}
