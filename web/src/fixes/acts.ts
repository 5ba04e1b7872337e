/** `<hotsplit-key-acts>`: what can be done with the option of a hot key that is shown. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { Chosen, Finding, Rewrite } from "../../../pkg/hotsplit.js";
import { send } from "../state/actions.js";
import { icon } from "../ui/icons.js";
import { controls } from "../ui/style/controls.js";

class KeyActsElement extends LitElement {
  static override properties = {
    finding: { attribute: false },
    shown: { attribute: false },
    chosen: { attribute: false },
    rewrite: { attribute: false },
  };

  declare finding: Finding;
  /** Fixes that the second run shows. */
  declare shown: readonly Chosen[];
  /** Those of them that the person chose. */
  declare chosen: readonly Chosen[];
  declare rewrite: Rewrite | undefined;

  static override styles = [
    controls,
    css`
      .acts {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px;
      }
      .icon {
        vertical-align: -3px;
      }
      .others {
        flex-basis: 100%;
        color: var(--quiet);
        font-size: var(--small);
      }
      @media (max-width: 899px) {
        button {
          width: 100%;
          min-height: 44px;
        }
      }
    `,
  ];

  override render(): TemplateResult | typeof nothing {
    const { finding, shown, chosen, rewrite } = this;
    const mine = shown.some((one) => one.finding === finding.key);
    if (!rewrite || rewrite.hunks.length === 0 || !mine) return nothing;
    // A hint or a note is nothing that has to be done.
    const urgent = finding.severity !== "hint" && finding.severity !== "info";
    const others = shown.length - 1;
    return html`<div class="acts">
      <button class=${urgent ? "main" : ""} @click=${() => send(this, { do: "adopt" })}>
        Apply to schema
      </button>
      <button @click=${() => this.#plan()}>
        Migration plan for a live database ${icon("chevronRight")}
      </button>
      ${
        chosen.length > 0
          ? html`<button class="plain" @click=${() => send(this, { do: "drop-all" })}>Clear</button>`
          : nothing
      }
      ${
        others > 0
          ? html`<p class="others">
              Applied together with ${others === 1 ? "the fix" : `the ${others} fixes`} chosen for
              other keys.
            </p>`
          : nothing
      }
    </div>`;
  }

  #plan(): void {
    send(this, { do: "deployed", deployed: true });
    send(this, { do: "tab", tab: "plan" });
  }
}

customElements.define("hotsplit-key-acts", KeyActsElement);
