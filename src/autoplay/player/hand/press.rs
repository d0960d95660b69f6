//! Key presses, held until the effect shows.

use std::time::Duration;

use crate::event::Frame;
use crate::vision::Chord;

use super::super::eye::Eye;
use super::super::interrupt::Step;
use super::super::site::Site;
use super::{Hand, Reached};

impl Hand {
    /// Presses a key and waits for its effect; `None` if it is not observed within `timeout`.
    pub fn press(
        &mut self,
        site: &mut Site,
        eye: &mut Eye,
        key: impl Into<Chord>,
        timeout: Duration,
        reached: Reached<'_>,
    ) -> Step<Option<Frame>> {
        let key = key.into();
        let mut shown = |eye: &Eye, frame: &Frame| reached(eye, frame).then(|| frame.clone());
        site.wait_until(self.next_press)?;
        let held = site.hold(key)?;
        let pressed = held.site.now();
        self.count_press(key, pressed);
        self.complete = true;
        let longest = pressed + self.pace.hold().min(timeout);
        let mut seen = eye.until(held.site, longest, &mut shown);
        let waited = held.site.now().saturating_sub(pressed);
        if let Ok(Ok(_)) = seen {
            held.site.sleep(self.pace.min_hold().saturating_sub(waited));
        }
        drop(held);
        self.next_press = site.now() + self.pace.gap();
        if let Ok(Err(_)) = seen {
            seen = eye.until(site, pressed + timeout, &mut shown);
        }
        let shown = seen?.ok();
        if shown.is_some() {
            self.effective.0.insert(key);
            self.count_confirmed(eye.looked_at().saturating_sub(pressed));
        }
        Ok(shown)
    }

    pub fn hold_for(&mut self, site: &mut Site, key: Chord, time: Duration) -> Step<()> {
        site.wait_until(self.next_press)?;
        let held = site.hold(key)?;
        let now = held.site.now();
        self.count_press(key, now);
        held.site.sleep(time);
        drop(held);
        self.next_press = site.now() + self.pace.gap();
        Ok(())
    }
}
