//! T25: the finding is accepted, with the reason written into the text where the next reader
//! finds it.

use crate::edit::{Draft, in_words, written_key};
use crate::facts::{Outcome, Walk};
use crate::fix::{
    Family, Fix, FixContext, Parameters, Pick, Plan, Refusal, Stage, object_name, refuse,
};
use crate::rules::{Finding, Object, Severity};

/// The fix.
pub static FIX: Fix = Fix {
    id: "accept",
    short: "T25",
    title: "Accept the risk",
    headline: "Accept the risk for {object}",
    #[cfg(feature = "pages")]
    page: include_str!("accept.md"),
    changes_key: false,
    key_change: None,
    others_follow: false,
    stage: Stage::Words,
    family: Family::Others,
    pick: Pick::Manually,
    plan,
};

fn plan(cx: &FixContext<'_>, finding: &Finding, p: &Parameters) -> Result<Plan, Refusal> {
    if finding.severity == Severity::Error {
        return Err(refuse("Spanner rejects this statement, so accepting it has no effect"));
    }
    let reason = p.reason.as_deref().map(one_line).filter(|reason| !reason.is_empty());
    let Some(reason) = reason else {
        return Err(refuse(format!(
            "state why `{}` can stay unchanged: without a reason, the next reader cannot tell why \
             the finding was accepted",
            object_name(cx.schema, finding.object)
        )));
    };
    let scope = if finding.object == Object::File { "file " } else { "" };
    let comment = format!("-- hotsplit: {scope}accept({}) reason=\"{reason}\"", finding.rule);
    let mut draft = Draft::new(cx.text, cx.schema);
    let (statement, walk, key) = match finding.object {
        Object::Table(id) => {
            (cx.schema.table(id).span, Some(&cx.facts.table(id).walk), written_key(&draft, id))
        }
        Object::Index(id) => {
            let index = cx.schema.index(id);
            let keys = index
                .keys
                .iter()
                .map(|part| cx.schema.table(index.table).column(part.column).name.to_string());
            // A managed index has no statement; its table's is the next best place.
            let statement =
                if index.managed { cx.schema.table(index.table).span } else { index.span };
            (statement, Some(&cx.facts.index(id).walk), keys.collect())
        }
        Object::Sequence(id) => (cx.schema.sequence(id).span, None, Vec::new()),
        Object::SpecialIndex(id) => (cx.schema.special_index(id).span, None, Vec::new()),
        Object::Stream(id) => (cx.schema.stream(id).span, None, Vec::new()),
        Object::Graph(id) => (cx.schema.graph(id).span, None, Vec::new()),
        Object::View(id) => (cx.schema.view(id).span, None, Vec::new()),
        Object::File => (cx.schema.span, None, Vec::new()),
    };
    draft.comment_before(statement, &comment);
    Ok(Plan {
        resulting_key: match walk {
            Some(_) => in_words(key.iter().map(String::as_str)),
            None => "unchanged".to_owned(),
        },
        tails: walk.and_then(tails),
        costs: vec![
            "Performance does not change: the finding is listed separately with its reason."
                .to_owned(),
            "The finding returns if the stated writes to the object exceed a tenth of what one \
             split can take."
                .to_owned(),
        ],
        edits: draft.finish(),
        ..Plan::default()
    })
}

fn tails(walk: &Walk) -> Option<u32> {
    match walk.outcome {
        Outcome::Moving { tails, .. } | Outcome::Bucket { tails, .. } => Some(tails),
        _ => None,
    }
}

/// A reason as it fits between two quotes on one line.
fn one_line(reason: &str) -> String {
    let words: Vec<&str> = reason.split_whitespace().collect();
    words.join(" ").replace('"', "'")
}
