/** What is known of runs beside three numbers and two maps: charts, all numbers, what is assumed. */
import { html, type TemplateResult } from "lit";
import type { AnswersSoFar } from "../../../pkg/hotsplit.js";
import type { Results } from "../engine/protocol.js";
import type { Cursor, State } from "../state/state.js";
import { windowed } from "../ui/windowed.js";
import { words } from "../ui/words.js";
import { rangesOf } from "./ranges.js";
import "./answers.js";
import "./numbers.js";

/** What it is drawn from. */
export interface Told {
  readonly results: Results;
  readonly answers: AnswersSoFar | undefined;
  readonly level: number | undefined;
  readonly frames: State["frames"];
  readonly cursor: Cursor | undefined;
}

/** All of it. */
export function more({ results, answers, level }: Told): TemplateResult {
  const { answer } = results;
  return html`<div class="more">
    <hotsplit-answers
      .level=${level}
      .answers=${answers}
      .nodes=${answer.used.nodes}
      .offered=${answer.before.offeredWritesPerSecond}
      .rateStated=${answer.rateStated}
      .roomBefore=${answer.before.headroom}
      .roomAfter=${answer.after?.headroom}
    ></hotsplit-answers>
    <hotsplit-numbers
      all
      .level=${level}
      .first=${answer.before}
      .second=${answer.after}
      .ranges=${rangesOf(answers)}
    ></hotsplit-numbers>
    ${list("What is assumed", answer.assumptions)} ${list("What the model leaves out", answer.leftOut)}
    <p><a href="#trust">How far to trust this</a></p>
  </div>`;
}

function list(title: string, lines: readonly string[]): TemplateResult {
  return html`<section>
    <h3>${title}</h3>
    <ul class="lines">
      ${windowed({
        items: lines,
        key: (_, at) => at,
        draw: (line) => html`<li>${words(line)}</li>`,
        as: "li",
      })}
    </ul>
  </section>`;
}
