//! First state of a graph, and the plan from there.

use crate::game::{Level, Move, Position, ReplayError, Run, play};

const MOST_ACTIONS: usize = 5_000;

/// First state of a graph, and the plan from there.
pub struct Beginning {
    pub state: Box<dyn Position>,
    pub plan: Vec<Move>,
}

impl Beginning {
    /// Starts from the position after `done`, with a plan that continues from there. Where solutions are programs, the
    /// states are those of the board without the program, and the plan consists of the program's actions. Fails if the
    /// rules refuse a move.
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

    /// First state of [`Beginning::of`].
    pub fn state(level: &dyn Level, done: &[Move]) -> Result<Box<dyn Position>, ReplayError> {
        let position = play(level, done)?;
        let world = position.as_program().map(|program| program.world());
        Ok(world.unwrap_or(position))
    }
}

fn effective(mut world: Box<dyn Position>, mut actions: Vec<Move>) -> Vec<Move> {
    actions.retain(|mv| {
        let before = world.encode();
        world.apply(mv).is_ok() && world.encode() != before
    });
    actions
}
