//! The state with which a graph begins, and the plan from there.

use crate::game::{Level, Move, Position, ReplayError, Run, play};

/// Most commands of a run that are followed.
const MOST_ACTIONS: usize = 5_000;

/// The state with which a graph begins, and the plan from there.
pub struct Beginning {
    pub state: Box<dyn Position>,
    pub plan: Vec<Move>,
}

impl Beginning {
    /// The position after `done`, with a plan that goes on from there. Where solutions are
    /// programs, the states are those of the board on which the program runs, and the plan is what
    /// the program does there. Fails if the rules refuse a move.
    pub fn of(level: &dyn Level, done: &[Move], plan: &[Move]) -> Result<Self, ReplayError> {
        let state = Self::state(level, done)?;
        if level.start().as_program().is_none() {
            let plan = plan.to_vec();
            return Ok(Self { state, plan });
        }
        let written = play(level, &[done, plan].concat())?;
        let run = written.as_program().map(Run::of);
        let actions = run.map_or(Vec::new(), |run| run.actions(MOST_ACTIONS));
        Ok(Self {
            plan: effective(state.boxed_clone(), actions),
            state,
        })
    }

    /// The first state of [`Beginning::of`].
    pub fn state(level: &dyn Level, done: &[Move]) -> Result<Box<dyn Position>, ReplayError> {
        let position = play(level, done)?;
        let world = position.as_program().map(|program| program.world());
        Ok(world.unwrap_or(position))
    }
}

/// The moves that change something.
fn effective(mut world: Box<dyn Position>, mut actions: Vec<Move>) -> Vec<Move> {
    actions.retain(|mv| {
        let before = world.encode();
        world.apply(mv).is_ok() && world.encode() != before
    });
    actions
}
