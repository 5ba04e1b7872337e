/**
 * Messages of other shapes than the page's own: to the worker, and to a frame from pages around it
 * and beside it. Each is answered with finite numbers or in words; a frame obeys no more than
 * EMBEDDING.md says.
 */
import { expect, type Page } from "@playwright/test";
import { article, test as embedded, HOT, listenIn } from "../browser/author.js";
import { linkOf, open, test } from "../browser/page.js";
import { Random } from "./links/random.js";
import { stillAnswers } from "./sight.js";

declare global {
  interface Window {
    /** The worker that the page has started last. */
    worker: Worker;
  }
}

/** The worker of the page. What is posted past the engine has ids that the engine never gives. */
async function keepWorker(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.Worker = class extends Worker {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        window.worker = this;
      }
    };
  });
}

/** All questions, and names that are none. */
const NAMES = [
  ...["analyse", "cards", "rewrite", "rollout", "state", "simulate"],
  ...["results", "answers", "measured", "paint", "fields", "histogram", "trace"],
  ...["added", "probe", "reference", "lesson", "play", "judge", "close"],
  ...["", "__proto__", "constructor", "toString", "hasOwnProperty", "no such question"],
] as const;

/** Sound asks, of which a field at a time is given another value. */
const ASKS: Readonly<Record<string, unknown>> = {
  analyse: { text: HOT, dialect: "auto", workload: { nodes: 3, writesPerSecond: 900 } },
  rewrite: {
    ...{ text: HOT, dialect: "auto", workload: { nodes: 3, writesPerSecond: 900 } },
    chosen: [
      { finding: "key-time-ordered-id Transactions.TxnId", fix: "T5", set: { shards: "8" } },
    ],
  },
  simulate: {
    ...{ before: HOT, dialect: "googlesql", nodes: 3, writesPerSecond: 900, minutes: 10, seed: 1 },
    knobs: { splitPointsPerNode: 2, pace: { kind: "step", before: 1, second: 60 } },
    rowsBy: "keys",
  },
  probe: { which: "before", column: 1, row: 1, metric: "cpu" },
  histogram: { log: true },
  measured: { text: "splits 12\n", run: {} },
  lesson: { markdown: "# A lesson\n\n## Schema\n" },
};

/** Values of other kinds, and numbers past all bounds: messages carry NaN and infinities. */
const VALUES = () => [
  ...[undefined, null, true, "", "x", {}, [], [null], new Date(0), new Map(), /x/],
  ...[Number.NaN, Infinity, -Infinity, -1, -0, 0.5, 1e308, 2 ** 32, 2 ** 53, -(2 ** 63)],
  ...["\ud800", "\u0000", "T".repeat(100_000), 10n],
];

/** A question at random. */
function question(random: Random): { name: string; ask: unknown } {
  const sound = Object.entries(ASKS);
  if (random.chance(0.3)) return { name: random.of(NAMES), ask: random.of(VALUES()) };
  const [name, ask] = random.of(sound);
  const copy: unknown = structuredClone(ask);
  for (let times = random.below(3); times >= 0; times--) change(random, copy);
  return { name, ask: copy };
}

function change(random: Random, value: unknown): void {
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0) return;
  const name = random.of(Object.keys(value));
  const inner: unknown = Reflect.get(value, name);
  const goes = typeof inner === "object" && inner !== null && Object.keys(inner).length > 0;
  if (goes && random.chance(0.7)) change(random, inner);
  else if (random.chance(0.2)) Reflect.deleteProperty(value, name);
  else Reflect.set(value, name, random.of(VALUES()));
}

/** What came of a question. */
interface Told {
  /** Numbers that are none, by where they stand. */
  readonly odd: string[];
  readonly words: string;
  readonly trap: boolean;
  readonly answered: boolean;
}

/** Asks the worker past the page, and looks at each number of what it answers. */
function ask(page: Page, id: number, name: string, what: unknown): Promise<Told> {
  return page.evaluate(
    async ({ id, name, what }) => {
      const { worker } = window;
      const message = await new Promise<
        { ok?: boolean; answer?: unknown; message?: string; trap?: boolean } | undefined
      >((told) => {
        const timer = setTimeout(() => told(undefined), 30_000);
        const listen = ({ data }: MessageEvent) => {
          if (data?.id !== id || "list" in data) return;
          clearTimeout(timer);
          worker.removeEventListener("message", listen);
          told(data);
        };
        worker.addEventListener("message", listen);
        // A client of its own: the page's text and run stay as they are.
        worker.postMessage({ id, client: 77, name, ask: what });
      });
      const odd: string[] = [];
      const look = (value: unknown, path: string) => {
        if (typeof value === "number" && !Number.isFinite(value)) odd.push(`${path}: ${value}`);
        // Cells without keys, and columns to come, are no numbers; none is infinite.
        else if (value instanceof Float32Array || value instanceof Float64Array) {
          if (value.some((one) => Math.abs(one) === Infinity)) odd.push(`${path}: infinite`);
        } else if (value instanceof ImageBitmap) value.close();
        else if (typeof value === "object" && value !== null && !ArrayBuffer.isView(value)) {
          for (const [name, inner] of Object.entries(value)) look(inner, `${path}.${name}`);
        }
      };
      look(message?.answer, "answer");
      return {
        odd: odd.slice(0, 5),
        words: message?.message ?? "",
        trap: message?.trap ?? false,
        answered: message !== undefined,
      };
    },
    { id, name, what },
  );
}

const FIRST = Number(process.env.SEED ?? Math.floor(Date.now() / 86_400_000));

for (const [tag, times] of [
  ["@sample", 150],
  ["", 1_500],
] as const) {
  test(`${times} questions of wrong kinds are answered in finite numbers or in words ${tag}`, async ({
    page,
  }) => {
    await keepWorker(page);
    await open(page);
    await stillAnswers(page);
    for (let at = 0; at < times; at++) {
      const seed = FIRST * 10_000 + at;
      const { name, ask: what } = question(new Random(seed));
      const shown = JSON.stringify(what, (_, one) => (typeof one === "bigint" ? "10n" : one));
      const which = `SEED=${FIRST}, question ${at}: ${name} ${shown?.slice(0, 500)}`;
      const told = await ask(page, 1e9 + at, name, what).catch((error) => {
        throw new Error(`${which}: ${error}`);
      });
      expect(told.answered, which).toBe(true);
      expect(told.trap, `${which}: ${told.words}`).toBe(false);
      expect(told.odd, which).toEqual([]);
    }
    await stillAnswers(page);
  });
}

/** A page around the frame that listens to it, with a second frame beside it. */
const around = (fragment: string) =>
  article(
    `<iframe id="one" src="%HOME%embed.html${fragment}" width="900" height="600"></iframe>
     <iframe id="two" srcdoc="<script>addEventListener('message', ({ data }) => parent.frames[0].postMessage(data, '*'))</script>" width="9" height="9"></iframe>`,
    "<script>window.heard = []; addEventListener('message', ({ data }) => heard.push(data));</script>",
  );

const inside = (page: Page) => page.frameLocator("#one");
const playground = (page: Page) => inside(page).locator("hotsplit-playground");

embedded(
  "a frame obeys a theme from its host, and nothing else @sample",
  async ({ page, site }) => {
    await listenIn(page);
    await site.open(page, around(`#view=compare&text=${encodeURIComponent(HOT)}`));
    await expect(playground(page).locator(".frame")).toBeVisible();
    const state = () =>
      playground(page).evaluate((one) => ({
        text: (one as unknown as { text: string }).text,
        attributes: [...one.attributes].map(({ name, value }) => `${name}=${value}`).sort(),
        hash: location.hash,
        title: document.title,
      }));
    const before = await state();
    await page.evaluate(() => {
      const [target] = [window.frames[0]];
      const theme = "hotsplit-playground:theme";
      const cyclic: Record<string, unknown> = { type: theme };
      cyclic.theme = cyclic;
      const all: unknown[] = [
        ...[null, undefined, 5, "x", [], {}, new Map(), new ArrayBuffer(8), cyclic],
        ...["text", "link", "engine-url", "page-url", "start", "href"].map((name) => ({
          type: `hotsplit-playground:${name}`,
          [name]: "javascript:alert(1)",
          value: "https://example.com/evil.wasm",
        })),
        ...["x", 5, null, {}, ["dark"], "javascript:alert(1)", "x".repeat(1e6), "__proto__"].map(
          (value) => ({ type: theme, theme: value }),
        ),
        { type: [theme], theme: "dark" },
        { type: { toString: null }, theme: "dark" },
        { type: "hotsplit-playground:height", height: 1e9 },
      ];
      for (const one of all) target?.postMessage(one, "*");
    });
    // Everything was heard once this one is obeyed.
    await page.evaluate(() => {
      window.frames[0]?.postMessage({ type: "hotsplit-playground:theme", theme: "dark" }, "*");
    });
    await expect(playground(page)).toHaveAttribute("theme", "dark");
    const after = await state();
    expect(after.attributes).toEqual([...before.attributes, "theme=dark"].sort());
    expect({ ...after, attributes: [] }).toEqual({ ...before, attributes: [] });
    await page.evaluate(() => {
      window.frames[0]?.postMessage({ type: "hotsplit-playground:theme", theme: "x" }, "*");
    });
    await expect(playground(page)).toHaveAttribute("theme", "auto");
  },
);

embedded("a frame beside it is not obeyed, and hears nothing @sample", async ({ page, site }) => {
  await site.open(page, around(`#view=problems&text=${encodeURIComponent(HOT)}`));
  await expect(playground(page).locator(".frame")).toBeVisible();
  await page.evaluate(() => {
    window.frames[1]?.postMessage({ type: "hotsplit-playground:theme", theme: "dark" }, "*");
  });
  // Of the two, the host's own word comes last.
  await page.waitForTimeout(300);
  await expect(playground(page)).not.toHaveAttribute("theme", "dark");
  const heard = await page.evaluate(() => (window as unknown as { heard: unknown[] }).heard);
  expect(heard.length).toBeGreaterThan(0);
  for (const one of heard) {
    expect(Object.keys(one as object).sort()).toEqual(["height", "type"]);
    expect(one).toMatchObject({ type: "hotsplit-playground:height" });
    expect(Number.isFinite((one as { height: number }).height)).toBe(true);
  }
});

embedded(
  "a frame whose fragment is changed again and again shows the last",
  async ({ page, site }) => {
    await site.open(page, around(`#text=${encodeURIComponent(HOT)}`));
    await expect(playground(page).locator(".frame")).toBeVisible();
    const links = [
      linkOf({ text: "CREATE TABLE Other (Id INT64) PRIMARY KEY (Id);" }),
      "#v1.AAAA____",
      "#lesson=ranges-and-splits",
      "#lesson=../../evil&engine-url=https://example.com/x.wasm&page-url=javascript:alert(1)",
      `#view=${"x".repeat(10_000)}&nodes=1e999&writes=-1&seed=NaN&level=9&text=x`,
      "#&&&===&%&text=%ff&__proto__=x&constructor=y",
    ];
    const { home } = site.hotsplit;
    for (let times = 0; times < 30; times++) {
      await page.evaluate(
        (url) => document.querySelector("#one")?.setAttribute("src", url),
        `${home}embed.html${links[times % links.length]}`,
      );
      if (times % 4 === 0) await page.waitForTimeout(100);
    }
    await page.evaluate(
      (url) => document.querySelector("#one")?.setAttribute("src", url),
      `${home}embed.html#view=problems&text=${encodeURIComponent(HOT)}`,
    );
    await expect(playground(page).locator("hotsplit-problems")).toContainText("Transactions");
    await expect.poll(() => page.workers().length).toBe(1);
    const text = await playground(page).evaluate(
      (one) => (one as unknown as { text: string }).text,
    );
    expect(text).toBe(HOT);
  },
);
