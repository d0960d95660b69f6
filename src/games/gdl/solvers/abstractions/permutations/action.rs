//! Points that the moves of a game permute: its facts, or the states of groups of facts.

use super::words::Perm;
use crate::analysis::SearchNet;
use crate::net::machine::{Machine, Packed, is_on};
use crate::net::{GateBuilder, TRUE};
use crate::solvers::abstractions::groups::read_groups;
use crate::solvers::heuristics::effects::after_in;
use planwright_game::search::{Budget, Stop};

const MAX_POINTS: usize = 2000;
const MAX_GATE_EVALUATIONS: usize = 20_000_000;

pub(super) struct GroupAction {
    pub moves: Vec<Perm>,
    pub start: Vec<u16>,
    /// For each fact the points at which it holds.
    pub holds: Vec<Vec<u16>>,
}

impl GroupAction {
    /// `None` unless each move is legal at any time and permutes the points.
    pub fn new(view: &SearchNet, budget: &Budget) -> Result<Option<Self>, Stop> {
        let net = &view.net;
        if net.facts.len() > MAX_POINTS
            || net.moves.len() < 2
            || !net.gates.loops.is_empty()
            || net.moves.len() * net.gates.nodes.len() > MAX_GATE_EVALUATIONS
            || net.legal.iter().any(|legal| *legal != TRUE)
        {
            return Ok(None);
        }
        match Self::on_facts(view, budget)? {
            Some(action) => Ok(Some(action)),
            None => Self::on_groups(view, budget),
        }
    }

    pub fn points(&self) -> usize {
        self.moves.first().map_or(0, |perm| perm.len())
    }

    /// Takes facts as points.
    fn on_facts(view: &SearchNet, budget: &Budget) -> Result<Option<Self>, Stop> {
        let net = &view.net;
        let facts = net.facts.len();
        let mut builder = GateBuilder::new(facts + net.moves.len());
        let mut moves = Vec::new();
        for mv in 0..net.moves.len() {
            budget.check()?;
            let mut perm = vec![u16::MAX; facts];
            for (to, from) in (0..).zip(after_in(&mut builder, net, mv)) {
                let from = (from >> 1).checked_sub(1).filter(|_| from & 1 == 0);
                match from.and_then(|from| perm.get_mut(from as usize)) {
                    Some(image) if *image == u16::MAX => *image = to,
                    _ => return Ok(None),
                }
            }
            moves.push(perm.into());
        }
        let start = (0..facts as u16).filter(|fact| net.start[*fact as usize]);
        Ok(Some(Self {
            moves,
            start: start.collect(),
            holds: (0..facts as u16).map(|fact| vec![fact]).collect(),
        }))
    }

    /// Takes as points the states of groups of facts that read each other, such as position and orientation of a
    /// piece.
    fn on_groups(view: &SearchNet, budget: &Budget) -> Result<Option<Self>, Stop> {
        let net = &view.net;
        let groups = read_groups(net, budget)?.into_groups();
        if groups.len() < 2 || view.normalizer.is_some() {
            return Ok(None);
        }
        let mut machine = Machine::<1>::new(&view.code);
        let mut moves = vec![Vec::new(); net.moves.len()];
        let (mut start, mut holds) = (Vec::new(), vec![Vec::new(); net.facts.len()]);
        for group in groups {
            budget.check()?;
            let first = moves[0].len();
            start.push(first as u16);
            // All other facts stay as they are at the start.
            let mut states: Vec<Packed> = vec![view.start.clone()];
            let mut at = 0;
            while at < states.len() {
                for (mv, perm) in moves.iter_mut().enumerate() {
                    let after = machine.after(&states[at], mv);
                    let next = overlay(&view.start, &group, &after);
                    let known = states.iter().position(|state| *state == next);
                    let number = known.unwrap_or(states.len());
                    if known.is_none() {
                        states.push(next);
                    }
                    perm.push((first + number) as u16);
                }
                if first + states.len() > MAX_POINTS {
                    return Ok(None);
                }
                at += 1;
            }
            for fact in group {
                let own = (first..)
                    .zip(&states)
                    .filter(|(_, state)| is_on(state, fact));
                holds[fact].extend(own.map(|(point, _)| point as u16));
            }
        }
        if !moves.iter().all(|perm| is_one_to_one(perm)) {
            return Ok(None);
        }
        Ok(Some(Self {
            moves: moves.into_iter().map(Vec::into).collect(),
            start,
            holds,
        }))
    }
}

fn overlay(state: &[u64], bits: &[usize], other: &[u64]) -> Packed {
    let mut both: Packed = state.into();
    for bit in bits {
        let one = 1 << (bit % 64);
        both[bit / 64] = both[bit / 64] & !one | other[bit / 64] & one;
    }
    both
}

fn is_one_to_one(perm: &[u16]) -> bool {
    let mut used = vec![false; perm.len()];
    perm.iter()
        .all(|to| !std::mem::replace(&mut used[*to as usize], true))
}
