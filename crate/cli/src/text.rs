//! Findings for people: the line with a caret under the column, what it costs, what to do.

use anstyle::{AnsiColor, Style};
use hotsplit_port::port::{Loss, Severity as LossSeverity};
use hotsplit_wire::engine::facts::Evidence;
use hotsplit_wire::engine::fixes::Parameters;
use hotsplit_wire::engine::fixes::reads::Cost;
use hotsplit_wire::engine::rules::listed::LISTED_MAX;
use hotsplit_wire::engine::rules::severity::number;
use hotsplit_wire::engine::rules::{self, Finding, RULES, Severity};
use hotsplit_wire::engine::sim::Summary;
use hotsplit_wire::engine::sim::assumptions::LEFT_OUT;
use hotsplit_wire::engine::text::Span;
use hotsplit_wire::engine::{Reading, Rewritten, Side, Simulated};

use super::checked::{Checked, severity_of};
use super::json_values::{Lines, severity};
use super::proof::{Proposed, Prover};
use super::stdout::{styled, styled_line};

/// Columns a source excerpt is cut to.
const EXCERPT_COLUMNS: usize = 120;

/// Times a long text is read again at least for a list of fixes: more than for `check`, since the fixes
/// are what is asked for (our assumption).
const READINGS_OF_FIX: usize = 16;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

fn colour(severity: Severity) -> Style {
    let colour = match severity {
        Severity::Error | Severity::High => AnsiColor::Red,
        Severity::Warn => AnsiColor::Yellow,
        Severity::Ask => AnsiColor::Magenta,
        Severity::Info | Severity::Hint => AnsiColor::Cyan,
    };
    Style::new().bold().fg_color(Some(colour.into()))
}

/// `hotsplit check`.
pub(crate) fn check(checked: &Checked<'_>) {
    let (file, reading) = (checked.file, checked.reading);
    let lines = checked.lines();
    verdict(reading);
    for error in reading.syntax_errors().take(LISTED_MAX) {
        let red = colour(Severity::Error);
        styled_line!("{red}syntax{red:#}: {BOLD}{}{BOLD:#}", error.message);
        excerpt(file, lines.find(error.span), &lines);
        if let Some(cure) = &error.cure {
            styled_line!("  {}", cure.label);
        }
        styled_line!();
    }
    let mut prover = checked.prover();
    let listed = reading.listed();
    for found in listed.iter().filter(|found| found.accepted.is_none()) {
        finding(checked, found, &lines, prover.as_mut());
    }
    losses(checked, &lines);
    for found in listed {
        if let Some(reason) = &found.accepted {
            styled_line!("{DIM}accepted{DIM:#} {}: {reason}", reading.key_of(found));
        }
    }
    for (span, message) in reading.notes().into_iter().take(LISTED_MAX) {
        let (line, _) = lines.place(lines.find(span).start);
        styled_line!("{DIM}note{DIM:#} line {line}: {message}");
    }
    let left_out = prover.and_then(|it| it.left_out());
    for message in left_out.into_iter().chain(reading.left_out()).chain(checked.losses_left_out()) {
        styled_line!("{DIM}note{DIM:#} {message}");
    }
    summary(checked);
}

/// What the port of a source cannot carry over. What keeps its meaning is one line for each rule.
fn losses(checked: &Checked<'_>, lines: &Lines<'_>) {
    let losses = checked.losses();
    for loss in losses.iter().filter(|loss| loss.severity != LossSeverity::Info) {
        let style = colour(severity_of(loss.severity));
        let name = match &loss.column {
            Some(column) => format!("{}.{column}", loss.object),
            None => loss.object.clone(),
        };
        styled_line!(
            "{style}{}{style:#} {DIM}{}{DIM:#}: {BOLD}`{name}`: {}{BOLD:#}",
            loss.severity.name(),
            loss.rule,
            loss.message
        );
        excerpt(checked.file, loss.source, lines);
        styled_line!("  {}", loss.rule_line());
        styled_line!("  {}", loss.help());
        styled_line!();
    }
    let style = colour(Severity::Info);
    for rule in hotsplit_port::port::RULES.iter().map(|rule| rule.id) {
        let alike = losses.iter().filter(|it| it.severity == LossSeverity::Info && it.rule == rule);
        let alike: Vec<&&Loss> = alike.collect();
        let Some(first) = alike.iter().min_by_key(|loss| loss.source.start) else { continue };
        let (line, _) = lines.place(first.source.start);
        let places = counted(alike.len(), "place", "places");
        styled_line!(
            "{style}info{style:#} {DIM}{rule}{DIM:#}: {} {places}, the first on line {line}",
            first.rule_line()
        );
    }
    if losses.iter().any(|loss| loss.severity == LossSeverity::Info) {
        styled_line!();
    }
}

/// What the schema comes to, in the words of the page.
fn verdict(reading: &Reading) {
    let worked = hotsplit_wire::headroom::Worked::of(reading);
    let report = worked.report(reading);
    let verdict = hotsplit_wire::verdict::of_reading(reading, &report, worked.writes_per_second());
    styled_line!("{BOLD}{}{BOLD:#}", verdict.title);
    if !verdict.detail.is_empty() {
        styled_line!("{}", verdict.detail);
    }
    if !verdict.assumed.is_empty() {
        styled_line!("{DIM}{}{DIM:#}", verdict.assumed);
    }
    styled_line!();
}

/// `hotsplit rules`.
pub(crate) fn rules() {
    let losses = hotsplit_port::port::RULES.iter();
    let losses = losses.map(|rule| (rule.id, severity_of(rule.severity), rule.line));
    let all = RULES.iter().map(|rule| (rule.id, rule.severity, rule.page.line)).chain(losses);
    let all: Vec<_> = all.collect();
    let width = all.iter().map(|(id, ..)| id.len()).max().unwrap_or_default();
    for (id, of, line) in all {
        let style = colour(of);
        let word = severity(of);
        styled_line!("{BOLD}{id:width$}{BOLD:#}  {style}{word:5}{style:#}  {line}");
    }
}

fn summary(checked: &Checked<'_>) {
    let reading = checked.reading;
    if !reading.schema.tables.is_empty() && !reading.facts.headroom.rate_stated {
        let nodes = reading.facts.file.nodes.unwrap_or(hotsplit_wire::engine::defaults::NODES);
        let report = hotsplit_wire::headroom::of_reading(reading);
        // Without a ceiling the verdict has said it.
        if report.ceiling_writes_per_second.is_some() {
            styled_line!("{BOLD}{}{BOLD:#}", hotsplit_wire::headline::room(&report, nodes));
        }
        if let Some(table) = &report.ask_for {
            let of =
                if checked.audit.is_some() { format!("table {table} ") } else { String::new() };
            styled_line!(
                "  To narrow the range, state the rate of `{table}`: -- hotsplit: {of}writes=100/s"
            );
        }
        if report.ceiling_writes_per_second.is_some() || report.ask_for.is_some() {
            styled_line!();
        }
    }
    let losses = checked.audit.map_or(&[][..], |it| it.losses);
    let count = |severity: Severity| {
        let lost = losses.iter().filter(|loss| severity_of(loss.severity) == severity).count();
        reading.standing().filter(|found| found.severity == severity).count() + lost
    };
    let questions = reading.findings.iter().filter(|found| found.question.is_some()).count();
    let asked = losses.iter().filter(|loss| loss.severity == LossSeverity::Ask).count();
    let questions = questions + asked;
    styled_line!(
        "{}, {}: {} high, {} warn, {} info, {}, {}",
        counted(reading.schema.tables.len(), "table", "tables"),
        counted(
            reading.schema.indexes.iter().filter(|index| !index.managed).count(),
            "index",
            "indexes"
        ),
        count(Severity::High) + count(Severity::Error),
        count(Severity::Warn),
        count(Severity::Info) + count(Severity::Hint),
        counted(questions, "question", "questions"),
        counted(reading.syntax_errors().count(), "syntax error", "syntax errors"),
    );
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn finding(
    checked: &Checked<'_>,
    found: &Finding,
    lines: &Lines<'_>,
    prover: Option<&mut Prover<'_>>,
) {
    let style = colour(found.severity);
    styled_line!(
        "{style}{}{style:#} {DIM}{}{DIM:#}: {BOLD}{}{BOLD:#}",
        severity(found.severity),
        found.rule,
        found.title
    );
    excerpt(checked.file, lines.find(found.span), lines);
    styled_line!("  {}", found.why);
    if let Some(harmless) = &found.harmless {
        styled_line!("  Not a problem at present: {harmless}.");
    }
    if !found.evidence.is_empty() {
        styled_line!("  known from {}", known(&found.evidence, lines));
    }
    if let Some(reason) = found.reason {
        styled_line!("  Spanner calls it {}", reason.as_str());
    }
    if let Some(query) = rules::find(found.rule).and_then(rules::Rule::confirm) {
        styled_line!("  confirm it with {query}");
    }
    if let Some(question) = &found.question {
        styled_line!("  {}", question.text);
        for (label, fact) in question.choices.iter() {
            styled_line!("    {label}: {}", checked.where_to_state(found, fact));
        }
    } else {
        styled_line!("  {}", found.help);
        for proposed in prover.map(|prover| prover.proposals(found)).unwrap_or_default() {
            styled_line!("    {}", proposed_line(&proposed));
        }
    }
    styled_line!();
}

/// A fix in one line, below its finding.
fn proposed_line((fix, outcome): &Proposed) -> String {
    match outcome {
        Ok(proposal) => {
            let key = &proposal.plan.resulting_key;
            format!("{BOLD}{}{BOLD:#} {} {DIM}{key}{DIM:#}", fix.short, fix.title)
        }
        Err(refusal) => format!("{DIM}{} not offered: {}{DIM:#}", fix.short, refusal.why),
    }
}

fn known(evidence: &[Evidence], lines: &Lines<'_>) -> String {
    let all: Vec<String> = evidence
        .iter()
        .map(|evidence| {
            let (line, _) = lines.place(lines.find(evidence.span).start);
            format!("{} on line {line}", evidence.what)
        })
        .collect();
    all.join(", ")
}

fn excerpt(file: &str, span: Span, lines: &Lines<'_>) {
    let (line, column) = lines.place(span.start);
    let source = lines.line(line);
    let shown: String = source.chars().take(EXCERPT_COLUMNS).collect();
    let room = shown.chars().count().saturating_sub(column as usize - 1).max(1);
    let under = lines.under(span).lines().next().unwrap_or_default().chars().count();
    let number = line.to_string();
    let pad = " ".repeat(number.len());
    styled_line!("{DIM}{pad}--> {file}:{line}:{column}{DIM:#}");
    styled_line!("{DIM}{number} |{DIM:#} {shown}");
    if column as usize <= EXCERPT_COLUMNS {
        let blank: String = shown
            .chars()
            .take(column as usize - 1)
            .map(|c| if c == '\t' { '\t' } else { ' ' })
            .collect();
        styled_line!("{DIM}{pad} |{DIM:#} {blank}{}", "^".repeat(under.clamp(1, room)));
    }
}

/// `hotsplit fix --list`: each finding with its fixes, and what may be set of them.
pub(crate) fn fixes(file: &str, reading: &Reading, parameters: &Parameters) {
    let lines = Lines::new(&reading.text);
    let mut prover = Prover::new(reading, READINGS_OF_FIX);
    for found in reading.listed().into_iter().filter(|found| found.accepted.is_none()) {
        if hotsplit_wire::engine::candidates(found).next().is_none() {
            continue;
        }
        let (style, word) = (colour(found.severity), severity(found.severity));
        let (line, _) = lines.place(found.span.start);
        styled_line!("{style}{word}{style:#} {BOLD}{}{BOLD:#}", reading.key_of(found));
        styled_line!("{DIM}  --> {file}:{line}{DIM:#} {}", found.title);
        for proposed in prover.proposals_with(found, parameters) {
            styled_line!("{}", proposed_lines(&proposed));
        }
        styled_line!();
    }
    for message in prover.left_out().into_iter().chain(reading.left_out()) {
        styled_line!("{DIM}note{DIM:#} {message}");
    }
}

/// A fix with what may be set of it, for a list of fixes.
fn proposed_lines((fix, outcome): &Proposed) -> String {
    let (id, title) = (fix.short, fix.title);
    let proposal = match outcome {
        Ok(proposal) => proposal,
        Err(refusal) => return format!("  {DIM}{id:4} not offered: {}{DIM:#}", refusal.why),
    };
    let mut lines =
        format!("  {BOLD}{id:4}{BOLD:#} {title}\n       key {}", proposal.plan.resulting_key);
    if let Some((ceiling, range)) = proposal.ceiling {
        let most = hotsplit_wire::ranges::words(ceiling, range, number);
        lines += &format!("\n       up to {most} writes/s in the model");
    }
    for ask in &proposal.plan.asks {
        lines += &format!("\n       --set {}={}  {}", ask.name, ask.value, ask.label);
    }
    lines
}

/// `hotsplit fix --diff`: what changes, as a unified diff; nothing where nothing does.
pub(crate) fn diff(file: &str, before: &str, after: &str) -> String {
    similar::TextDiff::from_lines(before, after).unified_diff().header(file, file).to_string()
}

/// `hotsplit fix --plan`: what changes and why, what reads cost then, and what to run.
pub(crate) fn plan(before: &Reading, rewritten: &Rewritten, deployed: bool) {
    styled_line!("# Fixes");
    styled_line!();
    for (choice, plan) in &rewritten.applied {
        let title = hotsplit_wire::engine::fixes::find(&choice.fix).map_or("", |fix| fix.title);
        styled_line!("## {} {title}", choice.short());
        styled_line!();
        styled_line!("Fixes {}. The key is then {}.", choice.finding, plan.resulting_key);
        styled_line!();
        for change in &plan.cascade {
            styled_line!("- {} `{}`: {}", change.kind, change.object, change.what);
        }
        for line in &plan.application {
            styled_line!("- application: {line}");
        }
        for line in &plan.costs {
            styled_line!("- cost: {line}");
        }
        styled_line!();
    }
    let plan = hotsplit_wire::engine::rollout_of(before, rewritten, deployed);
    reads(&plan.reads);
    styled(hotsplit_wire::engine::fixes::rollout::markdown(&plan));
}

/// What reads cost before and after, with their queries.
fn reads(costs: &[Cost]) {
    if costs.is_empty() {
        return;
    }
    styled_line!("# Queries");
    styled_line!();
    for cost in costs {
        styled_line!("## {}: {}", cost.object, cost.label);
        for (when, scans) in [("Before", &cost.before), ("After", &cost.after)] {
            styled_line!();
            styled_line!("{when}: {}.", scans.words);
            styled_line!();
            styled_line!("```sql");
            styled_line!("{}", scans.query.trim_end());
            styled_line!("```");
        }
        styled_line!();
    }
}

/// `hotsplit simulate`.
pub(crate) fn simulation(done: &Simulated) {
    styled_line!("{BOLD}{}{BOLD:#}", hotsplit_wire::headline::of(done));
    styled_line!();
    let sides: Vec<(&str, &Side)> = std::iter::once(("before", &done.before))
        .chain(done.after.iter().map(|after| ("after", after)))
        .collect();
    for (name, side) in sides {
        let summary = &side.run.summary;
        styled_line!("{BOLD}{name}{BOLD:#}");
        styled_line!("  offered      {} writes/s", number(summary.offered));
        let shown = |of: fn(&Summary) -> f64, show: fn(f64) -> String| {
            hotsplit_wire::ranges::words(of(summary), side.range(of), show)
        };
        let rate = |of| shown(of, |value| number(value.round()));
        let ms = |of| shown(of, |value| format!("{value:.1}"));
        let percent = |of| shown(of, |value| format!("{:.0}", value * 100.0));
        styled_line!("  served       {} writes/s", rate(|it| it.served));
        styled_line!(
            "  sustainable  {} writes/s, {} with no server above the recommended {:.0} %",
            rate(|it| it.sustainable),
            rate(|it| it.recommended),
            side.knobs.recommended() * 100.0
        );
        styled_line!("  latency      p50 {} ms, p99 {} ms", ms(|it| it.p50_ms), ms(|it| it.p99_ms));
        styled_line!(
            "  at clients   p50 {} ms, p99 {} ms; {} in flight at servers",
            ms(|it| it.client_p50_ms),
            ms(|it| it.client_p99_ms),
            rate(|it| it.in_flight)
        );
        styled_line!(
            "  servers      {}: busiest at {} %, mean {} %",
            side.run.servers,
            percent(|it| it.utilisation_max),
            percent(|it| it.utilisation_mean)
        );
        styled_line!(
            "  splits       {}, {} moves, {} for size, {} merged; settled after {} s",
            rate(|it| f64::from(it.splits)),
            rate(|it| f64::from(it.moves)),
            rate(|it| f64::from(it.size_splits)),
            rate(|it| f64::from(it.merges)),
            rate(|it| it.seconds_to_saturation)
        );
        for split in &side.run.unsplittable {
            styled_line!(
                "  unsplittable {} in {}, score {:.0}",
                split.reason.as_str(),
                side.load.object(split.object).name,
                split.score
            );
        }
    }
    styled_line!();
    styled_line!("Rates, latencies and utilisations are of the second half of the run.");
    for line in hotsplit_wire::headline::assumptions(done) {
        styled_line!("{DIM}- {line}{DIM:#}");
    }
    styled_line!("{DIM}Left out of the model:{DIM:#}");
    for line in LEFT_OUT {
        styled_line!("{DIM}- {line}{DIM:#}");
    }
}
