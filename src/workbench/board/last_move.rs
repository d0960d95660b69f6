//! The move that was made last by hand, or taken back, so that it is seen going on.

use egui::Ui;

use crate::game::{Move, Position, StepInfo};
use crate::session::{Counts, Document};

use super::course::Going;
use super::motion::Moving;

/// What a document's moves were, and how they became what they are.
#[derive(Default)]
pub struct LastMove {
    seen: Option<Seen>,
    serial: u64,
    /// The last move, if just one was made or taken back.
    step: Option<StepInfo>,
    back: bool,
    going: Going,
    counts: Counts,
}

/// The moves of a level as they were seen last.
struct Seen {
    revision: u64,
    count: usize,
    last: Option<Move>,
    position: Box<dyn Position>,
}

impl LastMove {
    /// Looks what was done to the moves since it was asked last.
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

    /// What all moves count as.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The steps of a move that goes on by itself.
    pub fn going(&self) -> &Going {
        &self.going
    }

    /// Goes on to the step of the move that is to be seen now; call it once a frame.
    pub fn advance(&mut self, ui: &Ui) {
        self.going.advance(ui, None);
    }

    /// The move, with the board it is made on.
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
