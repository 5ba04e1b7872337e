/** SCORM 1.2: where the API is, what a course system is told, and how packages are written. */

import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { manifest } from "../../scorm/manifest.js";
import { pageOf } from "../../scorm/pack.js";
import { archive } from "../../scorm/zip.js";
import { NOTHING } from "../../src/lessons/progress.js";
import { type Api, type Frame, findApi } from "../../src/scorm/api.js";
import { Visit } from "../../src/scorm/lms.js";
import {
  fromSuspended,
  type Key,
  SUSPEND_MAX,
  scoreOf,
  timeOf,
  toSuspended,
} from "../../src/scorm/record.js";
import type { Entry } from "../../src/state/play.js";

const KEY: Key = { predictions: { 0: [1], 1: [0, 2] }, goals: [2, 3] };

/** What was done of a lesson. */
const entry = (part: Partial<Entry>): Entry => ({ ...NOTHING, ...part });

/** A course system that remembers what it is told. */
class System implements Api {
  readonly values = new Map<string, string>();
  readonly calls: string[] = [];
  /** Names that it refuses. */
  refused: readonly string[] = [];

  LMSInitialize(): string {
    this.calls.push("initialize");
    return String(!this.refused.includes("initialize"));
  }
  LMSFinish(): string {
    this.calls.push("finish");
    return "true";
  }
  LMSGetValue(element: string): string {
    return this.values.get(element) ?? "";
  }
  LMSSetValue(element: string, value: string): string {
    if (this.refused.includes(element)) return "false";
    this.values.set(element, value);
    return "true";
  }
  LMSCommit(): string {
    this.calls.push("commit");
    return "true";
  }
  LMSGetLastError(): string {
    return "201";
  }
  LMSGetErrorString(): string {
    return "Invalid argument";
  }
}

/** A visit of that system, and what it says on the page. */
async function visit(system: System, key = KEY) {
  const said: string[] = [];
  let now = 1_000;
  const one = new Visit(
    system,
    "lesson",
    key,
    (message) => said.push(message),
    () => now,
  );
  const started = await one.begin();
  const wait = (ms: number) => {
    now += ms;
  };
  return { one, said, started, wait };
}

describe("the API", () => {
  const api = new System();
  /** Windows above one another; the last has what is given. */
  const above = (levels: number, top: Partial<Frame>): Frame => {
    let one: Frame = { parent: null, opener: null, ...top };
    for (let level = 0; level < levels; level++) one = { parent: one, opener: null };
    return one;
  };

  test("is looked for seven windows up, and no farther", () => {
    expect(findApi(above(1, { API: api }))).toBe(api);
    expect(findApi(above(7, { API: api }))).toBe(api);
    expect(findApi(above(8, { API: api }))).toBeUndefined();
  });

  test("is looked for above the window that opened one, also where a frame of that is asked", () => {
    const opener = above(2, { API: api });
    expect(findApi({ parent: null, opener })).toBe(api);
    expect(findApi({ parent: { parent: null, opener }, opener: null })).toBe(api);
  });

  test("ends at a window that is its own parent, and passes by one of another origin", () => {
    const own = { parent: null as Frame | null, opener: null };
    own.parent = own;
    expect(findApi(own)).toBeUndefined();
    const foreign: Frame = {
      get API(): unknown {
        throw new DOMException("Blocked", "SecurityError");
      },
      parent: above(0, { API: api }),
      opener: null,
    };
    expect(findApi({ parent: foreign, opener: null })).toBe(api);
    expect(findApi(above(1, { API: { LMSInitialize: 1 } }))).toBeUndefined();
  });
});

describe("a score", () => {
  test("counts right predictions and steps whose goals were met alike", () => {
    expect(scoreOf(undefined, KEY)).toBe(0);
    expect(scoreOf(entry({ answers: new Map([[0, [1]]]) }), KEY)).toBe(25);
    expect(
      scoreOf(
        entry({
          answers: new Map([
            [0, []],
            [1, [0]],
          ]),
          steps: 3,
        }),
        KEY,
      ),
    ).toBe(25);
    const answers = new Map([
      [0, [1]],
      [1, [2, 0]],
    ]);
    expect(scoreOf(entry({ answers, steps: 4, done: true }), KEY)).toBe(100);
  });

  test("of an exam counts checks and answers once it is handed in", () => {
    const exam = { ...KEY, exam: true };
    const answers = new Map([[0, [1]]]);
    expect(scoreOf(entry({ answers, steps: 4 }), exam)).toBe(0);
    const handed = { passed: ["a", "b"], missed: ["c"], right: 1, asked: 1, text: "" };
    expect(scoreOf(entry({ answers, handed }), exam)).toBe(75);
  });

  test("of a lesson that asks nothing is that it was played", () => {
    const none = { predictions: {}, goals: [] };
    expect([scoreOf(entry({}), none), scoreOf(entry({ done: true }), none)]).toEqual([0, 100]);
  });
});

describe("what is kept", () => {
  const progress = new Map([["lesson", entry({ steps: 2, answers: new Map([[0, [1]]]) })]]);
  const made = { text: "CREATE TABLE T (A INT64) PRIMARY KEY (A);", chosen: [] };

  test("comes back, and is letters that every system keeps", async () => {
    const { data, whole } = await toSuspended({ progress, made });
    expect(data).toMatch(/^1\.[\w-]+$/);
    expect(whole).toBe(true);
    expect(await fromSuspended(data)).toEqual({ progress, made });
  });

  test("is progress alone where the schema does not fit", async () => {
    let text = "";
    for (let at = 0, seed = 1; at < 20_000; at++) {
      seed = (seed * 48271) % 2147483647;
      text += String.fromCharCode(97 + (seed % 26));
    }
    const { data, whole } = await toSuspended({ progress, made: { ...made, text } });
    expect(whole).toBe(false);
    expect(data.length).toBeLessThanOrEqual(SUSPEND_MAX);
    expect(await fromSuspended(data)).toEqual({ progress, made: undefined });
  });

  test("is nothing where it is damaged or of others", async () => {
    const { data } = await toSuspended({ progress, made });
    for (const one of ["", "x", "1.", "1.AAAA", data.slice(0, 40), "2.abc"])
      expect(await fromSuspended(one), one).toEqual({ progress: new Map(), made: undefined });
  });
});

test("a time is written as SCORM 1.2 has it", () => {
  expect([0, 1_234, 61_000, 3_600_000 * 12 + 5, -1].map(timeOf)).toEqual([
    "0000:00:00.00",
    "0000:00:01.23",
    "0000:01:01.00",
    "0012:00:00.01",
    "0000:00:00.00",
  ]);
  expect(timeOf(Number.MAX_VALUE)).toBe("9999:59:59.00");
});

describe("a visit", () => {
  test("is begun, told of and ended once", async () => {
    const system = new System();
    const { one, said, started, wait } = await visit(system);
    expect(started).toBe(true);
    expect(system.values.get("cmi.core.lesson_status")).toBe("incomplete");
    const { keeper } = one;
    keeper.writeProgress(new Map([["lesson", entry({ answers: new Map([[0, [1]]]) })]]));
    expect(system.values.get("cmi.core.score.raw")).toBe("25");
    const answers = new Map([
      [0, [1]],
      [1, [0, 2]],
    ]);
    keeper.writeProgress(new Map([["lesson", entry({ answers, steps: 4, done: true })]]));
    expect(system.values.get("cmi.core.lesson_status")).toBe("completed");
    expect(system.values.get("cmi.core.score.raw")).toBe("100");
    wait(90_000);
    one.end();
    one.end();
    expect(system.values.get("cmi.core.session_time")).toBe("0000:01:30.00");
    expect(system.values.get("cmi.core.exit")).toBe("");
    expect(system.calls.filter((call) => call === "finish")).toHaveLength(1);
    expect(system.calls.at(-1)).toBe("finish");
    expect(said.filter((message) => message !== "")).toEqual([]);
  });

  test("takes back neither completion nor score", async () => {
    const system = new System();
    system.values.set("cmi.core.lesson_status", "passed");
    system.values.set("cmi.core.score.raw", "80");
    const { one } = await visit(system);
    one.keeper.forget("lesson");
    one.keeper.writeProgress(new Map([["lesson", entry({ done: true })]]));
    one.end();
    expect(system.values.get("cmi.core.lesson_status")).toBe("passed");
    expect(system.values.get("cmi.core.score.raw")).toBe("80");
  });

  test("of an exam passes or fails with what is handed in, and counts nothing after it", async () => {
    for (const [missed, status, score] of [
      [[], "passed", "100"],
      [["b"], "failed", "67"],
    ] as const) {
      const system = new System();
      const { one } = await visit(system, { ...KEY, exam: true });
      one.keeper.writeProgress(new Map([["lesson", entry({ answers: new Map([[0, [1]]]) })]]));
      expect(system.values.get("cmi.core.lesson_status")).toBe("incomplete");
      const handed = { passed: ["a"], missed, right: 1, asked: 1, text: "" };
      const done = missed.length === 0;
      one.keeper.writeProgress(new Map([["lesson", entry({ handed, done })]]));
      expect(system.values.get("cmi.core.lesson_status")).toBe(status);
      expect(system.values.get("cmi.core.score.raw")).toBe(score);
      const again = { ...handed, passed: ["a", "b"], missed: [] };
      one.keeper.writeProgress(new Map([["lesson", entry({ handed: again, done: true })]]));
      expect(system.values.get("cmi.core.lesson_status")).toBe(status);
      expect(system.values.get("cmi.core.score.raw")).toBe(score);
    }
  });

  test("for a look reports nothing", async () => {
    const system = new System();
    system.values.set("cmi.core.lesson_mode", "review");
    const { one, said } = await visit(system);
    one.keeper.writeProgress(new Map([["lesson", entry({ steps: 4, done: true })]]));
    one.end();
    expect([...system.values.keys()]).toEqual(["cmi.core.lesson_mode"]);
    expect(said.join()).toContain("no result is reported");
  });

  test("says what a system refuses, and goes on", async () => {
    const system = new System();
    system.refused = ["cmi.core.score.min"];
    const { one, said } = await visit(system);
    expect(said).toEqual(["The course system did not take cmi.core.score.min (Invalid argument)."]);
    one.keeper.writeProgress(new Map([["lesson", entry({ steps: 4, done: true })]]));
    expect(system.values.get("cmi.core.lesson_status")).toBe("completed");
    const closed = new System();
    closed.refused = ["initialize"];
    expect((await visit(closed)).started).toBe(false);
  });
});

describe("a package", () => {
  const items = [{ slug: "a", title: 'A "<b>" & c', page: "a.html" }];

  test("has a manifest whose words are text", () => {
    const xml = manifest({
      ...{ id: "p", title: "T", version: "1" },
      items,
      shared: ["z.js", "b.js"],
    });
    expect(xml).toContain("<title>A &quot;&lt;b&gt;&quot; &amp; c</title>");
    expect(xml.indexOf("b.js")).toBeLessThan(xml.indexOf("z.js"));
  });

  test("has a page that says which lesson it is, or is refused", () => {
    const page = '<title>x</title><div data-lesson="" data-key=""></div>';
    const [item] = items;
    if (!item) throw new Error("no item");
    expect(pageOf(page, { ...item, key: KEY })).toBe(
      `<title>A &quot;&lt;b>&quot; &amp; c</title><div data-lesson="a" data-key="${JSON.stringify(KEY).replaceAll('"', "&quot;")}"></div>`,
    );
    expect(() => pageOf("<title></title>", { ...item, key: KEY })).toThrow(/no place/);
  });

  test("is the same bytes for the same files, whatever their order", () => {
    const [one, other] = [Buffer.from("one"), Buffer.from("other")];
    const files = [
      ["b", other],
      ["a", one],
    ] as const;
    const bytes = archive(new Map(files));
    expect(bytes).toEqual(archive(new Map([...files].reverse())));
    expect(Object.keys(unzipSync(bytes))).toEqual(["a", "b"]);
  });
});
