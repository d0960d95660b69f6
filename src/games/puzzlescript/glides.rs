//! Animation of moves: objects that move from cell to cell, and turns by ‘again’.

use std::time::Duration;

use crate::game::{Art, Cell, CellLook, Course, Glide, Moment, Sprite, Tone};

use super::compile::Game;
use super::look;
use super::position::{Act, Played};

/// Most cells of one object that change for an animation.
const MOST: usize = 6;

/// Most turns of a move that are shown; beyond, the last follows directly.
const MOST_STEPS: usize = 100;

/// Animation of an act.
pub fn of_act(before: &Played, act: Act) -> Vec<Glide> {
    let mut after = before.clone();
    match after.act(act) {
        Ok(()) => glides(before, &after),
        Err(_) => Vec::new(),
    }
}

/// Frames of an act whose turn continues by ‘again’.
pub fn course(before: &Played, act: Act) -> Course {
    let Some(input) = act.turn() else {
        return Course::default();
    };
    let steps = before.session().cloned();
    let steps = steps.and_then(|mut session| session.play_in_steps(input).ok());
    let Some(steps) = steps.filter(|steps| steps.len() > 1) else {
        return Course::default();
    };
    let first = steps.len().min(MOST_STEPS) - 1;
    let mut last = before.clone();
    let moments = steps[..first].iter().chain(steps.last()).map(|cells| {
        let position = before.with_cells(cells);
        let glides = glides(&last, &position);
        last = position.clone();
        let position = Box::new(position);
        Moment { position, glides }
    });
    let seconds = before.level.made.game.options.again;
    Course {
        moments: moments.collect(),
        interval: Duration::try_from_secs_f64(seconds).unwrap_or_default(),
    }
}

/// Objects that are elsewhere after a step, each on a straight path.
fn glides(before: &Played, after: &Played) -> Vec<Glide> {
    let made = &before.level.made;
    let (game, palette) = (&made.game, &made.palette);
    let count = game.names.objects.len();
    let mut left: Vec<Vec<Cell>> = vec![Vec::new(); count];
    let mut come: Vec<Vec<Cell>> = vec![Vec::new(); count];
    for cell in before.size().cells() {
        let (old, new) = (before.objects(cell), after.objects(cell));
        old.iter()
            .filter(|object| !new.contains(object))
            .for_each(|object| left[*object].push(cell));
        new.iter()
            .filter(|object| !old.contains(object))
            .for_each(|object| come[*object].push(cell));
    }
    let mut glides = Vec::new();
    for (object, (left, come)) in left.into_iter().zip(come).enumerate() {
        if left.len() != come.len() || left.len() > MOST {
            continue;
        }
        let mut come = come;
        for from in left {
            let in_line = |to: &Cell| to.row == from.row || to.col == from.col;
            let far = |to: &Cell| to.row.abs_diff(from.row) + to.col.abs_diff(from.col);
            let Some(to) = come.iter().copied().filter(in_line).min_by_key(far) else {
                continue;
            };
            come.retain(|cell| *cell != to);
            let without = |mut objects: Vec<usize>| {
                objects.retain(|other| *other != object);
                look::look(game, palette, &objects)
            };
            glides.push(Glide {
                path: vec![from, to],
                piece: piece(game, object),
                under: [without(before.objects(from)), without(after.objects(to))],
            });
        }
    }
    glides
}

/// Style of a single object.
fn piece(game: &Game, object: usize) -> CellLook {
    let name = game.names.objects[object].name.clone();
    let art = Art::ground(Tone::Empty).piece(Sprite::of_pixels(&game.sprites[object]));
    CellLook::new(name.clone(), Tone::Empty, name).drawn(art)
}
