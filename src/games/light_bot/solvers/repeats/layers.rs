//! Breadth-first search over robot and light states, by number of commands: an edge is a command or a repeat. Of
//! programs that reach the same state, the shortest is kept. `repeats` deepens it until it wins or exceeds the slots.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::library::BodyLibrary;
use super::light_graph::{LightGraph, TracedState};
use super::{Stmt, Ticker};
use crate::program::BotCommand;
use crate::search::Stop;
use crate::solvers::lazy::graph::LightSet;

/// State with the last part of the program that reaches it; the root has none.
struct ProgramNode {
    state: TracedState,
    /// Index of the node before; unused in the root.
    parent: u32,
    item: Option<Stmt>,
}

pub(super) struct ProgramLayers<'a> {
    graph: &'a LightGraph,
    /// Maximum repeat count of the level.
    max_count: u8,
    nodes: Vec<ProgramNode>,
    /// Nodes by number of commands.
    layers: Vec<Vec<u32>>,
    visited: FxHashSet<(u16, LightSet)>,
}

impl<'a> ProgramLayers<'a> {
    pub(super) fn new(graph: &'a LightGraph, start: TracedState, max_count: u8) -> Self {
        let root = ProgramNode {
            state: start,
            parent: 0,
            item: None,
        };
        Self {
            graph,
            max_count,
            nodes: vec![root],
            layers: vec![vec![0]],
            visited: FxHashSet::from_iter([(start.robot, start.lit)]),
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        let visited = self.visited.capacity() * size_of::<(u16, LightSet)>();
        (visited + self.nodes.capacity() * size_of::<ProgramNode>()) as u64
    }

    /// Adds the layer of programs with `cost` commands, one more than the last one; the library
    /// must hold all bodies with fewer. Returns a winning program, if one is found.
    pub(super) fn deepen(
        &mut self,
        library: &BodyLibrary<'_>,
        cost: usize,
        ticker: &mut Ticker<'_>,
    ) -> Result<Option<Vec<Stmt>>, Stop> {
        let mut layer = Vec::new();
        for index in 0..self.layers[cost - 1].len() {
            ticker.tick()?;
            let from = self.layers[cost - 1][index];
            for command in BotCommand::ACTIONS {
                let mut state = self.nodes[from as usize].state;
                if self.graph.step(command, &mut state) {
                    return Ok(Some(self.program(from, Stmt::Act(command))));
                }
                self.add(&mut layer, state, from, || Stmt::Act(command));
            }
        }
        // A repeat costs one command more than its body.
        for before in (0..cost - 1).rev() {
            let size = cost - 1 - before;
            for index in 0..self.layers[before].len() {
                let from = self.layers[before][index];
                for body in library.bodies(size) {
                    ticker.tick()?;
                    if let Some(times) = self.repeat(&mut layer, from, body) {
                        let item = Stmt::Repeat(times, Rc::clone(body));
                        return Ok(Some(self.program(from, item)));
                    }
                }
            }
        }
        self.layers.push(layer);
        Ok(None)
    }

    /// Repeats a body until its state recurs. Returns the count with which it wins, if it does.
    fn repeat(&mut self, layer: &mut Vec<u32>, from: u32, body: &Rc<[Stmt]>) -> Option<u8> {
        let mut state = self.nodes[from as usize].state;
        let mut seen: Vec<(u16, LightSet)> = vec![(state.robot, state.lit)];
        for times in 1..=self.max_count {
            if self.graph.run(body, &mut state) {
                // A win in the first turn: repeats have at least two, but the run ends with the win.
                return Some(times.max(2));
            }
            let now = (state.robot, state.lit);
            if seen.contains(&now) {
                break;
            }
            seen.push(now);
            if times > 1 {
                self.add(layer, state, from, || Stmt::Repeat(times, Rc::clone(body)));
            }
        }
        None
    }

    /// Adds a state to a layer, unless it was reached before.
    fn add(
        &mut self,
        layer: &mut Vec<u32>,
        state: TracedState,
        parent: u32,
        item: impl FnOnce() -> Stmt,
    ) {
        if self.visited.insert((state.robot, state.lit)) {
            layer.push(self.nodes.len() as u32);
            let item = Some(item());
            self.nodes.push(ProgramNode {
                state,
                parent,
                item,
            });
        }
    }

    /// Program to a node, followed by `last`.
    fn program(&self, node: u32, last: Stmt) -> Vec<Stmt> {
        let mut items = vec![last];
        let mut node = &self.nodes[node as usize];
        while let Some(item) = &node.item {
            items.push(item.clone());
            node = &self.nodes[node.parent as usize];
        }
        items.reverse();
        items
    }
}
