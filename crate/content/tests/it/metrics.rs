//! What figures are computed from: metrics of runs, and four operations on them.

use hotsplit_engine::sim::{Event, EventKind, Knobs, Run, answers};
use hotsplit_engine::workload::load::Load;

/// One run.
pub(crate) struct Case {
    /// By which figures call it.
    pub(crate) name: String,
    /// What it was set to.
    pub(crate) knobs: Knobs,
    /// Its load.
    pub(crate) load: Load,
    /// What came of it.
    pub(crate) run: Run,
}

/// `a.metric / b.metric * 1000`, from left to right; what stands in parentheses comes first.
pub(crate) fn computed(of: &str, runs: &[Case]) -> f64 {
    let value = |word: &str| {
        word.parse::<f64>().unwrap_or_else(|_| {
            let (run, metric) = word.split_once('.').unwrap_or_else(|| panic!("run.metric: {of}"));
            let case = runs.iter().find(|case| case.name == run).expect("a run of the file");
            measured(case, metric)
        })
    };
    let mut words = of.split(' ');
    let sum = operations(&mut words, &value);
    assert!(words.next().is_none(), "a `)` too many: {of}");
    sum
}

/// As far as the end or a `)`.
fn operations(words: &mut std::str::Split<'_, char>, value: &dyn Fn(&str) -> f64) -> f64 {
    let operand = |words: &mut std::str::Split<'_, char>| match words.next() {
        Some("(") => operations(words, value),
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
        "writes_served" => sum.served,
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
        "splits" => f64::from(sum.splits),
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

/// Size-based splits that took what grows to another server.
fn size_moves(run: &Run) -> Vec<&Event> {
    let moved = |event: &&Event| {
        let before = (event.second / run.seconds_per_column).saturating_sub(1);
        let served_by = run.serving(event.key, before).map(|change| change.server);
        event.kind == EventKind::SizeSplit && served_by != Some(event.server)
    };
    run.events.iter().filter(moved).collect()
}
