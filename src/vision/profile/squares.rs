//! Boards of outlined squares at arbitrary positions of a lattice.

use super::form::described;
use super::rgb::Rgb;
use super::values::ColourClass;

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
