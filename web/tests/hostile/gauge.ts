/** What a page holds: its heap after a forced collection, its workers, their memory, its listeners. */
import { expect, type Page } from "@playwright/test";
import { inWorker } from "../browser/page.js";

const MIB = 1024 * 1024;

/** What is counted of a page. */
export interface Gauge {
  /** Bytes of script objects that are still reached, in MiB. */
  readonly heap: number;
  /** Bytes of the DOM, canvases and array buffers, in MiB. */
  readonly outside: number;
  /** Nodes of documents, those of no document too. */
  readonly nodes: number;
  readonly listeners: number;
  readonly workers: number;
}

/** Collects what is not reached any more, and counts the rest. */
export async function gauge(page: Page): Promise<Gauge> {
  const client = await page.context().newCDPSession(page);
  try {
    // Twice: what the first lets go of may hold on to more.
    for (let times = 0; times < 2; times++) {
      await client.send("HeapProfiler.collectGarbage");
      await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
    }
    const used = await client.send("Runtime.getHeapUsage");
    const { nodes, jsEventListeners } = await client.send("Memory.getDOMCounters");
    const { usedSize, embedderHeapUsedSize, backingStorageSize } = used;
    return {
      heap: usedSize / MIB,
      outside: (embedderHeapUsedSize + backingStorageSize) / MIB,
      nodes,
      listeners: jsEventListeners,
      workers: page.workers().length,
    };
  } finally {
    await client.detach();
  }
}

/** One line for the log of a run. */
export function told({ heap, outside, nodes, listeners, workers }: Gauge): string {
  const size = `${heap.toFixed(1)} MiB heap, ${outside.toFixed(1)} MiB outside`;
  return `${size}, ${nodes} nodes, ${listeners} listeners, ${workers} workers`;
}

/** Has workers of the page remember the memory of their engine: before the page is opened. */
export function rememberMemory(page: Page): Promise<void> {
  return inWorker(
    page,
    `self.memories = [];
    WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
      construct(plain, given, target) {
        const made = Reflect.construct(plain, given, target);
        for (const one of Object.values(made.exports)) {
          if (one instanceof WebAssembly.Memory) self.memories.push(one);
        }
        return made;
      },
    });`,
  );
}

/** MiB of all engines of the page; asked again where a worker ends meanwhile. */
export async function engineMemory(page: Page): Promise<number> {
  let bytes = 0;
  await expect(async () => {
    const each = await Promise.all(
      page.workers().map((worker) =>
        worker.evaluate(() => {
          const { memories = [] } = self as { memories?: WebAssembly.Memory[] };
          return memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
        }),
      ),
    );
    bytes = each.reduce((sum, one) => sum + one, 0);
  }).toPass();
  return bytes / MIB;
}
