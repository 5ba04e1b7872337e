/** How much room a key leaves: the rate it holds the schema at, its share, and the real rate to state. */
import { html, nothing, type TemplateResult } from "lit";
import type { Analysis, Finding, TableLoad } from "../../../pkg/hotsplit.js";
import { send } from "../state/actions.js";
import { typedRate } from "./typed-rate.js";
import { count, number, percent, rounded, withoutCode } from "./words.js";

/** The list a finding stands in. */
interface List extends EventTarget {
  /** The schema cannot be changed. */
  readonly fixed: boolean;
  readonly analysis: Analysis | undefined;
}

/** A rate of a table that a directive may state. */
interface Rate {
  /** The directive: `writes`. */
  readonly name: "writes" | "updates";
  /** In words: `inserts`. */
  readonly what: string;
  readonly perSecond: number;
}

/** What a key leaves room for, in words; none for a finding that is not about load. */
export function roomFacts(finding: Finding): string[] {
  const { share, ceilingWritesPerSecond: ceiling, nodesHarmless, rateStated } = finding;
  if (share === undefined) return [];
  const range =
    ceiling?.low === undefined || ceiling.high === undefined
      ? ""
      : ` (${rounded(ceiling.low)} to ${rounded(ceiling.high)})`;
  const holds = `limits the schema to about ${rounded(ceiling?.writesPerSecond ?? 0)} writes/s${range}`;
  return [
    ...(ceiling ? [holds] : []),
    ...(nodesHarmless === undefined ? [] : [harmlessUpTo(nodesHarmless)]),
    `${rateStated ? "share at the stated rates" : "assumed share"}: ${percent(share)}`,
  ];
}

/** The same, with fields for the real rates. */
export function roomOf(from: List, finding: Finding): TemplateResult | typeof nothing {
  const facts = roomFacts(finding);
  if (facts.length === 0) return nothing;
  return html`<div class="room">
    <div class="facts">${facts.map((fact) => html`<span>${fact}</span>`)}</div>
    ${finding.rateStated || from.fixed ? nothing : realRate(from, finding)}
  </div>`;
}

/** Up to how many nodes a key does no harm. */
function harmlessUpTo(nodes: number): string {
  if (nodes < 2) return "a second node does not help";
  return nodes >= 1_000
    ? "harmless up to 1,000 nodes and more"
    : `harmless up to ${count(Math.floor(nodes), "node")}`;
}

/** Fields for the real rates of the finding's table: each is written into the schema. */
export function realRate(
  from: List,
  { object }: Pick<Finding, "object">,
): TemplateResult | typeof nothing {
  const { analysis } = from;
  const about = analysis?.objects.find((one) => one.name === object);
  const table = about && about.kind !== "table" ? about.of : object;
  const load = analysis?.tables.find((one) => one.table === table);
  if (!load) return nothing;
  const asks = analysis?.headroom.askFor === load.table;
  return html`<div class="rates">
    ${ratesOf(load).map((rate) => rateForm(from, load.table, rate))}
    ${asks ? html`<p class="quiet">Stating this rate narrows the range most.</p>` : nothing}
  </div>`;
}

/** Rates of a table that nobody stated, inserts first. */
function ratesOf({ inserts, updates }: TableLoad): Rate[] {
  const all = [
    { name: "writes", what: "inserts", ...inserts },
    { name: "updates", what: "updates", ...updates },
  ] as const;
  return all.filter(({ stated, perSecond }) => !stated && perSecond > 0);
}

function rateForm(from: List, table: string, { name, what, perSecond }: Rate): TemplateResult {
  const state = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const field = event.target.querySelector("input");
    const value = field?.value.trim() ?? "";
    if (value === "") field?.focus();
    else send(from, { do: "state", table, name, value: typedRate(value) ?? value });
  };
  return html`<form novalidate @submit=${state}>
    <label>
      Real ${what}/s of <code>${withoutCode(table)}</code>
      <input
        type="text"
        inputmode="decimal"
        autocomplete="off"
        aria-label=${`Real ${what}/s of ${withoutCode(table)}`}
        placeholder=${`assumed: ${number(Number(perSecond.toPrecision(2)))}`}
      />
    </label>
    <button title=${`writes the directive ${name}= into the schema`}>State it</button>
  </form>`;
}
