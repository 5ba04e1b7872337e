CREATE TABLE t (id bigint PRIMARY KEY, a varchar(20), "B" bigint);
SELECT a, "B" FROM t /*@ FORCE_INDEX = t_by_a */ x WHERE x.id = $1 AND a = ANY($2::text[]) AND x."B" > 3 ORDER BY x.a DESC NULLS LAST LIMIT 10;
SELECT id::text FROM t /*@ JOIN_METHOD = HASH_JOIN, FORCE_INDEX = "t_by_b" */;
SELECT t.id FROM t INNER JOIN u ON u.t_id = t.id WHERE u.at >= now() - interval '1 day' ORDER BY t.id DESC FOR UPDATE;
SELECT pg_catalog.setval('s', 1, true);
