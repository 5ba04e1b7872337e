/** `<hotsplit-fix-card>`: one fix, what it gives, what it costs, and the button that chooses it. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { Chosen, FixCard } from "../../../pkg/hotsplit.js";
import { send } from "../actions.js";
import { controls } from "../style/controls.js";
import { rate, words } from "./words.js";

/** Most shards one can ask for here. Ours: past it each row of a scan costs more than it gains. */
const SHARDS_MAX = 1024;

class FixCardElement extends LitElement {
  static override properties = {
    card: { attribute: false },
    finding: { attribute: false },
    chosen: { attribute: false },
  };

  declare card: FixCard;
  declare finding: string;
  /** The choice, where it is this card. */
  declare chosen: Chosen | undefined;

  static override styles = [
    controls,
    css`
      article {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 6px;
        padding: 10px 12px;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--panel);
      }
      article.chosen {
        border-color: var(--accent);
        box-shadow: inset 3px 0 0 var(--accent);
      }
      article.refused {
        background: none;
        border-style: dashed;
      }
      header {
        display: flex;
        align-items: baseline;
        gap: 8px;
      }
      h5 {
        margin: 0;
        font-size: var(--size);
        font-weight: 600;
        flex: 1;
      }
      .ceiling {
        white-space: nowrap;
        font-variant-numeric: tabular-nums;
        color: var(--good);
        font-weight: 600;
      }
      dl {
        display: grid;
        grid-template-columns: max-content minmax(0, 1fr);
        gap: 2px 12px;
        font-size: var(--small);
      }
      dt {
        color: var(--quiet);
      }
      .act {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px;
      }
      label {
        display: flex;
        align-items: center;
        gap: 6px;
        color: var(--quiet);
      }
      input[type="number"] {
        width: 76px;
        color: var(--text);
      }
      @media (max-width: 899px) {
        .act button,
        .act input {
          min-height: 36px;
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const { card } = this;
    const heading = html`<h5>
      <a href=${`#fix/${card.id}`}>${card.id}</a>
      ${words(card.title)}
    </h5>`;
    if (card.refused !== undefined) {
      return html`<article class="refused" aria-label=${`${card.id}, not possible`}>
        <header>${heading}</header>
        <p class="quiet">Not possible here: ${words(card.refused)}</p>
      </article>`;
    }
    return html`<article class=${this.chosen ? "chosen" : ""} aria-label=${`Fix ${card.id}`}>
      <header>
        ${heading}
        ${
          card.ceilingWritesPerSecond === undefined
            ? nothing
            : html`<span class="ceiling" title="most writes/s the result can take, by the model"
                >up to ${rate(card.ceilingWritesPerSecond)}/s</span
              >`
        }
      </header>
      <dl>
        ${card.resultingKey === "" ? nothing : this.#fact("Key", [html`<code>${card.resultingKey}</code>`])}
        ${this.#fact("Costs", card.costs.map(words))}
        ${this.#fact(
          "Also changes",
          card.cascade.map(
            (one) => html`${one.kind} <code>${one.object}</code>: ${words(one.what)}`,
          ),
        )}
        ${this.#fact("Application", card.application.map(words))}
      </dl>
      ${this.#act()}
    </article>`;
  }

  #fact(name: string, lines: readonly unknown[]): TemplateResult | typeof nothing {
    if (lines.length === 0) return nothing;
    return html`<dt>${name}</dt>
      <dd>${lines.map((line) => html`<div>${line}</div>`)}</dd>`;
  }

  #act(): TemplateResult {
    const { card, chosen, finding } = this;
    const choose = () => {
      const field = this.renderRoot.querySelector("input");
      const set = field ? Math.round(field.valueAsNumber) : Number.NaN;
      const fits = set >= 1 && set <= SHARDS_MAX;
      // The engine's own number needs no repeating; it follows the workload.
      const own = fits && set !== card.shards ? { set: { shards: String(set) } } : {};
      send(this, { do: "choose", chosen: { finding, fix: card.id, ...own } });
    };
    return html`<div class="act">
      ${
        chosen
          ? html`<button @click=${() => send(this, { do: "drop", finding })}>
              In use: remove
            </button>`
          : html`<button class="main" @click=${choose}>Use this fix</button>`
      }
      ${
        card.shards === undefined
          ? nothing
          : html`<label>
              Shards
              <input
                type="number"
                min="1"
                max=${SHARDS_MAX}
                .value=${chosen?.set?.shards ?? String(card.shards)}
                @change=${() => {
                  if (this.chosen) choose();
                }}
              />
            </label>`
      }
    </div>`;
  }
}

customElements.define("hotsplit-fix-card", FixCardElement);
