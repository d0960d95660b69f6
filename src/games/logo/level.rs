//! The target, and the text format without a header.

use crate::game::cells::{Board, Cells, Value};
use crate::game::typed::Leveled;
use crate::game::{Art, CellLook, EditError, FormError, Grid, Meta, Size, Tone};

use super::Logo;
use super::art::STAMP;

/// Longest side of a board.
pub const MAX_SIDE: usize = 200;

/// Size of the original's boards.
pub(super) const ORIGINAL_SIZE: Size = Size::new(6, 10);

/// A board of numbers: 0 is empty, 1 to 4 are the numbers.
pub type Target = Grid<u8>;

/// A level: the target to be reached from an empty board of the same size.
pub type LogoLevel = Leveled<Logo>;

const fn stamped(number: &'static str, tone: Tone) -> Value {
    Value::new(number, number, tone).drawn(Art::ground(Tone::Empty).piece(STAMP).with_glyph())
}

impl Cells for Logo {
    const VALUES: &'static [Value] = &[
        Value::new(".", "empty", Tone::Empty)
            .drawn(Art::ground(Tone::Empty))
            .key('0'),
        stamped("1", Tone::Palette(0)).key('1'),
        stamped("2", Tone::Palette(1)).key('2'),
        stamped("3", Tone::Palette(2)).key('3'),
        stamped("4", Tone::Palette(3)).key('4'),
    ];
    const TITLE: &'static str = "Target";
    const ID: &'static str = "target";
    const USUAL: Size = ORIGINAL_SIZE;
    const LARGEST: Size = Size::new(MAX_SIDE, MAX_SIDE);
}

/// Creates a level with this target.
///
/// # Errors
/// If a side is 0 or longer than [`MAX_SIDE`], or a value is above 4.
pub fn level(target: &Target, meta: Meta) -> Result<LogoLevel, EditError> {
    let board = Board::new(target.map(|value| u16::from(*value)))?;
    Ok(Leveled::new(board, meta))
}

/// Creates a board whose size and numbers are known to be valid.
pub(super) fn trusted(target: &Target) -> Board<Logo> {
    let mut board = Board::empty(target.size());
    for (cell, number) in target.iter() {
        board.set(cell, u16::from(*number));
    }
    board
}

pub(super) fn numbers(target: &Board<Logo>) -> Target {
    target.grid().map(|value| *value as u8)
}

/// Style of a number, in target and field.
pub(super) fn number_look(number: Option<u8>) -> CellLook {
    let value = number.and_then(|number| Logo::VALUES.get(usize::from(number)));
    value.map_or_else(|| CellLook::new("", Tone::Hole, "no cell"), Value::look)
}

/// Returns whether the text has the format without a header: a first line `R C`.
pub(super) fn is_headerless(source: &str) -> bool {
    headerless_size(source).is_some()
}

fn headerless_size(source: &str) -> Option<(usize, Size)> {
    let mut lines = (1..).zip(source.lines());
    let (number, line) = lines.find(|(_, line)| !skipped(line))?;
    let mut words = line.split_whitespace();
    let size = Size::new(words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    words.next().is_none().then_some((number, size))
}

fn skipped(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with(';')
}

pub(super) fn read_headerless(source: &str) -> Result<(Meta, Board<Logo>), FormError> {
    let (first, size) = headerless_size(source).unwrap_or((1, ORIGINAL_SIZE));
    let rows = (1..).zip(source.lines()).skip(first);
    let rows: Vec<_> = rows.filter(|(_, line)| !line.trim().is_empty()).collect();
    let board = Board::from_rows(&rows, first + 1)?;
    if board.size() != size {
        let message = format!("the board is {}, but this line says {size}", board.size());
        return Err(FormError::at(first, 1, message));
    }
    Ok((Meta::default(), board))
}
