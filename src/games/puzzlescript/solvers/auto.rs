//! `auto`: a portfolio of searches, then shortening of the plan.
//!
//! Breadth-first search proves optimality and unsolvability; in parallel, or in turns on one thread, two best-first
//! searches find plans (`guided`). States are identified without the random generator, so with randomness nothing is
//! proved. The first plan ends the best-first searches; it is then shortened (`shorten`), in turns with the proof.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::breadth::Breadth;
use super::guided::{Guided, Order};
use super::shorten::Shorten;
use super::walker::Walker;
use super::{Beginning, End, Search, none};
use crate::analysis::Targets;
use crate::game::search::{Budget, Progress, Stop};
use crate::game::{Answer, Outcome, Plan, Solution, SolveRequest, Solver, SolverInfo, THREADS};

pub struct Auto;

static INFO: SolverInfo = SolverInfo {
    id: "auto",
    title: "Automatic",
    good_for: "Recommended: finds a plan, then shortens it.",
    method: "Breadth-first search over packed states; in parallel, best-first search by novelty and by distances derived from the win conditions and from what the rules let objects do (a relaxation in which nothing disappears). Then looks for shortcuts between the states of the plan.",
    guarantee: "A plan, proved to be the shortest if requested or if time allows; or proof that there is none.",
    cost_unit: "moves",
    counts: false,
    options: &[THREADS],
    ..SolverInfo::EXACT
};

/// Shortening takes as long as finding the plan took, but at least this long …
const LEAST_TO_SHORTEN: Duration = Duration::from_secs(3);
/// … and at most this long.
const MOST_TO_SHORTEN: Duration = Duration::from_secs(20);

/// States expanded per turn of a search.
const PORTION: usize = 100;

/// Number of states beyond which the exact search, if it shares a thread, gets a turn only in every [`RESTS`]th
/// round.
const LONG: u64 = 100_000;
const RESTS: u32 = 4;

impl Solver for Auto {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(&self, request: &SolveRequest<'_>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let threads = request.threads(&THREADS)?;
        let Beginning { walker, targets } = match Beginning::of(request, INFO.id)? {
            Ok(beginning) => beginning,
            Err(outcome) => return Ok(outcome),
        };
        let (start, apart) = (walker.state(), walker.without_chance());
        let work = Work {
            proves: apart == start.len(),
            start,
            targets: targets.as_ref(),
            request,
            budget,
            progress,
            begun: Instant::now(),
            over: AtomicBool::new(false),
            found: Mutex::default(),
        };
        let exact = Exact {
            search: Breadth::new(&work.start, apart),
            memory: budget.memory() / 5 * 3,
        };
        let guided = [Order::Near, Order::New].map(|order| Guided::new(&work.start, apart, order));
        let guided = guided.into_iter().collect();
        std::thread::scope(|scope| {
            let mut here = walker.clone();
            if threads == 1 {
                return work.run(Some(exact), guided, &mut here);
            }
            let (mut beside, work) = (walker.clone(), &work);
            scope.spawn(move || work.run(Some(exact), Vec::new(), &mut beside));
            work.run(None, guided, &mut here);
        });
        Ok(work.outcome(&walker))
    }
}

/// The search that proves, with its memory limit in bytes.
struct Exact {
    search: Breadth,
    memory: u64,
}

/// State shared by the threads.
struct Work<'a> {
    start: Vec<u64>,
    /// `true` if searches prove anything; not if states differ by the random generator only.
    proves: bool,
    targets: Option<&'a Targets>,
    request: &'a SolveRequest<'a>,
    budget: &'a Budget,
    progress: &'a Progress<'a>,
    begun: Instant,
    over: AtomicBool,
    found: Mutex<Found>,
}

/// Results so far.
#[derive(Default)]
struct Found {
    plan: Option<Vec<u8>>,
    /// Time of the first plan.
    after: Option<Duration>,
    /// Lower bound of all plans.
    bound: i64,
    /// `true` if there is no plan.
    none: bool,
    stop: Option<Stop>,
    /// States known to the exact search and to the others.
    states: [u64; 2],
}

impl Work<'_> {
    /// Runs searches in turns until all is done. The thread with the guided searches also shortens the plan.
    fn run(&self, mut exact: Option<Exact>, mut guided: Vec<Guided>, walker: &mut Walker) {
        let leads = !guided.is_empty();
        let mut shorten = None::<Shorten>;
        // Seconds spent on shortening beyond those spent on the proof.
        let mut ahead = 0.0;
        for round in 1_u32.. {
            let shortens = shorten.as_ref().is_some_and(Shorten::has_more);
            if self.is_over() || exact.is_none() && guided.is_empty() && !shortens {
                return;
            }
            // The proof has priority once there is a plan.
            let waits = self.request.optimal || shorten.is_some();
            let rests = |seat: &Exact| {
                let is_long = seat.search.states() > LONG && !waits;
                leads && is_long && !round.is_multiple_of(RESTS)
            };
            if let Some(seat) = exact.as_mut().filter(|seat| !rests(seat)) {
                let begun = Instant::now();
                if !self.go_on_exactly(seat, walker) {
                    exact = None;
                }
                ahead -= begun.elapsed().as_secs_f64();
            }
            guided.retain_mut(|search| {
                let end = self.portion(search, walker);
                let is_full = search.bytes() > self.budget.memory() / 5;
                if is_full {
                    self.found().stop = Some(Stop::Memory);
                }
                let goes_on = end.is_none() && !is_full;
                end.into_iter().for_each(|end| self.end(end, false));
                goes_on
            });
            if !leads {
                continue;
            }
            self.found().states[1] = guided.iter().map(Search::states).sum();
            self.tell();
            if shorten.is_none()
                && let Some(plan) = self.plan()
            {
                guided.clear();
                ahead = 0.0;
                shorten = Some(Shorten::new(&self.start, plan, walker));
            }
            if let Some(shorter) = &mut shorten
                && (exact.is_none() || ahead <= 0.0)
            {
                let begun = Instant::now();
                self.shorten(shorter, walker);
                ahead += begun.elapsed().as_secs_f64();
            }
        }
    }

    /// Runs a slice of the exact search; returns whether it continues.
    fn go_on_exactly(&self, seat: &mut Exact, walker: &mut Walker) -> bool {
        let search = &mut seat.search;
        let end = self.portion(search, walker);
        self.found().states[0] = search.states();
        if let Some(end) = end {
            self.end(end, true);
            return false;
        }
        if self.proves {
            self.is_at_least(search.bound());
        }
        let is_full = search.bytes() > seat.memory;
        if is_full {
            self.found().stop = Some(Stop::Memory);
        }
        !is_full
    }

    /// Shortens the plan for 20 ms.
    fn shorten(&self, shorter: &mut Shorten, walker: &mut Walker) {
        let until = Instant::now() + Duration::from_millis(20);
        while shorter.has_more() && Instant::now() < until && !self.is_over() {
            shorter.go_on(walker, &|| self.is_over());
        }
        self.keep(shorter.acts().to_vec());
    }

    fn portion(&self, search: &mut impl Search, walker: &mut Walker) -> Option<End> {
        (0..PORTION).find_map(|_| match self.is_over() {
            true => None,
            false => search.go_on(walker, self.targets),
        })
    }

    /// Returns whether all is done or the budget is spent.
    fn is_over(&self) -> bool {
        if self.over.load(Ordering::Relaxed) {
            return true;
        }
        let stop = self.budget.check().err();
        if stop.is_some() {
            self.found().stop = stop;
        }
        let over = stop.is_some() || self.is_short_enough();
        if over {
            self.over.store(true, Ordering::Relaxed);
        }
        over
    }

    /// Records the end of a search.
    fn end(&self, end: End, is_exact: bool) {
        let over = match end {
            End::Found(acts) => {
                let proves = is_exact && self.proves;
                if proves {
                    self.found().bound = acts.len() as i64;
                }
                self.keep(acts);
                proves || self.request.first && !self.request.optimal
            }
            End::None if self.proves => {
                let mut found = self.found();
                // If there is a plan, none is shorter.
                found.none = found.plan.is_none();
                found.bound = i64::MAX;
                true
            }
            End::None => false,
        };
        if over {
            self.over.store(true, Ordering::Relaxed);
        }
    }

    /// Raises the lower bound.
    fn is_at_least(&self, bound: i64) {
        let mut found = self.found();
        found.bound = found.bound.max(bound);
        let cost = found.plan.as_ref().map(|plan| plan.len() as i64);
        if cost.is_some_and(|cost| cost <= found.bound) {
            self.over.store(true, Ordering::Relaxed);
        }
    }

    fn plan(&self) -> Option<Vec<u8>> {
        self.found().plan.clone()
    }

    /// Stores a plan if it is the shortest so far.
    fn keep(&self, acts: Vec<u8>) {
        let mut found = self.found();
        if found
            .plan
            .as_ref()
            .is_none_or(|plan| acts.len() < plan.len())
        {
            found.after.get_or_insert_with(|| self.begun.elapsed());
            found.plan = Some(acts);
        }
    }

    /// Returns whether the plan was shortened for long enough.
    fn is_short_enough(&self) -> bool {
        let Some(after) = self.found().after else {
            return false;
        };
        let more = after.clamp(LEAST_TO_SHORTEN, MOST_TO_SHORTEN);
        !self.request.optimal && self.begun.elapsed() > after + more
    }

    fn tell(&self) {
        let found = self.found();
        let (phase, cost) = match &found.plan {
            Some(plan) => ("shorter plans", Some(plan.len() as i64)),
            None => ("searching", None),
        };
        let states = found.states.iter().sum();
        self.progress.report(phase, states, cost, Some(found.bound));
    }

    fn found(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn outcome(&self, walker: &Walker) -> Outcome<Plan> {
        let mut found = self.found();
        let states = found.states.iter().sum();
        self.progress.report("done", states, None, None);
        if found.none {
            return Outcome::Unsolvable(none(states));
        }
        let bound = Some(found.bound.max(1));
        let Some(acts) = found.plan.take() else {
            let stop = found.stop.unwrap_or(Stop::Memory);
            return stop.outcome(None, bound);
        };
        let cost = acts.len() as i64;
        let plan = walker.plan(&acts);
        if cost <= found.bound {
            return Outcome::Solved(Solution::best(plan, cost));
        }
        let solution = Solution {
            lower_bound: bound,
            ..Solution::new(plan, cost)
        };
        match found.stop {
            Some(stop) if self.request.optimal || stop == Stop::Cancelled => {
                stop.outcome(Some(solution), bound)
            }
            _ => Outcome::Solved(solution),
        }
    }
}
