//! Levels that are Sokoban under another name, solved by its solver; the plan is replayed by the game's own rules.

use std::time::Duration;

use planwright_sokoban::SOKOBAN;

use super::{Next, Walker};
use crate::game::search::{Budget, NoProgress};
use crate::game::{Game as _, SolveRequest, THREADS, solve};

/// Longest time. Only then do the searches for all games begin.
const MAX_TIME: Duration = Duration::from_secs(30);

/// Acts that win from the walker's state, whose Sokoban level has this text, if found in half of the time left.
pub fn plan(text: &str, walker: &mut Walker, threads: usize, budget: &Budget) -> Option<Vec<u8>> {
    let level = SOKOBAN.parse_text(text).ok()?;
    let mut request = SolveRequest {
        first: true,
        ..SolveRequest::new(level.as_ref())
    };
    let threads = threads.to_string();
    request.options.insert(THREADS.key.to_owned(), threads);
    let time = budget.time_left().unwrap_or(MAX_TIME * 2) / 2;
    let budget = budget.at_most(time.min(MAX_TIME));
    let report = solve(SOKOBAN.solvers()[0], &request, &budget, &NoProgress).ok()?;
    let moves = report.outcome.solution()?.plan.moves();
    let letters = moves.iter().flat_map(|mv| mv.as_str().chars());
    // In the order of the walker's acts.
    let acts = letters.map(|letter| "udlr".find(letter.to_ascii_lowercase()));
    let acts: Option<Vec<u8>> = acts.map(|act| act.map(|act| act as u8)).collect();
    let mut acts = acts?;
    let mut state = walker.state();
    for at in 0..acts.len() {
        match walker.step(&state, acts[at]) {
            Next::Won => {
                acts.truncate(at + 1);
                return Some(acts);
            }
            Next::Moved => state.clone_from(&walker.after),
            Next::Unchanged | Next::Unknown => return None,
        }
    }
    None
}
