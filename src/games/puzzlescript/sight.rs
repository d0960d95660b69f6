//! The viewport of a level in play.

use crate::game::{Cell, Sight, Size};

use super::compile::Kind;
use super::position::Played;

/// The viewport, if it is not the whole level. Without a player it stays at `last`.
pub fn seen(played: &Played, last: Option<Sight>) -> Option<Sight> {
    let game = &played.level.made.game;
    let (view, size) = (game.options.view?, played.size());
    if view.size.rows >= size.rows && view.size.cols >= size.cols {
        return None;
    }
    let around = |cell| view.around(size, cell);
    let there = player(played, &game.player).map(around);
    Some(there.or(last).unwrap_or_else(|| around(Cell::default())))
}

/// The first cell with a player, column by column.
fn player(played: &Played, player: &Kind) -> Option<Cell> {
    let Size { rows, cols } = played.size();
    let mut cells = (0..cols).flat_map(|col| (0..rows).map(move |row| Cell::new(row, col)));
    cells.find(|cell| {
        let objects = played.objects(*cell);
        let mut of = player.mask.iter();
        match player.all {
            true => of.all(|object| objects.contains(&object)),
            false => of.any(|object| objects.contains(&object)),
        }
    })
}
