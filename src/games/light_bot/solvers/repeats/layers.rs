//! Programs by their number of commands, as ways over what they come to: a command or a repeat
//! leads from one state of robot and lights to another, and of programs that lead to the same state
//! the shortest is kept.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::ground::{Ground, Here, Lit};
use super::library::Library;
use super::{Item, Ticker};
use crate::program::Command;
use crate::search::Stop;

/// How much is looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Most commands in what is repeated.
    pub(super) body: usize,
    /// Most states of each cost.
    pub(super) width: usize,
    /// Whether large bodies are made, too: at how many states of each cost, and how many of them.
    pub(super) grown: Option<(usize, usize)>,
}

impl Limits {
    /// Everything.
    pub(super) const ALL: Self = Self {
        body: usize::MAX,
        width: usize::MAX,
        grown: None,
    };
}

/// Large bodies begin within so many commands.
const EARLY: usize = 3;
/// Most commands of the repeats that large bodies are made of.
const SMALL: usize = 4;
/// So many beginnings of large bodies that come to the same at first are kept.
const ALIKE: u8 = 3;

struct Node {
    here: Here,
    before: u32,
    item: Option<Item>,
}

/// All that has been reached.
pub(super) struct Layers<'a> {
    ground: &'a Ground,
    most: u8,
    limits: Limits,
    nodes: Vec<Node>,
    layers: Vec<Vec<u32>>,
    known: FxHashSet<(u16, Lit)>,
}

/// A body in the making, and what its first turn comes to.
struct Grown {
    items: Vec<Item>,
    here: Here,
}

impl<'a> Layers<'a> {
    pub(super) fn new(ground: &'a Ground, start: Here, most: u8, limits: Limits) -> Self {
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
            limits,
            nodes: vec![root],
            layers: vec![vec![0]],
            known,
        }
    }

    /// About how much memory it takes.
    pub(super) fn bytes(&self) -> u64 {
        let known = self.known.capacity() * size_of::<(u16, Lit)>();
        (known + self.nodes.capacity() * size_of::<Node>()) as u64
    }

    /// Looks at what costs one more than all before. Returns a program that wins.
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
            if size > self.limits.body {
                break;
            }
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
        layer.sort_by_key(|node| self.nodes[*node as usize].here.dark);
        layer.truncate(self.limits.width);
        self.layers.push(layer);
        Ok(None)
    }

    /// Repeats a body as often as something new comes of it. Returns how often it has to be repeated
    /// to win, if it does.
    fn repeat(&mut self, layer: &mut Vec<u32>, from: u32, body: &Rc<[Item]>) -> Option<u8> {
        let start = self.nodes[from as usize].here;
        turns(self.ground, self.most, start, body, |times, here| {
            if times > 1 {
                self.reach(layer, here, from, || Item::Repeat(times, Rc::clone(body)));
            }
        })
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

    /// What leads to a node, and something after it.
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

    /// Programs of at most `most` commands that repeat a large body after what has been reached with
    /// one command less than `cost`.
    pub(super) fn large_bodies(
        &self,
        library: &Library<'_>,
        cost: usize,
        most: usize,
        ticker: &mut Ticker<'_>,
    ) -> Result<Option<Vec<Item>>, Stop> {
        let Some((nodes, width)) = self.limits.grown.filter(|_| cost <= EARLY) else {
            return Ok(None);
        };
        let mut best = None;
        let mut room = most.saturating_sub(cost);
        for node in self.layers[cost - 1].iter().take(nodes) {
            if let Some((items, size)) = self.grow(library, *node, room, width, ticker)? {
                room = size - 1;
                best = Some(items);
            }
        }
        Ok(best)
    }

    /// Makes bodies of up to `room` commands at a node, those first that light most in their first
    /// turn. Returns the program of the first that wins, and the body's size.
    fn grow(
        &self,
        library: &Library<'_>,
        node: u32,
        room: usize,
        width: usize,
        ticker: &mut Ticker<'_>,
    ) -> Result<Option<(Vec<Item>, usize)>, Stop> {
        let start = self.nodes[node as usize].here;
        let mut all = vec![vec![Grown {
            items: Vec::new(),
            here: start,
        }]];
        let actions = Command::ACTIONS.map(Item::Act);
        for size in 1..=room {
            let mut more: Vec<(i32, usize, usize, &Item, Here)> = Vec::new();
            for part in 1..=size.min(SMALL) {
                let items = if part == 1 {
                    &actions[..]
                } else {
                    library.repeats(part)
                };
                for (index, begun) in all[size - part].iter().enumerate() {
                    ticker.tick()?;
                    for item in items {
                        let mut here = begun.here;
                        self.ground.run(std::slice::from_ref(item), &mut here);
                        more.push((here.dark, size - part, index, item, here));
                    }
                }
            }
            more.sort_by_key(|(dark, ..)| *dark);
            let mut alike: FxHashMap<(u16, Lit), u8> = FxHashMap::default();
            let mut grown = Vec::new();
            for (_, begun, index, item, here) in more {
                let count = alike.entry((here.at, here.lit)).or_default();
                if *count >= ALIKE {
                    continue;
                }
                *count += 1;
                let begun = &all[begun][index].items;
                let items: Vec<Item> = begun.iter().chain([item]).cloned().collect();
                let wins = turns(self.ground, self.most, start, &items, |_, _| ());
                if let Some(times) = wins {
                    let item = Item::Repeat(times, items.into());
                    return Ok(Some((self.program(node, item), size)));
                }
                grown.push(Grown { items, here });
                if grown.len() >= width {
                    break;
                }
            }
            all.push(grown);
        }
        Ok(None)
    }
}

/// Repeats a body as long as something new comes of it, and tells what after each turn. Returns how often it has to be
/// repeated to win, if it does.
fn turns(
    ground: &Ground,
    most: u8,
    start: Here,
    body: &[Item],
    mut each: impl FnMut(u8, Here),
) -> Option<u8> {
    let mut here = start;
    let mut seen: Vec<(u16, Lit)> = vec![(here.at, here.lit)];
    for times in 1..=most {
        if ground.run(body, &mut here) {
            return Some(times.max(2));
        }
        let now = (here.at, here.lit);
        if seen.contains(&now) {
            break;
        }
        seen.push(now);
        each(times, here);
    }
    None
}
