/** Which subject a card has: the words of its name say it, then its faction, kind and chance. */

import { repeated } from "./brush";
import { ANIMALS, type Animal } from "./animals";
import type { Chance } from "./chance";
import { elemental, type Element } from "./elementals";
import { figure, type Body, type Figure, type Hold, type Wear } from "./figures";
import type { Head } from "./heads";
import { MACHINES, type Machine } from "./machines";
import { MONSTERS, type Monster } from "./monsters";
import { THINGS, type Thing } from "./things";
import type { World } from "./worlds";

type Words = readonly [RegExp, ...string[]];

const matching = (name: string, table: readonly Words[]): string[] =>
  table
    .filter(([pattern]) => pattern.test(name))
    .map(([, ...found]) => found)
    .flat();

const words = (all: string): RegExp => new RegExp(`(${all})`, "i");

const ELEMENTS: readonly Words[] = [
  [words("water|deluge|tide"), "water"],
  [words("fire|flame|ember"), "fire"],
  [words("wind|storm|air"), "wind"],
  [words("iron|metal"), "iron"],
  [words("shadow|dark"), "shadow"],
  [words("static|thunder|lightning"), "static"],
  [words("verdant|bramble|leaf|bloom"), "plant"],
  [words("."), "earth"],
];

const ANIMAL_WORDS: readonly Words[] = [
  [words("wolf|lycan|hound|dogs"), "wolf"],
  [words("vixen|fox"), "fox"],
  [words("ursine|bear"), "bear"],
  [words("familiar|cat\\b"), "cat", "owl"],
  [words("gremlin|outcast"), "gremlin"],
  [words("\\bfirst\\b|ancient"), "treant"],
  [words("honiskrot"), "owl"],
];

const MONSTER_WORDS: readonly Words[] = [
  [words("widow|spider|creeper"), "spider"],
  [words("serpent|viper|snake|siren"), "serpent"],
  [words("moth"), "moth"],
  [words("beetle|ants|insect"), "beetle"],
  [words("soul|ghoul|ghost"), "ghost"],
  [words("hope|lure"), "lure"],
  [words("troll|thrasher"), "troll"],
  [words("sphinx"), "sphinx"],
  [words("eye"), "watcher"],
  [words("slug|mistake|unspeakable|protean"), "tentacles"],
  [words("tyrant|dragon"), "dragon"],
  [words("terrus|golem|giant"), "giant"],
  [words("scourge|doom|fallen|herald|titan"), "titan"],
  [words("fiend|mephit|duke|duros|demon"), "demon"],
];

const OBJECT_WORDS: readonly Words[] = [
  [words("\\beye"), "eye"],
  [words("tablet"), "tablet"],
  [words("temple"), "temple"],
  [words("pillar"), "pillar"],
  [words("outpost|spire|watchtower|tower"), "tower"],
  [words("staff"), "staff"],
  [words("dragon|blossom|flower"), "flower"],
  [words("trap"), "trap"],
  [words("mail|armor"), "mail"],
  [words("map|chart"), "chart"],
  [words("rocket"), "rocket"],
  [words("burrower|drill|wreck"), "drill"],
  [words("cannon|arsenal"), "cannon"],
  [words("monacle|goggles|projector"), "lens"],
  [words("bot\\b|rescuebot|prototype|golem|p\\.r"), "robot"],
  [words("watchmaker|clock|altar"), "clock"],
  [words("design"), "blueprint"],
  [words("cell|prison"), "bars"],
  [words("illuminator|lamp"), "lamp"],
  [words("billet|wagon"), "carriage"],
  [words("hedron|device|link"), "hedron"],
  [words("converter"), "converter"],
  [words("shrine"), "temple"],
  [words("hub|cron|reactor"), "core"],
  [words("muramasa|thirster|sword|blade"), "sword"],
  [words("star"), "star"],
  [words("tome|book"), "tome"],
  [words("fist"), "fist"],
  [words("embrace"), "hands"],
];
const OBJECTS_BY_WORLD: Record<World, readonly (Thing | Machine)[]> = {
  enlightened: ["eye", "pillar", "tablet"],
  lifebound: ["staff", "flower", "chart"],
  mechana: ["core", "robot", "lens", "cannon"],
  void: ["sword", "star", "tome", "hands"],
  monster: ["trap", "bars"],
  traveller: ["chart", "lamp"],
  treasure: ["shard"],
};

const HEADS: readonly Words[] = [
  [
    words("templar|gladiator|vanquisher|infantry|militia|slayer|sentry|guardian|crusher|judge|lieutenant|legion"),
    "helm",
  ],
  [
    words(
      "monk|arbiter|assassin|scout|ranger|hunter|stalker|shade|walker|spirit|cultist|attendant|librarian|watch|conjurer|tracker",
    ),
    "hood",
  ],
  [words("golem|drone|ferromancer|scrap|courier x"), "mask"],
  [words("master|ascetic|oziah|druid\\b|laias|landtalker|brother|eternal"), "elder"],
  [words("priestess|sister|trickster|nyxian|askara|mystic"), "veil"],
  [
    words(
      "initiate|aspirant|apprentice|witch|druidess|muse|cetra|emri|isha|illiya|kiri|shaman|reysa|prince|sun\\b|leotan|oras|pura|chanter|tutor|historian|merchant|clique",
    ),
    "face",
  ],
];
const BODIES: readonly Words[] = [
  [
    words(
      "templar|gladiator|vanquisher|infantry|militia|slayer|guardian|crusher|judge|lieutenant|legion|emri|isha|watch",
    ),
    "armour",
  ],
  [words("ranger|hunter|scout|shaman|druid|druids|tracker|stalker|landtalker|loam"), "cloak"],
  [words("golem|drone|sentry|ferromancer|forge"), "plates"],
];
const WEARS: readonly Words[] = [
  [words("eye|seer|seeker"), "thirdEye"],
  [words("shaman|druids?\\b|stone circle|loam|landtalker|verdant"), "antlers"],
  [words("witch|hunter\\b"), "hat"],
  [words("star|celestial|lunar|leotan|muse"), "stars"],
  [words("prince|dhartha|peerless|judge|duke|todd|xeron|oras|grand"), "crown"],
  [words("demon|askara|illiya|dread|trickster|arbiter|ulan"), "horns"],
  [words("bloom|blossom|meadow|druidess|chanter|flytrap|hearth|keen|pura"), "leaves"],
  [words("sun\\b|hope|light|radiant|righteous|inspired|solar|searing|master|brother"), "halo"],
  [words("monk|reactor|conduit|magnet|forge|kor\\b"), "cogs"],
  [words("gladiator|heavy|infantry|vanquisher|guardian|thunder"), "plume"],
  [words("emri|venom|spike|vixen|shade"), "thorns"],
  [words("wind|redeemer|angel"), "wings"],
  [words("innovat|tracker|sureshot|cognition|scrap|treasure"), "goggles"],
  [words("ranger|familiar"), "ears"],
];
const HOLDS: readonly Words[] = [
  [words("librarian|historian|tutor|scholar|attendant"), "book"],
  [words("shaman|druids?\\b|talker|caster|mystic|conjurer|landtalker|chanter|seer"), "staff"],
  [words("tracker|ranger|hunter|scout|pursuer|sureshot|deadeye"), "bow"],
  [words("witch|weaver|sculptor|muse|wielder|priestess|seeker|apprentice"), "orb"],
  [words("merchant|beacon|searing|hope|flare"), "lantern"],
  [words("forge|ferromancer|crusher|kor\\b"), "hammer"],
  [words("monk|ascetic|brother|arbiter|sister"), "beads"],
  [words("assassin|stalker|slayer|trickster|cultist"), "daggers"],
  [words("militia|infantry|sentry|guardian|lieutenant|legion|gladiator"), "spear"],
];

const BY_WORLD: Record<
  World,
  { heads: readonly Head[]; bodies: readonly Body[]; wears: readonly Wear[]; holds: readonly Hold[] }
> = {
  enlightened: {
    heads: ["face", "hood", "elder"],
    bodies: ["robe"],
    wears: ["halo", "thirdEye", "none"],
    holds: ["none", "orb", "beads"],
  },
  lifebound: {
    heads: ["face", "hood"],
    bodies: ["cloak", "robe"],
    wears: ["antlers", "leaves"],
    holds: ["none", "staff"],
  },
  mechana: {
    heads: ["mask", "face"],
    bodies: ["plates"],
    wears: ["cogs", "goggles", "none"],
    holds: ["none", "hammer"],
  },
  void: {
    heads: ["hood", "helm", "face"],
    bodies: ["robe", "armour"],
    wears: ["horns", "thorns", "none"],
    holds: ["none", "daggers"],
  },
  monster: { heads: ["hood", "mask"], bodies: ["robe"], wears: ["horns"], holds: ["none"] },
  traveller: { heads: ["face", "helm"], bodies: ["robe"], wears: ["none"], holds: ["none"] },
  treasure: { heads: ["hood"], bodies: ["robe"], wears: ["none"], holds: ["none"] },
};

const MANY = words("druids|dogs|gremlins|ants\\b|legion|clique");

export interface Named {
  readonly name: string;
  readonly kind: string;
}

function person(name: string, world: World, grandeur: number, chance: Chance): string {
  const usual = BY_WORLD[world];
  const wears = matching(name, WEARS) as Wear[];
  const chosen: Figure = {
    head: (matching(name, HEADS)[0] as Head | undefined) ?? chance.pick(usual.heads),
    body: (matching(name, BODIES)[0] as Body | undefined) ?? chance.pick(usual.bodies),
    wear: (wears.length ? wears : [chance.pick(usual.wears)]).slice(0, grandeur > 0.5 ? 3 : 2),
    hold: (matching(name, HOLDS)[0] as Hold | undefined) ?? chance.pick(usual.holds),
  };
  return figure(chosen, world, chance);
}

type Subject = Animal | Monster | Thing | Machine;

function drawn(subject: Subject, world: World, chance: Chance): string {
  if (subject in THINGS) return THINGS[subject as Thing](world, chance);
  return { ...ANIMALS, ...MONSTERS, ...MACHINES }[subject as Animal | Monster | Machine](chance);
}

function one({ name, kind }: Named, world: World, grandeur: number, chance: Chance): string {
  if (kind === "treasure") return drawn("shard", world, chance);
  if (kind === "event") return drawn("sigil", world, chance);
  if (kind !== "construct" && /elemental\b|effigy|whirlwind/i.test(name))
    return elemental(matching(name, ELEMENTS)[0] as Element, chance);
  const animals = matching(name, ANIMAL_WORDS) as (Animal | Monster)[];
  if (animals.length) return drawn(chance.pick(animals), world, chance);
  if (kind === "construct")
    return drawn(
      (matching(name, OBJECT_WORDS)[0] as Subject | undefined) ?? chance.pick(OBJECTS_BY_WORLD[world]),
      world,
      chance,
    );
  if (kind === "monster" && !/trickster|cultist|lieutenant|legion/i.test(name)) {
    return drawn(
      (matching(name, MONSTER_WORDS)[0] as Monster | undefined) ??
        chance.pick(["demon", "titan", "maw", "tentacles"] as const),
      world,
      chance,
    );
  }
  return person(name, world, grandeur, chance);
}

/** The subject of a picture, about 70 wide and 100 high, its middle at 0, 0. */
export function subject(card: Named, world: World, grandeur: number, chance: Chance): string {
  const single = one(card, world, grandeur, chance);
  if (!MANY.test(card.name)) return single;
  return repeated(single, [
    "translate(-27 1)scale(.62)",
    "translate(27 1)scale(-.62 .62)",
    "translate(0 10)scale(.82)",
  ]);
}
