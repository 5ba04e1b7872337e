/** A host of static files of a test's own, which the test can change under the page. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";

/** The built page. */
export const DIST = join(import.meta.dirname, "../../dist");

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** The host. */
export interface Host {
  /** Where the page is: in a sub-folder. */
  readonly home: string;
  /** The folder it serves. */
  folder: string;
  /** Files it serves from another folder: a host half way through a change. */
  stale: { readonly folder: string; readonly names: readonly string[] } | undefined;
  /** It answers nothing. */
  down: boolean;
  /** It sends files compressed, as they are when they are first asked for. */
  packed: boolean;
  /** Ends it. */
  readonly close: () => void;
}

/** Starts one. */
export async function serve(): Promise<Host> {
  const packed = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    if (host.down) {
      request.socket.destroy();
      return;
    }
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const name = pathname.replace(/^\/some\/folder\//, "") || "index.html";
    const folder = host.stale?.names.includes(name) ? host.stale.folder : host.folder;
    try {
      const path = join(folder, name);
      const file = packed.get(path) ?? (await readFile(path));
      // Once: to compress the engine takes longer than to send it.
      const body = host.packed && !packed.has(path) ? gzipSync(file, { level: 9 }) : file;
      if (host.packed) packed.set(path, body);
      // What hosts of static files say: use it again for a while, from wherever.
      response.writeHead(200, {
        "content-type": TYPES[extname(name)] ?? "application/octet-stream",
        "cache-control": name.startsWith("assets/") ? "max-age=31536000, immutable" : "max-age=600",
        "access-control-allow-origin": "*",
        ...(host.packed ? { "content-encoding": "gzip" } : {}),
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const host: Host = {
    home: `http://127.0.0.1:${port}/some/folder/`,
    folder: DIST,
    stale: undefined,
    down: false,
    packed: false,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return host;
}
