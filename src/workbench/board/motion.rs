//! Short animations: numbers that change, and the frame that goes to the step being taken.

use egui::Ui;

use crate::game::{Cell, CellLook, Size};

use super::source::BoardSource;

/// Cells smaller than this (in points) show no glyphs.
pub const GLYPH_CELL: f32 = 11.0;

/// Length of an animation, in seconds.
const SECONDS: f64 = 0.16;

/// Longest time for a step from cell to cell, in seconds.
const SLOWEST: f64 = 0.6;

/// Shorter ones are left out.
const LEAST: f64 = 0.05;

/// Larger boards change without animation.
const MOST_CELLS: usize = 10_000;

/// When more cells change at once it is another position, not a move.
const MOST_FADES: usize = 40;

/// What is moving on one canvas.
#[derive(Default)]
pub struct Motion {
    /// Board and looks of the frame before.
    board: Option<(&'static str, Size)>,
    looks: Vec<CellLook>,
    fades: Vec<(Cell, CellLook)>,
    fades_began: f64,
    step: Option<(usize, Option<Cell>)>,
    step_began: f64,
    seconds: f64,
    now: f64,
    /// Where somebody stands, where they came from, and when.
    actor: Option<Cell>,
    walk: Option<(Cell, f64)>,
    walk_seconds: f64,
}

impl Motion {
    /// Compares the board with that of the frame before. `animate` is whether changes are to be
    /// seen going on, `pace` the time between two changes if they come by themselves, in seconds.
    pub fn update(
        &mut self,
        ui: &Ui,
        source: &dyn BoardSource,
        cell_side: f32,
        animate: bool,
        pace: Option<f32>,
    ) {
        self.now = ui.input(|input| input.time);
        self.seconds = pace.map_or(SECONDS, |pace| SECONDS.min(0.8 * f64::from(pace)));
        // No animation time is how the settings say "reduced motion".
        let calm = ui.style().animation_time <= 0.0 || self.seconds < LEAST;
        let info = source.info();
        self.walk_seconds = pace.map_or(SECONDS, |pace| (0.85 * f64::from(pace)).min(SLOWEST));
        if !animate || calm || info.size.area() > MOST_CELLS || cell_side < GLYPH_CELL {
            self.board = None;
            self.looks.clear();
            self.fades.clear();
            self.seconds = 0.0;
            self.actor = None;
            self.walk = None;
            return;
        }
        let looks: Vec<CellLook> = info.size.cells().map(|cell| source.look(cell)).collect();
        let board = Some((info.id, info.size));
        let acting = info.size.cells().zip(&looks);
        let actor = acting.filter(|(_, look)| look.actor.is_some());
        let actor = actor.map(|(cell, _)| cell).next();
        if actor != self.actor {
            let from = self.actor.zip(actor).filter(|(from, to)| {
                self.board == board && from.row.abs_diff(to.row) + from.col.abs_diff(to.col) == 1
            });
            self.walk = from.map(|(from, _)| (from, self.now));
            self.actor = actor;
        }
        self.walk = self
            .walk
            .filter(|(_, began)| self.now - began < self.walk_seconds);
        if self.walk.is_some() {
            ui.ctx().request_repaint();
        }
        if self.board == board && self.looks != looks {
            let changed = info.size.cells().zip(self.looks.drain(..)).zip(&looks);
            self.fades = changed
                .filter(|((_, before), after)| before != *after)
                .map(|((cell, before), _)| (cell, before))
                .take(MOST_FADES + 1)
                .collect();
            if self.fades.len() > MOST_FADES {
                self.fades.clear();
            }
            self.fades_began = self.now;
        } else if self.board != board {
            self.fades.clear();
        }
        self.board = board;
        self.looks = looks;
        if self.progress(self.fades_began) >= 1.0 {
            self.fades.clear();
        }
        if !self.fades.is_empty() {
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

    /// Where somebody who walks came from, and how far the way is done, 0 to 1.
    pub fn walk(&self) -> Option<(Cell, f32)> {
        let (from, began) = self.walk?;
        let part = (self.now - began) / self.walk_seconds.max(0.01);
        Some((from, part.clamp(0.0, 1.0) as f32))
    }

    /// How a cell looked before and how far it has changed, 0 to 1.
    pub fn fade(&self, cell: Cell) -> Option<(&CellLook, f32)> {
        let (_, from) = self.fades.iter().find(|(at, _)| *at == cell)?;
        Some((from, self.progress(self.fades_began)))
    }
}
