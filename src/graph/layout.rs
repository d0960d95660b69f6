//! Places states in layers by depth.
//!
//! The barycentre heuristic (Sugiyama, Tagawa and Toda 1981) orders each layer; pool-adjacent-violators then moves each
//! state as close to the mean of its neighbours as the order allows. Sweeps take linear time apart from sorting, so
//! that a growing graph of thousands of states can be laid out repeatedly.

use super::{NodeId, StateGraph};

/// Number of sweeps; more hardly change the picture.
const SWEEPS: usize = 8;

/// Coordinates (x, y) of states, by id. One unit is the minimum distance of neighbours in a layer, and of layers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GraphLayout {
    pub positions: Vec<(f32, f32)>,
}

impl GraphLayout {
    /// Left, top, right and bottom of all states.
    pub fn bounds(&self) -> (f32, f32, f32, f32) {
        let first = self.positions.first().copied().unwrap_or_default();
        let start = (first.0, first.1, first.0, first.1);
        let positions = self.positions.iter();
        positions.fold(start, |(left, top, right, bottom), &(x, y)| {
            (left.min(x), top.min(y), right.max(x), bottom.max(y))
        })
    }
}

/// Lays out a graph. States in `previous` keep their order, so that a growing graph does not jump.
pub fn layout(graph: &StateGraph, previous: Option<&GraphLayout>) -> GraphLayout {
    let count = graph.nodes.len();
    // Of each state: those with fewer moves to them, which are drawn above, and those below.
    let mut neighbours: [Vec<Vec<NodeId>>; 2] = [vec![Vec::new(); count], vec![Vec::new(); count]];
    for edge in &graph.edges {
        let (from, to) = (edge.from, edge.to);
        let (above, below) = match graph.nodes[from].depth.cmp(&graph.nodes[to].depth) {
            std::cmp::Ordering::Less => (from, to),
            std::cmp::Ordering::Greater => (to, from),
            std::cmp::Ordering::Equal => continue,
        };
        neighbours[0][below].push(above);
        neighbours[1][above].push(below);
    }
    let depths = graph.nodes.iter().map(|node| node.depth + 1);
    let depths = depths.max().unwrap_or(0);
    let mut layers: Vec<Vec<NodeId>> = vec![Vec::new(); depths];
    for (id, node) in graph.nodes.iter().enumerate() {
        layers[node.depth].push(id);
    }
    let mut x = initial_positions(graph, &layers, previous);
    for layer in &mut layers {
        layer.sort_by(|&a, &b| x[a].total_cmp(&x[b]));
    }
    for sweep in 0..SWEEPS {
        // Downwards, a layer follows the one above; upwards, the one below.
        let down = sweep % 2 == 0;
        // The last sweep in each direction.
        let last = sweep + 2 >= SWEEPS;
        for step in 0..depths {
            let depth = if down { step } else { depths - 1 - step };
            let side = &neighbours[usize::from(!down)];
            place_layer(&mut layers[depth], side, &neighbours, last, &mut x);
        }
    }
    let middle = graph.nodes.first().map_or(0.0, |_| x[0]);
    let nodes = graph.nodes.iter().enumerate();
    let positions = nodes.map(|(id, node)| (x[id] - middle, node.depth as f32));
    let positions = positions.collect();
    GraphLayout { positions }
}

/// Initial coordinates: the previous ones, else below the state from which it was found.
fn initial_positions(
    graph: &StateGraph,
    layers: &[Vec<NodeId>],
    previous: Option<&GraphLayout>,
) -> Vec<f32> {
    let mut x = vec![0.0; graph.nodes.len()];
    for layer in layers {
        for (index, &id) in layer.iter().enumerate() {
            let before = previous.and_then(|previous| previous.positions.get(id));
            let known = before.map(|position| position.0);
            let parent = graph.nodes[id].parent.map(|edge| x[graph.edges[edge].from]);
            // States found later from the same state are further right.
            let offset = 1e-3 * index as f32;
            x[id] = known.or(parent.map(|x| x + offset)).unwrap_or(index as f32);
        }
    }
    x
}

/// Orders a layer by the means of its states' neighbours on one side, and places each state at that mean or, if `last`,
/// at the mean of its neighbours on both sides.
fn place_layer(
    layer: &mut [NodeId],
    side: &[Vec<NodeId>],
    both: &[Vec<Vec<NodeId>>; 2],
    last: bool,
    x: &mut [f32],
) {
    let mean = |x: &[f32], lists: &[&Vec<NodeId>]| {
        let all = || lists.iter().flat_map(|list| list.iter());
        let number = all().count();
        (number > 0).then(|| all().map(|&id| x[id]).sum::<f32>() / number as f32)
    };
    let target = |id: &NodeId| (mean(x, &[&side[*id]]).unwrap_or(x[*id]), *id);
    let mut targets: Vec<(f32, NodeId)> = layer.iter().map(target).collect();
    targets.sort_by(|a, b| a.0.total_cmp(&b.0));
    if last {
        for (target, id) in &mut targets {
            *target = mean(x, &[&both[0][*id], &both[1][*id]]).unwrap_or(*target);
        }
    }
    let coordinates: Vec<f32> = targets.iter().map(|(target, _)| *target).collect();
    let positions = spread_out(&coordinates);
    for (slot, ((_, id), position)) in layer.iter_mut().zip(targets.iter().zip(positions)) {
        *slot = *id;
        x[*id] = position;
    }
}

/// Coordinates closest to `targets` (least squares), in order and 1 apart: isotonic regression of `targets[i] − i`.
fn spread_out(targets: &[f32]) -> Vec<f32> {
    // Blocks of neighbours at distance 1: sum and number.
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for (index, &target) in targets.iter().enumerate() {
        let mut block = (f64::from(target) - index as f64, 1);
        while let Some(&(sum, number)) = blocks.last() {
            if sum * block.1 as f64 <= block.0 * number as f64 {
                break;
            }
            blocks.pop();
            block = (block.0 + sum, block.1 + number);
        }
        blocks.push(block);
    }
    let starts = blocks.iter().flat_map(|&(sum, number)| {
        let mean = sum / number as f64;
        std::iter::repeat_n(mean, number)
    });
    let starts = starts.enumerate();
    starts.map(|(i, start)| (start + i as f64) as f32).collect()
}
