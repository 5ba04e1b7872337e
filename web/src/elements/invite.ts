/** What stands in place of the second map while there is none: what to do to have it. */
import { html, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { send } from "../actions.js";
import { ACCEPT, curable, type State } from "../state.js";
import { answersTo } from "./asides.js";
import { words } from "./words.js";

/** The maps it stands among. */
interface Among extends EventTarget, Pick<State, "analysis" | "cards"> {
  readonly chosen: State["kept"]["chosen"];
  /** A lesson is played. */
  readonly learning: boolean;
  /** The text is only to be read. */
  readonly fixed: boolean;
}

/** A fix to try; a question, where only an answer can tell whether there is any; or why neither. */
export function invitation(from: Among): TemplateResult {
  return toFix(from) ?? toAnswer(from) ?? html`<p>${whyNone(from)}</p>`;
}

/** The first fix for the worst problem. In a lesson it is for the learner to find one. */
function toFix(from: Among): TemplateResult | undefined {
  const first = curable(from.analysis);
  const cards = first && !from.learning ? from.cards.get(first.key) : undefined;
  const fix = cards?.find((one) => one.id !== ACCEPT && one.refused === undefined);
  if (!first || !fix) return undefined;
  return html`<div>
    <p>Choose a fix to see the same workload on the rewritten schema.</p>
    <button
      class="main"
      @click=${() => {
        send(from, { do: "open", finding: first.key });
        send(from, { do: "choose", finding: first.key, fix: fix.id });
      }}
    >
      Try ${fix.id}: ${words(fix.title)}
    </button>
  </div>`;
}

/** The first question, where nothing is known to be wrong but an answer may show it. */
function toAnswer(from: Among): TemplateResult | undefined {
  const question = from.analysis?.questions[0];
  if (!question || from.learning || from.chosen.length > 0 || curable(from.analysis)) {
    return undefined;
  }
  const asked = html`<div>
    <p class="asked">${words(question.question)}</p>
    <p>${words(question.why)}</p>
    ${answersTo(from, question)}
  </div>`;
  // The next question's buttons are others: none of them is to have the focus of the last.
  return html`${keyed(question.key, asked)}`;
}

function whyNone({ analysis, chosen, learning }: Among): string {
  if (learning) return "Change the schema: the same workload runs on it, and the map comes here.";
  if (chosen.length > 0) return "The chosen fixes change nothing that runs.";
  if (curable(analysis)) return "Open a problem to see what can be done about it.";
  if (analysis?.findings.length) return "There is no fix for what was found.";
  if (analysis?.accepted.length) return "No fix is chosen: what was found is accepted.";
  return "No fix is needed for what was found.";
}
