/**
 * The worker: holds the engine and answers questions. The only file that runs code of `pkg`.
 *
 * It decides nothing. After a trap it must not be asked again: the page throws it away.
 */
import type { Answering, PaintAsk, RunAnswer, Which } from "../../pkg/hotsplit.js";
import {
  initSync,
  readPage,
  reference,
  Session,
  Simulation,
  trust,
  version,
} from "../../pkg/hotsplit.js";
import { peaks } from "./heatmap/peaks.js";
import { isUsual, recolour, type Tone } from "./heatmap/tone.js";
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
    return { version: version(), examples: examples() };
  },
  analyse: (ask) => reading().analyse(ask),
  cards: (ask) => reading().cards(ask),
  rewrite: (ask) => reading().rewrite(ask),
  rollout: (ask) => reading().rollout(ask),
  simulate: (ask) => {
    const next = Simulation.run(ask);
    simulation?.free();
    simulation = next;
    answering?.free();
    answering = undefined;
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
  paint: ({ surface, ask, tone }) => {
    if (!simulation || !results?.[ask.which]) return undefined;
    const canvas = canvases.get(surface) ?? new OffscreenCanvas(ask.width, ask.height);
    canvases.set(surface, canvas);
    // Setting a size clears the canvas, so only where it changed.
    if (canvas.width !== ask.width) canvas.width = ask.width;
    if (canvas.height !== ask.height) canvas.height = ask.height;
    simulation.paint(canvas, ask);
    if (!isUsual(tone)) retone(canvas, ask, tone);
    return canvas.transferToImageBitmap();
  },
  probe: (ask) => (results?.[ask.which] ? simulation?.probe(ask) : undefined),
  reference,
};

/** Moves the colours of a picture to another brightness. */
function retone(canvas: OffscreenCanvas, { palette }: PaintAsk, tone: Tone): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const image = context.getImageData(0, 0, canvas.width, canvas.height);
  recolour(new Uint32Array(image.data.buffer), palette, tone);
  context.putImageData(image, 0, 0);
}

/** What the charts and the data table show of one run. */
function seriesOf(run: Simulation, which: Which, answer: RunAnswer): Series {
  const grid = run.grid(which);
  return {
    grid,
    offered: run.series(which, "offered"),
    served: run.series(which, "served"),
    p50: run.series(which, "p50"),
    p99: run.series(which, "p99"),
    clientP50: run.series(which, "clientP50"),
    clientP99: run.series(which, "clientP99"),
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
