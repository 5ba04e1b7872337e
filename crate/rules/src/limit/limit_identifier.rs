//! Names that are too long, or that Spanner keeps for its own indexes.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::limits::{NAME_BYTES_POSTGRESQL, NAME_CHARACTERS_MAX};
use crate::schema::{NameOf, WrittenName};
use crate::syntax::tree::{Dialect, ObjectKind};
use crate::types::type_reserved_word::object_of;

/// The rule.
pub static RULE: Rule = Rule {
    id: "limit-identifier",
    severity: Severity::Error,
    reach: Reach::Database,
    page: page!("limit_identifier.md"),
    fixes: &[],
    replaces: &[],
    check,
};

/// Characters of a long name that a message repeats.
const SHOWN: usize = 24;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for name in &context.schema.names {
        let object = || object_of(context, name);
        let view = name.of == NameOf::Object(ObjectKind::View);
        if let Some(finding) = too_long(context, &name.text, view) {
            out.push(Finding { object: object(), span: name.span, ..finding });
        }
        if let Some(finding) = kept_by_spanner(name) {
            out.push(Finding { object: object(), ..finding });
        }
    }
    for id in context.tables() {
        let table = context.schema.table(id);
        for column in table.column_ids() {
            let of = table.column(column);
            if let Some(finding) = too_long(context, &of.name, false) {
                let column = Some((id, column));
                let object = Object::Table(id);
                out.push(Finding { object, column, span: of.name_span, ..finding });
            }
        }
    }
}

/// The caller says where.
fn too_long(context: &Context<'_>, name: &str, view: bool) -> Option<Finding> {
    if name.len() <= NAME_BYTES_POSTGRESQL {
        return None;
    }
    let finding = RULE.finding(Object::File, context.schema.span);
    let longest = name.split('.').max_by_key(|part| part.len())?;
    let short: String = longest.chars().take(SHOWN).collect();
    let (characters, bytes) = (longest.chars().count(), longest.len());
    match context.schema.dialect {
        Dialect::GoogleSql => (characters > NAME_CHARACTERS_MAX).then(|| Finding {
            // The emulator takes long names of views, the quotas page does not.
            severity: if view { Severity::Warn } else { Severity::Error },
            title: format!(
                "The name `{short}…` has {characters} characters; Spanner allows \
                 {NAME_CHARACTERS_MAX}"
            ),
            why: "Spanner rejects the statement.".into(),
            help: "Give it a shorter name".into(),
            ..finding
        }),
        Dialect::PostgreSql => (bytes > NAME_BYTES_POSTGRESQL).then(|| Finding {
            severity: Severity::Warn,
            title: format!(
                "The name `{short}…` has {bytes} bytes; the dialect keeps {NAME_BYTES_POSTGRESQL}"
            ),
            why: "The remainder is cut off without a warning, and two names with the same start \
                  become one."
                .into(),
            help: "Give it a shorter name".into(),
            ..finding
        }),
    }
}

fn kept_by_spanner(name: &WrittenName) -> Option<Finding> {
    let index = matches!(
        name.of,
        NameOf::Object(ObjectKind::Index | ObjectKind::SearchIndex | ObjectKind::VectorIndex)
    );
    let last = name.text.rsplit('.').next()?;
    let kept = last.eq_ignore_ascii_case("PRIMARY_KEY") || last.starts_with("Dir_");
    (index && kept).then(|| Finding {
        title: format!("`{last}` is a name that Spanner reserves for its own indexes"),
        why: "Spanner rejects the statement: `PRIMARY_KEY` and names that begin with `Dir_` are \
              reserved."
            .into(),
        help: "Name the index after its table and columns".into(),
        ..RULE.finding(Object::File, name.span)
    })
}
