/**
 * Ids of fixes by their short forms, which links and drafts had instead until 2026-11-26.
 *
 * A test of the wire compares them with the engine's. A fix that is added later needs no line here.
 */
const IDS: ReadonlyMap<string, string> = new Map([
  ["T1", "random-uuid-key"],
  ["T2", "bit-reversed-sequence"],
  ["T3", "identity-column"],
  ["T4", "bit-reversed-counter"],
  ["T5", "hash-shard-prefix"],
  ["T6", "full-hash-prefix"],
  ["T7", "reorder-key"],
  ["T8", "entity-prefix"],
  ["T9", "whale-shard"],
  ["T10", "descending-time"],
  ["T11", "drop-index"],
  ["T12", "interleave-index"],
  ["T13", "shard-index"],
  ["T14", "sparse-index"],
  ["T15", "storing"],
  ["T16", "interleave-table"],
  ["T17", "foreign-key"],
  ["T18", "native-uuid"],
  ["T19", "row-deletion-policy"],
  ["T20", "counter-shards"],
  ["T21", "queue-index"],
  ["T22", "skip-range"],
  ["T23", "numeric-key"],
  ["T24", "table-per-value"],
  ["T25", "accept"],
  ["T26", "narrow-stream"],
  ["T27", "split-points"],
  ["T28", "live-rekey"],
]);

/** The id of a fix that is named by it or by its short form; an unknown name as it is. */
export function fixId(name: string): string {
  return IDS.get(name) ?? name;
}
