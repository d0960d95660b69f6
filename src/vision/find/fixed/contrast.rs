//! Candidate positions of a picture whose sides are invisible: much contrast inside the boards, little around.

use image::RgbaImage;

use crate::game::Size;
use crate::place::Placement;
use crate::profile::Profile;

use super::FixedPicture;
use super::edges::{CONTRASTS, differ};

/// Maximum whole scale tried.
const MAX_WHOLE_SCALE: u32 = 16;
/// Number of best positions refined per scale.
const MAX_CANDIDATES: usize = 6;
/// Maximum distance by which a position is refined, in pixels of the picture at scale 1.
const REFINE_RADIUS: i64 = 2;

impl FixedPicture<'_> {
    /// Positions at whole scales where the boards' areas have more contrast than the strips around them; for pictures
    /// whose border has the colour of its surroundings.
    pub(crate) fn contrast_places(&self) -> Vec<Placement> {
        let (rule, image) = (self.rule, self.image);
        let sums = ContrastSums::new(image);
        let (width, height) = rule.size;
        let mut scored: Vec<(i64, Placement)> = Vec::new();
        for scale in (1..=MAX_WHOLE_SCALE).filter(|s| rule.scale.allows(*s as f32)) {
            let spare = |image: u32, picture: u32| image.checked_sub(picture * scale);
            let (Some(right), Some(low)) =
                (spare(image.width(), width), spare(image.height(), height))
            else {
                // Larger scales do not fit either.
                break;
            };
            // Highest scores first.
            let mut best: Vec<(i64, Placement)> = Vec::new();
            // Every second pixel of the picture; the best positions are refined below.
            for y in (0..=low).step_by((2 * scale) as usize) {
                for x in (0..=right).step_by((2 * scale) as usize) {
                    let score = sums.score(self.profile, x, y, scale);
                    if score <= 0
                        || best.len() == MAX_CANDIDATES && score <= best[MAX_CANDIDATES - 1].0
                    {
                        continue;
                    }
                    best.push((score, Placement::new(x as f32, y as f32, scale as f32)));
                    best.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
                    best.truncate(MAX_CANDIDATES);
                }
            }
            scored.extend(best);
        }
        let mut places = Vec::new();
        for (_, near) in scored {
            let step = near.scale.round() as i64;
            for down in -REFINE_RADIUS * step..=REFINE_RADIUS * step {
                for across in -REFINE_RADIUS * step..=REFINE_RADIUS * step {
                    let place = near.moved(across as f32, down as f32);
                    if !places.contains(&place) {
                        places.push(place);
                    }
                }
            }
        }
        places
    }
}

/// Integral image of the contrasts: pixels that differ from the one to the left or above.
struct ContrastSums {
    width: usize,
    height: usize,
    /// For each corner of pixels, `width + 1` in a row, the number of contrasts to the left of it and above.
    sums: Vec<u32>,
}

impl ContrastSums {
    fn new(image: &RgbaImage) -> Self {
        let (width, height) = (image.width() as usize, image.height() as usize);
        let mut sums = vec![0; (width + 1) * (height + 1)];
        let mut above: &[u8] = &[];
        for (y, row) in image.as_raw().chunks_exact((width * 4).max(1)).enumerate() {
            let mut in_row = 0;
            for x in 0..width {
                let pixel = &row[4 * x..4 * x + 4];
                let left = x > 0 && differ(&row[4 * x - 4..4 * x], pixel, CONTRASTS[0]);
                let up = above.get(4 * x..4 * x + 4);
                in_row += u32::from(left || up.is_some_and(|up| differ(up, pixel, CONTRASTS[0])));
                sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + in_row;
            }
            above = row;
        }
        Self {
            width,
            height,
            sums,
        }
    }

    /// Number of contrasts in a rectangle, as far as it is in the image.
    fn contrasts(&self, x: i64, y: i64, width: i64, height: i64) -> i64 {
        let column = |x: i64| x.clamp(0, self.width as i64) as usize;
        let row = |y: i64| y.clamp(0, self.height as i64) as usize;
        let at = |x: i64, y: i64| i64::from(self.sums[row(y) * (self.width + 1) + column(x)]);
        at(x + width, y + height) + at(x, y) - at(x + width, y) - at(x, y + height)
    }

    /// Contrasts within the boards minus twice those half a cell around each, for a picture at (x, y); 0 if a board has
    /// fewer than one per cell.
    fn score(&self, profile: &Profile, x: u32, y: u32, scale: u32) -> i64 {
        let scale = i64::from(scale);
        let mut score = 0;
        for board in &profile.boards {
            let (left, top) = board.corner(0, 0);
            let Size { rows, cols } = board.extent();
            let (right, low) = board.corner(rows, cols);
            let (across, down) = ((right - left) * scale, (low - top) * scale);
            let (left, top) = (i64::from(x) + left * scale, i64::from(y) + top * scale);
            // Cells differ from each other or have drawings: with fewer contrasts than cells, there is no board.
            let inside = self.contrasts(left, top, across, down);
            if inside < (rows * cols) as i64 {
                return 0;
            }
            let wide = i64::from(board.cell.0) * scale / 2;
            let high = i64::from(board.cell.1) * scale / 2;
            let (across, down) = (across + 2 * wide, down + 2 * high);
            let around = self.contrasts(left - wide, top - high, across, down) - inside;
            score += inside - 2 * around;
        }
        score
    }
}
