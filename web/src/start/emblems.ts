/** Cards whose pictures stand for a set. */
export const EMBLEMS: Readonly<Record<string, readonly string[]>> = {
  "chronicle-of-the-godslayer": ["Wolf Shaman", "Avatar of the Fallen", "Hedron Cannon"],
  "rise-of-vigil": ["Nyxian Spiritcaster", "Energy Shard", "Herald of Doom"],
  "war-of-shadows": ["Ta'hyr, the Sun", "Dark Gladiator", "Aklys, the Scourge"],
  "gift-of-the-elements": ["Sonny, Lightwielder", "Cetra's Trial", "Deluge Elemental"],
};
