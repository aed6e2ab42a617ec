import { library } from "../cards/library.svelte";

/** Cards whose pictures stand for a set. */
export const EMBLEMS: Readonly<Record<string, readonly string[]>> = {
  "chronicle-of-the-godslayer": ["Wolf Shaman", "Avatar of the Fallen", "Hedron Cannon"],
  "rise-of-vigil": ["Nyxian Spiritcaster", "Energy Shard", "Herald of Doom"],
  "war-of-shadows": ["Ta'hyr, the Sun", "Dark Gladiator", "Aklys, the Scourge"],
  "gift-of-the-elements": ["Sonny, Lightwielder", "Cetra's Trial", "Deluge Elemental"],
};

const COUNT = 3;

/** The first cards of a custom set stand for it. */
export const emblemsOf = (set: string): readonly string[] =>
  EMBLEMS[set] ??
  library.cards
    .filter((card) => card.set === set)
    .slice(0, COUNT)
    .map(({ name }) => name);
