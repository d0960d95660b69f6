//! Breadth-first search over robot and light states, by number of commands: an edge is a command or a repeat. Of
//! programs that reach the same state, the shortest is kept.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::ground::{Ground, Here, Lit};
use super::library::Library;
use super::{Item, Ticker};
use crate::program::Command;
use crate::search::Stop;

struct Node {
    here: Here,
    before: u32,
    item: Option<Item>,
}

/// Reached states.
pub(super) struct Layers<'a> {
    ground: &'a Ground,
    most: u8,
    nodes: Vec<Node>,
    layers: Vec<Vec<u32>>,
    known: FxHashSet<(u16, Lit)>,
}

impl<'a> Layers<'a> {
    pub(super) fn new(ground: &'a Ground, start: Here, most: u8) -> Self {
        let mut known = FxHashSet::default();
        known.insert((start.at, start.lit));
        let root = Node {
            here: start,
            before: 0,
            item: None,
        };
        Self {
            ground,
            most,
            nodes: vec![root],
            layers: vec![vec![0]],
            known,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        let known = self.known.capacity() * size_of::<(u16, Lit)>();
        (known + self.nodes.capacity() * size_of::<Node>()) as u64
    }

    /// Adds the layer of programs with `cost` commands. Returns a winning program, if one is found.
    pub(super) fn deepen(
        &mut self,
        library: &Library<'_>,
        cost: usize,
        ticker: &mut Ticker<'_>,
    ) -> Result<Option<Vec<Item>>, Stop> {
        let mut layer = Vec::new();
        for index in 0..self.layers[cost - 1].len() {
            ticker.tick()?;
            let from = self.layers[cost - 1][index];
            for command in Command::ACTIONS {
                let mut here = self.nodes[from as usize].here;
                if self.ground.step(command, &mut here) {
                    return Ok(Some(self.program(from, Item::Act(command))));
                }
                self.reach(&mut layer, here, from, || Item::Act(command));
            }
        }
        for before in (0..cost - 1).rev() {
            let size = cost - 1 - before;
            for index in 0..self.layers[before].len() {
                let from = self.layers[before][index];
                for body in library.bodies(size) {
                    ticker.tick()?;
                    if let Some(times) = self.repeat(&mut layer, from, body) {
                        let item = Item::Repeat(times, Rc::clone(body));
                        return Ok(Some(self.program(from, item)));
                    }
                }
            }
        }
        self.layers.push(layer);
        Ok(None)
    }

    /// Repeats a body until its state recurs. Returns the count with which it wins, if it does.
    fn repeat(&mut self, layer: &mut Vec<u32>, from: u32, body: &Rc<[Item]>) -> Option<u8> {
        let mut here = self.nodes[from as usize].here;
        let mut seen: Vec<(u16, Lit)> = vec![(here.at, here.lit)];
        for times in 1..=self.most {
            if self.ground.run(body, &mut here) {
                return Some(times.max(2));
            }
            let now = (here.at, here.lit);
            if seen.contains(&now) {
                break;
            }
            seen.push(now);
            if times > 1 {
                self.reach(layer, here, from, || Item::Repeat(times, Rc::clone(body)));
            }
        }
        None
    }

    fn reach(
        &mut self,
        layer: &mut Vec<u32>,
        here: Here,
        before: u32,
        item: impl FnOnce() -> Item,
    ) {
        if !self.known.insert((here.at, here.lit)) {
            return;
        }
        layer.push(self.nodes.len() as u32);
        let item = Some(item());
        self.nodes.push(Node { here, before, item });
    }

    /// Program to a node, followed by `last`.
    fn program(&self, node: u32, last: Item) -> Vec<Item> {
        let mut items = vec![last];
        let mut at = node;
        while let Node {
            before,
            item: Some(item),
            ..
        } = &self.nodes[at as usize]
        {
            items.push(item.clone());
            at = *before;
        }
        items.reverse();
        items
    }
}
