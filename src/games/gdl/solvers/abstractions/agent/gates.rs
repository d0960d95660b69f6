//! Network of a game without the steps that only move the agent.

use super::{AgentAbstraction, dead_pairs};
use crate::analysis::{CONDITIONS, SOLVABLE, SearchNet, WON, conditions};
use crate::net::machine::{Machine, NetCode, is_on};
use crate::net::{Cycle, FALSE, GateBuilder, Gates, Lit, Net, TRUE};
use crate::solvers::search::astar::Estimate;
use planwright_game::search::{Budget, Stop};

const MAX_GATE_EVALUATIONS: usize = 40_000_000;

/// A game while its agent is at one position; gates have the inputs of the whole game.
struct LocalGame {
    gates: Gates,
    legal: Vec<Lit>,
    next: Vec<Lit>,
    won: Lit,
    hope: Lit,
    over: Lit,
}

impl LocalGame {
    fn new(net: &Net, positions: &[u32], here: u32) -> Self {
        let inputs = net.facts.len() + net.moves.len();
        let mut map: Vec<Lit> = (0..=inputs as Lit).map(|node| node << 1).collect();
        for bit in positions {
            map[*bit as usize + 1] = if *bit == here { TRUE } else { FALSE };
        }
        let mut builder = GateBuilder::new(inputs);
        builder.copy(&net.gates, &mut map);
        let lit = |lit: Lit| map[(lit >> 1) as usize] ^ (lit & 1);
        Self {
            legal: net.legal.iter().map(|own| lit(*own)).collect(),
            next: net.next.iter().map(|own| lit(*own)).collect(),
            won: lit(net.extra[WON]),
            hope: lit(net.extra[SOLVABLE]),
            over: lit(net.terminal),
            gates: builder.gates,
        }
    }

    /// Moves that may be legal.
    fn moves(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.legal.len()).filter(|mv| self.legal[*mv] != FALSE)
    }

    /// Copies the gates into another network, with one move made or none.
    fn copy_into(
        &self,
        builder: &mut GateBuilder,
        facts: usize,
        chosen: Option<usize>,
    ) -> Vec<Lit> {
        let mut map: Vec<Lit> = (0..=facts as Lit).map(|node| node << 1).collect();
        let does = |mv| if Some(mv) == chosen { TRUE } else { FALSE };
        map.extend((0..self.legal.len()).map(does));
        builder.copy(&self.gates, &mut map);
        map
    }
}

impl AgentAbstraction {
    /// Builds the game for the agent's positions, exactly one of which holds in every state. `None` if no move is a
    /// mere walk, or the work is too much.
    pub fn new(
        view: &SearchNet,
        positions: &[u32],
        estimate: &Estimate,
        anywhere: bool,
        budget: &Budget,
    ) -> Result<Option<Self>, Stop> {
        let net = &view.net;
        if !net.gates.loops.is_empty() {
            return Ok(None);
        }
        let facts = net.facts.len();
        let mut work = positions.len() * net.gates.nodes.len();
        let mut all: Vec<(u32, LocalGame)> = Vec::new();
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for here in positions {
            budget.check()?;
            if work > MAX_GATE_EVALUATIONS {
                return Ok(None);
            }
            let game = LocalGame::new(net, positions, *here);
            let before = pairs.len();
            pairs.extend(game.moves().map(|mv| (*here, mv as u32)));
            work += (pairs.len() - before) * game.gates.nodes.len();
            all.push((*here, game));
        }
        let mut gates = AbstractGates::new(facts, pairs.len(), positions);
        for (here, game) in &all {
            budget.check()?;
            gates.add_position(*here, game, anywhere);
        }
        if gates.walks.iter().all(Vec::is_empty) {
            return Ok(None);
        }
        let closure = gates.closure_code(net, budget)?;
        let small = gates.step_net(net, &closure, budget)?;
        // The network has no moves that are never legal.
        let candidates = gates.legal.iter().zip(pairs);
        let moves = candidates
            .filter(|(legal, _)| **legal != FALSE)
            .map(|(_, pair)| pair);
        let relaxed = gates.relaxed(net, &estimate.tokens.off_goal(), budget)?;
        let view = SearchNet {
            normalizer: Some(closure),
            relaxed: Some(relaxed),
            ..SearchNet::new(small)
        };
        let mut estimate = estimate.without(positions);
        let dead_pairs = dead_pairs::find(&view, &estimate.tokens.places(), budget)?;
        estimate.tokens.set_dead_pairs(dead_pairs);
        Ok(Some(Self {
            moves: moves.collect(),
            view,
            estimate,
            positions: positions.to_vec(),
        }))
    }
}

/// Gates of the abstract game under construction.
pub(super) struct AbstractGates {
    pub builder: GateBuilder,
    pub facts: usize,
    pub moves: usize,
    /// For each fact whether it is a position of the agent.
    pub is_position: Vec<bool>,
    /// For each fact the positions from which the agent walks to it, and when.
    pub walks: Vec<Vec<(u32, Lit)>>,
    /// For each fact the moves that affect it, and its value afterwards.
    pub changes: Vec<Vec<(Lit, Lit)>>,
    /// When each move is legal, given the positions that the agent can reach.
    pub legal: Vec<Lit>,
    /// For each position when the goal is reached there, and when it may still be.
    pub won: Vec<(u32, Lit)>,
    hope: Vec<(u32, Lit)>,
}

impl AbstractGates {
    fn new(facts: usize, moves: usize, positions: &[u32]) -> Self {
        let mut is_position = vec![false; facts];
        positions
            .iter()
            .for_each(|bit| is_position[*bit as usize] = true);
        Self {
            builder: GateBuilder::new(facts + moves),
            facts,
            moves,
            is_position,
            walks: vec![Vec::new(); facts],
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
    fn add_position(&mut self, here: u32, game: &LocalGame, anywhere: bool) {
        let builder = &mut self.builder;
        let map = game.copy_into(builder, self.facts, None);
        let value = |map: &[Lit], lit: Lit| map[(lit >> 1) as usize] ^ (lit & 1);
        let [won, hope, over] = [game.won, game.hope, game.over].map(|lit| value(&map, lit));
        self.won.push((
            here,
            match anywhere {
                true => won,
                false => builder.and(vec![won, over]),
            },
        ));
        self.hope.push((here, hope));
        for mv in game.moves() {
            let does = Self::bit(self.facts + self.legal.len());
            let map = game.copy_into(builder, self.facts, Some(mv));
            let legal = builder.and(vec![value(&map, game.legal[mv]), over ^ 1, hope]);
            let next: Vec<Lit> = game.next.iter().map(|lit| value(&map, *lit)).collect();
            let mut same = vec![legal];
            for (bit, next) in next.iter().enumerate() {
                if !self.is_position[bit] && *next != Self::bit(bit) {
                    let (now, next) = (Self::bit(bit), *next);
                    let differences = [vec![now, next ^ 1], vec![now ^ 1, next]];
                    same.extend(differences.map(|differ| builder.and(differ) ^ 1));
                }
            }
            let is_walk = builder.and(same);
            let is_step = builder.and(vec![legal, is_walk ^ 1]);
            let applies = builder.and(vec![Self::bit(here as usize), is_step]);
            self.legal.push(applies);
            for (bit, next) in next.into_iter().enumerate() {
                if self.is_position[bit] {
                    let walk = builder.and(vec![is_walk, next]);
                    if walk != FALSE && bit != here as usize {
                        self.walks[bit].push((here, walk));
                    }
                }
                let unchanged = if self.is_position[bit] {
                    FALSE
                } else {
                    Self::bit(bit)
                };
                if applies != FALSE && next != unchanged {
                    self.changes[bit].push((does, next));
                }
            }
        }
    }

    /// Code that extends the agent's position to all positions it can reach.
    fn closure_code(&self, net: &Net, budget: &Budget) -> Result<NetCode, Stop> {
        let mut builder = GateBuilder::from_gates(self.builder.gates.clone());
        let from = builder.gates.nodes.len() as u32;
        let loops: Vec<Option<Lit>> = self
            .walks
            .iter()
            .map(|walks| (!walks.is_empty()).then(|| builder.loop_node()))
            .collect();
        let mut next: Vec<Lit> = (0..self.facts).map(Self::bit).collect();
        let mut pairs = Vec::new();
        for (bit, walks) in self.walks.iter().enumerate() {
            let Some(knot) = loops[bit] else {
                continue;
            };
            let mut from = vec![Self::bit(bit)];
            for (position, walk) in walks {
                let there = loops[*position as usize].unwrap_or(Self::bit(*position as usize));
                from.push(builder.and(vec![there, *walk]));
            }
            pairs.push((knot >> 1, builder.or(from)));
            next[bit] = knot;
        }
        let to = builder.gates.nodes.len() as u32;
        builder.gates.loops.push(Cycle { from, to, pairs });
        let closure = Net {
            gates: builder.gates,
            next,
            moves: Vec::new(),
            legal: Vec::new(),
            terminal: FALSE,
            goals: Vec::new(),
            extra: Vec::new(),
            ..net.clone()
        };
        Ok(NetCode::new(
            &closure.keep(&vec![true; self.facts], budget)?,
        ))
    }

    /// Builds the network of the moves that are left.
    fn step_net(&mut self, net: &Net, closure: &NetCode, budget: &Budget) -> Result<Net, Stop> {
        let builder = &mut self.builder;
        let mut next = Vec::new();
        for (bit, changes) in self.changes.iter().enumerate() {
            let mut cases = Vec::new();
            for (does, next) in changes {
                cases.push(builder.and(vec![*does, *next]));
            }
            if !self.is_position[bit] {
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
        let mut machine = Machine::<1>::new(closure);
        machine.set_state(0, closure.start());
        machine.run_state();
        let start = machine.next_states(1);
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
fn somewhere(builder: &mut GateBuilder, positions: &[(u32, Lit)]) -> Lit {
    match positions {
        // The position does not matter.
        [(_, first), rest @ ..] if rest.iter().all(|(_, lit)| lit == first) => *first,
        _ => {
            let there = positions.iter().map(|(position, lit)| {
                builder.and(vec![AbstractGates::bit(*position as usize), *lit])
            });
            let there = there.collect();
            builder.or(there)
        }
    }
}
