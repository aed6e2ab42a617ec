import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Sent, TableNow } from "../src/api/messages";
import { Line } from "../src/play/line";
import { aBoard, aDecision, aPlayer, aView, aTable } from "../src/design/tables";

/** The other end of the line, in the hands of the test. */
class Socket {
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static all: Socket[] = [];
  readyState = 0;
  sent: Sent[] = [];
  onopen: (() => void) | undefined;
  onmessage: ((event: { data: unknown }) => void) | undefined;
  onclose: ((event: { code: number }) => void) | undefined;

  constructor(readonly address: string) {
    Socket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Sent);
  }

  open(): void {
    this.readyState = Socket.OPEN;
    this.onopen?.();
  }

  /** Answers everything that was sent, as a server does that is alive. */
  answers(): void {
    for (const { key } of this.sent.splice(0)) this.says({ kind: "done", number: 17, key });
  }

  says(message: unknown): void {
    this.onmessage?.({ data: typeof message === "string" ? message : JSON.stringify(message) });
  }

  close(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  static get last(): Socket {
    return Socket.all.at(-1)!;
  }
}

/** What the browser says to the page: `online`, `offline`, `visibilitychange`. */
let browser: EventTarget;
const connect = (address: string): WebSocket => new Socket(address) as unknown as WebSocket;

beforeEach(() => {
  Socket.all = [];
  browser = new EventTarget();
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("location", { protocol: "http:", host: "table.test" });
  const addEventListener = browser.addEventListener.bind(browser);
  const removeEventListener = browser.removeEventListener.bind(browser);
  vi.stubGlobal("document", { hidden: false, addEventListener, removeEventListener });
  vi.stubGlobal("addEventListener", addEventListener);
  vi.stubGlobal("removeEventListener", removeEventListener);
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const listener = () => ({ table: vi.fn(), presence: vi.fn(), state: vi.fn(), ended: vi.fn() });

describe("the line", () => {
  it("comes back by itself, and asks for what it has missed", () => {
    const told = listener();
    new Line("T", told, connect);
    expect(Socket.last.address).toBe("ws://table.test/ws/tables/T?since=0");
    Socket.last.open();
    Socket.last.says(aTable({ number: 17 }));
    Socket.last.close();
    expect(told.state).toHaveBeenLastCalledWith("lost");
    vi.advanceTimersByTime(400);
    expect(Socket.all).toHaveLength(2);
    expect(Socket.last.address).toMatch(/since=17$/);
  });

  it("waits longer and longer, but never very long", () => {
    new Line("T", listener(), connect);
    for (let time = 0; time < 60_000; time += 100) {
      if (Socket.last.readyState === 0) Socket.last.close();
      vi.advanceTimersByTime(100);
    }
    expect(Socket.all.length).toBeGreaterThan(6);
    expect(Socket.all.length).toBeLessThan(40);
  });

  it("sends what was not answered again, with the same key", async () => {
    const line = new Line("T", listener(), connect);
    Socket.last.open();
    const answer = line.act({ do: "start" });
    const key = Socket.last.sent[0]!.key!;
    Socket.last.close();
    vi.advanceTimersByTime(400);
    Socket.last.open();
    expect(Socket.last.sent.map((sent) => sent.key)).toEqual([key]);
    Socket.last.says({ kind: "done", number: 5, key });
    expect(await answer).toMatchObject({ kind: "done", number: 5 });
  });

  it("says at once that the browser is offline, and comes back at once when it is not", () => {
    const told = listener();
    new Line("T", told, connect);
    Socket.last.open();
    Socket.last.says(aTable({ number: 17 }));
    const before = Socket.last;
    browser.dispatchEvent(new Event("offline"));
    expect(told.state).toHaveBeenLastCalledWith("offline");
    Socket.last.close();
    browser.dispatchEvent(new Event("online"));
    Socket.last.open();
    expect(Socket.last.address).toMatch(/since=17$/);
    Socket.last.says(aTable({ number: 18 }));
    expect(told.state).toHaveBeenLastCalledWith("open");
    // Whatever the old connection still says is old.
    before.says(aTable({ number: 17 }));
    expect(told.table).toHaveBeenCalledTimes(2);
  });

  it("shows within two seconds that nobody answers, and opens another connection", () => {
    const told = listener();
    new Line("T", told, connect);
    Socket.last.open();
    Socket.last.says(aTable({ number: 17 }));
    for (let time = 0; time < 60_000; time += 250) {
      vi.advanceTimersByTime(250);
      Socket.last.answers();
    }
    expect(told.state.mock.calls).toEqual([["open"]]);
    vi.advanceTimersByTime(2000);
    expect(told.state).toHaveBeenLastCalledWith("slow");
    vi.advanceTimersByTime(2500);
    expect(told.state).toHaveBeenLastCalledWith("lost");
    expect(Socket.all).toHaveLength(1);
    // An answer that is only late is enough.
    Socket.last.answers();
    expect(told.state).toHaveBeenLastCalledWith("open");
    vi.advanceTimersByTime(11_000);
    expect(Socket.all).toHaveLength(2);
    expect(Socket.last.address).toMatch(/since=17$/);
  });

  it("asks less often while nobody looks", () => {
    new Line("T", listener(), connect);
    Socket.last.open();
    Socket.last.says(aTable());
    Object.assign(document, { hidden: true });
    vi.advanceTimersByTime(14_000);
    expect(Socket.last.sent).toEqual([]);
  });

  it("says that the server restarts, as long as that can be believed", () => {
    const told = listener();
    new Line("T", told, connect);
    Socket.last.open();
    Socket.last.says(aTable());
    Socket.last.close(1012);
    expect(told.state).toHaveBeenLastCalledWith("restarting");
    for (let time = 0; time < 31_000; time += 100) {
      if (Socket.last.readyState === 0) Socket.last.close();
      vi.advanceTimersByTime(100);
    }
    expect(told.state).toHaveBeenLastCalledWith("lost");
  });

  it("does not wait for ever for a connection to open", () => {
    new Line("T", listener(), connect);
    vi.advanceTimersByTime(10_000);
    expect(Socket.all).toHaveLength(2);
  });

  it("does not mind nonsense", () => {
    const told = listener();
    new Line("T", told, connect);
    Socket.last.open();
    for (const nonsense of ["", "{", [], { kind: "table" }, { kind: "done" }, { kind: "weather" }])
      Socket.last.says(nonsense);
    expect(told.table).not.toHaveBeenCalled();
    Socket.last.says(aTable());
    expect(told.table).toHaveBeenCalledOnce();
  });

  it("gives up where the server has refused", () => {
    const told = listener();
    new Line("T", told, connect);
    Socket.last.open();
    Socket.last.says({ kind: "refused", code: "table_not_found", message: "There is no such table.", hint: "" });
    Socket.last.close(4004);
    vi.advanceTimersByTime(60_000);
    expect(told.ended).toHaveBeenCalledWith(expect.objectContaining({ message: "There is no such table." }));
    expect(Socket.all).toHaveLength(1);
  });
});

describe("a table that is shown", async () => {
  const { Table } = await vi.importActual<typeof import("../src/play/table.svelte")>("../src/play/table.svelte");
  const options = [
    { text: "play Apprentice", verb: "play", card: "Apprentice" },
    { text: "play Militia", verb: "play", card: "Militia" },
    { text: "end turn", verb: "end turn" },
  ];
  const mine = (given: Partial<TableNow> = {}): TableNow =>
    aTable({ views: [aView({ decision: aDecision(options) })], ...given });
  const bots = (number: number): TableNow =>
    aTable({
      number,
      version: number,
      since: number - 1,
      views: [
        aView({
          news: [{ version: number, seat: 1, text: "", happenings: [{ kind: "plays", seat: 1, card: "Mystic" }] }],
        }),
      ],
    });

  const seated = (first: TableNow) => {
    const table = new Table("T", connect);
    Socket.last.open();
    Socket.last.says(first);
    return table;
  };

  it("takes its time with what others do", () => {
    const table = seated(aTable({ number: 4 }));
    for (const number of [5, 6, 7]) Socket.last.says(bots(number));
    vi.advanceTimersByTime(20);
    expect(table.now?.number).toBe(5);
    vi.advanceTimersByTime(1100);
    expect(table.now?.number).toBe(6);
    vi.advanceTimersByTime(1100);
    expect(table.now?.number).toBe(7);
    expect(table.news.map(({ version }) => version)).toEqual([5, 6, 7]);
  });

  it("skips to the next decision here, and takes its time again afterwards", () => {
    const table = seated(aTable({ number: 4 }));
    for (const number of [5, 6, 7]) Socket.last.says(bots(number));
    vi.advanceTimersByTime(20);
    expect([table.now?.number, table.canSkip]).toEqual([5, true]);
    table.skip();
    vi.advanceTimersByTime(20);
    expect([table.now?.number, table.canSkip]).toEqual([7, false]);
    // What comes later is skipped too, until there is something to decide.
    for (const number of [8, 9]) Socket.last.says(bots(number));
    vi.advanceTimersByTime(40);
    expect(table.now?.number).toBe(9);
    Socket.last.says(mine({ number: 10, version: 10, since: 9 }));
    vi.advanceTimersByTime(40);
    expect(table.decision).not.toBeNull();
    for (const number of [11, 12]) Socket.last.says(bots(number));
    vi.advanceTimersByTime(40);
    expect([table.now?.number, table.canSkip]).toEqual([11, true]);
    expect(table.news.map(({ version }) => version)).toEqual([5, 6, 7, 8, 9, 11]);
  });

  it("catches up at once when it has fallen far behind", () => {
    const table = seated(aTable({ number: 4 }));
    for (let number = 5; number < 300; number++) Socket.last.says(bots(number));
    vi.advanceTimersByTime(20);
    expect(table.now?.number).toBeGreaterThan(190);
    expect(table.news).toHaveLength(table.now!.number - 4);
  });

  it("sends one choice at a time, and keeps what was clicked meanwhile", async () => {
    const table = seated(mine());
    table.choose(options[0]!);
    table.choose(options[1]!);
    table.choose(options[0]!);
    const choices = (): unknown[] =>
      Socket.last.sent.map(({ action }) => action && "choice" in action && [action.version, action.choice]);
    expect(choices()).toEqual([[4, "play Apprentice"]]);
    Socket.last.says({ kind: "done", number: 5, key: Socket.last.sent[0]!.key });
    Socket.last.says(mine({ number: 5, version: 5, since: 4 }));
    await vi.advanceTimersByTimeAsync(20);
    expect(choices()).toEqual([
      [4, "play Apprentice"],
      [5, "play Militia"],
    ]);
    // What is no longer possible is dropped.
    const over = aDecision([options[2]!]);
    Socket.last.says({ kind: "done", number: 6, key: Socket.last.sent[1]!.key });
    Socket.last.says(mine({ number: 6, version: 6, since: 5, views: [aView({ decision: over })] }));
    await vi.advanceTimersByTimeAsync(20);
    expect(choices()).toHaveLength(2);
    expect(table.pending).toBeUndefined();
  });

  it("says so when the game went on without a choice that was made while the connection was lost", async () => {
    const { toasts } = await import("../src/ui/toasts.svelte");
    const table = seated(mine());
    Socket.last.close();
    table.choose(options[0]!);
    table.choose(options[1]!);
    vi.advanceTimersByTime(400);
    Socket.last.open();
    const { key } = Socket.last.sent[0]!;
    Socket.last.says({ kind: "refused", code: "stale", message: "", hint: "", key });
    await vi.advanceTimersByTimeAsync(0);
    for (const choice of ["Play Apprentice", "Play Militia"])
      expect(toasts.map(({ text }) => text)).toContainEqual(expect.stringContaining(`was not done: ${choice}`));
  });

  it("uses every construct once, though it could be paid for again", async () => {
    const uses = ["Shadow Star", "Yggdrasil Staff"].map((card) => ({ text: `use ${card}`, verb: "use", card }));
    const trophy = { text: "use Mephit", verb: "use", card: "Mephit" };
    const players = [
      aPlayer({ hand: [], constructs: ["Yggdrasil Staff", "Shadow Star"], trophies: ["Mephit"] }),
      aPlayer(),
    ];
    const view = aView({ decision: aDecision([...uses, trophy, options[2]!]), board: aBoard({ players }) });
    const table = seated(aTable({ views: [view] }));
    expect(table.usable).toEqual(uses);
    table.useAll();
    for (const number of [5, 6, 7]) {
      Socket.last.says({ kind: "done", number, key: Socket.last.sent.at(-1)!.key });
      Socket.last.says(aTable({ number, version: number, since: number - 1, views: [view] }));
      await vi.advanceTimersByTimeAsync(20);
    }
    expect(Socket.last.sent.map(({ action }) => action && "choice" in action && action.choice)).toEqual([
      "use Shadow Star",
      "use Yggdrasil Staff",
    ]);
  });

  it("knows who is connected before everything else is shown", () => {
    const table = seated(aTable({ number: 4 }));
    for (const number of [5, 6]) Socket.last.says(bots(number));
    Socket.last.says({ kind: "presence", here: [true, true], watching: 3 });
    vi.advanceTimersByTime(20);
    expect(table.now?.number).toBe(5);
    expect(table.now?.watching).toBe(3);
    vi.advanceTimersByTime(1100);
    expect([table.now?.number, table.now?.watching, table.now?.seats[1]?.here]).toEqual([6, 3, true]);
  });

  it("tells who stays away and who is back, but not who only loads the page again", () => {
    const [mine] = aTable().seats;
    const bob = { ...mine!, person: "bob", name: "Bob" };
    const table = seated(aTable({ seats: [mine!, bob] }));
    const present = (here: boolean): void => Socket.last.says({ kind: "presence", here: [true, here], watching: 0 });
    const told = (): unknown[] => table.changes.map(({ seat, kind }) => [seat, kind]);
    present(false);
    present(true);
    vi.advanceTimersByTime(6000);
    expect(told()).toEqual([]);
    present(false);
    expect(table.awaySince[1]).toBe(Date.now() / 1000);
    vi.advanceTimersByTime(6000);
    present(true);
    expect(table.awaySince[1]).toBeUndefined();
    expect(told()).toEqual([
      [1, "disconnected"],
      [1, "connected"],
    ]);
  });

  it("forgets what was taken back", () => {
    const table = seated(bots(5));
    Socket.last.says(aTable({ number: 7, since: 5, taken_back: 5, views: [aView()] }));
    vi.advanceTimersByTime(1100);
    expect(table.news).toEqual([]);
  });

  it("hands the screen over where one person has several seats", () => {
    const views = [aView({ seat: 0 }), aView({ seat: 1, decision: aDecision(options) })];
    const mine = aTable().seats[0]!;
    const table = seated(aTable({ your_seats: [0, 1], seats: [mine, mine], views }));
    expect(table.handOver).toBe(1);
    expect(table.decision).toBeNull();
    table.face(1);
    expect(table.handOver).toBeUndefined();
    expect(table.decision?.options).toHaveLength(3);
  });

  it("has nothing to decide while a bot plays for the person", () => {
    const views = [aView({ decision: aDecision(options) })];
    const [mine, other] = aTable().seats;
    const table = seated(aTable({ seats: [{ ...mine!, bot: "player" }, other!], views }));
    expect(table.isReplaced).toBe(true);
    expect(table.decision).toBeNull();
    expect(table.lit.on.size).toBe(0);
  });
});
