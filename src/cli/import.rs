//! `import`: reads a level from a picture.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use image::DynamicImage;
use serde_json::{Value, json};

use super::args::ImportArgs;
use super::autoplay::window_picture;
use super::convert::in_form;
use super::files;
use super::profile;
use super::status::{CommandResult, Status};
use crate::game::{BoardReading, CellReading, LevelRef};
use crate::vision::{self, Profile, ScreenReading, import_image};

pub(super) fn run(args: &ImportArgs) -> CommandResult {
    let store = profile::store();
    let profile = profile::named(&store, &args.profile)?;
    let image = match &args.image {
        Some(path) => picture(path)?,
        None => DynamicImage::from(Arc::unwrap_or_clone(window_picture(profile)?)),
    };
    let screen = import_image(profile, &image)?;
    let boards = screen.reading.boards.iter();
    let counts = boards.map(|board| print_doubtful(board, screen.doubtful_below));
    let doubtful: usize = counts.sum();
    if args.strict && doubtful > 0 {
        bail!(
            "--strict allows no doubtful cells, but there {} {doubtful}",
            if doubtful == 1 { "is" } else { "are" }
        );
    }
    if print_doubtful_cursor(&screen) && args.strict {
        bail!("--strict allows no doubtful cursor");
    }
    let game = profile::game(profile)?;
    let level = game
        .level_from_reading(&screen.reading)
        .with_context(|| format!("the profile ‘{}’", profile.id))?;
    if let Some(reason) = level.unplayable()
        // Doubtful cells can be corrected in the text.
        && doubtful == 0
    {
        bail!(
            "this does not look like {}: {reason}; choose another picture or profile",
            game.info().title
        );
    }
    let text = match args.json {
        true => files::json(&import_json(profile, &level, &screen))?,
        false => in_form(level.as_ref(), args.to)?,
    };
    files::write(&text, args.output.as_deref())?;
    Ok(Status::Done)
}

fn picture(path: &Path) -> anyhow::Result<DynamicImage> {
    let bytes = files::read(path, vision::MAX_PICTURE_BYTES)?;
    vision::decode(&bytes)
        .with_context(|| format!("{} is not a picture that can be read", files::name(path)))
}

/// Lists the cells with low confidence and returns their number.
fn print_doubtful(board: &BoardReading, below: f32) -> usize {
    let mut count = 0;
    for (cell, read) in board.doubtful(below) {
        count += 1;
        let other = match &read.runner_up {
            Some(other) => format!(", could be ‘{other}’"),
            None => String::new(),
        };
        files::notify(&format!(
            "doubtful: board ‘{}’, {cell}: ‘{}’ with confidence {:.2}{other}",
            board.id, read.value, read.confidence
        ));
    }
    count
}

/// Reports a cursor with low confidence; returns whether there is one.
fn print_doubtful_cursor(screen: &ScreenReading) -> bool {
    let cursor = screen.reading.cursor.as_ref();
    let doubtful = cursor.filter(|cursor| cursor.confidence < screen.doubtful_below);
    if let Some(cursor) = doubtful {
        files::notify(&format!(
            "doubtful: cursor at {} with confidence {:.2}",
            cursor.value, cursor.confidence
        ));
    }
    doubtful.is_some()
}

/// JSON object of `--json`. Rows and columns count from 1, `x` and `y` are pixels of the image, and cells below
/// `doubtful_below` are doubtful.
fn import_json(profile: &Profile, level: &LevelRef, screen: &ScreenReading) -> Value {
    // The shortest decimal form, which `f64::from` would not give.
    let decimal = |value: f32| value.to_string().parse::<f64>().ok();
    let cell = |cell: &CellReading<String>| {
        json!({
            "value": cell.value,
            "confidence": decimal(cell.confidence),
            "runner_up": cell.runner_up,
        })
    };
    let board = |board: &BoardReading| {
        let rows = board.cells.rows();
        let rows = rows.map(|row| row.iter().map(cell).collect::<Value>());
        json!({ "id": board.id, "cells": rows.collect::<Value>() })
    };
    let cursor = screen.reading.cursor.as_ref().map(|cursor| {
        json!({
            "row": cursor.value.row + 1,
            "column": cursor.value.col + 1,
            "confidence": decimal(cursor.confidence),
        })
    });
    json!({
        "game": profile.game,
        "profile": profile.id,
        "level": level.to_text(),
        "x": decimal(screen.place.x),
        "y": decimal(screen.place.y),
        "scale": decimal(screen.place.scale),
        "doubtful_below": decimal(screen.doubtful_below),
        "cursor": cursor,
        "boards": screen.reading.boards.iter().map(board).collect::<Value>(),
    })
}
