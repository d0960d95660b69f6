//! A search that can be stopped, kept, gone on with and divided.
//!
//! Pass `n` looks at all programs with `n` commands other than X. Once the passes 0 to `n` are
//! done, every program of up to `n + 1` commands is excluded or known, as at least one is an X.
//! A pass is done in two steps, each with the same numbered units; which of them are done is all
//! that has to be kept.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::passes::{Step, Units, ready};
use super::shared::{Shared, Wanted};
use crate::LightBot;
use crate::game::typed::Leveled;
use crate::game::{Level as _, Meta, Part, ResumeError};
use crate::program::Program;
use crate::puzzle::Puzzle;
use crate::run::run;
use crate::search::{Budget, Stop};
use crate::solvers::kinds::Loops;

/// Time between two looks at the budget.
const PULSE: Duration = Duration::from_millis(5);

/// What is to be done of a search.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Which units.
    pub shard: Part,
    /// How many at a time.
    pub threads: usize,
    /// Programs with more commands are of no interest.
    pub most: usize,
    /// Ends some time after a program is found, whether or not it is proved to be the best.
    pub any: bool,
    /// Which programs are of interest. What is done for one kind must not be mixed with what is done
    /// for another.
    pub loops: Loops,
    /// How many of the shortest programs are wanted. What was done before with fewer must not be
    /// gone on with.
    pub count: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            shard: Part::WHOLE,
            threads: 1,
            most: usize::MAX,
            any: false,
            loops: Loops::Any,
            count: 1,
        }
    }
}

/// How far the search of a level has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// The board it is about, in the form of level files without title and notes.
    level: String,
    units: usize,
    /// By step, the units that are done.
    done: BTreeMap<usize, BTreeSet<usize>>,
    /// The best program so far, one procedure a line.
    best: Vec<String>,
    /// The programs that it is about.
    #[serde(default, skip_serializing_if = "is_any")]
    loops: Loops,
}

fn is_any(loops: &Loops) -> bool {
    *loops == Loops::Any
}

/// It does not belong together with another one, or with a level.
fn is_of(found: &str) -> ResumeError {
    ResumeError::Other {
        found: found.to_owned(),
        wanted: "this one".to_owned(),
    }
}

const OTHER_LEVEL: &str = "another level";
const OTHER_LOOPS: &str = "a search with another setting of ‘loops’";

impl Checkpoint {
    /// Adds what another search of the same level has done.
    ///
    /// # Errors
    /// When it is of another level.
    pub fn merge(&mut self, other: Self) -> Result<(), ResumeError> {
        if (&self.level, self.units) != (&other.level, other.units) {
            return Err(is_of(OTHER_LEVEL));
        }
        if self.loops != other.loops {
            return Err(is_of(OTHER_LOOPS));
        }
        for (step, units) in other.done {
            self.done.entry(step).or_default().extend(units);
        }
        let commands = |best: &[String]| -> usize {
            let bodies = best.iter().filter_map(|line| line.split_once(": "));
            bodies.map(|(_, body)| body.len()).sum()
        };
        let better = commands(&other.best) < commands(&self.best) || self.best.is_empty();
        if better && !other.best.is_empty() {
            self.best = other.best;
        }
        Ok(())
    }

    fn add(&mut self, step: usize, unit: usize) {
        self.done.entry(step).or_default().insert(unit);
    }

    fn remember(&mut self, best: Option<Program>) {
        if let Some(best) = best {
            self.best = best.to_string().lines().map(str::to_owned).collect();
        }
    }

    /// The first step of which this part is not done.
    fn next(&self, shard: Part) -> usize {
        let done = |step: usize| {
            let units = self.done.get(&step);
            let mut wanted = (0..self.units).filter(|unit| shard.has(*unit));
            wanted.all(|unit| units.is_some_and(|units| units.contains(&unit)))
        };
        (0..).find(|step| !done(*step)).unwrap_or(0)
    }

    /// No program that is not known has fewer commands than this.
    pub fn lower_bound(&self) -> usize {
        Step::passes_before(self.next(Part::WHOLE)) + 1
    }
}

/// The search of one level.
pub struct Proof {
    puzzle: Puzzle,
    level: String,
    work: Box<dyn Units>,
}

/// How long a search goes on that is to find some program: as long again as it took.
struct Patience {
    any: bool,
    begun: Instant,
    found: Option<Duration>,
}

impl Patience {
    const LEAST: Duration = Duration::from_secs(1);

    fn new(any: bool) -> Self {
        Self {
            any,
            begun: Instant::now(),
            found: None,
        }
    }

    fn is_over(&mut self, found: Option<usize>) -> bool {
        let now = self.begun.elapsed();
        if self.any && found.is_some() {
            let found = *self.found.get_or_insert(now);
            return now > found + found.max(Self::LEAST);
        }
        false
    }
}

/// What is told of a search while it is under way.
pub(super) struct News {
    pub(super) passes: usize,
    pub(super) nodes: u64,
    pub(super) best: Option<Program>,
}

/// Somebody who listens: to what is done so far, some hundred times a second, and to news.
pub(super) type Listener<'a> = &'a mut dyn FnMut(&Checkpoint, Option<News>);

impl Proof {
    /// Makes a level ready.
    pub fn new(puzzle: &Puzzle) -> Self {
        Self {
            puzzle: puzzle.clone(),
            level: Leveled::<LightBot>::new(puzzle.clone(), Meta::default()).to_text(),
            work: ready(puzzle),
        }
    }

    /// Nothing done yet.
    pub fn start(&self) -> Checkpoint {
        self.start_with(Loops::Any)
    }

    /// Nothing done yet of the search for one kind of programs.
    pub fn start_with(&self, loops: Loops) -> Checkpoint {
        Checkpoint {
            loops,
            level: self.level.clone(),
            units: self.work.count(),
            done: BTreeMap::new(),
            best: Vec::new(),
        }
    }

    /// The best program that a checkpoint knows.
    ///
    /// # Errors
    /// When the checkpoint is of another level or its program does not win.
    pub fn best(&self, checkpoint: &Checkpoint) -> Result<Option<Program>, ResumeError> {
        if (&checkpoint.level, checkpoint.units) != (&self.level, self.work.count()) {
            return Err(is_of(OTHER_LEVEL));
        }
        if checkpoint.best.is_empty() {
            return Ok(None);
        }
        let lines = checkpoint.best.iter().map(String::as_str);
        let program = Program::read(lines, &self.puzzle.slots).map_err(|line| {
            ResumeError::Damaged(format!("‘{}’ is not a program", checkpoint.best[line]))
        })?;
        if checkpoint.loops.won(&run(&self.puzzle, &program)) {
            Ok(Some(program))
        } else {
            let why = "its program does not light all lights as required";
            Err(ResumeError::Damaged(why.to_owned()))
        }
    }

    /// Whether there is nothing left to do: no program that is not known has `most` commands or fewer,
    /// or all programs that fit the slots were tried.
    fn is_over(&self, passes: usize, most: usize) -> bool {
        let slots: usize = self.puzzle.slots.as_slice().iter().sum();
        passes >= slots || passes >= most
    }

    /// Whether a checkpoint settles the level.
    ///
    /// # Errors
    /// As [`Proof::best`].
    pub fn is_settled(&self, checkpoint: &Checkpoint) -> Result<bool, ResumeError> {
        let best = self.best(checkpoint)?;
        let most = best.map_or(usize::MAX, |program| program.cost() - 1);
        let passes = Step::passes_before(checkpoint.next(Part::WHOLE));
        Ok(self.is_over(passes, most))
    }

    /// Goes on until the effort is made or the budget ends it. What is done by then is in the
    /// checkpoint.
    ///
    /// # Errors
    /// When the checkpoint is of another level.
    pub fn go_on(
        &self,
        checkpoint: &mut Checkpoint,
        effort: Effort,
        budget: &Budget,
    ) -> Result<Result<(), Stop>, ResumeError> {
        let (ended, _) = self.go_on_telling(checkpoint, effort, budget, &mut |_, _| {})?;
        Ok(ended)
    }

    /// [`Proof::go_on`] with somebody who listens. Gives, too, the shortest programs found, if several
    /// are wanted.
    pub(super) fn go_on_telling(
        &self,
        checkpoint: &mut Checkpoint,
        effort: Effort,
        budget: &Budget,
        listener: Listener<'_>,
    ) -> Result<(Result<(), Stop>, Vec<Program>), ResumeError> {
        if checkpoint.loops != effort.loops {
            return Err(is_of(OTHER_LOOPS));
        }
        let wanted = Wanted::Shortest(effort.count.max(1));
        let shared = Shared::new(self.best(checkpoint)?, effort.loops, wanted);
        let ended = self.steps(checkpoint, effort, &shared, budget, listener);
        Ok((ended, shared.all()))
    }

    /// Of each number of commands up to `most` a program that wins with the fewest steps, if there is one, on so
    /// many threads.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn soonest(
        &self,
        most: usize,
        threads: usize,
        budget: &Budget,
    ) -> Result<Vec<Program>, Stop> {
        let effort = Effort {
            most,
            threads,
            ..Effort::default()
        };
        let shared = Shared::new(None, Loops::Any, Wanted::Soonest(most));
        let checkpoint = &mut self.start();
        self.steps(checkpoint, effort, &shared, budget, &mut |_, _| {})?;
        Ok(shared.soonest())
    }

    /// Works off one step after the other.
    fn steps(
        &self,
        checkpoint: &mut Checkpoint,
        effort: Effort,
        shared: &Shared,
        budget: &Budget,
        listener: Listener<'_>,
    ) -> Result<(), Stop> {
        let mut patience = Patience::new(effort.any);
        loop {
            let number = checkpoint.next(effort.shard);
            let passes = Step::passes_before(number);
            if passes >= effort.most
                || self.is_over(passes, shared.most())
                || patience.is_over(shared.cost())
            {
                return Ok(());
            }
            let limits = (budget, &mut patience);
            let ended = self.step(number, checkpoint, effort, shared, limits, listener);
            checkpoint.remember(shared.best());
            ended?;
        }
    }

    /// Works off the units of a step that are not done.
    fn step(
        &self,
        number: usize,
        checkpoint: &mut Checkpoint,
        effort: Effort,
        shared: &Shared,
        (budget, patience): (&Budget, &mut Patience),
        listener: Listener<'_>,
    ) -> Result<(), Stop> {
        let step = Step::new(number);
        let news = || News {
            passes: Step::passes_before(number),
            nodes: shared.nodes.load(Ordering::Relaxed),
            best: shared.best(),
        };
        let done = checkpoint.done.entry(number).or_default();
        let open: Vec<usize> = (0..self.work.count())
            .filter(|unit| effort.shard.has(*unit) && !done.contains(unit))
            .collect();
        let queue = Mutex::new(open.into_iter());
        let (sender, receiver) = std::sync::mpsc::channel::<usize>();
        let work = |sender: std::sync::mpsc::Sender<usize>| {
            let next = || queue.lock().ok().and_then(|mut queue| queue.next());
            while let Some(unit) = next() {
                // With one X at least.
                let needless = step.length + 1 > shared.most();
                if !needless && self.work.run(step, unit, shared).is_err()
                    || sender.send(unit).is_err()
                {
                    break;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..effort.threads.max(1) {
                let sender = sender.clone();
                scope.spawn(|| work(sender));
            }
            drop(sender);
            let mut ended = Ok(());
            let mut told = None;
            loop {
                match receiver.recv_timeout(PULSE) {
                    Ok(unit) => checkpoint.add(number, unit),
                    Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {}
                    Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break,
                }
                let best = shared.cost();
                if ended.is_ok() {
                    ended = budget.check();
                    let enough = ended.is_err() || patience.is_over(best);
                    shared.stop.store(enough, Ordering::Relaxed);
                }
                if best != told {
                    checkpoint.remember(shared.best());
                }
                listener(checkpoint, (best != told).then(news));
                told = best;
            }
            listener(checkpoint, Some(news()));
            ended
        })
    }
}
