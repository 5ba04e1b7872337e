/** What is told of the cell one looks at: beside it on the map, and read out. */
import { html, nothing, type TemplateResult } from "lit";
import type { MetricEntry, Probe } from "../../../../pkg/hotsplit.js";
import { cssVariables } from "../../ui/css-variables.js";
import { againstLimit, amount, clock, number, percent, rate } from "../../ui/words.js";

/** A cell, and what is known of it. */
export interface Content {
  readonly probe: Probe;
  /** What brightness stands for. */
  readonly scale: MetricEntry | undefined;
  /** Its place among all ranges at its time: `2nd hottest`. */
  readonly place: string | undefined;
}

/** The metric that is shown, where it is not told anyway. */
function measured({ probe, scale }: Content): string | undefined {
  if (!scale || scale.metric === "cpu" || probe.value === undefined) return undefined;
  const share = probe.value / scale.full;
  const part = share > 0 && share < 0.0005 ? "under 0.1 %" : percent(share);
  return `${amount(probe.value, scale.unit)}, ${part} of full`;
}

/** The box beside the cell; `under` is how many ranges lie under the point. */
export function tip(content: Content, at: { x: number; y: number }, under: number): TemplateResult {
  const { probe, place, scale } = content;
  const [x, y] = [Math.min(1, Math.max(0, at.x)), Math.min(1, Math.max(0, at.y))];
  const metric = measured(content);
  return html`<div class=${y > 0.5 ? "tip up" : "tip"} ${cssVariables({ "--x": x, "--y": y })}>
    <strong>${probe.keyRange}</strong>
    <dl>
      <dt>Time</dt>
      <dd>${clock(probe.seconds)}</dd>
      ${
        metric === undefined
          ? nothing
          : html`<dt>${scale?.name}</dt>
              <dd>${metric}</dd>`
      }
      <dt>Writes</dt>
      <dd>${number(probe.writesPerSecond)}/s</dd>
      <dt>Of a split</dt>
      <dd>${percent(probe.shareOfSplit)}${place === undefined ? "" : `, ${place}`}</dd>
      <dt>Server ${probe.server}</dt>
      <dd>${percent(probe.serverUtilisation)}</dd>
    </dl>
    ${probe.reason === undefined ? nothing : html`<p><code>${probe.reason}</code></p>`}
    ${under > 1 ? html`<p class="quiet">hottest of ${under} ranges under this point</p>` : nothing}
  </div>`;
}

/** The same in a sentence. */
export function spoken(content: Content): string {
  const { probe, place, scale } = content;
  const metric = measured(content);
  return (
    `${probe.keyRange}, at ${clock(probe.seconds)}: ` +
    `${metric === undefined ? "" : `${scale?.name} ${metric}, `}` +
    `${rate(probe.writesPerSecond)} writes/s, ` +
    `${againstLimit(probe.shareOfSplit)}${place ? `, ${place}` : ""}, ` +
    `server ${probe.server} at ${percent(probe.serverUtilisation)}` +
    `${probe.reason ? `, ${probe.reason}` : ""}.`
  );
}

/** A place among others in words. */
export function ordinal(place: number): string {
  if (place === 1) return "the hottest";
  const last = place % 100 > 10 && place % 100 < 14 ? 0 : place % 10;
  return `${place}${["th", "st", "nd", "rd"][last] ?? "th"} hottest`;
}
