//! Deadlocked pairs of tokens, such as two crates side by side at a wall.
//!
//! A smaller game is analysed, that of two tokens with all others out of their way. Everything but the two is left
//! open: the network is evaluated with three values. A pair is alive if it can be there at the goal, or if a move may
//! lead from it to one that is alive. All other pairs never occur on the way to the goal.

use rustc_hash::FxHashMap;

use crate::analysis::{SearchNet, WON};
use crate::net::machine::Packed;
use crate::net::{Lit, Net, pair_of};
use planwright_game::search::{Budget, Stop};

/// Most work, in inputs of gates evaluated for 64 pairs at once.
const MAX_WORK: usize = 500_000_000;
const LANES: usize = 64;

/// A token of some family at a place, which is a bit of the state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct PlacedToken {
    family: usize,
    bit: u32,
}

/// For some places, the places of other tokens with which the goal is out of reach.
pub(super) fn find(
    view: &SearchNet,
    families: &[Vec<u32>],
    budget: &Budget,
) -> Result<Vec<(u32, Packed)>, Stop> {
    let net = &view.net;
    let mut pairs = TokenPairs::new(net, families);
    let work = pairs.all.len() * 8 / LANES * net.size();
    if !net.gates.loops.is_empty() || work > MAX_WORK {
        return Ok(Vec::new());
    }
    let alive = pairs.alive(budget)?;
    let mut dead: FxHashMap<u32, Packed> = FxHashMap::default();
    for ([one, other], alive) in pairs.all.iter().zip(alive) {
        if !alive {
            for (at, with) in [(one, other), (other, one)] {
                let mask = dead.entry(at.bit);
                let mask = mask.or_insert_with(|| vec![0; view.code.words()].into());
                mask[with.bit as usize / 64] |= 1 << (with.bit % 64);
            }
        }
    }
    Ok(dead.into_iter().collect())
}

struct TokenPairs<'v> {
    net: &'v Net,
    families: &'v [Vec<u32>],
    /// For each family whether it has one token only.
    single: Vec<bool>,
    all: Vec<[PlacedToken; 2]>,
    numbers: FxHashMap<[PlacedToken; 2], u32>,
    /// For each bit the moves that affect it.
    moves: FxHashMap<u32, Vec<u32>>,
    /// For each node, in which of the pairs it can be true, and false.
    can: Vec<[u64; 2]>,
}

impl<'v> TokenPairs<'v> {
    fn new(net: &'v Net, families: &'v [Vec<u32>]) -> Self {
        let mut pairs = Self {
            net,
            families,
            single: Vec::new(),
            all: Vec::new(),
            numbers: FxHashMap::default(),
            moves: FxHashMap::default(),
            can: vec![[u64::MAX; 2]; net.gates.nodes.len()],
        };
        let mut tokens: Vec<PlacedToken> = Vec::new();
        for (family, places) in families.iter().enumerate() {
            let at_start = places.iter().filter(|bit| net.start[**bit as usize]);
            pairs.single.push(at_start.count() == 1);
            tokens.extend(places.iter().map(|bit| PlacedToken { family, bit: *bit }));
        }
        for (at, one) in tokens.iter().enumerate() {
            for other in &tokens[at + 1..] {
                if one.bit != other.bit && (one.family != other.family || !pairs.single[one.family])
                {
                    pairs.numbers.insert([*one, *other], pairs.all.len() as u32);
                    pairs.all.push([*one, *other]);
                }
            }
            let cone = net.cone([net.next[one.bit as usize]]);
            let affects = |mv: &u32| cone[(net.does(*mv as usize) >> 1) as usize];
            let affects = (0..net.moves.len() as u32).filter(affects).collect();
            pairs.moves.insert(one.bit, affects);
        }
        pairs
    }

    /// For each pair whether it can lead to one that can be there at the goal.
    fn alive(&mut self, budget: &Budget) -> Result<Vec<bool>, Stop> {
        // Each pair by itself, and with each move that affects it.
        let mut queries: Vec<(u32, Option<u32>)> = Vec::new();
        for (number, pair) in (0..).zip(&self.all) {
            queries.push((number, None));
            let moves = pair.iter().flat_map(|token| &self.moves[&token.bit]);
            let mut moves: Vec<u32> = moves.copied().collect();
            moves.sort_unstable();
            moves.dedup();
            queries.extend(moves.into_iter().map(|mv| (number, Some(mv))));
        }
        let mut alive = vec![false; self.all.len()];
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.all.len()];
        let mut open = Vec::new();
        for chunk in queries.chunks(LANES) {
            budget.check()?;
            self.evaluate(chunk);
            for (lane, (number, mv)) in chunk.iter().enumerate() {
                match mv {
                    None if self.can(self.net.extra[WON], lane, true) => {
                        alive[*number as usize] = true;
                        open.push(*number);
                    }
                    Some(mv) if self.can(self.net.legal[*mv as usize], lane, true) => {
                        for next in self.after(*number, *mv, lane) {
                            before[next as usize].push(*number);
                        }
                    }
                    _ => {}
                }
            }
        }
        while let Some(number) = open.pop() {
            for from in &before[number as usize] {
                if !std::mem::replace(&mut alive[*from as usize], true) {
                    open.push(*from);
                }
            }
        }
        Ok(alive)
    }

    /// Pairs that a move may make of one.
    fn after(&self, number: u32, mv: u32, lane: usize) -> Vec<u32> {
        let pair = self.all[number as usize];
        let next = |token: PlacedToken, is: bool| {
            let next = self.net.next[token.bit as usize];
            self.can(next, lane, is)
        };
        let [ones, others] = pair.map(|token| {
            let mut to = Vec::new();
            if next(token, true) {
                to.push(token);
            }
            if next(token, false) {
                let places = self.families[token.family].iter();
                let places = places.map(|bit| PlacedToken { bit: *bit, ..token });
                let can_come =
                    |to: &PlacedToken| self.moves[&to.bit].contains(&mv) && next(*to, true);
                to.extend(places.filter(|to| *to != token).filter(can_come));
            }
            to
        });
        let mut after = Vec::new();
        for one in &ones {
            for other in &others {
                let mut next = [*one, *other];
                next.sort_unstable();
                after.extend(self.numbers.get(&next));
            }
        }
        after
    }

    fn can(&self, lit: Lit, lane: usize, is: bool) -> bool {
        pair_of(&self.can, lit)[usize::from(!is)] >> lane & 1 == 1
    }

    fn evaluate(&mut self, queries: &[(u32, Option<u32>)]) {
        let net = self.net;
        let inputs = net.facts.len() + 1;
        self.can[0] = [u64::MAX, 0];
        self.can[1..inputs].fill([u64::MAX; 2]);
        self.can[inputs..inputs + net.moves.len()].fill([0, u64::MAX]);
        for (lane, (number, mv)) in queries.iter().enumerate() {
            let lane = 1u64 << lane;
            for token in self.all[*number as usize] {
                if self.single[token.family] {
                    for bit in &self.families[token.family] {
                        self.can[*bit as usize + 1][0] &= !lane;
                    }
                }
                self.can[token.bit as usize + 1][0] |= lane;
                self.can[token.bit as usize + 1][1] &= !lane;
            }
            if let Some(mv) = mv {
                let does = &mut self.can[(net.does(*mv as usize) >> 1) as usize];
                *does = [does[0] | lane, does[1] & !lane];
            }
        }
        for node in inputs + net.moves.len()..net.gates.nodes.len() {
            let mut all = [u64::MAX, 0];
            for lit in net.gates.inputs(node as u32) {
                let [yes, no] = pair_of(&self.can, *lit);
                all = [all[0] & yes, all[1] | no];
            }
            self.can[node] = all;
        }
    }
}
