const rules = new Intl.PluralRules("en");

/** A number with the form of the noun that goes with it: `counted(1, "card", "cards")` is "1 card". */
export const counted = (count: number, one: string, other: string): string =>
  `${count} ${rules.select(count) === "one" ? one : other}`;
