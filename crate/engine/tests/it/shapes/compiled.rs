//! Application code for the rules of real plans, compiled: in Java and in Go, with stubs for what it
//! uses of the client libraries.

use std::path::Path;
use std::process::Command;

use super::played::steps;
use super::{hostile, ledger};
use crate::shared;
use hotsplit_engine::fixes::rollout::plan::{Rule, Shape};
use hotsplit_engine::fixes::rollout::shapes::{Asked, shapes};

/// Code that belongs together: the shapes of the rules of each step.
fn programs() -> Vec<Vec<(String, Shape)>> {
    let named = |rule: &Rule| {
        let shape = |shape: &Shape| (rule.table.clone(), shape.clone());
        rule.shapes.iter().map(shape).collect::<Vec<_>>()
    };
    let step = |(_, rules): (String, Vec<Rule>)| rules.iter().flat_map(named).collect();
    let mut out: Vec<Vec<(String, Shape)>> = steps().into_iter().map(step).collect();
    // One names rows of a table that has nothing to do before a DELETE, others tables that are not
    // there.
    let whole = |it: &Asked| it.moves.is_none() && it.table != "OnlyAbove";
    for rules in [ledger(), hostile().into_iter().filter(whole).collect()] {
        let shapes =
            |it: &Asked| shapes(it).into_iter().map(|shape| (it.table.clone(), shape)).collect();
        out.push(rules.iter().flat_map::<Vec<_>, _>(shapes).collect());
    }
    out
}

/// Writes the code of each program into a folder of its own.
fn write(folder: &Path, language: &str, before: fn(usize) -> String, name: fn(&str) -> String) {
    for (at, program) in programs().iter().enumerate() {
        let place = folder.join(format!("p{at}"));
        std::fs::create_dir(&place).unwrap();
        for (number, (_, shape)) in program.iter().enumerate() {
            if shape.language == language {
                let code = before(at) + &shape.code;
                let path = place.join(name(&shape.code).replace("{}", &number.to_string()));
                std::fs::write(path, code).unwrap();
            }
        }
    }
}

/// Writes files that one file holds, each behind a line with its path.
fn unpack(folder: &Path, files: &str) {
    for file in files.split("=== ").skip(1) {
        let (path, text) = file.split_once('\n').unwrap();
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
}

/// Runs a compiler; whether it is there. What it says is an error.
fn compile(test: &str, command: &mut Command) {
    let program = command.get_program().to_string_lossy().into_owned();
    match command.output() {
        Ok(output) => {
            let said = [output.stdout, output.stderr].concat();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&said));
        }
        Err(_) => shared::skipped(test, &format!("{program} is not here")),
    }
}

#[test]
fn java_compiles() {
    let folder = tempfile::tempdir().unwrap();
    unpack(folder.path(), include_str!("stubs.java.txt"));
    let class = |code: &str| {
        let name = code.split_once("final class ").unwrap().1.split(' ').next().unwrap();
        format!("{name}.java")
    };
    write(folder.path(), "java", |at| format!("package p{at};\n"), class);
    let mut command = Command::new("javac");
    command.current_dir(folder.path()).args(["-Werror", "-Xlint:all", "-d", "out"]);
    let files = java_files(folder.path());
    assert!(files.len() > 50, "{} files", files.len());
    compile("shapes::compiled::java_compiles", command.args(files));
}

fn java_files(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let below = |path: std::path::PathBuf| match path.is_dir() {
        true => java_files(&path),
        false => vec![path],
    };
    let mut files: Vec<_> = entries.flat_map(below).collect();
    files.sort();
    files
}

#[test]
fn go_compiles() {
    let folder = tempfile::tempdir().unwrap();
    unpack(folder.path(), include_str!("stubs.go.txt"));
    write(folder.path(), "go", |_| String::new(), |_| "rule{}.go".to_owned());
    let mut command = Command::new("go");
    command.current_dir(folder.path()).args(["vet", "./..."]);
    command.env("GOFLAGS", "-mod=mod").env("GOPROXY", "off").env("GOWORK", "off");
    compile("shapes::compiled::go_compiles", &mut command);
}
