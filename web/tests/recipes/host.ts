/** A host of static files of a test's own, as many as a test wants, each an origin. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** What a host is asked for. */
export interface Wish {
  /** The folder it serves. */
  readonly folder: string;
  /** What it says of each file, by its path from the folder. */
  readonly headers?: (path: string) => Readonly<Record<string, string>>;
}

/** The host. */
export interface Site {
  /** Its address, with a stroke at the end. */
  readonly home: string;
  /** What was asked of it, paths from the folder. */
  readonly asked: string[];
  /** Ends it. */
  readonly close: () => void;
}

/** Starts one. */
export async function serve({ folder, headers = () => ({}) }: Wish): Promise<Site> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const name = decodeURIComponent(pathname).replace(/\/$/, "/index.html").slice(1);
    asked.push(name);
    try {
      const body = await readFile(join(folder, name));
      const type = TYPES[extname(name)] ?? "application/octet-stream";
      response.writeHead(200, { "content-type": type, ...headers(name) });
      response.end(body);
    } catch {
      // Browsers ask for an icon that nobody named; that is no mistake of a page.
      response.writeHead(name === "favicon.ico" ? 204 : 404).end();
    }
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { home: `http://127.0.0.1:${port}/`, asked, close };
}
