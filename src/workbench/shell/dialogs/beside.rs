//! The window of a program's trials, which lies beside the board and is no page's yet.

use egui::{Id, Window};

/// A window beside the board.
pub enum Beside {
    /// A program on all levels.
    Trials,
}

impl Beside {
    /// Its title.
    pub const TITLE: &str = "Program on all levels";

    /// The window, with nothing in it yet.
    pub fn window(self) -> Window<'static> {
        Window::new(Self::TITLE).id(Id::unique(Self::TITLE))
    }
}
