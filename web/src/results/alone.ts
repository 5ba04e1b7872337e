/** What stands in place of a second map, or of both, where there is none: why, and what to do. */
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { Analysis, SimulationAnswer } from "../../../pkg/hotsplit.js";
import { send } from "../state/actions.js";
import { hotKeysOf } from "../state/selectors.js";
import { curable, type State } from "../state/state.js";
import { answersTo } from "../ui/asides.js";
import { briefly, count, words } from "../ui/words.js";

/** Syntax errors that are listed. The rest stand in the list of all findings. */
const LISTED = 6;

/** What is known of the schema and of what a person chose. */
interface Known extends Pick<State, "analysis"> {
  readonly chosen: State["kept"]["chosen"];
}

/** Why there is no second run, with the first open question where its answer may give one. */
export function alone(
  from: EventTarget & { readonly fixed: boolean },
  { analysis, chosen }: Known,
  { verdict }: SimulationAnswer,
): TemplateResult {
  const question = chosen.length > 0 ? undefined : analysis?.questions[0];
  if (!question) return html`<p>${whyAlone({ analysis, chosen })}</p>`;
  // The verdict asks it, with the same answers.
  if (verdict.kind === "question") {
    return html`<p>The run takes the worst case. The answer decides whether this schema has a hotspot, and what would fix it.</p>`;
  }
  const others = (analysis?.questions.length ?? 0) - 1;
  const asked = html`<p class="asked">${briefly(question.question)}</p>
    <p class="quiet">${briefly(question.why)}</p>
    ${answersTo(from, question)}
    ${others > 0 ? html`<p class="quiet">${count(others, "more question")} below.</p>` : nothing}`;
  const hot = hotKeysOf(analysis?.headroom).length > 0;
  // The next question's buttons are others: none of them is to have the focus of the last.
  return html`<p>
      ${hot ? "A fix can be proposed once this is known." : "Nothing is known to be wrong. One answer is missing."}
    </p>
    ${keyed(question.key, asked)}`;
}

/** Says that the proposed fixes gain nothing in this run, with an open question that may be why. */
export function withoutGain(
  from: EventTarget & { readonly fixed: boolean },
  analysis: Analysis | undefined,
  fixes: number,
): TemplateResult {
  const question = analysis?.questions[0];
  const said = `At this load ${fixes === 1 ? "the fix improves" : "the fixes improve"} none of these numbers.`;
  if (!question) return html`<p>${said}</p>`;
  return html`<p>${said} They also depend on an answer: ${briefly(question.question)}</p>
    ${answersTo(from, question)}`;
}

/**
 * What could not be read, each error leading to its line. The verdict says the first one, so alone it
 * is not said again.
 */
export function unread(from: EventTarget, { syntaxErrors }: Analysis): TemplateResult {
  const more = syntaxErrors.length - LISTED;
  const alone = syntaxErrors.length === 1;
  return html`<ul class="unread" aria-label="Syntax errors">
      ${syntaxErrors.slice(0, LISTED).map(
        ({ message, range, cure }) => html`<li>
          <button class="link" @click=${() => send(from, { do: "show", tab: "yours", range })}>
            ${alone ? "Go to line" : "line"} ${range.line}
          </button>
          ${alone ? nothing : html`<span>${words(message)}</span>`}
          ${
            cure
              ? html`<button @click=${() => send(from, { do: "edits", edits: cure.edits })}>
                  ${words(cure.label)}
                </button>`
              : nothing
          }
        </li>`,
      )}
    </ul>
    ${more > 0 ? html`<p class="quiet">${count(more, "more syntax error")}</p>` : nothing}`;
}

/** Says why. */
function whyAlone({ analysis, chosen }: Known): string {
  if (chosen.length > 0) return "The chosen fixes don't change the simulated load.";
  const findings = analysis?.findings ?? [];
  const keys = analysis?.headroom.keys ?? [];
  const open = hotKeysOf(analysis?.headroom);
  if (open.length > 0 && !curable(analysis)) {
    return `No automatic fix applies to ${open.length === 1 ? "this key" : "these keys"}. Open the findings below for other options.`;
  }
  if (open.length > 0) return "No fix applies to this schema.";
  // It is full if its values increase, which is not known.
  if (keys.some(({ load }) => load >= 1)) return "No key is known to be hot. No fix is proposed.";
  if (keys.length > 0) {
    return `${count(keys.length, "key does not spread, but is", "keys do not spread, but are")} harmless at this load. No change is needed.`;
  }
  if ((analysis?.accepted.length ?? 0) > 0 && findings.length === 0) {
    return "You accepted every finding. Nothing to fix.";
  }
  return analysis?.syntaxErrors.length
    ? "Every key that could be parsed spreads its load."
    : "Every key spreads its load. No change is needed.";
}
