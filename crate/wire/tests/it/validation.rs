//! The simulator against published figures: one file of `crate/wire/validation` for each.
//!
//! A file tells the story, then has a block of runs and a table of figures. A line of the block is
//! `name: knobs | table … | table …`. A figure is a metric of a run, or several from left to right,
//! in parentheses where that is needed. `within` says how near ours must come to the published one:
//! `10 %`, `1.4 to 1.6`, `at least 400`, `at most 20`; `context` is not held against anything.
//! `kind` is what the figure says of the model. The column `ours` is what was measured:
//! `cargo xtask validate --bless` writes it, and this test fails when it no longer holds.
//!
//! `record.txt` beside the files has the bands of independent figures and their runs, in the order
//! in which they came. The first `--bless` writes the band of a new figure and does not run it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::loads;
use hotsplit_wire::engine::sim::constants::{constant, set_constant};
use hotsplit_wire::engine::sim::ranges::UNCERTAIN;
use hotsplit_wire::engine::sim::{Event, EventKind, Knobs, Pace, Run, Sending, answers, simulate};
use hotsplit_wire::engine::workload::load::{
    ClassId, ClassKind, Component, ComponentKind, Direction, Keys, Load, ObjectId, ObjectKind,
};
use hotsplit_wire::trust::{FigureKind, StoryFigure, Verdict, trust, verdict};

/// How near the measured figures must stay to what the files say, as a share.
const SAME: f64 = 0.005;

/// A figure of a file, with what came out.
struct Figure {
    what: String,
    of: String,
    published: String,
    within: String,
    kind: String,
    said: String,
    ours: f64,
}

/// What a file says.
struct Story {
    name: String,
    title: String,
    figures: Vec<Figure>,
}

/// One run of a story.
struct Case {
    knobs: Knobs,
    load: Load,
    run: Run,
}

#[test]
fn published_figures_come_out_as_the_files_say() {
    let bless = std::env::var_os("HOTSPLIT_BLESS_VALIDATION").is_some();
    let files = files();
    let numbers: Vec<usize> = files.iter().map(|file| number(file)).collect();
    assert_eq!(numbers, (1..=23).collect::<Vec<_>>(), "expected one file each for V1 to V23");
    let told = trust().validation;
    let mut lists: [String; 3] = Default::default();
    let mut wrong = String::new();
    let mut record = std::fs::read_to_string(record_file()).unwrap_or_default();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let mut story = read(&file, &text, None);
        let id = story.title.split(' ').next().unwrap().to_owned();
        let kinds = &told.iter().find(|it| it.id == id).expect("the page has the story").figures;
        assert_eq!(kinds.len(), story.figures.len(), "{id}: a figure has no kind");
        for (figure, StoryFigure { kind, .. }) in story.figures.iter_mut().zip(kinds) {
            if bless && *kind == FigureKind::Independent && !registered(&mut record, &id, figure) {
                figure.ours = f64::NAN;
                figure.said = "?".to_owned();
                continue;
            }
            let Figure { what, published, within, said, ours, .. } = &*figure;
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
                writeln!(wrong, "{}: {what}: ours is {ours}, not {said}", story.name).unwrap();
            }
        }
        if bless {
            std::fs::write(&file, blessed(&text, &story)).unwrap();
        }
    }
    if bless {
        std::fs::write(record_file(), record).unwrap();
    }
    let titles = [
        "These must hold by construction:",
        "Constants were set on these, or the set-up was chosen to give them:",
        "These are evidence; those measured on Spanner are counted:",
    ];
    for (title, list) in titles.iter().zip(&lists) {
        println!("{title}\n{:19}{:52}{:>14}{:>10}  within", "", "figure", "published", "ours");
        println!("{list}");
    }
    println!("{}", trust().sentence);
    assert!(wrong.is_empty(), "{wrong}if that is right, run `cargo xtask validate --bless`");
}

/// Every independent figure has its band on record before its first run, and still has it.
#[test]
fn bands_were_recorded_before_the_first_run() {
    let record = std::fs::read_to_string(record_file()).unwrap();
    let lines: Vec<&str> = record.lines().collect();
    let mut compared = 0;
    for story in trust().validation {
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
    assert!(readme.contains(&trust().sentence), "README.md lacks: {}", trust().sentence);
}

/// Each constant that is called calibrated or measured says on which story, if one has the figure,
/// and what is called calibrated is.
#[test]
fn what_is_calibrated_is_known_by_its_constants() {
    use hotsplit_wire::engine::sim::assumptions::{CONSTANTS, SET_ON};
    for (name, story) in SET_ON {
        assert!(CONSTANTS.iter().any(|it| it.name == *name), "no constant {name}");
        let told = trust().validation;
        let story = told.iter().find(|it| it.id == *story).expect("a story of the folder");
        let evidence = [FigureKind::Independent, FigureKind::Guidance, FigureKind::OtherDatabase];
        assert!(story.figures.iter().all(|it| !evidence.contains(&it.kind)), "{}", story.id);
    }
    for story in trust().validation {
        let calibrated = story.figures.iter().any(|it| it.kind == FigureKind::Calibrated);
        let set = SET_ON.iter().any(|(_, on)| *on == story.id);
        assert!(!calibrated || set, "{}: no constant was set on it", story.id);
    }
}

/// Every figure that is compared can be missed.
#[test]
fn each_compared_figure_can_be_missed() {
    for story in trust().validation {
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
fn errors(tried: Option<(&str, f64)>) -> Vec<f64> {
    let told = trust().validation;
    let mut errors = Vec::new();
    for file in files() {
        let text = std::fs::read_to_string(&file).unwrap();
        if !text.contains("| independent |") {
            continue;
        }
        let story = read(&file, &text, tried);
        let id = story.title.split(' ').next().unwrap();
        let kinds = &told.iter().find(|it| it.id == id).expect("the page has the story").figures;
        for (figure, told) in story.figures.iter().zip(kinds) {
            let ours = StoryFigure { ours: shown(figure.ours), ..told.clone() };
            if told.kind == FigureKind::Independent {
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
    Path::new(env!("CARGO_MANIFEST_DIR")).join("validation/record.txt")
}

fn band_line(id: &str, what: &str, published: &str, within: &str) -> String {
    format!("band {id} {what}: {published}, within {within}")
}

/// Whether an independent figure had a band on record; its first run is added. One that had none gets
/// its band recorded.
fn registered(record: &mut String, id: &str, figure: &Figure) -> bool {
    let Figure { what, published, within, ours, .. } = figure;
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

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("validation");
    let entries = std::fs::read_dir(&folder).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|kind| kind == "md"));
    files.sort();
    files
}

fn number(file: &Path) -> usize {
    let name = file.file_name().unwrap().to_string_lossy().into_owned();
    name[1..3].parse().unwrap()
}

fn read(file: &Path, text: &str, tried: Option<(&str, f64)>) -> Story {
    let name = file.file_stem().unwrap().to_string_lossy().into_owned();
    let field = |key: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(key));
        line.unwrap_or_else(|| panic!("{name}: expected a line `{key}…`")).trim().to_owned()
    };
    let title = field("# ");
    assert!(!field("Source: ").is_empty());
    let block = text.split("```runs\n").nth(1).map(|rest| rest.split("```").next().unwrap());
    let runs: Vec<(String, Case)> =
        block.unwrap_or("").lines().map(|line| case(line, tried)).collect();
    let figures = text.lines().filter(|line| line.starts_with("| ")).skip(2);
    let figures = figures.map(|line| figure(line, &runs)).collect();
    Story { name, title, figures }
}

fn figure(line: &str, runs: &[(String, Case)]) -> Figure {
    let cells: Vec<String> =
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    let [what, of, published, within, kind, said] = &cells[..] else { panic!("six cells: {line}") };
    let ours = if of.is_empty() { f64::NAN } else { worked_out(of, runs) };
    Figure {
        what: what.clone(),
        of: of.clone(),
        published: published.clone(),
        within: within.clone(),
        kind: kind.clone(),
        said: said.clone(),
        ours,
    }
}

/// `a.metric / b.metric * 1000`, from left to right; what stands in parentheses comes first.
fn worked_out(of: &str, runs: &[(String, Case)]) -> f64 {
    let value = |word: &str| {
        word.parse::<f64>().unwrap_or_else(|_| {
            let (run, metric) = word.split_once('.').unwrap_or_else(|| panic!("run.metric: {of}"));
            let (_, case) = runs.iter().find(|(name, _)| name == run).expect("a run of the file");
            measured(case, metric)
        })
    };
    let mut words = of.split(' ');
    let sum = reckoned(&mut words, &value);
    assert!(words.next().is_none(), "a `)` too many: {of}");
    sum
}

/// As far as the end or a `)`.
fn reckoned(words: &mut std::str::Split<'_, char>, value: &dyn Fn(&str) -> f64) -> f64 {
    let operand = |words: &mut std::str::Split<'_, char>| match words.next() {
        Some("(") => reckoned(words, value),
        Some(word) => value(word),
        None => panic!("expected a figure"),
    };
    let mut sum = operand(words);
    while let Some(sign) = words.next().filter(|word| *word != ")") {
        let by = operand(words);
        match sign {
            "/" => sum /= by,
            "*" => sum *= by,
            "-" => sum -= by,
            other => panic!("expected /, * or -, found {other}"),
        }
    }
    sum
}

fn measured(case: &Case, metric: &str) -> f64 {
    let (run, sum) = (&case.run, &case.run.summary);
    if let Some(second) = metric.strip_prefix("served@") {
        let second: u32 = second.parse().unwrap();
        let column = (second / run.seconds_per_column) as usize;
        return f64::from(run.served[column] + run.reads_served[column]);
    }
    match metric {
        "served" => sum.served + sum.reads_served,
        "sustainable" => sum.sustainable,
        "sustainable_as_split" => sum.sustainable_as_split,
        "sustainable_per_node" => {
            let nodes = format!("{}", case.knobs.nodes).parse().unwrap();
            let answer = answers::throughput(&case.load, &case.knobs, nodes, 1);
            (answer.sustainable + answer.reads_sustainable) / case.knobs.nodes
        }
        "recommended_per_node" => {
            let answer = answers::throughput(&case.load, &case.knobs, 3, 1);
            let share = case.knobs.recommended();
            (answer.sustainable + answer.reads_sustainable) * share / 3.0
        }
        "mean_ms" => sum.mean_ms,
        "p50" => sum.p50_ms,
        "p99" => sum.p99_ms,
        "mean" => sum.utilisation_mean,
        "max" => sum.utilisation_max,
        // The busiest server of any column.
        "peak" => run.utilisation.iter().copied().map(f64::from).fold(0.0, f64::max),
        // The mean of all servers but the busiest.
        "others" => {
            let servers = f64::from(run.servers);
            (sum.utilisation_mean * servers - sum.utilisation_max) / (servers - 1.0)
        }
        "saturation" => sum.seconds_to_saturation,
        "spread" => spread(&loads_at_end(run)),
        "spread_at_start" => {
            let first: Vec<f64> =
                (0..run.servers).map(|server| run.server_utilisation(server, 0)).collect();
            spread(&first)
        }
        "size_moves" => size_moves(run).len() as f64,
        "size_move_minutes" => {
            let moves = size_moves(run);
            let last = moves.last().expect("the tail moves").second;
            f64::from(last) / 60.0 / moves.len() as f64
        }
        other => panic!("no metric `{other}`"),
    }
}

fn loads_at_end(run: &Run) -> Vec<f64> {
    let mut loads = vec![0.0; run.servers as usize];
    for split in &run.splits {
        loads[split.server as usize] += split.load;
    }
    loads
}

/// The most as a multiple of the mean.
fn spread(loads: &[f64]) -> f64 {
    let most = loads.iter().copied().fold(0.0, f64::max);
    most * loads.len() as f64 / loads.iter().sum::<f64>()
}

/// Splits for size that took what grows to another server.
fn size_moves(run: &Run) -> Vec<&Event> {
    let moved = |event: &&Event| {
        let before = (event.second / run.seconds_per_column).saturating_sub(1);
        let served_by = run.serving(event.key, before).map(|change| change.server);
        event.kind == EventKind::SizeSplit && served_by != Some(event.server)
    };
    run.events.iter().filter(moved).collect()
}

fn is_same(figure: &Figure) -> bool {
    if figure.ours.is_nan() {
        return figure.said == "-";
    }
    let said = figure.said.replace(',', "").parse::<f64>();
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

/// The text with the measured figures in its table.
fn blessed(text: &str, story: &Story) -> String {
    let mut figures = story.figures.iter();
    let mut rows = 0;
    let mut out = String::new();
    for line in text.lines() {
        rows += usize::from(line.starts_with("| "));
        let figure = if line.starts_with("| ") && rows > 2 { figures.next() } else { None };
        match figure {
            Some(Figure { what, of, published, within, kind, said, ours }) => {
                let ours = if said == "?" && ours.is_nan() { "?".to_owned() } else { shown(*ours) };
                writeln!(out, "| {what} | {of} | {published} | {within} | {kind} | {ours} |")
                    .unwrap();
            }
            None => writeln!(out, "{line}").unwrap(),
        }
    }
    out
}

/// `name: knobs | table … | table …`
/// One run, where a constant has another value than usual unless the run says it itself.
fn case(line: &str, tried: Option<(&str, f64)>) -> (String, Case) {
    let (name, rest) = line.split_once(": ").unwrap_or_else(|| panic!("name: …, found {line}"));
    let mut parts = rest.split(" | ");
    let mut knobs = knobs(&words(parts.next().unwrap()));
    if let Some((name, value)) = tried
        && constant(&knobs, name) == constant(&Knobs::default(), name)
    {
        assert!(set_constant(&mut knobs, name, value), "no constant {name}");
    }
    let mut load = Load::default();
    for part in parts {
        let words = words(part.strip_prefix("table ").expect("a table"));
        add_table(&mut load, &words);
    }
    let run = simulate(&load, &knobs, 1);
    (name.to_owned(), Case { knobs, load, run })
}

fn words(text: &str) -> Vec<(&str, &str)> {
    text.split(' ').map(|word| word.split_once('=').expect("key=value")).collect()
}

fn num(value: &str) -> f64 {
    value.parse().unwrap_or_else(|_| panic!("expected a number, found {value}"))
}

fn knobs(words: &[(&str, &str)]) -> Knobs {
    let mut knobs = Knobs::default();
    for &(key, value) in words {
        match key {
            "nodes" => knobs.nodes = num(value),
            "minutes" => knobs.minutes = value.parse().unwrap(),
            "in_flight" => knobs.in_flight_max = num(value),
            "writes_per_node" => knobs.writes_per_node = num(value),
            "leader_share" => knobs.leader_share = num(value),
            "in_turn" => knobs.read_modify_write = num(value) > 0.0,
            "points_per_node" => knobs.split_points_per_node = num(value),
            "sending" if value == "open" => knobs.sending = Sending::Open,
            // from:factor:seconds
            "growth" => {
                let [from, factor, every] = value.split(':').collect::<Vec<_>>()[..] else {
                    panic!("from:factor:seconds, found {value}")
                };
                let every = every.parse().unwrap();
                knobs.pace = Pace::Growth { from: num(from), factor: num(factor), every };
            }
            other => panic!("no knob `{other}={value}`"),
        }
    }
    knobs
}

fn add_table(load: &mut Load, words: &[(&str, &str)]) {
    let get = |key: &str| words.iter().find(|word| word.0 == key).map(|word| word.1);
    let name = format!("T{}", load.objects.len());
    let table = load.add_root(&name, ObjectKind::Table, 1024.0);
    let own = load.object(table).keys;
    let kind = if get("reads").is_some() {
        ClassKind::Read
    } else if get("changes").is_some() {
        ClassKind::Update
    } else {
        ClassKind::Insert
    };
    let class = load.add_class(table, kind, num(get("rate").expect("a rate")));
    load.add_rows(class, table, places(get("keys").expect("keys"), own));
    let stream = load.streams.last_mut().unwrap();
    if let Some(reads) = get("reads") {
        (stream.rows, stream.reads, stream.growth_bytes) = (0.0, num(reads), 0.0);
        stream.participant = false;
    }
    stream.rows *= get("rows").map_or(1.0, num);
    if get("read_first").is_some() {
        stream.reads = 1.0;
    }
    let count = |key: &str| get(key).map_or(0, |value| value.parse::<u32>().unwrap());
    for _ in 0..count("indexes") {
        add_entry(load, class, None, get("index_keys").unwrap_or("even"));
    }
    for _ in 0..count("child_apart") {
        add_entry(load, class, None, "even");
    }
    for _ in 0..count("child_inside") {
        add_entry(load, class, Some(table), "even");
    }
}

/// A row that each commit writes besides, in a tree of its own or in its parent's split.
fn add_entry(load: &mut Load, class: ClassId, parent: Option<ObjectId>, keys: &str) {
    let name = format!("T{}", load.objects.len());
    let object = match parent {
        Some(parent) => load.add_within(parent, &name, ObjectKind::Table, 1024.0),
        None => load.add_root(&name, ObjectKind::Table, 1024.0),
    };
    let components = places(keys, load.object(object).keys);
    load.add_rows(class, object, components);
    load.streams.last_mut().unwrap().participant = parent.is_none();
}

fn places(keys: &str, own: Keys) -> Vec<Component> {
    let (kind, rest) = keys.split_once(':').unwrap_or((keys, ""));
    let up = |keys| loads::tail(keys, Direction::Up);
    match kind {
        "even" => loads::all(ComponentKind::Uniform(own)),
        "tail" => loads::all(up(own)),
        "row" => loads::all(ComponentKind::Atom { at: own.at(0.5) }),
        "shards" => {
            let n: u32 = rest.parse().unwrap();
            let weight = 1.0 / f64::from(n);
            (0..n).map(|i| Component { kind: up(own.piece(i, n)), weight }).collect()
        }
        // How many tenants, and the exponent.
        "zipf-rows" | "zipf-ranges" => {
            let (n, exponent) = rest.split_once(':').expect("tenants:exponent");
            let n: u32 = n.parse().unwrap();
            let weight = |i: u32| libm::pow(f64::from(i + 1), -num(exponent));
            let total: f64 = (0..n).map(weight).sum();
            let place = |i: u32| {
                // The heaviest tenants do not stand side by side.
                let piece = own.piece((i * 619) % n, n);
                if kind == "zipf-rows" {
                    ComponentKind::Atom { at: piece.at(0.5) }
                } else {
                    ComponentKind::Uniform(piece)
                }
            };
            (0..n).map(|i| Component { kind: place(i), weight: weight(i) / total }).collect()
        }
        other => panic!("no keys `{other}`"),
    }
}
