/** Words of Spanner's DDL in both dialects, for whoever colours or completes it. */

/** Words of both dialects, in small letters. */
export const KEYWORDS = new Set(
  `action add all alter always analyze and array as asc between bit_reversed_positive by cascade
   change check column columnar commit constraint create current_timestamp database default delete
   deletion desc distinct drop else enforced exists false for foreign format from full function
   generated grant group hidden identity if in index inner insert interleave into invoker is join
   key left like limit local locality locality_group model not null null_filtered of older on only
   optimizer options or order parent partition placement policy policy primary property references
   remote rename replace restrict return returns revoke role row rows schema search security select
   sequence set skip range start counter with statistics storing stored stream synonym table then to
   trigger true ttl union unique update using values vector view when where include no cluster
   materialized refresh virtual bundle proto interval concurrently`.split(/\s+/),
);

/** Names of types by dialect, in small letters. */
export const TYPES_OF = {
  googlesql: `bool int64 float32 float64 numeric string bytes date timestamp json uuid tokenlist
    struct enum array max`.split(/\s+/),
  postgresql: `bool boolean bigint int8 int4 integer int smallint real float4 float8 double
    precision numeric decimal varchar character varying char text bytea date timestamptz timestamp
    jsonb uuid serial bigserial oid interval`.split(/\s+/),
} as const;

/** Names of types of both. */
export const TYPES: ReadonlySet<string> = new Set(Object.values(TYPES_OF).flat());
