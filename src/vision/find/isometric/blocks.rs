//! Tile by tile, from the front to the back: which height and which top explain what is seen of
//! it. What lies in front is known by then, so that only what it leaves to be seen is compared.

use super::lattice::Lattice;
use super::sight::{self, EDGE, LEFT, OTHER, RIGHT, Sight};
use crate::profile::{IsometricRule, TileLengths};

/// One pixel that does not fit a tile outweighs this many that do.
const AGAINST: i32 = 3;
/// Share of the pixels that must fit a tile.
const AGREED: f32 = 0.78;
/// Share of the outline that must be there.
const OUTLINED: f32 = 0.75;
/// Number of pixels at scale 1 that make a tile certain, and the least at any scale.
const CERTAIN: (f32, f32) = (40.0, 20.0);
/// Pixels this near to a line are neither the line's nor the face's.
const SMEAR: f32 = 1.0;
/// Largest share of unknown colours at a place without a tile.
const UNKNOWN: f32 = 0.1;

/// What was found at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tile {
    pub(super) k: i32,
    pub(super) m: i32,
    /// Height and kind of top; `None` where there is no tile.
    pub(super) block: Option<(i32, usize)>,
    pub(super) confidence: f32,
    /// What else it could be.
    pub(super) other: Option<Option<(i32, usize)>>,
    /// Whether nothing of it is seen.
    pub(super) hidden: bool,
}

/// All tiles, and what covers what.
pub(super) struct Blocks {
    /// From the front to the back.
    pub(super) tiles: Vec<Tile>,
    /// For each pixel the `m` of the foremost block that covers it.
    pub(super) depth: Vec<i32>,
}

/// Nothing covers this pixel.
pub(super) const FREE: i32 = i32::MIN;

/// Pixels for and against something.
#[derive(Clone, Copy, Default)]
struct Tally {
    fits: i32,
    differs: i32,
}

impl Tally {
    fn add(&mut self, fits: bool) {
        if fits {
            self.fits += 1;
        } else {
            self.differs += 1;
        }
    }

    fn and(self, other: Self) -> Self {
        Self {
            fits: self.fits + other.fits,
            differs: self.differs + other.differs,
        }
    }

    fn score(self) -> i32 {
        self.fits - AGAINST * self.differs
    }

    fn seen(self) -> i32 {
        self.fits + self.differs
    }

    fn agrees(self) -> bool {
        self.score() > 0 && self.fits as f32 >= AGREED * self.seen() as f32
    }
}

/// Looks at every place of the lattice.
pub(super) fn blocks(rule: &IsometricRule, sight: &Sight, lattice: Lattice) -> Blocks {
    let mut look = Look {
        rule,
        sight,
        lattice,
        size: TileSize::of(&rule.lengths, lattice.scale),
        depth: vec![FREE; sight.width * sight.height],
    };
    let TileSize { down, base, .. } = look.size;
    let columns = |x: f32| (x - lattice.x) / look.size.across;
    let (first, last) = (
        columns(0.0).floor() as i32,
        columns(sight.width as f32).ceil() as i32,
    );
    let back = (-lattice.y / down).floor() as i32;
    let front = ((sight.height as f32 - base - lattice.y) / down).floor() as i32;
    let mut tiles = Vec::new();
    for m in (back..=front).rev() {
        for k in first..=last {
            if (m - k) % 2 == 0 {
                let tile = look.tile(k, m);
                if let Some((height, _)) = tile.block {
                    look.cover(k, m, height);
                }
                tiles.push(tile);
            }
        }
    }
    Blocks {
        tiles,
        depth: look.depth,
    }
}

/// Lengths of a tile in pixels of the picture.
#[derive(Clone, Copy)]
struct TileSize {
    across: f32,
    down: f32,
    step: f32,
    base: f32,
    /// Half the width of an outline.
    line: f32,
    /// How much longer a slanting rim is than it is wide.
    slant: f32,
}

impl TileSize {
    fn of(lengths: &TileLengths, scale: f32) -> Self {
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

struct Look<'a> {
    rule: &'a IsometricRule,
    sight: &'a Sight,
    lattice: Lattice,
    size: TileSize,
    depth: Vec<i32>,
}

impl Look<'_> {
    /// The middle of a block's top, and the ground under it.
    fn middle(&self, k: i32, m: i32, height: i32) -> (f32, f32, f32) {
        let x = self.lattice.x + k as f32 * self.size.across;
        let ground = self.lattice.y + m as f32 * self.size.down;
        (x, ground - self.size.step * height as f32, ground)
    }

    /// The columns of pixels of a block whose middle is at `x`, with how far each is aside.
    fn columns(&self, x: f32) -> impl Iterator<Item = (i32, f32)> + use<> {
        let (from, to) = (x - self.size.across, x + self.size.across);
        (from.ceil() as i32..to.floor() as i32).map(move |column| (column, column as f32 + 0.5 - x))
    }

    /// How far the rim of a top lies above or below its middle in a column so far aside.
    fn rim(&self, aside: f32) -> f32 {
        (1.0 - aside.abs() / self.size.across) * self.size.down
    }

    fn tile(&self, k: i32, m: i32) -> Tile {
        let s = self.lattice.scale;
        let certain = (CERTAIN.0 * s * s).max(CERTAIN.1);
        let (_, y, _) = self.middle(k, m, 0);
        let highest = ((y - self.size.down * 0.5) / self.size.step)
            .floor()
            .max(0.0) as i32;
        // (score, height, kind), the best two.
        let mut best: Option<(i32, i32, usize)> = None;
        let mut second: Option<(i32, i32, usize)> = None;
        let mut hidden = None;
        for height in 0..=highest {
            let (tops, lines, seen) = self.top(k, m, height);
            if (seen as f32) < certain / 2.0 {
                let sides = self.sides(k, m, height);
                // Its sides may rule it out.
                if (sides.seen() as f32) < certain / 2.0 || sides.agrees() {
                    hidden = Some(height);
                }
                continue;
            }
            // Neighbours have the same colour: what tells their tops apart is the outline.
            if (lines.fits as f32) < OUTLINED * lines.seen() as f32 {
                continue;
            }
            let mut sides = None;
            for (kind, top) in tops.iter().enumerate().filter(|(_, top)| top.agrees()) {
                let sides = *sides.get_or_insert_with(|| self.sides(k, m, height));
                let all = top.and(sides);
                if !all.agrees() {
                    continue;
                }
                let found = (all.score(), height, kind);
                if best.is_none_or(|best| found > best) {
                    second = best;
                    best = Some(found);
                } else if second.is_none_or(|second| found > second) {
                    second = Some(found);
                }
            }
        }
        let told = |block, confidence: f32, other| Tile {
            k,
            m,
            block,
            confidence: confidence.clamp(0.0, 1.0),
            other,
            hidden: false,
        };
        let Some((score, height, kind)) = best else {
            return match hidden {
                // Whatever it is, it is behind others.
                Some(height) => Tile {
                    hidden: true,
                    ..told(None, 0.0, Some(Some((height, 0))))
                },
                None => told(None, self.bareness(k, m), None),
            };
        };
        let rival = second.map_or(0, |(score, ..)| score.max(0));
        let other = second.map(|(_, height, kind)| Some((height, kind)));
        let confidence = (score - rival) as f32 / certain;
        told(
            Some((height, kind)),
            confidence,
            other.filter(|_| confidence < 1.0),
        )
    }

    /// How surely there is nothing at a place of which enough is seen: all of it must have colours
    /// that are known, or something unknown covers it.
    fn bareness(&self, k: i32, m: i32) -> f32 {
        let (mut known, mut unknown) = (0, 0);
        let knows_ground = !self.rule.colours.ground.is_empty();
        self.each_of_top(k, m, 0, |class, _| {
            if class == OTHER && knows_ground {
                unknown += 1;
            } else {
                known += 1;
            }
        });
        let share = unknown as f32 / (known + unknown).max(1) as f32;
        if share > UNKNOWN { 0.0 } else { 1.0 }
    }

    /// For each kind of tops the pixels for and against it at a height, those of its outline, and
    /// how many are seen.
    fn top(&self, k: i32, m: i32, height: i32) -> (Vec<Tally>, Tally, i32) {
        let kinds = self.rule.colours.tops.len();
        let mut counts = vec![0; kinds];
        let (mut faces, mut lines) = (0, Tally::default());
        self.each_of_top(k, m, height, |class, line| match line {
            Some(dark) => {
                if let Some(dark) = dark {
                    lines.add(dark);
                }
            }
            None => {
                faces += 1;
                if let Some(count) = sight::kind(class).and_then(|kind| counts.get_mut(kind)) {
                    *count += 1;
                }
            }
        });
        let tallies = counts.into_iter().map(|fits| {
            let face = Tally {
                fits,
                differs: faces - fits,
            };
            face.and(lines)
        });
        (tallies.collect(), lines, faces + lines.seen())
    }

    /// All pixels of a top that are seen: the class, and for those on its outline whether it is as
    /// dark as that, if that can be said.
    fn each_of_top(
        &self,
        k: i32,
        m: i32,
        height: i32,
        mut f: impl FnMut(sight::Class, Option<Option<bool>>),
    ) {
        let (x, y, _) = self.middle(k, m, height);
        let TileSize { line, slant, .. } = self.size;
        for (column, aside) in self.columns(x) {
            let rim = self.rim(aside);
            let (upper, lower) = (y - rim, y + rim);
            let (first, last) = ((upper - 0.5).ceil() as i32, (lower - 0.5).floor() as i32);
            for row in first..=last {
                let Some(index) = self.seen(column, row) else {
                    continue;
                };
                let at = row as f32 + 0.5;
                let inside = (at - upper).min(lower - at) / slant;
                if inside < line * 0.6 {
                    f(OTHER, Some(self.is_line(column, row)));
                } else if inside > line + SMEAR {
                    f(self.sight.at(index), None);
                }
            }
        }
    }

    /// Index of a pixel that nothing covers, neither a block in front nor a figure.
    fn seen(&self, x: i32, y: i32) -> Option<usize> {
        let index = self.sight.index(x, y)?;
        let free = self.depth.get(index).is_some_and(|depth| *depth == FREE);
        (free && !self.sight.near_figure(index)).then_some(index)
    }

    /// Whether there is a line at a pixel or just above or below; `None` if a line may be too thin to
    /// have a pixel of its own.
    fn is_line(&self, x: i32, y: i32) -> Option<bool> {
        let near = [-1, 0, 1].map(|by| self.sight.class(x, y + by));
        if near.contains(&EDGE) {
            return Some(true);
        }
        let plain = |class: &sight::Class| sight::kind(*class).is_some() || *class == sight::GROUND;
        near.iter().all(plain).then_some(false)
    }

    /// Pixels for and against the two sides of a block.
    fn sides(&self, k: i32, m: i32, height: i32) -> Tally {
        let (x, y, ground) = self.middle(k, m, height);
        let TileSize { across, step, .. } = self.size;
        let line = self.size.line + SMEAR;
        let slanting = line * self.size.slant;
        let mut tally = Tally::default();
        for (column, aside) in self.columns(x) {
            if aside.abs() < line || across - aside.abs() < line {
                continue;
            }
            let rim = self.rim(aside);
            let (upper, lower) = (y + rim, ground + rim + self.size.base);
            let expected = if aside < 0.0 { LEFT } else { RIGHT };
            let first = (upper + slanting - 0.5).ceil() as i32;
            let last = (lower - slanting - 0.5).floor() as i32;
            for row in first..=last {
                // Sides may have a line at each height.
                let level = (row as f32 + 0.5 - upper) / step;
                if (level - level.round()).abs() * step < slanting {
                    continue;
                }
                if let Some(index) = self.seen(column, row) {
                    tally.add(self.sight.at(index) == expected);
                }
            }
        }
        tally
    }

    /// Records what a block covers.
    fn cover(&mut self, k: i32, m: i32, height: i32) {
        let (x, y, ground) = self.middle(k, m, height);
        let TileSize { across, line, .. } = self.size;
        let around = (line + 0.5) * self.size.slant;
        let (from, to) = (x - across - line, x + across + line);
        for column in from.floor() as i32..to.ceil() as i32 {
            let rim = self.rim(column as f32 + 0.5 - x);
            let (upper, lower) = (y - rim - around, ground + rim + self.size.base + around);
            for row in (upper.floor() as i32)..=(lower.ceil() as i32) {
                if let Some(index) = self.sight.index(column, row)
                    && let Some(depth) = self.depth.get_mut(index)
                    && *depth == FREE
                {
                    *depth = m;
                }
            }
        }
    }
}
