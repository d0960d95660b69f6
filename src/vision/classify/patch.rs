//! Classification by the colours of grid patches.

use crate::game::Cell;
use crate::grid::{CellOutline, GridView};
use crate::profile::{PatchRule, Rgb};

use super::verdict::{Verdict, certainty, combine, nearest_colour};

/// Visible shares of a patch at which its confidence factor is 0 and 1.
const VISIBLE_RANGE: (f32, f32) = (0.2, 0.6);

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

/// Visible shares of a cell's outline at which its confidence factor is 0 and 1.
const OUTLINE_RANGE: (f32, f32) = (0.25, 0.45);

fn by_outline(rule: &PatchRule, outline: &CellOutline) -> Verdict {
    let visible = (outline.visible - OUTLINE_RANGE.0) / (OUTLINE_RANGE.1 - OUTLINE_RANGE.0);
    let colours = outline.colours.iter();
    combine(colours.map(|colour| patch_verdict(rule, *colour, visible)))
}
