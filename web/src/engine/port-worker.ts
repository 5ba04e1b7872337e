/**
 * The worker that ports dumps of other databases. It holds `pkg/hotsplit_port.js` and nothing of the
 * engine, and it is started only while a dump is on the page.
 */
import { Condenser, initSync, type PortReport, port } from "../../../pkg/hotsplit_port.js";
import { cutReport } from "./port-parts.js";
import type { CondenseAnswer, CondenseAsk, PortAnswer, PortAsk } from "./port-protocol.js";

/** Bytes that go over to WebAssembly at a time: what is held of a dump does not grow with it. */
const PART_BYTES = 1 << 20;
/** How often it is said how far a dump is read, ms. */
const SAID_EVERY = 100;

function answer({ id, text, from }: PortAsk): void {
  const say = (answer: PortAnswer) => postMessage(answer);
  try {
    // The port writes the JSON that its types describe: this is the worker's end.
    const { parts, report } = cutReport(JSON.parse(port(text, from)) as PortReport);
    for (const part of parts) say({ id, part });
    say({ id, ok: true, report });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    say({ id, ok: false, message, trap: error instanceof WebAssembly.RuntimeError });
  }
}

function say(answer: CondenseAnswer): void {
  postMessage(answer);
}

/** The bytes of a dump, unpacked. */
async function partsOf(dump: Blob): Promise<ReadableStream<Uint8Array>> {
  const [first, second] = new Uint8Array(await dump.slice(0, 2).arrayBuffer());
  const packed = first === 0x1f && second === 0x8b;
  return packed ? dump.stream().pipeThrough(new DecompressionStream("gzip")) : dump.stream();
}

async function condense(dump: Blob): Promise<void> {
  try {
    const condenser = new Condenser();
    const parts = (await partsOf(dump)).getReader();
    let bytes = 0;
    let said = performance.now();
    for (;;) {
      const { done, value } = await parts.read();
      if (done) break;
      for (let at = 0; at < value.length; at += PART_BYTES) {
        condenser.push(value.subarray(at, at + PART_BYTES));
      }
      bytes += value.length;
      if (performance.now() - said >= SAID_EVERY) {
        said = performance.now();
        say({ progress: { bytes, tables: condenser.tables, rows: condenser.rows } });
      }
    }
    const text = condenser.finish();
    say({ done: { text, replaced: [...condenser.replaced] } });
  } catch (error) {
    const trap = error instanceof WebAssembly.RuntimeError;
    const why = error instanceof Error ? error.message : String(error);
    say({ failed: trap ? "the port of dumps stopped on it" : why });
  }
}

addEventListener(
  "message",
  ({ data }: MessageEvent<WebAssembly.Module | PortAsk | CondenseAsk>) => {
    if (data instanceof WebAssembly.Module) initSync({ module: data });
    else if ("condense" in data) void condense(data.condense);
    else answer(data);
  },
);
