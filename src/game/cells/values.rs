//! Table of a board's values.

use std::fmt::Debug;

use super::ValueBoard;
use crate::{Art, Brush, Cell, CellStyle, CellValue, Size, Tone};

/// A value of a cell: its text forms and its picture.
#[derive(Clone, Copy, Debug)]
pub struct ValueSpec {
    /// One character, used in all text forms and by screen profiles.
    pub token: &'static str,
    /// Other characters that are parsed as this value.
    pub aliases: &'static str,
    /// Text drawn in the cell.
    pub glyph: &'static str,
    /// Display name.
    pub name: &'static str,
    pub tone: Tone,
    pub art: Option<Art>,
    /// Key that sets it in the editor.
    pub key: Option<char>,
    /// For a piece on another value: that value and the piece's character.
    pub layers: Option<(CellValue, char)>,
}

impl ValueSpec {
    /// Value drawn as its token, or without text if that is a blank or a dot.
    pub const fn new(token: &'static str, name: &'static str, tone: Tone) -> Self {
        let glyph = match token.as_bytes() {
            [b' ' | b'.'] => "",
            _ => token,
        };
        Self {
            token,
            aliases: "",
            glyph,
            name,
            tone,
            art: None,
            key: None,
            layers: None,
        }
    }

    #[must_use]
    pub const fn drawn(mut self, art: Art) -> Self {
        self.art = Some(art);
        self
    }

    #[must_use]
    pub const fn key(mut self, key: char) -> Self {
        self.key = Some(key);
        self
    }

    #[must_use]
    pub const fn glyph(mut self, glyph: &'static str) -> Self {
        self.glyph = glyph;
        self
    }

    #[must_use]
    pub const fn aliases(mut self, aliases: &'static str) -> Self {
        self.aliases = aliases;
        self
    }

    /// Makes the value a piece on a cell with value `on`.
    #[must_use]
    pub const fn piece(mut self, piece: char, on: CellValue) -> Self {
        self.layers = Some((on, piece));
        self
    }

    pub fn style(&self) -> CellStyle {
        let style = CellStyle::new(self.token, self.tone, self.name).glyph(self.glyph);
        CellStyle {
            art: self.art,
            ..style
        }
    }

    /// Returns whether a character denotes this value.
    pub fn matches(&self, character: char) -> bool {
        self.token.starts_with(character) || self.aliases.contains(character)
    }
}

/// Palette; a value is its index in the table.
pub fn brushes(values: &[ValueSpec]) -> Vec<Brush> {
    let brush = |(row, value): (&ValueSpec, CellValue)| Brush::new(value, row.style(), row.key);
    values.iter().zip(0..).map(brush).collect()
}

/// Piece that exists once and is moved as a whole.
#[derive(Clone, Copy, Debug)]
pub struct ActorSpec {
    /// Display name, capitalised.
    pub name: &'static str,
    /// Key that places it at the keyboard cursor.
    pub key: char,
    /// Its character in [`ValueSpec::layers`].
    pub piece: char,
}

/// Values and sizes of a board.
pub trait CellTable: Clone + Debug + PartialEq + 'static {
    /// Table indexed by [`CellValue`]; erasing sets the first value.
    const VALUES: &'static [ValueSpec];
    /// Display name of the board.
    const TITLE: &'static str;
    /// Id of the board.
    const ID: &'static str;
    const DEFAULT_SIZE: Size;
    /// Maximum size; the minimum is one cell.
    const MAX_SIZE: Size;
    const ACTOR: Option<ActorSpec> = None;
    /// True if rows may be run-length encoded: `3#2-` for `###--`, `2(#-)` for `#-#-`, and `|` between rows. Tabs then
    /// advance to multiples of 8 columns.
    const RUNS: bool = false;

    /// Picture of a cell that depends on the cells around, instead of its value's.
    fn art(_board: &ValueBoard<Self>, _cell: Cell) -> Option<Art> {
        None
    }

    /// Reason why a board can be drawn but not played, such as a missing player.
    fn unplayable(_board: &ValueBoard<Self>) -> Option<String> {
        None
    }

    /// Warnings about a playable board, each with its cell.
    fn warnings(_board: &ValueBoard<Self>) -> Vec<(Cell, String)> {
        Vec::new()
    }
}
