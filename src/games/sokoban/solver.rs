//! A* over pushes, for a shortest plan or for a quick one that is then improved.

use crate::game::search::{AnytimeSearch, Arrangement, Budget, Packing, Progress};
use crate::game::typed::{SolveTask, TypedSolver};
use crate::game::{Answer, Cell, Cost, Outcome, Plan, Solution, SolverInfo, Unsolvable};

use super::Sokoban;
use super::packing::PackingSpace;
use super::space::{Push, PushSpace};

pub(super) struct PushSolver {
    info: &'static SolverInfo,
    /// `true` if packing search runs first, for a quick plan.
    packs: bool,
    /// Weights of the bound, one for each consecutive search.
    weights: &'static [Cost],
}

/// Expanded states per search for a better plan once there is one.
const IMPROVE_STATES: u64 = 20_000;

/// Finds a plan quickly, then improves it.
pub(super) static AUTO: PushSolver = PushSolver {
    info: &AUTO_INFO,
    packs: true,
    weights: &[8, 3, 1],
};

const AUTO_INFO: SolverInfo = SolverInfo {
    id: "auto",
    title: "Automatic",
    good_for: "Recommended: a plan quickly, then a shorter one for a while.",
    method: "Feature-space search packs boxes in an order found by pulling them out; then A* over \
        pushes with an assignment bound, dead squares, frozen and enclosed boxes, less and less greedy.",
    guarantee: "A plan, or proof that there is none, within the limits of time and memory.",
    cost_unit: "pushes",
    counts: false,
    ..SolverInfo::EXACT
};

pub(super) static FEWEST: PushSolver = PushSolver {
    info: &SolverInfo {
        id: "fewest-pushes",
        title: "Fewest pushes",
        good_for: "For the fewest pushes in smaller levels.",
        method: "A* over pushes with an assignment bound, dead squares, frozen and enclosed boxes.",
        guarantee: "The fewest pushes, or proof that there is no plan.",
        ..AUTO_INFO
    },
    packs: false,
    weights: &[1],
};

impl TypedSolver for PushSolver {
    type Game = Sokoban;

    const INFO: &'static SolverInfo = &AUTO_INFO;

    fn info(&self) -> &'static SolverInfo {
        self.info
    }

    fn run(
        &self,
        task: &SolveTask<'_, Sokoban>,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Answer {
        let (space, start) = match PushSpace::new(&task.start) {
            Ok(space) => space,
            Err(cell) => return Ok(unsolvable("the pusher cannot reach this box", vec![cell])),
        };
        let Some(bound) = space.lower_bound(&start[1..]) else {
            return Ok(goals_unreachable(&space, &start));
        };
        if space.is_corral_deadlock(&start) {
            let reason = "some boxes close off a part of the warehouse and can neither leave it nor reach goals";
            return Ok(unsolvable(reason, Vec::new()));
        }
        let plan = |pushes: &[Push], cost| Solution::new(task.start.plan(space.ends(pushes)), cost);
        let (mut best, mut explored) = (None, 0);
        let packing = self
            .packs
            .then(|| Packing::new(PackingSpace::new(&space), &start, budget).ok()?)
            .flatten();
        if let Some(mut packing) = packing {
            let packed = packing.pack(&start, budget, progress, |count| {
                explored += count;
                progress.report("packing", explored, None, Some(bound));
            });
            if let Some((pushes, cost)) = packed {
                let solution = plan(&pushes, cost);
                progress.improved(&solution);
                best = Some(solution);
            }
        }
        let search = AnytimeSearch {
            request: task.request,
            weights: self.weights,
            improve_limit: IMPROVE_STATES,
            states: "reachable arrangements",
            plan,
        };
        Ok(search.search(&space, &start, best, explored, budget, progress))
    }
}

fn unsolvable(reason: impl Into<String>, cells: Vec<Cell>) -> Outcome<Plan> {
    let reason = reason.into();
    Outcome::Unsolvable(Unsolvable { reason, cells })
}

/// Explains why the assignment bound is infinite.
fn goals_unreachable(space: &PushSpace, start: &Arrangement) -> Outcome<Plan> {
    let boxes = start[1..].iter();
    let dead = boxes.filter(|square| space.nearest[usize::from(**square)].is_none());
    let dead: Vec<_> = dead.map(|square| space.cell(*square)).collect();
    let reason = match dead[..] {
        [] => "the boxes cannot all reach goals of their own".to_owned(),
        [cell] => format!("the box at {cell} cannot be pushed to any goal"),
        _ => "these boxes cannot be pushed to any goal".to_owned(),
    };
    unsolvable(reason, dead)
}
