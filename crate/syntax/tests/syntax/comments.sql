-- Copyright, and nobody's.

-- All the events,
-- one row each.
CREATE TABLE Events ( -- written by the gateway
  -- who did it
  -- and how
  UserId STRING(36) NOT NULL, -- UUID v4

  -- A chapter of its own.

  EventId INT64 NOT NULL, -- from a sequence
  /* of Kind */ Kind STRING(8), # enum
  A INT64, /* of B */ B INT64, -- also of B
  C INT64
    -- inside C
    NOT NULL
  , D INT64 -- of D
  -- dangling
) PRIMARY KEY (UserId, EventId) -- both
; -- hot
-- For the index.
CREATE INDEX I ON Events (Kind); /* of I */ CREATE INDEX J ON Events (A);
CREATE TABLE T (Id STRING(26) NOT NULL) PRIMARY KEY (Id); -- ULID
CREATE TABLE Invoices (InvoiceId INT64 NOT NULL, -- from a sequence
 Total NUMERIC) PRIMARY KEY (InvoiceId);
/*
 * A block
 * of two lines.
 */
ALTER TABLE T ADD COLUMN U INT64; -- random
CREATE TABLE One (Id INT64) /* a counter */ PRIMARY KEY (Id);
CREATE TABLE Two (Id INT64, X INT64) /* of the table */ PRIMARY KEY (Id);
