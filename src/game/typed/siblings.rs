//! Levels of one file.

use std::fmt::Debug;
use std::sync::Arc;

use crate::{LevelRef, TextError};

use super::{ParsedLevel, Puzzle, TypedLevel};

type LevelResult<L> = Result<ParsedLevel<L>, TextError>;

/// Levels of a file; `None` for those with errors.
type LevelSet<P> = Arc<[Option<ParsedLevel<Arc<<P as Puzzle>::Level>>>]>;

/// Position of a level in its file.
#[derive(Debug)]
pub(super) struct FilePosition<P: Puzzle> {
    set: LevelSet<P>,
    index: usize,
}

impl<P: Puzzle> Clone for FilePosition<P> {
    fn clone(&self) -> Self {
        Self {
            set: Arc::clone(&self.set),
            index: self.index,
        }
    }
}

impl<P: Puzzle> FilePosition<P> {
    /// Number, from 1.
    pub fn number(&self) -> usize {
        self.index + 1
    }

    /// Level with a number, from 1, as it was parsed.
    pub fn level(&self, number: usize) -> Option<LevelRef> {
        let index = number.checked_sub(1)?;
        let parsed = self.set.get(index)?.clone()?;
        let set = Arc::clone(&self.set);
        let position = Some(Self { set, index });
        Some(Arc::new(TypedLevel::from_parsed(parsed, position)))
    }

    /// As a fact: `3 of 155`.
    pub fn in_words(&self) -> String {
        format!("{} of {}", self.number(), self.set.len())
    }
}

/// Builds the levels of a file; if there are several, each can access the others.
pub(super) fn levels_of_file<P: Puzzle>(
    levels: Vec<LevelResult<P::Level>>,
) -> Vec<Result<LevelRef, TextError>> {
    let levels = levels.into_iter().map(|read| {
        let parsed = read?;
        Ok(ParsedLevel {
            meta: parsed.meta,
            content: Arc::new(parsed.content),
            line: parsed.line,
        })
    });
    let levels: Vec<LevelResult<Arc<P::Level>>> = levels.collect();
    let several = levels.len() > 1;
    let set = levels.iter().map(|read| read.clone().ok());
    let set: LevelSet<P> = set.filter(|_| several).collect();
    let level = |(index, read): (usize, LevelResult<Arc<P::Level>>)| {
        let set = Arc::clone(&set);
        let position = several.then_some(FilePosition { set, index });
        Ok(Arc::new(TypedLevel::<P>::from_parsed(read?, position)) as LevelRef)
    };
    levels.into_iter().enumerate().map(level).collect()
}
