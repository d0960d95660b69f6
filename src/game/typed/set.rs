//! Levels that come in one file.

use std::fmt::Debug;
use std::sync::Arc;

use crate::{FormError, LevelRef};

use super::{Leveled, Parsed, Puzzle};

/// A level of a file, or the error in it.
type Read<L> = Result<Parsed<L>, FormError>;

/// The levels of a file, except those in which something is wrong.
type Set<P> = Arc<[Option<Parsed<Arc<<P as Puzzle>::Level>>>]>;

/// The place of a level among those of its file.
#[derive(Debug)]
pub(super) struct Place<P: Puzzle> {
    set: Set<P>,
    index: usize,
}

impl<P: Puzzle> Clone for Place<P> {
    fn clone(&self) -> Self {
        Self {
            set: Arc::clone(&self.set),
            index: self.index,
        }
    }
}

impl<P: Puzzle> Place<P> {
    /// Its number, from 1.
    pub fn number(&self) -> usize {
        self.index + 1
    }

    /// The level with a number, from 1, as it was read.
    pub fn level(&self, number: usize) -> Option<LevelRef> {
        let index = number.checked_sub(1)?;
        let parsed = self.set.get(index)?.clone()?;
        let set = Arc::clone(&self.set);
        let place = Some(Self { set, index });
        Some(Arc::new(Leveled::of(parsed, place)))
    }

    /// As a fact: `3 of 155`.
    pub fn in_words(&self) -> String {
        format!("{} of {}", self.number(), self.set.len())
    }
}

/// The levels of a file; if there are several, each knows the others.
pub(super) fn levels_of_file<P: Puzzle>(
    levels: Vec<Read<P::Level>>,
) -> Vec<Result<LevelRef, FormError>> {
    let levels = levels.into_iter().map(|read| {
        let parsed = read?;
        Ok(Parsed {
            meta: parsed.meta,
            content: Arc::new(parsed.content),
            line: parsed.line,
        })
    });
    let levels: Vec<Read<Arc<P::Level>>> = levels.collect();
    let several = levels.len() > 1;
    let set = levels.iter().map(|read| read.clone().ok());
    let set: Set<P> = set.filter(|_| several).collect();
    let level = |(index, read): (usize, Read<Arc<P::Level>>)| {
        let set = Arc::clone(&set);
        let place = several.then_some(Place { set, index });
        Ok(Arc::new(Leveled::<P>::of(read?, place)) as LevelRef)
    };
    levels.into_iter().enumerate().map(level).collect()
}
