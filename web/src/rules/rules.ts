/** The rules in words, as the package tells them: how a turn goes, and what can be looked up. */

import { library } from "../cards/library.svelte";
import { fold } from "../cards/search";
import data from "../data/rules.json";
import { rules as texts } from "../strings";
import { ICONS, type IconName } from "../ui/icons";

export interface Step {
  readonly title: string;
  readonly text: string;
  readonly cards: readonly string[];
  /** What the cards bring, and what is paid for them. */
  readonly runes: number;
  readonly power: number;
  readonly honor: number;
  readonly paid_runes: number;
  readonly paid_power: number;
}

export interface Topic {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly cards: readonly string[];
  /** Where it is met; nothing means in every game. */
  readonly sets: readonly string[];
  readonly rulings: readonly string[];
  readonly see: readonly string[];
  /** Other words under which it is looked for. */
  readonly also: readonly string[];
  /** What the card browser is asked for to show all cards of the kind. */
  readonly search: string;
}

export const TURN: readonly Step[] = data.turn;
export const TOPICS: readonly Topic[] = data.topics;

const byName = new Map(TOPICS.map((topic) => [topic.name, topic]));

export const topicAt = (name: string): Topic | undefined => byName.get(name);

export const addressOf = (topic: Topic): string => `/rules/${topic.name}`;

const ALIKE: Readonly<Record<string, IconName>> = {
  runes: "rune",
  energize: "energy",
  ongoing: "trophy",
};

/** The icon that stands for it on the cards, where there is one. */
export function iconOf({ name }: Topic): IconName | undefined {
  return ALIKE[name] ?? (name !== "void" && name in ICONS ? (name as IconName) : undefined);
}

export const titleOfSet = (name: string): string => library.sets.find((each) => each.name === name)?.title ?? name;

/** What fits all words: first what is called so, then what is also called so, then what only says so. */
export function findTopics(asked: string, topics: readonly Topic[] = TOPICS): Topic[] {
  const wanted = fold(asked).split(/\s+/).filter(Boolean);
  if (!wanted.length) return [...topics];
  const has = (text: string): boolean => wanted.every((word) => fold(text).includes(word));
  const rank = (topic: Topic): number => {
    if (fold(topic.title).startsWith(wanted.join(" "))) return 0;
    if (has(topic.title)) return 1;
    if (has(topic.also.join(" "))) return 2;
    return has([topic.title, ...topic.also, ...topic.cards, topic.text].join(" ")) ? 3 : 4;
  };
  return topics
    .map((topic) => ({ topic, rank: rank(topic) }))
    .filter(({ rank }) => rank < 4)
    .sort((one, other) => one.rank - other.rank)
    .map(({ topic }) => topic);
}

export interface Shelf {
  readonly title: string;
  readonly topics: readonly Topic[];
}

/** What is met in every game, then what each set adds. What two sets share stands in both. */
export function bySet(topics: readonly Topic[]): Shelf[] {
  const shelves = [
    { title: texts.everyGame, topics: topics.filter(({ sets }) => !sets.length) },
    ...library.sets.map(({ name, title }) => ({ title, topics: topics.filter(({ sets }) => sets.includes(name)) })),
  ];
  return shelves.filter(({ topics }) => topics.length);
}
