//! What a profile says of a board of outlined squares that lie anywhere on a lattice.

use serde::{Deserialize, Serialize};

use super::{ColourClass, Rgb};

/// How a board is found whose cells are outlined squares on an even ground, on any of the places
/// of a regular lattice; pieces are filled squares, on cells or in a tray; numbers in plain type
/// stand in cells, on pieces and, with a small triangle that points away from the cells, at the
/// ends of lines.
///
/// The picture is the rectangle of even ground that all this lies on. Lengths are pixels at
/// scale 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SquaresRule {
    /// Width and height of the picture.
    pub picture: (u32, u32),
    /// Smallest and largest scale at which the game is shown.
    pub scale: (f32, f32),
    /// From a cell's corner to the next one's.
    pub pitch: u32,
    /// Side of a cell, outline included.
    pub cell: u32,
    /// Colour of the outlines.
    pub outline: Rgb,
    /// Id of the board of cells.
    pub cells: String,
    /// Value of a place without a cell.
    pub none: String,
    /// Value of a cell without a number.
    pub empty: String,
    /// Id of the board that has the numbers of pieces on cells, and nothing elsewhere.
    pub placed: String,
    /// Id of the board of pieces that are not on cells, in reading order.
    pub tray: String,
    /// Id of the board with the notes beside rows.
    pub row_notes: String,
    /// Id of the board with the notes beside columns.
    pub column_notes: String,
    /// Kinds of notes by their colours; a note's value is its kind and its number.
    pub notes: Vec<ColourClass>,
}

impl Default for SquaresRule {
    fn default() -> Self {
        let class = |value: &str, colour: [u8; 3]| ColourClass {
            value: value.to_owned(),
            colours: vec![Rgb(colour)],
        };
        Self {
            picture: (800, 600),
            scale: (0.75, 2.0),
            pitch: 48,
            cell: 43,
            outline: Rgb([0x40, 0x40, 0x40]),
            cells: "board".to_owned(),
            none: ".".to_owned(),
            empty: "_".to_owned(),
            placed: "placed".to_owned(),
            tray: "pieces".to_owned(),
            row_notes: "row sums".to_owned(),
            column_notes: "column sums".to_owned(),
            notes: vec![
                class("sum", [0x40, 0x40, 0x40]),
                class("placed", [0x6C, 0x78, 0xE0]),
            ],
        }
    }
}
