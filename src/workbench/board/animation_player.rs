//! Animation of a move that consists of several steps.

use egui::Ui;

use crate::game::{Animation, AnimationFrame, Position};

use super::motion::AnimatedStep;

#[derive(Default)]
pub struct AnimationPlayer {
    animation: Animation,
    /// Start time, in the context's seconds.
    start: Option<f64>,
    index: usize,
    frame_time: f64,
}

impl AnimationPlayer {
    pub fn new(animation: Animation) -> Self {
        Self {
            animation,
            ..Self::default()
        }
    }

    /// Advances to the step that is due; call it once a frame. `pace` is the time for the whole move, in seconds, if
    /// moves are made automatically.
    pub fn advance(&mut self, ui: &Ui, pace: Option<f32>) {
        let Some(last) = self.animation.frames.len().checked_sub(1) else {
            return;
        };
        let now = ui.input(|input| input.time);
        let start = *self.start.get_or_insert(now);
        let interval = self.animation.interval.as_secs_f64();
        let share = pace.map(|pace| f64::from(pace) / (last + 1) as f64);
        self.frame_time = share.map_or(interval, |share| share.min(interval));
        // An animation time of zero means "reduced motion".
        let reduced = ui.style().animation_time <= 0.0;
        let due = ((now - start) / self.frame_time.max(0.001)) as usize;
        self.index = if reduced {
            last
        } else {
            due.max(self.index).min(last)
        };
        if self.index < last {
            let next = start + (self.index + 1) as f64 * self.frame_time;
            ui.ctx()
                .request_repaint_after_secs((next - now).max(0.0) as f32);
        }
    }

    pub fn is_running(&self) -> bool {
        self.index + 1 < self.animation.frames.len()
    }

    fn frame(&self) -> Option<&AnimationFrame> {
        self.animation.frames.get(self.index)
    }

    /// Position to display instead of the one after the move.
    pub fn position(&self) -> Option<&dyn Position> {
        Some(self.frame()?.position.as_ref())
    }

    /// Time per step, in seconds.
    pub fn pace(&self) -> Option<f32> {
        self.frame().map(|_| self.frame_time as f32)
    }

    /// Replaces the animation of the whole move by that of the current step.
    pub fn current_step<'a>(&'a self, step: AnimatedStep<'a>) -> AnimatedStep<'a> {
        match self.frame() {
            Some(frame) => AnimatedStep {
                serial: (step.serial.0, self.index),
                motions: &frame.motions,
                ..step
            },
            None => step,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use egui::{Context, RawInput};

    use super::*;
    use crate::game::Move;
    use crate::games;

    /// A move with this number of steps, each of which lights a lamp.
    fn animation(steps: usize) -> Animation {
        let game = games::by_id("lights-out").expect("is registered");
        let text = format!("lights-out\npattern 1\n\n{}\n", ".".repeat(steps));
        let mut position = game.parse_text(&text).expect("is a level").start();
        let frame = |lamp: usize| {
            let mv = Move::new(format!("1 {lamp}"));
            position.apply(&mv).expect("is legal");
            AnimationFrame {
                position: position.boxed_clone(),
                motions: Vec::new(),
            }
        };
        Animation {
            interval: Duration::from_millis(150),
            frames: (1..=steps).map(frame).collect(),
        }
    }

    /// Number of lamps displayed lit after this time.
    fn lit_after(
        player: &mut AnimationPlayer,
        ctx: &Context,
        time: f64,
        pace: Option<f32>,
    ) -> Option<usize> {
        let time = Some(time);
        let input = RawInput {
            time,
            ..RawInput::default()
        };
        let mut output = ctx.run_ui(input, |ui| player.advance(ui, pace));
        output.textures_delta.clear();
        let lit = player.position()?.encode();
        Some(lit.iter().filter(|lit| **lit == 1).count())
    }

    #[test]
    fn each_step_is_displayed_for_its_time() {
        let single = [(9.0, 1), (9.1, 1), (9.2, 2), (9.4, 3), (9.46, 4), (99.0, 4)];
        // A move of a plan takes no longer than others.
        let of_plan = [(1.0, 1), (1.11, 2), (1.31, 4)];
        for (pace, steps) in [(None, &single[..]), (Some(0.4), &of_plan[..])] {
            let (mut player, ctx) = (AnimationPlayer::new(animation(4)), Context::default());
            for (seconds, lit) in steps {
                let displayed = lit_after(&mut player, &ctx, *seconds, pace);
                assert_eq!(displayed, Some(*lit), "after {seconds} s");
            }
        }
        let mut empty = AnimationPlayer::default();
        assert_eq!(lit_after(&mut empty, &Context::default(), 99.0, None), None);
    }
}
