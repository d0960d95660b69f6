//! Files of version 1, which had `picture`, `grid`, `squares` and `isometric` side by side, of which
//! at most one besides `picture` counted. This is the only place that knows of them.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Visitor};

use super::finder::{Finder, GridRule};
use super::form::KeyOf;
use super::isometric::IsometricRule;
use super::picture::{PictureRule, ScaleRule};
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

    /// Puts it into a profile that has what its base had.
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
        let finder = &mut profile.finder;
        let mut picture = match finder {
            Finder::Fixed(rule) => rule.clone(),
            Finder::Isometric(rule) => rule.picture.clone(),
            Finder::Grid(_) | Finder::Squares(_) | Finder::Sprites(_) => PictureRule::default(),
        };
        if let Some(old) = self.picture {
            picture.size = old.size;
            picture.scale = old.scale;
            profile.screen.palette = Palette {
                colours: old.palette,
                tolerance: old.tolerance,
                share: old.palette_share,
            };
        }
        match (self.grid, self.squares, self.isometric) {
            (None, None, None) => match finder {
                Finder::Fixed(rule) => *rule = picture,
                Finder::Isometric(rule) => rule.picture = picture,
                Finder::Grid(_) | Finder::Squares(_) | Finder::Sprites(_) => {}
            },
            (Some(grid), None, None) => *finder = Finder::Grid(grid),
            (None, Some(squares), None) => {
                profile.screen.palette = Palette::default();
                *finder = Finder::Squares(Box::new(squares.0));
            }
            (None, None, Some(OldIsometric(mut rule))) => {
                rule.picture = picture;
                *finder = Finder::Isometric(Box::new(rule));
            }
            _ => return Err("‘grid’, ‘squares’ and ‘isometric’ exclude each other".to_owned()),
        }
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

/// Reads a rule all of whose keys stand in one row, `optional` ones perhaps not at all.
macro_rules! flat {
    ($old:ident($rule:ty), $name:literal, optional $optional:expr,
        $($key:literal => $($field:ident).+;)*) => {
        #[derive(Default)]
        struct $old($rule);

        impl<'de> Deserialize<'de> for $old {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                const KEYS: &[&str] = &[$($key),*];
                deserializer.deserialize_struct($name, KEYS, Self::default())
            }
        }

        impl<'de> Visitor<'de> for $old {
            type Value = Self;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str($name)
            }

            fn visit_map<M: MapAccess<'de>>(mut self, mut map: M) -> Result<Self, M::Error> {
                const KEYS: &[&str] = &[$($key),*];
                let optional: &[&str] = $optional;
                let mut lacks: Vec<&str> = KEYS.to_vec();
                lacks.retain(|key| !optional.contains(key) && optional != ["*"]);
                while let Some(key) = map.next_key_seed(KeyOf(KEYS))? {
                    lacks.retain(|other| *other != key);
                    match key {
                        $($key => self.0.$($field).+ = map.next_value()?,)*
                        _ => {}
                    }
                }
                match lacks.first() {
                    Some(key) => Err(M::Error::missing_field(key)),
                    None => Ok(self),
                }
            }
        }
    };
}

flat! {
    OldSquares(SquaresRule), "squares", optional &["*"],
    "picture" => picture;
    "scale" => scale;
    "pitch" => pitch;
    "cell" => cell;
    "outline" => outline;
    "cells" => boards.cells;
    "none" => none;
    "empty" => empty;
    "placed" => boards.placed;
    "tray" => boards.tray;
    "row_notes" => boards.row_notes;
    "column_notes" => boards.column_notes;
    "notes" => notes;
}

flat! {
    OldIsometric(IsometricRule), "isometric", optional &["ground", "figure"],
    "board" => boards.tiles;
    "none" => boards.none;
    "marks" => boards.marks;
    "area" => area;
    "scale" => lengths.scale;
    "across" => lengths.across;
    "down" => lengths.down;
    "step" => lengths.step;
    "base" => lengths.base;
    "line" => lengths.line;
    "tops" => colours.tops;
    "left" => colours.left;
    "right" => colours.right;
    "edge" => colours.edge;
    "ground" => colours.ground;
    "tolerance" => colours.tolerance;
    "figure" => figure;
}
