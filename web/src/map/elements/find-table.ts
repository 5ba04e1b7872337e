/**
 * The field in which a table of the map is looked for. It stands in the panel before the rest of it
 * is fetched, so that no letter is lost that is typed right after the slash.
 */
import { html, type TemplateResult } from "lit";
import type { Band } from "../../../../pkg/hotsplit.js";

/** The field; `found` gets the table whose name is, or contains, what was typed. */
export function findTable(
  bands: readonly Band[],
  found: (object: string | undefined) => void,
): TemplateResult {
  const look = (typed: string) => {
    const word = typed.trim().toLowerCase();
    const exact = bands.find((band) => band.object.toLowerCase() === word);
    return exact ?? bands.find((band) => word && band.object.toLowerCase().includes(word));
  };
  return html`<form
    class="find"
    role="search"
    @submit=${(event: SubmitEvent) => {
      event.preventDefault();
      const input = findField(event.target);
      const object = look(input?.value ?? "")?.object;
      if (input) input.value = "";
      found(object);
    }}
  >
    <label for="find">Find a table or index</label>
    <input
      id="find"
      type="text"
      list="tables"
      autocomplete="off"
      spellcheck="false"
      title="Key: /"
    />
    <datalist id="tables">
      ${bands.map((band) => html`<option value=${band.object}></option>`)}
    </datalist>
  </form>`;
}

/** The field within what was rendered. */
export function findField(within: EventTarget | null): HTMLInputElement | undefined {
  if (!(within instanceof Element || within instanceof ShadowRoot)) return undefined;
  return within.querySelector<HTMLInputElement>("#find") ?? undefined;
}
