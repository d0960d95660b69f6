//! Levels as cells of objects.

use rustc_hash::FxHashMap;

use crate::game::{TextError, words};

use super::super::syntax::{
    EntryText, Legend, LegendKind, Problems, Script, SourceRow, sign_message,
};
use super::names::{Meaning, Names};

/// Limit of a level's cells, for which the engine has boards.
pub const MAX_LEVEL_CELLS: usize = 1 << 15;

/// A level of a game, or a message between levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    Message(String),
    Level(Start),
}

/// Start of a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    pub width: usize,
    pub height: usize,
    /// Objects in each cell, column by column.
    pub cells: Vec<Vec<usize>>,
    pub rows: Vec<SourceRow>,
    /// Error because of which it cannot be played.
    pub broken: Option<TextError>,
}

/// The background: its layer, and the object of levels without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Background {
    pub object: usize,
    pub layer: usize,
}

impl Background {
    pub fn contains(self, names: &Names, object: usize) -> bool {
        names.objects[object].layer == self.layer
    }

    /// Fills cells without a background with that of the first cell with one.
    pub fn fill(self, names: &Names, cells: &mut [Vec<usize>]) {
        let is_background = |object: &usize| self.contains(names, *object);
        let found = cells.iter().flatten().copied().find(is_background);
        let default = found.unwrap_or(self.object);
        for cell in cells {
            if !cell.iter().any(is_background) {
                cell.push(default);
            }
        }
    }
}

/// Finds the background, and reports what is wrong with it.
pub fn background(source: &Script, names: &Names, problems: &mut Problems) -> Option<Background> {
    let Some(meaning) = names.meaning("background") else {
        problems.general_error("no object is the BACKGROUND; every game needs one");
        return None;
    };
    let line = source.line_of("background").unwrap_or(1);
    let object = match meaning {
        Meaning::Aggregate(_) => {
            let message = "BACKGROUND is one object or several joined by ‘or’; they cannot be joined by ‘and’";
            problems.error(line, 1, message);
            // Any object serves to find further errors.
            0
        }
        Meaning::Property(objects) => {
            if names.only_layer(objects).is_none() {
                let message = "all background objects must be in one collision layer";
                problems.error(line, 1, message);
            }
            *objects.first()?
        }
        Meaning::Object(object) | Meaning::Synonym(object) => *object,
    };
    let layer = names.objects.get(object)?.layer;
    Some(Background { object, layer })
}

/// Meanings of the signs in levels: names of one character.
#[derive(Debug, Default, Clone)]
pub struct Signs(FxHashMap<char, Vec<usize>>);

impl Signs {
    pub fn objects(&self, sign: char) -> Option<&[usize]> {
        self.0.get(&sign).map(Vec::as_slice)
    }

    pub fn all(&self) -> Vec<(char, &[usize])> {
        let all = self.0.iter();
        let all = all.map(|(sign, objects)| (*sign, objects.as_slice()));
        let mut all: Vec<_> = all.collect();
        all.sort_unstable();
        all
    }
}

/// Resolves the signs of levels, and reports names with two objects in one layer.
pub fn signs(source: &Script, names: &Names, problems: &mut Problems) -> Signs {
    let is_aggregate = |legend: &&Legend| legend.kind == LegendKind::Aggregate;
    for legend in source.legend.iter().filter(is_aggregate) {
        for name in &legend.names {
            if source.object(name).is_some() && names.meaning(name).is_none() {
                let message = format!("{} is in no collision layer", name.to_uppercase());
                problems.error(legend.line, 1, message);
            }
        }
        let Some(Meaning::Aggregate(objects)) = names.meaning(&legend.name) else {
            continue;
        };
        let layer = |object: &usize| names.objects[*object].layer;
        for (index, object) in objects.iter().enumerate() {
            let mut others = objects[..index].iter();
            if let Some(other) = others.find(|other| layer(other) == layer(object)) {
                let message = format!(
                    "{} are in the same collision layer, so they cannot share a cell",
                    names.upper_names([*other, *object].into_iter())
                );
                problems.error(legend.line, 1, message);
            }
        }
    }
    let objects = source.objects.iter().map(|object| object.name.as_str());
    let all = objects.chain(source.legend.iter().map(|legend| legend.name.as_str()));
    let mut signs = Signs::default();
    for name in all {
        let mut chars = name.chars();
        let (Some(sign), None) = (chars.next(), chars.next()) else {
            continue;
        };
        let objects = match names.meaning(name) {
            Some(Meaning::Object(object) | Meaning::Synonym(object)) => vec![*object],
            Some(Meaning::Aggregate(objects)) => {
                // Of objects in one layer, which are reported above, the first stays.
                let mut distinct: Vec<usize> = Vec::new();
                for object in objects {
                    let in_layer =
                        |other: &usize| names.objects[*other].layer == names.objects[*object].layer;
                    if !distinct.iter().any(in_layer) {
                        distinct.push(*object);
                    }
                }
                distinct
            }
            _ => continue,
        };
        signs.0.insert(sign, objects);
    }
    signs
}

pub struct LevelReader<'a> {
    pub source: &'a Script,
    pub names: &'a Names,
    pub signs: &'a Signs,
    pub background: Option<Background>,
    pub problems: &'a mut Problems,
}

impl LevelReader<'_> {
    pub fn read(mut self) -> Vec<Stage> {
        let entries = self.source.levels.iter();
        entries.map(|entry| self.stage(entry)).collect()
    }

    fn stage(&mut self, entry: &EntryText) -> Stage {
        match entry {
            EntryText::Message(text) => Stage::Message(text.clone()),
            EntryText::Level { rows } => Stage::Level(self.start(rows)),
        }
    }

    fn start(&mut self, rows: &[SourceRow]) -> Start {
        let (width, height) = (rows.first().map_or(0, |row| row.text.len()), rows.len());
        let line = rows.first().map_or(1, |row| row.line);
        if width * height > MAX_LEVEL_CELLS {
            let message = format!(
                "this level is too large: it has {}; the limit is {}",
                words::count(width * height, "cells"),
                words::number(MAX_LEVEL_CELLS)
            );
            self.problems.error(line, 1, message.clone());
            return Start {
                broken: Some(TextError::at(line, 1, message)),
                ..Start::default()
            };
        }
        let mut start = Start {
            width,
            height,
            cells: vec![Vec::new(); width * height],
            rows: rows.to_vec(),
            broken: None,
        };
        for (col, (row, source)) in
            (0..width).flat_map(|col| rows.iter().enumerate().map(move |row| (col, row)))
        {
            // Short rows repeat their last sign.
            let Some(sign) = source.text.get(col).or(source.text.last()) else {
                continue;
            };
            let Some(objects) = self.signs.objects(*sign) else {
                start.broken = Some(self.sign_error(*sign, (source.line, source.column + col)));
                return start;
            };
            start.cells[col * height + row] = objects.to_vec();
        }
        if let Some(background) = self.background {
            background.fill(self.names, &mut start.cells);
        }
        start
    }

    /// Error of a sign without objects, which the parser or the sign's declaration reported.
    fn sign_error(&mut self, sign: char, (line, column): (usize, usize)) -> TextError {
        let name = sign.to_string();
        let is_property = matches!(self.names.meaning(&name), Some(Meaning::Property(_)));
        let message = match self.source.line_of(&name) {
            Some(line) if !is_property => {
                format!("‘{sign}’ has an error where it is declared, in line {line}")
            }
            _ => {
                let message = sign_message(sign, is_property);
                self.problems.repeated_error(line, column, message.clone());
                message
            }
        };
        TextError::at(line, column, message)
    }
}
