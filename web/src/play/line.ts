/** The line to a table: everything that is told, and answers to what is done. When it breaks it mends itself. */

import { freshKey } from "../api/ask";
import { is, parsed } from "../api/border";
import type { Done, PresenceNow, Refusal, Sent, TableNow } from "../api/messages";
import { reach } from "../api/reach.svelte";
import { connection } from "../strings";

export type Action = NonNullable<Sent["action"]>;

/**
 * - `open`: the server answers, and everything that it has said is known.
 * - `slow`: an answer is overdue; what is sent may still arrive.
 * - `lost`: there is no connection, and another one is being opened.
 * - `offline`, `restarting`: the same, and the reason is known.
 */
export type LineState = "open" | "slow" | "lost" | "offline" | "restarting";

export interface Listener {
  table(now: TableNow): void;
  presence(now: PresenceNow): void;
  state(state: LineState): void;
  /** It is over for good: the reason as the server gave it. */
  ended(reason: Refusal): void;
}

interface Unanswered {
  readonly message: string;
  readonly resolve: (answer: Done | Refusal) => void;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
/** How often the connection is checked. A connection that has died is shown within two seconds: this, QUIET and LATE. */
const CHECK_EVERY = 250;
/** After so much silence the server is asked for an answer; less often while nobody looks at the page. */
const QUIET = 900;
const QUIET_WHILE_HIDDEN = 15_000;
/** When an answer takes longer than this, the connection is slow; */
const LATE = 800;
/** than this, lost; */
const LOST = 3000;
/** than this, dead: another one is opened. */
const DEAD = 8000;
/** So long a server that has said that it restarts is believed. */
const RESTART = 30_000;
const RESTARTING = 1012;
const SIGNED_OUT = 4001;
const REFUSED = 4004;
/** So much longer the server is asked to wait after it was asked too fast. */
const TOO_FAST_WAIT = 600;

/** What is refused only for now: it is tried again. */
const isTransient = (refusal: Refusal | undefined): boolean =>
  refusal?.code === "rate_limited" || refusal?.code === "unavailable";

const ALIVE = JSON.stringify({ key: "alive" } satisfies Sent);

export class Line {
  private socket: WebSocket | undefined;
  private readonly unanswered = new Map<string, Unanswered>();
  private since = 0;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly pulse: ReturnType<typeof setInterval>;
  private lastHeard = 0;
  /** Since when the server owes an answer; nothing once anything is heard from it. */
  private askedAt: number | undefined;
  /** Whether this connection has brought the table up to date. */
  private isCurrent = false;
  private lastRefusal: Refusal | undefined;
  private isClosed = false;
  private isOffline = false;
  private restartsUntil = 0;
  private state: LineState = "lost";

  constructor(
    private readonly table: string,
    private readonly listener: Listener,
    private readonly connect: (address: string) => WebSocket = (address) => new WebSocket(address),
  ) {
    addEventListener("offline", this.networkChanged);
    addEventListener("online", this.networkChanged);
    document.addEventListener("visibilitychange", this.wake);
    this.pulse = setInterval(this.check, CHECK_EVERY);
    this.open();
  }

  /** Does something at the table. It is sent again, with the same key, until there is an answer. */
  act(action: Action): Promise<Done | Refusal> {
    const key = freshKey();
    const message = JSON.stringify({ key, action } satisfies Sent);
    return new Promise((resolve) => {
      this.unanswered.set(key, { message, resolve });
      this.send(message);
    });
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    removeEventListener("offline", this.networkChanged);
    removeEventListener("online", this.networkChanged);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
  }

  private open(): void {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = `${scheme}://${location.host}/ws/tables/${encodeURIComponent(this.table)}?since=${this.since}`;
    const socket = this.connect(address);
    this.socket = socket;
    this.isCurrent = false;
    this.askedAt = performance.now();
    socket.onopen = () => {
      if (socket !== this.socket) return;
      for (const { message } of this.unanswered.values()) this.send(message);
    };
    socket.onmessage = (event) => {
      if (socket === this.socket) this.hear(event.data);
    };
    socket.onclose = (event) => {
      if (this.isClosed || socket !== this.socket) return;
      this.askedAt = undefined;
      if (event.code === RESTARTING) this.restartsUntil = performance.now() + RESTART;
      this.lose();
      if ((event.code === REFUSED || event.code === SIGNED_OUT) && !isTransient(this.lastRefusal)) {
        this.close();
        this.listener.ended(
          this.lastRefusal ?? {
            kind: "refused",
            code: "unauthenticated",
            message: connection.signedOut,
            hint: connection.signInAgain,
          },
        );
        return;
      }
      const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures++);
      this.timer = setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2));
    };
  }

  private hear(data: unknown): void {
    this.lastHeard = performance.now();
    this.askedAt = undefined;
    const message = parsed(data);
    const isTable = is("TableNow", message);
    this.isCurrent ||= isTable;
    if (this.isCurrent) this.change("open");
    if (isTable) {
      this.failures = 0;
      this.restartsUntil = 0;
      this.since = message.number;
      this.listener.table(message);
    } else if (is("PresenceNow", message)) {
      this.listener.presence(message);
    } else if (is("Done", message) || is("Refusal", message)) {
      if (message.kind === "refused") this.lastRefusal = message;
      const found = this.unanswered.get(message.key ?? "");
      if (!found) return;
      if (message.kind === "refused" && message.code === "rate_limited") {
        setTimeout(() => this.send(found.message), TOO_FAST_WAIT);
        return;
      }
      this.unanswered.delete(message.key ?? "");
      found.resolve(message);
    }
    // Whatever else comes is of a kind that this page does not know: it changes nothing.
  }

  private send(message: string): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.askedAt ??= performance.now();
    this.socket.send(message);
  }

  private change(state: LineState): void {
    if (state === this.state) return;
    this.state = state;
    this.listener.state(state);
  }

  private lose(): void {
    // A page that never heard of the server has nothing else to show.
    if (!this.lastHeard) reach.lose();
    this.change(this.isOffline ? "offline" : performance.now() < this.restartsUntil ? "restarting" : "lost");
  }

  /** A connection can be dead without saying so: the other side answers in time, or it counts as lost. */
  private readonly check = (): void => {
    const now = performance.now();
    if (this.state === "restarting") this.lose();
    if (this.askedAt === undefined) {
      if (now - this.lastHeard >= (document.hidden ? QUIET_WHILE_HIDDEN : QUIET)) this.send(ALIVE);
    } else if (now - this.askedAt >= DEAD) this.reopen();
    else if (now - this.askedAt >= LOST) this.lose();
    else if (now - this.askedAt >= LATE && this.state === "open") this.change("slow");
  };

  private readonly networkChanged = (event: Event): void => {
    this.isOffline = event.type === "offline";
    this.reopen();
  };

  /** The network has changed, or nobody answers: whatever was connected before is not waited for. */
  private readonly reopen = (): void => {
    const old = this.socket;
    this.lose();
    this.open();
    old?.close();
  };

  /** Somebody looks at the page again: no need to wait any longer. */
  private readonly wake = (): void => {
    if (document.hidden) return;
    if (this.socket?.readyState === WebSocket.CLOSED) this.open();
    else this.send(ALIVE);
  };
}
