/** Components that do not keep a rule yet. These lists only get shorter. */

/** Their texts are not in `src/strings`. */
export const TEXTS: readonly string[] = [
  "cards/CardBack.svelte",
  "pages/Table.svelte",
  "play/CenterRow.svelte",
  "play/Chart.svelte",
  "play/Clock.svelte",
  "play/DayNight.svelte",
  "play/Front.svelte",
  "play/Hand.svelte",
  "play/HandOver.svelte",
  "play/Head.svelte",
  "play/Known.svelte",
  "play/Others.svelte",
  "play/Outcome.svelte",
  "play/Piles.svelte",
  "play/Requests.svelte",
  "play/SettingsFields.svelte",
  "play/Strip.svelte",
  "play/Windows.svelte",
  "play/keys.ts",
  "play/titles.ts",
  "play/undo.ts",
  "ui/Crystals.svelte",
];

/** They have colours that are not tokens. */
export const COLOURS: readonly string[] = [
  "cards/Card.svelte",
  "cards/Cost.svelte",
  "cards/Pieces.svelte",
  "learn/Spotlight.svelte",
  "play/CenterRow.svelte",
  "play/Enlarged.svelte",
  "play/Spot.svelte",
  "play/Strip.svelte",
  "ui/Crystals.svelte",
];

/** They have breakpoints of their own. */
export const BREAKPOINTS: readonly string[] = [
  "pages/Table.svelte",
  "play/Amounts.svelte",
  "play/CenterRow.svelte",
  "play/DayNight.svelte",
  "play/Enlarged.svelte",
  "play/Field.svelte",
  "play/Front.svelte",
  "play/Hand.svelte",
  "play/Head.svelte",
  "play/Others.svelte",
  "play/Outcome.svelte",
  "play/Piles.svelte",
  "play/Strip.svelte",
];

/** They have too many lines. */
export const LONG: readonly string[] = [
  "cards/Card.svelte",
  "pages/Table.svelte",
  "play/CenterRow.svelte",
  "play/Others.svelte",
  "play/Outcome.svelte",
  "play/Strip.svelte",
];
