/** What the checks of an exam are about: which of them tell what is hot, and which object each is of. */
import type { LessonCheck } from "../../../pkg/hotsplit.js";

/** Terms whose object stands behind a rule or a shape. */
const SECOND = new Set(["findings", "pattern"]);

/** The table or index that a check is about; empty where it is about the whole schema. */
export function causeOf(check: string): string {
  const [, term = "", inside = ""] = /^(?:before\.|after\.)?([\w-]+)\(([^)]*)\)/.exec(check) ?? [];
  const args = inside.split(",").map((one) => one.trim());
  const object = (SECOND.has(term) ? args[1] : args[0]) ?? "";
  // A column or a sequence is not what is hot, but where it belongs.
  return object.split(".")[0] ?? "";
}

/** Checks by what they are about, in their order. */
export function causesOf(checks: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const causes = new Map<string, readonly string[]>();
  for (const check of checks) {
    const cause = causeOf(check);
    causes.set(cause, [...(causes.get(cause) ?? []), check]);
  }
  return causes;
}

/**
 * The checks that may be read before an exam is handed in. Where a check asks what a key puts on one
 * split, it and the others of that key would tell which key is hot.
 */
export function openGoals(checks: readonly LessonCheck[]): readonly LessonCheck[] {
  const pressed = checks.some(({ text }) => text.startsWith("pressure("));
  return pressed ? checks.filter(({ text }) => causeOf(text) === "") : checks;
}
