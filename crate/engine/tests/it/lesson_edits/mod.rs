//! No change of one place of a starter passes a lesson while its hotspot stays.
//!
//! `HOTSPLIT_LESSON_EDITS=all cargo test -p hotsplit-engine --test it lesson_edits` tries every
//! change; a number tries so many of each lesson.

mod edits;
mod truth;

use hotsplit_engine::lesson::judge::Judgement;
use hotsplit_engine::lesson::play::Judge;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

use crate::course::files;
use truth::Truth;

/// Says how many changes of each lesson are tried.
const COUNT: &str = "HOTSPLIT_LESSON_EDITS";

/// Changes of each lesson that the normal run tries.
const SAMPLE: usize = 4;

#[test]
fn no_single_change_passes_while_the_hotspot_stays() {
    let Some(files) = files("no_single_change_passes_while_the_hotspot_stays") else { return };
    let asked = std::env::var(COUNT).ok();
    let most = match asked.as_deref() {
        Some("all") => usize::MAX,
        Some(count) => count.parse().expect("a number, or `all`"),
        None => SAMPLE,
    };
    let (mut tried, mut hot, mut passed, mut wrong) = (0, 0, 0, Vec::new());
    for file in &files {
        let lesson = file.lesson();
        let (judge, truth) = (Judge::new(lesson), Truth::of(lesson));
        let mut all = edits::all(lesson);
        all.shuffle(&mut StdRng::seed_from_u64(1));
        for edit in all.iter().take(most) {
            let judged = judge.judge(&edit.text);
            let left = truth.left_hot(edit);
            let passes = judged.iter().all(Judgement::passed);
            tried += 1;
            hot += usize::from(!left.is_empty());
            passed += usize::from(passes);
            if passes && !left.is_empty() {
                wrong.push(format!("{}: {} passes with {left:?} hot", file.name, edit.what));
            }
        }
    }
    println!("{tried} changes: {hot} leave a hotspot, {passed} pass");
    assert!(hot * 2 > tried, "expected most changes to leave a hotspot, found {hot} of {tried}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
