//! Network of a game without the steps that only move the agent.

use super::{Roamer, pairs};
use crate::analysis::{CONDITIONS, HOPE, View, WON, conditions};
use crate::net::machine::{Code, Machine, is_on};
use crate::net::{Builder, Cycle, FALSE, Gates, Lit, Net, TRUE};
use crate::search::{Budget, Stop};
use crate::solvers::astar::Estimate;

/// Most gate evaluations.
const MOST_WORK: usize = 40_000_000;

/// A game while its agent is at one position; gates have the inputs of the whole game.
struct Placed {
    gates: Gates,
    legal: Vec<Lit>,
    next: Vec<Lit>,
    won: Lit,
    hope: Lit,
    over: Lit,
}

impl Placed {
    fn new(net: &Net, places: &[u32], here: u32) -> Self {
        let inputs = net.facts.len() + net.moves.len();
        let mut map: Vec<Lit> = (0..=inputs as Lit).map(|node| node << 1).collect();
        for bit in places {
            map[*bit as usize + 1] = if *bit == here { TRUE } else { FALSE };
        }
        let mut builder = Builder::new(inputs);
        builder.copy(&net.gates, &mut map);
        let lit = |lit: Lit| map[(lit >> 1) as usize] ^ (lit & 1);
        Self {
            legal: net.legal.iter().map(|own| lit(*own)).collect(),
            next: net.next.iter().map(|own| lit(*own)).collect(),
            won: lit(net.extra[WON]),
            hope: lit(net.extra[HOPE]),
            over: lit(net.terminal),
            gates: builder.gates,
        }
    }

    /// Moves that may be legal.
    fn moves(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.legal.len()).filter(|mv| self.legal[*mv] != FALSE)
    }

    /// Copies the gates into another network, with one move made or none.
    fn copy_into(&self, builder: &mut Builder, facts: usize, made: Option<usize>) -> Vec<Lit> {
        let mut map: Vec<Lit> = (0..=facts as Lit).map(|node| node << 1).collect();
        let does = |mv| if Some(mv) == made { TRUE } else { FALSE };
        map.extend((0..self.legal.len()).map(does));
        builder.copy(&self.gates, &mut map);
        map
    }
}

impl Roamer {
    /// Builds the game for the agent's positions, exactly one of which holds in every state. `None` if no move is a
    /// mere walk, or the work is too much.
    pub fn new(
        view: &View,
        places: &[u32],
        estimate: &Estimate,
        anywhere: bool,
        budget: &Budget,
    ) -> Result<Option<Self>, Stop> {
        let net = &view.net;
        if !net.gates.loops.is_empty() {
            return Ok(None);
        }
        let facts = net.facts.len();
        let mut work = places.len() * net.gates.nodes.len();
        let mut all: Vec<(u32, Placed)> = Vec::new();
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for here in places {
            budget.check()?;
            if work > MOST_WORK {
                return Ok(None);
            }
            let placed = Placed::new(net, places, *here);
            let before = pairs.len();
            pairs.extend(placed.moves().map(|mv| (*here, mv as u32)));
            work += (pairs.len() - before) * placed.gates.nodes.len();
            all.push((*here, placed));
        }
        let mut made = Made::new(facts, pairs.len(), places);
        for (here, placed) in &all {
            budget.check()?;
            made.place(*here, placed, anywhere);
        }
        if made.ways.iter().all(Vec::is_empty) {
            return Ok(None);
        }
        let settle = made.settle(net, budget)?;
        let small = made.steps(net, &settle, budget)?;
        // The network has no moves that are never legal.
        let kept = made.legal.iter().zip(pairs);
        let moves = kept
            .filter(|(legal, _)| **legal != FALSE)
            .map(|(_, pair)| pair);
        let relaxed = made.relaxed(net, &estimate.tokens.astray(), budget)?;
        let view = View {
            settle: Some(settle),
            relaxed: Some(relaxed),
            ..View::of(small)
        };
        let mut estimate = estimate.without(places);
        let barred = pairs::barred(&view, &estimate.tokens.places(), budget)?;
        estimate.tokens.bar(barred);
        Ok(Some(Self {
            moves: moves.collect(),
            view,
            estimate,
            places: places.to_vec(),
        }))
    }
}

/// Gates of the abstract game under construction.
pub(super) struct Made {
    pub builder: Builder,
    pub facts: usize,
    pub moves: usize,
    /// For each fact whether it is a position of the agent.
    pub is_place: Vec<bool>,
    /// For each fact the positions from which the agent walks to it, and when.
    pub ways: Vec<Vec<(u32, Lit)>>,
    /// For each fact the moves that affect it, and its value afterwards.
    pub changes: Vec<Vec<(Lit, Lit)>>,
    /// When each move is legal, given the positions that the agent can reach.
    pub legal: Vec<Lit>,
    /// For each position when the goal is reached there, and when it may still be.
    pub won: Vec<(u32, Lit)>,
    hope: Vec<(u32, Lit)>,
}

impl Made {
    fn new(facts: usize, moves: usize, places: &[u32]) -> Self {
        let mut is_place = vec![false; facts];
        places.iter().for_each(|bit| is_place[*bit as usize] = true);
        Self {
            builder: Builder::new(facts + moves),
            facts,
            moves,
            is_place,
            ways: vec![Vec::new(); facts],
            changes: vec![Vec::new(); facts],
            legal: Vec::new(),
            won: Vec::new(),
            hope: Vec::new(),
        }
    }

    pub fn bit(bit: usize) -> Lit {
        (bit as Lit + 1) << 1
    }

    /// Adds the moves at one position.
    fn place(&mut self, here: u32, placed: &Placed, anywhere: bool) {
        let builder = &mut self.builder;
        let map = placed.copy_into(builder, self.facts, None);
        let of = |map: &[Lit], lit: Lit| map[(lit >> 1) as usize] ^ (lit & 1);
        let [won, hope, over] = [placed.won, placed.hope, placed.over].map(|lit| of(&map, lit));
        self.won.push((
            here,
            match anywhere {
                true => won,
                false => builder.and(vec![won, over]),
            },
        ));
        self.hope.push((here, hope));
        for mv in placed.moves() {
            let does = Self::bit(self.facts + self.legal.len());
            let map = placed.copy_into(builder, self.facts, Some(mv));
            let legal = builder.and(vec![of(&map, placed.legal[mv]), over ^ 1, hope]);
            let next: Vec<Lit> = placed.next.iter().map(|lit| of(&map, *lit)).collect();
            let mut same = vec![legal];
            for (bit, next) in next.iter().enumerate() {
                if !self.is_place[bit] && *next != Self::bit(bit) {
                    let (now, next) = (Self::bit(bit), *next);
                    let stays = [vec![now, next ^ 1], vec![now ^ 1, next]];
                    same.extend(stays.map(|differ| builder.and(differ) ^ 1));
                }
            }
            let roams = builder.and(same);
            let steps = builder.and(vec![legal, roams ^ 1]);
            let comes = builder.and(vec![Self::bit(here as usize), steps]);
            self.legal.push(comes);
            for (bit, next) in next.into_iter().enumerate() {
                if self.is_place[bit] {
                    let way = builder.and(vec![roams, next]);
                    if way != FALSE && bit != here as usize {
                        self.ways[bit].push((here, way));
                    }
                }
                let stays = if self.is_place[bit] {
                    FALSE
                } else {
                    Self::bit(bit)
                };
                if comes != FALSE && next != stays {
                    self.changes[bit].push((does, next));
                }
            }
        }
    }

    /// Code that extends the agent's position to all positions it can reach.
    fn settle(&self, net: &Net, budget: &Budget) -> Result<Code, Stop> {
        let mut builder = Builder::over(self.builder.gates.clone());
        let from = builder.gates.nodes.len() as u32;
        let loops: Vec<Option<Lit>> = self
            .ways
            .iter()
            .map(|ways| (!ways.is_empty()).then(|| builder.loop_node()))
            .collect();
        let mut next: Vec<Lit> = (0..self.facts).map(Self::bit).collect();
        let mut pairs = Vec::new();
        for (bit, ways) in self.ways.iter().enumerate() {
            let Some(knot) = loops[bit] else {
                continue;
            };
            let mut from = vec![Self::bit(bit)];
            for (place, way) in ways {
                let there = loops[*place as usize].unwrap_or(Self::bit(*place as usize));
                from.push(builder.and(vec![there, *way]));
            }
            pairs.push((knot >> 1, builder.or(from)));
            next[bit] = knot;
        }
        let to = builder.gates.nodes.len() as u32;
        builder.gates.loops.push(Cycle { from, to, pairs });
        let settle = Net {
            gates: builder.gates,
            next,
            moves: Vec::new(),
            legal: Vec::new(),
            terminal: FALSE,
            goals: Vec::new(),
            extra: Vec::new(),
            ..net.clone()
        };
        Ok(Code::new(&settle.keep(&vec![true; self.facts], budget)?))
    }

    /// Builds the network of the moves that are left.
    fn steps(&mut self, net: &Net, settle: &Code, budget: &Budget) -> Result<Net, Stop> {
        let builder = &mut self.builder;
        let mut next = Vec::new();
        for (bit, changes) in self.changes.iter().enumerate() {
            let mut cases = Vec::new();
            for (does, next) in changes {
                cases.push(builder.and(vec![*does, *next]));
            }
            if !self.is_place[bit] {
                let none = changes.iter().map(|(does, _)| does ^ 1);
                cases.push(builder.and(none.chain([Self::bit(bit)]).collect()));
            }
            next.push(builder.or(cases));
        }
        let won = somewhere(builder, &self.won);
        let hope = somewhere(builder, &self.hope);
        let mut extra = vec![won, hope];
        debug_assert_eq!(extra.len(), CONDITIONS);
        extra.extend(conditions(&builder.gates, won));
        let mut machine = Machine::<1>::new(settle);
        machine.set_state(0, settle.start());
        machine.run_state();
        let mut start = Vec::new();
        machine.next_states(1, &mut start);
        let start = (0..self.facts).map(|bit| is_on(&start, bit));
        let small = Net {
            facts: net.facts.clone(),
            moves: vec![0; self.legal.len()],
            fixed: Vec::new(),
            start: start.collect(),
            gates: builder.gates.clone(),
            legal: self.legal.clone(),
            next,
            terminal: won,
            goals: Vec::new(),
            extra,
        };
        small.keep(&vec![true; self.facts], budget)
    }
}

/// Literal that something holds at one of the positions that the agent can reach.
fn somewhere(builder: &mut Builder, places: &[(u32, Lit)]) -> Lit {
    match places {
        // The position does not matter.
        [(_, first), rest @ ..] if rest.iter().all(|(_, lit)| lit == first) => *first,
        _ => {
            let there = places
                .iter()
                .map(|(place, lit)| builder.and(vec![Made::bit(*place as usize), *lit]));
            let there = there.collect();
            builder.or(there)
        }
    }
}
