/**
 * What somebody is told on every page: which games wait for them, and who challenges them. The server says so over a
 * WebSocket. Whoever is not known there needs none.
 */

import { is, parsed } from "../api/border";
import type { ChallengeNow, NoticesNow, WaitingGame } from "../api/messages";
import { reach } from "../api/reach.svelte";
import { titleOfTable } from "../play/titles";
import { go, route } from "../router.svelte";
import { sounds } from "../sound/sounds.svelte";
import { challenges as words, turns } from "../strings";
import { dismissText, notify } from "../ui/toasts.svelte";
import { alerts } from "./alerts.svelte";

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;
/** Milliseconds for an answer to a question whether the connection still stands. */
const PATIENCE = 5000;
const REFUSED = 4004;
const SIGNED_OUT = 4001;

const NOTHING: NoticesNow = { kind: "notices", you: "", turns: 0, waiting: [], challenges: [] };

export const tableAddress = (id: string): string => `/tables/${id}`;
const textOf = ({ settings, opponents }: WaitingGame): string => turns.yourTurn(titleOfTable(settings), opponents);
const isSameTurn = (one: WaitingGame, other: WaitingGame): boolean => one.id === other.id && one.since === other.since;
const isAt = (id: string): boolean => route.path === tableAddress(id);

class Notices {
  private now: NoticesNow = $state.raw(NOTHING);
  private socket: WebSocket | undefined;
  private wait = FIRST_WAIT;
  private retry = 0;
  private check = 0;
  private isStarted = false;
  private person = "";
  /** Whom the server has told something: what is there already is no news. */
  private known = "";

  get turns(): number {
    return this.now.turns;
  }

  /** The games that wait, the nearest deadline first. */
  get waiting(): readonly WaitingGame[] {
    return this.now.waiting;
  }

  /** The id of the person, empty where nobody is known. */
  get you(): string {
    return this.now.you;
  }

  /** Those that wait for an answer. */
  get challenges(): readonly ChallengeNow[] {
    return this.now.challenges.filter(({ state }) => state === "open");
  }

  /** The rematch of a game, if somebody has asked for one. */
  rematchOf(table: string): ChallengeNow | undefined {
    return this.now.challenges.find((each) => each.rematch_of === table);
  }

  /** From now on for this person; nobody has an empty id, and needs no connection. */
  follow(person: string): void {
    if (person === this.person) return;
    this.person = person;
    this.now = NOTHING;
    this.known = "";
    this.wait = FIRST_WAIT;
    this.close();
    if (person) this.open();
    if (this.isStarted) return;
    this.isStarted = true;
    addEventListener("online", () => this.look());
    document.addEventListener("visibilitychange", () => !document.hidden && this.look());
  }

  private close(): void {
    clearTimeout(this.retry);
    clearTimeout(this.check);
    const socket = this.socket;
    this.socket = undefined;
    socket?.close();
  }

  /** What was accepted or begun here is shown at once. */
  learn(challenge: ChallengeNow): void {
    const others = this.now.challenges.filter(({ id }) => id !== challenge.id);
    this.now = { ...this.now, challenges: [...others, challenge] };
  }

  forget(challenge: string): void {
    this.now = { ...this.now, challenges: this.now.challenges.filter(({ id }) => id !== challenge) };
  }

  private open(): void {
    clearTimeout(this.retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/notices`);
    this.socket = socket;
    socket.onmessage = (event) => {
      const told = parsed(event.data);
      if (socket !== this.socket || !is("NoticesNow", told)) return;
      clearTimeout(this.check);
      this.wait = FIRST_WAIT;
      this.take(told);
    };
    socket.onclose = ({ code }) => {
      if (socket === this.socket) this.closed(code);
    };
  }

  private closed(code: number): void {
    clearTimeout(this.check);
    this.socket = undefined;
    if (code === REFUSED || code === SIGNED_OUT) {
      // The page finds out who is signed in now, and says so.
      this.now = NOTHING;
      this.known = "";
      return;
    }
    this.tryLater();
  }

  private tryLater(): void {
    clearTimeout(this.retry);
    this.retry = window.setTimeout(
      () => (reach.isLost ? this.tryLater() : this.open()),
      this.wait * (0.75 + Math.random() / 2),
    );
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** After the page was hidden or the network away: a connection that does not answer is replaced. */
  private look(): void {
    const socket = this.socket;
    if (!socket) {
      if (this.known) this.open();
      return;
    }
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send("?");
    clearTimeout(this.check);
    this.check = window.setTimeout(() => {
      if (socket !== this.socket) return;
      socket.close();
      this.open();
    }, PATIENCE);
  }

  private take(told: NoticesNow): void {
    const before = this.now;
    const isNews = this.known === told.you;
    this.known = told.you;
    this.now = told;
    for (const each of told.challenges) {
      // What this page has sent may have begun before the server told anything else, or even that it was sent.
      const was = before.challenges.find(({ id }) => id === each.id);
      const isBegun = was ? was.state === "open" : isNews;
      if (each.state === "started" && isBegun) this.tellBeginning(each);
    }
    if (!isNews) return;
    for (const game of before.waiting)
      if (!told.waiting.some((now) => isSameTurn(now, game))) dismissText(textOf(game));
    for (const game of told.waiting) if (!before.waiting.some((was) => isSameTurn(was, game))) this.tellTurn(game);
    for (const each of told.challenges) {
      const isKnown = before.challenges.some(({ id }) => id === each.id);
      if (!isKnown && each.state === "open" && each.by !== told.you) this.tellChallenge(each);
    }
  }

  private tellTurn(game: WaitingGame): void {
    const text = textOf(game);
    alerts.show(text, tableAddress(game.id), game.id);
    // At the table itself it is seen and heard.
    if (isAt(game.id) || route.path.endsWith(`/${game.id}`)) return;
    sounds.play(["turn"]);
    notify(text, "play", {
      label: turns.goToTable,
      run: () => {
        dismissText(text);
        go(tableAddress(game.id));
      },
    });
  }

  private tellChallenge({ id, by_name, settings, rematch_of }: ChallengeNow): void {
    const title = titleOfTable(settings);
    alerts.show(turns.challenged(by_name, title), rematch_of ? tableAddress(rematch_of) : "/", id);
    sounds.play(["turn"]);
  }

  /** Whoever waits for it goes there at once; whoever plays elsewhere is told. */
  private tellBeginning({ by, people, table, rematch_of }: ChallengeNow): void {
    const address = tableAddress(table);
    if (isAt(table)) return;
    const plays = route.path.startsWith("/tables/") || route.path.startsWith("/learn/");
    if (rematch_of ? isAt(rematch_of) : by === this.you && !plays) {
      go(address);
      return;
    }
    const name = people.find(({ person }) => person !== this.you)?.name ?? "";
    const text = rematch_of ? words.rematchBegun : words.begun(name);
    notify(text, "play", {
      label: words.goToTable,
      run: () => {
        dismissText(text);
        go(address);
      },
    });
  }
}

export const notices = new Notices();
