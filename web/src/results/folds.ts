/** Tables of the runs that are drawn once they are opened, and lists of what is assumed. */
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from "lit";
import type { Results } from "../engine/protocol.js";
import { missing } from "../state/actions.js";
import { windowed } from "../ui/windowed.js";
import { count, words } from "../ui/words.js";

type Tables = typeof import("./tables.js");

/**
 * Draws `<details>` whose content comes with `tables.js` once one is opened: before, each run would
 * draw it for nobody.
 */
export class Folds {
  readonly #host: ReactiveControllerHost & EventTarget;
  readonly #open = new Set<string>();
  #tables: Tables | undefined;

  constructor(host: ReactiveControllerHost & EventTarget) {
    this.#host = host;
  }

  /** Draws a fold; `name` tells folds apart whose summary changes. */
  draw(
    summary: string,
    drawContent: (tables: Tables) => TemplateResult,
    name = summary,
  ): TemplateResult {
    return html`<details @toggle=${(event: Event) => void this.#toggle(event, name)}>
      <summary>${summary}</summary>
      ${this.#tables && this.#open.has(name) ? drawContent(this.#tables) : nothing}
    </details>`;
  }

  drawServers(results: Results): TemplateResult {
    return this.draw("Mean utilisation of each server", ({ servers }) => servers(results));
  }

  drawPeaks(results: Results): TemplateResult {
    return this.draw("The maps as a table", ({ peaks }) => peaks(results));
  }

  drawEvents(results: Results): TemplateResult {
    const { before, after } = results.answer;
    const many = before.events.length + (after?.events.length ?? 0);
    const summary = count(many, "split and move", "splits and moves");
    return this.draw(summary, ({ events }) => events(results), "events");
  }

  async #toggle({ currentTarget }: Event, name: string): Promise<void> {
    const isOpen = currentTarget instanceof HTMLDetailsElement && currentTarget.open;
    if (isOpen) this.#open.add(name);
    else this.#open.delete(name);
    this.#host.requestUpdate();
    if (!isOpen || this.#tables) return;
    const tables = await import("./tables.js").catch(() => missing(this.#host));
    if (!tables) return;
    this.#tables = tables;
    this.#host.requestUpdate();
  }
}

/** Draws a list, of which what is in view is in the document. */
export function drawList(lines: readonly string[]): TemplateResult {
  return html`<ul class="lines">
    ${windowed({
      items: lines,
      key: (_, at) => at,
      draw: (line) => html`<li>${words(line)}</li>`,
      as: "li",
    })}
  </ul>`;
}
