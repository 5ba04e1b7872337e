/** The schemas that figures run. They write and do not read, so that each number is of one thing. */

const HEAD = "-- hotsplit: file reads-per-write=0\n";

const table = (columns: string, key: string) =>
  `${HEAD}CREATE TABLE Orders (\n${columns}  Body STRING(200),\n) PRIMARY KEY (${key});\n`;

const COUNTER = "  OrderId INT64 NOT NULL, -- counts up\n";
const UUID = "  OrderId UUID NOT NULL DEFAULT (NEW_UUID()),\n";

const shard = (of: string, shards: number) =>
  `  Shard INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(CAST(${of} AS STRING)), ${shards}))) STORED,\n`;

const SCHEMAS = {
  /** Ids that count up. */
  counter: () => table(COUNTER, "OrderId"),
  /** Random ids. */
  uuid: () => table(UUID, "OrderId"),
  /** Ids from a bit-reversed sequence. */
  reversed: () =>
    `${HEAD}CREATE SEQUENCE OrderSeq OPTIONS (sequence_kind = 'bit_reversed_positive');\n` +
    table(
      "  OrderId INT64 NOT NULL DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE OrderSeq)),\n",
      "OrderId",
    ).replace(HEAD, ""),
  /** Ids that count up, behind hash shards. */
  sharded: (shards: number) => table(shard("OrderId", shards) + COUNTER, "Shard, OrderId"),
} as const;

/** The name of a schema. */
export type SchemaName = keyof typeof SCHEMAS;

/** Its text. */
export const schemaOf = (name: SchemaName, shards = 16): string => SCHEMAS[name](shards);
