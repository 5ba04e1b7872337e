//! The course: every lesson is read without a complaint and is sound, links lead somewhere, and
//! together the lessons teach what the source documents claim.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use hotsplit_engine::lesson::play::play;
use hotsplit_engine::page::{self, Block};
use hotsplit_engine::{fixes, rules};

use crate::course::{NOT_TAUGHT, files, folder};
use crate::coverage::FAMILIES;
use crate::emulator::Emulator;
use crate::{proof, rollout, shared};

/// What the course has to cover, as the design of the page words it.
const TOPICS: &[&str] = &[
    "ranges and splits",
    "the moving tail",
    "the four key strategies and their price",
    "shard count",
    "tenants and whales",
    "bit-reversal",
    "swapping",
    "DESC is no cure",
    "interleaving and when it traps",
    "index hotspots, interleaved and sharded indexes, NULL_FILTERED, STORING",
    "foreign keys' hidden indexes",
    "reading the heatmap",
    "the ULID ledger",
    "pre-splitting",
    "planning the migration",
    "verifying in production",
    "porting a dump",
];

/// Lessons of the course at least, and exams.
const LESSONS_MIN: usize = 16;
const EXAMS: usize = 5;

#[test]
fn every_lesson_is_sound() {
    let Some(files) = files("every_lesson_is_sound") else { return };
    let mut wrong = Vec::new();
    for file in &files {
        let mut complaints = file.read.complaints.clone();
        if let Some(lesson) = &file.read.lesson {
            complaints.extend(play(lesson).complaints());
        }
        wrong.extend(
            complaints
                .iter()
                .map(|it| format!("web/lessons/{}:{}: {}", file.name, it.line, it.message)),
        );
    }
    assert!(wrong.is_empty(), "`hotsplit lesson FILE` says more:\n{}", wrong.join("\n"));
}

/// A task can be done before those that follow it: each but the last has the schema after it, which is
/// judged with the lesson.
#[test]
fn each_task_can_be_done_in_its_turn() {
    let Some(files) = files("each_task_can_be_done_in_its_turn") else { return };
    let mut tasks = 0;
    for (file, lesson) in files.iter().filter_map(|it| Some((it, it.read.lesson.as_ref()?))) {
        let checked: Vec<_> = lesson.steps.iter().filter(|it| !it.checks.is_empty()).collect();
        let Some((_, earlier)) = checked.split_last() else { continue };
        tasks += earlier.len();
        for step in earlier {
            let place = format!("web/lessons/{}:{}", file.name, step.line);
            assert!(step.after.is_some(), "{place}: expected `### After` in `{}`", step.title);
        }
    }
    assert!(tasks >= 15, "found {tasks} tasks with another after them");
}

/// Whoever always takes the answer in the same place is right as often as by chance.
#[test]
fn right_answers_stand_in_every_place_equally_often() {
    let Some(files) = files("right_answers_stand_in_every_place_equally_often") else { return };
    let mut counts: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let steps = files.iter().flat_map(|file| &file.lesson().steps);
    for choices in steps.filter_map(|step| step.predict.as_ref()).map(|it| &it.choices) {
        let counts = counts.entry(choices.len()).or_insert_with(|| vec![0; choices.len()]);
        for (count, choice) in counts.iter_mut().zip(choices) {
            *count += usize::from(choice.right);
        }
    }
    for (many, counts) in counts {
        let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
        assert!(most - least <= 1, "of {many} answers, by place: {counts:?}");
    }
}

/// A reply speaks of one misconception, so no two answers share one.
#[test]
fn every_wrong_answer_has_a_reply_of_its_own() {
    let Some(files) = files("every_wrong_answer_has_a_reply_of_its_own") else { return };
    let mut replies: BTreeMap<&str, String> = BTreeMap::new();
    for file in &files {
        let steps = &file.lesson().steps;
        let choices = steps.iter().filter_map(|step| step.predict.as_ref());
        for choice in choices.flat_map(|it| &it.choices).filter(|choice| !choice.right) {
            let place = format!("{}: {}", file.name, choice.text);
            let reply = choice.reply.as_deref().unwrap_or_else(|| panic!("{place}: no reply"));
            assert!(reply.len() > 40 && reply.ends_with('.'), "{place}: {reply}");
            let other = replies.insert(reply, place.clone());
            assert_eq!(other, None, "{place} has the same reply");
        }
    }
    assert!(replies.len() > 70, "found {} replies", replies.len());
}

#[test]
fn lessons_are_named_and_numbered() {
    let Some(files) = files("lessons_are_named_and_numbered") else { return };
    let mut titles: BTreeMap<String, &str> = BTreeMap::new();
    let mut numbers = BTreeSet::new();
    for file in &files {
        let stem = file.name.trim_end_matches(".md");
        let number = stem.strip_prefix("exam-").unwrap_or(stem).split('-').next().unwrap();
        assert!(number.parse::<u32>().is_ok(), "{}: expected NN-slug or exam-N-slug", file.name);
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(stem.chars().all(plain), "{}: expected small letters and hyphens", file.name);
        let lesson = file.lesson();
        assert_eq!(lesson.exam, file.is_exam(), "{}: `exam: yes` and the name agree", file.name);
        let first = titles.insert(lesson.title.clone(), &file.name);
        assert_eq!(first, None, "{} has the title of another", file.name);
        assert!(numbers.insert((file.is_exam(), number)), "{}: its number is taken", file.name);
    }
}

/// The list of lessons says what one will be able to do.
#[test]
fn each_lesson_has_a_goal() {
    let Some(files) = files("each_lesson_has_a_goal") else { return };
    for file in files.iter().filter(|file| !file.is_exam()) {
        let page = page::read(&file.markdown);
        let goal = page.field("goal").unwrap_or_default();
        assert!((30..=140).contains(&goal.len()), "{}: goal: {goal}", file.name);
        assert!(goal.ends_with('.'), "{}: goal: {goal}", file.name);
    }
}

#[test]
fn the_course_covers_its_topics() {
    let Some(files) = files("the_course_covers_its_topics") else { return };
    let exams = files.iter().filter(|file| file.is_exam()).count();
    assert!(files.len() - exams >= LESSONS_MIN, "found {} lessons", files.len() - exams);
    assert!(exams >= EXAMS, "found {exams} exams");
    let lessons = files.iter().filter(|file| !file.is_exam());
    let topics: BTreeSet<&str> = lessons.map(|file| file.lesson().topic.as_str()).collect();
    let missing: Vec<_> = TOPICS.iter().filter(|topic| !topics.contains(*topic)).collect();
    let other: Vec<_> = topics.iter().filter(|topic| !TOPICS.contains(topic)).collect();
    assert!(missing.is_empty() && other.is_empty(), "not taught: {missing:?}; also: {other:?}");
}

/// Claims of the source documents, by id.
fn claims(test: &str) -> Option<BTreeSet<String>> {
    let file = shared::needed(test, "design/coverage.md")?;
    let text = fs::read_to_string(file).unwrap();
    // The part behind it lists the same claims again, where they are wrong.
    let (_, text) = text.split_once("\n## 1. ").expect("the list of claims is the first part");
    let list = text.split("\n## ").next().unwrap_or_default();
    let rows = list.lines().filter(|line| line.starts_with("| S"));
    let ids = rows.filter_map(|row| row.split('|').nth(1)).map(|id| id.trim().to_owned());
    let claims: BTreeSet<String> = ids.collect();
    assert!(claims.len() > 150, "expected the claims of three documents, found {}", claims.len());
    Some(claims)
}

#[test]
fn every_claim_is_taught_or_said_not_to_be() {
    let test = "every_claim_is_taught_or_said_not_to_be";
    let (Some(files), Some(claims)) = (files(test), claims(test)) else { return };
    let taught: BTreeSet<&str> =
        files.iter().flat_map(|file| &file.lesson().teaches).map(String::as_str).collect();
    let mut left = BTreeSet::new();
    let list = fs::read_to_string(folder().join(NOT_TAUGHT)).unwrap_or_default();
    for block in page::read(&list).blocks {
        let Block::Item(item) = block else { continue };
        let (ids, why) = item.split_once(": ").expect("an item reads `S1.3, S1.4: reason`");
        assert!(why.len() > 10, "{NOT_TAUGHT}: {ids} is left out without a reason");
        left.extend(ids.split(',').map(|id| id.trim().to_owned()));
    }
    let missing: Vec<_> =
        claims.iter().filter(|id| !taught.contains(id.as_str()) && !left.contains(*id)).collect();
    let unknown: Vec<_> = taught.iter().filter(|id| !claims.contains(**id)).collect();
    let twice: Vec<_> = left.iter().filter(|id| taught.contains(id.as_str())).collect();
    let gone: Vec<_> = left.iter().filter(|id| !claims.contains(*id)).collect();
    assert!(missing.is_empty(), "neither taught nor in {NOT_TAUGHT}: {missing:?}");
    assert!(unknown.is_empty(), "taught, and no claim: {unknown:?}");
    assert!(twice.is_empty() && gone.is_empty(), "needless in {NOT_TAUGHT}: {twice:?} {gone:?}");
}

/// Where a link of a lesson leads: another lesson, a rule, a fix, or the documentation.
fn leads_somewhere(target: &str) -> bool {
    let rule = target.strip_prefix("rule:").is_some_and(|id| rules::find(id).is_some());
    let fix = target.strip_prefix("fix:").is_some_and(|id| fixes::find(id).is_some());
    let lesson = target.ends_with(".md") && folder().join(target).is_file();
    // What belongs to a run is checked where the lesson is read.
    let run = target.starts_with("run:") || target.starts_with("set:");
    rule || fix || lesson || run || target.starts_with("https://")
}

#[test]
fn links_lead_somewhere_and_rules_are_there() {
    let Some(files) = files("links_lead_somewhere_and_rules_are_there") else { return };
    let mut wrong = Vec::new();
    for file in &files {
        for (line, at) in file.markdown.lines().zip(1..) {
            let links = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
            for target in links.filter(|target| !leads_somewhere(target)) {
                wrong.push(format!("{}:{at}: no such place: {target}", file.name));
            }
            for word in line.split('`').skip(1).step_by(2) {
                let family = FAMILIES.iter().any(|family| word.starts_with(family));
                let id = word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
                let is_term = hotsplit_engine::lesson::terms::Term::find(word).is_some();
                if family && id && !is_term && rules::find(word).is_none() {
                    wrong.push(format!("{}:{at}: no such rule: {word}", file.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_emulator_takes_starters_and_solutions() {
    let test = "the_emulator_takes_starters_and_solutions";
    let (Some(files), Some(emulator)) = (files(test), Emulator::for_test(test)) else { return };
    let (mut refused, mut taken) = (Vec::new(), 0);
    for file in &files {
        let lesson = file.lesson();
        for (what, text) in
            [("starter", &lesson.starter.text), ("solution", &lesson.solution_code.text)]
        {
            let statements = proof::known_statements(&lesson.whole(text), lesson.dialect);
            match rollout::takes(&emulator, lesson.dialect, &statements) {
                Ok(()) => taken += 1,
                Err(why) => refused.push(format!("{} ({what}): {why}", file.name)),
            }
        }
    }
    assert!(refused.is_empty(), "{taken} taken, refused:\n{}", refused.join("\n"));
}
