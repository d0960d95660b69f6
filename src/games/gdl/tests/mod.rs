//! The network against the interpreter.

mod files;
mod limits;
mod pictures;
mod players;
pub(super) mod random;
mod step_counters;

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::gdl_level::GdlLevel;
use super::interpret::Interpreter;
use super::model::{GdlSource, Model, NetLimits, ones};
use super::net::machine::{Machine, is_on};
use super::syntax::ReadOptions;
use super::terms::TermId;
use super::text;
use crate::search::Budget;

pub(super) fn source(text: &str) -> GdlSource {
    GdlSource::read(text, ReadOptions::default()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

pub(super) fn level(text: &str) -> GdlLevel {
    text::read(text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
}

pub(super) fn model(source: &GdlSource) -> Model {
    Model::new(source, NetLimits::default(), &Budget::default())
        .unwrap_or_else(|error| panic!("{error}"))
}

pub(super) fn levels() -> Vec<(PathBuf, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../levels/gdl");
    let entries = |folder: &str| {
        let entries = std::fs::read_dir(folder).expect("is there");
        entries.map(|entry| entry.expect("can be read").path())
    };
    let mut files: Vec<PathBuf> = entries(folder).collect();
    files.retain(|path| path.extension().is_some_and(|e| e != "ron"));
    // An optional folder with more games.
    files.extend(
        std::env::var("GDL_FOLDER")
            .iter()
            .flat_map(|more| entries(more)),
    );
    files.sort();
    let text = |path: &PathBuf| std::fs::read_to_string(path).expect("is text");
    let levels = files.into_iter().map(|path| (path.clone(), text(&path)));
    levels.collect()
}

/// Interpreter and network in the same state.
pub(super) struct Pair {
    pub slow: Interpreter,
    pub fast: Model,
    budget: Budget,
}

impl Pair {
    pub fn new(text: &str) -> Self {
        Self::try_new(text).expect("can be ground")
    }

    pub fn try_new(text: &str) -> Option<Self> {
        let source = source(text);
        let mut slow = Interpreter::new(source.rules.clone(), source.checked.clone());
        let budget = Budget::default();
        slow.prepare(&budget).expect("has time");
        let fast = Model::new(&source, NetLimits::default(), &Budget::default()).ok()?;
        Some(Self { slow, fast, budget })
    }

    fn texts(&self, terms: &[TermId]) -> BTreeSet<String> {
        let symbols = &self.slow.rules().symbols;
        let texts = terms
            .iter()
            .map(|term| self.slow.terms.text(*term, symbols));
        texts.collect()
    }

    fn fast_state(&self, state: &[u64]) -> BTreeSet<String> {
        let facts = ones(state).map(|bit| self.fast.fact_texts[bit].clone());
        facts.chain(self.fast.fixed_texts.iter().cloned()).collect()
    }

    pub fn play(&mut self, random: &mut fastrand::Rng, max_steps: usize) {
        let mut slow = self.slow.start();
        let mut fast = self.fast.start();
        for step in 0..max_steps {
            assert_eq!(self.texts(&slow), self.fast_state(&fast), "step {step}");
            let base = self.slow.derive(&slow, None, &self.budget);
            let base = base.expect("has time");
            let eval = self.fast.evaluate(&fast);
            assert_eq!(self.slow.terminal(&base), eval.terminal, "step {step}");
            assert_eq!(self.slow.goal(&base), eval.goal, "step {step}");
            let legal = self.slow.legal(&base);
            let own = eval
                .legal
                .iter()
                .map(|mv| self.fast.move_texts[*mv].clone());
            assert_eq!(self.texts(&legal), own.collect(), "step {step}");
            if legal.is_empty() || eval.terminal {
                return;
            }
            let mv = legal[random.usize(0..legal.len())];
            let text = self.slow.terms.text(mv, &self.slow.rules().symbols);
            let base = self.slow.derive(&slow, Some(mv), &self.budget);
            slow = self.slow.next(&base.expect("has time"));
            let number = self.fast.move_numbers[&text] as usize;
            fast = self.fast.after(&fast, number);
        }
    }
}

#[test]
fn network_and_interpreter_agree_on_all_levels() {
    let mut random = fastrand::Rng::with_seed(11);
    for (path, text) in levels() {
        println!("{}", path.display());
        let mut pair = Pair::new(&text);
        for _ in 0..2 {
            pair.play(&mut random, 25);
        }
    }
}

#[test]
fn lanes_do_not_mix() {
    let mut random = fastrand::Rng::with_seed(2);
    for (path, text) in levels() {
        let model = model(&source(&text));
        let words = model.code.words();
        let mut states: Vec<u64> = Vec::new();
        let mut state = model.start();
        for _ in 0..100 {
            states.extend_from_slice(&state);
            let eval = model.evaluate(&state);
            state = match eval.terminal || eval.legal.is_empty() {
                true => model.start(),
                false => model.after(&state, eval.legal[random.usize(0..eval.legal.len())]),
            };
        }
        let mut machine = Machine::<2>::new(&model.code);
        machine.set_states(&states);
        machine.run_state();
        let legal = machine.legal(100);
        let move_words = model.code.moves().div_ceil(64);
        let mut chosen = Vec::new();
        for (lane, state) in states.chunks(words).enumerate() {
            let eval = model.evaluate(state);
            let own = &legal[lane * move_words..(lane + 1) * move_words];
            let own: Vec<usize> = ones(own).collect();
            assert_eq!(own, eval.legal, "{}", path.display());
            assert_eq!(is_on(&machine.terminal(), lane), eval.terminal);
            assert_eq!(machine.goal(lane), eval.goal);
            let mv = own.get(random.usize(0..own.len().max(1))).copied();
            mv.into_iter().for_each(|mv| machine.choose(lane, mv));
            chosen.push(mv);
        }
        machine.run_moves();
        let next = machine.next_states(100);
        for (lane, state) in states.chunks(words).enumerate() {
            if let Some(mv) = chosen[lane] {
                let own = &next[lane * words..(lane + 1) * words];
                assert_eq!(own, &*model.after(state, mv), "{}", path.display());
            }
        }
    }
}
