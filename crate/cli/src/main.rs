//! The command line: reads files, calls the engine, prints. Decides nothing itself.

mod args;
mod check;
mod checked;
mod condense;
mod json;
mod json_values;
mod lesson;
mod literal;
mod port;
mod port_verdict;
mod proof;
mod sarif;
mod stdout;
mod text;

use std::io::Read;
use std::process::ExitCode;

use args::{
    Cli, Command, Dialect, Explain, Fix, Lesson, Rules, Simulate, Syntax, SyntaxFormat, TextOrJson,
};
use clap::Parser;
use hotsplit_wire::engine::facts::Settings;
use hotsplit_wire::engine::fixes::{self, Parameters};
use hotsplit_wire::engine::rules::{self, Finding};
use hotsplit_wire::engine::sim::Knobs;
use hotsplit_wire::engine::sim::assumptions::CONSTANTS;
use hotsplit_wire::engine::sim::constants::{name_of, set_constant};
use hotsplit_wire::engine::{Choice, Reading, Rewritten, Scenario};

/// Findings at or above the limit, or a syntax error.
const FOUND: u8 = 1;
/// Usage, or input that cannot be read.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Check(args) => check::run(&args),
        Command::Fix(args) => fix(&args),
        Command::Simulate(args) => simulate(&args),
        Command::Syntax(args) => syntax(&args),
        Command::Rules(args) => list_rules(&args),
        Command::Explain(args) => explain(&args),
        Command::Lesson(args) => lessons(&args),
        Command::Port(args) => port::run(&args),
        Command::Condense(args) => condense::run(&args),
    };
    match done {
        Ok(code) => ExitCode::from(code),
        Err(message) => {
            anstream::eprintln!("hotsplit: {message}");
            ExitCode::from(USAGE)
        }
    }
}

/// The text of a file, or of standard input for `-`.
fn load(file: &str) -> Result<String, String> {
    load_at_most(file, u64::MAX, "")
}

/// The same of so many bytes at most: more is not even read, and `advice` says what to do.
fn load_at_most(file: &str, most: u64, advice: &str) -> Result<String, String> {
    let mut bytes = Vec::new();
    let bounded = most.saturating_add(1);
    let read = if file == "-" {
        std::io::stdin().lock().take(bounded).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(file).and_then(|open| open.take(bounded).read_to_end(&mut bytes))
    };
    if bytes.len() as u64 > most {
        let most = most / 1024 / 1024;
        return Err(format!("{file}: expected at most {most} MiB, found more{advice}"));
    }
    read.map_err(|error| format!("{file}: {error}"))?;
    String::from_utf8(bytes).map_err(|error| {
        format!(
            "{file}: expected UTF-8, found another byte at offset {}",
            error.utf8_error().valid_up_to()
        )
    })
}

/// Reads a file. The reading has the text; what was loaded is not held beside it.
fn read(file: &str, dialect: Dialect, settings: &Settings) -> Result<Reading, String> {
    Ok(hotsplit_wire::engine::read(&load(file)?, dialect.forced(), settings))
}

fn syntax(args: &Syntax) -> Result<u8, String> {
    let text = load(&args.file)?;
    let tree = hotsplit_wire::engine::syntax::parse(&text, args.dialect.forced());
    match args.format {
        SyntaxFormat::Json => stdout::json(&json::syntax(&text, &tree))?,
    }
    Ok(if tree.errors.is_empty() { 0 } else { FOUND })
}

fn list_rules(args: &Rules) -> Result<u8, String> {
    match args.format {
        TextOrJson::Text => text::rules(),
        TextOrJson::Json => stdout::json(&json::rules())?,
    }
    Ok(0)
}

fn explain(args: &Explain) -> Result<u8, String> {
    let name = args.name.as_str();
    let page = rules::find(&name.to_ascii_lowercase())
        .map(|rule| rule.page.whole)
        .or_else(|| fixes::find(name).map(|fix| fix.page))
        .or_else(|| {
            hotsplit_port::port::find_rule(&name.to_ascii_lowercase()).map(|rule| rule.page)
        })
        .ok_or_else(|| {
            let near = rules::nearest(name);
            format!("expected a rule or a fix, found `{name}`; the nearest rule is `{near}`")
        })?;
    stdout::exact(page);
    Ok(0)
}

fn fix(args: &Fix) -> Result<u8, String> {
    let settings = Settings { nodes: args.nodes, writes_per_second: args.writes };
    let reading = read(&args.file, args.dialect, &settings)?;
    if args.list {
        text::fixes(&args.file, &reading, &parameters(args)?);
        return Ok(0);
    }
    let before = reading.clone();
    let rewritten = if args.all {
        hotsplit_wire::engine::rewrite_all(&reading)
    } else if args.choose.is_empty() {
        return Err("expected --list, --all, or --choose OBJECT=FIX".to_owned());
    } else {
        chosen(reading, args)?
    };
    for (choice, refusal) in &rewritten.refused {
        anstream::eprintln!(
            "hotsplit: {} not applied to {}: {}",
            choice.short(),
            choice.finding,
            refusal.why
        );
    }
    if args.plan && args.format == TextOrJson::Json {
        stdout::json(&json::plan(&before, &rewritten, !args.new)?)?;
    } else if args.plan {
        text::plan(&before, &rewritten, !args.new);
    } else if args.diff {
        stdout::exact(text::diff(&args.file, &before.text, &rewritten.reading.text));
    } else {
        stdout::exact(&rewritten.reading.text);
    }
    Ok(if rewritten.refused.is_empty() { 0 } else { FOUND })
}

/// What was set for fixes.
fn parameters(args: &Fix) -> Result<Parameters, String> {
    let base = Parameters {
        shards: args.shards,
        reason: args.reason.clone(),
        nodes: args.nodes,
        ..Parameters::default()
    };
    args.set.iter().try_fold(base, |parameters, set| {
        let (name, value) =
            set.split_once('=').ok_or_else(|| format!("expected NAME=VALUE, found `{set}`"))?;
        Ok(parameters.with(name, value))
    })
}

/// Applies `--choose OBJECT=FIX` one after the other, each to what the last one gave.
fn chosen(reading: Reading, args: &Fix) -> Result<Rewritten, String> {
    let parameters = parameters(args)?;
    let mut choices: Vec<Choice> = Vec::new();
    for wanted in &args.choose {
        let (object, fix) = wanted
            .rsplit_once('=')
            .ok_or_else(|| format!("expected OBJECT=FIX, found `{wanted}`"))?;
        let current = hotsplit_wire::engine::rewrite(&reading, &choices).reading;
        let finding = named(&current, object, fix).ok_or_else(|| {
            let fix = fixes::find(fix).map_or(fix, |fix| fix.short);
            format!("expected a finding on `{object}` that {fix} can fix, found none")
        })?;
        choices.push(Choice::new(current.key_of(finding), fix, parameters.clone()));
    }
    Ok(hotsplit_wire::engine::rewrite(&reading, &choices))
}

/// The finding of a key, or the first on an object, that a fix may cure. A question is none until
/// it is answered, but its fixes help whatever the answer is.
fn named<'a>(reading: &'a Reading, object: &str, fix: &str) -> Option<&'a Finding> {
    reading.findings.iter().filter(|found| found.accepted.is_none()).find(|found| {
        let named = fixes::object_name(&reading.schema, found.object).eq_ignore_ascii_case(object)
            || reading.key_of(found) == object;
        // T28 is no candidate: what chooses it is told what to choose instead.
        let migration = fixes::catalog::live_rekey::FIX.is_called(fix);
        let fits = |candidate: &fixes::Fix| {
            candidate.is_called(fix) || (migration && candidate.changes_key)
        };
        named && hotsplit_wire::engine::candidates(found).any(fits)
    })
}

fn simulate(args: &Simulate) -> Result<u8, String> {
    let before = load(&args.file)?;
    let dialect = args.dialect.forced();
    let after = match &args.after {
        Some(file) => Some(load(file)?),
        None if args.fix => {
            let settings = Settings { nodes: args.nodes, writes_per_second: args.writes };
            let reading = hotsplit_wire::engine::read(&before, dialect, &settings);
            Some(hotsplit_wire::engine::rewrite_all(&reading).reading.text)
        }
        None => None,
    };
    let mut done = hotsplit_wire::engine::simulate(&Scenario {
        before,
        after,
        dialect,
        nodes: args.nodes,
        writes_per_second: args.writes,
        minutes: args.minutes,
        seed: args.seed,
        knobs: knobs(args)?,
        ..Scenario::default()
    });
    for side in std::iter::once(&mut done.before).chain(&mut done.after) {
        while side.draw(u64::from(args.seed)) {}
    }
    match args.format {
        TextOrJson::Text => text::simulation(&done),
        TextOrJson::Json => stdout::json(&json::simulation(args.seed, &done))?,
    }
    Ok(0)
}

/// What a run is set to beside nodes, writes, minutes and seed.
fn knobs(args: &Simulate) -> Result<Knobs, String> {
    let usual = Knobs::default();
    let mut knobs = Knobs {
        sending: args.sending,
        region: args.region,
        pace: args.pace,
        commit_batch: args.batch.unwrap_or(usual.commit_batch),
        split_points_per_node: args.split_points.unwrap_or(usual.split_points_per_node),
        read_modify_write: args.read_modify_write,
        ..usual
    };
    for set in &args.constant {
        let (name, value) =
            set.split_once('=').ok_or_else(|| format!("expected NAME=VALUE, found `{set}`"))?;
        let number = value.parse().map_err(|_| format!("expected a number, found `{value}`"))?;
        if !set_constant(&mut knobs, name, number) {
            let names: Vec<&str> = CONSTANTS.iter().filter_map(name_of).collect();
            return Err(format!("expected one of {}, found `{set}`", names.join(", ")));
        }
    }
    let measured = hotsplit_wire::measured::read(&args.measured.join("\n"));
    if measured.unread > 0 {
        return Err(measured.messages.join("\n"));
    }
    for constant in &measured.constants {
        constant.set_in(&mut knobs);
    }
    Ok(knobs)
}

fn lessons(args: &Lesson) -> Result<u8, String> {
    if args.terms {
        lesson::terms();
        return Ok(0);
    }
    if let Some(seed) = args.exam {
        lesson::exam(seed);
        return Ok(0);
    }
    let (mut all, mut sound) = (Vec::new(), true);
    for file in &args.files {
        let markdown = load(file)?;
        match args.format {
            TextOrJson::Text => sound &= lesson::text(file, &markdown),
            TextOrJson::Json => {
                let (value, is_sound) = lesson::json(file, &markdown);
                all.push(value);
                sound &= is_sound;
            }
        }
    }
    if matches!(args.format, TextOrJson::Json) {
        stdout::json(&all.into())?;
    }
    Ok(if sound { 0 } else { FOUND })
}
