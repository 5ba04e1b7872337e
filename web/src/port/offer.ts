/** `<hotsplit-port-offer>`: says that the text is a dump, how hot it would be, and leads to its port. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { PortReport } from "../../../pkg/hotsplit_port.js";
import { send } from "../state/actions.js";
import type { Ported } from "../state/port.js";
import type { MenuItem } from "../ui/menu.js";
import { controls } from "../ui/style/controls.js";
import { count, shown } from "../ui/words.js";
import { countOf, GROUPS, grouped } from "./losses.js";
import { DIALECTS, dialectName, dumpSentence, heatSentence } from "./sentences.js";
import "../ui/menu.js";

class PortOfferElement extends LitElement {
  static override properties = {
    port: { attribute: false },
    back: { attribute: false },
  };

  /** The dump, where the text is one. */
  declare port: Ported | undefined;
  /** The text is the port of a dump that can be gone back to. */
  declare back: boolean;

  static override styles = [
    controls,
    css`
      h2 {
        font-size: var(--headline);
        font-weight: 650;
        line-height: 1.25;
        letter-spacing: -0.012em;
        text-wrap: balance;
      }
      .heat {
        margin-top: 8px;
        min-height: 1.45em;
      }
      .acts {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px;
        margin-top: 16px;
      }
      button.main {
        min-height: 36px;
        padding: 0 16px;
      }
      dl {
        display: grid;
        grid-template-columns: max-content minmax(0, 1fr);
        gap: 4px 16px;
        margin-top: 24px;
      }
      dt {
        color: var(--quiet);
      }
      dd {
        font-variant-numeric: tabular-nums;
      }
      .aside {
        margin-top: 16px;
      }
      @media (pointer: coarse) {
        button.main {
          min-height: 44px;
        }
      }
    `,
  ];

  override render(): TemplateResult | typeof nothing {
    const { port } = this;
    if (!port) return this.back ? this.#used() : nothing;
    const { from, report, failed } = port;
    return html`<div role="status">
        <h2>${dumpSentence(from, report)}.</h2>
        <p class="heat">${failed === undefined ? heat(port) : shown(failed)}</p>
      </div>
      ${report ? this.#acts(report) : nothing} ${report ? summary(report) : nothing}
      <p class="aside quiet">
        Not a dump?
        ${(["googlesql", "postgresql"] as const).map(
          (dialect, at) => html`${at > 0 ? " or as " : "Read it as "}<button
              class="link"
              @click=${() => send(this, { do: "dialect", dialect })}
            >
              Spanner ${dialectName(dialect)}</button
            >`,
        )}.
      </p>`;
  }

  /** The way to the port, and the dialects that can be written. */
  #acts({ to }: PortReport): TemplateResult {
    const items = DIALECTS.map(
      ([choice, label]): MenuItem => ({
        label,
        checked: choice === to,
        act: () => send(this, { do: "port", step: "decide", name: "to", choice }),
      }),
    );
    return html`<div class="acts">
      <button class="main" @click=${() => send(this, { do: "tab", tab: "port" })}>
        Port to ${dialectName(to)}
      </button>
      <hotsplit-menu .name=${"Write"} .label=${dialectName(to)} .items=${items}></hotsplit-menu>
    </div>`;
  }

  /** Where a port stands in place of its dump. */
  #used(): TemplateResult {
    return html`<p class="quiet">
      Ported from a dump.
      <button class="link" @click=${() => send(this, { do: "port", step: "back" })}>
        Back to the source
      </button>
    </p>`;
  }
}

function heat({ report, hot }: Ported): string {
  if (!report) return "Reading it…";
  return heatSentence(hot) || "Counting hot keys…";
}

/** What became of the statements, in numbers. */
function summary({ losses, tables, statements }: PortReport): TemplateResult {
  const rows = grouped(losses);
  const all = Object.values(statements).reduce((sum, of) => sum + of, 0);
  return html`<dl>
    <dt>Statements</dt>
    <dd>${count(all, "statement")}, ${count(tables.length, "table")}</dd>
    ${GROUPS.map(([group, name]) => {
      const of = countOf(rows, group);
      return of === 0
        ? nothing
        : html`<dt>${name}</dt>
            <dd>${of}</dd>`;
    })}
  </dl>`;
}

customElements.define("hotsplit-port-offer", PortOfferElement);

declare global {
  interface HTMLElementTagNameMap {
    "hotsplit-port-offer": PortOfferElement;
  }
}
