//! Exams from seeds: each is sound, its reference rewrite passes, and neither the starter nor any
//! part of the cure alone does.
//!
//! `HOTSPLIT_EXAMS=1000 cargo test -p hotsplit-engine --test it exams` plays so many seeds.

use std::collections::BTreeSet;

use hotsplit_engine::facts::Settings;
use hotsplit_engine::lesson::Lesson;
use hotsplit_engine::lesson::because::Because;
use hotsplit_engine::lesson::exam::exam;
use hotsplit_engine::lesson::judge::Judgement;
use hotsplit_engine::lesson::play::Judge;
use hotsplit_engine::lesson::read::read;

/// Says how many seeds are played.
const COUNT: &str = "HOTSPLIT_EXAMS";

/// Seeds that the normal run plays.
const SEEDS: u32 = 50;

/// What begins a part of an exam's schema.
const PART: &str = "-- hotsplit: table ";

fn lesson(seed: u32) -> Lesson {
    let read = read(&exam(seed));
    assert!(read.complaints.is_empty(), "seed {seed}: {:?}", read.complaints);
    read.lesson.unwrap()
}

/// The schema's parts, each from one table's directive to the next.
fn parts(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = text.split(PART).map(str::to_owned).collect();
    parts.iter_mut().skip(1).for_each(|part| part.insert_str(0, PART));
    parts
}

/// A part of the schema with a shard that leads its key, needed or not.
fn sharded(part: &str) -> String {
    let (head, key) = part.split_once("PRIMARY KEY (").unwrap();
    let first = key.split([',', ')']).next().unwrap();
    let open = head.find("(\n").unwrap() + 2;
    format!(
        "{}  Shard INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(CAST({first} AS STRING)), 16))) \
         STORED,\n{}PRIMARY KEY (Shard, {key}",
        &head[..open],
        &head[open..]
    )
}

/// The texts that a half-hearted learner may hand in: the starter, one part of the cure alone, and a
/// decoy that is cured.
fn tempting(lesson: &Lesson) -> Vec<(String, String)> {
    let (starter, solution) = (&lesson.starter.text, &lesson.solution_code.text);
    let (before, after) = (parts(starter), parts(solution));
    assert_eq!(before.len(), after.len());
    let mut out = vec![("the starter".to_owned(), starter.clone())];
    for at in 1..before.len() {
        let mut mixed = before.clone();
        let name = before[at][PART.len()..].split(' ').next().unwrap().to_owned();
        if before[at] == after[at] {
            mixed[at] = sharded(&before[at]);
            out.push((format!("{name}, a decoy, with a shard"), mixed.concat()));
        } else {
            mixed[at].clone_from(&after[at]);
            out.push((format!("{name} alone cured"), mixed.concat()));
        }
    }
    out
}

#[test]
fn the_reference_passes_and_less_does_not() {
    let count = std::env::var(COUNT).ok().map_or(SEEDS, |it| it.parse().expect("a number"));
    let mut wrong = Vec::new();
    for seed in 0..count {
        let lesson = lesson(seed);
        let judge = Judge::new(&lesson);
        for judged in judge.judge(&lesson.solution_code.text) {
            let missed = judged.verdicts.iter().filter(|it| !it.passed);
            wrong.extend(missed.map(|it| {
                format!("seed {seed}: the reference misses {}: {}", it.check.text, it.measured)
            }));
            let objections = judged.objections.iter().map(Because::words);
            wrong.extend(objections.map(|it| format!("seed {seed}: of the reference: {it}")));
        }
        for (what, text) in tempting(&lesson) {
            if judge.judge(&text).iter().all(Judgement::passed) {
                wrong.push(format!("seed {seed}: {what} passes"));
            }
        }
        for tempting in &lesson.wrong {
            let judged = judge.judge(&tempting.code.text);
            let verdicts = judged.iter().flat_map(|step| &step.verdicts);
            let failed: Vec<&str> =
                verdicts.filter(|it| !it.passed).map(|it| it.check.text.as_str()).collect();
            if !failed.contains(&tempting.fails.as_str()) {
                wrong.push(format!("seed {seed}: {} passes {}", tempting.name, tempting.fails));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The prediction is right about the keys: what it calls hot is more than a split can take, and
/// nothing else is.
#[test]
fn the_prediction_names_what_is_hot() {
    for seed in 0..SEEDS {
        let lesson = lesson(seed);
        let settings =
            Settings { nodes: Some(lesson.nodes), writes_per_second: lesson.writes_per_second };
        let reading = hotsplit_engine::read(&lesson.starter.text, Some(lesson.dialect), &settings);
        let choices = &lesson.steps[0].predict.as_ref().unwrap().choices;
        for choice in choices {
            let name = choice.text.trim_matches('`');
            let schema = &reading.schema;
            let load = match schema.find_table(name) {
                Some(table) => reading.facts.pressure_of_table(table),
                None => {
                    let is_named = |id: &_| schema.index(*id).name == name;
                    reading.facts.pressure_of_index(schema.index_ids().find(is_named).unwrap())
                }
            };
            let load = load.map_or(0.0, |pressure| pressure.load);
            assert_eq!(load > 1.0, choice.right, "seed {seed}: {name} has {load}");
            assert!(choice.right || load < 0.5, "seed {seed}: {name} has {load}");
        }
        assert_eq!(choices.iter().filter(|choice| choice.right).count(), 2, "seed {seed}");
    }
}

#[test]
fn a_seed_is_one_exam_and_seeds_differ() {
    let mut texts = BTreeSet::new();
    let mut hot = BTreeSet::new();
    for seed in 0..SEEDS {
        assert_eq!(exam(seed), exam(seed));
        let lesson = lesson(seed);
        assert!(lesson.exam);
        texts.insert(lesson.starter.text.clone());
        let choices = &lesson.steps[0].predict.as_ref().unwrap().choices;
        let right: Vec<usize> = (0..choices.len()).filter(|&at| choices[at].right).collect();
        hot.insert(right);
    }
    assert_eq!(texts.len(), SEEDS as usize, "two seeds give the same schema");
    assert!(hot.len() >= 8, "the right answers stand in {} places", hot.len());
    assert!(read(&exam(u32::MAX)).complaints.is_empty());
}
