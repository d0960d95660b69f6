//! Classification of the board area's pixels by colour, one for each pixel of the game's picture at scale 1.

use image::RgbaImage;

use crate::place::Placement;
use crate::profile::{FigureRule, IsometricRule, Rgb};
use crate::sampler::Sampler;

/// Meaning of a pixel's colour: one of the constants below, from [`FIGURE`] on a colour of the figure, and from
/// [`TOPS`] on a kind of top.
pub(super) type Class = u8;

/// A colour of nothing known.
pub(super) const OTHER: Class = 0;
pub(super) const BACKGROUND: Class = 1;
/// Line around a top or side.
pub(super) const EDGE: Class = 2;
/// Left side of a block.
pub(super) const LEFT: Class = 3;
/// Right side of a block.
pub(super) const RIGHT: Class = 4;
pub(super) const ARROW: Class = 5;
/// First class of the figure's colours.
const FIGURE: Class = 6;
/// First class of the tops.
const TOPS: Class = 16;
/// Radius around a figure in which its colours mix with others, in pixels.
const BLUR_RADIUS: usize = 2;

/// Class of a kind of top.
pub(super) fn top(kind: usize) -> Class {
    TOPS + u8::try_from(kind).unwrap_or(u8::MAX - TOPS)
}

/// Kind of top of a class, if it is one.
pub(super) fn kind(class: Class) -> Option<usize> {
    class.checked_sub(TOPS).map(usize::from)
}

pub(super) fn is_block(class: Class) -> bool {
    matches!(class, EDGE | LEFT | RIGHT) || class >= TOPS
}

pub(super) fn is_figure(class: Class) -> bool {
    (ARROW..TOPS).contains(&class)
}

/// Classes of the pixels of the board's area.
pub(super) struct ClassMap {
    pub(super) width: usize,
    pub(super) height: usize,
    classes: Vec<Class>,
    /// Pixels at or near a figure.
    figure: Vec<bool>,
}

impl ClassMap {
    pub(super) fn new(rule: &IsometricRule, image: &RgbaImage, place: Placement) -> Self {
        let known = colours(rule);
        let sampler = Sampler::new(image, place, &[]);
        let (width, height) = (rule.area.width as usize, rule.area.height as usize);
        let mut classes = Vec::with_capacity(width * height);
        let tolerances = tolerances(rule);
        let mut last = (Rgb([0; 3]), nearest(&known, tolerances, Rgb([0; 3])));
        for y in 0..i64::from(rule.area.height) {
            for x in 0..i64::from(rule.area.width) {
                let colour = sampler.at(x + i64::from(rule.area.x), y + i64::from(rule.area.y));
                // Neighbours mostly have the same colour.
                if last.0 != colour {
                    last = (colour, nearest(&known, tolerances, colour));
                }
                classes.push(last.1);
            }
        }
        let figure = around_figures(&classes, width, height);
        Self {
            width,
            height,
            classes,
            figure,
        }
    }

    /// Index of a pixel; `None` outside.
    pub(super) fn index(&self, x: i32, y: i32) -> Option<usize> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        (x < self.width && y < self.height).then(|| y * self.width + x)
    }

    pub(super) fn at(&self, index: usize) -> Class {
        self.classes.get(index).copied().unwrap_or(OTHER)
    }

    pub(super) fn class(&self, x: i32, y: i32) -> Class {
        self.index(x, y).map_or(OTHER, |index| self.at(index))
    }

    pub(super) fn near_figure(&self, index: usize) -> bool {
        self.figure.get(index).copied().unwrap_or(false)
    }
}

/// All known colours with their classes.
fn colours(rule: &IsometricRule) -> Vec<(Rgb, Class)> {
    let mut known: Vec<(Rgb, Class)> = vec![
        (rule.colours.edge, EDGE),
        (rule.colours.left, LEFT),
        (rule.colours.right, RIGHT),
    ];
    known.extend(rule.colours.ground.iter().map(|it| (*it, BACKGROUND)));
    for (index, kind) in rule.colours.tops.iter().enumerate() {
        let colours = [&kind.colour].into_iter().chain(&kind.also);
        known.extend(colours.map(|colour| (*colour, top(index))));
    }
    if let Some(figure) = &rule.figure {
        if !figure.arrow.points.is_empty() {
            known.push((figure.arrow.colour, ARROW));
        }
        let parts = figure_colours(figure).into_iter();
        known.extend((FIGURE..).zip(parts).map(|(class, colour)| (colour, class)));
    }
    known
}

/// Colours of a figure without its arrow's, limited to the number of classes.
fn figure_colours(figure: &FigureRule) -> Vec<Rgb> {
    let mut colours: Vec<Rgb> = Vec::new();
    let parts = figure.parts.iter().map(|part| part.colour);
    let faces = figure.faces.iter().flat_map(|face| &face.colours);
    for colour in parts.chain(figure.colours.iter().chain(faces).copied()) {
        if !colours.contains(&colour) && colours.len() < usize::from(TOPS - FIGURE) {
            colours.push(colour);
        }
    }
    colours
}

/// Classes of those of a figure's colours that are `included`.
pub(super) fn classes_of(figure: &FigureRule, included: &[Rgb]) -> Vec<Class> {
    let colours = figure_colours(figure);
    let classes = (FIGURE..).zip(&colours);
    let included = classes.filter(|(_, colour)| included.contains(colour));
    included.map(|(class, _)| class).collect()
}

/// Maximum channel differences for tiles and for figures.
fn tolerances(rule: &IsometricRule) -> (u8, u8) {
    let tiles = rule.colours.tolerance;
    // A figure's colours are strong and its parts small, so compression blurs them.
    let usual = tiles.saturating_mul(2);
    let figure = rule.figure.as_ref().and_then(|figure| figure.tolerance);
    (tiles, figure.unwrap_or(usual))
}

/// Class of the nearest known colour, if it is within its tolerance.
fn nearest(known: &[(Rgb, Class)], tolerances: (u8, u8), colour: Rgb) -> Class {
    let near = known.iter();
    let near = near.map(|(other, class)| (other.distance(colour), *class));
    let Some((distance, class)) = near.min_by_key(|(distance, _)| *distance) else {
        return OTHER;
    };
    let (tiles, figures) = tolerances;
    let max_distance = if is_figure(class) { figures } else { tiles };
    if distance <= max_distance {
        class
    } else {
        OTHER
    }
}

/// Pixels of figures and around them; single pixels are noise.
fn around_figures(classes: &[Class], width: usize, height: usize) -> Vec<bool> {
    let mut around = vec![false; classes.len()];
    let is = |x: usize, y: usize| classes.get(y * width + x).is_some_and(|c| is_figure(*c));
    for y in 1..height.saturating_sub(1) {
        for x in 1..width.saturating_sub(1) {
            let has_adjacent = is(x - 1, y) || is(x + 1, y) || is(x, y - 1) || is(x, y + 1);
            if !is(x, y) || !has_adjacent {
                continue;
            }
            for row in y.saturating_sub(BLUR_RADIUS)..=(y + BLUR_RADIUS).min(height - 1) {
                let from = row * width + x.saturating_sub(BLUR_RADIUS);
                let to = row * width + (x + BLUR_RADIUS).min(width - 1);
                if let Some(part) = around.get_mut(from..=to) {
                    part.fill(true);
                }
            }
        }
    }
    around
}
