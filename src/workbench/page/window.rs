//! A window beside the board, which can be used meanwhile.

use egui::{Id, Window};

/// The id of the window with this title. The Escape key finds the front window by it.
pub fn id(title: &str) -> Id {
    Id::unique(title)
}

/// The window with this title, with nothing in it yet. Its page gives the title in
/// [`Page::window`](super::Page::window).
pub fn beside(title: &'static str) -> Window<'static> {
    Window::new(title).id(id(title))
}
