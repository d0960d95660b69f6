//! A graph of states as a drawing, whole or as far as it was known at some time.

use ecolor::Color32;

use crate::state_graph::{Analysis, Edge, Layout, StateGraph};

use super::palette::{self, Colors};
use super::svg::{Anchor, Drawing};

/// Distance of layers in pixels.
const LAYER: f32 = 84.0;

/// Distance of neighbours in a layer in pixels, at least and at most.
const BESIDE: (f32, f32) = (46.0, 150.0);

/// Width of a letter of a move's name in pixels, about.
const LETTER: f32 = 6.2;

/// Radius of a state in pixels.
const RADIUS: f32 = 13.0;

/// Room around the graph in pixels.
const MARGIN: f32 = 30.0;

/// Graphs with more states than this have no names at their moves: they would lie on each other.
const NAMED: usize = 120;

/// How far the search had got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// To the end.
    End,
    /// So many states had been looked at.
    Search(usize),
    /// All is known; this state of the plan is reached, counted from 0.
    Plan(usize),
}

/// Distance of neighbours in a layer and of layers, in pixels: small graphs have room for the
/// names of their moves.
pub fn spacing(graph: &StateGraph) -> (f32, f32) {
    let (least, most) = BESIDE;
    if graph.nodes.len() > NAMED {
        // Many states side by side: layers are set apart, so that moves can be made out.
        let mut layers =
            vec![0_u32; graph.nodes.iter().map(|node| node.depth).max().unwrap_or(0) + 1];
        for node in &graph.nodes {
            layers[node.depth] += 1;
        }
        let widest = layers.iter().copied().max().unwrap_or(1) as f32;
        let wanted = 0.5 * widest * least / layers.len() as f32;
        return (least, wanted.clamp(LAYER, 12.0 * LAYER));
    }
    let letters = graph
        .edges
        .iter()
        .map(|edge| edge.mv.as_str().chars().count());
    let longest = letters.max().unwrap_or(0) as f32;
    ((LETTER * longest + 10.0).clamp(least, most), LAYER)
}

/// A graph with all that is needed to draw it again and again.
pub struct Picture<'g> {
    graph: &'g StateGraph,
    layout: &'g Layout,
    facts: Analysis,
    dark: bool,
    texts: Vec<String>,
}

impl<'g> Picture<'g> {
    /// `texts` are the states' names, for tooltips; may be empty.
    pub fn new(graph: &'g StateGraph, layout: &'g Layout, dark: bool, texts: Vec<String>) -> Self {
        Self {
            graph,
            layout,
            facts: Analysis::of(graph),
            dark,
            texts,
        }
    }

    /// Draws the graph at some time.
    pub fn draw(&self, moment: Moment) -> Drawing {
        let colors = palette::of(self.dark);
        let (left, top, right, bottom) = self.layout.bounds();
        let (beside, layer) = spacing(self.graph);
        let width = ((right - left) * beside + 2.0 * MARGIN).max(260.0);
        let height = (bottom - top) * layer + 2.0 * MARGIN + 24.0;
        let mut drawing = Drawing::new(width, height, colors.panel);
        let shift = 0.5 * (width - (right - left) * beside);
        let place = |id: usize| {
            let (x, y) = self.layout.places[id];
            (shift + (x - left) * beside, MARGIN + (y - top) * layer)
        };
        let (nodes, edges) = match moment {
            Moment::Search(frame) => self.graph.known_at(frame),
            Moment::End | Moment::Plan(_) => (self.graph.nodes.len(), self.graph.edges.len()),
        };
        let walked = match moment {
            Moment::Plan(step) => step,
            _ => self.graph.plan.len(),
        };
        let names = self.graph.nodes.len() <= NAMED;
        for edge in &self.graph.edges[..edges] {
            let step = self.step_of(edge).filter(|step| *step < walked);
            self.edge(&mut drawing, edge, &place, step.is_some(), names, colors);
        }
        let now = match moment {
            Moment::End => None,
            Moment::Search(frame) => frame
                .checked_sub(1)
                .and_then(|at| self.graph.expanded.get(at).copied()),
            Moment::Plan(step) => self.graph.plan.get(step).copied(),
        };
        for id in 0..nodes {
            self.node(&mut drawing, id, place(id), now == Some(id), colors);
        }
        let caption = self.caption(moment, nodes, edges);
        drawing.text(
            (12.0, height - 14.0),
            &caption,
            13.0,
            Anchor::Start,
            colors.weak,
        );
        drawing
    }

    /// Which step of the plan a move is.
    fn step_of(&self, edge: &Edge) -> Option<usize> {
        let mut steps = self.graph.plan.windows(2);
        steps.position(|step| step[0] == edge.from && step[1] == edge.to)
    }

    fn caption(&self, moment: Moment, nodes: usize, edges: usize) -> String {
        match moment {
            Moment::Plan(step) => {
                format!("Step {step} of {}", self.graph.plan.len().saturating_sub(1))
            }
            Moment::End | Moment::Search(_) => {
                let cut = if self.graph.cut.is_some() {
                    ", not all"
                } else {
                    ""
                };
                format!("{nodes} states, {edges} moves{cut}")
            }
        }
    }

    fn edge(
        &self,
        drawing: &mut Drawing,
        edge: &Edge,
        place: &dyn Fn(usize) -> (f32, f32),
        in_plan: bool,
        named: bool,
        colors: &Colors,
    ) {
        let (from, to) = (place(edge.from), place(edge.to));
        let color = if in_plan {
            colors.accent
        } else {
            palette::mix(colors.line, colors.weak, 90)
        };
        let width = if in_plan { 3.0 } else { 1.2 };
        drawing.begin_group(edge.mv.as_str());
        let down = self.layout.places[edge.to].1 > self.layout.places[edge.from].1;
        let bend = bend(from, to, down);
        let tip = toward(bend, to, RADIUS + 2.0);
        drawing.curve(toward(bend, from, RADIUS), bend, tip, (width, color));
        drawing.arrow_head(bend, tip, 6.0 + width, color);
        if named && (down || in_plan) {
            // Nearer to the end: there ways that begin together have parted.
            let at = (0.35 * from.0 + 0.65 * to.0, 0.35 * from.1 + 0.65 * to.1);
            let ink = if in_plan { colors.text } else { colors.weak };
            drawing.text(at, edge.mv.as_str(), 10.0, Anchor::Middle, ink);
        }
        drawing.end_group();
    }

    fn node(&self, drawing: &mut Drawing, id: usize, at: (f32, f32), now: bool, colors: &Colors) {
        let node = &self.graph.nodes[id];
        let fill = fill(&self.facts, node.solved, id, colors);
        let ink = palette::ink_on(fill);
        let in_plan = self.graph.plan.contains(&id);
        let edge = if now {
            (4.0, colors.step)
        } else if in_plan {
            (3.0, colors.accent)
        } else {
            (1.2, colors.weak)
        };
        let text = self.texts.get(id).map_or("", String::as_str);
        drawing.begin_group(&format!("State {id}, depth {}\n{text}", node.depth));
        if self.facts.dead_end[id] {
            let side = 1.7 * RADIUS;
            let corner = (at.0 - 0.5 * side, at.1 - 0.5 * side);
            drawing.rect(corner, (side, side), 2.0, fill);
            drawing.frame(corner, (side, side), 2.0, edge);
        } else {
            drawing.disc(at, RADIUS, fill, edge);
            if node.solved {
                drawing.disc(at, RADIUS - 3.5, fill, (1.2, ink));
            }
        }
        drawing.text(
            at,
            &id.to_string(),
            if id < 1000 { 10.0 } else { 8.0 },
            Anchor::Middle,
            ink,
        );
        drawing.end_group();
    }
}

/// The ground of a state: solved, lost, or open.
pub fn fill(facts: &Analysis, solved: bool, id: usize, colors: &Colors) -> Color32 {
    if solved {
        colors.good
    } else if facts.lost[id] {
        palette::mix(colors.panel, colors.bad, 110)
    } else {
        colors.raised
    }
}

/// Where the middle of a move's curve is drawn to, so that there and back lie beside each other
/// and moves within a layer do not run through states.
pub fn bend(from: (f32, f32), to: (f32, f32), down: bool) -> (f32, f32) {
    let middle = (0.5 * (from.0 + to.0), 0.5 * (from.1 + to.1));
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if length < 1.0 {
        // To itself: a loop above.
        return (from.0 + 30.0, from.1 - 40.0);
    }
    let aside = if down {
        0.04 * length
    } else {
        0.16 * length + 8.0
    };
    (
        middle.0 - dy / length * aside,
        middle.1 + dx / length * aside,
    )
}

/// The place so far from `to` on the way from `from`.
fn toward(from: (f32, f32), to: (f32, f32), short: f32) -> (f32, f32) {
    let (dx, dy) = (from.0 - to.0, from.1 - to.1);
    let length = dx.hypot(dy).max(1e-3);
    (to.0 + dx / length * short, to.1 + dy / length * short)
}
