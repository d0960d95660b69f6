//! Short animations: moving pieces, changing cells, a walking actor, and the frame of the current step.

use egui::Ui;

use crate::game::{Cell, CellStyle, Heading, PieceMotion, Size};

use super::source::BoardSource;

/// Smallest cells with glyphs, in points.
pub const GLYPH_CELL: f32 = 11.0;

/// Usual and longest duration of an animation, in seconds.
const DURATION: f64 = 0.16;
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
