//! Evaluates and expands up to [`LANES`] states of a view (the prepared network, [`SearchNet`]) at once, each in one
//! bit (*lane*) of the machine's words.

use crate::analysis::{CONDITIONS, SOLVABLE, SearchNet, WON};
use crate::model::ones;
use crate::net::machine::{Machine, is_on};
use planwright_game::search::{Budget, Stop};

/// Words of 64 lanes in which the network is evaluated.
const W: usize = 4;
/// States that are evaluated or expanded at once.
pub(crate) const LANES: usize = 64 * W;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StateStatus {
    /// The target value is reached.
    pub won: bool,
    /// The game is over (step limit aside).
    pub over: bool,
    /// The target value may still be reached from here.
    pub may_win: bool,
}

impl StateStatus {
    /// Returns whether a plan ends in this state, `steps` steps from the start.
    pub fn ends_plan(self, view: &SearchNet, steps: usize) -> bool {
        let is_last = view.limit.is_some_and(|limit| steps >= limit);
        self.won && (self.over || is_last || view.anywhere)
    }
}

/// Receives a successor: the tag it was queued with, the move, the state.
pub(crate) type Emit<'a> = dyn FnMut(u32, u32, &[u64]) -> Result<(), Stop> + 'a;

/// Two machines for a view: one evaluates states, the other makes moves.
pub(crate) struct Expander<'v> {
    view: &'v SearchNet,
    budget: Budget,
    evaluator: Machine<'v, W>,
    stepper: Machine<'v, W>,
    /// Legal moves of the states last evaluated, as bits: a row of words for each state.
    legal: Vec<u64>,
    /// Queued tags and moves, each with its state in `states`.
    tags: Vec<(u32, u32)>,
    states: Vec<u64>,
}

impl<'v> Expander<'v> {
    pub fn new(view: &'v SearchNet, budget: &Budget) -> Self {
        Self {
            view,
            budget: budget.clone(),
            evaluator: Machine::new(&view.code),
            stepper: Machine::new(&view.code),
            legal: Vec::new(),
            tags: Vec::new(),
            states: Vec::new(),
        }
    }

    /// Evaluates up to [`LANES`] consecutive states, whose moves are then available from [`Expander::legal`].
    pub fn evaluate(&mut self, states: &[u64]) -> Vec<StateStatus> {
        let count = states.len() / self.view.code.words();
        self.evaluator.set_states(states);
        self.evaluator.run_state();
        let (won, may_win) = (self.evaluator.extra(WON), self.evaluator.extra(SOLVABLE));
        let over = self.evaluator.terminal();
        self.legal = self.evaluator.legal(count);
        (0..count)
            .map(|lane| StateStatus {
                won: is_on(&won, lane),
                over: is_on(&over, lane),
                may_win: is_on(&may_win, lane),
            })
            .collect()
    }

    /// Number of unmet goal conditions in each of the states last evaluated.
    pub fn missing(&self, count: usize) -> Vec<u32> {
        self.evaluator.missing(CONDITIONS, count)
    }

    /// Legal moves of the `lane`-th of the states last evaluated.
    pub fn legal(&self, lane: usize) -> impl Iterator<Item = usize> + '_ {
        let words = self.view.code.moves().div_ceil(64);
        ones(&self.legal[lane * words..(lane + 1) * words])
    }

    /// Number of legal moves of the `lane`-th of the states last evaluated.
    pub fn legal_count(&self, lane: usize) -> u32 {
        let words = self.view.code.moves().div_ceil(64);
        let legal = &self.legal[lane * words..(lane + 1) * words];
        legal.iter().map(|word| word.count_ones()).sum()
    }

    /// Queues a move. Once all lanes are taken, `emit` is called with each successor.
    pub fn push(
        &mut self,
        tag: u32,
        state: &[u64],
        mv: usize,
        emit: &mut Emit<'_>,
    ) -> Result<(), Stop> {
        self.tags.push((tag, mv as u32));
        self.states.extend_from_slice(state);
        if self.tags.len() == LANES {
            self.flush(emit)?;
        }
        Ok(())
    }

    /// Queues all legal moves of the `lane`-th of the states last evaluated.
    pub fn push_all(
        &mut self,
        tag: u32,
        states: &[u64],
        lane: usize,
        emit: &mut Emit<'_>,
    ) -> Result<(), Stop> {
        let words = self.view.code.words();
        let state = &states[lane * words..(lane + 1) * words];
        let moves: Vec<usize> = self.legal(lane).collect();
        let mut moves = moves.into_iter();
        moves.try_for_each(|mv| self.push(tag, state, mv, emit))
    }

    /// Makes the queued moves and calls `emit` with each successor. Checks the budget, as a state may have many moves.
    pub fn flush(&mut self, emit: &mut Emit<'_>) -> Result<(), Stop> {
        if self.tags.is_empty() {
            return Ok(());
        }
        self.budget.check()?;
        self.stepper.set_states(&self.states);
        self.stepper.clear_moves();
        for (lane, (_, mv)) in self.tags.iter().enumerate() {
            self.stepper.choose(lane, *mv as usize);
        }
        self.stepper.run_state();
        self.stepper.run_moves();
        let next = self.stepper.next_states(self.tags.len());
        let mut successors = self.tags.iter().zip(next.chunks(self.view.code.words()));
        let result = successors.try_for_each(|((tag, mv), state)| emit(*tag, *mv, state));
        self.tags.clear();
        self.states.clear();
        result
    }
}
