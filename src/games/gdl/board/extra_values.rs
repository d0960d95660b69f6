//! Values that a level's settings name, whether or not facts can have them.

use super::super::grid_settings::{FactPlacement, GridFacts, GridSettings};
use super::{EMPTY, FactLabel, FactTemplate, GridLayout};

/// A relation on the board: name, arity, indices of row and column, and what is shown.
type GridRelation = ((String, usize), (usize, usize, FactLabel));

impl GridLayout {
    /// Adds templates for values in the settings that no fact may have yet.
    pub(super) fn add_extra_values(&mut self, settings: &GridSettings) {
        let mut grid: Vec<GridRelation> = self.relations.clone().into_iter().collect();
        if let GridFacts::Listed(placings) = &settings.facts {
            grid.extend(placings.iter().map(smallest));
        }
        // The same one is always meant.
        grid.sort_by(|a, b| a.0.cmp(&b.0));
        let values = settings.values.iter();
        for part in values.flat_map(|(value, _)| value.split(", ")) {
            if part == EMPTY || self.templates.contains_key(part) {
                continue;
            }
            let is_named = |rel: &&GridRelation| value_arg(rel) == Some(None) && rel.0.0 == part;
            let takes_value = |rel: &&GridRelation| matches!(value_arg(rel), Some(Some(_)));
            let found = grid.iter().find(is_named);
            let Some((key, (row, column, label))) = found.or_else(|| grid.iter().find(takes_value))
            else {
                continue;
            };
            let template = FactTemplate {
                name: key.0.clone(),
                args: vec![part.to_owned(); key.1],
                coords: (*row, *column),
            };
            self.relations.insert(key.clone(), (*row, *column, *label));
            self.templates.insert(part.to_owned(), template);
        }
    }
}

/// The relation with the fewest arguments that fit a placing.
fn smallest(placement: &FactPlacement) -> GridRelation {
    let value = placement.value.unwrap_or(0);
    let last = placement.row.max(placement.column).max(value);
    let label = placement.value.map_or(FactLabel::Name, FactLabel::Arg);
    let key = (placement.name.clone(), last + 1);
    (key, (placement.row, placement.column, label))
}

/// Index of the argument that is the value, or `Some(None)` if the relation has none. `None` if its facts have other
/// arguments, too.
fn value_arg(((_, arity), (row, column, label)): &GridRelation) -> Option<Option<usize>> {
    let value = (0..*arity).find(|at| at != row && at != column);
    match (arity, label) {
        (2, FactLabel::Name) => Some(None),
        (3, FactLabel::Arg(_) | FactLabel::Rest) => Some(value),
        _ => None,
    }
}
