//! Games on screen: sprite sheets, and recognition of levels.

use crate::game::{
    BoardReading, Grid, Level as _, LevelRef, Parted, Position as _, ReadingError, SheetSprite,
    Sight, SpriteSheet,
};

use super::compile::{Game, SPRITE_SIDE};
use super::made::PuzzleLevel;
use super::position::Played;

/// Title of games without one.
const UNTITLED: &str = "PuzzleScript Game";

/// Sprites of a game, without its levels.
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
        parted: None,
    }
}

/// Sprites of a level's game, with the start of each level.
///
/// # Errors
/// Why images of the game cannot be played automatically.
pub fn sheet_of(level: &PuzzleLevel) -> Result<SpriteSheet, String> {
    let options = &level.made.game.options;
    if let Some(seconds) = options.realtime {
        return Err(format!(
            "the game goes on by itself every {seconds} s, so a plan is outdated before it is played. Play it by hand, or remove the line realtime_interval from its text, export its page again, and play that"
        ));
    }
    let levels = all(level).filter(|level| level.unplayable().is_none());
    let starts: Vec<Played> = levels.map(Played::new).collect();
    let board = |played: &Played| {
        let size = played.size();
        let whole = Sight::whole(size);
        let seen = match options.view {
            Some(view) if view.flicks => view.sights(size).collect(),
            _ => vec![played.sight(super::BOARD).unwrap_or(whole)],
        };
        let seen = seen.into_iter().map(|part| values(played, part));
        (values(played, whole), seen.collect::<Vec<_>>())
    };
    let (whole, seen): (Vec<_>, Vec<_>) = starts.iter().map(board).unzip();
    Ok(SpriteSheet {
        boards: seen.into_iter().flatten().collect(),
        parted: options.view.map(|view| Parted {
            view,
            boards: whole,
        }),
        ..level.made.palette.sheet.clone()
    })
}

/// Recognizable values of a part of a board.
fn values(played: &Played, part: Sight) -> Grid<String> {
    let mut values = Grid::filled(part.size, String::new());
    for shown in part.size.cells() {
        let look = played.look(super::BOARD, part.cell(shown));
        values.set(shown, look.on_screen().to_owned());
    }
    values
}

/// All entries of a level's text.
fn all(level: &PuzzleLevel) -> impl Iterator<Item = PuzzleLevel> + '_ {
    (0..level.made.game.stages.len()).filter_map(|stage| match stage == level.stage {
        true => Some(level.clone()),
        false => level.other(stage),
    })
}

/// The level that best matches an image of all or a part of it; unseen cells are as at its start. Of several equal
/// matches the first one.
///
/// # Errors
/// If no level has a board or part of that size, or less than half of each matches.
pub fn level_on(
    levels: impl Iterator<Item = PuzzleLevel>,
    board: &BoardReading,
) -> Result<LevelRef, ReadingError> {
    let size = board.size();
    let differing = |values: &Grid<String>, part: Sight| {
        let cells = board.cells.iter();
        let differs = |(cell, read): &(_, &crate::game::CellReading<String>)| {
            values.get(part.cell(*cell)) != Some(&read.value)
        };
        cells.filter(differs).count()
    };
    let nearest_part = |level: PuzzleLevel| {
        let whole = Sight::whole(level.board().size);
        let parts: Vec<Sight> = match level.made.game.options.view {
            Some(view) => view.sights(whole.size).collect(),
            None => vec![whole],
        };
        if parts.iter().all(|part| part.size != size) {
            return None;
        }
        let played = Played::new(level);
        let values = values(&played, whole);
        let start = played.sight(super::BOARD).unwrap_or(whole);
        let parts = parts.into_iter().filter(|part| part.size == size);
        let rated = parts.map(|part| (differing(&values, part), part != start));
        Some((rated.min()?, played))
    };
    let levels = levels.filter(|level| level.unplayable().is_none());
    let nearest = levels
        .filter_map(nearest_part)
        .min_by_key(|(rated, _)| *rated);
    match nearest {
        None => Err(ReadingError::NoLevel(format!(
            "no level of the game shows {size} cells"
        ))),
        Some(((differing, _), _)) if 2 * differing > size.rows * size.cols => Err(
            ReadingError::NoLevel("no level of the game looks like this".to_owned()),
        ),
        Some((_, played)) => Ok(played.level),
    }
}
