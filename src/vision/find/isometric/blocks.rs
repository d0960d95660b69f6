//! Recognition of tiles from front to back, for each candidate lattice: the height and kind of top that best explain a
//! position's visible pixels. Everything in front is already known, so only pixels it leaves uncovered are compared.
//!
//! Positions are those of [`TileLattice`]: `k` is the screen column (column minus row), `m` the distance from the back
//! (column plus row).

use std::cmp::Reverse;

use super::class_map::{self, BACKGROUND, Class, ClassMap, EDGE, LEFT, OTHER, RIGHT};
use super::lattice::TileLattice;
use crate::profile::{IsometricRule, TileLengths};

/// Weight of a mismatching pixel relative to a matching one: a tall block must not win by its many pixels.
const MISMATCH_WEIGHT: i32 = 3;
/// Minimum share of matching pixels of an explanation; blurred edges account for the rest.
const MIN_AGREEMENT: f32 = 0.78;
/// Minimum share of a top's outline that shows a line.
const MIN_OUTLINE: f32 = 0.75;
/// Lead in score over the next likely block that makes a tile certain, in pixels: at scale 1, from which it grows with
/// the area, and the minimum at any scale.
const CERTAIN_PIXELS: (f32, f32) = (40.0, 20.0);
/// A top or its sides count as covered if fewer pixels than this share of the certain ones are visible.
const MIN_VISIBLE: f32 = 0.5;
/// Blurred pixels on each side of a line.
const BLUR: f32 = 1.0;
/// Part of the inner half of a line, from the line's middle, that shows its colour however it is blurred.
const LINE_CORE: f32 = 0.6;
/// Maximum share of unknown colours at a position without a tile.
const MAX_UNKNOWN: f32 = 0.1;

/// Block of a tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Block {
    /// Height of its top above the ground, in steps.
    pub(super) height: i32,
    /// Index of the kind of top in the profile's `colours.tops`.
    pub(super) top: usize,
}

/// Position of the lattice with what was recognized there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BlockTile {
    pub(super) k: i32,
    pub(super) m: i32,
    /// `None` if there is no tile.
    pub(super) block: Option<Block>,
    pub(super) confidence: f32,
    /// Next likely block; `None` if the result is clear.
    pub(super) other: Option<Block>,
    /// True if blocks in front cover the position, so that a tile may be there.
    pub(super) hidden: bool,
}

/// All tiles and the pixels they cover.
pub(super) struct TileLayout {
    /// From front to back.
    pub(super) tiles: Vec<BlockTile>,
    /// For each pixel, row by row, the `m` of the foremost block that covers it; [`UNCOVERED`] where none does.
    pub(super) depth: Vec<i32>,
}

/// Depth of a pixel that nothing covers.
pub(super) const UNCOVERED: i32 = i32::MIN;

/// A visible pixel of a top, outside its blurred parts.
enum TopPixel {
    Face(Class),
    /// Pixel of the outline, with whether it shows a line; `None` if the line may be too thin to show.
    Outline(Option<bool>),
}

/// Numbers of matching and mismatching pixels.
#[derive(Clone, Copy, Default)]
struct PixelTally {
    fits: i32,
    differs: i32,
}

impl PixelTally {
    fn add(&mut self, fits: bool) {
        self.fits += i32::from(fits);
        self.differs += i32::from(!fits);
    }

    fn plus(self, other: Self) -> Self {
        Self {
            fits: self.fits + other.fits,
            differs: self.differs + other.differs,
        }
    }

    fn score(self) -> i32 {
        self.fits - MISMATCH_WEIGHT * self.differs
    }

    fn count(self) -> i32 {
        self.fits + self.differs
    }

    fn agrees(self) -> bool {
        self.score() > 0 && self.fits as f32 >= MIN_AGREEMENT * self.count() as f32
    }
}

/// Recognizes all positions whose ground lies in the map.
pub(super) fn find_blocks(
    rule: &IsometricRule,
    map: &ClassMap,
    lattice: TileLattice,
) -> TileLayout {
    let mut finder = BlockFinder {
        rule,
        map,
        lattice,
        size: TileSize::new(&rule.lengths, lattice.scale),
        depth: vec![UNCOVERED; map.width * map.height],
    };
    let TileSize { down, base, .. } = finder.size;
    let columns = |x: f32| (x - lattice.x) / finder.size.across;
    let first = columns(0.0).floor() as i32;
    let last = columns(map.width as f32).ceil() as i32;
    let back = (-lattice.y / down).floor() as i32;
    let front = ((map.height as f32 - base - lattice.y) / down).floor() as i32;
    let mut tiles = Vec::new();
    for m in (back..=front).rev() {
        for k in first..=last {
            // `k` and `m` are the difference and the sum of the same column and row.
            if (m - k) % 2 == 0 {
                let tile = finder.tile(k, m);
                if let Some(block) = tile.block {
                    finder.cover(k, m, block.height);
                }
                tiles.push(tile);
            }
        }
    }
    TileLayout {
        tiles,
        depth: finder.depth,
    }
}

/// Lengths in pixels.
#[derive(Clone, Copy)]
struct TileSize {
    /// Half the width of a top.
    across: f32,
    /// Half the height of a top.
    down: f32,
    /// Height of a step.
    step: f32,
    /// Thickness of a tile of height 0.
    base: f32,
    /// Half the width of an outline.
    line: f32,
    /// Vertical thickness of a slanted edge relative to its width.
    slant: f32,
}

impl TileSize {
    fn new(lengths: &TileLengths, scale: f32) -> Self {
        Self {
            across: lengths.across * scale,
            down: lengths.down * scale,
            step: lengths.step * scale,
            base: lengths.base * scale,
            line: lengths.line / 2.0 * scale,
            slant: lengths.across.hypot(lengths.down) / lengths.across,
        }
    }
}

struct BlockFinder<'a> {
    rule: &'a IsometricRule,
    map: &'a ClassMap,
    lattice: TileLattice,
    size: TileSize,
    /// As [`TileLayout::depth`], of the blocks found so far.
    depth: Vec<i32>,
}

/// Centre of a block's top.
struct BlockMiddle {
    x: f32,
    y: f32,
    /// Y of the same point on the ground below the block.
    floor: f32,
}

impl BlockFinder<'_> {
    /// Centre of the top of a block of this height, in steps.
    fn middle(&self, k: i32, m: i32, height: i32) -> BlockMiddle {
        let x = self.lattice.x + k as f32 * self.size.across;
        let floor = self.lattice.y + m as f32 * self.size.down;
        BlockMiddle {
            x,
            y: floor - self.size.step * height as f32,
            floor,
        }
    }

    /// Pixel columns of a block centred at `x`, with their horizontal offsets.
    fn columns(&self, x: f32) -> impl Iterator<Item = (i32, f32)> + use<> {
        let (from, to) = (x - self.size.across, x + self.size.across);
        (from.ceil() as i32..to.floor() as i32).map(move |column| (column, column as f32 + 0.5 - x))
    }

    /// Vertical distance of a top's edge from its centre at a horizontal offset.
    fn rim(&self, aside: f32) -> f32 {
        (1.0 - aside.abs() / self.size.across) * self.size.down
    }

    /// Best explanation of a position, given what is in front (`depth`).
    fn tile(&self, k: i32, m: i32) -> BlockTile {
        let s = self.lattice.scale;
        let certain = (CERTAIN_PIXELS.0 * s * s).max(CERTAIN_PIXELS.1);
        let min_visible = MIN_VISIBLE * certain;
        let BlockMiddle { y, .. } = self.middle(k, m, 0);
        // Up to the height at which the lower three quarters of the top are still in the area.
        let highest = (y - self.size.down * 0.5) / self.size.step;
        let highest = highest.floor().max(0.0) as i32;
        // Explanations that agree, whose scores are thus positive, as (score, height, kind).
        let mut found: Vec<(i32, i32, usize)> = Vec::new();
        let mut highest_hidden = None;
        for height in 0..=highest {
            let (tops, lines, visible) = self.top(k, m, height);
            if (visible as f32) < min_visible {
                let sides = self.sides(k, m, height);
                // The top is covered. Visible sides that do not agree rule this height out.
                if (sides.count() as f32) < min_visible || sides.agrees() {
                    highest_hidden = Some(height);
                }
                continue;
            }
            // Adjacent tops have the same colour; only the outline separates them.
            if (lines.fits as f32) < MIN_OUTLINE * lines.count() as f32 {
                continue;
            }
            let mut sides = None;
            for (kind, top) in tops.iter().enumerate().filter(|(_, top)| top.agrees()) {
                let all = top.plus(*sides.get_or_insert_with(|| self.sides(k, m, height)));
                if all.agrees() {
                    found.push((all.score(), height, kind));
                }
            }
        }
        let result = |block, confidence: f32, other| BlockTile {
            k,
            m,
            block,
            confidence: confidence.clamp(0.0, 1.0),
            other,
            hidden: false,
        };
        found.sort_unstable_by_key(|it| Reverse(*it));
        let Some(&(score, height, kind)) = found.first() else {
            return match highest_hidden {
                // Nothing is known of the top there, so the first kind represents all.
                Some(height) => BlockTile {
                    hidden: true,
                    ..result(None, 0.0, Some(Block { height, top: 0 }))
                },
                None => result(None, self.blank_confidence(k, m), None),
            };
        };
        let second = found.get(1);
        let rival = second.map_or(0, |(score, ..)| *score);
        let other = second.map(|&(_, height, top)| Block { height, top });
        let confidence = (score - rival) as f32 / certain;
        let other = other.filter(|_| confidence < 1.0);
        result(Some(Block { height, top: kind }), confidence, other)
    }

    /// 1 if a position without a tile shows known colours only, 0 if something unknown may cover it. Always 1 without
    /// background colours.
    fn blank_confidence(&self, k: i32, m: i32) -> f32 {
        if self.rule.colours.ground.is_empty() {
            return 1.0;
        }
        let (mut all, mut unknown) = (0, 0);
        self.each_of_top(k, m, 0, |pixel| {
            all += 1;
            unknown += i32::from(matches!(
                pixel,
                TopPixel::Face(OTHER) | TopPixel::Outline(_)
            ));
        });
        let share = unknown as f32 / all.max(1) as f32;
        if share > MAX_UNKNOWN { 0.0 } else { 1.0 }
    }

    /// Tally of a top with its outline for each kind, tally of the outline alone, and number of visible pixels.
    fn top(&self, k: i32, m: i32, height: i32) -> (Vec<PixelTally>, PixelTally, i32) {
        let mut counts = vec![0; self.rule.colours.tops.len()];
        let (mut faces, mut lines) = (0, PixelTally::default());
        self.each_of_top(k, m, height, |pixel| match pixel {
            TopPixel::Outline(is_line) => is_line.into_iter().for_each(|it| lines.add(it)),
            TopPixel::Face(class) => {
                faces += 1;
                if let Some(count) = class_map::kind(class).and_then(|kind| counts.get_mut(kind)) {
                    *count += 1;
                }
            }
        });
        let tallies = counts.into_iter().map(|fits| {
            let differs = faces - fits;
            PixelTally { fits, differs }.plus(lines)
        });
        (tallies.collect(), lines, faces + lines.count())
    }

    /// Visits the visible pixels of a top and its outline, without the blurred ones between.
    fn each_of_top(&self, k: i32, m: i32, height: i32, mut visit: impl FnMut(TopPixel)) {
        let BlockMiddle { x, y, .. } = self.middle(k, m, height);
        let TileSize { line, slant, .. } = self.size;
        for (column, aside) in self.columns(x) {
            let rim = self.rim(aside);
            let (upper, lower) = (y - rim, y + rim);
            let (first, last) = ((upper - 0.5).ceil() as i32, (lower - 0.5).floor() as i32);
            for row in first..=last {
                let Some(index) = self.visible_index(column, row) else {
                    continue;
                };
                let at = row as f32 + 0.5;
                let inside = (at - upper).min(lower - at) / slant;
                if inside < line * LINE_CORE {
                    visit(TopPixel::Outline(self.is_line(column, row)));
                } else if inside > line + BLUR {
                    visit(TopPixel::Face(self.map.at(index)));
                }
            }
        }
    }

    /// Index of a pixel that neither a block in front nor the figure on the board, such as a robot, covers; `None` if
    /// one does, or the pixel is outside the area.
    fn visible_index(&self, x: i32, y: i32) -> Option<usize> {
        let index = self.map.index(x, y)?;
        let free = self.depth.get(index) == Some(&UNCOVERED);
        (free && !self.map.near_figure(index)).then_some(index)
    }

    /// Returns whether there is a line at a pixel or directly above or below; `None` if it may be too thin to show.
    fn is_line(&self, x: i32, y: i32) -> Option<bool> {
        let near = [-1, 0, 1].map(|by| self.map.class(x, y + by));
        if near.contains(&EDGE) {
            return Some(true);
        }
        let plain = |class: &Class| class_map::kind(*class).is_some() || *class == BACKGROUND;
        near.iter().all(plain).then_some(false)
    }

    /// Tally of the visible pixels of a block's two sides, of which each has a colour of its own.
    fn sides(&self, k: i32, m: i32, height: i32) -> PixelTally {
        let BlockMiddle { x, y, floor } = self.middle(k, m, height);
        let TileSize { across, step, .. } = self.size;
        let line = self.size.line + BLUR;
        let slanting = line * self.size.slant;
        let mut tally = PixelTally::default();
        for (column, aside) in self.columns(x) {
            if aside.abs() < line || across - aside.abs() < line {
                continue;
            }
            let rim = self.rim(aside);
            let (upper, lower) = (y + rim, floor + rim + self.size.base);
            let expected = if aside < 0.0 { LEFT } else { RIGHT };
            let first = (upper + slanting - 0.5).ceil() as i32;
            let last = (lower - slanting - 0.5).floor() as i32;
            for row in first..=last {
                // Sides may have a line at each height.
                let level = (row as f32 + 0.5 - upper) / step;
                if (level - level.round()).abs() * step < slanting {
                    continue;
                }
                if let Some(index) = self.visible_index(column, row) {
                    tally.add(self.map.at(index) == expected);
                }
            }
        }
        tally
    }

    /// Marks the pixels of a block, with its outline, as covered by it, unless a block in front does.
    fn cover(&mut self, k: i32, m: i32, height: i32) {
        let BlockMiddle { x, y, floor } = self.middle(k, m, height);
        let TileSize { across, line, .. } = self.size;
        let around = (line + 0.5) * self.size.slant;
        let (from, to) = (x - across - line, x + across + line);
        for column in from.floor() as i32..to.ceil() as i32 {
            let rim = self.rim(column as f32 + 0.5 - x);
            let (upper, lower) = (y - rim - around, floor + rim + self.size.base + around);
            for row in (upper.floor() as i32)..=(lower.ceil() as i32) {
                if let Some(index) = self.map.index(column, row)
                    && let Some(depth) = self.depth.get_mut(index)
                    && *depth == UNCOVERED
                {
                    *depth = m;
                }
            }
        }
    }
}
