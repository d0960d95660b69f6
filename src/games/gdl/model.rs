//! A game ready to be played: rules read and checked, network built.

use std::time::Duration;

use super::check::{CheckResult, check};
use super::grounding::{GroundingError, GroundingLimits, RigidFacts, instantiate};
use super::net::Net;
use super::net::machine::{Machine, NetCode, Packed, pack};
use super::rules::RuleSet;
use super::syntax::{self, GdlProgram, ReadOptions};
use super::terms::{TermId, Terms};
use crate::game::{TextError, join_words};
use crate::search::Budget;

#[derive(Clone, Debug)]
pub struct GdlSource {
    pub program: GdlProgram,
    pub rules: RuleSet,
    pub checked: CheckResult,
    /// Error at the second player if the game cannot be played because it has several.
    pub fault: Option<TextError>,
}

impl GdlSource {
    /// Reads and checks rules without settings, so that every name may be reported as misspelt.
    pub fn read(text: &str, options: ReadOptions) -> Result<Self, TextError> {
        Self::read_all(text, options, &|_| false).map_err(syntax::first_error)
    }

    /// Reads and checks rules. Names for which `is_value` holds (values of cells) are not reported as misspelt.
    pub fn read_all(
        text: &str,
        options: ReadOptions,
        is_value: &dyn Fn(&str) -> bool,
    ) -> Result<Self, Vec<TextError>> {
        let program = syntax::parse_all(text, options)?;
        let mut rules = RuleSet::new(&program)?;
        let checked = check(&mut rules, &program, is_value)?;
        let mut source = Self {
            program,
            rules,
            checked,
            fault: None,
        };
        source.fault = source.players_error();
        Ok(source)
    }

    fn players_error(&self) -> Option<TextError> {
        let (_, second) = self.checked.others.first()?;
        let names: Vec<&str> = self.players().collect();
        let (count, names) = (names.len(), join_words(&names, "and"));
        Some(second.error(format!("this game has {count} players, {names}; Planwright solves only games for one player, but can convert and draw this one")))
    }

    pub fn players(&self) -> impl Iterator<Item = &str> {
        let name = |player| self.rules.symbols.name(player);
        self.checked.players().map(name)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetLimits {
    pub grounding: GroundingLimits,
    /// Time for grounding and building.
    pub seconds: u64,
    /// Memory in bytes.
    pub memory: u64,
}

impl Default for NetLimits {
    fn default() -> Self {
        Self {
            grounding: GroundingLimits::default(),
            seconds: 30,
            memory: 4 << 30,
        }
    }
}

/// Most rules and atoms for displaying a state.
const DISPLAY_SIZE: usize = 60_000;
/// Most matches tried for displaying a state.
const DISPLAY_WORK: u64 = 500_000;

impl NetLimits {
    /// Limits for displaying the first state: work rather than time ends it, for the same result each time.
    pub fn for_display(self) -> Self {
        Self {
            grounding: GroundingLimits {
                size: self.grounding.size.min(DISPLAY_SIZE),
                work: self.grounding.work.min(DISPLAY_WORK),
                ..self.grounding
            },
            ..self
        }
    }

    pub fn is_within(&self, other: &Self) -> bool {
        self.grounding.size <= other.grounding.size
            && self.grounding.depth <= other.grounding.depth
            && self.grounding.work <= other.grounding.work
            && self.seconds <= other.seconds
            && self.memory <= other.memory
    }

    /// Restricts a budget to these limits, from now on.
    pub(super) fn restrict(&self, budget: &Budget) -> Budget {
        let limited = budget.at_most(Duration::from_secs(self.seconds));
        limited.with_memory(self.memory.min(budget.memory()))
    }
}

#[derive(Clone, Debug)]
pub struct Model {
    pub terms: Terms,
    pub net: Net,
    pub code: NetCode,
    /// Moves as text, in the order of the network.
    pub move_texts: Vec<String>,
    pub move_numbers: rustc_hash::FxHashMap<String, u32>,
    /// Facts as text, in the order of the state bits.
    pub fact_texts: Vec<String>,
    /// Facts that always hold, as text.
    pub fixed_texts: Vec<String>,
    /// Other static facts, see `GroundedRules::rigid`.
    pub rigid: RigidFacts,
}

impl Model {
    /// Grounds rules and builds a network, under limits and as long as the budget lasts.
    pub fn new(
        source: &GdlSource,
        limits: NetLimits,
        budget: &Budget,
    ) -> Result<Self, GroundingError> {
        if let Some(error) = &source.fault {
            return Err(GroundingError::Players(error.message.clone()));
        }
        let budget = &limits.restrict(budget);
        let mut grounded = instantiate(&source.rules, &source.checked, limits.grounding, budget)?;
        let symbols = &source.rules.symbols;
        let net = Net::new(&grounded, symbols, budget)?;
        let terms = std::mem::take(&mut grounded.terms);
        let mut ticker = budget.ticker(1024);
        let mut texts = |all: &[TermId]| -> Result<Vec<String>, GroundingError> {
            let text = |term: &TermId| {
                ticker.tick()?;
                Ok(terms.text(*term, symbols))
            };
            all.iter().map(text).collect()
        };
        let move_texts = texts(&net.moves)?;
        let (fact_texts, fixed_texts) = (texts(&net.facts)?, texts(&net.fixed)?);
        budget.check()?;
        let code = NetCode::new(&net);
        budget.check()?;
        Ok(Self {
            code,
            move_numbers: move_texts.iter().cloned().zip(0..).collect(),
            move_texts,
            fact_texts,
            fixed_texts,
            rigid: std::mem::take(&mut grounded.rigid),
            net,
            terms,
        })
    }

    pub fn start(&self) -> Packed {
        pack(&self.net.start)
    }

    pub fn evaluate(&self, state: &[u64]) -> Evaluation {
        let mut machine = Machine::<1>::new(&self.code);
        machine.set_state(0, state);
        machine.run_state();
        Evaluation {
            legal: ones(&machine.legal(1)).collect(),
            terminal: machine.terminal()[0] & 1 == 1,
            goal: machine.goal(0),
        }
    }

    /// The state after a move, whether it is legal or not.
    pub fn after(&self, state: &[u64], mv: usize) -> Packed {
        Machine::<1>::new(&self.code).after(state, mv)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// Numbers of the legal moves, in order.
    pub legal: Vec<usize>,
    pub terminal: bool,
    /// Largest goal value that holds.
    pub goal: Option<i64>,
}

/// Indices of the bits that are set.
pub fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(at, word)| {
        let rests = std::iter::successors(Some(*word), |left| Some(left & left.wrapping_sub(1)));
        let rests = rests.take_while(|left| *left != 0);
        rests.map(move |left| at * 64 + left.trailing_zeros() as usize)
    })
}
