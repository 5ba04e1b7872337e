//! Running other programs, and telling the person what happens and how long it took.

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

/// The top of the repository.
pub(crate) fn root() -> PathBuf {
    let package = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).expect("xtask lies two folders deep").to_path_buf()
}

/// The site's folder.
pub(crate) fn web() -> PathBuf {
    root().join("web")
}

/// A program run at the top of the repository.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// The cargo that runs this.
pub(crate) fn cargo() -> Command {
    let mut cargo = command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // These commands set flags for one target and folder; what a caller has exported stays out.
    cargo.env_remove("CARGO_TARGET_DIR").env_remove("CARGO_BUILD_TARGET");
    cargo
}

/// A script of `web/package.json`, with arguments passed on to it.
pub(crate) fn npm(script: &str, arguments: &[&str]) -> Command {
    let mut npm = command(NPM);
    npm.current_dir(web()).args(["run", "--silent", script]);
    if !arguments.is_empty() {
        npm.arg("--").args(arguments);
    }
    npm
}

/// npm's name as a program.
pub(crate) const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// Says what is done, does it, and says how long it took.
pub(crate) fn step<T>(title: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    println!("==> {title}");
    let watch = Watch::start();
    let done = work();
    let word = if done.is_ok() { "done" } else { "failed" };
    println!("    {word} in {}", seconds(watch.elapsed()));
    done
}

/// Runs a program to its end. `advice` says what to do when it fails.
pub(crate) fn run(command: &mut Command, advice: &str) -> Result<()> {
    let shown = shown(command);
    println!("    {shown}");
    let status = command.status().with_context(|| format!("`{shown}` does not start"))?;
    must(status, &shown, advice)
}

/// Builds the command line as people use it. Gives its program.
pub(crate) fn command_line() -> Result<PathBuf> {
    let mut build = cargo();
    build.args(["build", "--quiet", "--package", "hotsplit"]);
    run(build.args(["--bin", "hotsplit", "--release"]), "mend what does not compile")?;
    Ok(root().join("target/release/hotsplit").with_extension(std::env::consts::EXE_EXTENSION))
}

/// What a program printed.
pub(crate) struct Printed {
    /// How it ended.
    pub(crate) status: ExitStatus,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

/// Runs a program to its end, shows what it prints as it comes, and keeps it.
pub(crate) fn run_and_keep(command: &mut Command) -> Result<Printed> {
    let shown = shown(command);
    println!("    {shown}");
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("`{shown}` does not start"))?;
    let out = child.stdout.take().expect("piped above");
    let err = child.stderr.take().expect("piped above");
    let err = std::thread::spawn(move || tee(err, std::io::stderr()));
    let out = tee(out, std::io::stdout())?;
    let err = err.join().expect("copying does not panic")?;
    Ok(Printed { status: child.wait()?, out, err })
}

/// What a program prints, if it is there and succeeds. Nothing is shown.
pub(crate) fn ask(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    output.status.success().then_some(text)
}

/// Fails with what to do, unless the program succeeded.
pub(crate) fn must(status: ExitStatus, shown: &str, advice: &str) -> Result<()> {
    if !status.success() {
        bail!("`{shown}` failed ({status})\nWhat to do: {advice}");
    }
    Ok(())
}

/// A command as one would type it.
pub(crate) fn shown(command: &Command) -> String {
    let mut words = vec![command.get_program()];
    words.extend(command.get_args());
    let name = |word: &&OsStr| word.to_string_lossy().into_owned();
    let mut words: Vec<String> = words.iter().map(name).collect();
    // `/home/me/.rustup/toolchains/.../bin/cargo` says no more than `cargo`.
    if let Some(short) = words[0].rsplit(['/', '\\']).next().map(str::to_owned) {
        words[0] = short;
    }
    let root = format!("{}{}", root().display(), std::path::MAIN_SEPARATOR);
    words.join(" ").replace(&root, "")
}

/// A duration as people read it.
pub(crate) fn seconds(duration: Duration) -> String {
    format!("{:.1} s", duration.as_secs_f64())
}

/// Measures how long something takes.
pub(crate) struct Watch(Instant);

impl Watch {
    /// Starts now.
    #[expect(clippy::disallowed_methods, reason = "the engine has no clock; these commands may")]
    pub(crate) fn start() -> Watch {
        Watch(Instant::now())
    }

    /// Time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Copies bytes as they come and returns them all as text.
fn tee(mut from: impl Read, mut to: impl Write) -> std::io::Result<String> {
    let (mut all, mut buffer) = (Vec::new(), [0; 8192]);
    loop {
        let length = from.read(&mut buffer)?;
        if length == 0 {
            return Ok(String::from_utf8_lossy(&all).into_owned());
        }
        all.extend_from_slice(&buffer[..length]);
        to.write_all(&buffer[..length])?;
        to.flush()?;
    }
}

/// A folder for one test, gone when it is dropped. A package for this would change the features of
/// what the bindings generator shares with it, and cargo would build that twice.
#[cfg(test)]
pub(crate) struct Scratch(pub(crate) PathBuf);

#[cfg(test)]
impl Scratch {
    /// A folder that no other test uses.
    pub(crate) fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("xtask-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }
}

#[cfg(test)]
impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_typed() {
        assert_eq!(shown(Command::new("/opt/rust/bin/cargo").args(["fmt", "--check"])), {
            "cargo fmt --check"
        });
        let inside = std::path::Path::new("web").join("x");
        let shown = shown(Command::new("node").arg(root().join(&inside)));
        assert_eq!(shown, format!("node {}", inside.display()));
    }

    #[test]
    fn a_failure_says_what_to_do() {
        let mut cargo = Command::new("cargo");
        cargo.arg("--no-such-flag").stderr(Stdio::null());
        let error = run(&mut cargo, "read its help").unwrap_err();
        let message = error.to_string();
        assert!(message.starts_with("`cargo --no-such-flag` failed"), "found {message}");
        assert!(message.ends_with("What to do: read its help"), "found {message}");
    }
}
