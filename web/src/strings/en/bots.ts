/** Bots: their levels, their styles, and how each of them plays. */

const LEVELS: Readonly<Record<string, string>> = {
  random: "random",
  casual: "casual",
  player: "player",
  advanced: "advanced",
  expert: "expert",
  master: "master",
};

const CHARACTERS: Readonly<Record<string, string>> = {
  random: "A wound-up toy that does whatever comes up next.",
  casual: "A friendly neighbor who plays for fun and slips now and then.",
  player: "A seasoned traveler who buys the best card in sight and misses little.",
  advanced: "A disciplined knight who weighs every card and counts down to the end.",
  expert: "A night seer who thinks many turns ahead before every move.",
  master: "A crowned veteran who sees the whole game and gives nothing away.",
};

const STYLES: Readonly<Record<string, string>> = {
  rusher: "Loves a fight, and goes for monsters first.",
  collector: "Collects constructs and runes that last.",
  thinner: "Banishes everything that is not needed.",
  hoarder: "Keeps every card, and never has enough of them.",
};

export const bots = {
  /** "Odra · expert", where a bot is listed. */
  titled: (name: string, level: string) => `${name} · ${LEVELS[level] ?? level}`,
  /** What a screen reader says. */
  spoken: (name: string, level: string) => `${name}, ${LEVELS[level] ?? level} bot`,
  level: (level: string) => LEVELS[level] ?? level,
  openSeat: "Open seat",
  seat: (place: number) => `p${place + 1}`,
  /** How a bot plays, in a sentence; a casual one by its style too. */
  character: (level: string, style = "") => [CHARACTERS[level] ?? "", STYLES[style] ?? ""].filter(Boolean).join(" "),
  style: (style: string) => STYLES[style] ?? "",
};
