//! Games that are Sokoban under another name, solved by its solver.
//!
//! They are recognized by playing, not by how their rules are written: [`facts`] finds out which facts are the player
//! and the boxes. States made from these, legal or not, show the rest: the player alone explores the warehouse, which
//! [`grid`] lays out, and boxes on some cells show which are goals. Nothing of that is proved, so the plan is
//! replayed by the game's own rules.

mod facts;
mod grid;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::solvers::problem::GdlProblem;
use facts::{Actors, Place};
use grid::{Layout, Walk};
use planwright_game::search::{Budget, Progress};
use planwright_game::{Move, Plan};

/// Most time for recognizing a warehouse.
const MAX_TIME: Duration = Duration::from_secs(3);
/// Number of threads. Other methods use one, too.
const THREADS: usize = 1;

/// A plan for a game that is Sokoban, if found in half of the time left.
pub(super) fn plan(problem: &GdlProblem, progress: &Progress<'_>, budget: &Budget) -> Option<Plan> {
    let warehouse = Warehouse::new(problem, &budget.at_most(MAX_TIME))?;
    progress.report("packing boxes", 0, None, None);
    let steps = planwright_sokoban::steps(&warehouse.text()?, THREADS, budget)?;
    warehouse.replay(&steps)
}

struct Warehouse<'p> {
    problem: &'p GdlProblem,
    actors: Actors,
    layout: Layout,
    goals: Vec<Place>,
}

impl<'p> Warehouse<'p> {
    fn new(problem: &'p GdlProblem, budget: &Budget) -> Option<Self> {
        let actors = Actors::new(&problem.model, &problem.start, budget)?;
        let walks = walks(&actors, problem, budget)?;
        let layout = grid::layout(&walks, &problem.model)?;
        let goals = goals(&actors, &layout, problem, budget)?;
        Some(Self {
            problem,
            actors,
            layout,
            goals,
        })
    }

    /// The level in XSB text; `None` if a box is out of reach.
    fn text(&self) -> Option<String> {
        let start = &self.problem.start;
        let (player, boxes) = (self.actors.player_of(start)?, self.actors.boxes_of(start));
        let height = self.layout.values().map(|(row, _)| row + 1).max()?;
        let width = self.layout.values().map(|(_, column)| column + 1).max()?;
        let mut rows = vec![vec!['#'; width + 2]; height + 2];
        for (place, (row, column)) in &self.layout {
            let (has_box, is_goal) = (boxes.contains(&place), self.goals.contains(place));
            rows[row + 1][column + 1] = planwright_sokoban::sign(place == player, has_box, is_goal);
        }
        let rows = rows.into_iter().map(|row| row.into_iter().chain(['\n']));
        let reached = boxes.iter().all(|place| self.layout.contains_key(*place));
        reached.then(|| rows.flatten().collect())
    }

    /// Legal moves by which the player takes these steps, up to the goal.
    fn replay(&self, steps: &str) -> Option<Plan> {
        let GdlProblem { model, target, .. } = self.problem;
        let cells = self.layout.iter().map(|(place, cell)| (*cell, place));
        let places: BTreeMap<(usize, usize), &Place> = cells.collect();
        let ahead = |place: &Place, step: char| {
            let (row, column) = *self.layout.get(place)?;
            places.get(&match step {
                'u' => (row.checked_sub(1)?, column),
                'd' => (row + 1, column),
                'l' => (row, column.checked_sub(1)?),
                _ => (row, column + 1),
            })
        };
        let mut state = self.problem.start.clone();
        let mut plan = Vec::new();
        for step in steps.chars() {
            let player = *ahead(self.actors.player_of(&state)?, step)?;
            let mut boxes = self.actors.boxes_of(&state);
            if let Some(pushed) = boxes.iter_mut().find(|place| **place == player) {
                *pushed = *ahead(player, step)?;
            }
            boxes.sort_unstable();
            let mut legal = model.evaluate(&state).legal.into_iter();
            let (mv, after) = legal.find_map(|mv| {
                let after = model.after(&state, mv);
                let fits = self.actors.player_of(&after) == Some(player)
                    && self.actors.boxes_of(&after) == boxes;
                fits.then_some((mv, after))
            })?;
            plan.push(Move::new(&model.move_texts[mv]));
            state = after;
            let now = model.evaluate(&state);
            if now.goal >= Some(*target) && (now.terminal || self.problem.anywhere) {
                return Some(Plan(plan));
            }
            if now.terminal {
                return None;
            }
        }
        None
    }
}

/// All single steps of the player without boxes, from where it is; `None` if the budget ends.
fn walks(actors: &Actors, problem: &GdlProblem, budget: &Budget) -> Option<Vec<Walk>> {
    let GdlProblem { model, start, .. } = problem;
    let mut walks = Vec::new();
    let mut reached = vec![actors.player_of(start)?.clone()];
    let mut next = 0;
    while let Some(from) = reached.get(next).cloned() {
        next += 1;
        budget.check().ok()?;
        let state = actors.state(start, &from, |_, _| false);
        for mv in model.evaluate(&state).legal {
            let after = model.after(&state, mv);
            let Some(to) = actors.player_of(&after).filter(|to| **to != from) else {
                continue;
            };
            if !reached.contains(to) {
                reached.push(to.clone());
            }
            walks.push(Walk {
                from: from.clone(),
                to: to.clone(),
                mv,
            });
        }
    }
    Some(walks)
}

/// Returns whether a place is a goal of a kind of boxes.
type GoalTest<'t> = &'t dyn Fn(usize, &Place) -> bool;

/// Places that boxes are to be brought to; `None` if some boxes have other goals than others, or the budget ends.
fn goals(
    actors: &Actors,
    layout: &Layout,
    problem: &GdlProblem,
    budget: &Budget,
) -> Option<Vec<Place>> {
    let player = actors.player_of(&problem.start)?;
    // A box may be where the player is: goals are about boxes.
    let is_won = |is_box: &dyn Fn(usize, &Place) -> bool| {
        let state = actors.state(&problem.start, player, is_box);
        problem.model.evaluate(&state).goal >= Some(problem.target)
    };
    // Either all boxes are to be on goals, and there are no others or the others are everywhere, or all goals are to
    // have boxes, which are everywhere else.
    let tests: [GoalTest<'_>; 3] = [
        &|kind, place| is_won(&|own, at| own == kind && at == place),
        &|kind, place| is_won(&|own, at| own != kind || at == place),
        &|_, place| !is_won(&|_, at| at != place),
    ];
    let count = actors.boxes_of(&problem.start).len();
    tests.into_iter().find_map(|is_goal| {
        let mut goals = Vec::new();
        for place in layout.keys() {
            budget.check().ok()?;
            let able = (0..actors.kinds()).filter(|kind| actors.can_hold(*kind, place));
            let answers: BTreeSet<bool> = able.map(|kind| is_goal(kind, place)).collect();
            match (answers.contains(&true), answers.contains(&false)) {
                (true, true) => return None,
                (true, false) => goals.push(place.clone()),
                _ => {}
            }
        }
        (count..layout.len())
            .contains(&goals.len())
            .then_some(goals)
    })
}
