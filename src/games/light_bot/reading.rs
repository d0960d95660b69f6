//! Levels and programs from boards that vision has read off a screen: tiles, robot, lights and slots.

use crate::LightBot;
use crate::game::programs::slots::{PROGRAM, filled};
use crate::game::typed::{Content as _, TypedLevel};
use crate::game::{
    Cell, CellReading, Grid, LevelRef, Meta, Move, Reading, ReadingError, Size, with_properties,
};
use crate::live::{LIGHTS, ROBOT};
use crate::program::{BotCommand, BotProgram, ProgramLine};
use crate::puzzle::{BOARD, BotPose, BotPuzzle, BotTile, heading};
use crate::slots::Slots;

/// Value of a missing slot.
const NO_SLOT: &str = "#";
/// Value of an empty slot.
const EMPTY_SLOT: &str = "_";
/// Boards read in addition to those of a position.
pub(super) const BOARDS: &[&str] = &[ROBOT, LIGHTS];

/// Builds the level. The error names a missing board or an unknown value.
pub(super) fn level(reading: &Reading) -> Result<LevelRef, ReadingError> {
    let board = reading.require(BOARD)?;
    let mut tiles = Grid::filled(board.size(), None);
    for (cell, read) in board.cells.iter() {
        let tile = BotTile::from_token(&read.value);
        let tile = tile.ok_or_else(|| board.unknown_value(cell, &read.value))?;
        tiles.set(cell, tile);
    }
    let puzzle = BotPuzzle {
        tiles,
        robot: robot(reading)?,
        slots: slots(reading)?,
    };
    let level = TypedLevel::<LightBot>::shared(puzzle.checked()?, Meta::default());
    with_properties(level, reading)
}

/// The robot: the only cell of its board that shows a heading.
fn robot(reading: &Reading) -> Result<BotPose, ReadingError> {
    let Some(board) = reading.board(ROBOT) else {
        // Profiles that do not read the robot give it as a property.
        let mut properties = reading.properties.iter();
        let property = properties.find(|(key, _)| key == ROBOT);
        let (_, value) = property.ok_or_else(|| ReadingError::NoBoard(ROBOT.to_owned()))?;
        return value.parse().map_err(ReadingError::NoLevel);
    };
    let mut found = board.cells.iter().filter_map(|(cell, read)| {
        let facing = heading(&read.value)?;
        Some(BotPose { cell, facing })
    });
    match (found.next(), found.next()) {
        (Some(robot), None) => Ok(robot),
        (None, _) => Err(ReadingError::NoLevel("no robot was found".to_owned())),
        (Some(_), Some(_)) => Err(ReadingError::NoLevel("two robots were found".to_owned())),
    }
}

/// Recognized slots, without repeats; the usual ones if the profile reads none.
fn slots(reading: &Reading) -> Result<Slots, ReadingError> {
    let Some(board) = reading.board(PROGRAM) else {
        return Ok(Slots::default());
    };
    let Size { rows, cols } = board.size();
    let count = |row: usize| {
        let cells = (0..cols).filter_map(move |col| board.cells.get(Cell::new(row, col)));
        let is_slot = |read: &CellReading<String>| read.value != NO_SLOT;
        let slots = cells.clone().filter(|read| is_slot(read)).count();
        // Slots of altered colours may not be recognized.
        let has_gap = cells.clone().take(slots).any(|read| !is_slot(read));
        match has_gap || (row == 0 && slots == 0) {
            true => Err(ReadingError::NoLevel(format!(
                "the slots of program {} were not recognized",
                row + 1
            ))),
            false => Ok(slots.to_string()),
        }
    };
    let words = (0..rows).map(count).collect::<Result<Vec<_>, _>>()?;
    words.join(" ").parse().map_err(ReadingError::NoLevel)
}

/// Moves that write the program in the slots; `None` if a slot shows no command, an empty slot
/// precedes a filled one, or only some slots are visible.
pub(super) fn moves(puzzle: &BotPuzzle, reading: &Reading) -> Option<Vec<Move>> {
    let slots = puzzle.slots.as_slice();
    let cols = slots.iter().copied().max()?;
    let expected = Size::new(slots.len(), cols.max(1));
    let board = reading.board(PROGRAM).filter(|it| it.size() == expected)?;
    let Size { rows, cols } = expected;
    let empty = BotProgram::new(vec![Vec::new(); rows]);
    let mut program = empty.clone();
    for procedure in 0..rows {
        let values = (0..cols).filter_map(|col| board.cells.get(Cell::new(procedure, col)));
        let values = values.map(|read| read.value.as_str());
        let values = filled(values, &[EMPTY_SLOT, NO_SLOT])?;
        let command = |value: &str| {
            let (command, length) = BotCommand::parse_first(value)?;
            (length == value.len()).then_some(command)
        };
        let body = values.into_iter().map(command).collect::<Option<_>>()?;
        program.set(ProgramLine { procedure, body });
    }
    Some(program.changes(&empty))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::BoardReading;

    fn reading(slots: &[&str]) -> Reading {
        let board = |id, values: &[&str]| BoardReading::certain(id, Size::new(1, 2), values);
        let rows = slots.len();
        let slots: Vec<&str> = slots.iter().flat_map(|row| row.split(' ')).collect();
        let cols = slots.len() / rows;
        let boards = [
            board(BOARD, &["0", "0*"]),
            board(ROBOT, &["E", ""]),
            board(LIGHTS, &["", "off"]),
            BoardReading::certain(PROGRAM, Size::new(rows, cols), &slots),
        ];
        Reading {
            boards: boards.into_iter().flatten().collect(),
            ..Reading::default()
        }
    }

    #[test]
    fn slots_are_counted_and_never_missing_without_an_error() {
        let read = |slots: &[&str]| level(&reading(slots)).map(|level| level.to_text());
        let text = read(&["_ F _", "_ _ #"]).expect("is a level");
        assert!(text.contains("slots 3 2\n"), "{text}");
        for broken in [&["#"] as &[_], &["# #", "_ _"], &["_ # _"], &["_ _", "# _"]] {
            let error = read(broken).expect_err("is broken");
            assert!(matches!(error, ReadingError::NoLevel(_)), "{error:?}");
        }
    }
}
