//! Gates as clauses, and the network unrolled in time.

use std::hash::{Hash as _, Hasher as _};
use std::ops::Range;
use std::time::Duration;

use batsat::{Lit as SatLit, Solver as Engine, SolverInterface as _, lbool};
use rustc_hash::{FxHashMap, FxHasher};

use super::EngineStop;
use crate::analysis::{SOLVABLE, SearchNet, WON};
use crate::net::{Gate, Lit};
use planwright_game::search::{Budget, discard};

/// Most gates that recursive rules are unrolled to, for one step.
const MAX_UNROLLED: usize = 400_000;
/// Time in which the engine visits a literal in a pass over all clauses, which nothing interrupts.
const NANOSECONDS_PER_LITERAL: u64 = 30;
/// Estimated bytes per literal of a clause, including as much again for learnt clauses.
const BYTES_PER_LITERAL: u64 = 32;
/// Most literals of which every pair is excluded by a clause.
const MAX_PAIRWISE: usize = 5;
/// Literals of a group with a commander.
const COMMANDER_GROUP: usize = 4;
const GATES_PER_CHECK: u32 = 1 << 10;
/// Sign of a literal that is its variable, not the negation.
pub(super) const POSITIVE: bool = true;

/// The formula is too large for the method or the memory, or the budget has run out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLarge;

/// Literals of one step, that is of one copy of the network.
pub(crate) struct TimeStep {
    /// Moves that may be made, with their numbers.
    pub moves: Vec<(u32, SatLit)>,
    /// A move is made.
    pub active: SatLit,
    /// The game ends here with the target value.
    pub solved: SatLit,
    /// State bits after the move.
    next: Vec<SatLit>,
}

/// Value of a literal of the network (twice the number of a node, plus 1 for its negation), given those of the nodes.
pub(crate) fn value_of(values: &[SatLit], lit: Lit) -> SatLit {
    let plain = values[(lit >> 1) as usize];
    if lit & 1 == 0 { plain } else { !plain }
}

/// Formula of a view (the prepared network) for some steps. The network's own literals are [`Lit`].
pub(crate) struct Unrolled<'v> {
    view: &'v SearchNet,
    pub engine: Engine<EngineStop>,
    /// Literal that is always true.
    yes: SatLit,
    /// And-gates by the hash of their inputs: range in `inputs`, and output.
    gates: FxHashMap<u64, (Range<usize>, SatLit)>,
    /// Inputs of all and-gates, one gate after the other.
    inputs: Vec<SatLit>,
    pub steps: Vec<TimeStep>,
    /// Number of literals in all clauses.
    size: usize,
    /// Limit of `size` by the memory limit.
    max_size: usize,
    budget: Budget,
    /// Gates until the budget is checked again.
    gates_left: u32,
}

impl Drop for Unrolled<'_> {
    /// Freeing a large formula takes longer than a solver may be late.
    fn drop(&mut self) {
        if self.budget.check().is_err() {
            discard(std::mem::take(&mut self.engine));
        }
    }
}

impl<'v> Unrolled<'v> {
    pub fn new(view: &'v SearchNet, watch: EngineStop, budget: &Budget) -> Self {
        let mut engine = Engine::new(batsat::SolverOpts::default(), watch);
        let yes = SatLit::new(engine.new_var_default(), POSITIVE);
        engine.add_clause_reuse(&mut vec![yes]);
        Self {
            view,
            engine,
            yes,
            gates: FxHashMap::default(),
            inputs: Vec::new(),
            steps: Vec::new(),
            size: 0,
            max_size: usize::try_from(budget.memory() / BYTES_PER_LITERAL).unwrap_or(usize::MAX),
            budget: budget.clone(),
            gates_left: GATES_PER_CHECK,
        }
    }

    /// New variable, on which the engine may decide; it tries false first.
    pub fn fresh(&mut self) -> SatLit {
        SatLit::new(self.engine.new_var(lbool::FALSE, true), POSITIVE)
    }

    /// Values of nodes before evaluation: no fact, no move. Node 0 is true; facts and then moves follow it.
    pub fn initial_values(&self) -> Vec<SatLit> {
        let mut values = vec![!self.yes; self.view.net.gates.nodes.len()];
        values[0] = self.yes;
        values
    }

    /// Requires that one of these literals is true.
    pub fn clause(&mut self, lits: &[SatLit]) {
        if lits.contains(&self.yes) {
            return;
        }
        let may_be_true = |lit: &SatLit| *lit != !self.yes;
        let mut lits: Vec<SatLit> = lits.iter().copied().filter(may_be_true).collect();
        self.size += lits.len();
        self.engine.add_clause_reuse(&mut lits);
    }

    /// Solves under assumptions. Undecided if the time left is too short for a pass over all clauses.
    pub fn solve(&mut self, assumptions: &[SatLit]) -> lbool {
        let needed = Duration::from_nanos(self.size as u64 * NANOSECONDS_PER_LITERAL);
        if self.budget.time_left().is_some_and(|left| left < needed) {
            return lbool::UNDEF;
        }
        self.engine.solve_limited(assumptions)
    }

    /// Literal that is true if all inputs are. Equal gates share it.
    pub fn and(&mut self, mut inputs: Vec<SatLit>) -> SatLit {
        let (yes, no) = (self.yes, !self.yes);
        inputs.sort_unstable();
        inputs.dedup();
        inputs.retain(|lit| *lit != yes);
        if inputs.contains(&no) || inputs.windows(2).any(|pair| pair[0] == !pair[1]) {
            return no;
        }
        match inputs.as_slice() {
            [] => yes,
            [only] => *only,
            _ => {
                let mut hasher = FxHasher::default();
                inputs.iter().for_each(|input| input.hash(&mut hasher));
                let hash = hasher.finish();
                // If another gate has the same hash, only that one is shared; this one is built each time.
                if let Some((range, lit)) = self.gates.get(&hash)
                    && self.inputs[range.clone()] == *inputs
                {
                    return *lit;
                }
                let out = self.fresh();
                let mut back = vec![out];
                for input in &inputs {
                    self.clause(&[!out, *input]);
                    back.push(!*input);
                }
                self.clause(&back);
                let start = self.inputs.len();
                self.inputs.append(&mut inputs);
                self.gates
                    .entry(hash)
                    .or_insert((start..self.inputs.len(), out));
                out
            }
        }
    }

    pub fn or(&mut self, inputs: Vec<SatLit>) -> SatLit {
        !self.and(inputs.into_iter().map(|lit| !lit).collect())
    }

    /// Adds one time step. On an error the formula is unusable.
    pub fn grow(&mut self) -> Result<(), TooLarge> {
        let view = self.view;
        let net = &view.net;
        let time = self.steps.len();
        let bits = self.state(time);
        let mut values = self.initial_values();
        values[1..=bits.len()].copy_from_slice(&bits);
        // Moves have no values yet, so only what depends on the state alone is right.
        let state_cone = net.cone(net.legal.iter().copied().chain([
            net.terminal,
            net.extra[WON],
            net.extra[SOLVABLE],
        ]));
        self.evaluate(&mut values, &state_cone)?;
        let over = value_of(&values, net.terminal);
        let (won, may_win) = (
            value_of(&values, net.extra[WON]),
            value_of(&values, net.extra[SOLVABLE]),
        );
        let last = view.limit.is_some_and(|limit| time >= limit);
        let before = self.steps.last().map_or(self.yes, |step| step.active);
        let active = if last { !self.yes } else { self.fresh() };
        // A move is made only if one was made in each step before, the game is not over, and it may still be won.
        self.clause(&[!active, before]);
        self.clause(&[!active, !over]);
        self.clause(&[!active, may_win]);
        let may_end = match last || view.anywhere {
            true => self.yes,
            false => over,
        };
        // Moves were made up to here, and none is made now.
        let solved = self.and(vec![won, may_end, before, !active]);
        let mut moves = Vec::new();
        for (mv, legal) in net.legal.iter().enumerate() {
            let legal = value_of(&values, *legal);
            if legal == !self.yes || active == !self.yes {
                continue;
            }
            let does = self.fresh();
            self.clause(&[!does, legal]);
            self.clause(&[!does, active]);
            values[(net.does(mv) >> 1) as usize] = does;
            moves.push((mv as u32, does));
        }
        let mut some: Vec<SatLit> = moves.iter().map(|(_, lit)| *lit).collect();
        self.at_most_one(&some);
        // A step with a move makes one of these.
        some.push(!active);
        self.clause(&some);
        let next_cone = net.cone(net.next.iter().copied());
        self.evaluate(&mut values, &next_cone)?;
        let next = net.next.iter().map(|lit| value_of(&values, *lit)).collect();
        self.steps.push(TimeStep {
            moves,
            active,
            solved,
            next,
        });
        match self.size > self.max_size {
            true => Err(TooLarge),
            false => Ok(()),
        }
    }

    /// Moves of the model (the assignment) that the engine found last, up to the first step without one.
    pub fn moves(&self) -> Vec<u32> {
        let is_true = |lit: SatLit| self.engine.value_lit(lit) == lbool::TRUE;
        let chosen = |step: &TimeStep| {
            let mut moves = step.moves.iter();
            moves.find(|(_, lit)| is_true(*lit)).map(|(mv, _)| *mv)
        };
        self.steps.iter().map_while(chosen).collect()
    }

    /// Literals of the facts in the first state: each always true or always false.
    pub fn start(&self) -> Vec<SatLit> {
        let bit = |on: &bool| if *on { self.yes } else { !self.yes };
        self.view.net.start.iter().map(bit).collect()
    }

    /// Facts before the step of this number.
    fn state(&self, time: usize) -> Vec<SatLit> {
        match time.checked_sub(1) {
            Some(before) => self.steps[before].next.clone(),
            None => self.start(),
        }
    }

    /// Pairs of times up to `last` at which the model last found is in the same state.
    pub fn visited_twice(&self, last: usize) -> Vec<(usize, usize)> {
        let mut visited: FxHashMap<Vec<bool>, usize> = FxHashMap::default();
        let mut twice = Vec::new();
        for time in 0..=last {
            let bits = self.state(time).into_iter();
            let bits = bits.map(|lit| self.engine.value_lit(lit) == lbool::TRUE);
            twice.extend(
                visited
                    .insert(bits.collect(), time)
                    .map(|before| (before, time)),
            );
        }
        twice
    }

    /// Forbids equal states at these times, if moves are made up to the later one.
    pub fn forbid_repeat(&mut self, before: usize, after: usize) {
        let mut clause = Vec::new();
        for (one, other) in self.state(before).into_iter().zip(self.state(after)) {
            let only_one = self.and(vec![one, !other]);
            let only_other = self.and(vec![!one, other]);
            clause.extend([only_one, only_other]);
        }
        clause.retain(|lit| *lit != !self.yes);
        clause.extend(after.checked_sub(1).map(|time| !self.steps[time].active));
        self.clause(&clause);
    }

    /// Computes the value of a node from those of its inputs.
    fn gate(&mut self, values: &mut [SatLit], node: u32) -> Result<(), TooLarge> {
        let view = self.view;
        self.gates_left -= 1;
        if self.gates_left == 0 {
            self.gates_left = GATES_PER_CHECK;
            self.budget.check().map_err(|_| TooLarge)?;
        }
        if let Gate::And(..) = view.net.gates.nodes[node as usize] {
            let inputs = view.net.gates.inputs(node).iter();
            let inputs = inputs.map(|lit| value_of(values, *lit));
            values[node as usize] = self.and(inputs.collect());
        }
        Ok(())
    }

    /// Value of a literal of the network for given facts, without a move.
    pub fn value(&mut self, facts: &[SatLit], lit: Lit) -> Result<SatLit, TooLarge> {
        let mut values = self.initial_values();
        values[1..=facts.len()].copy_from_slice(facts);
        let cone = self.view.net.cone([lit]);
        self.evaluate(&mut values, &cone)?;
        Ok(value_of(&values, lit))
    }

    /// Computes the values of the nodes in `cone` (by node) from those of facts and moves.
    pub fn evaluate(&mut self, values: &mut [SatLit], cone: &[bool]) -> Result<(), TooLarge> {
        let net = &self.view.net;
        let mut node = (net.facts.len() + net.moves.len() + 1) as u32;
        let mut cycles = net.gates.loops.iter().peekable();
        let end = net.gates.nodes.len() as u32;
        while node < end {
            let Some(cycle) = cycles.next_if(|cycle| cycle.from == node) else {
                if cone[node as usize] {
                    self.gate(values, node)?;
                }
                node += 1;
                continue;
            };
            let mut gates = 0;
            for (loop_node, _) in &cycle.pairs {
                values[*loop_node as usize] = !self.yes;
            }
            // After as many rounds as there are loop nodes nothing changes any more.
            for _ in 0..=cycle.pairs.len() {
                for node in cycle.from..cycle.to {
                    self.gate(values, node)?;
                }
                gates += (cycle.to - cycle.from) as usize;
                let mut changed = false;
                for (loop_node, lit) in &cycle.pairs {
                    let value = value_of(values, *lit);
                    changed |= values[*loop_node as usize] != value;
                    values[*loop_node as usize] = value;
                }
                if !changed {
                    break;
                }
                if gates > MAX_UNROLLED {
                    return Err(TooLarge);
                }
            }
            node = cycle.to;
        }
        Ok(())
    }

    /// At most one of these: pairwise for few, else in groups, each with a commander that is true if one of the group
    /// is (W. Klieber and G. Kwon, “Efficient CNF Encoding for Selecting 1 from N Objects”, 2007).
    pub fn at_most_one(&mut self, lits: &[SatLit]) {
        if lits.len() <= MAX_PAIRWISE {
            for (at, one) in lits.iter().enumerate() {
                for other in &lits[at + 1..] {
                    self.clause(&[!*one, !*other]);
                }
            }
            return;
        }
        let mut commanders = Vec::new();
        for group in lits.chunks(COMMANDER_GROUP) {
            self.at_most_one(group);
            let commander = self.or(group.to_vec());
            commanders.push(commander);
        }
        self.at_most_one(&commanders);
    }
}
