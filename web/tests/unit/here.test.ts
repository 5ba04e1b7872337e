/** The worker's script on the page's own thread: the page goes on while it works. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { lay } from "../../src/port.js";
import type { Answer, AnswerMessage, Ask, Name } from "../../src/protocol.js";

const WASM = join(import.meta.dirname, "../../../pkg/hotsplit_bg.wasm");
const LESSON = join(import.meta.dirname, "../../lessons/02-the-moving-tail.md");

test("a check that takes a run of its own holds the page up for a slice at a time", async () => {
  // Nothing is painted here.
  vi.stubGlobal("ImageBitmap", class {});
  const { port1, port2 } = new MessageChannel();
  lay(port2);
  await import("../../src/worker.js");
  let asked = 0;
  const ask = <N extends Name>(name: N, of: Ask<N>): Promise<Answer<N>> =>
    new Promise((done, failed) => {
      port1.onmessage = ({ data }: MessageEvent<AnswerMessage>) => {
        if (data.ok) done(data.answer as Answer<N>);
        else failed(new Error(data.message));
      };
      port1.postMessage({ id: ++asked, name, ask: of });
    });
  await ask("start", new WebAssembly.Module(readFileSync(WASM)));
  const markdown = readFileSync(LESSON, "utf8");
  const { before, seed } = await ask("play", { markdown, text: "" });

  const start = performance.now();
  let [last, longest, free] = [start, 0, true];
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (free) setImmediate(look);
  };
  look();
  const { passed, checks } = await ask("judge", { markdown, step: 3, text: before, seed });
  free = false;
  const whole = performance.now() - start;
  port1.close();
  expect(passed).toBe(false);
  expect(checks.map((one) => one.passed)).toEqual([false, false, false, false]);
  expect(longest).toBeLessThan(whole / 2);
});
