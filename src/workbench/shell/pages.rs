//! The list of pages.

use crate::page::Page;
use crate::page::commands::Commands;
use crate::pages;

use super::commands;

/// All pages, in the order of their tabs and panels. A new page is a folder in `pages/` and a line
/// here.
pub fn all() -> Vec<Box<dyn Page>> {
    vec![
        Box::new(pages::library::LibraryPage::default()),
        Box::new(pages::edit::EditPage::default()),
        Box::new(pages::writing::WritingPage::default()),
        Box::new(pages::play::PlayPage::default()),
        Box::new(pages::plan::PlanPage::default()),
        Box::new(pages::states::StatesPage::default()),
        Box::new(pages::live::LivePage::default()),
        Box::new(pages::history::HistoryPage::default()),
        Box::new(pages::wizard::WizardPage::default()),
        Box::new(pages::solve::SolvePage::default()),
        Box::new(pages::level::LevelPage::default()),
        Box::new(pages::batch::BatchPage::default()),
        Box::new(pages::tuning::TuningPage::default()),
        Box::new(pages::generate::GeneratePage::default()),
        Box::new(pages::export::ExportPage::default()),
        Box::new(pages::trials::TrialsPage::default()),
        Box::new(pages::start::StartPage),
        Box::new(pages::practice::PracticePage::default()),
        Box::new(pages::import::ImportPage),
    ]
}

/// The commands of the shell and of these pages.
pub fn commands(pages: &[Box<dyn Page>]) -> Commands {
    let own = std::iter::once((None, commands::COMMANDS));
    let theirs = pages.iter().enumerate();
    let theirs = theirs.map(|(index, page)| (Some(index), page.commands()));
    Commands::new(own.chain(theirs))
}
