/**
 * A course system that holds the API of SCORM 1.2 and shows a package in a frame, with scorm-again as
 * the player. It is served to the page by the test, on an origin of its own without encryption, as
 * course systems inside companies are.
 */
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { Page } from "@playwright/test";

const HOME = "http://lms.test/";
const PLAYER = readFileSync(
  join(import.meta.dirname, "../../node_modules/scorm-again/dist/scorm12.min.js"),
);

/** What the player commits, as far as tests look at it. */
export interface Cmi {
  readonly suspend_data: string;
  readonly core: {
    readonly lesson_status: string;
    readonly session_time: string;
    readonly exit: string;
    readonly score: { readonly raw: string; readonly min: string; readonly max: string };
  };
}

/** How the lesson is shown. */
export type Shown = "frame" | "frame in frames" | "window" | "alone";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
};

/** The page of the system; the API is there before the lesson. */
const host = (saved: Cmi | undefined, body: string) => `<!doctype html>
<html lang="en"><head><title>Course system</title><script src="${HOME}player.js"></script>
<style>body { margin: 0 } iframe { width: 100%; height: 1000px; border: 0 }</style>
<script>
  window.API = new Scorm12API({ lmsCommitUrl: "${HOME}commit", autocommit: false });
  const saved = ${JSON.stringify(saved ?? null)};
  if (saved) window.API.loadFromJSON(saved);
</script></head><body>${body}</body></html>`;

const frame = (address: string) => `<iframe src="${address}" title="Lesson"></iframe>`;

/** The system around one package. */
export class Lms {
  /** What was committed, the last at the end. */
  readonly commits: Cmi[] = [];
  /** What was asked for that is not in the package. */
  readonly missing: string[] = [];

  constructor(
    readonly page: Page,
    readonly files: ReadonlyMap<string, Buffer>,
    readonly lesson: string,
  ) {}

  /** Serves system and package, and answers nothing else. */
  async serve(shown: Shown, saved?: Cmi): Promise<void> {
    const address = `${HOME}package/${this.lesson}.html`;
    const body = {
      frame: frame(address),
      "frame in frames": frame(`${HOME}outer`),
      window: `<button onclick="window.open('${address}')">Start</button>`,
      alone: "",
    }[shown];
    const context = this.page.context();
    await context.unrouteAll();
    await context.route("**/*", async (route) => {
      const url = route.request().url();
      const name = url.replace(HOME, "").replace(/[?#].*$/, "");
      const html = (text: string) => route.fulfill({ contentType: "text/html", body: text });
      if (name === "") return html(host(saved, body));
      if (name === "outer") return html(frame(`${HOME}inner`));
      if (name === "inner") return html(frame(address));
      if (name === "player.js")
        return route.fulfill({ contentType: "text/javascript", body: PLAYER });
      if (name === "commit") {
        this.commits.push(JSON.parse(route.request().postData() ?? "").cmi);
        return route.fulfill({ json: { result: true, errorCode: 0 } });
      }
      const file = name.startsWith("package/") ? this.files.get(name.slice(8)) : undefined;
      if (file)
        return route.fulfill({ contentType: TYPES[extname(name)] ?? "text/plain", body: file });
      if (!name.endsWith("favicon.ico")) this.missing.push(url);
      return route.fulfill({ status: 404, body: "" });
    });
    await this.page.goto(shown === "alone" ? address : HOME);
  }

  /** What the system knows last. */
  get last(): Cmi | undefined {
    return this.commits.at(-1);
  }
}
