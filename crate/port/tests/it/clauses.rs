//! What clauses of a source become, case by case: a line of the port, or a loss.

use hotsplit_port::port::{Loss, Options, Port, Target, port};
use hotsplit_port::source::{Database, read};

fn ported(text: &str, database: Database, target: Target) -> Port {
    port(&read(text, database), &Options::to(target))
}

/// Each loss as a line: severity, rule, object, column, message.
fn losses(port: &Port) -> Vec<String> {
    let line = |loss: &Loss| {
        let column = loss.column.as_ref().map_or(String::new(), |it| format!(".{it}"));
        let (severity, rule) = (loss.severity.name(), loss.rule);
        format!("{severity} {rule} {}{column}: {}", loss.object, loss.message)
    };
    port.losses.iter().map(line).collect()
}

const MYSQL: Database = Database::MySql;
const POSTGRESQL: Database = Database::PostgreSql;
const BOTH: [Target; 2] = [Target::GoogleSql, Target::PostgreSql];

#[test]
fn an_index_for_many_foreign_keys_is_named_once() {
    let many: String = (0..40)
        .map(|n| {
            format!(
                "ALTER TABLE t ADD KEY k{n} (a), ADD CONSTRAINT f{n} FOREIGN KEY (a) REFERENCES p (id);\n"
            )
        })
        .collect();
    let text = format!(
        "CREATE TABLE p (id int NOT NULL PRIMARY KEY);\nCREATE TABLE t (a int NOT NULL PRIMARY KEY);\n{many}"
    );
    for target in BOTH {
        let it = ported(&text, MYSQL, target);
        let pruned = it.losses.iter().filter(|loss| loss.rule == "migrate-legacy-index-prune");
        assert_eq!(pruned.count(), 40);
    }
}

#[test]
fn checks_that_the_source_does_not_enforce_are_named() {
    let my = |clause: &str| {
        format!(
            "CREATE TABLE `t` (`a` int NOT NULL, `m` int, PRIMARY KEY (`a`), CONSTRAINT `c` CHECK (`m` > 1){clause});\n\
             INSERT INTO `t` VALUES (1, 0);"
        )
    };
    let pg = |clause: &str| {
        format!(
            "CREATE TABLE t (a int PRIMARY KEY, m int);\nALTER TABLE t ADD CONSTRAINT c CHECK (m > 1){clause};"
        )
    };
    let left_out = "warn migrate-check-dropped t: the check is left out: it is NOT ENFORCED, and Spanner enforces every check";
    let older = "warn migrate-deferrable t: NOT VALID is left out: older rows are checked too, and those that violate it are refused";
    for (database, text, kept, said) in [
        (MYSQL, my(""), true, None),
        (MYSQL, my(" ENFORCED"), true, None),
        (MYSQL, my(" NOT ENFORCED"), false, Some(left_out)),
        (MYSQL, my(" /*!80016 NOT ENFORCED */"), false, Some(left_out)),
        (POSTGRESQL, pg(""), true, None),
        (POSTGRESQL, pg(" NOT VALID"), true, Some(older)),
        (POSTGRESQL, pg(" NO INHERIT NOT VALID"), true, Some(older)),
        (POSTGRESQL, pg(" NOT ENFORCED"), false, Some(left_out)),
    ] {
        for target in BOTH {
            let it = ported(&text, database, target);
            assert_eq!(it.text.contains("CHECK (m > 1)"), kept, "{text}");
            let all = losses(&it);
            let those =
                all.iter().filter(|it| it.contains("NOT ENFORCED") || it.contains("NOT VALID"));
            assert_eq!(those.map(String::as_str).collect::<Vec<_>>(), said.as_slice(), "{text}");
        }
    }
}

#[test]
fn foreign_keys_say_what_not_valid_means() {
    let text = "CREATE TABLE p (a int PRIMARY KEY);\nCREATE TABLE t (a int PRIMARY KEY);\n\
                ALTER TABLE t ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES p (a) NOT VALID;";
    let all = losses(&ported(text, POSTGRESQL, Target::PostgreSql));
    let older = "warn migrate-deferrable f: NOT VALID is left out: older rows are checked too, and those that violate it are refused";
    assert!(all.iter().any(|it| it == older), "{all:?}");
    assert!(!all.iter().any(|it| it.contains("at commit")), "{all:?}");
}
