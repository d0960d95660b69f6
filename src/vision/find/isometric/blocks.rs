//! Tile by tile, from the front to the back: which height and which top explain what is seen of
//! it. What lies in front is known by then, so that only what it leaves to be seen is compared.

use super::lattice::Lattice;
use super::sight::{self, EDGE, LEFT, OTHER, RIGHT, Sight};
use crate::profile::IsometricRule;

/// A pixel that is not as a tile has it counts so many that are.
const AGAINST: i32 = 3;
/// Share of the pixels that must be as a tile has them.
const AGREED: f32 = 0.78;
/// Share of the outline that must be there.
const OUTLINED: f32 = 0.75;
/// So many pixels at scale 1 make a tile certain, and no fewer at any scale.
const CERTAIN: (f32, f32) = (40.0, 20.0);
/// Pixels this near to a line are neither the line's nor the face's.
const SMEAR: f32 = 1.0;
/// Of a place without a tile no more than this may have colours that are not known.
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
}

/// All tiles, and what covers what.
pub(super) struct Blocks {
    /// From the front to the back.
    pub(super) tiles: Vec<Tile>,
    /// Of each pixel the `m` of the foremost block that covers it.
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
        depth: vec![FREE; sight.width * sight.height],
    };
    let (across, down) = look.pitch();
    let base = rule.lengths.base * lattice.scale;
    let columns = |x: f32| (x - lattice.x) / across;
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

struct Look<'a> {
    rule: &'a IsometricRule,
    sight: &'a Sight,
    lattice: Lattice,
    depth: Vec<i32>,
}

impl Look<'_> {
    /// From column to column, and from row to row, on the screen.
    fn pitch(&self) -> (f32, f32) {
        let scale = self.lattice.scale;
        (
            self.rule.lengths.across * scale,
            self.rule.lengths.down * scale,
        )
    }

    /// The ground under the middle of a tile.
    fn ground(&self, k: i32, m: i32) -> (f32, f32) {
        let (across, down) = self.pitch();
        (
            self.lattice.x + k as f32 * across,
            self.lattice.y + m as f32 * down,
        )
    }

    fn tile(&self, k: i32, m: i32) -> Tile {
        let s = self.lattice.scale;
        let certain = (CERTAIN.0 * s * s).max(CERTAIN.1);
        let (_, y) = self.ground(k, m);
        let (_, down) = self.pitch();
        let highest = ((y - down * 0.5) / (self.rule.lengths.step * s))
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
                // What is seen of its sides may speak against it.
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
        };
        let Some((score, height, kind)) = best else {
            return match hidden {
                // Whatever it is, it is behind others.
                Some(height) => told(None, 0.0, Some(Some((height, 0)))),
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
        let (x, y) = self.ground(k, m);
        let y = y - self.rule.lengths.step * self.lattice.scale * height as f32;
        let (across, down) = self.pitch();
        let upright = across / across.hypot(down);
        let line = self.rule.lengths.line / 2.0 * self.lattice.scale;
        let (from, to) = ((x - across).ceil() as i32, (x + across).floor() as i32);
        for column in from..to {
            let share = 1.0 - (column as f32 + 0.5 - x).abs() / across;
            let (upper, lower) = (y - share * down, y + share * down);
            let (first, last) = ((upper - 0.5).ceil() as i32, (lower - 0.5).floor() as i32);
            for row in first..=last {
                let Some(index) = self.seen(column, row) else {
                    continue;
                };
                let at = row as f32 + 0.5;
                let inside = (at - upper).min(lower - at) * upright;
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

    /// Whether there is a line at a pixel or just above or below; not to be said where it is so
    /// thin that it has no pixel of its own.
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
        let (x, ground) = self.ground(k, m);
        let s = self.lattice.scale;
        let y = ground - self.rule.lengths.step * s * height as f32;
        let (across, down) = self.pitch();
        let slant = across.hypot(down) / across;
        let line = self.rule.lengths.line / 2.0 * s + SMEAR;
        let mut tally = Tally::default();
        let (from, to) = ((x - across).ceil() as i32, (x + across).floor() as i32);
        for column in from..to {
            let off = column as f32 + 0.5 - x;
            if off.abs() < line || across - off.abs() < line {
                continue;
            }
            let share = 1.0 - off.abs() / across;
            let upper = y + share * down;
            let lower = ground + share * down + self.rule.lengths.base * s;
            let expected = if off < 0.0 { LEFT } else { RIGHT };
            let (first, last) = (
                (upper + line * slant - 0.5).ceil() as i32,
                (lower - line * slant - 0.5).floor() as i32,
            );
            for row in first..=last {
                // Sides may have a line at each height.
                let level = (row as f32 + 0.5 - upper) / (self.rule.lengths.step * s);
                let seam = (level - level.round()).abs() * self.rule.lengths.step * s;
                if seam < line * slant {
                    continue;
                }
                if let Some(index) = self.seen(column, row) {
                    tally.add(self.sight.at(index) == expected);
                }
            }
        }
        tally
    }

    /// Notes what a block covers.
    fn cover(&mut self, k: i32, m: i32, height: i32) {
        let (x, ground) = self.ground(k, m);
        let s = self.lattice.scale;
        let y = ground - self.rule.lengths.step * s * height as f32;
        let (across, down) = self.pitch();
        let line = self.rule.lengths.line / 2.0 * s;
        let slant = across.hypot(down) / across;
        let (from, to) = (
            (x - across - line).floor() as i32,
            (x + across + line).ceil() as i32,
        );
        for column in from..to {
            let share = 1.0 - (column as f32 + 0.5 - x).abs() / across;
            let upper = y - share * down - (line + 0.5) * slant;
            let lower = ground + share * down + self.rule.lengths.base * s + (line + 0.5) * slant;
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
