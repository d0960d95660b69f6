//! Hints in three strengths: where to look, what to do, why.

use std::time::Duration;

use crate::game::{
    Cell, Level, LevelRef, Move, MoveReason, Outcome, PlanStep, Position, SolveRequest, Solver,
    StepInfo, play, solve, words,
};
use crate::games;
use crate::search::{Budget, NoProgress};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum HintStrength {
    #[default]
    Where,
    What,
    Why,
}

impl HintStrength {
    #[must_use]
    pub fn stronger(self) -> Self {
        match self {
            Self::Where => Self::What,
            Self::What | Self::Why => Self::Why,
        }
    }
}

/// Cells that a hint points at without naming the move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HintRegion {
    pub board: String,
    pub cells: Vec<Cell>,
}

impl HintRegion {
    /// Cells of a move, or those it changes if it names none, with their neighbours.
    pub fn around_move(position: &dyn Position, mv: &Move, step: &StepInfo) -> Self {
        let boards = position.boards();
        let named = boards.iter().find(|board| *board.id == *step.board);
        let (board, cells) = match named {
            Some(board) if !step.cells.is_empty() => (board, step.cells.clone()),
            _ => {
                let mut changes = boards
                    .iter()
                    .map(|board| (board, changed_cells(position, mv, board)));
                match changes.find(|(_, cells)| !cells.is_empty()) {
                    Some(found) => found,
                    None => return Self::default(),
                }
            }
        };
        // With neighbours, so that something is left to find out.
        let is_near = |cell: &Cell| {
            let adjacent = |a: usize, b: usize| a.abs_diff(b) <= 1;
            let mut targets = cells.iter();
            targets.any(|it| adjacent(it.row, cell.row) && adjacent(it.col, cell.col))
        };
        Self {
            board: board.id.to_owned(),
            cells: board.size.cells().filter(is_near).collect(),
        }
    }

    /// Describes the region by rows and columns; `None` without cells.
    pub fn description(&self) -> Option<String> {
        let range = |coord: fn(&Cell) -> usize, one: &str, many: &str| {
            let least = self.cells.iter().map(coord).min()? + 1;
            let most = self.cells.iter().map(coord).max()? + 1;
            Some(match least == most {
                true => format!("{one} {least}"),
                false => format!("{many} {least} to {most}"),
            })
        };
        let rows = range(|cell| cell.row, "row", "rows")?;
        let columns = range(|cell| cell.col, "column", "columns")?;
        Some(format!("{rows}, {columns}"))
    }
}

fn changed_cells(position: &dyn Position, mv: &Move, board: &crate::game::BoardInfo) -> Vec<Cell> {
    let mut after = position.boxed_clone();
    if after.apply(mv).is_err() {
        return Vec::new();
    }
    let style = |position: &dyn Position, cell| position.style(board.id, cell);
    let differs = |cell: &Cell| style(position, *cell) != style(after.as_ref(), *cell);
    board.size.cells().filter(differs).collect()
}

const MAX_OTHERS: usize = 8;

const OTHER_TIME: Duration = Duration::from_millis(400);

const DISTANCE_TIME: Duration = Duration::from_secs(3);

/// Explains the first move of `plan`, which continues from `done`: by the game's own argument, else by searching.
pub fn explain_move(
    level: &LevelRef,
    done: &[Move],
    plan: &[Move],
    solver: &dyn Solver,
    budget: &Budget,
) -> MoveReason {
    let game = games::by_id(level.game_id());
    let step = PlanStep {
        level: level.as_ref(),
        done,
        plan,
    };
    let reason = game.and_then(|game| game.reason(&step, budget));
    reason.unwrap_or_else(|| explain_by_search(&step, solver, budget))
}

/// General argument: where the other moves lead, and the distance to the goal.
fn explain_by_search(step: &PlanStep<'_>, solver: &dyn Solver, budget: &Budget) -> MoveReason {
    let PlanStep { level, done, plan } = *step;
    let mut lines = Vec::new();
    let mut technique = "on the way to the goal";
    let others = || -> Option<Vec<Move>> {
        let mut moves = play(level, done).ok()?.legal_moves(MAX_OTHERS + 2);
        moves.retain(|mv| Some(mv) != plan.first());
        Some(moves)
    };
    let others = others().filter(|others| others.len() <= MAX_OTHERS);
    match others.as_deref() {
        Some([]) => {
            technique = "the only move";
            lines.push("It is the only legal move.".to_owned());
        }
        Some(others) if solver.info().proves_unsolvable => {
            let lost = others.iter().filter(|mv| {
                let done = [done, std::slice::from_ref(*mv)].concat();
                is_lost(level, &done, solver, budget)
            });
            let (lost, all) = (lost.count(), others.len() + 1);
            if lost == others.len() {
                technique = "the only move that keeps the goal within reach";
                lines.push(format!(
                    "It is the only one of the {all} legal moves that keeps the goal within reach."
                ));
            } else if lost > 0 {
                lines.push(format!(
                    "It keeps the goal within reach; {lost} of the {all} legal moves {} dead {}.",
                    if lost == 1 { "is a" } else { "are" },
                    if lost == 1 { "end" } else { "ends" },
                ));
            }
        }
        _ => {}
    }
    lines.push(distance(step, solver, budget));
    MoveReason {
        technique,
        text: lines.join("\n"),
        cells: Vec::new(),
        needs_search: true,
    }
}

fn is_lost(level: &dyn Level, done: &[Move], solver: &dyn Solver, budget: &Budget) -> bool {
    let request = SolveRequest {
        done,
        first: true,
        ..SolveRequest::new(level)
    };
    let budget = budget.clone().with_time(OTHER_TIME);
    let report = solve(solver, &request, &budget, &NoProgress);
    report.is_ok_and(|report| matches!(report.outcome, Outcome::Unsolvable(_)))
}

fn distance(step: &PlanStep<'_>, solver: &dyn Solver, budget: &Budget) -> String {
    let left = step.plan.len();
    let moves = |n: usize| words::count(n, "moves");
    let after = left.saturating_sub(1);
    let rest = match after {
        0 => "reaching the goal".to_owned(),
        n => format!("leaving {} to go", words::number(n)),
    };
    if solver.info().proves_optimal {
        let request = SolveRequest {
            done: step.done,
            optimal: true,
            ..SolveRequest::new(step.level)
        };
        let budget = budget.clone().with_time(DISTANCE_TIME);
        if let Ok(report) = solve(solver, &request, &budget, &NoProgress)
            && let Outcome::Solved(best) = &report.outcome
            && best.optimal
        {
            let least = best.plan.moves().len();
            return match left == least {
                true => format!(
                    "The goal is {} away, proved; this move is on a shortest path, {rest}.",
                    moves(least)
                ),
                false => format!(
                    "It starts a plan of {}; the shortest plan from here has {}.",
                    moves(left),
                    moves(least)
                ),
            };
        }
    }
    let plan = moves(left);
    format!("It starts a plan of {plan}, {rest}. That plan may not be the shortest.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hint::{Hint, hint};

    #[test]
    fn the_only_safe_move_is_explained() {
        let kif = "(role robot)\n(init (at 0))\n(succ 0 1) (succ 1 2) (succ 2 3)\n\
                   (<= (legal robot go) (true (at ?x)) (succ ?x ?y))\n\
                   (<= (legal robot jump) (true (at 0)))\n\
                   (<= (next (at ?y)) (does robot go) (true (at ?x)) (succ ?x ?y))\n\
                   (<= (next (at lost)) (does robot jump))\n\
                   (<= terminal (true (at 3)))\n(<= terminal (true (at lost)))\n\
                   (<= (goal robot 100) (true (at 3)))\n(<= (goal robot 0) (not (true (at 3))))\n";
        let gdl = games::by_id("gdl").expect("is registered");
        let level = gdl.parse_text(kif).expect("is a level");
        let solver = gdl.solvers()[0];
        let budget = Budget::default().with_time(Duration::from_secs(20));
        let Ok(Hint::Next { plan, .. }) = hint(level.as_ref(), &[], solver, &budget) else {
            panic!("no hint");
        };
        let reason = explain_move(&level, &[], &plan, solver, &budget);
        let technique = "the only move that keeps the goal within reach";
        assert_eq!(reason.technique, technique, "{reason:?}");
        for part in ["of the 2 legal moves", "The goal is 3 moves away"] {
            assert!(reason.text.contains(part), "{}", reason.text);
        }
        let next = explain_move(&level, &plan[..1], &plan[1..], solver, &budget);
        assert_eq!(next.technique, "the only move");
    }
}
