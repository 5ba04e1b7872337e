CREATE TABLE e (
  a bigint GENERATED ALWAYS AS (mod(b, 16) + (c)::bigint) STORED,
  b text DEFAULT E'tab\t' || U&'x',
  c text DEFAULT $t$it's$t$,
  d bigint DEFAULT nextval('s'),
  e timestamptz DEFAULT now() NOT NULL,
  f bigint DEFAULT -1 CHECK (f > -2 AND f <> 5),
  g varchar DEFAULT 'a'::character varying NOT NULL,
  h text DEFAULT (uuid_generate_v4())::text,
  i boolean DEFAULT true,
  PRIMARY KEY (a)
);
