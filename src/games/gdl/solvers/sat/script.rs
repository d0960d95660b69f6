//! What engines are told and asked, in writing, so that benches can put the same to others: DIMACS with a line
//! `a …` for each question, which gives its assumptions.

use std::cell::RefCell;
use std::fmt::Write as _;

use batsat::Lit;

thread_local! {
    static FINISHED: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// Does some work and returns the scripts of all engines that were made and dropped by it on this thread.
pub fn scripts(work: impl FnOnce()) -> Vec<String> {
    FINISHED.set(Some(Vec::new()));
    work();
    FINISHED.take().unwrap_or_default()
}

/// The script of one engine, empty if nobody asked for it.
pub(super) struct Script(Option<String>);

impl Script {
    pub fn new() -> Self {
        Self(FINISHED.with_borrow(|finished| finished.as_ref().map(|_| String::new())))
    }

    /// Adds a line: a word or nothing, and literals.
    pub fn line(&mut self, word: &str, lits: &[Lit]) {
        let Some(text) = &mut self.0 else {
            return;
        };
        text.push_str(word);
        for lit in lits {
            let number = i64::from(lit.var().idx()) + 1;
            // Writing to a string does not fail.
            let _ = write!(text, "{} ", if lit.sign() { number } else { -number });
        }
        text.push_str("0\n");
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        if let Some(text) = self.0.take() {
            FINISHED.with_borrow_mut(|finished| {
                finished.iter_mut().for_each(|all| all.push(text.clone()))
            });
        }
    }
}
