//! Canvas of the graph and its visible part: drag to move, scroll to zoom, click a state to select it.

use std::sync::Arc;

use egui::epaint::{CubicBezierShape, PathShape, QuadraticBezierShape};
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align, Align2, Color32, FontId, Galley, Painter, Pos2, Rect, Response, Role, Sense, Shape,
    Stroke, Ui, Vec2, pos2, vec2,
};

use super::job::GraphSnapshot;
use crate::drawing::Anchor;
use crate::export::graph::{
    NAME_AT, bend, cross, describe, fill, fill_by_status, line, name_side, on_curve, spacing,
};
use crate::game::words;
use crate::graph::{EdgeId, NodeId, NodeStatus};
use crate::kit::fields::set_name;
use crate::kit::theme::{self, Colors};

/// Graphs with at most this many states have an accessible name for each.
const MAX_NAMED_STATES: usize = 200;

/// Shows the part of a graph known after `frame` states were explored, or the whole graph. Returns the clicked state.
pub(super) fn show(
    ui: &mut Ui,
    rect: Rect,
    camera: &mut GraphCamera,
    snapshot: &GraphSnapshot,
    (frame, selected): (Option<usize>, Option<NodeId>),
) -> Option<NodeId> {
    let response = ui.allocate_rect(rect, Sense::click_and_drag());
    let colors = theme::colors(ui);
    let graph = &snapshot.graph;
    let spacing = spacing(graph);
    camera.unit = vec2(spacing.neighbours, spacing.layers);
    camera.handle_input(ui, &response);
    if camera.auto_fit {
        camera.fit(rect, snapshot);
    }
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, colors.canvas);
    let scene = GraphPainter {
        snapshot,
        frame,
        selected,
        camera,
        rect,
        colors,
    };
    scene.paint(&painter);
    let states = words::count(graph.nodes.len(), "states");
    let moves = words::count(graph.edges.len(), "moves");
    let name = format!("Graph of {states} and {moves}");
    set_name(&response, Role::Canvas, name);
    if let Some(id) = named_states(ui, &scene) {
        return Some(id);
    }
    let at = response.hover_pos().and_then(|at| scene.state_at(at))?;
    let description = describe(graph, &snapshot.facts, at);
    ui.ctx().set_cursor_icon(egui::CursorIcon::PointingHand);
    let clicked = response.clicked();
    response.on_hover_text_at_pointer(format!("State {}, {description}", words::number(at)));
    clicked.then_some(at)
}

/// Gives the states of a small graph names for keyboard and screen readers. Returns the chosen one.
fn named_states(ui: &Ui, scene: &GraphPainter<'_>) -> Option<NodeId> {
    let GraphSnapshot { graph, facts, .. } = scene.snapshot;
    let (nodes, _) = scene.counts();
    if nodes > MAX_NAMED_STATES {
        return None;
    }
    let mut chosen = None;
    for id in (0..nodes).filter(|id| scene.rect.contains(scene.position(*id))) {
        let square = Rect::from_center_size(scene.position(id), Vec2::splat(2.0 * scene.radius()));
        let response = ui.interact(square, ui.scope_id().with(("state", id)), Sense::click());
        let word = match () {
            () if graph.nodes[id].solved => ", solved",
            () if facts.is_dead_end[id] => ", dead end",
            () if facts.is_lost[id] => ", lost",
            () => "",
        };
        let (number, depth) = (words::number(id), words::number(graph.nodes[id].depth));
        let name = format!("State {number}, depth {depth}{word}");
        set_name(&response, Role::Button, name);
        if response.has_focus() {
            let ring = Stroke::new(2.0, scene.colors.cursor);
            ui.painter_at(scene.rect)
                .circle_stroke(scene.position(id), scene.radius() + 4.0, ring);
        }
        if response.clicked() {
            chosen = Some(id);
        }
        if response.hovered() {
            ui.ctx().set_cursor_icon(egui::CursorIcon::PointingHand);
        }
    }
    chosen
}

struct GraphPainter<'a> {
    snapshot: &'a GraphSnapshot,
    /// Draws only the part known after this many states were explored.
    frame: Option<usize>,
    selected: Option<NodeId>,
    camera: &'a GraphCamera,
    rect: Rect,
    colors: &'static Colors,
}

impl GraphPainter<'_> {
    fn position(&self, id: NodeId) -> Pos2 {
        self.camera
            .to_screen(self.rect, self.snapshot.layout.positions[id])
    }

    fn radius(&self) -> f32 {
        (NODE_RADIUS * self.camera.zoom).max(1.5)
    }

    /// Number of states and moves drawn.
    fn counts(&self) -> (usize, usize) {
        let graph = &self.snapshot.graph;
        match self.frame {
            Some(frame) => graph.known_at(frame),
            None => (graph.nodes.len(), graph.edges.len()),
        }
    }

    fn state_at(&self, at: Pos2) -> Option<NodeId> {
        // Small states are hit by a near miss, too.
        let reach = self.radius().max(6.0);
        let distance = |id: &NodeId| self.position(*id).distance(at);
        (0..self.counts().0)
            .filter(|id| distance(id) <= reach)
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }

    fn paint(&self, painter: &Painter) {
        let graph = &self.snapshot.graph;
        let (nodes, edges) = self.counts();
        // Curves and loops reach beyond the rectangle of their ends.
        let visible = self.rect.expand(2.0 * self.radius() + 20.0);
        let mut in_plan = vec![false; nodes];
        for &id in graph.plan.iter().filter(|id| **id < nodes) {
            in_plan[id] = true;
        }
        let mut names = Vec::new();
        for (id, edge) in graph.edges[..edges].iter().enumerate() {
            let (from, to) = (self.position(edge.from), self.position(edge.to));
            if !Rect::from_two_pos(from, to).intersects(visible) {
                continue;
            }
            let planned = in_plan[edge.from] && in_plan[edge.to] && graph.in_plan(edge);
            let at = self.edge(painter, id, planned);
            names.push((id, at, planned));
        }
        self.names(painter, names);
        let now = self.frame.and_then(|frame| frame.checked_sub(1));
        let now = now.and_then(|at| graph.expanded.get(at).copied());
        let statuses = self.frame.map(|frame| graph.statuses_at(frame));
        for (id, planned) in in_plan.into_iter().enumerate() {
            if visible.contains(self.position(id)) {
                let status = statuses.as_ref().map(|statuses| statuses[id]);
                self.node(painter, id, planned, now == Some(id), status);
            }
        }
    }

    /// Draws a move. Returns the position for its name.
    fn edge(&self, painter: &Painter, id: EdgeId, in_plan: bool) -> Pos2 {
        let GraphSnapshot { graph, facts, .. } = self.snapshot;
        let edge = &graph.edges[id];
        let (from, to) = (edge.from, edge.to);
        let zoom = self.camera.zoom;
        let best = facts.values.is_best(graph, id);
        let (width, color) = line(in_plan, best, self.colors);
        let stroke = Stroke::new(width * zoom.clamp(0.4, 1.4), color);
        let places = &self.snapshot.layout.positions;
        let (a, b) = (self.position(from), self.position(to));
        if zoom < MIN_CURVE_ZOOM && !in_plan {
            painter.line_segment([a, b], stroke);
            return a;
        }
        if from == to {
            self.self_loop(painter, a, stroke);
            return a + vec2(2.6, -1.0) * self.radius();
        }
        let down = places[to].1 > places[from].1;
        let middle = bend((a.x, a.y), (b.x, b.y), down);
        let middle = pos2(middle.0, middle.1);
        let tip = b + (middle - b).normalized() * (self.radius() + 2.0);
        let points = [a, middle, tip];
        let clear = Color32::TRANSPARENT;
        let curve = QuadraticBezierShape::from_points_stroke(points, false, clear, stroke);
        if graph.leads_back(edge) && zoom > MIN_ARROW_ZOOM {
            painter.extend(Shape::dashed_line(&curve.flatten(None), stroke, 5.0, 4.0));
        } else {
            painter.add(curve);
        }
        if zoom > MIN_ARROW_ZOOM {
            painter.add(arrow_head(middle, tip, 8.0 * zoom.min(1.2), color));
        }
        let at = on_curve((a.x, a.y), (middle.x, middle.y), (b.x, b.y), NAME_AT);
        pos2(at.0, at.1)
    }

    /// Draws names of moves, those of the plan first; names that would overlap are omitted.
    fn names(&self, painter: &Painter, mut names: Vec<(EdgeId, Pos2, bool)>) {
        if self.camera.zoom < LABEL_ZOOM {
            return;
        }
        names.sort_by_key(|(_, _, in_plan)| !in_plan);
        let mut boxes: Vec<Rect> = Vec::new();
        for (id, at, in_plan) in names {
            let (galley, at, ink) = self.name(painter, id, at, in_plan);
            let background = galley.rect.translate(at.to_vec2()).expand2(vec2(2.0, 0.0));
            if boxes.iter().any(|other| other.intersects(background)) {
                continue;
            }
            boxes.push(background);
            painter.rect_filled(background, 2.0, self.colors.canvas.gamma_multiply(0.85));
            painter.galley(at, galley, ink);
        }
    }

    /// Lays out a move's name above the value of the move. Returns text, position and colour.
    fn name(
        &self,
        painter: &Painter,
        id: EdgeId,
        at: Pos2,
        in_plan: bool,
    ) -> (Arc<Galley>, Pos2, Color32) {
        let GraphSnapshot { graph, facts, .. } = self.snapshot;
        let edge = &graph.edges[id];
        let ink = match in_plan {
            true => self.colors.text,
            false => self.colors.weak,
        };
        let is_best = facts.values.is_best(graph, id);
        let value_ink = if is_best { self.colors.good } else { ink };
        let side = name_side(graph, facts, id);
        let mut text = LayoutJob {
            halign: match side {
                Anchor::Start => Align::Min,
                Anchor::Middle => Align::Center,
                Anchor::End => Align::Max,
            },
            ..LayoutJob::default()
        };
        let format = |color| TextFormat::simple(FontId::proportional(11.0), color);
        text.append(edge.mv.as_str(), 0.0, format(ink));
        let value = format!("\n{}", facts.value_text(edge.to));
        text.append(&value, 0.0, format(value_ink));
        let galley = painter.layout_job(text);
        // The text lies on the chosen side of the point, or is centered on it.
        let at = pos2(at.x + side.gap(5.0), at.y - 0.5 * galley.size().y);
        (galley, at, ink)
    }

    /// Draws a move that leads back to its own state.
    fn self_loop(&self, painter: &Painter, at: Pos2, stroke: Stroke) {
        let size = 2.4 * self.radius();
        let points = [at, at + vec2(size, -size), at + vec2(size, size * 0.4), at];
        let clear = Color32::TRANSPARENT;
        let curve = CubicBezierShape::from_points_stroke(points, false, clear, stroke);
        painter.add(curve);
    }

    /// Draws a state. `status_at_frame` is its status if only a part of the search is shown.
    fn node(
        &self,
        painter: &Painter,
        id: NodeId,
        in_plan: bool,
        is_current: bool,
        status_at_frame: Option<NodeStatus>,
    ) {
        let GraphSnapshot { graph, facts, .. } = self.snapshot;
        let (at, radius) = (self.position(id), self.radius());
        let solved = graph.nodes[id].solved;
        let background = match status_at_frame {
            Some(status) => fill_by_status(status, solved, self.colors),
            None => fill(facts, solved, id, self.colors),
        };
        let ink = theme::ink_on(background);
        let edge = if is_current || self.selected == Some(id) {
            Stroke::new(3.0, self.colors.step)
        } else if in_plan {
            Stroke::new(2.5, self.colors.accent)
        } else {
            Stroke::new(1.0, self.colors.weak)
        };
        if status_at_frame == Some(NodeStatus::Frontier) {
            painter.circle_stroke(at, radius + 4.0, Stroke::new(2.0, self.colors.warn));
        }
        if facts.is_dead_end[id] {
            // About as large as a circle.
            let square = Rect::from_center_size(at, Vec2::splat(1.7 * radius));
            painter.rect(square, 2.0, background, edge, egui::StrokeKind::Middle);
        } else {
            painter.circle(at, radius, background, edge);
            if solved && radius > 5.0 {
                painter.circle_stroke(at, radius - 3.5, Stroke::new(1.2, ink));
            }
        }
        if self.camera.zoom >= LABEL_ZOOM {
            // So that four digits fit, too.
            let size = if id < 1000 { 11.0 } else { 9.0 };
            let font = FontId::proportional(size);
            painter.text(at, Align2::CENTER_CENTER, id, font, ink);
        }
        let status = status_at_frame.unwrap_or(facts.statuses[id]);
        if matches!(status, NodeStatus::Pruned(_)) {
            let stroke = Stroke::new(2.0, self.colors.bad);
            for (from, to) in cross((at.x, at.y), radius) {
                painter.line_segment([pos2(from.0, from.1), pos2(to.0, to.1)], stroke);
            }
        }
    }
}

fn arrow_head(from: Pos2, tip: Pos2, size: f32, color: Color32) -> Shape {
    let forward = (tip - from).normalized() * size;
    let sideways = forward.rot90() * 0.4;
    let corners = vec![tip, tip - forward + sideways, tip - forward - sideways];
    Shape::Path(PathShape::convex_polygon(corners, color, Stroke::NONE))
}

/// Radius of a state at zoom 1, in points.
pub(super) const NODE_RADIUS: f32 = 13.0;
/// Zoom from which moves have names, and states numbers.
pub(super) const LABEL_ZOOM: f32 = 0.75;
/// Zoom from which moves that are not in the plan are curves.
const MIN_CURVE_ZOOM: f32 = 0.25;
/// Zoom from which moves have arrow heads, and those that lead back dashes.
const MIN_ARROW_ZOOM: f32 = 0.4;
/// Smallest margin around the whole graph, in points.
const MARGIN: f32 = 12.0;
/// Width reserved for a move's name, in points.
const NAME_WIDTH: f32 = 60.0;
const MIN_ZOOM: f32 = 0.005;
const MAX_ZOOM: f32 = 4.0;
/// Maximum zoom at which a small graph is shown as a whole.
const MAX_FIT_ZOOM: f32 = 1.5;

#[derive(Clone, Copy, Debug)]
pub(super) struct GraphCamera {
    /// Point of the graph at the middle of the canvas, in units of the layout.
    pub(super) center: Vec2,
    pub(super) zoom: f32,
    /// Distance of neighbours in a layer, and of layers, at zoom 1, in points.
    pub(super) unit: Vec2,
    /// Keeps the whole graph visible while it grows.
    pub(super) auto_fit: bool,
}

impl Default for GraphCamera {
    fn default() -> Self {
        Self {
            center: Vec2::ZERO,
            zoom: 1.0,
            // Until the first graph is drawn.
            unit: Vec2::splat(50.0),
            auto_fit: true,
        }
    }
}

impl GraphCamera {
    /// Screen position of a point of the layout.
    pub(super) fn to_screen(self, canvas: Rect, point: (f32, f32)) -> Pos2 {
        let from_middle = (vec2(point.0, point.1) - self.center) * self.unit * self.zoom;
        canvas.center() + from_middle
    }

    pub(super) fn zoom_by(&mut self, factor: f32) {
        self.zoom = (self.zoom * factor).clamp(MIN_ZOOM, MAX_ZOOM);
        self.auto_fit = false;
    }

    pub(super) fn fit(&mut self, canvas: Rect, snapshot: &GraphSnapshot) {
        let (left, top, right, bottom) = snapshot.layout.bounds();
        self.center = vec2(left + right, top + bottom) / 2.0;
        let size = vec2(right - left, bottom - top) * self.unit + Vec2::splat(4.0 * NODE_RADIUS);
        let canvas = canvas.shrink(MARGIN);
        let zoom = |width: f32| (width / size.x).min(canvas.height() / size.y);
        // If moves have names, those at the edges need space for theirs, too.
        let labelled = zoom((canvas.width() - 2.0 * NAME_WIDTH).max(1.0));
        let zoom = match labelled >= LABEL_ZOOM {
            true => labelled,
            false => zoom(canvas.width()).min(LABEL_ZOOM),
        };
        self.zoom = zoom.clamp(MIN_ZOOM, MAX_FIT_ZOOM);
    }

    pub(super) fn handle_input(&mut self, ui: &Ui, response: &Response) {
        if response.dragged() {
            self.center -= response.drag_delta() / (self.unit * self.zoom);
            self.auto_fit = false;
        }
        let Some(at) = response.hover_pos() else {
            return;
        };
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        // Scrolling by 300 points zooms by a factor of e.
        let factor = pinch * (scroll / 300.0).exp();
        if (factor - 1.0).abs() > 1e-4 {
            let offset = (at - response.rect.center()) / self.unit;
            let before = offset / self.zoom;
            self.zoom_by(factor);
            self.center += before - offset / self.zoom;
        }
    }
}
