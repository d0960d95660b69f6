use std::collections::BTreeMap;

use crate::game::{CellReading, Grid};
use crate::reading::{ScreenReading, cell_reading};

use super::teach::{Lesson, Told};

/// Minimum share of unchanged numbers for a picture to show the labelled level.
const SAME: f32 = 0.75;

/// User-given values of cells recognized by their digits: they hold for the labelled level only.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Said {
    told: Told,
    /// Readings at the time of labelling, by board.
    read: BTreeMap<String, Grid<CellReading<String>>>,
}

impl Said {
    /// Adds the labels of a lesson.
    pub fn extend(&mut self, lesson: &Lesson) {
        let told = lesson.of_level();
        if told.is_empty() {
            return;
        }
        let Ok(seen) = crate::read(&lesson.profile, &lesson.image, None) else {
            return;
        };
        if !self.is_of(&seen) {
            *self = Self::default();
        }
        let boards = seen.reading.boards.into_iter();
        let boards = boards.filter(|board| told.keys().any(|(id, _)| *id == board.id));
        self.read
            .extend(boards.map(|board| (board.id, board.cells)));
        self.told.extend(told);
    }

    /// Applies the labels if the reading shows the labelled level.
    pub fn correct(&self, seen: &mut ScreenReading) {
        if !self.is_of(seen) {
            return;
        }
        for board in &mut seen.reading.boards {
            let cells = self.told.iter().filter(|((id, _), _)| *id == board.id);
            for ((_, cell), value) in cells {
                board.cells.set(*cell, cell_reading(value.clone(), 1.0));
            }
        }
    }

    fn is_of(&self, seen: &ScreenReading) -> bool {
        let (mut same, mut all) = (0, 0);
        for (id, then) in &self.read {
            let now = seen.reading.board(id).map(|board| &board.cells);
            let is_same = |(cell, then): &(_, &CellReading<String>)| {
                let now = now.and_then(|now| now.get(*cell));
                now.is_some_and(|now| now.value == then.value)
            };
            same += then.iter().filter(is_same).count();
            all += then.size().area();
        }
        same as f32 >= SAME * all as f32
    }
}
