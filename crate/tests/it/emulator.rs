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

use hotsplit::syntax::tree::Dialect;
use serde_json::{Value, json};

use crate::shared;

/// A running emulator. It stops when the last test that holds it lets go.
pub(crate) struct Emulator {
    /// Held for its standard input: when that closes, the supervisor kills the whole group, so
    /// nothing is left behind even if the tests themselves are killed.
    supervisor: Child,
    /// As in `http://127.0.0.1:40321/v1/projects/p`.
    project: String,
    /// Names databases apart.
    databases: AtomicU32,
}

/// A database of its own; dropped from the emulator when this value is.
pub(crate) struct Database<'a> {
    /// Keeps the emulator running for as long as the database is used.
    _emulator: &'a Emulator,
    path: String,
}

/// Stops the emulator however this process ends. The gateway does not stop the server it starts,
/// so the whole process group goes at once.
const SUPERVISE: &str = r#""$@" </dev/null & read -r _; kill -KILL 0"#;

/// The emulator listens within a second on an idle machine; this is for a busy one.
const START_TRIES: u32 = 600;
const START_PAUSE: Duration = Duration::from_millis(50);

impl Emulator {
    /// The emulator that all tests of this process share, or `None` with one line saying that
    /// `test` is skipped and how to get an emulator.
    pub(crate) fn for_test(test: &str) -> Option<Arc<Emulator>> {
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

    /// Whether Spanner takes these statements as one batch on an empty database; the refusal in
    /// its own words if not.
    pub(crate) fn accepts<S: AsRef<str>>(
        &self,
        dialect: Dialect,
        statements: &[S],
    ) -> Result<(), String> {
        self.database(dialect, statements).map(drop)
    }

    /// A new database with these statements applied, or the refusal in Spanner's own words.
    pub(crate) fn database<S: AsRef<str>>(
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
        let (http, grpc) = (free_port(), free_port());
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
                Ok(()) => return Emulator { supervisor, project, databases: AtomicU32::new(0) },
                Err(error) => last = error,
            }
            // Another process starts up and tells nobody when it is ready: asking again after a
            // pause is all there is.
            std::thread::sleep(START_PAUSE);
        }
        stop(&mut supervisor);
        panic!("the emulator in {} does not start: {last}", folder.display());
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        stop(&mut self.supervisor);
    }
}

impl Database<'_> {
    /// Applies statements as one batch; the refusal in Spanner's own words if it is refused.
    pub(crate) fn apply<S: AsRef<str>>(&self, statements: &[S]) -> Result<(), String> {
        if statements.is_empty() {
            return Ok(());
        }
        let statements: Vec<&str> = statements.iter().map(AsRef::as_ref).collect();
        let body = json!({ "statements": statements });
        finished(&send(minreq::patch(format!("{}/ddl", self.path)), &body)?)
    }

    /// Runs a query and returns its rows as the API writes them: 64-bit integers are strings.
    pub(crate) fn query(&self, sql: &str) -> Result<Vec<Vec<Value>>, String> {
        self.query_with(sql, &json!({}))
    }

    /// Runs a query with parameters. Their types are those that the query asks for.
    pub(crate) fn query_with(&self, sql: &str, params: &Value) -> Result<Vec<Vec<Value>>, String> {
        let url = format!("{}:executeSql", self.session()?);
        let answer = send(minreq::post(url), &json!({ "sql": sql, "params": params }))?;
        let rows = answer["rows"].as_array().cloned().unwrap_or_default();
        Ok(rows.into_iter().map(|row| row.as_array().cloned().unwrap_or_default()).collect())
    }

    /// The parameters of a statement, each with the code of its type, as in `INT64`.
    pub(crate) fn parameters(&self, sql: &str) -> Result<Vec<(String, String)>, String> {
        let url = format!("{}:executeSql", self.session()?);
        let begin = json!({ "begin": { "readWrite": {} } });
        let ask = json!({ "sql": sql, "queryMode": "PLAN", "transaction": begin, "seqno": "1" });
        let answer = send(minreq::post(url), &ask)?;
        let fields = &answer["metadata"]["undeclaredParameters"]["fields"];
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let fields = fields.as_array().cloned().unwrap_or_default();
        Ok(fields.iter().map(|it| (text(&it["name"]), text(&it["type"]["code"]))).collect())
    }

    /// Runs one DML statement in a transaction of its own and commits it. Gives how many rows it
    /// wrote.
    pub(crate) fn dml(&self, sql: &str, params: &Value) -> Result<u64, String> {
        let session = self.session()?;
        let begin = json!({ "options": { "readWrite": {} } });
        let begun = send(minreq::post(format!("{session}:beginTransaction")), &begin)?;
        let id = &begun["id"];
        let ask =
            json!({ "sql": sql, "params": params, "transaction": { "id": id }, "seqno": "1" });
        let answer = match send(minreq::post(format!("{session}:executeSql")), &ask) {
            Ok(answer) => answer,
            Err(error) => {
                // The emulator runs one transaction at a time: an open one holds up the next.
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
    pub(crate) fn ddl(&self) -> Result<Vec<String>, String> {
        let answer = minreq::get(format!("{}/ddl", self.path)).send();
        let answer = answer.map_err(|error| error.to_string())?;
        let text = answer.as_str().map_err(|error| error.to_string())?;
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let statements = value["statements"].as_array().cloned().unwrap_or_default();
        Ok(statements.iter().filter_map(|it| it.as_str().map(str::to_owned)).collect())
    }

    /// The address of a new session.
    fn session(&self) -> Result<String, String> {
        let session = send(minreq::post(format!("{}/sessions", self.path)), &json!({}))?;
        let name = session["name"].as_str().expect("a session has a name");
        let (_, id) = name.rsplit_once('/').expect("a session is named by its path");
        Ok(format!("{}/sessions/{id}", self.path))
    }
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

/// A port that nobody listened on a moment ago.
fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
    listener.local_addr().expect("a bound listener has an address").port()
}

fn stop(supervisor: &mut Child) {
    drop(supervisor.stdin.take());
    // It ends by its own signal, so the status says nothing.
    let _ = supervisor.wait();
}

/// Sends JSON and reads JSON. An answer that is no success gives its message.
fn send(request: minreq::Request, body: &Value) -> Result<Value, String> {
    let answer = request
        .with_header("Content-Type", "application/json")
        .with_body(body.to_string())
        .send()
        .map_err(|error| error.to_string())?;
    let text = answer.as_str().map_err(|error| error.to_string())?;
    let value: Value = serde_json::from_str(text).map_err(|error| format!("{error}: {text}"))?;
    if answer.status_code == 200 { Ok(value) } else { Err(message(&value)) }
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
