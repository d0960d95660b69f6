//! The last move made or undone by the user, for its animation.

use egui::Ui;

use crate::game::{Move, Position, StepInfo};
use crate::session::{Counts, Document};

use super::course::Going;
use super::motion::Moving;

/// Tracks changes of a document's moves.
#[derive(Default)]
pub struct LastMove {
    seen: Option<Seen>,
    serial: u64,
    /// The last move, if the last change made or undid one move.
    step: Option<StepInfo>,
    back: bool,
    going: Going,
    counts: Counts,
}

struct Seen {
    revision: u64,
    count: usize,
    last: Option<Move>,
    position: Box<dyn Position>,
}

impl LastMove {
    /// Detects changes since the last call.
    pub fn follow(&mut self, document: &Document) {
        let (revision, moves) = (document.revision(), document.moves());
        let same = |seen: &Seen| {
            (seen.revision, seen.count, seen.last.as_ref()) == (revision, moves.len(), moves.last())
        };
        if self.seen.as_ref().is_some_and(same) {
            return;
        }
        self.step = None;
        self.going = Going::default();
        self.serial += 1;
        if let Some(seen) = self.seen.take().filter(|seen| seen.revision == revision) {
            let at = |index: Option<usize>| moves.get(index?);
            if moves.len() == seen.count + 1 && at(seen.count.checked_sub(1)) == seen.last.as_ref()
            {
                self.step = moves.last().map(|mv| seen.position.describe(mv));
                let course = moves.last().map(|mv| seen.position.course(mv));
                self.going = Going::of(course.unwrap_or_default());
                self.back = false;
            } else if moves.len() + 1 == seen.count {
                self.step = seen.last.map(|mv| document.position().describe(&mv));
                self.back = true;
            }
        }
        match &self.step {
            Some(step) if self.back => self.counts.subtract(step),
            Some(step) => self.counts.add(step),
            None => self.counts = Counts::of(document.level().as_ref(), moves),
        }
        self.seen = Some(Seen {
            revision,
            count: moves.len(),
            last: moves.last().cloned(),
            position: document.position().boxed_clone(),
        });
    }

    /// Counts of all moves.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Animation of the steps of the last move.
    pub fn going(&self) -> &Going {
        &self.going
    }

    /// Advances the animation; call it once a frame.
    pub fn advance(&mut self, ui: &Ui) {
        self.going.advance(ui, None);
    }

    /// Animation of the move, and its board.
    pub fn moving(&self) -> Option<(&str, Moving<'_>)> {
        let step = self.step.as_ref()?;
        let moving = Moving {
            serial: (self.serial, 0),
            glides: &step.glides,
            back: self.back,
        };
        Some((step.board.as_ref(), self.going.moving(moving)))
    }
}
