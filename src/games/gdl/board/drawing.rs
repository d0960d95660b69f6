//! Drawing of grid cells: their values in layers, the highest on top.

use std::borrow::Cow;
use std::collections::BTreeMap;

use planwright_art::{self as art, ValueStyle};
use rustc_hash::{FxHashMap, FxHashSet};

use super::rigid::RigidRelation;
use super::vocabulary::{Cues, Guess, PIECE_RANK, guess, is_chess, rank};
use super::{EMPTY, GridLayout};
use crate::game::{Art, Cell, CellStyle, Heading, Size, Sprite, Tone};

/// Most values of which samples are drawn.
const MAX_SAMPLES: usize = 300;
/// Colour of numbered tiles, as an index in the palette.
const TILE_COLOUR: u8 = 0;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Thing {
    glyph: String,
    /// Index in the palette. Without one, a value drawn by the level's settings has the background's colour, and a
    /// guessed one a colour derived from the word.
    colour: Option<u8>,
    sprite: Option<Sprite>,
    heading: Option<Heading>,
    /// Drawn as the level's settings say.
    configured: bool,
    /// The value is something, not just floor or nothing.
    is_object: bool,
    /// The glyph is drawn over the sprite.
    show_glyph: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GridPainter {
    things: FxHashMap<String, Thing>,
    /// Values of cells that never change.
    rigid: FxHashMap<Cell, Vec<String>>,
    /// Cells with floor, if that is known.
    floor: Option<FxHashSet<Cell>>,
    /// Cells without floor are walls.
    walled: bool,
    /// Cells with a lamp, and the value that says that it is on.
    lamps: FxHashMap<Cell, String>,
    /// The board is chequered, as there are chess pieces.
    chequered: bool,
}

impl GridPainter {
    pub fn new(
        layout: &GridLayout,
        facts: &[&str],
        rigid: &[RigidRelation],
        styles: &[ValueStyle],
        cues: Cues,
    ) -> Self {
        let mut painter = Self::default();
        let templates = layout.templates.iter().map(|(says, template)| {
            let guess = guess(says, &template.name, cues);
            (says.clone(), guess)
        });
        let mut guesses: FxHashMap<String, Guess> = templates.collect();
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let mut floor = FxHashSet::default();
        for table in rigid {
            let (name, placement) = (&table.name, table.placement);
            for row in &table.rows {
                let args: Vec<&str> = row.iter().map(String::as_str).collect();
                let cell = args.get(placement.row).zip(args.get(placement.column));
                let Some(cell) = cell.and_then(|(row, column)| layout.cell(row, column)) else {
                    continue;
                };
                let value = placement.value(name, &args);
                let guess = guess(&value, name, cues.of_rigid());
                if let Some(walled) = guess.floor {
                    floor.insert(cell);
                    painter.walled |= walled;
                }
                guesses.entry(value.clone()).or_insert(guess);
                let values = painter.rigid.entry(cell).or_default();
                if !values.contains(&value) {
                    *counts.entry(value.clone()).or_default() += 1;
                    values.push(value);
                }
            }
        }
        painter.add_things(&guesses, styles);
        // A value that is the same everywhere and has no picture is not shown.
        let area = layout.size.map_or(0, Size::area);
        for (value, _) in counts.iter().filter(|(_, count)| **count == area) {
            let thing = painter.things.get(value);
            if thing.is_some_and(|it| it.sprite.is_none() && !it.configured) {
                let lists = painter.rigid.values_mut();
                lists.for_each(|list| list.retain(|it| it != value));
            }
        }
        let has_sprite =
            |sprite: Sprite| painter.things.values().any(|it| it.sprite == Some(sprite));
        // If walls are values themselves, places without floor are outside the board.
        painter.walled &= !has_sprite(art::BRICKS);
        painter.floor = (!floor.is_empty()).then_some(floor);
        // If no value says that a lamp is off, it is off wherever it could be on and is not.
        if has_sprite(art::LAMP_LIT) && !has_sprite(art::LAMP) {
            for (cell, value) in facts.iter().filter_map(|fact| layout.locate(fact)) {
                if painter.things.get(&value).and_then(|it| it.sprite) == Some(art::LAMP_LIT) {
                    painter.lamps.insert(cell, value);
                }
            }
        }
        let mut sprites = painter.things.values().filter_map(|it| it.sprite);
        painter.chequered = sprites.any(is_chess);
        painter
    }

    fn add_things(&mut self, guesses: &FxHashMap<String, Guess>, styles: &[ValueStyle]) {
        let mut counts: FxHashMap<Sprite, usize> = FxHashMap::default();
        for sprite in guesses.values().filter_map(|guess| guess.sprite) {
            *counts.entry(sprite).or_default() += 1;
        }
        for (value, guess) in guesses {
            // Values with the same picture are distinguished by their glyphs.
            let shared = guess.sprite.is_some_and(|sprite| counts[&sprite] > 1);
            let is_object = !guess.nothing && guess.floor.is_none_or(|_| guess.sprite.is_some());
            let is_number = guess.sprite == Some(art::TILE);
            let glyph = if is_object { value.as_str() } else { "" };
            let thing = Thing {
                glyph: glyph.to_owned(),
                colour: guess.colour.or(is_number.then_some(TILE_COLOUR)),
                sprite: guess.sprite,
                heading: guess.heading,
                configured: false,
                is_object,
                show_glyph: is_number || guess.incomplete || shared,
            };
            self.things.insert(value.clone(), thing);
        }
        for style in styles {
            let sprite = style.sprite();
            let same_picture =
                |other: &&ValueStyle| other.value != style.value && other.picture == style.picture;
            let before = self.things.get(&style.value);
            let thing = Thing {
                glyph: style.glyph.clone(),
                colour: style.colour,
                sprite,
                heading: before.and_then(|before| before.heading),
                configured: true,
                is_object: sprite.is_some() || !style.glyph.is_empty(),
                show_glyph: [art::TILE, art::DISC].map(Some).contains(&sprite)
                    || styles.iter().any(|other| same_picture(&other)),
            };
            self.things.insert(style.value.clone(), thing);
        }
    }

    /// Returns whether a value means that nothing is there.
    pub fn is_nothing(&self, value: &str) -> bool {
        let thing = self.things.get(value);
        thing.is_some_and(|thing| !thing.is_object || thing.sprite == Some(art::HOLE))
    }

    pub fn samples(&self) -> Vec<CellStyle> {
        let mut values: Vec<&String> = self.things.keys().filter(|it| *it != EMPTY).collect();
        values.sort_by_key(|value| (super::axis::natural_key(value), value.as_str()));
        let samples = values.into_iter().take(MAX_SAMPLES);
        let samples = samples.map(|value| self.compose(&[value.as_str()], &[]));
        let nothing = match self.things.contains_key(EMPTY) {
            true => self.compose(&[], &[EMPTY]),
            false => empty(),
        };
        samples.chain([nothing]).collect()
    }

    pub fn draw(&self, cell: Cell, values: &[String]) -> CellStyle {
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let rigid = self.rigid.get(&cell).map_or(&[][..], Vec::as_slice);
        let rigid: Vec<&str> = rigid.iter().map(String::as_str).collect();
        let mut style = match self.lamps.get(&cell) {
            Some(lit) if !values.contains(&lit.as_str()) => {
                let mut style = self.compose(&values, &rigid);
                add_below(&mut style, art::LAMP);
                if values.is_empty() {
                    style.name = format!("not {lit}").into();
                }
                style
            }
            _ if values.is_empty() && rigid.is_empty() => self.draw_empty(cell),
            _ => self.compose(&values, &rigid),
        };
        if self.chequered && (cell.row + cell.col) % 2 == 1 && style.tone != Tone::Hole {
            add_below(&mut style, art::SQUARE);
        }
        style
    }

    fn draw_empty(&self, cell: Cell) -> CellStyle {
        if self.things.contains_key(EMPTY) {
            return self.compose(&[], &[EMPTY]);
        }
        if self
            .floor
            .as_ref()
            .is_none_or(|floor| floor.contains(&cell))
        {
            return empty();
        }
        if self.walled {
            let bricks = Art::background(Tone::Wall).fixed(art::BRICKS);
            let wall = CellStyle::new(EMPTY, Tone::Wall, "wall").glyph("#");
            return wall.drawn(bricks);
        }
        CellStyle::new(EMPTY, Tone::Hole, "no cell").glyph("")
    }

    /// Layers all values of a cell; `rigid` are those that never change.
    fn compose(&self, values: &[&str], rigid: &[&str]) -> CellStyle {
        let unknown = |word: &str| Thing {
            glyph: word.to_owned(),
            is_object: true,
            ..Thing::default()
        };
        let thing = |word: &str| {
            let known = self.things.get(word).map(Cow::Borrowed);
            known.unwrap_or_else(|| Cow::Owned(unknown(word)))
        };
        let all = values.iter().chain(rigid).map(|word| (*word, thing(word)));
        let things: Vec<(&str, Cow<'_, Thing>)> = all.collect();
        let (own, below) = things.split_at(values.len());
        let glyphs = |things: &[(&str, Cow<'_, Thing>)]| {
            let glyphs = things.iter().map(|(_, thing)| thing.glyph.as_str());
            let glyphs: Vec<&str> = glyphs.filter(|glyph| !glyph.is_empty()).collect();
            glyphs.join(", ")
        };
        let mut glyph = glyphs(own);
        if glyph.is_empty() {
            glyph = glyphs(below);
        }
        let with_sprite = things.iter().filter(|(_, thing)| thing.sprite.is_some());
        let top = with_sprite.max_by_key(|(_, thing)| thing.sprite.map(rank));
        // Colour of a configured value that can change, else of the highest sprite, else of a configured static value.
        let configured = own.iter().find(|(_, thing)| thing.configured);
        let below = things.iter().find(|(_, thing)| thing.configured);
        let tone = match configured.or(top).or(below) {
            Some((_, thing)) if thing.configured => thing.colour.map_or(Tone::Empty, Tone::Palette),
            Some((word, thing)) => Tone::Palette(thing.colour.unwrap_or_else(|| word_colour(word))),
            None if things.iter().all(|(_, thing)| !thing.is_object) => Tone::Empty,
            // The same word has the same colour; the glyph distinguishes words as well.
            None => Tone::Palette(word_colour(&glyph)),
        };
        let value = match values {
            [] => EMPTY.to_owned(),
            _ => values.join(", "),
        };
        let words: Vec<&str> = things.iter().map(|(word, _)| *word).collect();
        let name = match words.as_slice() {
            [] | [EMPTY] => "nothing".to_owned(),
            _ => words.join(", "),
        };
        let mut style = CellStyle::new(value, tone, name).glyph(glyph);
        let sprites = things.iter().filter_map(|(_, thing)| thing.sprite);
        if let Some(art) = layered(sprites.collect()) {
            let is_letters = |thing: &Thing| {
                thing.sprite.is_none() && thing.is_object && !thing.glyph.is_empty()
            };
            let mut things = things.iter().map(|(_, thing)| &**thing);
            let show_glyph = things.any(|thing| thing.show_glyph || is_letters(thing));
            style.art = Some(match show_glyph && !style.glyph.is_empty() {
                true => art.with_glyph(),
                false => art,
            });
            // Only the picture of a robot is turned.
            let robot = top.filter(|(_, thing)| thing.sprite == Some(art::ROBOT));
            style.actor = robot.and_then(|(_, thing)| thing.heading);
        }
        style
    }
}

fn empty() -> CellStyle {
    CellStyle::new(EMPTY, Tone::Empty, "nothing").glyph("")
}

fn word_colour(word: &str) -> u8 {
    let mix = |sum: u8, byte: u8| sum.wrapping_mul(31).wrapping_add(byte);
    word.bytes().fold(7u8, mix)
}

/// Art of the two highest of these sprites.
fn layered(mut sprites: Vec<Sprite>) -> Option<Art> {
    let has = |sprites: &[Sprite], sprite: Sprite| sprites.contains(&sprite);
    if has(&sprites, art::CRATE) && has(&sprites, art::GOAL) {
        sprites.retain(|sprite| ![art::CRATE, art::GOAL].contains(sprite));
        sprites.push(art::CRATE_DONE);
    }
    if has(&sprites, art::LAMP_LIT) {
        sprites.retain(|sprite| *sprite != art::LAMP);
    }
    sprites.sort_by_key(|sprite| rank(*sprite));
    let top = sprites.pop()?;
    let art = Art::background(background(top));
    Some(match sprites.pop() {
        Some(below) => art.fixed(below).piece(top),
        None if rank(top) < PIECE_RANK => art.fixed(top),
        None => art.piece(top),
    })
}

/// Background of a cell in which this sprite is the highest.
fn background(sprite: Sprite) -> Tone {
    match sprite {
        sprite if sprite == art::BRICKS => Tone::Wall,
        sprite if [art::LAMP, art::LAMP_LIT].contains(&sprite) => Tone::Level(0),
        _ => Tone::Empty,
    }
}

/// Adds a sprite below the others, if none is there yet.
fn add_below(style: &mut CellStyle, sprite: Sprite) {
    let mut art = style.art.unwrap_or_else(|| {
        let plain = Art::background(background(sprite));
        match style.glyph.is_empty() {
            true => plain,
            false => plain.with_glyph(),
        }
    });
    art.fixed.get_or_insert(sprite);
    style.art = Some(art);
}
