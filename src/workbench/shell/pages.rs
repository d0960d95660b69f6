//! The list of pages, in the order of their tabs.

use std::any::Any;

use crate::page::Page;
use crate::page::commands::Commands;
use crate::page::known;
use crate::pages;
use crate::pages::solve::SolvePage;
use crate::shell::app::Workbench;

/// All pages. A new page is a folder in `pages/` and a line here.
pub fn all() -> Vec<Box<dyn Page>> {
    vec![
        Box::new(pages::library::LibraryPage::default()),
        Box::new(pages::writing::WritingPage::default()),
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
        Box::new(pages::start::StartPage),
        Box::new(pages::practice::PracticePage::default()),
        Box::new(pages::import::ImportPage),
    ]
}

impl Workbench {
    /// The solver's answer that is shown, in words.
    pub fn answer_text(&self) -> Option<String> {
        let revision = self.document().revision();
        self.page::<SolvePage>()?.answer_text(revision)
    }

    /// The page of this type.
    fn page<P: Page>(&self) -> Option<&P> {
        self.pages.iter().find_map(|page| {
            let page: &dyn Any = page.as_ref();
            page.downcast_ref()
        })
    }
}

/// The commands of the shell and of these pages.
pub fn commands(pages: &[Box<dyn Page>]) -> Commands {
    let own = std::iter::once((None, known::COMMANDS));
    let theirs = pages.iter().enumerate();
    let theirs = theirs.map(|(index, page)| (Some(index), page.commands()));
    Commands::new(own.chain(theirs))
}
