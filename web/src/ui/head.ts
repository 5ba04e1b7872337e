/** The head of a lesson's file: what the list shows of it. */
import type { Block, Page } from "../../../pkg/hotsplit.js";

/** What stands above a lesson's introduction. */
export interface Head {
  /** Its heading. */
  readonly title: string;
  /** Minutes that it takes a person; 0 where the file does not say. */
  readonly minutes: number;
  /** What it is about, as in `the moving tail`. */
  readonly topic: string;
  /** What one will be able to do; empty where the file does not say. */
  readonly goal: string;
  /** Ids of the claims it teaches. */
  readonly teaches: readonly string[];
  /** How many steps it has. */
  readonly steps: number;
}

/** A lesson's name in addresses: that of its file, without the number; an exam keeps its own. */
export function slugOf(file: string): string {
  return file.replace(/^.*\//, "").replace(/^\d+-/, "").replace(/\.md$/, "");
}

/** The head of a lesson's page. What is missing is empty: the engine complains of it. */
export function headOf({ title, fields, blocks }: Page): Head {
  const all = (of: string) => fields.flatMap(({ name, value }) => (name === of ? [value] : []));
  const isStep = ({ kind, text }: Block) => kind === "heading" && text.startsWith("Step:");
  return {
    title,
    minutes: Number(all("minutes")[0]) || 0,
    topic: all("topic")[0] ?? "",
    goal: all("goal")[0] ?? "",
    teaches: all("teaches").flatMap((ids) => ids.split(",").map((id) => id.trim())),
    steps: blocks.filter(isStep).length,
  };
}
