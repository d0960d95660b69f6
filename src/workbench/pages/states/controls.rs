//! Toolbar above the graph: options and size of the search, its playback, the graph as a file.

use std::sync::Arc;
use std::time::Duration;

use egui::{ComboBox, DragValue, Label, RichText, Role, Slider, Ui, WidgetInfo};

use super::job::GraphSnapshot;
use super::{StatesPage, watchable_solvers};
use crate::export::states::{GraphSequence, StatesExport, StatesForm};
use crate::export::{ExportFormat, RenderOptions, Ticket};
use crate::game::words;
use crate::graph::{SearchOrder, Truncation};
use crate::kit::fields::{enabled_button, named_list, set_name, tip_button};
use crate::kit::{answer, theme};
use crate::page::{Cx, Export, Request};

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
    /// Maximum number of states.
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
        // Some states differ only in a step counter.
        let is_merged = |one: &Arc<GraphSnapshot>| one.graph.timeless;
        if self.options.by_counter || self.snapshot.as_ref().is_some_and(is_merged) {
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
            ui.add(Label::new(words).wrap());
        }
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
        if choices
            .iter()
            .all(|(order, _)| *order != self.options.order)
        {
            // A level of another game has been opened.
            self.options.order = StateOrder::Plain(SearchOrder::default());
        }
        let list = ComboBox::from_id_salt("order of states");
        let order = &mut self.options.order;
        let button = named_list(ui, "Order of states", list, order, choices);
        let is_changed = button.changed();
        button.on_hover_text(
            "The order in which states are explored. A solver uses the options set in its \
             panel, and the graph shows what it prunes",
        );
        if is_changed {
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

/// Time of one picture in an exported animation.
const FRAME_DELAY: Duration = Duration::from_millis(400);

/// Formats in menu order: format, name, extension.
const FORMS: [(StatesForm, &str, &str); 5] = {
    use ExportFormat::{Apng, Gif, Png, Svg};
    use StatesForm::{Dot, Picture};
    [
        (Picture(Svg), "Drawing (SVG)", "svg"),
        (Picture(Png), "Picture (PNG)", "png"),
        (Picture(Gif), "Animation (GIF)", "gif"),
        (Picture(Apng), "Animated PNG", "apng"),
        (Dot, "Graphviz (DOT)", "dot"),
    ]
};

impl StatesPage {
    pub(super) fn export_menu(&mut self, ui: &mut Ui, cx: &mut Cx) {
        let selected = self.selection.state;
        let along = &mut self.along;
        if matches!(along, GraphSequence::Best(_)) {
            *along = selected.map_or(GraphSequence::Search, GraphSequence::Best);
        }
        let mut chosen = None;
        ui.menu_button("Export…", |ui| {
            for (form, name, extension) in FORMS {
                if ui.button(name).clicked() {
                    chosen = Some((form, name, extension));
                    ui.close();
                }
            }
            ui.separator();
            ui.label("Animations show");
            ui.radio_value(along, GraphSequence::Search, "the search");
            ui.radio_value(along, GraphSequence::Plan, "the plan");
            ui.add_enabled_ui(selected.is_some(), |ui| {
                let from = GraphSequence::Best(selected.unwrap_or(0));
                ui.radio_value(along, from, "the best moves from the selected state");
            });
        });
        let (Some((form, name, extension)), Some(origin), Some(snapshot)) =
            (chosen, &self.origin, self.snapshot.clone())
        else {
            return;
        };
        let (start, sequence) = (origin.start.boxed_clone(), self.along);
        let dark = ui.visuals().dark_mode;
        let work = move |ticket: &Ticket| {
            let states = StatesExport {
                start: start.as_ref(),
                graph: &snapshot.graph,
                layout: &snapshot.layout,
                dark,
                sequence,
            };
            let options = RenderOptions {
                scale: None,
                delay: FRAME_DELAY,
            };
            states.write(form, options, ticket)
        };
        cx.send(Request::export(Export {
            name: "the graph of states".to_owned(),
            file_name: format!("{}-states.{extension}", cx.file_stem()),
            kind: (name, extension),
            work: Box::new(work),
        }));
    }
}

/// Time between two steps of the playback.
const FRAME_TIME: Duration = Duration::from_millis(150);
/// Most frames of a playback: half a minute.
const MAX_FRAMES: usize = 200;
/// Least width in points at which the counts of frontier and pruned states are displayed.
const FULL_TEXT: f32 = 520.0;

/// Playback of the search: the graph as it grew.
#[derive(Default)]
pub(super) struct SearchPlayback {
    /// Number of explored states displayed; `None` for all.
    pub(super) frame: Option<usize>,
    /// Seconds since the last frame while playing.
    pub(super) playing: Option<f32>,
}

impl SearchPlayback {
    /// Shows the next frame when it is due.
    pub(super) fn advance(&mut self, ui: &Ui, snapshot: &GraphSnapshot) {
        let Some(since) = &mut self.playing else {
            return;
        };
        *since += ui.input(|input| input.stable_dt);
        ui.ctx().request_repaint_after(FRAME_TIME / 3);
        if *since >= FRAME_TIME.as_secs_f32() {
            *since = 0.0;
            let last = snapshot.graph.expanded.len();
            let stride = last.div_ceil(MAX_FRAMES).max(1);
            let next = self.frame.map_or(0, |frame| frame + stride);
            self.frame = (next < last).then_some(next);
            self.playing = self.playing.filter(|_| next < last);
        }
    }

    pub(super) fn show(&mut self, ui: &mut Ui, snapshot: &GraphSnapshot) {
        let last = snapshot.graph.expanded.len();
        let before = self.frame.unwrap_or(last);
        let mut frame = before;
        let playing = self.playing.is_some();
        let play = if playing { "Pause" } else { "Play the search" };
        let tip = "Watch the states in the order in which they were found";
        if tip_button(ui, play, tip) {
            self.playing = (!playing).then_some(0.0);
            if !playing && frame == last {
                self.frame = Some(0);
            }
            return;
        }
        if enabled_button(ui, frame > 0, "−", "Previous state") {
            frame = frame.saturating_sub(1);
        }
        if enabled_button(ui, frame < last, "+", "Next state") {
            frame += 1;
        }
        let (frontier, pruned) = snapshot.graph.frontier_and_pruned(frame);
        let [shown, all, frontier, pruned] = [frame, last, frontier, pruned].map(answer::number);
        let short = format!("{shown} of {all}");
        let text = format!("{short} explored, {frontier} in the frontier, {pruned} pruned");
        let is_narrow = ui.available_width() < FULL_TEXT;
        ui.spacing_mut().slider_width = (0.4 * ui.available_width()).max(60.0);
        let slider = Slider::new(&mut frame, 0..=last).show_value(false);
        let slider = ui.add(slider.trailing_fill(true));
        slider.widget_info(|| WidgetInfo::slider(true, frame as f64, "Step of the search"));
        let hint = format!("{text}.\nExplored: filled. Frontier: ringed. Pruned: crossed out");
        let counts = ui.add(Label::new(if is_narrow { &short } else { &text }).truncate());
        set_name(&counts, Role::Label, &text);
        counts.on_hover_text(hint);
        if frame != before {
            self.playing = None;
            self.frame = (frame < last).then_some(frame);
        }
    }
}
