//! The state that was clicked: its boards, what is known of it, the moves there and on.

use crate::page::known;
use egui::{Frame, Margin, Panel, RichText, ScrollArea, Ui};

use crate::board::{Overlays, Scene};
use crate::game::{Move, Position};
use crate::graph::Fate;

use super::Snapshot;
use crate::kit::theme::{self, space};
use crate::page::messages::Weight;
use crate::shell::app::Workbench;

/// Width of the panel in points.
const WIDTH: f32 = 300.0;

/// Height of its boards in points.
const BOARDS: f32 = 240.0;

impl Workbench {
    /// Shows the selected state at the right of the graph.
    pub(crate) fn state_side(&mut self, ui: &mut Ui, snapshot: &Snapshot) {
        let Some(id) = self
            .states
            .selected
            .filter(|id| *id < snapshot.graph.nodes.len())
        else {
            self.states.selected = None;
            return;
        };
        let moves = self.moves_to(snapshot, id);
        let position = position_after(self.cx.document.level().start(), &moves);
        let mut board = std::mem::take(&mut self.states.board);
        let mut close = false;
        let mut go = false;
        let mut to = None;
        Panel::right("state")
            .exact_size(WIDTH)
            .resizable(false)
            .frame(
                Frame::new()
                    .fill(theme::colors(ui).panel)
                    .inner_margin(Margin::same(space::PANEL)),
            )
            .show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.label(RichText::new(format!("State {id}")).strong());
                    go = ui
                        .button("Play from here")
                        .on_hover_text("Make the moves that lead to this state")
                        .clicked();
                    close = ui.button("Close").clicked();
                });
                ui.label(facts(snapshot, id));
                let best = self.states.best_move();
                ui.horizontal(|ui| {
                    let button = ui.add_enabled(best.is_some(), egui::Button::new("Best move"));
                    if button
                        .on_hover_text("Go to where the best move leads")
                        .clicked()
                    {
                        to = best;
                    }
                    let walking = self.states.walking.is_some();
                    let text = if walking { "Stop walking" } else { "Walk home" };
                    let button = ui.add_enabled(best.is_some() || walking, egui::Button::new(text));
                    let hint = "Follow the best moves to the end that it is worth going to";
                    if button.on_hover_text(hint).clicked() {
                        self.states.walking = (!walking).then_some(0.0);
                    }
                });
                if let Some(position) = &position {
                    let lists = position.listing().map_or(&[][..], |listing| listing.boards);
                    let mut boards = position.boards().into_iter();
                    let boards_left = boards.any(|board| !lists.contains(&board.id));
                    let size = egui::vec2(ui.available_width(), BOARDS);
                    ui.allocate_ui(size, |ui| {
                        ui.set_min_size(size);
                        let scene = Scene {
                            overlays: &|_| Overlays::default(),
                            pace: None,
                            solved: position.is_solved(),
                            playable: false,
                            hidden: if boards_left { lists } else { &[] },
                        };
                        board.show(ui, position.as_ref(), &scene);
                    });
                }
                to = neighbours(ui, snapshot, id).or(to);
            });
        self.states.board = board;
        if close {
            self.states.selected = None;
        }
        if let Some(to) = to {
            self.states.selected = Some(to);
        }
        if go {
            self.play_to(&moves);
        }
    }

    /// Makes the moves that lead to a state, in place of those made before.
    fn play_to(&mut self, moves: &[Move]) {
        match self
            .cx
            .document
            .set_moves("Play from a state", moves.to_vec())
        {
            Ok(()) => self.cx.tab = known::PLAY,
            Err(error) => self.cx.messages.toast(Weight::Bad, format!("{error}.")),
        }
    }
}

fn position_after(mut position: Box<dyn Position>, moves: &[Move]) -> Option<Box<dyn Position>> {
    for mv in moves {
        position.apply(mv).ok()?;
    }
    Some(position)
}

/// What is known of a state, in words.
fn facts(snapshot: &Snapshot, id: usize) -> String {
    let node = &snapshot.graph.nodes[id];
    let mut words = vec![match node.depth {
        1 => "1 move from the start".to_owned(),
        n => format!("{n} moves from the start"),
    }];
    let facts = &snapshot.facts;
    for (holds, word) in [
        (node.solved, "solved"),
        (facts.dead_end[id], "a dead end: no move is left"),
        (
            facts.lost[id] && !facts.dead_end[id],
            "lost: no way leads to a solution",
        ),
        (
            facts.can_be_solved[id] && !node.solved,
            "can be solved from here",
        ),
        (facts.on_cycle[id], "play can come back here"),
        (!node.complete, "not all its moves were looked at"),
    ] {
        if holds {
            words.push(word.to_owned());
        }
    }
    words.push(format!("worth {}", facts.worth_in_words(id)));
    if let Fate::LeftOut(why) = facts.fates[id] {
        words.push(format!("left out: {}", why.in_words()));
    }
    format!("{}.", words.join("; "))
}

/// The moves to and from a state; returns the state at the other end of the one that was clicked.
fn neighbours(ui: &mut Ui, snapshot: &Snapshot, id: usize) -> Option<usize> {
    let mut to = None;
    let edges = &snapshot.graph.edges;
    ScrollArea::vertical()
        .id_salt("moves of the state")
        .show(ui, |ui| {
            ui.set_min_width(ui.available_width());
            ui.label(RichText::new("Moves from here").strong());
            for (number, edge) in edges.iter().enumerate() {
                if edge.from != id {
                    continue;
                }
                ui.horizontal(|ui| {
                    let link = ui.link(format!("{} → state {}", edge.mv, edge.to));
                    if link.clicked() {
                        to = Some(edge.to);
                    }
                    ui.weak(snapshot.facts.worth_in_words(edge.to));
                    if snapshot.facts.values.is_best(&snapshot.graph, number) {
                        ui.label(RichText::new("best").color(theme::colors(ui).good));
                    }
                });
            }
            ui.add_space(space::SMALL);
            ui.label(RichText::new("Moves that lead here").strong());
            for edge in edges.iter().filter(|edge| edge.to == id) {
                if ui
                    .link(format!("state {} → {}", edge.from, edge.mv))
                    .clicked()
                {
                    to = Some(edge.from);
                }
            }
        });
    to
}
