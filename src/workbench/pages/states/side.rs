//! The selected state: boards, analysis, moves to and from it.

use egui::{Label, Panel, RichText, ScrollArea, TextStyle, Ui};

use super::GraphOrigin;
use super::job::GraphSnapshot;
use crate::board::{BoardScene, Boards};
use crate::game::{Fact, Move, Position};
use crate::graph::{NodeId, NodeStatus};
use crate::kit::answer;
use crate::kit::fields::{enabled_button, panel_frame, tip_button};
use crate::kit::theme::{self, space};
use crate::page::Cx;

/// Width of the panel, in points.
const WIDTH: f32 = 300.0;
/// Height of the state's boards, in points.
const BOARDS_HEIGHT: f32 = 240.0;

#[derive(Default)]
pub(super) struct StateSelection {
    pub(super) state: Option<NodeId>,
    board: Boards,
}

impl StateSelection {
    /// Shows the selected state, if there is one, at the right of the graph.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        snapshot: &GraphSnapshot,
        origin: &GraphOrigin,
        cx: &mut Cx,
    ) {
        let Some(id) = self.state.filter(|id| *id < snapshot.graph.nodes.len()) else {
            self.state = None;
            return;
        };
        let path = snapshot.graph.path(id);
        let mut position = origin.start.boxed_clone();
        let applied = path.iter().try_for_each(|mv| position.apply(mv));
        let position = applied.is_ok().then_some(position);
        Panel::right("state")
            .exact_size(WIDTH)
            .resizable(false)
            .frame(panel_frame(ui))
            .show(ui, |ui| {
                self.buttons(ui, (id, &path), origin, cx);
                ui.label(state_text(snapshot, id));
                // The state that the best move leads to.
                let best = snapshot.facts.values.best.get(id).copied().flatten();
                let best = best.map(|edge| snapshot.graph.edges[edge].to);
                let tip = "Go to the state after the best move";
                let step = enabled_button(ui, best.is_some(), "Best move", tip);
                let best = best.filter(|_| step);
                if let Some(position) = &position {
                    self.boards(ui, position.as_ref());
                }
                let text_of = |mv: &Move| match &position {
                    Some(position) => position.describe(mv).text,
                    None => mv.to_string(),
                };
                if let Some(to) = neighbours(ui, snapshot, id, text_of).or(best) {
                    self.state = Some(to);
                }
            });
    }

    fn buttons(
        &mut self,
        ui: &mut Ui,
        (id, path): (NodeId, &[Move]),
        origin: &GraphOrigin,
        cx: &mut Cx,
    ) {
        ui.horizontal(|ui| {
            ui.label(RichText::new(format!("State {}", answer::number(id))).strong());
            let (text, tip) = match cx.is_programmed() {
                true => (
                    "Write program",
                    "Write the commands that lead to this state",
                ),
                false => ("Play from here", "Make the moves that lead to this state"),
            };
            if tip_button(ui, text, tip) {
                play_to(origin, path, cx);
            }
            if ui.button("Close").clicked() {
                self.state = None;
            }
        });
    }

    fn boards(&mut self, ui: &mut Ui, position: &dyn Position) {
        let lists = position.listing().map_or(&[][..], |listing| listing.boards);
        let mut boards = position.boards().into_iter();
        if !boards.any(|board| !lists.contains(&board.id))
            && let Some(listing) = position.listing()
        {
            return fact_list(ui, &listing.facts);
        }
        let size = egui::vec2(ui.available_width(), BOARDS_HEIGHT);
        ui.allocate_ui(size, |ui| {
            ui.set_min_size(size);
            let scene = BoardScene {
                solved: position.is_solved(),
                hidden: lists,
                ..BoardScene::default()
            };
            self.board.show(ui, position, &scene);
        });
    }
}

/// Lists a state's facts in the height of its boards; more scrolls.
fn fact_list(ui: &mut Ui, facts: &[Fact]) {
    ui.label(RichText::new(format!("Facts ({})", answer::number(facts.len()))).strong());
    let area = ScrollArea::vertical().id_salt("facts of the state");
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        let line = ui.text_style_height(&TextStyle::Body);
        area.max_height(BOARDS_HEIGHT)
            .show_rows(ui, line, facts.len(), |ui, rows| {
                for fact in &facts[rows] {
                    ui.add(Label::new(&fact.text).truncate());
                }
            });
    });
}

/// Replaces the moves made so far by those that lead to a state, or writes the program with those commands.
fn play_to(origin: &GraphOrigin, path: &[Move], cx: &mut Cx) {
    let start = cx.document.level().start();
    let (name, moves) = match start.as_program() {
        None => ("Play from a state", [&origin.done, path].concat()),
        Some(program) => {
            let commands = path.iter().map(|mv| mv.to_string().into()).collect();
            match program.rewrite(&program.text_of(&[commands])) {
                Ok(moves) => ("Program to a state", moves),
                Err(errors) => {
                    let why = errors.first().map_or("", |error| &error.message);
                    return cx
                        .messages
                        .fail(format!("The program cannot be written: {why}"));
                }
            }
        }
    };
    cx.play_from(name, moves);
}

fn state_text(snapshot: &GraphSnapshot, id: usize) -> String {
    let node = &snapshot.graph.nodes[id];
    let depth = answer::count(node.depth, "moves");
    let mut words = vec![format!("{depth} from the start")];
    let facts = &snapshot.facts;
    let is_dead_end = facts.is_dead_end[id];
    let is_lost = facts.is_lost[id] && !is_dead_end;
    let can_be_solved = facts.values.can_be_solved(id) && !node.solved;
    for (holds, word) in [
        (node.solved, "solved"),
        (is_dead_end, "a dead end: no move is left"),
        (is_lost, "lost: no solution can be reached"),
        (can_be_solved, "it can be solved"),
        (facts.is_on_cycle(id), "moves can lead back to it"),
        (!node.complete, "not all of its moves were explored"),
    ] {
        if holds {
            words.push(word.to_owned());
        }
    }
    let best = facts.values.states[id]
        .as_ref()
        .filter(|best| best.distance > 0);
    words.extend(best.map(|best| {
        let moves = answer::count(best.distance, "moves");
        match best.value {
            Some(value) => format!("best outcome {value}, in {moves}"),
            None => format!("solved in {moves} at best"),
        }
    }));
    if let NodeStatus::Pruned(why) = facts.statuses[id] {
        words.push(format!("pruned: {}", why.in_words()));
    }
    format!("{}.", words.join("; "))
}

/// Shows the moves from a state, described by `text_of`, and the states before it. Returns the state that was clicked.
fn neighbours(
    ui: &mut Ui,
    snapshot: &GraphSnapshot,
    id: usize,
    text_of: impl Fn(&Move) -> String,
) -> Option<usize> {
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
                // A wider row would shift the panel out of its place.
                ui.horizontal_wrapped(|ui| {
                    let (text, after) = (text_of(&edge.mv), answer::number(edge.to));
                    if ui.link(format!("{text} → state {after}")).clicked() {
                        to = Some(edge.to);
                    }
                    ui.weak(snapshot.facts.value_text(edge.to));
                    if snapshot.facts.values.is_best(&snapshot.graph, number) {
                        ui.label(RichText::new("best").color(theme::colors(ui).good));
                    }
                });
            }
            ui.add_space(space::SMALL);
            ui.label(RichText::new("Moves to here").strong());
            for edge in edges.iter().filter(|edge| edge.to == id) {
                let link = ui.link(format!("state {} → {}", answer::number(edge.from), edge.mv));
                if link.clicked() {
                    to = Some(edge.from);
                }
            }
        });
    to
}
