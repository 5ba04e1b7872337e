//! Words in names: how a name falls into words, and which words mean what.

/// A name in lower-case words: `LastAccess`, `last_access` and `lastAccess` give `last`, `access`.
#[must_use]
pub fn words(name: &str) -> Vec<String> {
    if name.is_ascii() {
        return ascii_words(name);
    }
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut before: Option<char> = None;
    let mut chars = name.chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_alphanumeric() {
            let lower_before = before.is_some_and(|b| b.is_lowercase() || b.is_ascii_digit());
            let upper_before = before.is_some_and(char::is_uppercase);
            let lower_after = chars.peek().is_some_and(|next| next.is_lowercase());
            if c.is_uppercase() && (lower_before || (upper_before && lower_after)) {
                push(&mut words, &mut word);
            }
            word.extend(c.to_lowercase());
        } else {
            push(&mut words, &mut word);
        }
        before = Some(c);
    }
    push(&mut words, &mut word);
    words
}

/// [`words`] of a name that is all ASCII, as nearly every name is.
fn ascii_words(name: &str) -> Vec<String> {
    let (bytes, lower) = (name.as_bytes(), name.to_ascii_lowercase());
    let mut words = Vec::with_capacity(4);
    let mut start = 0;
    let mut take = |from: usize, to: usize| {
        if from < to {
            words.push(lower[from..to].to_owned());
        }
    };
    for (at, byte) in bytes.iter().enumerate() {
        if !byte.is_ascii_alphanumeric() {
            take(start, at);
            start = at + 1;
        } else if byte.is_ascii_uppercase() && at > start {
            let before = bytes[at - 1];
            let lower_after = bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase);
            if !before.is_ascii_uppercase() || lower_after {
                take(start, at);
                start = at;
            }
        }
    }
    take(start, bytes.len());
    words
}

fn push(words: &mut Vec<String>, word: &mut String) {
    if !word.is_empty() {
        words.push(std::mem::take(word));
    }
}

/// A word without its plural ending.
#[must_use]
pub fn singular(word: &str) -> String {
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return format!("{stem}y");
    }
    for ending in ["sses", "xes", "ches", "shes"] {
        if word.ends_with(ending) {
            return word[..word.len() - 2].to_owned();
        }
    }
    // `statuses` is of `status`, `houses` of `house`.
    if let Some(stem) = word.strip_suffix("es").filter(|stem| stem.ends_with("us"))
        && !stem[..stem.len() - 2].ends_with(['a', 'e', 'i', 'o', 'u'])
    {
        return stem.to_owned();
    }
    match word.strip_suffix('s') {
        Some(stem) if !stem.ends_with('s') && !stem.ends_with('u') && stem.len() > 1 => {
            stem.to_owned()
        }
        _ => word.to_owned(),
    }
}

/// Whether `column` names the table's own identity: `Id`, or the table's singular with `Id`.
#[must_use]
pub fn is_own_id(table: &str, column: &str) -> bool {
    let mut name = words(column);
    let joined = name.len() == 1 && !matches!(name[0].as_str(), "uuid" | "guid" | "id");
    if joined && name[0].ends_with("id") {
        let stem = name[0][..name[0].len() - 2].to_owned();
        name = vec![stem, "id".to_owned()];
    }
    let Some(last) = name.pop() else { return false };
    if !matches!(last.as_str(), "id" | "key" | "no" | "num" | "number" | "uuid" | "guid") {
        return false;
    }
    if name.is_empty() {
        return true;
    }
    table_words(table).concat().ends_with(&name.concat())
}

/// The words of a table's name, the last one singular, without its schema.
#[must_use]
pub fn table_words(table: &str) -> Vec<String> {
    let mut own = words(table.rsplit('.').next().unwrap_or(table));
    if let Some(last) = own.last_mut() {
        *last = singular(last);
    }
    own
}

/// Entities that stay and write much: their ids spread load as long as none dominates.
pub const ENTITIES: &[&str] = &[
    "tenant",
    "org",
    "organization",
    "organisation",
    "account",
    "customer",
    "user",
    "device",
    "merchant",
    "player",
    "member",
    "workspace",
    "company",
    "client",
    "team",
    "project",
];

/// Words for an id behind the word for the thing.
pub const KEYS: &[&str] = &["id", "key", "token", "value", "code"];

/// Whether a name is that of a shard: the word ends it, or a word for a number follows. The count
/// of shards and the time of one are other things.
#[must_use]
pub fn is_shard(words: &[String]) -> bool {
    const NUMBER: &[&str] = &["id", "no", "nr", "num", "number", "index", "idx", "key", "bucket"];
    match words {
        [.., shard, number] if shard == "shard" => NUMBER.contains(&number.as_str()),
        [.., word] => matches!(word.as_str(), "shard" | "shardid" | "shardno" | "hashbucket"),
        [] => false,
    }
}

/// Last words of how much or how many there is.
pub const QUANTITIES: &[&str] = &[
    "count", "counts", "total", "totals", "size", "length", "len", "amount", "sum", "limit", "max",
    "min", "rate", "bytes", "weight", "height", "width", "depth", "percent", "ratio",
];

/// Words of how long something takes.
pub const DURATIONS: &[&str] = &[
    "duration", "latency", "elapsed", "elapse", "timeout", "interval", "delay", "lag", "uptime",
    "runtime", "age",
];

/// Words of an offset between clocks.
pub const ZONES: &[&str] = &["gmt", "utc", "tz", "timezone", "zone"];

/// Words of numbers that are given to things and do not count rows.
pub const LABELS: &[&str] = &[
    "phone", "mobile", "fax", "house", "room", "card", "page", "seat", "flight", "zip", "postal",
    "tax", "vat", "ssn", "passport", "license", "licence", "plate", "port", "pin", "serial",
];

/// Words of columns with few values.
pub const LOW_CARDINALITY: &[&str] = &[
    "status", "state", "type", "kind", "country", "region", "currency", "gender", "priority",
    "level", "tier", "category", "severity", "stage", "phase", "mode", "lang", "language",
    "locale",
];

/// Those of [`LOW_CARDINALITY`] that may have more values than a handful: the levels of a game, the
/// categories of a shop.
pub const SOME_VALUES: &[&str] =
    &["state", "category", "level", "priority", "region", "stage", "mode"];

/// Words of natural keys in text.
pub const NATURAL: &[&str] = &[
    "email", "mail", "username", "login", "sku", "slug", "isbn", "phone", "host", "hostname",
    "domain", "url", "path", "name", "handle",
];

/// Words of times that have nothing to do with when a row arrives.
pub const NOT_ARRIVAL: &[&str] = &[
    "birth",
    "birthday",
    "birthdate",
    "dob",
    "born",
    "valid",
    "start",
    "starts",
    "end",
    "ends",
    "holiday",
    "effective",
    "from",
    "until",
    "to",
    "release",
    "anniversary",
    "hired",
    "closed",
    "opening",
    "closing",
    "founded",
];

/// Those of [`NOT_ARRIVAL`] that no clock beside them makes a time of arrival.
pub const VALIDITY: &[&str] = &[
    "birth",
    "birthday",
    "birthdate",
    "dob",
    "born",
    "valid",
    "holiday",
    "effective",
    "anniversary",
    "hired",
    "release",
    "founded",
    "opening",
    "closing",
];

/// Words of times that are set ahead: they follow the time of arrival at a distance.
pub const SCHEDULED: &[&str] = &[
    "due",
    "expire",
    "expires",
    "expired",
    "expiry",
    "expiration",
    "scheduled",
    "next",
    "deadline",
    "retry",
    "removal",
    "ttl",
    "visibility",
    "activation",
    "appointment",
    "departure",
    "planned",
];

/// Words of times of arrival.
pub const ARRIVAL: &[&str] = &[
    "created",
    "creation",
    "create",
    "inserted",
    "insert",
    "logged",
    "log",
    "last",
    "seen",
    "access",
    "accessed",
    "posted",
    "updated",
    "modified",
    "received",
    "recorded",
    "occurred",
    "happened",
    "sent",
    "booked",
    "taken",
    "queued",
    "ingested",
    "placed",
    "commit",
    "committed",
];

/// Last words of a time as such. Alone they are taken for the time of arrival; beside a word of
/// [`NOT_ARRIVAL`] they decide nothing.
pub const CLOCKS: &[&str] = &["at", "ts", "timestamp", "time"];

/// Words of periods.
pub const PERIODS: &[&str] = &[
    "day",
    "date",
    "month",
    "yyyymm",
    "yyyymmdd",
    "hour",
    "week",
    "bucket",
    "period",
    "yearmonth",
];

/// Words of counters that only go up and of nothing else.
pub const COUNTERS: &[&str] = &["seq", "sequence", "lsn", "seqno", "seqnum", "autoinc"];

/// Words of numbers that go up within one thing: the version of a document, the offset in a
/// partition. Ahead of every other key part they may as well be anything.
pub const COUNTERS_WITHIN: &[&str] =
    &["version", "revision", "offset", "epoch", "counter", "serial"];

/// Words of numbers that go up unless they are the table's own identity.
pub const NUMBERS: &[&str] = &["no", "num", "number"];

/// Words of columns whose text is a number in dress.
pub const NUMBERED: &[&str] = &[
    "no",
    "num",
    "number",
    "nr",
    "ref",
    "reference",
    "code",
    "invoice",
    "ticket",
    "receipt",
    "id",
];

/// Words of columns whose value changes over the life of a row.
pub const CHANGING: &[&str] =
    &["status", "balance", "score", "rank", "ranking", "points", "heartbeat", "progress"];

/// Words of times that change with every touch of a row.
pub const TOUCHED: &[&str] =
    &["updated", "modified", "heartbeat", "refreshed", "changed", "touched", "synced", "polled"];

/// Words of tables that record what happened.
pub const LOGS: &[&str] = &[
    "log",
    "history",
    "journal",
    "ledger",
    "changelog",
    "telemetry",
    "clickstream",
    "eventlog",
    "auditlog",
    "accesslog",
];

/// Words that end like a log and are none.
const NO_LOGS: &[&str] = &["catalog", "blog", "backlog", "dialog", "analog", "prolog", "epilog"];

/// Whether a word that PostgreSQL folded ends in a log: `useraccesslog`, `orderhistory`.
#[must_use]
pub fn is_folded_log(word: &str) -> bool {
    let log = word.ends_with("log") && !NO_LOGS.iter().any(|other| word.ends_with(other));
    log || word.ends_with("history")
}

/// Words for a row of a log: `AuditEntries`, `HistoryRecords`.
pub const LOG_ROWS: &[&str] = &["entry", "record", "line", "row", "item"];

/// Words of tables that grow with every event, if they also keep its time.
pub const HAPPENINGS: &[&str] = &[
    "event",
    "activity",
    "message",
    "transaction",
    "txn",
    "payment",
    "reading",
    "measurement",
    "metric",
    "sample",
    "click",
    "impression",
    "visit",
    "hit",
    "pageview",
    "trace",
    "tick",
    "ping",
    "heartbeat",
    "notification",
    "posting",
    "movement",
    "tweet",
];

/// Words of tables of waiting work.
pub const QUEUES: &[&str] = &["queue", "outbox", "inbox", "backlog", "mailbox", "spool"];

/// Words of tables of work, if they also keep its state or when it is due.
pub const WORK: &[&str] = &["job", "task", "reminder", "timer", "workitem", "workunit", "todo"];

/// Words of the time of the next try of waiting work.
pub const RETRIED: &[&str] = &["next", "retry", "visible", "lease", "leased"];

/// Words of tables of counters.
pub const COUNTER_TABLES: &[&str] =
    &["counter", "count", "total", "tally", "sequence", "statistic", "stat", "quota"];

/// Words of columns that count what happens elsewhere.
pub const TALLIES: &[&str] = &[
    "count",
    "counter",
    "counts",
    "total",
    "totals",
    "tally",
    "likes",
    "follower",
    "followers",
    "views",
    "hits",
    "votes",
    "upvotes",
    "stock",
    "quota",
    "balance",
    "seq",
    "sequence",
    "remaining",
    "available",
];

/// Words of tables that grow with every event and are kept all the same: books, versions and
/// messages.
pub const RECORDS: &[&str] = &[
    "history",
    "payment",
    "transaction",
    "txn",
    "posting",
    "ledger",
    "journal",
    "movement",
    "message",
    "tweet",
];

/// Words of tables of movements of value, if they also keep a time, an order or an amount.
pub const LEDGERS: &[&str] = &[
    "ledger",
    "journal",
    "transaction",
    "txn",
    "payment",
    "posting",
    "movement",
    "transfer",
    "settlement",
];

/// Words of tables of few rows that seldom change.
pub const LOOKUPS: &[&str] = &[
    "country",
    "currency",
    "status",
    "type",
    "kind",
    "category",
    "setting",
    "config",
    "configuration",
    "flag",
    "language",
    "locale",
    "role",
    "permission",
    "region",
    "plan",
    "tier",
    "unit",
    "timezone",
    "enum",
    "lookup",
];

/// Words of columns that hold whole documents.
pub const BULKY: &[&str] = &[
    "body",
    "blob",
    "content",
    "contents",
    "payload",
    "document",
    "html",
    "attachment",
    "transcript",
    "image",
    "photo",
    "raw",
];

/// Tables with one row per release: ledgers of schema versions.
pub const VERSION_LEDGERS: &[&str] = &[
    "schemamigrations",
    "schemamigration",
    "schemaversion",
    "schemaversions",
    "databasechangelog",
    "databasechangeloglock",
    "flywayschemahistory",
    "goosedbversion",
    "migrations",
    "alembicversion",
    "schemainfo",
    "dbversion",
    "arinternalmetadata",
];

/// Words of owners whose data others do not see: a search stays within one of them.
pub const TENANTS: &[&str] = &[
    "tenant",
    "org",
    "organization",
    "organisation",
    "workspace",
    "company",
    "account",
    "customer",
    "team",
    "mailbox",
];

/// Words of columns of long text.
pub const LONG_TEXT: &[&str] = &[
    "body",
    "content",
    "contents",
    "payload",
    "blob",
    "html",
    "xml",
    "json",
    "document",
    "markdown",
    "text",
    "transcript",
    "attachment",
    "raw",
    "data",
    "metadata",
    "snapshot",
    "trace",
    "stacktrace",
];

/// Things that come, are dealt with and are over: what belongs to one of them is bounded.
pub const PASSING: &[&str] = &[
    "order",
    "cart",
    "basket",
    "checkout",
    "booking",
    "reservation",
    "invoice",
    "payment",
    "transfer",
    "transaction",
    "refund",
    "quote",
    "session",
    "request",
    "job",
    "run",
    "task",
    "batch",
    "upload",
    "import",
    "export",
    "build",
    "deployment",
    "execution",
    "shipment",
    "delivery",
    "parcel",
    "trip",
    "ride",
    "visit",
    "call",
    "match",
    "game",
    "round",
    "message",
    "event",
    "ticket",
    "issue",
    "claim",
    "poll",
    "survey",
    "vote",
    "exam",
];

/// Words of flags and states of rows that still wait for somebody, or that people look for because
/// they are the exception.
pub const WAITING: &[&str] = &[
    "pending",
    "open",
    "active",
    "queue",
    "queued",
    "enqueued",
    "waiting",
    "wait",
    "todo",
    "new",
    "due",
    "outstanding",
    "backlog",
    "retry",
    "retrying",
    "unsent",
    "unread",
    "unprocessed",
    "undelivered",
    "unpublished",
    "unhandled",
    "unresolved",
    "unfinished",
    "unpaid",
    "incomplete",
    "dirty",
    "stale",
    "urgent",
    "overdue",
    "flagged",
    "banned",
    "blocked",
    "suspended",
    "needs",
    "requires",
];

/// States in which a row of a queue waits, besides [`WAITING`]; as names of flags they say the
/// contrary or nothing.
pub const WAITING_STATES: &[&str] = &[
    "created",
    "submitted",
    "received",
    "requested",
    "initial",
    "ready",
    "available",
    "scheduled",
];

/// Words of flags, times and states of rows whose work is done.
pub const FINISHED: &[&str] = &[
    "done",
    "sent",
    "processed",
    "delivered",
    "published",
    "complete",
    "completed",
    "finished",
    "handled",
    "resolved",
    "closed",
    "consumed",
    "acked",
    "acknowledged",
    "dispatched",
    "shipped",
    "relayed",
    "forwarded",
    "synced",
    "exported",
    "notified",
    "succeeded",
    "success",
    "executed",
    "applied",
    "cancelled",
    "canceled",
    "read",
    "seen",
    "paid",
];

/// Words of flags and times of rows that are out of use; of work they say that it is over, of
/// other rows nothing about which of them people look for.
pub const REMOVED: &[&str] = &["deleted", "archived", "removed"];

/// Values that stand for "none yet".
pub const PLACEHOLDERS: &[&str] = &["", "none", "unknown", "unset", "na", "n/a", "null"];

/// Whether any of `words` is in `list`.
#[must_use]
pub fn any(words: &[String], list: &[&str]) -> bool {
    words.iter().any(|word| list.contains(&word.as_str()))
}

/// Whether the last of `words` is in `list`.
#[must_use]
pub fn last(words: &[String], list: &[&str]) -> bool {
    words.last().is_some_and(|word| list.contains(&word.as_str()))
}
