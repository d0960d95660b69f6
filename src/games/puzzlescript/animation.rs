//! Animation of moves: objects that move from cell to cell, and turns by ‘again’.

use std::time::Duration;

use crate::game::{Animation, AnimationFrame, Art, Cell, CellStyle, PieceMotion, Sprite, Tone};

use super::compile::CompiledGame;
use super::position::{PlayerAct, PuzzlePosition};

/// Maximum number of cells that an object leaves in a step, if its motion is shown; of more, pairs would be arbitrary.
const MAX_MOVED: usize = 6;

impl PuzzlePosition {
    /// Objects that an act moves; none if its rules never finish.
    pub(super) fn motions(&self, act: PlayerAct) -> Vec<PieceMotion> {
        let mut after = self.clone();
        match after.act(act) {
            Ok(()) => motions(self, &after),
            Err(_) => Vec::new(),
        }
    }

    /// Frames of an act whose turn continues by ‘again’; `None` if it is a single turn, which [`Self::motions`] shows.
    pub(super) fn frames(&self, act: PlayerAct) -> Option<Animation> {
        let steps = self.session().ok()?.clone().play_turns(act.input()?).ok()?;
        if steps.len() < 2 {
            return None;
        }
        let mut last = self.clone();
        let frames = steps.iter().map(|cells| {
            let position = self.with_cells(cells);
            let motions = motions(&last, &position);
            last = position.clone();
            let position = Box::new(position);
            AnimationFrame { position, motions }
        });
        // An infinite time, which is no duration, counts as none.
        let seconds = self.level.file.game.options.again;
        Some(Animation {
            frames: frames.collect(),
            interval: Duration::try_from_secs_f64(seconds).unwrap_or_default(),
        })
    }
}

/// Objects that are elsewhere after a step, each on a straight path.
fn motions(before: &PuzzlePosition, after: &PuzzlePosition) -> Vec<PieceMotion> {
    let file = &before.level.file;
    let count = file.game.names.objects.len();
    let mut left: Vec<Vec<Cell>> = vec![Vec::new(); count];
    let mut arrived: Vec<Vec<Cell>> = vec![Vec::new(); count];
    for cell in before.size().cells() {
        let (old, new) = (before.objects(cell), after.objects(cell));
        for object in old.iter().filter(|object| !new.contains(object)) {
            left[*object].push(cell);
        }
        for object in new.iter().filter(|object| !old.contains(object)) {
            arrived[*object].push(cell);
        }
    }
    let mut motions = Vec::new();
    for (object, (left, mut arrived)) in left.into_iter().zip(arrived).enumerate() {
        // If one appeared or disappeared, it is unknown which one moved.
        if left.len() != arrived.len() || left.len() > MAX_MOVED {
            continue;
        }
        for from in left {
            let in_line = |to: &Cell| to.row == from.row || to.col == from.col;
            let distance = |to: &Cell| to.row.abs_diff(from.row) + to.col.abs_diff(from.col);
            let Some(to) = arrived.iter().copied().filter(in_line).min_by_key(distance) else {
                continue;
            };
            arrived.retain(|cell| *cell != to);
            let without = |mut objects: Vec<usize>| {
                objects.retain(|other| *other != object);
                file.cell_style(&objects)
            };
            motions.push(PieceMotion {
                path: vec![from, to],
                piece: piece(&file.game, object),
                under: [without(before.objects(from)), without(after.objects(to))],
            });
        }
    }
    motions
}

fn piece(game: &CompiledGame, object: usize) -> CellStyle {
    let name = game.names.objects[object].name.clone();
    let art = Art::background(Tone::Empty).piece(Sprite::from_pixels(&game.sprites[object]));
    CellStyle::new(name.clone(), Tone::Empty, name).drawn(art)
}
