//! What a level's settings say of its board, whatever its facts may reach.

use super::super::placing::{BoardSettings, Places, Placing};
use super::{Layout, NOTHING, Saying, Shows};

/// A relation whose facts lie on the board: its name, its number of arguments, where they are row and column,
/// and what is shown.
type Laid = ((String, usize), (usize, usize, Shows));

impl Layout {
    /// Notes what the settings say that can be said of a place, though no fact may say it yet.
    pub(super) fn add_stated(&mut self, settings: &BoardSettings) {
        let mut laid: Vec<Laid> = self.places.clone().into_iter().collect();
        if let Places::Of(placings) = &settings.places {
            laid.extend(placings.iter().map(bare));
        }
        // Always the same one is meant.
        laid.sort_by(|a, b| a.0.cmp(&b.0));
        let values = settings.values.iter();
        for part in values.flat_map(|(value, _)| value.split(", ")) {
            if part == NOTHING || self.says.contains_key(part) {
                continue;
            }
            let says_it = |laid: &&Laid| says(laid) == Some(None) && laid.0.0 == part;
            let says_any = |laid: &&Laid| matches!(says(laid), Some(Some(_)));
            let found = laid.iter().find(says_it);
            let Some((key, (row, column, shows))) = found.or_else(|| laid.iter().find(says_any))
            else {
                continue;
            };
            let saying = Saying {
                name: key.0.clone(),
                args: vec![part.to_owned(); key.1],
                place: (*row, *column),
            };
            self.places.insert(key.clone(), (*row, *column, *shows));
            self.says.insert(part.to_owned(), saying);
        }
    }
}

/// A relation with no other arguments than the settings name.
fn bare(placing: &Placing) -> Laid {
    let value = placing.value.unwrap_or(0);
    let last = placing.row.max(placing.column).max(value);
    let shows = placing.value.map_or(Shows::Name, Shows::One);
    let key = (placing.name.clone(), last + 1);
    (key, (placing.row, placing.column, shows))
}

/// The argument that is the value where facts of a relation say nothing else of a place, or that there is none.
fn says(((_, arity), (row, column, shows)): &Laid) -> Option<Option<usize>> {
    let value = (0..*arity).find(|at| at != row && at != column);
    match (arity, shows) {
        (2, Shows::Name) => Some(None),
        (3, Shows::One(_) | Shows::Rest) => Some(value),
        _ => None,
    }
}
