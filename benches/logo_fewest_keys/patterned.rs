//! Boards like those that people draw: a figure, stamped in an order that belongs to its form.

use fastrand::Rng;
use planwright::game::{Cell, Size};
use planwright::games::logo::Target;
use planwright::games::logo::generate::stamped;

/// A board with a figure on it.
pub fn board(size: Size, seed: u64) -> Target {
    let mut rng = Rng::with_seed(seed);
    loop {
        let figure = figure(size, &mut rng);
        if figure.len() < 5 {
            continue;
        }
        let moments = order(size, &figure, &mut rng);
        let mut keyed: Vec<(i64, Cell)> = moments.into_iter().zip(figure).collect();
        keyed.sort_unstable();
        return stamped(size, keyed.into_iter().map(|(_, cell)| cell));
    }
}

/// Letters of five by five cells, a row each.
const LETTERS: [[&str; 5]; 14] = [
    [".###.", "#...#", "#####", "#...#", "#...#"],
    ["#####", "#....", "####.", "#....", "#####"],
    ["#####", "#....", "####.", "#....", "#...."],
    ["#...#", "#...#", "#####", "#...#", "#...#"],
    ["#...#", "#..#.", "###..", "#..#.", "#...#"],
    ["#....", "#....", "#....", "#....", "#####"],
    ["#...#", "##.##", "#.#.#", "#...#", "#...#"],
    [".###.", "#...#", "#...#", "#...#", ".###."],
    ["####.", "#...#", "####.", "#....", "#...."],
    [".####", "#....", ".###.", "....#", "####."],
    ["#####", "..#..", "..#..", "..#..", "..#.."],
    ["#...#", "#...#", "#...#", "#...#", ".###."],
    ["#...#", ".#.#.", "..#..", ".#.#.", "#...#"],
    ["#####", "...#.", "..#..", ".#...", "#####"],
];

/// The cells of a figure, row by row.
fn figure(size: Size, rng: &mut Rng) -> Vec<Cell> {
    let (rows, cols) = (size.rows as i64, size.cols as i64);
    let kind = rng.u8(..8);
    let [a, b] = [rng.i64(0..=3), rng.i64(1..=4)];
    let tile: u64 = rng.u64(..);
    let (top, left) = (rng.i64(0..rows / 2), rng.i64(0..cols / 2));
    let (bottom, right) = (rng.i64(rows / 2..rows), rng.i64(cols / 2..cols));
    let letters = [rng.usize(..LETTERS.len()), rng.usize(..LETTERS.len())];
    let blob: Vec<bool> = (0..size.area()).map(|_| rng.u8(..100) < 65).collect();
    let is_in = |cell: &Cell| {
        let (row, col) = (cell.row as i64, cell.col as i64);
        // Twice the distances from the middle.
        let (down, across) = ((2 * row + 1 - rows).abs(), (2 * col + 1 - cols).abs());
        match kind {
            // One letter or two.
            0 | 1 => {
                let letter = LETTERS[letters[cell.col / 5 % 2]];
                let whole = kind == 1 || cell.col < 5;
                let sign = letter
                    .get(cell.row)
                    .map(|line| line.as_bytes()[cell.col % 5]);
                whole && sign == Some(b'#')
            }
            // A frame, thin or thick, or a full rectangle.
            2 => {
                let inside = (top..=bottom).contains(&row) && (left..=right).contains(&col);
                let rim = (row - top)
                    .min(bottom - row)
                    .min(col - left)
                    .min(right - col);
                inside && rim < b
            }
            // A diamond or a ring.
            3 => (2 * a - 2..=2 * (a + b)).contains(&(down + across / 2 * 2 - 2)),
            // A cross with arms of some width.
            4 => down <= b || across <= 2 * a + 1,
            // Stairs and zigzags.
            5 => (row * (1 + a % 2) + col) % (b + 2) < 1 + a / 2,
            // A tile, repeated.
            6 => tile >> (row % 3 * 3 + col % (2 + a)) & 1 == 1,
            // A blot folded along the middle.
            _ => {
                blob[(cell.row.min(size.rows - 1 - cell.row)) * size.cols
                    + cell.col.min(size.cols - 1 - cell.col)]
            }
        }
    };
    size.cells().filter(is_in).collect()
}

/// When each cell of a figure is stamped.
fn order(size: Size, figure: &[Cell], rng: &mut Rng) -> Vec<i64> {
    let kind = rng.u8(..7);
    let (rows, cols) = (size.rows as i64, size.cols as i64);
    let random: Vec<i64> = (0..size.area()).map(|_| rng.i64(..1000)).collect();
    let neighbours = |cell: &Cell| {
        figure
            .iter()
            .filter(|other| other.distance(*cell) == 1)
            .count()
    };
    let moment = |cell: &Cell| {
        let (row, col) = (cell.row as i64, cell.col as i64);
        let (down, across) = ((2 * row + 1 - rows).abs(), (2 * col + 1 - cols).abs());
        match kind {
            // To the middle, or from it.
            0 => -(down + across),
            1 => down + across,
            // Line by line, there and back.
            2 => row * cols + if row % 2 == 0 { col } else { cols - 1 - col },
            // As the fields of a chessboard are coloured.
            3 => (row + col) % 2,
            // Ends first, or joints first.
            4 => neighbours(cell) as i64,
            5 => -(neighbours(cell) as i64),
            // By chance, but alike on both sides.
            _ => {
                let (row, col) = (cell.row, cell.col.min(size.cols - 1 - cell.col));
                random[row * size.cols + col]
            }
        }
    };
    figure.iter().map(moment).collect()
}
