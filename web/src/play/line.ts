/** The line to a table: everything that is told, and answers to what is done. When it breaks it mends itself. */

import { freshKey } from "../api/ask";
import { is, parsed } from "../api/border";
import type { Done, PresenceNow, Refusal, Sent, TableNow } from "../api/messages";

export type Action = NonNullable<Sent["action"]>;

export interface Listener {
  table(now: TableNow): void;
  presence(now: PresenceNow): void;
  /** Whether the server is heard, and everything that it has said is known. */
  state(open: boolean): void;
  /** It is over for good: the reason as the server gave it. */
  ended(reason: Refusal): void;
}

interface Unanswered {
  readonly message: string;
  readonly resolve: (answer: Done | Refusal) => void;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
/** How often the connection is looked at. */
const CHECK_EVERY = 1000;
/** After so much silence the server is asked for an answer. */
const QUIET = 4000;
/** When an answer takes longer than this, the connection counts as lost. */
const LATE = 3000;
/** When it takes longer than this, another connection is opened. */
const DEAD = 8000;
const SIGNED_OUT = 4001;
const REFUSED = 4004;
/** So much longer the server is asked to wait after it was asked too fast. */
const TOO_FAST_WAIT = 600;

/** What is refused only for now: it is tried again. */
const isTransient = (refusal: Refusal | undefined): boolean => refusal?.code === "too-fast" || refusal?.code === "busy";

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

  constructor(
    private readonly table: string,
    private readonly listener: Listener,
    private readonly connect: (address: string) => WebSocket = (address) => new WebSocket(address),
  ) {
    addEventListener("offline", this.reopen);
    addEventListener("online", this.reopen);
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
    removeEventListener("offline", this.reopen);
    removeEventListener("online", this.reopen);
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
      this.listener.state(false);
      if ((event.code === REFUSED || event.code === SIGNED_OUT) && !isTransient(this.lastRefusal)) {
        this.close();
        this.listener.ended(
          this.lastRefusal ?? {
            kind: "refused",
            code: "who-are-you",
            sentence: "You are signed out.",
            right: "Sign in again.",
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
    if (this.isCurrent) this.listener.state(true);
    if (isTable) {
      this.failures = 0;
      this.since = message.number;
      this.listener.table(message);
    } else if (is("PresenceNow", message)) {
      this.listener.presence(message);
    } else if (is("Done", message) || is("Refusal", message)) {
      if (message.kind === "refused") this.lastRefusal = message;
      const found = this.unanswered.get(message.key ?? "");
      if (!found) return;
      if (message.kind === "refused" && message.code === "too-fast") {
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

  /** A connection can be dead without saying so: the other side answers in time, or it counts as lost. */
  private readonly check = (): void => {
    const now = performance.now();
    if (this.askedAt === undefined) {
      if (now - this.lastHeard >= QUIET) this.send(ALIVE);
    } else if (now - this.askedAt >= DEAD) this.reopen();
    else if (now - this.askedAt >= LATE) this.listener.state(false);
  };

  /** The network has changed, or nobody answers: whatever was connected before is not waited for. */
  private readonly reopen = (): void => {
    const old = this.socket;
    this.listener.state(false);
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
