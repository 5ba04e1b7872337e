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
import { RUN_NUMBERS, type RunNumber } from "../ui/run-numbers.js";
import { count } from "../ui/words.js";

/** The numbers that some of these runs have. */
export function measures({ answer }: Results): RunNumber[] {
  const runs = [answer.before, ...(answer.after ? [answer.after] : [])];
  return RUN_NUMBERS.filter(({ of }) => !of || runs.some(of));
}

/** How a number reads in a report. */
export function shown({ id, show }: RunNumber, run: RunAnswer, ends?: RunRanges): string {
  return ranged(run, ends, (run) => run[id], show);
}

/** Its column in a table for programs: `p99_ms` of `p99Ms`. */
const column = (id: string) => id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

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
  const rows = measures(results).map(({ id }) => [
    column(id),
    ...runs.flatMap(({ run, ends }) => [
      cell(run[id]),
      ...(ends ? [ends.low, ends.high].map((end) => cell(at(run, end)[id])) : []),
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
  // What is 0 in all runs would only make the table long; a table for programs has it.
  const said = measures(results).filter(({ id }) => before[id] !== 0 || (after && after[id] !== 0));
  const rows = said.map((measure) => [
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
