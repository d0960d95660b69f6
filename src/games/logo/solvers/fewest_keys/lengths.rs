//! Path lengths as small integers, and their parity.

use super::super::problem::Vertex;
use super::search::KeysSearch;
use super::task::INFINITE;

/// Path lengths stay below this in price units, so that sums of them fit an `i32`.
const MAX_PATH_PRICE: i64 = 1 << 23;
/// The longest step is at most this in price units, so that sums of three fit an `i16`.
const MAX_STEP_PRICE: i64 = 10_000;

/// Step lengths, divided by their greatest common divisor `unit`.
pub(super) struct Lengths {
    /// Number of cells.
    pub n: usize,
    /// The greatest common divisor of all lengths, as a travel cost.
    pub unit: i64,
    /// Between all pairs of cells, row by row.
    pub between: Vec<i32>,
    /// From the cursor's start to each cell.
    pub first: Vec<i32>,
    /// The longest of all these.
    longest: i64,
    /// Parity (0 or 1) of the length of a path by its last cell, if that determines it.
    pub parity: Option<Vec<i32>>,
}

impl Lengths {
    /// Returns `None` if the lengths are too long for the tables.
    pub fn new(search: &KeysSearch<'_, '_>) -> Option<Self> {
        let n = search.problem.len();
        let (all, cost) = (0..n as Vertex, search.cost);
        let row = |from| all.clone().map(move |to| cost.between(from, to).into());
        let between: Vec<i64> = all.clone().flat_map(row).collect();
        let first: Vec<i64> = all.clone().map(|v| cost.to_first(v).into()).collect();
        let unit = between.iter().chain(&first).copied().fold(0, gcd).max(1);
        let longest = between.iter().chain(&first).max().copied().unwrap_or(0);
        if longest / unit * (n as i64 + 1) >= i64::from(INFINITE) / 4
            || search.path_cost / unit >= MAX_PATH_PRICE
        {
            return None;
        }
        let shortened = |length: i64| (length / unit) as i32;
        let [between, first] =
            [between, first].map(|lengths| Vec::from_iter(lengths.into_iter().map(shortened)));
        // As on a chessboard: each cell has a colour, and the parity of a step says whether it changes.
        let colour = |v: usize| between[v] % 2;
        let fits =
            (0..n * n).all(|pair| between[pair] % 2 == (colour(pair / n) + colour(pair % n)) % 2);
        let entry = |v: usize| (first[v] + colour(v)) % 2;
        let starts = (1..n).all(|v| entry(v) == entry(0));
        let parity =
            (n > 0 && fits && starts).then(|| (0..n).map(|v| (entry(0) + colour(v)) % 2).collect());
        Some(Self {
            n,
            unit,
            longest: longest / unit,
            between,
            first,
            parity,
        })
    }

    /// Scale of prices: as fine as lets several long steps fit an `i16`, and a path of this cost the tables.
    pub fn scale(&self, path_cost: i64) -> Scale {
        let factor = MAX_PATH_PRICE / path_cost.max(1) * self.unit;
        let longest = self.longest.max(1);
        Scale {
            factor: factor.min(MAX_STEP_PRICE / longest).clamp(1, 256) as i32,
            divisor: (longest as u64).div_ceil(MAX_STEP_PRICE as u64) as i32,
        }
    }
}

/// Conversion of lengths to the integer unit of prices: multiplied by `factor`, divided by `divisor`. Lengths are rounded
/// down, so rounded lengths never add up to more than their rounded sum.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    factor: i32,
    divisor: i32,
}

impl Scale {
    /// Converts a length to price units, rounded down.
    #[inline]
    pub fn to_price(self, length: i32) -> i32 {
        length * self.factor / self.divisor
    }

    /// The least length whose price is not less.
    pub fn to_length(self, price: i32) -> i32 {
        let product = i64::from(price) * i64::from(self.divisor) + i64::from(self.factor - 1);
        product.div_euclid(self.factor.into()).min(INFINITE.into()) as i32
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
