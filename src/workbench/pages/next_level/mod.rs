//! Commands for the previous and next level, in the order of the library.

use egui::Context;

use crate::page::command::commands;
use crate::page::{CommandId, CommandInfo, Cx, LevelSource, Page, Request};
use crate::session::library::LevelOrigin;

commands! {
    Play {
        200 PREVIOUS_LEVEL "Previous level" "Open the level before this one in the library" [ctrl(Key::PageUp)];
        205 NEXT_LEVEL "Next level" "Open the level after this one in the library" [ctrl(Key::PageDown)];
    }
}

/// The page, which has only commands.
#[derive(Default)]
pub struct NextLevelPage;

impl Page for NextLevelPage {
    fn commands(&self) -> &'static [CommandInfo] {
        COMMANDS
    }

    fn run(&mut self, command: CommandId, _ctx: &Context, cx: &mut Cx) {
        let forward = command == NEXT_LEVEL;
        match in_file(cx, forward).or_else(|| neighbour(cx, forward)) {
            Some(origin) => cx.send(Request::Open(LevelSource::Origin(origin))),
            None => {
                let which = if command == NEXT_LEVEL {
                    "after"
                } else {
                    "before"
                };
                cx.messages
                    .status(format!("The library shows no level {which} this one."));
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
    let items = cx.catalogue.items();
    let origin = cx.origin();
    let current = items
        .iter()
        .position(|item| Some(&item.entry.origin) == origin.as_ref());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Notice;
    use crate::page::test_page::{TestPage, TestView, notify, run};

    #[test]
    fn alone_it_opens_the_first_level_from_one_that_is_in_no_library() {
        let level = "logo\n\n...\n.1.\n...\n";
        let mut harness = TestPage::open(NextLevelPage, level, TestView::Overlay);
        notify(&mut harness, &Notice::FilesChanged);
        harness.state_mut().cx.reload_catalogue();
        while !harness.state().cx.catalogue.is_ready() {
            harness.state_mut().cx.catalogue.poll();
            std::thread::yield_now();
        }
        run(&mut harness, NEXT_LEVEL);
        let requests = &harness.state().requests;
        assert!(matches!(
            requests[..],
            [Request::Open(LevelSource::Origin(_))]
        ));
    }
}
