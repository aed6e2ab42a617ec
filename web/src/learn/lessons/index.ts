/** Every lesson: what it needs, and where its script is. Scripts are fetched when a lesson begins. */

import type { learn } from "../../strings";
import type { Lesson } from "../engine";

export type LessonName = keyof typeof learn.lessons;

interface Entry {
  readonly name: LessonName;
  readonly minutes: number;
  /** Cards whose pictures stand for it. */
  readonly cards: readonly string[];
  readonly load: () => Promise<{ lesson: Lesson }>;
}

export const LESSONS: readonly Entry[] = [
  {
    name: "first-steps",
    minutes: 5,
    cards: ["Apprentice", "Wolf Shaman", "Samael's Trickster"],
    load: () => import("./first-steps"),
  },
  {
    name: "a-better-deck",
    minutes: 3,
    cards: ["Void Initiate", "Runic Lycanthrope", "Mistake of Creation"],
    load: () => import("./a-better-deck"),
  },
  {
    name: "rise-of-vigil",
    minutes: 3,
    cards: ["Energy Shard", "Darkwalker", "Serpent Siren"],
    load: () => import("./rise-of-vigil"),
  },
  {
    name: "war-of-shadows",
    minutes: 3,
    cards: ["Solar Sentry", "Dark Gladiator", "Shardwing Beetle"],
    load: () => import("./war-of-shadows"),
  },
  {
    name: "gift-of-the-elements",
    minutes: 3,
    cards: ["Emri's Trial", "Flourishing Druidess", "Bam Tribe Gremlins"],
    load: () => import("./gift-of-the-elements"),
  },
];

export const lessonNamed = (name: string): Entry | undefined => LESSONS.find((each) => each.name === name);

export const lessonAfter = (name: string): Entry | undefined =>
  LESSONS[LESSONS.findIndex((each) => each.name === name) + 1];
