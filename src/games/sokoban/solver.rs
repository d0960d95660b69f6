//! Solvers: A* over pushes, for a best plan or for one soon.

use crate::game::search::{Better, Budget, Progress, feature_space};
use crate::game::typed::{Task, TypedSolver};
use crate::game::{Cost, Move, Outcome, Plan, Solution, SolveError, SolverInfo, Unsolvable};

use super::Sokoban;
use super::packing::Packing;
use super::room::{Arrangement, Push, Room};

/// A plan soon, and then a better one.
pub(super) struct Auto;

/// A plan with the fewest pushes.
pub(super) struct FewestPushes;

const AUTO: SolverInfo = SolverInfo {
    id: "auto",
    title: "Automatic",
    good_for: "The one to begin with: a plan soon, and then for a while a shorter one.",
    method: "Packs boxes in an order found by pulling them out; then A* over pushes with an assignment bound, \
             dead squares and frozen boxes, less and less greedy.",
    guarantee: "Finds a plan if there is one and the budget lasts.",
    cost_unit: "pushes",
    reference: false,
    proves_unsolvable: true,
    proves_optimal: true,
    continues: true,
    counts: false,
    options: &[],
};

/// How much the bound weighs, search by search, and for how many states each goes on once there is a plan.
const WEIGHTS: [Cost; 3] = [8, 3, 1];
const FOR_A_WHILE: u64 = 20_000;
/// How many states are looked at on the way that packs boxes in order; it is short or leads nowhere.
const PACKING: u64 = 20_000;

impl TypedSolver for Auto {
    type Game = Sokoban;

    fn info(&self) -> &'static SolverInfo {
        &AUTO
    }

    fn run(
        &self,
        task: &Task<'_, Sokoban>,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Outcome<Plan>, SolveError> {
        Ok(solve(task, true, &WEIGHTS, budget, progress))
    }
}

impl TypedSolver for FewestPushes {
    type Game = Sokoban;

    fn info(&self) -> &'static SolverInfo {
        &SolverInfo {
            id: "fewest-pushes",
            title: "Fewest pushes",
            good_for: "A plan with as few pushes as there can be, for smaller levels.",
            method: "A* over pushes with an assignment bound, dead squares and frozen boxes.",
            guarantee: "The fewest pushes, or the proof that there is no plan.",
            ..AUTO
        }
    }

    fn run(
        &self,
        task: &Task<'_, Sokoban>,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Outcome<Plan>, SolveError> {
        Ok(solve(task, false, &[1], budget, progress))
    }
}

/// Packs the boxes in order, for something soon; then searches with one weight after the other.
fn solve(
    task: &Task<'_, Sokoban>,
    soon: bool,
    weights: &[Cost],
    budget: &Budget,
    progress: &Progress<'_>,
) -> Outcome<Plan> {
    let (room, start) = match Room::of(&task.start) {
        Ok(room) => room,
        Err(cell) => return none("nobody can come to this box".to_owned(), vec![cell]),
    };
    let Some(bound) = room.least(&start[1..]) else {
        return hopeless(&room, &start);
    };
    let (mut best, mut explored) = (None, 0);
    if let Some(packing) = soon.then(|| Packing::of(&room, &start)).flatten() {
        let packed = feature_space(&packing, start.clone(), PACKING, budget, progress);
        explored = packed.explored;
        progress.report("packed in order", explored, None, Some(bound));
        if let Some((way, cost)) = packed.way {
            let solution = plan(task, &room, &packing.pushes(&start, &way), cost);
            progress.improved(&solution);
            best = Some(solution);
        }
    }
    let better = Better {
        request: task.request,
        weights,
        for_a_while: FOR_A_WHILE,
        states: "arrangements that pushes lead to",
        plan: |pushes: &[Push], cost| plan(task, &room, pushes, cost),
    };
    better.search(&room, &start, best, explored, budget, progress)
}

fn plan(task: &Task<'_, Sokoban>, room: &Room, pushes: &[Push], cost: Cost) -> Solution<Plan> {
    let steps = room.steps(&task.start, pushes).into_iter();
    let moves = steps.map(|step| Move::new(step.to_string())).collect();
    Solution::new(Plan(moves), cost)
}

fn none(reason: String, cells: Vec<crate::game::Cell>) -> Outcome<Plan> {
    Outcome::Unsolvable(Unsolvable { reason, cells })
}

/// Why the bound says that there is no plan.
fn hopeless(room: &Room, start: &Arrangement) -> Outcome<Plan> {
    let boxes = start[1..].iter();
    let dead = boxes.filter(|square| room.far[usize::from(**square)].is_none());
    let dead: Vec<_> = dead.map(|square| room.cell(*square)).collect();
    match dead[..] {
        [] => none(
            "the boxes cannot all come to goals of their own".to_owned(),
            Vec::new(),
        ),
        [cell] => none(
            format!("the box at {cell} cannot be pushed to any goal"),
            dead,
        ),
        _ => none("these boxes cannot be pushed to any goal".to_owned(), dead),
    }
}
