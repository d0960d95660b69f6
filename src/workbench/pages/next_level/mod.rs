//! Commands for the previous and next level, in the order of the library.

use egui::Context;

use crate::catalogue::LibraryItem;
use crate::page::command::commands;
use crate::page::{CommandId, Cx, LevelSource, Page, Request};
use crate::session::library::LevelOrigin;

commands! {
    Play {
        200 PREVIOUS_LEVEL "Previous level" "Open the level before this one in the library" [ctrl(Key::PageUp)];
        205 NEXT_LEVEL "Next level" "Open the level after this one in the library" [ctrl(Key::PageDown)];
    }
}

#[derive(Default)]
pub struct NextLevelPage;

impl Page for NextLevelPage {
    fn run(&mut self, command: CommandId, _ctx: &Context, cx: &mut Cx) {
        let forward = command == NEXT_LEVEL;
        match in_file(cx, forward).or_else(|| neighbour(cx, forward)) {
            Some(origin) => cx.send(Request::Open(LevelSource::Origin(origin))),
            None => {
                let which = if forward { "after" } else { "before" };
                let text = format!("There is no level {which} this one in the library.");
                cx.messages.status(text);
            }
        }
    }
}

/// The level before or after the open one in its file, if that holds several. Skips messages between levels.
fn in_file(cx: &Cx, forward: bool) -> Option<LevelOrigin> {
    let (origin, level) = (cx.origin()?, cx.document.level());
    let mut number = level.number()?;
    // A level of a set that was saved to a file of its own no longer belongs to the set.
    origin.number()?;
    loop {
        number = if forward { number + 1 } else { number - 1 };
        if level.sibling(number)?.message().is_none() {
            return Some(origin.with_number(number));
        }
    }
}

/// The level before or after the open one among the visible levels of the library.
fn neighbour(cx: &Cx, forward: bool) -> Option<LevelOrigin> {
    let items = &cx.catalogue.items;
    let origin = cx.origin();
    let is_open = |item: &LibraryItem| Some(&item.entry.origin) == origin.as_ref();
    let current = items.iter().position(is_open);
    let visible = cx.catalogue.matching(&cx.settings.library).into_iter();
    let openable = visible.filter(|index| items[*index].entry.level.is_ok());
    let index = match (current, forward) {
        (Some(current), true) => openable.filter(|index| *index > current).min(),
        (Some(current), false) => openable.filter(|index| *index < current).max(),
        (None, true) => openable.min(),
        (None, false) => None,
    };
    Some(items[index?].entry.origin.clone())
}
