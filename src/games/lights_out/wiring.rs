//! Wiring: the lights that a press switches.

use std::str::FromStr;
use std::sync::Arc;

use crate::game::{Cell, Grid, Size, Transform};

pub const MAX_PATTERN_SIDE: usize = 31;

/// A press pattern: offsets (down, right) from the pressed cell, in raster order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PressPattern {
    /// Its name, or rows of 0 and 1 joined by ‘/’.
    name: String,
    offsets: Vec<(i32, i32)>,
}

impl PressPattern {
    /// The pressed cell and its four neighbours.
    pub fn plus() -> Self {
        Self::named("plus", |row, col| row == 0 || col == 0)
    }

    fn named(name: &str, includes: impl Fn(i32, i32) -> bool) -> Self {
        let cells = (-1..=1).flat_map(|row| (-1..=1).map(move |col| (row, col)));
        Self {
            name: name.to_owned(),
            offsets: cells.filter(|(row, col)| includes(*row, *col)).collect(),
        }
    }

    /// The pattern on a mirrored or rotated board.
    fn transformed(&self, transform: Transform) -> Self {
        let rows = self.name.split('/').map(|row| row.chars().collect());
        let rows: Vec<Vec<char>> = rows.collect();
        let size = Size::new(rows.len(), rows[0].len());
        // Named patterns are symmetric.
        let grid = Grid::from_cells(size, rows.concat()).filter(|_| self.name.contains('/'));
        let parsed = grid.and_then(|grid| {
            let grid = grid.transformed(transform);
            let rows: Vec<String> = grid.rows().map(|row| row.iter().collect()).collect();
            rows.join("/").parse().ok()
        });
        parsed.unwrap_or_else(|| self.clone())
    }
}

impl FromStr for PressPattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "plus" => return Ok(Self::plus()),
            "x" => return Ok(Self::named("x", |row, col| row.abs() == col.abs())),
            "box" => return Ok(Self::named("box", |_, _| true)),
            _ => {}
        }
        let rows = text.split('/').map(|row| row.trim().chars().collect());
        let rows: Vec<Vec<char>> = rows.collect();
        let (height, width) = (rows.len(), rows.first().map_or(0, Vec::len));
        let odd = |side: usize| side % 2 == 1 && side <= MAX_PATTERN_SIDE;
        let known = |character: &char| matches!(character, '0' | '1' | '.' | '#');
        let fits = |row: &Vec<char>| row.len() == width && row.iter().all(known);
        if !odd(height) || !odd(width) || !rows.iter().all(fits) {
            return Err(format!(
                "expected plus, x, box, or rows of 0 and 1 joined by ‘/’, all of one odd length, \
                 an odd number of them, at most {MAX_PATTERN_SIDE}: 010/111/010"
            ));
        }
        let mut offsets = Vec::new();
        let mut name = String::new();
        let lit = |character: &char| matches!(character, '1' | '#');
        for (row, line) in (-(height as i32 / 2)..).zip(&rows) {
            if !name.is_empty() {
                name.push('/');
            }
            for (col, character) in (-(width as i32 / 2)..).zip(line) {
                if lit(character) {
                    offsets.push((row, col));
                }
                name.push(if lit(character) { '1' } else { '0' });
            }
        }
        Ok(Self { name, offsets })
    }
}

impl std::fmt::Display for PressPattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wrap {
    /// The last row lies above the first.
    pub rows: bool,
    /// The last column lies left of the first.
    pub cols: bool,
}

impl Wrap {
    /// Names in files, indexed by rows + 2 × columns.
    pub const NAMES: [&'static str; 4] = ["none", "rows", "columns", "torus"];

    pub fn name(self) -> &'static str {
        Self::NAMES[usize::from(self.rows) + 2 * usize::from(self.cols)]
    }
}

impl FromStr for Wrap {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let all = [false, true].map(|cols| [false, true].map(|rows| Self { rows, cols }));
        let found = all.into_iter().flatten().find(|wrap| wrap.name() == text);
        found.ok_or_else(|| format!("expected one of {}", Self::NAMES.join(", ")))
    }
}

/// Lights that each cell switches, one list per cell in raster order.
pub type Graph = Vec<Vec<u32>>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wiring {
    /// The same pattern around every cell.
    Pattern { pattern: PressPattern, wrap: Wrap },
    /// A list for each cell.
    Graph(Arc<Graph>),
}

impl Wiring {
    /// Calls `light` for every light that a press of `cell` switches, once for each time: with a wrap around a short
    /// side a press can switch a light twice. Holes are included.
    pub fn each_light(&self, size: Size, cell: usize, mut light: impl FnMut(usize)) {
        match self {
            Self::Pattern { pattern, wrap } => {
                let at = size.cell(cell);
                for &offset in &pattern.offsets {
                    if let Some(index) = shifted(size, *wrap, at, offset) {
                        light(index);
                    }
                }
            }
            Self::Graph(lists) => {
                for &index in lists.get(cell).into_iter().flatten() {
                    light(index as usize);
                }
            }
        }
    }

    /// The wiring of the mirrored or rotated board; `size` is the size before.
    #[must_use]
    pub fn transformed(&self, size: Size, transform: Transform) -> Self {
        let on_side = matches!(transform, Transform::RotateLeft | Transform::RotateRight);
        match self {
            Self::Pattern { pattern, wrap } => Self::Pattern {
                pattern: pattern.transformed(transform),
                wrap: Wrap {
                    rows: if on_side { wrap.cols } else { wrap.rows },
                    cols: if on_side { wrap.rows } else { wrap.cols },
                },
            },
            Self::Graph(lists) => {
                let after = match on_side {
                    true => Size::new(size.cols, size.rows),
                    false => size,
                };
                let moved = |index: usize| after.index(transform.cell(size.cell(index), size));
                let mut transformed = vec![Vec::new(); lists.len()];
                for (press, lights) in lists.iter().enumerate() {
                    let lights = lights.iter().map(|light| moved(*light as usize) as u32);
                    transformed[moved(press)] = lights.collect();
                }
                Self::Graph(Arc::new(transformed))
            }
        }
    }

    /// The wiring with lights and presses exchanged.
    #[must_use]
    pub fn transposed(&self) -> Self {
        match self {
            Self::Pattern { pattern, wrap } => {
                let mut offsets: Vec<_> = pattern.offsets.iter().map(|(r, c)| (-r, -c)).collect();
                offsets.sort_unstable();
                Self::Pattern {
                    pattern: PressPattern {
                        name: format!("{} turned", pattern.name),
                        offsets,
                    },
                    wrap: *wrap,
                }
            }
            Self::Graph(lists) => {
                let mut reversed = vec![Vec::new(); lists.len()];
                for (press, lights) in lists.iter().enumerate() {
                    for &light in lights {
                        if let Some(list) = reversed.get_mut(light as usize) {
                            list.push(press as u32);
                        }
                    }
                }
                Self::Graph(Arc::new(reversed))
            }
        }
    }
}

/// Index of the cell at an offset, across joined borders.
fn shifted(size: Size, wrap: Wrap, at: Cell, (down, right): (i32, i32)) -> Option<usize> {
    let along = |at: usize, by: i32, length: usize, joined: bool| {
        let moved = at as i64 + i64::from(by);
        let length = length as i64;
        match joined {
            true => Some(moved.rem_euclid(length) as usize),
            false => (0..length).contains(&moved).then_some(moved as usize),
        }
    };
    let row = along(at.row, down, size.rows, wrap.rows)?;
    let col = along(at.col, right, size.cols, wrap.cols)?;
    Some(size.index(Cell { row, col }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn switched(wiring: &Wiring, size: Size, cell: usize) -> Vec<usize> {
        let mut lights = Vec::new();
        wiring.each_light(size, cell, |light| lights.push(light));
        lights.sort_unstable();
        lights
    }

    fn pattern(pattern: &str, wrap: &str) -> Wiring {
        Wiring::Pattern {
            pattern: pattern.parse().expect("is one"),
            wrap: wrap.parse().expect("is one"),
        }
    }

    #[test]
    fn borders_cut_or_join() {
        let size = Size::new(3, 3);
        for (name, wrap, cell, lights) in [
            ("plus", "none", 0, &[0, 1, 3][..]),
            ("plus", "torus", 0, &[0, 1, 2, 3, 6]),
            ("plus", "rows", 0, &[0, 1, 3, 6]),
            ("x", "none", 4, &[0, 2, 4, 6, 8]),
            ("box", "none", 8, &[4, 5, 7, 8]),
            ("001/000/000", "none", 4, &[2]),
        ] {
            assert_eq!(switched(&pattern(name, wrap), size, cell), lights);
        }
        // Twice the same light round a short side.
        let twice = switched(&pattern("plus", "rows"), Size::new(1, 2), 0);
        assert_eq!(twice, [0, 0, 0, 1]);
    }

    #[test]
    fn transposing_exchanges_lights_and_presses() {
        let size = Size::new(3, 4);
        let graph = (0..12).map(|i| vec![i, (i * 5 + 1) % 12]).collect();
        let wirings = [
            pattern("011/001/000", "columns"),
            Wiring::Graph(Arc::new(graph)),
        ];
        for wiring in wirings {
            let reversed = wiring.transposed();
            for press in 0..12 {
                for light in switched(&wiring, size, press) {
                    assert!(switched(&reversed, size, light).contains(&press));
                }
            }
        }
    }

    #[test]
    fn broken_patterns_are_refused() {
        for text in ["", "11", "1/1", "101/11/101", "1x1", "plus "] {
            assert!(text.parse::<PressPattern>().is_err(), "{text}");
        }
        let custom: PressPattern = "#.#/.#./#.#".parse().expect("is one");
        assert_eq!(custom.to_string(), "101/010/101");
    }
}
