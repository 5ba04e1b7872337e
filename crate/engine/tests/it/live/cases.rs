//! Schemas whose keys change while they are in use: every fix that gives a key, trees of three
//! levels, tables that refer to themselves and to each other, several fixes together.

use hotsplit_engine::syntax::tree::Dialect;

use super::application::Route;
use crate::rollout;

/// A schema with the fixes that are chosen for it, as `T5 key-time-ordered-id Transactions`.
pub(crate) struct Case {
    /// What is special about it.
    pub(crate) about: &'static str,
    pub(crate) dialect: Dialect,
    pub(crate) fixes: &'static [&'static str],
    /// How a table is split, where one is.
    pub(crate) routes: &'static [Route],
    /// What a person puts for words in statements.
    pub(crate) placeholders: &'static [(&'static str, &'static str)],
    pub(crate) ddl: &'static str,
}

impl Case {
    /// The dialect's name.
    pub(crate) fn spoken(&self) -> &'static str {
        match self.dialect {
            Dialect::GoogleSql => "googlesql",
            Dialect::PostgreSql => "postgresql",
        }
    }

    /// The same without what only the proof knows.
    pub(crate) fn plain(&self) -> rollout::Case {
        rollout::Case { about: self.about, dialect: self.dialect, fixes: self.fixes, ddl: self.ddl }
    }
}

const GOOGLE: Case = Case {
    about: "",
    dialect: Dialect::GoogleSql,
    fixes: &[],
    routes: &[],
    placeholders: &[],
    ddl: "",
};

const POSTGRES: Case = Case { dialect: Dialect::PostgreSql, ..GOOGLE };

/// All of them.
pub(crate) const CASES: &[Case] = &[
    Case {
        about: "t1",
        fixes: &["T1 key-monotonic-int Users"],
        ddl: "\
CREATE TABLE Users (
  UserId INT64 NOT NULL, -- a counter
  Email STRING(200),
  Boss INT64,
  CONSTRAINT FK_Boss FOREIGN KEY (Boss) REFERENCES Users (UserId),
) PRIMARY KEY (UserId);
CREATE UNIQUE INDEX UsersByEmail ON Users (Email);
CREATE TABLE Logins (
  UserId INT64 NOT NULL,
  Device STRING(20) NOT NULL,
  Agent STRING(MAX),
) PRIMARY KEY (UserId, Device),
  INTERLEAVE IN PARENT Users ON DELETE CASCADE;
",
        ..GOOGLE
    },
    Case {
        about: "t1 pg",
        fixes: &["T1 key-monotonic-int users"],
        ddl: "\
CREATE TABLE users (
  user_id bigint NOT NULL, -- sequential
  email varchar(200),
  PRIMARY KEY (user_id)
);
CREATE UNIQUE INDEX users_by_email ON users (email);
CREATE TABLE receipts (
  receipt_id varchar(36) NOT NULL,
  user_id bigint,
  note jsonb,
  PRIMARY KEY (receipt_id),
  CONSTRAINT fk_user FOREIGN KEY (user_id) REFERENCES users (user_id)
);
",
        ..POSTGRES
    },
    Case {
        about: "t2",
        fixes: &["T2 key-monotonic-int Orders"],
        placeholders: &[("MAX_ID", "1000")],
        ddl: "\
CREATE TABLE Orders (
  OrderId INT64 NOT NULL, -- a counter
  Total INT64,
) PRIMARY KEY (OrderId);
",
        ..GOOGLE
    },
    Case {
        about: "t2 pg",
        fixes: &["T2 key-monotonic-int orders"],
        placeholders: &[("MAX_ID", "1000")],
        ddl: "\
CREATE TABLE orders (
  order_id bigint NOT NULL, -- sequential
  total float8,
  PRIMARY KEY (order_id)
);
",
        ..POSTGRES
    },
    Case {
        about: "t4",
        fixes: &["T4 key-monotonic-int Orders"],
        ddl: "\
CREATE TABLE Orders (
  OrderId INT64 NOT NULL, -- a counter
  Total INT64,
) PRIMARY KEY (OrderId);
CREATE TABLE Lines (
  OrderId INT64 NOT NULL,
  LineNo INT64 NOT NULL,
  Sku STRING(20),
) PRIMARY KEY (OrderId, LineNo),
  INTERLEAVE IN PARENT Orders ON DELETE CASCADE;
",
        ..GOOGLE
    },
    Case {
        about: "t5 tree",
        fixes: &["T5 key-time-ordered-id Txns"],
        ddl: "\
CREATE TABLE Txns (
  TxnId STRING(26) NOT NULL, -- ULID
  Reverses STRING(26),
  Amount NUMERIC,
  Note JSON,
  Stamp TIMESTAMP OPTIONS (allow_commit_timestamp = true),
  CONSTRAINT FK_Reverses FOREIGN KEY (Reverses) REFERENCES Txns (TxnId),
) PRIMARY KEY (TxnId);
CREATE INDEX TxnsByAmount ON Txns (Amount);
CREATE TABLE Lines (
  TxnId STRING(26) NOT NULL,
  Line INT64 NOT NULL,
  Note STRING(40),
) PRIMARY KEY (TxnId, Line),
  INTERLEAVE IN PARENT Txns ON DELETE CASCADE;
CREATE TABLE Taxes (
  TxnId STRING(26) NOT NULL,
  Line INT64 NOT NULL,
  Tax INT64 NOT NULL,
  Rate INT64,
) PRIMARY KEY (TxnId, Line, Tax),
  INTERLEAVE IN PARENT Lines ON DELETE CASCADE;
",
        ..GOOGLE
    },
    Case {
        about: "t5 tree pg",
        fixes: &["T5 key-time-ordered-id txns"],
        ddl: "\
CREATE TABLE txns (
  txn_id varchar(26) NOT NULL, -- ULID
  reverses varchar(26),
  amount numeric,
  note jsonb,
  stamp spanner.commit_timestamp,
  PRIMARY KEY (txn_id),
  CONSTRAINT fk_reverses FOREIGN KEY (reverses) REFERENCES txns (txn_id)
);
CREATE TABLE lines (
  txn_id varchar(26) NOT NULL,
  line bigint NOT NULL,
  note varchar(40),
  PRIMARY KEY (txn_id, line)
) INTERLEAVE IN PARENT txns ON DELETE CASCADE;
CREATE TABLE taxes (
  txn_id varchar(26) NOT NULL,
  line bigint NOT NULL,
  tax bigint NOT NULL,
  rate float8,
  PRIMARY KEY (txn_id, line, tax)
) INTERLEAVE IN PARENT lines ON DELETE CASCADE;
",
        ..POSTGRES
    },
    Case {
        about: "t5 references",
        fixes: &["T5 key-time-ordered-id Txns"],
        ddl: "\
CREATE TABLE Txns (
  TxnId STRING(26) NOT NULL, -- ULID
  ReceiptId STRING(36),
) PRIMARY KEY (TxnId);
CREATE TABLE Receipts (
  ReceiptId STRING(36) NOT NULL,
  TxnId STRING(26),
  Text STRING(MAX),
  CONSTRAINT FK_Receipts FOREIGN KEY (TxnId) REFERENCES Txns (TxnId) ON DELETE CASCADE,
) PRIMARY KEY (ReceiptId);
ALTER TABLE Txns ADD CONSTRAINT FK_Txns FOREIGN KEY (ReceiptId) REFERENCES Receipts (ReceiptId);
",
        ..GOOGLE
    },
    Case {
        about: "t5 references pg",
        fixes: &["T5 key-time-ordered-id txns"],
        ddl: "\
CREATE TABLE txns (
  txn_id varchar(26) NOT NULL, -- ULID
  receipt_id varchar(36),
  PRIMARY KEY (txn_id)
);
CREATE TABLE receipts (
  receipt_id varchar(36) NOT NULL,
  txn_id varchar(26),
  words text,
  PRIMARY KEY (receipt_id),
  CONSTRAINT fk_receipts FOREIGN KEY (txn_id) REFERENCES txns (txn_id) ON DELETE CASCADE
);
ALTER TABLE txns ADD CONSTRAINT fk_txns FOREIGN KEY (receipt_id) REFERENCES receipts (receipt_id);
",
        ..POSTGRES
    },
    Case {
        about: "t6",
        fixes: &["T6 key-monotonic-int Students"],
        ddl: "\
CREATE TABLE Students (
  StudentId INT64 NOT NULL, -- a counter
  Name STRING(MAX),
) PRIMARY KEY (StudentId);
CREATE TABLE Marks (
  StudentId INT64 NOT NULL,
  Subject STRING(20) NOT NULL,
  Points INT64,
) PRIMARY KEY (StudentId, Subject DESC),
  INTERLEAVE IN PARENT Students ON DELETE NO ACTION;
",
        ..GOOGLE
    },
    Case {
        about: "t6 pg",
        fixes: &["T6 key-monotonic-int students"],
        ddl: "\
CREATE TABLE students (
  student_id bigint NOT NULL, -- a counter
  name text,
  PRIMARY KEY (student_id)
);
CREATE TABLE marks (
  student_id bigint NOT NULL,
  subject varchar(20) NOT NULL,
  points bigint,
  PRIMARY KEY (student_id, subject)
) INTERLEAVE IN PARENT students;
",
        ..POSTGRES
    },
    Case {
        about: "t7 tree",
        fixes: &["T7 key-timestamp-first Logins"],
        ddl: "\
CREATE TABLE Logins (
  LoggedAt TIMESTAMP NOT NULL,
  UserId INT64 NOT NULL,
  Agent STRING(MAX),
  LastAt TIMESTAMP,
  LastUser INT64,
  CONSTRAINT FK_Last FOREIGN KEY (LastAt, LastUser) REFERENCES Logins (LoggedAt, UserId),
) PRIMARY KEY (LoggedAt, UserId);
CREATE TABLE Clicks (
  LoggedAt TIMESTAMP NOT NULL,
  UserId INT64 NOT NULL,
  Click INT64 NOT NULL,
  Data BYTES(20),
) PRIMARY KEY (LoggedAt, UserId, Click),
  INTERLEAVE IN PARENT Logins ON DELETE CASCADE;
CREATE TABLE Targets (
  LoggedAt TIMESTAMP NOT NULL,
  UserId INT64 NOT NULL,
  Click INT64 NOT NULL,
  Target STRING(20),
) PRIMARY KEY (LoggedAt, UserId, Click, Target),
  INTERLEAVE IN PARENT Clicks ON DELETE CASCADE;
",
        ..GOOGLE
    },
    Case {
        about: "t7 pg",
        fixes: &["T7 key-timestamp-first logins"],
        ddl: "\
CREATE TABLE logins (
  logged_at timestamptz NOT NULL,
  user_id bigint NOT NULL,
  agent text,
  PRIMARY KEY (logged_at, user_id)
);
CREATE TABLE clicks (
  logged_at timestamptz NOT NULL,
  user_id bigint NOT NULL,
  click bigint NOT NULL,
  seen boolean,
  PRIMARY KEY (logged_at, user_id, click)
) INTERLEAVE IN PARENT logins ON DELETE CASCADE;
",
        ..POSTGRES
    },
    Case {
        about: "t8",
        fixes: &["T8 key-timestamp-first Audit"],
        ddl: "\
CREATE TABLE Audit (
  SeenAt TIMESTAMP NOT NULL,
  TenantId STRING(36) NOT NULL,
  What STRING(MAX),
) PRIMARY KEY (SeenAt);
CREATE TABLE Parts (
  SeenAt TIMESTAMP NOT NULL,
  Part INT64 NOT NULL,
  What STRING(MAX),
) PRIMARY KEY (SeenAt, Part),
  INTERLEAVE IN PARENT Audit ON DELETE CASCADE;
CREATE TABLE Bits (
  SeenAt TIMESTAMP NOT NULL,
  Part INT64 NOT NULL,
  Bit INT64 NOT NULL,
  What STRING(MAX),
) PRIMARY KEY (SeenAt, Part, Bit),
  INTERLEAVE IN PARENT Parts ON DELETE CASCADE;
",
        ..GOOGLE
    },
    Case {
        about: "t8 flat",
        fixes: &["T8 key-timestamp-first Audit"],
        ddl: "\
CREATE TABLE Audit (
  SeenAt TIMESTAMP NOT NULL,
  TenantId STRING(36) NOT NULL,
  What STRING(MAX),
) PRIMARY KEY (SeenAt);
",
        ..GOOGLE
    },
    Case {
        about: "t8 flat pg",
        fixes: &["T8 key-time-ordered-id audit"],
        ddl: "\
CREATE TABLE audit (
  audit_id varchar(26) NOT NULL, -- ULID
  tenant_id varchar(36) NOT NULL,
  what text,
  PRIMARY KEY (audit_id)
);
",
        ..POSTGRES
    },
    Case {
        about: "t8 pg",
        fixes: &["T8 key-time-ordered-id audit"],
        ddl: "\
CREATE TABLE audit (
  audit_id varchar(26) NOT NULL, -- ULID
  tenant_id varchar(36) NOT NULL,
  what text,
  PRIMARY KEY (audit_id)
);
CREATE TABLE parts (
  audit_id varchar(26) NOT NULL,
  part bigint NOT NULL,
  what text,
  PRIMARY KEY (audit_id, part)
) INTERLEAVE IN PARENT audit ON DELETE CASCADE;
",
        ..POSTGRES
    },
    Case {
        about: "t9",
        fixes: &["T9 key-tenant-skew Audit set:tenants=acme,globex"],
        ddl: "\
-- hotsplit: table Audit writes=9k/s
CREATE TABLE Audit (
  TenantId STRING(36) NOT NULL,
  EventId STRING(26) NOT NULL, -- ULID
  Note STRING(MAX),
) PRIMARY KEY (TenantId, EventId);
CREATE TABLE Parts (
  TenantId STRING(36) NOT NULL,
  EventId STRING(26) NOT NULL,
  Part INT64 NOT NULL,
  Note STRING(MAX),
) PRIMARY KEY (TenantId, EventId, Part),
  INTERLEAVE IN PARENT Audit ON DELETE CASCADE;
",
        ..GOOGLE
    },
    Case {
        about: "t9 pg",
        fixes: &["T9 key-tenant-skew audit set:tenants=acme,globex"],
        ddl: "\
-- hotsplit: table audit writes=9k/s
CREATE TABLE audit (
  tenant_id varchar(36) NOT NULL,
  event_id varchar(26) NOT NULL, -- ULID
  note text,
  PRIMARY KEY (tenant_id, event_id)
);
",
        ..POSTGRES
    },
    Case {
        about: "t16",
        fixes: &["T16 interleave-candidate Lines"],
        ddl: "\
CREATE TABLE Orders (
  OrderId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  Total INT64,
) PRIMARY KEY (OrderId);
CREATE TABLE Lines (
  OrderId STRING(36) NOT NULL,
  LineNo INT64 NOT NULL,
  Sku STRING(40),
  CONSTRAINT FK_Lines FOREIGN KEY (OrderId) REFERENCES Orders (OrderId) ON DELETE CASCADE,
) PRIMARY KEY (OrderId, LineNo);
",
        ..GOOGLE
    },
    Case {
        about: "t16 pg",
        fixes: &["T16 interleave-candidate lines"],
        ddl: "\
CREATE TABLE orders (
  order_id varchar(36) DEFAULT spanner.generate_uuid() NOT NULL,
  total float8,
  PRIMARY KEY (order_id)
);
CREATE TABLE lines (
  order_id varchar(36) NOT NULL,
  line_no bigint NOT NULL,
  sku varchar(40),
  PRIMARY KEY (order_id, line_no),
  CONSTRAINT fk_lines FOREIGN KEY (order_id) REFERENCES orders (order_id) ON DELETE CASCADE
);
",
        ..POSTGRES
    },
    Case {
        about: "t16 out",
        fixes: &["T16 interleave-unbounded AuditLogs"],
        ddl: "\
CREATE TABLE Users (
  UserId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  Name STRING(40),
) PRIMARY KEY (UserId);
CREATE TABLE AuditLogs (
  UserId STRING(36) NOT NULL,
  CreatedAt TIMESTAMP NOT NULL,
  What STRING(MAX),
) PRIMARY KEY (UserId, CreatedAt),
  INTERLEAVE IN PARENT Users ON DELETE CASCADE;
",
        ..GOOGLE
    },
    Case {
        about: "t18",
        fixes: &["T18 type-uuid-as-string Orders.OrderId"],
        ddl: "\
CREATE TABLE Orders (
  OrderId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  Total INT64,
) PRIMARY KEY (OrderId);
CREATE TABLE Lines (
  OrderId STRING(36) NOT NULL,
  LineNo INT64 NOT NULL,
) PRIMARY KEY (OrderId, LineNo),
  INTERLEAVE IN PARENT Orders ON DELETE CASCADE;
",
        ..GOOGLE
    },
    Case {
        about: "t24",
        fixes: &["T24 index-low-cardinality-first RankingByMode"],
        routes: &[Route {
            table: "Ranking",
            column: "Mode",
            places: &[("classic", "ClassicRanking"), ("ranked", "RankedRanking")],
        }],
        ddl: "\
CREATE TABLE Ranking (
  PlayerId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  Mode STRING(10) NOT NULL,
  Score INT64,
  CHECK (Mode IN ('classic', 'ranked')),
) PRIMARY KEY (PlayerId, Mode);
CREATE INDEX RankingByMode ON Ranking (Mode);
",
        ..GOOGLE
    },
    Case {
        about: "t24 pg",
        fixes: &["T24 index-low-cardinality-first ranking_by_mode"],
        routes: &[Route {
            table: "ranking",
            column: "mode",
            places: &[("classic", "classic_ranking"), ("ranked", "ranked_ranking")],
        }],
        ddl: "\
CREATE TABLE ranking (
  player_id varchar(36) NOT NULL DEFAULT spanner.generate_uuid(),
  mode varchar(10) NOT NULL CHECK (mode IN ('classic', 'ranked')),
  score bigint,
  PRIMARY KEY (player_id, mode)
);
CREATE INDEX ranking_by_mode ON ranking (mode);
",
        ..POSTGRES
    },
    Case {
        about: "t24 without a way back",
        fixes: &["T24 index-low-cardinality-first RankingByMode"],
        routes: &[Route {
            table: "Ranking",
            column: "Mode",
            places: &[("classic", "ClassicRanking"), ("ranked", "RankedRanking")],
        }],
        ddl: "\
CREATE TABLE Clubs (
  ClubId STRING(36) NOT NULL,
) PRIMARY KEY (ClubId);
CREATE TABLE Ranking (
  PlayerId STRING(36) NOT NULL,
  Mode STRING(10) NOT NULL,
  Score INT64,
  ClubId STRING(36),
  FOREIGN KEY (ClubId) REFERENCES Clubs (ClubId) ON DELETE CASCADE,
  CHECK (Mode IN ('classic', 'ranked')),
) PRIMARY KEY (PlayerId);
CREATE INDEX RankingByMode ON Ranking (Mode);
",
        ..GOOGLE
    },
    Case {
        about: "several",
        fixes: &["T5 key-time-ordered-id Txns", "T7 key-timestamp-first Logins"],
        ddl: "\
CREATE TABLE Txns (
  TxnId STRING(26) NOT NULL, -- ULID
  Amount INT64,
) PRIMARY KEY (TxnId);
CREATE UNIQUE INDEX TxnsByAmount ON Txns (Amount);
CREATE TABLE Logins (
  LoggedAt TIMESTAMP NOT NULL,
  UserId INT64 NOT NULL,
  TxnId STRING(26),
  CONSTRAINT FK_Txn FOREIGN KEY (TxnId) REFERENCES Txns (TxnId) ON DELETE CASCADE,
) PRIMARY KEY (LoggedAt, UserId);
",
        ..GOOGLE
    },
    Case {
        about: "several pg",
        fixes: &["T5 key-time-ordered-id txns", "T7 key-timestamp-first logins"],
        ddl: "\
CREATE TABLE txns (
  txn_id varchar(26) NOT NULL, -- ULID
  amount bigint,
  PRIMARY KEY (txn_id)
);
CREATE UNIQUE INDEX txns_by_amount ON txns (amount);
CREATE TABLE logins (
  logged_at timestamptz NOT NULL,
  user_id bigint NOT NULL,
  txn_id varchar(26),
  PRIMARY KEY (logged_at, user_id),
  CONSTRAINT fk_txn FOREIGN KEY (txn_id) REFERENCES txns (txn_id)
);
",
        ..POSTGRES
    },
    Case {
        about: "commit timestamps",
        fixes: &["T5 key-time-ordered-id Txns"],
        ddl: "\
CREATE TABLE Txns (
  TxnId STRING(26) NOT NULL, -- ULID
  Amount INT64,
  BookedAt TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
  ChangedAt TIMESTAMP OPTIONS (allow_commit_timestamp = true),
) PRIMARY KEY (TxnId);
CREATE TABLE Lines (
  TxnId STRING(26) NOT NULL,
  LineNo INT64 NOT NULL,
  ChangedAt TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
) PRIMARY KEY (TxnId, LineNo),
  INTERLEAVE IN PARENT Txns ON DELETE CASCADE;
",
        ..GOOGLE
    },
    Case {
        about: "circle",
        fixes: &["T5 key-time-ordered-id Txns", "T5 key-time-ordered-id Receipts"],
        ddl: "\
CREATE TABLE Txns (
  TxnId STRING(26) NOT NULL, -- ULID
  ReceiptId STRING(26),
) PRIMARY KEY (TxnId);
CREATE TABLE Receipts (
  ReceiptId STRING(26) NOT NULL, -- ULID
  TxnId STRING(26),
  CONSTRAINT FK_Receipts FOREIGN KEY (TxnId) REFERENCES Txns (TxnId) ON DELETE CASCADE,
) PRIMARY KEY (ReceiptId);
ALTER TABLE Txns ADD CONSTRAINT FK_Txns FOREIGN KEY (ReceiptId) REFERENCES Receipts (ReceiptId);
",
        ..GOOGLE
    },
    Case {
        about: "circle through a child",
        fixes: &["T5 key-time-ordered-id Txns"],
        ddl: "\
CREATE TABLE Txns (
  TxnId STRING(26) NOT NULL, -- ULID
  Amount INT64,
) PRIMARY KEY (TxnId);
CREATE TABLE Receipts (
  ReceiptId STRING(36) NOT NULL,
  TxnId STRING(26),
  FOREIGN KEY (TxnId) REFERENCES Txns (TxnId) ON DELETE CASCADE,
) PRIMARY KEY (ReceiptId);
CREATE TABLE Lines (
  TxnId STRING(26) NOT NULL,
  LineNo INT64 NOT NULL,
  ReceiptId STRING(36) NOT NULL,
  FOREIGN KEY (ReceiptId) REFERENCES Receipts (ReceiptId),
) PRIMARY KEY (TxnId, LineNo),
  INTERLEAVE IN PARENT Txns ON DELETE CASCADE;
",
        ..GOOGLE
    },
    Case {
        about: "circle of cascades",
        fixes: &["T5 key-time-ordered-id Txns", "T5 key-time-ordered-id Receipts"],
        ddl: "\
CREATE TABLE Txns (
  TxnId STRING(26) NOT NULL, -- ULID
  ReceiptId STRING(26),
) PRIMARY KEY (TxnId);
CREATE TABLE Receipts (
  ReceiptId STRING(26) NOT NULL, -- ULID
  TxnId STRING(26),
  CONSTRAINT FK_Receipts FOREIGN KEY (TxnId) REFERENCES Txns (TxnId) ON DELETE CASCADE,
) PRIMARY KEY (ReceiptId);
ALTER TABLE Txns ADD CONSTRAINT FK_Txns FOREIGN KEY (ReceiptId) REFERENCES Receipts (ReceiptId)
  ON DELETE CASCADE;
",
        ..GOOGLE
    },
    Case {
        about: "a move that is referenced",
        fixes: &["T8 key-time-ordered-id audit"],
        ddl: "\
CREATE TABLE audit (
  audit_id varchar(26) NOT NULL, -- ULID
  tenant_id varchar(36) NOT NULL,
  what text,
  PRIMARY KEY (audit_id)
);
CREATE TABLE notes (
  note_id varchar(36) NOT NULL,
  audit_id varchar(26),
  PRIMARY KEY (note_id),
  FOREIGN KEY (audit_id) REFERENCES audit (audit_id) ON DELETE CASCADE
);
",
        ..POSTGRES
    },
    Case {
        about: "out of a parent that stays",
        fixes: &["T16 interleave-unbounded AuditLogs"],
        ddl: "\
CREATE TABLE Users (
  UserId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  Name STRING(40),
) PRIMARY KEY (UserId);
CREATE TABLE AuditLogs (
  UserId STRING(36) NOT NULL,
  CreatedAt TIMESTAMP NOT NULL,
  What STRING(MAX),
) PRIMARY KEY (UserId, CreatedAt),
  INTERLEAVE IN PARENT Users;
CREATE UNIQUE INDEX AuditLogsByWhat ON AuditLogs (What);
",
        ..GOOGLE
    },
    Case {
        about: "moves that children hold",
        fixes: &["T8 key-timestamp-first payments"],
        ddl: "\
CREATE TABLE payments (
  logged_at timestamptz NOT NULL,
  user_id bigint NOT NULL,
  tenant_id varchar(36) NOT NULL,
  PRIMARY KEY (logged_at, user_id)
);
CREATE TABLE lines (
  logged_at timestamptz NOT NULL,
  user_id bigint NOT NULL,
  part bigint NOT NULL,
  PRIMARY KEY (logged_at, user_id, part)
) INTERLEAVE IN PARENT payments;
CREATE TABLE notes (
  logged_at timestamptz NOT NULL,
  user_id bigint NOT NULL,
  part bigint NOT NULL,
  bit bigint NOT NULL,
  words text,
  PRIMARY KEY (logged_at, user_id, part, bit)
) INTERLEAVE IN PARENT lines;
",
        ..POSTGRES
    },
    Case {
        about: "rows that refer to each other",
        fixes: &["T5 key-time-ordered-id Accounts"],
        ddl: "\
CREATE TABLE Accounts (
  AccountId STRING(26) NOT NULL, -- ULID
  Parent STRING(26),
  Email STRING(320),
  CONSTRAINT FK_Parent FOREIGN KEY (Parent) REFERENCES Accounts (AccountId),
) PRIMARY KEY (AccountId);
CREATE UNIQUE INDEX AccountsByEmail ON Accounts (Email);
CREATE TABLE Orders (
  AccountId STRING(26) NOT NULL,
  OrderId INT64 NOT NULL,
  Note STRING(40),
) PRIMARY KEY (AccountId, OrderId),
  INTERLEAVE IN PARENT Accounts ON DELETE CASCADE;
",
        ..GOOGLE
    },
    Case {
        about: "rows that refer to each other pg",
        fixes: &["T5 key-time-ordered-id accounts"],
        ddl: "\
CREATE TABLE accounts (
  account_id varchar(26) NOT NULL, -- ULID
  parent varchar(26),
  email varchar(320),
  PRIMARY KEY (account_id),
  CONSTRAINT fk_parent FOREIGN KEY (parent) REFERENCES accounts (account_id)
);
CREATE UNIQUE INDEX accounts_by_email ON accounts (email);
CREATE TABLE orders (
  account_id varchar(26) NOT NULL,
  order_id bigint NOT NULL,
  note varchar(40),
  PRIMARY KEY (account_id, order_id)
) INTERLEAVE IN PARENT accounts ON DELETE CASCADE;
",
        ..POSTGRES
    },
];
