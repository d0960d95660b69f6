//! Inputs that choose what the next one is about, such as a click on a cell: the next one waits until the choice shows, or it
//! would be about what was chosen before.

use std::time::Duration;

use image::RgbaImage;

use crate::vision::ImageRect;

use super::super::eye::Eye;
use super::super::interrupt::Step;
use super::super::site::Site;
use super::Hand;
use super::aimed::{Aimed, Choice};

/// After so many inputs that changed nothing where they should show, the game is taken for one that does not show its choice.
const UNSHOWN: u32 = 3;

/// What is known of how a game shows what is chosen.
#[derive(Default)]
pub(super) struct Choices {
    /// Whether a choice has ever been seen.
    is_shown: bool,
    /// Inputs before that which changed nothing.
    unshown: u32,
    /// The last one.
    last: Option<Chosen>,
}

/// A choice that was made.
struct Chosen {
    /// What was done.
    input: String,
    /// How the place looked then.
    look: RgbaImage,
}

impl Hand {
    /// Sends an input that chooses something, the one at this place among several, and waits until that shows; whether it may be
    /// taken for chosen.
    pub(super) fn choose(
        &mut self,
        site: &mut Site,
        eye: &mut Eye,
        (step, choice): (usize, &Choice),
        timeout: Duration,
    ) -> Step<bool> {
        if let Aimed::Point { at, .. } = choice.aimed {
            return self.point(site, at).map(|()| true);
        }
        if self.choices.len() <= step {
            self.choices.resize_with(step + 1, Choices::default);
        }
        let known = &self.choices[step];
        if choice.shows.is_some() && !known.is_shown && known.unshown >= UNSHOWN {
            return self
                .act(site, eye, &choice.aimed, Duration::ZERO, &mut |_, _| false)
                .map(|_| true);
        }
        let look = |picture: &RgbaImage| match choice.shows {
            Some(area) => part(picture, area),
            None => picture.clone(),
        };
        let before = look(&eye.look(site)?.picture);
        let last = known.last.as_ref().filter(|_| known.is_shown);
        // A click more could take the choice back.
        if last.is_some_and(|last| last.look == before) {
            return Ok(true);
        }
        let changed = self.act(site, eye, &choice.aimed, timeout, &mut |_, frame| {
            look(&frame.picture) != before
        })?;
        if choice.shows.is_none() {
            return Ok(true);
        }
        let now = eye.last().map_or(before, |frame| look(&frame.picture));
        let known = &mut self.choices[step];
        let (input, look) = (choice.aimed.to_string(), now);
        let last = known.last.replace(Chosen { input, look });
        match changed {
            true => known.is_shown = true,
            false => known.unshown += 1,
        }
        // What was chosen already need not change.
        let is_again = last.is_some_and(|last| last.input == choice.aimed.to_string());
        Ok(changed || is_again || !known.is_shown)
    }

    /// Moves the pointer to a pixel of the window.
    pub(super) fn point(&mut self, site: &mut Site, at: (i32, i32)) -> Step<()> {
        site.wait_until(self.next_press)?;
        site.move_to(at)?;
        self.next_press = site.now() + self.pace.gap();
        Ok(())
    }
}

/// A part of a picture.
fn part(picture: &RgbaImage, area: ImageRect) -> RgbaImage {
    let whole = |pixels: f32| pixels.max(0.0) as u32;
    let (x, y) = (whole(area.x), whole(area.y));
    let (width, height) = (whole(area.width), whole(area.height));
    image::imageops::crop_imm(picture, x, y, width, height).to_image()
}
