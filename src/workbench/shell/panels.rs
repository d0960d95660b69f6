//! Layout of the window: menu bar, panels at the edges, tabs, the page in front, status bar.

use egui::{Button, CentralPanel, Frame, Panel, RichText, Ui};

use super::commands::{TOGGLE_INSPECTOR, TOGGLE_LIBRARY, TOGGLE_TIMELINE};
use super::focus;
use super::menu::menu_bar;
use super::state::Workbench;
use crate::kit::fields::{
    bar_frame, empty_state, panel_frame, primary_button, scroll_area, set_name,
};
use crate::kit::pane::Pane;
use crate::kit::theme::{self, space};
use crate::page::settings::Panes;
use crate::page::{self, Cx, Dock, known};

/// Thickness of the bar that reopens a closed panel, in points.
const HANDLE_SIZE: f32 = 14.0;
/// Minimum width of the centre, in points: that of its toolbar. Side panels shrink first.
const MIN_CENTER_WIDTH: f32 = 560.0;
/// Height between the bars, in points, below which a tab's own bottom panel takes the inspector's place.
const SHORT_HEIGHT: f32 = 560.0;
/// Minimum and maximum width of library and inspector, in points.
const LIBRARY_WIDTH: (f32, f32) = (180.0, 420.0);
const INSPECTOR_WIDTH: (f32, f32) = (240.0, 520.0);
/// Minimum width of the inspector while it holds a bottom panel, whose toolbar has two rows.
const MIN_OWN_PANEL_WIDTH: f32 = 300.0;
/// Width of the window from which on side panels are wider by default, in points.
const WIDE_WINDOW: f32 = 1500.0;
/// Height from which on a tab's own bottom panel is higher by default, in points.
const HIGH_WINDOW: f32 = 800.0;
/// Height of a program's debugger and palette, in points.
const PROGRAM_CONTROLS: f32 = 150.0;
/// Height of a row of a program's slots, in points.
const PROGRAM_ROW: f32 = 40.0;

impl Workbench {
    pub(super) fn show_panels(&mut self, ui: &mut Ui) {
        Panel::top("menu bar")
            .frame(bar_frame(ui))
            .show(ui, |ui| menu_bar(ui, &mut self.cx));
        if !self.cx.start_page || self.levels.open.len() > 1 {
            Panel::top("pages")
                .frame(bar_frame(ui))
                .show(ui, |ui| self.tab_bar(ui));
        }
        Panel::bottom("status")
            .frame(bar_frame(ui))
            .show(ui, |ui| self.status_bar(ui));
        let frame = panel_frame(ui);
        let width = ui.available_width();
        self.layout.narrow = width < focus::MIN_WIDTH_BOTH_SIDES;
        let was_short = self.layout.low;
        self.layout.low = ui.available_height() < SHORT_HEIGHT
            && self.panel_source(Dock::Bottom) == page::Panel::Own;
        // The tab's own panel, once in the inspector's place, comes before the library.
        self.layout.library_first &= was_short || !self.layout.low;
        let mut panes = self.visible_panes();
        let before = panes.clone();
        let is_wide = width > WIDE_WINDOW;
        let default = if is_wide { 290.0 } else { 236.0 };
        let (min, max) = LIBRARY_WIDTH;
        let reserved = match panes.inspector {
            true => INSPECTOR_WIDTH.0,
            false => 0.0,
        };
        let max = (width - MIN_CENTER_WIDTH - reserved).clamp(min, max);
        let library = Pane::left("library", default, min..=max)
            .frame(frame)
            .show_collapsible(ui, &mut panes.library, |ui| {
                self.layout.focus.mark(ui, focus::WindowPane::Library);
                self.show_edge(ui, Dock::Left);
            });
        let default = if is_wide { 360.0 } else { 300.0 };
        let (min, max) = INSPECTOR_WIDTH;
        let min = match self.layout.low {
            true => MIN_OWN_PANEL_WIDTH,
            false => min,
        };
        let max = (ui.available_width() - MIN_CENTER_WIDTH).clamp(min, max);
        let inspector = Pane::right("inspector", default, min..=max)
            .frame(frame)
            .show_collapsible(ui, &mut panes.inspector, |ui| {
                self.layout.focus.mark(ui, focus::WindowPane::Inspector);
                if self.layout.low {
                    self.own_panel(ui, Dock::Bottom);
                    return;
                }
                // Each level starts scrolled to the top.
                let level = (self.levels.front_id(), self.levels.placed);
                scroll_area(ui, ("inspector", level), |ui| {
                    self.show_edge(ui, Dock::Right)
                });
            });
        let bottom = self.bottom(ui, frame, &mut panes.timeline);
        // Store only what the user opened or closed, not panels hidden for lack of space.
        let stored = &mut self.cx.settings.panes;
        for (value, before, now) in [
            (&mut stored.library, before.library, panes.library),
            (&mut stored.inspector, before.inspector, panes.inspector),
            (&mut stored.timeline, before.timeline, panes.timeline),
        ] {
            if before != now {
                *value = now;
            }
        }
        for (side, rect) in [
            (Dock::Left, library),
            (Dock::Right, inspector),
            (Dock::Bottom, bottom),
        ] {
            if rect.is_none() && self.has_panel(side) && show_handle(ui, side, &self.cx) {
                self.show_side(side);
            }
        }
        let canvas = theme::colors(ui).canvas;
        let center = CentralPanel::default()
            .frame(Frame::new().fill(canvas))
            .show(ui, |ui| self.show_center(ui));
        self.layout.focus.rects = [library, Some(center.response.rect), inspector, bottom];
    }

    /// Shows the bottom panel and returns its rectangle. A tab's own panel stays open; the common one can be closed.
    fn bottom(&mut self, ui: &mut Ui, frame: Frame, open: &mut bool) -> Option<egui::Rect> {
        let is_own =
            self.panel_source(Dock::Bottom) == page::Panel::Own && self.has_panel(Dock::Bottom);
        let program = self.cx.document.position().as_program();
        let rows = program.map_or(0, |program| program.procedures().len());
        let show = |ui: &mut Ui| {
            self.layout.focus.mark(ui, focus::WindowPane::Timeline);
            self.show_edge(ui, Dock::Bottom);
        };
        if is_own {
            let is_high = ui.available_height() > HIGH_WINDOW;
            // One more row, into which a single procedure wraps.
            let rows = PROGRAM_ROW * rows.clamp(2, 3) as f32;
            let default = PROGRAM_CONTROLS + rows + if is_high { 60.0 } else { 0.0 };
            let pane = Pane::bottom("own panel", default, 150.0..=620.0).frame(frame);
            return Some(pane.show(ui, show));
        }
        let pane = Pane::bottom("timeline", 96.0, 96.0..=120.0).frame(frame);
        pane.show_collapsible(ui, open, show)
    }

    /// Index of the page whose tab is in front.
    pub(super) fn front(&self) -> Option<usize> {
        let mut pages = self.pages.iter();
        pages.position(|page| page.layout(&self.cx).has_tab(self.cx.tab))
    }

    /// Source of the panels that the tab in front has at an edge.
    fn panel_source(&self, side: Dock) -> page::Panel {
        let front = self.front();
        front.map_or(page::Panel::Common, |front| {
            self.pages[front].layout(&self.cx).panel(side)
        })
    }

    /// Returns whether an edge has content. The start page covers all edges.
    pub(super) fn has_panel(&self, side: Dock) -> bool {
        match self.panel_source(side) {
            _ if self.cx.start_page => false,
            // It takes the inspector's place.
            _ if side == Dock::Bottom && self.layout.low => false,
            page::Panel::Own => true,
            page::Panel::None => false,
            page::Panel::Common | page::Panel::Shared => {
                let mut pages = self.pages.iter();
                pages.any(|page| page.layout(&self.cx).panel(side) == page::Panel::Shared)
            }
        }
    }

    /// Shows the panels of an edge: that of the tab in front, or those that pages offer for any tab.
    fn show_edge(&mut self, ui: &mut Ui, side: Dock) {
        if self.panel_source(side) == page::Panel::Own {
            self.own_panel(ui, side);
            return;
        }
        let mut first = true;
        for page in &mut self.pages {
            if page.layout(&self.cx).panel(side) != page::Panel::Shared {
                continue;
            }
            if !std::mem::take(&mut first) {
                ui.add_space(space::LARGE);
            }
            page.ui(Some(side), ui, &mut self.cx);
        }
    }

    fn own_panel(&mut self, ui: &mut Ui, side: Dock) {
        if let Some(front) = self.front() {
            self.pages[front].ui(Some(side), ui, &mut self.cx);
        }
    }

    /// Shows the page in front, or the one that covers it.
    fn show_center(&mut self, ui: &mut Ui) {
        self.cx.facts.level.hovered = None;
        ui.spacing_mut().item_spacing.y = 0.0;
        self.layout.focus.mark(ui, focus::WindowPane::Center);
        let front = match self.cx.start_page {
            true => self.cx.commands.owner(known::START_PAGE),
            false => self.front(),
        };
        match front {
            Some(_) if !self.cx.start_page && self.cx.tab_differs_from_text() => {
                text_errors(ui, &mut self.cx)
            }
            Some(front) => self.pages[front].ui(None, ui, &mut self.cx),
            None => {}
        }
    }

    /// Panels that are open and fit: a narrow window displays only one side.
    pub(super) fn visible_panes(&self) -> Panes {
        let mut panes = self.cx.settings.panes.clone();
        panes.library &= self.has_panel(Dock::Left);
        panes.inspector = self.layout.low || panes.inspector && self.has_panel(Dock::Right);
        panes.timeline &= self.has_panel(Dock::Bottom);
        if self.layout.narrow && panes.library && panes.inspector {
            panes.library = self.layout.library_first;
            panes.inspector = !self.layout.library_first;
        }
        panes
    }

    /// Toggles a side. If both are open but only one fits, switches between them.
    pub(super) fn toggle_side(&mut self, library: bool) {
        let panes = &mut self.cx.settings.panes;
        if self.layout.narrow && panes.library && panes.inspector {
            self.layout.library_first = !self.layout.library_first;
            return;
        }
        let side = match library {
            true => &mut panes.library,
            false => &mut panes.inspector,
        };
        *side = !*side;
        self.layout.library_first = library;
    }

    /// Opens the panels of an edge, even if only one side fits or the tab has none.
    pub(super) fn show_side(&mut self, side: Dock) {
        self.cx.start_page = false;
        if self.panel_source(side) == page::Panel::None {
            self.cx.tab = known::EDIT;
        }
        let panes = &mut self.cx.settings.panes;
        match side {
            Dock::Left => panes.library = true,
            Dock::Right => panes.inspector = true,
            Dock::Bottom => panes.timeline = true,
        }
        self.layout.library_first = side == Dock::Left;
    }
}

/// Shows the bar that reopens a closed panel. Returns whether it was clicked.
fn show_handle(ui: &mut Ui, side: Dock, cx: &Cx) -> bool {
    let (command, sign, panel) = match side {
        Dock::Left => (TOGGLE_LIBRARY, "▶", Panel::left("library handle")),
        Dock::Right => (TOGGLE_INSPECTOR, "◀", Panel::right("inspector handle")),
        Dock::Bottom => (TOGGLE_TIMELINE, "▲", Panel::bottom("timeline handle")),
    };
    let shown = panel
        .frame(Frame::new().fill(theme::colors(ui).panel))
        .resizable(false)
        .exact_size(HANDLE_SIZE)
        .show(ui, |ui| {
            let sign = RichText::new(sign).size(9.0).color(theme::colors(ui).weak);
            let button = Button::new(sign).frame_when_inactive(false);
            let button = button.min_size(ui.available_size());
            ui.spacing_mut().button_padding = egui::Vec2::ZERO;
            ui.spacing_mut().interact_size = egui::Vec2::ZERO;
            let response = ui.add(button);
            let name = format!("Open {}", command.text().to_lowercase());
            set_name(&response, egui::Role::Button, name);
            let tip = cx.commands.tooltip(ui.ctx(), command);
            response.on_hover_text(tip).clicked()
        });
    shown.inner
}

/// Shown instead of a level whose text has errors.
fn text_errors(ui: &mut Ui, cx: &mut Cx) {
    empty_state(ui, |ui| {
        ui.heading(known::TEXT_ERRORS);
        ui.label(
            "Correct the text first. Until then, the level cannot be shown or edited as a board.",
        );
        if let Some(tab) = cx.text_tab()
            && primary_button(ui, "Show errors", true).clicked()
        {
            cx.show_tab(tab);
        }
    });
}
