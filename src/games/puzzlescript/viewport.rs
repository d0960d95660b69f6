//! The viewport of a level in play.

use crate::game::{Cell, Size, Viewport};

use super::compile::Kind;
use super::position::PuzzlePosition;

/// The viewport, if it is not the whole level. Without a player it stays at `last`.
pub fn visible_part(played: &PuzzlePosition, last: Option<Viewport>) -> Option<Viewport> {
    let game = &played.level.file.game;
    let (view, size) = (game.options.view?, played.size());
    if view.size.rows >= size.rows && view.size.cols >= size.cols {
        return None;
    }
    let around = |cell| view.around(size, cell);
    let at_player = player(played, &game.player).map(around);
    Some(
        at_player
            .or(last)
            .unwrap_or_else(|| around(Cell::default())),
    )
}

/// The first cell with a player, column by column.
fn player(played: &PuzzlePosition, player: &Kind) -> Option<Cell> {
    let Size { rows, cols } = played.size();
    let mut cells = (0..cols).flat_map(|col| (0..rows).map(move |row| Cell::new(row, col)));
    cells.find(|cell| {
        let here = played.objects(*cell);
        let mut objects = player.mask.iter();
        match player.all {
            true => objects.all(|object| here.contains(&object)),
            false => objects.any(|object| here.contains(&object)),
        }
    })
}
