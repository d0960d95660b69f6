//! Fairness reports as lines of text. A *dead end* is a lost position that a wrong move enters from one that can be
//! won.

use std::fmt::Write as _;

use super::{LevelReport, idle_everywhere};
use crate::game::{
    Cell, DeadEnds, EditEffect, Fairness, IdleRule, Move, Outcome, ShortestPlans, words,
};

/// Default number of dead ends that are described one by one.
pub const DEFAULT_DEAD_ENDS: usize = 10;

/// Describes the results for a level, without its name, listing at most `max` dead ends.
pub fn describe(fairness: &Fairness, max: usize) -> Vec<String> {
    let mut lines = vec![ending(fairness)];
    if let Some(solution) = fairness.report.outcome.solution() {
        lines.push(format!("Plan: {}", moves(solution.plan.moves())));
    }
    lines.extend(fairness.shortest.as_ref().map(shortest_plans));
    if let Some(dead_ends) = &fairness.dead_ends {
        lines.extend(dead_end_lines(dead_ends, max));
    }
    if let Some(idle) = fairness.idle_rules.as_ref().filter(|idle| !idle.is_empty()) {
        lines.extend(idle_lines("Rules that never apply in the plan:", idle));
    }
    if let Some(unneeded) = &fairness.unneeded {
        lines.push(match unneeded.as_slice() {
            [] => "Every kind of object makes a difference.".to_owned(),
            names => format!(
                "Not needed (the level is as long without): {}",
                names.join(", ")
            ),
        });
    }
    let title = "Without the contents of a cell:";
    lines.extend(effects(title, &fairness.removals));
    if let Some(blocked) = &fairness.obstacles {
        let title = format!("With {} put into an empty cell:", blocked.by.to_uppercase());
        lines.extend(effects(&title, &blocked.cells));
    }
    lines
}

/// Says whether the level can be won, and in how many moves.
fn ending(fairness: &Fairness) -> String {
    let report = &fairness.report;
    match &report.outcome {
        Outcome::Unsolvable(proof) if proof.reason.is_empty() => "It cannot be won.".to_owned(),
        Outcome::Unsolvable(proof) => format!("It cannot be won: {}.", proof.reason),
        outcome => match outcome.solution() {
            Some(solution) => {
                let rest = match solution.optimal {
                    true => ", and not in fewer",
                    false => "; whether in fewer was not determined",
                };
                let cost = words::cost(solution.cost, report.cost_unit);
                format!("It can be won in {cost}{rest}.")
            }
            None => "Whether it can be won was not determined.".to_owned(),
        },
    }
}

fn shortest_plans(plans: &ShortestPlans) -> String {
    match (plans.all.number, plans.all.exact) {
        (1, true) => "There is only one shortest plan.".to_owned(),
        _ => format!(
            "Shortest plans: {}. Different ones, apart from detours and the order of moves: {}.",
            plans.all, plans.different
        ),
    }
}

/// Counts the dead ends, and describes the `max` largest next to the shortest path.
fn dead_end_lines(dead_ends: &DeadEnds, max: usize) -> Vec<String> {
    let mut lines = match dead_ends.by_distance.iter().sum::<usize>() {
        0 => vec!["No dead end was found.".to_owned()],
        _ => by_distance(&dead_ends.by_distance),
    };
    if dead_ends.undecided > 0 {
        let moves = words::count(dead_ends.undecided, "more moves");
        let line = format!("  Not determined for {moves} off the shortest path.");
        lines.push(line);
    }
    for end in dead_ends.nearest.iter().take(max) {
        // The wrong move replaces the one of the path after `way`.
        let step = end.way.len() + 1;
        let remainder = match (end.positions.number, end.moves) {
            // Only the dead end itself can be reached.
            (1, _) => "play ends there".to_owned(),
            (_, moves) => {
                let (positions, depth) = (end.positions, words::count(moves, "moves"));
                format!("play can continue through {positions} positions, up to {depth} deep")
            }
        };
        lines.push(format!("  step {step}: {} loses; {remainder}", end.wrong));
    }
    let more = dead_ends.nearest.len().saturating_sub(max);
    if more > 0 && max > 0 {
        lines.push(format!("  and {more} more"));
    }
    lines
}

fn idle_lines(title: &str, rules: &[IdleRule]) -> Vec<String> {
    let lines = rules.iter();
    let lines = lines.map(|idle| format!("  line {}: {}", idle.line, idle.text));
    std::iter::once(title.to_owned()).chain(lines).collect()
}

/// Number of distances that are listed one by one, from 0; larger ones are counted together.
const LISTED_DISTANCES: usize = 4;

/// Lists numbers of dead ends by the distance of the wrong move from the shortest path.
fn by_distance(counts: &[usize]) -> Vec<String> {
    let head = "Dead ends, by the distance of the wrong move from the shortest path:".to_owned();
    let (near, far) = counts.split_at(counts.len().min(LISTED_DISTANCES));
    let near = near.iter().enumerate().map(|(moves, count)| match moves {
        0 => format!("  on it: {count}"),
        moves => format!("  {} off: {count}", words::count(moves, "moves")),
    });
    let far = (!far.is_empty()).then(|| format!("  farther off: {}", far.iter().sum::<usize>()));
    std::iter::once(head).chain(near).chain(far).collect()
}

/// Describes the effects of changes to cells, with one line per effect; empty if no cell was changed.
fn effects(title: &str, effects: &[(Cell, EditEffect)]) -> Vec<String> {
    if effects.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![title.to_owned()];
    let mut groups: Vec<(EditEffect, Vec<Cell>)> = Vec::new();
    for (cell, effect) in effects {
        match groups.iter_mut().find(|(known, _)| known == effect) {
            Some((_, cells)) => cells.push(*cell),
            None => groups.push((*effect, vec![*cell])),
        }
    }
    for (effect, cells) in groups {
        let mut line = format!("  {}: ", effect.in_words());
        match effect {
            // Mostly too many cells to be named.
            EditEffect::Same | EditEffect::Unknown => {
                let _ = write!(line, "{} of {} cells", cells.len(), effects.len());
            }
            _ => {
                let name = |cell: &Cell| format!("row {}, column {}", cell.row + 1, cell.col + 1);
                let names: Vec<_> = cells.iter().map(name).collect();
                line.push_str(&names.join("; "));
            }
        }
        lines.push(line);
    }
    lines
}

/// Moves as one line of text.
pub fn moves(moves: &[Move]) -> String {
    moves.iter().map(Move::as_str).collect::<Vec<_>>().join(" ")
}

/// Counts the levels that can be won, and lists the rules that no level needs.
pub fn summary(all: &[LevelReport]) -> Vec<String> {
    let outcomes = || all.iter().map(|entry| &entry.fairness.report.outcome);
    let winnable = outcomes().filter(|it| it.solution().is_some()).count();
    let unwinnable = outcomes().filter(|it| matches!(it, Outcome::Unsolvable(_)));
    let unwinnable = unwinnable.count();
    let mut lines = vec![format!(
        "{}: {winnable} can be won, {unwinnable} cannot, {} not determined.",
        words::count(all.len(), "levels"),
        all.len() - winnable - unwinnable
    )];
    let idle = idle_everywhere(all);
    if !idle.is_empty() {
        lines.extend(idle_lines("Rules that no plan needs:", &idle));
    }
    lines
}
