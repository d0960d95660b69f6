//! A* over pushes, for a shortest plan or for a quick one that is then improved.

use crate::game::search::{AnytimeSearch, Arrangement, Budget, Packing, Progress};
use crate::game::typed::{Task, TypedSolver};
use crate::game::{Answer, Cell, Cost, Outcome, Plan, Solution, SolverInfo, Unsolvable};

use super::Sokoban;
use super::packing::Boxes;
use super::room::{Push, Room};

pub(super) struct Pushes {
    info: &'static SolverInfo,
    /// `true` if packing search runs first, for a quick plan.
    packs: bool,
    /// Weights of the bound, one for each consecutive search.
    weights: &'static [Cost],
}

/// Expanded states per search for a better plan once there is one.
const FOR_A_WHILE: u64 = 20_000;

/// Finds a plan quickly, then improves it.
pub(super) static AUTO: Pushes = Pushes {
    info: &SOON,
    packs: true,
    weights: &[8, 3, 1],
};

const SOON: SolverInfo = SolverInfo {
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

pub(super) static FEWEST: Pushes = Pushes {
    info: &SolverInfo {
        id: "fewest-pushes",
        title: "Fewest pushes",
        good_for: "For the fewest pushes in smaller levels.",
        method: "A* over pushes with an assignment bound, dead squares, frozen and enclosed boxes.",
        guarantee: "The fewest pushes, or proof that there is no plan.",
        ..SOON
    },
    packs: false,
    weights: &[1],
};

impl TypedSolver for Pushes {
    type Game = Sokoban;

    const INFO: &'static SolverInfo = &SOON;

    fn info(&self) -> &'static SolverInfo {
        self.info
    }

    fn run(&self, task: &Task<'_, Sokoban>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let (room, start) = match Room::of(&task.start) {
            Ok(room) => room,
            Err(cell) => return Ok(none("the pusher cannot reach this box", vec![cell])),
        };
        let Some(bound) = room.least(&start[1..]) else {
            return Ok(hopeless(&room, &start));
        };
        if room.is_shut(&start) {
            let reason = "some boxes close off a part of the warehouse and can neither leave it nor reach goals";
            return Ok(none(reason, Vec::new()));
        }
        let plan = |pushes: &[Push], cost| Solution::new(task.start.plan(room.ways(pushes)), cost);
        let (mut best, mut explored) = (None, 0);
        let packing = self
            .packs
            .then(|| Packing::of(Boxes::of(&room), &start, budget).ok()?)
            .flatten();
        if let Some(mut packing) = packing {
            let packed = packing.pack(&start, budget, progress, |looked| {
                explored += looked;
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
            for_a_while: FOR_A_WHILE,
            states: "reachable arrangements",
            plan,
        };
        Ok(search.search(&room, &start, best, explored, budget, progress))
    }
}

fn none(reason: impl Into<String>, cells: Vec<Cell>) -> Outcome<Plan> {
    let reason = reason.into();
    Outcome::Unsolvable(Unsolvable { reason, cells })
}

/// Explains why the assignment bound is infinite.
fn hopeless(room: &Room, start: &Arrangement) -> Outcome<Plan> {
    let boxes = start[1..].iter();
    let dead = boxes.filter(|square| room.far[usize::from(**square)].is_none());
    let dead: Vec<_> = dead.map(|square| room.cell(*square)).collect();
    let reason = match dead[..] {
        [] => "the boxes cannot all reach goals of their own".to_owned(),
        [cell] => format!("the box at {cell} cannot be pushed to any goal"),
        _ => "these boxes cannot be pushed to any goal".to_owned(),
    };
    none(reason, dead)
}
