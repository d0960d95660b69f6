//! The list of pages.

use crate::page::Page;
use crate::page::commands::Commands;
use crate::pages;

use super::commands;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Window,
    /// One instance for each open level, holding that level's data.
    Level,
}

type New = fn() -> Box<dyn Page>;

/// All pages, in the order of their tabs and panels. A new page is a folder in `pages/` and a line here.
const PAGES: &[(Of, New)] = &[
    (Of::Window, new::<pages::library::LibraryPage>),
    (Of::Level, new::<pages::edit::EditPage>),
    (Of::Level, new::<pages::writing::WritingPage>),
    (Of::Level, new::<pages::play::PlayPage>),
    (Of::Level, new::<pages::solve::SolvePage>),
    (Of::Level, new::<pages::plan::PlanPage>),
    (Of::Level, new::<pages::states::StatesPage>),
    (Of::Level, new::<pages::fairness::FairnessPage>),
    (Of::Window, new::<pages::live::LivePage>),
    (Of::Window, new::<pages::history::HistoryPage>),
    (Of::Window, new::<pages::wizard::WizardPage>),
    (Of::Level, new::<pages::level::LevelPage>),
    (Of::Window, new::<pages::batch::BatchPage>),
    (Of::Window, new::<pages::generate::GeneratePage>),
    (Of::Window, new::<pages::export::ExportPage>),
    (Of::Window, new::<pages::start::StartPage>),
    (Of::Window, new::<pages::practice::PracticePage>),
    (Of::Window, new::<pages::import::ImportPage>),
    (Of::Window, new::<pages::next_level::NextLevelPage>),
];

fn new<P: Page + Default>() -> Box<dyn Page> {
    Box::new(P::default())
}

/// Creates all pages.
pub fn all() -> Vec<Box<dyn Page>> {
    PAGES.iter().map(|(_, new)| new()).collect()
}

/// Creates the pages of a further open level, with their indices among all pages.
pub fn of_level() -> Vec<(usize, Box<dyn Page>)> {
    let all = PAGES.iter().enumerate();
    let own = all.filter(|(_, (of, _))| *of == Of::Level);
    own.map(|(place, (_, new))| (place, new())).collect()
}

/// Returns whether each open level has its own instance of the page with this index.
pub fn is_of_level(place: usize) -> bool {
    PAGES.get(place).is_some_and(|(of, _)| *of == Of::Level)
}

/// Commands of the shell and of these pages.
pub fn commands(pages: &[Box<dyn Page>]) -> Commands {
    let own = std::iter::once((None, commands::COMMANDS));
    let theirs = pages.iter().enumerate();
    let theirs = theirs.map(|(index, page)| (Some(index), page.commands()));
    Commands::new(own.chain(theirs))
}
