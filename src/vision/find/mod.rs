//! Finders, which locate boards in a picture and segment them into cells.

pub(crate) mod fixed;
pub(crate) mod grid;
mod isometric;
mod misfit;
mod sighting;
mod sprites;
mod squares;

pub(crate) use misfit::Misfit;
pub(crate) use sighting::{Cells, Cut, Judged, Miss, Search, Sighting};

use crate::profile::Finder;

/// Finds the boards by the profile's finder.
///
/// # Errors When no board is found.
pub(crate) fn find(search: &Search<'_>) -> Result<Judged, Miss> {
    match &search.profile.finder {
        Finder::Fixed(rule) => fixed::find(rule, search),
        Finder::Grid(rule) => grid::find(rule, search),
        Finder::Squares(rule) => squares::find(rule, search),
        Finder::Isometric(rule) => isometric::find(rule, search),
        Finder::Sprites(rule) => sprites::find(rule, search),
    }
}
