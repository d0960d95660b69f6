//! Learnt clauses, each with two watched literals.

use super::trail::{Antecedent, Lit};
use super::{Conflict, Engine};

#[derive(Clone, Copy)]
struct Watcher {
    clause: u32,
    /// A literal of the clause; if it holds, the clause does.
    blocker: Lit,
}

struct ClauseHeader {
    start: u32,
    len: u32,
    /// Number of decision levels among its literals when learnt; fewer is better.
    levels: u32,
    /// Clauses that exclude found solutions are permanent.
    permanent: bool,
}

#[derive(Default)]
pub(super) struct Clauses {
    lits: Vec<Lit>,
    clauses: Vec<ClauseHeader>,
    /// For each literal the clauses that watch its opposite.
    watches: Vec<Vec<Watcher>>,
    /// Number of clauses beyond which some are forgotten.
    limit: usize,
}

/// Clauses before the first reduction, and increase of the limit after each.
const INITIAL_LIMIT: usize = 4_000;
const LIMIT_STEP: usize = 500;
/// Limit of the literals in all clauses: 64 MB.
const MAX_LITS: usize = 16 << 20;

impl Clauses {
    pub(super) fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }

    pub(super) fn lits(&self, clause: u32) -> &[Lit] {
        let ClauseHeader { start, len, .. } = self.clauses[clause as usize];
        &self.lits[start as usize..(start + len) as usize]
    }

    /// Adds a clause of at least two literals; the first two are watched.
    pub(super) fn add(&mut self, lits: &[Lit], levels: u32, keep: bool, variables: usize) -> u32 {
        if self.watches.is_empty() {
            self.watches = vec![Vec::new(); 2 * variables];
            self.limit = INITIAL_LIMIT;
        }
        let clause = self.clauses.len() as u32;
        self.clauses.push(ClauseHeader {
            start: self.lits.len() as u32,
            len: lits.len() as u32,
            levels,
            permanent: keep,
        });
        self.lits.extend_from_slice(lits);
        self.watch(clause);
        clause
    }

    fn watch(&mut self, clause: u32) {
        let (first, second) = (self.lits(clause)[0], self.lits(clause)[1]);
        for (lit, blocker) in [(first, second), (second, first)] {
            self.watches[lit as usize ^ 1].push(Watcher { clause, blocker });
        }
    }

    /// Forgets the worse half of the clauses if there are too many. Only at level 0.
    pub(super) fn reduce_if_full(&mut self) {
        if self.clauses.len() <= self.limit && self.lits.len() <= MAX_LITS {
            return;
        }
        self.limit += LIMIT_STEP;
        let old = std::mem::take(&mut self.clauses);
        let lits = std::mem::take(&mut self.lits);
        for watches in &mut self.watches {
            watches.clear();
        }
        let mut ranks: Vec<(u32, u32)> = old.iter().map(|c| (c.levels, c.len)).collect();
        ranks.sort_unstable();
        let median = ranks[ranks.len() / 2];
        let mut capacity = MAX_LITS / 2;
        for clause in old {
            let good = clause.levels <= 2 || (clause.levels, clause.len) < median;
            let fits = capacity >= clause.len as usize;
            if clause.permanent || good && fits {
                capacity = capacity.saturating_sub(clause.len as usize);
                let range = clause.start as usize..(clause.start + clause.len) as usize;
                let index = self.clauses.len() as u32;
                self.clauses.push(ClauseHeader {
                    start: self.lits.len() as u32,
                    ..clause
                });
                self.lits.extend_from_slice(&lits[range]);
                self.watch(index);
            }
        }
    }
}

impl Engine<'_> {
    /// Unit propagation after a new fact.
    pub(super) fn propagate_clauses(&mut self, fact: Lit) -> Result<(), Conflict> {
        if self.clauses.watches.is_empty() {
            return Ok(());
        }
        let mut watches = std::mem::take(&mut self.clauses.watches[fact as usize]);
        let negated = fact ^ 1;
        let mut write = 0;
        let mut result = Ok(());
        let mut at = 0;
        'watches: while at < watches.len() {
            let mut watch = watches[at];
            at += 1;
            if self.trail.holds(watch.blocker) {
                watches[write] = watch;
                write += 1;
                continue;
            }
            let ClauseHeader { start, len, .. } = self.clauses.clauses[watch.clause as usize];
            let lits = &mut self.clauses.lits[start as usize..(start + len) as usize];
            if lits[0] == negated {
                lits.swap(0, 1);
            }
            let first = lits[0];
            watch.blocker = first;
            if self.trail.holds(first) {
                watches[write] = watch;
                write += 1;
                continue;
            }
            for index in 2..lits.len() {
                if !self.trail.holds(lits[index] ^ 1) {
                    lits.swap(1, index);
                    let watched = lits[1] as usize ^ 1;
                    self.clauses.watches[watched].push(watch);
                    continue 'watches;
                }
            }
            watches[write] = watch;
            write += 1;
            if self.trail.holds(first ^ 1) {
                self.facts.clear();
                let lits = &self.clauses.lits[start as usize..(start + len) as usize];
                self.facts.extend(lits.iter().map(|lit| lit ^ 1));
                result = Err(Conflict);
                break;
            }
            self.assign(first, Antecedent::Clause(watch.clause));
        }
        watches.copy_within(at.., write);
        let left = watches.len() - at;
        watches.truncate(write + left);
        self.clauses.watches[fact as usize] = watches;
        result
    }
}
