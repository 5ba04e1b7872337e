/** What the header's menus list: an earlier draft, examples, workloads to start from; documents. */
import dumps from "virtual:dumps";
import { css, html, nothing, type TemplateResult } from "lit";
import { type Action, MISSING } from "../state/actions.js";
import type { Example } from "../state/examples.js";
import type { PresetEntry } from "../state/preset-data.js";
import type { Kept } from "../state/state.js";
import { entry, floatingBox } from "../ui/style/parts.js";
import { READS } from "../ui/to-read.js";
import { number, rate } from "../ui/words.js";

/** Looks of the lists, for the header to take over with the first of them. */
export const style = css`
  .list {
    position: absolute;
    left: 0;
    top: calc(100% + 4px);
    width: min(420px, calc(100vw - 24px));
    max-height: 70vh;
    overflow: auto;
    padding: 4px;
    ${floatingBox}
  }
  .list :is(a, button) {
    display: grid;
    gap: 2px;
    min-height: 32px;
    align-content: center;
    padding: 6px 12px;
    color: inherit;
    font-weight: 400;
    text-decoration: none;
    ${entry}
    border-radius: var(--radius);
  }
  .list :is(a, button):hover {
    background: var(--raised);
  }
  .list h2 {
    padding: 12px 12px 4px;
    color: var(--quiet);
    font-size: var(--small);
    font-weight: 400;
  }
  .list small {
    color: var(--quiet);
    font-size: var(--small);
    font-weight: 400;
  }
  .short {
    width: max-content;
    min-width: 200px;
  }
  .list p {
    padding: 8px 12px 4px;
    border-top: 1px solid var(--line);
    margin-top: 4px;
    color: var(--quiet);
    font-size: var(--small);
  }
  @media (max-width: 640px) {
    .list {
      right: 8px;
      left: 8px;
      width: auto;
      min-width: 0;
      max-height: calc(100dvh - 72px);
    }
    .list :is(a, button) {
      min-height: 44px;
    }
  }
`;

/**
 * Opens the gallery of shapes, which comes with this. It is asked for here and not where other
 * parts are, because playgrounds that are embedded would carry it along.
 */
function gallery(choose: (action: Action) => void): void {
  import("./shapes.js").catch(() => choose({ do: "tell", message: MISSING }));
  choose({ do: "over", over: "shapes" });
}

/** What the list shows. */
interface Entries {
  /** A draft that one can go back to. */
  readonly earlier: Kept | undefined;
  readonly examples: readonly Example[];
  /** Workloads to start from. */
  readonly presets: readonly PresetEntry[];
}

/** Draws the list; `choose` is called with what was pressed. */
export function examples(entries: Entries, choose: (action: Action) => void): TemplateResult {
  const { earlier } = entries;
  return html`<ul class="list" aria-label="Examples">
    ${
      earlier
        ? html`<li>
            <button @click=${() => choose({ do: "earlier" })}>
              <span>Your earlier draft</span>
              <small>${firstLine(earlier.text)}</small>
            </button>
          </li>`
        : nothing
    }
    ${[...entries.examples, ...dumps].map((example, at, all) => {
      const { group } = example;
      const first = group !== "" && group !== all[at - 1]?.group;
      return html`<li>
        ${first ? html`<h2>${group}</h2>` : nothing}
        <button @click=${() => choose({ do: "example", example })}>
          <span>${example.title}</span><small>${example.about}</small>
        </button>
      </li>`;
    })}
    ${entries.presets.map((preset, at) => workload(preset, at === 0, choose))}
  </ul>`;
}

/** What the documents' menu needs. */
interface Docs {
  readonly version: string;
  readonly choose: (action: Action) => void;
  /** A link was followed. */
  readonly follow: () => void;
}

/** Draws what "Docs" opens. */
export function docs(menu: Docs): TemplateResult {
  return html`<div class="list short" role="group" aria-label="Docs">${entries(menu)}</div>`;
}

/** What a phone's menu needs. */
interface All extends Docs {
  /** The theme that is set, in words. */
  readonly theme: string;
  readonly examples: () => void;
  /** Absent where there is nothing to share. */
  readonly share: (() => void) | undefined;
  readonly nextTheme: () => void;
}

/** Draws a phone's menu. */
export function all(menu: All): TemplateResult {
  return html`<div class="list" role="group" aria-label="Menu">
    <button @click=${menu.examples}>Examples</button>
    <a href="#lessons" @click=${menu.follow}>Learn</a>
    ${menu.share ? html`<button @click=${menu.share}>Share</button>` : nothing}
    <button @click=${menu.nextTheme}>Theme: ${menu.theme}</button>
    <h2>Docs</h2>
    ${entries(menu)}
  </div>`;
}

function entries({ version, choose, follow }: Docs): TemplateResult {
  return html`<a href="#rules" @click=${follow}>Rules</a>
    <a href="#trust" @click=${follow}>How far to trust this</a>
    ${READS.map(({ href, title }) => html`<a href=${href}>${title}</a>`)}
    <button @click=${() => choose({ do: "share", embed: true })}>Embed in a page</button>
    <button @click=${() => choose({ do: "over", over: "keys" })}>Keyboard shortcuts</button>
    <button @click=${() => gallery(choose)}>Guess the shape</button>
    <p>${version ? `Engine ${version}` : "The engine is not running"}</p>`;
}

/** A workload to start from, with its numbers and where they come from. */
function workload(
  preset: PresetEntry,
  first: boolean,
  choose: (action: Action) => void,
): TemplateResult {
  const numbers =
    `${number(preset.nodes)} nodes, ${rate(preset.writesPerSecond)} writes/s, ` +
    `${number(preset.minutes)} min`;
  return html`<li>
    ${first ? html`<h2>Workloads to start from</h2>` : nothing}
    <button @click=${() => choose({ do: "preset", preset })}>
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
