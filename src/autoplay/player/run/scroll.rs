//! Scrolling of a list that is shown in part.

use crate::event::Observation;
use crate::game::{Button, Cell, Position};
use crate::player::Flow;
use crate::vision::ScreenReading;

use super::super::actuator::AimedInput;
use super::super::observer::compare::{
    hidden_difference, list_values, matches_screen, shown_viewport,
};
use super::PlayLoop;

impl PlayLoop {
    /// Scrolls to where two positions differ, if the reading shows one of them but not there. Returns whether it did.
    pub(super) fn scroll_to_change(
        &mut self,
        after: &dyn Position,
        before: &dyn Position,
        frame: &Observation,
    ) -> Flow<bool> {
        let Some(screen) = frame.playing() else {
            return Ok(false);
        };
        let hidden = [(before, after), (after, before)]
            .into_iter()
            .filter(|(position, _)| matches_screen(*position, screen))
            .find_map(|(position, other)| {
                Some((position, hidden_difference(position, other, screen)?))
            });
        match hidden {
            Some((position, (board, cell))) => self.scroll_to(position, screen, board, cell),
            None => Ok(false),
        }
    }

    /// Continues scrolling in a list that has been read up to column `read_up_to`, and updates that. Returns whether
    /// there is more to read. The reading must show the position.
    pub(super) fn scroll_on(
        &mut self,
        position: &dyn Position,
        screen: &ScreenReading,
        read_up_to: &mut usize,
    ) -> Flow<bool> {
        for info in position.boards() {
            if screen.parts.contains_key(info.id)
                && let Some(viewport) = shown_viewport(position, &info, screen)
            {
                let from = viewport.corner.col;
                // Not if the scroll went too far, as the columns between have not been read.
                if from <= *read_up_to {
                    *read_up_to = (*read_up_to).max(from + viewport.size.cols);
                }
                return self.scroll_to(position, screen, info.id, Cell::new(0, *read_up_to));
            }
        }
        Ok(false)
    }

    /// Tries to scroll to a cell of a list. Returns whether the list has such a cell.
    fn scroll_to(
        &mut self,
        position: &dyn Position,
        screen: &ScreenReading,
        board: &str,
        cell: Cell,
    ) -> Flow<bool> {
        let viewport = screen.parts.get(board);
        let values = list_values(position, board);
        let Some((at, to)) = viewport.and_then(|viewport| viewport.drag_to(&values, cell.col))
        else {
            return Ok(false);
        };
        let pixel = |(x, y): (f32, f32)| (x.floor() as i32, y.floor() as i32);
        let drag = AimedInput::Click {
            at: pixel(at),
            to: Some(pixel(to)),
            button: Button::Primary,
            cell: Some(cell),
        };
        let timeout = self.actuator.pace.timeout_after(1);
        let (ctx, observer) = (&mut self.ctx, &mut self.observer);
        let mut is_scrolled = |_: &_, frame: &Observation| {
            let now = frame.playing().map(|screen| screen.parts.get(board));
            now.is_some_and(|now| now != viewport)
        };
        if !self
            .actuator
            .act(ctx, observer, &drag, timeout, &mut is_scrolled)?
        {
            let text = format!("the list was not scrolled: no effect of {drag} was seen in time");
            self.actuator.count_lost(&mut self.ctx, text);
        }
        Ok(true)
    }
}
