/** Asking the worker that ports dumps: started late, ended early, replaced when it fails. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PortReport } from "../../../pkg/hotsplit_port.js";
import { Replaced, type WorkerLike } from "../../src/engine/client.js";
import { PortClient } from "../../src/engine/port-client.js";
import { cutReport } from "../../src/engine/port-parts.js";
import type { PortAnswer, PortAsk } from "../../src/engine/port-protocol.js";

vi.mock("../../src/engine/port-source.js", () => ({ openPortWorker: vi.fn(), loadPort: vi.fn() }));

/** A worker that a test answers for. */
class Fake implements WorkerLike {
  onmessage: ((event: MessageEvent) => unknown) | null = null;
  onerror: ((event: ErrorEvent) => unknown) | null = null;
  readonly asked: PortAsk[] = [];
  ended = false;
  postMessage(message: unknown): void {
    if (typeof message === "object" && message && "id" in message)
      this.asked.push(message as PortAsk);
  }
  terminate(): void {
    this.ended = true;
  }
  answer(answer: Partial<PortAnswer>): void {
    const { id } = this.asked.at(-1) ?? { id: 0 };
    this.onmessage?.({ data: { id, ...answer } } as MessageEvent);
  }
}

const REPORT = { text: "CREATE TABLE t" } as PortReport;

let started: Fake[];
let client: PortClient;
const last = () => started.at(-1) as Fake;
const soon = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  started = [];
  const start = () => {
    started.push(new Fake());
    return last();
  };
  client = new PortClient(start, async () => ({}) as WebAssembly.Module);
});
afterEach(() => vi.useRealTimers());

describe("the port's worker", () => {
  it("is started with the first dump and answers it", async () => {
    expect(started).toHaveLength(0);
    const answer = client.port("a", "mysql");
    await soon();
    expect(last().asked).toEqual([{ id: 1, text: "a", from: "mysql" }]);
    last().answer({ ok: true, report: REPORT });
    expect(await answer).toBe(REPORT);
    expect(last().ended).toBe(false);
  });

  it("ports the newest of those that wait", async () => {
    const first = client.port("a", "mysql");
    await soon();
    const second = expect(client.port("b", "mysql")).rejects.toBeInstanceOf(Replaced);
    const third = client.port("c", "mysql");
    last().answer({ ok: true, report: REPORT });
    await first;
    await second;
    await soon();
    expect(last().asked.map(({ text }) => text)).toEqual(["a", "c"]);
    last().answer({ ok: true, report: REPORT });
    await third;
  });

  it("is replaced after a trap, and when it takes too long", async () => {
    const first = expect(client.port("a", "mysql")).rejects.toThrow("stopped on this dump");
    await soon();
    last().answer({ ok: false, message: "unreachable", trap: true });
    await first;
    expect(last().ended).toBe(true);
    const second = expect(client.port("b", "mysql")).rejects.toThrow("took too long");
    await vi.advanceTimersByTimeAsync(10_000);
    await second;
    expect(started.map(({ ended }) => ended)).toEqual([true, true]);
  });

  it("sends a long report in parts, which make the whole again", async () => {
    const decision = () => ({ name: "ids", chosen: "keep", choices: ["identity", "keep"] });
    const many = <Entry>(entry: (at: number) => Entry, count: number): Entry[] =>
      Array.from({ length: count }, (_, at) => entry(at));
    const long = {
      text: "CREATE TABLE t",
      losses: many((at) => ({ object: `t${at}`, decision: at % 2 ? decision() : null }), 9_001),
      map: many((at): [number, number, number, number] => [at, at, at, at], 4_001),
      definitions: many((at) => ({ kind: `k${at}` }), 1),
      tables: [],
    } as unknown as PortReport;
    const { parts, report } = cutReport(long);
    expect(parts.map((part) => Object.values(part).map((list) => list.length))).toEqual([
      ...[[4_000], [4_000], [1_001], [4_000], [1], [1]],
    ]);
    expect(report.losses).toEqual([]);
    // Equal decisions of a part are one object, which crosses once.
    const crossing = new Set(parts[0]?.losses?.map((loss) => loss.decision));
    expect(crossing.size).toBe(2);

    const first = client.port("a", "mysql");
    await soon();
    for (const part of parts) last().answer({ part });
    last().answer({ ok: true, report });
    expect(await first).toEqual(long);
    // The next one begins without them.
    const second = client.port("b", "mysql");
    await soon();
    last().answer({ ok: true, report: REPORT });
    expect(await second).toBe(REPORT);
    expect(cutReport({ ...long, losses: [], map: [] }).parts).toEqual([]);
  });

  it("forgets parts of a report whose worker stopped", async () => {
    const first = expect(client.port("a", "mysql")).rejects.toThrow("stopped on this dump");
    await soon();
    last().answer({ part: { losses: [{ object: "a" } as PortReport["losses"][number]] } });
    last().answer({ ok: false, message: "unreachable", trap: true });
    await first;
    const second = client.port("b", "mysql");
    await soon();
    last().answer({ ok: true, report: REPORT });
    expect(await second).toBe(REPORT);
  });

  it("says what cannot be ported and goes on", async () => {
    const first = expect(client.port("a", "mysql")).rejects.toThrow("expected a dump");
    await soon();
    last().answer({ ok: false, message: "expected a dump", trap: false });
    await first;
    expect(last().ended).toBe(false);
  });

  it("is ended with the last dump, and started again with the next", async () => {
    const first = expect(client.port("a", "mysql")).rejects.toBeInstanceOf(Replaced);
    await soon();
    const second = expect(client.port("b", "mysql")).rejects.toBeInstanceOf(Replaced);
    client.end();
    await first;
    await second;
    expect(last().ended).toBe(true);
    void client.port("c", "mysql");
    await soon();
    expect(started).toHaveLength(2);
    expect(last().asked.map(({ text }) => text)).toEqual(["c"]);
  });
});
