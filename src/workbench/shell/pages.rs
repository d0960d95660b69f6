//! The list of pages, in the order of their tabs.

use crate::page::Page;
use crate::page::commands::Commands;
use crate::page::known;
use crate::pages;

/// All pages. A new page is a folder in `pages/` and a line here.
pub fn all() -> Vec<Box<dyn Page>> {
    vec![
        Box::new(pages::library::LibraryPage::default()),
        Box::new(pages::edit::EditPage::default()),
        Box::new(pages::play::PlayPage::default()),
        Box::new(pages::plan::PlanPage::default()),
        Box::new(pages::history::HistoryPage::default()),
        Box::new(pages::trials::TrialsPage::default()),
    ]
}

/// The commands of the shell and of these pages.
pub fn commands(pages: &[Box<dyn Page>]) -> Commands {
    let own = std::iter::once((None, known::COMMANDS));
    let theirs = pages.iter().enumerate();
    let theirs = theirs.map(|(index, page)| (Some(index), page.commands()));
    Commands::new(own.chain(theirs))
}
