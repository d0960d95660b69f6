//! How long the proofs of the twelve levels that come with the program take: the fewest commands, from nothing.
//!
//! `cargo bench -p planwright-light-bot --bench light_bot_proofs` prints a table. Numbers after `--` pick levels, and a word
//! such as `2t` is the number of threads, 1 without it. Processor time is that of the process, on Linux.

mod levels;

use std::time::Instant;

use planwright_game::Game as _;
use planwright_game::search::Budget;
use planwright_game::typed::Puzzle as _;
use planwright_light_bot::{BotPuzzle, LIGHT_BOT, LazyOptions, LightBot, SkeletonSearch};
use testkit_game::{bench_words, computing_time};

fn main() {
    let Some(words) = bench_words() else {
        return;
    };
    let threads = words
        .iter()
        .find_map(|word| word.strip_suffix('t')?.parse().ok());
    let threads = threads.unwrap_or(1);
    let picked: Vec<usize> = words.iter().filter_map(|word| word.parse().ok()).collect();
    println!("| level | commands | seconds | of the processor |");
    println!("|---:|---:|---:|---:|");
    let mut sum = (0.0, 0.0);
    for (number, text) in (1..).zip(levels::texts()) {
        if picked.is_empty() || picked.contains(&number) {
            let level = LIGHT_BOT.parse_text(&text).expect("is a level");
            let puzzle = LightBot::downcast(level.as_ref()).expect("is of this game");
            let (cost, seconds, worked) = measure(puzzle, threads);
            println!("| {number} | {cost} | {seconds:.1} | {worked:.1} |");
            sum = (sum.0 + seconds, sum.1 + worked);
        }
    }
    println!("| all | | {:.1} | {:.1} |", sum.0, sum.1);
}

/// Commands of the shortest program, and seconds on the clock and of the processor until it is proved.
fn measure(puzzle: &BotPuzzle, threads: usize) -> (usize, f64, f64) {
    let (begun, before) = (Instant::now(), computing_time());
    let proof = SkeletonSearch::new(puzzle);
    let effort = LazyOptions {
        threads,
        ..LazyOptions::default()
    };
    let best = proof.search(effort, &Budget::default()).best;
    let worked = computing_time() - before;
    (
        best.map_or(0, |best| best.cost()),
        begun.elapsed().as_secs_f64(),
        worked.as_secs_f64(),
    )
}
