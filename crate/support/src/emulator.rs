//! A real Cloud Spanner emulator for tests: found, started, asked and stopped here.
//!
//! Nothing is downloaded. Where no emulator is installed, [`Emulator::for_test`] says so on one
//! line that starts with `SKIPPED:` and the test returns; `cargo xtask test` counts those lines.

use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use hotsplit_syntax::tree::Dialect;
use serde_json::{Value, json};

use crate::shared;

/// A running emulator. It stops when the last test that holds it lets go.
pub struct Emulator {
    /// Held for its standard input: when that closes, the supervisor kills the whole group, so
    /// nothing is left behind even if the tests themselves are killed.
    supervisor: Child,
    /// As in `http://127.0.0.1:40321/v1/projects/p`.
    project: String,
    /// Names databases apart.
    databases: AtomicU32,
}

/// A database of its own; dropped from the emulator when this value is.
pub struct Database<'a> {
    /// Keeps the emulator running for as long as the database is used.
    _emulator: &'a Emulator,
    path: String,
}

/// One session of a database, for transactions of several statements. It is kept: making one takes
/// as long as a statement.
pub struct Session {
    url: String,
}

/// A read-write transaction of a session. It begins with its first statement, and what is not
/// committed is rolled back: the emulator runs one transaction at a time, so an open one would hold
/// up the next.
pub struct Transaction<'s> {
    session: &'s Session,
    id: Option<String>,
    requests: u32,
}

/// A statement with its parameters and their types, both as the API takes them. A parameter without
/// a type is text that is not NULL.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The statement.
    pub sql: String,
    /// Its parameters by name.
    pub params: Value,
    /// The types of the parameters by name.
    pub types: Value,
}

/// Why Spanner rejected something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The code of gRPC, as in 6 for a row that is there already.
    pub code: u64,
    /// Spanner's own words.
    pub message: String,
}

/// Stops the emulator however this process ends. The gateway does not stop the server it starts,
/// so the whole process group goes at once.
const SUPERVISE: &str = r#""$@" </dev/null & read -r _; kill -KILL 0"#;

/// The emulator listens within a second on an idle machine; this is for a busy one.
const START_TRIES: u32 = 600;
const PORTS_TRIES: u32 = 3;
const START_PAUSE: Duration = Duration::from_millis(50);

impl Emulator {
    /// The emulator that all tests of this process share, or `None` with one line saying that
    /// `test` is skipped and how to get an emulator.
    pub fn for_test(test: &str) -> Option<Arc<Emulator>> {
        static SHARED: Mutex<Weak<Emulator>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().expect("no test panics while it starts the emulator");
        if let Some(running) = shared.upgrade() {
            return Some(running);
        }
        let Some(folder) = find() else {
            skipped(test);
            return None;
        };
        let started = Arc::new(Emulator::start(&folder));
        *shared = Arc::downgrade(&started);
        Some(started)
    }

    /// One that nobody else uses, where there is one at all.
    #[must_use]
    pub fn own() -> Option<Emulator> {
        find().map(|folder| Emulator::start(&folder))
    }

    /// Whether Spanner takes these statements as one batch on an empty database; the refusal in
    /// its own words if not.
    pub fn accepts<S: AsRef<str>>(&self, dialect: Dialect, statements: &[S]) -> Result<(), String> {
        self.database(dialect, statements).map(drop)
    }

    /// A new database with these statements applied, or the refusal in Spanner's own words.
    pub fn database<S: AsRef<str>>(
        &self,
        dialect: Dialect,
        statements: &[S],
    ) -> Result<Database<'_>, String> {
        let name = format!("d{}", self.databases.fetch_add(1, Ordering::Relaxed));
        // The PostgreSQL dialect refuses other statements beside CREATE DATABASE, so both
        // dialects get theirs in a second call.
        let (create, dialect) = match dialect {
            Dialect::GoogleSql => (format!("CREATE DATABASE `{name}`"), "GOOGLE_STANDARD_SQL"),
            Dialect::PostgreSql => (format!("CREATE DATABASE \"{name}\""), "POSTGRESQL"),
        };
        let databases = format!("{}/instances/hotsplit/databases", self.project);
        let body = json!({ "createStatement": create, "databaseDialect": dialect });
        finished(&send(minreq::post(&databases), &body)?)?;
        let database = Database { _emulator: self, path: format!("{databases}/{name}") };
        database.apply(statements)?;
        Ok(database)
    }

    fn start(folder: &Path) -> Emulator {
        let mut last = String::new();
        // Between the moment when a port is found free and that in which the emulator takes it
        // another process may have it.
        for _ in 0..PORTS_TRIES {
            match Self::start_once(folder) {
                Ok(emulator) => return emulator,
                Err(error) => last = error,
            }
        }
        panic!("the emulator in {} does not start: {last}", folder.display());
    }

    /// Starts one on two ports that are free now.
    fn start_once(folder: &Path) -> Result<Emulator, String> {
        let [http, grpc] = free_ports();
        let mut command = Command::new("sh");
        // The group is what the supervisor kills.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut supervisor = command
            .args(["-c", SUPERVISE, "supervise"])
            .arg(folder.join("gateway_main"))
            .args(["--hostname", "127.0.0.1"])
            .args(["--http_port", &http.to_string(), "--grpc_port", &grpc.to_string()])
            .arg("--grpc_binary")
            .arg(folder.join("emulator_main"))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell starts");
        let project = format!("http://127.0.0.1:{http}/v1/projects/p");
        let instances = format!("{project}/instances");
        let body = json!({
            "instanceId": "hotsplit",
            "instance": {
                "config": "projects/p/instanceConfigs/emulator-config",
                "displayName": "hotsplit",
                "nodeCount": 1,
            },
        });
        let mut last = String::new();
        for _ in 0..START_TRIES {
            match send(minreq::post(&instances), &body).and_then(|answer| finished(&answer)) {
                Ok(()) => {
                    return Ok(Emulator { supervisor, project, databases: AtomicU32::new(0) });
                }
                Err(error) => last = error,
            }
            // Another process starts up and tells nobody when it is ready: asking again after a
            // pause is all there is.
            std::thread::sleep(START_PAUSE);
        }
        stop(&mut supervisor);
        Err(last)
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        stop(&mut self.supervisor);
    }
}

impl Database<'_> {
    /// Applies statements as one batch; the refusal in Spanner's own words if it is rejected.
    pub fn apply<S: AsRef<str>>(&self, statements: &[S]) -> Result<(), String> {
        if statements.is_empty() {
            return Ok(());
        }
        let statements: Vec<&str> = statements.iter().map(AsRef::as_ref).collect();
        let body = json!({ "statements": statements });
        finished(&send(minreq::patch(format!("{}/ddl", self.path)), &body)?)
    }

    /// Runs a query and returns its rows as the API writes them: 64-bit integers are strings.
    pub fn query(&self, sql: &str) -> Result<Vec<Vec<Value>>, String> {
        self.query_with(sql, &json!({}))
    }

    /// Runs a query with parameters. Their types are those that the query asks for.
    pub fn query_with(&self, sql: &str, params: &Value) -> Result<Vec<Vec<Value>>, String> {
        let url = format!("{}:executeSql", self.session()?);
        let answer = send(minreq::post(url), &json!({ "sql": sql, "params": params }))?;
        let rows = answer["rows"].as_array().cloned().unwrap_or_default();
        Ok(rows.into_iter().map(|row| row.as_array().cloned().unwrap_or_default()).collect())
    }

    /// The parameters of a statement, each with the code of its type, as in `INT64`.
    pub fn parameters(&self, sql: &str) -> Result<Vec<(String, String)>, String> {
        let session = self.session()?;
        let mut ask = json!({ "sql": sql, "queryMode": "PLAN" });
        // A plan of DML is made in a transaction too.
        let dml = !sql.starts_with("SELECT");
        if dml {
            ask["transaction"] = json!({ "id": begin(&session)? });
            ask["seqno"] = json!("1");
        }
        let answer = send(minreq::post(format!("{session}:executeSql")), &ask);
        if dml {
            // The emulator runs one transaction at a time: an open one holds up the next.
            let end = json!({ "transactionId": ask["transaction"]["id"] });
            send(minreq::post(format!("{session}:rollback")), &end)?;
        }
        let answer = answer?;
        let fields = &answer["metadata"]["undeclaredParameters"]["fields"];
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let fields = fields.as_array().cloned().unwrap_or_default();
        Ok(fields.iter().map(|it| (text(&it["name"]), text(&it["type"]["code"]))).collect())
    }

    /// Runs a query and returns each row by the names of its columns.
    pub fn rows(&self, sql: &str, params: &Value) -> Result<Vec<Value>, String> {
        let url = format!("{}:executeSql", self.session()?);
        let answer = send(minreq::post(url), &json!({ "sql": sql, "params": params }))?;
        let fields = answer["metadata"]["rowType"]["fields"].as_array().cloned();
        let fields = fields.unwrap_or_default();
        let names = fields.iter().map(|it| it["name"].as_str().unwrap_or_default().to_owned());
        let names: Vec<String> = names.collect();
        let named = |row: &Value| {
            let values = row.as_array().cloned().unwrap_or_default();
            Value::Object(names.iter().cloned().zip(values).collect())
        };
        Ok(answer["rows"].as_array().map_or(Vec::new(), |rows| rows.iter().map(named).collect()))
    }

    /// Inserts rows in one commit; a value is written as the API takes it.
    pub fn insert(&self, table: &str, columns: &[&str], rows: &[Vec<Value>]) -> Result<(), String> {
        let insert = json!({ "table": table, "columns": columns, "values": rows });
        let ask = json!({
            "singleUseTransaction": { "readWrite": {} },
            "mutations": [{ "insert": insert }],
        });
        send(minreq::post(format!("{}:commit", self.session()?)), &ask).map(drop)
    }

    /// Runs one DML statement in a transaction of its own and commits it. Gives how many rows it
    /// wrote.
    pub fn dml(&self, sql: &str, params: &Value) -> Result<u64, String> {
        let session = self.session()?;
        let id = begin(&session)?;
        let ask =
            json!({ "sql": sql, "params": params, "transaction": { "id": id }, "seqno": "1" });
        let answer = match send(minreq::post(format!("{session}:executeSql")), &ask) {
            Ok(answer) => answer,
            Err(error) => {
                let _ = send(
                    minreq::post(format!("{session}:rollback")),
                    &json!({
                        "transactionId": id
                    }),
                );
                return Err(error);
            }
        };
        send(minreq::post(format!("{session}:commit")), &json!({ "transactionId": id }))?;
        let count = answer["stats"]["rowCountExact"].as_str().unwrap_or("0");
        count.parse().map_err(|_| format!("expected a number of rows, found `{count}`"))
    }

    /// The statements of the schema as the emulator writes them.
    pub fn ddl(&self) -> Result<Vec<String>, String> {
        let answer = minreq::get(format!("{}/ddl", self.path)).send();
        let answer = answer.map_err(|error| error.to_string())?;
        let text = answer.as_str().map_err(|error| error.to_string())?;
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let statements = value["statements"].as_array().cloned().unwrap_or_default();
        Ok(statements.iter().filter_map(|it| it.as_str().map(str::to_owned)).collect())
    }

    /// A session to keep.
    pub fn kept_session(&self) -> Result<Session, String> {
        Ok(Session { url: self.session()? })
    }

    /// The address of a new session.
    fn session(&self) -> Result<String, String> {
        let session = send(minreq::post(format!("{}/sessions", self.path)), &json!({}))?;
        let name = session["name"].as_str().expect("a session has a name");
        let (_, id) = name.rsplit_once('/').expect("a session is named by its path");
        Ok(format!("{}/sessions/{id}", self.path))
    }
}

impl Session {
    /// A transaction that begins with its first statement.
    #[must_use]
    pub fn transaction(&self) -> Transaction<'_> {
        Transaction { session: self, id: None, requests: 0 }
    }

    /// Runs a query outside of transactions.
    pub fn query(&self, query: &Bound) -> Result<Vec<Vec<Value>>, Refused> {
        let body = json!({ "sql": query.sql, "params": query.params, "paramTypes": query.types });
        Ok(rows_of(&ask(minreq::post(format!("{}:executeSql", self.url)), &body)?))
    }
}

impl Transaction<'_> {
    /// Runs a query and returns its rows as the API writes them.
    pub fn query(&mut self, query: &Bound) -> Result<Vec<Vec<Value>>, Refused> {
        let body = json!({
            "sql": query.sql, "params": query.params, "paramTypes": query.types,
            "transaction": self.selector(), "seqno": self.next(),
        });
        let answer = ask(minreq::post(format!("{}:executeSql", self.session.url)), &body)?;
        self.keep_transaction(&answer["metadata"]);
        Ok(rows_of(&answer))
    }

    /// Runs DML statements in their order up to the first that is rejected. Gives how many rows each
    /// of them wrote.
    pub fn run(&mut self, statements: &[Bound]) -> Result<Vec<u64>, Refused> {
        if statements.is_empty() {
            return Ok(Vec::new());
        }
        let one =
            |it: &Bound| json!({ "sql": it.sql, "params": it.params, "paramTypes": it.types });
        let body = json!({
            "statements": statements.iter().map(one).collect::<Vec<_>>(),
            "transaction": self.selector(), "seqno": self.next(),
        });
        let answer = ask(minreq::post(format!("{}:executeBatchDml", self.session.url)), &body)?;
        let results = answer["resultSets"].as_array().cloned().unwrap_or_default();
        if let Some(first) = results.first() {
            self.keep_transaction(&first["metadata"]);
        }
        if let Some(code) = answer["status"]["code"].as_u64().filter(|&code| code != 0) {
            return Err(Refused { code, message: message(&answer["status"]) });
        }
        let count = |it: &Value| it["stats"]["rowCountExact"].as_str()?.parse().ok();
        Ok(results.iter().map(|it| count(it).unwrap_or(0)).collect())
    }

    /// Commits; nothing is to be done where no statement ran.
    pub fn commit(mut self) -> Result<(), Refused> {
        let Some(id) = self.id.take() else { return Ok(()) };
        let body = json!({ "transactionId": id });
        ask(minreq::post(format!("{}:commit", self.session.url)), &body).map(drop)
    }

    fn selector(&self) -> Value {
        match &self.id {
            Some(id) => json!({ "id": id }),
            None => json!({ "begin": { "readWrite": {} } }),
        }
    }

    fn next(&mut self) -> String {
        self.requests += 1;
        self.requests.to_string()
    }

    fn keep_transaction(&mut self, metadata: &Value) {
        if self.id.is_none() {
            self.id = metadata["transaction"]["id"].as_str().map(str::to_owned);
        }
    }
}

impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        if let Some(id) = self.id.take() {
            let body = json!({ "transactionId": id });
            // A failure here shows with the next transaction.
            let _ = ask(minreq::post(format!("{}:rollback", self.session.url)), &body);
        }
    }
}

fn rows_of(answer: &Value) -> Vec<Vec<Value>> {
    let rows = answer["rows"].as_array().cloned().unwrap_or_default();
    rows.into_iter().map(|row| row.as_array().cloned().unwrap_or_default()).collect()
}

impl Drop for Database<'_> {
    fn drop(&mut self) {
        // An instance holds a hundred databases at most. A failure here is no failure of a test:
        // the next database says so if the room runs out.
        let _ = minreq::delete(&self.path).send();
    }
}

/// The folder that holds `gateway_main` and `emulator_main`.
fn find() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("SPANNER_EMULATOR_BIN_DIR") {
        let folder = PathBuf::from(folder);
        assert!(
            holds_emulator(&folder),
            "SPANNER_EMULATOR_BIN_DIR is {}, which lacks gateway_main or emulator_main",
            folder.display()
        );
        return Some(folder);
    }
    // It is started by a Unix shell.
    if cfg!(unix) { find_by_package().or_else(find_by_gcloud) } else { None }
}

fn find_by_package() -> Option<PathBuf> {
    let files = output("dpkg", &["-L", "google-cloud-cli-spanner-emulator"])?;
    let gateway = files.lines().find(|file| file.ends_with("/gateway_main"))?;
    Path::new(gateway).parent().filter(|folder| holds_emulator(folder)).map(Path::to_path_buf)
}

fn find_by_gcloud() -> Option<PathBuf> {
    let root = output("gcloud", &["info", "--format=value(installation.sdk_root)"])?;
    let folder = Path::new(root.trim()).join("bin/cloud_spanner_emulator");
    holds_emulator(&folder).then_some(folder)
}

fn holds_emulator(folder: &Path) -> bool {
    folder.join("gateway_main").is_file() && folder.join("emulator_main").is_file()
}

/// What a command prints, if it is there and succeeds.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Says on one line that a test is skipped. Written past the test harness, which would hide it.
fn skipped(test: &str) {
    shared::skipped(
        test,
        "no Cloud Spanner emulator found (get it with `gcloud components install \
         cloud-spanner-emulator` or the package google-cloud-cli-spanner-emulator, or set \
         SPANNER_EMULATOR_BIN_DIR)",
    );
}

/// Two ports that nobody listened on a moment ago.
fn free_ports() -> [u16; 2] {
    let bind = || TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
    // Both are held at once, else the second could be the first again.
    let listeners = [bind(), bind()];
    listeners.map(|it| it.local_addr().expect("a bound listener has an address").port())
}

fn stop(supervisor: &mut Child) {
    drop(supervisor.stdin.take());
    // It ends by its own signal, so the status says nothing.
    let _ = supervisor.wait();
}

/// A new read-write transaction.
fn begin(session: &str) -> Result<Value, String> {
    let options = json!({ "options": { "readWrite": {} } });
    Ok(send(minreq::post(format!("{session}:beginTransaction")), &options)?["id"].clone())
}

/// Sends JSON and reads JSON. An answer that is no success gives its message.
fn send(request: minreq::Request, body: &Value) -> Result<Value, String> {
    ask(request, body).map_err(|refused| refused.message)
}

/// The same, with the code of a refusal; 0 where nothing answered.
fn ask(request: minreq::Request, body: &Value) -> Result<Value, Refused> {
    let lost = |message: String| Refused { code: 0, message };
    let answer = request
        .with_header("Content-Type", "application/json")
        .with_body(body.to_string())
        .send()
        .map_err(|error| lost(error.to_string()))?;
    let text = answer.as_str().map_err(|error| lost(error.to_string()))?;
    let value: Value =
        serde_json::from_str(text).map_err(|error| lost(format!("{error}: {text}")))?;
    if answer.status_code == 200 {
        return Ok(value);
    }
    Err(Refused { code: value["code"].as_u64().unwrap_or(0), message: message(&value) })
}

/// An operation that the emulator finishes before it answers, as it does with all DDL.
fn finished(operation: &Value) -> Result<(), String> {
    assert_eq!(operation["done"], json!(true), "the emulator left an operation open: {operation}");
    match operation.get("error") {
        Some(error) => Err(message(error)),
        None => Ok(()),
    }
}

fn message(error: &Value) -> String {
    error["message"].as_str().map_or_else(|| error.to_string(), str::to_owned)
}
