//! Levels of one file.

use std::fmt::Debug;
use std::sync::Arc;

use crate::{FormError, LevelRef};

use super::{Leveled, Parsed, Puzzle};

type Read<L> = Result<Parsed<L>, FormError>;

/// Levels of a file; `None` for those with errors.
type Set<P> = Arc<[Option<Parsed<Arc<<P as Puzzle>::Level>>>]>;

/// Position of a level in its file.
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
    /// Number, from 1.
    pub fn number(&self) -> usize {
        self.index + 1
    }

    /// Level with a number, from 1, as it was parsed.
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

/// Builds the levels of a file; if there are several, each can access the others.
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
