//! Programs in the slots of a live game.

use std::borrow::Cow;

use crate::{Cell, CellStyle, CommandTile, Edit, Intent, edits};

/// Id of the board that shows the program: a row per procedure, a column per slot.
pub const PROGRAM: &str = "program";

/// Appearance of a slot with a command.
pub fn tile_style(tile: &CommandTile) -> CellStyle {
    CellStyle::new(tile.text.clone(), tile.kind.tone(), tile.name.clone())
}

/// Intents that change a row of slots to other commands. `action` names the action that inserts a command.
pub fn intents<C, A>(row: usize, from: &[C], to: &[C], action: impl Fn(C) -> A) -> Vec<Intent>
where
    C: Copy + PartialEq,
    A: Into<Cow<'static, str>>,
{
    let act = |edit: Edit<C>| {
        let (at, action) = match edit {
            Edit::Remove(at) => (at, "remove".into()),
            Edit::Insert(at, command) => (at, action(command).into()),
        };
        Intent::Act {
            board: PROGRAM,
            cell: Cell::new(row, at),
            action,
        }
    };
    edits(from, to).into_iter().map(act).collect()
}

/// Intermediate lists from one list of commands to another, each differing in one edit.
pub fn edit_states<C: Copy + PartialEq>(from: &[C], to: &[C]) -> impl Iterator<Item = Vec<C>> {
    let all = edits(from, to).into_iter();
    all.scan(from.to_vec(), |commands, edit| {
        edit.apply(commands);
        Some(commands.clone())
    })
}

/// Commands in a row of slots; `None` if an empty slot comes before a filled one.
pub fn filled<'a>(row: impl Iterator<Item = &'a str>, empty: &[&str]) -> Option<Vec<&'a str>> {
    let mut row = row.map(|value| Some(value).filter(|value| !empty.contains(value)));
    let filled = row.by_ref().map_while(|value| value).collect();
    row.all(|value| value.is_none()).then_some(filled)
}
