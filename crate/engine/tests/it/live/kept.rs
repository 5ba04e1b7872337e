//! Schedules that broke a plan once, as the proof printed them: the case and what happens. Events are
//! played up to the last, so that a plan with more steps than it had then is played less far.

/// All of them.
pub(crate) const KEPT: &[(&str, &str)] = &[
    // A server of the version before moved a row that was copied, and its child was copied then.
    (
        "moves that children hold",
        r#"{"first":[],"events":[{"commit":{"changes":[{"insert":{"table":"payments","row":{"logged_at":"2001-02-03T01:02:03Z","tenant_id":"globex","user_id":"2"}}}],"late":false}},"forward","forward",{"commit":{"changes":[{"insert":{"table":"lines","row":{"logged_at":"2001-02-03T01:02:03Z","part":"3","user_id":"2"}}}],"late":false}},"forward","forward",{"range":{"rows":3,"lost":false}},{"stray":{"changes":[{"update":{"table":"payments","key":{"logged_at":"2001-02-03T01:02:03Z","user_id":"2"},"set":{"tenant_id":"b"}}}]}},"forward"]}"#,
    ),
    // A server of the version before deleted a child, whose copy then kept that of its parent.
    (
        "t6 pg",
        r#"{"first":[],"events":["forward",{"commit":{"changes":[{"insert":{"table":"students","row":{"name":"acme","student_id":"3"}}}],"late":false}},"forward","forward","forward",{"commit":{"changes":[{"insert":{"table":"marks","row":{"points":"2","student_id":"3","subject":"acme"}}}],"late":false}},{"commit":{"changes":[{"delete":{"table":"marks","key":{"student_id":"3","subject":"acme"}}}],"late":true}},{"commit":{"changes":[{"delete":{"table":"students","key":{"student_id":"3"}}}],"late":false}}]}"#,
    ),
    // An update that found no row was stamped all the same, and so the row that came behind it.
    (
        "t5 tree pg",
        r#"{"first":[{"insert":{"table":"txns","row":{"note":"{\"a\": 4}","txn_id":"acme"}}}],"events":["forward","forward","forward","forward",{"commit":{"changes":[{"update":{"table":"txns","key":{"txn_id":"globex"},"set":{"note":"{\"a\": 1}","stamp":"PENDING"}}},{"insert":{"table":"txns","row":{"amount":"40","note":"{\"a\": 2}","reverses":"acme","txn_id":"globex"}}}],"late":false}},"forward"]}"#,
    ),
    // A parent's column was read through an alias of its own child.
    (
        "t8",
        r#"{"first":[{"insert":{"table":"Audit","row":{"SeenAt":"2001-02-05T01:02:03Z","TenantId":"globex","What":"d'\"e"}}},{"insert":{"table":"Audit","row":{"SeenAt":"2001-02-01T01:02:03Z","TenantId":"b","What":null}}},{"insert":{"table":"Parts","row":{"Part":"4","SeenAt":"2001-02-05T01:02:03Z","What":"globex"}}}],"events":[{"commit":{"changes":[{"insert":{"table":"Bits","row":{"Bit":"1","Part":"4","SeenAt":"2001-02-05T01:02:03Z","What":"globex"}}}],"late":false}},"forward","forward","forward","forward","forward"]}"#,
    ),
    // The key of a child was supplied from every parent.
    (
        "t8 pg",
        r#"{"first":[],"events":["forward","forward","forward",{"commit":{"changes":[{"insert":{"table":"audit","row":{"audit_id":"globex","tenant_id":"acme","what":null}}}],"late":true}},"forward","forward",{"commit":{"changes":[{"insert":{"table":"audit","row":{"audit_id":"acme","tenant_id":"d'\"e","what":"globex"}}}],"late":false}},"forward","forward",{"commit":{"changes":[{"insert":{"table":"parts","row":{"audit_id":"globex","part":"4","what":"b"}}}],"late":false}}]}"#,
    ),
    // A cascade was gone once the copy had a foreign key instead.
    (
        "t16 out",
        r#"{"first":[{"insert":{"table":"Users","row":{"Name":"acme","UserId":"globex"}}},{"insert":{"table":"AuditLogs","row":{"CreatedAt":"2001-02-05T01:02:03Z","UserId":"globex"}}}],"events":["forward","forward","forward","forward","forward","forward","forward","forward",{"commit":{"changes":[{"delete":{"table":"Users","key":{"UserId":"globex"}}}],"late":false}}]}"#,
    ),
    // The old key was not unique any more, and the second row overwrote the first in the old table.
    (
        "t8 flat",
        r#"{"first":[],"events":["forward","forward","forward","forward","forward",{"commit":{"changes":[{"insert":{"table":"Audit","row":{"SeenAt":"2001-02-03T01:02:03Z","TenantId":"acme","What":"acme"}}}],"late":false}},"forward","forward",{"commit":{"changes":[{"insert":{"table":"Audit","row":{"SeenAt":"2001-02-03T01:02:03Z","TenantId":"d'\"e","What":"globex"}}}],"late":false}}]}"#,
    ),
    // The same in PostgreSQL.
    (
        "t8 flat pg",
        r#"{"first":[],"events":["forward","forward","forward","forward","forward",{"commit":{"changes":[{"insert":{"table":"audit","row":{"audit_id":"cé","tenant_id":"acme","what":"acme"}}}],"late":false}},"forward","forward",{"commit":{"changes":[{"insert":{"table":"audit","row":{"audit_id":"cé","tenant_id":"d'\"e","what":"globex"}}}],"late":false}}]}"#,
    ),
    // Values of a split were written without quotes in a check.
    ("t24", r#"{"first":[],"events":["forward"]}"#),
    // The same in PostgreSQL.
    ("t24 pg", r#"{"first":[],"events":["forward"]}"#),
    // A circle of foreign keys with a cascade: the copy's cascade met the reference of the old row.
    (
        "t5 references",
        r#"{"first":[],"events":["forward",{"stray":{"changes":[{"insert":{"table":"Txns","row":{"TxnId":"acme"}}}]}},"forward","forward","forward","forward",{"commit":{"changes":[{"insert":{"table":"Receipts","row":{"ReceiptId":"acme","Text":null,"TxnId":null}}}],"late":false}},{"stray":{"changes":[{"update":{"table":"Txns","key":{"TxnId":"acme"},"set":{"ReceiptId":"acme"}}}]}},"forward",{"commit":{"changes":[{"update":{"table":"Receipts","key":{"ReceiptId":"acme"},"set":{"Text":"globex","TxnId":"acme"}}}],"late":true}},"forward","forward",{"stray":{"changes":[{"delete":{"table":"Txns","key":{"TxnId":"acme"}}}]}}]}"#,
    ),
    // Images of rows that moved were deleted before those of the rows they held.
    (
        "moves that children hold",
        r#"{"first":[],"events":["forward","forward","forward",{"commit":{"changes":[{"insert":{"table":"payments","row":{"logged_at":"2001-02-05T01:02:03Z","user_id":"4","tenant_id":"acme"}}},{"insert":{"table":"lines","row":{"logged_at":"2001-02-05T01:02:03Z","user_id":"4","part":"4"}}},{"insert":{"table":"notes","row":{"logged_at":"2001-02-05T01:02:03Z","user_id":"4","part":"4","bit":"1"}}}],"late":false}},"forward",{"commit":{"changes":[{"update":{"table":"payments","key":{"logged_at":"2001-02-05T01:02:03Z","user_id":"4"},"set":{"tenant_id":"b"}}}],"late":false}},"forward","forward","forward","forward","forward","forward","forward","forward","forward"]}"#,
    ),
    // Tables that move hang together: a cascade to one of them met a reference from another.
    (
        "circle through a child",
        r#"{"first":[{"insert":{"table":"Txns","row":{"Amount":"4","TxnId":"b"}}}],"events":[{"commit":{"changes":[{"insert":{"table":"Receipts","row":{"ReceiptId":"globex","TxnId":"b"}}}],"late":true}},"forward","forward","forward","forward","forward","forward","forward","forward",{"commit":{"changes":[{"insert":{"table":"Lines","row":{"LineNo":"4","ReceiptId":"globex","TxnId":"b"}}}],"late":false}},{"commit":{"changes":[{"delete":{"table":"Txns","key":{"TxnId":"b"}}}],"late":false}}]}"#,
    ),
];
