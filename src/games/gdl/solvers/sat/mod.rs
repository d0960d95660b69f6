//! Planning as satisfiability: the network is unrolled in time, one copy per step, and a SAT solver is asked for
//! plans that end within a window of steps. Lengths that are refuted raise the lower bound.

mod circles;
pub(super) mod encode;
mod oneshot;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use batsat::{Callbacks, Lit as SatLit, SolverInterface as _, lbool};

use crate::game::{Limit, Outcome, Plan, Solution, Unsolvable};
use crate::search::{Budget, Progress, Stop};

use super::answers::{several, spent};
use super::effects;
use super::problem::Problem;
use crate::analysis::View;
use crate::analysis::Window;
use encode::{TooLarge, Unrolled};
pub(super) use oneshot::Once;

/// Stops the engine when its clock or the budget has run out.
#[derive(Default)]
pub(super) struct Watch {
    budget: Budget,
    clock: Arc<Clock>,
}

/// Deadline that the engine's callback shares with its caller.
#[derive(Default)]
pub(super) struct Clock {
    deadline: Mutex<Option<Instant>>,
    /// Once set, it stays so until the next question: the engine checks several times before it returns.
    over: AtomicBool,
}

impl Clock {
    /// Starts the time for the next question; without one there is no limit.
    pub fn start(&self, time: Option<Duration>) {
        self.end_at(time.and_then(|time| Instant::now().checked_add(time)));
    }

    fn end_at(&self, deadline: Option<Instant>) {
        *self.deadline.lock().unwrap_or_else(PoisonError::into_inner) = deadline;
        self.over.store(false, Ordering::Relaxed);
    }

    fn is_over(&self) -> bool {
        let deadline = *self.deadline.lock().unwrap_or_else(PoisonError::into_inner);
        let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.over.fetch_or(late, Ordering::Relaxed) || late
    }
}

impl Watch {
    /// Stops the engine at this time, or when the budget runs out.
    pub fn until(deadline: Option<Instant>, budget: &Budget) -> Self {
        let clock = Clock::default();
        clock.end_at(deadline);
        Self::by(&Arc::new(clock), budget)
    }

    /// Stops the engine by this clock, or when the budget runs out.
    pub fn by(clock: &Arc<Clock>, budget: &Budget) -> Self {
        Self {
            budget: budget.clone(),
            clock: Arc::clone(clock),
        }
    }
}

impl Callbacks for Watch {
    fn stop(&self) -> bool {
        self.clock.is_over() || self.budget.check().is_err()
    }
}

struct Run<'p, 'v> {
    problem: &'p Problem,
    view: &'v View,
    formula: Unrolled<'v>,
    clock: Arc<Clock>,
    budget: &'p Budget,
    bound: usize,
    /// No plan may visit a state twice.
    simple: bool,
}

enum Answer {
    Yes(Vec<u32>),
    No,
    Unknown,
}

impl Run<'_, '_> {
    /// Asks for a plan that ends at one of these times.
    fn ask(&mut self, times: std::ops::RangeInclusive<usize>, seconds: Option<f64>) -> Answer {
        let formula = &mut self.formula;
        let some: Vec<SatLit> = times.map(|time| formula.steps[time].solved).collect();
        let asked = SatLit::new(formula.engine.new_var_default(), true);
        let mut clause = some;
        clause.push(!asked);
        formula.clause(&clause);
        let answer = self.solve(asked, seconds);
        // The question is over; this disables its clause.
        self.formula.clause(&[!asked]);
        answer
    }

    fn solve(&mut self, assumption: SatLit, seconds: Option<f64>) -> Answer {
        let left = self.budget.time_left();
        let own = seconds.map(Duration::from_secs_f64);
        let time = match (left, own) {
            (Some(left), Some(own)) => Some(left.min(own)),
            (left, own) => left.or(own),
        };
        self.clock.start(time);
        loop {
            let answer = self.formula.ask(&[assumption]);
            if answer == lbool::FALSE {
                return Answer::No;
            } else if answer != lbool::TRUE {
                return Answer::Unknown;
            }
            let moves = self.formula.moves();
            let twice = match self.simple {
                true => self.formula.visited_twice(moves.len()),
                false => Vec::new(),
            };
            if twice.is_empty() {
                return Answer::Yes(moves);
            }
            // That states differ is encoded for pairs of times only as they turn up (as in temporal induction, Eén
            // and Sörensson 2003): most never matter.
            for (before, after) in twice {
                self.formula.keep_apart(before, after);
            }
        }
    }

    fn reach(&mut self, time: usize) -> Result<(), End> {
        while self.formula.steps.len() <= time {
            self.budget.check().map_err(End::Stop)?;
            self.formula
                .grow()
                .map_err(|TooLarge| End::Stop(spent(self.budget).unwrap_or(Stop::Memory)))?;
        }
        Ok(())
    }

    fn stop(&self) -> End {
        End::Stop(spent(self.budget).unwrap_or(Stop::Deadline))
    }

    /// Shortest first: every length is decided before the next.
    fn shortest(&mut self) -> Result<Vec<u32>, End> {
        let last = self.view.longest();
        loop {
            let time = self.bound;
            if time > last {
                return Err(End::None);
            }
            self.reach(time)?;
            match self.ask(time..=time, None) {
                Answer::Yes(moves) => return Ok(moves),
                Answer::Unknown => return Err(self.stop()),
                Answer::No => self.bound += 1,
            }
            self.can_go_on(time)?;
        }
    }

    /// Finds any plan, then shorter and shorter ones. Where few lengths are possible, that is easier than to refute
    /// those that are too short.
    fn ever_shorter(&mut self) -> Result<Vec<u32>, End> {
        let mut last = self.view.longest();
        self.reach(last)?;
        let mut best = None;
        while self.bound <= last {
            match self.ask(self.bound..=last, None) {
                Answer::Yes(moves) => {
                    last = moves.len().saturating_sub(1);
                    best = Some(moves);
                }
                Answer::No => self.bound = last + 1,
                Answer::Unknown => break,
            }
        }
        best.ok_or_else(|| match self.bound <= last {
            true => self.stop(),
            false => End::None,
        })
    }

    /// Checks that a game can last longer than this; if not, all is decided.
    fn can_go_on(&mut self, time: usize) -> Result<(), End> {
        let active = self.formula.steps[time].active;
        match self.solve(active, Some(2.0)) {
            Answer::No => Err(End::None),
            _ => Ok(()),
        }
    }

    /// Finds any plan: each window of lengths has limited time; undecided ones are tried again with more.
    fn any(&mut self) -> Result<Vec<u32>, End> {
        let last = self.view.longest();
        let mut seconds = 1.0;
        loop {
            let mut undecided = false;
            let mut from = self.bound;
            let mut width = 1;
            let begun = Instant::now();
            loop {
                let to = (from + width - 1).min(last);
                if from > last {
                    break;
                }
                match self.reach(to) {
                    // Longer ones do not fit: try those that do once more.
                    Err(End::Stop(Stop::Memory)) if undecided => break,
                    other => other?,
                }
                match self.ask(from..=to, Some(seconds)) {
                    Answer::Yes(moves) => return Ok(moves),
                    Answer::No if !undecided => {
                        self.bound = to + 1;
                        self.can_go_on(to)?;
                    }
                    Answer::No => {}
                    Answer::Unknown => undecided = true,
                }
                if spent(self.budget).is_some() {
                    return Err(self.stop());
                }
                from = to + 1;
                width = (from / 3).max(1);
                if undecided && last == usize::MAX && begun.elapsed().as_secs_f64() > 12.0 * seconds
                {
                    break;
                }
            }
            if !undecided && from > last {
                return Err(End::None);
            }
            seconds *= 2.0;
        }
    }
}

enum End {
    None,
    Stop(Stop),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Any,
    Shortest,
    /// The shortest that is found in time, from the longest possible downwards.
    EverShorter,
}

impl Wanted {
    pub fn of(optimal: bool) -> Self {
        match optimal {
            true => Self::Shortest,
            false => Self::Any,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    pub wanted: Wanted,
    pub several: usize,
    /// No plan is shorter.
    pub bound: usize,
    /// A set of moves without order is tried first.
    pub once: bool,
}

impl Asked {
    /// Returns whether plans may visit no state twice. The view must then have the displayed states.
    pub fn simple(&self) -> bool {
        self.several > 1
    }
}

/// Searches for plans; `Unsolvable` if there are none.
pub(super) fn run(
    problem: &Problem,
    view: &View,
    asked: Asked,
    budget: &Budget,
    progress: &Progress<'_>,
) -> Outcome<Plan> {
    if view.window == Window::EMPTY {
        return Outcome::Unsolvable(Unsolvable::default());
    }
    let clock: Arc<Clock> = Arc::default();
    let watch = Watch::by(&clock, budget);
    let mut run = Run {
        problem,
        view,
        formula: Unrolled::new(view, problem.anywhere, watch, budget),
        clock,
        budget,
        simple: asked.simple(),
        bound: asked
            .bound
            .max(effects::bound(view, budget))
            .max(view.window.first),
    };
    progress.report("formula", 0, None, Some(asked.bound as i64));
    let shortest = asked.wanted == Wanted::Shortest;
    let mut found: Vec<Vec<u32>> = Vec::new();
    if asked.once && asked.several == 1 {
        let once = at_once(problem, view, budget);
        if once == Once::Impossible {
            return Outcome::Unsolvable(Unsolvable::default());
        }
        // A shortest plan must be proved to be one.
        let good = |moves: &Vec<u32>| !shortest || moves.len() <= run.bound;
        if let Once::Moves(moves) = once
            && good(&moves)
        {
            let plan = problem.plan(view, &moves);
            let cost = moves.len() as i64;
            let mut best = Solution::new(plan, cost);
            best.lower_bound = Some(run.bound as i64);
            best.optimal = cost == run.bound as i64;
            progress.report("formula", 0, None, best.lower_bound);
            return Outcome::Solved(best);
        }
    }
    let end = loop {
        let plan = match asked.wanted {
            Wanted::Any => run.any(),
            Wanted::Shortest => run.shortest(),
            Wanted::EverShorter => run.ever_shorter(),
        };
        match plan {
            Ok(moves) => {
                run.forbid(&moves);
                found.push(moves);
                if found.len() >= asked.several {
                    break None;
                }
            }
            Err(End::None) => break None,
            Err(End::Stop(stop)) => break Some(stop),
        }
    };
    // A window holds several lengths, so the first one found need not be the shortest.
    found.sort_by_key(Vec::len);
    if let Some(shortest) = found.first() {
        // Plans found are forbidden, so later proofs hold for others only.
        run.bound = run.bound.min(shortest.len());
    }
    let conflicts = run.formula.engine.num_conflicts();
    progress.report("formula", conflicts, None, Some(run.bound as i64));
    let plans = found
        .iter()
        .map(|moves| run.problem.plan(view, moves))
        .collect();
    let mut best = several(plans, false);
    if let Some(best) = &mut best {
        best.optimal = best.cost == run.bound as i64;
        best.lower_bound = Some(run.bound as i64);
        if asked.several == 1 {
            best.solutions = None;
        }
    }
    match (end, best) {
        (None, Some(best)) => Outcome::Solved(best),
        (Some(_), Some(best)) if asked.several == 1 => Outcome::Solved(best),
        (None, None) => Outcome::Unsolvable(Unsolvable::default()),
        (Some(Stop::Cancelled), best) => Stop::Cancelled.outcome(best, Some(run.bound as i64)),
        (Some(Stop::Memory), best) => Outcome::Limit {
            limit: Limit::Memory,
            best,
            lower_bound: Some(run.bound as i64),
        },
        (Some(stop), best) => stop.outcome(best, Some(run.bound as i64)),
    }
}

/// Finds a plan for a game in which the order of moves hardly matters, in half of the time.
pub(super) fn at_once(problem: &Problem, view: &View, budget: &Budget) -> Once {
    let share = budget.time_left().map(|left| left / 2);
    let deadline = share.and_then(|share| Instant::now().checked_add(share));
    let watch = Watch::until(deadline, budget);
    let mut formula = Unrolled::new(view, problem.anywhere, watch, budget);
    oneshot::solve(&mut formula, view, problem.anywhere, budget)
}

impl Run<'_, '_> {
    /// Forbids these moves with the end after them.
    fn forbid(&mut self, moves: &[u32]) {
        let mut clause: Vec<SatLit> = Vec::new();
        for (step, mv) in self.formula.steps.iter().zip(moves) {
            let made = step.moves.iter().find(|(number, _)| number == mv);
            clause.extend(made.map(|(_, lit)| !*lit));
        }
        if let Some(end) = self.formula.steps.get(moves.len()) {
            clause.push(end.active);
        }
        self.formula.clause(&clause);
    }
}
