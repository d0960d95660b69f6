//! Positions that are lists of facts: facts by group, changes of the last move, legal moves, and their panes.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use egui::{Button, CollapsingHeader, Frame, Label, Margin, RichText, Ui};

use crate::game::words::count;
use crate::game::{Fact, Level, Listing, Move, play};
use crate::kit::answer;
use crate::kit::fields::{facts, pane_title, panel_frame, scroll_area, text_field};
use crate::kit::pane::Pane;
use crate::kit::theme::{self, space};
use crate::page::Cx;
use crate::session::Document;

/// Most legal moves that are counted and listed.
const MAX_MOVES: usize = 1000;

/// A position with the changes of its last move.
struct FactsView {
    listing: Listing,
    /// Legal moves, at most one more than are displayed.
    moves: Vec<Move>,
    move_count: usize,
    /// Facts that held before the last move; `None` before the first one.
    before: Option<BTreeSet<Fact>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FactChange {
    Unchanged,
    Added,
    Removed,
}

impl FactsView {
    /// The position after these moves; `None` if it is not a list of facts.
    fn after(level: &dyn Level, moves: &[Move]) -> Option<Self> {
        let mut position = level.start();
        position.listing()?;
        let mut before = None;
        if let Some((last, earlier)) = moves.split_last() {
            position = play(level, earlier).ok()?;
            before = position.listing().map(|it| it.facts.into_iter().collect());
            position.apply(last).ok()?;
        }
        Some(Self {
            moves: position.legal_moves(MAX_MOVES + 1),
            listing: position.listing()?,
            move_count: moves.len(),
            before,
        })
    }

    /// Facts that contain `filter`, by group, including removed ones.
    fn groups(&self, filter: &str) -> Vec<(&str, Vec<(&Fact, FactChange)>)> {
        let now: BTreeSet<&Fact> = self.listing.facts.iter().collect();
        let current = self.listing.facts.iter().map(|fact| match &self.before {
            Some(before) if !before.contains(fact) => (fact, FactChange::Added),
            _ => (fact, FactChange::Unchanged),
        });
        let removed = self.before.iter().flatten();
        let removed = removed.filter(|fact| !now.contains(fact));
        let removed = removed.map(|fact| (fact, FactChange::Removed));
        let filter = filter.trim().to_lowercase();
        let mut groups: BTreeMap<&str, Vec<(&Fact, FactChange)>> = BTreeMap::new();
        for (fact, change) in current.chain(removed) {
            if fact.text.to_lowercase().contains(&filter) {
                groups.entry(&fact.group).or_default().push((fact, change));
            }
        }
        groups.into_iter().collect()
    }
}

/// Number of moves above which they have a search field.
const SEARCHABLE_MOVES: usize = 24;
/// Most facts listed of one group.
const MAX_FACTS: usize = 500;

#[derive(Default)]
pub struct ListingPanes {
    filter: String,
    move_filter: String,
    /// Data of the position with this hash; `None` if it is not a list of facts.
    view: Option<(u64, Option<FactsView>)>,
}

impl ListingPanes {
    /// Updates the panes to the position after these moves, given in two parts.
    pub fn update(&mut self, document: &Document, moves: [&[Move]; 2]) {
        let mut hasher = DefaultHasher::new();
        (document.revision(), moves).hash(&mut hasher);
        let key = hasher.finish();
        if self.view.as_ref().is_some_and(|(hash, _)| *hash == key) {
            return;
        }
        let view = FactsView::after(document.level().as_ref(), &moves.concat());
        self.view = Some((key, view));
    }

    /// Shows the panes if the position is a list of facts. If `playable`, legal moves are buttons. Returns the ids of
    /// boards that need no drawing because the panes list them, or `None` if no board is left.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        cx: &mut Cx,
        playable: bool,
    ) -> Option<&'static [&'static str]> {
        let Some((_, Some(view))) = &self.view else {
            return Some(&[]);
        };
        let frame = panel_frame(ui);
        let width = ui.available_width();
        let list_boards = view.listing.boards;
        let boards = cx.document.position().boards();
        let only_lists = boards.iter().all(|board| list_boards.contains(&board.id));
        let level = cx.document.level().as_ref();
        let game = cx.document.game();
        let noun = game.map_or("move", |game| game.info().move_noun);
        if only_lists && !playable {
            frame.show(ui, |ui| {
                position_facts(ui, view, noun);
                fact_list(ui, view, &mut self.filter);
            });
            return None;
        }
        let mut chosen = None;
        let filter = &mut self.move_filter;
        let default = if width > 1000.0 { 330.0 } else { 250.0 };
        Pane::right("facts", default, 160.0..=(width - 160.0).max(170.0))
            .frame(frame)
            .show(ui, |ui| {
                position_facts(ui, view, noun);
                if playable && !only_lists {
                    let height = ui.available_height();
                    let max = (height - 80.0).max(90.0);
                    Pane::bottom("moves to choose from", (0.4 * height).max(80.0), 60.0..=max)
                        .frame(Frame::new())
                        .show(ui, |ui| chosen = move_buttons(ui, view, level, filter));
                }
                fact_list(ui, view, &mut self.filter);
            });
        if only_lists {
            let frame = Frame::new().inner_margin(Margin::same(space::PANEL));
            frame.show(ui, |ui| chosen = move_buttons(ui, view, level, filter));
        }
        if let Some(mv) = chosen {
            cx.make_move(&mv);
        }
        (!only_lists).then_some(list_boards)
    }
}

fn position_facts(ui: &mut Ui, view: &FactsView, noun: &str) {
    let depth = count(view.move_count, &format!("{noun}s"));
    let counts = view.listing.counts.iter();
    let counts = counts.map(|(name, value)| (name.as_ref(), value.as_str()));
    let depth = std::iter::once(("Depth", depth.as_str()));
    facts(ui, "position in numbers", counts.chain(depth));
    ui.add_space(space::SMALL);
}

fn move_buttons(
    ui: &mut Ui,
    view: &FactsView,
    level: &dyn Level,
    filter: &mut String,
) -> Option<Move> {
    let mut chosen = None;
    let count = match view.moves.len() {
        n if n > MAX_MOVES => format!("more than {}", answer::number(MAX_MOVES)),
        n => answer::number(n),
    };
    ui.label(RichText::new(format!("Legal moves ({count})")).strong());
    if view.moves.len() > SEARCHABLE_MOVES {
        let name = "Find a move";
        text_field(ui, name, filter, name, f32::INFINITY);
    } else {
        filter.clear();
    }
    let query = filter.trim().to_lowercase();
    let matches = |mv: &&Move| mv.as_str().to_lowercase().contains(&query);
    scroll_area(ui, "legal moves", |ui| {
        ui.horizontal_wrapped(|ui| {
            for mv in view.moves.iter().take(MAX_MOVES).filter(matches) {
                if ui.add(Button::new(mv.as_str())).clicked() {
                    chosen = Some(mv.clone());
                }
            }
        });
        if view.moves.is_empty() {
            let reason = level.unplayable();
            let reason = reason.unwrap_or_else(|| "there are no legal moves".to_owned());
            let text = answer::sentence(&reason);
            ui.add(Label::new(RichText::new(text).weak()).wrap());
        }
    });
    chosen
}

fn fact_list(ui: &mut Ui, view: &FactsView, filter: &mut String) {
    let colors = theme::colors(ui);
    pane_title(ui, &format!("Facts ({})", view.listing.facts.len()));
    text_field(ui, "Find facts", filter, "Find facts", f32::INFINITY);
    let groups = view.groups(filter);
    scroll_area(ui, "facts that hold", |ui| {
        for (group, facts) in &groups {
            let current = facts.iter().map(|(_, change)| *change);
            let current = current.filter(|change| *change != FactChange::Removed);
            let title = format!("{group} ({})", current.count());
            CollapsingHeader::new(RichText::new(title).strong())
                .id_salt(("facts", *group))
                .default_open(true)
                .show(ui, |ui| {
                    for (fact, change) in facts.iter().take(MAX_FACTS) {
                        let text = |sign: &str| RichText::new(format!("{sign} {}", fact.text));
                        let text = match change {
                            FactChange::Unchanged => text("  "),
                            FactChange::Added => text("+").color(colors.good),
                            FactChange::Removed => text("−").color(colors.weak).strikethrough(),
                        };
                        ui.add(Label::new(text.monospace()).wrap());
                    }
                    if facts.len() > MAX_FACTS {
                        ui.weak(format!("and {} more", facts.len() - MAX_FACTS));
                    }
                });
        }
        if groups.is_empty() {
            ui.weak("No matching facts.");
        }
    });
}
