//! Panes for a position that is a list of facts: its numbers, its facts, and the legal moves as buttons.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use egui::{Button, CollapsingHeader, Frame, Label, Margin, RichText, ScrollArea, TextEdit, Ui};

use super::listing::{Change, MOST_MOVES, Shown};
use crate::game::{Cost, Level, Move};
use crate::kit::answer;
use crate::kit::fields::{facts, named_field, pane_title};
use crate::kit::pane::Pane;
use crate::kit::theme::{self, space};
use crate::page::Cx;
use crate::session::Document;

/// Number of moves above which they have a search field.
const MANY_MOVES: usize = 24;

const MOST_FACTS: usize = 500;

/// The panes and their search texts.
#[derive(Default)]
pub struct ListingPanes {
    filter: String,
    move_filter: String,
    /// Data of the position with this hash; `None` if it is not a list of facts.
    shown: Option<(u64, Option<Shown>)>,
}

impl ListingPanes {
    /// Updates the panes to the position after these moves, given in two parts.
    pub fn follow(&mut self, document: &Document, moves: [&[Move]; 2]) {
        let mut hasher = DefaultHasher::new();
        (document.revision(), moves).hash(&mut hasher);
        let key = hasher.finish();
        if self.shown.as_ref().is_some_and(|(of, _)| *of == key) {
            return;
        }
        let shown = Shown::after(document.level().as_ref(), &moves.concat());
        self.shown = Some((key, shown));
    }

    /// Shows the panes if the position is a list of facts. If `playable`, legal moves are buttons. Returns the ids of
    /// boards that need no drawing because the panes list them, or `None` if no board is left.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        cx: &mut Cx,
        playable: bool,
    ) -> Option<&'static [&'static str]> {
        let Some((_, Some(shown))) = &self.shown else {
            return Some(&[]);
        };
        let frame = Frame::new()
            .fill(theme::colors(ui).panel)
            .inner_margin(Margin::same(space::PANEL));
        let wide = ui.available_width();
        let lists = shown.listing.boards;
        let boards = cx.document.position().boards();
        let only_lists = boards.iter().all(|board| lists.contains(&board.id));
        let level = cx.document.level().as_ref();
        let noun = cx
            .document
            .game()
            .map_or("move", |game| game.info().move_noun);
        if only_lists && !playable {
            frame.show(ui, |ui| {
                counts(ui, shown, noun);
                fact_list(ui, shown, &mut self.filter);
            });
            return None;
        }
        let mut made = None;
        let filter = &mut self.move_filter;
        let usual = if wide > 1000.0 { 330.0 } else { 250.0 };
        Pane::right("facts", usual, 160.0..=(wide - 160.0).max(170.0))
            .frame(frame)
            .show(ui, |ui| {
                counts(ui, shown, noun);
                if playable && !only_lists {
                    let height = ui.available_height();
                    let most = (height - 80.0).max(90.0);
                    Pane::bottom(
                        "moves to choose from",
                        (0.4 * height).max(80.0),
                        60.0..=most,
                    )
                    .frame(Frame::new())
                    .show(ui, |ui| made = move_buttons(ui, shown, level, filter));
                }
                fact_list(ui, shown, &mut self.filter);
            });
        if only_lists {
            let frame = Frame::new().inner_margin(Margin::same(space::PANEL));
            frame.show(ui, |ui| made = move_buttons(ui, shown, level, filter));
        }
        if let Some(mv) = made {
            cx.make_move(&mv);
        }
        (!only_lists).then_some(lists)
    }
}

fn counts(ui: &mut Ui, shown: &Shown, noun: &str) {
    let depth = answer::cost(shown.made as Cost, &format!("{noun}s"));
    let own = shown.listing.counts.iter();
    let own = own.map(|(name, value)| (name.as_ref(), value.as_str()));
    let depth = std::iter::once(("Depth", depth.as_str()));
    facts(ui, "position in numbers", own.chain(depth));
    ui.add_space(space::SMALL);
}

/// Shows the legal moves. Returns the clicked one.
fn move_buttons(
    ui: &mut Ui,
    shown: &Shown,
    level: &dyn Level,
    filter: &mut String,
) -> Option<Move> {
    let mut made = None;
    let count = match shown.moves.len() {
        n if n > MOST_MOVES => format!("more than {MOST_MOVES}"),
        n => n.to_string(),
    };
    ui.label(RichText::new(format!("Legal moves ({count})")).strong());
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
                let reason = level.unplayable();
                let reason = reason.map(|reason| answer::sentence(&reason));
                let text = reason.unwrap_or_else(|| "There are no legal moves.".to_owned());
                ui.add(Label::new(RichText::new(text).weak()).wrap());
            }
        });
    made
}

fn fact_list(ui: &mut Ui, shown: &Shown, filter: &mut String) {
    let colors = theme::colors(ui);
    pane_title(ui, &format!("Facts ({})", shown.listing.facts.len()));
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
                            ui.add(Label::new(text.monospace()).wrap());
                        }
                        if facts.len() > MOST_FACTS {
                            ui.weak(format!("and {} more", facts.len() - MOST_FACTS));
                        }
                    });
            }
            if groups.is_empty() {
                ui.weak("No matching facts.");
            }
        });
}
