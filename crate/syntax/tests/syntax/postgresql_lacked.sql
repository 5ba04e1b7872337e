-- What PostgreSQL has and Spanner lacks: each says what to write instead.
CREATE EXTENSION citext;
CREATE TRIGGER touched BEFORE UPDATE ON t EXECUTE FUNCTION touch();
CREATE MATERIALIZED VIEW totals AS SELECT 1;
CREATE DOMAIN email AS text;
CREATE TYPE mood AS ENUM ('sad', 'ok');
DROP TYPE mood;
DROP DATABASE shop;
CREATE VIEW v (a, b) AS SELECT 1, 2;
ALTER TABLE t ADD UNIQUE (a);
ALTER TABLE t ADD CONSTRAINT u UNIQUE (a);
ALTER TABLE t ADD EXCLUDE USING gist (c WITH &&);
ALTER TABLE t ALTER COLUMN c TYPE bigint USING c::bigint;
ALTER TABLE t ALTER COLUMN c SET DEFAULT ();
CREATE TABLE t (
  a bigint PRIMARY KEY,
  b varchar DEFAULT 'x'::character varying,
  c double precision DEFAULT (1.5)::double precision,
  f bigint[] DEFAULT ARRAY[1, 2],
  d timestamptz DEFAULT (now() AT TIME ZONE 'utc'),
  e bigint GENERATED ALWAYS AS (a + ) STORED,
  CHECK (a b)
);
CREATE OR REPLACE totals AS SELECT 1;
