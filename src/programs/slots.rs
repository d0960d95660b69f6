//! A program in the slots of a live game: how they are filled one by one, and what stands in them.

use std::borrow::Cow;

use crate::game::{Cell, CellLook, CommandTile, Edit, Intent, edits};

/// Id of the board that shows the program: a row for each procedure, a column for each slot.
pub const PROGRAM: &str = "program";

/// How a slot looks with a command in it.
pub fn look(tile: &CommandTile) -> CellLook {
    CellLook::new(tile.text.clone(), tile.meaning.tone(), tile.name.clone())
}

/// What to do on the screen to give a row of slots other commands; `action` is what puts one in.
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

/// The lists on the way from one list of commands to another, each of which has one slot changed.
pub fn way<C: Copy + PartialEq>(from: &[C], to: &[C]) -> impl Iterator<Item = Vec<C>> {
    let all = edits(from, to).into_iter();
    all.scan(from.to_vec(), |commands, edit| {
        edit.apply(commands);
        Some(commands.clone())
    })
}

/// What stands in a row of slots; `None` if one is empty before another.
pub fn filled<'a>(row: impl Iterator<Item = &'a str>, empty: &[&str]) -> Option<Vec<&'a str>> {
    let mut row = row.map(|value| Some(value).filter(|value| !empty.contains(value)));
    let filled = row.by_ref().map_while(|value| value).collect();
    row.all(|value| value.is_none()).then_some(filled)
}
