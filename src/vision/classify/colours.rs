//! Classification by the colours of pixels and of grid patches.

use crate::find::grid::{CellOutline, GridView};
use crate::game::Cell;
use crate::profile::{CellRule, ColourClass, ColourRule, PaletteRule, PatchRule, Rgb, ShareRule};
use crate::sampler::Sampler;

use super::verdict::{Verdict, certainty, combine, margin, nearest_colour};

/// Maximum channel difference of two equal colours of a profile.
const MAX_EQUAL_DIFF: u8 = 8;
/// Factor of a rule's tolerance if the colours of blank cells are known, too: then the nearest of all known colours is
/// likely even if it is farther away.
const KNOWN_BLANK_FACTOR: u8 = 2;
/// Minimum certainty for saying that two points have the same colour.
const MIN_SAMENESS: f32 = 0.5;
/// Visible shares of a patch at which its confidence factor is 0 and 1.
const VISIBLE_RANGE: (f32, f32) = (0.2, 0.6);
/// Visible shares of a cell's outline at which its confidence factor is 0 and 1.
const OUTLINE_RANGE: (f32, f32) = (0.25, 0.45);

/// Colours a picture can have, by meaning.
pub(super) struct KnownColours {
    /// Colours of blank cells, and those of the palette that belong to no class.
    others: Vec<Rgb>,
    /// `others` and the colours of all classes.
    all: Vec<Rgb>,
    /// True if a class defines the colours of blank cells.
    has_blank_class: bool,
}

/// Pixels of an area nearest to one class.
#[derive(Clone, Copy, Default)]
struct ColourTally {
    /// Number of pixels that match.
    count: u32,
    /// Sum of the certainties of the pixels that match.
    certainty: f32,
    /// Sum of the likelihoods of the pixels that differ.
    likelihood: f32,
}

/// Classes other than the blank one, by index.
fn valued<'a>(
    classes: &'a [ColourClass],
    blank: &'a str,
) -> impl Iterator<Item = (usize, &'a ColourClass)> {
    let classes = classes.iter().enumerate();
    classes.filter(move |(_, class)| class.value != blank)
}

impl KnownColours {
    pub(super) fn new(rule: &CellRule, palette: &PaletteRule) -> Self {
        let is_blank = |class: &&ColourClass| class.value == rule.blank();
        let colours = |class: &ColourClass| class.colours.clone();
        let blanks = rule.classes().iter().filter(is_blank);
        let blanks: Vec<Rgb> = blanks.flat_map(colours).collect();
        let classes = || {
            let classes = valued(rule.classes(), rule.blank());
            classes.flat_map(|(_, class)| &class.colours).copied()
        };
        let is_distinct =
            |colour: &Rgb| classes().all(|known| known.distance(*colour) > MAX_EQUAL_DIFF);
        let palette = palette.colours.iter().copied();
        let has_blank_class = !blanks.is_empty();
        let others: Vec<Rgb> = palette.filter(is_distinct).chain(blanks).collect();
        let all = others.iter().copied().chain(classes()).collect();
        Self {
            others,
            all,
            has_blank_class,
        }
    }

    /// Colour at a point of the cell with this corner, the purest nearby.
    fn sample(&self, sampler: &Sampler<'_>, corner: (i64, i64), (x, y): (u32, u32)) -> Rgb {
        let (x, y) = (corner.0 + i64::from(x), corner.1 + i64::from(y));
        sampler.purest(x, y, &self.all)
    }

    /// Classifies the cell with this corner by the colour at a few points.
    pub(super) fn by_colour(
        &self,
        rule: &ColourRule,
        sampler: &Sampler<'_>,
        corner: (i64, i64),
    ) -> Verdict {
        let same_as = rule.blank_if_same_as;
        let same_as = same_as.map(|at| self.sample(sampler, corner, at));
        let verdicts = rule.at.iter().map(|at| {
            let colour = self.sample(sampler, corner, *at);
            self.by_point(rule, colour, same_as)
        });
        combine(verdicts)
    }

    /// Classifies a cell by the colour of one point; near `same_as`, it is blank.
    fn by_point(&self, rule: &ColourRule, colour: Rgb, same_as: Option<Rgb>) -> Verdict {
        let factor = match self.has_blank_class {
            true => KNOWN_BLANK_FACTOR,
            false => 1,
        };
        let max_distance = rule.tolerance.saturating_mul(factor);
        let tolerance = f32::from(rule.tolerance.max(1));
        // Certainty that this point has the colour of `same_as`: 0.5 at the tolerance.
        let sameness = same_as.map_or(0.0, |same| {
            (1.0 - f32::from(same.distance(colour)) / (2.0 * tolerance)).max(0.0)
        });
        let Some(near) = nearest_colour(valued(&rule.classes, &rule.blank), colour) else {
            return Verdict::BLANK;
        };
        let other_distance = self.other_distance(colour);
        // In verdicts `None` is the blank class, so `Some(None)` is the blank one as runner-up.
        let (class, distance) = (Some(near.class), f32::from(near.distance));
        match certainty(&near, other_distance, max_distance) {
            Some(_) if sameness >= MIN_SAMENESS => Verdict::new(None, sameness, Some(class)),
            Some(confidence) => {
                // The second class if it is nearer than all other colours and the point surely differs from `same_as`.
                let is_nearer = |distance: u8| other_distance.is_none_or(|other| distance < other);
                let rival = near.second.filter(|(_, distance)| is_nearer(*distance));
                let rival = rival.filter(|_| sameness <= 0.0).map(|(class, _)| class);
                Verdict::new(class, confidence.min(1.0 - sameness), Some(rival))
            }
            None => {
                let blank = self.blank_certainty(distance, other_distance, tolerance);
                // Up to twice the tolerance, the class remains possible.
                let runner_up = (distance < 2.0 * tolerance).then_some(class);
                Verdict::new(None, blank.max(sameness), runner_up)
            }
        }
    }

    /// Certainty that a colour is blank: at this distance from its nearest class, and `other_distance` from the nearest
    /// of the other colours. If none are known, a colour just beyond the tolerance may still be the class's.
    fn blank_certainty(&self, distance: f32, other_distance: Option<u8>, tolerance: f32) -> f32 {
        match other_distance {
            // Blank cells have a class, so the root is taken as for other classes.
            Some(other) if self.has_blank_class => margin(other.into(), distance).sqrt(),
            Some(other) => margin(other.into(), distance),
            None => ((distance - tolerance) / tolerance).clamp(0.0, 1.0),
        }
    }

    /// Distance to the nearest colour of no class or of blank cells; `None` if none are known.
    fn other_distance(&self, colour: Rgb) -> Option<u8> {
        self.others.iter().map(|other| other.distance(colour)).min()
    }

    /// Classifies the cell with this corner by the class that most pixels of an area match, at least the rule's share.
    pub(super) fn by_share(
        &self,
        rule: &ShareRule,
        sampler: &Sampler<'_>,
        corner: (i64, i64),
    ) -> Verdict {
        let tolerance = f32::from(rule.tolerance.max(1));
        let mut tallies = vec![ColourTally::default(); rule.classes.len()];
        let mut pixels = 0_u32;
        let mut last: Option<(Rgb, Option<(usize, ColourTally)>)> = None;
        for at in rule.area.points() {
            pixels += 1;
            let colour = self.sample(sampler, corner, at);
            // Neighbours mostly have the same colour.
            let nearest = match last {
                Some((same, nearest)) if same == colour => nearest,
                _ => nearest_colour(valued(&rule.classes, &rule.blank), colour).map(|near| {
                    let other = self.other_distance(colour);
                    let tally = match certainty(&near, other, rule.tolerance) {
                        Some(certainty) => ColourTally {
                            count: 1,
                            certainty,
                            likelihood: 0.0,
                        },
                        None => ColourTally {
                            likelihood: 1.0
                                - self.blank_certainty(near.distance.into(), other, tolerance),
                            ..ColourTally::default()
                        },
                    };
                    (near.class, tally)
                }),
            };
            last = Some((colour, nearest));
            if let Some((class, pixel)) = nearest
                && let Some(tally) = tallies.get_mut(class)
            {
                tally.count += pixel.count;
                tally.certainty += pixel.certainty;
                tally.likelihood += pixel.likelihood;
            }
        }
        let mut ranked: Vec<_> = tallies.iter().enumerate().collect();
        ranked.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.count));
        let share = |count: f32| count / pixels.max(1) as f32;
        let min_share = rule.min_share.max(f32::EPSILON);
        let Some(&(class, first_tally)) = ranked.first() else {
            return Verdict::BLANK;
        };
        let first_share = share(first_tally.count as f32);
        if first_share < min_share {
            // Blank, with confidence 1 if no pixel may be a class's, 0.5 if just the required share may.
            let pixels_of = |tally: &ColourTally| tally.count as f32 + tally.likelihood;
            let all = ranked.into_iter();
            let likeliest = all.max_by(|(_, a), (_, b)| pixels_of(a).total_cmp(&pixels_of(b)));
            let likeliest = likeliest.filter(|(_, tally)| pixels_of(tally) > 0.0);
            let likely_share = likeliest.map_or(0.0, |(_, tally)| share(pixels_of(tally)));
            let confidence = (1.0 - 0.5 * likely_share / min_share).max(0.0);
            return Verdict::new(None, confidence, likeliest.map(|(class, _)| Some(class)));
        }
        let second = ranked.get(1).filter(|(_, tally)| tally.count > 0);
        let second_share = second.map_or(0.0, |(_, tally)| share(tally.count as f32));
        // 0.5 at the required share, 1 from twice that on.
        let sufficiency = (0.5 + 0.5 * (first_share - min_share) / min_share).min(1.0);
        // 1 if nothing matches the second class, 0 if both have equal shares.
        let clarity = (first_share - second_share) / (first_share + second_share);
        let runner_up = match second {
            Some((class, _)) => Some(Some(*class)),
            None => (sufficiency < 1.0).then_some(None),
        };
        let certainty = first_tally.certainty / first_tally.count.max(1) as f32;
        Verdict::new(Some(class), sufficiency.min(clarity) * certainty, runner_up)
    }
}

/// Classifies by a cell's patch, or by the visible part of its outline if something covers it.
pub(super) fn by_patch(rule: &PatchRule, grid: GridView<'_>, cell: Cell) -> Verdict {
    match grid.lattice.patch(cell) {
        Some(patch) => {
            let visible = (grid.lattice.visible_share(patch) - VISIBLE_RANGE.0)
                / (VISIBLE_RANGE.1 - VISIBLE_RANGE.0);
            let by_patch = patch_verdict(rule, patch.colour(), visible);
            if visible >= 1.0 {
                return by_patch;
            }
            by_patch.or_better(by_outline(rule, &grid.outline(cell)))
        }
        // Boards of this rule have holes.
        None if rule.missing.is_some() => no_patch(rule, grid, cell),
        None => by_outline(rule, &grid.outline(cell)),
    }
}

/// Classifies a position without a patch: a hole if its colours differ from all classes, since otherwise its patch
/// merely runs into its surroundings.
fn no_patch(rule: &PatchRule, grid: GridView<'_>, cell: Cell) -> Verdict {
    let nearest = |colour| nearest_colour(rule.classes.iter().enumerate(), colour);
    let corners = grid.corners(grid.rect(cell)).filter_map(nearest);
    let near = corners.min_by_key(|near| near.distance);
    let distance = near.map_or(f32::from(u8::MAX), |near| f32::from(near.distance));
    let confidence = (distance / (2.0 * f32::from(rule.tolerance.max(1)))).min(1.0);
    let near = near.filter(|_| confidence < 1.0);
    Verdict::new(None, confidence, near.map(|near| Some(near.class)))
}

/// Verdict for a colour of a cell of which a share is visible; the confidence is that times the colour's certainty.
fn patch_verdict(rule: &PatchRule, colour: Rgb, visible: f32) -> Verdict {
    let Some(near) = nearest_colour(rule.classes.iter().enumerate(), colour) else {
        return Verdict::UNKNOWN;
    };
    let confidence =
        certainty(&near, None, rule.tolerance).unwrap_or(0.0) * visible.clamp(0.0, 1.0);
    near.verdict(confidence)
}

/// Classifies by the colours along a cell's outline; the less of it is visible, the lower the confidence.
fn by_outline(rule: &PatchRule, outline: &CellOutline) -> Verdict {
    let visible = (outline.visible - OUTLINE_RANGE.0) / (OUTLINE_RANGE.1 - OUTLINE_RANGE.0);
    let colours = outline.colours.iter();
    combine(colours.map(|colour| patch_verdict(rule, *colour, visible)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Area;

    fn rule(classes: &[(&str, [u8; 3])]) -> ColourRule {
        let class = |(value, colour): &(&str, [u8; 3])| ColourClass {
            value: (*value).to_owned(),
            colours: vec![Rgb(*colour)],
        };
        ColourRule {
            at: vec![(0, 0)],
            classes: classes.iter().map(class).collect(),
            tolerance: 20,
            blank: "#".to_owned(),
            blank_if_same_as: None,
        }
    }

    fn verdict(rule: &ColourRule, colour: [u8; 3]) -> Verdict {
        let colours = KnownColours::new(&CellRule::Colour(rule.clone()), &PaletteRule::default());
        colours.by_point(rule, Rgb(colour), None)
    }

    #[test]
    fn a_colour_just_beyond_the_tolerance_is_no_sure_blank() {
        let rule = rule(&[("_", [10, 30, 30])]);
        let read = |green: u8| {
            let verdict = verdict(&rule, [10, green, 30]);
            (verdict.class, verdict.confidence >= 0.5)
        };
        assert_eq!(read(49), (Some(0), true));
        assert_eq!(read(51), (None, false));
        assert_eq!(read(75), (None, true));
    }

    #[test]
    fn the_nearest_of_known_colours_is_taken_and_unknown_ones_are_doubtful() {
        let rule = rule(&[("#", [40, 110, 120]), ("_", [10, 30, 30])]);
        let read = |colour| {
            let verdict = verdict(&rule, colour);
            (verdict.class, verdict.confidence >= 0.5)
        };
        assert_eq!(read([0, 0, 32]), (Some(1), true));
        assert_eq!(read([36, 108, 104]), (None, true));
        assert!(!read([250, 220, 70]).1);
        assert!(!read([25, 70, 75]).1);
    }

    #[test]
    fn an_area_of_a_colour_just_beyond_the_tolerance_is_no_sure_blank() {
        let rule = |blanks: &[(&str, [u8; 3])]| {
            let colours = rule(&[&[("_", [10, 30, 30])], blanks].concat());
            ShareRule {
                area: Area::of_size((4, 4)),
                classes: colours.classes,
                tolerance: colours.tolerance,
                min_share: 0.2,
                blank: colours.blank,
            }
        };
        let read = |rule: &ShareRule, green: u8| {
            let image = image::RgbaImage::from_pixel(4, 4, image::Rgba([10, green, 30, 255]));
            let sampler = Sampler::of_image(&image);
            let values = CellRule::Share(rule.clone());
            let colours = KnownColours::new(&values, &PaletteRule::default());
            let verdict = colours.by_share(rule, &sampler, (0, 0));
            (verdict.class, verdict.confidence >= 0.5)
        };
        let unknown = rule(&[]);
        assert_eq!(read(&unknown, 40), (Some(0), true));
        assert_eq!(read(&unknown, 51), (None, false));
        assert_eq!(read(&unknown, 75), (None, true));
        let known = rule(&[("#", [10, 200, 30])]);
        assert_eq!(read(&known, 110), (None, false));
        assert_eq!(read(&known, 195), (None, true));
    }
}
