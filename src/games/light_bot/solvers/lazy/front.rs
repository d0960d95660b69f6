//! Commands against steps: programs that no other one beats in both.
//!
//! The front is walked along from the fewest steps to the fewest commands. Each question is whether there is a program of so many
//! commands and so many steps at most (the ε-constraint method of Haimes, Lasdon and Wismer), which [`Rest`] answers: a
//! yes is followed by fewer commands, a no by one more step.

use std::sync::Arc;

use super::away::Away;
use super::graph::{Graph, Mask, Wide};
use super::rest::Rest;
use crate::program::Program;
use crate::puzzle::Puzzle;
use crate::run::run;
use crate::search::{Budget, Stop};
use crate::solvers::kinds::Loops;
use crate::solvers::task::Task;

/// A program that wins, and what it takes.
#[derive(Clone, Debug)]
pub struct Point {
    pub program: Program,
    /// Commands in all procedures.
    pub commands: usize,
    /// Commands carried out until the win, calls among them.
    pub steps: u32,
}

impl Point {
    /// What a program takes, if it is one that is wanted.
    pub(in crate::solvers) fn of(task: &Task, program: Program) -> Option<Self> {
        let run = run(&task.puzzle, &program);
        task.loops.won(&run).then(|| Self {
            commands: program.cost(),
            steps: u32::try_from(run.steps).unwrap_or(u32::MAX),
            program,
        })
    }
}

/// What is known of the front so far.
#[derive(Clone, Debug)]
pub struct Walked {
    /// Programs of at most so many commands take `steps` steps or more; those of more commands are done.
    pub commands: usize,
    /// The steps that are asked for now.
    pub steps: u32,
    /// A program with these steps; there is one more step but perhaps not one command less.
    pub here: Option<Point>,
    /// States looked at.
    pub nodes: u64,
}

/// A walk along the front of a level.
pub trait Walk {
    fn walked(&self) -> &Walked;

    /// Takes a program that is known, so that it has not to be found.
    fn offer(&mut self, point: Point);

    /// Answers one question: the point of the front that is done with it, if one is.
    ///
    /// # Errors
    /// When the budget is spent. The walk can go on later.
    fn ask(&mut self, budget: &Budget) -> Result<Option<Point>, Stop>;
}

/// The walk from the fewest steps on, over programs of all kinds without repeats. It does not find its end by itself: that
/// is where programs have the fewest commands.
pub fn front(puzzle: &Arc<Puzzle>) -> Box<dyn Walk> {
    walk(Task {
        puzzle: Arc::clone(puzzle),
        done: Program::empty(&puzzle.slots),
        loops: Loops::Any,
        count: 1,
    })
}

/// The walk for a task.
pub(in crate::solvers) fn walk(task: Task) -> Box<dyn Walk> {
    if task.puzzle.lights().count() <= <u64 as Mask>::ROOM {
        Box::new(Front::<u64>::new(task))
    } else {
        Box::new(Front::<Wide>::new(task))
    }
}

struct Front<M> {
    task: Task,
    graph: Graph<M>,
    away: Away,
    known: Vec<Point>,
    walked: Walked,
}

impl<M: Mask> Front<M> {
    fn new(task: Task) -> Self {
        let graph = Graph::new(&task.puzzle);
        let away = Away::new(&graph);
        let walked = Walked {
            commands: task.puzzle.slots.as_slice().iter().sum(),
            steps: away.least(graph.start, M::default()),
            here: None,
            nodes: 0,
        };
        // Where nothing is to be done, what is written wins before its first step.
        let written = Point::of(&task, task.done.clone());
        Self {
            task,
            graph,
            away,
            known: written.into_iter().collect(),
            walked,
        }
    }

    /// A program of so many commands and steps at most.
    fn find(&mut self, budget: &Budget) -> Result<Option<Point>, Stop> {
        let Walked {
            commands, steps, ..
        } = self.walked;
        let fits = |point: &&Point| point.commands <= commands && point.steps <= steps;
        let known = self.known.iter().filter(fits);
        if let Some(known) = known.min_by_key(|point| point.commands) {
            return Ok(Some(known.clone()));
        }
        // Many questions are answered before the ticker looks.
        budget.check()?;
        let mut ticker = budget.ticker(64);
        let wanted = (&self.task.done, self.task.loops, 1);
        let slots = self.task.puzzle.slots.as_slice();
        let rest = Rest::new(&self.graph, slots, wanted, &mut ticker);
        let (ended, found) = rest.within(steps, &self.away).up_to(commands);
        self.walked.nodes += ticker.total();
        let found = found.into_iter().next();
        let found = found.and_then(|program| Point::of(&self.task, program));
        match found {
            Some(found) => Ok(Some(found)),
            None => ended.map(|()| None),
        }
    }
}

impl<M: Mask> Walk for Front<M> {
    fn walked(&self) -> &Walked {
        &self.walked
    }

    fn offer(&mut self, point: Point) {
        self.known.push(point);
    }

    fn ask(&mut self, budget: &Budget) -> Result<Option<Point>, Stop> {
        let fewer = self.walked.commands.checked_sub(1);
        let fewer = fewer.filter(|_| self.walked.commands >= self.task.done.cost());
        if fewer.is_none() {
            return Ok(self.walked.here.take());
        }
        if let Some(found) = self.find(budget)? {
            self.walked.commands = found.commands.saturating_sub(1);
            self.walked.here = Some(found);
            return Ok(None);
        }
        self.walked.steps += 1;
        Ok(self.walked.here.take())
    }
}
