//! Groups of facts that belong together.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::search::{Budget, Groups, Stop};

use super::super::super::net::{Builder, FALSE, Lit, Net, TRUE};
use super::super::effects::after_in;
use super::super::groups::looking;
use crate::analysis::{CONDITIONS, alternatives, conditions};

/// Most gate evaluations for finding the parts.
const MOST_WORK: usize = 60_000_000;
const MOST_PARTS: usize = 100;

/// Group of facts with the conditions that read it.
pub(super) struct Part {
    pub bits: Vec<bool>,
    pub conditions: Vec<Lit>,
    /// Reasons for the end that read this part only.
    pub ends: Vec<Lit>,
    /// For each move its conditions on this part; empty if it leaves the part unchanged.
    pub asks: Vec<Vec<Lit>>,
    /// For each move a number that is equal for moves with equal conditions and effects here.
    pub class: Vec<u32>,
    /// The class of moves that change nothing here.
    pub idle: Option<u32>,
}

/// Network on the way to its decomposition.
pub(super) struct Finder<'n> {
    net: &'n Net,
    builder: Builder,
    pub groups: Groups,
    /// Goal conditions with the bits they read.
    wanted: Vec<(Lit, Vec<usize>)>,
    ends: Vec<(Lit, Vec<usize>)>,
    /// For each move its conditions with the bits they read.
    asks: Vec<Vec<(Lit, Vec<usize>)>>,
    /// For each move the next value of every bit.
    next: Vec<Vec<Lit>>,
}

impl<'n> Finder<'n> {
    /// Starts with the finest groups: facts that read each other, or that one goal condition reads. `None` if there
    /// are not several or the work is too much.
    pub fn new(net: &'n Net, budget: &Budget) -> Result<Option<Self>, Stop> {
        let (bits, moves) = (net.facts.len(), net.moves.len());
        let wanted = &net.extra[CONDITIONS.min(net.extra.len())..];
        if !net.gates.loops.is_empty()
            || net.gates.nodes.len() * (bits + 2 * moves) > MOST_WORK
            || wanted.contains(&FALSE)
        {
            return Ok(None);
        }
        let read = |lit: Lit| -> (Lit, Vec<usize>) {
            let cone = net.cone([lit]);
            (lit, (0..bits).filter(|bit| cone[bit + 1]).collect())
        };
        let mut groups = looking(net, budget)?;
        let wanted = wanted.iter().filter(|lit| **lit != TRUE);
        let wanted: Vec<(Lit, Vec<usize>)> = wanted.map(|lit| read(*lit)).collect();
        wanted.iter().for_each(|(_, bits)| groups.join(bits));
        if groups.all().len() < 2 {
            return Ok(None);
        }
        let ends = alternatives(&net.gates, net.terminal).into_iter();
        let ends = ends.map(read).collect();
        let mut builder = Builder::over(net.gates.clone());
        let (mut asks, mut next) = (Vec::new(), Vec::new());
        for mv in 0..moves {
            budget.check()?;
            let parts = conditions(&net.gates, net.legal[mv]).into_iter();
            asks.push(parts.filter(|lit| *lit != TRUE).map(read).collect());
            next.push(after_in(&mut builder, net, mv));
        }
        Ok(Some(Self {
            net,
            builder,
            groups,
            wanted,
            ends,
            asks,
            next,
        }))
    }

    /// Joins what a move changes or its conditions read.
    pub fn join_by_moves(&mut self) {
        for (mv, asks) in self.asks.iter().enumerate() {
            let changed = |bit: &usize| self.next[mv][*bit] != self.net.bit(*bit);
            let mut together: Vec<usize> = (0..self.next[mv].len()).filter(changed).collect();
            together.extend(asks.iter().flat_map(|(_, bits)| bits));
            self.groups.join(&together);
        }
    }

    /// Joins groups whose classes of moves do not occur in all combinations.
    pub fn join_by_choices(&mut self) {
        for (_, bits) in self.asks.iter().flatten() {
            self.groups.join(bits);
        }
        let Some(parts) = self.parts() else {
            return;
        };
        if parts.len() > MOST_PARTS {
            return;
        }
        let first: Vec<usize> = parts
            .iter()
            .filter_map(|part| part.bits.iter().position(|bit| *bit))
            .collect();
        let doings = |part: &Part| part.class.iter().collect::<FxHashSet<_>>().len();
        for (a, one) in parts.iter().enumerate() {
            for (b, other) in parts.iter().enumerate().skip(a + 1) {
                let pairs = one.class.iter().zip(&other.class);
                let pairs: FxHashSet<(&u32, &u32)> = pairs.collect();
                if pairs.len() < doings(one) * doings(other) {
                    self.groups.join(&[first[a], first[b]]);
                }
            }
        }
    }

    /// Parts, if there are several and every goal condition reads one of them.
    pub fn parts(&mut self) -> Option<Vec<Part>> {
        let roots = self.groups.all();
        if roots.len() < 2 {
            return None;
        }
        let moves = self.net.moves.len();
        let number: FxHashMap<usize, usize> = roots.iter().copied().zip(0..).collect();
        let mut parts: Vec<Part> = Vec::new();
        for own in &roots {
            let bits = 0..self.net.facts.len();
            parts.push(Part {
                bits: bits.map(|bit| self.groups.root(bit) == *own).collect(),
                conditions: Vec::new(),
                ends: Vec::new(),
                asks: vec![Vec::new(); moves],
                class: Vec::new(),
                idle: None,
            });
        }
        for (lit, bits) in &self.wanted {
            let place = self.groups.place(bits)?;
            parts[number[&place]].conditions.push(*lit);
        }
        for (lit, bits) in &self.ends {
            if let Some(place) = self.groups.place(bits) {
                parts[number[&place]].ends.push(*lit);
            }
        }
        // Conditions on several parts are left out: that only makes more possible.
        for (mv, asks) in self.asks.iter().enumerate() {
            for (lit, bits) in asks {
                if let Some(place) = self.groups.place(bits) {
                    parts[number[&place]].asks[mv].push(*lit);
                }
            }
        }
        for part in &mut parts {
            let own: Vec<usize> = (0..part.bits.len()).filter(|bit| part.bits[*bit]).collect();
            let mut classes: FxHashMap<(Vec<Lit>, Lit), u32> = FxHashMap::default();
            for mv in 0..moves {
                let same = own
                    .iter()
                    .all(|bit| self.next[mv][*bit] == self.net.bit(*bit));
                if same {
                    part.asks[mv].clear();
                }
                let does = own.iter().map(|bit| self.next[mv][*bit]).collect();
                let legal = self.builder.and(part.asks[mv].clone());
                let fresh = classes.len() as u32;
                let class = *classes.entry((does, legal)).or_insert(fresh);
                part.class.push(class);
                if same {
                    part.idle = Some(class);
                }
            }
        }
        Some(parts)
    }
}
