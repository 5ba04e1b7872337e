/**
 * Findings as SARIF 2.1.0, for code scanning, in the form of `hotsplit check --format sarif`: the
 * command line adds the pages of the rules and the edits of the fixes it has worked out.
 */
import type { Analysis, Finding, Severity } from "../../../pkg/hotsplit.js";
import { places } from "./export.js";

/** SARIF's word for a severity. */
function level(severity: Severity): "error" | "warning" | "note" {
  if (severity === "error" || severity === "high") return "error";
  return severity === "warn" ? "warning" : "note";
}

/** The log of one text, which is called `uri` where it is kept; `version` is the engine's. */
export function findingsSarif(
  { findings, accepted }: Analysis,
  { text, uri, version }: { text: string; uri: string; version: string },
): string {
  const at = places(text);
  const result = (one: Finding) => {
    const [start, end] = [at(one.range.from), at(one.range.to)];
    const region = {
      startLine: start.line,
      startColumn: start.column,
      endLine: end.line,
      endColumn: end.column,
    };
    return {
      ruleId: one.rule,
      level: level(one.severity),
      message: { text: `${one.title}. ${one.why} ${one.help}.` },
      locations: [{ physicalLocation: { artifactLocation: { uri }, region } }],
      properties: {
        severity: one.severity,
        confidence: one.confidence,
        reason: one.reason ?? null,
      },
      ...(one.accepted === undefined
        ? {}
        : { suppressions: [{ kind: "inSource", justification: one.accepted }] }),
    };
  };
  const all = [...findings, ...accepted];
  const rules = [...new Set(all.map(({ rule }) => rule))].map((id) => ({ id }));
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "hotsplit", version, rules } },
        columnKind: "unicodeCodePoints",
        results: all.map(result),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}
