//! The most plausible readings first: the best ways through the rows, each plausible by itself and beside the
//! one before.
//!
//! How good the rest can be is worked out from the last row up, so the sum of what is chosen and what the
//! rest can be is exact, and a heap of partial readings gives the whole ones in order (the recursion of
//! k best paths in a trellis: F. K. Soong and E.-F. Huang, “A tree-trellis based fast search for finding
//! the N best sentence hypotheses”, 1990).

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::row::Choice;

/// A reading of the first rows. The heap gives the best first, of equals the longest, then the oldest.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Partial {
    /// What the best whole reading that begins so comes to.
    score: i64,
    rows: usize,
    age: Reverse<usize>,
    /// The choices, by their places.
    picked: Vec<usize>,
    /// The last choice's place in the order of those that could follow the one before.
    rank: usize,
}

/// Choices of a row in order, with what choice and rest come to.
type Ranked = Vec<(i64, usize)>;

/// The rows that count: those with a choice, and those with something in them.
struct Trellis<'c> {
    rows: Vec<&'c [Choice]>,
    /// For each choice what the rows behind it can come to.
    rest: Vec<Vec<i64>>,
    /// What follows a choice of a row, or begins, in order.
    following: BTreeMap<Option<(usize, usize)>, Ranked>,
}

impl<'c> Trellis<'c> {
    fn new(rows: Vec<&'c [Choice]>) -> Self {
        let mut rest: Vec<Vec<i64>> = rows.iter().map(|row| vec![0; row.len()]).collect();
        for at in (1..rows.len()).rev() {
            let behind = &rest[at];
            let best = |choice: &Choice| {
                let next = rows[at].iter().zip(behind);
                let comes_to = next.map(|(next, rest)| choice.beside(next) + next.own + rest);
                comes_to.max().unwrap_or(0)
            };
            let best: Vec<i64> = rows[at - 1].iter().map(best).collect();
            rest[at - 1] = best;
        }
        Self {
            rows,
            rest,
            following: BTreeMap::new(),
        }
    }

    /// The choice of this rank in the row behind another choice, with what it and the rest come to.
    fn ranked(&mut self, last: Option<(usize, usize)>, rank: usize) -> Option<(i64, usize)> {
        let (rows, rest) = (&self.rows, &self.rest);
        let ranked = self.following.entry(last).or_insert_with(|| {
            let row = last.map_or(0, |(row, _)| row + 1);
            let beside = |choice: &Choice| last.map_or(0, |(row, at)| rows[row][at].beside(choice));
            let choices = rows[row].iter().zip(&rest[row]).enumerate();
            let mut ranked: Ranked = choices
                .map(|(at, (choice, rest))| (beside(choice) + choice.own + rest, at))
                .collect();
            ranked.sort_by_key(|(score, at)| (Reverse(*score), *at));
            ranked
        });
        ranked.get(rank).copied()
    }
}

/// The best readings, at most so many: for each row the place of its choice.
pub(super) fn best(choices: &[Vec<Choice>], most: usize) -> Vec<Vec<usize>> {
    let counts = |row: &&Vec<Choice>| row.len() > 1 || row.iter().any(|choice| !choice.is_empty());
    let rows: Vec<&[Choice]> = choices.iter().filter(counts).map(Vec::as_slice).collect();
    let count = rows.len();
    let mut found = Vec::new();
    let mut trellis = Trellis::new(rows);
    let mut open = BinaryHeap::new();
    let mut age = 0;
    // What is chosen already, without the rest; then the next choice by its rank.
    let mut put = |open: &mut BinaryHeap<Partial>,
                   trellis: &mut Trellis<'_>,
                   before: &[usize],
                   done,
                   rank| {
        let last = before.last().map(|at| (before.len() - 1, *at));
        let Some((score, at)) = trellis.ranked(last, rank) else {
            return;
        };
        age += 1;
        open.push(Partial {
            score: done + score,
            rows: before.len() + 1,
            age: Reverse(age),
            picked: before.iter().copied().chain([at]).collect(),
            rank,
        });
    };
    if count == 0 {
        return vec![vec![0; choices.len()]];
    }
    put(&mut open, &mut trellis, &[], 0, 0);
    while found.len() < most
        && let Some(partial) = open.pop()
    {
        let Partial {
            score,
            picked,
            rank,
            ..
        } = partial;
        let (before, last) = picked.split_at(picked.len() - 1);
        let own = trellis.ranked(before.last().map(|at| (before.len() - 1, *at)), rank);
        let done = score - own.map_or(0, |(score, _)| score);
        put(&mut open, &mut trellis, before, done, rank + 1);
        if picked.len() == count {
            let mut picked = picked.iter();
            let whole = choices.iter().map(|row| match counts(&row) {
                true => picked.next().copied().unwrap_or(0),
                false => 0,
            });
            found.push(whole.collect());
        } else {
            let rest = trellis.rest[picked.len() - 1][last[0]];
            put(&mut open, &mut trellis, &picked, score - rest, 0);
        }
    }
    found
}
