/** What lies over the page with a bar and one page to read: how it is drawn, opened and closed. */
import { html, nothing, type TemplateResult } from "lit";

/** What is shown. */
interface Framed {
  readonly heading: string;
  readonly open: boolean;
  /** What stands in the bar, beside the heading. */
  readonly beside?: TemplateResult;
  /** The page; drawn only while it is open. */
  readonly page: () => TemplateResult;
  readonly close: () => void;
}

/** Draws it. Its looks are those of `style/dialog.ts`. */
export function framed({ heading, open, beside, page, close }: Framed): TemplateResult {
  return html`<dialog
    class="large"
    aria-labelledby="heading"
    @close=${close}
    @click=${(event: MouseEvent) => {
      // What lies around the dialog is the dialog itself.
      if (event.target === event.currentTarget) close();
    }}
  >
    ${
      open
        ? html`<div class="bar">
              <h2 id="heading" tabindex="-1">${heading}</h2>
              ${beside ?? nothing}
              <button @click=${close}>Close</button>
            </div>
            <div class="page" tabindex="0" role="region" aria-labelledby="heading">${page()}</div>`
        : nothing
    }
  </dialog>`;
}

/** Opens or closes it once it is drawn; what is opened has the focus on its heading. */
export function put(root: ParentNode, open: boolean): void {
  const dialog = root.querySelector("dialog");
  if (open && dialog?.open === false) {
    dialog.showModal();
    root.querySelector("h2")?.focus();
  } else if (!open && dialog?.open) dialog.close();
}
