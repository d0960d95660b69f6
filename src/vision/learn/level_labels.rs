//! Values that the user gave for cells that no sample can teach; auto-play corrects its readings by them.

use std::collections::BTreeMap;

use crate::game::{CellReading, Grid};
use crate::reading::{ScreenReading, cell_reading};

use super::teach::{CellLabels, Lesson};

/// Minimum share of unchanged numbers for a picture to show the labelled level.
const MIN_UNCHANGED: f32 = 0.75;

/// User-given values of cells recognized by their digits: they hold for the labelled level only.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LevelLabels {
    labels: CellLabels,
    /// Readings at the time of labelling, by board.
    read: BTreeMap<String, Grid<CellReading<String>>>,
}

impl LevelLabels {
    /// Adds a lesson's labels of number boards. Those of another level are dropped.
    pub fn extend(&mut self, lesson: &Lesson) {
        let labels = lesson.level_labels();
        if labels.is_empty() {
            return;
        }
        // Without a reading, later pictures could not be compared with this one.
        let Ok(screen) = crate::read(&lesson.profile, &lesson.image, None) else {
            return;
        };
        if !self.matches(&screen) {
            *self = Self::default();
        }
        for board in screen.reading.boards {
            if labels.keys().any(|(id, _)| *id == board.id) {
                self.read.insert(board.id, board.cells);
            }
        }
        self.labels.extend(labels);
    }

    /// Applies the labels if the reading shows the labelled level.
    pub fn correct(&self, screen: &mut ScreenReading) {
        if !self.matches(screen) {
            return;
        }
        for board in &mut screen.reading.boards {
            let cells = self.labels.iter().filter(|((id, _), _)| *id == board.id);
            for ((_, cell), value) in cells {
                board.cells.set(*cell, cell_reading(value.clone(), 1.0));
            }
        }
    }

    /// Returns whether most values are those of the labelled level; true if there are no labels.
    fn matches(&self, screen: &ScreenReading) -> bool {
        let (mut same, mut all) = (0, 0);
        for (id, then) in &self.read {
            let now = screen.reading.board(id).map(|board| &board.cells);
            let is_same = |(cell, then): &(_, &CellReading<String>)| {
                let now = now.and_then(|now| now.get(*cell));
                now.is_some_and(|now| now.value == then.value)
            };
            same += then.iter().filter(is_same).count();
            all += then.size().area();
        }
        same as f32 >= MIN_UNCHANGED * all as f32
    }
}
