/** Zones that have more cards than they can show one by one, and the one that somebody has opened. */

export type Foldable = "constructs" | "trophies" | "played" | "hand";

interface State {
  folded: Partial<Record<Foldable, boolean>>;
  opened: Foldable | "tray" | undefined;
  ribbon: number;
  cramped: boolean;
}

const state: State = $state({ folded: {}, opened: undefined, ribbon: 0, cramped: false });

export const folds = {
  is: (zone: Foldable): boolean => state.folded[zone] ?? false,
  set: (zone: Foldable, folded: boolean): void => void (state.folded[zone] = folded),
  /** How wide the ribbon is, in CSS pixels of text at 100 %: what does not fit into it goes into the tray. */
  get ribbon(): number {
    return state.ribbon;
  },
  set ribbon(wide: number) {
    state.ribbon = wide;
  },
  /** Whether the zones scroll below the ribbon, which then has the answers, however many there are. */
  get cramped(): boolean {
    return state.cramped;
  },
  set cramped(cramped: boolean) {
    state.cramped = cramped;
  },
  get opened(): Foldable | "tray" | undefined {
    return state.opened;
  },
  set opened(zone: Foldable | "tray" | undefined) {
    state.opened = zone;
  },
};
