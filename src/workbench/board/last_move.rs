//! The last move made or undone by the user, for its animation.

use egui::Ui;

use crate::game::{BoardInfo, Move, Position, StepInfo};
use crate::session::{Document, MoveCounts};

use super::animation_player::AnimationPlayer;
use super::motion::AnimatedStep;

#[derive(Default)]
pub struct LastMove {
    snapshot: Option<MoveSnapshot>,
    serial: u64,
    /// The last move, if the last change made or undid one move.
    step: Option<StepInfo>,
    undone: bool,
    animation: AnimationPlayer,
    counts: MoveCounts,
    /// Number of cells that the game marks as wrong.
    wrong_cells: usize,
}

struct MoveSnapshot {
    revision: u64,
    count: usize,
    last: Option<Move>,
    position: Box<dyn Position>,
}

impl LastMove {
    pub fn update(&mut self, document: &Document) {
        let (revision, moves) = (document.revision(), document.moves());
        let unchanged = |before: &MoveSnapshot| {
            (before.revision, before.count, before.last.as_ref())
                == (revision, moves.len(), moves.last())
        };
        if self.snapshot.as_ref().is_some_and(unchanged) {
            return;
        }
        self.step = None;
        self.animation = AnimationPlayer::default();
        self.serial += 1;
        let before = self.snapshot.take();
        if let Some(before) = before.filter(|before| before.revision == revision) {
            let at = |index: Option<usize>| moves.get(index?);
            if moves.len() == before.count + 1
                && at(before.count.checked_sub(1)) == before.last.as_ref()
            {
                self.step = moves.last().map(|mv| before.position.describe(mv));
                let animation = moves.last().map(|mv| before.position.animation(mv));
                self.animation = AnimationPlayer::new(animation.unwrap_or_default());
                self.undone = false;
            } else if moves.len() + 1 == before.count {
                self.step = before.last.map(|mv| document.position().describe(&mv));
                self.undone = true;
            }
        }
        match &self.step {
            Some(step) if self.undone => self.counts.subtract(step),
            Some(step) => self.counts.add(step),
            None => self.counts = MoveCounts::new(document.level().as_ref(), moves),
        }
        self.wrong_cells = count_wrong(document.position());
        self.snapshot = Some(MoveSnapshot {
            revision,
            count: moves.len(),
            last: moves.last().cloned(),
            position: document.position().boxed_clone(),
        });
    }

    pub fn counts(&self) -> &MoveCounts {
        &self.counts
    }

    pub fn wrong_cells(&self) -> usize {
        self.wrong_cells
    }

    pub fn animation(&self) -> &AnimationPlayer {
        &self.animation
    }

    /// Advances the animation; call it once a frame.
    pub fn advance(&mut self, ui: &Ui) {
        self.animation.advance(ui, None);
    }

    /// Animation of the move, and its board.
    pub fn animated_step(&self) -> Option<(&str, AnimatedStep<'_>)> {
        let step = self.step.as_ref()?;
        let animated = AnimatedStep {
            serial: (self.serial, 0),
            motions: &step.motions,
            undone: self.undone,
        };
        Some((step.board.as_ref(), self.animation.current_step(animated)))
    }
}

fn count_wrong(position: &dyn Position) -> usize {
    let boards = position.boards().into_iter();
    let wrong = |board: BoardInfo| {
        let cells = board.size.cells();
        let styles = cells.map(|cell| position.style(board.id, cell));
        styles.filter(|style| style.marks.wrong).count()
    };
    boards.map(wrong).sum()
}
