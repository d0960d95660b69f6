//! Animation of a move that consists of several steps.

use egui::Ui;

use crate::game::{Course, Moment, Position};

use super::motion::Moving;

/// Animation of the steps of a move.
#[derive(Default)]
pub struct Going {
    course: Course,
    /// Start time, in the context's seconds.
    began: Option<f64>,
    at: usize,
    each: f64,
}

impl Going {
    /// Creates the animation of a move.
    pub fn of(course: Course) -> Self {
        Self {
            course,
            ..Self::default()
        }
    }

    /// Advances to the step that is due; call it once a frame. `pace` is the time for the whole move, in seconds, if
    /// moves are made automatically.
    pub fn advance(&mut self, ui: &Ui, pace: Option<f32>) {
        let Some(last) = self.course.moments.len().checked_sub(1) else {
            return;
        };
        let now = ui.input(|input| input.time);
        let began = *self.began.get_or_insert(now);
        let interval = self.course.interval.as_secs_f64();
        let share = pace.map(|pace| f64::from(pace) / (last + 1) as f64);
        self.each = share.map_or(interval, |share| share.min(interval));
        // An animation time of zero means "reduced motion".
        let calm = ui.style().animation_time <= 0.0;
        let due = ((now - began) / self.each.max(0.001)) as usize;
        self.at = if calm {
            last
        } else {
            due.max(self.at).min(last)
        };
        if self.at < last {
            let next = began + (self.at + 1) as f64 * self.each;
            ui.ctx()
                .request_repaint_after_secs((next - now).max(0.0) as f32);
        }
    }

    /// Returns whether there are steps left to display.
    pub fn is_on(&self) -> bool {
        self.at + 1 < self.course.moments.len()
    }

    fn moment(&self) -> Option<&Moment> {
        self.course.moments.get(self.at)
    }

    /// Position to display instead of the one after the move.
    pub fn position(&self) -> Option<&dyn Position> {
        Some(self.moment()?.position.as_ref())
    }

    /// Time per step, in seconds.
    pub fn pace(&self) -> Option<f32> {
        self.moment().map(|_| self.each as f32)
    }

    /// Replaces the animation of the whole move by that of the current step.
    pub fn moving<'a>(&'a self, moving: Moving<'a>) -> Moving<'a> {
        match self.moment() {
            Some(moment) => Moving {
                serial: (moving.serial.0, self.at),
                glides: &moment.glides,
                ..moving
            },
            None => moving,
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
    fn course(steps: usize) -> Course {
        let game = games::by_id("lights-out").expect("is registered");
        let text = format!("lights-out\npattern 1\n\n{}\n", ".".repeat(steps));
        let mut position = game.parse_text(&text).expect("is a level").start();
        let moment = |lamp: usize| {
            let mv = Move::new(format!("1 {lamp}"));
            position.apply(&mv).expect("is legal");
            Moment {
                position: position.boxed_clone(),
                glides: Vec::new(),
            }
        };
        Course {
            interval: Duration::from_millis(150),
            moments: (1..=steps).map(moment).collect(),
        }
    }

    /// Number of lamps displayed lit after this time.
    fn seen(going: &mut Going, ctx: &Context, seconds: f64, pace: Option<f32>) -> Option<usize> {
        let input = RawInput {
            time: Some(seconds),
            ..RawInput::default()
        };
        let mut output = ctx.run_ui(input, |ui| going.advance(ui, pace));
        output.textures_delta.clear();
        let lit = going.position()?.encode();
        Some(lit.iter().filter(|lit| **lit == 1).count())
    }

    #[test]
    fn each_step_is_seen_for_its_time() {
        let (mut going, ctx) = (Going::of(course(4)), Context::default());
        for (seconds, lit) in [(9.0, 1), (9.1, 1), (9.2, 2), (9.4, 3), (9.46, 4), (99.0, 4)] {
            let seen = seen(&mut going, &ctx, seconds, None);
            assert_eq!(seen, Some(lit), "after {seconds} s");
        }
        assert_eq!(seen(&mut Going::default(), &ctx, 99.0, None), None);
    }

    #[test]
    fn a_move_of_a_plan_takes_no_longer_than_others() {
        let (mut going, ctx) = (Going::of(course(4)), Context::default());
        for (seconds, lit) in [(1.0, 1), (1.11, 2), (1.31, 4)] {
            assert_eq!(seen(&mut going, &ctx, seconds, Some(0.4)), Some(lit));
        }
    }
}
