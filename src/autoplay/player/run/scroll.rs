//! Scrolling of a list that is shown in part.

use crate::event::Frame;
use crate::game::{Button, Cell, Position};
use crate::vision::ScreenReading;

use super::super::eye::compare::{is_read, list_of, out_of_sight, part_seen};
use super::super::hand::Aimed;
use super::super::interrupt::Step;
use super::Run;

impl Run {
    /// Scrolls to where two positions differ, if the reading shows one of them but not there. Returns whether it did.
    pub(super) fn scroll_to_change(
        &mut self,
        after: &dyn Position,
        before: &dyn Position,
        frame: &Frame,
    ) -> Step<bool> {
        let Some(seen) = frame.playing() else {
            return Ok(false);
        };
        let hidden = [(before, after), (after, before)]
            .into_iter()
            .filter(|(here, _)| is_read(*here, seen))
            .find_map(|(here, other)| Some((here, out_of_sight(here, other, seen)?)));
        match hidden {
            Some((here, (board, cell))) => self.scroll_to(here, seen, board, cell),
            None => Ok(false),
        }
    }

    /// Continues scrolling in a list that has been read up to column `read`, and updates that. Returns whether there is
    /// more to read. The reading must show the position.
    pub(super) fn read_on(
        &mut self,
        position: &dyn Position,
        seen: &ScreenReading,
        read: &mut usize,
    ) -> Step<bool> {
        for info in position.boards() {
            if seen.parts.contains_key(info.id)
                && let Some(part) = part_seen(position, &info, seen)
            {
                let from = part.corner.col;
                if from <= *read {
                    *read = (*read).max(from + part.size.cols);
                }
                return self.scroll_to(position, seen, info.id, Cell::new(0, *read));
            }
        }
        Ok(false)
    }

    /// Tries to scroll to a cell of a list. Returns whether the list has such a cell.
    fn scroll_to(
        &mut self,
        position: &dyn Position,
        seen: &ScreenReading,
        board: &str,
        cell: Cell,
    ) -> Step<bool> {
        let part = seen.parts.get(board);
        let values = list_of(position, board);
        let Some((at, to)) = part.and_then(|part| part.drag_to(&values, cell.col)) else {
            return Ok(false);
        };
        let pixel = |(x, y): (f32, f32)| (x.floor() as i32, y.floor() as i32);
        let drag = Aimed::Click {
            at: pixel(at),
            to: Some(pixel(to)),
            button: Button::Primary,
            cell: Some(cell),
        };
        let timeout = self.hand.timeout_after(1);
        let (site, eye) = (&mut self.site, &mut self.eye);
        let scrolled = self.hand.act(site, eye, &drag, timeout, &mut |_, frame| {
            let now = frame.playing().map(|seen| seen.parts.get(board));
            now.is_some_and(|now| now != part)
        })?;
        if !scrolled {
            let text = format!("the list was not scrolled: no effect of {drag} was seen in time");
            self.hand.count_lost(&mut self.site, text);
        }
        Ok(true)
    }
}
