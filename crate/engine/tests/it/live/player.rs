//! Plays a schedule: the plan's steps on one database, the application's transactions on it and on a
//! twin that is never changed, and what must hold at the end of each step.

use std::collections::BTreeMap;

use hotsplit_engine::syntax::tree::Dialect;
use serde_json::Value;

use super::application::{Application, Mode, Route, bind};
use super::plan::{Back, Check, Code, Kind, Pass, Plan, Range, Step, When};
use super::schedule::{Cells, Change, Event, PENDING, Schedule};
use super::tables::{Table, Tables};
use crate::emulator::{Bound, Database, Emulator, Refused, Session};
use crate::shared;

/// What a schedule is played on.
pub(crate) struct Stage<'a> {
    pub(crate) emulator: &'a Emulator,
    pub(crate) plan: &'a Plan,
    /// The statements of the schema as it is.
    pub(crate) ddl: &'a [String],
    pub(crate) tables: &'a Tables,
    pub(crate) routes: &'a [Route],
}

/// A compare that goes on for more rounds does not come to an end: the second finds nothing where
/// every transaction follows the rules.
const ROUNDS_MAX: u32 = 3;

/// Rows of a range where a job runs to its end.
const RANGE: u64 = 5;

/// The code of gRPC for what no database takes, however its rows are.
const INVALID: u64 = 3;

/// Plays a schedule to its end; what broke, if something did.
pub(crate) fn play(stage: &Stage<'_>, schedule: &Schedule) -> Result<(), String> {
    let mut player = Player::new(stage)?;
    player.first(&schedule.first)?;
    for (at, event) in schedule.events.iter().enumerate() {
        player.event(event).map_err(|why| {
            let step = player.step().map_or("the start", |step| step.id.as_str());
            format!("event {at} {}, at `{step}`: {why}", name(event))
        })?;
    }
    Ok(())
}

fn name(event: &Event) -> String {
    serde_json::to_string(event).expect("an event is JSON")
}

/// The state of the play.
struct Player<'a> {
    stage: &'a Stage<'a>,
    main: Database<'a>,
    session: Session,
    /// Keeps the twin's database.
    _twin: Database<'a>,
    twin: Session,
    /// Steps that have begun.
    entered: usize,
    /// The present step has been reached from the one before.
    fresh: bool,
    mode: Mode,
    /// The mode before the present step.
    former: Mode,
    stands: Tables,
    job: Option<Job>,
    /// What a person found out for words of the plan before the first step.
    found: Vec<(String, String)>,
    /// Tables that stand without their parent, which this build of the emulator cannot say.
    loose: Vec<String>,
}

/// The work of a copy or a compare.
struct Job {
    passes: Vec<Pass>,
    /// The pass that is under way.
    at: usize,
    /// The last key that was committed.
    last: Option<Vec<Value>>,
    /// Rows that were found wrong in this round.
    found: usize,
    rounds: u32,
    /// The passes go round until nothing is found.
    compares: bool,
    /// The copying began anew, after which no server of the version before writes.
    anew: bool,
}

impl<'a> Player<'a> {
    fn new(stage: &'a Stage<'a>) -> Result<Self, String> {
        let dialect = stage.tables.dialect;
        let main = stage.emulator.database(dialect, stage.ddl)?;
        let twin = stage.emulator.database(dialect, stage.ddl)?;
        let mut player = Self {
            stage,
            session: main.kept_session()?,
            twin: twin.kept_session()?,
            main,
            _twin: twin,
            entered: 0,
            fresh: true,
            mode: Mode::default(),
            former: Mode::default(),
            stands: stage.tables.clone(),
            job: None,
            found: Vec::new(),
            loose: Vec::new(),
        };
        player.found = player.words()?;
        Ok(player)
    }

    fn step(&self) -> Option<&'a Step> {
        self.entered.checked_sub(1).map(|at| &self.stage.plan.steps[at])
    }

    /// The rows that are there before anything happens.
    fn first(&mut self, rows: &[Change]) -> Result<(), String> {
        self.commit(rows, &Mode::default())
    }

    fn event(&mut self, event: &Event) -> Result<(), String> {
        match event {
            Event::Commit { changes, late } => {
                let late = *late && self.fresh && self.step().is_some_and(overlaps);
                let mode = if late { self.former.clone() } else { self.mode.clone() };
                self.commit(changes, &mode)
            }
            Event::Stray { changes } => {
                let kind = self.step().map(|step| step.kind);
                let stray = self.fresh && matches!(kind, Some(Kind::Follow | Kind::Copy));
                // Copying began anew once.
                let stray = stray && self.job.as_ref().is_none_or(|job| !job.anew);
                let mode = if stray { self.unfollowed() } else { self.mode.clone() };
                self.commit(changes, &mode)
            }
            Event::Look { table, key } => self.look(table, key),
            Event::Range { rows, lost } => self.range(*rows, *lost).map(drop),
            Event::Again => {
                if let Some(job) = &mut self.job {
                    job.last = None;
                }
                Ok(())
            }
            Event::Forward => self.forward(),
            Event::Back { steps } => self.back(*steps),
        }
    }

    /// The mode before the present group began to follow.
    fn unfollowed(&self) -> Mode {
        let steps = &self.stage.plan.steps[..self.entered];
        let group = self.step().and_then(|step| step.group);
        let follow = steps.iter().position(|it| it.kind == Kind::Follow && it.group == group);
        Mode::after(&steps[..follow.unwrap_or(steps.len())])
    }

    fn application<'p>(&'p self, mode: &'p Mode) -> Application<'p> {
        Application {
            tables: self.stage.tables,
            stands: &self.stands,
            routes: self.stage.routes,
            mode,
        }
    }

    fn twin_application<'p>(&'p self, mode: &'p Mode) -> Application<'p> {
        Application {
            tables: self.stage.tables,
            stands: self.stage.tables,
            routes: self.stage.routes,
            mode,
        }
    }

    /// A transaction on both: what one takes the other takes, and what one refuses the other
    /// refuses.
    fn commit(&mut self, changes: &[Change], mode: &Mode) -> Result<(), String> {
        let possible = changes.iter().all(|change| mode.allows(change)) && !reads_pending(changes);
        if self.stopped() || !possible {
            return Ok(());
        }
        let plain = Mode::default();
        let wanted = self.twin_application(&plain).commit(&self.twin, changes);
        if let Err(refused) = &wanted {
            // The application reads a column, or an index of it, that it set to the timestamp of its
            // commit: it does so without any plan.
            if refused.message.contains("pending CommitTimestamp") {
                return Ok(());
            }
            assert!(refused.code != INVALID && refused.code != 0, "{refused:?} by {changes:?}");
        }
        // Once T is no longer written, what only T refused may pass.
        let left = changes.iter().any(|change| mode.left.contains(change.table()));
        if wanted.is_err() && left {
            return Ok(());
        }
        let got = self.application(mode).commit(&self.session, changes);
        match (wanted, got) {
            (Ok(wanted), Ok(got)) if wanted == got => Ok(()),
            (Ok(wanted), Ok(got)) => {
                Err(format!("the changes wrote {got:?} rows, on T alone {wanted:?}"))
            }
            (Ok(_), Err(refused)) => {
                Err(format!("fails, and does not on T alone: {}", refused.message))
            }
            (Err(refused), Ok(_)) => Err(format!("succeeds, and on T alone: {}", refused.message)),
            (Err(_), Err(Refused { code: INVALID | 0, message })) => {
                Err(format!("a statement of the plan is rejected: {message}"))
            }
            (Err(_), Err(_)) => Ok(()),
        }
    }

    /// Whether writes stop at the present step: constraints were taken from the old tables, and the
    /// copies are not written first yet.
    fn stopped(&self) -> bool {
        let detached = self.step().is_some_and(|step| step.kind == Kind::Detach);
        let next = self.stage.plan.steps.get(self.entered);
        detached && next.is_some_and(|step| step.kind == Kind::Turn)
    }

    fn look(&self, table: &str, key: &Cells) -> Result<(), String> {
        let own = self.stage.tables.find(table).expect("a look is at a table");
        let columns: Vec<String> = self.shared(own);
        let plain = Mode::default();
        let read = |application: Application<'_>, session: &Session| {
            application.look(session, table, key, &columns).map_err(|refused| refused.message)
        };
        let wanted = read(self.twin_application(&plain), &self.twin)?;
        let got = read(self.application(&self.mode), &self.session)?;
        let same = |rows: &[Vec<Value>]| -> Vec<Row> {
            rows.iter().map(|row| timeless(own, &columns, row)).collect()
        };
        if same(&wanted) == same(&got) {
            return Ok(());
        }
        Err(format!("reads {got:?}, on T alone {wanted:?}"))
    }

    /// Columns of a table that all that hold its rows have.
    fn shared(&self, own: &Table) -> Vec<String> {
        let copies = self.mode.copies.get(&own.name).into_iter().flatten();
        let there: Vec<&Table> =
            copies.filter_map(|copy| self.stands.find(&self.mode.name(copy))).collect();
        let names = own.columns.iter().map(|column| column.name.clone());
        names.filter(|name| there.iter().all(|copy| copy.column(name).is_some())).collect()
    }
}

// Steps.
impl Player<'_> {
    fn forward(&mut self) -> Result<(), String> {
        self.leave()?;
        let Some(step) = self.stage.plan.steps.get(self.entered) else { return Ok(()) };
        self.checks(step, When::Before)?;
        self.code(&step.code)?;
        self.entered += 1;
        self.fresh = true;
        self.former = std::mem::take(&mut self.mode);
        self.mode = Mode::after(&self.stage.plan.steps[..self.entered]);
        self.job = (!step.passes.is_empty()).then(|| Job {
            passes: step.passes.clone(),
            at: 0,
            last: None,
            found: 0,
            rounds: 0,
            compares: step.kind == Kind::Compare,
            anew: false,
        });
        Ok(())
    }

    /// The end of the present step: its work is done, and what must hold holds.
    fn leave(&mut self) -> Result<(), String> {
        while self.job.is_some() {
            self.range(RANGE, false)?;
        }
        if let Some(step) = self.step() {
            self.checks(step, When::After)?;
        }
        self.whole()?;
        self.images()
    }

    fn back(&mut self, steps: usize) -> Result<(), String> {
        for _ in 0..steps {
            let Some(step) = self.step() else { break };
            if !step.reversible || told_in_words(step) {
                break;
            }
            self.job = None;
            self.entered -= 1;
            self.fresh = false;
            self.mode = Mode::after(&self.stage.plan.steps[..self.entered]);
            if let Some(back) = &step.back {
                self.undo(back)
                    .map_err(|why| format!("on the way back from `{}`: {why}", step.id))?;
            }
            self.whole()?;
        }
        Ok(())
    }

    fn undo(&mut self, back: &Back) -> Result<(), String> {
        self.code(&back.code)?;
        for pass in &back.passes {
            self.job = Some(Job {
                passes: vec![pass.clone()],
                at: 0,
                last: None,
                found: 0,
                rounds: 0,
                compares: false,
                anew: false,
            });
            while self.job.is_some() {
                self.range(RANGE, false)?;
            }
        }
        Ok(())
    }

    fn code(&mut self, code: &[Code]) -> Result<(), String> {
        for code in code {
            match code.kind.as_str() {
                "ddl" => self.ddl(&code.statements)?,
                "dml" | "pdml" => {
                    for sql in &code.statements {
                        self.main.dml(sql, &Value::Object(Cells::new())).map_err(told(sql))?;
                    }
                }
                "query" => {
                    for query in &code.statements {
                        self.query(query)?;
                    }
                }
                "gcloud" | "file" => {}
                other => return Err(format!("no code is of the kind {other}")),
            }
        }
        Ok(())
    }

    fn checks(&mut self, step: &Step, when: When) -> Result<(), String> {
        for Check { query, expected, .. } in step.checks.iter().filter(|it| it.when == when) {
            let rows = self.query(query)?;
            if expected == "no rows" && !rows.is_empty() {
                return Err(format!("a check finds {rows:?}\n{query}"));
            }
        }
        Ok(())
    }

    /// Runs a query; one of statistics, which the emulator does not keep, gives nothing.
    fn query(&self, sql: &str) -> Result<Vec<Vec<Value>>, String> {
        if sql.contains("SPANNER_SYS") || sql.contains("spanner_sys") {
            return Ok(Vec::new());
        }
        let parameters = sql.contains(['@', '$']) && !sql.contains("@{");
        let empty = Value::Object(Cells::new());
        let params = if parameters { crate::rollout::some_values(&self.main, sql)? } else { empty };
        self.main.query_with(sql, &params).map_err(told(sql))
    }
}

/// What the emulator says of a row without its parent.
const NO_PARENT: &str = "not found in parent table";

/// Whether a transaction changes rows of a table again after it set a commit timestamp there: no
/// statement can read the table then, with or without a plan, though the emulator lets it.
fn reads_pending(changes: &[Change]) -> bool {
    let is_pending = |it: &Value| it == PENDING;
    let sets = |change: &Change| match change {
        Change::Insert { row, .. } => row.values().any(is_pending),
        Change::Update { set, .. } => set.values().any(is_pending),
        Change::InsertAll { rows, .. } => rows.iter().flat_map(|row| row.values()).any(is_pending),
        Change::UpdateAll { rows, .. } => {
            rows.iter().flat_map(|(_, set)| set.values()).any(is_pending)
        }
        Change::Delete { .. } | Change::DeleteAll { .. } => false,
    };
    let inserts =
        |change: &Change| matches!(change, Change::Insert { .. } | Change::InsertAll { .. });
    changes.iter().enumerate().any(|(at, first)| {
        sets(first)
            && changes[at + 1..].iter().any(|it| it.table() == first.table() && !inserts(it))
    })
}

/// Whether servers of the version before work beside those of the new one.
fn overlaps(step: &Step) -> bool {
    match step.kind {
        Kind::Follow | Kind::Stop => true,
        // Writes stop meanwhile where the old tables cannot follow.
        Kind::Turn => step.reversible,
        _ => false,
    }
}

/// A way back without a statement, from a step that ran some, is no way that can be played.
fn told_in_words(step: &Step) -> bool {
    let ran = step.code.iter().any(|code| matches!(code.kind.as_str(), "ddl" | "dml" | "pdml"));
    let words = ran && step.back.as_ref().is_none_or(|back| back.code.is_empty());
    if words {
        say_once(&format!("live: the way back from `{}` is told in words alone", step.id));
    }
    words
}

fn told(sql: &str) -> impl Fn(String) -> String + '_ {
    move |why| format!("{why}\n{sql}")
}

// DDL, as far as an emulator can.
impl Player<'_> {
    fn ddl(&mut self, statements: &[String]) -> Result<(), String> {
        let mut played = Vec::new();
        for statement in statements {
            let words = self.found.iter();
            let statement =
                words.fold(statement.clone(), |it, (word, name)| it.replace(word, name));
            played.extend(self.played(&statement));
        }
        let plain = |it: &String| {
            crate::rollout::renames(it).is_none() && !it.starts_with("ALTER CHANGE STREAM")
        };
        if played.iter().all(plain) {
            let whole = played.join(";\n");
            self.main.apply(&played).map_err(|why| format!("{why}\n{whole}"))?;
        } else {
            crate::rollout::apply(&self.main, self.stage.tables.dialect, &played)?;
        }
        let ddl = self.main.ddl()?.join(";\n");
        self.stands = Tables::read(&ddl, self.stage.tables.dialect);
        Ok(())
    }

    /// What a person finds out for words of the plan: the only row of the query that the explanation
    /// of a word gives.
    fn words(&self) -> Result<Vec<(String, String)>, String> {
        let mut out = Vec::new();
        for word in &self.stage.plan.placeholders {
            let query = word.means.split(": `").nth(1).and_then(|it| it.strip_suffix('`'));
            let Some(query) = query else { continue };
            let rows = self.query(query)?;
            let [row] = &rows[..] else {
                return Err(format!("{} is {rows:?} by {query}", word.name));
            };
            out.push((word.name.clone(), row[0].as_str().expect("a name is text").to_owned()));
        }
        // More than any id of a schedule.
        out.push(("MAX_ID".to_owned(), "1000".to_owned()));
        Ok(out)
    }

    /// A statement, or its nearest equivalent; `None` where there is none.
    fn played(&mut self, statement: &str) -> Option<String> {
        let upper = statement.to_ascii_uppercase();
        if ["GRANT ", "REVOKE ", "CREATE ROLE", "DROP ROLE"].iter().any(|it| upper.starts_with(it))
        {
            say_once("live: roles and grants are left out, the emulator has none in PostgreSQL");
            return None;
        }
        if self.refused(statement) {
            say_once("live: the emulator sets no default of the key of a table with children");
            return None;
        }
        let Some(at) = upper.find("INTERLEAVE IN ") else { return Some(statement.to_owned()) };
        let rest = &statement[at + "INTERLEAVE IN ".len()..];
        let parent = upper[at..].starts_with("INTERLEAVE IN PARENT ");
        if upper.starts_with("ALTER TABLE ") {
            let table = statement["ALTER TABLE ".len()..].split_whitespace().next()?.to_owned();
            if !self.loose.contains(&table) {
                return Some(statement.to_owned());
            }
            return Some(self.tied(&table, rest.strip_prefix("PARENT ").filter(|_| parent)));
        }
        if parent {
            return Some(statement.to_owned());
        }
        say_once("live: INTERLEAVE IN is left out, and INTERLEAVE IN PARENT is a foreign key then");
        let table = statement["CREATE TABLE ".len()..].split_whitespace().next()?.to_owned();
        self.loose.push(table);
        let head = statement[..at].trim_end().trim_end_matches(',');
        Some(head.to_owned())
    }

    /// A new default of a key that tables interleaved in this one share, which only the emulator
    /// refuses.
    fn refused(&self, statement: &str) -> bool {
        let words: Vec<&str> = statement.split_whitespace().collect();
        let ["ALTER", "TABLE", table, "ALTER", "COLUMN", _, set, "DEFAULT", ..] = words[..] else {
            return false;
        };
        let table = table.replace(['`', '"'], "");
        let place = self.stands.all.iter().position(|it| it.name.eq_ignore_ascii_case(&table));
        let tied = |it: &Table| it.ties.iter().any(|tie| Some(tie.to) == place && tie.parent);
        ["SET", "DROP"].contains(&set) && self.stands.all.iter().any(tied)
    }

    /// A foreign key where a table becomes interleaved in its parent.
    fn tied(&self, table: &str, parent: Option<&str>) -> String {
        let name = format!("played_{}", table.replace(['.', '`', '"'], "_"));
        let Some(parent) = parent else {
            return format!("ALTER TABLE {table} DROP CONSTRAINT {name}");
        };
        let (parent, cascade) = parent.split_once(char::is_whitespace).unwrap_or((parent, ""));
        let above = self.stands.find(parent).expect("a parent is there").key_names();
        let key = self.stands.find(table).expect("a table is there").key_names();
        format!(
            "ALTER TABLE {table} ADD CONSTRAINT {name} FOREIGN KEY ({}) REFERENCES {parent} ({}) \
             {cascade}",
            key[..above.len()].join(", "),
            above.join(", ")
        )
    }
}

/// Says what is played by something else, once in a run.
fn say_once(line: &str) {
    use std::sync::Mutex;
    static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let mut said = SAID.lock().expect("nobody panics while it is held");
    if !said.iter().any(|it| it == line) {
        said.push(line.to_owned());
        shared::say(line);
    }
}

// The job.
impl Player<'_> {
    /// One range in one transaction; `lost` is rolled back. The ranges of the plan are longer than
    /// these tables, so that the number of their rows is replaced by a small one.
    fn range(&mut self, rows: u64, lost: bool) -> Result<(), String> {
        let Some(mut job) = self.job.take() else { return Ok(()) };
        let dialect = self.stage.tables.dialect;
        let pass = &job.passes[job.at];
        let (code, mut parameters) = match &job.last {
            None => (&pass.first, Vec::new()),
            Some(_) => (&pass.next, pass.after.clone()),
        };
        let mut values = job.last.clone().unwrap_or_default();
        let Range { end, find, statements } = code;
        let rows = if self.one_by_one(&pass.copy) { 1 } else { rows };
        let end = shorter(end, pass.rows_per_range, rows);
        let told = |what: &'static str| {
            let table = pass.table.clone();
            let purpose = pass.purpose.clone();
            move |it: Refused| format!("{what} of the {purpose} of {table}: {}", it.message)
        };
        let mut transaction = self.session.transaction();
        let end = &bind(&parameters, &values, &[end], dialect)[0];
        let end = transaction.query(end).map_err(told("the end"))?;
        let Some(upto) = end.into_iter().next() else {
            drop(transaction);
            job.last = None;
            job.at += 1;
            self.job = over(job)?;
            return Ok(());
        };
        parameters.extend(numbered(&pass.upto, parameters.len(), dialect));
        values.extend(upto.clone());
        let mut found = 0;
        if let Some(find) = find {
            let find = &bind(&parameters, &values, std::slice::from_ref(find), dialect)[0];
            found = transaction.query(find).map_err(told("the search"))?.len();
        }
        // Where a search finds nothing, nothing is mended: a search that overlooks rows shows.
        if find.is_none() || found > 0 {
            let statements: Vec<Bound> = bind(&parameters, &values, statements, dialect);
            if let Err(refused) = transaction.run(&statements) {
                // A server of the version before moved a row that was copied already: the plan says
                // to begin again.
                if job.compares || job.anew || !refused.message.contains(NO_PARENT) {
                    return Err(told("a statement")(refused));
                }
                drop(transaction);
                (job.at, job.last, job.anew) = (0, None, true);
                self.job = Some(job);
                return Ok(());
            }
        }
        if !lost {
            transaction.commit().map_err(told("the commit"))?;
            job.found += found;
            job.last = Some(upto);
        }
        self.job = Some(job);
        Ok(())
    }
}

impl Player<'_> {
    /// Whether the key of a table is computed, each part of it: two rows of one INSERT are one to the
    /// emulator then, in PostgreSQL.
    fn one_by_one(&self, table: &str) -> bool {
        let Some(here) = self.stands.find(table) else { return false };
        let computed = here.key.iter().all(|&it| here.columns[it].generated);
        if computed && self.stage.tables.dialect == Dialect::PostgreSql {
            say_once("live: the emulator takes one row at a time whose whole key is computed");
            return true;
        }
        false
    }
}

/// In PostgreSQL the parameters of one statement are numbered one after another.
fn numbered(
    upto: &[super::plan::Parameter],
    before: usize,
    dialect: Dialect,
) -> Vec<super::plan::Parameter> {
    let mut all = upto.to_vec();
    if dialect == Dialect::PostgreSql {
        for (at, one) in all.iter_mut().enumerate() {
            one.parameter = format!("p{}", before + at + 1);
        }
    }
    all
}

/// The job behind the end of a pass; `None` where it is done.
fn over(mut job: Job) -> Result<Option<Job>, String> {
    if job.at < job.passes.len() {
        return Ok(Some(job));
    }
    job.rounds += 1;
    if !job.compares || job.found == 0 {
        return Ok(None);
    }
    if job.rounds == ROUNDS_MAX {
        return Err(format!("round {ROUNDS_MAX} of the compare finds {} rows", job.found));
    }
    (job.at, job.found) = (0, 0);
    Ok(Some(job))
}

/// A query of the end of a range with another number of rows.
fn shorter(query: &str, long: f64, short: u64) -> String {
    let mut out = query.to_owned();
    for (from, to) in [(long, short), (long - 1.0, short - 1)] {
        for word in ["LIMIT", "OFFSET"] {
            out = out.replace(&format!("{word} {from}"), &format!("{word} {to}"));
        }
    }
    assert!(out != query, "no number of rows in {query}");
    out
}

/// A row as it is compared.
type Row = Vec<String>;

// What must hold.
impl Player<'_> {
    /// T holds what the twin holds, as long as it is written.
    fn whole(&self) -> Result<(), String> {
        for own in &self.stage.tables.all {
            if self.mode.left.contains(&own.name) {
                continue;
            }
            let columns: Vec<String> = own.columns.iter().map(|it| it.name.clone()).collect();
            let (mut got, mut wanted) = (
                self.rows(&self.session, &own.name, own, &columns, true)?,
                self.rows(&self.twin, &own.name, own, &columns, true)?,
            );
            got.sort();
            wanted.sort();
            if got != wanted {
                return Err(format!("{} holds {got:?}, on T alone {wanted:?}", own.name));
            }
        }
        Ok(())
    }

    /// The copies hold the image of T row by row, and no row twice.
    fn images(&self) -> Result<(), String> {
        for own in self.stage.tables.all.iter().filter(|it| self.mode.compared.contains(&it.name)) {
            // Once T is no longer written, the twin's T is what the copies have to hold.
            let left = self.mode.left.contains(&own.name);
            let from = if left { &self.twin } else { &self.session };
            let columns = self.shared(own);
            let split = self.stage.routes.iter().find(|route| route.table == own.name);
            let mut wanted = Vec::new();
            let places = split.map(|it| it.column.to_owned());
            let with: Vec<String> = columns.iter().cloned().chain(places).collect();
            for mut row in self.rows(from, &own.name, own, &with, left)? {
                let place = split.and_then(|_| row.pop());
                wanted.push((place, row));
            }
            let mut got = Vec::new();
            for copy in &self.mode.copies[&own.name] {
                let place = place_of(split, copy);
                let rows = self.rows(&self.session, &self.mode.name(copy), own, &columns, left)?;
                got.extend(rows.into_iter().map(|row| (place.clone(), row)));
            }
            same(own, &columns, wanted, got)?;
        }
        Ok(())
    }

    fn rows(
        &self,
        session: &Session,
        table: &str,
        own: &Table,
        columns: &[String],
        as_times: bool,
    ) -> Result<Vec<Row>, String> {
        let sql = format!("SELECT {} FROM {table}", columns.join(", "));
        let empty = Value::Object(Cells::new());
        let query = Bound { sql, params: empty.clone(), types: empty };
        let rows = session.query(&query).map_err(|it| format!("{}\n{}", it.message, query.sql))?;
        let text = |row: &Vec<Value>| match as_times {
            true => timeless(own, columns, row),
            false => row.iter().map(text).collect(),
        };
        Ok(rows.iter().map(text).collect())
    }
}

/// Each row has its image and no other: found by the columns of the old key that the copy has.
fn same(
    own: &Table,
    columns: &[String],
    wanted: Vec<(Option<String>, Row)>,
    got: Vec<(Option<String>, Row)>,
) -> Result<(), String> {
    let names = own.key_names();
    let key = |row: &Row| -> Row {
        let at = names.iter().filter_map(|name| columns.iter().position(|it| it == name));
        at.map(|at| row[at].clone()).collect()
    };
    let mut images = BTreeMap::new();
    for (place, row) in got {
        if let Some(twice) = images.insert((place, key(&row)), row.clone()) {
            return Err(format!("{} is twice in its copy: {twice:?} and {row:?}", own.name));
        }
    }
    for (place, row) in wanted {
        match images.remove(&(place, key(&row))) {
            Some(image) if image == row => {}
            Some(image) => {
                let name = &own.name;
                return Err(format!("{name} has {row:?} and the copy {image:?} in {columns:?}"));
            }
            None => return Err(format!("the copy of {} lacks {row:?} in {columns:?}", own.name)),
        }
    }
    if images.is_empty() {
        return Ok(());
    }
    Err(format!("the copy of {} has besides: {images:?} in {columns:?}", own.name))
}

/// The value by which a table is split into this copy.
fn place_of(split: Option<&Route>, copy: &str) -> Option<String> {
    let places = split?.places.iter();
    places.into_iter().find(|(_, place)| *place == copy).map(|(value, _)| (*value).to_owned())
}

/// A value as text: a number and the text of it are the same.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "NULL".to_owned(),
        other => other.to_string(),
    }
}

/// A row of one of two databases that are compared: their commits are at different times, so that
/// a commit timestamp is like any other.
fn timeless(own: &Table, columns: &[String], row: &[Value]) -> Row {
    let one = |(name, value): (&String, &Value)| {
        let column = own.column(name).expect("the columns are those of the table");
        let said = text(value);
        let given = said == "NULL" || said.starts_with("2001-");
        if column.commit_timestamp && !given { "commit".to_owned() } else { said }
    };
    columns.iter().zip(row).map(one).collect()
}
