/**
 * The worker: holds the engine and answers questions. The only file that runs code of `pkg`.
 *
 * It decides nothing. After a trap it must not be asked again: the page throws it away.
 */
import type {
  Answering,
  Judged,
  PaintAsk,
  RunAnswer,
  SimulateAsk,
  SimulationAnswer,
  Which,
} from "../../../pkg/hotsplit.js";
import {
  examOf,
  initSync,
  Lesson,
  measured,
  readLesson,
  reference,
  Session,
  Simulation,
  version,
} from "../../../pkg/hotsplit.js";
import { peaks, rowPeaks } from "./peaks.js";
import { take } from "./port.js";
import type {
  Answer,
  AnswerMessage,
  Ask,
  Name,
  Painted,
  PartMessage,
  QuestionMessage,
  Series,
  Surface,
} from "./protocol.js";

/** The port of a page that runs this script itself, as no worker may be started in it. */
const page = take();

/**
 * How long a slice of a run takes, ms. Ours: most runs are done within one, and none holds up a
 * newer question for long. On the page's own thread it holds up the page itself.
 */
const SLICE = page ? 30 : 120;

/** The same of answers, which nobody waits for: a knob that is turned meanwhile is. Ours. */
const ANSWERS_SLICE = 12;

/**
 * From so many pixels on a picture is painted on a canvas. Measured in Chromium: one of 2,000 x 1,000
 * takes 9 ms less so, but a pair on a laptop's screen 8 ms more while the page is drawing.
 */
const LARGE = 500_000;

/** Columns between two looks at the clock. */
const STEP = 10;

/** What is kept for one client. */
interface Kept {
  /** What large pictures are painted on, a picture each. */
  readonly canvases: Map<Surface, OffscreenCanvas>;
  /** What was read last: of a text that is edited only a part is read again. */
  session: Session | undefined;
  simulation: Simulation | undefined;
  /** What the kept run was asked for. */
  asked: SimulateAsk | undefined;
  /** What was told of it last; its cells are the page's. */
  answer: SimulationAnswer | undefined;
  /** Answers about the kept run that are being worked out. */
  answering: Answering | undefined;
}

/** All that is kept, by client. */
const clients = new Map<number, Kept>();

function keptFor(client: number): Kept {
  const found = clients.get(client);
  if (found) return found;
  const canvases = new Map<Surface, OffscreenCanvas>();
  const kept: Kept = {
    ...{ session: undefined, simulation: undefined, asked: undefined },
    ...{ answer: undefined, answering: undefined },
    canvases,
  };
  clients.set(client, kept);
  return kept;
}

function reading(kept: Kept): Session {
  kept.session ??= new Session();
  return kept.session;
}

/** One function a question. */
const answers: { [N in Name]: (ask: Ask<N>, kept: Kept) => Answer<N> | Promise<Answer<N>> } = {
  start: (engine) => {
    try {
      initSync({ module: engine });
      return { version: version() };
    } catch (error) {
      // Hosts may serve another module under its name, and say little of it themselves.
      throw new Error(`The engine could not be started: ${wordsOf(error)}.`);
    }
  },
  analyse: (ask, kept) => reading(kept).analyse(ask),
  cards: (ask, kept) => reading(kept).cards(ask),
  recommended: (ask, kept) => reading(kept).recommended(ask),
  rewrite: (ask, kept) => reading(kept).rewrite(ask),
  rollout: (ask, kept) => reading(kept).rollout(ask),
  state: (ask, kept) => reading(kept).state(ask),
  simulate: (ask, kept) => {
    if (ask) {
      const started = Simulation.begin(ask);
      kept.simulation?.free();
      kept.simulation = started;
      kept.asked = ask;
      kept.answer = undefined;
      kept.answering?.free();
      kept.answering = undefined;
    }
    const next = kept.simulation;
    if (!next) throw new Error("expected a run that is under way");
    onward(next);
    next.look();
    return undefined;
  },
  results: (_, kept) => {
    const run = kept.simulation;
    if (!run) throw new Error("expected a run that is under way");
    const answer = run.answer();
    kept.answer = answer;
    return {
      answer,
      before: seriesOf(run, "before", answer.before),
      after: answer.after && seriesOf(run, "after", answer.after),
    };
  },
  answers: (ask, kept) => {
    if (ask) {
      kept.answering?.free();
      kept.answering = kept.simulation?.answering(ask);
    }
    const { answering } = kept;
    if (!answering) return undefined;
    const until = performance.now() + ANSWERS_SLICE;
    while (answering.work() && performance.now() < until);
    return answering.answer();
  },
  measured,
  paint: (asks, kept) => Promise.all(asks.map((one) => painted(one, kept))),
  fields: ({ metric }, { simulation, answer }) =>
    simulation &&
    answer && {
      before: simulation.grid("before", metric),
      after: answer.after && simulation.grid("after", metric),
    },
  histogram: (ask, { simulation, answer }) => (answer ? simulation?.histogram(ask) : undefined),
  trace: (ask, { simulation, answer }) => (answer ? simulation?.trace(ask) : undefined),
  added: (ask, { simulation, answer }) => (answer ? simulation?.added(ask) : undefined),
  probe: (ask, { simulation, answer }) =>
    answer?.[ask.which] ? simulation?.probe(ask) : undefined,
  reference,
  lesson: ({ markdown }) => readLesson(String(markdown)),
  exam: ({ seed }) => examOf(Number(seed)),
  play: ({ markdown, text }) => lessonOf(markdown).ask(String(text)),
  judge: judged,
  prove: ({ markdown }) => lessonOf(markdown).prove(),
  close: (_, kept) => {
    kept.answering?.free();
    kept.simulation?.free();
    kept.session?.free();
    for (const [client, one] of clients) if (one === kept) clients.delete(client);
    return undefined;
  },
};

/** The lesson that was read last. */
let played: { readonly markdown: string; readonly lesson: Lesson } | undefined;

/**
 * A lesson, read once while it is played. Of what is no string the engine would read past its
 * memory, so each that goes over by itself is made one.
 */
function lessonOf(markdown: string): Lesson {
  if (played?.markdown !== markdown) {
    // The one before may be judging still: it is let go of by the collector.
    played = { markdown, lesson: new Lesson(String(markdown)) };
  }
  return played.lesson;
}

/** Runs on for a slice; says whether there is more. */
function onward(run: Simulation): boolean {
  const until = performance.now() + SLICE;
  let more = true;
  while (more && performance.now() < until) more = run.advance(STEP);
  return more;
}

/** Lets the page do what it has to, where it is held up. */
async function pause(): Promise<void> {
  if (page) await new Promise((go) => setTimeout(go));
}

/** Judges by the kept run where it is of this text, and by a run of its own where not. */
async function judged(question: Ask<"judge">, kept: Kept): Promise<Judged> {
  const { markdown, step, seed } = question;
  const text = String(question.text);
  const lesson = lessonOf(markdown);
  const ask = { ...lesson.ask(text), seed };
  const { asked, answer, simulation } = kept;
  const whole = answer?.progress === 1;
  const same = (["before", "after", "nodes", "writesPerSecond", "minutes", "seed"] as const).every(
    (one) => asked?.[one] === ask[one],
  );
  const known = whole && same && asked?.knobs === undefined;
  const by = known ? simulation?.judge(lesson, step, text) : undefined;
  if (by) return by;
  const run = Simulation.begin(ask);
  try {
    while (onward(run)) await pause();
    return run.judge(lesson, step, text) ?? lesson.judge(step, text);
  } finally {
    run.free();
  }
}

/** One picture of the kept run. */
async function painted({ surface, ask }: Painted, kept: Kept): Promise<ImageBitmap | undefined> {
  const { simulation, asked, canvases } = kept;
  const both = ask.which === "after" || ask.view === "difference";
  if (!simulation || (both && asked?.after === undefined)) return undefined;
  if (ask.width * ask.height < LARGE) return straight(simulation, ask);
  const canvas = canvases.get(surface) ?? blank(ask);
  canvases.set(surface, canvas);
  simulation.paint(canvas, ask);
  return canvas.transferToImageBitmap();
}

/** A picture that goes over no canvas, which is not held up by a page that draws meanwhile. */
function straight(simulation: Simulation, ask: PaintAsk): Promise<ImageBitmap> {
  const { buffer } = simulation.pixels(ask);
  if (!(buffer instanceof ArrayBuffer)) throw new Error("expected pixels of their own");
  return createImageBitmap(new ImageData(new Uint8ClampedArray(buffer), ask.width, ask.height));
}

/** A canvas whose pixels lie in memory, where they are written and read. */
function blank({ width, height }: PaintAsk): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d", { willReadFrequently: true });
  return canvas;
}

/** What the charts and the data table show of one run. */
function seriesOf(run: Simulation, which: Which, answer: RunAnswer): Series {
  const series = (name: string) => {
    const done = run.series(which, name);
    if (done.length >= answer.columns) return done;
    // Columns that are still to come are no numbers, so that lines end where the run is.
    const all = new Float32Array(answer.columns).fill(Number.NaN);
    all.set(done);
    return all;
  };
  const grid = run.grid(which);
  const rows = rowPeaks(grid, answer.columns);
  return {
    grid,
    offered: series("offered"),
    served: series("served"),
    p50: series("p50"),
    p99: series("p99"),
    clientP50: series("clientP50"),
    clientP99: series("clientP99"),
    peaks: peaks(rows, answer.bands),
    rows,
  };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Says whether the engine is broken for good: wasm ran into a trap, or out of stack. */
function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}

/** What of an answer goes over without being copied: pictures, and the cells of grids. */
function moved(answer: Answer<Name>): Transferable[] {
  if (Array.isArray(answer)) return answer.filter((one) => one instanceof ImageBitmap);
  if (typeof answer !== "object" || !("before" in answer)) return [];
  return [answer.before, answer.after].flatMap((one) => {
    const cells = typeof one === "object" && "grid" in one ? one.grid : one;
    return cells instanceof Float32Array ? cells.buffer : [];
  });
}

/** Entries of a list that go over at a time. Ours: a page reads as many tables in a few milliseconds. */
const AT_A_TIME = 500;

/** Sends the long lists within an answer ahead of it. Gives it without them; what is kept of it here stays whole. */
function ahead(id: number, within: unknown, path: readonly string[] = []): unknown {
  if (Array.isArray(within) && path.length > 0 && within.length > AT_A_TIME) {
    for (let from = 0; from < within.length; from += AT_A_TIME) {
      const entries = within.slice(from, from + AT_A_TIME);
      const part: PartMessage = { id, list: path, entries };
      (page ?? self).postMessage(part);
    }
    return [];
  }
  const isObject = typeof within === "object" && within?.constructor === Object;
  if (!isObject) return within;
  const fields = Object.entries(within);
  return Object.fromEntries(
    fields.map(([name, value]) => [name, ahead(id, value, [...path, name])]),
  );
}

/** Answers one question of a known name. */
async function reply<N extends Name>(question: QuestionMessage<N>): Promise<void> {
  const { id, client = 0, name, ask } = question;
  let message: AnswerMessage;
  try {
    const answer = await answers[name](ask, keptFor(client));
    // What is left is of the same form.
    message = { id, ok: true, answer: ahead(id, answer) as Answer<N> };
  } catch (error) {
    message = { id, ok: false, message: wordsOf(error), trap: isTrap(error) };
  }
  const transfer = message.ok ? moved(message.answer) : [];
  (page ?? self).postMessage(message, { transfer });
}

// The page posts nothing but `QuestionMessage`s (see `engine.ts`): this is the worker's end.
(page ?? self).onmessage = (event: MessageEvent) => {
  reply(event.data as QuestionMessage).catch((error) => reportError(error));
};
