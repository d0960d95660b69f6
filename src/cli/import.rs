//! `import`: reads a level from a picture.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use image::DynamicImage;
use serde::Serialize;

use super::args::ImportArgs;
use super::autoplay::window_picture;
use super::convert::in_form;
use super::files;
use super::profile;
use super::status::{Ended, Status};
use crate::game::{BoardReading, Cell, CellReading, LevelRef};
use crate::vision::{self, Profile, ScreenReading, import_image};

pub(super) fn run(args: &ImportArgs) -> Ended {
    let store = profile::store();
    let profile = profile::named(&store, &args.profile)?;
    let image = match &args.image {
        Some(path) => picture(path)?,
        None => DynamicImage::from(Arc::unwrap_or_clone(window_picture(profile)?)),
    };
    let seen = import_image(profile, &image)?;
    let boards = seen.reading.boards.iter();
    let doubtful: usize = boards
        .map(|board| tell_doubtful(board, seen.doubtful_below))
        .sum();
    if args.strict && doubtful > 0 {
        bail!(
            "--strict allows no doubtful cells, but there {} {doubtful}",
            if doubtful == 1 { "is" } else { "are" }
        );
    }
    if report_doubtful_cursor(&seen) && args.strict {
        bail!("--strict allows no doubtful cursor");
    }
    let game = profile::game(profile)?;
    let level = game
        .level_from_reading(&seen.reading)
        .with_context(|| format!("the profile ‘{}’", profile.id))?;
    if let Some(reason) = level.unplayable()
        && doubtful == 0
    {
        bail!(
            "this does not look like {}: {reason}; choose another picture or profile",
            game.info().title
        );
    }
    if args.json {
        let text = files::json(&Answer::of(profile, &level, &seen))?;
        files::put(&text, args.output.as_deref())?;
    } else {
        let text = in_form(level.as_ref(), args.to)?;
        files::put(&text, args.output.as_deref())?;
    }
    Ok(Status::Done)
}

fn picture(path: &Path) -> anyhow::Result<DynamicImage> {
    let bytes = files::read(path, vision::MAX_PICTURE_BYTES)?;
    vision::decode(&bytes)
        .with_context(|| format!("{} is not a picture that can be read", files::name(path)))
}

/// Lists the cells with low confidence and returns their number.
fn tell_doubtful(board: &BoardReading, below: f32) -> usize {
    let mut count = 0;
    for (cell, read) in board.doubtful(below) {
        count += 1;
        let other = match &read.runner_up {
            Some(other) => format!(", could be ‘{other}’"),
            None => String::new(),
        };
        files::tell(&format!(
            "doubtful: board ‘{}’, {cell}: ‘{}’ with confidence {:.2}{other}",
            board.id, read.value, read.confidence
        ));
    }
    count
}

/// Reports a cursor with low confidence; returns whether there is one.
fn report_doubtful_cursor(seen: &ScreenReading) -> bool {
    let cursor = seen.reading.cursor.as_ref();
    let doubtful = cursor.filter(|cursor| cursor.confidence < seen.doubtful_below);
    if let Some(cursor) = doubtful {
        files::tell(&format!(
            "doubtful: cursor at {} with confidence {:.2}",
            cursor.value, cursor.confidence
        ));
    }
    doubtful.is_some()
}

/// JSON object of `--json`.
#[derive(Serialize)]
struct Answer<'a> {
    game: &'a str,
    profile: &'a str,
    level: String,
    /// Position of the game's picture in the image, in pixels.
    x: f32,
    y: f32,
    scale: f32,
    /// Cells below this confidence are doubtful.
    doubtful_below: f32,
    cursor: Option<CursorSeen>,
    boards: Vec<BoardSeen<'a>>,
}

/// Row and column from 1.
#[derive(Serialize)]
struct CursorSeen {
    row: usize,
    column: usize,
    confidence: f32,
}

#[derive(Serialize)]
struct BoardSeen<'a> {
    id: &'a str,
    /// Row by row.
    cells: Vec<Vec<CellSeen<'a>>>,
}

#[derive(Serialize)]
struct CellSeen<'a> {
    value: &'a str,
    confidence: f32,
    runner_up: Option<&'a str>,
}

impl<'a> Answer<'a> {
    fn of(profile: &'a Profile, level: &LevelRef, seen: &'a ScreenReading) -> Self {
        let cursor = seen.reading.cursor.as_ref();
        Self {
            game: &profile.game,
            profile: &profile.id,
            level: level.to_text(),
            x: seen.place.x,
            y: seen.place.y,
            scale: seen.place.scale,
            doubtful_below: seen.doubtful_below,
            cursor: cursor.map(
                |CellReading {
                     value, confidence, ..
                 }| {
                    let Cell { row, col } = *value;
                    CursorSeen {
                        row: row + 1,
                        column: col + 1,
                        confidence: *confidence,
                    }
                },
            ),
            boards: seen.reading.boards.iter().map(board_seen).collect(),
        }
    }
}

fn board_seen(board: &BoardReading) -> BoardSeen<'_> {
    let rows = board.cells.rows();
    BoardSeen {
        id: &board.id,
        cells: rows
            .map(|row| row.iter().map(cell_seen).collect())
            .collect(),
    }
}

fn cell_seen(cell: &CellReading<String>) -> CellSeen<'_> {
    CellSeen {
        value: &cell.value,
        confidence: cell.confidence,
        runner_up: cell.runner_up.as_deref(),
    }
}
