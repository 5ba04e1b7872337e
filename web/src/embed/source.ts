/**
 * Where a playground's engine comes from, on a page that may be of another origin, in a frame
 * without one, or under a strict policy of its host.
 */
import besideUrl from "../../../pkg/hotsplit_bg.wasm?url";
import type { WorkerLike } from "../engine/client.js";
import workerUrl from "../engine/worker.ts?worker&url";
import { trusted } from "../ui/trusted.js";
import { startHere } from "./here.js";

/** What the engine is started from. */
export interface Source {
  /** Loads and compiles the engine, and makes ready to start workers. */
  load(): Promise<WebAssembly.Module>;
  /** Starts a worker, or what stands for one where the page may have none. */
  start(here: boolean): WorkerLike;
  /** Lets go of what was made ready. */
  end(): void;
}

/** The engine at an address, or the one beside the script. */
export function sourceAt(engineUrl: string | undefined): Source {
  const url = new URL(engineUrl ?? besideUrl, document.baseURI).href;
  let blob: string | undefined;
  return {
    load: async () => {
      const [module] = await Promise.all([
        compile(url),
        isForeign(workerUrl) && blob === undefined
          ? copyOf(workerUrl).then((copy) => {
              blob = copy;
            })
          : undefined,
      ]);
      return module;
    },
    // The copy is started as a plain script: a frame without an origin may not load
    // modules from blobs. The worker is built without imports; a test looks.
    start: (here) => {
      if (here) return startHere(workerUrl);
      if (blob === undefined) return new Worker(trusted(workerUrl), { type: "module" });
      return new Worker(trusted(blob));
    },
    end: () => {
      if (blob !== undefined) URL.revokeObjectURL(blob);
      blob = undefined;
    },
  };
}

/** Says whether a worker may not be started from there: it has to come from the page's own origin. */
function isForeign(url: string): boolean {
  return new URL(url, document.baseURI).origin !== self.origin;
}

/** A copy of a script that is of this page's origin, whatever that is. */
async function copyOf(url: string): Promise<string> {
  const response = await fetched(url);
  const text = await response.text();
  return URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
}

async function fetched(url: string): Promise<Response> {
  const response = await fetch(url).catch(() => undefined);
  if (response?.ok) return response;
  const why = response ? `its host answered ${response.status}` : "the request failed";
  throw new Error(`The engine could not be loaded from ${new URL(url).origin}: ${why}.`);
}

/** Compiles while it loads; after, on a host that serves it under another type. */
async function compile(url: string): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === "undefined") {
    throw new Error("This browser has no WebAssembly, or it is switched off.");
  }
  const response = await fetched(url);
  const streams = response.headers.get("content-type")?.startsWith("application/wasm");
  try {
    if (streams) return await WebAssembly.compileStreaming(response);
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    // Told by the policy where that is why; see `policy.ts`.
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The engine from ${new URL(url).origin} does not compile: ${why}`);
  }
}
