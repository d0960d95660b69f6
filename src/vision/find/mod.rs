//! Finders, which locate boards in a picture and segment them into cells.

mod candidate;
pub(crate) mod fixed;
pub(crate) mod grid;
mod isometric;
mod mismatch;
mod sprites;
mod squares;

pub(crate) use candidate::{
    Candidate, CellSource, FindError, PictureSearch, ScoredReading, Segment,
};
pub(crate) use mismatch::Mismatch;

use crate::profile::FinderRule;

pub(crate) fn find(search: &PictureSearch<'_>) -> candidate::FindResult {
    match &search.profile.finder {
        FinderRule::Fixed(rule) => fixed::find(rule, search),
        FinderRule::Grid(rule) => grid::find(rule, search),
        FinderRule::Squares(rule) => squares::find(rule, search),
        FinderRule::Isometric(rule) => isometric::find(rule, search),
        FinderRule::Sprites(rule) => sprites::find(rule, search),
    }
}
