/**
 * `<hotsplit-lesson-run>`: the servers of the run beside a lesson, below a sentence that sets it. On a
 * phone the map is another part of the page; this is where the sentence is.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { RunAnswer } from "../../../pkg/hotsplit.js";
import { apply, draw } from "../figures/drawing.js";
import { label, tanks, time, writes } from "../figures/shapes.js";
import { controls } from "../ui/style/controls.js";
import { count, percent } from "../ui/words.js";

/** Size of the picture in its own units. */
const [WIDTH, HEIGHT] = [480, 132];

class LessonRunElement extends LitElement {
  static override properties = {
    run: { attribute: false },
    waiting: { type: Boolean, reflect: true },
  };

  declare run: RunAnswer | undefined;
  /** A newer run is under way. */
  declare waiting: boolean;

  /** The last run that was done, in words. */
  #said = "";

  static override styles = [
    controls,
    css`
      :host {
        display: block;
        max-width: 560px;
      }
      :host([waiting]) {
        opacity: 0.6;
      }
      .unseen {
        margin: 0;
      }
      svg {
        display: block;
        width: 100%;
        height: auto;
      }
      rect {
        transition:
          y 0.25s,
          height 0.25s;
      }
      text {
        fill: var(--text);
        font: 16px var(--font);
        font-variant-numeric: tabular-nums;
      }
      text.on {
        font-weight: 600;
        stroke: var(--panel);
        stroke-width: 3px;
        paint-order: stroke;
      }
      .tank,
      .idle {
        fill: var(--sunken);
      }
      .tank {
        stroke: var(--line-strong);
      }
      .cool {
        fill: var(--cool);
      }
      .warm {
        fill: var(--warm);
      }
      .hot {
        fill: var(--hot);
      }
      @media (prefers-reduced-motion: reduce) {
        rect {
          transition: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.waiting = false;
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.run) return nothing;
    const words = wordsOf(this.run);
    // Whoever moves a slider hears what came of it, once the run is done.
    if (!this.waiting) this.#said = words;
    return html`<div role="img" aria-label=${words}></div>
      <p class="unseen" role="status">${this.#said}</p>`;
  }

  override updated(): void {
    const place = this.renderRoot.querySelector("div");
    if (!place || !this.run) return;
    const { serverMeans, servedWritesPerSecond: served, offeredWritesPerSecond, p99Ms } = this.run;
    apply(place, [
      draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" }, [
        label(3, 18, `${count(serverMeans.length, "server")}: utilisation`),
        ...tanks(serverMeans, { x: 0, y: 28, width: WIDTH, height: 72 }),
        label(3, 124, `Served: ${writes(served)} of ${writes(offeredWritesPerSecond)}`),
        label(WIDTH - 3, 124, `p99: ${time(p99Ms)}`, { anchor: "end" }),
      ]),
    ]);
  }
}

/** The picture in words. */
function wordsOf({ serverMeans, serverUtilisationMax, ...run }: RunAnswer): string {
  return (
    `${count(serverMeans.length, "server")}, the busiest at ${percent(serverUtilisationMax)}. ` +
    `${writes(run.servedWritesPerSecond)} of ${writes(run.offeredWritesPerSecond)} are served.`
  );
}

customElements.define("hotsplit-lesson-run", LessonRunElement);
