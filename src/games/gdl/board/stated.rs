//! What a level's settings say of its board, whatever its facts may reach.

use super::super::placing::{BoardSettings, Places, Placing};
use super::{Layout, NOTHING, Saying, Shows};

impl Layout {
    /// Notes what the settings say that can be said of a place, though no fact may say it yet.
    pub(super) fn add_stated(&mut self, settings: &BoardSettings) {
        let Places::Of(placings) = &settings.places else {
            return;
        };
        let values = settings.values.iter();
        for part in values.flat_map(|(value, _)| value.split(", ")) {
            if part == NOTHING || self.says.contains_key(part) {
                continue;
            }
            let named = |placing: &&Placing| placing.value.is_none() && placing.name == part;
            let valued = |placing: &&Placing| placing.value.is_some();
            let mut all = placings.iter();
            let Some(placing) = all.clone().find(named).or_else(|| all.find(valued)) else {
                continue;
            };
            let place = (placing.row, placing.column);
            let last = place.0.max(place.1).max(placing.value.unwrap_or(0));
            let saying = Saying {
                name: placing.name.clone(),
                args: vec![part.to_owned(); last + 1],
                place,
            };
            let shows = placing.value.map_or(Shows::Name, Shows::One);
            let key = (saying.name.clone(), saying.args.len());
            self.places.insert(key, (place.0, place.1, shows));
            self.says.insert(part.to_owned(), saying);
        }
    }
}
