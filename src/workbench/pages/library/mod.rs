//! The library panel.

use std::collections::BTreeSet;

use egui::{ComboBox, Context, Id, Label, Response, RichText, TextEdit, Ui, vec2};

use crate::board::{Icon, icon_button};
use crate::catalogue::{Catalogue, LevelMatch, LevelSearch};
use crate::games;
use crate::kit::answer;
use crate::kit::fields::{
    named_field, named_list, opens_new_tab, pane_title, scroll_area, select_all,
};
use crate::kit::theme::{self, space, text};
use crate::page::command::commands;
use crate::page::messages::Severity;
use crate::page::settings::{LibraryFilter, SolvedFilter};
use crate::page::{CommandId, Cx, Dock, Notice, Page, PageLayout, Panel, Request, known};
use crate::session::library::LevelOrigin;

commands! {
    View {
        5 FIND_LEVEL "Find level" "Go to the search field of the library" [ctrl(Key::F)];
    }
}

/// Width of the choice by status, and least width of a tile, in points.
const STATUS_WIDTH: f32 = 92.0;
const TILE_WIDTH: f32 = 104.0;

#[derive(Default)]
pub struct LibraryPage {
    focus_search: bool,
    /// Open level that was last scrolled into view.
    scrolled_to: Option<LevelOrigin>,
}

impl Page for LibraryPage {
    fn run(&mut self, _command: CommandId, _ctx: &Context, cx: &mut Cx) {
        cx.send(Request::ShowDock(Dock::Left));
        self.focus_search = true;
    }

    fn poll(&mut self, _ctx: &Context, cx: &mut Cx) {
        for problem in cx.catalogue.poll() {
            cx.messages.toast(Severity::Warn, problem);
        }
        if std::mem::take(&mut cx.catalogue.has_early_records) {
            cx.save_marks();
            cx.save_wins();
            cx.save_results();
        }
    }

    fn on_notice(&mut self, notice: &Notice, cx: &mut Cx) {
        if matches!(notice, Notice::FilesChanged) {
            cx.reload_catalogue();
        }
    }

    fn layout(&self, _cx: &Cx) -> PageLayout {
        PageLayout::default().with_panel(Dock::Left, Panel::Shared)
    }

    fn ui(&mut self, _dock: Option<Dock>, ui: &mut Ui, cx: &mut Cx) {
        let mut filter = cx.settings.library.clone();
        ui.horizontal(|ui| {
            pane_title(ui, "Library");
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let tip = "Show levels as tiles instead of a list";
                if icon_button(ui, Icon::Grid, "Tiles", tip, Some(filter.grid)).clicked() {
                    filter.grid = !filter.grid;
                }
            });
        });
        // Lent for the time, so that levels are opened while it is shown.
        let mut catalogue = std::mem::take(&mut cx.catalogue);
        self.show(ui, &mut catalogue, &mut filter, cx);
        cx.catalogue = catalogue;
        cx.settings.library = filter;
    }
}

/// Opens a level, unless it is the open one, to keep the work done in that.
fn open(origin: &LevelOrigin, new_tab: bool, cx: &mut Cx) {
    if cx.origin().as_ref() != Some(origin) {
        cx.send(Request::open(origin.clone(), new_tab));
    }
}

impl LibraryPage {
    fn show(
        &mut self,
        ui: &mut Ui,
        catalogue: &mut Catalogue,
        filter: &mut LibraryFilter,
        cx: &mut Cx,
    ) {
        let current = cx.origin();
        let current = current.as_ref();
        let field = ui.add(
            TextEdit::singleline(&mut catalogue.search)
                .id(Id::unique("library search"))
                .hint_text("Search levels")
                .desired_width(f32::INFINITY)
                .margin(egui::Margin::symmetric(8, 5)),
        );
        let query = catalogue.search.clone();
        field.widget_info(|| named_field("Search levels", &query));
        if std::mem::take(&mut self.focus_search) {
            field.request_focus();
            // The previous query is selected, so that typing replaces it.
            select_all(ui, field.id, &catalogue.search);
        }
        ui.add_space(space::TIGHT);
        filter_fields(ui, filter);
        // Enter in the field opens the first level found, Escape shows all again.
        let ended_by = |key| field.lost_focus() && ui.input(|input| input.key_pressed(key));
        let enter = ended_by(egui::Key::Enter);
        if ended_by(egui::Key::Escape) {
            catalogue.search.clear();
        }
        ui.add_space(space::TIGHT);
        if !catalogue.is_loaded {
            ui.weak("Reading levels…");
            return;
        }
        let visible = catalogue.matching(filter);
        if visible.is_empty() {
            ui.add_space(space::MEDIUM);
            if catalogue.items.is_empty() {
                ui.weak("There are no levels yet. Draw one, open a file, or drop one here.");
            } else {
                no_matches(ui, catalogue, filter);
            }
            return;
        }
        let first = &catalogue.items[visible[0]].entry;
        if enter && first.level.is_ok() {
            let new_tab = ui.input(|input| input.modifiers.command);
            open(&first.origin, new_tab, cx);
        }
        if summary(ui, catalogue, &visible) {
            cx.send(Request::Run(known::SOLVE_MANY));
        }
        // Each query starts at its first level.
        scroll_area(ui, &query, |ui| {
            ui.spacing_mut().item_spacing = vec2(space::TIGHT, 2.0);
            let available = ui.available_width();
            let columns = (available + space::TIGHT) / (TILE_WIDTH + space::TIGHT);
            let columns = columns.floor().max(1.0);
            let width = ((available + space::TIGHT) / columns - space::TIGHT).floor();
            let sections = visible.chunk_by(|a, b| {
                let section = |index: &usize| &catalogue.items[*index].section;
                section(a) == section(b)
            });
            let sections: Vec<&[usize]> = sections.collect();
            let mut search = LevelSearch::new(&query);
            // A recent level may be listed twice.
            let mut open_rows: Vec<Response> = Vec::new();
            for (count, section) in sections.into_iter().enumerate() {
                if count > 0 {
                    ui.add_space(space::SMALL);
                }
                heading(ui, catalogue, section[0]);
                let mut show = |ui: &mut Ui, index: usize| {
                    let Some(item) = catalogue.items.get_mut(index) else {
                        return;
                    };
                    let found = search.find(item);
                    item.match_text = found.as_ref().map(match_text).unwrap_or_default();
                    let selected = current == Some(&item.entry.origin);
                    let tile_width = filter.grid.then_some(width);
                    let response = item.show(ui, tile_width, selected);
                    if selected {
                        open_rows.push(response.clone());
                    }
                    if let Some(new_tab) = opens_new_tab(ui, &response) {
                        let origin = &item.entry.origin;
                        match &item.entry.level {
                            Ok(_) => open(origin, new_tab, cx),
                            Err(error) => {
                                let text = format!("{}: {error}", origin.path().display());
                                cx.messages.toast(Severity::Bad, text);
                            }
                        }
                    }
                };
                let columns = if filter.grid { columns as usize } else { 1 };
                for row in section.chunks(columns) {
                    ui.horizontal(|ui| row.iter().for_each(|index| show(ui, *index)));
                }
            }
            if self.scrolled_to.as_ref() != current {
                self.scrolled_to = current.cloned();
                let is_visible = |row: &Response| ui.clip_rect().contains_rect(row.rect);
                let hidden = !open_rows.iter().any(is_visible);
                if let Some(row) = open_rows.last().filter(|_| hidden) {
                    row.scroll_to_me(Some(egui::Align::Center));
                }
            }
        });
    }
}

/// Explains why no level is visible, with a button that resets filter or search.
fn no_matches(ui: &mut Ui, catalogue: &mut Catalogue, filter: &mut LibraryFilter) {
    let all = LibraryFilter {
        grid: filter.grid,
        ..LibraryFilter::default()
    };
    let hidden = match catalogue.search.trim() {
        "" => 0,
        _ => catalogue.matching(&all).len(),
    };
    if hidden > 0 {
        let count = answer::count(hidden, "matching levels");
        ui.add(Label::new(format!("The filter hides {count}.")).wrap());
        if ui.button("Show all").clicked() {
            *filter = all;
        }
    } else {
        ui.weak("No matching levels.");
        if ui.button("Show all levels").clicked() {
            catalogue.search.clear();
            *filter = all;
        }
    }
}

/// Fields other than the title that matched the search.
fn match_text(found: &LevelMatch) -> String {
    let fields = found.fields.iter();
    fields
        .map(|(name, text)| format!(" · {name}: {text}"))
        .collect()
}

/// Heading of a section, with the user's progress in it.
fn heading(ui: &mut Ui, catalogue: &Catalogue, index: usize) {
    let weak = theme::colors(ui).weak;
    let section = &catalogue.items[index].section;
    let title = match catalogue.progress(section) {
        (0, _) => section.title().to_owned(),
        (won, all) => {
            let won = answer::progress(won, all);
            format!("{} · {won} solved by you", section.title())
        }
    };
    ui.label(RichText::new(title).size(text::SMALL).color(weak));
}

/// Number of visible levels, and the button that solves them. Returns whether it was clicked.
fn summary(ui: &mut Ui, catalogue: &Catalogue, visible: &[usize]) -> bool {
    // A recent level also appears in its own section.
    let items = visible.iter().map(|index| &catalogue.items[*index]);
    let mut ids = BTreeSet::new();
    let levels = items.filter(|item| item.content.is_some_and(|id| ids.insert(id)));
    let levels: Vec<_> = levels.collect();
    let by_user = levels.iter().filter(|item| item.win.is_some()).count();
    let by_solver = levels
        .iter()
        .filter(|item| item.win.is_none() && item.solved)
        .count();
    let mut text = format!("{} solved by you", answer::progress(by_user, levels.len()));
    if by_solver > 0 {
        text.push_str(&format!(", {} by the program", answer::number(by_solver)));
    }
    let text = ui.add(Label::new(RichText::new(text).weak()).wrap());
    text.on_hover_text("Different levels shown here, each counted once");
    let solve = ui.button("Solve many levels…");
    let solve = solve.on_hover_text("Solve all levels shown here, in the background");
    ui.add_space(space::TIGHT);
    solve.clicked()
}

fn filter_fields(ui: &mut Ui, filter: &mut LibraryFilter) {
    // The fields keep their width, whatever is chosen.
    ui.horizontal_wrapped(|ui| {
        let width = ui.available_width();
        let remaining = width - STATUS_WIDTH - ui.spacing().item_spacing.x;
        let is_narrow = remaining < STATUS_WIDTH;
        let width = if is_narrow { width } else { remaining };
        let games = games::all().iter().map(|game| game.info());
        let games = games.map(|info| (info.id.to_owned(), info.title));
        let games = std::iter::once((String::new(), "All games")).chain(games);
        let list = |name: &str, width| ComboBox::from_id_salt(name).width(width).truncate();
        let name = "Game filter";
        named_list(ui, name, list(name, width), &mut filter.game, games);
        let statuses = SolvedFilter::ALL;
        let (name, width) = ("Solved filter", STATUS_WIDTH);
        named_list(ui, name, list(name, width), &mut filter.solved, statuses);
    });
}
