//! Findings about the cursor and the phases.

use crate::profile::{CursorRule, CursorStart, PLAYING_PHASE};

use super::findings::{ProfileCheck, corners};

impl ProfileCheck<'_> {
    pub(super) fn cursor(&mut self) {
        let controls = self.profile.controls.as_ref();
        let keys = controls.and_then(|controls| controls.cursor.as_ref());
        let Some(rule) = &self.profile.screen.cursor else {
            if keys.is_some() {
                let message = "the controls move a cursor, but nothing says how it is seen";
                self.error("cursor", message);
            }
            return;
        };
        let Some(board) = self.profile.board(rule.board()) else {
            self.error("cursor", format!("there is no board ‘{}’", rule.board()));
            return;
        };
        let at = match rule {
            CursorRule::OneColour { at, .. } => {
                if at.len() < 2 {
                    self.error("cursor", "‘at’ needs at least two points to compare");
                }
                at.clone()
            }
            CursorRule::Colour { area, colours, .. } => {
                self.require_some("cursor", colours, "‘colours’ names none");
                corners(*area)
            }
        };
        self.points_in_cell("cursor", &at, board.cell);
        // A board of 0 rows or columns has the size of each picture's grid.
        let size = (board.rows, board.cols);
        if let Some(CursorStart::At(row, col)) = keys.map(|keys| keys.start)
            && size.0 > 0
            && size.1 > 0
            && !((1..=size.0).contains(&row) && (1..=size.1).contains(&col))
        {
            let board = format!("the board of {}×{}", size.0, size.1);
            let message = format!("row {row}, column {col} is not on {board}");
            self.error("controls, cursor, start", message);
        }
    }

    pub(super) fn phases(&mut self) {
        let phases = &self.profile.screen.phases;
        if !phases.iter().any(|rule| rule.phase == PLAYING_PHASE) {
            let message = format!("no rule leads to ‘{PLAYING_PHASE}’: boards would never be read");
            self.error("phases", message);
        }
        for (index, rule) in phases.iter().enumerate() {
            let part = format!("phases[{index}] ‘{}’", rule.phase);
            if rule.when.is_empty() && index + 1 < phases.len() {
                let message = "it has no condition and always fits: later rules are never reached";
                self.warn(part.clone(), message);
            }
            for condition in &rule.when {
                self.area_in_picture(&part, condition.area());
            }
        }
    }
}
