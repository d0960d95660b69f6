//! Samples of the classes of a profile, which calibration and teaching add. Distances of samples are root mean square
//! channel differences, 0 to 255.

use crate::profile::{Template, TemplateClass};

/// Samples of one class at most this far apart are the same.
const MAX_SAME: f32 = 1.0;
/// Minimum distance between samples of different classes; nearer ones contradict each other.
pub(super) const MIN_SEPARATION: f32 = 2.0;
/// Maximum number of samples of a class.
pub(super) const MAX_SAMPLES: usize = 32;
/// Maximum number of samples per class up to which rotated ones are added.
const MAX_ROTATED: usize = 16;

/// Sample of a cell that the user has labelled.
pub(super) struct LabelledSample<'a> {
    value: &'a str,
    template: Template,
    /// True if a clear number is alone on the cell.
    has_number: bool,
}

impl<'a> LabelledSample<'a> {
    /// Sample of a value, as [`crate::classify::sample`] returns it.
    pub(super) fn new(value: &'a str, (template, has_number): (Template, bool)) -> Self {
        Self {
            value,
            template,
            has_number,
        }
    }
}

/// Adds samples to their classes, then rotated ones to the classes of the turned values: each of the cycles `turned`
/// has the values of a cell after one clockwise quarter turn each. In a full class, a user-given sample replaces
/// another one. Rotated ones are added to classes of fewer than [`MAX_ROTATED`] only.
pub(super) fn add_samples(
    classes: &mut Vec<TemplateClass>,
    turned: &[Vec<String>],
    samples: &[LabelledSample<'_>],
) {
    for sample in samples {
        let class = class_of(classes, sample.value, sample.has_number);
        if !is_known(class, &sample.template) {
            evict_similar(class, &sample.template);
            class.looks.push(sample.template.clone());
        }
    }
    for sample in samples {
        let (mut value, mut template) = (sample.value, sample.template.clone());
        // The fourth quarter turn leads back.
        for _ in 0..3 {
            let Some(next) = after_turn(turned, value) else {
                break;
            };
            (value, template) = (next, template.turned());
            let class = class_of(classes, value, sample.has_number);
            add_if_free(class, MAX_ROTATED, &template);
        }
    }
}

/// Adds the samples of a class of an earlier profile, as far as the class of that value here has capacity.
pub(super) fn add_class(classes: &mut Vec<TemplateClass>, known: &TemplateClass) {
    let class = class_of(classes, &known.value, known.numbered);
    for template in &known.looks {
        add_if_free(class, MAX_SAMPLES, template);
    }
}

fn add_if_free(class: &mut TemplateClass, limit: usize, template: &Template) {
    if class.looks.len() < limit && !is_known(class, template) {
        class.looks.push(template.clone());
    }
}

fn is_known(class: &TemplateClass, template: &Template) -> bool {
    class.distance(template).is_some_and(|it| it <= MAX_SAME)
}

/// Makes room in a full class for a new sample: removes the one most similar to it.
fn evict_similar(class: &mut TemplateClass, new: &Template) {
    let samples = class.looks.iter().enumerate();
    let distances = samples.map(|(index, known)| (known.distance(new), index));
    if class.looks.len() >= MAX_SAMPLES
        && let Some((_, index)) = distances.min_by(|a, b| a.0.total_cmp(&b.0))
    {
        class.looks.remove(index);
    }
}

/// Value after a clockwise quarter turn, if known.
fn after_turn<'t>(turned: &'t [Vec<String>], value: &str) -> Option<&'t str> {
    turned.iter().find_map(|ring| {
        let at = ring.iter().position(|known| known == value)?;
        ring.get((at + 1) % ring.len()).map(String::as_str)
    })
}

/// Class of a value, added if missing. If its cells carry a number that is not the value itself (`has_number`), it
/// becomes `numbered`.
pub(super) fn class_of<'c>(
    classes: &'c mut Vec<TemplateClass>,
    value: &str,
    has_number: bool,
) -> &'c mut TemplateClass {
    let known = classes.iter().position(|class| class.value == value);
    let index = known.unwrap_or_else(|| {
        classes.push(TemplateClass {
            value: value.to_owned(),
            ..TemplateClass::default()
        });
        classes.len() - 1
    });
    let class = &mut classes[index];
    class.numbered |= has_number && value.parse::<u32>().is_err();
    class
}

/// Distance of each class from the nearest sample of another; `f32::MAX` if there is none.
pub(super) fn separations(classes: &[TemplateClass]) -> Vec<f32> {
    nearest_others(classes)
        .map(|near| near.map_or(f32::MAX, |it| it.0))
        .collect()
}

/// Distance of the nearest samples of two different classes, and these classes; `None` with fewer than two classes.
pub(super) fn nearest_classes(
    classes: &[TemplateClass],
) -> Option<(f32, &TemplateClass, &TemplateClass)> {
    let pairs = classes.iter().zip(nearest_others(classes));
    let pairs = pairs.filter_map(|(class, near)| near.map(|near| (near.0, class, near.1)));
    pairs.min_by(|a, b| a.0.total_cmp(&b.0))
}

/// For each class, the distance of the nearest sample of another class, and that class; `None` if there is no other
/// one. Between classes of which one has no samples, the distance is `f32::MAX`.
fn nearest_others(
    classes: &[TemplateClass],
) -> impl Iterator<Item = Option<(f32, &TemplateClass)>> {
    let distance = |class: &TemplateClass, other: &TemplateClass| {
        let samples = class.looks.iter();
        let pairs = samples.flat_map(|a| other.looks.iter().map(move |b| a.distance(b)));
        pairs.fold(f32::MAX, f32::min)
    };
    classes.iter().map(move |class| {
        let others = classes.iter().filter(|other| other.value != class.value);
        let distances = others.map(|other| (distance(class, other), other));
        distances.min_by(|a, b| a.0.total_cmp(&b.0))
    })
}
