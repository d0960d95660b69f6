//! Position of the pointer while it is not clicking.

use crate::desktop::WorldError;
use crate::event::Frame;
use crate::log::Kind;
use crate::vision::Input;

use super::super::interrupt::Step;
use super::Run;

const EDGE: u32 = 2;

impl Run {
    /// Moves the pointer over the window, once after each start or resume, as some programs accept keys only then.
    pub(super) fn point_once(&mut self) -> Step<()> {
        if !std::mem::replace(&mut self.pointed, true) {
            match self.site.move_to_middle() {
                // Keys also reach a window whose middle is covered.
                Err(WorldError::Covered) => return Ok(()),
                moved => moved?,
            }
            let text = "the pointer is moved over the window, in case it accepts keys only then";
            self.site.note(Kind::Sent, text);
        }
        Ok(())
    }

    /// Moves the pointer off the boards of a game played with it, once after each start or resume, as the game may
    /// highlight the cell under it. Returns whether it did.
    pub(super) fn point_aside(&mut self, frame: &Frame) -> Step<bool> {
        let profile = &self.config.profile;
        let mut inputs = profile.controls.iter().flat_map(|it| it.inputs());
        let Some(seen) = frame.playing().filter(|_| !self.aside) else {
            return Ok(false);
        };
        if !inputs.any(Input::is_at_cell) {
            return Ok(false);
        }
        let boards = seen.reading.boards.iter();
        let boards: Vec<_> = boards
            .filter_map(|board| seen.board_rect(profile, &board.id))
            .collect();
        let (width, height) = frame.picture.dimensions();
        let last = |side: u32| side.saturating_sub(1 + EDGE);
        // No corners, as the pointer in a corner of the screen stops the run.
        let mut places = [
            (width / 2, last(height)),
            (last(width), height / 2),
            (EDGE, height / 2),
            (width / 2, EDGE),
        ]
        .into_iter();
        let is_free = |(x, y): &(u32, u32)| {
            let mut boards = boards.iter();
            boards.all(|board| !board.holds((*x as f32, *y as f32)))
        };
        // Click positions are pixels of the picture, too.
        let as_sent = |(x, y): (u32, u32)| Some((i32::try_from(x).ok()?, i32::try_from(y).ok()?));
        let Some(at) = places.find(is_free).and_then(as_sent) else {
            return Ok(false);
        };
        self.aside = true;
        self.site.move_to(at)?;
        let text = "the pointer is moved off the board, in case it highlights a cell";
        self.site.note(Kind::Sent, text);
        Ok(true)
    }
}
