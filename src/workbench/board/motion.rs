//! Short animations: moving pieces, changing cells, a walking actor, and the frame of the current step.

use egui::Ui;

use super::source::BoardSource;
use crate::game::{
    Animation, AnimationFrame, BoardInfo, Cell, CellStyle, Heading, Move, PieceMotion, Position,
    Size, StepInfo,
};
use crate::session::{Document, MoveCounts};

/// Smallest cells with glyphs, in points.
pub const GLYPH_CELL: f32 = 11.0;

/// Usual and longest duration of an animation, in seconds.
const DURATION: f64 = 0.16;
/// Longest animation of one move, in seconds.
const MAX_DURATION: f64 = 0.25;

/// Shortest duration of an animation, in seconds; shorter ones are omitted.
const MIN_DURATION: f64 = 0.05;

/// Limit of cells of an animated board.
const MAX_CELLS: usize = 10_000;

/// Limit of changed cells of a move. With more, the position is taken as another one.
const MAX_CHANGES: usize = 40;

#[derive(Clone, Copy, Debug)]
pub struct AnimatedStep<'a> {
    /// Identifies the move, and the step of a move with several steps.
    pub serial: (u64, usize),
    pub motions: &'a [PieceMotion],
    /// True if the step is undone, so that pieces move in the other direction.
    pub undone: bool,
}

#[derive(Default)]
pub struct Motion {
    /// Board and cells of the last frame.
    board: Option<(&'static str, Size)>,
    styles: Vec<CellStyle>,
    changes: Vec<(Cell, CellStyle)>,
    motions: Vec<PieceMotion>,
    serial: (u64, usize),
    start: f64,
    duration: f64,
    now: f64,
    step: Option<(usize, Option<Cell>)>,
    step_start: f64,
    walk: ActorWalk,
}

#[derive(Default)]
struct ActorWalk {
    current: Option<(Cell, Heading)>,
    /// Start cell, former heading and start time of the current walk.
    from: Option<(Cell, Heading, f64)>,
    duration: f64,
}

#[derive(Debug)]
pub struct CellTransition<'a> {
    pub before: &'a CellStyle,
    /// Progress of the change, 0 to 1.
    pub progress: f32,
}

impl Motion {
    /// Compares the board with the last frame, and starts animations of changes if `animate` is set: to the time
    /// between automatic changes, in seconds, if they are automatic.
    pub fn update(
        &mut self,
        ui: &Ui,
        source: &dyn BoardSource,
        cell_side: f32,
        animate: Option<Option<f32>>,
        last_step: Option<AnimatedStep<'_>>,
    ) {
        let pace = animate.flatten();
        self.now = ui.input(|input| input.time);
        let within = |seconds: f64| pace.map_or(seconds, |pace| seconds.min(0.8 * f64::from(pace)));
        let longest = last_step.map_or(0, |step| {
            let lengths = step.motions.iter().map(|motion| motion.path.len());
            lengths.max().unwrap_or(0)
        });
        let duration = if longest > 2 { MAX_DURATION } else { DURATION };
        // An animation time of zero means "reduced motion".
        let reduced = ui.style().animation_time <= 0.0 || within(DURATION) < MIN_DURATION;
        let info = source.info();
        if animate.is_none() || reduced || info.size.area() > MAX_CELLS || cell_side < GLYPH_CELL {
            let serial = last_step.map_or(self.serial, |step| step.serial);
            *self = Self {
                serial,
                now: self.now,
                step: self.step,
                ..Self::default()
            };
            return;
        }
        let styles: Vec<CellStyle> = info.size.cells().map(|cell| source.style(cell)).collect();
        let board = Some((info.id, info.size));
        let same_board = self.board == board;
        let mut cells = info.size.cells().zip(&styles);
        let actor = cells.find_map(|(cell, style)| Some((cell, style.actor?)));
        self.walk.duration = within(MAX_DURATION);
        self.walk.follow(actor, self.now, same_board);
        if same_board && self.styles != styles {
            self.start = self.now;
            self.duration = within(duration);
            let step = last_step.filter(|step| step.serial != self.serial);
            self.motions = step.map_or(Vec::new(), directed_motions);
            let changed = info.size.cells().zip(self.styles.drain(..)).zip(&styles);
            let motions = &self.motions;
            self.changes = changed
                .filter(|((cell, before), after)| before != *after && !is_endpoint(motions, *cell))
                .map(|((cell, before), _)| (cell, before))
                .take(MAX_CHANGES + 1)
                .collect();
            if self.changes.len() > MAX_CHANGES {
                self.changes.clear();
            }
        } else if !same_board {
            self.changes.clear();
            self.motions.clear();
        }
        self.serial = last_step.map_or(self.serial, |step| step.serial);
        self.board = board;
        self.styles = styles;
        if self.now - self.start >= self.duration {
            self.changes.clear();
            self.motions.clear();
        }
        if self.walk.from.is_some() || !self.changes.is_empty() || !self.motions.is_empty() {
            ui.ctx().request_repaint();
        }
    }

    /// Progress of the step's frame from the cell of the last step, 0 to 1. `index` identifies the step.
    pub fn step(&mut self, ui: &Ui, index: usize, cell: Option<Cell>) -> f32 {
        if self.step != Some((index, cell)) {
            self.step = Some((index, cell));
            self.step_start = self.now;
        }
        let progress = self.progress(self.step_start);
        if progress < 1.0 {
            ui.ctx().request_repaint();
        }
        progress
    }

    fn progress(&self, start: f64) -> f32 {
        let linear = if self.duration < MIN_DURATION {
            1.0
        } else {
            ((self.now - start) / self.duration).clamp(0.0, 1.0) as f32
        };
        // Fast at first, then slower.
        1.0 - (1.0 - linear).powi(3)
    }

    /// Start cell, former heading and progress (0 to 1) of the actor's walk, if it is walking or turning.
    pub fn walk(&self) -> Option<(Cell, Heading, f32)> {
        let (cell, heading, start) = self.walk.from?;
        let progress = (self.now - start) / self.walk.duration.max(0.01);
        Some((cell, heading, progress.clamp(0.0, 1.0) as f32))
    }

    pub fn change(&self, cell: Cell) -> Option<CellTransition<'_>> {
        let (_, before) = self.changes.iter().find(|(at, _)| *at == cell)?;
        let progress = self.progress(self.start);
        Some(CellTransition { before, progress })
    }

    /// Appearance of a cell until the piece that moves there has arrived.
    pub fn until_arrival(&self, cell: Cell) -> Option<&CellStyle> {
        let mut motions = self.motions.iter();
        let motion = motions.find(|m| m.path.last() == Some(&cell))?;
        Some(&motion.under[1])
    }

    /// Moving pieces: appearance, the two cells each is between, and the progress from one to the other, 0 to 1.
    pub fn moving_pieces(&self) -> impl Iterator<Item = (&CellStyle, Cell, Cell, f32)> {
        let linear = ((self.now - self.start) / self.duration.max(0.01)).clamp(0.0, 1.0) as f32;
        // Slow at both ends.
        let eased = linear * linear * (3.0 - 2.0 * linear);
        self.motions.iter().filter_map(move |motion| {
            let last = motion.path.len().checked_sub(2)?;
            let along = eased * (last + 1) as f32;
            let index = (along as usize).min(last);
            let (from, to) = (motion.path[index], motion.path[index + 1]);
            Some((&motion.piece, from, to, along - index as f32))
        })
    }
}

impl ActorWalk {
    fn follow(&mut self, actor: Option<(Cell, Heading)>, now: f64, same_board: bool) {
        if actor != self.current {
            let adjacent = |(from, _): &(Cell, Heading), (to, _): &(Cell, Heading)| {
                from.row.abs_diff(to.row) + from.col.abs_diff(to.col) <= 1
            };
            let both = self.current.zip(actor);
            let both = both.filter(|(from, to)| same_board && adjacent(from, to));
            self.from = both.map(|((cell, heading), _)| (cell, heading, now));
            self.current = actor;
        }
        self.from = self.from.filter(|(.., start)| now - start < self.duration);
    }
}

/// Movements of a step, in the direction of the animation.
fn directed_motions(step: AnimatedStep<'_>) -> Vec<PieceMotion> {
    let mut motions = step.motions.to_vec();
    if step.undone {
        for motion in &mut motions {
            motion.path.reverse();
            motion.under.reverse();
        }
    }
    motions
}

fn is_endpoint(motions: &[PieceMotion], cell: Cell) -> bool {
    let mut ends = motions.iter().flat_map(|m| [m.path.first(), m.path.last()]);
    ends.any(|end| end == Some(&cell))
}

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

#[derive(Default)]
pub struct LastMove {
    snapshot: Option<MoveSnapshot>,
    serial: u64,
    /// The last move, if the last change made or undid one move.
    step: Option<StepInfo>,
    undone: bool,
    animation: AnimationPlayer,
    counts: MoveCounts,
    /// Number of cells that the game marks as wrong.
    wrong_cells: usize,
}

struct MoveSnapshot {
    revision: u64,
    count: usize,
    last: Option<Move>,
    position: Box<dyn Position>,
}

impl LastMove {
    pub fn update(&mut self, document: &Document) {
        let (revision, moves) = (document.revision(), document.moves());
        let unchanged = |before: &MoveSnapshot| {
            (before.revision, before.count, before.last.as_ref())
                == (revision, moves.len(), moves.last())
        };
        if self.snapshot.as_ref().is_some_and(unchanged) {
            return;
        }
        self.step = None;
        self.animation = AnimationPlayer::default();
        self.serial += 1;
        let before = self.snapshot.take();
        if let Some(before) = before.filter(|before| before.revision == revision) {
            let at = |index: Option<usize>| moves.get(index?);
            if moves.len() == before.count + 1
                && at(before.count.checked_sub(1)) == before.last.as_ref()
            {
                self.step = moves.last().map(|mv| before.position.describe(mv));
                let animation = moves.last().map(|mv| before.position.animation(mv));
                self.animation = AnimationPlayer::new(animation.unwrap_or_default());
                self.undone = false;
            } else if moves.len() + 1 == before.count {
                self.step = before.last.map(|mv| document.position().describe(&mv));
                self.undone = true;
            }
        }
        match &self.step {
            Some(step) if self.undone => self.counts.subtract(step),
            Some(step) => self.counts.add(step),
            None => self.counts = MoveCounts::new(document.level().as_ref(), moves),
        }
        self.wrong_cells = count_wrong(document.position());
        self.snapshot = Some(MoveSnapshot {
            revision,
            count: moves.len(),
            last: moves.last().cloned(),
            position: document.position().boxed_clone(),
        });
    }

    pub fn counts(&self) -> &MoveCounts {
        &self.counts
    }

    pub fn wrong_cells(&self) -> usize {
        self.wrong_cells
    }

    pub fn animation(&self) -> &AnimationPlayer {
        &self.animation
    }

    /// Advances the animation; call it once a frame.
    pub fn advance(&mut self, ui: &Ui) {
        self.animation.advance(ui, None);
    }

    /// Animation of the move, and its board.
    pub fn animated_step(&self) -> Option<(&str, AnimatedStep<'_>)> {
        let step = self.step.as_ref()?;
        let animated = AnimatedStep {
            serial: (self.serial, 0),
            motions: &step.motions,
            undone: self.undone,
        };
        Some((step.board.as_ref(), self.animation.current_step(animated)))
    }
}

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
