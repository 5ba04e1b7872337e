//! The simulator against published figures.
//!
//! A figure is a metric of a run, or several from left to right, in parentheses where that is
//! needed. `within` says how near ours must come to the published one: `10 %`, `1.4 to 1.6`,
//! `at least 400`, `at most 20`; `context` is not held against anything. `kind` is what the figure
//! says of the model. The column `ours` is what was measured: `cargo xtask validate --bless` writes
//! it, and this test fails when it no longer holds.
//!
//! `tests/bands.txt` has the bands of independent figures and their runs, in the order in which
//! they came. The first `--bless` writes the band of a new figure and does not run it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use hotsplit_content::figures::{Figure as Written, figures};
use hotsplit_content::file::{File, Kind, files};
use hotsplit_engine::sim::Knobs;
use hotsplit_engine::sim::constants::constant;
use hotsplit_engine::sim::ranges::UNCERTAIN;
use hotsplit_wire::trust::{FigureKind, StoryFigure, Trust, Verdict, trust, verdict};

use crate::check_all;
use crate::loads::{Tried, case};
use crate::metrics::{Case, computed};

/// How near the measured figures must stay to what the files say, as a share.
const SAME: f64 = 0.005;

/// A figure of a file, with what came out.
struct Figure {
    written: Written,
    ours: f64,
}

/// What the page shows of the files.
fn page() -> Trust {
    let texts: Vec<String> = files(Kind::Validation).into_iter().map(|file| file.text).collect();
    trust(&texts)
}

/// The number of a file by which all else calls it: `V1`.
fn id_of(file: &File) -> &str {
    file.page.title.split(' ').next().unwrap()
}

#[test]
fn published_figures_come_out_as_the_files_say() {
    let bless = std::env::var_os("HOTSPLIT_BLESS_VALIDATION").is_some();
    let numbers = files(Kind::Validation).iter().map(number).collect::<Vec<_>>();
    assert_eq!(numbers, (1..=23).collect::<Vec<_>>(), "expected one file each for V1 to V23");
    let Trust { validation: stories, sentence, .. } = page();
    let mut lists: [String; 3] = Default::default();
    let mut record = std::fs::read_to_string(record_file()).unwrap_or_default();
    check_all(Kind::Validation, 23, |file| {
        let mut wrong = Vec::new();
        let id = id_of(file);
        let mut figures = run(file, None);
        let kinds = &stories.iter().find(|it| it.id == id).expect("the page has the story").figures;
        assert_eq!(kinds.len(), figures.len(), "{id}: a figure has no kind");
        for (figure, StoryFigure { kind, .. }) in figures.iter_mut().zip(kinds) {
            if bless && *kind == FigureKind::Independent && !registered(&mut record, id, figure) {
                figure.ours = f64::NAN;
                figure.written.ours = "?".to_owned();
                continue;
            }
            let Figure { written: Written { what, published, within, ours: said, .. }, ours } =
                &*figure;
            let verdict = match verdict(published, within, Some(*ours)) {
                Verdict::Missed => "  MISSED",
                Verdict::Met | Verdict::NotCompared | Verdict::NotReproduced => "",
            };
            let list = match kind {
                FigureKind::ByConstruction => 0,
                FigureKind::Calibrated | FigureKind::Claim => 1,
                FigureKind::OtherDatabase | FigureKind::Guidance | FigureKind::Independent => 2,
            };
            let (kind, ours) = (word(*kind), shown(*ours));
            writeln!(
                lists[list],
                "{id:4}{kind:15}{what:52}{published:>14}{ours:>10}  {within}{verdict}"
            )
            .unwrap();
            if !bless && !is_same(figure) {
                wrong.push(format!(
                    "{what}: ours is {ours}, not {said}; if that is right, run `cargo xtask \
                     validate --bless`"
                ));
            }
        }
        if bless {
            std::fs::write(&file.path, blessed(&file.text, &figures)).unwrap();
        }
        wrong
    });
    if bless {
        std::fs::write(record_file(), record).unwrap();
    }
    let titles = [
        "These must hold by construction:",
        "Used for calibration, or the set-up was chosen to give them:",
        "These are evidence; those measured on Spanner are counted:",
    ];
    for (title, list) in titles.iter().zip(&lists) {
        println!("{title}\n{:19}{:52}{:>14}{:>10}  within", "", "figure", "published", "ours");
        println!("{list}");
    }
    println!("{sentence}");
}

/// Every file is on the page, and what is missed is called so.
#[test]
fn the_page_tells_what_is_missed() {
    let stories = page().validation;
    let ids: Vec<&str> = stories.iter().map(|story| story.id.as_str()).collect();
    assert_eq!(ids, (1..=23).map(|n| format!("V{n}")).collect::<Vec<_>>());
    for story in &stories {
        assert!(!story.title.is_empty() && !story.source.is_empty(), "{story:?}");
        assert!(!story.about.is_empty() && !story.figures.is_empty(), "{story:?}");
    }
    let verdicts = |id: &str| -> Vec<Verdict> {
        let story = stories.iter().find(|story| story.id == id).unwrap();
        story.figures.iter().map(|figure| figure.verdict).collect()
    };
    assert_eq!(verdicts("V1"), [Verdict::Met; 3]);
    let fourth = verdicts("V4");
    assert!(fourth.contains(&Verdict::Missed), "{fourth:?}");
    assert_eq!(verdicts("V2"), [Verdict::NotCompared; 2]);
    assert_eq!(verdicts("V16"), [Verdict::NotReproduced]);
    let third = stories.iter().find(|story| story.id == "V3").unwrap();
    assert_eq!(third.tried_with, ["leader_share=0.3333333"]);
}

/// Every independent figure has its band on record before its first run, and still has it.
#[test]
fn bands_were_recorded_before_the_first_run() {
    let record = std::fs::read_to_string(record_file()).unwrap();
    let lines: Vec<&str> = record.lines().collect();
    let mut compared = 0;
    for story in page().validation {
        for figure in story.figures.iter().filter(|it| it.kind == FigureKind::Independent) {
            let (id, what) = (&story.id, &figure.what);
            let band = band_line(id, what, &figure.published, &figure.within);
            let at = lines.iter().position(|line| *line == band);
            let at = at.unwrap_or_else(|| panic!("not on record: {band}"));
            let about = |word: &str| format!("{word} {id} {what}: ");
            let of = |word: &str| lines.iter().filter(|it| it.starts_with(&about(word))).count();
            assert_eq!(of("band"), 1, "{id}: the band of `{what}` was changed");
            let run = lines.iter().position(|line| line.starts_with(&about("run")));
            assert!(run.is_none_or(|run| at < run), "{id}: `{what}` ran before it had a band");
            compared += usize::from(figure.error().is_some());
        }
    }
    assert!(compared > 0, "no figure is evidence");
}

/// What README says of the evidence is what it is.
#[test]
fn the_readme_tells_the_evidence() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let readme = std::fs::read_to_string(readme).unwrap();
    let sentence = page().sentence;
    assert!(readme.contains(&sentence), "README.md lacks: {sentence}");
}

/// Each constant that is called calibrated or measured says on which story, if one has the figure,
/// and what is called calibrated is.
#[test]
fn what_is_calibrated_is_known_by_its_constants() {
    use hotsplit_wire::engine::sim::assumptions::{CONSTANTS, SET_ON};
    for (name, story) in SET_ON {
        assert!(CONSTANTS.iter().any(|it| it.name == *name), "no constant {name}");
        let told = page().validation;
        let story = told.iter().find(|it| it.id == *story).expect("a story of the folder");
        let evidence = [FigureKind::Independent, FigureKind::Guidance, FigureKind::OtherDatabase];
        assert!(story.figures.iter().all(|it| !evidence.contains(&it.kind)), "{}", story.id);
    }
    for story in page().validation {
        let calibrated = story.figures.iter().any(|it| it.kind == FigureKind::Calibrated);
        let set = SET_ON.iter().any(|(_, on)| *on == story.id);
        assert!(!calibrated || set, "{}: no constant was set on it", story.id);
    }
}

/// Every figure that is compared can be missed.
#[test]
fn each_compared_figure_can_be_missed() {
    for story in page().validation {
        for figure in &story.figures {
            let far = [1e-6, 1e12].map(|far| verdict(&figure.published, &figure.within, Some(far)));
            if figure.within == "context" {
                assert_eq!(far, [Verdict::NotCompared; 2]);
            } else {
                assert!(far.contains(&Verdict::Missed), "{} {}", story.id, figure.what);
            }
        }
    }
}

/// Values of a constant that leave-one-out tries over its range, its usual one beside.
const TRIED: u32 = 9;

/// Leave-one-out for each constant that is not known: the value with the least mean error over all
/// independent figures but one, tried on that one. A mean well below that of the usual value would say
/// that the constant is off; one near it that the figures do not tell. Nothing is set by it.
#[test]
#[ignore = "takes minutes: `cargo xtask validate --leave-one-out`"]
fn leave_one_out() {
    let usual = errors(None);
    let mean = |errors: &[f64]| errors.iter().sum::<f64>() / errors.len() as f64;
    println!(
        "{:24}{:>10}{:>10}{:>10}{:>10}{:>10}",
        "constant", "usual", "error", "best", "error", "left out"
    );
    println!("{:24}{:>10}{:>10.3}", "as they are", "", mean(&usual));
    for one in UNCERTAIN {
        let shares = (0..TRIED).map(|at| f64::from(at) / f64::from(TRIED - 1));
        let mut tried: Vec<(f64, Vec<f64>)> = shares
            .map(|share| one.at(share))
            .map(|value| (value, errors(Some((one.name, value)))))
            .collect();
        let as_usual = constant(&Knobs::default(), one.name).unwrap_or(f64::NAN);
        tried.push((as_usual, usual.clone()));
        let best = |without: Option<usize>| {
            let mean = |errors: &[f64]| {
                let kept = errors.iter().enumerate().filter(|(at, _)| Some(*at) != without);
                kept.map(|(_, error)| error).sum::<f64>()
            };
            let least = tried.iter().min_by(|a, b| mean(&a.1).total_cmp(&mean(&b.1)));
            least.expect("values were tried")
        };
        let left_out: Vec<f64> = (0..usual.len()).map(|at| best(Some(at)).1[at]).collect();
        let all = best(None);
        println!(
            "{:24}{as_usual:>10.4}{:>10.3}{:>10.4}{:>10.3}{:>10.3}",
            one.name,
            mean(&usual),
            all.0,
            mean(&all.1),
            mean(&left_out)
        );
    }
}

/// The errors of the independent figures, in the order of the files, with a constant at another value.
fn errors(tried: Tried<'_>) -> Vec<f64> {
    let stories = page().validation;
    let mut errors = Vec::new();
    for file in files(Kind::Validation) {
        if figures(&file.page).iter().all(|figure| figure.kind != "independent") {
            continue;
        }
        let id = id_of(&file);
        let kinds = &stories.iter().find(|it| it.id == id).expect("the page has the story").figures;
        for (figure, story) in run(&file, tried).iter().zip(kinds) {
            let ours = StoryFigure { ours: shown(figure.ours), ..story.clone() };
            if story.kind == FigureKind::Independent {
                errors.extend(ours.error());
            }
        }
    }
    errors
}

/// A kind in a word or two.
fn word(kind: FigureKind) -> &'static str {
    match kind {
        FigureKind::ByConstruction => "construction",
        FigureKind::Calibrated => "calibrated",
        FigureKind::Claim => "claim",
        FigureKind::OtherDatabase => "other database",
        FigureKind::Guidance => "guidance",
        FigureKind::Independent => "independent",
    }
}

/// The list of bands and first runs.
fn record_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bands.txt")
}

fn band_line(id: &str, what: &str, published: &str, within: &str) -> String {
    format!("band {id} {what}: {published}, within {within}")
}

/// Whether an independent figure had a band on record; its first run is added. One that had none gets
/// its band recorded.
fn registered(record: &mut String, id: &str, figure: &Figure) -> bool {
    let Figure { written: Written { what, published, within, .. }, ours } = figure;
    let band = band_line(id, what, published, within);
    if !record.lines().any(|line| line == band) {
        writeln!(record, "{band}").unwrap();
        return false;
    }
    let run = format!("run {id} {what}: ");
    if !record.lines().any(|line| line.starts_with(&run)) {
        writeln!(record, "{run}{}", shown(*ours)).unwrap();
    }
    true
}

fn number(file: &File) -> usize {
    file.name[1..3].parse().unwrap()
}

/// Runs what a file has, and computes its figures.
fn run(file: &File, tried: Tried<'_>) -> Vec<Figure> {
    assert!(!file.field("source").is_empty());
    let lines = file.page.code().filter(|(info, _)| *info == "runs").flat_map(|it| it.1.lines());
    let cases: Vec<Case> = lines.map(|line| case(line, tried)).collect();
    let figure = |written: Written| {
        let of = &written.of;
        let ours = if of.is_empty() { f64::NAN } else { computed(of, &cases) };
        Figure { written, ours }
    };
    figures(&file.page).into_iter().map(figure).collect()
}

fn is_same(figure: &Figure) -> bool {
    let said = &figure.written.ours;
    if figure.ours.is_nan() {
        return said == "-";
    }
    let said = said.replace(',', "").parse::<f64>();
    said.is_ok_and(|said| (figure.ours - said).abs() <= SAME * said.abs().max(1e-9))
}

/// Four digits.
fn shown(value: f64) -> String {
    match value {
        value if value.is_nan() => "-".to_owned(),
        value if value >= 1000.0 => format!("{value:.0}"),
        value if value >= 10.0 => format!("{value:.2}"),
        value => format!("{value:.4}"),
    }
}

/// The text with the measured figures in its block.
fn blessed(text: &str, figures: &[Figure]) -> String {
    let (head, block) = text.split_once("\n```figures\n").expect("a block of figures");
    let columns = block.lines().next().expect("a line that names the columns");
    let mut out = format!("{head}\n```figures\n{columns}\n");
    for Figure { written: Written { what, of, published, within, kind, ours: said }, ours } in
        figures
    {
        let ours = if said == "?" && ours.is_nan() { "?".to_owned() } else { shown(*ours) };
        writeln!(out, "{what} | {of} | {published} | {within} | {kind} | {ours}").unwrap();
    }
    out + "```\n"
}

#[test]
fn a_blessed_file_changes_in_its_last_column_alone() {
    let without_ours = |text: &str| -> Vec<String> {
        let (head, block) = text.split_once("```figures").unwrap();
        let cells = block.lines().map(|line| line.rsplit_once(" | ").map_or(line, |it| it.0));
        [head].into_iter().chain(cells).map(str::to_owned).collect()
    };
    for file in files(Kind::Validation) {
        let figures = figures(&file.page).into_iter();
        let blessed = blessed(
            &file.text,
            &figures.map(|written| Figure { written, ours: 1.0 }).collect::<Vec<_>>(),
        );
        assert_eq!(without_ours(&blessed), without_ours(&file.text));
    }
}
