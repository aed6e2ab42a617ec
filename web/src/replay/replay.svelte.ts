/** A game that is looked at again: where one is, from where one looks, and what is seen there. */

import { Refused, messageOf, server } from "../api/ask";
import type { Board, DecisionNow, GamePage, Held, News, OptionNow, ViewNow, TableNow } from "../api/messages";
import { lit, NOTHING_LIT, type Lit } from "../play/choices";
import { marksOf, nameAmong, partnerOf, type SeatMark } from "../play/seats";
import { settings } from "../play/settings.svelte";
import { lay, type Laid } from "../play/tokens";
import type { Watched } from "../play/watched";
import { Reel } from "./reel";
import { asked, told, turnAt, turnBack, turnForward, turnsIn, type Moment } from "./story";

/** Milliseconds between two steps at least: every one of them is seen. */
const QUICKEST = 50;
/** And after so many the server is asked again, where it could not follow. */
const BREATH = 1000;

interface Seen extends Moment {
  readonly view: ViewNow;
  readonly held: readonly Held[];
}

export class Replay implements Watched {
  readonly id: string;
  readonly last: number;
  readonly turns;
  readonly now;
  readonly isOpen = true;
  readonly pending = undefined;
  /** Where one wants to be; what is on the screen follows as soon as it is there. */
  step = $state(0);
  seat = $state(0);
  open = $state(false);
  isPlaying = $state(false);
  problem = $state("");
  laid: Laid | undefined = $state.raw();
  private seen: Seen | undefined = $state.raw();
  private readonly reel: Reel;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private again: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly game: GamePage,
    readonly table: TableNow,
    query: URLSearchParams,
    fetch = (first: number, count: number, seat: number) => server.positions(game.id, first, count, seat),
  ) {
    this.id = game.id;
    this.last = game.steps.length;
    this.reel = new Reel(this.last, fetch);
    this.turns = turnsIn(this.story);
    // Whether somebody is connected, and how much time they had, belongs to another day.
    const seats = game.seats.map((seat) => ({ ...seat, here: true, seconds: null, clock_runs: false }));
    this.now = { settings: game.settings, beginning: game.beginning, seats, watching: 0 };
    Object.assign(this, asked(query, this.last, seats.length, table.your_seats[0] ?? 0));
    void this.show();
  }

  close(): void {
    this.pause();
    clearTimeout(this.again);
  }

  // --- what is seen

  /** What was told of every step to the person who looks: the first is the deal. */
  get story(): readonly News[] {
    return this.table.views[0]?.news ?? [];
  }

  readonly me: number | null = $derived(this.seen?.seat ?? null);
  readonly you: number | null = $derived.by(() => (this.table.your_seats.includes(this.me ?? -1) ? this.me : null));
  readonly shown: number = $derived(this.seen?.step ?? 0);
  readonly isLoading = $derived(this.seen?.step !== this.step || this.seen.seat !== this.seat);
  readonly news: readonly News[] = $derived(this.story.slice(0, this.shown + 1));
  readonly view: ViewNow | undefined = $derived(this.seen?.view);
  readonly held: readonly Held[] = $derived(this.seen?.held ?? []);
  readonly turn = $derived.by(() => turnAt(this.turns, this.shown));
  readonly sentence: string = $derived.by(() => told(this.story[this.shown], this.game.steps[this.shown - 1], this));

  /** While it is set, everything that was possible is lit, and what is touched is an answer. */
  answer: ((option: OptionNow) => void) | undefined = $state.raw();

  /** Of everything that was possible, what was chosen: it is lit, and touching it goes on. */
  readonly decision: DecisionNow | null = $derived.by(() => {
    const decision = this.view?.decision;
    if (this.answer) return decision ?? null;
    const choice = this.game.steps[this.shown]?.choice;
    return decision ? { ...decision, options: decision.options.filter(({ text }) => text === choice) } : null;
  });
  readonly lit: Lit = $derived(
    this.view && this.me !== null ? lit(this.decision, this.view.board, this.me) : NOTHING_LIT,
  );

  readonly name = (seat: number): string => nameAmong(this.now.seats, seat);

  readonly marksOf = (seat: number): SeatMark[] => {
    const isPartner = this.you !== null && partnerOf(this.game.settings, this.you) === seat;
    return marksOf(this.view?.board, seat, isPartner);
  };

  // --- moving

  choose(option: OptionNow): void {
    if (this.answer) this.answer(option);
    else this.goTo(this.shown + 1);
  }

  goTo(step: number): void {
    this.step = Math.max(0, Math.min(this.last, step));
    void this.show();
  }

  by(steps: number): void {
    this.pause();
    this.goTo(this.step + steps);
  }

  turnBack(): void {
    this.pause();
    this.goTo(turnBack(this.turns, this.step));
  }

  turnForward(): void {
    this.pause();
    this.goTo(turnForward(this.turns, this.step, this.last));
  }

  lookFrom(seat: number): void {
    if (seat in this.now.seats) this.seat = seat;
    void this.show();
  }

  openHands(open: boolean): void {
    this.open = open;
    void this.show();
  }

  // --- playing

  play(): void {
    if (this.step === this.last) this.goTo(0);
    this.isPlaying = true;
    this.tickLater();
  }

  pause(): void {
    clearTimeout(this.timer);
    this.isPlaying = false;
  }

  private tickLater(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.tick(), Math.max(QUICKEST, settings.pause));
  }

  private tick(): void {
    if (!this.isLoading) this.goTo(this.step + 1);
    if (this.step === this.last || this.problem) this.pause();
    else this.tickLater();
  }

  // --- fetching

  /** Shows what is wanted now; what was wanted meanwhile is forgotten. */
  async show(): Promise<void> {
    const { step, seat } = this;
    clearTimeout(this.again);
    try {
      const { view, held } = this.reel.at(seat, step) ?? (await this.reel.get(seat, step));
      this.problem = "";
      if (step !== this.step || seat !== this.seat) return;
      this.lay({ step, seat, open: this.open, held, view });
      this.reel.ahead(seat, step);
    } catch (error) {
      if (step !== this.step || seat !== this.seat) return;
      const isTooFast = error instanceof Refused && error.refusal.code === "rate_limited";
      if (isTooFast) this.again = setTimeout(() => void this.show(), BREATH);
      else this.problem = messageOf(error);
    }
  }

  private lay(seen: Seen): void {
    const before = this.seen;
    const isNext = before?.seat === seen.seat && before.step === seen.step - 1;
    const board = lookedAt(seen.view.board, seen);
    // Only a step forward happens: to go back, or far, is no story.
    this.seen = { ...seen, view: { ...seen.view, board, news: isNext ? seen.view.news : [] } };
    this.laid = lay(board, seen.seat, before?.seat === seen.seat ? this.laid : undefined, isNext);
  }
}

/** Nothing is asked here, so nothing says why it is not possible; and hands may lie open. */
function lookedAt(board: Board, { open, seat, held }: Seen): Board {
  const players = board.players.map((player, place) =>
    open && place !== seat ? { ...player, hand: held[place]?.hand ?? null } : player,
  );
  const quiet = (offer: Board["row"][number]): Board["row"][number] => ({ ...offer, why_not: null });
  return { ...board, players, waits: null, row: board.row.map(quiet), piles: board.piles.map(quiet) };
}
