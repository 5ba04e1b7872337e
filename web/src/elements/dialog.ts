/** `<hotsplit-dialog>`: the page of a rule or fix, over the page. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { Block, Page } from "../../../pkg/hotsplit.js";
import { send } from "../actions.js";
import { controls } from "../style/controls.js";
import { words } from "./words.js";

class DialogElement extends LitElement {
  static override properties = { page: { attribute: false } };

  declare page: Page | undefined;

  static override styles = [
    controls,
    css`
      dialog {
        width: min(720px, calc(100vw - 24px));
        max-height: min(80vh, 800px);
        padding: 0 22px 22px;
        border: 1px solid var(--line);
        border-radius: 10px;
        background: var(--panel);
        color: var(--text);
      }
      dialog::backdrop {
        background: rgb(0 0 0 / 0.45);
      }
      header {
        position: sticky;
        top: 0;
        display: flex;
        align-items: center;
        gap: 12px;
        padding: 14px 0 10px;
        background: var(--panel);
      }
      h2 {
        flex: 1;
        font-size: 17px;
      }
      .page {
        display: grid;
        gap: 10px;
      }
      h3 {
        margin-top: 8px;
        font-size: 14px;
      }
      .item {
        display: list-item;
        margin-left: 1.2em;
        list-style: disc;
      }
      pre {
        padding: 10px 12px;
        overflow: auto;
        border: 1px solid var(--line);
        border-left: 3px solid var(--line-strong);
        border-radius: var(--radius);
        background: var(--raised);
      }
      pre.bad {
        border-left-color: var(--error);
      }
      pre.good {
        border-left-color: var(--good);
      }
      .tag {
        color: var(--quiet);
        font-size: var(--small);
      }
    `,
  ];

  override render(): TemplateResult {
    const { page } = this;
    const close = () => send(this, { do: "page-close" });
    return html`<dialog aria-labelledby="title" @close=${close}>
      ${
        page
          ? html`<header>
                <h2 id="title">${words(page.title)}</h2>
                <button @click=${close}>Close</button>
              </header>
              <div class="page">${page.blocks.map(block)}</div>`
          : nothing
      }
    </dialog>`;
  }

  override updated(): void {
    const dialog = this.renderRoot.querySelector("dialog");
    if (this.page && !dialog?.open) dialog?.showModal();
    if (!this.page && dialog?.open) dialog.close();
  }
}

/** One block of a page. */
function block(one: Block): TemplateResult {
  switch (one.kind) {
    case "heading":
      return html`<h3>${words(one.text)}</h3>`;
    case "item":
      return html`<p class="item">${words(one.text)}</p>`;
    case "code": {
      const kind = ["bad", "good"].find((word) => one.info.split(/\s+/).includes(word));
      return html`<div>
        ${kind ? html`<p class="tag">${kind === "bad" ? "Gets hot" : "Stays even"}</p>` : nothing}
        <pre class=${kind ?? ""} tabindex="0">${one.text}</pre>
      </div>`;
    }
    default:
      return html`<p>${words(one.text)}</p>`;
  }
}

customElements.define("hotsplit-dialog", DialogElement);
