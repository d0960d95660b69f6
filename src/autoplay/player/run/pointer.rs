//! Position of the pointer while it is not clicking, in games that notice where it is.

use crate::desktop::DesktopError;
use crate::event::Observation;
use crate::log::LogKind;
use crate::player::Flow;
use crate::vision::GameInput;

use super::PlayLoop;

/// Distance to the edge of the window, in pixels, at which the pointer is put aside.
const EDGE_MARGIN: u32 = 2;

impl PlayLoop {
    /// Moves the pointer over the window, once after each start or resume, as some programs accept keys only then.
    pub(super) fn hover_once(&mut self) -> Flow<()> {
        if !std::mem::replace(&mut self.has_hovered, true) {
            match self.ctx.move_to_middle() {
                // Keys also reach a window whose middle is covered.
                Err(DesktopError::Covered) => return Ok(()),
                result => result?,
            }
            let text = "the pointer is moved over the window, in case it accepts keys only then";
            self.ctx.note(LogKind::Sent, text);
        }
        Ok(())
    }

    /// Moves the pointer off the boards of a game played with it, once after each start or resume,
    /// as the game may highlight the cell under it. Returns whether it did.
    pub(super) fn move_pointer_off(&mut self, frame: &Observation) -> Flow<bool> {
        let profile = &self.config.profile;
        let mut inputs = self.actuator.controls.inputs();
        let Some(screen) = frame.playing().filter(|_| !self.has_moved_off) else {
            return Ok(false);
        };
        if !inputs.any(GameInput::is_at_cell) {
            return Ok(false);
        }
        let boards = screen.reading.boards.iter();
        let boards: Vec<_> = boards
            .filter_map(|board| screen.board_rect(profile, &board.id))
            .collect();
        let (width, height) = frame.picture.dimensions();
        let last = |side: u32| side.saturating_sub(1 + EDGE_MARGIN);
        // No corners, as the pointer in a corner of the screen stops the run.
        let mut points = [
            (width / 2, last(height)),
            (last(width), height / 2),
            (EDGE_MARGIN, height / 2),
            (width / 2, EDGE_MARGIN),
        ]
        .into_iter();
        let is_free = |(x, y): &(u32, u32)| {
            let mut boards = boards.iter();
            boards.all(|board| !board.contains((*x as f32, *y as f32)))
        };
        // Click positions are pixels of the picture, too.
        let signed = |(x, y): (u32, u32)| Some((i32::try_from(x).ok()?, i32::try_from(y).ok()?));
        let Some(at) = points.find(is_free).and_then(signed) else {
            return Ok(false);
        };
        self.has_moved_off = true;
        self.ctx.move_to(at)?;
        let text = "the pointer is moved off the board, in case it highlights a cell";
        self.ctx.note(LogKind::Sent, text);
        Ok(true)
    }
}
