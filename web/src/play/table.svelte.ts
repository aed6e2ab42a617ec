/** A table as this page knows it: what is shown now, what is on its way, and what was asked of the server. */

import { server } from "../api/ask";
import type {
  Done,
  Happening,
  Line as Said,
  News,
  OptionNow,
  PresenceNow,
  Refusal,
  ViewNow,
  TableNow,
} from "../api/messages";
import { library } from "../cards/library.svelte";
import { cues } from "../sound/cues";
import { sounds } from "../sound/sounds.svelte";
import { connection } from "../strings";
import { notify } from "../ui/toasts.svelte";
import { lit, NOTHING_LIT, said, type Lit } from "./choices";
import { Line, type Action, type LineState } from "./line";
import { refusal } from "./messages";
import { marksOf, nameAmong, partnerOf, type SeatMark } from "./seats";
import { settings } from "./settings.svelte";
import { interestOf } from "./featured";
import { lay, type Laid } from "./tokens";
import type { Change, Watched } from "./watched";

/** Somebody wants this option as soon as it is there: clicks can be faster than answers. */
interface Wish {
  readonly option: OptionNow;
  readonly turn: number;
  /** Whether it was wished for without a connection: then it is said when nothing comes of it. */
  readonly isHeld: boolean;
}

const MOST_WISHES = 12;
/** When so much is on its way, it is shown faster; when it is far too much, at once. */
const MANY = 25;
const TOO_MANY = 100;
/** After so many milliseconds without a connection somebody is away. */
const AWAY_AFTER = 5000;
/** Milliseconds between two pictures at least. */
const FRAME = 16;

export interface Hint {
  readonly version: number;
  readonly choice: string;
  readonly reason_pieces: (string | string[])[];
}

/** A puzzle at the table: what is said instead of whose turn it is. When it is over, nothing can be chosen any more. */
export interface PuzzleAsked {
  readonly says: string;
  readonly isOver: boolean;
  /** What shows the answer is called so. */
  readonly answer: string;
  giveUp(): void;
}

export class Table implements Watched {
  /** Whether it only shows a position that somebody has set up: there is no game to leave, and nobody to talk to. */
  readonly isStudy: boolean = false;
  /** Where one choice is asked for, without hints, and without choosing everything of a kind. */
  puzzle: PuzzleAsked | undefined = $state.raw();
  now: TableNow | undefined = $state.raw();
  news: readonly News[] = $state.raw([]);
  chat: readonly Said[] = $state.raw([]);
  changes: readonly Change[] = $state.raw([]);
  awaySince: readonly (number | undefined)[] = $state.raw([]);
  laid: Laid | undefined = $state.raw();
  connection: LineState = $state("lost");
  readonly isOpen = $derived(this.connection === "open" || this.connection === "slow");
  ended: Refusal | undefined = $state.raw();
  /** The choice that the server has not answered yet. */
  pending: string | undefined = $state();
  /** What is done one after the other, as long as there is more of it. */
  private all: "play" | "use" | undefined;
  /** How often each option was used meanwhile: what can be paid for again and again is not. */
  private readonly uses = new Map<string, number>();
  /** The seat whose cards lie open, where one person plays several. */
  private facing: number | undefined = $state();
  /** Messages that have come and are not shown yet: others' turns take their time. */
  private waiting: TableNow[] = $state.raw([]);
  /** Whether nothing is waited for until there is something to decide here. */
  private isSkipping = $state(false);
  private newsOf = new Map<number | null, News[]>();
  private wishes: Wish[] = [];
  /** Seats of people of whom the log has told that they are away. */
  private readonly missed = new Set<number>();
  private doneAt = 0;
  /** How often the connection was lost. */
  private losses = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shownAt = -Infinity;
  private readonly line: Line;

  constructor(
    readonly id: string,
    connect?: (address: string) => WebSocket,
  ) {
    const listener = {
      table: (now: TableNow) => {
        if (library.lacks(now.settings)) void library.require(now.settings).then(() => this.arrive(now));
        else this.arrive(now);
      },
      presence: (now: PresenceNow) => this.see(now),
      state: (state: LineState) => {
        this.connection = state;
        if (!this.isOpen) this.losses++;
      },
      ended: (reason: Refusal) => (this.ended = reason),
    };
    this.line = connect ? new Line(id, listener, connect) : new Line(id, listener);
  }

  close(): void {
    clearTimeout(this.timer);
    this.line.close();
  }

  // --- what is seen

  /** The seat that has to be handed the device first; nobody where everybody has a device of their own. */
  readonly handOver: number | undefined = $derived.by(() => {
    const now = this.now;
    if (!now || now.your_seats.length < 2 || now.phase !== "playing") return undefined;
    const deciding = now.views.find((view) => view.decision)?.seat ?? undefined;
    return deciding !== undefined && deciding !== this.facing && !now.seats[deciding]?.bot ? deciding : undefined;
  });

  readonly view: ViewNow | undefined = $derived.by(() => {
    const views = this.now?.views ?? [];
    return views.find((view) => view.seat === this.facing) ?? views[0];
  });

  readonly me: number | null = $derived(this.view?.seat ?? null);
  readonly you: number | null = $derived(this.me);
  /** Whether a bot plays for me: I have left, or ran out of time. */
  readonly isReplaced = $derived(this.me !== null && !!this.now?.seats[this.me]?.bot);
  readonly decision = $derived(
    this.handOver === undefined && !this.isReplaced && !this.puzzle?.isOver ? (this.view?.decision ?? null) : null,
  );
  readonly lit: Lit = $derived(
    this.view && this.me !== null ? lit(this.decision, this.view.board, this.me) : NOTHING_LIT,
  );
  readonly isHotSeat = $derived((this.now?.your_seats.length ?? 0) > 1);

  /** The person at the screen is another now. */
  face(seat: number): void {
    this.facing = seat;
    this.news = this.newsOf.get(seat) ?? [];
    this.layCards();
  }

  readonly name = (seat: number): string => nameAmong(this.now?.seats ?? [], seat);

  readonly marksOf = (seat: number): SeatMark[] => {
    const isPartner = this.now && this.me !== null && partnerOf(this.now.settings, this.me) === seat;
    return marksOf(this.view?.board, seat, isPartner ?? false);
  };

  // --- what comes in

  private arrive(now: TableNow): void {
    this.waiting = [...this.waiting, now];
    this.showNext();
  }

  /** Whether others play, and what they do takes its time: `skip` leads to the next decision here. */
  readonly canSkip: boolean = $derived.by(() => {
    const isOn = this.now?.phase === "playing" && !this.isSkipping;
    return isOn && settings.pause > 0 && (this.waiting.length > 0 || this.decision === null);
  });

  /** Shows everything that has come, and what comes until there is something to decide here, without a pause. */
  skip(): void {
    if (!this.canSkip) return;
    this.isSkipping = true;
    this.showNext();
  }

  /** Who is connected is known at once, whatever else is still to be shown. */
  private see({ here, watching }: PresenceNow): void {
    this.awaySince = here.map((isHere, seat) => {
      const before = this.now?.seats[seat];
      if (isHere && this.missed.delete(seat)) this.tell(seat, "connected");
      if (isHere || !before?.person) return undefined;
      if (!before.here) return this.awaySince[seat];
      this.noteAbsence(seat);
      return Date.now() / 1000;
    });
    const seen = (now: TableNow): TableNow => ({
      ...now,
      seats: now.seats.map((seat, place) => ({ ...seat, here: here[place] ?? false })),
      watching,
    });
    if (this.now) this.now = seen(this.now);
    this.waiting = this.waiting.map(seen);
  }

  /** Whoever only loads the page again is back at once: the log tells of those who stay away, and of their return. */
  private noteAbsence(seat: number): void {
    setTimeout(() => {
      if (this.now?.seats[seat]?.here !== false || this.missed.has(seat)) return;
      this.missed.add(seat);
      this.tell(seat, "disconnected");
    }, AWAY_AFTER);
  }

  private tell(seat: number, kind: Change["kind"]): void {
    this.changes = [...this.changes, { number: this.now?.number ?? 0, seat, kind }];
  }

  private showNext(): void {
    clearTimeout(this.timer);
    if (!this.waiting.length) return;
    const rest = this.shownAt + Math.max(FRAME, this.pauseAfter(this.now)) - performance.now();
    if (rest > 0) {
      this.timer = setTimeout(() => this.showNext(), rest);
      return;
    }
    const before = this.view?.board;
    const told: Happening[] = [];
    // Whatever needs no pause is shown together: bots can be faster than a screen.
    do {
      const [next, ...rest] = this.waiting as [TableNow, ...TableNow[]];
      this.waiting = rest;
      this.show(next);
      if (next.since) told.push(...(this.view?.news.flatMap(({ happenings }) => happenings) ?? []));
    } while (this.waiting.length && this.pauseAfter(this.now) === 0);
    if (this.now && this.view) sounds.play(cues({ told, before, after: this.view.board, seats: this.now.your_seats }));
    this.showNext();
  }

  /** What others did is looked at for a while before the next thing happens. */
  private pauseAfter(shown: TableNow | undefined): number {
    if (!shown || this.isSkipping || document.hidden || shown.since === 0 || this.waiting.length > TOO_MANY) return 0;
    const last = shown.views[0]?.news.at(-1);
    const isOthers = last && last.seat !== null && !shown.your_seats.includes(last.seat);
    return isOthers ? (settings.pause * interestOf(last)) / (this.waiting.length > MANY ? 4 : 1) : 0;
  }

  private show(now: TableNow): void {
    for (const { seat, news } of now.views) {
      const known = (this.newsOf.get(seat) ?? []).filter(
        ({ version }) => version <= now.since && (now.taken_back === null || version < now.taken_back),
      );
      this.newsOf.set(seat, [...known, ...news]);
    }
    const seen = new Set(this.chat.map(({ number }) => number));
    const said = now.chat.filter(({ number }) => !seen.has(number));
    if (said.length) this.chat = [...this.chat, ...said];
    this.changes = [...this.changes.filter(({ number }) => number <= now.since), ...now.seat_changes];
    if (this.facing === undefined && now.your_seats.length === 1) this.facing = now.your_seats[0];
    this.now = now;
    this.news = this.newsOf.get(this.me) ?? [];
    this.layCards(now.taken_back === null);
    this.shownAt = performance.now();
    if (now.phase !== "playing" || (this.decision && this.isUpToDate)) this.isSkipping = false;
    if (this.pending !== undefined && this.doneAt && now.number >= this.doneAt) this.pending = undefined;
    this.grant();
  }

  private layCards(follows = true): void {
    const view = this.view;
    this.laid = view ? lay(view.board, view.seat, this.laid, follows) : undefined;
  }

  /** Whether everything that has come is shown. */
  private get isUpToDate(): boolean {
    return this.waiting.length === 0;
  }

  // --- what goes out

  async act(action: Action): Promise<boolean> {
    const answer = await this.deliver(action);
    if (answer.kind === "done") return true;
    notify(refusal(answer, this), "warning");
    return false;
  }

  private deliver(action: Action): Promise<Done | Refusal> {
    if (!this.isOpen) this.sayItWaits();
    return this.line.act(action);
  }

  private sayItWaits(): void {
    notify(connection.held, "warning");
  }

  /** Is asked before a choice; where it answers yes, nothing is chosen. */
  guard: ((option: OptionNow) => boolean) | undefined;

  /** Chooses an option now, or as soon as the choice before it is settled. */
  choose(option: OptionNow): void {
    if (this.pending === undefined && this.guard?.(option)) return;
    if (this.pending === undefined && this.isUpToDate) void this.send(option);
    else if (this.wishes.length < MOST_WISHES && this.view) {
      this.wishes.push({ option, turn: this.view.board.turn.number, isHeld: !this.isOpen });
      if (!this.isOpen) this.sayItWaits();
    }
  }

  /** A choice that was made without a connection, and that nothing came of. */
  private giveBack(option: OptionNow): void {
    notify(connection.givenBack(said(option, this.name)), "warning");
  }

  private dropWishes(): void {
    for (const { option, isHeld } of this.wishes) if (isHeld) this.giveBack(option);
    this.wishes = [];
  }

  playAll(): void {
    this.all = "play";
    this.grant();
  }

  useAll(): void {
    this.all = "use";
    this.uses.clear();
    this.grant();
  }

  /** What `useAll` would use: constructs. Trophies are spent by it, and events may cost something. */
  readonly usable: readonly OptionNow[] = $derived.by(() => {
    const mine = this.view?.board.players[this.me ?? -1]?.constructs ?? [];
    if (!this.decision?.is_turn) return [];
    return this.decision.options.filter(({ verb, card }) => verb === "use" && card && mine.includes(card));
  });

  /** What a strong player would do. */
  askHint(seat: number): Promise<Hint> {
    return server.hint(this.id, seat);
  }

  undo(): void {
    this.wishes = [];
    this.all = undefined;
    if (this.now) void this.act({ do: "undo", version: this.now.version });
  }

  private async send(option: OptionNow): Promise<void> {
    const [now, seat] = [this.now, this.me];
    if (!now || seat === null) return;
    const choice = option.text;
    this.pending = choice;
    this.doneAt = 0;
    const [isHeld, losses] = [!this.isOpen, this.losses];
    const answer = await this.deliver({ do: "choose", seat, version: now.version, choice });
    if (answer.kind === "done") {
      this.doneAt = answer.number;
      if (this.now && this.now.number >= answer.number) this.pending = undefined;
    } else {
      this.pending = undefined;
      this.dropWishes();
      this.all = undefined;
      if (answer.code !== "stale") notify(refusal(answer, this, { choice: said(option, this.name) }), "warning");
      else if (isHeld || losses !== this.losses) this.giveBack(option);
    }
    this.grant();
  }

  /** What was wished for earlier, where it is possible now. Questions come first; wishes wait for the turn to go on. */
  private grant(): void {
    const [decision, board] = [this.decision, this.view?.board];
    if (this.pending !== undefined || !this.isUpToDate || !board) return;
    if (board.turn.seat !== this.me || board.over) {
      this.dropWishes();
      this.all = undefined;
      return;
    }
    if (!decision?.is_turn) return;
    const wish = this.wishes.shift();
    if (wish) {
      const option = decision.options.find(({ text }) => text === wish.option.text);
      if (option && wish.turn === board.turn.number) void this.send(option);
      else {
        if (wish.isHeld) this.giveBack(wish.option);
        this.grant();
      }
      return;
    }
    const next = this.nextOfAll(decision.options);
    if (next) void this.send(next);
    else this.all = undefined;
  }

  private nextOfAll(options: readonly OptionNow[]): OptionNow | undefined {
    if (this.all === "play") return options.find(({ verb }) => verb === "play");
    if (this.all !== "use") return undefined;
    const mine = this.view?.board.players[this.me ?? -1]?.constructs ?? [];
    const next = this.usable.find(
      ({ text, card }) => (this.uses.get(text) ?? 0) < mine.filter((each) => each === card).length,
    );
    if (next) this.uses.set(next.text, (this.uses.get(next.text) ?? 0) + 1);
    return next;
  }
}
