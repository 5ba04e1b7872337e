//! Rule pages are tests: a `bad` block fires its rule, a `good` block does not.

use hotsplit::facts::Given;
use hotsplit::page;
use hotsplit::rules::RULES;
use hotsplit::syntax::tree::Dialect;

fn fires(rule: &str, dialect: Dialect, sql: &str) -> bool {
    let reading = hotsplit::read(sql, Some(dialect), &Given::default());
    let errors: Vec<_> = reading.syntax_errors().collect();
    assert!(errors.is_empty(), "{rule}: {errors:?}\n{sql}");
    reading.findings.iter().any(|finding| {
        finding.accepted.is_none() && (finding.rule == rule || finding.attached.contains(&rule))
    })
}

#[test]
fn bad_blocks_fire_and_good_blocks_do_not() {
    let mut wrong = Vec::new();
    for rule in RULES {
        let page = page::read(rule.page);
        assert_eq!(page.title, rule.id, "the page is headed by its rule");
        let (mut bad, mut good) = (0, 0);
        for (info, sql) in page.code() {
            let words: Vec<&str> = info.split_whitespace().collect();
            let pg = words.contains(&"pg");
            let dialect = if pg { Dialect::PostgreSql } else { Dialect::GoogleSql };
            let expected = words.contains(&"bad");
            bad += usize::from(expected);
            good += usize::from(words.contains(&"good"));
            let sql = &page::written_out(info, sql);
            if fires(rule.id, dialect, sql) != expected {
                let head: String = sql.chars().take(2_000).collect();
                wrong.push(format!("{} ({info}):\n{head}", rule.id));
            }
        }
        assert!(bad > 0 && good > 0, "{} has both kinds of blocks", rule.id);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
