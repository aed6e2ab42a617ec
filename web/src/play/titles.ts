/** A table in a few words. */

import type { TableSettings } from "../api/messages";
import { library } from "../cards/library.svelte";
import { table } from "../strings";

export const setTitle = (name: string): string => library.sets.find((set) => set.name === name)?.title ?? name;

/** `Rise of Vigil + War of Shadows, teams`. */
export function titleOfTable({ sets = [], variant = "standard" }: TableSettings): string {
  const titles =
    sets.length === library.sets.length && sets.length > 2 ? table.allSets : sets.map(setTitle).join(" + ");
  return variant === "standard" ? titles : table.inVariant(titles, variant);
}
