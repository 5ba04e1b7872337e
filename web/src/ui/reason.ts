/** The field for the reason why a problem is accepted. */
import { html, nothing, type TemplateResult } from "lit";

/** Looks and state of the field. */
interface ReasonField {
  /** It was sent without a reason. */
  readonly isMissing: boolean;
  /** Its buttons do not stand out. */
  readonly isQuiet: boolean;
  readonly cancel: () => void;
}

/** Draws the field with its buttons and its error, for a form whose submission accepts. */
export function drawReason({ isMissing, isQuiet, cancel }: ReasonField): TemplateResult {
  return html`<input
      type="text"
      id="reason"
      required
      maxlength="200"
      autocomplete="off"
      aria-label="Reason for accepting"
      aria-invalid=${isMissing ? "true" : nothing}
      aria-describedby=${isMissing ? "reasonless" : nothing}
      placeholder='Reason, e.g. "2 rows a day"'
    />
    <button class=${isQuiet ? nothing : "main"}>Accept</button>
    <button class=${isQuiet ? "plain" : nothing} type="button" @click=${cancel}>Cancel</button>
    ${
      isMissing
        ? html`<p class="invalid" id="reasonless" role="alert">
            A reason is needed: it is written into the schema, for whoever reads it next.
          </p>`
        : nothing
    }`;
}

/** Returns the field of the reason while it is shown. */
export function findReason(root: ParentNode): HTMLInputElement | null {
  return root.querySelector<HTMLInputElement>("#reason");
}

/** Reads the reason; if it is empty, the field takes the focus. */
export function readReason(root: ParentNode): string {
  const field = findReason(root);
  const reason = field?.value.trim() ?? "";
  if (reason === "") field?.focus();
  return reason;
}
