//! The table of values.

use crate::{Brush, CellLook, CellValue, Size, Tone};

/// One value that a cell can have.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    /// Its token in all text forms, one character; also what a screen profile reads.
    pub token: &'static str,
    /// Other characters that are read as it.
    pub also: &'static str,
    /// What is drawn in the cell.
    pub glyph: &'static str,
    /// Name on screen.
    pub name: &'static str,
    /// Ground colour by meaning.
    pub tone: Tone,
    /// The key that paints it.
    pub key: Option<char>,
    /// Where it is a piece on something else: the value that is there without it, and the sign of the piece.
    pub layers: Option<(CellValue, char)>,
}

impl Value {
    /// A value that is drawn as its token. Not drawn are blanks and dots.
    pub const fn new(token: &'static str, name: &'static str, tone: Tone) -> Self {
        let glyph = match token.as_bytes() {
            [b' ' | b'.'] => "",
            _ => token,
        };
        Self {
            token,
            also: "",
            glyph,
            name,
            tone,
            key: None,
            layers: None,
        }
    }

    /// The same, painted by a key.
    #[must_use]
    pub const fn key(mut self, key: char) -> Self {
        self.key = Some(key);
        self
    }

    /// The same, drawn in another way.
    #[must_use]
    pub const fn glyph(mut self, glyph: &'static str) -> Self {
        self.glyph = glyph;
        self
    }

    /// The same, also read from any of these characters.
    #[must_use]
    pub const fn also(mut self, also: &'static str) -> Self {
        self.also = also;
        self
    }

    /// The same as a piece, told by a sign of its own, on a cell that has another value without it.
    #[must_use]
    pub const fn piece(mut self, piece: char, on: CellValue) -> Self {
        self.layers = Some((on, piece));
        self
    }

    /// How a cell with it looks.
    pub fn look(&self) -> CellLook {
        CellLook::new(self.token, self.tone, self.name).glyph(self.glyph)
    }

    /// Whether a character stands for it.
    pub fn is(&self, character: char) -> bool {
        self.token.starts_with(character) || self.also.contains(character)
    }
}

/// The palette of these values, each by its place.
pub fn brushes(values: &[Value]) -> Vec<Brush> {
    let brush = |(row, value): (&Value, CellValue)| Brush::of(value, row.look(), row.key);
    values.iter().zip(0..).map(brush).collect()
}

/// A figure: a piece that exists only once and can be moved as a whole.
#[derive(Clone, Copy, Debug)]
pub struct MovedFigure {
    /// Name on screen, with a capital.
    pub name: &'static str,
    /// The key that places it at the keyboard cursor.
    pub key: char,
    /// The sign of the piece in [`Value::layers`].
    pub piece: char,
}

/// The values that the cells of a board can have, and the board's sizes.
pub trait Cells: 'static {
    /// The values. The place in this list is the [`CellValue`]; the first is what erasing leaves.
    const VALUES: &'static [Value];
    /// Name of the board on screen.
    const TITLE: &'static str;
    /// Id of the board.
    const ID: &'static str;
    /// Size of a new board.
    const USUAL: Size;
    /// The largest size; the smallest is one cell.
    const LARGEST: Size;
    /// What there is once, if anything.
    const FIGURE: Option<MovedFigure> = None;
    /// Whether rows of the text form may be run-length encoded: `3#2-` for `###--`, and `|` between rows.
    const RUNS: bool = false;
}
