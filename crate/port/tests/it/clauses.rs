//! What clauses of a source become, case by case: a line of the port, or a loss.

use hotsplit_port::port::{Options, Port, Target, port};
use hotsplit_port::source::{Database, read};

fn ported(text: &str, database: Database, target: Target) -> Port {
    port(&read(text, database), &Options::to(target))
}

const MYSQL: Database = Database::MySql;
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
