//! Methods of finding boards in a picture; each variant is a module of `find`.

use serde::{Deserialize, Serialize};

use super::area::{PictureRule, Point};
use super::form::described;
use super::isometric::IsometricRule;
use super::rgb::Rgb;
use super::values::ColourClass;

/// Method of finding boards in a picture of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum FinderRule {
    /// At fixed positions of a picture of fixed size, at any scale.
    Fixed(PictureRule),
    /// By a grid of uniformly coloured patches, of any size and position.
    Grid(GridRule),
    /// By outlined squares on a plain background.
    Squares(Box<SquaresRule>),
    /// By blocks in an isometric view.
    Isometric(Box<IsometricRule>),
    /// By known sprites.
    Sprites(SpritesRule),
}

impl FinderRule {
    /// Width and height of the picture at scale 1; `None` if the board alone is the picture.
    pub fn size(&self) -> Option<Point> {
        match self {
            Self::Fixed(rule) => Some(rule.size),
            Self::Grid(_) | Self::Sprites(_) => None,
            Self::Squares(rule) => Some(rule.picture),
            Self::Isometric(rule) => Some(rule.picture.size),
        }
    }

    pub fn grid(&self) -> Option<&GridRule> {
        match self {
            Self::Grid(rule) => Some(rule),
            _ => None,
        }
    }
}

impl Default for FinderRule {
    fn default() -> Self {
        Self::Fixed(PictureRule::default())
    }
}

described! {
    /// Boards of any size and at any place whose cells are patches of even colour, set off from
    /// what is around them, of about one size and at even distances. The board is then the
    /// picture: the `pitch` of the board rules is the unit of offsets in a cell.
    struct GridRule("finder.Grid") derive(Eq) defaults {
        /// Neighbouring pixels belong to one patch if no channel differs by more: less than the
        /// step from a cell to what is around it, more than that of a gradient.
        contrast: u8 = "12", integer(0, 200);
        /// Shortest and longest side of a patch, in pixels of the image.
        side: (u32, u32) = "(10, 400)", integer(4, 16_384);
        /// Fewest and most rows.
        rows: (usize, usize) = "(1, 200)", integer(1, 1000);
        /// Fewest and most columns.
        cols: (usize, usize) = "(1, 200)", integer(1, 1000);
    }
}

described! {
    /// A board whose cells are drawn with known sprites of square pixels over each other, of any size, at any place and
    /// at any whole scale. The sprites are those of the game that is open, or whose file was named. The board alone is
    /// the picture: a pixel of a sprite is its unit, and there are no other `boards`.
    struct SpritesRule("finder.Sprites") defaults {
        /// Id of the board.
        board: String = "\"level\"";
        /// Fewest and most pixels of the image for a pixel of a sprite.
        scale: (u32, u32) = "(1, 100)", integer(1, 1000);
        /// Maximum channel difference between a pixel of the image and a colour of the sprites.
        tolerance: u8 = "3";
        /// Phase of a picture without a board that shows nothing but letters in the game's colours.
        page: String = "\"page\"";
    }
}

described! {
    /// Boards of outlined squares on an even ground, on any of the places of a regular lattice.
    /// Filled squares are pieces, on cells or in a tray. Numbers in plain type stand in cells, on
    /// pieces and, with a small triangle that points away from the cells, at the ends of rows and
    /// columns. The even ground is the picture; there are no other `boards`.
    struct SquaresRule("finder.Squares") defaults {
        /// Width and height of the picture at scale 1.
        picture: (u32, u32) = "(800, 600)", integer(8, 16_384);
        /// Smallest and largest scale.
        scale: (f32, f32) = "(0.75, 2.0)", above(0, 16);
        /// From one cell's corner to the next one's.
        pitch: u32 = "48", integer(13, 1000);
        /// Side of a cell, outline included; less than `pitch`.
        cell: u32 = "43", integer(12, 1000);
        /// Colour of the outlines.
        outline: Rgb = "\"#404040\"";
        /// Value of a place without a cell.
        none: String = "\".\"";
        /// Value of a cell without a number.
        empty: String = "\"_\"";
        /// Kinds of notes by their colours. A note's value is its kind and its number.
        notes: Vec<ColourClass> =
            "[(value: \"sum\", colours: [\"#404040\"]), (value: \"placed\", colours: [\"#6C78E0\"])]";
        /// Ids of the boards that are read.
        boards: SquaresBoards = "those of Puzlogic";
    }
}

described! {
    /// Ids of the boards that are read from outlined squares.
    struct SquaresBoards("Squares.boards") defaults {
        /// All cells.
        cells: String = "\"board\"";
        /// The numbers of pieces that lie on cells, and nothing elsewhere.
        placed: String = "\"placed\"";
        /// Pieces that are not on cells, in reading order.
        tray: String = "\"pieces\"";
        /// Notes beside rows.
        row_notes: String = "\"row sums\"";
        /// Notes beside columns.
        column_notes: String = "\"column sums\"";
    }
}
