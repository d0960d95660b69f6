//! Inputs that select the object of the next one, such as clicks on a cell. The next input waits until the selection
//! shows, as it would apply to the previous selection otherwise.

use std::time::Duration;

use image::RgbaImage;

use crate::game::Cell;

use super::super::eye::Eye;
use super::super::interrupt::Step;
use super::super::site::Site;
use super::aimed::{Aimed, Choice};
use super::{Hand, Reached};

/// Number of inputs without visible change after which a game is assumed not to show its selection.
const UNSHOWN: u32 = 3;

/// Observations of how a game shows a selection.
#[derive(Default)]
pub(super) struct Choices {
    /// True if a selection has ever been visible.
    is_shown: bool,
    unshown: u32,
    last: Option<String>,
}

/// Cell selected by a click for a key, in games that may keep it selected.
#[derive(Default)]
pub(super) struct ChosenCell {
    /// Current location, if known.
    cell: Option<Cell>,
    /// True if the cell stays selected after use, so that another click would deselect it.
    stays: bool,
}

impl Hand {
    /// Sends step number `step` of an input and waits until the selection shows. Returns whether the next step may be
    /// sent.
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
        if choice.rests && step == 0 {
            eye.rest(site)?;
        }
        let known = &self.choices[step];
        if choice.shows.is_some() && !known.is_shown && known.unshown >= UNSHOWN {
            return self
                .act(site, eye, &choice.aimed, Duration::ZERO, &mut |_, _| false)
                .map(|_| true);
        }
        let look = |picture: &RgbaImage| match choice.shows {
            Some(area) => area.cut_from(picture),
            None => picture.clone(),
        };
        let before = look(&eye.look(site)?.picture);
        let changed = self.act(site, eye, &choice.aimed, timeout, &mut |_, frame| {
            look(&frame.picture) != before
        })?;
        if choice.rests {
            eye.rest(site)?;
        }
        if choice.shows.is_none() {
            return Ok(true);
        }
        let known = &mut self.choices[step];
        let input = choice.aimed.to_string();
        let is_again = known.last.replace(input.clone()) == Some(input);
        match changed {
            true => known.is_shown = true,
            false => known.unshown += 1,
        }
        // Selecting again what is already selected need not change the picture.
        Ok(changed || is_again || !known.is_shown)
    }

    /// Sends several inputs, each after the one before shows. Returns whether the effect of the last one was observed.
    pub(super) fn act_in_steps(
        &mut self,
        site: &mut Site,
        eye: &mut Eye,
        (first, last): (&[Choice], &Aimed),
        timeout: Duration,
        reached: Reached<'_>,
    ) -> Step<bool> {
        let cell = match (first, last) {
            ([choice], Aimed::Press { .. }) => choice.cell,
            _ => None,
        };
        let is_again = cell.is_some() && self.chosen.cell == cell;
        // Reset first, so that the cell is selected again after an error.
        self.chosen.cell = None;
        for (step, choice) in first.iter().enumerate() {
            let stays = is_again && self.chosen.stays;
            if stays {
                continue;
            }
            let chosen = self.choose(site, eye, (step, choice), timeout);
            self.complete = false;
            if !chosen? {
                return Ok(false);
            }
        }
        let done = self.act(site, eye, last, timeout, reached)?;
        match done {
            true => self.chosen.cell = cell,
            false => self.chosen.stays |= is_again,
        }
        Ok(done)
    }

    /// Updates the selected cell after a move: `to` returns where the content of a cell is now, if that is clear.
    pub fn follow_chosen(&mut self, to: impl FnOnce(Cell) -> Option<Cell>) {
        self.chosen.cell = self.chosen.cell.and_then(to);
    }

    /// Moves the pointer to a pixel of the window.
    pub(super) fn point(&mut self, site: &mut Site, at: (i32, i32)) -> Step<()> {
        site.wait_until(self.next_press)?;
        site.move_to(at)?;
        self.next_press = site.now() + self.pace.gap();
        self.complete = true;
        Ok(())
    }
}
