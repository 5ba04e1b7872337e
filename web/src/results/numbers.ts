/**
 * `<hotsplit-numbers>`: the key numbers of both runs, before and after.
 *
 * A number's name is a button: it tells what the number says and what it rests on.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { RunAnswer, RunRanges } from "../../../pkg/hotsplit.js";
import { type Ranges, ranged } from "../ui/ranges.js";
import { ranked } from "../ui/ranked.js";
import { gain, RUN_NUMBERS, type RunNumber } from "../ui/run-numbers.js";
import { controls } from "../ui/style/controls.js";
import { floatingBox } from "../ui/style/parts.js";
import { Explanation } from "./explanation.js";

/** Spanner's own word for what cannot be split. */
const REASON = { id: "reason" as const, name: "Cannot split" };

class NumbersElement extends LitElement {
  static override properties = {
    first: { attribute: false },
    second: { attribute: false },
    ranges: { attribute: false },
    level: { attribute: false },
  };

  declare first: RunAnswer;
  declare second: RunAnswer | undefined;
  /** The ranges of the numbers, once they are known. */
  declare ranges: Ranges;
  /** Level of its first heading, where that is not 2: see `ranked`. */
  declare level: number | undefined;

  readonly #explanation = new Explanation(this);

  static override styles = [
    controls,
    css`
      :host {
        position: relative;
      }
      dl {
        display: flex;
        flex-wrap: wrap;
        gap: 6px 16px;
        /* Room for the line of before, so that the maps stay where they are when it comes. */
        min-height: 53px;
      }
      dl > div {
        display: grid;
        align-content: start;
      }
      /* Room for a range, so that no number moves when ranges come. */
      @container (min-width: 561px) {
        #serverUtilisationMax dd {
          min-width: 10ch;
        }
        :is(#servedWritesPerSecond, #sustainableWritesPerSecond) dd {
          min-width: 11ch;
        }
        #p99Ms dd {
          min-width: 14ch;
        }
        #clientP99Ms dd {
          min-width: 16ch;
        }
      }
      /* Where the room is narrow, smaller, so that two lines are enough for most. */
      @container (max-width: 560px) {
        dl {
          gap: 2px 12px;
        }
        dd {
          font-size: var(--size);
        }
        .reason dd {
          font: 600 var(--tiny) / 1.9 var(--mono);
        }
      }
      /* A target of 24 px (WCAG 2.2); the margins keep the row as high as its text. */
      dt button {
        min-height: 24px;
        margin-block: -4px;
        padding: 0;
        border: 0;
        border-radius: 2px;
        background: none;
        color: var(--quiet);
        font-size: var(--tiny);
        font-weight: 400;
        text-decoration: underline dotted;
        text-underline-offset: 2px;
      }
      dt button:hover,
      dt button[aria-expanded="true"] {
        color: var(--text);
        background: none;
      }
      dd {
        font-size: clamp(var(--size) + 2px, 1.35cqi, 36px);
        font-weight: 600;
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
      }
      dd .was {
        display: block;
        color: var(--quiet);
        font: 450 var(--tiny) / 1.2 var(--font);
      }
      dd .better {
        color: var(--good);
      }
      dd .worse {
        color: var(--error);
      }
      .reason dd {
        font: 600 var(--small) / 1.8 var(--mono);
      }
      .about {
        position: absolute;
        z-index: 10;
        top: 100%;
        left: 0;
        display: grid;
        gap: 4px;
        max-width: min(560px, 100%);
        padding: 10px 14px 12px;
        ${floatingBox}
        border-color: var(--line-strong);
      }
      .about h3 {
        font-size: var(--size);
      }
      .about .foot {
        display: flex;
        justify-content: space-between;
        align-items: center;
        gap: 12px;
        margin-top: 4px;
      }
      @media (max-width: 899px) {
        dt button {
          margin-block: 0;
          padding: 5px 0;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.ranges = { before: undefined, after: undefined };
  }

  override render(): TemplateResult {
    const some = (test: (run: RunAnswer) => boolean) =>
      test(this.first) || (this.second !== undefined && test(this.second));
    const numbers = RUN_NUMBERS.filter(({ of, atOnce }) => {
      if (of && !some(of)) return false;
      return atOnce === true || (atOnce !== undefined && some(atOnce));
    });
    const { open } = this.#explanation;
    const explained = open === REASON.id ? REASON : numbers.find(({ id }) => id === open);
    const texts = this.#explanation.textsOf(open);
    return html`<div @focusout=${this.#left}>
      <dl>
        ${numbers.map((one) => this.#number(one))} ${this.#reason()}
      </dl>
      ${
        explained && texts
          ? html`<div class="about" role="group" id="about" aria-label=${`About ${explained.name}`}>
              <h3 ${ranked(this.level)}>${explained.name}</h3>
              <p>${texts.about}</p>
              <p class="quiet">${texts.rests}</p>
              <p class="foot">
                <a href="#trust">How far to trust this</a>
                <button @click=${() => this.#explanation.close()}>Close</button>
              </p>
            </div>`
          : nothing
      }
    </div>`;
  }

  #number(one: RunNumber): TemplateResult {
    const { first: before, second: after } = this;
    const reads = (run: RunAnswer, ends: RunRanges | undefined) =>
      ranged(run, ends, (run) => run[one.id], one.show);
    const was = reads(before, this.ranges.before);
    const better = after ? gain(one, before, after) : 0;
    const now = after ? reads(after, this.ranges.after) : undefined;
    const word = better > 0 ? "better" : better < 0 ? "worse" : "";
    return html`<div id=${one.id}>
      <dt>${this.#explanation.drawName(one, "about")}</dt>
      <dd>
        ${
          now === undefined
            ? was
            : html`<span class=${word}>${now}</span> <span class="was">was ${was}</span>`
        }
      </dd>
    </div>`;
  }

  /** Spanner's own word for what cannot be split. */
  #reason(): TemplateResult | typeof nothing {
    const reasons = (run: RunAnswer) => [...new Set(run.unsplittable.map((one) => one.reason))];
    const was = reasons(this.first).join(", ");
    const now = this.second ? reasons(this.second).join(", ") || "none" : undefined;
    if (was === "" && (now === undefined || now === "none")) return nothing;
    return html`<div class="reason">
      <dt>${this.#explanation.drawName(REASON, "about")}</dt>
      <dd>
        ${now === undefined ? was : html`${now} <span class="was">was ${was || "none"}</span>`}
      </dd>
    </div>`;
  }

  #left(event: FocusEvent): void {
    const { currentTarget, relatedTarget } = event;
    if (!(currentTarget instanceof Node) || !(relatedTarget instanceof Node)) return;
    if (!currentTarget.contains(relatedTarget)) this.#explanation.hide();
  }
}

customElements.define("hotsplit-numbers", NumbersElement);
