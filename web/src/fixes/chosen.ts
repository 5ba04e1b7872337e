/** `<hotsplit-chosen>`: the fixes in use, each to be taken back, and why one is not applied. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { Analysis, Chosen, Rewrite } from "../../../pkg/hotsplit.js";
import { send } from "../state/actions.js";
import { ranked } from "../ui/ranked.js";
import { controls } from "../ui/style/controls.js";
import { small } from "../ui/style/parts.js";
import { count, shown, words } from "../ui/words.js";

export class ChosenElement extends LitElement {
  static override properties = {
    chosen: { attribute: false },
    rewrite: { attribute: false },
    analysis: { attribute: false },
    fixed: { type: Boolean },
    level: { attribute: false },
  };

  declare chosen: readonly Chosen[];
  declare rewrite: Rewrite | undefined;
  declare analysis: Analysis | undefined;
  /** The text is only to be read. */
  declare fixed: boolean;
  /** Level of its first heading, where that is not 2: see `ranked`. */
  declare level: number | undefined;

  static override styles = [
    controls,
    css`
      section {
        display: grid;
        grid-template: auto auto / auto minmax(0, 1fr) auto;
        align-items: start;
        gap: 4px 8px;
        padding: 6px 8px 6px 12px;
        background: var(--accent-ground);
      }
      h2 {
        line-height: 28px;
        font-size: var(--size);
        font-weight: 600;
      }
      .fixes {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 6px;
        max-height: 96px;
        overflow: auto;
      }
      .chip {
        display: inline-flex;
        align-items: center;
        max-width: 100%;
        border: 1px solid var(--accent);
        border-radius: 99px;
        background: var(--panel);
        font-size: var(--small);
      }
      .chip button {
        ${small}
        min-width: 24px;
        border: 0;
        border-radius: 99px;
        background: none;
      }
      .chip .name {
        min-width: 0;
        max-width: 40ch;
        padding: 0 2px 0 10px;
        overflow: hidden;
        text-overflow: ellipsis;
      }
      .chip .name:hover {
        text-decoration: underline;
        text-underline-offset: 2px;
      }
      .chip.refused {
        border-style: dashed;
        border-color: var(--warn);
      }
      .acts {
        display: flex;
        gap: 4px;
      }
      .acts button {
        background: var(--panel);
      }
      /* Where the editor is in sight, its tab of that name is right below. */
      @media (min-width: 900px) {
        .plan {
          display: none;
        }
      }
      .refusals {
        grid-column: 1 / -1;
        max-height: 84px;
        overflow: auto;
        font-size: var(--small);
      }
      .refusals ul {
        display: grid;
        gap: 2px;
      }
      @media (max-width: 899px) {
        /* One line, so that the rest of the page has the room: the chips say what is chosen. */
        section {
          grid-template-columns: minmax(0, 1fr) auto;
        }
        h2 {
          position: absolute;
          clip-path: inset(50%);
        }
        .fixes {
          align-self: center;
          flex-wrap: nowrap;
          scrollbar-width: thin;
        }
        /* The next one looks in at the edge, and the cross of each is in sight. */
        .chip {
          flex: none;
          max-width: 100%;
        }
        .chip:not(:only-child) {
          max-width: 88%;
        }
        .chip button:last-child {
          flex: none;
        }
        .chip button {
          min-width: 32px;
          min-height: 32px;
        }
        .acts button {
          min-height: 36px;
        }
      }
      @media (pointer: coarse) {
        .chip button,
        .acts button {
          min-width: 44px;
          min-height: 44px;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.chosen = [];
    this.fixed = false;
  }

  override render(): TemplateResult {
    const { chosen } = this;
    const refused = chosen.filter((one) => this.#why(one) !== undefined);
    return html`<section aria-label="Fixes chosen">
      <h2 ${ranked(this.level)}>${count(chosen.length, "fix", "fixes")} chosen${refused.length > 0 ? `, ${refused.length} not applied` : ""}:</h2>
      <ul class="fixes" aria-label="Fixes in use">
        ${chosen.map((one) => this.#chip(one))}
      </ul>
      <div class="acts">
        ${
          this.fixed
            ? nothing
            : html`<button class="plan" @click=${() => this.#plan()}>Plan</button>`
        }
        ${
          this.fixed
            ? nothing
            : html`<button
                aria-label="Apply all to my schema"
                title="Makes these changes in your schema; Ctrl-Z undoes them"
                @click=${() => send(this, { do: "adopt" })}
              >
                Apply
              </button>`
        }
        <button @click=${() => send(this, { do: "drop-all" })}>Clear fixes</button>
      </div>
      ${
        refused.length > 0
          ? html`<div class="refusals" role="status">
              <ul aria-label="Not applied">
                ${refused.map(
                  (one) => html`<li>
                    <strong>${this.#name(one)}</strong> is not applied:
                    ${words(this.#why(one) ?? "")}.
                  </li>`,
                )}
              </ul>
            </div>`
          : nothing
      }
    </section>`;
  }

  #chip(one: Chosen): TemplateResult {
    const name = this.#name(one);
    const set = Object.entries(one.set ?? {}).map(([name, value]) => `${name} ${value}`);
    return html`<li class=${this.#why(one) === undefined ? "chip" : "chip refused"}>
      <button class="name" title=${shown(`Show ${one.finding}`).slice(0, 300)} @click=${() => this.#show(one)}>
        ${name}${set.length > 0 ? `, ${set.join(", ")}` : ""}
      </button>
      <button
        aria-label=${`Remove ${name}`}
        @click=${() => send(this, { do: "drop", finding: one.finding })}
      >
        ×
      </button>
    </li>`;
  }

  /** `T5 on Transactions`, and for which rule where another choice has the same words. */
  #name({ finding, fix }: Chosen): string {
    const object = (key: string) =>
      this.analysis?.findings.find((one) => one.key === key)?.object ??
      key.split(" ").slice(1).join(" ");
    const alike = this.chosen.filter(
      (one) => one.fix === fix && object(one.finding) === object(finding),
    );
    const [rule, ...place] = finding.split(" ");
    const fixes = this.analysis?.findings.find(({ key }) => key === finding)?.fixes;
    const name = fixes?.find(({ id }) => id === fix)?.short ?? fix;
    return shown(
      `${name} on ${alike.length > 1 ? `${place.join(" ")} (${rule})` : object(finding)}`,
    );
  }

  #why({ finding, fix }: Chosen): string | undefined {
    return this.rewrite?.refused.find((one) => one.finding === finding && one.fix === fix)?.why;
  }

  #show({ finding }: Chosen): void {
    send(this, { do: "open", finding });
    send(this, { do: "part", part: "problems" });
  }

  #plan(): void {
    send(this, { do: "tab", tab: "plan" });
    send(this, { do: "part", part: "editor" });
  }
}

customElements.define("hotsplit-chosen", ChosenElement);
