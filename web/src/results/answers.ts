/**
 * `<hotsplit-answers>`: what bought the gain, what nodes and split points would do, what a small
 * test shows, who suffers from a hot neighbour. They come one by one, after the maps.
 */
import {
  css,
  html,
  LitElement,
  nothing,
  type SVGTemplateResult,
  svg,
  type TemplateResult,
} from "lit";
import type {
  AnswersSoFar,
  Between,
  GainStep,
  HeadroomReport,
  NodesPoint,
  SideReport,
} from "../../../pkg/hotsplit.js";
import { cssVariables } from "../ui/css-variables.js";
import { between, isWide } from "../ui/ranges.js";
import { ranked } from "../ui/ranked.js";
import { ticks, within } from "../ui/scale.js";
import { controls } from "../ui/style/controls.js";
import { count, rate, words } from "../ui/words.js";
import { runColours } from "./style.js";

/** A bar of the waterfall: what it is, from where to where, and what it adds. */
interface Bar {
  readonly name: string;
  readonly fixes: string;
  readonly from: number;
  readonly to: number;
  readonly points: number | undefined;
  /** The least and the most of the points. */
  readonly between: Between | undefined;
  readonly served: number;
  readonly servedPoints: number | undefined;
  readonly kind: "before" | "after" | "gain" | "loss";
}

/** A run in the chart of nodes. */
interface Side {
  readonly name: "before" | "after";
  readonly side: SideReport;
  readonly room: HeadroomReport | undefined;
}

/** The end of the range in which more nodes help: nodes, and the writes/s that are reached there. */
interface Knee {
  readonly nodes: number;
  readonly writes: number;
}

/** Where the knee of a run is; none where no key holds the schema back. */
export function kneeOf(room: HeadroomReport | undefined): Knee | undefined {
  const { nodesHarmless: nodes, ceilingWritesPerSecond: ceiling } = room ?? {};
  return nodes === undefined || !ceiling ? undefined : { nodes, writes: ceiling.writesPerSecond };
}

class AnswersElement extends LitElement {
  static override properties = {
    answers: { attribute: false },
    nodes: { attribute: false },
    offered: { attribute: false },
    rateStated: { attribute: false },
    roomBefore: { attribute: false },
    roomAfter: { attribute: false },
    level: { attribute: false },
    shows: { reflect: true },
  };

  declare answers: AnswersSoFar | undefined;
  /** Nodes of the runs. */
  declare nodes: number;
  /** Rows/s that the runs are asked to write. */
  declare offered: number;
  /** Somebody stated that rate. */
  declare rateStated: boolean;
  /** How much room the schema leaves. */
  declare roomBefore: HeadroomReport | undefined;
  /** How much it leaves with the chosen fixes. */
  declare roomAfter: HeadroomReport | undefined;
  /** Level of its first heading, where that is not 2: see `ranked`. */
  declare level: number | undefined;
  /** Only what more nodes buy, or only the others; all of them where it is not set. */
  declare shows: "nodes" | "others" | undefined;

  static override styles = [
    controls,
    runColours,
    css`
      :host {
        container-type: inline-size;
      }
      :host([shows="nodes"]) .all {
        grid-template-columns: minmax(0, 1fr);
        min-height: 240px;
      }
      .nodes {
        display: grid;
        gap: 8px;
      }
      @container (min-width: 621px) {
        :host([shows="nodes"]) .nodes {
          grid-template: auto auto 1fr / minmax(0, 3fr) minmax(0, 2fr);
          gap: 8px 24px;
        }
        :host([shows="nodes"]) .nodes > :not(.said) {
          grid-column: 1;
        }
        :host([shows="nodes"]) .nodes > .said {
          grid-area: 1 / 2 / -1;
          align-content: start;
          gap: 12px;
        }
      }
      .all {
        display: grid;
        grid-template-columns: repeat(2, minmax(0, 1fr));
        gap: 18px 28px;
      }
      section {
        display: grid;
        align-content: start;
        gap: 6px;
        min-width: 0;
      }
      h3 {
        font-size: var(--size);
      }
      p {
        max-width: 72ch;
        text-wrap: pretty;
      }
      small {
        color: var(--quiet);
        font-size: var(--small);
      }
      .gain {
        --colour: var(--good);
      }
      .loss {
        --colour: var(--error);
      }
      .said {
        display: grid;
        gap: 4px;
      }
      .said b {
        display: inline-flex;
        align-items: center;
        gap: 5px;
        font-weight: 600;
      }
      .said b::before {
        content: "";
        width: 8px;
        height: 8px;
        border-radius: 2px;
        background: var(--colour);
      }
      table {
        width: 100%;
      }
      td.n {
        white-space: nowrap;
      }
      th[scope="row"] {
        width: 30%;
      }
      th[scope="row"] small {
        display: block;
      }
      .bar {
        width: 30%;
        min-width: 60px;
        padding-right: 12px;
      }
      @container (max-width: 460px) {
        th,
        td {
          padding-right: 4px;
          overflow-wrap: anywhere;
        }
        td.n {
          white-space: normal;
        }
        .bar {
          width: 16%;
          min-width: 24px;
          padding-right: 4px;
        }
      }
      .bar svg {
        display: block;
        width: 100%;
        height: 18px;
        border-radius: 2px;
        background: var(--sunken);
      }
      rect {
        fill: var(--colour);
      }
      .plot {
        position: relative;
        height: 170px;
        margin: 4px 8px 20px 46px;
        border: 1px solid var(--line);
        border-radius: 3px;
      }
      .plot svg {
        position: absolute;
        inset: 0;
        width: 100%;
        height: 100%;
        overflow: visible;
      }
      path {
        fill: none;
        stroke: var(--colour);
        stroke-width: 2;
        vector-effect: non-scaling-stroke;
      }
      path.after {
        stroke-width: 3;
      }
      path.grid {
        stroke: var(--line);
        stroke-width: 1;
      }
      path.band {
        fill: var(--colour);
        fill-opacity: 0.18;
        stroke: none;
      }
      path.even {
        stroke-width: 1;
        stroke-dasharray: 6 4;
      }
      path.asked {
        stroke: var(--quiet);
        stroke-dasharray: 2 3;
      }
      path.now {
        stroke: var(--line-strong);
        stroke-width: 1;
      }
      .plot b {
        position: absolute;
        left: calc(var(--x) * 100%);
        top: calc((1 - var(--y)) * 100%);
        width: 11px;
        height: 11px;
        border: 3px solid var(--colour);
        border-radius: 50%;
        background: var(--panel);
        translate: -50% -50%;
      }
      .plot span {
        position: absolute;
        color: var(--quiet);
        font-size: var(--tiny);
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
      }
      .y {
        right: calc(100% + 5px);
        top: calc((1 - var(--at)) * 100%);
        translate: 0 -50%;
      }
      .x {
        top: calc(100% + 3px);
        left: calc(var(--at) * 100%);
        translate: -50% 0;
      }
      .key {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 14px;
        color: var(--quiet);
        font-size: var(--small);
      }
      .key span {
        display: inline-flex;
        align-items: center;
        gap: 5px;
      }
      .key i {
        width: 14px;
        border-top: 2px solid var(--colour);
      }
      .key .after i {
        border-top-width: 3px;
      }
      .key .even i {
        border-top: 2px dashed var(--quiet);
      }
      .key .band i {
        height: 9px;
        border: 0;
        background: var(--quiet);
        opacity: 0.4;
      }
      .key .knee i {
        width: 9px;
        height: 9px;
        border: 2px solid var(--quiet);
        border-radius: 50%;
      }
      .key .asked i {
        border-top: 2px dotted var(--quiet);
      }
      .scroll {
        max-height: 220px;
        overflow: auto;
      }
      @container (max-width: 720px) {
        .all {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  constructor() {
    super();
    this.nodes = 0;
    this.offered = 0;
    this.rateStated = true;
  }

  override render(): TemplateResult {
    const { answers } = this;
    if (!answers) {
      return this.shows === "others"
        ? html``
        : html`<p class="quiet" role="status">Computing the effect of more nodes…</p>`;
    }
    if (this.shows === "nodes") return html`<div class="all">${this.#nodes(answers)}</div>`;
    const busy = answers.progress < 1;
    return html`
      <p class="unseen" role="status">
        ${busy ? "Working out answers" : "All answers are worked out"}
      </p>
      <div class="all" aria-busy=${busy ? "true" : "false"}>
        ${this.shows === "others" ? nothing : this.#nodes(answers)} ${this.#gains(answers)}
        ${this.#said("With split points", answers, (side) => side.splitPoints?.words)}
        ${this.#said("A small test", answers, (side) => side.smallTest?.words)}
        ${this.#said("A noisy neighbour", answers, (side) => side.neighbour?.words)}
      </div>
      ${busy ? html`<p class="quiet">Working out more… ${Math.round(answers.progress * 100)} %</p>` : nothing}
    `;
  }

  /** A sentence for each run, under a heading; nothing while there is none. */
  #said(
    heading: string,
    answers: AnswersSoFar,
    pick: (side: SideReport) => string | undefined,
  ): TemplateResult | typeof nothing {
    const before = pick(answers.before);
    const after = answers.after && pick(answers.after);
    if (before === undefined && after === undefined) return nothing;
    const line = (kind: string, name: string, text: string | undefined) =>
      text === undefined
        ? nothing
        : html`<p class=${kind}>${answers.after ? html`<b>${name}</b> ` : nothing}${words(text)}</p>`;
    return html`<section>
      <h3 ${ranked(this.level)}>${heading}</h3>
      <div class="said">${line("before", "Before.", before)} ${line("after", "After.", after)}</div>
    </section>`;
  }

  #gains(answers: AnswersSoFar): TemplateResult | typeof nothing {
    const { gains, alone } = answers;
    if (gains.length === 0) return nothing;
    const bars = barsOf(answers);
    const most = Math.max(...bars.flatMap((bar) => [bar.from, bar.to]), 1);
    const share = (value: number) => (100 * value) / most;
    return html`<section id="gains">
      <h3 ${ranked(this.level)}>What each fix contributes</h3>
      <p>
        <small>
          Sustained writes/s when the fixes are added in groups: keys, then interleaving, then indexes. In another order the shares differ, but the sum does not. Points are percentage points of the rate before.
        </small>
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col" class="bar"><span class="unseen">Bar</span></th>
            <th scope="col" class="n">Sustains</th>
            <th scope="col" class="n">Adds</th>
            <th scope="col" class="n">Served adds</th>
          </tr>
        </thead>
        <tbody>
          ${bars.map(
            (bar) => html`<tr>
              <th scope="row">${bar.name}${bar.fixes ? html`<small>${bar.fixes}</small>` : nothing}</th>
              <td class="bar">
                <svg class=${bar.kind} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                  ${svg`<rect
                    x=${share(Math.min(bar.from, bar.to))}
                    width=${Math.max(0.8, share(Math.abs(bar.to - bar.from)))}
                    height="10"
                  ></rect>`}
                </svg>
              </td>
              <td class="n">${rate(bar.to)}/s</td>
              <td class="n">${pointsBetween(bar.points, bar.between)}</td>
              <td class="n">${points(bar.servedPoints)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
      ${alone.length > 0 ? this.#alone(alone) : nothing}
    </section>`;
  }

  #alone(alone: readonly GainStep[]): TemplateResult {
    return html`<details>
      <summary>Each fix alone</summary>
      <p><small>Without the others, so these do not add up.</small></p>
      <table>
        <thead>
          <tr>
            <th scope="col">Fix</th>
            <th scope="col" class="n">Sustains</th>
            <th scope="col" class="n">Adds</th>
            <th scope="col" class="n">Served adds</th>
          </tr>
        </thead>
        <tbody>
          ${alone.map(
            (step) => html`<tr>
              <th scope="row">
                ${fixesOf(step)}${step.waiting > 0 ? html`<small>requires the others</small>` : nothing}
              </th>
              <td class="n">${rate(step.sustainableWritesPerSecond)}/s</td>
              <td class="n">
                ${pointsBetween(step.sustainablePoints, step.sustainablePointsBetween)}
              </td>
              <td class="n">${points(step.servedPoints)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </details>`;
  }

  #nodes({ before, after }: AnswersSoFar): TemplateResult | typeof nothing {
    const sides: Side[] = [
      { name: "before", side: before, room: this.roomBefore },
      ...(after ? [{ name: "after" as const, side: after, room: this.roomAfter }] : []),
    ];
    const all = sides.flatMap(({ side }) => side.throughput);
    if (all.length < 2) return nothing;
    const guessed = all.some((point) => !point.exact);
    return html`<section id="nodes">
      <h3 ${ranked(this.level)}>Effect of more nodes</h3>
      <div class="nodes">
        <div class="said">
          ${sides.map(({ name, side, room }) => {
            const knee = kneeWords({ name, side, room }, false).join("");
            return html`<p class=${name}>
              ${after ? html`<b>${name === "before" ? "Before." : "After."}</b> ` : nothing}${side.needed ? words(side.needed.words) : nothing}
              ${knee === "" ? nothing : html`<span class="knee-words">${knee.charAt(0).toUpperCase()}${knee.slice(1)}.</span>`}
            </p>`;
          })}
          <p>
            <small>
              Rows/s with no server above 100 %, after all possible splits.
              ${guessed ? "Estimated with short simulation runs where the load is uneven." : ""}
            </small>
          </p>
        </div>
        <p class="key" aria-hidden="true">
          ${sides.map(({ name }) => html`<span class=${name}><i></i>sustained ${name}</span>`)}
          <span class="band"><i></i>range</span>
          <span class="even"><i></i>if every key were spread</span>
          ${sides.some(({ room }) => kneeOf(room)) ? html`<span class="knee"><i></i>more nodes stop helping</span>` : nothing}
          <span class="asked"><i></i>${this.rateStated ? "asked for" : "assumed load"}</span>
        </p>
        ${this.#plot(sides)}
        <details>
          <summary>As a table</summary>
          <div class="scroll" tabindex="0" role="region" aria-label="Sustained writes/s by nodes">
            <table>
              <thead>
                <tr>
                  <th scope="col" class="n">Nodes</th>
                  ${sides.map(({ name }) => html`<th scope="col" class="n">Sustained ${name}</th>`)}
                </tr>
              </thead>
              <tbody>
                ${before.throughput.map(
                  (point, at) => html`<tr>
                    <td class="n">${point.nodes}</td>
                    ${sides.map(({ side }) => {
                      const value = side.throughput[at];
                      return html`<td class="n">${value ? sustained(value) : ""}</td>`;
                    })}
                  </tr>`,
                )}
              </tbody>
            </table>
          </div>
        </details>
      </div>
    </section>`;
  }

  #plot(sides: readonly Side[]): TemplateResult {
    const all = sides.flatMap(({ side }) => side.throughput);
    const most = Math.max(...all.map((point) => point.nodes));
    // Even load is the same share of each node, so it grows with nodes.
    const evens = sides.flatMap(({ name, room }) => {
      const now = room?.capacityEvenWritesPerSecond;
      return now === undefined || this.nodes === 0 ? [] : [{ name, at: (now * most) / this.nodes }];
    });
    const top = Math.max(
      this.offered,
      ...evens.map(({ at }) => at),
      ...all.map((point) => point.sustainableBetween.high),
    );
    const marks = ticks(top, 4);
    const height = marks.at(-1) ?? 1;
    const x = (nodes: number) => 100 * within(nodes, 0, most);
    const y = (value: number) => 100 * (1 - within(value, 0, height));
    const line = (points: readonly NodesPoint[]) =>
      points
        .map((point, at) => `${at ? "L" : "M"}${x(point.nodes)} ${y(point.sustainable)}`)
        .join("");
    const summary = sides
      .map(({ name, side }) => {
        const [first, last] = [side.throughput[0], side.throughput.at(-1)];
        if (!first || !last) return "";
        return `${name}: ${rate(first.sustainable)}/s with ${first.nodes}, ${rate(last.sustainable)}/s with ${last.nodes}`;
      })
      .concat(sides.flatMap((side) => kneeWords(side, sides.length > 1)))
      .concat(
        evens.map(
          ({ name, at }) => `${name}, if every key were spread: ${rate(at)}/s with ${most}`,
        ),
      )
      .join("; ");
    const bands = sides.map(({ name, side }) => {
      const ends = (end: "low" | "high") =>
        side.throughput.map((point) => `${x(point.nodes)} ${y(point.sustainableBetween[end])}`);
      const around = [...ends("low"), ...ends("high").reverse()];
      return svg`<path class=${`band ${name}`} d=${`M${around.join("L")}Z`}></path>`;
    });
    const paths: SVGTemplateResult[] = sides.map(
      ({ name, side }) => svg`<path class=${name} d=${line(side.throughput)}></path>`,
    );
    return html`<div class="plot">
      <svg
        role="img"
        aria-label=${`Sustained writes/s by nodes. ${summary}.`}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
      >
        ${marks.map((mark) => svg`<path class="grid" d=${`M0 ${y(mark)}H100`}></path>`)}
        ${evens.map(({ name, at }) => svg`<path class=${`even ${name}`} d=${`M0 100L100 ${y(at)}`}></path>`)}
        ${svg`<path class="now" d=${`M${x(this.nodes)} 0V100`}></path>`}
        ${svg`<path class="asked" d=${`M0 ${y(this.offered)}H100`}></path>`} ${bands} ${paths}
      </svg>
      ${marks.map((mark) => html`<span class="y" aria-hidden="true" ${cssVariables({ "--at": mark / height })}>${rate(mark)}</span>`)}
      ${sides.map((side) => {
        const knee = kneeOf(side.room);
        return knee && knee.nodes <= most
          ? html`<b
              class=${side.name}
              title=${kneeWords(side, sides.length > 1).join("")}
              ${cssVariables({ "--x": knee.nodes / most, "--y": Math.min(1, knee.writes / height) })}
            ></b>`
          : nothing;
      })}
      ${axis(most, this.nodes).map(
        (nodes) =>
          html`<span class="x" aria-hidden="true" ${cssVariables({ "--at": nodes / most })}
            >${nodes === this.nodes ? `${nodes} now` : nodes}</span
          >`,
      )}
    </div>`;
  }
}

/** Where more nodes stop helping, in words. */
function kneeWords({ name, room }: Side, both: boolean): string[] {
  const knee = kneeOf(room);
  if (!knee) return [];
  const words =
    knee.nodes < 2
      ? "a second node does not help"
      : `from ${count(Math.ceil(knee.nodes), "node")} more do not help`;
  return [`${both ? `${name}: ` : ""}${words} (${rate(knee.writes)} writes/s)`];
}

/** Numbers of nodes to write at the axis: what there is, and round ones that keep away from it. */
function axis(most: number, now: number): number[] {
  const round = ticks(most, 5).filter((nodes) => nodes <= most && nodes >= 1);
  const apart = round.filter((nodes) => Math.abs(nodes - now) > most / 10);
  return [...apart, now].filter((nodes) => nodes <= most);
}

/** Percentage points with their sign. */
function points(value: number | undefined): string {
  if (value === undefined) return "";
  const digits = Math.abs(value) < 10 ? 1 : 0;
  const text = Math.abs(value).toLocaleString("en", { maximumFractionDigits: digits });
  return text === "0" ? "0" : `${value > 0 ? "+" : "−"}${text}`;
}

/** The same as a range, where its ends read differently. */
function pointsBetween(value: number | undefined, range: Between | undefined): string {
  if (!range || points(range.low) === points(range.high)) return points(value);
  return between(points(range.low), points(range.high));
}

/** What an instance sustains, as a range where that is wide. */
function sustained({ sustainable, sustainableBetween: { low, high } }: NodesPoint): string {
  return isWide(low, high)
    ? between(`${rate(low)}/s`, `${rate(high)}/s`)
    : `${rate(sustainable)}/s`;
}

/** The fixes of a step, each with what it was chosen for. */
function fixesOf({ fixes }: GainStep): string {
  return fixes
    .map(({ short, finding }) => `${short} ${finding.split(" ").slice(1).join(" ")}`)
    .join(", ");
}

/** The waterfall: as it is, each step, all together. */
export function barsOf(answers: AnswersSoFar): Bar[] {
  const first = answers.sustainableWritesPerSecond;
  const bars: Bar[] = [
    {
      name: "Before",
      fixes: "",
      from: 0,
      to: first,
      points: undefined,
      between: undefined,
      served: answers.servedWritesPerSecond,
      servedPoints: undefined,
      kind: "before",
    },
  ];
  for (const step of answers.gains) {
    const from = bars.at(-1)?.to ?? first;
    const to = step.sustainableWritesPerSecond;
    bars.push({
      name: step.family.charAt(0).toUpperCase() + step.family.slice(1),
      fixes: fixesOf(step),
      from,
      to,
      points: step.sustainablePoints,
      between: step.sustainablePointsBetween,
      served: step.servedWritesPerSecond,
      servedPoints: step.servedPoints,
      kind: to < from ? "loss" : "gain",
    });
  }
  const last = bars.at(-1);
  const sum = (pick: (step: GainStep) => number) =>
    answers.gains.reduce((all, step) => all + pick(step), 0);
  bars.push({
    name: "After",
    fixes: "",
    from: 0,
    to: last?.to ?? first,
    points: sum((step) => step.sustainablePoints),
    // With one step it is that of the step; those of several do not add up.
    between: answers.gains.length === 1 ? answers.gains[0]?.sustainablePointsBetween : undefined,
    served: last?.served ?? answers.servedWritesPerSecond,
    servedPoints: sum((step) => step.servedPoints),
    kind: "after",
  });
  return bars;
}

customElements.define("hotsplit-answers", AnswersElement);
