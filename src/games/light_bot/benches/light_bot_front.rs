//! Commands against steps on the twelve levels that come with the program: all programs that no other one beats in both.
//!
//! `cargo bench -p planwright-light-bot --bench light_bot_front` prints a table. Numbers after `--` pick levels, and a
//! word such as `600s` is the time for a level, 60 s without it. First the fewest commands are proved; then skeletons come
//! from there and the walk from the fewest steps, in turns, until they meet. Times are of one thread; `≤` marks what is not
//! proved.

mod levels;

use std::time::{Duration, Instant};

use planwright_game::search::Budget;
use planwright_game::typed::Typed as _;
use planwright_game::{Game as _, bench_words};
use planwright_light_bot::{Effort, LIGHT_BOT, LightBot, Program, Proof, Puzzle, front, run};

fn main() {
    let Some(words) = bench_words() else {
        return;
    };
    let seconds = words
        .iter()
        .find_map(|word| word.strip_suffix('s')?.parse().ok());
    let time = Duration::from_secs(seconds.unwrap_or(60));
    let picked: Vec<usize> = words.iter().filter_map(|word| word.parse().ok()).collect();
    println!("| level | commands: steps | open | seconds |");
    println!("|---:|---|---|---:|");
    for (number, text) in (1..).zip(levels::texts()) {
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

fn measure(number: usize, puzzle: &std::sync::Arc<Puzzle>, time: Duration) {
    let begun = Instant::now();
    let budget = Budget::default().with_time(time);
    let proof = Proof::new(puzzle);
    let mut walk = front(puzzle);
    let mut points: Vec<(usize, u64, Program)> = Vec::new();
    let point = |program: Program| (program.cost(), run(puzzle, &program).steps, program);
    // Programs of up to so many commands are done.
    let (shortest, mut short) = shortest(&proof, time / 2);
    points.extend(shortest.map(point));
    // In turns that get longer, as a question that is not answered in its turn is asked anew.
    let mut turn = Duration::from_millis(100);
    let end = |turn: Duration| {
        Budget::default().with_time(turn.min(time.saturating_sub(begun.elapsed())))
    };
    while short < walk.walked().commands && budget.check().is_ok() {
        let walking = end(turn);
        while short < walk.walked().commands
            && let Ok(done) = walk.ask(&walking)
        {
            points.extend(done.map(|done| point(done.program)));
        }
        let building = end(turn);
        while short < walk.walked().commands
            && let Ok(soonest) = proof.soonest(short + 1, 1, &building)
        {
            short += 1;
            points.extend(soonest.into_iter().map(point));
        }
        turn *= 2;
    }
    let here = walk.walked().here.iter();
    points.extend(here.map(|here| point(here.program.clone())));
    points.sort_by_key(|(commands, steps, _)| (*commands, *steps));
    let mut best = u64::MAX;
    points.retain(|(_, steps, _)| {
        let better = *steps < best;
        best = best.min(*steps);
        better
    });
    let seconds = begun.elapsed().as_secs_f64();
    let open = short + 1..=walk.walked().commands;
    let told = points.iter().map(|(commands, steps, _)| {
        let mark = if open.contains(commands) { "≤ " } else { "" };
        format!("{commands}: {mark}{steps}")
    });
    let told: Vec<String> = told.collect();
    let least = walk.walked().steps;
    let left = match open.is_empty() {
        true => String::new(),
        false => format!("{} to {}: ≥ {least}", open.start(), open.end()),
    };
    println!("| {number} | {} | {left} | {seconds:.0} |", told.join(", "));
    for (commands, steps, program) in &points {
        let lines = program.to_string();
        println!(
            "{number}, {commands} commands, {steps} steps: {}",
            lines.trim().replace('\n', " / ")
        );
    }
}

/// The shortest program, and up to how many commands there is no other one.
fn shortest(proof: &Proof, time: Duration) -> (Option<Program>, usize) {
    let mut checkpoint = proof.start();
    let budget = Budget::default().with_time(time);
    let ended = proof.go_on(&mut checkpoint, Effort::default(), &budget);
    ended.expect("is of this level").ok();
    let best = proof.best(&checkpoint).expect("is of this level");
    let cost = best.as_ref().map_or(usize::MAX, Program::cost);
    (best, checkpoint.lower_bound().min(cost) - 1)
}
