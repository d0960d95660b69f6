//! Short animations: moving pieces, changing cells, a walking actor, and the frame of the current step.

use egui::Ui;

use crate::game::{Cell, CellLook, Glide, Heading, Size};

use super::source::BoardSource;

/// Smallest cells with glyphs, in points.
pub const GLYPH_CELL: f32 = 11.0;

/// Usual and longest duration of an animation, in seconds.
const SECONDS: f64 = 0.16;
const SLOWEST: f64 = 0.25;

/// Shortest duration of an animation, in seconds; shorter ones are omitted.
const LEAST: f64 = 0.05;

/// Limit of cells of an animated board.
const MOST_CELLS: usize = 10_000;

/// Limit of changed cells of a move. With more, the position is taken as another one.
const MOST_CHANGES: usize = 40;

/// A step to animate.
#[derive(Clone, Copy, Debug)]
pub struct Moving<'a> {
    /// Identifies the move, and the step of a move with several steps.
    pub serial: (u64, usize),
    /// Movements of pieces.
    pub glides: &'a [Glide],
    /// True if the step is undone, so that pieces move in the other direction.
    pub back: bool,
}

/// Animations of one canvas.
#[derive(Default)]
pub struct Motion {
    /// Board and cells of the last frame.
    board: Option<(&'static str, Size)>,
    looks: Vec<CellLook>,
    changes: Vec<(Cell, CellLook)>,
    glides: Vec<Glide>,
    serial: (u64, usize),
    began: f64,
    seconds: f64,
    now: f64,
    step: Option<(usize, Option<Cell>)>,
    step_began: f64,
    walk: Walk,
}

#[derive(Default)]
struct Walk {
    at: Option<(Cell, Heading)>,
    /// Start cell, former heading and start time of the current walk.
    from: Option<(Cell, Heading, f64)>,
    seconds: f64,
}

/// A changing cell.
#[derive(Debug)]
pub struct Change<'a> {
    /// Former appearance.
    pub before: &'a CellLook,
    /// Progress of the change, 0 to 1.
    pub part: f32,
}

impl Motion {
    /// Compares the board with the last frame, and starts animations of changes if `animate` is set. `pace` is the time
    /// between automatic changes, in seconds; `moving` is the last step, if known.
    pub fn update(
        &mut self,
        ui: &Ui,
        source: &dyn BoardSource,
        cell_side: f32,
        (animate, pace): (bool, Option<f32>),
        moving: Option<Moving<'_>>,
    ) {
        self.now = ui.input(|input| input.time);
        let within = |seconds: f64| pace.map_or(seconds, |pace| seconds.min(0.8 * f64::from(pace)));
        let long = moving.map_or(0, |moving| {
            let moments = moving.glides.iter().map(|glide| glide.path.len());
            moments.max().unwrap_or(0)
        });
        let usual = if long > 2 { SLOWEST } else { SECONDS };
        // An animation time of zero means "reduced motion".
        let calm = ui.style().animation_time <= 0.0 || within(SECONDS) < LEAST;
        let info = source.info();
        if !animate || calm || info.size.area() > MOST_CELLS || cell_side < GLYPH_CELL {
            let serial = moving.map_or(self.serial, |moving| moving.serial);
            *self = Self {
                serial,
                now: self.now,
                step: self.step,
                ..Self::default()
            };
            return;
        }
        let looks: Vec<CellLook> = info.size.cells().map(|cell| source.look(cell)).collect();
        let board = Some((info.id, info.size));
        let same_board = self.board == board;
        let actor = info
            .size
            .cells()
            .zip(&looks)
            .find_map(|(cell, look)| Some((cell, look.actor?)));
        self.walk.seconds = within(SLOWEST);
        self.walk.follow(actor, self.now, same_board);
        if same_board && self.looks != looks {
            self.began = self.now;
            self.seconds = within(usual);
            let step = moving.filter(|moving| moving.serial != self.serial);
            self.glides = step.map_or(Vec::new(), as_they_go);
            let changed = info.size.cells().zip(self.looks.drain(..)).zip(&looks);
            let gliding = &self.glides;
            self.changes = changed
                .filter(|((cell, before), after)| before != *after && !is_end(gliding, *cell))
                .map(|((cell, before), _)| (cell, before))
                .take(MOST_CHANGES + 1)
                .collect();
            if self.changes.len() > MOST_CHANGES {
                self.changes.clear();
            }
        } else if !same_board {
            self.changes.clear();
            self.glides.clear();
        }
        self.serial = moving.map_or(self.serial, |moving| moving.serial);
        self.board = board;
        self.looks = looks;
        if self.now - self.began >= self.seconds {
            self.changes.clear();
            self.glides.clear();
        }
        if self.walk.from.is_some() || !self.changes.is_empty() || !self.glides.is_empty() {
            ui.ctx().request_repaint();
        }
    }

    /// Progress of the step's frame from the cell of the last step, 0 to 1. `index` identifies the step.
    pub fn step(&mut self, ui: &Ui, index: usize, cell: Option<Cell>) -> f32 {
        if self.step != Some((index, cell)) {
            self.step = Some((index, cell));
            self.step_began = self.now;
        }
        let progress = self.progress(self.step_began);
        if progress < 1.0 {
            ui.ctx().request_repaint();
        }
        progress
    }

    fn progress(&self, began: f64) -> f32 {
        if self.seconds < LEAST {
            return 1.0;
        }
        let part = ((self.now - began) / self.seconds).clamp(0.0, 1.0) as f32;
        // Fast at first, then slower.
        1.0 - (1.0 - part).powi(3)
    }

    /// Start cell, former heading and progress (0 to 1) of the actor's walk, if it is walking or turning.
    pub fn walk(&self) -> Option<(Cell, Heading, f32)> {
        let (cell, heading, began) = self.walk.from?;
        let part = (self.now - began) / self.walk.seconds.max(0.01);
        Some((cell, heading, part.clamp(0.0, 1.0) as f32))
    }

    /// The change of a cell, if it is changing.
    pub fn change(&self, cell: Cell) -> Option<Change<'_>> {
        let (_, before) = self.changes.iter().find(|(at, _)| *at == cell)?;
        let part = self.progress(self.began);
        Some(Change { before, part })
    }

    /// Appearance of a cell until the piece that moves there has arrived.
    pub fn under(&self, cell: Cell) -> Option<&CellLook> {
        let mut glides = self.glides.iter();
        let coming = glides.find(|glide| glide.path.last() == Some(&cell))?;
        Some(&coming.under[1])
    }

    /// Moving pieces: appearance, the two cells each is between, and the progress from one to the other, 0 to 1.
    pub fn gliding(&self) -> impl Iterator<Item = (&CellLook, Cell, Cell, f32)> {
        let part = ((self.now - self.began) / self.seconds.max(0.01)).clamp(0.0, 1.0) as f32;
        // Slow at both ends.
        let part = part * part * (3.0 - 2.0 * part);
        self.glides.iter().filter_map(move |glide| {
            let last = glide.path.len().checked_sub(2)?;
            let along = part * (last + 1) as f32;
            let index = (along as usize).min(last);
            let (from, to) = (glide.path[index], glide.path[index + 1]);
            Some((&glide.piece, from, to, along - index as f32))
        })
    }
}

impl Walk {
    fn follow(&mut self, actor: Option<(Cell, Heading)>, now: f64, same_board: bool) {
        if actor != self.at {
            let near = |(from, _): &(Cell, Heading), (to, _): &(Cell, Heading)| {
                from.row.abs_diff(to.row) + from.col.abs_diff(to.col) <= 1
            };
            let both = self.at.zip(actor);
            let both = both.filter(|(from, to)| same_board && near(from, to));
            self.from = both.map(|((cell, heading), _)| (cell, heading, now));
            self.at = actor;
        }
        self.from = self.from.filter(|(.., began)| now - began < self.seconds);
    }
}

/// Movements of a step, in the direction of the animation.
fn as_they_go(moving: Moving<'_>) -> Vec<Glide> {
    let mut glides = moving.glides.to_vec();
    if moving.back {
        for glide in &mut glides {
            glide.path.reverse();
            glide.under.reverse();
        }
    }
    glides
}

fn is_end(glides: &[Glide], cell: Cell) -> bool {
    let ends =
        |glide: &Glide| glide.path.first() == Some(&cell) || glide.path.last() == Some(&cell);
    glides.iter().any(ends)
}
