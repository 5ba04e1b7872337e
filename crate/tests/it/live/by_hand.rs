//! Plans written by hand, in the form that `hotsplit fix --plan --format json` gives: they show that
//! the player finds nothing wrong with a protocol that is right, whatever writes plans.

use hotsplit::syntax::tree::Dialect;
use serde_json::{Value, json};

use super::cases::Case;

/// A tree of two levels whose roots refer to each other.
pub(crate) const GOOGLE: Case = Case {
    about: "by hand",
    dialect: Dialect::GoogleSql,
    fixes: &[],
    routes: &[],
    placeholders: &[],
    ddl: "\
CREATE TABLE Txns (
  TxnId STRING(26) NOT NULL,
  Reverses STRING(26),
  Amount INT64,
  Stamp TIMESTAMP OPTIONS (allow_commit_timestamp = true),
  CONSTRAINT FK_Reverses FOREIGN KEY (Reverses) REFERENCES Txns (TxnId),
) PRIMARY KEY (TxnId);
CREATE TABLE Lines (
  TxnId STRING(26) NOT NULL,
  Line INT64 NOT NULL,
  Note STRING(40),
) PRIMARY KEY (TxnId, Line),
  INTERLEAVE IN PARENT Txns ON DELETE CASCADE;
",
};

/// The same in PostgreSQL, where no upsert takes a key that Spanner computes.
pub(crate) const POSTGRES: Case = Case {
    about: "by hand, in PostgreSQL",
    dialect: Dialect::PostgreSql,
    fixes: &[],
    routes: &[],
    placeholders: &[],
    ddl: "\
CREATE TABLE txns (
  txnid varchar(26) NOT NULL,
  reverses varchar(26),
  amount bigint,
  CONSTRAINT fk_reverses FOREIGN KEY (reverses) REFERENCES txns (txnid),
  PRIMARY KEY (txnid)
);
CREATE TABLE lines (
  txnid varchar(26) NOT NULL,
  line bigint NOT NULL,
  note varchar(40),
  PRIMARY KEY (txnid, line)
) INTERLEAVE IN PARENT txns ON DELETE CASCADE;
",
};

/// A table and its copy, as the statements below are made from them.
struct Pair {
    from: &'static str,
    to: &'static str,
    columns: &'static [&'static str],
    key: &'static [(&'static str, &'static str)],
    /// The column of commit timestamps.
    stamped: Option<&'static str>,
}

/// Writes the statements of a plan by hand for one dialect.
struct Hand {
    google: bool,
}

impl Hand {
    fn parameters(&self, pair: &Pair, prefix: &str, first: usize) -> Vec<Value> {
        let one = |(at, (column, ty)): (usize, &(&str, &str))| {
            let name = format!("{prefix}{column}");
            if self.google {
                json!({ "column": column, "parameter": name, "sql": format!("@{name}"), "type": ty })
            } else {
                let n = first + at;
                json!({ "column": column, "parameter": format!("p{n}"), "sql": format!("${n}"), "type": ty })
            }
        };
        pair.key.iter().enumerate().map(one).collect()
    }

    fn sql(parameters: &[Value]) -> Vec<&str> {
        parameters.iter().map(|it| it["sql"].as_str().unwrap()).collect()
    }

    fn shard(&self, of: &str) -> String {
        if self.google {
            format!("ABS(MOD(FARM_FINGERPRINT({of}), 16))")
        } else {
            format!("abs(mod(spanner.farm_fingerprint({of}), 16))")
        }
    }

    /// The condition under which `n` is the image of `o`.
    fn image(&self, pair: &Pair, n: &str, of: &dyn Fn(&str) -> String) -> String {
        let shard = pair
            .to
            .ends_with("_new")
            .then(|| format!("{n}.Shard = {}", self.shard(&of(pair.key[0].0))));
        let key = pair.key.iter().map(|(name, _)| format!("{n}.{name} = {}", of(name)));
        shard.into_iter().chain(key).collect::<Vec<_>>().join(" AND ")
    }

    fn upsert(&self, pair: &Pair, condition: &str) -> Vec<String> {
        let (from, to) = (pair.from, pair.to);
        let columns = pair.columns.join(", ");
        let values = pair.columns.iter().map(|it| format!("o.{it}")).collect::<Vec<_>>().join(", ");
        if self.google {
            return vec![format!(
                "INSERT OR UPDATE INTO {to} ({columns})\nSELECT {values}\nFROM {from} AS o\nWHERE {condition}"
            )];
        }
        let own: &dyn Fn(&str) -> String = &|name| format!("o.{name}");
        let image = self.image(pair, to, own);
        let keys: Vec<&str> = pair.key.iter().map(|it| it.0).collect();
        let set: Vec<String> = pair
            .columns
            .iter()
            .filter(|it| !keys.contains(it))
            .map(|it| format!("{it} = (SELECT o.{it} FROM {from} AS o WHERE {image})"))
            .collect();
        let absent = self.image(pair, "n", own);
        vec![
            format!(
                "UPDATE {to}\nSET {}\nWHERE EXISTS (SELECT 1 FROM {from} AS o WHERE {image} AND {condition})",
                set.join(", ")
            ),
            format!(
                "INSERT INTO {to} ({columns})\nSELECT {values}\nFROM {from} AS o\nWHERE {condition} AND NOT EXISTS (SELECT 1 FROM {to} AS n WHERE {absent})"
            ),
        ]
    }

    fn at(pair: &Pair, n: &str, parameters: &[Value]) -> String {
        let key = pair.key.iter().zip(Self::sql(parameters));
        key.map(|((name, _), sql)| format!("{n}.{name} = {sql}")).collect::<Vec<_>>().join(" AND ")
    }

    /// The rule of a table; `below` is interleaved in it, `above` the other way round.
    fn rule(&self, pair: &Pair, above: Option<&Pair>, below: Option<&Pair>) -> Value {
        let key = self.parameters(pair, "", 1);
        let mut after = Vec::new();
        if let Some(above) = above {
            after.extend(self.upsert(above, &Self::at(above, "o", &key[..1])));
        }
        after.extend(self.upsert(pair, &Self::at(pair, "o", &key)));
        let of = |name: &str| {
            let at = pair.key.iter().position(|it| it.0 == name).unwrap();
            key[at]["sql"].as_str().unwrap().to_owned()
        };
        let rows: Vec<Value> = below
            .map(|below| {
                let columns: Vec<String> = below.key.iter().map(|it| format!("c.{}", it.0)).collect();
                let sql = Self::sql(&key)[0];
                json!({ "table": below.from, "query": format!("SELECT {} FROM {} AS c WHERE c.{} = {sql}", columns.join(", "), below.from, below.key[0].0) })
            })
            .into_iter()
            .collect();
        let to = pair.to;
        let image = self.image(pair, to, &of);
        let mut rule = json!({
            "table": pair.from, "copies": [to], "key": key, "afterWrite": after,
            "beforeDelete": { "rows": rows, "statements": [format!("DELETE FROM {to}\nWHERE {image}")] },
        });
        if let Some(column) = pair.stamped {
            rule["commitTimestamps"] = json!({
                "columns": [column],
                "after": [format!("UPDATE {to}\nSET {column} = PENDING_COMMIT_TIMESTAMP()\nWHERE {image}")],
            });
        }
        rule
    }

    fn behind(pair: &Pair, parameters: &[Value], n: &str, signs: [&str; 2]) -> String {
        let sql = Self::sql(parameters);
        let mut out = String::new();
        for (at, (name, _)) in pair.key.iter().enumerate().rev() {
            let (name, value) = (format!("{n}.{name}"), sql[at]);
            out = if out.is_empty() {
                format!("{name} {} {value}", signs[1])
            } else {
                format!("({name} {} {value} OR ({name} = {value} AND {out}))", signs[0])
            };
        }
        out
    }

    /// A pass over `pair.from`. `what` makes `find` and the statements from a condition.
    fn pass(
        &self,
        pair: &Pair,
        purpose: &str,
        what: &dyn Fn(&str) -> (Option<String>, Vec<String>),
    ) -> Value {
        let range = |next: bool| {
            let after = self.parameters(pair, "After", 1);
            let count = if next { after.len() } else { 0 };
            let upto = self.parameters(pair, "Upto", count + 1);
            let behind = Self::behind(pair, &after, "o", [">", ">"]);
            let within = Self::behind(pair, &upto, "o", ["<", "<="]);
            let (start, both) = if next {
                (format!("\nWHERE {behind}"), format!("{behind} AND {within}"))
            } else {
                (String::new(), within)
            };
            let names: Vec<&str> = pair.key.iter().map(|it| it.0).collect();
            let key = names.iter().map(|it| format!("o.{it}")).collect::<Vec<_>>().join(", ");
            let (find, statements) = what(&both);
            let order =
                names.iter().map(|it| format!("e.{it} DESC")).collect::<Vec<_>>().join(", ");
            let outer = names.iter().map(|it| format!("e.{it}")).collect::<Vec<_>>().join(", ");
            let end = format!(
                "SELECT {outer} FROM (SELECT {key} FROM {} AS o{start} ORDER BY {key} LIMIT 8000) AS e ORDER BY {order} LIMIT 1",
                pair.from
            );
            let mut out = json!({ "end": end, "statements": statements });
            if let Some(find) = find {
                out["find"] = json!(find);
            }
            out
        };
        json!({
            "purpose": purpose, "table": pair.from, "copy": pair.to, "rowsPerRange": 8000,
            "upto": self.parameters(pair, "Upto", 1), "after": self.parameters(pair, "After", 1),
            "first": range(false), "next": range(true),
        })
    }

    fn copy(&self, pair: &Pair) -> Value {
        self.pass(pair, "copy", &|within| (None, self.upsert(pair, within)))
    }

    fn repair(&self, pair: &Pair) -> Value {
        let own: &dyn Fn(&str) -> String = &|name| format!("o.{name}");
        let image = self.image(pair, "n", own);
        let same: Vec<String> = pair
            .columns
            .iter()
            .map(|it| format!("(o.{it} = n.{it} OR (o.{it} IS NULL AND n.{it} IS NULL))"))
            .collect();
        let same = format!(
            "EXISTS (SELECT 1 FROM {} AS n WHERE {image} AND {})",
            pair.to,
            same.join(" AND ")
        );
        self.pass(pair, "repair", &|within| {
            let find = format!("SELECT 1 FROM {} AS o WHERE {within} AND NOT {same}", pair.from);
            (Some(find), self.upsert(pair, within))
        })
    }

    /// Rows of the copy that have no row.
    fn surplus(&self, pair: &Pair) -> Value {
        let turned = Pair { from: pair.to, to: pair.from, stamped: None, ..*pair };
        let same = pair.key.iter().map(|(name, _)| format!("t.{name} = o.{name}"));
        let same = same.collect::<Vec<_>>().join(" AND ");
        self.pass(&turned, "surplus", &|within| {
            let none = format!("NOT EXISTS (SELECT 1 FROM {} AS t WHERE {same})", pair.from);
            let find = format!("SELECT 1 FROM {} AS o WHERE {within} AND {none}", pair.to);
            let delete = format!("DELETE FROM {} AS o WHERE {within} AND {none}", pair.to);
            let delete = if self.google {
                delete
            } else {
                // The dialect takes no alias there.
                delete.replace(" AS o ", " ").replace("o.", &format!("{}.", pair.to))
            };
            (Some(find), vec![delete])
        })
    }
}

/// The plan of a case.
pub(crate) fn plan(case: &Case) -> Value {
    let google = case.dialect == Dialect::GoogleSql;
    let hand = Hand { google };
    let (txn, line): (&[(&str, &str)], &[(&str, &str)]) = if google {
        (&[("TxnId", "STRING(26)")], &[("TxnId", "STRING(26)"), ("Line", "INT64")])
    } else {
        (&[("txnid", "varchar(26)")], &[("txnid", "varchar(26)"), ("line", "bigint")])
    };
    let txns = Pair {
        from: if google { "Txns" } else { "txns" },
        to: if google { "Txns_new" } else { "txns_new" },
        columns: if google {
            &["TxnId", "Reverses", "Amount", "Stamp"]
        } else {
            &["txnid", "reverses", "amount"]
        },
        key: txn,
        stamped: google.then_some("Stamp"),
    };
    let lines = Pair {
        from: if google { "Lines" } else { "lines" },
        to: if google { "Lines_new" } else { "lines_new" },
        columns: if google { &["TxnId", "Line", "Note"] } else { &["txnid", "line", "note"] },
        key: line,
        stamped: None,
    };
    let turned = |pair: &Pair| Pair { from: pair.to, to: pair.from, ..*pair };
    let (txns_back, lines_back) = (turned(&txns), turned(&lines));
    let back = |statements: Value| json!({ "words": "", "code": [{ "kind": "ddl", "statements": statements }] });
    let clear = json!([
        { "kind": "pdml", "statements": [format!("DELETE FROM {} WHERE true", lines.to)] },
        { "kind": "pdml", "statements": [format!("DELETE FROM {} WHERE true", txns.to)] },
    ]);
    let both = format!(
        "ALTER TABLE {} ADD CONSTRAINT FK_Reverses_new FOREIGN KEY (Reverses) REFERENCES {} ({})",
        txns.to, txns.to, "TxnId"
    );
    let unique = format!("CREATE UNIQUE INDEX txns_new_by_id ON {} (TxnId)", txns.to);
    let take = format!("ALTER TABLE {} DROP CONSTRAINT FK_Reverses_new", txns.to);
    let step = |id: &str, reversible: bool, more: Value| {
        let mut step = json!({ "id": id, "kind": id, "group": 0, "reversible": reversible });
        step.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        step
    };
    let ddl = |statements: Value| json!([{ "kind": "ddl", "statements": statements }]);
    let steps = json!([
        step(
            "check",
            true,
            json!({ "checks": [{ "query": "SELECT 1 FROM Txns WHERE TxnId IS NULL", "expected": "no rows" }] })
        ),
        step(
            "create",
            true,
            json!({
                "code": ddl(create(google)),
                "back": back(json!(["DROP TABLE Lines_new", "DROP TABLE Txns_new"])),
            })
        ),
        step(
            "follow",
            true,
            json!({
                "rules": [hand.rule(&txns, None, Some(&lines)), hand.rule(&lines, Some(&txns), None)],
            })
        ),
        step(
            "copy",
            true,
            json!({
                "passes": [hand.copy(&txns), hand.copy(&lines)], "back": { "words": "", "code": clear },
            })
        ),
        step(
            "compare",
            true,
            json!({
                "passes": [hand.repair(&txns), hand.repair(&lines), hand.surplus(&lines), hand.surplus(&txns)],
            })
        ),
        step(
            "attach",
            true,
            json!({
                "code": ddl(json!([unique, both])),
                "back": back(json!([take, "DROP INDEX txns_new_by_id"])),
            })
        ),
        step("read", true, json!({})),
        step(
            "turn",
            true,
            json!({
                "rules": [hand.rule(&txns_back, None, Some(&lines_back)), hand.rule(&lines_back, Some(&txns_back), None)],
            })
        ),
        step("stop", false, json!({ "rules": [] })),
        step(
            "finish",
            false,
            json!({
                "code": ddl(json!(["DROP TABLE Lines", "DROP TABLE Txns", "ALTER TABLE Txns_new RENAME TO Txns", "ALTER TABLE Lines_new RENAME TO Lines"])),
            })
        ),
    ]);
    let mut plan = json!({ "version": 1, "live": true, "steps": steps });
    if !google {
        super::each_text(&mut plan, &mut |text| {
            for (from, to) in [
                ("Txns", "txns"),
                ("Lines", "lines"),
                ("TxnId", "txnid"),
                ("Reverses", "reverses"),
                ("Shard", "shard"),
            ] {
                *text = text.replace(from, to);
            }
        });
    }
    plan
}

fn create(google: bool) -> Value {
    if google {
        return json!([
            "CREATE TABLE Txns_new (\n  Shard INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(TxnId), 16))) STORED,\n  TxnId STRING(26) NOT NULL,\n  Reverses STRING(26),\n  Amount INT64,\n  Stamp TIMESTAMP OPTIONS (allow_commit_timestamp = true)\n) PRIMARY KEY (Shard, TxnId)",
            "CREATE TABLE Lines_new (\n  Shard INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(TxnId), 16))) STORED,\n  TxnId STRING(26) NOT NULL,\n  Line INT64 NOT NULL,\n  Note STRING(40)\n) PRIMARY KEY (Shard, TxnId, Line),\n  INTERLEAVE IN PARENT Txns_new ON DELETE CASCADE",
        ]);
    }
    json!([
        "CREATE TABLE txns_new (\n  shard bigint GENERATED ALWAYS AS (abs(mod(spanner.farm_fingerprint(txnid), 16))) STORED NOT NULL,\n  txnid varchar(26) NOT NULL,\n  reverses varchar(26),\n  amount bigint,\n  PRIMARY KEY (shard, txnid)\n)",
        "CREATE TABLE lines_new (\n  shard bigint GENERATED ALWAYS AS (abs(mod(spanner.farm_fingerprint(txnid), 16))) STORED NOT NULL,\n  txnid varchar(26) NOT NULL,\n  line bigint NOT NULL,\n  note varchar(40),\n  PRIMARY KEY (shard, txnid, line)\n) INTERLEAVE IN PARENT txns_new ON DELETE CASCADE",
    ])
}
