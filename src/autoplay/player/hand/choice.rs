//! Inputs that choose what the next one is about, such as a click on a cell: the next one waits until the choice shows, or it
//! would be about what was chosen before.

use std::time::Duration;

use image::RgbaImage;

use crate::game::Cell;

use super::super::eye::Eye;
use super::super::interrupt::Step;
use super::super::site::Site;
use super::aimed::{Aimed, Choice};
use super::{Hand, Reached};

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
    last: Option<String>,
}

/// The cell that a click has chosen for a key, in games in which it may stay so.
#[derive(Default)]
pub(super) struct ChosenCell {
    /// Where it is now, if that is known.
    cell: Option<Cell>,
    /// Whether it stays chosen when something was done with it: another click would take that back.
    stays: bool,
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
        // What was chosen already need not change.
        Ok(changed || is_again || !known.is_shown)
    }

    /// Sends several inputs one after the other, each of the first ones when the one before shows; whether the effect of the last
    /// one does.
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
        // Whatever becomes of it, it is chosen anew then.
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

    /// What was chosen may have moved: `to` tells where the content of a cell is now, if that is clear.
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
