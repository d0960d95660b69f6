//! A game ready to be played: rules read and checked, network built.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::game::TextError;
use crate::search::Budget;

use super::check::{CheckResult, check};
use super::grounding::{GroundedRules, GroundingError, GroundingLimits, RigidFacts, instantiate};
use super::net::Net;
use super::net::machine::{Machine, NetCode, Packed, pack};
use super::rules::RuleSet;
use super::symmetry::{self, Symmetry};
use super::syntax::{self, GdlProgram, ReadOptions};
use super::terms::{TermId, Terms};

/// A game as its file describes it, checked.
#[derive(Clone, Debug)]
pub struct GdlSource {
    /// The file's clauses.
    pub program: GdlProgram,
    /// Their meaning.
    pub rules: RuleSet,
    /// Results of the checks.
    pub checked: CheckResult,
}

impl GdlSource {
    /// Reads and checks rules.
    ///
    /// # Errors
    /// Where the text is not well formed or breaks the language's demands.
    pub fn read(text: &str, options: ReadOptions) -> Result<Self, TextError> {
        Self::read_all(text, options, &|_| false).map_err(syntax::first_error)
    }

    /// Reads and checks rules. `is_value` tests whether the settings give a name as a value of cells; such a name is
    /// not reported as misspelt.
    ///
    /// # Errors
    /// All errors that can be found beyond the first.
    pub fn read_all(
        text: &str,
        options: ReadOptions,
        is_value: &dyn Fn(&str) -> bool,
    ) -> Result<Self, Vec<TextError>> {
        let program = syntax::parse_all(text, options)?;
        let mut rules = RuleSet::new(&program)?;
        let checked = check(&mut rules, &program, is_value)?;
        Ok(Self {
            program,
            rules,
            checked,
        })
    }

    /// Message if the game cannot be played because it has several players.
    pub fn unplayable(&self) -> Option<String> {
        let names: Vec<&str> = self.players().collect();
        let (last, others) = names.split_last()?;
        (!others.is_empty()).then(|| {
            format!(
                "this game has {} players, {} and {last}; Planwright solves only games for one player, but can convert and draw this one",
                names.len(),
                others.join(", ")
            )
        })
    }

    /// Names of the players.
    pub fn players(&self) -> impl Iterator<Item = &str> {
        let name = |player| self.rules.symbols.name(player);
        self.checked.players().map(name)
    }
}

/// Limits of building a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetLimits {
    /// Size and depth.
    pub grounding: GroundingLimits,
    /// Seconds.
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

impl NetLimits {
    /// Limits for displaying the first state: work instead of time, for the same result each time.
    pub fn for_display(self) -> Self {
        Self {
            grounding: GroundingLimits {
                size: self.grounding.size.min(60_000),
                depth: self.grounding.depth,
                work: self.grounding.work.min(500_000),
            },
            seconds: self.seconds,
            memory: self.memory,
        }
    }

    /// Returns whether no limit exceeds that of `other`.
    pub fn is_within(&self, other: &Self) -> bool {
        self.grounding.size <= other.grounding.size
            && self.grounding.depth <= other.grounding.depth
            && self.grounding.work <= other.grounding.work
            && self.seconds <= other.seconds
            && self.memory <= other.memory
    }

    /// Restricts a budget to these limits, from now on.
    pub(super) fn restrict(&self, budget: &Budget) -> Budget {
        let time = Duration::from_secs(self.seconds);
        budget
            .clone()
            .with_time(budget.time_left().map_or(time, |left| left.min(time)))
            .with_memory(self.memory.min(budget.memory()))
    }
}

/// A game as a network, with the names of everything in it.
#[derive(Clone, Debug)]
pub struct Model {
    /// Terms of facts and moves.
    pub terms: Terms,
    /// The network.
    pub net: Net,
    /// The network as code.
    pub code: NetCode,
    /// Moves as text, in the order of the network.
    pub move_texts: Vec<String>,
    /// Moves by text.
    pub move_numbers: rustc_hash::FxHashMap<String, u32>,
    /// Facts as text, in the order of the state bits.
    pub fact_texts: Vec<String>,
    /// Facts that always hold, as text.
    pub fixed_texts: Vec<String>,
    /// Other static facts, see `GroundedRules::rigid`.
    pub rigid: RigidFacts,
    /// Ground rules without their terms, to search for symmetries; `None` if there are too many rules.
    grounded: Option<Arc<GroundedRules>>,
    symmetries: OnceLock<Vec<Symmetry>>,
}

impl Model {
    /// Grounds rules and builds a network, under limits and as long as the budget lasts.
    ///
    /// # Errors
    /// When a limit is reached, and for games of several players.
    pub fn new(
        source: &GdlSource,
        limits: NetLimits,
        budget: &Budget,
    ) -> Result<Self, GroundingError> {
        if let Some(reason) = source.unplayable() {
            return Err(GroundingError::Players(reason));
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
            grounded: symmetry::is_searchable(&grounded).then(|| Arc::new(grounded)),
            symmetries: OnceLock::new(),
        })
    }

    /// Generators of the game's symmetries; not all of them if the budget runs out.
    pub fn symmetries(&self, budget: &Budget) -> Cow<'_, [Symmetry]> {
        let Some(grounded) = &self.grounded else {
            return Cow::Borrowed(&[]);
        };
        if let Some(cached) = self.symmetries.get() {
            return Cow::Borrowed(cached);
        }
        let found = symmetry::symmetries(grounded, &self.net, budget);
        if budget.check().is_err() {
            return Cow::Owned(found);
        }
        Cow::Borrowed(self.symmetries.get_or_init(|| found))
    }

    /// The first state.
    pub fn start(&self) -> Packed {
        pack(&self.net.start)
    }

    /// Evaluates a state.
    pub fn evaluate(&self, state: &[u64]) -> Evaluation {
        let mut machine = Machine::<1>::new(&self.code);
        machine.set_state(0, state);
        machine.run_state();
        let mut legal = Vec::new();
        machine.legal(1, &mut legal);
        Evaluation {
            legal: ones(&legal).collect(),
            terminal: machine.terminal()[0] & 1 == 1,
            goal: machine.goal(0),
        }
    }

    /// The state after a move, whether it is legal or not.
    pub fn after(&self, state: &[u64], mv: usize) -> Packed {
        Machine::<1>::new(&self.code).after(state, mv)
    }
}

/// Evaluation of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// Numbers of the legal moves, in order.
    pub legal: Vec<usize>,
    /// The game is over.
    pub terminal: bool,
    /// Goal value, if there is one.
    pub goal: Option<i64>,
}

/// Indices of the bits that are set.
pub fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(at, word)| {
        let mut left = *word;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let bit = left.trailing_zeros() as usize;
            left &= left - 1;
            Some(at * 64 + bit)
        })
    })
}
