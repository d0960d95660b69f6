//! Draws graphs of states, complete or at a moment of the search. All lengths are in pixels.

use ecolor::Color32;

use crate::drawing::palette::{self, Colors};
use crate::drawing::{Anchor, Drawing};
use crate::game::words;
use crate::state_graph::{Analysis, EdgeId, GraphLayout, NodeId, NodeStatus, StateGraph};

/// Distance between layers (states of the same depth) in graphs with names of moves, and the minimum in others.
const LAYER_DISTANCE: f32 = 96.0;
const MAX_LAYER_DISTANCE: f32 = 12.0 * LAYER_DISTANCE;
/// Minimum and maximum distance between neighbours in a layer.
const NEIGHBOUR_DISTANCE: (f32, f32) = (46.0, 150.0);
/// Height of a graph without names, as a share of its width, as far as [`MAX_LAYER_DISTANCE`] allows.
const HEIGHT_SHARE: f32 = 0.5;
/// Approximate width of a letter of a move's name.
const LETTER_WIDTH: f32 = 6.2;
/// Space on both sides of a name, together.
const NAME_PADDING: f32 = 10.0;
/// Space for the names of a move and of its return, which are side by side, in widths of one.
const TWO_NAMES: f32 = 1.7;
/// Approximate number of letters of a move's value.
const VALUE_LETTERS: usize = 9;
/// Radius of a state's circle.
const RADIUS: f32 = 13.0;
/// Side of a dead end's square, whose area is about that of other states.
const SQUARE_SIDE: f32 = 1.7 * RADIUS;
const MARGIN: f32 = 30.0;
/// Minimum width of a picture, for its caption.
const MIN_WIDTH: f32 = 260.0;
const CAPTION_HEIGHT: f32 = 24.0;
/// Maximum number of states in a graph with names of moves; in larger graphs they would overlap.
const MAX_NAMED_STATES: usize = 120;

/// Moment at which a graph is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphMoment {
    /// After the search.
    End,
    /// After the search has expanded this many states.
    Search(usize),
    /// After the search, at this state of the route, counted from 0.
    Route(usize),
}

#[derive(Clone, Copy, Debug)]
pub struct GraphSpacing {
    /// Distance between neighbours in a layer.
    pub neighbours: f32,
    /// Distance between layers.
    pub layers: f32,
}

/// Distances that leave space for names in small graphs.
pub fn spacing(graph: &StateGraph) -> GraphSpacing {
    let (min, max) = NEIGHBOUR_DISTANCE;
    if graph.nodes.len() > MAX_NAMED_STATES {
        // Graphs with wide layers get larger distances between layers, to keep moves distinguishable.
        let depth = graph.nodes.iter().map(|node| node.depth).max().unwrap_or(0);
        let mut states_by_depth = vec![0_u32; depth + 1];
        for node in &graph.nodes {
            states_by_depth[node.depth] += 1;
        }
        let widest = states_by_depth.iter().copied().max().unwrap_or(1) as f32;
        let distance = HEIGHT_SHARE * widest * min / states_by_depth.len() as f32;
        return GraphSpacing {
            neighbours: min,
            layers: distance.clamp(LAYER_DISTANCE, MAX_LAYER_DISTANCE),
        };
    }
    let edges = graph.edges.iter();
    let letters = edges.map(|edge| edge.mv.as_str().chars().count().max(VALUE_LETTERS));
    let longest = letters.max().unwrap_or(0) as f32;
    let name_width = (LETTER_WIDTH * longest + NAME_PADDING).min(max);
    let names = match has_return(graph) {
        true => TWO_NAMES,
        false => 1.0,
    };
    GraphSpacing {
        neighbours: (names * name_width).max(min),
        layers: LAYER_DISTANCE,
    }
}

/// Returns whether a move leads to a smaller depth.
fn has_return(graph: &StateGraph) -> bool {
    let mut moves = graph.edges.iter();
    moves.any(|edge| edge.from != edge.to && graph.leads_back(edge))
}

/// Anchor of a move's name. If another move leads straight back, both are on the outer sides.
pub fn name_side(graph: &StateGraph, facts: &Analysis, id: EdgeId) -> Anchor {
    match facts.has_return[id] {
        false => Anchor::Middle,
        true if graph.leads_back(&graph.edges[id]) => Anchor::Start,
        true => Anchor::End,
    }
}

/// Graph, prepared for repeated drawing.
pub struct GraphPicture<'g> {
    graph: &'g StateGraph,
    layout: &'g GraphLayout,
    facts: Analysis,
    dark: bool,
    /// Tooltips of the states, by id; may be empty.
    texts: Vec<String>,
    /// States of [`GraphMoment::Route`]: the plan, unless others are set.
    pub route: Vec<NodeId>,
}

impl<'g> GraphPicture<'g> {
    /// Prepares a drawing. `texts` are tooltips of the states; may be empty.
    pub fn new(
        graph: &'g StateGraph,
        layout: &'g GraphLayout,
        dark: bool,
        texts: Vec<String>,
    ) -> Self {
        Self {
            graph,
            layout,
            facts: Analysis::new(graph),
            dark,
            texts,
            route: graph.plan.clone(),
        }
    }

    /// Draws what is known at a moment.
    pub fn draw(&self, moment: GraphMoment) -> Drawing {
        let colors = palette::scheme(self.dark);
        let (left, top, right, bottom) = self.layout.bounds();
        let spacing = spacing(self.graph);
        let graph_width = (right - left) * spacing.neighbours;
        let width = (graph_width + 2.0 * MARGIN).max(MIN_WIDTH);
        let height = (bottom - top) * spacing.layers + 2.0 * MARGIN + CAPTION_HEIGHT;
        let mut drawing = Drawing::new(width, height, colors.panel);
        let graph_left = 0.5 * (width - graph_width);
        let point = |id: usize| {
            let (x, y) = self.layout.positions[id];
            (
                graph_left + (x - left) * spacing.neighbours,
                MARGIN + (y - top) * spacing.layers,
            )
        };
        // The states and moves known at the moment are the first ones.
        let (nodes, edges) = match moment {
            GraphMoment::Search(expanded) => self.graph.known_at(expanded),
            _ => (self.graph.nodes.len(), self.graph.edges.len()),
        };
        let route_end = match moment {
            GraphMoment::Route(step) => step,
            _ => self.route.len(),
        };
        for id in 0..edges {
            let step = self.step_of(id).filter(|step| *step < route_end);
            self.edge(&mut drawing, id, &point, step.is_some(), colors);
        }
        let current = match moment {
            GraphMoment::End => None,
            GraphMoment::Search(expanded) => expanded
                .checked_sub(1)
                .and_then(|at| self.graph.expanded.get(at).copied()),
            GraphMoment::Route(step) => self.route.get(step).copied(),
        };
        let statuses = match moment {
            GraphMoment::Search(expanded) => self.graph.statuses_at(expanded),
            _ => Vec::new(),
        };
        for id in 0..nodes {
            let (is_current, status) = (current == Some(id), statuses.get(id).copied());
            self.node(&mut drawing, id, point(id), is_current, status, colors);
        }
        let caption = self.caption(moment, nodes, edges);
        let at = (12.0, height - 14.0);
        drawing.text(at, &caption, 13.0, Anchor::Start, colors.weak);
        drawing
    }

    /// Index of the step of the route that makes a move; `None` if none does.
    fn step_of(&self, edge: EdgeId) -> Option<usize> {
        let edge = &self.graph.edges[edge];
        let mut steps = self.route.windows(2);
        steps.position(|step| step[0] == edge.from && step[1] == edge.to)
    }

    fn caption(&self, moment: GraphMoment, nodes: usize, edges: usize) -> String {
        match moment {
            GraphMoment::Route(step) => {
                format!("Step {step} of {}", self.route.len().saturating_sub(1))
            }
            GraphMoment::Search(expanded) => {
                let (frontier, pruned) = self.graph.frontier_and_pruned(expanded);
                let [expanded, frontier, pruned] = [expanded, frontier, pruned].map(words::number);
                format!("{expanded} explored, {frontier} in the frontier, {pruned} pruned")
            }
            GraphMoment::End => {
                let is_truncated = self.graph.truncation.is_some();
                let suffix = if is_truncated { ", not all" } else { "" };
                let unrecorded = match self.graph.unrecorded {
                    0 => String::new(),
                    count => format!(", {} more explored", words::number(count)),
                };
                let (states, moves) = (words::count(nodes, "states"), words::count(edges, "moves"));
                format!("{states}, {moves}{suffix}{unrecorded}")
            }
        }
    }

    fn edge(
        &self,
        drawing: &mut Drawing,
        id: EdgeId,
        point: &dyn Fn(usize) -> (f32, f32),
        in_route: bool,
        colors: &Colors,
    ) {
        let edge = &self.graph.edges[id];
        let (from, to) = (point(edge.from), point(edge.to));
        let is_best = self.facts.values.is_best(self.graph, id);
        let (width, color) = line(in_route, is_best, colors);
        let value = self.facts.value_text(edge.to);
        drawing.begin_group(&format!("{}: {value}", edge.mv));
        let down = self.layout.positions[edge.to].1 > self.layout.positions[edge.from].1;
        let bend = bend(from, to, down);
        let tip = toward(bend, to, RADIUS + 2.0);
        let back = self.graph.leads_back(edge);
        drawing.curve(toward(bend, from, RADIUS), bend, tip, (width, color), back);
        drawing.arrow_head(bend, tip, 6.0 + width, color);
        if self.graph.nodes.len() <= MAX_NAMED_STATES {
            let (x, y) = on_curve(from, bend, to, NAME_AT);
            let side = name_side(self.graph, &self.facts, id);
            let x = x + side.gap(4.0);
            let ink = if in_route { colors.text } else { colors.weak };
            drawing.text((x, y - 5.0), edge.mv.as_str(), 10.0, side, ink);
            let ink = if is_best { colors.good } else { ink };
            drawing.text((x, y + 5.0), &value, 9.0, side, ink);
        }
        drawing.end_group();
    }

    /// Draws a state. `status_at_moment` is `None` after the search, when the fill says whether the state is lost.
    fn node(
        &self,
        drawing: &mut Drawing,
        id: NodeId,
        at: (f32, f32),
        is_current: bool,
        status_at_moment: Option<NodeStatus>,
        colors: &Colors,
    ) {
        let node = &self.graph.nodes[id];
        let fill = match status_at_moment {
            Some(status) => fill_by_status(status, node.solved, colors),
            None => fill(&self.facts, node.solved, id, colors),
        };
        let ink = palette::ink_on(fill);
        let outline = if is_current {
            (4.0, colors.step)
        } else if self.route.contains(&id) {
            (3.0, colors.accent)
        } else {
            (1.2, colors.weak)
        };
        let text = self.texts.get(id).map_or("", String::as_str);
        let title = describe(self.graph, &self.facts, id);
        drawing.begin_group(&format!("State {id}, {title}\n{text}"));
        if status_at_moment == Some(NodeStatus::Frontier) {
            drawing.disc(at, RADIUS + 4.0, colors.panel, (2.0, colors.warn));
        }
        if self.facts.is_dead_end[id] {
            let corner = (at.0 - 0.5 * SQUARE_SIDE, at.1 - 0.5 * SQUARE_SIDE);
            drawing.rect(corner, (SQUARE_SIDE, SQUARE_SIDE), 2.0, fill);
            drawing.frame(corner, (SQUARE_SIDE, SQUARE_SIDE), 2.0, outline);
        } else {
            drawing.disc(at, RADIUS, fill, outline);
            if node.solved {
                drawing.disc(at, RADIUS - 3.5, fill, (1.2, ink));
            }
        }
        let size = if id < 1000 { 10.0 } else { 8.0 };
        drawing.text(at, &id.to_string(), size, Anchor::Middle, ink);
        let status = status_at_moment.unwrap_or(self.facts.statuses[id]);
        if matches!(status, NodeStatus::Pruned(_)) {
            for (from, to) in cross(at, RADIUS) {
                drawing.line(&[from, to], (2.0, colors.bad));
            }
        }
        drawing.end_group();
    }
}

/// Position of a move's name on its curve, from 0 to 1. Closer to the end, curves from the same state have separated.
pub const NAME_AT: f32 = 0.62;

/// Width and colour of a move.
pub fn line(in_route: bool, is_best: bool, colors: &Colors) -> (f32, Color32) {
    if in_route {
        (3.0, colors.accent)
    } else if is_best {
        (1.8, palette::mix(colors.line, colors.good, 190))
    } else {
        (1.2, palette::mix(colors.line, colors.weak, 90))
    }
}

/// Describes a state: depth, value, and how the search handled it.
pub fn describe(graph: &StateGraph, facts: &Analysis, id: NodeId) -> String {
    let node = &graph.nodes[id];
    let mut text = format!("depth {}, best: {}", node.depth, facts.value_text(id));
    if let Some(index) = node.expanded_at {
        text.push_str(&format!(", explored as number {}", index + 1));
    }
    if let NodeStatus::Pruned(why) = facts.statuses[id] {
        text.push_str(&format!(", pruned: {}", why.in_words()));
    }
    text
}

/// Strokes across a pruned state.
pub fn cross((x, y): (f32, f32), radius: f32) -> [((f32, f32), (f32, f32)); 2] {
    let reach = 0.95 * radius;
    [
        ((x - reach, y - reach), (x + reach, y + reach)),
        ((x - reach, y + reach), (x + reach, y - reach)),
    ]
}

/// Fill of a state during the search.
pub fn fill_by_status(status: NodeStatus, solved: bool, colors: &Colors) -> Color32 {
    match status {
        _ if solved => colors.good,
        NodeStatus::Expanded => palette::mix(colors.raised, colors.accent, 120),
        NodeStatus::Frontier => palette::mix(colors.raised, colors.warn, 60),
        NodeStatus::Pruned(_) => palette::mix(colors.panel, colors.bad, 60),
        NodeStatus::Reached => colors.raised,
    }
}

/// Point of a quadratic Bézier curve with the control point `bend` at `t`, from 0 to 1.
pub fn on_curve(from: (f32, f32), bend: (f32, f32), to: (f32, f32), t: f32) -> (f32, f32) {
    let at =
        |a: f32, b: f32, c: f32| (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * b + t * t * c;
    (at(from.0, bend.0, to.0), at(from.1, bend.1, to.1))
}

/// Fill of a state after the search: solved, lost, or open.
pub fn fill(facts: &Analysis, solved: bool, id: usize, colors: &Colors) -> Color32 {
    if solved {
        colors.good
    } else if facts.is_lost[id] {
        palette::mix(colors.panel, colors.bad, 110)
    } else {
        colors.raised
    }
}

/// Distance of a loop's control point from its state, to the right and up.
const LOOP_BEND: (f32, f32) = (30.0, 40.0);
/// Bend of a move to a lower layer, as a share of its length.
const DOWN_BEND: f32 = 0.04;
/// Bend of another move, as a share of its length, in addition to [`MIN_OTHER_BEND`].
const OTHER_BEND: f32 = 0.16;
/// Minimum bend of a move that does not lead to a lower layer.
const MIN_OTHER_BEND: f32 = 8.0;

/// Control point of a move's curve, so that a move and its return run side by side, and moves within a layer around
/// states. `down` says whether the move leads to a lower layer.
pub fn bend(from: (f32, f32), to: (f32, f32), down: bool) -> (f32, f32) {
    let middle = (0.5 * (from.0 + to.0), 0.5 * (from.1 + to.1));
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if length < 1.0 {
        // A loop at its state.
        let (right, up) = LOOP_BEND;
        return (from.0 + right, from.1 - up);
    }
    let offset = match down {
        true => DOWN_BEND * length,
        false => OTHER_BEND * length + MIN_OTHER_BEND,
    };
    let (x, y) = (dx / length * offset, dy / length * offset);
    (middle.0 - y, middle.1 + x)
}

/// Point at distance `distance` from `to` in the direction of `from`.
fn toward(from: (f32, f32), to: (f32, f32), distance: f32) -> (f32, f32) {
    let (dx, dy) = (from.0 - to.0, from.1 - to.1);
    let length = dx.hypot(dy).max(1e-3);
    (to.0 + dx / length * distance, to.1 + dy / length * distance)
}
