//! The last move of a document as the board animates it, and animations of several steps.

use egui::Ui;

use super::motion::AnimatedStep;
use crate::game::{Animation, AnimationFrame, BoardInfo, Move, Position, StepInfo};
use crate::session::{Document, MoveCounts};

/// The step between the last two positions of a board, for its animation.
#[derive(Default)]
pub struct LastStep {
    /// Number of changes of the position so far.
    changes: u64,
    /// `None` if the positions are not adjacent.
    step: Option<StepInfo>,
    /// True if the last change undid `step`.
    undone: bool,
    /// Frames that are shown one after the other, if the step consists of several.
    animation: Animation,
    /// Time at which the first frame was displayed, in the context's seconds.
    start: Option<f64>,
    /// Index of the displayed frame.
    index: usize,
    /// Time per frame, in seconds.
    frame_time: f64,
}

impl LastStep {
    /// Notes a change of the position: a step that was made or undone, or another change.
    pub fn set(&mut self, step: Option<StepInfo>, undone: bool, animation: Animation) {
        *self = Self {
            changes: self.changes + 1,
            step,
            undone,
            animation,
            ..Self::default()
        };
    }

    /// Advances to the frame that is due; called whenever the window is drawn. `pace` is the time for the whole move,
    /// in seconds, if moves are made automatically.
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
        self.index = match reduced {
            true => last,
            false => due.max(self.index).min(last),
        };
        if self.index < last {
            let next = start + (self.index + 1) as f64 * self.frame_time;
            ui.ctx()
                .request_repaint_after_secs((next - now).max(0.0) as f32);
        }
    }

    /// Returns whether another frame follows.
    pub fn is_running(&self) -> bool {
        self.index + 1 < self.animation.frames.len()
    }

    fn frame(&self) -> Option<&AnimationFrame> {
        self.animation.frames.get(self.index)
    }

    /// Position to display instead of the one after the move; `None` without frames.
    pub fn position(&self) -> Option<&dyn Position> {
        Some(self.frame()?.position.as_ref())
    }

    /// Time per frame, in seconds; `None` without frames.
    pub fn pace(&self) -> Option<f32> {
        self.frame().map(|_| self.frame_time as f32)
    }

    /// Id of the board on which the step is animated, and the displayed part of the step.
    pub fn animated(&self) -> Option<(&str, AnimatedStep<'_>)> {
        let step = self.step.as_ref()?;
        let animated = AnimatedStep {
            serial: (self.changes, self.index),
            motions: self.frame().map_or(&step.motions, |frame| &frame.motions),
            undone: self.undone,
        };
        Some((step.board.as_ref(), animated))
    }
}

/// The last change of a document's moves, derived from comparing it with an earlier state.
#[derive(Default)]
pub struct LastMove {
    /// State of the document at the last update.
    snapshot: Option<MoveSnapshot>,
    pub last: LastStep,
    pub counts: MoveCounts,
    /// Number of cells that the game marks as wrong.
    pub wrong_cells: usize,
}

struct MoveSnapshot {
    revision: u64,
    /// Number of moves.
    count: usize,
    last: Option<Move>,
    /// Position after the moves.
    position: Box<dyn Position>,
}

impl LastMove {
    /// Compares the document with the last update; called whenever the window is drawn, before the others.
    pub fn update(&mut self, document: &Document) {
        let (revision, moves) = (document.revision(), document.moves());
        let unchanged = |before: &MoveSnapshot| {
            (before.revision, before.count, before.last.as_ref())
                == (revision, moves.len(), moves.last())
        };
        if self.snapshot.as_ref().is_some_and(unchanged) {
            return;
        }
        let (mut step, mut undone, mut animation) = (None, false, None);
        let before = self.snapshot.take();
        if let Some(before) = before.filter(|before| before.revision == revision) {
            let at = |index: Option<usize>| moves.get(index?);
            // Of the earlier moves, comparing the last one is enough: others change only together with it.
            if moves.len() == before.count + 1
                && at(before.count.checked_sub(1)) == before.last.as_ref()
            {
                step = moves.last().map(|mv| before.position.describe(mv));
                animation = moves.last().map(|mv| before.position.animation(mv));
            } else if moves.len() + 1 == before.count {
                step = before.last.map(|mv| document.position().describe(&mv));
                undone = true;
            }
        }
        match &step {
            Some(step) if undone => self.counts.subtract(step),
            Some(step) => self.counts.add(step),
            None => self.counts = MoveCounts::new(document.level().as_ref(), moves),
        }
        self.last.set(step, undone, animation.unwrap_or_default());
        self.wrong_cells = count_wrong(document.position());
        self.snapshot = Some(MoveSnapshot {
            revision,
            count: moves.len(),
            last: moves.last().cloned(),
            position: document.position().boxed_clone(),
        });
    }
}

/// Number of cells on all boards that the game marks as wrong.
fn count_wrong(position: &dyn Position) -> usize {
    let boards = position.boards().into_iter();
    let wrong = |board: BoardInfo| {
        let cells = board.size.cells();
        let styles = cells.map(|cell| position.style(board.id, cell));
        styles.filter(|style| style.marks.wrong).count()
    };
    boards.map(wrong).sum()
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
        step: &mut LastStep,
        ctx: &Context,
        time: f64,
        pace: Option<f32>,
    ) -> Option<usize> {
        let time = Some(time);
        let input = RawInput {
            time,
            ..RawInput::default()
        };
        let mut output = ctx.run_ui(input, |ui| step.advance(ui, pace));
        output.textures_delta.clear();
        let lit = step.position()?.encode();
        Some(lit.iter().filter(|lit| **lit == 1).count())
    }

    #[test]
    fn each_step_is_displayed_for_its_time() {
        let single = [(9.0, 1), (9.1, 1), (9.2, 2), (9.4, 3), (9.46, 4), (99.0, 4)];
        // A move of a plan takes no longer than others.
        let of_plan = [(1.0, 1), (1.11, 2), (1.31, 4)];
        for (pace, steps) in [(None, &single[..]), (Some(0.4), &of_plan[..])] {
            let (mut step, ctx) = (LastStep::default(), Context::default());
            step.set(None, false, animation(4));
            for (seconds, lit) in steps {
                let displayed = lit_after(&mut step, &ctx, *seconds, pace);
                assert_eq!(displayed, Some(*lit), "after {seconds} s");
            }
        }
        let mut empty = LastStep::default();
        assert_eq!(lit_after(&mut empty, &Context::default(), 99.0, None), None);
    }
}
