//! Counts of moves in the units of a game: steps and pushes, presses, or just moves.

use crate::game::{Cost, Level, Move, StepInfo, run_program};
use crate::games;

/// Pairs of a unit and a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveCounts(Vec<(&'static str, usize)>);

impl MoveCounts {
    /// Counts of moves from the level's start, up to the first illegal one; empty in games that only count moves.
    pub fn new(level: &dyn Level, moves: &[Move]) -> Self {
        let mut position = level.start();
        let mut counts = Self::default();
        for mv in moves {
            let step = position.describe(mv);
            // Games without counts need no positions, which may be slow to compute.
            if step.counts.is_empty() || position.apply(mv).is_err() {
                break;
            }
            counts.add(&step);
        }
        counts
    }

    pub fn add(&mut self, step: &StepInfo) {
        for (unit, count) in &step.counts {
            match self.0.iter_mut().find(|(other, _)| other == unit) {
                Some((_, sum)) => *sum += count,
                None => self.0.push((unit, *count)),
            }
        }
    }

    pub fn subtract(&mut self, step: &StepInfo) {
        for (unit, count) in &step.counts {
            if let Some((_, sum)) = self.0.iter_mut().find(|(other, _)| other == unit) {
                *sum = sum.saturating_sub(*count);
            }
        }
    }

    pub fn all(&self) -> &[(&'static str, usize)] {
        &self.0
    }

    fn get(&self, unit: &str) -> Option<usize> {
        let found = self.0.iter().find(|(other, _)| *other == unit);
        found.map(|(_, count)| *count)
    }
}

/// Cost of `moves`, which solve the level and have these `counts`, in the unit in which solvers of its game compare
/// plans; `None` if it is unknown.
pub fn plan_cost(level: &dyn Level, moves: &[Move], counts: &MoveCounts) -> Option<(Cost, String)> {
    let info = games::by_id(level.game_id())?.info();
    let unit = info.cost_unit;
    let number = |count: usize| Cost::try_from(count).ok();
    if let Some(count) = counts.get(unit) {
        return Some((number(count)?, unit.to_owned()));
    }
    if level.start().as_program().is_some() {
        let position = crate::game::play(level, moves).ok()?;
        let report = run_program(position.as_program()?);
        return Some((report.ending.score?, unit.to_owned()));
    }
    // The cost is the number of moves if its unit is their noun, in the plural.
    let counts_moves = unit == format!("{}s", info.move_noun);
    counts_moves.then_some((number(moves.len())?, unit.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_counts_in_the_unit_of_its_solvers() {
        let robot = "light-bot\nrobot 1 1 E\n\n0 0*\n";
        for (text, moves, cost, unit) in [
            ("sokoban\n\n######\n#@ $.#\n######\n", "rR", 1, "pushes"),
            ("lights-out\n\n#.\n", "1 1\n1 2 x3", 4, "presses"),
            ("logo\n\n.1\n", "1 2", 1, "stamps"),
            (robot, "main: FX", 2, "commands"),
        ] {
            let level = games::load::load(text.as_bytes(), None, None).expect("is a level");
            let plan = crate::game::read_plan(level.start().as_ref(), moves).expect("is a plan");
            let counts = MoveCounts::new(level.as_ref(), &plan.0);
            let found = plan_cost(level.as_ref(), &plan.0, &counts);
            assert_eq!(found, Some((cost, unit.to_owned())), "{text}");
        }
    }
}
