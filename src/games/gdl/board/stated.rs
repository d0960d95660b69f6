//! Values that a level's settings name, whether or not facts can have them.

use super::super::placing::{BoardSettings, Places, Placing};
use super::{Layout, NOTHING, Saying, Shows};

/// A relation on the board: name, arity, indices of row and column, and what is shown.
type Laid = ((String, usize), (usize, usize, Shows));

impl Layout {
    /// Adds templates for values in the settings that no fact may have yet.
    pub(super) fn add_stated(&mut self, settings: &BoardSettings) {
        let mut laid: Vec<Laid> = self.places.clone().into_iter().collect();
        if let Places::Of(placings) = &settings.places {
            laid.extend(placings.iter().map(bare));
        }
        // The same one is always meant.
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

/// The relation with the fewest arguments that fit a placing.
fn bare(placing: &Placing) -> Laid {
    let value = placing.value.unwrap_or(0);
    let last = placing.row.max(placing.column).max(value);
    let shows = placing.value.map_or(Shows::Name, Shows::One);
    let key = (placing.name.clone(), last + 1);
    (key, (placing.row, placing.column, shows))
}

/// Index of the argument that is the value, or `Some(None)` if the relation has none. `None` if its facts have other
/// arguments, too.
fn says(((_, arity), (row, column, shows)): &Laid) -> Option<Option<usize>> {
    let value = (0..*arity).find(|at| at != row && at != column);
    match (arity, shows) {
        (2, Shows::Name) => Some(None),
        (3, Shows::One(_) | Shows::Rest) => Some(value),
        _ => None,
    }
}
