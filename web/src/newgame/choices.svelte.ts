/** A game as somebody wants it. What is not touched is as it should be. */

import type { Catalogue, NewChallenge, NewTable, TableSettings } from "../api/messages";
import { newGame, ratings } from "../strings";

export const ME = "me";
export const OPEN = "";
/** Somebody who is challenged by name. */
export const THEM = "them";
const BOT = "player";
const SEATS = 6;
const TEAMS: readonly number[] = [4, 6];

export class Choices {
  sets: string[] = $state([]);
  wanted = $state(2);
  /** Who sits where: me, nobody yet, or the level of a bot. */
  seats: string[] = $state([ME, ...Array<string>(SEATS - 1).fill(BOT)]);
  /** What those are called who share this device. */
  names: string[] = $state(Array.from({ length: SEATS }, (_, place) => (place ? newGame.defaultName(place) : "")));
  /** The name of whoever is challenged. */
  challenged = $state("");
  inTeams = $state(false);
  clock = $state("none");
  leaving: "bot" | "end" = $state("bot");
  isPublic = $state(false);
  /** Whether the game should be rated; it is where nothing is in the way. */
  wantsRating = $state(false);
  pool: number | null = $state(null);
  shards: number | null = $state(null);
  row: number | null = $state(null);
  first: number | null = $state(null);

  constructor(readonly catalogue: Catalogue) {
    this.sets = [...(catalogue.defaults.sets ?? [])];
  }

  readonly most = $derived.by(() =>
    this.sets.length > 1 ? this.catalogue.most_players : this.catalogue.most_players_of_one_set,
  );
  readonly counts = $derived.by(() => Array.from({ length: this.catalogue.most_players }, (_, place) => place + 1));
  readonly players = $derived(Math.min(this.wanted, this.most));
  readonly taken = $derived(this.seats.slice(0, this.players));
  readonly mayTeam = $derived(TEAMS.includes(this.players));
  readonly variant = $derived(this.players === 1 ? "solitaire" : this.mayTeam && this.inTeams ? "team" : "standard");
  readonly isFull = $derived(this.taken.every((seat) => seat !== OPEN));
  readonly opponents = $derived(this.taken.slice(1));
  /** Who all opponents are, where they are the same. */
  readonly opponent = $derived(
    this.opponents.every((seat) => seat === this.opponents[0]) ? this.opponents[0] : undefined,
  );
  readonly hasShards = $derived(this.sets.includes("rise-of-vigil"));

  /** Why a game like this cannot be rated. */
  readonly whyUnrated = $derived.by(() => {
    if (this.players === 1) return ratings.notAlone;
    if (this.taken.filter((seat) => seat === ME).length > 1) return ratings.notShared;
    const house = [this.pool, this.row, this.first, this.hasShards ? this.shards : null];
    return house.some((each) => each !== null) ? ratings.notHouseRules : undefined;
  });
  readonly isRated = $derived(this.wantsRating && this.whyUnrated === undefined);

  /** A rated game has a clock. */
  setRated(isRated: boolean): void {
    this.wantsRating = isRated;
    if (isRated && this.clock === "none") this.clock = "game";
  }

  /** The clocks to choose from. */
  readonly clocks = $derived.by(() =>
    this.catalogue.clocks.filter(({ clock }) => !this.isRated || clock.kind !== "none"),
  );

  readonly isChallenge = $derived(this.taken.includes(THEM));

  /** All opponents at once. Only one person is challenged: at a larger table bots are the others. */
  choose(seat: string): void {
    this.seats = this.seats.map((each, place) => (place === 0 ? each : seat === THEM && place > 1 ? BOT : seat));
  }

  /** Whether somebody beside me plays this seat on my device. */
  isShared(place: number): boolean {
    return this.taken[place] === ME && this.taken.indexOf(ME) < place;
  }

  readonly preset = $derived.by(() => this.catalogue.clocks.find(({ name }) => name === this.clock));

  private settings(): TableSettings {
    return {
      sets: this.sets,
      players: this.players,
      variant: this.variant,
      leaving: this.leaving,
      clock: this.preset?.clock ?? { kind: "none" },
      public: this.isPublic,
      rated: this.isRated,
      honor_pool: this.pool,
      shards: this.hasShards ? this.shards : null,
      first: this.first !== null && this.first < this.players ? this.first : null,
      ...(this.row === null ? {} : { row_length: this.row }),
    };
  }

  asked(): NewTable {
    const names = this.taken.map((_, place) => (this.isShared(place) ? (this.names[place] ?? "").trim() : ""));
    return { settings: this.settings(), seats: this.taken, names, start: this.isFull };
  }

  challenge(): NewChallenge {
    return { name: this.challenged.trim(), settings: this.settings(), seats: this.taken };
  }
}
