CREATE TABLE a (id bigint PRIMARY KEY, name text DEFAULT 'oops);
CREATE TABLE b (id bigint PRIMARY KEY, name text DEFAULT 'two
lines', other bigint);
CREATE FUNCTION f() RETURNS void AS $$ BEGIN
