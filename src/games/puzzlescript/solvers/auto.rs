//! `auto`: searches of several kinds side by side; then the plan is made shorter for a while.

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

/// The portfolio.
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

/// A plan that was found is made shorter for as long as it took to find it, and for this long at least.
const LEAST_TO_SHORTEN: Duration = Duration::from_secs(3);
/// A plan that was found is made shorter for this long at most.
const MOST_TO_SHORTEN: Duration = Duration::from_secs(20);

/// States that a search looks at before the next one has its turn.
const PORTION: usize = 100;

/// States after which the exact search, where it shares a thread with others, has its turn in one round of [`RESTS`] only:
/// by then it has seen more than a plain search does in ten seconds.
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

/// The search that proves things, with the memory that it may take.
struct Exact {
    search: Breadth,
    memory: u64,
}

/// What the threads share.
struct Work<'a> {
    start: Vec<u64>,
    /// Whether searches prove something: not where states are taken for equal that chance tells apart.
    proves: bool,
    targets: Option<&'a Targets>,
    request: &'a SolveRequest<'a>,
    budget: &'a Budget,
    progress: &'a Progress<'a>,
    begun: Instant,
    /// Whether all is done.
    over: AtomicBool,
    found: Mutex<Found>,
}

/// What was found so far.
#[derive(Default)]
struct Found {
    plan: Option<Vec<u8>>,
    /// How long the first plan took.
    after: Option<Duration>,
    /// No plan is shorter.
    bound: i64,
    /// Whether there is none.
    none: bool,
    stop: Option<Stop>,
    /// States known to the exact search, and to the others.
    states: [u64; 2],
}

impl Work<'_> {
    /// Searches side by side until all is done. The thread with the guided searches makes the plan shorter, too.
    fn run(&self, mut exact: Option<Exact>, mut guided: Vec<Guided>, walker: &mut Walker) {
        let leads = !guided.is_empty();
        let mut shorten = None::<Shorten>;
        // Time for making the plan shorter beyond that for the proof.
        let mut ahead = 0.0;
        for round in 1_u32.. {
            let shortens = shorten.as_ref().is_some_and(Shorten::has_more);
            if self.is_over() || exact.is_none() && guided.is_empty() && !shortens {
                return;
            }
            // A plan that is there waits for its proof.
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

    /// A portion of the exact search. Whether it goes on.
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

    /// Makes the plan shorter for a moment.
    fn shorten(&self, shorter: &mut Shorten, walker: &mut Walker) {
        let until = Instant::now() + Duration::from_millis(20);
        while shorter.has_more() && Instant::now() < until && !self.is_over() {
            shorter.go_on(walker, &|| self.is_over());
        }
        self.keep(shorter.acts().to_vec());
    }

    /// A portion of a search.
    fn portion(&self, search: &mut impl Search, walker: &mut Walker) -> Option<End> {
        (0..PORTION).find_map(|_| match self.is_over() {
            true => None,
            false => search.go_on(walker, self.targets),
        })
    }

    /// Whether all is done, or the time is spent.
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

    /// A search came to its end.
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
                // After a plan was found there is none that is shorter.
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

    /// No plan is shorter than this.
    fn is_at_least(&self, bound: i64) {
        let mut found = self.found();
        found.bound = found.bound.max(bound);
        let cost = found.plan.as_ref().map(|plan| plan.len() as i64);
        if cost.is_some_and(|cost| cost <= found.bound) {
            self.over.store(true, Ordering::Relaxed);
        }
    }

    /// The shortest plan so far.
    fn plan(&self) -> Option<Vec<u8>> {
        self.found().plan.clone()
    }

    /// Keeps a plan if it is the shortest so far.
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

    /// Whether the plan was made shorter for long enough.
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
