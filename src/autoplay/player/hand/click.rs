//! Clicks and drags. The button is released however the run is interrupted.

use std::time::Duration;

use crate::event::Frame;
use crate::game::Button;

use super::super::eye::Eye;
use super::super::interrupt::Step;
use super::super::site::Site;
use super::{Hand, Reached};

/// Longest time for which a piece may move after it is dropped.
const SNAP: Duration = Duration::from_millis(150);
/// Number of pointer positions of a drag, as games that follow the pointer need intermediate ones.
const DRAG_STEPS: i32 = 4;

/// A pressed button; released on drop.
struct HeldButton<'s> {
    site: &'s mut Site,
    button: Button,
}

impl Drop for HeldButton<'_> {
    fn drop(&mut self) {
        self.site.button_up(self.button);
    }
}

impl Hand {
    /// Clicks, or drags to another pixel, and waits for the effect; `None` if it is not observed within `timeout`.
    pub fn click(
        &mut self,
        site: &mut Site,
        eye: &mut Eye,
        (at, to, button): ((i32, i32), Option<(i32, i32)>, Button),
        timeout: Duration,
        reached: Reached<'_>,
    ) -> Step<Option<Frame>> {
        let pressed = self.send_click(site, (at, to, button))?;
        // A piece held over its target has the same appearance as a dropped one, so frames count only some time after
        // the drop.
        let rest = to.map_or(Duration::ZERO, |_| eye.settle_time().max(SNAP));
        let from = site.now() + rest;
        let shown = eye.until(site, pressed + timeout, |eye, frame| {
            let shown = eye.looked_at() >= from && reached(eye, frame);
            shown.then(|| frame.clone())
        })?;
        if shown.is_ok() {
            self.effective.1 = true;
            self.count_confirmed(eye.looked_at().saturating_sub(pressed));
        }
        Ok(shown.ok())
    }

    /// Clicks, or drags to another pixel, without waiting for the effect. Returns when the button was pressed.
    pub fn send_click(
        &mut self,
        site: &mut Site,
        (at, to, button): ((i32, i32), Option<(i32, i32)>, Button),
    ) -> Step<Duration> {
        site.wait_until(self.next_press)?;
        let pressed = site.now();
        let hold = self.pace.min_hold();
        site.button_down(at, button)?;
        self.counts.sent += 1;
        self.last_sent = pressed;
        let held = HeldButton { site, button };
        held.site.sleep(hold);
        let dragged = to.map_or(Ok(()), |to| drag(held.site, at, to, hold));
        drop(held);
        self.next_press = site.now() + self.pace.gap();
        dragged?;
        self.complete = true;
        Ok(pressed)
    }
}

fn drag(site: &mut Site, from: (i32, i32), to: (i32, i32), hold: Duration) -> Step<()> {
    for step in 1..=DRAG_STEPS {
        let part = |from: i32, to: i32| from + (to - from) * step / DRAG_STEPS;
        site.move_to((part(from.0, to.0), part(from.1, to.1)))?;
        site.sleep(hold.max(Duration::from_millis(10)));
    }
    Ok(())
}
