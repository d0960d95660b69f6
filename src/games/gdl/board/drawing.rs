//! Drawing of grid cells: their values in layers, the highest on top.

use std::borrow::Cow;
use std::collections::BTreeMap;

use planwright_art::{self as art, ValueLook};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::game::{Art, Cell, CellLook, Heading, Size, Sprite, Tone};

use super::lasting::Lasting;
use super::words::{Clear, Guess, PIECE, guess, is_chess, rank};
use super::{Layout, NOTHING};

const MOST_SAMPLES: usize = 300;

const TILES: u8 = 0;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Thing {
    glyph: String,
    /// Index in the palette. Without one, a value drawn by the level's settings has the background's colour, and a
    /// guessed one a colour derived from the word.
    colour: Option<u8>,
    sprite: Option<Sprite>,
    heading: Option<Heading>,
    /// Drawn as the level's settings say.
    told: bool,
    /// Is a thing, not just floor or nothing.
    is_some: bool,
    /// The glyph is drawn over the sprite.
    over: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Drawn {
    things: FxHashMap<String, Thing>,
    /// Values of cells that never change.
    still: FxHashMap<Cell, Vec<String>>,
    /// Cells with floor, if that is known.
    ground: Option<FxHashSet<Cell>>,
    /// Cells without floor are walls.
    walled: bool,
    /// Cells with a lamp, and the value that says that it is on.
    lamps: FxHashMap<Cell, String>,
    /// The board is chequered, as there are chess pieces.
    chequered: bool,
}

impl Drawn {
    pub fn new(
        layout: &Layout,
        facts: &[&str],
        lasting: &[Lasting],
        looks: &[ValueLook],
        clear: Clear,
    ) -> Self {
        let mut drawn = Self::default();
        let of_facts = layout.says.iter().map(|(says, saying)| {
            let guess = guess(says, &saying.name, false, clear);
            (says.clone(), guess)
        });
        let mut guesses: FxHashMap<String, Guess> = of_facts.collect();
        let mut times: BTreeMap<String, usize> = BTreeMap::new();
        let mut ground = FxHashSet::default();
        for Lasting {
            name,
            place,
            shows,
            rows,
        } in lasting
        {
            for row in rows {
                let args: Vec<&str> = row.iter().map(String::as_str).collect();
                let cell = args.get(place.0).zip(args.get(place.1));
                let Some(cell) = cell.and_then(|(row, column)| layout.cell(row, column)) else {
                    continue;
                };
                let says = shows.of(name, &args, *place);
                let known = guess(&says, name, true, clear);
                if let Some(walled) = known.ground {
                    ground.insert(cell);
                    drawn.walled |= walled;
                }
                guesses.entry(says.clone()).or_insert(known);
                let here = drawn.still.entry(cell).or_default();
                if !here.contains(&says) {
                    *times.entry(says.clone()).or_default() += 1;
                    here.push(says);
                }
            }
        }
        drawn.add_things(&guesses, looks);
        // A value that is the same everywhere and has no picture is not shown.
        let everywhere = layout.size.map_or(0, Size::area);
        for (says, _) in times.iter().filter(|(_, times)| **times == everywhere) {
            let thing = drawn.things.get(says);
            if thing.is_some_and(|it| it.sprite.is_none() && !it.told) {
                let all = drawn.still.values_mut();
                all.for_each(|here| here.retain(|it| it != says));
            }
        }
        let has = |sprite: Sprite| drawn.things.values().any(|it| it.sprite == Some(sprite));
        drawn.walled &= !has(art::BRICKS);
        drawn.ground = (!ground.is_empty()).then_some(ground);
        if has(art::LAMP_LIT) && !has(art::LAMP) {
            for (cell, says) in facts.iter().filter_map(|fact| layout.place(fact)) {
                if drawn.things.get(&says).and_then(|it| it.sprite) == Some(art::LAMP_LIT) {
                    drawn.lamps.insert(cell, says);
                }
            }
        }
        let mut sprites = drawn.things.values().filter_map(|it| it.sprite);
        drawn.chequered = sprites.any(is_chess);
        drawn
    }

    fn add_things(&mut self, guesses: &FxHashMap<String, Guess>, looks: &[ValueLook]) {
        let mut users: FxHashMap<Sprite, usize> = FxHashMap::default();
        for sprite in guesses.values().filter_map(|guess| guess.sprite) {
            *users.entry(sprite).or_default() += 1;
        }
        for (says, guess) in guesses {
            let shared = guess.sprite.is_some_and(|sprite| users[&sprite] > 1);
            let is_some = !guess.nothing && guess.ground.is_none_or(|_| guess.sprite.is_some());
            let number = guess.sprite == Some(art::TILE);
            let thing = Thing {
                glyph: if is_some { says.clone() } else { String::new() },
                colour: guess.colour.or(number.then_some(TILES)),
                sprite: guess.sprite,
                heading: guess.heading,
                told: false,
                is_some,
                over: number || guess.more || shared,
            };
            self.things.insert(says.clone(), thing);
        }
        for look in looks {
            let sprite = look.sprite();
            let same =
                |other: &&ValueLook| other.value != look.value && other.picture == look.picture;
            let before = self.things.get(&look.value);
            let thing = Thing {
                glyph: look.glyph.clone(),
                colour: look.colour,
                sprite,
                heading: before.and_then(|before| before.heading),
                told: true,
                is_some: sprite.is_some() || !look.glyph.is_empty(),
                over: [art::TILE, art::DISC].map(Some).contains(&sprite)
                    || looks.iter().any(|other| same(&other)),
            };
            self.things.insert(look.value.clone(), thing);
        }
    }

    /// Returns whether a value means that nothing is there.
    pub fn is_nothing(&self, says: &str) -> bool {
        let thing = self.things.get(says);
        thing.is_some_and(|thing| !thing.is_some || thing.sprite == Some(art::HOLE))
    }

    /// Appearance of each value alone, and of an empty cell.
    pub fn samples(&self) -> Vec<CellLook> {
        let mut values: Vec<&String> = self.things.keys().filter(|it| *it != NOTHING).collect();
        values.sort_by_key(|value| (super::axis::natural(value), value.as_str()));
        let alone = values.into_iter().take(MOST_SAMPLES);
        let alone = alone.map(|value| self.compose(&[value.as_str()], &[]));
        let nothing = self
            .things
            .get(NOTHING)
            .map_or_else(empty, |_| self.compose(&[], &[NOTHING]));
        alone.chain([nothing]).collect()
    }

    /// Appearance of a cell with these values.
    pub fn look(&self, cell: Cell, says: &[String]) -> CellLook {
        let says: Vec<&str> = says.iter().map(String::as_str).collect();
        let still = self.still.get(&cell).map_or(&[][..], Vec::as_slice);
        let still: Vec<&str> = still.iter().map(String::as_str).collect();
        let mut look = match self.lamps.get(&cell) {
            Some(lit) if !says.contains(&lit.as_str()) => {
                let mut look = self.compose(&says, &still);
                add(&mut look, art::LAMP);
                if says.is_empty() {
                    look.name = format!("not {lit}").into();
                }
                look
            }
            _ if says.is_empty() && still.is_empty() => self.nothing(cell),
            _ => self.compose(&says, &still),
        };
        if self.chequered && (cell.row + cell.col) % 2 == 1 && look.tone != Tone::Hole {
            add(&mut look, art::SQUARE);
        }
        look
    }

    fn nothing(&self, cell: Cell) -> CellLook {
        if self.things.contains_key(NOTHING) {
            return self.compose(&[], &[NOTHING]);
        }
        match &self.ground {
            Some(ground) if !ground.contains(&cell) => {
                if self.walled {
                    let bricks = Art::ground(Tone::Wall).fixed(art::BRICKS);
                    CellLook::new(NOTHING, Tone::Wall, "wall")
                        .glyph("#")
                        .drawn(bricks)
                } else {
                    CellLook::new(NOTHING, Tone::Hole, "no cell").glyph("")
                }
            }
            _ => empty(),
        }
    }

    /// Layers all values of a cell; `still` are those that never change.
    fn compose(&self, says: &[&str], still: &[&str]) -> CellLook {
        let unknown = Thing::default();
        let all = says.iter().chain(still);
        let things: Vec<(&str, Cow<'_, Thing>)> = all
            .map(|word| match self.things.get(*word) {
                Some(thing) => (*word, Cow::Borrowed(thing)),
                None => {
                    let glyph = (*word).to_owned();
                    let is_some = true;
                    (
                        *word,
                        Cow::Owned(Thing {
                            glyph,
                            is_some,
                            ..unknown.clone()
                        }),
                    )
                }
            })
            .collect();
        let (own, lasting) = things.split_at(says.len());
        let glyphs = |things: &[(&str, Cow<'_, Thing>)]| {
            let glyphs = things.iter().map(|(_, thing)| thing.glyph.as_str());
            let glyphs: Vec<&str> = glyphs.filter(|glyph| !glyph.is_empty()).collect();
            glyphs.join(", ")
        };
        let mut glyph = glyphs(own);
        if glyph.is_empty() {
            glyph = glyphs(lasting);
        }
        let drawn = things.iter().filter(|(_, thing)| thing.sprite.is_some());
        let top = drawn.max_by_key(|(_, thing)| thing.sprite.map(rank));
        let told = own.iter().find(|(_, thing)| thing.told);
        let tone = match told.or(top).or(things.iter().find(|(_, thing)| thing.told)) {
            Some((_, thing)) if thing.told => thing.colour.map_or(Tone::Empty, Tone::Palette),
            Some((word, thing)) => Tone::Palette(thing.colour.unwrap_or_else(|| mixed(word))),
            None if things.iter().all(|(_, thing)| !thing.is_some) => Tone::Empty,
            // The same word has the same colour; the glyph distinguishes words as well.
            None => Tone::Palette(mixed(&glyph)),
        };
        let value = if says.is_empty() {
            NOTHING.to_owned()
        } else {
            says.join(", ")
        };
        let name = match things.as_slice() {
            [] | [(NOTHING, _)] => "nothing".to_owned(),
            _ => things
                .iter()
                .map(|(word, _)| *word)
                .collect::<Vec<_>>()
                .join(", "),
        };
        let mut look = CellLook::new(value, tone, name).glyph(glyph);
        let sprites: Vec<Sprite> = things
            .iter()
            .filter_map(|(_, thing)| thing.sprite)
            .collect();
        if let Some(art) = layered(sprites) {
            let over = things.iter().any(|(_, thing)| {
                thing.over || (thing.sprite.is_none() && thing.is_some && !thing.glyph.is_empty())
            });
            look.art = Some(if over && !look.glyph.is_empty() {
                art.with_glyph()
            } else {
                art
            });
            look.actor = top
                .and_then(|(_, thing)| thing.heading.filter(|_| thing.sprite == Some(art::ROBOT)));
        }
        look
    }
}

fn empty() -> CellLook {
    CellLook::new(NOTHING, Tone::Empty, "nothing").glyph("")
}

fn mixed(word: &str) -> u8 {
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
    let art = Art::ground(ground(top));
    Some(match sprites.pop() {
        Some(below) => art.fixed(below).piece(top),
        None if rank(top) < PIECE => art.fixed(top),
        None => art.piece(top),
    })
}

fn ground(sprite: Sprite) -> Tone {
    if sprite == art::BRICKS {
        Tone::Wall
    } else if [art::LAMP, art::LAMP_LIT].contains(&sprite) {
        Tone::Level(0)
    } else {
        Tone::Empty
    }
}

/// Adds a sprite below the others, if none is there yet.
fn add(look: &mut CellLook, sprite: Sprite) {
    let mut art = look.art.unwrap_or_else(|| {
        let plain = Art::ground(ground(sprite));
        if look.glyph.is_empty() {
            plain
        } else {
            plain.with_glyph()
        }
    });
    art.fixed.get_or_insert(sprite);
    look.art = Some(art);
}
