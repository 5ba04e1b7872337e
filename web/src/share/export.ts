/** What a person takes along: text made of the engine's answers, and no decisions. */
import type {
  Analysis,
  AnswersSoFar,
  Chosen,
  Finding,
  Range,
  RunAnswer,
  RunRanges,
} from "../../../pkg/hotsplit.js";
import type { Results } from "../engine/protocol.js";
import { SEVERITY_WORDS } from "../ui/order.js";
import { at, headlineOf, ranged, rangesOf } from "../ui/ranges.js";
import { againstLimit, clock, count, number, percent } from "../ui/words.js";

/** One measured number: its name in words and in tables, and how it is shown. */
interface Measure {
  readonly name: string;
  /** Its column in a table for programs, with the unit. */
  readonly id: string;
  readonly of: (run: RunAnswer) => number | undefined;
  readonly show: (value: number) => string;
  /** A run that does not read has nothing to show here. */
  readonly reads?: true;
}

const perSecond = (value: number) => `${number(Math.round(value))}/s`;
const ms = (value: number) => `${number(value)} ms`;
const whole = (value: number) => number(value);

/** The numbers of a run, in the order in which reports give them. */
const MEASURES: readonly Measure[] = [
  {
    name: "Writes offered",
    id: "offered_writes_per_second",
    of: (run) => run.offeredWritesPerSecond,
    show: perSecond,
  },
  {
    name: "Writes served",
    id: "served_writes_per_second",
    of: (run) => run.servedWritesPerSecond,
    show: perSecond,
  },
  {
    name: "Sustainable writes",
    id: "sustainable_writes_per_second",
    of: (run) => run.sustainableWritesPerSecond,
    show: perSecond,
  },
  { name: "Commit p50 at the server", id: "p50_ms", of: (run) => run.p50Ms, show: ms },
  { name: "Commit p99 at the server", id: "p99_ms", of: (run) => run.p99Ms, show: ms },
  {
    name: "Reads offered",
    id: "reads_offered_per_second",
    of: (run) => run.readsOfferedPerSecond,
    show: perSecond,
    reads: true,
  },
  {
    name: "Reads served",
    id: "reads_served_per_second",
    of: (run) => run.readsServedPerSecond,
    show: perSecond,
    reads: true,
  },
  {
    name: "Read p50 at the server",
    id: "read_p50_ms",
    of: (run) => run.readP50Ms,
    show: ms,
    reads: true,
  },
  {
    name: "Read p99 at the server",
    id: "read_p99_ms",
    of: (run) => run.readP99Ms,
    show: ms,
    reads: true,
  },
  {
    name: "Hottest server",
    id: "server_utilisation_max",
    of: (run) => run.serverUtilisationMax,
    show: percent,
  },
  {
    name: "Mean of the servers",
    id: "server_utilisation_mean",
    of: (run) => run.serverUtilisationMean,
    show: percent,
  },
  { name: "Servers", id: "servers", of: (run) => run.servers, show: whole },
  {
    name: "Hottest key range",
    id: "peak_share_of_split",
    of: (run) => run.peakShare,
    show: againstLimit,
  },
  { name: "Splits at the end", id: "splits", of: (run) => run.splits, show: whole },
  { name: "Splits moved", id: "moves", of: (run) => run.moves, show: whole },
  { name: "Size-based splits", id: "size_splits", of: (run) => run.sizeSplits, show: whole },
  {
    name: "Time to balance",
    id: "seconds_to_balance",
    of: (run) => run.secondsToBalance,
    show: clock,
  },
];

/** The numbers that some of these runs have. */
export function measures({ answer }: Results): Measure[] {
  const { before, after } = answer;
  const reads = [before, after].some((run) => run && run.readsOfferedPerSecond > 0);
  return MEASURES.filter((measure) => reads || !measure.reads);
}

/** How a measure reads in a report. */
export function shown({ of, show }: Measure, run: RunAnswer, ends?: RunRanges): string {
  const words = (value: number | undefined) => (value === undefined ? "never" : show(value));
  return ranged(run, ends, of, words);
}

/** The numbers for a spreadsheet: full precision, one measure a line. */
export function csv(results: Results, answers?: AnswersSoFar): string {
  const { before, after } = results.answer;
  const ranges = rangesOf(answers);
  const runs = [
    { name: "before", run: before, ends: ranges.before },
    ...(after ? [{ name: "after", run: after, ends: ranges.after }] : []),
  ];
  const cell = (value: number | undefined) => (value === undefined ? "" : String(value));
  const head = runs.flatMap(({ name, ends }) => [
    name,
    ...(ends ? [`${name}_low`, `${name}_high`] : []),
  ]);
  const rows = measures(results).map(({ id, of }) => [
    id,
    ...runs.flatMap(({ run, ends }) => [
      cell(of(run)),
      ...(ends ? [ends.low, ends.high].map((end) => cell(of(at(run, end)))) : []),
    ]),
  ]);
  return `${[["measure", ...head], ...rows].map((row) => row.join(",")).join("\r\n")}\r\n`;
}

/** What a report is made of. */
export interface Report {
  readonly analysis: Analysis | undefined;
  readonly results: Results | undefined;
  readonly answers?: AnswersSoFar | undefined;
  readonly chosen: readonly Chosen[];
  readonly link: string;
  readonly version: string;
}

/** A report for an issue, a design document or a chat. */
export function markdown(report: Report): string {
  const { analysis, results, answers, chosen, link, version } = report;
  const parts: string[] = [];
  const verdict = results?.answer.verdict ?? analysis?.verdict;
  if (verdict) parts.push(escaped(`${verdict.title} ${verdict.detail}`.trim()));
  if (results) {
    parts.push(escaped(headlineOf(results.answer, answers)), numbersTable(results, answers));
  }
  if (analysis) parts.push(findingsList(analysis, chosen));
  parts.push(
    ...(link === "" ? [] : [`[Open in hotsplit](${link})`]),
    `Simulated with engine ${version}; the numbers are from a model, not measurements.`,
  );
  return `${parts.join("\n\n")}\n`;
}

/** What the schema comes to as the words of a link. */
export function markdownLink(results: Results | undefined, link: string): string {
  return `[${results ? escaped(results.answer.verdict.title) : "hotsplit"}](${link})`;
}

function numbersTable(results: Results, answers: AnswersSoFar | undefined): string {
  const { before, after } = results.answer;
  const ranges = rangesOf(answers);
  const rows = measures(results).map((measure) => [
    measure.name,
    shown(measure, before, ranges.before),
    ...(after ? [shown(measure, after, ranges.after)] : []),
  ]);
  const head = ["", "Before", ...(after ? ["After"] : [])];
  const rule = head.map((_, at) => (at === 0 ? "---" : "---:"));
  return [head, rule, ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function findingsList(
  { findings, accepted, questions, syntaxErrors }: Analysis,
  chosen: readonly Chosen[],
): string {
  const fixOf = ({ key, fixes }: Finding) => {
    const fix = chosen.find((one) => one.finding === key)?.fix;
    return fixes.find(({ id }) => id === fix)?.short ?? fix;
  };
  const harmless = findings.filter((one) => one.harmless !== undefined);
  const open = findings.filter((one) => one.harmless === undefined);
  const lines = open.map((one) => {
    const fix = fixOf(one);
    const cure = fix ? `In the after run: fix ${fix}.` : `${escaped(one.help)}.`;
    return `- **${SEVERITY_WORDS[one.severity]}**, line ${one.range.line}: ${escaped(one.title)}. ${escaped(one.why)} ${cure}`;
  });
  if (lines.length === 0) lines.push("- No findings.");
  const rest = [
    count(harmless.length, "harmless finding"),
    count(accepted.length, "accepted finding"),
    count(questions.length, "open question"),
    count(syntaxErrors.length, "syntax error"),
  ];
  const others = rest.filter((words) => !words.startsWith("0 "));
  if (others.length > 0) lines.push(`- Also: ${others.join(", ")}.`);
  return lines.join("\n");
}

/** The engine's words as Markdown: names in backticks stay code, all else is text. */
export function escaped(text: string): string {
  return text
    .split("`")
    .map((part, at) =>
      at % 2 === 1
        ? `\`${part.replaceAll(/[\r\n]+/g, " ")}\``
        : part.replaceAll(/[\\<>[\]*_|#~&]/g, "\\$&"),
    )
    .join("");
}

/**
 * Findings in the form of `hotsplit check --format json`, from what the page knows: its fixes are
 * those that may help, where the command line gives those it has worked out.
 */
export function findingsJson(analysis: Analysis, text: string): string {
  const at = places(text);
  const span = (range: Range) => ({ start: at(range.from), end: at(range.to) });
  const finding = (one: Finding) => ({
    rule: one.rule,
    severity: one.severity,
    object: one.object,
    column: one.column ?? null,
    message: one.title,
    why: one.why,
    help: one.help,
    reason: one.reason ?? null,
    confirm: one.query ?? null,
    confidence: one.confidence,
    utilisation: one.utilisation ?? null,
    ceilingWritesPerSecond: one.ceilingWritesPerSecond ?? null,
    share: one.share ?? null,
    nodesHarmless: one.nodesHarmless ?? null,
    rateStated: one.rateStated ?? null,
    harmless: one.harmless ?? null,
    attached: one.attached,
    evidence: one.evidence.map(({ what, range }) => ({ what, span: span(range) })),
    span: span(one.range),
    fixes: one.fixes.map(({ id, short, title }) => ({ id, short, title })),
    ...(one.accepted === undefined ? {} : { accepted: one.accepted }),
  });
  const value = {
    dialect: analysis.dialect,
    rateStated: analysis.rateStated,
    headroom: analysis.headroom,
    findings: analysis.findings.map(finding),
    questions: analysis.questions.map((one) => ({
      rule: one.rule,
      object: one.object,
      column: one.column ?? null,
      question: one.question,
      choices: one.choices.map(({ label, fact }) => ({ label, fact })),
      span: span(one.range),
    })),
    accepted: analysis.accepted.map(finding),
    syntaxErrors: analysis.syntaxErrors.map((one) => ({
      message: one.message,
      span: span(one.range),
      cure: one.cure?.label ?? null,
    })),
    notes: analysis.notes.map((one) => ({ message: one.message, span: span(one.range) })),
  };
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** Lines and columns from 1, columns in characters, of offsets as the editor counts them. */
export function places(text: string): (offset: number) => { line: number; column: number } {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: [...text.slice(starts[low] ?? 0, offset)].length + 1 };
  };
}
