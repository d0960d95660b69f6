//! The target, and the text format without a header.

use crate::game::cells::{CellTable, ValueBoard, ValueSpec};
use crate::game::typed::TypedLevel;
use crate::game::{Art, CellStyle, EditError, Grid, Meta, Size, Sprite, TextError, Tone};

use super::Logo;

/// Longest side of a board.
pub const MAX_SIDE: usize = 200;
/// Size of the original's boards.
pub(super) const ORIGINAL_SIZE: Size = Size::new(6, 10);

/// A board of numbers: 0 is empty, 1 to 4 are the numbers.
pub type Target = Grid<u8>;

pub type LogoLevel = TypedLevel<Logo>;

/// The print of a stamp, with space for its number.
const STAMP: Sprite = Sprite::new(
    "logo stamp",
    r##"<rect x="6" y="6" width="88" height="88" rx="10" fill="{fill}" stroke="#000" stroke-opacity=".4" stroke-width="3"/>
<rect x="14" y="14" width="72" height="72" rx="5" fill="none" stroke="{ink}" stroke-opacity=".55" stroke-width="3" stroke-dasharray="7 5"/>"##,
);

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
    let board = ValueBoard::new(target.map(|value| u16::from(*value)));
    board.unwrap_or_else(|_| ValueBoard::empty(target.size()))
}

/// Numbers of a board.
pub(super) fn to_target(target: &ValueBoard<Logo>) -> Target {
    target.grid().map(|value| *value as u8)
}

/// Style of a number, in target and field.
pub(super) fn number_style(number: Option<u8>) -> CellStyle {
    match number.and_then(|number| Logo::VALUES.get(usize::from(number))) {
        Some(value) => value.style(),
        None => CellStyle::new("", Tone::Hole, "no cell"),
    }
}

/// First line `R C` (rows and columns) of a text without a header: its number, from 1, and the size.
pub(super) fn headerless_size(source: &str) -> Option<(usize, Size)> {
    let is_skipped = |line: &str| line.trim().is_empty() || line.starts_with(';');
    let mut lines = (1..).zip(source.lines());
    let (number, line) = lines.find(|(_, line)| !is_skipped(line))?;
    let mut words = line.split_whitespace();
    let size = Size::new(words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    words.next().is_none().then_some((number, size))
}

/// Reads a text without a header: a line `R C`, then the rows.
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
