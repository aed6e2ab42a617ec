/** A table in a few words. */

import type { TableSettings } from "../api/messages";
import { SETS } from "../cards/facts";
import { table } from "../strings";

export const setTitle = (name: string): string => SETS.find((set) => set.name === name)?.title ?? name;

/** `Rise of Vigil + War of Shadows, teams`. */
export function titleOfTable({ sets = [], variant = "standard" }: TableSettings): string {
  const titles = sets.length === SETS.length && sets.length > 2 ? table.allSets : sets.map(setTitle).join(" + ");
  return variant === "standard" ? titles : table.inVariant(titles, variant);
}
