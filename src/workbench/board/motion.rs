//! Short animations between two states of a board: moving pieces, changing cells, and a walking actor. They are found by
//! comparing the board with what was drawn before.

use egui::Ui;

use super::source::BoardSource;
use crate::game::{Cell, CellStyle, Heading, PieceMotion, Size};

/// Minimum side of a cell with a glyph, in points. Smaller cells are not animated, either.
pub const GLYPH_CELL: f32 = 11.0;
/// Duration of an animation, in seconds.
const DURATION: f64 = 0.16;
/// Duration of a walk, and of a move over several cells, in seconds.
const LONG_DURATION: f64 = 0.25;
/// Maximum share of an animation in the time between two automatic changes; the rest shows the state between them.
const MAX_PACE_SHARE: f64 = 0.8;
/// Minimum duration of an animation, in seconds; shorter ones are omitted.
const MIN_DURATION: f64 = 0.05;
/// Divisor instead of a duration of zero, in seconds.
const MIN_DIVISOR: f64 = 0.01;
/// Maximum number of cells of an animated board.
const MAX_CELLS: usize = 10_000;
/// Maximum number of cells that fade at once. With more, the board usually shows another position.
const MAX_CHANGES: usize = 40;

/// Time between two changes made by hand, in seconds.
pub const BY_HAND: f32 = f32::INFINITY;

/// Number of the change that made or undid a step, and index of the frame, if the move has an animation of several
/// frames. A step with another serial is a new one.
pub type StepSerial = (u64, usize);

/// A step that led to what a board shows.
#[derive(Clone, Copy, Debug)]
pub struct AnimatedStep<'a> {
    pub serial: StepSerial,
    pub motions: &'a [PieceMotion],
    /// True if the step is undone, so that pieces move in the other direction.
    pub undone: bool,
}

/// Animations of one board widget. All times are seconds of the context.
#[derive(Default)]
pub struct Motion {
    /// Id and size of the board at the last update; `None` if it was not animated.
    board: Option<(&'static str, Size)>,
    /// Cells at the last update, row by row.
    styles: Vec<CellStyle>,
    /// Changing cells, with their appearance before.
    changes: Vec<(Cell, CellStyle)>,
    /// Moving pieces; their first and last cells are not in `changes`.
    motions: Vec<PieceMotion>,
    /// The last step that was animated.
    serial: StepSerial,
    /// Start of the changes and motions.
    start: f64,
    /// Duration of the changes and motions.
    duration: f64,
    /// Time of the last update.
    now: f64,
    /// Cell and heading of the actor at the last update; `None` without one.
    actor: Option<(Cell, Heading)>,
    walk: Option<ActorWalk>,
    /// Start of the walk or turn.
    walk_start: f64,
}

/// An actor that is walking or turning.
pub struct ActorWalk {
    pub from: Cell,
    /// Heading before.
    pub heading: Heading,
    /// Progress to its cell and heading, 0 to 1.
    pub progress: f32,
}

/// A piece between two cells.
pub struct MovingPiece<'a> {
    pub style: &'a CellStyle,
    pub from: Cell,
    pub to: Cell,
    /// Progress from one cell to the other, 0 to 1.
    pub progress: f32,
}

impl Motion {
    /// Compares the board with the last update, and starts animations of what has changed; called whenever the board is
    /// drawn, before the other methods. `pace` is the time between two changes, in seconds, or `None` if they are not
    /// animated. `last_step` is the step that led to what the board shows, if it is known; without it, changes are
    /// animated, but no pieces.
    pub fn update(
        &mut self,
        ui: &Ui,
        source: &BoardSource<'_>,
        cell_side: f32,
        pace: Option<f32>,
        last_step: Option<AnimatedStep<'_>>,
    ) {
        self.now = ui.input(|input| input.time);
        // Without animation, too short for one.
        let max = MAX_PACE_SHARE * f64::from(pace.unwrap_or(0.0));
        let limited = |seconds: f64| seconds.min(max);
        let is_long = last_step.is_some_and(|step| {
            let mut motions = step.motions.iter();
            motions.any(|motion| motion.path.len() > 2)
        });
        let duration = if is_long { LONG_DURATION } else { DURATION };
        // An animation time of zero means "reduced motion".
        let reduced = ui.style().animation_time <= 0.0 || limited(DURATION) < MIN_DURATION;
        let info = &source.info;
        if reduced || info.size.area() > MAX_CELLS || cell_side < GLYPH_CELL {
            // The step counts as animated, so that it is not when animations are possible again.
            let serial = last_step.map_or(self.serial, |step| step.serial);
            *self = Self {
                serial,
                now: self.now,
                ..Self::default()
            };
            return;
        }
        let styles: Vec<CellStyle> = info.size.cells().map(|cell| source.style(cell)).collect();
        let board = Some((info.id, info.size));
        let same_board = self.board == board;
        let mut cells = info.size.cells().zip(&styles);
        let actor = cells.find_map(|(cell, style)| Some((cell, style.actor?)));
        self.follow_walk(actor, limited(LONG_DURATION), same_board);
        if same_board && self.styles != styles {
            self.start = self.now;
            self.duration = limited(duration);
            // A step that was animated before is not the reason for this change.
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
        if self.walk.is_some() || !self.changes.is_empty() || !self.motions.is_empty() {
            ui.ctx().request_repaint();
        }
    }

    /// Progress of the changes and motions, 0 to 1.
    fn progress(&self) -> f32 {
        ((self.now - self.start) / self.duration.max(MIN_DIVISOR)).clamp(0.0, 1.0) as f32
    }

    /// The actor's walk; `None` while it does not move.
    pub fn walk(&self) -> Option<&ActorWalk> {
        self.walk.as_ref()
    }

    /// Appearance of a changing cell before, and the progress of the change, 0 to 1.
    pub fn transition(&self, cell: Cell) -> Option<(&CellStyle, f32)> {
        let (_, before) = self.changes.iter().find(|(at, _)| *at == cell)?;
        // Fast at first, then slower.
        Some((before, 1.0 - (1.0 - self.progress()).powi(3)))
    }

    /// Appearance of a cell to which a piece moves, without the piece; `None` if none does.
    pub fn until_arrival(&self, cell: Cell) -> Option<&CellStyle> {
        let mut motions = self.motions.iter();
        let motion = motions.find(|m| m.path.last() == Some(&cell))?;
        let [_, under_last] = &motion.under;
        Some(under_last)
    }

    pub fn moving_pieces(&self) -> impl Iterator<Item = MovingPiece<'_>> {
        let linear = self.progress();
        // Slow at both ends.
        let eased = linear * linear * (3.0 - 2.0 * linear);
        self.motions.iter().filter_map(move |motion| {
            let last = motion.path.len().checked_sub(2)?;
            let along = eased * (last + 1) as f32;
            let index = (along as usize).min(last);
            Some(MovingPiece {
                style: &motion.piece,
                from: motion.path[index],
                to: motion.path[index + 1],
                progress: along - index as f32,
            })
        })
    }

    /// Starts a walk if the actor has moved to an adjacent cell or turned, and ends it after its duration in seconds.
    fn follow_walk(&mut self, actor: Option<(Cell, Heading)>, duration: f64, same_board: bool) {
        if actor != self.actor {
            let adjacent = |(from, _): &(Cell, Heading), (to, _): &(Cell, Heading)| {
                from.row.abs_diff(to.row) + from.col.abs_diff(to.col) <= 1
            };
            let both = self.actor.zip(actor);
            let both = both.filter(|(from, to)| same_board && adjacent(from, to));
            self.walk = both.map(|((from, heading), _)| ActorWalk {
                from,
                heading,
                progress: 0.0,
            });
            (self.walk_start, self.actor) = (self.now, actor);
        }
        if let Some(walk) = &mut self.walk {
            walk.progress = ((self.now - self.walk_start) / duration) as f32;
        }
        self.walk.take_if(|walk| walk.progress >= 1.0);
    }
}

/// Motions of a step, reversed if it is undone.
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

/// Returns whether a piece starts or ends in this cell.
fn is_endpoint(motions: &[PieceMotion], cell: Cell) -> bool {
    let mut ends = motions.iter().flat_map(|m| [m.path.first(), m.path.last()]);
    ends.any(|end| end == Some(&cell))
}
