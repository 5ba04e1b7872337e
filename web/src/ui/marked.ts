/** What the words of a lesson are made of; how each is drawn is for the page and the build to say. */
import type { Block, Reference } from "../../../pkg/hotsplit.js";
import { slugOf } from "./head.js";
import { shown } from "./words.js";

/** Some words in a row that are of one kind. */
export interface Piece {
  readonly kind: "words" | "code";
  readonly text: string;
  /** Where they lead: out of the page (`https://…`), or to `lesson/…`, `rule/…` or `fix/…` of it. */
  readonly to?: string;
  /** What they state of a run, as in `served` or `solution.p99`. */
  readonly run?: string;
  /** What they let a reader set. */
  readonly set?: Slider;
}

/** A slider in prose: a knob of the run beside it, with its range. */
export interface Slider {
  readonly knob: string;
  readonly min: number;
  readonly max: number;
}

/**
 * A link as lessons write it, as in `[words](rule:key-timestamp-first)`, `[3,494](run:served)` and
 * `[ten nodes](set:nodes=2..30)`, or code in backticks.
 */
const MARKED =
  /\[([^\]\n]+)\]\(([\w-]+\.md|(?:rule|fix):[\w-]+|https:\/\/[^\s)]+|run:[^\s()]+(?:\([^()]*\))?[^\s()]*|set:[^\s()]+)\)|`([^`\n]+)`/g;

/** Takes words apart; names of rules and fixes lead to their pages. */
export function pieces(text: string, reference: Reference | undefined): Piece[] {
  const parts: Piece[] = [];
  let at = 0;
  const whole = shown(text);
  for (const match of whole.matchAll(MARKED)) {
    const [all, words, address = "", code = ""] = match;
    parts.push({ kind: "words", text: whole.slice(at, match.index) });
    parts.push(
      words === undefined
        ? named(code, reference)
        : { kind: "words", text: words, ...leading(address) },
    );
    at = match.index + all.length;
  }
  parts.push({ kind: "words", text: whole.slice(at) });
  return parts.filter((part) => part.text !== "");
}

function leading(address: string): Omit<Piece, "kind" | "text"> {
  if (address.startsWith("run:")) return { run: address.slice("run:".length) };
  if (!address.startsWith("set:")) return { to: target(address) };
  const [, knob, min, max] = /^set:(\w+)=(\d+)\.\.(\d+)$/.exec(address) ?? [];
  // What is no slider is reported by the reader of the file, and stands as words.
  return knob === undefined ? {} : { set: { knob, min: Number(min), max: Number(max) } };
}

/** The words alone, where only text can stand; code keeps its backticks. */
export function unlinked(text: string): string {
  return text.replaceAll(MARKED, (all, words?: string) => words ?? all);
}

function target(address: string): string {
  if (address.startsWith("https:")) return address;
  const [, kind, id] = /^(rule|fix):(.*)$/.exec(address) ?? [];
  return kind === undefined ? `lesson/${slugOf(address)}` : `${kind}/${id}`;
}

function named(code: string, reference: Reference | undefined): Piece {
  const rule = reference?.rules.find(({ id }) => id === code);
  if (rule) return { kind: "code", text: code, to: `rule/${rule.id}` };
  const fix = reference?.fixes.find(({ id, short }) => id === code || short === code);
  if (fix) return { kind: "code", text: code, to: `fix/${fix.id}` };
  return { kind: "code", text: code };
}

/** Blocks with items that follow each other, which are one list, taken together. */
export function runs(blocks: readonly Block[]): readonly [Block, ...Block[]][] {
  const all: [Block, ...Block[]][] = [];
  for (const block of blocks) {
    const last = all.at(-1);
    if (block.kind === "item" && last?.[0].kind === "item") last.push(block);
    else all.push([block]);
  }
  return all;
}
