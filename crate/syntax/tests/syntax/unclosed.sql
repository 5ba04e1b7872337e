CREATE TABLE A (
  Id INT64 NOT NULL,
  Name STRING(8) DEFAULT ('oops),
  Rest BOOL,
) PRIMARY KEY (Id);
CREATE TABLE B (Id INT64, `Na me INT64) PRIMARY KEY (Id); CREATE TABLE C (Id INT64) PRIMARY KEY (Id);
It's prose, and nobody's fault.
CREATE INDEX I ON B (Id);
/* a comment that
never ends
CREATE TABLE D (Id INT64) PRIMARY KEY (Id);
