//! Games on a screen: their sprites, and which level a picture shows.

use std::sync::Arc;

use crate::game::{
    BoardReading, Grid, Level as _, LevelRef, Position as _, ReadingError, SheetSprite, SpriteSheet,
};

use super::compile::{Game, SPRITE_SIDE};
use super::made::PuzzleLevel;
use super::position::Played;

/// The title of games without one.
const UNTITLED: &str = "PuzzleScript Game";

/// The sprites of a game, without its levels.
pub fn sheet(game: &Game, signs: &[(char, Vec<usize>)]) -> SpriteSheet {
    let sprites = game.names.objects.iter().zip(&game.sprites);
    let sprite = |(object, pixels): (_, &super::compile::Sprite)| {
        let object: &super::compile::Placed = object;
        SheetSprite {
            name: object.name.clone(),
            layer: object.layer,
            pixels: pixels.iter().flatten().copied().collect(),
        }
    };
    let options = &game.options;
    let title = match options.title.trim() {
        "" => UNTITLED,
        title => title,
    };
    SpriteSheet {
        title: title.to_owned(),
        side: SPRITE_SIDE,
        behind: options.background,
        ink: options.text,
        sprites: sprites.map(sprite).collect(),
        floor: game.background.map(|background| background.object),
        signs: signs
            .iter()
            .map(|(sign, objects)| (objects.clone(), sign.to_string()))
            .collect(),
        boards: Vec::new(),
    }
}

/// The sprites of a level's game, with what its levels look like at their beginning.
///
/// # Errors
/// Why pictures of the game do not tell its positions.
pub fn sheet_of(level: &PuzzleLevel) -> Result<SpriteSheet, String> {
    let options = &level.made.game.options;
    if options.flickscreen.is_some() || options.zoomscreen.is_some() {
        return Err(
            "it shows only a part of each level at a time, so its pictures do not tell \
             where the game stands"
                .to_owned(),
        );
    }
    if options.realtime.is_some() {
        return Err(
            "it goes on by itself in real time, so a plan does not hold while it is played"
                .to_owned(),
        );
    }
    let boards = all(level).filter(|level| level.unplayable().is_none());
    let boards = boards.map(|level| {
        let size = level.board().size;
        let played = Played::new(level);
        let mut board = Grid::filled(size, String::new());
        for cell in size.cells() {
            board.set(cell, played.look(super::BOARD, cell).on_screen().to_owned());
        }
        board
    });
    Ok(SpriteSheet {
        boards: boards.collect(),
        ..level.made.palette.sheet.clone()
    })
}

/// All entries of a level's text.
fn all(level: &PuzzleLevel) -> impl Iterator<Item = PuzzleLevel> + '_ {
    (0..level.made.game.stages.len()).filter_map(|stage| match stage == level.stage {
        true => Some(level.clone()),
        false => level.other(stage),
    })
}

/// The level of a game whose beginning looks most like a picture: hidden objects are as they are there.
///
/// # Errors
/// When no level has that size, or less than half of any looks like it.
pub fn level_on(
    levels: impl Iterator<Item = PuzzleLevel>,
    board: &BoardReading,
) -> Result<LevelRef, ReadingError> {
    let size = board.size();
    let fitting = levels.filter(|level| level.unplayable().is_none() && level.board().size == size);
    let differing = |level: &PuzzleLevel| {
        let played = Played::new(level.clone());
        let cells = board.cells.iter();
        let differs = |(cell, read): &(_, &crate::game::CellReading<String>)| {
            played.look(super::BOARD, *cell).on_screen() != read.value
        };
        cells.filter(differs).count()
    };
    let nearest = fitting
        .map(|level| (differing(&level), level))
        .min_by_key(|(differing, _)| *differing);
    match nearest {
        None => Err(ReadingError::NoLevel(format!(
            "no level of the game has {size} cells"
        ))),
        Some((differing, _)) if 2 * differing > size.rows * size.cols => Err(
            ReadingError::NoLevel("no level of the game looks like that".to_owned()),
        ),
        Some((_, level)) => Ok(Arc::new(level)),
    }
}
