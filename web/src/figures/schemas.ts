/** The schemas that figures run. They write and do not read, so that each number is of one thing. */

const HEAD = "-- hotsplit: file reads-per-write=0\n";

const table = (columns: string, key: string) =>
  `${HEAD}CREATE TABLE Orders (\n${columns}  Body STRING(200),\n) PRIMARY KEY (${key});\n`;

const COUNTER = "  OrderId INT64 NOT NULL, -- counts up\n";
const UUID = "  OrderId UUID NOT NULL DEFAULT (NEW_UUID()),\n";

const shard = (of: string, shards: number) =>
  `  Shard INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(CAST(${of} AS STRING)), ${shards}))) STORED,\n`;

const parcels = (column: string, index: string) =>
  `${HEAD}-- hotsplit: table Parcels writes=10/s, updates=3990/s
CREATE TABLE Parcels (
  ParcelId UUID NOT NULL DEFAULT (NEW_UUID()),
  ScannedAt TIMESTAMP, -- hotsplit: mutable(3990/s)
${column}) PRIMARY KEY (ParcelId);
${index}`;

const payments = (column: string, tie: string) =>
  `${HEAD}CREATE TABLE Payments (
  Shard INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(PaymentId), 16))) STORED,
  PaymentId STRING(26) NOT NULL, -- ULID
) PRIMARY KEY (Shard, PaymentId);
CREATE TABLE Refunds (
  RefundId UUID NOT NULL DEFAULT (NEW_UUID()),
${column}  PaymentId STRING(26) NOT NULL, -- ULID
${tie}) PRIMARY KEY (RefundId);
`;

const entries = (columns: string, key: string) =>
  `${HEAD}CREATE TABLE Entries (\n${columns}  Body STRING(200),\n) PRIMARY KEY (${key});\n`;

const TIMED = "  CreatedAt TIMESTAMP NOT NULL,\n  UserId STRING(36) NOT NULL, -- UUID v4\n";

/** Orders of which each has as many lines; the lines in a table of their own, or with their order. */
const lines = (many: number, place: string) => `${HEAD}-- hotsplit: table Orders writes=1k/s
CREATE TABLE Orders (
  OrderId UUID NOT NULL DEFAULT (NEW_UUID()),
) PRIMARY KEY (OrderId);
-- hotsplit: table OrderLines writes=${many}k/s, children-per-parent<=20, read-together=yes
CREATE TABLE OrderLines (
  OrderId UUID NOT NULL,
  LineNo INT64 NOT NULL,
  Sku STRING(64),
${place};
`;

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
  /** The time of a row comes first, the latest first. */
  descending: () => entries(TIMED, "CreatedAt DESC, UserId"),
  /** Who writes a row comes first, and the time second. */
  swapped: () => entries(TIMED, "UserId, CreatedAt"),
  /** Ids that begin with the low bits of a clock. */
  swept: () => entries("  EntryId STRING(36) NOT NULL, -- UUIDv1\n", "EntryId"),
  /** One row that is changed each time. */
  total: () => `${HEAD}-- hotsplit: table Totals writes=0/s, updates=12k/s, rows=1
CREATE TABLE Totals (
  Name STRING(20) NOT NULL, -- hotsplit: constant
  Total INT64 NOT NULL, -- hotsplit: mutable
) PRIMARY KEY (Name);
`,
  /** Tenants of which the largest has this share of the rows, in per cent. */
  tenants: (percent: number) =>
    `-- hotsplit: table Entries skew(TenantId)=whale(${percent}%)\n${entries(
      "  TenantId STRING(36) NOT NULL,\n  Seq INT64 NOT NULL, -- a counter of each tenant\n",
      "TenantId, Seq",
    )}`,
  /** Lines in a table of their own, with a foreign key to their order. */
  linesApart: (many: number) =>
    lines(
      many,
      "  FOREIGN KEY (OrderId) REFERENCES Orders (OrderId),\n) PRIMARY KEY (OrderId, LineNo)",
    ),
  /** Lines that are stored with their order. */
  linesInside: (many: number) =>
    lines(
      many,
      ") PRIMARY KEY (OrderId, LineNo),\n  INTERLEAVE IN PARENT Orders ON DELETE CASCADE",
    ),
  /** A table without an index, whose rows are updated. */
  parcels: () => parcels("", ""),
  /** An index by the time of the last update. */
  byTime: () => parcels("", "CREATE INDEX ParcelsByScan ON Parcels (ScannedAt);\n"),
  /** The same behind hash shards. */
  byShard: (shards: number) =>
    parcels(
      shard("ParcelId", shards),
      "CREATE INDEX ParcelsByScan ON Parcels (Shard, ScannedAt);\n",
    ),
  /** Two tables that spread well, and no tie between them. */
  apart: () => payments("", ""),
  /** One refers to the other by the id alone. */
  refersToId: () => payments("", "  FOREIGN KEY (PaymentId) REFERENCES Payments (PaymentId),\n"),
  /** It refers to the whole key. */
  refersToKey: () =>
    payments(
      "  Shard INT64 NOT NULL,\n",
      "  FOREIGN KEY (Shard, PaymentId) REFERENCES Payments (Shard, PaymentId),\n",
    ),
} as const;

/** The name of a schema. */
export type SchemaName = keyof typeof SCHEMAS;

/** Its text. */
export const schemaOf = (name: SchemaName, shards = 16): string => SCHEMAS[name](shards);
