//! Classification by sample pictures of whole cells.

use crate::place::ImageRect;
use crate::profile::{Template, TemplateClass, TemplateRule};
use crate::sampler::Sampler;

use super::backgrounds::with_other_backgrounds;
use super::cache::BoardCache;
use super::numbers::{has_sign, single_number};
use super::ties::{break_tie, class_distances};
use super::verdict::{NearestClass, REJECT_RATIO, Verdict, margin, nearest, verdict_within};

/// Compared part of a cell's side; rims are blurred or belong to neighbours.
const INNER_SHARE: f32 = 0.86;
/// Below this distance from a sample no shifted positions are tried.
const SURE_DISTANCE: f32 = 2.5;
/// Minimum confidence of clear digits or of a clear match.
const MIN_CONFIDENCE: f32 = 0.75;
/// Maximum colour distance to a sample at which colours count as equal if no number has been sampled.
pub(crate) const MAX_COLOUR_DISTANCE: f32 = 32.0;
/// Minimum confidence of digits that decide alone; below it, the drawing may say otherwise.
const MIN_GUESS: f32 = 0.5;
/// Minimum number of marked positions of a sample for a cell to be non-empty.
const MIN_MARKS: usize = 3;
/// Distance of the middles of two cells from which they have different drawings; less may be a grain or noise.
const MIN_DRAWN_DISTANCE: f32 = 10.0;
/// Confidence limit of a class that something on the cell contradicts: a doubt.
const MAX_CONTRADICTED: f32 = 0.4;
/// Shift of the tried positions, as a share of the cell's side.
const SHIFT: f32 = 0.035;

/// Template of a cell without its rims.
pub(crate) fn cell_template(sampler: &Sampler<'_>, cell: ImageRect) -> Template {
    template_at(sampler, inner_rect(cell))
}

/// Samples a cell, with or without its rims, and returns whether a clear number is alone on it.
pub(crate) fn sample(sampler: &Sampler<'_>, cell: ImageRect, rims: bool) -> (Template, bool) {
    let number = single_number(sampler, inner_rect(cell));
    let is_read = number.is_some_and(|(_, confidence)| confidence >= MIN_CONFIDENCE);
    (template_at(sampler, sampled_rect(cell, rims)), is_read)
}

pub(crate) fn template_at(sampler: &Sampler<'_>, part: ImageRect) -> Template {
    let means = sampler.means(part, Template::SIDE, Template::SIDE);
    Template::new(|row, col| means[row * Template::SIDE + col])
}

/// Compared part of a cell.
pub(crate) fn sampled_rect(cell: ImageRect, rims: bool) -> ImageRect {
    if rims { cell } else { inner_rect(cell) }
}

fn inner_rect(cell: ImageRect) -> ImageRect {
    ImageRect {
        x: cell.x + cell.width * (1.0 - INNER_SHARE) / 2.0,
        y: cell.y + cell.height * (1.0 - INNER_SHARE) / 2.0,
        width: cell.width * INNER_SHARE,
        height: cell.height * INNER_SHARE,
    }
}

/// Verdict on a cell, remembered by its pixels.
pub(super) fn by_template(
    rule: &TemplateRule,
    cache: &BoardCache,
    sampler: &Sampler<'_>,
    rect: ImageRect,
) -> Verdict {
    // Positions shifted by that much are compared, too, so their pixels must be the same.
    let fingerprint = sampler.fingerprint(rect.grown(rect.width * SHIFT, rect.height * SHIFT));
    let compute = || classify(rule, cache, sampler, rect);
    cache.verdicts.get_or(fingerprint, compute)
}

/// Nearest sample of a cell, also at shifted positions and, if that is not sure, on synthesized backgrounds.
fn best_match(
    rule: &TemplateRule,
    known: &BoardCache,
    sampler: &Sampler<'_>,
    rect: ImageRect,
) -> CellMatch {
    let part = sampled_rect(rect, rule.rims);
    let compare = |part| {
        let template = template_at(sampler, part);
        let distances = class_distances(rule, &template);
        CellMatch::new(template, distances)
    };
    let mut best = compare(part);
    if !best.is_sure() {
        // Rounding may shift the cell by a pixel.
        let sides = [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)];
        let corners = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
        for (right, down) in sides.into_iter().chain(corners) {
            let (across, down) = (rect.width * (right * SHIFT), rect.height * (down * SHIFT));
            let shifted = compare(part.moved(across, down));
            if shifted.distance() < best.distance() {
                best = shifted;
            }
        }
    }
    if !best.is_sure() {
        let (template, distances) = (&best.template, best.distances);
        let distances = with_other_backgrounds(rule, &known.backgrounds, template, distances);
        best = CellMatch::new(best.template, distances);
    }
    best
}

/// Classifies a cell by its nearest sample and, if that is not clear, by what is more certain, in this order: its number,
/// its drawing, the pixels that discriminate similar classes, its sides. A contradiction leaves a doubt.
fn classify(
    rule: &TemplateRule,
    known: &BoardCache,
    sampler: &Sampler<'_>,
    rect: ImageRect,
) -> Verdict {
    let best = best_match(rule, known, sampler, rect);
    let by_sample = best.nearest.map_or(Verdict::UNKNOWN, |near| {
        verdict_within(near, near.distance, tolerance(rule, near.class))
    });
    if best.is_sure() && by_sample.confidence >= MIN_CONFIDENCE {
        return by_sample;
    }
    let by_number = match rule.digits {
        true => by_number(rule, known, sampler, rect, &best.template, by_sample),
        false => None,
    };
    if let Some(clear) = by_number.filter(|it| it.confidence >= MIN_GUESS) {
        return clear;
    }
    // Seams are as long as the adjacent cells.
    let side = rect.width.max(rect.height);
    let by_pattern = known.patterns.classify(rule, &best.template, side);
    if let Some(guess) = by_number {
        return by_pattern.map_or(guess, |it| guess.or_better(it));
    }
    let by_ties = break_tie(rule, &known.stats, &best.template, &best.distances).map(|tie| {
        // A class's own tolerance may be lower only because a similar class is near.
        let limit = (tie.separation * REJECT_RATIO).min(rule.tolerance);
        let max_distance = tolerance(rule, tie.nearest.class).max(limit);
        verdict_within(tie.nearest, tie.distance, max_distance)
    });
    let by_sides = known.sides.classify(rule, &best.template);
    let others = by_ties.into_iter().chain(by_sides).chain(by_pattern);
    let mut verdict = others.fold(by_sample, Verdict::or_better);
    let class = verdict.class.and_then(|class| rule.classes.get(class));
    // Doubtful cells need no contradiction.
    let class = class.filter(|_| verdict.confidence > MAX_CONTRADICTED);
    let is_contradicted = class.is_some_and(|class| {
        is_marked(class, &best.template, sampler, rect)
            || rule.turned.is_empty() && is_mirrored(class, &best.template)
    });
    if is_contradicted {
        verdict.confidence = MAX_CONTRADICTED;
    }
    verdict
}

/// Returns whether a cell has a small sign although all samples of its class are empty.
fn is_marked(
    class: &TemplateClass,
    observed: &Template,
    sampler: &Sampler<'_>,
    cell: ImageRect,
) -> bool {
    !class.looks.is_empty()
        && class.looks.iter().all(Template::is_even)
        && (observed.marks() >= MIN_MARKS || has_sign(sampler, inner_rect(cell)))
}

/// Returns whether the middle of a cell looks like a mirrored or turned sample of its class rather than like one of its
/// samples, as an unknown `q` does where `p` is known. Rims may have the lines of other sides.
fn is_mirrored(class: &TemplateClass, observed: &Template) -> bool {
    let distance = |sample: &Template| sample.middle_distance(0, observed);
    let samples = class.looks.iter();
    let nearest = samples.min_by(|a, b| distance(a).total_cmp(&distance(b)));
    let nearest = nearest.filter(|nearest| distance(nearest) >= MIN_DRAWN_DISTANCE);
    nearest.is_some_and(|nearest| {
        let max_distance = REJECT_RATIO * distance(nearest);
        // View 0 is the sample itself. Where only the light differs, it is the same drawing.
        (1..8).any(|view| {
            nearest.middle_distance(view, observed) < max_distance
                && !nearest.is_relit(&nearest.view(view))
        })
    })
}

/// Sample of a cell and its distances from the classes.
struct CellMatch {
    template: Template,
    /// Classes with the distances to their nearest samples.
    distances: Vec<(usize, f32)>,
    nearest: Option<NearestClass<f32>>,
}

impl CellMatch {
    fn new(template: Template, distances: Vec<(usize, f32)>) -> Self {
        Self {
            nearest: nearest(distances.iter().copied()),
            template,
            distances,
        }
    }

    fn distance(&self) -> f32 {
        self.nearest.map_or(f32::MAX, |near| near.distance)
    }

    fn is_sure(&self) -> bool {
        self.distance() <= SURE_DISTANCE
    }
}

/// Classifies a cell that matches no sample clearly by its number; `None` without one, or if a sample is more certain.
fn by_number(
    rule: &TemplateRule,
    known: &BoardCache,
    sampler: &Sampler<'_>,
    rect: ImageRect,
    observed: &Template,
    by_sample: Verdict,
) -> Option<Verdict> {
    let part = inner_rect(rect).rounded();
    let compute = || single_number(sampler, part);
    let (number, confidence) = known.numbers.get_or(sampler.fingerprint(part), compute)?;
    let is_it = |class: &TemplateClass| class.number() == Some(number);
    let class = rule.classes.iter().position(is_it)?;
    let sampled = by_sample.class.and_then(|class| rule.classes.get(class));
    // A sample of an empty cell does not speak against a number.
    let is_bare = sampled.is_some_and(|class| class.number().is_none() && !class.numbered);
    if confidence <= by_sample.confidence && !(is_bare && confidence >= MIN_CONFIDENCE) {
        return None;
    }
    let runner_up = by_sample.class.filter(|other| *other != class).map(Some);
    let as_number = Verdict::new(Some(class), confidence, runner_up);
    Some(by_colours(rule, observed).unwrap_or(as_number))
}

/// Class of cells with unrelated numbers, if the cell's colours are nearer to it than to those of sampled numbers.
fn by_colours(rule: &TemplateRule, observed: &Template) -> Option<Verdict> {
    let distance = |class: &TemplateClass| {
        let samples = class.looks.iter();
        samples.map(|sample| sample.colour_distance(observed)).min()
    };
    let classes = rule.classes.iter().enumerate();
    let (numbered, others): (Vec<_>, Vec<_>) = classes.partition(|(_, class)| class.numbered);
    let with_distance = |(index, class)| Some((index, f32::from(distance(class)?)));
    let near = nearest(numbered.into_iter().filter_map(with_distance))?;
    let others = others.into_iter();
    let numbers = others.filter(|(_, class)| class.number().is_some());
    let rival = nearest(numbers.filter_map(with_distance))
        .map_or(MAX_COLOUR_DISTANCE, |rival| rival.distance);
    (near.distance < rival).then(|| near.verdict(margin(near.distance, rival).sqrt()))
}

/// Maximum distance of a cell from the samples of a class.
fn tolerance(rule: &TemplateRule, class: usize) -> f32 {
    let class_tolerance = rule.classes.get(class).and_then(|class| class.tolerance);
    class_tolerance.unwrap_or(rule.tolerance).max(1.0)
}

#[cfg(test)]
mod tests {
    use image::{Rgba, RgbaImage};

    use super::*;

    const SIDE: u32 = 80;

    /// Cell on whose white background these rectangles (left, top, width, height) are black.
    fn cell(inked: &[(u32, u32, u32, u32)]) -> RgbaImage {
        RgbaImage::from_fn(SIDE, SIDE, |x, y| {
            let is_inside = |(left, top, width, height): &(u32, u32, u32, u32)| {
                (*left..left + width).contains(&x) && (*top..top + height).contains(&y)
            };
            Rgba(if inked.iter().any(is_inside) {
                [0, 0, 0, 255]
            } else {
                [255; 4]
            })
        })
    }

    /// Verdict on a cell by one sample for each class, which may be far from it.
    fn verdict(samples: &[&RgbaImage], observed: &RgbaImage) -> Verdict {
        let rect = ImageRect::new(0.0, 0.0, SIDE as f32, SIDE as f32);
        let sample = |image: &RgbaImage| cell_template(&Sampler::of_image(image), rect);
        let classes = samples
            .iter()
            .zip(["a", "b"])
            .map(|(image, value)| TemplateClass {
                value: value.to_owned(),
                looks: vec![sample(image)],
                ..TemplateClass::default()
            });
        let rule = TemplateRule {
            classes: classes.collect(),
            tolerance: 60.0,
            digits: true,
            ..TemplateRule::default()
        };
        let known = BoardCache::default();
        by_template(&rule, &known, &Sampler::of_image(observed), rect)
    }

    #[test]
    fn a_mirror_image_of_a_sample_is_doubtful() {
        let stem = (28, 20, 6, 44);
        let p = cell(&[stem, (28, 20, 24, 6), (46, 20, 6, 22), (28, 36, 24, 6)]);
        let q = image::imageops::flip_horizontal(&p);
        let empty = cell(&[]);
        let read = verdict(&[&p, &empty], &p);
        assert!(read.class == Some(0) && read.confidence >= 0.5, "{read:?}");
        let read = verdict(&[&p, &empty], &q);
        assert!(read.confidence < 0.5, "{read:?}");
    }

    #[test]
    fn a_small_sign_on_a_large_cell_is_not_taken_for_an_empty_one() {
        let (empty, other) = (cell(&[]), cell(&[(20, 20, 40, 40)]));
        let read = verdict(&[&empty, &other], &empty);
        assert!(read.class == Some(0) && read.confidence >= 0.5, "{read:?}");
        let seven = cell(&[
            (37, 34, 6, 1),
            (42, 34, 1, 5),
            (40, 39, 2, 1),
            (39, 40, 1, 5),
        ]);
        let read = verdict(&[&empty, &other], &seven);
        assert!(read.confidence < 0.5, "{read:?}");
    }
}
