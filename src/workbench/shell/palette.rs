//! The command palette: finds commands and levels by part of their name.

use egui::{Id, Key, Modal, Modifiers, RichText, ScrollArea, TextEdit, Ui, vec2};
use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use crate::catalogue::{Catalogue, LevelSearch, LibraryItem};
use crate::kit::fields;
use crate::kit::theme::{self, space};
use crate::page::command::CommandRegistry;
use crate::page::{CommandInfo, Cx, Request, known};

/// Most levels among the results.
const MAX_LEVELS: usize = 60;

#[derive(Debug, Default)]
pub struct CommandPalette {
    query: String,
    /// Index of the chosen entry among those found.
    chosen: usize,
    scroll_to_chosen: bool,
}

enum PaletteEntry<'c> {
    Command(&'static CommandInfo),
    Level(&'c LibraryItem),
}

impl CommandPalette {
    /// Requests what the user chooses. Returns whether the palette stays open.
    pub fn show(&mut self, ui: &Ui, cx: &mut Cx) -> bool {
        let all = cx.commands.all();
        let all: Vec<_> = all.filter(|info| info.id != known::PALETTE).collect();
        let mut entries = find(&self.query, &all, &cx.catalogue);
        // What can be chosen comes first.
        entries.sort_by_cached_key(|entry| match entry {
            PaletteEntry::Command(info) => cx.commands.enabled(info.id).is_err(),
            PaletteEntry::Level(_) => false,
        });
        self.chosen = self.chosen.min(entries.len().saturating_sub(1));
        self.handle_keys(ui, entries.len());
        let mut chosen = ui.input_mut(|input| {
            let mut enter = |modifiers| input.consume_key(modifiers, Key::Enter);
            let new_tab = enter(Modifiers::COMMAND);
            (new_tab || enter(Modifiers::NONE)).then_some((self.chosen, new_tab))
        });

        let area = Modal::default_area(Id::unique("command palette"))
            .anchor(egui::Align2::CENTER_TOP, vec2(0.0, 70.0));
        let modal = Modal::new(Id::unique("command palette"))
            .area(area)
            .show(ui.ctx(), |ui| {
                ui.set_width(520.0);
                let name = "Find a command or a level";
                let field = TextEdit::singleline(&mut self.query)
                    .hint_text(name)
                    .desired_width(f32::INFINITY)
                    .margin(egui::Margin::symmetric(8, 6));
                let field = ui.add(field);
                field.widget_info(|| fields::named_field(name, &self.query));
                field.request_focus();
                if field.changed() {
                    self.chosen = 0;
                    self.scroll_to_chosen = true;
                }
                ui.add_space(space::TIGHT);
                if entries.is_empty() {
                    ui.weak("No matching commands or levels.");
                }
                // Constant height: a window remembers its last size, which would otherwise limit the list.
                let height = (ui.ctx().content_rect().height() - 160.0).clamp(80.0, 380.0);
                let list = ScrollArea::vertical()
                    .max_height(height)
                    .min_scrolled_height(height)
                    .auto_shrink([false, false]);
                list.show(ui, |ui| {
                    ui.set_min_height(height);
                    for (index, entry) in entries.iter().enumerate() {
                        if let Some(new_tab) = self.row(ui, index, entry, &cx.commands) {
                            chosen = Some((index, new_tab));
                        }
                    }
                });
                self.scroll_to_chosen = false;
            });
        let chosen = chosen.and_then(|(index, new_tab)| Some((entries.get(index)?, new_tab)));
        let request = match chosen {
            Some((PaletteEntry::Command(info), _)) if cx.commands.enabled(info.id).is_ok() => {
                Request::Run(info.id)
            }
            Some((PaletteEntry::Level(item), new_tab)) => {
                Request::open(item.entry.origin.clone(), new_tab)
            }
            _ => return !modal.should_close(),
        };
        cx.send(request);
        false
    }

    fn handle_keys(&mut self, ui: &Ui, count: usize) {
        let last = count.saturating_sub(1);
        ui.input_mut(|input| {
            let mut pressed = |key| input.consume_key(Modifiers::NONE, key);
            let before = self.chosen;
            if pressed(Key::ArrowDown) {
                self.chosen = if before >= last { 0 } else { before + 1 };
            }
            if pressed(Key::ArrowUp) {
                self.chosen = self.chosen.checked_sub(1).unwrap_or(last);
            }
            if pressed(Key::PageDown) {
                self.chosen = (self.chosen + 10).min(last);
            }
            if pressed(Key::PageUp) {
                self.chosen = self.chosen.saturating_sub(10);
            }
            self.scroll_to_chosen |= before != self.chosen;
        });
    }

    /// Shows a row. If it was chosen, returns whether to open a new tab.
    fn row(
        &self,
        ui: &mut Ui,
        index: usize,
        entry: &PaletteEntry<'_>,
        commands: &CommandRegistry,
    ) -> Option<bool> {
        let weak = theme::colors(ui).weak;
        let (name, hint, possible, tooltip) = match entry {
            PaletteEntry::Command(info) => (
                format!("{} – {}", info.menu.title(), info.id.text()),
                commands.shortcut(ui.ctx(), info.id).unwrap_or_default(),
                commands.enabled(info.id),
                info.tooltip.to_owned(),
            ),
            PaletteEntry::Level(item) => (
                format!("Level – {}", item.title),
                description(item),
                Ok(()),
                item.entry.origin.path().display().to_string(),
            ),
        };
        let button = egui::Button::selectable(index == self.chosen, RichText::new(name))
            .min_size(vec2(ui.available_width(), 0.0))
            .shortcut_text(RichText::new(hint).color(weak))
            .truncate();
        let response = ui.add_enabled(possible.is_ok(), button);
        if self.scroll_to_chosen && index == self.chosen {
            response.scroll_to_me(None);
        }
        let response = response.on_hover_text(tooltip);
        match possible {
            Ok(()) => fields::opens_new_tab(ui, &response),
            Err(reason) => {
                response.on_disabled_hover_text(reason);
                None
            }
        }
    }
}

fn description(item: &LibraryItem) -> String {
    let level = item.entry.level.as_ref().ok();
    let author = level.map_or("", |level| level.meta().author.trim());
    match author {
        "" => item.game_title().to_owned(),
        author => format!("{}, {author}", item.game_title()),
    }
}

/// Entries for a query: first those whose name contains it, commands before levels; then approximate matches, and
/// commands whose description matches.
fn find<'c>(
    query: &str,
    all: &[&'static CommandInfo],
    catalogue: &'c Catalogue,
) -> Vec<PaletteEntry<'c>> {
    let lower = query.trim().to_lowercase();
    let matches = |name: &str| name.to_lowercase().contains(&lower);
    let (mut exact, mut close) = (Vec::new(), Vec::new());
    for info in commands(query, all) {
        match matches(info.id.text()) {
            true => exact.push(PaletteEntry::Command(info)),
            false => close.push(PaletteEntry::Command(info)),
        }
    }
    if lower.is_empty() {
        return exact;
    }
    let mut search = LevelSearch::new(query);
    let items = catalogue.items.iter();
    let mut levels: Vec<_> = items
        .filter(|item| item.entry.level.is_ok())
        .filter_map(|item| Some((std::cmp::Reverse(search.find(item)?.score), item)))
        .collect();
    levels.sort_by_key(|(score, _)| *score);
    for (_, item) in levels.into_iter().take(MAX_LEVELS) {
        match matches(&item.title) {
            true => exact.push(PaletteEntry::Level(item)),
            false => close.push(PaletteEntry::Level(item)),
        }
    }
    exact.append(&mut close);
    exact
}

/// Commands for a query: by name, then by name and menu, then by description.
fn commands(query: &str, all: &[&'static CommandInfo]) -> Vec<&'static CommandInfo> {
    let mut indices = fuzzy_search(query, all.iter().map(|info| info.id.text()));
    let with_menu = |info: &&CommandInfo| format!("{} {}", info.id.text(), info.menu.title());
    let with_menus: Vec<String> = all.iter().map(with_menu).collect();
    indices.extend(fuzzy_search(query, with_menus.iter().map(String::as_str)));
    let query = query.trim().to_lowercase();
    indices.extend((0..all.len()).filter(|index| {
        let tooltip = all[*index].tooltip.to_lowercase();
        !query.is_empty() && tooltip.contains(&query)
    }));
    let mut unique: Vec<&CommandInfo> = Vec::new();
    for index in indices {
        if unique.iter().all(|info| info.id != all[index].id) {
            unique.push(all[index]);
        }
    }
    unique
}

/// Indices of the matching texts, best first; all in order for an empty query.
fn fuzzy_search<'a>(query: &str, texts: impl IntoIterator<Item = &'a str>) -> Vec<usize> {
    let texts = texts.into_iter().enumerate();
    if query.trim().is_empty() {
        return texts.map(|(index, _)| index).collect();
    }
    let pattern = Pattern::parse(query, CaseMatching::Ignore, Normalization::Smart);
    let mut matcher = Matcher::new(Config::DEFAULT);
    let mut buffer = Vec::new();
    let mut matches: Vec<(u32, usize, usize)> = texts
        .filter_map(|(index, text)| {
            let score = pattern.score(Utf32Str::new(text, &mut buffer), &mut matcher)?;
            Some((score, text.len(), index))
        })
        .collect();
    // Of equally good matches, the shorter text first.
    matches.sort_by_key(|(score, length, index)| (std::cmp::Reverse(*score), *length, *index));
    matches.into_iter().map(|(_, _, index)| index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::pages;

    fn all() -> Vec<&'static CommandInfo> {
        pages::commands().all().collect()
    }

    #[test]
    fn commands_are_found_by_name_and_description() {
        for info in all() {
            assert_eq!(commands(info.id.text(), &all())[0].id, info.id);
        }
        let mut found = commands("screenshot", &all()).into_iter();
        assert!(found.any(|info| info.id == known::IMPORT_PICTURE));
        assert!(commands("zzzz", &all()).is_empty());
    }

    #[test]
    fn parts_and_initials_find_a_text() {
        let texts = ["Open…", "Open path…", "Rotate right", "Save as…"];
        assert_eq!(fuzzy_search("rotr", texts), [2]);
        assert_eq!(fuzzy_search("path", texts), [1]);
        assert_eq!(fuzzy_search("", texts), [0, 1, 2, 3]);
        assert!(fuzzy_search("zzz", texts).is_empty());
    }
}
