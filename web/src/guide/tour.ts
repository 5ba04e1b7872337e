/**
 * `<hotsplit-tour>`: five sentences about the page, under the header. A chunk of its own.
 *
 * It covers nothing and traps nothing: it is a bar, and what it speaks of is outlined.
 */
import { css, html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { send } from "../state/actions.js";
import type { Part } from "../state/state.js";
import { controls } from "../ui/style/controls.js";

/** One step: what it speaks of, and what it says. */
interface Step {
  readonly title: string;
  readonly text: string;
  /** The part that a narrow page shows meanwhile. */
  readonly part: Part;
}

const STEPS: readonly Step[] = [
  {
    title: "Your schema",
    text: "Paste CREATE TABLE statements here, drop a .sql file, or take one of the Examples. It stays in this browser.",
    part: "editor",
  },
  {
    title: "Problems",
    text: "What gets hot, why, and how sure that is. Open a problem to see its evidence and the fixes for it.",
    part: "problems",
  },
  {
    title: "Before",
    text: "Keys from top to bottom, time from left to right, brightness is load. A bright line that moves down is the tail of the table, where every new row goes.",
    part: "results",
  },
  {
    title: "After",
    text: "Choose a fix, and the same workload runs on the rewritten schema. Both maps share one scale.",
    part: "results",
  },
  {
    title: "Your workload",
    text: "Set writes/s and nodes, and both maps follow. Share makes a link that carries all of it.",
    part: "results",
  },
];

class TourElement extends LitElement {
  static override properties = { step: { attribute: false } };

  declare step: number;

  static override styles = [
    controls,
    css`
      section {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px 16px;
        padding: 8px 12px;
        border-top: 1px solid var(--line);
        background: var(--accent-ground);
      }
      .say {
        flex: 1 1 320px;
        min-width: 0;
      }
      h2 {
        display: inline;
        font-size: inherit;
        font-weight: 650;
      }
      h2:focus-visible {
        outline: none;
      }
      .quiet {
        color: var(--text);
        font-variant-numeric: tabular-nums;
      }
      .do {
        display: flex;
        align-items: center;
        gap: 8px;
      }
      @media (max-width: 899px) {
        .do {
          flex: 1 1 auto;
        }
        .do .quiet {
          flex: 1;
        }
        button {
          min-height: 36px;
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const at = Math.min(STEPS.length - 1, Math.max(0, this.step));
    const { title, text } = STEPS[at] ?? { title: "", text: "" };
    const last = at === STEPS.length - 1;
    const go = (step: number | undefined) => {
      send(this, { do: "tour", step });
      const part = step === undefined ? undefined : STEPS[step]?.part;
      if (part) send(this, { do: "part", part });
    };
    return html`<section aria-label="Tour" @keydown=${(event: KeyboardEvent) => {
      if (event.key === "Escape") go(undefined);
    }}>
      <div class="say" role="status">
        <h2 tabindex="-1">${title}.</h2>
        ${text}
      </div>
      <div class="do">
        <span class="quiet">${at + 1} of ${STEPS.length}</span>
        ${at > 0 ? html`<button @click=${() => go(at - 1)}>Back</button>` : ""}
        ${last ? "" : html`<button class="main" @click=${() => go(at + 1)}>Next</button>`}
        <button class=${last ? "main" : ""} @click=${() => go(undefined)}>
          ${last ? "Done" : "Skip the tour"}
        </button>
      </div>
    </section>`;
  }

  override updated(changed: PropertyValues<this>): void {
    // The button that was pressed may be gone, and the focus with it. The first bar of a visit
    // comes unasked, while the page is loaded, and leaves the focus where it is.
    const asked = document.activeElement !== document.body || changed.get("step") !== undefined;
    if (changed.has("step") && asked) this.renderRoot.querySelector<HTMLElement>("h2")?.focus();
  }
}

customElements.define("hotsplit-tour", TourElement);
