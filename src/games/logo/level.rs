//! The target, and the text format without a header.

use crate::game::cells::{CellTable, ValueBoard, ValueSpec};
use crate::game::typed::TypedLevel;
use crate::game::{Art, CellStyle, EditError, Grid, Meta, Size, TextError, Tone};

use super::Logo;
use super::art::STAMP;

/// Longest side of a board.
pub const MAX_SIDE: usize = 200;

/// Size of the original's boards.
pub(super) const ORIGINAL_SIZE: Size = Size::new(6, 10);

/// A board of numbers: 0 is empty, 1 to 4 are the numbers.
pub type Target = Grid<u8>;

/// A level: the target to be reached from an empty board of the same size.
pub type LogoLevel = TypedLevel<Logo>;

const fn stamped(number: &'static str, tone: Tone) -> ValueSpec {
    ValueSpec::new(number, number, tone)
        .drawn(Art::background(Tone::Empty).piece(STAMP).with_glyph())
}

impl CellTable for Logo {
    const VALUES: &'static [ValueSpec] = &[
        ValueSpec::new(".", "empty", Tone::Empty)
            .drawn(Art::background(Tone::Empty))
            .key('0'),
        stamped("1", Tone::Palette(0)).key('1'),
        stamped("2", Tone::Palette(1)).key('2'),
        stamped("3", Tone::Palette(2)).key('3'),
        stamped("4", Tone::Palette(3)).key('4'),
    ];
    const TITLE: &'static str = "Target";
    const ID: &'static str = "target";
    const DEFAULT_SIZE: Size = ORIGINAL_SIZE;
    const MAX_SIZE: Size = Size::new(MAX_SIDE, MAX_SIDE);
}

/// Creates a level with this target.
///
/// # Errors
/// If a side is 0 or longer than [`MAX_SIDE`], or a value is above 4.
pub fn level(target: &Target, meta: Meta) -> Result<LogoLevel, EditError> {
    let board = ValueBoard::new(target.map(|value| u16::from(*value)))?;
    Ok(TypedLevel::new(board, meta))
}

/// Creates a board whose size and numbers are known to be valid.
pub(super) fn to_board(target: &Target) -> ValueBoard<Logo> {
    let mut board = ValueBoard::empty(target.size());
    for (cell, number) in target.iter() {
        board.set(cell, u16::from(*number));
    }
    board
}

pub(super) fn to_target(target: &ValueBoard<Logo>) -> Target {
    target.grid().map(|value| *value as u8)
}

/// Style of a number, in target and field.
pub(super) fn number_style(number: Option<u8>) -> CellStyle {
    let value = number.and_then(|number| Logo::VALUES.get(usize::from(number)));
    value.map_or_else(
        || CellStyle::new("", Tone::Hole, "no cell"),
        ValueSpec::style,
    )
}

/// Returns whether the text has the format without a header: a first line `R C`.
pub(super) fn is_headerless(source: &str) -> bool {
    headerless_size(source).is_some()
}

fn headerless_size(source: &str) -> Option<(usize, Size)> {
    let mut lines = (1..).zip(source.lines());
    let (number, line) = lines.find(|(_, line)| !is_skipped(line))?;
    let mut words = line.split_whitespace();
    let size = Size::new(words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    words.next().is_none().then_some((number, size))
}

fn is_skipped(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with(';')
}

pub(super) fn read_headerless(source: &str) -> Result<(Meta, ValueBoard<Logo>), TextError> {
    let (first, size) = headerless_size(source).unwrap_or((1, ORIGINAL_SIZE));
    let rows = (1..).zip(source.lines()).skip(first);
    let rows: Vec<_> = rows.filter(|(_, line)| !line.trim().is_empty()).collect();
    let board = ValueBoard::from_rows(&rows, first + 1)?;
    if board.size() != size {
        let message = format!("the board is {}, but this line says {size}", board.size());
        return Err(TextError::at(first, 1, message));
    }
    Ok((Meta::default(), board))
}
