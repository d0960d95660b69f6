//! What a move takes from cell to cell, for animations.

use crate::game::{Art, Cell, CellLook, Glide, Size, Sprite, Tone};

use super::compile::Game;
use super::look::{self, Palette};

/// Things of one kind that go at once, at most; where more change, nothing is told of them.
const MOST: usize = 6;

/// A state of a level: the objects in each cell.
type Objects<'a> = &'a dyn Fn(Cell) -> Vec<usize>;

/// The objects that are elsewhere after a move, each on a straight way.
pub fn glides(
    game: &Game,
    palette: &Palette,
    size: Size,
    before: Objects<'_>,
    after: Objects<'_>,
) -> Vec<Glide> {
    let count = game.names.objects.len();
    let mut left: Vec<Vec<Cell>> = vec![Vec::new(); count];
    let mut come: Vec<Vec<Cell>> = vec![Vec::new(); count];
    for cell in size.cells() {
        let (old, new) = (before(cell), after(cell));
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
                under: [without(before(from)), without(after(to))],
            });
        }
    }
    glides
}

/// An object alone.
fn piece(game: &Game, object: usize) -> CellLook {
    let name = game.names.objects[object].name.clone();
    let art = Art::ground(Tone::Empty).piece(Sprite::of_pixels(&game.sprites[object]));
    CellLook::new(name.clone(), Tone::Empty, name).drawn(art)
}
