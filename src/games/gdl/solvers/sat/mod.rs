//! Planning as satisfiability (H. Kautz and B. Selman, “Planning as Satisfiability”, 1992): the network is unrolled in
//! time, one copy per step, and a SAT solver is asked for plans that end within a window of steps. Lengths that are
//! refuted without a gap raise the lower bound. Further plans are found by forbidding those known. Before that, a set
//! of moves without order may be tried (`unordered.rs`), which needs one copy only.

pub(super) mod encode;
pub(super) mod solver;
mod unordered;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use batsat::{Callbacks, Lit as SatLit, SolverInterface as _, lbool};
use encode::{POSITIVE, TooLarge, Unrolled};

use crate::analysis::{PlanLengths, SearchNet};
use crate::solvers::answers::{several, spent};
use crate::solvers::heuristics::effects;
use crate::solvers::problem::GdlProblem;
use planwright_game::search::{Budget, Progress, Stop};
use planwright_game::{Outcome, Plan, Solution, Unsolvable};
pub(super) use unordered::UnorderedPlan;

/// Time for one window of lengths in the first pass; it doubles from pass to pass.
const WINDOW_SECONDS: f64 = 1.0;
/// A pass over unlimited lengths ends after this multiple of the window's time, to try undecided windows again.
const WINDOWS_PER_PASS: f64 = 12.0;
/// Time for the question whether a game can last longer; undecided means that it may.
const LONGER_SECONDS: f64 = 2.0;

/// Stops the engine when its clock or the budget has run out.
#[derive(Default)]
pub(super) struct EngineStop {
    budget: Budget,
    clock: Arc<EngineClock>,
}

/// Deadline that the engine's callback shares with its caller.
#[derive(Default)]
pub(super) struct EngineClock {
    deadline: Mutex<Option<Instant>>,
    /// Once set, it stays so until the next question: the engine checks several times before it returns.
    over: AtomicBool,
}

impl EngineClock {
    /// Starts the time for the next question; without one there is no limit.
    pub fn start(&self, time: Option<Duration>) {
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        *self.deadline.lock().unwrap_or_else(PoisonError::into_inner) = deadline;
        self.over.store(false, Ordering::Relaxed);
    }

    fn is_over(&self) -> bool {
        let deadline = *self.deadline.lock().unwrap_or_else(PoisonError::into_inner);
        let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.over.fetch_or(late, Ordering::Relaxed) || late
    }
}

impl EngineStop {
    /// Stops the engine after this time, or when the budget runs out.
    pub fn within(time: Option<Duration>, budget: &Budget) -> Self {
        let clock = Arc::default();
        EngineClock::start(&clock, time);
        Self::new(&clock, budget)
    }

    /// Stops the engine by this clock, or when the budget runs out.
    pub fn new(clock: &Arc<EngineClock>, budget: &Budget) -> Self {
        Self {
            budget: budget.clone(),
            clock: Arc::clone(clock),
        }
    }
}

impl Callbacks for EngineStop {
    fn stop(&self) -> bool {
        self.clock.is_over() || self.budget.check().is_err()
    }
}

/// Search for plans in the network unrolled so far.
struct SatSearch<'p, 'v> {
    view: &'v SearchNet,
    formula: Unrolled<'v>,
    clock: Arc<EngineClock>,
    budget: &'p Budget,
    /// No plan has fewer steps, except those found and then forbidden.
    bound: usize,
    /// Plans may visit no state twice.
    visits_no_state_twice: bool,
}

/// Answer of the SAT solver to one question.
enum SatAnswer {
    /// The moves of a plan, as numbers of the view.
    Yes(Vec<u32>),
    No,
    Unknown,
}

impl SatSearch<'_, '_> {
    /// Asks for a plan that ends at one of these times (numbers of steps), for `seconds` at most.
    fn solve_window(
        &mut self,
        times: std::ops::RangeInclusive<usize>,
        seconds: Option<f64>,
    ) -> SatAnswer {
        let formula = &mut self.formula;
        let mut clause: Vec<SatLit> = times.map(|time| formula.steps[time].solved).collect();
        let selector = SatLit::new(formula.engine.new_var_default(), POSITIVE);
        clause.push(!selector);
        formula.clause(&clause);
        let answer = self.solve(selector, seconds);
        // The question is over; this disables its clause.
        self.formula.clause(&[!selector]);
        answer
    }

    /// Asks for an assignment with this literal true: a plan, or for [`Self::check_longer`] any game of that length.
    fn solve(&mut self, assumption: SatLit, seconds: Option<f64>) -> SatAnswer {
        let left = self.budget.time_left();
        let limit = seconds.map(Duration::from_secs_f64);
        self.clock.start(left.into_iter().chain(limit).min());
        loop {
            match self.formula.solve(&[assumption]) {
                answer if answer == lbool::TRUE => {}
                answer if answer == lbool::FALSE => return SatAnswer::No,
                _ => return SatAnswer::Unknown,
            }
            let moves = self.formula.moves();
            let twice = match self.visits_no_state_twice {
                true => self.formula.visited_twice(moves.len()),
                false => Vec::new(),
            };
            if twice.is_empty() {
                return SatAnswer::Yes(moves);
            }
            // That states differ is encoded for pairs of times only as they turn up (as in temporal induction, Eén
            // and Sörensson 2003): most never matter.
            for (before, after) in twice {
                self.formula.forbid_repeat(before, after);
            }
        }
    }

    /// Unrolls the network up to a time. Memory ends it as the budget does.
    fn extend(&mut self, time: usize) -> Result<(), SatEnd> {
        while self.formula.steps.len() <= time {
            self.budget.check().map_err(SatEnd::Stop)?;
            self.formula
                .grow()
                .map_err(|TooLarge| SatEnd::Stop(spent(self.budget).unwrap_or(Stop::Memory)))?;
        }
        Ok(())
    }

    /// End after an undecided question: by the budget, or, if that has not run out, for lack of time for the formula.
    fn stop(&self) -> SatEnd {
        SatEnd::Stop(spent(self.budget).unwrap_or(Stop::Deadline))
    }

    /// Finds a shortest plan: every length is decided before the next.
    fn shortest(&mut self) -> Result<Vec<u32>, SatEnd> {
        let last = self.view.max_length();
        loop {
            let time = self.bound;
            if time > last {
                return Err(SatEnd::None);
            }
            self.extend(time)?;
            match self.solve_window(time..=time, None) {
                SatAnswer::Yes(moves) => return Ok(moves),
                SatAnswer::Unknown => return Err(self.stop()),
                SatAnswer::No => self.bound += 1,
            }
            self.check_longer(time)?;
        }
    }

    /// Finds any plan, then shorter and shorter ones: if few lengths are possible, that is easier than to refute some.
    fn descending(&mut self) -> Result<Vec<u32>, SatEnd> {
        let mut last = self.view.max_length();
        self.extend(last)?;
        let mut best = None;
        while self.bound <= last {
            match self.solve_window(self.bound..=last, None) {
                SatAnswer::Yes(moves) => {
                    last = moves.len().saturating_sub(1);
                    best = Some(moves);
                }
                SatAnswer::No => self.bound = last + 1,
                // The plan found so far, if any, is the answer; the caller does not take it for a shortest one.
                SatAnswer::Unknown => break,
            }
        }
        best.ok_or_else(|| match self.bound <= last {
            true => self.stop(),
            false => SatEnd::None,
        })
    }

    /// Checks that a game can last longer than this; if not, all is decided, as lengths up to this are refuted.
    fn check_longer(&mut self, time: usize) -> Result<(), SatEnd> {
        // A move is made after `time` moves.
        let active = self.formula.steps[time].active;
        match self.solve(active, Some(LONGER_SECONDS)) {
            SatAnswer::No => Err(SatEnd::None),
            _ => Ok(()),
        }
    }

    /// Finds any plan: each window of lengths has limited time; undecided ones are tried again with more.
    fn any(&mut self) -> Result<Vec<u32>, SatEnd> {
        let last = self.view.max_length();
        let mut seconds = WINDOW_SECONDS;
        loop {
            let mut undecided = false;
            let mut from = self.bound;
            let mut width = 1;
            let start = Instant::now();
            loop {
                let to = (from + width - 1).min(last);
                if from > last {
                    break;
                }
                match self.extend(to) {
                    // Longer plans do not fit in the memory: the undecided windows are tried again.
                    Err(SatEnd::Stop(Stop::Memory)) if undecided => break,
                    other => other?,
                }
                match self.solve_window(from..=to, Some(seconds)) {
                    SatAnswer::Yes(moves) => return Ok(moves),
                    // All shorter lengths are refuted as well.
                    SatAnswer::No if !undecided => {
                        self.bound = to + 1;
                        self.check_longer(to)?;
                    }
                    SatAnswer::No => {}
                    SatAnswer::Unknown => undecided = true,
                }
                if spent(self.budget).is_some() {
                    return Err(self.stop());
                }
                // Windows grow with the lengths, so that few are needed for long plans.
                from = to + 1;
                width = (from / 3).max(1);
                let is_late = start.elapsed().as_secs_f64() > WINDOWS_PER_PASS * seconds;
                if undecided && last == usize::MAX && is_late {
                    break;
                }
            }
            if !undecided && from > last {
                return Err(SatEnd::None);
            }
            seconds *= 2.0;
        }
    }
}

/// Reason why a search gives no further plan.
enum SatEnd {
    /// There is no plan, or no other than those forbidden.
    None,
    Stop(Stop),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SatTarget {
    Any,
    Shortest,
    /// The shortest that is found in time, from the longest possible downwards.
    Descending,
}

impl SatTarget {
    pub fn new(optimal: bool) -> Self {
        match optimal {
            true => Self::Shortest,
            false => Self::Any,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct SatQuery {
    pub target: SatTarget,
    /// Number of plans requested.
    pub count: usize,
    /// No plan has fewer steps.
    pub bound: usize,
    /// A set of moves without order is tried first, if one plan is requested.
    pub unordered: bool,
}

impl SatQuery {
    /// Returns whether plans may visit no state twice: several are requested, which must not differ only in detours.
    /// The view must then have the displayed states.
    pub fn visits_no_state_twice(&self) -> bool {
        self.count > 1
    }
}

/// Searches for plans; `Unsolvable` if there are none.
pub(super) fn run(
    problem: &GdlProblem,
    view: &SearchNet,
    query: SatQuery,
    budget: &Budget,
    progress: &Progress<'_>,
) -> Outcome<Plan> {
    if view.lengths == PlanLengths::EMPTY {
        return Outcome::Unsolvable(Unsolvable::default());
    }
    let clock: Arc<EngineClock> = Arc::default();
    let watch = EngineStop::new(&clock, budget);
    let bound = query.bound.max(view.lengths.min);
    let mut search = SatSearch {
        view,
        formula: Unrolled::new(view, watch, budget),
        clock,
        budget,
        visits_no_state_twice: query.visits_no_state_twice(),
        bound: bound.max(effects::bound(view, budget)),
    };
    progress.report("formula", 0, None, Some(query.bound as i64));
    let shortest = query.target == SatTarget::Shortest;
    let mut found: Vec<Vec<u32>> = Vec::new();
    if query.unordered && query.count == 1 {
        match unordered(view, budget) {
            Some(UnorderedPlan::Impossible) => return Outcome::Unsolvable(Unsolvable::default()),
            // If a shortest plan is requested, only the bound can prove that this is one.
            Some(UnorderedPlan::Moves(moves)) if !shortest || moves.len() <= search.bound => {
                let cost = moves.len() as i64;
                let mut best = Solution::new(problem.plan(view, &moves), cost);
                best.lower_bound = Some(search.bound as i64);
                best.optimal = cost == search.bound as i64;
                progress.report("formula", 0, None, best.lower_bound);
                return Outcome::Solved(best);
            }
            // None was found, or one that need not be a shortest: the time steps decide.
            _ => {}
        }
    }
    let end = loop {
        let plan = match query.target {
            SatTarget::Any => search.any(),
            SatTarget::Shortest => search.shortest(),
            SatTarget::Descending => search.descending(),
        };
        match plan {
            Ok(moves) => {
                search.forbid(&moves);
                found.push(moves);
                if found.len() >= query.count {
                    break None;
                }
            }
            Err(SatEnd::None) => break None,
            Err(SatEnd::Stop(stop)) => break Some(stop),
        }
    };
    // A window holds several lengths, so the first one found need not be the shortest.
    found.sort_by_key(Vec::len);
    if let Some(shortest) = found.first() {
        // Plans found are forbidden, so later proofs hold for others only.
        search.bound = search.bound.min(shortest.len());
    }
    let conflicts = search.formula.engine.num_conflicts();
    progress.report("formula", conflicts, None, Some(search.bound as i64));
    let plans = found
        .iter()
        .map(|moves| problem.plan(view, moves))
        .collect();
    // Whether the first is a shortest one is decided below.
    let mut best = several(plans, false);
    let lower_bound = Some(search.bound as i64);
    if let Some(best) = &mut best {
        best.optimal = Some(best.cost) == lower_bound;
        best.lower_bound = lower_bound;
        // The search ended with the first plan, so the number of plans is unknown.
        if query.count == 1 {
            best.solutions = None;
        }
    }
    match (end, best) {
        (None, Some(best)) => Outcome::Solved(best),
        (None, None) => Outcome::Unsolvable(Unsolvable::default()),
        (Some(stop), best) => stop.outcome(best, lower_bound),
    }
}

/// Finds a plan if the order of moves hardly matters, in half of the time; `None` if it matters, or the time ends.
pub(super) fn unordered(view: &SearchNet, budget: &Budget) -> Option<UnorderedPlan> {
    let watch = EngineStop::within(budget.time_left().map(|left| left / 2), budget);
    let mut formula = Unrolled::new(view, watch, budget);
    unordered::solve(&mut formula, view, budget)
}

impl SatSearch<'_, '_> {
    /// Forbids a plan: these moves, and none after them.
    fn forbid(&mut self, moves: &[u32]) {
        let steps = &self.formula.steps;
        let chosen = steps.iter().zip(moves).filter_map(|(step, mv)| {
            let mut moves = step.moves.iter();
            moves.find(|(number, _)| number == mv).map(|(_, lit)| !*lit)
        });
        let end = steps.get(moves.len()).map(|end| end.active);
        let clause: Vec<SatLit> = chosen.chain(end).collect();
        self.formula.clause(&clause);
    }
}
