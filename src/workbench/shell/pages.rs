//! The list of pages, in the order of their tabs.

use crate::page::Page;
use crate::page::commands::Commands;
use crate::page::known;
use crate::pages;

/// All pages. A new page is a folder in `pages/` and a line here.
pub fn all() -> Vec<Box<dyn Page>> {
    vec![
        Box::new(pages::library::LibraryPage::default()),
        Box::new(pages::states::StatesPage::default()),
        Box::new(pages::history::HistoryPage::default()),
        Box::new(pages::batch::BatchPage::default()),
        Box::new(pages::tuning::TuningPage::default()),
        Box::new(pages::generate::GeneratePage::default()),
        Box::new(pages::export::ExportPage::default()),
        Box::new(pages::start::StartPage),
    ]
}

/// The commands of the shell and of these pages.
pub fn commands(pages: &[Box<dyn Page>]) -> Commands {
    let own = std::iter::once((None, known::COMMANDS));
    let theirs = pages.iter().enumerate();
    let theirs = theirs.map(|(index, page)| (Some(index), page.commands()));
    Commands::new(own.chain(theirs))
}
