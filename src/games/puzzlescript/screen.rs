//! Games on screen: sprite sheets, and recognition of levels.

use crate::game::{
    BoardReading, Cell, CellReading, Grid, Level as _, LevelRef, Position as _, ReadingError,
    Region, ScrolledBoards, SpriteSheet,
};

use super::BOARD;
use super::game_file::PuzzleLevel;
use super::position::PuzzlePosition;

/// Sprites of a level's game, with the start of each level.
/// The error says why images of the game cannot be played automatically.
pub fn level_sheet(level: &PuzzleLevel) -> Result<SpriteSheet, String> {
    let options = &level.file.game.options;
    if let Some(seconds) = options.realtime {
        return Err(format!(
            "the game goes on by itself every {seconds} s, so a plan is outdated before it is played. Play it by hand, or remove the line realtime_interval from its text, export its page again, and play that"
        ));
    }
    let levels = siblings(level).filter(|level| level.unplayable().is_none());
    let starts: Vec<PuzzlePosition> = levels.map(PuzzlePosition::new).collect();
    let board = |played: &PuzzlePosition| {
        let size = played.size();
        let whole = Region::full(size);
        let visible = match options.view {
            Some(view) if view.flicks => view.viewports(size).collect(),
            _ => vec![played.viewport(BOARD).unwrap_or(whole)],
        };
        let visible = visible.into_iter().map(|part| cell_values(played, part));
        (cell_values(played, whole), visible.collect::<Vec<_>>())
    };
    let (whole, visible): (Vec<_>, Vec<_>) = starts.iter().map(board).unzip();
    Ok(SpriteSheet {
        boards: visible.into_iter().flatten().collect(),
        scrolled: options.view.map(|view| ScrolledBoards {
            scrolling: view,
            boards: whole,
        }),
        ..level.file.palette.sheet.clone()
    })
}

/// Recognizable values of a part of a board.
fn cell_values(played: &PuzzlePosition, part: Region) -> Grid<String> {
    let mut values = Grid::filled(part.size, String::new());
    for shown in part.size.cells() {
        let look = played.style(BOARD, part.cell(shown));
        values.set(shown, look.on_screen().to_owned());
    }
    values
}

/// All entries of a level's text.
fn siblings(level: &PuzzleLevel) -> impl Iterator<Item = PuzzleLevel> + '_ {
    (0..level.file.game.stages.len()).filter_map(|stage| match stage == level.stage {
        true => Some(level.clone()),
        false => level.sibling_stage(stage),
    })
}

/// The level that best matches an image of all or a part of it; unseen cells are as at its start. Of several equal
/// matches the first one. Fails if no level has a board or part of that size, or less than half of each matches.
pub fn recognize_level(
    levels: impl Iterator<Item = PuzzleLevel>,
    board: &BoardReading,
) -> Result<LevelRef, ReadingError> {
    let size = board.size();
    let mismatches = |values: &Grid<String>, part: Region| {
        let differs = |(cell, reading): &(Cell, &CellReading<String>)| {
            values.get(part.cell(*cell)) != Some(&reading.value)
        };
        board.cells.iter().filter(differs).count()
    };
    let nearest_part = |level: PuzzleLevel| {
        let whole = Region::full(level.board().size);
        let parts: Vec<Region> = match level.file.game.options.view {
            Some(view) => view.viewports(whole.size).collect(),
            None => vec![whole],
        };
        if parts.iter().all(|part| part.size != size) {
            return None;
        }
        let played = PuzzlePosition::new(level);
        let values = cell_values(&played, whole);
        let start = played.viewport(BOARD).unwrap_or(whole);
        let parts = parts.into_iter().filter(|part| part.size == size);
        // Of equal matches, the part that is visible at the start is preferred.
        let rated = parts.map(|part| (mismatches(&values, part), part != start));
        Some((rated.min()?, played))
    };
    let levels = levels.filter(|level| level.unplayable().is_none());
    let rated = levels.filter_map(nearest_part);
    let reason = match rated.min_by_key(|(rated, _)| *rated) {
        None => format!("no level of the game shows {size} cells"),
        Some(((mismatched, _), _)) if 2 * mismatched > size.area() => {
            "no level of the game looks like this".to_owned()
        }
        Some((_, played)) => return Ok(played.level),
    };
    Err(ReadingError::NoLevel(reason))
}
