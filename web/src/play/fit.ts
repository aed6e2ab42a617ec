/** How cards lie in the room that their zone has: how large, in how many lines, how far over each other. */

/** All lengths are CSS pixels. */
export interface Room {
  readonly wide: number;
  readonly high: number;
}

export interface Rules {
  /** Between two cards. */
  readonly gap: number;
  /** The narrowest card that is still of use. */
  readonly least: number;
  readonly widest?: number;
  /** How much of each card has to be seen; without it, no card lies over another. */
  readonly step?: number;
  /** The share of each card that is seen, if it is to be more than half. */
  readonly seen?: number;
  /** At most so many lines. */
  readonly lines?: number;
  /** The height of what stands below each card. */
  readonly below?: number;
  /** Whether cards may be cut to tiles where whole ones would be too narrow. */
  readonly tiles?: boolean;
}

export interface Fit {
  readonly width: number;
  readonly height: number;
  /** From the left edge of a card to that of the next one. */
  readonly step: number;
  /** Cards in a line. */
  readonly per: number;
  /** Whether there are too many: they lie over each other, and something else has to open them. */
  readonly folded: boolean;
}

/** Height of a card by its width. */
const TALL = 1.4;
/** A tile is at most so much wider than high. */
const TILE = 1.4;
/** The share of each card that is seen: no card lies over the middle of another one. */
const SEEN = 0.55;

/** The largest cards of which so many fit into the room. */
export function fit(count: number, { wide, high }: Room, rules: Rules): Fit {
  const { gap, least, widest = Infinity, step, seen = SEEN, lines = 1, below = 0, tiles = false } = rules;
  const tried = (isTile: boolean, line: number): Fit => {
    const per = Math.max(1, Math.ceil(count / line));
    const tall = (high - (line - 1) * gap) / line - below;
    const beside = (wide - (per - 1) * gap) / per;
    const across = step === undefined || isTile ? beside : Math.max(beside, wide / (1 + seen * (per - 1)));
    const width = Math.max(1, Math.min(widest, tall * (isTile ? TILE : 1 / TALL), across));
    const height = Math.max(1, isTile ? Math.min(tall, width * TALL) : width * TALL);
    const apart = per > 1 ? Math.min(width + gap, (wide - width) / (per - 1)) : width;
    const isSeen = per === 1 || step === undefined || apart >= Math.min(step, width);
    return { width, height, step: apart, per, folded: width < least || height < least || !isSeen };
  };
  const all = [false, ...(tiles ? [true] : [])].flatMap((isTile) =>
    Array.from({ length: Math.max(1, Math.min(lines, count)) }, (_, place) => tried(isTile, place + 1)),
  );
  const good = all.filter(({ folded }) => !folded);
  const area = ({ width, height }: Fit): number => width * height;
  const whole = good.filter(({ width, height }) => height > width);
  const best = (fits: readonly Fit[]): Fit | undefined =>
    fits.reduce<Fit | undefined>((one, other) => (one && area(one) >= area(other) ? one : other), undefined);
  return best(whole) ?? best(good) ?? squeezed(count, { wide, high }, rules);
}

/** One line over each other, however closely; where nothing may lie over anything, as small as is of use. */
function squeezed(count: number, { wide, high }: Room, { gap, least, widest = Infinity, step }: Rules): Fit {
  if (step === undefined) {
    const width = Math.min(least, Math.max(1, wide));
    const per = Math.max(1, Math.floor((wide + gap) / (width + gap)));
    return { width, height: width * TALL, step: width + gap, per, folded: true };
  }
  const width = Math.max(1, Math.min(widest, high / TALL, wide));
  return {
    width,
    height: width * TALL,
    step: count > 1 ? Math.max(0, Math.min(width + gap, (wide - width) / (count - 1))) : width,
    per: Math.max(1, count),
    folded: true,
  };
}

/** Whether the zones of a board need more room than it has, and scroll below the question: as Field.svelte says it. */
export const isCramped = ({ wide, high }: Room, rem: number): boolean => wide <= 34 * rem && high <= 36 * rem;

interface LeastSizes {
  readonly rem: number;
  readonly least: number;
  readonly step: number;
}

/** They cost a look at all styles, so all zones of one picture share them. */
let known: LeastSizes | undefined;

/** The part of each card that has to be seen, and the narrowest card: a finger needs more than a pointer. */
export function leastSizes(): LeastSizes {
  if (known) return known;
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const isCoarse = matchMedia("(pointer: coarse)").matches;
  known = { rem, least: 2.75 * rem, step: (isCoarse ? 2.75 : 1.75) * rem };
  requestAnimationFrame(() => (known = undefined));
  return known;
}
