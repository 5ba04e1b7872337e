//! The project's commands: `cargo xtask run`, `test`, `build`, `release`, `scorm`, `bless`,
//! `corpus`, `prefixes`, `differ`, `prove`, `validate`, `laws`, `hostile`, `bench`, `new`.
//!
//! They need rustup and node; whatever else is missing they install, inside the project or by
//! rustup. Each command says what it does, how long that took and, when it fails, what to do.
#![expect(clippy::print_stdout, reason = "these are commands; printing is what they are for")]

mod bench;
mod bless;
mod corpus;
mod differ;
mod engine;
mod fuzz;
mod hostile;
mod laws;
mod licences;
#[cfg(test)]
mod manifests;
mod new;
mod prefixes;
mod prove;
mod release;
mod run;
mod shell;
mod site;
mod test;
mod tools;
mod types;
mod validate;
mod zip;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The project's commands.
#[derive(Parser)]
#[command(bin_name = "cargo xtask", disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Install what is missing, build everything, serve it, rebuild on change
    Run(run::Options),
    /// Install what is missing, then everything CI runs
    Test(test::Options),
    /// Build the static site in web/dist
    Build(site::Options),
    /// Build and pack all that is handed out, with checksums
    Release(release::Options),
    /// Build the site and pack its lessons and exams for course systems (SCORM 1.2), in target/scorm
    Scorm,
    /// Accept changed snapshots and rewrite the tracked files of pkg/
    Bless(bless::Options),
    /// Read the corpora beside the project: what is accepted, what is rejected, each failure
    Corpus(corpus::Options),
    /// Cut schemas off at every token, or change them at random, and run all that they set off
    Prefixes(prefixes::Options),
    /// Hold the reader against the emulator on statements made from the grammars
    Differ(differ::Options),
    /// Play random schedules of an application against the plans for live databases
    Prove(prove::Options),
    /// Hold the simulator against published figures
    Validate(validate::Options),
    /// Hold the simulator to arithmetic, by the command line alone
    Laws,
    /// Put what nobody should send to the command line and to the page
    Hostile(hostile::Options),
    /// Measure the page, or the reader as WebAssembly and pairs of simulations
    Bench(bench::Options),
    /// Write the files of a new rule, fix or lesson
    New(new::Options),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().task {
        Task::Run(options) => run::run(&options),
        Task::Test(options) => return test::test(&options),
        Task::Build(options) => site::build_all(&options),
        Task::Release(options) => release::release(&options),
        Task::Scorm => site::build_scorm(),
        Task::Bless(options) => bless::bless(&options),
        Task::Corpus(options) => corpus::corpus(&options),
        Task::Prefixes(options) => prefixes::prefixes(&options),
        Task::Differ(options) => differ::differ(&options),
        Task::Prove(options) => prove::prove(&options),
        Task::Validate(options) => validate::validate(&options),
        Task::Laws => laws::laws(),
        Task::Hostile(options) => hostile::hostile(&options),
        Task::Bench(options) => bench::bench(&options),
        Task::New(options) => new::new(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}
