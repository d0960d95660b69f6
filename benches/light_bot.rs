//! How long Light-Bot's rules and the solver `lazy` take on the levels that come with the program.
//!
//! `cargo bench --bench light_bot`

use divan::Bencher;
use planwright::game::typed::Puzzle as _;
use planwright::game::{Game as _, LevelRef, Plan, play};
use planwright::games::light_bot::{LIGHT_BOT, LazyOptions, LightBot, SkeletonSearch};
use planwright::search::Budget;

fn main() {
    divan::main();
}

/// The level whose file name begins with this number.
fn level(number: usize) -> LevelRef {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/light-bot");
    let begin = format!("{number:02}-");
    let mut entries = std::fs::read_dir(folder).expect("is there").flatten();
    let path = entries.find(|entry| entry.file_name().to_string_lossy().starts_with(&begin));
    let text = std::fs::read_to_string(path.expect("is there").path()).expect("can be read");
    LIGHT_BOT.parse_text(&text).expect("is a level")
}

fn proof(number: usize) -> SkeletonSearch {
    let level = level(number);
    let puzzle = LightBot::downcast(level.as_ref());
    SkeletonSearch::new(puzzle.expect("is of this game"))
}

/// Commands up to which all programs are gone through, on one thread.
fn exclude(proof: &SkeletonSearch, most: usize) {
    let effort = LazyOptions {
        max_cost: most,
        ..LazyOptions::default()
    };
    let proved = proof.search(effort, &Budget::default());
    assert_eq!(proved.stop, None);
}

/// Until a shortest program is proved to be one.
#[divan::bench(args = [2, 5, 7, 9], sample_count = 10)]
fn shortest(bencher: Bencher<'_, '_>, number: usize) {
    let proof = proof(number);
    bencher.bench_local(|| exclude(&proof, usize::MAX));
}

/// How the work grows with the length of programs, on the hardest level.
#[divan::bench(args = [8, 9, 10, 11, 12, 13], sample_count = 3)]
fn two_summits_up_to(bencher: Bencher<'_, '_>, most: usize) {
    let proof = proof(10);
    bencher.bench_local(|| exclude(&proof, most));
}

/// A program that goes round for a while.
#[divan::bench]
fn run_carpet(bencher: Bencher<'_, '_>) {
    let level = level(11);
    let plan = Plan::parse("main: 1\nf1: 2X22X2F1\nf2: JXJJJLJ");
    bencher.bench_local(|| {
        let end = play(level.as_ref(), &plan.0).expect("is a program");
        assert!(end.is_solved());
    });
}
