/** The line to a table: everything that is told, and answers to what is done. When it breaks it mends itself. */

import { freshKey } from "../api/ask";
import { is, parsed } from "../api/border";
import type { Done, Refusal, Sent, TableNow } from "../api/messages";

export type Action = NonNullable<Sent["action"]>;

export interface Listener {
  table(now: TableNow): void;
  /** Whether the line stands. */
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
const ALIVE_EVERY = 20_000;
const SIGNED_OUT = 4001;
const REFUSED = 4004;
/** So much longer the server is asked to wait after it was asked too fast. */
const TOO_FAST_WAIT = 600;

export class Line {
  private socket: WebSocket | undefined;
  private readonly unanswered = new Map<string, Unanswered>();
  private since = 0;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setInterval> | undefined;
  private lastHeard = 0;
  private lastRefusal: Refusal | undefined;
  private isClosed = false;

  constructor(
    private readonly table: string,
    private readonly listener: Listener,
    private readonly connect: (address: string) => WebSocket = (address) => new WebSocket(address),
  ) {
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
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
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
  }

  private open(): void {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = `${scheme}://${location.host}/ws/tables/${encodeURIComponent(this.table)}?since=${this.since}`;
    const socket = this.connect(address);
    this.socket = socket;
    socket.onopen = () => {
      this.lastHeard = Date.now();
      this.pulse = setInterval(this.check, ALIVE_EVERY);
      for (const { message } of this.unanswered.values()) this.send(message);
    };
    socket.onmessage = (event) => this.hear(event.data);
    socket.onclose = (event) => {
      clearInterval(this.pulse);
      if (this.isClosed || socket !== this.socket) return;
      this.listener.state(false);
      if ((event.code === REFUSED || event.code === SIGNED_OUT) && this.lastRefusal?.code !== "too-fast") {
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
    this.lastHeard = Date.now();
    const message = parsed(data);
    if (is("TableNow", message)) {
      this.failures = 0;
      this.since = message.number;
      this.listener.state(true);
      this.listener.table(message);
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
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(message);
  }

  /** A line can be dead without saying so. */
  private readonly check = (): void => {
    if (Date.now() - this.lastHeard > 2 * ALIVE_EVERY) this.socket?.close();
    else this.send(JSON.stringify({ key: "alive" }));
  };

  /** The network or the person is back: no need to wait any longer. */
  private readonly hurry = (): void => {
    const isWaiting = this.socket?.readyState === WebSocket.CLOSED && !this.isClosed;
    if (isWaiting && !document.hidden) this.open();
  };
}
