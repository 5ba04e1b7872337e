//! `cargo xtask run`: build everything, serve it on this machine, rebuild on change.
//!
//! What is served is `web/dist` as `cargo xtask build` makes it, with the content security policy
//! that visitors get; only wasm-opt is left out. A change shows after a rebuild and a reload.

use std::collections::BTreeMap;
use std::fs;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result, bail};
use clap::Args;

use crate::engine::Optimise;
use crate::shell::{Watch, command, root, seconds, web};
use crate::tools::need_node;
use crate::{engine, site};

/// How the site is served.
#[derive(Args)]
pub(crate) struct Options {
    /// Port to serve on; the next free one is taken if it is not free
    #[arg(long, default_value_t = 4173)]
    port: u16,
    /// Build once and serve; do not look for changes
    #[arg(long)]
    no_watch: bool,
}

/// Ports tried after the one asked for.
const PORTS_TRIED: u16 = 50;

/// How often files are looked at. Walking the few hundred files takes about a millisecond.
const PAUSE: Duration = Duration::from_millis(300);

/// How long the server may take to listen.
const SERVER_PATIENCE: Duration = Duration::from_secs(30);

/// What the engine is made of.
const ENGINE: &[&str] = &[
    "crate/base",
    "crate/text",
    "crate/syntax",
    "crate/schema",
    "crate/facts",
    "crate/model",
    "crate/rules",
    "crate/workload",
    "crate/fixes",
    "crate/engine",
    "crate/wire",
    "crate/wasm",
    "Cargo.toml",
    "Cargo.lock",
];

/// What the page is made of, besides the engine.
const PAGE: &[&str] = &["web"];

/// Folders inside the above of which the page is not made: what builds write, and tests.
const APART: &[&str] = &["node_modules", "dist", "test-results", "playwright-report", "tests"];

/// Serves until it is interrupted.
pub(crate) fn run(options: &Options) -> Result<()> {
    let watch = Watch::start();
    need_node()?;
    // Before the build, so that what is saved during it is seen.
    let (mut engine_was, mut page_was) = (look(ENGINE), look(PAGE));
    site::install()?;
    rebuild(true)?;
    let port = free_port(options.port)?;
    let mut server = serve(port)?;
    println!("\nReady after {}: http://127.0.0.1:{port}/", seconds(watch.elapsed()));
    println!("Stop it with Ctrl-C.");
    if options.no_watch {
        // Waiting would close the server's end of the pipe, with which it ends.
        let _held = server.stdin.take();
        let status = server.wait()?;
        bail!("the server ended ({status})\nWhat to do: see its message above");
    }
    println!("A saved file is built at once; then reload the page.");
    loop {
        std::thread::sleep(PAUSE);
        if let Some(status) = server.try_wait()? {
            bail!("the server ended ({status})\nWhat to do: see its message above");
        }
        let (engine_is, page_is) = (look(ENGINE), look(PAGE));
        if engine_is == engine_was && page_is == page_was {
            continue;
        }
        if (&look(ENGINE), &look(PAGE)) != (&engine_is, &page_is) {
            // Somebody is still writing; wait until it is quiet.
            continue;
        }
        let engine_changed = engine_is != engine_was;
        (engine_was, page_was) = (engine_is, page_is);
        println!();
        let watch = Watch::start();
        match site::install().and_then(|()| rebuild(engine_changed)) {
            Ok(()) => println!("Rebuilt in {}. Reload the page.", seconds(watch.elapsed())),
            Err(error) => eprintln!("error: {error:#}\nThe page stays as it was."),
        }
    }
}

fn rebuild(engine: bool) -> Result<()> {
    if engine {
        let fresh = engine::build(Optimise::No)?;
        site::warn_if_stale(&fresh)?;
    }
    site::build_page("./")
}

/// Starts Vite's server for built pages and waits until it listens.
fn serve(port: u16) -> Result<Child> {
    // However this process ends, its end of the pipe closes and the server ends too. Vite listens
    // for that itself, but never reads the pipe, so it would not learn of it.
    let end_with_parent =
        "data:text/javascript,process.stdin.resume().on('end',()=>process.exit())";
    let mut server = command("node")
        .current_dir(web())
        .args(["--import", end_with_parent, "node_modules/vite/bin/vite.js", "preview"])
        .args(["--host", "127.0.0.1", "--strictPort", "--port", &port.to_string()])
        .args(["--logLevel", "warn"])
        .stdin(Stdio::piped())
        .spawn()
        .context("node does not start")?;
    let watch = Watch::start();
    while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
        if let Some(status) = server.try_wait()? {
            bail!("the server ended ({status})\nWhat to do: see its message above");
        }
        if watch.elapsed() > SERVER_PATIENCE {
            // Dropping it would leave it running until this process ends.
            server.kill()?;
            bail!("the server does not listen on port {port}\nWhat to do: try another --port");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(server)
}

/// The port asked for, or the next that is free.
fn free_port(asked: u16) -> Result<u16> {
    let last = asked.saturating_add(PORTS_TRIED);
    let free = |port: &u16| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok();
    let Some(port) = (asked..=last).find(free) else {
        bail!("no port from {asked} to {last} is free\nWhat to do: choose another with --port");
    };
    if port != asked {
        println!("Port {asked} is taken; {port} is free.");
    }
    Ok(port)
}

/// Every file below these paths, with its time and size.
type Seen = BTreeMap<PathBuf, (SystemTime, u64)>;

fn look(paths: &[&str]) -> Seen {
    let mut seen = Seen::new();
    for path in paths {
        look_into(&root().join(path), &mut seen);
    }
    seen
}

/// A file that vanishes while it is looked at is simply not there.
fn look_into(path: &Path, seen: &mut Seen) {
    let Ok(data) = fs::metadata(path) else { return };
    if !data.is_dir() {
        let time = data.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        seen.insert(path.to_path_buf(), (time, data.len()));
        return;
    }
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        let apart = APART.iter().any(|name| entry.file_name() == *name);
        // Editors write swap files beside the real ones.
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if !apart && !hidden {
            look_into(&entry.path(), seen);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::Scratch;

    #[test]
    fn the_next_free_port_is_taken() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        assert!(free_port(port).unwrap() > port);
    }

    #[test]
    fn a_saved_file_is_seen_and_a_built_one_is_not() {
        let scratch = Scratch::new("look");
        let folder = &scratch.0;
        let look = || {
            let mut seen = Seen::new();
            look_into(folder, &mut seen);
            seen
        };
        fs::create_dir_all(folder.join("src")).unwrap();
        fs::write(folder.join("src/page.ts"), "1").unwrap();
        let before = look();
        assert_eq!(before.len(), 1);
        fs::create_dir_all(folder.join("dist")).unwrap();
        fs::write(folder.join("dist/page.js"), "1").unwrap();
        fs::write(folder.join("src/.page.ts.swp"), "1").unwrap();
        assert_eq!(look(), before);
        fs::write(folder.join("src/page.ts"), "12").unwrap();
        assert_ne!(look(), before);
    }
}
