//! The parts of the window: menu bar, panels at the edges, tabs and the page in front, status bar.

use egui::{CentralPanel, Frame, Margin, Panel, ScrollArea, Ui};

use super::focus;
use super::menu::menu_bar;
use super::state::Workbench;
use crate::kit::theme::{self, space};
use crate::page::settings::Panes;
use crate::page::{self, Page, Side};

impl Workbench {
    /// Shows all parts.
    pub(super) fn show_panels(&mut self, ui: &mut Ui) {
        let chosen = Panel::top("menu bar")
            .frame(bar_frame(ui))
            .show(ui, |ui| menu_bar(ui, &mut self.cx));
        if let Some(command) = chosen.inner {
            self.run(ui.ctx(), command);
        }
        if self.levels.open.len() > 1 {
            Panel::top("open levels")
                .frame(bar_frame(ui))
                .show(ui, |ui| self.level_tabs(ui));
        }
        Panel::bottom("status")
            .frame(bar_frame(ui))
            .show(ui, |ui| self.status_bar(ui));
        let frame = panel_frame(ui);
        let wide = ui.available_width();
        self.layout.narrow = wide < focus::BOTH_SIDES;
        let mut panes = self.shown_panes();
        let before = panes;
        let library = Panel::left("library")
            .frame(frame)
            .default_size(if wide > 1500.0 { 290.0 } else { 236.0 })
            .size_range(180.0..=420.0)
            .show_collapsible(ui, &mut panes.library, |ui| {
                self.layout.focus.mark(ui, focus::Pane::Library);
                self.edge(ui, Side::Left);
            });
        let inspector = Panel::right("inspector")
            .frame(frame)
            .default_size(if wide > 1500.0 { 360.0 } else { 300.0 })
            .size_range(240.0..=520.0)
            .show_collapsible(ui, &mut panes.inspector, |ui| {
                self.layout.focus.mark(ui, focus::Pane::Inspector);
                ScrollArea::vertical()
                    .auto_shrink([false, false])
                    .show(ui, |ui| self.edge(ui, Side::Right));
            });
        let bottom = self.bottom(ui, frame, &mut panes.timeline);
        // What the person closed or opened by its edge, and not what there is no room for.
        let kept = &mut self.cx.settings.panes;
        for (kept, before, now) in [
            (&mut kept.library, before.library, panes.library),
            (&mut kept.inspector, before.inspector, panes.inspector),
            (&mut kept.timeline, before.timeline, panes.timeline),
        ] {
            if before != now {
                *kept = now;
            }
        }
        let canvas = theme::colors(ui).canvas;
        let center = CentralPanel::default()
            .frame(Frame::new().fill(canvas))
            .show(ui, |ui| self.middle(ui));
        self.layout.focus.seen([
            library.map(|pane| pane.response.rect),
            Some(center.response.rect),
            inspector.map(|pane| pane.response.rect),
            bottom,
        ]);
    }

    /// The panel at the bottom, and where it is. One of the tab's own stays open; the common one
    /// can be closed.
    fn bottom(&mut self, ui: &mut Ui, frame: Frame, open: &mut bool) -> Option<egui::Rect> {
        let whose = self.side(Side::Bottom);
        let panel = |id| Panel::bottom(id).frame(frame).resizable(true);
        let covered = self.cx.start_page;
        let show = |ui: &mut Ui| {
            self.layout.focus.mark(ui, focus::Pane::Timeline);
            // The panel keeps its height when there is little in it.
            ui.set_min_height(ui.available_height());
            self.edge(ui, Side::Bottom);
        };
        if whose == page::Panel::Own {
            let tall = ui.available_height() > 800.0;
            let panel = panel("own panel")
                .default_size(if tall { 330.0 } else { 284.0 })
                .size_range(150.0..=620.0);
            return Some(panel.show(ui, show).response.rect);
        }
        let mut closed = false;
        let open = match whose {
            page::Panel::Common if !covered => open,
            _ => &mut closed,
        };
        let panel = panel("timeline")
            .default_size(190.0)
            .size_range(96.0..=420.0);
        let shown = panel.show_collapsible(ui, open, show);
        shown.map(|pane| pane.response.rect)
    }

    /// Index of the page whose tab is in front.
    pub(super) fn front(&self) -> Option<usize> {
        self.pages.iter().position(|page| {
            let tab = page.tab(&self.cx);
            tab.is_some_and(|tab| tab.command == self.cx.tab)
        })
    }

    /// Whose panel is shown at an edge.
    fn side(&self, side: Side) -> page::Panel {
        let front = self.front();
        front.map_or(page::Panel::Common, |front| {
            self.pages[front].side(side, &self.cx)
        })
    }

    /// What an edge shows: the panel of the tab in front, or those that pages offer for any tab.
    fn edge(&mut self, ui: &mut Ui, side: Side) {
        if self.side(side) == page::Panel::Own {
            if let Some(front) = self.front() {
                self.pages[front].panel(side, ui, &mut self.cx);
            }
            return;
        }
        let offers = |page: &&mut Box<dyn Page>| page.offers() == Some(side);
        for (index, page) in self.pages.iter_mut().filter(offers).enumerate() {
            if index > 0 {
                ui.add_space(space::MEDIUM);
                ui.separator();
            }
            page.panel(side, ui, &mut self.cx);
        }
    }

    /// The row of tabs, and below it the page in front.
    fn middle(&mut self, ui: &mut Ui) {
        self.cx.facts.hovered = None;
        ui.spacing_mut().item_spacing.y = 0.0;
        Frame::new()
            .fill(theme::colors(ui).panel)
            .inner_margin(Margin::symmetric(space::PANEL, 6))
            .show(ui, |ui| {
                self.layout.focus.mark(ui, focus::Pane::Center);
                self.tab_bar(ui);
            });
        let cover = self.pages.iter().position(|page| page.covers(&self.cx));
        if let Some(front) = cover.or_else(|| self.front()) {
            self.pages[front].ui(ui, &mut self.cx);
        }
    }

    /// The panes that are open and have room: a narrow window shows one side at a time, and the
    /// board keeps the rest.
    pub(super) fn shown_panes(&self) -> Panes {
        let mut panes = self.cx.settings.panes;
        panes.library &= self.side(Side::Left) != page::Panel::None;
        panes.inspector &= self.side(Side::Right) != page::Panel::None;
        if self.layout.narrow && panes.library && panes.inspector {
            panes.library = self.layout.library_first;
            panes.inspector = !self.layout.library_first;
        }
        panes
    }

    /// Shows or hides a side; where both are open and one has room, changes between them.
    pub(super) fn toggle_side(&mut self, library: bool) {
        let panes = &mut self.cx.settings.panes;
        if self.layout.narrow && panes.library && panes.inspector {
            self.layout.library_first = !self.layout.library_first;
            return;
        }
        let side = if library {
            &mut panes.library
        } else {
            &mut panes.inspector
        };
        *side = !*side;
        self.layout.library_first = library;
    }

    /// Opens the panels of an edge, also where there is room for one side only.
    pub(super) fn show_side(&mut self, side: Side) {
        let panes = &mut self.cx.settings.panes;
        match side {
            Side::Left => panes.library = true,
            Side::Right => panes.inspector = true,
            Side::Bottom => panes.timeline = true,
        }
        self.layout.library_first = side == Side::Left;
    }
}

fn panel_frame(ui: &Ui) -> Frame {
    Frame::new()
        .fill(theme::colors(ui).panel)
        .inner_margin(Margin::same(space::PANEL))
}

fn bar_frame(ui: &Ui) -> Frame {
    Frame::new()
        .fill(theme::colors(ui).panel)
        .inner_margin(Margin::symmetric(space::PANEL, 4))
}
