/**
 * How long the steps of a page's thread are, against a fixed piece of work in the same page.
 *
 * Both are told in time of the thread itself, which Chromium traces: what else the machine does does
 * not count, and how fast it is counts for both alike.
 */
import type { CDPSession, Page } from "@playwright/test";

/** An event of a trace, as Chromium writes it; times in µs. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Time in which the thread did run. */
  readonly tdur?: number;
  readonly args: { readonly name?: string; readonly data?: { readonly type?: string } };
}

/** A step of the page's thread: everything that it did without a break. */
export interface Step {
  /** Time in which the thread did run, in ms. */
  readonly ms: number;
  /** What it did, the longest first. */
  readonly did: string;
}

/** What was traced: the page's steps, and the fixed pieces among them. */
export interface Traced {
  readonly steps: readonly Step[];
  readonly pieces: readonly Step[];
}

/** What a browser does for a test, or by itself, is no step of the page. */
const OTHERS = new Set(["Receive mojo message", "MajorGC", "MinorGC"]);

/** What marks a fixed piece of work. */
const PIECE = "a fixed piece of work";

/** Traces a page from now on. */
export async function trace(page: Page): Promise<{ stop(): Promise<Traced> }> {
  const client = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  client.on("Tracing.dataCollected", ({ value }) => {
    // Chromium's own format: this is the reader's end.
    events.push(...(value as unknown as TraceEvent[]));
  });
  await client.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: {
      includedCategories: ["toplevel", "devtools.timeline", "v8", "blink.user_timing"],
    },
  });
  return { stop: () => stopped(client, events) };
}

async function stopped(client: CDPSession, events: readonly TraceEvent[]): Promise<Traced> {
  const done = new Promise((told) => client.once("Tracing.tracingComplete", told));
  await client.send("Tracing.end");
  await done;
  const main = events.filter(
    ({ name, args }) => name === "thread_name" && args.name === "CrRendererMain",
  );
  const all = main.flatMap(({ pid, tid }) =>
    stepsOf(events.filter((one) => one.pid === pid && one.tid === tid)),
  );
  return { steps: all.filter(({ piece }) => !piece), pieces: all.filter(({ piece }) => piece) };
}

/** The steps of one thread. */
function stepsOf(events: readonly TraceEvent[]): (Step & { readonly piece: boolean })[] {
  const order = events.filter(({ ph }) => ph === "X" || ph === "R" || ph === "I");
  order.sort((a, b) => a.ts - b.ts);
  const tasks = order.filter(({ name, ph }) => ph === "X" && name.endsWith("RunTask"));
  let at = 0;
  return tasks.flatMap((task) => {
    const end = task.ts + (task.dur ?? 0);
    while (order[at] && (order[at]?.ts ?? 0) < task.ts) at++;
    const within: TraceEvent[] = [];
    for (let n = at; n < order.length && (order[n]?.ts ?? 0) <= end; n++) {
      const one = order[n];
      if (one && one !== task) within.push(one);
    }
    const took = (name: string) =>
      within.reduce((sum, one) => sum + (one.name === name ? (one.dur ?? 0) : 0), 0);
    const names = [...new Set(within.map(({ name }) => name))].sort((a, b) => took(b) - took(a));
    const [first = ""] = names;
    if (OTHERS.has(first) && took(first) > 0.8 * (task.dur ?? 0)) return [];
    const types = [...new Set(within.flatMap(({ args }) => args.data?.type ?? []))];
    const parts = names.slice(0, 5).map((name) => `${name} ${Math.round(took(name) / 1_000)}`);
    const did = [...parts, ...types];
    // It is left out where it is nothing; a browser that never tells it has no pieces either.
    return [{ ms: (task.tdur ?? 0) / 1_000, did: did.join(", "), piece: names.includes(PIECE) }];
  });
}

/**
 * Does the fixed piece of work so many times, each in a step of its own: to make names, sort them,
 * write them out and read them again. It takes what a step of the page may take: 50 ms, on two cores
 * of a virtual machine (AMD EPYC) on 2026-11-26.
 */
export async function workIn(page: Page, times: number): Promise<void> {
  await page.evaluate(
    async ({ times, mark }) => {
      for (let turn = 0; turn < times; turn++) {
        await new Promise<void>((done) => {
          setTimeout(() => {
            performance.mark(mark);
            const names = Array.from(
              { length: 56_000 },
              (_, at) => `Table${(at * 7_919) % 56_000}`,
            );
            const places = new Map(names.sort().map((name, at) => [name, at]));
            JSON.parse(JSON.stringify([...places]));
            setTimeout(done, 20);
          });
        });
      }
    },
    { times, mark: PIECE },
  );
}
