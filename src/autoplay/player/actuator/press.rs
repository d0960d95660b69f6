//! Key presses, held until the effect shows.

use std::time::Duration;

use crate::event::Observation;
use crate::vision::Chord;

use super::super::context::RunContext;
use super::super::interrupt::Flow;
use super::super::observer::Observer;
use super::{Actuator, EffectTest};

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
            self.effective.0.insert(key);
            self.count_confirmed(observer.observed_at().saturating_sub(pressed));
        }
        Ok(effect)
    }

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
