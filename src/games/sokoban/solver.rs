//! Packing searches for a quick plan, which is shortened piece by piece; weighted A* over pushes for a shortest one.
//!
//! A* runs with one weight of the bound after the other, descending to 1; a large weight finds some plan soon. Each
//! later search only accepts plans cheaper than the best so far, so nodes whose cost plus bound reaches that cost are
//! pruned safely. The bound proved by any of the searches holds for all: when it equals the best cost, or a search ends
//! without a cheaper plan, the best plan is optimal. A search without any plan that ends proves that there is none.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::game::search::{BestFirst, Budget, NoProgress, Progress, Stop};
use crate::game::typed::SolveTask;
use crate::game::{
    Answer, Cell, Cost, Move, Outcome, Plan, Solution, SolveRequest, Solver, SolverInfo, THREADS,
    Unsolvable, words,
};

use super::Sokoban;
use super::board::warehouse;
use super::packing::MAX_WORK;
use super::portfolio::Portfolio;
use super::run::PackingRun;
use super::space::{BoxSpace, PUSH_COST, Push};
use super::warehouse::{State, Warehouse};
use super::windows::shorten;

/// Solver that counts pushes, with or without packing searches first.
pub(super) struct PushSolver {
    info: &'static SolverInfo,
    /// `true` if packing search runs first, for a quick plan.
    packs: bool,
    /// Weights of the bound, one for each consecutive search; the last is 1.
    weights: &'static [Cost],
}

/// Limit of expanded states per A* search for a better plan once there is one and the best is not required: as many as
/// were expanded before, but at least the first and at most the second number.
const IMPROVE_STATES: [u64; 2] = [20_000, 50_000];

/// Most packings tried once there is a plan.
const OTHER_PACKINGS: usize = 5;
/// Least limit of states for them; the limit is twice as many as the first packing took.
const PACKING_STATES: u64 = 50_000;
/// Windows in the best plan then have this many times the boxes and states of those in any plan.
const LARGE_WINDOWS: usize = 3;

/// Least limit of states of the search for fewer steps.
const STEP_STATES: u64 = 50_000;

/// Finds a plan quickly, then improves it.
pub(super) static AUTO: PushSolver = PushSolver {
    info: &SolverInfo {
        options: &[THREADS],
        improves: true,
        ..AUTO_INFO
    },
    packs: true,
    weights: &[8, 3, 1],
};

const AUTO_INFO: SolverInfo = SolverInfo {
    id: "auto",
    title: "Automatic",
    good_for: "Recommended: a plan quickly, then a shorter one for a while.",
    method: "Feature-space searches pack boxes in orders found by pulling them out; pieces of the plan are \
        shortened; then A* over pushes with an assignment bound, dead squares, frozen and enclosed boxes, less and less greedy.",
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

impl Solver for PushSolver {
    fn info(&self) -> &'static SolverInfo {
        self.info
    }

    fn run(&self, request: &SolveRequest<'_>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let task = &SolveTask::<Sokoban>::new(request, self.info().id)?;
        let (house, start) = match warehouse(&task.start) {
            Ok(house) => house,
            Err(cell) => {
                return Ok(Outcome::Unsolvable(Unsolvable::at(
                    vec![cell],
                    "the pusher cannot reach this box",
                )));
            }
        };
        let Some(bound) = house.lower_bound(&start[1..]) else {
            return Ok(goals_unreachable(&house, &start));
        };
        let space = BoxSpace::pushes(&house);
        if space.is_dead(&start) {
            let reason = "some boxes close off a part of the warehouse and can neither leave it nor reach goals";
            return Ok(Outcome::Unsolvable(Unsolvable::because(reason)));
        }
        let mut search = PushSearch {
            task,
            house: &house,
            space: &space,
            start: &start,
            threads: match self.packs {
                true => request.threads(&THREADS)?,
                false => 0,
            },
            best: None,
            explored: 0,
            packing_states: PACKING_STATES,
            next_packing: 0,
            bound,
        };
        match search.pushes(request.known) {
            Some(pushes) if self.packs => search.shorten(pushes, 1, budget, progress),
            _ if self.packs => search.pack(budget, progress),
            _ => {}
        }
        Ok(search.improve(self.weights, budget, progress))
    }
}

/// Best plan and bound so far.
struct PushSearch<'a> {
    task: &'a SolveTask<'a, Sokoban>,
    house: &'a Warehouse,
    space: &'a BoxSpace<'a>,
    start: &'a State,
    /// Number of threads of packing searches, 0 if there are none.
    threads: usize,
    best: Option<Solution<Plan>>,
    explored: u64,
    /// Limit of states for other packings.
    packing_states: u64,
    /// Number of the next packing search.
    next_packing: u64,
    /// Proved lower bound of every plan's pushes.
    bound: Cost,
}

impl PushSearch<'_> {
    /// Pushes of the best plan.
    fn cost(&self) -> Option<Cost> {
        self.best.as_ref().map(|best| best.cost)
    }

    /// Takes a plan as the best if it has fewer pushes.
    fn adopt(&mut self, pushes: &[Push], progress: &Progress<'_>) {
        let cost = pushes.len() as Cost;
        if self.cost().is_none_or(|best| cost < best) {
            self.found(pushes, progress);
        }
    }

    fn found(&mut self, pushes: &[Push], progress: &Progress<'_>) {
        let plan = self.task.start.plan(ends(self.house, pushes));
        let solution = Solution::new(plan, pushes.len() as Cost);
        progress.improved(&solution);
        self.best = Some(solution);
    }

    /// Pushes of a plan; `None` if there are no moves.
    fn pushes(&self, moves: &[Move]) -> Option<Vec<Push>> {
        let pushes = self.task.start.pushes(moves)?.into_iter();
        let pushes = pushes.map(|(cell, heading)| Some((self.house.floor.square(cell)?, heading)));
        let pushes: Option<Vec<Push>> = pushes.collect();
        pushes.filter(|_| !moves.is_empty())
    }

    /// Tries to find a plan by packing search, and shortens it.
    fn pack(&mut self, budget: &Budget, progress: &Progress<'_>) {
        let found = self.packing(u64::MAX, budget, progress);
        self.packing_states = PACKING_STATES.max(2 * self.explored);
        match found {
            Ok(pushes) => {
                let cost = Some(pushes.len() as Cost);
                progress.report("packed", self.explored, cost, Some(self.bound));
                self.shorten(pushes, 1, budget, progress);
            }
            Err(furthest) if !furthest.is_empty() => {
                let moves = self.task.start.plan(ends(self.house, &furthest));
                progress.attempted(&moves);
            }
            Err(_) => {}
        }
    }

    /// Pushes of the plan that packing searches find, or else of the search that came furthest.
    fn packing(
        &mut self,
        max_states: u64,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Vec<Push>, Vec<Push>> {
        let squares = usize::from(self.house.floor.wall());
        if (self.start.len() - 1) * squares * squares > MAX_WORK {
            return Err(Vec::new());
        }
        let run = PackingRun {
            budget,
            progress,
            bound: self.bound,
            best: self.cost(),
            threads: self.threads,
            max_states,
            explored: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
        };
        let portfolio = Portfolio {
            house: self.house,
            start: self.start,
            run: &run,
            next: AtomicU64::new(self.next_packing),
            furthest: Mutex::new(None),
        };
        let pushes = portfolio.search();
        self.next_packing = portfolio.next.load(Ordering::Relaxed);
        self.explored += run.explored.load(Ordering::Relaxed);
        let furthest = portfolio.furthest.into_inner().ok().flatten();
        pushes.ok_or_else(|| furthest.map_or_else(Vec::new, |it| it.pushes))
    }

    /// Tries other packings than that of the best plan, as their plans may be better once shortened, and shortens the best
    /// one further.
    fn pack_otherwise(&mut self, budget: &Budget, progress: &Progress<'_>) {
        let mut left = self.packing_states;
        for _ in 0..OTHER_PACKINGS {
            let before = self.explored;
            let Ok(pushes) = self.packing(left, budget, progress) else {
                break;
            };
            left = left.saturating_sub(self.explored - before);
            self.shorten(pushes, 1, budget, progress);
        }
        let moves = self.best.as_ref().map(|best| best.plan.0.as_slice());
        if let Some(pushes) = moves.and_then(|moves| self.pushes(moves)) {
            self.shorten(pushes, LARGE_WINDOWS, budget, progress);
        }
    }

    /// Shortens a plan, unless any plan will do, and takes it as the best if it has fewer pushes. Windows are `scale`
    /// times as large as in a first pass.
    fn shorten(
        &mut self,
        pushes: Vec<Push>,
        scale: usize,
        budget: &Budget,
        progress: &Progress<'_>,
    ) {
        self.adopt(&pushes, progress);
        if self.task.request.first || self.cost() == Some(self.bound) {
            return;
        }
        let (pushes, explored) = shorten(self.house, self.start, pushes, scale, budget, progress);
        self.explored += explored;
        self.adopt(&pushes, progress);
        progress.report("shortened", self.explored, self.cost(), Some(self.bound));
    }

    /// If the best plan is optimal, searches for one with as many pushes and the fewest steps: for as many states as were
    /// expanded before, or [`STEP_STATES`].
    fn save_steps(&mut self, budget: &Budget, progress: &Progress<'_>) {
        let request = self.task.request;
        let is_enough = request.first && !request.optimal;
        let Some(best) = self.best.as_ref() else {
            return;
        };
        if best.cost > self.bound || is_enough {
            return;
        }
        let cost = Some(best.cost);
        progress.report("steps", self.explored, cost, Some(self.bound));
        let walked = best.plan.0.len() as Cost - best.cost;
        let search = BestFirst {
            cost_limit: best.cost * PUSH_COST + walked,
            max_states: self.explored.max(STEP_STATES),
            ..BestFirst::default()
        };
        let space = BoxSpace::steps(self.house);
        let silent = Progress::new(&NoProgress);
        let result = search.search(&space, self.start[..].into(), budget, &silent);
        self.explored += result.explored;
        progress.report("steps", self.explored, cost, Some(self.bound));
        if let Some((pushes, _)) = result.path {
            self.found(&pushes, progress);
        }
    }

    /// Runs A* with one weight after the other.
    fn improve(
        mut self,
        weights: &[Cost],
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Outcome<Plan> {
        let request = self.task.request;
        for weight in weights {
            let cost = self.cost();
            let enough = request.first && !request.optimal && cost.is_some();
            if cost == Some(self.bound) || enough {
                break;
            }
            let search = BestFirst {
                weight: *weight,
                cost_limit: cost.unwrap_or(Cost::MAX),
                max_states: match request.optimal || cost.is_none() {
                    true => u64::MAX,
                    false => self.explored.clamp(IMPROVE_STATES[0], IMPROVE_STATES[1]),
                },
            };
            let result = search.search(self.space, self.start[..].into(), budget, progress);
            self.explored += result.explored;
            self.bound = self.bound.max(result.bound.unwrap_or(0));
            match (result.path, result.stopped) {
                (Some((pushes, _)), _) => self.found(&pushes, progress),
                // This search reached only its own limit.
                (None, Some(Stop::Deadline)) if budget.check().is_ok() => {}
                (None, Some(stop)) => {
                    progress.report("stopped", self.explored, cost, Some(self.bound));
                    return stop.outcome(self.best, Some(self.bound));
                }
                (None, None) => match cost {
                    Some(cost) => self.bound = cost,
                    None => {
                        progress.report("exhausted", self.explored, None, Some(self.bound));
                        let states = words::count(result.explored, "reachable arrangements");
                        let reason = format!("{states} explored; none is a solution");
                        return Outcome::Unsolvable(Unsolvable::because(reason));
                    }
                },
            }
            let cost = self.cost();
            let phase = format!("weight {weight}");
            progress.report(phase, self.explored, cost, Some(self.bound));
        }
        let is_open = self.cost().is_some_and(|cost| cost > self.bound);
        if is_open && self.threads > 0 && !request.first && !request.optimal {
            self.pack_otherwise(budget, progress);
        }
        self.save_steps(budget, progress);
        match self.best {
            Some(mut solution) => {
                solution.optimal = solution.cost == self.bound;
                solution.lower_bound = Some(self.bound);
                Outcome::Solved(solution)
            }
            // Never: without a plan, searches have no limit of their own.
            None => Stop::Deadline.outcome(None, Some(self.bound)),
        }
    }
}

/// Source and destination cell of each push.
fn ends(house: &Warehouse, pushes: &[Push]) -> impl Iterator<Item = (Cell, Cell)> {
    pushes.iter().map(|(square, heading)| {
        let to = house.floor.neighbour(*square, *heading);
        (house.cell(*square), house.cell(to))
    })
}

/// Explains why the assignment bound is infinite.
fn goals_unreachable(house: &Warehouse, start: &State) -> Outcome<Plan> {
    let boxes = start[1..].iter();
    let dead = boxes.filter(|square| house.is_dead(**square));
    let dead: Vec<_> = dead.map(|square| house.cell(*square)).collect();
    let reason = match dead[..] {
        [] => "the boxes cannot all reach goals of their own".to_owned(),
        [cell] => format!("the box at {cell} cannot be pushed to any goal"),
        _ => "these boxes cannot be pushed to any goal".to_owned(),
    };
    Outcome::Unsolvable(Unsolvable::at(dead, reason))
}
