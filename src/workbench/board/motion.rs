//! Short animations: pieces that glide, cells that turn over, somebody who walks, and the frame that
//! goes to the step being taken.

use egui::Ui;

use crate::game::{Cell, CellLook, Glide, Heading, Size};

use super::source::BoardSource;

/// Cells smaller than this (in points) show no glyphs.
pub const GLYPH_CELL: f32 = 11.0;

/// Length of an animation, in seconds; of one over many cells, and the longest of all.
const SECONDS: f64 = 0.16;
const SLOWEST: f64 = 0.25;

/// Shorter ones are left out.
const LEAST: f64 = 0.05;

/// Larger boards change without animation.
const MOST_CELLS: usize = 10_000;

/// When more cells change at once it is another position, not a move.
const MOST_CHANGES: usize = 40;

/// A step that is to be seen going on.
#[derive(Clone, Copy, Debug)]
pub struct Moving<'a> {
    /// Tells moves apart, and steps of a move that goes on by itself.
    pub serial: (u64, usize),
    /// The pieces that go from cell to cell in it.
    pub glides: &'a [Glide],
    /// It is taken back: they go the other way.
    pub back: bool,
}

/// What is moving on one canvas.
#[derive(Default)]
pub struct Motion {
    /// Board and looks of the frame before.
    board: Option<(&'static str, Size)>,
    looks: Vec<CellLook>,
    /// Cells that change, and how they looked before.
    changes: Vec<(Cell, CellLook)>,
    /// The pieces on their way, from first to last cell.
    glides: Vec<Glide>,
    /// The step that was seen last.
    serial: (u64, usize),
    began: f64,
    seconds: f64,
    now: f64,
    step: Option<(usize, Option<Cell>)>,
    step_began: f64,
    walk: Walk,
}

/// Somebody who stands on a cell and looks somewhere, or is on the way there.
#[derive(Default)]
struct Walk {
    at: Option<(Cell, Heading)>,
    /// Where from, and when that was.
    from: Option<(Cell, Heading, f64)>,
    seconds: f64,
}

/// How a cell is drawn while it changes.
#[derive(Debug)]
pub struct Change<'a> {
    /// How it looked before.
    pub before: &'a CellLook,
    /// How far it has changed, 0 to 1.
    pub part: f32,
}

impl Motion {
    /// Compares the board with that of the frame before. `animate` is whether changes are to be
    /// seen going on, `pace` the time between two changes if they come by themselves, in seconds;
    /// `moving` is the last step, if that is known.
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
        // No animation time is how the settings say "reduced motion".
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

    /// How far the frame of the step has come on its way from the last step's cell, 0 to 1.
    /// `index` tells steps apart.
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
        // Fast at first, then gently into place.
        1.0 - (1.0 - part).powi(3)
    }

    /// Where somebody who walks or turns came from, and how far the way is done, 0 to 1.
    pub fn walk(&self) -> Option<(Cell, Heading, f32)> {
        let (cell, heading, began) = self.walk.from?;
        let part = (self.now - began) / self.walk.seconds.max(0.01);
        Some((cell, heading, part.clamp(0.0, 1.0) as f32))
    }

    /// How a cell changes, if it does.
    pub fn change(&self, cell: Cell) -> Option<Change<'_>> {
        let (_, before) = self.changes.iter().find(|(at, _)| *at == cell)?;
        let part = self.progress(self.began);
        Some(Change { before, part })
    }

    /// How a cell looks as long as the piece that is going there has not arrived.
    pub fn under(&self, cell: Cell) -> Option<&CellLook> {
        let mut glides = self.glides.iter();
        let coming = glides.find(|glide| glide.path.last() == Some(&cell))?;
        Some(&coming.under[1])
    }

    /// The pieces on their way: how they look, the two cells between which each is, and how far it
    /// is on the way from one to the other, 0 to 1.
    pub fn gliding(&self) -> impl Iterator<Item = (&CellLook, Cell, Cell, f32)> {
        let part = ((self.now - self.began) / self.seconds.max(0.01)).clamp(0.0, 1.0) as f32;
        // Gently away and gently into place.
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

/// The glides of a step, from where they begin now to where they end.
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

/// Whether a glide begins or ends on a cell.
fn is_end(glides: &[Glide], cell: Cell) -> bool {
    let ends =
        |glide: &Glide| glide.path.first() == Some(&cell) || glide.path.last() == Some(&cell);
    glides.iter().any(ends)
}
