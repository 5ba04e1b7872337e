//! Rule pages are tests: a `bad` block fires its rule, a `good` block does not.

use hotsplit_engine::facts::Settings;
use hotsplit_engine::page;
use hotsplit_engine::rules::RULES;
use hotsplit_engine::syntax::tree::Dialect;

fn fires(rule: &str, dialect: Dialect, sql: &str) -> bool {
    let reading = hotsplit_engine::read(sql, Some(dialect), &Settings::default());
    let errors: Vec<_> = reading.syntax_errors().collect();
    assert!(errors.is_empty(), "{rule}: {errors:?}\n{sql}");
    reading.findings.iter().any(|finding| {
        let harms = finding.accepted.is_none() && finding.harmless.is_none();
        harms && (finding.rule == rule || finding.attached.contains(&rule))
    })
}

#[test]
fn bad_blocks_fire_and_good_blocks_do_not() {
    let mut wrong = Vec::new();
    for rule in RULES {
        let page = page::read(rule.page.whole);
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

/// The engine of the page holds no pages: it takes from each what findings and lists show.
#[test]
fn what_is_taken_from_a_page_stands_on_it() {
    use hotsplit_engine::page::Block;
    for rule in RULES {
        let page = page::read(rule.page.whole);
        let first = page.blocks.iter().find_map(|block| match block {
            Block::Text(text) => Some(text.as_str()),
            _ => None,
        });
        assert_eq!(Some(rule.page.line), first, "{}", rule.id);
        let confirm =
            |block: &&Block| matches!(block, Block::Heading(it) if it.starts_with("Confirm"));
        let part = page.blocks.iter().position(|block| confirm(&block)).unwrap();
        let part = page.blocks[part + 1..].iter().take_while(|it| !matches!(it, Block::Heading(_)));
        let words: Vec<&str> = part
            .filter_map(|block| match block {
                Block::Text(text) | Block::Item(text) => Some(text.as_str()),
                _ => None,
            })
            .collect();
        let words = words.join("\n");
        assert_eq!(rule.page.code, words.split('`').nth(1).unwrap_or_default(), "{}", rule.id);
    }
}
