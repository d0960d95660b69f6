//! Content of a player: the moves of a plan, or the run of a program.

use std::time::Duration;

use crate::game::{Cell, Course, Reason, Run};
use crate::session::Playback;

use super::overlay::PATH_STEPS;

/// Time spent on computing moves ahead before the plan is first shown, and in each frame.
const FIRST_LOOK: Duration = Duration::from_millis(20);
const LOOK: Duration = Duration::from_millis(2);

/// A sequence of steps that can be played in both directions.
pub enum Watched {
    /// Moves of a plan.
    Moves(Playback),
    /// A completed program run.
    Run(Run),
}

impl Watched {
    /// Creates the content for a plan.
    pub fn moves(mut playback: Playback) -> Self {
        playback.look_ahead(FIRST_LOOK);
        Self::Moves(playback)
    }

    /// Computes some moves ahead. Returns whether there are more.
    pub fn look_ahead(&mut self) -> bool {
        match self {
            Self::Moves(playback) => playback.look_ahead(LOOK),
            Self::Run(_) => false,
        }
    }

    /// Path of the first moving piece of each step, or of the cursor in steps without one; limited to the last cells.
    pub fn path(&self) -> Vec<Cell> {
        let Self::Moves(playback) = self else {
            return Vec::new();
        };
        let told = playback.told();
        let made = &told[..playback.at().min(told.len())];
        let mut path = Vec::new();
        for step in made.iter().rev() {
            match step.glides.first() {
                Some(glide) => path.extend(glide.path.iter().rev()),
                None => path.extend(step.cells.first()),
            }
            if path.len() > PATH_STEPS {
                break;
            }
        }
        path.reverse();
        path.dedup();
        path
    }

    /// Id of the board of the moves.
    pub fn board(&self) -> &str {
        match self {
            Self::Moves(playback) => {
                let mut boards = playback.told().iter().map(|step| step.board.as_ref());
                boards.find(|board| !board.is_empty()).unwrap_or_default()
            }
            Self::Run(_) => "",
        }
    }

    /// Number of steps made.
    pub fn at(&self) -> usize {
        match self {
            Self::Moves(playback) => playback.at(),
            Self::Run(run) => count(run.now().steps()),
        }
    }

    /// Number of all steps.
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
    pub fn course(&self) -> Course {
        let Self::Moves(playback) = self else {
            return Course::default();
        };
        let next = playback.moves().get(playback.at());
        next.map_or_else(Course::default, |mv| playback.position().course(mv))
    }

    /// Describes step `index`, from 0.
    pub fn tell(&self, index: usize) -> Option<String> {
        match self {
            Self::Moves(playback) => playback.describe(index).map(|step| step.text),
            Self::Run(run) => run.tell(index as u64 + 1),
        }
    }

    /// Reason for step `index`, from 0, if known.
    pub fn reason(&self, index: usize) -> Option<&Reason> {
        match self {
            Self::Moves(playback) => playback.reason(index),
            Self::Run(_) => None,
        }
    }
}

fn count(steps: u64) -> usize {
    usize::try_from(steps).unwrap_or(usize::MAX)
}
