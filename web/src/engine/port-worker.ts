/**
 * The worker that ports dumps of other databases. It holds `pkg/hotsplit_port.js` and nothing of the
 * engine, and it is started only while a dump is on the page.
 */
import { initSync, type PortReport, port } from "../../../pkg/hotsplit_port.js";
import type { PortAnswer, PortAsk } from "./port-protocol.js";

function answer({ id, text, from }: PortAsk): PortAnswer {
  try {
    // The port writes the JSON that its types describe: this is the worker's end.
    return { id, ok: true, report: JSON.parse(port(text, from)) as PortReport };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { id, ok: false, message, trap: error instanceof WebAssembly.RuntimeError };
  }
}

addEventListener("message", ({ data }: MessageEvent<WebAssembly.Module | PortAsk>) => {
  if (data instanceof WebAssembly.Module) initSync({ module: data });
  else postMessage(answer(data));
});
