//! Summary of a state for display and play.

use crate::search::{Budget, Stop};

use super::interpret::Interpreter;
use super::model::{Model, ones};
use super::terms::TermId;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Seen {
    /// Legal moves as text, in order; none once the game is over.
    pub legal: Vec<String>,
    pub facts: Vec<String>,
    pub terminal: bool,
    pub goal: Option<i64>,
    /// Computing the moves takes too long.
    pub stuck: bool,
}

impl Seen {
    /// Summary of a state of the network.
    pub fn fast(model: &Model, state: &[u64]) -> Self {
        let view = model.view(state);
        let on = ones(state).map(|bit| model.fact_texts[bit].clone());
        let legal = view.legal.iter().map(|mv| model.move_texts[*mv].clone());
        Self {
            legal: legal.collect(),
            facts: on.chain(model.fixed_texts.iter().cloned()).collect(),
            terminal: view.terminal,
            goal: view.goal,
            stuck: false,
        }
        .tidy()
    }

    /// Summary of a state of the interpreter.
    pub fn slow(slow: &mut Interpreter, facts: &[TermId], budget: &Budget) -> Result<Self, Stop> {
        let holds = slow.holds(facts, None, budget)?;
        let texts = |terms: &[TermId]| -> Vec<String> {
            let symbols = &slow.rules().symbols;
            let text = |term: &TermId| slow.terms.text(*term, symbols);
            terms.iter().map(text).collect()
        };
        let mut seen = Self {
            facts: texts(facts),
            terminal: slow.terminal(&holds),
            ..Self::default()
        };
        // In a game of several players, the moves of one alone are not moves of the game.
        if !slow.has_others() {
            seen.legal = texts(&slow.legal(&holds));
            seen.goal = slow.goal(&holds);
        }
        Ok(seen.tidy())
    }

    /// Summary of a state that takes too long.
    pub fn stuck(facts: Vec<String>) -> Self {
        Self {
            facts,
            stuck: true,
            ..Self::default()
        }
    }

    /// Returns whether two summaries agree, whatever the order of moves and facts.
    pub fn agrees(&self, other: &Self) -> bool {
        let sorted = |texts: &[String]| {
            let mut texts = texts.to_vec();
            texts.sort_unstable();
            texts
        };
        (self.terminal, self.goal) == (other.terminal, other.goal)
            && sorted(&self.legal) == sorted(&other.legal)
            && sorted(&self.facts) == sorted(&other.facts)
    }

    fn tidy(mut self) -> Self {
        if self.terminal {
            self.legal.clear();
        }
        let keys: Vec<_> = self.facts.iter().map(|fact| natural(fact)).collect();
        let mut order: Vec<usize> = (0..keys.len()).collect();
        order.sort_by(|a, b| keys[*a].cmp(&keys[*b]));
        let facts = order.iter().map(|at| std::mem::take(&mut self.facts[*at]));
        self.facts = facts.collect();
        self
    }
}

/// Sort key by which `(cell 2 1)` comes before `(cell 10 1)`.
fn natural(text: &str) -> Vec<(u64, &str)> {
    text.split([' ', '(', ')'])
        .map(|word| (word.parse().unwrap_or(u64::MAX), word))
        .collect()
}
