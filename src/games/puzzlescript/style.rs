//! Appearance of cells: the sprites of their objects, stacked.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::game::{Art, CellStyle, CellValue, SheetSprite, Sprite, SpriteSheet, Tone};

use super::compile::{CompiledGame, SPRITE_SIDE, SpritePixels};

const UNTITLED: &str = "PuzzleScript Game";

/// Signs of a level and the objects they put into a cell.
#[derive(Debug)]
pub struct SignPalette {
    /// Signs with their objects; no two have the same.
    pub signs: Vec<(char, Vec<usize>)>,
    /// Sprites for recognizing cells.
    pub sheet: SpriteSheet,
    /// Cache of cell styles by objects, as boards need each cell in each frame.
    cache: Mutex<FxHashMap<Vec<usize>, CellStyle>>,
}

impl SignPalette {
    /// The signs of a game, by number of objects and then in object order.
    pub fn new(game: &CompiledGame) -> Self {
        let mut signs: Vec<(char, Vec<usize>)> = Vec::new();
        for (sign, objects) in game.signs.all() {
            let objects = normalize(game, objects.to_vec());
            match signs.iter_mut().find(|(_, known)| *known == objects) {
                // The sign that is written; the first in order of `rank`.
                Some(known) if rank(sign) < rank(known.0) => known.0 = sign,
                Some(_) => {}
                None => signs.push((sign, objects)),
            }
        }
        signs.sort_by(|(_, a), (_, b)| (a.len(), a).cmp(&(b.len(), b)));
        Self {
            sheet: sheet(game, &signs),
            signs,
            cache: Mutex::default(),
        }
    }

    /// Value of a cell with these objects, if there is a sign for them.
    pub fn value(&self, objects: &[usize]) -> Option<CellValue> {
        let index = self.signs.iter().position(|(_, known)| known == objects)?;
        CellValue::try_from(index).ok()
    }

    pub fn sign(&self, value: CellValue) -> Option<char> {
        Some(self.signs.get(usize::from(value))?.0)
    }

    /// Style of a cell of the game with these objects, in order.
    pub fn style(&self, game: &CompiledGame, objects: &[usize]) -> CellStyle {
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(style) = cache.get(objects) {
            return style.clone();
        }
        let style = build_style(game, self, objects);
        cache.insert(objects.to_vec(), style.clone());
        style
    }
}

/// Sprites of a game, without its levels.
fn sheet(game: &CompiledGame, signs: &[(char, Vec<usize>)]) -> SpriteSheet {
    let sprites = game.names.objects.iter().zip(&game.sprites);
    let sprites = sprites.map(|(object, pixels)| SheetSprite {
        name: object.name.clone(),
        layer: object.layer,
        pixels: pixels.as_flattened().to_vec(),
    });
    let signs = signs.iter();
    let signs = signs.map(|(sign, objects)| (objects.clone(), sign.to_string()));
    let options = &game.options;
    let title = match options.title.trim() {
        "" => UNTITLED,
        title => title,
    };
    SpriteSheet {
        title: title.to_owned(),
        side: SPRITE_SIDE,
        background: options.background,
        ink: options.text,
        sprites: sprites.collect(),
        floor: game.background.map(|background| background.object),
        signs: signs.collect(),
        boards: Vec::new(),
        scrolled: None,
    }
}

/// Order of preference: ASCII before other characters, then other signs before letters.
fn rank(sign: char) -> (bool, bool, char) {
    (!sign.is_ascii(), sign.is_alphabetic(), sign)
}

/// Sorts objects and adds the background if a cell has none.
pub fn normalize(game: &CompiledGame, mut objects: Vec<usize>) -> Vec<usize> {
    let mut all = objects.iter();
    if let Some(background) = game.background
        && !all.any(|object| background.contains(&game.names, *object))
    {
        objects.push(background.object);
    }
    objects.sort_unstable();
    objects.dedup();
    objects
}

fn build_style(game: &CompiledGame, palette: &SignPalette, objects: &[usize]) -> CellStyle {
    let name = |object: &usize| game.names.objects[*object].name.as_str();
    let names: Vec<&str> = objects.iter().map(name).collect();
    let value = palette.value(objects);
    let sign = value.and_then(|value| palette.sign(value));
    let text = sign.map_or_else(|| names.join("+"), String::from);
    let tone = match value {
        Some(value) => Tone::Palette((value % 8) as u8),
        None => Tone::Empty,
    };
    // The lowest object, usually the background, is named only if it is alone.
    let label = match names.as_slice() {
        [] => "nothing".to_owned(),
        [background] => (*background).to_owned(),
        [_, rest @ ..] => rest.join(" and "),
    };
    let glyph = sign.map_or_else(|| "?".to_owned(), String::from);
    let art = Art::background(Tone::Hole).fixed(Sprite::from_pixels(&stacked(game, objects)));
    CellStyle::new(text, tone, label)
        .visible_as(palette.sheet.visible_value(objects))
        .glyph(glyph)
        .drawn(art)
}

/// Pixels of stacked objects, the first lowest.
fn stacked(game: &CompiledGame, objects: &[usize]) -> SpritePixels {
    let mut pixels = SpritePixels::default();
    for (row, line) in pixels.iter_mut().enumerate() {
        for (col, pixel) in line.iter_mut().enumerate() {
            let mut objects = objects.iter().rev();
            let tops = objects.find_map(|object| game.sprites[*object][row][col]);
            // Elsewhere the colour behind the level shows.
            *pixel = Some(tops.unwrap_or(game.options.background));
        }
    }
    pixels
}
