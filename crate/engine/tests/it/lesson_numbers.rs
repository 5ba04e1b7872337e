//! Every number and every word for a shape in the prose of a lesson is held against something: the
//! run that it links to, the lesson's own schemas and checks, or a line of the lists below.

use std::collections::BTreeSet;

use crate::course::{File, files};

/// Numbers that no run of the lesson gives, by lesson.
const TOLD: &[(&str, &[&str])] = &[
    // Published of the case itself.
    ("00-ulid-ledger", &["400", "31"]),
    // Google's figures for a node and for scores of splits.
    ("01-ranges-and-splits", &["1000", "3,500", "3.5", "15", "100"]),
    // The versions of UUIDs, an old limit, what one split can take, and five clock times.
    ("02-the-moving-tail", &["7", "8", "3,500", "300"]),
    // Versions of UUIDs, and the bits of an integer.
    ("03-four-keys-and-their-price", &["4", "6", "7", "64"]),
    // Divisions that the text does, and what other sources say.
    ("04-shard-count", &["2048", "4095", "3,500", "7", "6.3", "11", "35,000", "32", "20"]),
    ("05-tenants-and-whales", &["3,500", "17", "17.5", "9", "8,000"]),
    // Bits, and the first numbers of a counter.
    ("06-bit-reversal", &["2", "3", "4", "63", "53", "32"]),
    // What a team measured, and an old limit.
    ("09-interleaving-and-when-it-traps", &["15", "40", "60", "5", "45", "65"]),
    // What one split of an index takes here, which no schema of the lesson stops at.
    ("10-index-hotspots", &["2,460"]),
    ("11-index-placement", &["50", "49", "20"]),
    ("13-heatmap", &["100", "4"]),
    ("14-pre-splitting", &["3,500"]),
    // What a team measured.
    ("15-migration", &["40", "60", "25", "30", "10", "15", "5", "19"]),
    ("16-verifying", &["99", "65"]),
    // Digits of an INT64.
    ("17-porting-a-dump", &["19"]),
    ("exam-1-taxi", &["90"]),
    ("exam-2-tenant", &["4,800", "7"]),
    ("exam-3-meters", &["14,000"]),
    ("exam-4-transfers", &["15"]),
];

/// Words for shapes of a map.
const SHAPES: [&str; 5] = ["bright", "diagonal", "stripe", "noise", "grain"];

/// A line of prose without its links to runs, and without code; empty where it is none.
fn prose(line: &str) -> String {
    // What is wrong on purpose is held against nothing.
    if line.starts_with("- [ ]") || line.trim_start().starts_with("Reply:") {
        return String::new();
    }
    let words: String = line.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let mut out = String::new();
    let mut rest = words.as_str();
    while let Some((before, after)) = rest.split_once("](") {
        let (kept, linked) = before.rsplit_once('[').unwrap_or((before, ""));
        out.push_str(kept);
        let mut depth = 0;
        let end = after.find(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth < 0
        });
        let (target, left) = after.split_at(end.map_or(after.len(), |at| at + 1));
        if !target.starts_with("run:") && !target.starts_with("set:") {
            out.push_str(linked);
        }
        rest = left;
    }
    out + rest
}

/// The numbers of a text as they are written.
fn numbers(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut word = String::new();
    // `p99` is a name.
    let mut name = false;
    for c in text.chars().chain([' ']) {
        name = c.is_ascii_alphabetic() || (name && c.is_ascii_alphanumeric());
        if (c.is_ascii_digit() && !name) || (matches!(c, ',' | '.') && !word.is_empty()) {
            word.push(c);
        } else if !word.is_empty() {
            out.push(word.trim_end_matches([',', '.']).to_owned());
            word.clear();
        }
    }
    out
}

fn value(number: &str) -> String {
    number.replace(',', "")
}

/// The lines of a file below its fields, each with whether it is code.
fn lines(file: &File) -> Vec<(usize, &str, bool)> {
    let fields = file.markdown.lines().take_while(|line| !line.starts_with("seed:")).count() + 1;
    let mut code = false;
    let all = file.markdown.lines().enumerate().skip(fields).map(|(at, line)| {
        let fence = line.starts_with("```");
        let inside = code || fence;
        if fence {
            code = !code;
        }
        (at + 1, line, inside)
    });
    all.collect()
}

/// Numbers that the lesson itself sets: its fields, its schemas, its checks, and code in its prose.
fn own(file: &File) -> BTreeSet<String> {
    let lesson = file.lesson();
    let mut code = format!("{} {} ", lesson.nodes, lesson.writes_per_second.unwrap_or_default());
    let mut figure = false;
    for (_, line, inside) in lines(file) {
        // What a figure begins with is no number of the lesson.
        figure = line == "```figure" || (figure && line != "```");
        if inside && figure {
            continue;
        }
        if inside {
            code.push_str(line);
            code.push('\n');
        } else {
            for part in line.split('`').skip(1).step_by(2) {
                code.push_str(part);
                code.push('\n');
            }
        }
    }
    let mut own: BTreeSet<String> = numbers(&code).iter().map(|it| value(it)).collect();
    // A rate of `9k/s` is 9,000 in prose.
    for word in code.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.')) {
        if let Some(thousands) = word.strip_suffix('k').and_then(|it| it.parse::<f64>().ok()) {
            own.insert(format!("{}", thousands * 1_000.0));
        }
    }
    own
}

#[test]
fn numbers_in_prose_are_those_of_a_run_or_of_the_lesson() {
    let Some(files) = files("numbers_in_prose_are_those_of_a_run_or_of_the_lesson") else { return };
    let (mut wrong, mut needless) = (Vec::new(), Vec::new());
    for file in &files {
        let stem = file.name.trim_end_matches(".md");
        let told = TOLD.iter().find(|(name, _)| *name == stem).map_or(&[][..], |(_, told)| told);
        let own = own(file);
        let mut used: BTreeSet<&str> = BTreeSet::new();
        for (at, line, _) in lines(file).into_iter().filter(|(.., code)| !code) {
            for number in numbers(&prose(line)) {
                if own.contains(&value(&number)) {
                    continue;
                }
                match told.iter().find(|told| **told == number) {
                    Some(told) => _ = used.insert(told),
                    None => wrong.push(format!("{}:{at}: {number}: {line}", file.name)),
                }
            }
        }
        let left = told.iter().filter(|told| !used.contains(**told));
        needless.extend(left.map(|told| format!("{stem}: {told}")));
    }
    assert!(wrong.is_empty(), "link these to `run:…`, or say why not:\n{}", wrong.join("\n"));
    assert!(needless.is_empty(), "listed, and in no lesson: {needless:?}");
}

#[test]
fn words_for_shapes_stand_beside_their_detector() {
    let Some(files) = files("words_for_shapes_stand_beside_their_detector") else { return };
    let mut wrong = Vec::new();
    for file in files.iter().filter(|file| !file.is_exam()) {
        for section in file.markdown.split("\n## ").skip(1) {
            let played = section.starts_with("Step:") || section.starts_with("Solution");
            if !played || section.contains("pattern(") {
                continue;
            }
            for word in SHAPES.iter().filter(|word| section.contains(**word)) {
                let title = section.lines().next().unwrap_or_default();
                wrong.push(format!("{}: {title}: {word}", file.name));
            }
        }
    }
    assert!(wrong.is_empty(), "no link to `run:pattern(…)` beside:\n{}", wrong.join("\n"));
}

/// What is tried in place: each lesson has a figure near its beginning and a run that one can set.
#[test]
fn each_lesson_can_be_handled() {
    let Some(files) = files("each_lesson_can_be_handled") else { return };
    for file in files.iter().filter(|file| !file.is_exam()) {
        let (opening, _) = file.markdown.split_once("\n## ").expect("a lesson has sections");
        let text = opening.split("seed: 1\n").nth(1).unwrap_or_default();
        let before = text.split("```figure").next().unwrap_or_default();
        assert!(opening.contains("```figure"), "{}: no figure in its opening", file.name);
        let paragraphs = before.trim().split("\n\n").count();
        assert_eq!(paragraphs, 1, "{}: the figure is in the first paragraph", file.name);
        assert!(file.markdown.contains("](set:"), "{}: no slider", file.name);
        let marks = file.lesson().marks.len();
        assert!(marks >= 3, "{}: {marks} links to runs", file.name);
    }
}

#[test]
fn prose_is_told_from_links_and_code() {
    let line =
        "On [ten](set:nodes=2..30) it is [3,494](run:served), [7](run:scans(A,b)) or `8`, 9.";
    assert_eq!(prose(line), "On  it is ,  or  , 9.");
    assert_eq!(numbers(&prose(line)), ["9"]);
    assert_eq!(prose("see [section 4](02-x.md)."), "see section 4.");
    assert_eq!(prose("- [ ] About 7,000"), "");
    assert_eq!(numbers("3,500 of 4.5, to 2^53. A p99."), ["3,500", "4.5", "2", "53"]);
}
