/**
 * Whose rate of writes it is: one that came with an example is taken back when another schema
 * replaces that example, because nobody stated it for that schema.
 */
import { type Kept, limited, type State } from "../state/state.js";

/** The rate after an edit of the schema, with whether it came with an example. */
export function rateAfter(
  { kept, examples, play }: Pick<State, "kept" | "examples" | "play">,
  text: string,
): Partial<Kept> {
  // A lesson says itself what runs.
  if (play?.stage) return {};
  const { knobs } = kept;
  if (knobs.writesPerSecond === undefined) {
    // Undo leads back to an example.
    const stated = examples.find((one) => one.text === text)?.writesPerSecond;
    if (stated === undefined) return {};
    const writesPerSecond = limited("writesPerSecond", stated);
    return { knobs: { ...knobs, writesPerSecond }, exampleRate: true };
  }
  const came = kept.exampleRate || examples.some((one) => isRateOf(one, kept));
  if (!came || !replaces(kept.text, text)) return {};
  return { knobs: { ...knobs, writesPerSecond: undefined }, exampleRate: false };
}

/** Whether the schema and the rate are an example's. */
function isRateOf(example: State["examples"][number], { text, knobs }: Kept): boolean {
  return example.text === text && example.writesPerSecond === knobs.writesPerSecond;
}

/**
 * A text so many times as long is another one, unless it begins or ends with the whole of the first. Ours: to
 * compare the lines of ten megabytes with those of an example held the page up.
 */
const TIMES = 20;

/**
 * Whether an edit put another schema in place of one: less than half of the letters stayed around
 * the edit, and less than half of the lines are still there. Ours: an edited or rewritten example
 * keeps more, and an unrelated schema shares few lines with it.
 */
export function replaces(before: string, after: string): boolean {
  if (before.trim() === "") return false;
  if (after.length > TIMES * before.length) {
    return !after.startsWith(before) && !after.endsWith(before);
  }
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  if (2 * (start + end) >= before.length) return false;
  const lines = linesOf(before);
  const left = linesOf(after);
  const stayed = [...lines].filter((line) => left.has(line)).length;
  return 2 * stayed < lines.size;
}

/** Lines without blanks around them; lines of brackets alone are in every schema. */
function linesOf(text: string): ReadonlySet<string> {
  const lines = text.split("\n").map((line) => line.trim());
  return new Set(lines.filter((line) => /\w/.test(line)));
}
