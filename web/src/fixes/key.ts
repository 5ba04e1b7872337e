/**
 * `<hotsplit-key>`: one hot key: why it is hot, on what evidence, and the fixes as a table of
 * options of which one is shown.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { Analysis, Chosen, Finding, FixCard, Recommended } from "../../../pkg/hotsplit.js";
import { send } from "../state/actions.js";
import { ACCEPT, type Tuned } from "../state/state.js";
import { icon } from "../ui/icons.js";
import { controls } from "../ui/style/controls.js";
import { number, words } from "../ui/words.js";

class KeyElement extends LitElement {
  static override properties = {
    finding: { attribute: false },
    cards: { attribute: false },
    shown: { attribute: false },
    chosen: { attribute: false },
    recommended: { attribute: false },
    tuned: { attribute: false },
    analysis: { attribute: false },
  };

  declare finding: Finding;
  declare cards: readonly FixCard[] | undefined;
  declare shown: readonly Chosen[];
  declare chosen: readonly Chosen[];
  declare recommended: readonly Recommended[];
  declare tuned: Tuned;
  declare analysis: Analysis | undefined;

  static override styles = [
    controls,
    css`
      h3 {
        font-size: var(--figure);
      }
      table {
        width: 100%;
        margin-top: 8px;
      }
      tr {
        border-top: 1px solid var(--line);
      }
    `,
  ];

  override render(): TemplateResult {
    const { finding, cards = [] } = this;
    const possible = cards.filter((one) => one.refused === undefined && one.id !== ACCEPT);
    const selected = this.shown.find((one) => one.finding === finding.key)?.fix;
    return html`<button
        class="plain"
        @click=${() => send(this, { do: "open", finding: undefined })}
      >
        ${icon("chevronLeft")} All hot keys
      </button>
      <h3>${words(finding.title)}</h3>
      <p>${words(finding.why)}</p>
      <table>
        ${possible.map(
          (card) => html`<tr>
            <td>
              <label
                ><input
                  type="radio"
                  name="fix"
                  .checked=${card.id === selected}
                  @change=${() => send(this, { do: "choose", finding: finding.key, fix: card.id })}
                />
                ${words(card.title)}</label
              >
            </td>
            <td class="n">
              ${
                card.ceilingWritesPerSecond === undefined
                  ? nothing
                  : `${number(card.ceilingWritesPerSecond)}/s`
              }
            </td>
          </tr>`,
        )}
      </table>`;
  }
}

customElements.define("hotsplit-key", KeyElement);
