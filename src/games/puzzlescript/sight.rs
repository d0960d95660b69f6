//! The part of a level that is seen in play.

use crate::game::{Cell, Sight, Size};

use super::compile::{Kind, Options};
use super::position::Played;

/// The part that is seen, if it is not the whole level. `last` is the one before; it stays where there is no player.
pub fn seen(played: &Played, last: Option<Sight>) -> Option<Sight> {
    let game = &played.level.made.game;
    let part = part_of(&game.options, played.size())?;
    let at = |at: Cell| part(Some(at));
    let there = player(played, &game.player).map(at);
    Some(there.or(last).unwrap_or_else(|| part(None)))
}

/// The part in which a cell is seen, or the first one, in games that show less than the level.
fn part_of(options: &Options, level: Size) -> Option<impl Fn(Option<Cell>) -> Sight> {
    let flicks = options.flickscreen.is_some();
    let (rows, cols) = options.flickscreen.or(options.zoomscreen)?;
    // Of a block at the edge there may be less. A part around the player is moved to be whole.
    let begin = move |at: usize, side: usize, whole: usize| match flicks {
        true => at / side * side,
        false => at.saturating_sub(side / 2).min(whole.saturating_sub(side)),
    };
    let part = move |at: Option<Cell>| {
        let at = at.unwrap_or_default();
        let corner = Cell::new(
            begin(at.row, rows, level.rows),
            begin(at.col, cols, level.cols),
        );
        let size = Size::new(
            rows.min(level.rows - corner.row),
            cols.min(level.cols - corner.col),
        );
        Sight { corner, size }
    };
    (rows < level.rows || cols < level.cols).then_some(part)
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
