/** What stands in place of the second map while there is none: what to do to have it. */
import { html, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { send } from "../../state/actions.js";
import { ACCEPT, curable, type State } from "../../state/state.js";
import { answersTo } from "../../ui/asides.js";
import { count, words } from "../../ui/words.js";

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
    <p>Choose a fix to see the same load on the rewritten schema.</p>
    <button
      class="main"
      @click=${() => {
        send(from, { do: "open", finding: first.key });
        send(from, { do: "choose", finding: first.key, fix: fix.id });
      }}
    >
      Try ${fix.short}: ${words(fix.title)}
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
  if (learning) return "Edit the schema to see the result here.";
  if (chosen.length > 0) return "These fixes don't affect the simulated load.";
  if (curable(analysis)) return "Select a problem to see its fixes.";
  const findings = analysis?.findings ?? [];
  if (findings.some(({ harmless }) => harmless === undefined)) {
    return "No automatic fix for these findings.";
  }
  if (findings.length > 0) return `Harmless at this load: ${count(findings.length, "finding")}.`;
  if (analysis?.accepted.length) return "You accepted every finding. Nothing to fix.";
  return "Nothing to fix.";
}
