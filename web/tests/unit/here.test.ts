/** The worker's script on the page's own thread: the page goes on while it works. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { lay } from "../../src/engine/port.js";
import type { Answer, AnswerMessage, Ask, Name } from "../../src/engine/protocol.js";

const ENGINE = join(import.meta.dirname, "../../../pkg/hotsplit_bg.wasm");
const LESSON = join(import.meta.dirname, "../../lessons/02-the-moving-tail.md");

/** Half of what a slice of work on the page's thread may take, ms: `SLICE` in `src/engine/worker.ts`. */
const HALF_SLICE = 15;

test("a check that takes a run of its own holds the page up for a slice at a time", async () => {
  // Nothing is painted here.
  vi.stubGlobal("ImageBitmap", class {});
  const { port1, port2 } = new MessageChannel();
  lay(port2);
  await import("../../src/engine/worker.js");
  let asked = 0;
  const ask = <N extends Name>(name: N, of: Ask<N>): Promise<Answer<N>> =>
    new Promise((done, failed) => {
      port1.onmessage = ({ data }: MessageEvent<AnswerMessage>) => {
        if (data.ok) done(data.answer as Answer<N>);
        else failed(new Error(data.message));
      };
      port1.postMessage({ id: ++asked, name, ask: of });
    });
  await ask("start", new WebAssembly.Module(readFileSync(ENGINE)));
  const markdown = readFileSync(LESSON, "utf8");
  const { before, seed } = await ask("play", { markdown, text: "" });

  // By this clock every step of a run takes half of what a slice may.
  let clock = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (clock += HALF_SLICE));
  let [turns, waiting] = [0, true];
  const turn = () => {
    turns++;
    if (waiting) setImmediate(turn);
  };
  turn();
  const { passed, checks } = await ask("judge", { markdown, step: 3, text: before, seed });
  waiting = false;
  vi.restoreAllMocks();
  port1.close();
  expect(passed).toBe(false);
  expect(checks.map((one) => one.passed)).toEqual([false, false, false, false]);
  expect(turns, "turns that the page had meanwhile").toBeGreaterThan(10);
});
