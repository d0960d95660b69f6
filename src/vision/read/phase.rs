use crate::profile::{Area, Condition, OTHER_PHASE, PhaseRule};
use crate::sampler::{Sampler, spread};

pub(super) fn phase(rules: &[PhaseRule], sampler: &Sampler<'_>) -> String {
    rules
        .iter()
        .find(|rule| rule.when.iter().all(|condition| holds(condition, sampler)))
        .map_or_else(|| OTHER_PHASE.to_owned(), |rule| rule.phase.clone())
}

fn holds(condition: &Condition, sampler: &Sampler<'_>) -> bool {
    let colours = |area: Area| area.points().map(|(x, y)| sampler.at(x.into(), y.into()));
    match condition {
        Condition::OneColour { area, tolerance } => spread(colours(*area)) <= *tolerance,
        Condition::Pattern { area, tolerance } => spread(colours(*area)) > *tolerance,
        Condition::Colour {
            area,
            colour,
            tolerance,
            min_share,
        } => {
            let near = colours(*area).filter(|pixel| pixel.distance(*colour) <= *tolerance);
            near.count() as f32 >= min_share * (area.width * area.height) as f32
        }
    }
}
