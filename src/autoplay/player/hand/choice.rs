//! Clicks that choose a cell: what is done with it waits until the choice shows, or it would be done with the cell before.

use std::time::Duration;

use image::RgbaImage;

use crate::game::Button;
use crate::vision::ImageRect;

use super::super::eye::Eye;
use super::super::interrupt::Step;
use super::super::site::Site;
use super::Hand;

/// After so many clicks that changed nothing in the cell, the game is taken for one that does not show its choice.
const UNSHOWN: u32 = 3;

/// What is known of how a game shows which cell is chosen.
#[derive(Default)]
pub(super) struct Choices {
    /// Whether a cell has ever changed when it was clicked.
    is_shown: bool,
    /// Clicks before that which changed nothing.
    unshown: u32,
    /// Where the last click was.
    last: Option<(i32, i32)>,
}

impl Hand {
    /// Clicks a cell to choose it, and waits until that shows in its area; whether it may be taken for chosen.
    pub(super) fn choose(
        &mut self,
        site: &mut Site,
        eye: &mut Eye,
        (at, area): ((i32, i32), ImageRect),
        timeout: Duration,
    ) -> Step<bool> {
        let click = (at, None, Button::Primary);
        if !self.choices.is_shown && self.choices.unshown >= UNSHOWN {
            return self.send_click(site, click).map(|_| true);
        }
        let before = part(&eye.look(site)?.picture, area);
        let pressed = self.send_click(site, click)?;
        let is_again = self.choices.last.replace(at) == Some(at);
        let changed = eye.until(site, pressed + timeout, |_, frame| {
            (part(&frame.picture, area) != before).then_some(())
        })?;
        match changed {
            Ok(()) => self.choices.is_shown = true,
            Err(_) => self.choices.unshown += 1,
        }
        // What was chosen already need not change.
        Ok(changed.is_ok() || is_again || !self.choices.is_shown)
    }
}

/// A part of a picture.
fn part(picture: &RgbaImage, area: ImageRect) -> RgbaImage {
    let whole = |pixels: f32| pixels.max(0.0) as u32;
    let (x, y) = (whole(area.x), whole(area.y));
    let (width, height) = (whole(area.width), whole(area.height));
    image::imageops::crop_imm(picture, x, y, width, height).to_image()
}
