//! The library panel.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{ComboBox, Context, Id, Label, Response, ScrollArea, TextEdit, Ui, WidgetInfo, vec2};

use crate::board::{Icon, icon_button};

use crate::catalogue::{Catalogue, Found, Search};
use crate::games;
use crate::kit::answer;
use crate::kit::choice::Choices as _;
use crate::kit::fields::{chosen, named_field, pane_title, select_all};
use crate::kit::theme::{self, space, text};
use crate::page::command::commands;
use crate::page::messages::Weight;
use crate::page::settings::{LibraryFilter, SolvedFilter};
use crate::page::{Command, CommandInfo, Cx, Notice, Page, Request, Side, known};
use crate::session::library::{EntryError, Origin};

commands! {
    View {
        5 FIND_LEVEL "Find level" "Go to the search field of the library" [ctrl(Key::F)];
    }
}

const STATUS: f32 = 92.0;

const TILE: f32 = 104.0;

/// The page.
#[derive(Default)]
pub struct LibraryPage {
    focus_search: bool,
    /// Open level that was last scrolled into view.
    seen: Option<Origin>,
}

impl Page for LibraryPage {
    fn commands(&self) -> &'static [CommandInfo] {
        COMMANDS
    }

    fn run(&mut self, command: Command, _ctx: &Context, cx: &mut Cx) {
        if command == FIND_LEVEL {
            cx.show_side(Side::Left);
            self.focus_search = true;
        }
    }

    fn poll(&mut self, _ctx: &Context, cx: &mut Cx) {
        for problem in cx.catalogue.poll() {
            cx.messages.toast(Weight::Warn, problem);
        }
        if std::mem::take(&mut cx.catalogue.has_early_records) {
            cx.save_marks();
            cx.save_wins();
            cx.save_results();
        }
    }

    fn hear(&mut self, notice: &Notice, cx: &mut Cx) {
        if matches!(notice, Notice::FilesChanged) {
            cx.reload_catalogue();
        }
    }

    fn offers(&self, side: Side, _cx: &Cx) -> bool {
        side == Side::Left
    }

    fn panel(&mut self, _side: Side, ui: &mut Ui, cx: &mut Cx) {
        let current = cx.origin();
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
        match self.show(ui, &mut cx.catalogue, current.as_ref(), &mut filter) {
            Answer::None => {}
            Answer::SolveAll => cx.ask(Request::Run(known::SOLVE_MANY)),
            // The open level is not reopened, to keep the work done in it.
            Answer::Open(origin, _) if Some(&origin) == current.as_ref() => {}
            Answer::Open(origin, new_tab) => cx.ask(Request::open(origin, new_tab)),
            Answer::Broken(origin, error) => {
                let text = format!("{}: {error}", origin.path().display());
                cx.messages.toast(Weight::Bad, text);
            }
        }
        cx.settings.library = filter;
    }
}

enum Answer {
    None,
    /// Opens this level; `true` for a new tab.
    Open(Origin, bool),
    /// This entry is broken; report the error.
    Broken(Origin, Arc<EntryError>),
    SolveAll,
}

impl LibraryPage {
    /// Shows the library; `current` is the open level's origin.
    fn show(
        &mut self,
        ui: &mut Ui,
        catalogue: &mut Catalogue,
        current: Option<&Origin>,
        filter: &mut LibraryFilter,
    ) -> Answer {
        let mut answer = Answer::None;
        let field = ui.add(
            TextEdit::singleline(&mut catalogue.search)
                .id(search_id())
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
        // Enter in the field opens the first level found.
        let enter = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        ui.add_space(space::TIGHT);
        if !catalogue.is_loaded() {
            ui.weak("Reading levels…");
            return answer;
        }
        let shown = catalogue.matching(filter);
        if shown.is_empty() {
            ui.add_space(space::MEDIUM);
            if catalogue.items().is_empty() {
                ui.weak("There are no levels yet. Draw one, open a file, or drop one here.");
            } else {
                nothing(ui, catalogue, filter);
            }
            return answer;
        }
        if enter
            && let Some(Ok(_)) = shown
                .first()
                .map(|first| &catalogue.items()[*first].entry.level)
        {
            let new_tab = ui.input(|input| input.modifiers.command);
            answer = Answer::Open(catalogue.items()[shown[0]].entry.origin.clone(), new_tab);
        }
        if summary(ui, catalogue, &shown) {
            answer = Answer::SolveAll;
        }
        let dark = ui.visuals().dark_mode;
        // Each query starts at its first level.
        ScrollArea::vertical()
            .id_salt(&query)
            .auto_shrink([false, false])
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing = vec2(space::TIGHT, 2.0);
                let room = ui.available_width();
                let across = ((room + space::TIGHT) / (TILE + space::TIGHT))
                    .floor()
                    .max(1.0);
                let width = ((room + space::TIGHT) / across - space::TIGHT).floor();
                let sections = shown.chunk_by(|a, b| {
                    let section = |index: &usize| &catalogue.items()[*index].section;
                    section(a) == section(b)
                });
                let sections: Vec<&[usize]> = sections.collect();
                let mut search = Search::new(&query);
                // A recent level may be listed twice.
                let mut open_rows: Vec<Response> = Vec::new();
                for (count, section) in sections.into_iter().enumerate() {
                    if count > 0 {
                        ui.add_space(space::SMALL);
                    }
                    heading(ui, catalogue, section[0]);
                    let mut show = |ui: &mut Ui, index: usize| {
                        let Some(item) = catalogue.item_mut(index) else {
                            return;
                        };
                        let found = search.find(item);
                        item.why = found.map_or_else(String::new, |found| why(&found));
                        let selected = current == Some(&item.entry.origin);
                        let response = if filter.grid {
                            item.show_tile(ui, width, selected, dark)
                        } else {
                            item.show_row(ui, selected, dark)
                        };
                        if selected {
                            open_rows.push(response.clone());
                        }
                        if let Some(new_tab) = chosen(ui, &response) {
                            let origin = item.entry.origin.clone();
                            answer = match &item.entry.level {
                                Ok(_) => Answer::Open(origin, new_tab),
                                Err(error) => Answer::Broken(origin, error.clone()),
                            };
                        }
                    };
                    let across = if filter.grid { across as usize } else { 1 };
                    for row in section.chunks(across) {
                        ui.horizontal(|ui| row.iter().for_each(|index| show(ui, *index)));
                    }
                }
                if self.seen.as_ref() != current {
                    self.seen = current.cloned();
                    let in_sight = |row: &Response| ui.clip_rect().contains_rect(row.rect);
                    if let Some(row) = open_rows.last().filter(|_| !open_rows.iter().any(in_sight))
                    {
                        row.scroll_to_me(Some(egui::Align::Center));
                    }
                }
            });
        answer
    }
}

/// Explains why no level is visible, with a button that resets filter or search.
fn nothing(ui: &mut Ui, catalogue: &mut Catalogue, filter: &mut LibraryFilter) {
    let all = LibraryFilter {
        grid: filter.grid,
        ..LibraryFilter::default()
    };
    let hidden = match catalogue.search.trim() {
        "" => 0,
        _ => catalogue.matching(&all).len(),
    };
    if hidden > 0 {
        let found = answer::cost(hidden as i64, "levels");
        ui.add(Label::new(format!("The filter hides {found} that match.")).wrap());
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
fn why(found: &Found) -> String {
    let fields = found.fields.iter();
    fields
        .map(|(name, text)| format!(" · {name}: {text}"))
        .collect()
}

/// Heading of a section, with the user's progress in it.
fn heading(ui: &mut Ui, catalogue: &Catalogue, index: usize) {
    let weak = theme::colors(ui).weak;
    let section = &catalogue.items()[index].section;
    let title = match catalogue.progress(section) {
        (0, _) => section.title().to_owned(),
        (won, all) => format!("{} · {won} of {all} solved by you", section.title()),
    };
    ui.label(egui::RichText::new(title).size(text::SMALL).color(weak));
}

/// Number of visible levels, and the button that solves them. Returns whether it was clicked.
fn summary(ui: &mut Ui, catalogue: &Catalogue, shown: &[usize]) -> bool {
    // A recent level also appears in its own section.
    let items = shown.iter().map(|index| &catalogue.items()[*index]);
    let mut seen = BTreeSet::new();
    let levels: Vec<_> = items
        .filter(|item| item.content.is_none_or(|id| seen.insert(id)))
        .collect();
    let solved = levels.iter().filter(|item| item.solved).count();
    let count = levels.len();
    let mut clicked = false;
    ui.horizontal_wrapped(|ui| {
        let [solved, count] = [solved, count].map(|count| answer::number(count as u64));
        ui.weak(format!("{solved} of {count} solved"));
        clicked = ui
            .small_button("Solve all…")
            .on_hover_text("Solve all levels on show in the background")
            .clicked();
    });
    ui.add_space(space::TIGHT);
    clicked
}

fn filter_fields(ui: &mut Ui, filter: &mut LibraryFilter) {
    let combo = |ui: &mut Ui, name: &str, width, value: &str, choose: &mut dyn FnMut(&mut Ui)| {
        let combo = ComboBox::from_id_salt(name)
            .selected_text(value)
            .width(width)
            .truncate()
            .show_ui(ui, choose);
        combo.response.widget_info(|| {
            let mut info = WidgetInfo::labeled(egui::Role::ComboBox, true, name);
            info.current_text_value = Some(value.to_owned());
            info
        });
    };
    // The fields keep their width, whatever is chosen.
    ui.horizontal_wrapped(|ui| {
        let room = ui.available_width();
        let beside = room - STATUS - ui.spacing().item_spacing.x;
        let room = if beside < STATUS { room } else { beside };
        let title = games::by_id(&filter.game).map_or("All games", |game| game.info().title);
        combo(ui, "Game filter", room, title, &mut |ui| {
            ui.choice_value(&mut filter.game, String::new(), "All games");
            for game in games::all() {
                let info = game.info();
                ui.choice_value(&mut filter.game, info.id.to_owned(), info.title);
            }
        });
        let shown = filter.solved.name();
        combo(ui, "Solved filter", STATUS, shown, &mut |ui| {
            for choice in SolvedFilter::ALL {
                ui.choice_value(&mut filter.solved, choice, choice.name());
            }
        });
    });
}

fn search_id() -> Id {
    Id::unique("library search")
}

#[cfg(test)]
mod tests {
    use egui_kittest::kittest::Queryable as _;

    use super::*;
    use crate::page::Source;
    use crate::page::alone::{Alone, Show, run, says, tell};

    #[test]
    fn alone_it_finds_a_level_and_asks_to_open_it() {
        let level = "logo\n\n...\n.1.\n...\n";
        let show = Show::Panel(Side::Left);
        let mut harness = Alone::open(LibraryPage::default(), level, show);
        tell(&mut harness, &Notice::FilesChanged);
        while !harness.state().cx.catalogue.is_ready() {
            harness.step();
            std::thread::yield_now();
        }
        "diamond".clone_into(&mut harness.state_mut().cx.catalogue.search);
        harness.run_steps(2);
        assert!(says(&harness, "0 of 1 solved"));
        harness.get_by_label_contains("Diamond").click();
        harness.run_steps(2);
        run(&mut harness, FIND_LEVEL);
        let asked = &harness.state().requests;
        assert!(matches!(
            asked[..],
            [
                Request::Open(Source::Origin(_)),
                Request::ShowSide(Side::Left)
            ]
        ));
    }
}
