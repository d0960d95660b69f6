//! What a player plays: the moves of a plan, or the run of the program that the plan is.

use std::time::Duration;

use crate::game::{Cell, Course, Reason, Run};
use crate::session::Playback;

use super::overlay::PATH_STEPS;

/// Time to look at the moves ahead before the plan is shown first, and in each frame from then on.
const FIRST_LOOK: Duration = Duration::from_millis(20);
const LOOK: Duration = Duration::from_millis(2);

/// Something to step through both ways.
pub enum Watched {
    /// The moves of a plan, with its place in them.
    Moves(Playback),
    /// A run that has been at its end.
    Run(Run),
}

impl Watched {
    /// The moves of a plan.
    pub fn moves(mut playback: Playback) -> Self {
        playback.look_ahead(FIRST_LOOK);
        Self::Moves(playback)
    }

    /// Looks at some moves ahead; whether there are more to look at.
    pub fn look_ahead(&mut self) -> bool {
        match self {
            Self::Moves(playback) => playback.look_ahead(LOOK),
            Self::Run(_) => false,
        }
    }

    /// The way of the first piece that goes in each step or, where none does, of the cursor; the
    /// last cells of it.
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

    /// Steps made so far.
    pub fn at(&self) -> usize {
        match self {
            Self::Moves(playback) => playback.at(),
            Self::Run(run) => count(run.now().steps()),
        }
    }

    /// Steps in all.
    pub fn len(&self) -> usize {
        match self {
            Self::Moves(playback) => playback.len(),
            Self::Run(run) => count(run.reached()),
        }
    }

    /// Goes to what is after so many steps, at most all.
    pub fn seek(&mut self, at: usize) {
        match self {
            Self::Moves(playback) => playback.seek(at),
            Self::Run(run) => run.seek((at as u64).min(run.reached())),
        }
    }

    /// What is seen of the next move, if it goes on by itself.
    pub fn course(&self) -> Course {
        let Self::Moves(playback) = self else {
            return Course::default();
        };
        let next = playback.moves().get(playback.at());
        next.map_or_else(Course::default, |mv| playback.position().course(mv))
    }

    /// What step `index` is, from 0, in words.
    pub fn tell(&self, index: usize) -> Option<String> {
        match self {
            Self::Moves(playback) => playback.describe(index).map(|step| step.text),
            Self::Run(run) => run.tell(index as u64 + 1),
        }
    }

    /// Why step `index` is made, from 0, where that is known.
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
