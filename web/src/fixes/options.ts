/** The fixes for a finding as a table: which rows and columns it has, and what a cell says. */
import type { FixAsk, FixCard, ReadCost } from "../../../pkg/hotsplit.js";
import { ACCEPT } from "../state/state.js";
import { type Verdict, verdict } from "../ui/reads.js";
import { count } from "../ui/words.js";

/** How to change a live database without a stop: that is the plan's business and no fix of its own. */
const LIVE = "live-rekey";

/** Kinds of read that have a column, those that lose most often first. Ours: more columns do not fit. */
const COLUMNS_SHOWN = 3;

/** Most numbers that a menu offers. Ours: more is more than one reads. */
const NUMBERS_SHOWN = 11;

/** Cards by what can be done with them. */
export interface Options {
  /** Those that can be chosen as they are, best first. */
  readonly possible: readonly FixCard[];
  /** Those that need a parameter first. */
  readonly asking: readonly FixCard[];
  /** Those that do not fit. */
  readonly refused: readonly FixCard[];
}

/** A kind of read that at least one option changes. */
export interface ReadColumn {
  readonly shape: string;
  /** `newest 50`. */
  readonly label: string;
  /** What it takes now: `1 scan`. */
  readonly now: string;
}

/** What a read takes with an option, against now. */
export interface ReadCell {
  readonly words: string;
  readonly fares: Verdict;
}

/** Sorts cards; one that `holds` says so of stays among those that can be chosen. */
export function optionsOf(
  cards: readonly FixCard[],
  holds: (card: FixCard) => boolean = () => false,
): Options {
  const fixes = cards.filter(({ id }) => id !== ACCEPT && id !== LIVE);
  const isPossible = (card: FixCard) => card.refused === undefined || holds(card);
  const others = fixes.filter((card) => !isPossible(card));
  return {
    possible: fixes.filter(isPossible),
    asking: others.filter(({ asks }) => asks.length > 0),
    refused: others.filter(({ asks }) => asks.length === 0),
  };
}

/** Kinds of read of a table or index that differ between now and an option. */
export function readColumns(cards: readonly FixCard[], object: string): ReadColumn[] {
  const columns = new Map<string, ReadColumn & { readonly changed: boolean }>();
  for (const read of cards.flatMap(({ reads }) => reads)) {
    if (read.object !== object) continue;
    const changed = columns.get(read.shape)?.changed || !isAsNow(read);
    const { shape } = read;
    columns.set(shape, { shape, label: shortLabel(read), now: scansOf(read, "before"), changed });
  }
  return [...columns.values()]
    .filter(({ changed }) => changed)
    .slice(0, COLUMNS_SHOWN)
    .map(({ changed: _, ...column }) => column);
}

/** What a kind of read takes with an option; absent where the engine says nothing of it. */
export function readCell(
  { reads }: FixCard,
  object: string,
  { shape }: ReadColumn,
): ReadCell | undefined {
  const read = reads.find((one) => one.object === object && one.shape === shape);
  if (!read) return undefined;
  return { words: isAsNow(read) ? "unchanged" : scansOf(read, "after"), fares: verdict(read) };
}

/** `16 scans`, or `full scan` where every row is read. */
export function scansOf(read: ReadCost, which: "before" | "after"): string {
  const { ranges } = read[which];
  return ranges === undefined ? "full scan" : count(ranges, "scan");
}

/** `newest 50` for `the newest 50 by TxnId`. */
export function shortLabel({ label }: Pick<ReadCost, "label">): string {
  return label.replace(/^the /, "").replace(/ by .*$/, "");
}

/** Whether a read takes what it took, in number and in words. */
export function isAsNow(read: ReadCost): boolean {
  return verdict(read) === "same" && read.before.words === read.after.words;
}

/** Powers of two within the limits of a number, the one in use among them. */
export function numbersOf({ least = 2, most = 4_096, value }: FixAsk): number[] {
  const all = new Set<number>();
  for (let one = 2; one <= most && all.size < NUMBERS_SHOWN; one *= 2) {
    if (one >= least) all.add(one);
  }
  const current = Number(value);
  if (Number.isFinite(current) && value !== "") all.add(current);
  return [...all].sort((a, b) => a - b);
}

/** What a person can choose: a choice of one value is none. */
export function asksOf({ asks }: FixCard): FixAsk[] {
  return asks.filter(({ kind, choices }) => kind !== "choice" || choices.length > 1);
}
