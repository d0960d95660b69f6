//! Summary of a state for display and play.

use super::interpret::Interpreter;
use super::model::{Model, ones};
use super::terms::TermId;
use crate::search::{Budget, Stop};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StateSummary {
    /// Legal moves as text, in order; none once the game is over.
    pub legal: Vec<String>,
    pub facts: Vec<String>,
    pub terminal: bool,
    pub goal: Option<i64>,
    /// Computing the moves takes too long.
    pub timed_out: bool,
}

impl StateSummary {
    pub fn from_net(model: &Model, state: &[u64]) -> Self {
        let eval = model.evaluate(state);
        let facts = ones(state).map(|bit| model.fact_texts[bit].clone());
        let legal = eval.legal.iter().map(|mv| model.move_texts[*mv].clone());
        Self {
            legal: legal.collect(),
            facts: facts.chain(model.fixed_texts.iter().cloned()).collect(),
            terminal: eval.terminal,
            goal: eval.goal,
            timed_out: false,
        }
        .normalized()
    }

    pub fn from_interpreter(
        interpreter: &mut Interpreter,
        facts: &[TermId],
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let base = interpreter.derive(facts, None, budget)?;
        let texts = |terms: &[TermId]| -> Vec<String> {
            let symbols = &interpreter.rules().symbols;
            let text = |term: &TermId| interpreter.terms.text(*term, symbols);
            terms.iter().map(text).collect()
        };
        let mut summary = Self {
            facts: texts(facts),
            terminal: interpreter.terminal(&base),
            ..Self::default()
        };
        // In a game of several players, the moves of one alone are not moves of the game.
        if interpreter.checked.others.is_empty() {
            summary.legal = texts(&interpreter.legal(&base));
            summary.goal = interpreter.goal(&base);
        }
        Ok(summary.normalized())
    }

    pub fn timed_out(facts: Vec<String>) -> Self {
        Self {
            facts,
            timed_out: true,
            ..Self::default()
        }
    }

    /// Returns whether two summaries agree, whatever the order of moves and facts.
    pub fn is_equivalent(&self, other: &Self) -> bool {
        let sorted = |texts: &[String]| {
            let mut texts = texts.to_vec();
            texts.sort_unstable();
            texts
        };
        (self.terminal, self.goal) == (other.terminal, other.goal)
            && sorted(&self.legal) == sorted(&other.legal)
            && sorted(&self.facts) == sorted(&other.facts)
    }

    fn normalized(mut self) -> Self {
        if self.terminal {
            self.legal.clear();
        }
        let keys: Vec<_> = self.facts.iter().map(|fact| natural_key(fact)).collect();
        let mut order: Vec<usize> = (0..keys.len()).collect();
        order.sort_by(|a, b| keys[*a].cmp(&keys[*b]));
        let facts = order.iter().map(|at| std::mem::take(&mut self.facts[*at]));
        self.facts = facts.collect();
        self
    }
}

/// Sort key by which `(cell 2 1)` comes before `(cell 10 1)`.
fn natural_key(text: &str) -> Vec<(u64, &str)> {
    text.split([' ', '(', ')'])
        .map(|word| (word.parse().unwrap_or(u64::MAX), word))
        .collect()
}
