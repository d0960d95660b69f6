//! Commands against steps on the twelve levels that come with the program: all programs that no other one beats in both.
//!
//! `cargo bench -p planwright-light-bot --bench light_bot_front` prints a table. Numbers after `--` pick levels, and a
//! word such as `600s` is the time for a level, 60 s without it. Skeletons come from the fewest commands, the walk from
//! the fewest steps, in turns, until they meet; times are of one thread.

use std::time::{Duration, Instant};

use planwright_game::Game as _;
use planwright_game::search::Budget;
use planwright_game::typed::Typed as _;
use planwright_light_bot::{LIGHT_BOT, LightBot, Program, Proof, Puzzle, Walk, front, run};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words
        .iter()
        .any(|word| ["--list", "--test"].contains(&&**word))
    {
        return;
    }
    let seconds = words
        .iter()
        .find_map(|word| word.strip_suffix('s')?.parse().ok());
    let time = Duration::from_secs(seconds.unwrap_or(60));
    let picked: Vec<usize> = words.iter().filter_map(|word| word.parse().ok()).collect();
    println!("| level | commands: steps | seconds |");
    println!("|---:|---|---:|");
    for (number, text) in (1..).zip(texts()) {
        if picked.is_empty() || picked.contains(&number) {
            let level = LIGHT_BOT.parse_text(&text).expect("is a level");
            measure(
                number,
                LightBot::of(level.as_ref()).expect("is of this game"),
                time,
            );
        }
    }
}

/// The levels in order.
fn texts() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../levels/light-bot");
    let entries = std::fs::read_dir(folder).expect("is there");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("can be listed").path())
        .collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| std::fs::read_to_string(path).expect("can be read");
    paths.iter().map(read).collect()
}

fn measure(number: usize, puzzle: &std::sync::Arc<Puzzle>, time: Duration) {
    let begun = Instant::now();
    let budget = Budget::default().with_time(time);
    let proof = Proof::new(puzzle);
    let mut walk = front(puzzle);
    let mut points: Vec<(usize, u64, Program)> = Vec::new();
    let point = |program: Program| (program.cost(), run(puzzle, &program).steps, program);
    // Programs of up to so many commands are done.
    let mut short = 0;
    let mut spent = [Duration::ZERO; 2];
    while short < walk.walked().commands && budget.check().is_ok() {
        let turn = Instant::now();
        let side = usize::from(spent[0] > spent[1]);
        if side == 0 {
            if let Ok(soonest) = proof.soonest(short + 1, 1, &budget) {
                short += 1;
                points.extend(soonest.into_iter().map(point));
            }
        } else if let Ok(Some(done)) = walk.ask(&budget) {
            points.push((done.commands, done.steps.into(), done.program));
        }
        spent[side] += turn.elapsed();
    }
    points.extend(
        walk.walked()
            .here
            .iter()
            .map(|here| point(here.program.clone())),
    );
    points.sort_by_key(|(commands, steps, _)| (*commands, *steps));
    let mut best = u64::MAX;
    points.retain(|(_, steps, _)| {
        let better = *steps < best;
        best = best.min(*steps);
        better
    });
    let seconds = begun.elapsed().as_secs_f64();
    let told: Vec<String> = points
        .iter()
        .map(|(commands, steps, _)| format!("{commands}: {steps}"))
        .collect();
    println!("| {number} | {} | {seconds:.1} |", told.join(", "));
    tell_open(walk.as_ref(), short);
    for (commands, steps, program) in &points {
        let lines = program.to_string();
        println!(
            "{number}, {commands} commands, {steps} steps: {}",
            lines.trim().replace('\n', " / ")
        );
    }
}

fn tell_open(walk: &dyn Walk, short: usize) {
    let (commands, steps) = (walk.walked().commands, walk.walked().steps);
    if short < commands {
        println!(
            "open: {} to {commands} commands, {steps} steps or more",
            short + 1
        );
    }
}
