//! Positions that are lists of facts: the facts grouped, what the last move changed, and the legal moves as
//! buttons.

use crate::page::known;
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use egui::{Button, CollapsingHeader, Panel, RichText, ScrollArea, TextEdit, Ui};

use crate::game::{Cost, Fact, Listing, Move, Position, play};
use crate::kit::answer;
use crate::kit::fields::named_field;
use crate::kit::fields::pane_title;
use crate::kit::theme::{self, space};
use crate::shell::app::Workbench;

/// Moves shown as buttons at most.
const MOST_MOVES: usize = 1000;

/// From so many moves on there is a field to look for some.
const MANY_MOVES: usize = 24;

/// Facts of one group shown at most.
const MOST_FACTS: usize = 500;

/// What the panes remember.
#[derive(Default)]
pub struct Listings {
    filter: String,
    move_filter: String,
    /// The position shown: what it is of, and what is shown.
    shown: Option<(u64, Shown)>,
}

impl Listings {}

/// A position with what its last move has changed.
#[derive(Clone, Debug, Default)]
struct Shown {
    listing: Listing,
    moves: Vec<Move>,
    made: usize,
    /// Facts that were not there before the last move.
    new: BTreeSet<Fact>,
    /// Facts that are there no more.
    gone: Vec<Fact>,
}

impl Shown {
    fn of(position: &dyn Position, before: Option<Listing>, made: usize) -> Option<Self> {
        let listing = position.listing()?;
        let (mut new, mut gone) = (BTreeSet::new(), Vec::new());
        if let Some(before) = before {
            let now: BTreeSet<&Fact> = listing.facts.iter().collect();
            let then: BTreeSet<&Fact> = before.facts.iter().collect();
            new = now.difference(&then).map(|fact| (*fact).clone()).collect();
            let left = before.facts.iter().filter(|fact| !now.contains(fact));
            gone = left.cloned().collect();
        }
        Some(Self {
            moves: position.legal_moves(MOST_MOVES + 1),
            listing,
            made,
            new,
            gone,
        })
    }

    /// The groups with their facts; of those gone, too.
    fn groups(&self, filter: &str) -> Vec<(&str, Vec<(&Fact, Change)>)> {
        let mut groups: std::collections::BTreeMap<&str, Vec<(&Fact, Change)>> =
            std::collections::BTreeMap::new();
        let filter = filter.trim().to_lowercase();
        let fits = |fact: &&Fact| fact.text.to_lowercase().contains(&filter);
        for fact in self.listing.facts.iter().filter(fits) {
            let change = if self.new.contains(fact) {
                Change::New
            } else {
                Change::Same
            };
            groups.entry(&fact.group).or_default().push((fact, change));
        }
        for fact in self.gone.iter().filter(fits) {
            groups
                .entry(&fact.group)
                .or_default()
                .push((fact, Change::Gone));
        }
        groups.into_iter().collect()
    }
}

/// What the last move did to a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Same,
    New,
    Gone,
}

impl Workbench {
    /// Brings the lists in line with the position on screen; `false` if it has none.
    fn sync_listing(&mut self) -> bool {
        let playback = self.center.player.playback();
        let watching = self.cx.tab == known::PLAN && self.center.has_plan();
        let moves: Vec<Move> = match playback.filter(|_| watching) {
            Some(playback) => {
                let done = self.cx.document.plan().map(|plan| plan.done.to_vec());
                let mut moves = done.unwrap_or_default();
                moves.extend_from_slice(&playback.moves()[..playback.at()]);
                moves
            }
            None if self.cx.tab == known::PLAY => self.cx.document.moves().to_vec(),
            None => return false,
        };
        let mut hasher = DefaultHasher::new();
        (self.cx.document.revision(), &moves).hash(&mut hasher);
        let key = hasher.finish();
        if self
            .listings
            .shown
            .as_ref()
            .is_some_and(|(of, _)| *of == key)
        {
            return true;
        }
        let level = self.cx.document.level();
        if level.start().listing().is_none() {
            self.listings.shown = None;
            return false;
        }
        let before = moves
            .split_last()
            .and_then(|(_, before)| play(level.as_ref(), before).ok());
        let now = match &before {
            None => play(level.as_ref(), &moves).ok(),
            Some(before) => {
                let mut now = before.boxed_clone();
                let last = moves.last();
                last.is_none_or(|last| now.apply(last).is_ok())
                    .then_some(now)
            }
        };
        let before = before.and_then(|before| before.listing());
        let shown = now.and_then(|now| Shown::of(now.as_ref(), before, moves.len()));
        self.listings.shown = shown.map(|shown| (key, shown));
        self.listings.shown.is_some()
    }

    /// Shows facts and moves at the side of the boards, for positions that are lists of facts. Returns the ids
    /// of boards that need not be shown any more.
    pub(crate) fn listing_panes(&mut self, ui: &mut Ui) -> &'static [&'static str] {
        if !self.sync_listing() {
            return &[];
        }
        let Some((key, shown)) = self.listings.shown.take() else {
            return &[];
        };
        let frame = egui::Frame::new()
            .fill(theme::colors(ui).panel)
            .inner_margin(egui::Margin::same(space::PANEL));
        let wide = ui.available_width();
        let only_lists = {
            let boards = self.cx.document.position().boards();
            boards
                .iter()
                .all(|board| shown.listing.boards.contains(&board.id))
        };
        let mut made = None;
        let lists = shown.listing.boards;
        if only_lists && self.cx.tab != known::PLAY {
            frame.show(ui, |ui| {
                self.counts(ui, &shown);
                self.fact_list(ui, &shown);
            });
            self.listings.shown = Some((key, shown));
            return lists;
        }
        Panel::right("facts")
            .frame(frame)
            .resizable(true)
            .default_size(if wide > 1000.0 { 330.0 } else { 250.0 })
            .size_range(160.0..=(wide - 160.0).max(170.0))
            .show(ui, |ui| {
                self.counts(ui, &shown);
                if self.cx.tab == known::PLAY && !only_lists {
                    Panel::bottom("moves to choose from")
                        .frame(egui::Frame::new())
                        .resizable(true)
                        .default_size((0.4 * ui.available_height()).max(80.0))
                        .show(ui, |ui| made = self.move_buttons(ui, &shown));
                }
                self.fact_list(ui, &shown);
            });
        if only_lists {
            let frame = egui::Frame::new().inner_margin(egui::Margin::same(space::PANEL));
            frame.show(ui, |ui| made = self.move_buttons(ui, &shown));
        }
        self.listings.shown = Some((key, shown));
        if let Some(mv) = made {
            self.cx.make_move(&mv);
        }
        lists
    }

    /// Whether the lists leave nothing to be drawn.
    pub(crate) fn only_lists(&self, hidden: &[&str]) -> bool {
        !hidden.is_empty()
            && self
                .cx
                .document
                .position()
                .boards()
                .iter()
                .all(|board| hidden.contains(&board.id))
    }

    fn counts(&self, ui: &mut Ui, shown: &Shown) {
        let noun = self
            .cx
            .document
            .game()
            .map_or("move", |game| game.info().move_noun);
        let depth = answer::cost(shown.made as Cost, &format!("{noun}s"));
        let own = shown.listing.counts.iter();
        let own = own.map(|(name, value)| (name.as_ref(), value.as_str()));
        let depth = std::iter::once(("Depth", depth.as_str()));
        crate::kit::fields::facts(ui, "position in numbers", own.chain(depth));
        ui.add_space(space::SMALL);
    }

    fn move_buttons(&mut self, ui: &mut Ui, shown: &Shown) -> Option<Move> {
        let mut made = None;
        let count = match shown.moves.len() {
            n if n > MOST_MOVES => format!("more than {MOST_MOVES}"),
            n => n.to_string(),
        };
        ui.label(RichText::new(format!("Legal moves ({count})")).strong());
        let filter = &mut self.listings.move_filter;
        if shown.moves.len() > MANY_MOVES {
            let field = ui.add(
                TextEdit::singleline(filter)
                    .hint_text("Find a move")
                    .desired_width(f32::INFINITY),
            );
            field.widget_info(|| named_field("Find a move", filter));
        } else {
            filter.clear();
        }
        let wanted = filter.trim().to_lowercase();
        let fits = |mv: &&Move| mv.as_str().to_lowercase().contains(&wanted);
        ScrollArea::vertical()
            .id_salt("legal moves")
            .auto_shrink([false, false])
            .show(ui, |ui| {
                ui.horizontal_wrapped(|ui| {
                    for mv in shown.moves.iter().take(MOST_MOVES).filter(fits) {
                        if ui.add(Button::new(mv.as_str())).clicked() {
                            made = Some(mv.clone());
                        }
                    }
                });
                if shown.moves.is_empty() {
                    let reason = self.cx.document.level().unplayable();
                    let reason = reason.map(|reason| answer::sentence(&reason));
                    let text = reason.unwrap_or_else(|| "Nothing can be done here.".to_owned());
                    ui.add(egui::Label::new(RichText::new(text).weak()).wrap());
                }
            });
        made
    }

    fn fact_list(&mut self, ui: &mut Ui, shown: &Shown) {
        let colors = theme::colors(ui);
        pane_title(ui, &format!("Facts ({})", shown.listing.facts.len()));
        let filter = &mut self.listings.filter;
        let field = ui.add(
            TextEdit::singleline(filter)
                .hint_text("Find facts")
                .desired_width(f32::INFINITY),
        );
        field.widget_info(|| named_field("Find facts", filter));
        let groups = shown.groups(filter);
        ScrollArea::vertical()
            .id_salt("facts that hold")
            .auto_shrink([false, false])
            .show(ui, |ui| {
                for (group, facts) in &groups {
                    let held = facts.iter().filter(|(_, change)| *change != Change::Gone);
                    let title = format!("{group} ({})", held.count());
                    CollapsingHeader::new(RichText::new(title).strong())
                        .id_salt(("facts", *group))
                        .default_open(true)
                        .show(ui, |ui| {
                            for (fact, change) in facts.iter().take(MOST_FACTS) {
                                let text = match change {
                                    Change::Same => RichText::new(format!("   {}", fact.text)),
                                    Change::New => {
                                        RichText::new(format!("+ {}", fact.text)).color(colors.good)
                                    }
                                    Change::Gone => RichText::new(format!("− {}", fact.text))
                                        .color(colors.weak)
                                        .strikethrough(),
                                };
                                ui.add(egui::Label::new(text.monospace()).wrap());
                            }
                            if facts.len() > MOST_FACTS {
                                ui.weak(format!("and {} more", facts.len() - MOST_FACTS));
                            }
                        });
                }
                if groups.is_empty() {
                    ui.weak("No such fact holds.");
                }
            });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(group: &str, text: &str) -> Fact {
        Fact {
            group: group.to_owned(),
            text: text.to_owned(),
        }
    }

    #[test]
    fn facts_are_grouped_with_those_that_came_and_went() {
        let shown = Shown {
            listing: Listing {
                facts: vec![fact("at", "(at b)"), fact("step", "(step 2)")],
                ..Listing::default()
            },
            new: [fact("at", "(at b)")].into(),
            gone: vec![fact("at", "(at a)")],
            ..Shown::default()
        };
        let groups = shown.groups("");
        assert_eq!(groups.len(), 2);
        let changes: Vec<Change> = groups[0].1.iter().map(|(_, change)| *change).collect();
        assert_eq!(changes, [Change::New, Change::Gone]);
        assert_eq!(groups[1].1[0].1, Change::Same);
        let filtered = shown.groups(" STEP");
        assert_eq!(filtered.len(), 1);
        assert!(shown.groups("none").is_empty());
    }
}
