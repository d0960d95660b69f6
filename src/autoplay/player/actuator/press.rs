//! Key presses, clicks and drags, released however the run is interrupted.

use std::time::Duration;

use crate::event::Observation;
use crate::game::Button;
use crate::player::{Flow, Observer, RunContext};
use crate::vision::Chord;

use super::{Actuator, EffectTest};

/// Longest time for which a piece may move after it is dropped.
const SNAP_TIME: Duration = Duration::from_millis(150);
/// Number of pointer positions of a drag, as games that follow the pointer need intermediate ones.
const DRAG_STEPS: i32 = 4;
/// Shortest time between two of them.
const MIN_STEP_TIME: Duration = Duration::from_millis(10);

/// A pressed button; released on drop.
struct ButtonGuard<'s> {
    ctx: &'s mut RunContext,
    button: Button,
}

impl Drop for ButtonGuard<'_> {
    fn drop(&mut self) {
        self.ctx.button_up(self.button);
    }
}

impl Actuator {
    /// Clicks, or drags to another pixel. Returns whether the effect was observed within `timeout`.
    pub fn click(
        &mut self,
        ctx: &mut RunContext,
        observer: &mut Observer,
        (at, to, button): ((i32, i32), Option<(i32, i32)>, Button),
        timeout: Duration,
        has_effect: EffectTest<'_>,
    ) -> Flow<bool> {
        ctx.wait_until(self.next_press)?;
        let pressed = ctx.now();
        let hold = self.pace.min_hold();
        ctx.button_down(at, button)?;
        self.counts.sent += 1;
        self.last_sent = pressed;
        let guard = ButtonGuard { ctx, button };
        guard.ctx.sleep(hold);
        let result = to.map_or(Ok(()), |to| drag(guard.ctx, at, to, hold));
        drop(guard);
        self.next_press = ctx.now() + self.pace.gap();
        result?;
        self.complete = true;
        // A piece held over its target looks like a dropped one, so frames count only some time after the drop.
        let delay = to.map_or(Duration::ZERO, |_| observer.settle.max(SNAP_TIME));
        let earliest = ctx.now() + delay;
        let effect = observer.wait_for(ctx, pressed + timeout, |observer, frame| {
            let is_effect = observer.observed_at() >= earliest && has_effect(observer, frame);
            is_effect.then_some(())
        })?;
        if effect.is_ok() {
            self.effective.insert(None);
            self.count_confirmed(observer.observed_at().saturating_sub(pressed));
        }
        Ok(effect.is_ok())
    }
}

fn drag(ctx: &mut RunContext, from: (i32, i32), to: (i32, i32), hold: Duration) -> Flow<()> {
    for step in 1..=DRAG_STEPS {
        let coordinate = |from: i32, to: i32| from + (to - from) * step / DRAG_STEPS;
        ctx.move_to((coordinate(from.0, to.0), coordinate(from.1, to.1)))?;
        ctx.sleep(hold.max(MIN_STEP_TIME));
    }
    Ok(())
}

impl Actuator {
    /// Presses a key and waits for its effect; `None` if it is not observed within `timeout`.
    pub fn press(
        &mut self,
        ctx: &mut RunContext,
        observer: &mut Observer,
        key: impl Into<Chord>,
        timeout: Duration,
        has_effect: EffectTest<'_>,
    ) -> Flow<Option<Observation>> {
        let key = key.into();
        let mut effect = |observer: &Observer, frame: &Observation| {
            has_effect(observer, frame).then(|| frame.clone())
        };
        ctx.wait_until(self.next_press)?;
        let guard = ctx.hold(key)?;
        let pressed = guard.ctx.now();
        self.count_press(key, pressed);
        self.complete = true;
        let hold_end = pressed + self.pace.hold().min(timeout);
        let mut result = observer.wait_for(guard.ctx, hold_end, &mut effect);
        let waited = guard.ctx.now().saturating_sub(pressed);
        if let Ok(Ok(_)) = result {
            guard.ctx.sleep(self.pace.min_hold().saturating_sub(waited));
        }
        drop(guard);
        self.next_press = ctx.now() + self.pace.gap();
        if let Ok(Err(_)) = result {
            result = observer.wait_for(ctx, pressed + timeout, &mut effect);
        }
        let effect = result?.ok();
        if effect.is_some() {
            self.effective.insert(Some(key));
            self.count_confirmed(observer.observed_at().saturating_sub(pressed));
        }
        Ok(effect)
    }

    /// Keeps a key down for this time, without waiting for an effect.
    pub fn hold_for(&mut self, ctx: &mut RunContext, key: Chord, time: Duration) -> Flow<()> {
        ctx.wait_until(self.next_press)?;
        let guard = ctx.hold(key)?;
        let now = guard.ctx.now();
        self.count_press(key, now);
        guard.ctx.sleep(time);
        drop(guard);
        self.next_press = ctx.now() + self.pace.gap();
        Ok(())
    }
}
