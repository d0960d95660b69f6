//! First state of a graph, and the plan from there.

use crate::game::{Level, Move, Position, ReplayError, RunTimeline, play};

const MAX_PLAN_ACTIONS: usize = 5_000;

/// First state of a graph, and the plan from there.
pub struct ExploreStart {
    pub state: Box<dyn Position>,
    pub plan: Vec<Move>,
}

impl ExploreStart {
    /// Starts from the position after `done`, with a plan that continues from there. Where solutions are programs, the
    /// states are those of the board without the program, and the plan consists of the program's actions. Fails if the
    /// rules refuse a move.
    pub fn new(level: &dyn Level, done: &[Move], plan: &[Move]) -> Result<Self, ReplayError> {
        let state = Self::state(level, done)?;
        if level.start().as_program().is_none() {
            let plan = plan.to_vec();
            return Ok(Self { state, plan });
        }
        let written = play(level, &[done, plan].concat())?;
        let run = written.as_program().map(RunTimeline::new);
        let actions = run.map_or(Vec::new(), |run| run.actions(MAX_PLAN_ACTIONS));
        Ok(Self {
            plan: effective_moves(state.boxed_clone(), actions),
            state,
        })
    }

    /// First state of [`ExploreStart::new`].
    pub fn state(level: &dyn Level, done: &[Move]) -> Result<Box<dyn Position>, ReplayError> {
        let position = play(level, done)?;
        let world = position.as_program().map(|program| program.world());
        Ok(world.unwrap_or(position))
    }
}

fn effective_moves(mut world: Box<dyn Position>, mut actions: Vec<Move>) -> Vec<Move> {
    actions.retain(|mv| {
        let before = world.encode();
        world.apply(mv).is_ok() && world.encode() != before
    });
    actions
}
