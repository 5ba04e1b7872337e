/** What stands beside the problems in their list: questions, accepted problems, remarks. */
import { html, nothing, type TemplateResult } from "lit";
import type { Finding, Question, Remark } from "../../../pkg/hotsplit.js";
import { send } from "../state/actions.js";
import { ranked } from "./ranked.js";
import { windowed } from "./windowed.js";
import { shown, withoutCode, words } from "./words.js";

/** The list they stand in. */
interface List extends EventTarget {
  /** The text is only to be read. */
  readonly fixed: boolean;
  /** It stands in a page of others, whose landmarks are theirs. */
  readonly compact: boolean;
  /** Level of its first heading, where that is not 2. */
  readonly level: number | undefined;
}

/** A question with its answers. */
export function questionBox(
  from: List,
  question: Question,
  { open, at }: { readonly open: boolean; readonly at: boolean },
): TemplateResult {
  return html`<div class=${`ask-box ${open ? "open" : ""} ${open || at ? "at" : ""}`}>
    <p>
      <span class="pill ask">question</span> ${words(question.question)}
      <button
        class="link"
        data-item
        @click=${() => send(from, { do: "show", tab: "yours", range: question.range })}
      >
        line ${question.range.line}
      </button>
      ${ruleLink(question.rule)}
    </p>
    <p class="quiet">${words(question.why)}</p>
    ${answersTo(from, question)}
  </div>`;
}

/** What a question can be answered with: each answer is written into the text, where it may be. */
export function answersTo(
  from: EventTarget & Pick<List, "fixed">,
  { question, choices }: Question,
): TemplateResult | typeof nothing {
  if (from.fixed) return nothing;
  return html`<div class="answers" role="group" aria-label=${withoutCode(question)}>
    ${choices.map(
      (choice) =>
        html`<button
          title=${`writes the directive: ${choice.fact}`}
          @click=${() => send(from, { do: "edits", edits: [choice.edit] })}
        >
          ${choice.label}
        </button>`,
    )}
  </div>`;
}

/** What was accepted with a reason. */
export function acceptedOf(
  from: List,
  accepted: readonly Finding[],
): TemplateResult | typeof nothing {
  if (accepted.length === 0) return nothing;
  return html`<section
    class="aside"
    role=${from.compact ? "group" : nothing}
    aria-label="Accepted"
  >
    <h3 ${ranked(from.level)}>Accepted</h3>
    <ul>
      ${windowed({
        items: accepted,
        key: (_, at) => at,
        as: "li",
        draw: (one) => html`<li class="accepted">
          <button
            class="link"
            data-item
            @click=${() => send(from, { do: "show", tab: "yours", range: one.range })}
          >
            ${words(one.title)}
          </button>
          <p class="facts">
            <bdi>${shown(one.accepted ?? "")}</bdi> ${ruleLink(one.rule)}
            ${
              one.withdraw.length > 0 && !from.fixed
                ? html`<button
                    aria-label=${`Withdraw: ${withoutCode(one.title)}`}
                    @click=${() => send(from, { do: "edits", edits: one.withdraw })}
                  >
                    Withdraw
                  </button>`
                : nothing
            }
          </p>
        </li>`,
      })}
    </ul>
  </section>`;
}

/** Remarks under a title, each with what would cure it. */
export function remarks(
  from: List,
  title: string,
  of: readonly Remark[],
): TemplateResult | typeof nothing {
  if (of.length === 0) return nothing;
  return html`<section
    class="aside"
    role=${from.compact ? "group" : nothing}
    aria-label=${title}
  >
    <h3 ${ranked(from.level)}>${title}</h3>
    <ul>
      ${windowed({
        items: of,
        key: (_, at) => at,
        as: "li",
        draw: (one) => html`<li>
          <button
            class="link"
            @click=${() => send(from, { do: "show", tab: "yours", range: one.range })}
          >
            line ${one.range.line}
          </button>
          ${words(one.message)} ${cureOf(from, one)}
        </li>`,
      })}
    </ul>
  </section>`;
}

function cureOf(from: List, { cure }: Remark): TemplateResult | typeof nothing {
  if (!cure || from.fixed) return nothing;
  return html`<button @click=${() => send(from, { do: "edits", edits: cure.edits })}>
    ${words(cure.label)}
  </button>`;
}

/** A rule's name, which leads to its page. */
export function ruleLink(rule: string): TemplateResult {
  return html`<a href=${`#rule/${rule}`}>${rule}</a>`;
}
