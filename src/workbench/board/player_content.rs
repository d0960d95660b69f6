//! Content of a player: the moves of a plan, or the run of a program.

use std::time::Duration;

use crate::game::{Animation, Cell, MoveReason, RunTimeline};
use crate::session::Playback;

use super::overlay::MAX_PATH_STEPS;

/// Time spent on computing moves ahead before the plan is first shown, and in each frame.
pub const FIRST_LOOKAHEAD: Duration = Duration::from_millis(20);
const FRAME_LOOKAHEAD: Duration = Duration::from_millis(2);

/// A sequence of steps that can be played in both directions.
pub enum PlayerContent {
    Moves(Playback),
    Run(RunTimeline),
}

impl PlayerContent {
    /// Computes some moves ahead. Returns whether there are more.
    pub fn describe_ahead(&mut self) -> bool {
        match self {
            Self::Moves(playback) => playback.describe_ahead(FRAME_LOOKAHEAD),
            Self::Run(_) => false,
        }
    }

    /// Path of the first moving piece of each step, or of the cursor in steps without one; limited to the last cells.
    pub fn path(&self) -> Vec<Cell> {
        let Self::Moves(playback) = self else {
            return Vec::new();
        };
        let described = playback.described();
        let done = &described[..playback.at().min(described.len())];
        let mut path = Vec::new();
        for step in done.iter().rev() {
            match step.motions.first() {
                Some(motion) => path.extend(motion.path.iter().rev()),
                None => path.extend(step.cells.first()),
            }
            if path.len() > MAX_PATH_STEPS {
                break;
            }
        }
        path.reverse();
        path.dedup();
        path
    }

    pub fn board(&self) -> &str {
        match self {
            Self::Moves(playback) => {
                let mut boards = playback.described().iter().map(|step| step.board.as_ref());
                boards.find(|board| !board.is_empty()).unwrap_or_default()
            }
            Self::Run(_) => "",
        }
    }

    pub fn at(&self) -> usize {
        match self {
            Self::Moves(playback) => playback.at(),
            Self::Run(run) => count(run.now().steps()),
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Self::Moves(playback) => playback.len(),
            Self::Run(run) => count(run.reached()),
        }
    }

    /// Goes to the position after `at` steps, at most the last.
    pub fn seek(&mut self, at: usize) {
        match self {
            Self::Moves(playback) => playback.seek(at),
            Self::Run(run) => run.seek((at as u64).min(run.reached())),
        }
    }

    /// Steps of the next move, if it consists of several.
    pub fn next_animation(&self) -> Animation {
        let Self::Moves(playback) = self else {
            return Animation::default();
        };
        let next = playback.moves().get(playback.at());
        next.map_or_else(Animation::default, |mv| playback.position().animation(mv))
    }

    pub fn describe(&self, index: usize) -> Option<String> {
        match self {
            Self::Moves(playback) => playback.describe(index).map(|step| step.text),
            Self::Run(run) => run.describe_step(index as u64 + 1),
        }
    }

    /// Reason for step `index`, from 0, if known.
    pub fn reason(&self, index: usize) -> Option<&MoveReason> {
        match self {
            Self::Moves(playback) => playback.reason(index),
            Self::Run(_) => None,
        }
    }
}

fn count(steps: u64) -> usize {
    usize::try_from(steps).unwrap_or(usize::MAX)
}
