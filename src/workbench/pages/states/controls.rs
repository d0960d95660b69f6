//! Toolbar above the graph: options and size of the search.

use std::sync::Arc;

use egui::{ComboBox, DragValue, Label, RichText, Ui};

use crate::game::words;
use crate::graph::{SearchOrder, Truncation};
use crate::kit::answer;
use crate::kit::choice::ChoiceList as _;
use crate::kit::fields::{set_list_name, tip_button};
use crate::kit::theme;
use crate::page::{Cx, Page as _};

use super::job::GraphSnapshot;
use super::{StatesPage, watchable_solvers};

/// Limit for the number of states; larger graphs are unreadable.
const MAX_STATES: usize = 20_000;

const DEFAULT_STATES: usize = 500;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StateOrder {
    /// An order independent of solvers.
    Plain(SearchOrder),
    /// The order of the solver with this id.
    Solver(&'static str),
}

pub(super) struct ExploreOptions {
    pub(super) limit: usize,
    pub(super) order: StateOrder,
    /// States that differ only in a step counter are separate.
    pub(super) by_counter: bool,
}

impl Default for ExploreOptions {
    fn default() -> Self {
        Self {
            limit: DEFAULT_STATES,
            order: StateOrder::Plain(SearchOrder::default()),
            by_counter: false,
        }
    }
}

impl StatesPage {
    pub(super) fn controls(&mut self, ui: &mut Ui, cx: &mut Cx) {
        if self.job.is_some() {
            if ui.button("Stop").clicked() {
                self.stop();
            }
            ui.spinner();
        } else {
            let tip = "Explore again, starting with the plan if there is one";
            if tip_button(ui, "Explore", tip) {
                self.explore(cx);
            }
        }
        ui.label("up to");
        let limit = DragValue::new(&mut self.options.limit).range(10..=MAX_STATES);
        ui.add(limit.speed(20.0))
            .on_hover_text("Maximum number of states");
        ui.label("states,");
        self.order_picker(ui, cx);
        if tip_button(ui, "Fit", "Show the whole graph") {
            self.camera.auto_fit = true;
        }
        if self.has_counter() {
            let by_counter = ui.checkbox(&mut self.options.by_counter, "Separate by step counter");
            let hint = "Treat states that differ only in the step counter as different. Otherwise the \
                        graph ignores the game's step limit";
            if by_counter.on_hover_text(hint).changed() {
                self.explore(cx);
            }
        }
        self.export_menu(ui, cx);
        if let Some(snapshot) = &self.snapshot {
            ui.end_row();
            let words = RichText::new(size_text(snapshot)).color(theme::colors(ui).weak);
            ui.add(Label::new(words).truncate());
        }
    }

    /// Returns whether some states differ only in a step counter.
    fn has_counter(&self) -> bool {
        let is_merged = |one: &Arc<GraphSnapshot>| one.graph.timeless;
        self.options.by_counter || self.snapshot.as_ref().is_some_and(is_merged)
    }

    fn order_picker(&mut self, ui: &mut Ui, cx: &Cx) {
        let plain = |order, name: &str| (StateOrder::Plain(order), name.to_owned());
        let fixed = [
            plain(SearchOrder::BreadthFirst, "breadth first"),
            plain(SearchOrder::DepthFirst, "depth first"),
        ];
        let solvers = watchable_solvers(cx).map(|solver| {
            let info = solver.info();
            let name = format!("as “{}” explores them", info.title);
            (StateOrder::Solver(info.id), name)
        });
        let choices: Vec<_> = fixed.into_iter().chain(solvers).collect();
        let before = self.options.order;
        let chosen = choices.iter().find(|(order, _)| *order == before);
        let name = chosen.map_or("breadth first", |(_, name)| name);
        let combo = ComboBox::from_id_salt("order of states")
            .selected_text(name)
            .show_ui(ui, |ui| {
                for (order, name) in &choices {
                    ui.choice_value(&mut self.options.order, *order, name);
                }
            });
        set_list_name(&combo.response, "Order of states", name);
        combo.response.on_hover_text(
            "The order in which states are explored. A solver uses the options set in its \
             panel, and the graph shows what it prunes",
        );
        if self.options.order != before {
            self.explore(cx);
        }
    }
}

/// Size of the graph, and what is missing from it.
fn size_text(snapshot: &GraphSnapshot) -> String {
    let graph = &snapshot.graph;
    let lost = snapshot.facts.is_lost.iter().filter(|lost| **lost).count();
    let solved = graph.nodes.iter().filter(|node| node.solved).count();
    let states = words::count(graph.nodes.len(), "states");
    let mut text = words::count(graph.edges.len(), "moves");
    for (count, what) in [(solved, "solved"), (lost, "lost")] {
        if count > 0 {
            text.push_str(&format!(", {} {what}", words::number(count)));
        }
    }
    text = match graph.truncation {
        Some(Truncation::Nodes) => {
            format!("Stopped at {states}; raise the limit to see more. {text}")
        }
        Some(Truncation::Moves) => {
            format!("{states}, {text}; some states have more moves than shown")
        }
        None => format!("{states}, {text}"),
    };
    if graph.unrecorded > 0 {
        let beyond = answer::number(graph.unrecorded);
        text.push_str(&format!(", {beyond} more explored"));
    }
    if graph.timeless {
        text.push_str(", without the step counter");
    }
    text
}
