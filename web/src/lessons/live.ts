/**
 * What of a lesson's prose belongs to the run beside it: sliders that set it, and numbers that
 * follow. Neither changes what a check judges: the engine judges at the load that the file states.
 */
import { html, nothing, type TemplateResult } from "lit";
import type { RunAnswer } from "../../../pkg/hotsplit.js";
import { send } from "../state/actions.js";
import { isCovered, type Stage } from "../state/play.js";
import type { Knobs, State } from "../state/state.js";
import type { Live } from "../ui/blocks.js";
import type { Piece, Slider } from "../ui/marked.js";
import { count, number } from "../ui/words.js";
import { withNumber } from "./number-words.js";
import "./run.js";

/** Knobs that prose may set, by the names that files have for them. */
const KNOBS = {
  nodes: { knob: "nodes", words: (value: number) => count(value, "node") },
  writes: { knob: "writesPerSecond", words: (value: number) => `${number(value)} writes/s` },
} as const satisfies Record<string, { knob: keyof Knobs; words: (value: number) => string }>;

type KnobName = keyof typeof KNOBS;

const isKnob = (name: string): name is KnobName => name in KNOBS;

/** Numbers of a run by the names of the terms that measure them. */
const VALUES: Readonly<Record<string, (run: RunAnswer) => number>> = {
  served: (run) => run.servedWritesPerSecond,
  offered: (run) => run.offeredWritesPerSecond,
  sustainable: (run) => run.sustainableWritesPerSecond,
  p50: (run) => run.p50Ms,
  p99: (run) => run.p99Ms,
  "client-p99": (run) => run.clientP99Ms,
  busiest: (run) => 100 * run.serverUtilisationMax,
  mean: (run) => 100 * run.serverUtilisationMean,
  splits: (run) => run.splits,
  moves: (run) => run.moves,
};

/** What of the prose of a stage belongs to the run beside it; none while that is covered. */
export function liveOf(from: EventTarget, state: State, stage: Stage): Live | undefined {
  if (isCovered(stage) || stage.exam) return undefined;
  const { run } = stage.file;
  const { knobs } = state.kept;
  const own = { nodes: run.nodes, writes: run.writesPerSecond };
  const value = (name: KnobName) => knobs[KNOBS[name].knob];
  const names: readonly KnobName[] = ["nodes", "writes"];
  const isSet = names.some((name) => value(name) !== own[name]);
  const set = (name: KnobName, to: number | undefined) =>
    send(from, { do: "knob", knob: KNOBS[name].knob, value: to });
  const done = !state.busy && state.results?.answer.progress === 1;

  const slider = ({ text }: Piece, { knob, min, max }: Slider): unknown => {
    if (!isKnob(knob)) return text;
    const now = value(knob) ?? min;
    const said = now === own[knob] ? text : withNumber(text, now);
    return html`<span class="set"
      ><b>${said}</b
      ><input
        type="range"
        aria-label=${knob === "nodes" ? "Nodes of the run" : "Writes per second of the run"}
        aria-valuetext=${KNOBS[knob].words(now)}
        min=${min}
        max=${max}
        step=${stepOf(max)}
        .value=${String(now)}
        @input=${(event: Event) => {
          if (event.target instanceof HTMLInputElement) set(knob, Number(event.target.value));
        }}
    /></span>`;
  };

  /** A number of the starter's run; what is set for it alone can be set for the run beside. */
  const stated = ({ text, run: target = "" }: Piece): unknown => {
    const [, term = "", rest = ""] =
      /^(?:starter\.)?([\w-]+)((?:\(.*\))?(?:,.*)?)$/.exec(target) ?? [];
    const tries = rest.split(",").flatMap((part): [KnobName, number][] => {
      const [name = "", to = ""] = part.split("=");
      return isKnob(name) && Number(to) > 0 ? [[name, Number(to)]] : [];
    });
    if (tries.length > 0) {
      return html`<button
        class="try"
        title="Run it"
        @click=${() => {
          for (const [name, to] of tries) set(name, to);
        }}
      >
        ${text}
      </button>`;
    }
    const measure = VALUES[term];
    const answer = state.results?.answer.before;
    const moved = isSet && measure && answer && done && rest === "";
    return html`<span class="number">${moved ? withNumber(text, measure(answer)) : text}</span>`;
  };

  const back = (): TemplateResult => html`<button
    class="link"
    @click=${() => {
      for (const name of names) if (value(name) !== own[name]) set(name, own[name]);
    }}
  >
    Back to the lesson's ${KNOBS.nodes.words(run.nodes)}${
      run.writesPerSecond === undefined
        ? nothing
        : ` and ${KNOBS.writes.words(run.writesPerSecond)}`
    }
  </button>`;

  return {
    piece: (piece) => (piece.set ? slider(piece, piece.set) : stated(piece)),
    below: () => html`<hotsplit-lesson-run
        .run=${state.results?.answer.after ?? state.results?.answer.before}
        ?waiting=${!done}
      ></hotsplit-lesson-run>
      ${isSet ? back() : nothing}`,
  };
}

/** Steps of a slider: about a hundred at most, each a round number. */
function stepOf(max: number): number {
  return max <= 200 ? 1 : 10 ** Math.max(0, Math.floor(Math.log10(max)) - 1);
}
