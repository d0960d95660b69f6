//! What a player plays: the moves of a plan, or the run of the program that the plan is.

use crate::game::{Cell, Reason, Run};
use crate::session::Playback;

/// Something to step through both ways.
pub enum Watched {
    /// The moves of a plan.
    Moves {
        /// With its place in them.
        playback: Playback,
        /// Where the cursor is for each move; moves that have no place keep the last one.
        trail: Vec<Cell>,
        /// Id of the board of the moves.
        board: String,
    },
    /// A run that has been at its end.
    Run(Run),
}

impl Watched {
    /// The moves of a plan.
    pub fn moves(playback: Playback) -> Self {
        let mut trail: Vec<Cell> = Vec::with_capacity(playback.len());
        let mut board = String::new();
        for index in 0..playback.len() {
            let step = playback.describe(index).unwrap_or_default();
            if board.is_empty() {
                board = step.board.to_string();
            }
            let last = trail.last().copied();
            trail.extend(step.cells.first().copied().or(last));
        }
        Self::Moves {
            playback,
            trail,
            board,
        }
    }

    /// Steps made so far.
    pub fn at(&self) -> usize {
        match self {
            Self::Moves { playback, .. } => playback.at(),
            Self::Run(run) => count(run.now().steps()),
        }
    }

    /// Steps in all.
    pub fn len(&self) -> usize {
        match self {
            Self::Moves { playback, .. } => playback.len(),
            Self::Run(run) => count(run.reached()),
        }
    }

    /// Whether all steps are made.
    pub fn at_end(&self) -> bool {
        self.at() == self.len()
    }

    /// Goes to what is after so many steps, at most all.
    pub fn seek(&mut self, at: usize) {
        match self {
            Self::Moves { playback, .. } => playback.seek(at),
            Self::Run(run) => run.seek((at as u64).min(run.reached())),
        }
    }

    /// What step `index` is, from 0, in words.
    pub fn tell(&self, index: usize) -> Option<String> {
        match self {
            Self::Moves { playback, .. } => playback.describe(index).map(|step| step.text),
            Self::Run(run) => run.tell(index as u64 + 1),
        }
    }

    /// Why step `index` is made, from 0, where that is known.
    pub fn reason(&self, index: usize) -> Option<&Reason> {
        match self {
            Self::Moves { playback, .. } => playback.reason(index),
            Self::Run(_) => None,
        }
    }
}

fn count(steps: u64) -> usize {
    usize::try_from(steps).unwrap_or(usize::MAX)
}
