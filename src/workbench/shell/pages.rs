//! The list of pages.

use crate::page::Page;
use crate::page::commands::CommandRegistry;
use crate::pages;

use super::commands;

#[derive(Clone, Copy, PartialEq, Eq)]
enum PageScope {
    Window,
    /// One instance for each open level, holding that level's data.
    Level,
}

type NewPage = fn() -> Box<dyn Page>;

/// All pages, in the order of their tabs and panels. A new page is a folder in `pages/` and a line here.
const PAGES: &[(PageScope, NewPage)] = &[
    (PageScope::Window, new::<pages::library::LibraryPage>),
    (PageScope::Level, new::<pages::edit::EditPage>),
    (PageScope::Level, new::<pages::writing::WritingPage>),
    (PageScope::Level, new::<pages::play::PlayPage>),
    (PageScope::Level, new::<pages::solve::SolvePage>),
    (PageScope::Level, new::<pages::plan::PlanPage>),
    (PageScope::Level, new::<pages::states::StatesPage>),
    (PageScope::Level, new::<pages::fairness::FairnessPage>),
    (PageScope::Window, new::<pages::live::LivePage>),
    (PageScope::Window, new::<pages::history::HistoryPage>),
    (PageScope::Window, new::<pages::wizard::WizardPage>),
    (PageScope::Level, new::<pages::level::LevelPage>),
    (PageScope::Window, new::<pages::batch::BatchPage>),
    (PageScope::Window, new::<pages::generate::GeneratePage>),
    (PageScope::Window, new::<pages::export::ExportPage>),
    (PageScope::Window, new::<pages::start::StartPage>),
    (PageScope::Window, new::<pages::practice::PracticePage>),
    (PageScope::Window, new::<pages::import::ImportPage>),
    (PageScope::Window, new::<pages::next_level::NextLevelPage>),
];

fn new<P: Page + Default>() -> Box<dyn Page> {
    Box::new(P::default())
}

pub fn all() -> Vec<Box<dyn Page>> {
    PAGES.iter().map(|(_, new)| new()).collect()
}

/// Creates the pages of a further open level, with their indices among all pages.
pub fn level_pages() -> Vec<(usize, Box<dyn Page>)> {
    let all = PAGES.iter().enumerate();
    let own = all.filter(|(_, (scope, _))| *scope == PageScope::Level);
    own.map(|(index, (_, new))| (index, new())).collect()
}

/// Returns whether each open level has its own instance of the page with this index.
pub fn is_level_page(index: usize) -> bool {
    let page = PAGES.get(index);
    page.is_some_and(|(scope, _)| *scope == PageScope::Level)
}

/// Commands of the shell and of these pages.
pub fn commands(pages: &[Box<dyn Page>]) -> CommandRegistry {
    let own = std::iter::once((None, commands::COMMANDS));
    let page_commands = pages.iter().enumerate();
    let page_commands = page_commands.map(|(index, page)| (Some(index), page.commands()));
    CommandRegistry::new(own.chain(page_commands))
}
