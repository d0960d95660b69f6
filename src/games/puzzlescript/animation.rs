//! Animation of moves: objects that move from cell to cell, and turns by ‘again’.

use std::time::Duration;

use crate::game::{Animation, AnimationFrame, Art, Cell, CellStyle, PieceMotion, Sprite, Tone};

use super::compile::CompiledGame;
use super::position::{PlayerAct, PuzzlePosition};
use super::style;

/// Most cells of one object that change for an animation.
const MAX_MOVED: usize = 6;

/// Most turns of a move that are shown; beyond, the last follows directly.
const MAX_FRAMES: usize = 100;

/// Animation of an act.
pub fn act_motions(before: &PuzzlePosition, act: PlayerAct) -> Vec<PieceMotion> {
    let mut after = before.clone();
    match after.act(act) {
        Ok(()) => motions(before, &after),
        Err(_) => Vec::new(),
    }
}

/// Frames of an act whose turn continues by ‘again’.
pub fn turn_frames(before: &PuzzlePosition, act: PlayerAct) -> Animation {
    let Some(input) = act.input() else {
        return Animation::default();
    };
    let steps = before.session().cloned();
    let steps = steps.and_then(|mut session| session.play_turns(input).ok());
    let Some(steps) = steps.filter(|steps| steps.len() > 1) else {
        return Animation::default();
    };
    let first = steps.len().min(MAX_FRAMES) - 1;
    let mut last = before.clone();
    let moments = steps[..first].iter().chain(steps.last()).map(|cells| {
        let position = before.with_cells(cells);
        let motions = motions(&last, &position);
        last = position.clone();
        let position = Box::new(position);
        AnimationFrame { position, motions }
    });
    let seconds = before.level.file.game.options.again;
    Animation {
        frames: moments.collect(),
        interval: Duration::try_from_secs_f64(seconds).unwrap_or_default(),
    }
}

/// Objects that are elsewhere after a step, each on a straight path.
fn motions(before: &PuzzlePosition, after: &PuzzlePosition) -> Vec<PieceMotion> {
    let file = &before.level.file;
    let (game, palette) = (&file.game, &file.palette);
    let count = game.names.objects.len();
    let mut left: Vec<Vec<Cell>> = vec![Vec::new(); count];
    let mut arrived: Vec<Vec<Cell>> = vec![Vec::new(); count];
    for cell in before.size().cells() {
        let (old, new) = (before.objects(cell), after.objects(cell));
        old.iter()
            .filter(|object| !new.contains(object))
            .for_each(|object| left[*object].push(cell));
        new.iter()
            .filter(|object| !old.contains(object))
            .for_each(|object| arrived[*object].push(cell));
    }
    let mut motions = Vec::new();
    for (object, (left, arrived)) in left.into_iter().zip(arrived).enumerate() {
        if left.len() != arrived.len() || left.len() > MAX_MOVED {
            continue;
        }
        let mut arrived = arrived;
        for from in left {
            let in_line = |to: &Cell| to.row == from.row || to.col == from.col;
            let distance = |to: &Cell| to.row.abs_diff(from.row) + to.col.abs_diff(from.col);
            let Some(to) = arrived.iter().copied().filter(in_line).min_by_key(distance) else {
                continue;
            };
            arrived.retain(|cell| *cell != to);
            let without = |mut objects: Vec<usize>| {
                objects.retain(|other| *other != object);
                style::cell_style(game, palette, &objects)
            };
            motions.push(PieceMotion {
                path: vec![from, to],
                piece: piece(game, object),
                under: [without(before.objects(from)), without(after.objects(to))],
            });
        }
    }
    motions
}

/// Style of a single object.
fn piece(game: &CompiledGame, object: usize) -> CellStyle {
    let name = game.names.objects[object].name.clone();
    let art = Art::background(Tone::Empty).piece(Sprite::from_pixels(&game.sprites[object]));
    CellStyle::new(name.clone(), Tone::Empty, name).drawn(art)
}
