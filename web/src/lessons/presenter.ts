/** `<hotsplit-presenter>`: the slides of a lesson, over the whole page, and nothing else. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Band, RunAnswer } from "../../../pkg/hotsplit.js";
import type { MapQueries } from "../session/queries.js";
import { type LessonAction, learn, type Presented, type Stage, sitting } from "../state/play.js";
import { LIMITS, type State } from "../state/state.js";
import { cssVariables } from "../ui/css-variables.js";
import { pieces as coloured } from "../ui/highlight.js";
import { pieces, unlinked } from "../ui/marked.js";
import { type Name, names } from "../ui/names.js";
import { controls } from "../ui/style/controls.js";
import { againstLimit, count, number, rounded, withoutCode } from "../ui/words.js";
import {
  type CodeLine,
  letterOf,
  type Picture,
  pictureOf,
  runOf,
  type Slide,
  type SlideRun,
  slidesOf,
} from "./slides.js";

/** A share of a split's limit from which a table is named before others. Ours. */
const HOT = 0.5;

/** Most pixels of the painted map: each is large enough to be seen from the last row. Ours. */
const PAINTED_MAX = { width: 900, height: 300 };

/** Height of a line of names over their letters. */
const LINE = 1.35;

class PresenterElement extends LitElement {
  static override properties = {
    state: { attribute: false },
    queries: { attribute: false },
    high: { state: true },
    line: { state: true },
  };

  declare state: State;
  declare queries: MapQueries;
  /** Height of the map, CSS pixels. */
  declare high: number;
  /** Height of a name beside it, CSS pixels. */
  declare line: number;

  #slides: readonly Slide[] = [];
  /** The lesson that the slides are of. */
  #of: Stage["file"] | undefined;
  /** The run that the results are of. */
  #ran: string | undefined;
  /** Writes served on the lesson's own nodes, by schema and rate. */
  #usual: ReadonlyMap<string, number> = new Map();
  /** Pixels of the map. */
  #size = { width: 0, height: 0 };

  readonly #observer = new ResizeObserver(([entry]) => {
    if (!entry) return;
    const { width, height } = entry.contentRect;
    const scale = window.devicePixelRatio;
    this.#size = {
      width: Math.min(PAINTED_MAX.width, Math.round(width * scale)),
      height: Math.min(PAINTED_MAX.height, Math.round(height * scale)),
    };
    this.high = height;
    const letters = this.renderRoot.querySelector(".names");
    if (letters) this.line = Number.parseFloat(getComputedStyle(letters).fontSize) * LINE;
    this.#paint();
  });

  static override styles = [
    controls,
    css`
      :host {
        --type: clamp(21px, min(2.0834vw, 3.7037vh), 84px);
        background: var(--panel);
      }
      main {
        display: flex;
        flex-direction: column;
        gap: 0.6em;
        width: 100%;
        height: 100%;
        padding: 1.3em 2em 0.5em;
        overflow: hidden auto;
        font-size: var(--type);
        line-height: 1.3;
        cursor: default;
      }
      h1 {
        margin: 0;
        font-size: 1em;
        font-weight: 650;
        line-height: 1.2;
        letter-spacing: -0.01em;
        overflow-wrap: anywhere;
        text-wrap: balance;
      }
      h1:focus {
        outline: none;
      }
      code {
        font-size: 0.92em;
      }
      .space {
        flex: 1 1 0;
      }
      .opening h1 {
        font-size: clamp(1.4em, 4.6vw, 2em);
      }
      .question {
        font-size: 1.1em;
        color: var(--accent);
      }
      .scene {
        max-width: 46em;
        font-size: 0.75em;
        color: var(--quiet);
      }
      .points {
        display: grid;
        gap: 0.35em;
        padding-left: 1.1em;
        font-size: 0.75em;
        list-style: disc;
      }
      .choices {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 13em), 1fr));
        gap: 0.5em;
        font-size: 0.7em;
      }
      .large .choices {
        font-size: 0.85em;
      }
      .choices button {
        display: flex;
        align-items: baseline;
        gap: 0.6em;
        width: 100%;
        height: 100%;
        min-height: 40px;
        padding: 0.4em 0.7em;
        border: 2px solid var(--line);
        text-align: left;
        white-space: normal;
      }
      .choices button[aria-disabled="true"] {
        cursor: default;
      }
      .letter {
        flex: none;
        min-width: 1.6em;
        padding: 0 0.3em;
        border: 1px solid var(--line-strong);
        border-radius: 0.3em;
        font-weight: 700;
        text-align: center;
      }
      .text {
        flex: 1;
        min-width: 0;
        overflow-wrap: anywhere;
      }
      .mark {
        flex: none;
        font-size: 0.85em;
        font-weight: 650;
        white-space: nowrap;
      }
      .choices button.guess {
        border-color: var(--accent);
        background: var(--accent-ground);
      }
      .choices button.right {
        border-color: var(--good);
        border-width: 4px;
        padding: calc(0.4em - 2px) calc(0.7em - 2px);
        background: var(--good-ground);
        font-weight: 650;
      }
      .right .mark {
        color: var(--good);
      }
      .answer {
        font-size: 0.75em;
        text-wrap: pretty;
      }
      .map {
        flex: 1 1 0;
        display: grid;
        grid-template: minmax(0, 1fr) / fit-content(22%) minmax(0, 1fr);
        gap: 0 0.4em;
        min-height: 130px;
      }
      /* A name is never broken, so a track alone would give it all the width it wants. */
      .names {
        position: relative;
        max-width: 24vw;
        overflow: hidden;
        font-size: max(12px, 0.45em);
        line-height: ${LINE};
      }
      .names span {
        display: block;
        overflow: hidden;
        text-align: right;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      /* The widest of them gives the column its width. */
      .names span {
        height: 0;
        visibility: hidden;
      }
      .names span > b {
        position: absolute;
        top: calc(var(--top) * 1px);
        right: 0;
        max-width: 100%;
        overflow: hidden;
        font-weight: 400;
        text-overflow: ellipsis;
        visibility: visible;
      }
      .frame {
        position: relative;
        min-width: 0;
        border: 1px solid var(--line);
      }
      canvas {
        position: absolute;
        inset: 0;
        width: 100%;
        height: 100%;
        image-rendering: pixelated;
      }
      .frame i {
        position: absolute;
        inset: calc(var(--top) * 100%) 0 auto;
        height: 1px;
        background: #fff8;
      }
      canvas.waiting {
        visibility: hidden;
      }
      pre {
        --least: 12px;
        flex: 1 1 0;
        container-type: size;
        min-height: 130px;
        margin: 0;
        font-size: inherit;
      }
      pre > code {
        display: block;
        padding: 0.6em 0;
        font-size: clamp(
          var(--least),
          min(calc(100cqw / (var(--columns) + 4) / 0.61), calc(100cqh / (var(--rows) + 1.2) / 1.4)),
          1.1em
        );
        line-height: 1.4;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      .line {
        display: block;
        padding-left: 3.6ch;
        text-indent: -1.8ch;
      }
      .line::before {
        display: inline-block;
        width: 1.8ch;
        content: "";
        text-indent: 0;
      }
      .line.added {
        background: var(--added);
        text-decoration: none;
        font-weight: 650;
      }
      .line.removed {
        background: var(--removed);
      }
      .line.added::before {
        content: "+";
      }
      .line.removed::before {
        content: "−";
      }
      .keyword {
        color: var(--code-keyword);
      }
      .type {
        color: var(--code-type);
      }
      .string {
        color: var(--code-string);
      }
      .number {
        color: var(--code-number);
      }
      .foot {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: flex-end;
        gap: 0 1em;
        font-size: max(13px, 0.48em);
        color: var(--quiet);
      }
      .foot p {
        flex: 1 1 18em;
      }
      .foot div {
        display: flex;
        align-items: center;
        gap: 4px;
        font-variant-numeric: tabular-nums;
      }
      .foot span {
        padding-right: 0.6em;
        white-space: nowrap;
      }
      .foot button {
        min-width: 2.4em;
        min-height: 2.1em;
        border-color: transparent;
        background: none;
      }
      .foot button:hover {
        background: var(--raised);
      }
      @media (max-width: 899px) {
        pre {
          --least: 14.5px;
        }
        main {
          padding: 0.8em 0.75em 0.3em;
        }
        .choices,
        .large .choices {
          font-size: 0.8em;
        }
        .choices button {
          padding-block: 0.2em;
        }
        .answer,
        .points,
        .scene {
          font-size: 0.8em;
        }
        .names {
          max-width: 32vw;
        }
        .foot button {
          min-width: 44px;
          min-height: 40px;
        }
      }
      /* Too low for a statement of its own height: the slide scrolls. */
      @media (max-height: 599px) {
        main > * {
          flex-shrink: 0;
        }
        pre {
          flex: none;
          container-type: inline-size;
          min-height: 0;
        }
        pre > code {
          font-size: var(--least);
        }
      }
      @media (forced-colors: active) {
        .choices button.guess,
        .choices button.right {
          border-color: Highlight;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.high = 0;
    this.line = 0;
  }

  get #stage(): Stage | undefined {
    return this.state.play?.stage;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const stage = this.#stage;
    if (!stage?.presented) return;
    if (this.#of !== stage.file) {
      this.#of = stage.file;
      this.#slides = slidesOf(stage.file, sitting(stage));
      this.#usual = new Map();
    }
    const { results } = this.state;
    if (!changed.has("state") || results === changed.get("state")?.results) return;
    // A run follows what is shown, so results are of the slide that is.
    if (!results || results.answer.progress < 1) return;
    const run = this.#runOf(stage, stage.presented);
    this.#ran = keyOf(run);
    if (run.nodes === stage.file.run.nodes) {
      const { servedWritesPerSecond } = results.answer.before;
      this.#usual = new Map(this.#usual).set(keyOf(run), servedWritesPerSecond);
    }
  }

  #runOf(stage: Stage, presented: Presented): SlideRun {
    return runOf(this.#slides, presented, stage.file.run.nodes);
  }

  override render(): unknown {
    const stage = this.#stage;
    const presented = stage?.presented;
    const slide = presented && this.#slides[presented.slide];
    if (!stage || !presented || !slide) return nothing;
    const { answer } = slide;
    const picture = pictureOf(slide, presented);
    const isOpening = presented.slide === 0;
    const isAlone = picture.kind === "none";
    return html`<main
        class=${`${isOpening ? "opening" : ""} ${isAlone ? "large" : ""}`}
        aria-label=${`Slide ${presented.slide + 1} of ${this.#slides.length}`}
        @click=${this.#click}
      >
        ${isAlone ? html`<div class="space"></div>` : nothing}
        <h1 tabindex="-1">${drawn(slide.heading)}</h1>
        ${slide.question === "" ? nothing : html`<p class="question">${drawn(slide.question)}</p>`}
        ${this.#sentences(slide, isOpening)}
        ${slide.choices.length > 0 && !presented.mapped ? this.#choices(slide, presented) : nothing}
        ${
          presented.revealed && !presented.mapped && answer && answer.sentence !== ""
            ? html`<p class="answer">${drawn(answer.sentence)}</p>`
            : nothing
        }
        ${isAlone ? html`<div class="space"></div>` : this.#picture(picture)}
        ${this.#foot(stage, presented, picture)}
      </main>
      <p class="unseen" role="status">${this.#spoken(slide, presented)}</p>`;
  }

  #sentences({ sentences }: Slide, isOpening: boolean): unknown {
    if (isOpening) return sentences.map((one) => html`<p class="scene">${drawn(one)}</p>`);
    if (sentences.length === 0) return nothing;
    return html`<ul class="points">
      ${sentences.map((one) => html`<li>${drawn(one)}</li>`)}
    </ul>`;
  }

  #choices({ choices }: Slide, { slide, revealed, guesses }: Presented): TemplateResult {
    return html`<ol class="choices">
      ${choices.map(({ text, right }, choice) => {
        const isGuess = guesses.get(slide) === choice;
        const isRight = revealed && right;
        const marks = [
          isRight ? "✓ right" : "",
          isGuess ? (revealed && !right ? "✗ your guess" : "your guess") : "",
        ];
        return html`<li>
          <button
            class=${`${isGuess ? "guess" : ""} ${isRight ? "right" : ""}`}
            aria-pressed=${isGuess ? "true" : "false"}
            aria-disabled=${revealed ? "true" : "false"}
            @click=${() => this.#do({ do: "guess", choice })}
          >
            <span class="letter">${letterOf(choice)}</span>
            <span class="text">${drawn(text)}</span>
            <span class="mark">${marks.filter(Boolean).join(", ")}</span>
          </button>
        </li>`;
      })}
    </ol>`;
  }

  #picture(picture: Picture): unknown {
    switch (picture.kind) {
      case "map":
        return this.#map();
      case "code":
        return code(picture.lines);
      case "none":
        return nothing;
    }
  }

  #map(): TemplateResult {
    const run = this.state.results?.answer.before;
    const shown = this.#names(run);
    return html`<div class="map">
      <div class="names" aria-hidden="true">
        ${shown.map(
          ({ band, top }) =>
            html`<span>${band.object}<b ${cssVariables({ "--top": top })}>${band.object}</b></span>`,
        )}
      </div>
      <div class="frame">
        <canvas class=${run ? "" : "waiting"} role="img" aria-label=${this.#described(run)}></canvas>
        ${shown.map(({ from }) => (from > 0 ? html`<i ${cssVariables({ "--top": from })}></i>` : nothing))}
      </div>
    </div>`;
  }

  /** Tables and indexes that are named: the hot ones before others, and none over another. */
  #names(run: RunAnswer | undefined): readonly Name[] {
    if (!run || this.high < 1 || this.line < 1) return [];
    const bands = run.bands.map((band) => ({
      ...{ band, from: band.firstRow / run.rows },
      to: (band.firstRow + band.rows) / run.rows,
    }));
    return names(bands, this.high, (band) => this.#peakOf(band) >= HOT, this.line).shown;
  }

  #peakOf({ object }: Band): number {
    const peaks = this.state.results?.before.peaks ?? [];
    return peaks.find((one) => one.object === object)?.share ?? 0;
  }

  /** The map in words. */
  #described(run: RunAnswer | undefined): string {
    if (!run) return "Map";
    const hot = run.bands
      .map((band) => ({ band, share: this.#peakOf(band) }))
      .sort((a, b) => b.share - a.share)[0];
    const hottest = hot ? ` Hottest: ${hot.band.object}, at ${againstLimit(hot.share)}.` : "";
    return `Map: keys from top to bottom, time from left to right.${hottest}`;
  }

  #foot(stage: Stage, presented: Presented, picture: Picture): TemplateResult {
    const turn = (to: "next" | "previous") => () => this.#do({ do: "turn", to });
    return html`<div class="foot">
      <p>${presented.slide === 0 ? HELP : picture.kind === "map" ? this.#caption(stage, this.#runOf(stage, presented)) : nothing}</p>
      ${picture.kind === "map" ? this.#nodes(stage, presented) : nothing}
      <div>
        <span>${presented.slide + 1} / ${this.#slides.length}</span>
        <button aria-label="Back" @click=${turn("previous")}>←</button>
        <button aria-label="Next" @click=${turn("next")}>→</button>
        <button
          aria-label="Leave the slides"
          @click=${() => this.#do({ do: "present", slide: undefined })}
        >
          Esc
        </button>
      </div>
    </div>`;
  }

  /** A remote for the nodes of the map. */
  #nodes(stage: Stage, presented: Presented): TemplateResult {
    const { nodes } = this.#runOf(stage, presented);
    const [least, most] = LIMITS.nodes;
    const button = (to: "half" | "twice", sign: string, off: boolean) =>
      html`<button
        aria-label=${to === "half" ? "Half the nodes" : "Twice the nodes"}
        aria-disabled=${off ? "true" : "false"}
        @click=${() => this.#do({ do: "nodes", to })}
      >
        ${sign}
      </button>`;
    return html`<div role="group" aria-label="Nodes">
      ${button("half", "−", nodes <= least)}
      <span>${count(nodes, "node")}</span>
      ${button("twice", "+", nodes >= most)}
    </div>`;
  }

  /** What ran, and what it served; on other nodes than the lesson's also what those served. */
  #caption({ file }: Stage, run: SlideRun): string {
    const { results, engine } = this.state;
    if (engine === "failed") return "The engine has stopped. Leave the slides to start it again.";
    if (!results || this.#ran !== keyOf(run)) return "Running…";
    const { servedWritesPerSecond: served, offeredWritesPerSecond: offered } =
      results.answer.before;
    const nodes = count(run.nodes, "node");
    const usual = this.#usual.get(keyOf({ ...run, nodes: file.run.nodes }));
    const others =
      run.nodes !== file.run.nodes && usual !== undefined
        ? ` ${count(file.run.nodes, "node")}: ${rounded(usual)}.`
        : "";
    const done = typeof run.schema === "number" ? "With the tasks so far. " : "";
    const which = run.schema === "solution" ? "With the solution. " : done;
    return `${which}${nodes}: ${rounded(served)} of ${number(Math.round(offered))} writes/s served.${others} Keys from top to bottom, ${count(file.run.minutes, "minute")} from left to right.`;
  }

  /** The slide, for those who hear it. */
  #spoken(slide: Slide, presented: Presented): string {
    const { choices, answer } = slide;
    if (presented.mapped) return "The map once the task is done.";
    const letters = choices.map(({ text }, at) => `${letterOf(at)}: ${text}.`);
    if (presented.revealed && answer) {
      const right = letters.filter((_, at) => choices[at]?.right);
      return withoutCode(unlinked(["Answer.", ...right, answer.sentence].join(" ")));
    }
    const guess = presented.guesses.get(presented.slide);
    const guessed = guess === undefined ? [] : [`Guess: ${letterOf(guess)}.`];
    const at = `Slide ${presented.slide + 1} of ${this.#slides.length}.`;
    const words = [at, slide.heading, slide.question, ...slide.sentences, ...letters, ...guessed];
    return withoutCode(unlinked(words.filter(Boolean).join(" ")));
  }

  #do(action: LessonAction): void {
    learn(this, action);
  }

  /** The right half of a slide leads on, the left one back. */
  readonly #click = (event: MouseEvent): void => {
    const isButton = event.composedPath().some((one) => one instanceof HTMLButtonElement);
    if (isButton || getSelection()?.type === "Range") return;
    this.#do({ do: "turn", to: event.clientX >= innerWidth / 2 ? "next" : "previous" });
  };

  protected override firstUpdated(): void {
    this.renderRoot.querySelector("h1")?.focus({ preventScroll: true });
  }

  protected override updated(changed: PropertyValues<this>): void {
    const canvas = this.renderRoot.querySelector("canvas");
    this.#observer.disconnect();
    if (canvas) this.#observer.observe(canvas);
    const before = changed.get("state");
    const { results, generation } = this.state;
    const isOther = before?.results !== results || before?.generation !== generation;
    if (canvas && changed.has("state") && isOther) this.#paint();
    // What had the focus may have gone with its slide.
    const slide = before?.play?.stage?.presented?.slide;
    const isTurned = slide !== undefined && slide !== this.#stage?.presented?.slide;
    if (isTurned && !this.shadowRoot?.activeElement) {
      this.renderRoot.querySelector("h1")?.focus({ preventScroll: true });
    }
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer.disconnect();
  }

  /** Has the worker paint the map in its size. */
  #paint(): void {
    const canvas = this.renderRoot.querySelector("canvas");
    const { width, height } = this.#size;
    const { results, kept } = this.state;
    if (!canvas || !results || width < 1 || height < 1) return;
    const { palette, log } = kept;
    const whole = { left: 0, right: 1, top: 0, bottom: 1 };
    const ask = { which: "before", view: "keys", width, height, palette, log, ...whole } as const;
    const show = (picture: ImageBitmap) => {
      const context = canvas.getContext("bitmaprenderer");
      if (canvas.width !== picture.width) canvas.width = picture.width;
      if (canvas.height !== picture.height) canvas.height = picture.height;
      context?.transferFromImageBitmap(picture);
    };
    void this.queries.show({ surface: "before keys", ask }, { canvas, show });
  }
}

/** Keys, on the first slide. */
const HELP = "→ or Space: on. ←: back. A, B, C: a guess. F: full screen. Esc: leave.";

/** A run, to be compared. */
function keyOf(run: SlideRun): string {
  return JSON.stringify(run);
}

/** Words with code; a slide has no links. */
function drawn(text: string): unknown[] {
  return pieces(text, undefined).map((one) =>
    one.kind === "code" ? html`<code>${one.text}</code>` : one.text,
  );
}

/** A statement in the largest type that fits. */
function code(lines: readonly CodeLine[]): TemplateResult {
  const columns = Math.max(...lines.map(({ text }) => text.length));
  const piece = ({ text, kind }: { text: string; kind: string }) =>
    kind === "" ? text : html`<span class=${kind}>${text}</span>`;
  // A line break between lines would be one more line of the statement.
  return html`<pre><code ${cssVariables({ "--columns": columns, "--rows": lines.length })}>${lines.map(
    ({ text, change }) => {
      const words = coloured(text).map(piece);
      if (change === "added") return html`<ins class="line added">${words}</ins>`;
      if (change === "removed") return html`<del class="line removed">${words}</del>`;
      return html`<span class="line">${words}</span>`;
    },
  )}</code></pre>`;
}

customElements.define("hotsplit-presenter", PresenterElement);
