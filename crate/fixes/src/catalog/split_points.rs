//! T27: a file of split points, so that a table opens on many servers instead of on one.

use crate::edit::{Draft, in_words, written_key};
use crate::facts::{Dist, Source};
use crate::fix::{
    Ask, AskKind, Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage, refuse,
};
use crate::rules::{Finding, Object};
use crate::schema::limits::{SPLIT_POINT_DAYS, SPLIT_POINTS_PER_NODE, SPLIT_POINTS_PER_REQUEST};
use crate::schema::{Column, KeyPart, TableId};
use crate::syntax::tree::{Expr, ExprKind, Type};
use crate::text::at;

/// The fix.
pub static FIX: Fix = Fix {
    id: "split-points",
    short: "T27",
    title: "Add split points before the launch",
    headline: "Add split points to {object} before the launch",
    #[cfg(feature = "pages")]
    page: include_str!("split_points.md"),
    changes_key: false,
    key_change: None,
    others_follow: false,
    stage: Stage::Others,
    family: Family::Others,
    pick: Pick::Manually,
    plan,
};

/// Split points for each node that the pre-splitting page recommends (read 2026-08-22).
const POINTS_RECOMMENDED_PER_NODE: f64 = 10.0;

/// Most days after which a split point expires (pre-splitting page, read 2026-08-22).
const SPLIT_POINT_DAYS_MAX: u32 = 30;

/// Split points a node takes in a minute, and in a day (quotas page, read 2026-08-22).
const POINTS_PER_NODE_MINUTE: u32 = 10;
const POINTS_PER_NODE_DAY: u32 = 200;

/// What the values of a column are spread over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Space {
    /// The numbers from 0 to one less than this.
    Shards(u32),
    /// All 64-bit integers.
    Signed,
    /// The 64-bit integers above 0.
    Positive,
    /// UUIDs, as text or not.
    Uuid,
    /// Text that starts with random hexadecimal digits in lower case.
    Hex,
}

fn plan(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Result<Plan, Refusal> {
    let Object::Table(id) = finding.object else {
        return Err(refuse(
            "the schema adds split points itself; spread them over more requests, or remove some \
             of them",
        ));
    };
    let table = cx.schema.table(id);
    let Some(lead) = table.key.first() else {
        return Err(refuse(format!("`{}` has no key to split", table.name)));
    };
    let range = p.text("range");
    let (space, guessed) = space(cx, id, lead, range)?;
    let nodes = p.nodes.unwrap_or(1.0).max(1.0);
    let most = most(nodes, space);
    let default = u64::from(most.min(whole(nodes * POINTS_RECOMMENDED_PER_NODE)));
    let points = p.number("points", 1..=u64::from(most))?.unwrap_or(default);
    let rest = rest(cx, id)?;
    let lines: Vec<String> = (1..=points)
        .map(|i| format!("-- TABLE {} ('{}'{rest})", table.name, boundary(space, i, points + 1)))
        .collect();
    let mut draft = Draft::new(cx.text, cx.schema);
    let key = in_words(written_key(&draft, id).iter().map(String::as_str));
    let (block, files) = block(&table.name, &lines);
    draft.comments_below(table.span, &block);
    let mut asks = vec![ask_points(points, most, nodes)];
    if guessed {
        asks.push(ask_range(space));
    }
    Ok(Plan {
        resulting_key: key,
        costs: costs(points),
        application: application(nodes, files),
        asks,
        edits: draft.finish(),
        ..Plan::default()
    })
}

/// The whole part of a small positive number.
fn whole(number: f64) -> u32 {
    let mut n = 0;
    // Quotas are products of small numbers: a binary search would find them no sooner.
    while f64::from(n + 1) <= number && n < POINTS_MAX {
        n += 1;
    }
    n
}

/// Most split points that one fix writes (assumption of ours: twenty requests are a long comment).
const POINTS_MAX: u32 = 2_000;

/// Most points: what the nodes take, and no more than there are places between shards.
fn most(nodes: f64, space: Space) -> u32 {
    let quota = whole(nodes * SPLIT_POINTS_PER_NODE).max(1);
    match space {
        Space::Shards(n) => quota.min(n.saturating_sub(1)).max(1),
        _ => quota,
    }
}

/// What the first key part is spread over, and whether that is a guess that may be set.
fn space(
    cx: &FixContext<'_>,
    id: TableId,
    lead: &KeyPart,
    range: Option<&str>,
) -> Result<(Space, bool), Refusal> {
    let column = cx.schema.table(id).column(lead.column);
    let fact = cx.facts.column(id, lead.column);
    let unknown = |why: &str| {
        Err(refuse(format!(
            "`{}` is {why}, so the DDL does not show where equal parts of its values start; write \
             the splits file from a sample of real ids",
            column.name
        )))
    };
    match (&fact.dist, &column.ty) {
        (Dist::Shard { n, signed: false, known: true, .. }, _) if *n >= 2 => {
            Ok((Space::Shards(*n), false))
        }
        (Dist::Shard { .. }, _) => unknown("a shard of unknown or signed range"),
        (Dist::Uniform, Some(Type::Uuid)) => Ok((Space::Uuid, false)),
        (Dist::Uniform, Some(Type::String(_))) => match text_space(column, &fact.evidence) {
            Some(space) => Ok((space, false)),
            None => unknown("text of an unknown alphabet"),
        },
        (Dist::Uniform, Some(Type::Int64)) => integer_space(column, range),
        (Dist::Uniform, _) => unknown("of a type whose split values are not documented"),
        _ => unknown("not spread evenly over its range"),
    }
}

fn integer_space(column: &Column, range: Option<&str>) -> Result<(Space, bool), Refusal> {
    if column.identity.is_some()
        || matches!(called(column.default.as_deref()), Some("GET_NEXT_SEQUENCE_VALUE" | "NEXTVAL"))
    {
        return Ok((Space::Positive, false));
    }
    if called(column.generated.as_ref().map(|g| &g.expr)) == Some("FARM_FINGERPRINT") {
        return Ok((Space::Signed, false));
    }
    match range {
        None | Some("full") => Ok((Space::Signed, true)),
        Some("positive") => Ok((Space::Positive, true)),
        Some(other) => {
            Err(refuse(format!("expected `full` or `positive` for range, found `{other}`")))
        }
    }
}

/// The function that an expression calls, as written in capitals, without Spanner's namespace.
pub(crate) fn called(expr: Option<&Expr>) -> Option<&str> {
    match &expr?.kind {
        ExprKind::Call(name, _) => Some(name.strip_prefix("SPANNER.").unwrap_or(name)),
        _ => None,
    }
}

/// The alphabet of random text, where the DDL tells it.
fn text_space(column: &Column, evidence: &[crate::facts::Evidence]) -> Option<Space> {
    let generated = column.generated.as_ref().map(|g| &g.expr);
    if matches!(called(column.default.as_deref()), Some("GENERATE_UUID" | "GEN_RANDOM_UUID")) {
        return Some(Space::Uuid);
    }
    if matches!(called(generated), Some("TO_HEX" | "MD5")) {
        return Some(Space::Hex);
    }
    let said = |evidence: &crate::facts::Evidence| {
        matches!(evidence.source, Source::Directive | Source::Comment | Source::Name)
            && evidence.what.to_ascii_lowercase().contains("uuid")
    };
    evidence.iter().any(said).then_some(Space::Uuid)
}

/// Number `i` of the points that cut a space into `parts`.
fn boundary(space: Space, i: u64, parts: u64) -> String {
    let share = |size: u128| size * u128::from(i) / u128::from(parts);
    match space {
        Space::Shards(n) => share(u128::from(n)).to_string(),
        Space::Positive => share(1 << 63).to_string(),
        Space::Signed => {
            let from = i128::from(i64::MIN);
            // The product is below 2^64.
            (from + i128::try_from(share(1 << 64)).unwrap_or_default()).to_string()
        }
        Space::Uuid => format!("{:08x}-0000-0000-0000-000000000000", share(1 << 32)),
        Space::Hex => format!("{:08x}", share(1 << 32)),
    }
}

/// The first value of each later key part, since a split point names the whole key.
fn rest(cx: &FixContext<'_>, id: TableId) -> Result<String, Refusal> {
    let table = cx.schema.table(id);
    let mut text = String::new();
    for part in &table.key[1..] {
        let column = table.column(part.column);
        let first = match (&column.ty, part.desc) {
            (Some(Type::String(_)), false) => "''",
            (Some(Type::Int64), false) => "'-9223372036854775808'",
            (Some(Type::Int64), true) => "'9223372036854775807'",
            (Some(Type::Timestamp | Type::CommitTimestamp), false) => "'0001-01-01T00:00:00Z'",
            (Some(Type::Timestamp | Type::CommitTimestamp), true) => "'9999-12-31T23:59:59Z'",
            (Some(Type::Uuid), false) => "'00000000-0000-0000-0000-000000000000'",
            (Some(Type::Uuid), true) => "'ffffffff-ffff-ffff-ffff-ffffffffffff'",
            (Some(Type::Bool), false) => "false",
            (Some(Type::Bool), true) => "true",
            _ => {
                return Err(refuse(format!(
                    "a split point needs the whole key, and the first value of `{}` cannot be \
                     written in a splits file; write the file manually with real values",
                    column.name
                )));
            }
        };
        text.push(',');
        text.push_str(first);
    }
    Ok(text)
}

/// The comment block, and the files in it: a request takes so many points and no more.
fn block(table: &str, lines: &[String]) -> (Vec<String>, usize) {
    let requests: Vec<&[String]> = lines.chunks(SPLIT_POINTS_PER_REQUEST as usize).collect();
    let mut block = Vec::new();
    for (i, points) in requests.iter().enumerate() {
        let file = match requests.len() {
            1 => "splits.txt".to_owned(),
            _ => format!("splits-{}.txt", i + 1),
        };
        block.push(format!("-- {file}: {} of `{table}`", counted(at(points.len()))));
        block.extend_from_slice(points);
        block.push(format!(
            "-- gcloud spanner databases splits add DATABASE --instance=INSTANCE \
             --splits-file={file}"
        ));
    }
    (block, requests.len())
}

fn counted(points: u32) -> String {
    if points == 1 { "1 split point".to_owned() } else { format!("{points} split points") }
}

fn ask_points(points: u64, most: u32, nodes: f64) -> Ask {
    Ask {
        name: "points",
        label: "Split points".to_owned(),
        kind: AskKind::Number { least: 1, most: u64::from(most) },
        value: points.to_string(),
        notes: vec![
            format!(
                "Default: {POINTS_RECOMMENDED_PER_NODE} for each of {nodes} nodes, as Spanner's \
                 documentation recommends, but at most the number of possible split points."
            ),
            format!(
                "The limit is {SPLIT_POINTS_PER_NODE} per node, for all databases of the instance \
                 together."
            ),
        ],
    }
}

fn ask_range(space: Space) -> Ask {
    let choice = |value: &str, label: &str| (value.to_owned(), label.to_owned());
    Ask {
        name: "range",
        label: "Range of the ids".to_owned(),
        kind: AskKind::Choice(vec![
            choice("full", "all 64-bit integers"),
            choice("positive", "only those above 0"),
        ]),
        value: if space == Space::Positive { "positive" } else { "full" }.to_owned(),
        notes: vec![
            "Points outside the range of the ids have no effect, and ids outside the range of the \
             points share one split."
                .to_owned(),
        ],
    }
}

fn costs(points: u64) -> Vec<String> {
    vec![
        format!(
            "The points expire {SPLIT_POINT_DAYS} days after they are added unless \
             --split-expiration-date says otherwise, at most {SPLIT_POINT_DAYS_MAX}; then Spanner \
             may merge idle splits."
        ),
        "Points may increase the latency of reads and writes permanently, so add only as many as \
         the load needs (pre-splitting page, read 2026-08-22)."
            .to_owned(),
        format!(
            "{} splits instead of one mean more participants in a transaction of many rows, and \
             more servers for a scan.",
            points + 1
        ),
    ]
}

fn application(nodes: f64, files: usize) -> Vec<String> {
    let mut lines = vec![
        "Copy the lines into the file without `-- `, and add them 7 days to 12 hours before the \
         load starts."
            .to_owned(),
        "Small instances need no points: Spanner divides their splits fast enough. With an \
         autoscaler, use its minimum number of nodes. Search and vector indexes cannot have split \
         points (pre-splitting page, read 2026-08-22)."
            .to_owned(),
        format!(
            "An instance accepts {POINTS_PER_NODE_MINUTE} points per minute and \
             {POINTS_PER_NODE_DAY} per day for each of its {nodes} nodes."
        ),
        "The DDL does not change: these are comments, and the command is run separately."
            .to_owned(),
    ];
    if files > 1 {
        lines.insert(
            1,
            format!(
                "A request can have {SPLIT_POINTS_PER_REQUEST} points, so there are {files} files."
            ),
        );
    }
    lines
}
