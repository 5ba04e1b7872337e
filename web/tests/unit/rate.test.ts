/** The rate of writes: whose it is, and that the page judges a schema as `hotsplit check` does. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { analyse, initSync } from "../../../pkg/hotsplit.js";
import { knobsOf } from "../../src/embed/knobs.js";
import { rateAfter, replaces } from "../../src/session/rate.js";
import { optionsOf } from "../../src/share/options.js";
import { asked, EMPTY, type Kept, KNOBS } from "../../src/state/state.js";
import { examplesOf } from "../../vite.examples.js";
import { presetsOf } from "../../vite.presets.js";

const ROOT = join(import.meta.dirname, "../../..");
initSync({ module: readFileSync(join(ROOT, "pkg/hotsplit_bg.wasm")) });
const engine: typeof import("../../../pkg/hotsplit.js") = await import("../../../pkg/hotsplit.js");
const EXAMPLES = examplesOf(engine);
const TELECOM = readFileSync(join(ROOT, "crate/wire/tests/headroom/telecom.sql"), "utf8");
const TEXTS = [
  TELECOM,
  ...EXAMPLES.map(({ text }) => text),
  ...presetsOf(engine).flatMap(({ texts, text }) => [text, ...texts.map((one) => one.text)]),
];

describe("a schema whose rate nobody stated", () => {
  /** Everything a finding is judged by. */
  const judged = (text: string, workload: Parameters<typeof analyse>[0]["workload"]) => {
    const { findings, accepted, questions, rateStated } = analyse({
      ...{ text, dialect: "auto", workload },
    });
    const told = [...findings, ...accepted].map((one) => {
      const { key, severity, harmless, share, nodesHarmless, ceilingWritesPerSecond } = one;
      return { key, severity, harmless, share, nodesHarmless, ceilingWritesPerSecond };
    });
    return { told, rateStated, asked: questions.map(({ key }) => key) };
  };

  test("is judged alike by the command line, the page and a playground in another page", () => {
    const embedded = asked(
      knobsOf(
        optionsOf(() => undefined),
        EMPTY.kept.knobs,
      ),
    );
    let findings = 0;
    for (const text of TEXTS) {
      const alone = judged(text, {});
      expect(judged(text, asked(KNOBS)), text).toEqual(alone);
      expect(judged(text, embedded), text).toEqual(alone);
      findings += alone.told.length;
    }
    expect(findings).toBeGreaterThan(TEXTS.length / 2);
  });

  test("is run at one and the same rate by all of them", () => {
    const { headroom, rateStated } = analyse({ text: TELECOM, dialect: "auto", workload: {} });
    const load = { ...asked(KNOBS), minutes: KNOBS.minutes, seed: KNOBS.seed };
    const run = engine.Simulation.run({ before: TELECOM, dialect: "auto", ...load });
    const answer = run.answer();
    expect(rateStated).toBe(false);
    expect(answer.rateStated).toBe(false);
    expect(answer.used.writesPerSecond).toBeCloseTo(headroom.defaultWritesPerSecond, 6);
    expect(answer.before.headroom).toEqual(headroom);
  });
});

describe("the rate of an example", () => {
  const [example] = EXAMPLES;
  if (!example) throw new Error("there is no example");
  const kept: Kept = {
    ...EMPTY.kept,
    text: example.text,
    knobs: { ...KNOBS, writesPerSecond: example.writesPerSecond },
    exampleRate: true,
  };
  const state = { kept, examples: EXAMPLES };
  const taken = { knobs: { ...KNOBS, writesPerSecond: undefined }, exampleRate: false };

  test("goes when another schema replaces it, also from a draft that does not tell", () => {
    expect(rateAfter(state, TELECOM)).toEqual(taken);
    expect(rateAfter(state, "")).toEqual(taken);
    const older = { ...state, kept: { ...kept, exampleRate: false } };
    expect(rateAfter(older, TELECOM)).toEqual(taken);
  });

  test("comes back when that is undone", () => {
    const after = { ...state, kept: { ...kept, ...taken, text: TELECOM } };
    const { knobs, exampleRate } = kept;
    expect(rateAfter(after, example.text)).toEqual({ knobs, exampleRate });
  });

  test("stays through any edit of one letter, and with a fix", () => {
    for (let at = 0; at <= example.text.length; at++) {
      const [head, tail] = [example.text.slice(0, at), example.text.slice(at)];
      expect(rateAfter(state, `${head}x${tail}`)).toEqual({});
      expect(rateAfter(state, head + tail.slice(1))).toEqual({});
    }
    const ask = { text: example.text, dialect: "auto", workload: {} } as const;
    const [finding] = analyse(ask).findings;
    const [fix] = finding?.fixes ?? [];
    const chosen = [{ finding: finding?.key ?? "", fix: fix?.id ?? "" }];
    const { text } = new engine.Session().rewrite({ ...ask, chosen });
    expect(text).not.toBe(example.text);
    expect(rateAfter(state, text)).toEqual({});
  });

  test("goes from every example, and no text replaces itself", () => {
    for (const { text, title } of EXAMPLES) {
      expect(replaces(text, TELECOM), title).toBe(true);
      expect(replaces(TELECOM, text), title).toBe(true);
      expect(replaces(text, text), title).toBe(false);
      expect(replaces(text, `${text}\n${TELECOM}`), title).toBe(false);
    }
  });

  test("that a person set instead stays, whatever they paste", () => {
    const knobs = { ...KNOBS, writesPerSecond: 777 };
    const own = { ...state, kept: { ...kept, knobs, exampleRate: false } };
    expect(rateAfter(own, TELECOM)).toEqual({});
  });
});
