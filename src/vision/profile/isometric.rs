//! What a profile says of a board of blocks seen from above and aside.

use serde::{Deserialize, Serialize};

use super::{Area, Rgb};

/// How a board is found whose tiles are blocks of different heights, seen from above and aside:
/// columns go down to the right, rows down to the left, heights straight up. Lengths are pixels
/// at scale 1 of the board, which may have any scale of its own in the picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IsometricRule {
    /// Id of the board of tiles. A tile's value is its height and what its top adds.
    pub board: String,
    /// Value of a place without a tile.
    pub none: String,
    /// Id of the board that has the marks of the tops, and nothing elsewhere.
    pub marks: String,
    /// The part of the picture in which the board lies.
    pub area: Area,
    /// Smallest and largest scale of the board in the picture.
    pub scale: (f32, f32),
    /// From the middle of a tile's top to that of the next one in its row, to the right and down.
    pub across: f32,
    /// See `across`.
    pub down: f32,
    /// How much higher a tile of one more lies.
    pub step: f32,
    /// How thick a tile of height 0 is.
    pub base: f32,
    /// Width of the outlines around tops and sides.
    pub line: f32,
    /// The kinds of tops.
    pub tops: Vec<TopClass>,
    /// Colour of the sides that look to the left.
    pub left: Rgb,
    /// Colour of the sides that look to the right.
    pub right: Rgb,
    /// Colour of the outlines.
    pub edge: Rgb,
    /// Colours of what lies around the board. Without any, all other colours are.
    #[serde(default)]
    pub ground: Vec<Rgb>,
    /// How far, channel by channel, a pixel may be from one of the colours.
    pub tolerance: u8,
    /// Who stands on one of the tiles.
    #[serde(default)]
    pub figure: Option<FigureRule>,
}

/// A kind of tops.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TopClass {
    /// Its colour.
    pub colour: Rgb,
    /// What stands behind the height in the tile's value.
    #[serde(default)]
    pub adds: String,
    /// What the board of marks has here.
    #[serde(default)]
    pub mark: String,
}

/// Somebody who stands on a tile and looks along rows or columns. Points are counted from the
/// middle of the tile's top.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FigureRule {
    /// Id of the board that has where it looks in its cell, and nothing elsewhere.
    pub board: String,
    /// Its round parts, in the order in which they are drawn.
    pub parts: Vec<RoundPart>,
    /// A flat arrow on top of it all.
    pub arrow: ArrowPart,
    /// What it is called that it looks to the row before, the next column, the next row, the
    /// column before.
    pub headings: (String, String, String, String),
}

/// A round part of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundPart {
    /// Its middle.
    pub at: (f32, f32),
    /// Half its width and height.
    pub half: (f32, f32),
    /// Its colour.
    pub colour: Rgb,
}

/// What shows where a figure looks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArrowPart {
    /// Its middle.
    pub at: (f32, f32),
    /// Its corners: how far ahead, and to the right of it, in ways from tile to tile.
    pub points: Vec<(f32, f32)>,
    /// Its colour.
    pub colour: Rgb,
}
