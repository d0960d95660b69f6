//! `auto`: a portfolio of searches, then shortening of the plan.
//!
//! Levels that are Sokoban are first given to its solver.
//! Breadth-first search proves optimality and unsolvability; in parallel, or in turns on one thread, two best-first
//! searches find plans; they take states that differ only by the random generator for the same. The first plan ends the
//! best-first searches; it is then shortened (`shorten`), in turns with the proof.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::shorten::PlanShortener;
use super::{
    Search, SearchDone, SearchStart, Walker, no_plan, search_start, shortest_plan, sokoban,
};
use crate::analysis::Targets;
use crate::game::search::{Budget, Progress, Stop};
use crate::game::{Answer, Outcome, Plan, SolveRequest, Solver, SolverInfo, THREADS};

pub struct Auto;

static INFO: SolverInfo = SolverInfo {
    id: "auto",
    title: "Automatic",
    good_for: "Recommended: finds a plan, then shortens it.",
    method: "The solver of Sokoban, for levels that are Sokoban. Breadth-first search over packed states; in parallel, best-first search by novelty and by distances derived from the win conditions and from what the rules let objects do (a relaxation in which nothing disappears). Then looks for shortcuts between the states of the plan.",
    guarantee: "A plan, proved to be the shortest if requested or if time allows; or proof that there is none.",
    cost_unit: "moves",
    counts: false,
    options: &[THREADS],
    ..SolverInfo::EXACT
};

/// Shortening takes as long as finding the plan took, but at least this long …
const MIN_SHORTEN_TIME: Duration = Duration::from_secs(3);
/// … and at most this long.
const MAX_SHORTEN_TIME: Duration = Duration::from_secs(20);
/// Time of one turn of shortening.
const SHORTEN_SLICE: Duration = Duration::from_millis(20);
/// Number of equal shares of the memory, of which each of the two best-first searches gets one.
const MEMORY_SHARES: u64 = 5;
/// Shares of the exact search: all others.
const EXACT_MEMORY_SHARES: u64 = MEMORY_SHARES - 2;
/// States expanded per turn of a search.
const SLICE_STATES: usize = 100;
/// Number of states beyond which the exact search, if it shares a thread, rests in most rounds.
const LONG_SEARCH_STATES: u64 = 100_000;
/// Number of rounds in which it then gets one turn.
const REST_ROUNDS: u32 = 4;

impl Solver for Auto {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(&self, request: &SolveRequest<'_>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let threads = request.threads(&THREADS)?;
        let SearchStart {
            walker,
            targets,
            position,
        } = match search_start(request, INFO.id, budget)? {
            Ok(start) => start,
            Err(outcome) => return Ok(outcome),
        };
        let (start, words) = (walker.state(), walker.deterministic_words());
        let work = Work {
            is_random: words != start.len(),
            start,
            targets: targets.as_ref(),
            request,
            budget,
            progress,
            start_time: Instant::now(),
            is_done: AtomicBool::new(false),
            results: Mutex::default(),
        };
        let mut this_walker = walker.clone();
        if let Some(text) = position.sokoban_text() {
            progress.report("packing boxes", 0, None, None);
            if let Some(acts) = sokoban::plan(&text, &mut this_walker, threads, budget) {
                work.store_plan(acts);
                if request.first && !request.optimal {
                    return Ok(work.outcome(&walker));
                }
            }
        }
        let exact = Search::breadth(&work.start, work.start.len());
        let guided = [false, true].map(|by_novelty| Search::best(&work.start, words, by_novelty));
        let guided = guided.into_iter().collect();
        std::thread::scope(|scope| {
            if threads == 1 {
                return work.run(Some(exact), guided, &mut this_walker);
            }
            let (mut exact_walker, work) = (walker.clone(), &work);
            scope.spawn(move || work.run(Some(exact), Vec::new(), &mut exact_walker));
            work.run(None, guided, &mut this_walker);
        });
        Ok(work.outcome(&walker))
    }
}

struct Work<'a> {
    start: Vec<u64>,
    /// States may differ by the random generator only, which the best-first searches take for the same.
    is_random: bool,
    targets: Option<&'a Targets>,
    request: &'a SolveRequest<'a>,
    budget: &'a Budget,
    progress: &'a Progress<'a>,
    start_time: Instant,
    is_done: AtomicBool,
    results: Mutex<SearchResults>,
}

#[derive(Default)]
struct SearchResults {
    plan: Option<Vec<u8>>,
    /// Time from the start to the first plan.
    first_plan_time: Option<Duration>,
    /// Lower bound of all plans.
    bound: i64,
    /// `true` if it is proved that there is no plan.
    none: bool,
    stop: Option<Stop>,
    /// Numbers of states known to the exact search, and to the best-first ones together.
    states: [u64; 2],
}

impl Work<'_> {
    /// Runs searches in turns until all is done. The thread with the guided searches also shortens the plan.
    fn run(&self, mut exact: Option<Search>, mut guided: Vec<Search>, walker: &mut Walker) {
        let leads = !guided.is_empty();
        let mut shorten = None::<PlanShortener>;
        // Seconds spent on shortening beyond those spent on the proof.
        let mut ahead = 0.0;
        for round in 1_u32.. {
            let shortens = shorten.as_ref().is_some_and(PlanShortener::has_more);
            if self.is_over() || exact.is_none() && guided.is_empty() && !shortens {
                return;
            }
            // The proof has priority once there is a plan.
            let waits = self.request.optimal || shorten.is_some();
            let rests = |exact: &Search| {
                let is_long = exact.states() > LONG_SEARCH_STATES && !waits;
                leads && !guided.is_empty() && is_long && !round.is_multiple_of(REST_ROUNDS)
            };
            if let Some(search) = exact.as_mut().filter(|exact| !rests(exact)) {
                let start = Instant::now();
                if !self.run_slice(search, true, walker) {
                    exact = None;
                }
                ahead -= start.elapsed().as_secs_f64();
            }
            guided.retain_mut(|search| self.run_slice(search, false, walker));
            if !leads {
                continue;
            }
            self.results().states[1] = guided.iter().map(Search::states).sum();
            self.report();
            let plan = self.results().plan.clone();
            if let (None, Some(plan)) = (&shorten, plan) {
                guided.clear();
                ahead = 0.0;
                shorten = Some(PlanShortener::new(&self.start, plan, walker));
            }
            if let Some(shorter) = &mut shorten
                && (exact.is_none() || ahead <= 0.0)
            {
                let start = Instant::now();
                self.shorten(shorter, walker);
                ahead += start.elapsed().as_secs_f64();
            }
        }
    }

    /// Runs a slice of a search and records its results; returns whether it continues.
    fn run_slice(&self, search: &mut Search, is_exact: bool, walker: &mut Walker) -> bool {
        let end = (0..SLICE_STATES).find_map(|_| match self.is_over() {
            true => None,
            false => search.expand_next(walker, self.targets),
        });
        if is_exact {
            self.results().states[0] = search.states();
        }
        if let Some(end) = end {
            self.record_end(end, is_exact.then(|| search.bound()));
            return false;
        }
        if is_exact {
            self.raise_bound(search.bound());
        }
        let shares = if is_exact { EXACT_MEMORY_SHARES } else { 1 };
        let is_full = search.bytes() > self.budget.memory() / MEMORY_SHARES * shares;
        if is_full {
            self.results().stop = Some(Stop::Memory);
        }
        !is_full
    }

    fn shorten(&self, shorter: &mut PlanShortener, walker: &mut Walker) {
        let until = Instant::now() + SHORTEN_SLICE;
        while shorter.has_more() && Instant::now() < until && !self.is_over() {
            shorter.search_next(walker, &|| self.is_over());
        }
        self.store_plan(shorter.acts().to_vec());
    }

    /// Returns whether all is done or the budget is spent.
    fn is_over(&self) -> bool {
        if self.is_done.load(Ordering::Relaxed) {
            return true;
        }
        let stop = self.budget.check().err();
        if stop.is_some() {
            self.results().stop = stop;
        }
        let over = stop.is_some() || self.is_short_enough();
        if over {
            self.is_done.store(true, Ordering::Relaxed);
        }
        over
    }

    /// Records the end of a search; of the exact one with its bound.
    fn record_end(&self, end: SearchDone, exact_bound: Option<i64>) {
        let is_exact = exact_bound.is_some();
        if let Some(bound) = exact_bound {
            self.raise_bound(bound);
        }
        let over = match end {
            SearchDone::Found(acts) => {
                self.store_plan(acts);
                is_exact || self.request.first && !self.request.optimal
            }
            SearchDone::None if is_exact || !self.is_random => {
                let mut results = self.results();
                // If there is a plan, none is shorter.
                results.none = results.plan.is_none();
                results.bound = i64::MAX;
                true
            }
            SearchDone::None => false,
            // The other searches know no more. Notes the reason if it is the budget.
            SearchDone::Undecided => self.is_over() || is_exact,
        };
        if over {
            self.is_done.store(true, Ordering::Relaxed);
        }
    }

    fn raise_bound(&self, bound: i64) {
        let mut results = self.results();
        results.bound = results.bound.max(bound);
        let cost = results.plan.as_ref().map(|plan| plan.len() as i64);
        if cost.is_some_and(|cost| cost <= results.bound) {
            self.is_done.store(true, Ordering::Relaxed);
        }
    }

    /// Stores a plan if it is the shortest so far.
    fn store_plan(&self, acts: Vec<u8>) {
        let mut results = self.results();
        let plan = results.plan.as_ref();
        if plan.is_none_or(|plan| acts.len() < plan.len()) {
            let elapsed = self.start_time.elapsed();
            results.first_plan_time.get_or_insert(elapsed);
            results.plan = Some(acts);
        }
    }

    /// Returns whether the plan was shortened for long enough.
    fn is_short_enough(&self) -> bool {
        let Some(first_plan_time) = self.results().first_plan_time else {
            return false;
        };
        let extra = first_plan_time.clamp(MIN_SHORTEN_TIME, MAX_SHORTEN_TIME);
        !self.request.optimal && self.start_time.elapsed() > first_plan_time + extra
    }

    fn report(&self) {
        let results = self.results();
        let (phase, cost) = match &results.plan {
            Some(plan) => ("shorter plans", Some(plan.len() as i64)),
            None => ("searching", None),
        };
        let states = results.states.iter().sum();
        let bound = Some(results.bound);
        self.progress.report(phase, states, cost, bound);
    }

    fn results(&self) -> MutexGuard<'_, SearchResults> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn outcome(&self, walker: &Walker) -> Outcome<Plan> {
        let mut results = self.results();
        let states = results.states.iter().sum();
        self.progress.report("done", states, None, None);
        if results.none {
            return Outcome::Unsolvable(no_plan(states));
        }
        let bound = Some(results.bound.max(1));
        let Some(acts) = results.plan.take() else {
            return results.stop.unwrap_or(Stop::Method).outcome(None, bound);
        };
        let solution = shortest_plan(walker.plan(&acts), results.bound.max(1));
        match results.stop.filter(|_| !solution.optimal) {
            Some(stop) if self.request.optimal || stop == Stop::Cancelled => {
                stop.outcome(Some(solution), bound)
            }
            _ => Outcome::Solved(solution),
        }
    }
}
