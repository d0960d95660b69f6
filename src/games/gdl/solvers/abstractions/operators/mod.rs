//! Moves as STRIPS operators (R. Fikes and N. Nilsson, 1971): each is legal where some facts hold and others do not,
//! and changes only facts whose former values are known. Such moves can be made backwards, and states are a few words
//! on which moves are made without the network.

mod goals;
mod invariants;
pub(crate) mod layered;
mod mutexes;
#[cfg(test)]
mod tests;
mod timed;
mod two_sided;

use crate::analysis::{alternatives, conditions};
use crate::net::{FALSE, GateBuilder, Lit, Net, TRUE};
use crate::solvers::heuristics::effects::MAX_GATE_EVALUATIONS;
use planwright_game::search::Budget;

pub(crate) use two_sided::{OperatorPlan, search};

/// Most operators: alternatives in which moves can be legal.
const MAX_OPERATORS: usize = 5_000;
/// Most words of 64 bits in a state of operators.
const MAX_WORDS: usize = 4;

/// An alternative in which a move is legal, and its effect, as bit masks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Operator<const W: usize> {
    /// Bits that must be on, and bits that must be off.
    needs: [u64; W],
    bans: [u64; W],
    /// Bits that change, all of which are needed or banned.
    flips: [u64; W],
    mv: u32,
}

impl<const W: usize> Operator<W> {
    fn is_legal(&self, state: &[u64; W]) -> bool {
        (0..W).all(|at| {
            state[at] & self.needs[at] == self.needs[at] && state[at] & self.bans[at] == 0
        })
    }

    fn apply(&self, state: &[u64; W]) -> [u64; W] {
        std::array::from_fn(|at| state[at] ^ self.flips[at])
    }

    /// The operator that undoes this one.
    fn inverse(&self) -> Self {
        let swapped = |own: &[u64; W], other: &[u64; W]| {
            std::array::from_fn(|at| own[at] & !self.flips[at] | other[at] & self.flips[at])
        };
        Self {
            needs: swapped(&self.needs, &self.bans),
            bans: swapped(&self.bans, &self.needs),
            ..*self
        }
    }
}

/// Position of a network bit in states of operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BitPosition {
    bit: usize,
    /// It holds where that bit does not.
    is_negated: bool,
}

/// An alternative in which a move is legal: bits known there, and bits that it sets.
struct MoveEffect {
    mv: u32,
    known: Vec<Option<bool>>,
    sets: Vec<Option<bool>>,
}

/// The moves of a game as operators, before they are packed into words.
struct Operators {
    effects: Vec<MoveEffect>,
    /// Pairs of network bits that never hold together.
    mutexes: Vec<Vec<bool>>,
    /// For each network bit its position in a state of operators.
    positions: Vec<BitPosition>,
    /// Number of bits in a state of operators.
    bits: usize,
}

impl Operators {
    /// `None` unless all moves of the network are operators, the states fit in [`MAX_WORDS`], and the budget suffices.
    fn new(net: &Net, budget: &Budget) -> Option<Self> {
        let (effects, mutexes) = completed(net, budget)?;
        let positions = positions(net, &effects);
        let bits = positions.iter().map(|position| position.bit + 1).max()?;
        (bits <= 64 * MAX_WORDS).then_some(Self {
            effects,
            mutexes,
            positions,
            bits,
        })
    }

    /// State of operators for one of the network, given as a function of its bits.
    fn pack<const W: usize>(&self, state: impl Fn(usize) -> bool) -> [u64; W] {
        let mut words = [0; W];
        for (bit, position) in self.positions.iter().enumerate() {
            if !position.is_negated && state(bit) {
                words[position.bit / 64] |= 1 << (position.bit % 64);
            }
        }
        words
    }

    /// The operators; `None` if one changes a bit whose former value is unknown.
    fn list<const W: usize>(&self) -> Option<Vec<Operator<W>>> {
        let mut list: Vec<Operator<W>> = Vec::new();
        'effects: for effect in &self.effects {
            let mut known: Vec<Option<bool>> = vec![None; self.bits];
            let mut sets = known.clone();
            for (bit, position) in self.positions.iter().enumerate() {
                let is = |value: Option<bool>| value.map(|value| value != position.is_negated);
                if let Some(value) = is(effect.known[bit])
                    && known[position.bit]
                        .replace(value)
                        .is_some_and(|other| other != value)
                {
                    // Never legal.
                    continue 'effects;
                }
                sets[position.bit] = sets[position.bit].or(is(effect.sets[bit]));
            }
            let mut operator = Operator {
                needs: [0; W],
                bans: [0; W],
                flips: [0; W],
                mv: effect.mv,
            };
            for bit in 0..self.bits {
                let (word, mask) = (bit / 64, 1 << (bit % 64));
                match known[bit] {
                    Some(true) => operator.needs[word] |= mask,
                    Some(false) => operator.bans[word] |= mask,
                    None => {}
                }
                match (known[bit], sets[bit]) {
                    (None, Some(_)) => return None,
                    (Some(before), Some(after)) if before != after => operator.flips[word] |= mask,
                    _ => {}
                }
            }
            if operator.flips != [0; W] {
                list.push(operator);
            }
        }
        Some(list)
    }
}

/// Effects with all bits known where they are legal, and pairs of bits that never hold together.
fn completed(net: &Net, budget: &Budget) -> Option<(Vec<MoveEffect>, Vec<Vec<bool>>)> {
    let mut effects = effects(net, budget)?;
    let mutexes = mutexes::find(&net.start, &effects);
    effects.retain_mut(|effect| mutexes::complete(effect, &mutexes));
    Some((effects, mutexes))
}

/// Effects of all alternatives in which moves are legal; `None` if they are not of this form.
fn effects(net: &Net, budget: &Budget) -> Option<Vec<MoveEffect>> {
    if !net.gates.loops.is_empty() {
        return None;
    }
    let bits = net.facts.len();
    let mut effects = Vec::new();
    let mut work = 0;
    for (mv, legal) in net.legal.iter().enumerate() {
        let mut branches = alternatives(&net.gates, *legal);
        branches.sort_unstable();
        branches.dedup();
        for branch in branches {
            budget.check().ok()?;
            work += net.gates.nodes.len();
            if work > MAX_GATE_EVALUATIONS || effects.len() >= MAX_OPERATORS {
                return None;
            }
            let mut known = vec![None; bits];
            for lit in conditions(&net.gates, branch) {
                match (lit >> 1) as usize {
                    0 => {}
                    node if node <= bits => known[node - 1] = Some(lit & 1 == 0),
                    _ => return None,
                }
            }
            let next = next(net, mv, &known);
            let mut sets = vec![None; bits];
            for (bit, next) in next.into_iter().enumerate() {
                match next {
                    next if next == net.bit(bit) => {}
                    TRUE => sets[bit] = Some(true),
                    FALSE => sets[bit] = Some(false),
                    _ => return None,
                }
            }
            let mv = mv as u32;
            effects.push(MoveEffect { mv, known, sets });
        }
    }
    Some(effects)
}

/// Next value of each bit after a move where these bits are known; the others stay variables.
fn next(net: &Net, mv: usize, known: &[Option<bool>]) -> Vec<Lit> {
    let constant = |value: bool| if value { TRUE } else { FALSE };
    let mut builder = GateBuilder::new(net.facts.len() + net.moves.len());
    let mut map: Vec<Lit> = vec![FALSE; net.facts.len() + net.moves.len() + 1];
    map[0] = TRUE;
    for (bit, known) in known.iter().enumerate() {
        map[bit + 1] = known.map_or(net.bit(bit), constant);
    }
    map[(net.does(mv) >> 1) as usize] = TRUE;
    builder.copy(&net.gates, &mut map);
    let lit = |(bit, lit): (usize, &Lit)| match map[(lit >> 1) as usize] ^ (lit & 1) {
        // The bit keeps its known value.
        lit if known[bit].is_some_and(|known| lit == constant(known)) => net.bit(bit),
        lit => lit,
    };
    net.next.iter().enumerate().map(lit).collect()
}

/// Positions of network bits in states of operators. Two bits share one if they always differ: they differ at first,
/// and every effect that sets one sets the other to the opposite.
fn positions(net: &Net, effects: &[MoveEffect]) -> Vec<BitPosition> {
    let mut positions: Vec<BitPosition> = Vec::new();
    let mut bits = 0;
    for bit in 0..net.facts.len() {
        let is_opposite = |other: &usize| {
            let opposite = |effect: &MoveEffect| {
                let is = |bit: usize| effect.sets[bit].or(effect.known[bit]);
                let changes = effect.sets[bit].is_some() || effect.sets[*other].is_some();
                !changes || is(bit).is_some() && is(bit) == is(*other).map(|value| !value)
            };
            net.start[*other] != net.start[bit]
                && !positions[*other].is_negated
                && effects.iter().all(opposite)
        };
        let position = match (0..bit).find(is_opposite) {
            Some(other) => BitPosition {
                bit: positions[other].bit,
                is_negated: true,
            },
            None => {
                bits += 1;
                BitPosition {
                    bit: bits - 1,
                    is_negated: false,
                }
            }
        };
        positions.push(position);
    }
    positions
}
