CREATE TABLE events (
id STRING(36) NOT NULL, -- UUID v4
user_id STRING(36) NOT NULL,
...
) PRIMARY KEY (id);
CREATE TABLE a (...) PRIMARY KEY (id), ...;
CREATE TABLE b (
  <snip>,
  id INT64 …
  name STRING(...)
) PRIMARY KEY (id, ...);
