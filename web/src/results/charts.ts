/** The charts of both runs over time: throughput and latency. */
import { html, type TemplateResult } from "lit";
import type { RunAnswer } from "../../../pkg/hotsplit.js";
import type { Results, Series } from "../engine/protocol.js";
import type { Frame } from "../state/state.js";
import { rate } from "../ui/words.js";
import type { Line } from "./chart.js";
import "./chart.js";

/** What both charts show. */
export interface ChartView {
  readonly results: Results;
  /** The part of the maps in view: charts show the same time. */
  readonly frame: Frame;
  /** The column of the maps that is marked. */
  readonly column: number | undefined;
}

/** Writes/s: what was asked for, and what both runs served. */
export function drawThroughput(view: ChartView): TemplateResult {
  const { answer, before } = view.results;
  const offered = answer.rateStated ? "asked for" : "assumed";
  const served = summarize(view, (run) => `${rate(run.servedWritesPerSecond)}/s`);
  const lines: Line[] = [
    { name: offered, kind: "offered", values: before.offered },
    ...linesOf(view, (series) => series.served),
  ];
  return html`<hotsplit-chart
    .label=${"Writes/s"}
    .summary=${`${rate(answer.before.offeredWritesPerSecond)}/s ${offered}; served ${served}`}
    .lines=${lines}
    .format=${rate}
    .left=${view.frame.left}
    .right=${view.frame.right}
    .column=${view.column}
  ></hotsplit-chart>`;
}

/** The 99th percentile of latency, with or without the wait at the client. */
export function drawLatency(view: ChartView, at: "client" | "server"): TemplateResult {
  const atClient = at === "client";
  return html`<hotsplit-chart
    .label=${`p99 at the ${at}, ms`}
    .summary=${summarize(view, (run) => `${rate(atClient ? run.clientP99Ms : run.p99Ms)} ms`)}
    .lines=${linesOf(view, (series) => (atClient ? series.clientP99 : series.p99))}
    .log=${true}
    .format=${rate}
    .left=${view.frame.left}
    .right=${view.frame.right}
    .column=${view.column}
  ></hotsplit-chart>`;
}

function linesOf({ results }: ChartView, pick: (series: Series) => Float32Array): Line[] {
  const { before, after } = results;
  return [
    { name: "before", kind: "before", values: pick(before) },
    ...(after ? [{ name: "after", kind: "after" as const, values: pick(after) }] : []),
  ];
}

function summarize({ results }: ChartView, pick: (run: RunAnswer) => string): string {
  const { before, after } = results.answer;
  return `${pick(before)} before${after ? `, ${pick(after)} after` : ""}.`;
}
