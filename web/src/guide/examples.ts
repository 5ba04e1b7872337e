/** What the header's menus list: an earlier draft, examples, workloads to start from; help. */
import { css, html, nothing, type TemplateResult } from "lit";
import type { Example } from "../session/examples.js";
import type { PresetEntry } from "../session/preset-data.js";
import { type Action, MISSING } from "../state/actions.js";
import type { Kept } from "../state/state.js";
import { afloat, entry } from "../ui/style/parts.js";
import { number, rate } from "../ui/words.js";

/** Looks of the lists, for the header to take over with the first of them. */
export const lists = css`
  .list {
    position: absolute;
    right: 0;
    top: calc(100% + 4px);
    width: min(420px, calc(100vw - 24px));
    max-height: 70vh;
    overflow: auto;
    padding: 4px;
    ${afloat}
  }
  .list button {
    display: grid;
    gap: 2px;
    padding: 8px 10px;
    ${entry}
  }
  .list button:hover {
    background: var(--raised);
  }
  .list h2 {
    padding: 10px 10px 2px;
    color: var(--quiet);
    font-size: var(--small);
    font-weight: 600;
  }
  .list small {
    color: var(--quiet);
    font-size: var(--small);
    font-weight: 400;
  }
  .short {
    width: max-content;
    min-width: 180px;
  }
  .inside {
    display: none;
    padding: 4px 10px;
  }
  .short p {
    padding: 6px 10px;
    color: var(--quiet);
    font-size: var(--small);
  }
  @media (max-width: 640px) {
    .inside {
      display: flex;
    }
    .list {
      right: 12px;
      left: 12px;
      width: auto;
    }
  }
`;

/**
 * Opens the gallery of shapes, which comes with this. It is asked for here and not where other
 * parts are, because playgrounds that are embedded would carry it along.
 */
function gallery(chose: (action: Action) => void): void {
  import("./shapes.js").catch(() => chose({ do: "tell", message: MISSING }));
  chose({ do: "over", over: "shapes" });
}

/** What the list shows. */
interface Entries {
  /** A draft that one can go back to. */
  readonly earlier: Kept | undefined;
  readonly examples: readonly Example[];
  /** Workloads to start from. */
  readonly presets: readonly PresetEntry[];
}

/** Draws the list; `chose` hears what was pressed. */
export function examples(entries: Entries, chose: (action: Action) => void): TemplateResult {
  const { earlier } = entries;
  return html`<ul class="list" aria-label="Examples">
    ${
      earlier
        ? html`<li>
            <button @click=${() => chose({ do: "earlier" })}>
              <span>Your earlier draft</span>
              <small>${firstLine(earlier.text)}</small>
            </button>
          </li>`
        : nothing
    }
    <li>
      <button @click=${() => gallery(chose)}>
        <span>Guess the shape</span>
        <small>Pictures of what gets hot and what does not: what is it, and what to do?</small>
      </button>
    </li>
    ${entries.examples.map((example, at) => {
      const { group } = example;
      const first = group !== "" && group !== entries.examples[at - 1]?.group;
      return html`<li>
        ${first ? html`<h2>${group}</h2>` : nothing}
        <button @click=${() => chose({ do: "example", example })}>
          <span>${example.title}</span><small>${example.about}</small>
        </button>
      </li>`;
    })}
    ${entries.presets.map((preset, at) => workload(preset, at === 0, chose))}
  </ul>`;
}

/** Draws what "Help" opens. */
export function help(
  version: string,
  themes: TemplateResult,
  chose: (action: Action) => void,
): TemplateResult {
  return html`<div class="list short">
    <p>${version ? `Engine ${version}` : "No engine yet"}</p>
    <button @click=${() => chose({ do: "tour", step: 0 })}>Take the tour</button>
    <button @click=${() => chose({ do: "over", over: "keys" })}>Keys</button>
    <button @click=${() => gallery(chose)}>Guess the shape</button>
    ${themes}
  </div>`;
}

/** A workload to start from, with its numbers and where they come from. */
function workload(
  preset: PresetEntry,
  first: boolean,
  chose: (action: Action) => void,
): TemplateResult {
  const numbers =
    `${number(preset.nodes)} nodes, ${rate(preset.writesPerSecond)} writes/s, ` +
    `${number(preset.minutes)} min`;
  return html`<li>
    ${first ? html`<h2>Workloads to start from</h2>` : nothing}
    <button @click=${() => chose({ do: "preset", preset })}>
      <span>${preset.title}</span>
      <small>${preset.about}</small>
      <small><b>${numbers}.</b> ${preset.sources.join("; ")}.</small>
    </button>
  </li>`;
}

/** The first line of a schema that says something. */
function firstLine(text: string): string {
  const line = text.split("\n", 50).find((one) => one.trim() !== "") ?? "";
  return line.length > 80 ? `${line.slice(0, 80)}…` : line;
}
