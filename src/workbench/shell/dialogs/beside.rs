//! The windows that lie beside the board, which is used on meanwhile: the Escape key closes the one in
//! front.

use egui::{Context, Id, Key, LayerId, Modifiers, Order, Window};

use crate::page::Page;
use crate::shell::app::Workbench;

/// A window beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// A level made by chance.
    Generate,
    /// A picture, a film or a text made of a level or a plan.
    Export,
    /// Many levels solved.
    Many,
    /// Options of a solver that evolve.
    Tune,
}

impl Beside {
    const ALL: [Self; 4] = [Self::Generate, Self::Export, Self::Many, Self::Tune];

    fn title(self) -> &'static str {
        match self {
            Self::Generate => "Generate level",
            Self::Export => "Export",
            Self::Many => "Solve many levels",
            Self::Tune => "Tune options",
        }
    }

    fn id(self) -> Id {
        Id::unique(self.title())
    }

    /// The window, with nothing in it yet.
    pub fn window(self) -> Window<'static> {
        Window::new(self.title()).id(self.id())
    }
}

impl Workbench {
    /// The Escape key closes what lies in front, and goes no further: the start page, or the window
    /// in front of those beside the board. A dialog or a list above these is closed before, and
    /// whatever is being dragged is let go before.
    pub(crate) fn take_escape(&mut self, ctx: &Context) {
        let dragging = ctx.input(|input| input.pointer.any_down());
        let open = self.cx.start_page
            || Beside::ALL.iter().any(|window| self.is_beside(*window))
            || self.pages.iter().any(|page| page.window().is_some());
        if self.is_covered(ctx) || dragging || !open {
            return;
        }
        if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            if self.cx.start_page {
                self.cx.start_page = false;
            } else {
                self.close_front_window(ctx);
            }
        }
    }

    /// A dialog, the palette or a list lies over all else, and is what Escape closes.
    pub(crate) fn is_covered(&self, ctx: &Context) -> bool {
        self.dialog.is_some() || self.palette.is_some() || egui::Popup::is_any_open(ctx)
    }

    fn close_front_window(&mut self, ctx: &Context) {
        let layers: Vec<LayerId> = ctx.memory(|memory| memory.layer_ids().collect());
        let titled = |page: &Box<dyn Page>| {
            let layer = LayerId::new(Order::Middle, Id::unique(page.window()?));
            layers.iter().position(|other| *other == layer)
        };
        let open = (0..self.pages.len()).filter(|index| self.pages[*index].window().is_some());
        if let Some(front) = open.max_by_key(|index| titled(&self.pages[*index])) {
            return self.pages[front].close_window();
        }
        let place = |window: &Beside| {
            let layer = LayerId::new(Order::Middle, window.id());
            layers.iter().position(|other| *other == layer)
        };
        let front = Beside::ALL
            .into_iter()
            .filter(|window| self.is_beside(*window))
            .max_by_key(place);
        match front {
            Some(Beside::Generate) => self.generating.close(),
            Some(Beside::Export) => self.exports.panel.open = false,
            Some(Beside::Many) => self.many.close(),
            Some(Beside::Tune) => self.tuning.close(),
            None => {}
        }
    }

    fn is_beside(&self, window: Beside) -> bool {
        match window {
            Beside::Generate => self.generating.is_open(),
            Beside::Export => self.exports.panel.open,
            Beside::Many => self.many.is_open(),
            Beside::Tune => self.tuning.is_open(),
        }
    }
}
