//! The list of pages.

use super::commands;
use crate::page::command::CommandRegistry;
use crate::page::{CommandInfo, Page};
use crate::pages;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PageScope {
    Window,
    /// One instance for each open level, holding that level's data.
    Level,
}

/// Scope and constructor of a page, and its commands.
type PageRow = (PageScope, fn() -> Box<dyn Page>, &'static [CommandInfo]);

/// All pages, in the order of their tabs and panels. A new page is a folder in `pages/` and a line here.
static PAGES: &[PageRow] = &[
    window::<pages::library::LibraryPage>(pages::library::COMMANDS),
    level::<pages::edit::EditPage>(pages::edit::COMMANDS),
    level::<pages::writing::WritingPage>(pages::writing::COMMANDS),
    level::<pages::play::PlayPage>(pages::play::COMMANDS),
    level::<pages::solve::SolvePage>(pages::solve::COMMANDS),
    level::<pages::plan::PlanPage>(pages::plan::COMMANDS),
    level::<pages::states::StatesPage>(pages::states::COMMANDS),
    level::<pages::fairness::FairnessPage>(pages::fairness::COMMANDS),
    window::<pages::live::LivePage>(pages::live::COMMANDS),
    window::<pages::history::HistoryPage>(pages::history::COMMANDS),
    window::<pages::wizard::WizardPage>(pages::wizard::COMMANDS),
    level::<pages::level::LevelPage>(&[]),
    window::<pages::batch::BatchPage>(pages::batch::COMMANDS),
    window::<pages::generate::GeneratePage>(pages::generate::COMMANDS),
    window::<pages::export::ExportPage>(pages::export::COMMANDS),
    window::<pages::start::StartPage>(pages::start::COMMANDS),
    window::<pages::practice::PracticePage>(pages::practice::COMMANDS),
    window::<pages::next_level::NextLevelPage>(pages::next_level::COMMANDS),
];

const fn window<P: Page + Default>(commands: &'static [CommandInfo]) -> PageRow {
    (PageScope::Window, || Box::new(P::default()), commands)
}

const fn level<P: Page + Default>(commands: &'static [CommandInfo]) -> PageRow {
    (PageScope::Level, || Box::new(P::default()), commands)
}

pub fn all() -> Vec<Box<dyn Page>> {
    PAGES.iter().map(|(_, new, _)| new()).collect()
}

/// Creates the pages of a further open level, with their indices among all pages.
pub fn level_pages() -> Vec<(usize, Box<dyn Page>)> {
    let all = PAGES.iter().enumerate();
    let own = all.filter(|(_, (scope, ..))| *scope == PageScope::Level);
    own.map(|(index, (_, new, _))| (index, new())).collect()
}

/// Returns whether each open level has its own instance of the page with this index.
pub fn is_level_page(index: usize) -> bool {
    let page = PAGES.get(index);
    page.is_some_and(|(scope, ..)| *scope == PageScope::Level)
}

/// Commands of the shell and of all pages.
pub fn commands() -> CommandRegistry {
    let own = std::iter::once((None, commands::COMMANDS));
    let pages = PAGES.iter().enumerate();
    let pages = pages.map(|(index, (.., commands))| (Some(index), *commands));
    CommandRegistry::new(own.chain(pages))
}
