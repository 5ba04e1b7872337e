/** Workloads to start from: the text to begin with, and the change that is shown beside it. */

import type { PresetChange, PresetEntry } from "../state/preset-data.js";
import type { State } from "../state/state.js";

/** A change as it is shown. */
export interface Shown {
  /** What is done: `16 shards before the key`. */
  readonly title: string;
  /** The schema with it. */
  readonly text: string;
}

/** Whether a text is one of ours, as it came. */
export function isPreset(presets: readonly PresetEntry[], text: string): boolean {
  return presets.some(({ texts }) => texts.some((one) => one.text === text));
}

/**
 * What is shown beside a workload that stands as it came: its last change of the schema. Fixes take
 * its place, and so does a lesson.
 */
export function changeOf({ kept, presets, play }: State): Shown | undefined {
  if (kept.chosen.length > 0 || play?.stage) return undefined;
  for (const { texts, changes } of presets) {
    const { dialect } = texts.find((one) => one.text === kept.text) ?? {};
    if (dialect === undefined) continue;
    const shown = ({ title, texts: after }: PresetChange): Shown[] => {
      const text = after.find((one) => one.dialect === dialect)?.text;
      return text === undefined || text === kept.text ? [] : [{ title, text }];
    };
    return changes.flatMap(shown).at(-1);
  }
  return undefined;
}
