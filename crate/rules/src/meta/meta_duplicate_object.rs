//! A name that is given twice.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{Duplicate, NameOf, WrittenName};
use crate::shared::alike::Alike;
use crate::syntax::tree::ObjectKind;
use crate::types::type_reserved_word::object_of;
use std::collections::{BTreeMap, BTreeSet};

/// The rule.
pub static RULE: Rule = Rule {
    id: "meta-duplicate-object",
    severity: Severity::Error,
    reach: Reach::Database,
    page: page!("meta_duplicate_object.md"),
    fixes: &[],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let mut found = Alike::default();
    let all = &context.schema.duplicates;
    let same = |duplicate: &&Duplicate| !duplicate.case;
    let mut times: BTreeMap<(&str, bool), usize> = BTreeMap::new();
    for duplicate in all {
        *times.entry((duplicate.name.as_str(), duplicate.columns)).or_default() += 1;
    }
    let mut said: BTreeSet<(Object, &str)> = BTreeSet::new();
    for duplicate in all.iter().filter(same) {
        let named = finding(context, &RULE, duplicate);
        // Pasted pages show one thing in many versions; one finding on the name is enough.
        let name = if duplicate.columns {
            (named.object, duplicate.name.as_str())
        } else {
            (Object::File, duplicate.name.as_str())
        };
        if !said.insert(name) {
            continue;
        }
        let again = times[&(duplicate.name.as_str(), duplicate.columns)];
        let what = match (duplicate.columns, again) {
            (true, _) => "two columns".to_owned(),
            (false, 1) => "two things".to_owned(),
            (false, times) => format!("{} things", times + 1),
        };
        found.push(Finding {
            title: format!("`{}` names {what}", duplicate.name),
            why: "Spanner rejects the second statement; findings for this name are about the \
                  latest one."
                .into(),
            help: "Rename one of them, or remove the outdated version".into(),
            ..named
        });
    }
    found.tell(out);
}

/// A finding on a name that is given again, with the place where it was given first.
pub(crate) fn finding(
    context: &Context<'_>,
    rule: &'static Rule,
    duplicate: &Duplicate,
) -> Finding {
    let of = NameOf::Object(ObjectKind::Table);
    let name = |span| WrittenName { text: duplicate.name.as_str().into(), span, of, quoted: false };
    let first = duplicate.first_span.map(|span| Evidence {
        what: evidence_text(format!("the first `{}`", duplicate.first)),
        span,
        source: Source::Expression,
    });
    let object = match duplicate.first_span.filter(|_| duplicate.columns) {
        Some(span) => object_of(context, &name(span)),
        None => match object_of(context, &name(duplicate.span)) {
            Object::File => {
                duplicate.first_span.map_or(Object::File, |span| object_of(context, &name(span)))
            }
            object => object,
        },
    };
    Finding { evidence: first.into_iter().collect(), ..rule.finding(object, duplicate.span) }
}
