/**
 * `<hotsplit-shapes>`: the gallery of shapes, over the page. A chunk of its own.
 *
 * One picture at a time is guessed, or shown without a guess, and its schema can be loaded. What was
 * guessed is known for as long as the page is open and kept nowhere.
 */

import shapes from "virtual:shapes";
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { send } from "../state/actions.js";
import type { Shape } from "../state/shapes.js";
import { framed, put } from "../ui/framed.js";
import { controls } from "../ui/style/controls.js";
import { dialog } from "../ui/style/dialog.js";
import { words } from "../ui/words.js";

/** Where the right answer stands among the four, picture by picture. Mixed by hand. */
const PLACES = [2, 0, 3, 1, 1, 3, 0, 2, 0, 2, 1, 3];

/** What was done with a picture: a shape was said, or it was shown without a guess. */
type Done = { readonly said: Shape } | "shown";

/** How a guess went, in a word. */
function verdict(shape: Shape, done: Done): string {
  if (done === "shown") return "shown";
  return done.said === shape ? "right" : "wrong";
}

/** The four answers to choose from. */
function answers(shape: Shape, at: number): Shape[] {
  const all = shape.wrong.flatMap((id) => shapes.filter((one) => one.id === id));
  all.splice(PLACES[at % PLACES.length] ?? 0, 0, shape);
  return all;
}

class ShapesElement extends LitElement {
  static override properties = {
    open: { attribute: false },
    at: { state: true },
    done: { state: true },
  };

  declare open: boolean;
  /** Which picture is looked at; none while all are. */
  declare at: number | undefined;
  /** What was done with each, by its place. */
  declare done: ReadonlyMap<number, Done>;

  static override styles = [
    controls,
    dialog,
    css`
      dialog[open] {
        display: grid;
        grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
      }
      .bar h2 {
        min-width: 0;
      }
      .page {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        grid-auto-rows: max-content;
        gap: 14px;
        overflow: auto;
        padding: 16px 20px 28px;
      }
      .page:focus-visible {
        outline-offset: -3px;
      }
      .page > p {
        max-width: 70ch;
      }
      .all {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(220px, 1fr));
        gap: 14px;
      }
      .card {
        display: grid;
        gap: 6px;
        width: 100%;
        padding: 7px 7px 6px;
        text-align: left;
        white-space: normal;
      }
      .card img,
      figure img {
        display: block;
        width: 100%;
        height: auto;
        aspect-ratio: 8 / 5;
        /* Cells stay cells. */
        image-rendering: pixelated;
      }
      .under {
        display: flex;
        justify-content: space-between;
        gap: 8px;
        padding-inline: 2px;
      }
      .under b {
        white-space: nowrap;
        font-weight: 600;
      }
      .right {
        color: var(--good);
      }
      .wrong {
        color: var(--error);
      }
      .one {
        display: grid;
        grid-template-columns: minmax(0, 3fr) minmax(260px, 2fr);
        gap: 14px 24px;
        align-items: start;
      }
      figcaption {
        display: flex;
        justify-content: space-between;
        gap: 12px;
        padding-top: 5px;
        color: var(--quiet);
        font-size: var(--small);
      }
      .ask {
        display: grid;
        gap: 10px;
      }
      h3 {
        font-size: 17px;
        letter-spacing: -0.01em;
      }
      h3:focus {
        outline: none;
      }
      h4 {
        font-size: var(--size);
      }
      .ask section {
        display: grid;
        gap: 2px;
      }
      .answers {
        display: grid;
        gap: 8px;
      }
      .answers button {
        min-height: 40px;
        padding-inline: 14px;
        text-align: left;
        white-space: normal;
      }
      .do {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
      }
      @media (max-width: 759px) {
        .bar {
          padding-left: 14px;
        }
        .page {
          padding-inline: 14px;
        }
        .all {
          grid-template-columns: repeat(auto-fill, minmax(136px, 1fr));
          gap: 10px;
        }
        .one {
          grid-template-columns: minmax(0, 1fr);
        }
        .do button {
          min-height: 36px;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.open = false;
    this.done = new Map();
  }

  override render(): TemplateResult {
    const right = [...this.done].filter(([at, done]) => {
      const shape = shapes[at];
      return shape && verdict(shape, done) === "right";
    });
    return framed({
      heading: "Guess the shape",
      open: this.open,
      beside: html`<span class="quiet" role="status"
        >${right.length} of ${shapes.length} guessed</span
      >`,
      page: () => this.#page(),
      close: () => this.#close(),
    });
  }

  #page(): TemplateResult {
    const shape = this.at === undefined ? undefined : shapes[this.at];
    return shape && this.at !== undefined ? this.#one(shape, this.at) : this.#all();
  }

  /** All pictures; those that were guessed have their names. */
  #all(): TemplateResult {
    return html`
      <p>
        Each picture is the heat map of a schema under load: keys from top to bottom, time from left
        to right, the brighter the hotter. Choose one and name its pattern.
      </p>
      <ul class="all" role="list">
        ${shapes.map((shape, at) => {
          const done = this.done.get(at);
          return html`<li>
            <button class="card" id=${`card-${at}`} @click=${() => this.#go(at)}>
              <img src=${shape.picture} alt=${shape.seen} width="192" height="120" />
              <span class="under">
                <span>${done ? shape.title : `Picture ${at + 1}`}</span>
                ${done ? word(verdict(shape, done)) : nothing}
              </span>
            </button>
          </li>`;
        })}
      </ul>
    `;
  }

  /** One picture, larger: the question, or what it is. */
  #one(shape: Shape, at: number): TemplateResult {
    const done = this.done.get(at);
    return html`
      <div class="do"><button @click=${() => this.#go(undefined)}>All pictures</button></div>
      <div class="one">
        <figure>
          <img src=${shape.picture} alt=${shape.seen} width="192" height="120" />
          <figcaption><span>Keys from top to bottom</span><span>Time →</span></figcaption>
        </figure>
        <div class="ask">${done ? this.#answered(shape, at, done) : this.#question(shape, at)}</div>
      </div>
    `;
  }

  #question(shape: Shape, at: number): TemplateResult {
    return html`
      <h3 id="question" tabindex="-1">What is this?</h3>
      <div class="answers" role="group" aria-labelledby="question">
        ${answers(shape, at).map(
          (said) => html`<button @click=${() => this.#settle(at, { said })}>${said.title}</button>`,
        )}
      </div>
      <p><button class="link" @click=${() => this.#settle(at, "shown")}>Show me</button></p>
    `;
  }

  #answered(shape: Shape, at: number, done: Done): TemplateResult {
    const next = shapes.findIndex((_, other) => other > at && !this.done.has(other));
    return html`
      <h3 tabindex="-1">${shape.title}</h3>
      ${
        done === "shown"
          ? nothing
          : html`<p>
              ${word(verdict(shape, done))}
              ${done.said === shape ? nothing : html` You said: ${done.said.title}.`}
            </p>`
      }
      <section>
        <h4>What to look for</h4>
        <p>${words(shape.look)}</p>
      </section>
      <section>
        <h4>What it means</h4>
        <p>${words(shape.means)}</p>
      </section>
      <section>
        <h4>What to do</h4>
        <p>${words(shape.advice)}</p>
      </section>
      <section>
        <h4>Its schema</h4>
        <p>${words(shape.about)}</p>
      </section>
      <div class="do">
        <button class="main" @click=${() => this.#load(shape)}>Load its schema</button>
        ${next < 0 ? nothing : html`<button @click=${() => this.#go(next)}>Next picture</button>`}
      </div>
    `;
  }

  /** Shows a picture, or all; the focus goes along. */
  #go(at: number | undefined): void {
    const from = this.at;
    this.at = at;
    this.#focus(at === undefined && from !== undefined ? `#card-${from}` : "h3");
  }

  /** A guess was made, or given up. */
  #settle(at: number, done: Done): void {
    this.done = new Map(this.done).set(at, done);
    this.#focus("h3");
  }

  /** Puts the focus somewhere once it is drawn, with what stands above it in view. */
  #focus(on: string): void {
    void this.updateComplete.then(() => {
      const page = this.renderRoot.querySelector(".page");
      if (on === "h3") page?.scrollTo({ top: 0 });
      this.renderRoot.querySelector<HTMLElement>(on)?.focus();
    });
  }

  #load({ start }: Shape): void {
    send(this, { do: "preset", preset: start });
    this.#close();
  }

  #close(): void {
    if (this.open) send(this, { do: "over", over: undefined });
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("open") && this.open) this.at = undefined;
  }

  override updated(changed: PropertyValues<this>): void {
    if (changed.has("open")) put(this.renderRoot, this.open);
  }
}

/** How a guess went; colour is not the only sign. */
function word(how: string): TemplateResult {
  if (how === "shown") return html`<span class="quiet">Shown</span>`;
  return how === "right" ? html`<b class="right">Right</b>` : html`<b class="wrong">Not right</b>`;
}

customElements.define("hotsplit-shapes", ShapesElement);
