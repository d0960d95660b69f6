//! Classification by sample pictures of whole cells.

use crate::place::ImageRect;
use crate::profile::{Template, TemplateClass, TemplateRule};
use crate::sampler::Sampler;

use super::backgrounds::Backgrounds;
use super::numbers::single_number;
use super::pattern::by_pattern;
use super::sides::SideClassifier;
use super::ties::TieBreaker;
use super::verdict::{NearestClass, Verdict, margin, nearest};

/// Compared part of a cell's side; rims are blurred or belong to neighbours.
const INNER_SHARE: f32 = 0.86;
/// Below this distance from a sample no shifted positions are tried.
const SURE_DISTANCE: f32 = 2.5;
/// Rejection threshold, as a fraction of the distance to the nearest sample of another class.
pub(crate) const REJECT_RATIO: f32 = 0.6;
/// Minimum confidence of clear digits or of a clear match.
const MIN_CONFIDENCE: f32 = 0.75;
/// Maximum colour distance to a sample at which colours count as equal if no number has been sampled.
pub(crate) const MAX_COLOUR_DISTANCE: f32 = 32.0;
/// Minimum number of marked pixels for a cell to be non-empty, and the confidence limit of empty classes.
const MIN_MARKS: usize = 3;
const MAX_MARKED_CONFIDENCE: f32 = 0.4;
/// Shift of the tried positions, as a share of the cell's side.
const SHIFT: f32 = 0.035;

pub(crate) fn cell_template(sampler: &Sampler<'_>, cell: ImageRect) -> Template {
    template_at(sampler, inner_rect(cell))
}

/// Samples a cell and returns whether a clear number is alone on it.
pub(crate) fn sample(sampler: &Sampler<'_>, cell: ImageRect, rims: bool) -> (Template, bool) {
    let number = single_number(sampler, inner_rect(cell));
    let is_read = number.is_some_and(|(_, confidence)| confidence >= MIN_CONFIDENCE);
    (template_at(sampler, sampled_rect(cell, rims)), is_read)
}

pub(crate) fn template_at(sampler: &Sampler<'_>, part: ImageRect) -> Template {
    let means = sampler.means(part, Template::SIDE, Template::SIDE);
    Template::new(|row, col| means[row * Template::SIDE + col])
}

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

/// Classifies a cell: by its nearest sample, also at shifted positions and on synthesized backgrounds; if that is not
/// clear, by its number, discriminating pixels, sides and drawing.
pub(super) fn by_template(
    rule: &TemplateRule,
    (ties, backgrounds, sides): (&TieBreaker, &Backgrounds, &SideClassifier),
    sampler: &Sampler<'_>,
    rect: ImageRect,
) -> Verdict {
    let part = sampled_rect(rect, rule.rims);
    let compare = |part| {
        let template = template_at(sampler, part);
        let distances = class_distances(rule, &template);
        CellMatch::new(template, distances)
    };
    let unmoved = compare(part);
    let mut best = None;
    if !unmoved.is_sure() {
        // Rounding may shift the cell by a pixel.
        let sides = [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)];
        let corners = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
        for (right, down) in sides.into_iter().chain(corners) {
            let (across, down) = (rect.width * (right * SHIFT), rect.height * (down * SHIFT));
            let shifted = compare(part.moved(across, down));
            if shifted.distance() < best.as_ref().unwrap_or(&unmoved).distance() {
                best = Some(shifted);
            }
        }
    }
    let mut best = best.unwrap_or(unmoved);
    if !best.is_sure() {
        let distances = backgrounds.distances(rule, &best.template, best.distances);
        best = CellMatch::new(best.template, distances);
    }
    let by_sample = best.nearest.map_or(Verdict::UNKNOWN, |near| {
        verdict_within(near, near.distance, tolerance(rule, near.class))
    });
    if best.is_sure() && by_sample.confidence >= MIN_CONFIDENCE {
        return by_sample;
    }
    if rule.digits
        && let Some(by_number) = by_number(rule, sampler, rect, &best.template, by_sample)
    {
        return by_number;
    }
    let by_ties = ties.resolve(rule, &best.template, &best.distances);
    let by_ties = by_ties.map(|tie| {
        let limit = (tie.separation * REJECT_RATIO).min(rule.tolerance);
        let tolerance = tolerance(rule, tie.nearest.class).max(limit);
        verdict_within(tie.nearest, tie.distance, tolerance)
    });
    let by_sides = sides.classify(rule, &best.template);
    // Seams are as long as the adjacent cells.
    let by_pattern = by_pattern(rule, &best.template, rect.width.max(rect.height));
    let others = by_ties.into_iter().chain(by_sides).chain(by_pattern);
    let verdict = others.fold(by_sample, Verdict::or_better);
    doubted_if_marked(rule, &best.template, verdict)
}

/// Limits the confidence of a class whose samples are all empty if the cell has a small sign.
fn doubted_if_marked(rule: &TemplateRule, observed: &Template, verdict: Verdict) -> Verdict {
    let class = verdict.class.and_then(|class| rule.classes.get(class));
    let class = class.filter(|class| !class.looks.is_empty());
    let is_even = class.is_some_and(|class| class.looks.iter().all(Template::is_even));
    if !is_even || observed.marks() < MIN_MARKS {
        return verdict;
    }
    Verdict {
        confidence: verdict.confidence.min(MAX_MARKED_CONFIDENCE),
        ..verdict
    }
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

pub(super) fn class_distances(rule: &TemplateRule, template: &Template) -> Vec<(usize, f32)> {
    let classes = rule.classes.iter().enumerate();
    let distances = classes.filter_map(|(class, known)| Some((class, known.distance(template)?)));
    distances.collect()
}

/// Classifies a cell that matches no sample clearly by the number on it.
fn by_number(
    rule: &TemplateRule,
    sampler: &Sampler<'_>,
    rect: ImageRect,
    observed: &Template,
    by_sample: Verdict,
) -> Option<Verdict> {
    let (number, confidence) = single_number(sampler, inner_rect(rect))?;
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
    let own = rule.classes.get(class).and_then(|class| class.tolerance);
    own.unwrap_or(rule.tolerance).max(1.0)
}

/// Verdict for the nearest class, given the cell's distance and the tolerance.
pub(super) fn verdict_within(near: NearestClass<f32>, distance: f32, tolerance: f32) -> Verdict {
    let ratio = distance / tolerance;
    let clear = near
        .second
        .map_or(1.0, |it| margin(near.distance, it.1).sqrt());
    near.verdict(match ratio <= 1.0 {
        true => clear * (1.0 - 0.25 * ratio),
        false => 0.4 * clear / ratio,
    })
}
