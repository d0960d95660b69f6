//! Synthesizes how a known piece looks on other known backgrounds.
//!
//! A piece may be sampled on plain floor and appear in a wall's shadow or in a selected cell. A sample of the piece
//! agrees with the floor sample it was taken on wherever the floor is visible; those pixels are replaced by another
//! floor sample, and the rest is shaded accordingly.

use std::sync::Arc;

use crate::profile::{Template, TemplateClass, TemplateRule};

use super::ties::find_rivals;
use super::verdict::Memo;

/// Maximum channel difference of pixels of the same background.
const MAX_EQUAL_DIFF: u8 = 12;
/// A cell shows its background if at least one pixel in this many is background: round pieces leave only the corners.
const BACKGROUND_PART: usize = 24;
/// Maximum number of synthesized samples per class.
const MAX_SAMPLES: usize = 96;

/// Distances of the classes, where near classes also compare their synthesized samples.
pub(super) fn with_other_backgrounds(
    rule: &TemplateRule,
    known: &Memo<Arc<[Template]>>,
    observed: &Template,
    mut distances: Vec<(usize, f32)>,
) -> Vec<(usize, f32)> {
    let rivals = find_rivals(&distances);
    for (class, distance) in distances.iter_mut().filter(|it| rivals.contains(&it.0)) {
        let synthesize = || {
            let all = on_other_backgrounds(&rule.classes, *class);
            all.take(MAX_SAMPLES).collect()
        };
        let synthetic = known.get_or(*class as u64, synthesize);
        let distances = synthetic.iter().map(|template| template.distance(observed));
        *distance = distances.fold(*distance, f32::min);
    }
    distances
}

/// Samples of a class on all backgrounds known from other classes.
pub(crate) fn on_other_backgrounds(
    classes: &[TemplateClass],
    class: usize,
) -> impl Iterator<Item = Template> + '_ {
    let samples = classes.get(class).into_iter();
    let samples = samples.flat_map(|class| &class.looks);
    samples.flat_map(move |template| {
        let others = classes.iter().enumerate();
        let others = others.filter(move |(index, _)| *index != class);
        others.flat_map(move |(_, other)| on_backgrounds(template, &other.looks))
    })
}

/// Variants of a sample on the backgrounds in `backgrounds`.
fn on_backgrounds<'l>(
    template: &'l Template,
    backgrounds: &'l [Template],
) -> impl Iterator<Item = Template> + 'l {
    let shared = |it: &'l Template| (template.similar_pixels(it, MAX_EQUAL_DIFF), it);
    let shared: Vec<(usize, &Template)> = backgrounds.iter().map(shared).collect();
    let most = shared.iter().map(|(shared, _)| *shared).max().unwrap_or(0);
    let has_background = most * BACKGROUND_PART >= Template::SIDE * Template::SIDE;
    // The original background is ambiguous, as the piece may hide what distinguishes candidates: all count that share
    // three quarters as many pixels as the most similar one.
    let may_be = move |shared: usize| has_background && shared * 4 >= most * 3;
    let beneath = shared.into_iter().filter(move |it| may_be(it.0));
    beneath.flat_map(move |(_, original)| {
        // The shading may apply to the background alone or to the piece as well.
        let is_light = move |light: &&Template| *light == original || original.is_relit(light);
        backgrounds.iter().filter(is_light).flat_map(move |light| {
            let is_other =
                move |background: &&Template| *background != original || light != original;
            backgrounds.iter().filter(is_other).map(move |background| {
                template.on_background(background, light, original, MAX_EQUAL_DIFF)
            })
        })
    })
}
