/**
 * What a narrow page has beside the parts of a wide one: a button that pastes a schema, and one that
 * shows the schema pane. After another schema has come, the verdict is in view and has the focus.
 */
import { html, type TemplateResult } from "lit";
import type { EditorElement } from "../editor/editor.js";
import type { Action } from "../state/actions.js";
import type { State } from "../state/state.js";

type Act = (action: Action) => void;

/** Widths at which the page has one column, as `page.css` has it. */
const NARROW = matchMedia("(max-width: 899px)");

/** A paste of this share of the schema or more makes it another schema. Ours. */
const MOST = 0.5;

/** Reads the clipboard; nothing where the browser or the person does not allow it. */
async function clipboard(): Promise<string> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return "";
  }
}

/** Takes the schema from the clipboard, or opens the pane with all of it selected. */
async function paste(act: Act): Promise<void> {
  const text = await clipboard();
  if (text.trim() !== "") {
    act({ do: "file", text });
    toVerdict();
    return;
  }
  act({ do: "schema", open: true });
  requestAnimationFrame(() => {
    const editor = document.querySelector<EditorElement>("hotsplit-editor");
    editor?.scrollIntoView({ block: "start" });
    editor?.selectAll();
  });
}

/** The button below the fix. */
export function pasteButton(act: Act): TemplateResult {
  return html`<button class="narrow" @click=${() => void paste(act)}>Paste my schema</button>`;
}

/** The line that opens the schema pane. */
export function schemaToggle({ schemaOpen }: State, act: Act): TemplateResult {
  return html`<button
    class="narrow disclosure"
    aria-expanded=${schemaOpen ? "true" : "false"}
    aria-controls="schema"
    @click=${() => act({ do: "schema", open: !schemaOpen })}
  >
    Schema
  </button>`;
}

/** Puts the verdict in view, and the focus on it. */
function toVerdict(): void {
  if (!NARROW.matches) return;
  scrollTo({ top: 0, behavior: "instant" });
  document.querySelector<HTMLElement>("hotsplit-verdict")?.focus({ preventScroll: true });
}

/** Puts the schema pane in view, where something of it was asked for. */
function toSchema(): void {
  if (NARROW.matches) document.querySelector("#schema")?.scrollIntoView({ block: "start" });
}

/** Whether an action puts another schema in place of the one that is there. */
function replaces(action: Action): boolean {
  return /^(example|preset|earlier|file)$/.test(action.do);
}

/** Leads to the verdict after another schema has come, by a menu or by a paste. */
export function followSchemas(root: HTMLElement, now: () => State): void {
  root.addEventListener("hotsplit-action", ({ detail }) => {
    if (replaces(detail)) requestAnimationFrame(toVerdict);
    if (detail.do === "show") requestAnimationFrame(toSchema);
  });
  root.addEventListener("paste", (event) => {
    const editor = document.querySelector("hotsplit-editor");
    if (!editor || !event.composedPath().includes(editor)) return;
    const { length } = event.clipboardData?.getData("text/plain") ?? "";
    // The editor takes it over after this.
    setTimeout(() => {
      if (length > 0 && length >= MOST * now().kept.text.length) toVerdict();
    });
  });
}
