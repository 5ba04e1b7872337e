/**
 * The worker: holds the engine and answers questions. The only file that runs code of `pkg`.
 *
 * It decides nothing. After a trap it must not be asked again: the page throws it away.
 */
import type { Answering, Metric, PaintAsk, RunAnswer, Which } from "../../pkg/hotsplit.js";
import {
  initSync,
  presets,
  readPage,
  reference,
  Session,
  Simulation,
  trust,
  version,
} from "../../pkg/hotsplit.js";
import { peaks } from "./heatmap/peaks.js";
import type {
  Answer,
  AnswerMessage,
  Ask,
  Example,
  Name,
  QuestionMessage,
  Results,
  Series,
  Surface,
} from "./protocol.js";

/** Texts of `web/examples`, by file name. */
const EXAMPLES = import.meta.glob("../examples/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** How long a slice of a run takes, ms. Ours: most runs are done within one, and none holds up a
 * newer question for long. */
const SLICE = 120;

/** Columns between two looks at the clock. */
const STEP = 10;

let session: Session | undefined;

/** What was read last: of a text that is edited only a part is read again. */
function reading(): Session {
  session ??= new Session();
  return session;
}

/** What is painted on, a picture each: setting a size is what costs. */
const canvases = new Map<Surface, OffscreenCanvas>();
let simulation: Simulation | undefined;
let results: Results | undefined;
/** Answers about the kept run that are being worked out. */
let answering: Answering | undefined;

/** One function a question. */
const answers: { [N in Name]: (ask: Ask<N>) => Answer<N> } = {
  start: (module) => {
    initSync({ module });
    return { version: version(), examples: examples(), presets: presets() };
  },
  analyse: (ask) => reading().analyse(ask),
  cards: (ask) => reading().cards(ask),
  rewrite: (ask) => reading().rewrite(ask),
  rollout: (ask) => reading().rollout(ask),
  state: (ask) => reading().state(ask),
  simulate: (ask) => {
    if (ask) {
      const begun = Simulation.begin(ask);
      simulation?.free();
      simulation = begun;
      answering?.free();
      answering = undefined;
    }
    const next = simulation;
    if (!next) throw new Error("expected a run that is under way");
    const until = performance.now() + SLICE;
    let more = true;
    while (more && performance.now() < until) more = next.advance(STEP);
    next.look();
    const answer = next.answer();
    results = {
      answer,
      before: seriesOf(next, "before", answer.before),
      after: answer.after && seriesOf(next, "after", answer.after),
    };
    return results;
  },
  answers: (ask) => {
    if (ask) {
      answering?.free();
      answering = simulation?.answering(ask);
    }
    return answering?.step();
  },
  trust,
  paint: ({ surface, ask }) => {
    if (!simulation || !results?.[ask.which]) return undefined;
    const canvas = canvases.get(surface) ?? blank(ask);
    canvases.set(surface, canvas);
    // Setting a size clears the canvas, so only where it changed.
    if (canvas.width !== ask.width) canvas.width = ask.width;
    if (canvas.height !== ask.height) canvas.height = ask.height;
    simulation.paint(canvas, ask);
    return canvas.transferToImageBitmap();
  },
  fields: ({ metric }) =>
    results && {
      before: gridOf("before", metric) ?? new Float32Array(),
      after: results.after && gridOf("after", metric),
    },
  histogram: (ask) => (results ? simulation?.histogram(ask) : undefined),
  went: (ask) => (results ? simulation?.went(ask) : undefined),
  probe: (ask) => (results?.[ask.which] ? simulation?.probe(ask) : undefined),
  reference,
};

/** A canvas whose pixels lie in memory, where they are written and read. */
function blank({ width, height }: PaintAsk): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d", { willReadFrequently: true });
  return canvas;
}

/** A metric of a kept run. */
function gridOf(which: Which, metric: Metric): Float32Array | undefined {
  return simulation?.grid(which, metric);
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
  return {
    grid,
    offered: series("offered"),
    served: series("served"),
    p50: series("p50"),
    p99: series("p99"),
    clientP50: series("clientP50"),
    clientP99: series("clientP99"),
    peaks: peaks(grid, answer.columns, answer.bands),
  };
}

/** The examples in the order of their files; the page begins with the first. */
function examples(): Example[] {
  const files = Object.entries(EXAMPLES).sort(([a], [b]) => (a < b ? -1 : 1));
  return files.map(([, markdown]) => {
    const page = readPage(markdown);
    const field = (name: string) => page.fields.find((field) => field.name === name)?.value;
    const number = (name: string) => {
      const value = Number(field(name));
      return Number.isFinite(value) && value > 0 ? value : undefined;
    };
    return {
      title: page.title,
      group: field("group") ?? "",
      about: page.blocks.find((block) => block.kind === "text")?.text ?? "",
      text: page.blocks.find((block) => block.kind === "code")?.text ?? "",
      dialect: field("dialect"),
      nodes: number("nodes"),
      writesPerSecond: number("writes"),
    };
  });
}

/** Says whether the engine is broken for good: wasm ran into a trap, or out of stack. */
function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}

/** Answers one question of a known name. */
function reply<N extends Name>({ id, name, ask }: QuestionMessage<N>): void {
  let message: AnswerMessage;
  try {
    message = { id, ok: true, answer: answers[name](ask) };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    message = { id, ok: false, message: words, trap: isTrap(error) };
  }
  // A picture goes over without being copied.
  const moved = message.ok && message.answer instanceof ImageBitmap ? [message.answer] : [];
  postMessage(message, { transfer: moved });
}

// The page posts nothing but `QuestionMessage`s (see `engine.ts`): this is the worker's end.
addEventListener("message", (event) => reply(event.data as QuestionMessage));
