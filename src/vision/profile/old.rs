//! Files of version 1, which had `picture`, `grid`, `squares` and `isometric` side by side, of which
//! at most one besides `picture` counted. This is the only place that knows of them.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Visitor};

use super::file::KeyOf;
use super::finder::{Finder, GridRule, PictureRule, ScaleRule};
use super::isometric::{IsometricBoards, IsometricRule, TileColours, TileLengths};
use super::rgb::Rgb;
use super::screen::Palette;
use super::squares::SquaresRule;
use super::whole::Profile;

/// Keys that only old files have.
pub(super) const KEYS: [&str; 4] = ["picture", "grid", "squares", "isometric"];

/// What an old file says of how the boards are found.
#[derive(Default)]
pub(super) struct OldFinder {
    picture: Option<OldPicture>,
    grid: Option<GridRule>,
    squares: Option<OldSquares>,
    isometric: Option<OldIsometric>,
}

impl OldFinder {
    /// Takes the value of a key.
    pub(super) fn take<'de, M: MapAccess<'de>>(
        &mut self,
        key: &str,
        map: &mut M,
    ) -> Result<(), M::Error> {
        match key {
            "picture" => self.picture = Some(map.next_value()?),
            "grid" => self.grid = map.next_value()?,
            "squares" => self.squares = map.next_value()?,
            _ => self.isometric = map.next_value()?,
        }
        Ok(())
    }

    /// Puts it into a profile that has what the base had.
    ///
    /// # Errors
    /// Keys that exclude each other.
    pub(super) fn put_into(self, profile: &mut Profile, given: &[&str]) -> Result<(), String> {
        let old = KEYS.iter().find(|key| given.contains(*key));
        let new = ["finder", "palette"];
        let new = new.iter().find(|key| given.contains(*key));
        if let (Some(old), Some(new)) = (old, new) {
            return Err(format!("‘{old}’ is of version 1, which has no ‘{new}’"));
        }
        let picture = match self.picture {
            Some(old) => {
                profile.screen.palette = Palette {
                    colours: old.palette,
                    tolerance: old.tolerance,
                    share: old.palette_share,
                };
                Some(PictureRule {
                    size: old.size,
                    scale: old.scale,
                })
            }
            None => None,
        };
        let earlier = match &profile.finder {
            Finder::Fixed(rule) => rule.clone(),
            Finder::Isometric(rule) => rule.picture.clone(),
            Finder::Grid(_) | Finder::Squares(_) => PictureRule::default(),
        };
        let finder = match (self.grid, self.squares, self.isometric) {
            (None, None, None) => match (&mut profile.finder, picture) {
                (Finder::Fixed(rule), Some(picture)) => {
                    *rule = picture;
                    None
                }
                (Finder::Isometric(rule), Some(picture)) => {
                    rule.picture = picture;
                    None
                }
                _ => None,
            },
            (Some(grid), None, None) => Some(Finder::Grid(grid)),
            (None, Some(squares), None) => {
                profile.screen.palette = Palette::default();
                Some(Finder::Squares(Box::new(squares.0)))
            }
            (None, None, Some(OldIsometric(mut rule))) => {
                rule.picture = picture.unwrap_or(earlier);
                Some(Finder::Isometric(rule))
            }
            _ => return Err("‘grid’, ‘squares’ and ‘isometric’ exclude each other".to_owned()),
        };
        profile.finder = finder.unwrap_or_else(|| std::mem::take(&mut profile.finder));
        Ok(())
    }
}

/// A picture with its palette.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OldPicture {
    #[serde(default)]
    size: (u32, u32),
    #[serde(default)]
    scale: ScaleRule,
    #[serde(default)]
    palette: Vec<Rgb>,
    #[serde(default = "tolerance")]
    tolerance: u8,
    #[serde(default = "share")]
    palette_share: f32,
}

fn tolerance() -> u8 {
    Palette::default().tolerance
}

fn share() -> f32 {
    Palette::default().share
}

/// A rule with all its keys in one row.
trait Flat: Default {
    const KEYS: &'static [&'static str];
    /// Keys that may be left out.
    const OPTIONAL: &'static [&'static str];

    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error>;
}

/// Reads a rule whose keys stand in one row.
struct FlatVisitor<T>(T);

impl<'de, T: Flat> Visitor<'de> for FlatVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the fields of a rule")
    }

    fn visit_map<M: MapAccess<'de>>(mut self, mut map: M) -> Result<T, M::Error> {
        let mut given = Vec::new();
        while let Some(key) = map.next_key_seed(KeyOf(T::KEYS))? {
            given.push(key);
            self.0.take(key, &mut map)?;
        }
        let lacks = |key: &&&str| !given.contains(*key) && !T::OPTIONAL.contains(*key);
        match T::KEYS.iter().find(lacks) {
            Some(key) => Err(M::Error::missing_field(key)),
            None => Ok(self.0),
        }
    }
}

#[derive(Default)]
struct OldSquares(SquaresRule);

impl Flat for OldSquares {
    const KEYS: &'static [&'static str] = &[
        "picture",
        "scale",
        "pitch",
        "cell",
        "outline",
        "cells",
        "none",
        "empty",
        "placed",
        "tray",
        "row_notes",
        "column_notes",
        "notes",
    ];
    const OPTIONAL: &'static [&'static str] = Self::KEYS;

    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        let Self(rule) = self;
        match key {
            "picture" => rule.picture = map.next_value()?,
            "scale" => rule.scale = map.next_value()?,
            "pitch" => rule.pitch = map.next_value()?,
            "cell" => rule.cell = map.next_value()?,
            "outline" => rule.outline = map.next_value()?,
            "cells" => rule.boards.cells = map.next_value()?,
            "none" => rule.none = map.next_value()?,
            "empty" => rule.empty = map.next_value()?,
            "placed" => rule.boards.placed = map.next_value()?,
            "tray" => rule.boards.tray = map.next_value()?,
            "row_notes" => rule.boards.row_notes = map.next_value()?,
            "column_notes" => rule.boards.column_notes = map.next_value()?,
            _ => rule.notes = map.next_value()?,
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for OldSquares {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct("squares", Self::KEYS, FlatVisitor(Self::default()))
    }
}

struct OldIsometric(Box<IsometricRule>);

impl Default for OldIsometric {
    fn default() -> Self {
        let black = Rgb([0; 3]);
        Self(Box::new(IsometricRule {
            picture: PictureRule::default(),
            area: super::area::Area {
                x: 0,
                y: 0,
                width: 0,
                height: 0,
            },
            boards: IsometricBoards::default(),
            lengths: TileLengths::default(),
            colours: TileColours {
                tops: Vec::new(),
                left: black,
                right: black,
                edge: black,
                ground: Vec::new(),
                tolerance: 0,
            },
            figure: None,
        }))
    }
}

impl Flat for OldIsometric {
    const KEYS: &'static [&'static str] = &[
        "board",
        "none",
        "marks",
        "area",
        "scale",
        "across",
        "down",
        "step",
        "base",
        "line",
        "tops",
        "left",
        "right",
        "edge",
        "ground",
        "tolerance",
        "figure",
    ];
    const OPTIONAL: &'static [&'static str] = &["ground", "figure"];

    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        let rule = &mut *self.0;
        let (boards, lengths, colours) = (&mut rule.boards, &mut rule.lengths, &mut rule.colours);
        match key {
            "board" => boards.tiles = map.next_value()?,
            "none" => boards.none = map.next_value()?,
            "marks" => boards.marks = map.next_value()?,
            "area" => rule.area = map.next_value()?,
            "scale" => lengths.scale = map.next_value()?,
            "across" => lengths.across = map.next_value()?,
            "down" => lengths.down = map.next_value()?,
            "step" => lengths.step = map.next_value()?,
            "base" => lengths.base = map.next_value()?,
            "line" => lengths.line = map.next_value()?,
            "tops" => colours.tops = map.next_value()?,
            "left" => colours.left = map.next_value()?,
            "right" => colours.right = map.next_value()?,
            "edge" => colours.edge = map.next_value()?,
            "ground" => colours.ground = map.next_value()?,
            "tolerance" => colours.tolerance = map.next_value()?,
            _ => rule.figure = map.next_value()?,
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for OldIsometric {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct("isometric", Self::KEYS, FlatVisitor(Self::default()))
    }
}
