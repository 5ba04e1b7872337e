//! The schema of a migrated mix of workloads in both dialects, for the presets that give it rates.

use super::preset::Ddl;

/// The mix as it is, and with the first one, two and three of its changes.
pub(super) struct Mix {
    /// As it was moved: a sequential key, order lines apart from their orders, two indexes.
    pub(super) before: [Ddl; 2],
    /// With random bits in the sequential key.
    pub(super) keys: [Ddl; 2],
    /// With order lines inside their order, too.
    pub(super) inside: [Ddl; 2],
    /// With one index less, too.
    pub(super) pruned: [Ddl; 2],
}

/// The mix at rates per second: rows of the table with the sequential key, orders read, order
/// lines, and rows of the table with two indexes.
macro_rules! mix {
    ($events:literal, $reads:literal, $lines:literal, $customers:literal) => {
        $crate::presets::mix::Mix {
            before: mix!(@both $events, $reads, $lines, $customers, "sequential", apart, both),
            keys: mix!(@both $events, $reads, $lines, $customers, "random", apart, both),
            inside: mix!(@both $events, $reads, $lines, $customers, "random", inside, both),
            pruned: mix!(@both $events, $reads, $lines, $customers, "random", inside, one),
        }
    };
    (@both $events:literal, $reads:literal, $lines:literal, $customers:literal,
     $key:literal, $place:ident, $indexes:ident) => {
        [
            $crate::presets::preset::google(concat!(
                "-- hotsplit: file reads-per-write=0
-- hotsplit: table Events writes=", $events, "/s
CREATE TABLE Events (
  EventId INT64 NOT NULL, -- hotsplit: ", $key, "
  Body STRING(MAX),
) PRIMARY KEY (EventId);
-- hotsplit: table Orders writes=0/s, reads(point)=", $reads, "/s
CREATE TABLE Orders (
  OrderId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  Total NUMERIC,
) PRIMARY KEY (OrderId);
-- hotsplit: table OrderLines writes=", $lines, "/s
CREATE TABLE OrderLines (
  OrderId STRING(36) NOT NULL,
  LineNo INT64 NOT NULL,
", mix!(@google_lines $place), "-- hotsplit: table Customers writes=", $customers, "/s
CREATE TABLE Customers (
  CustomerId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  Email STRING(100),
  Phone STRING(30),
) PRIMARY KEY (CustomerId);
CREATE INDEX CustomersByEmail ON Customers (Email);
", mix!(@google_phone $indexes),
            )),
            $crate::presets::preset::postgres(concat!(
                "-- hotsplit: file reads-per-write=0
-- hotsplit: table events writes=", $events, "/s
CREATE TABLE events (
  event_id bigint NOT NULL, -- hotsplit: ", $key, "
  body text,
  PRIMARY KEY (event_id)
);
-- hotsplit: table orders writes=0/s, reads(point)=", $reads, "/s
CREATE TABLE orders (
  order_id varchar(36) NOT NULL DEFAULT spanner.generate_uuid(),
  total numeric,
  PRIMARY KEY (order_id)
);
-- hotsplit: table order_lines writes=", $lines, "/s
CREATE TABLE order_lines (
  order_id varchar(36) NOT NULL,
  line_no bigint NOT NULL,
", mix!(@postgres_lines $place), "-- hotsplit: table customers writes=", $customers, "/s
CREATE TABLE customers (
  customer_id varchar(36) NOT NULL DEFAULT spanner.generate_uuid(),
  email varchar(100),
  phone varchar(30),
  PRIMARY KEY (customer_id)
);
CREATE INDEX customers_by_email ON customers (email);
", mix!(@postgres_phone $indexes),
            )),
        ]
    };
    (@google_lines apart) => {
        "  CONSTRAINT FK_Order FOREIGN KEY (OrderId) REFERENCES Orders (OrderId),
) PRIMARY KEY (OrderId, LineNo);
"
    };
    (@google_lines inside) => {
        ") PRIMARY KEY (OrderId, LineNo),
  INTERLEAVE IN PARENT Orders ON DELETE CASCADE;
"
    };
    (@google_phone both) => { "CREATE INDEX CustomersByPhone ON Customers (Phone);\n" };
    (@google_phone one) => { "" };
    (@postgres_lines apart) => {
        "  PRIMARY KEY (order_id, line_no),
  CONSTRAINT fk_order FOREIGN KEY (order_id) REFERENCES orders (order_id)
);
"
    };
    (@postgres_lines inside) => {
        "  PRIMARY KEY (order_id, line_no)
) INTERLEAVE IN PARENT orders ON DELETE CASCADE;
"
    };
    (@postgres_phone both) => { "CREATE INDEX customers_by_phone ON customers (phone);\n" };
    (@postgres_phone one) => { "" };
}

pub(super) use mix;
