//! Lengths of steps, laid out so that the cheapest one is soon found: eight cells are compared at once.

use std::ops::Range;

use wide::i16x8;

use super::set::Set;
use super::task::{EXACT, Task};

/// More than this is not counted: of such small numbers every processor compares eight at once. As costs only ever become
/// smaller by that, bounds stay bounds.
pub(super) const FAR: i16 = i16::MAX;

/// On boards with more than [`EXACT`] cells only steps to so many eights of cells, the nearest ones, count each by itself; of
/// each other eight just the shortest step does, and its cheapest cell.
const NEAR: usize = 14;

pub(super) struct Steps {
    /// For each cell the rows of eights that are near.
    near: Vec<Vec<Row>>,
    /// The lengths of steps to the cells of all rows, one row after the other; [`FAR`] for steps out of the question.
    lengths: Vec<i16x8>,
    /// For each cell the lengths of the shortest steps to all other eights, if there are any.
    far: Vec<Vec<i16x8>>,
}

/// Eights that follow each other: the number of the first, and where the lengths of steps to their cells are.
struct Row {
    first: usize,
    lengths: Range<usize>,
}

/// What it costs to go on to each cell; [`FAR`] beyond the last.
pub(super) struct Ahead {
    cells: Vec<i16x8>,
    /// What it costs to go on to the cheapest cell of each eight, if steps are taken together.
    eights: Vec<i16x8>,
}

impl Ahead {
    /// Takes the costs of all cells.
    pub fn fill(&mut self, costs: &[i16]) {
        for (cells, costs) in self.cells.iter_mut().zip(costs.chunks(8)) {
            *cells = eight(costs);
        }
        for (eights, cells) in self.eights.iter_mut().zip(self.cells.chunks(8)) {
            let mut least = [FAR; 8];
            for (least, cells) in least.iter_mut().zip(cells) {
                *least = cells.reduce_min();
            }
            *eights = i16x8::new(least);
        }
    }
}

impl Steps {
    /// The steps that some best way may have, each length as `small` makes it.
    pub fn new<S: Set>(task: &Task<S>, small: impl Fn(i32) -> i16) -> Self {
        let most = if task.n > EXACT { NEAR } else { usize::MAX };
        Self::within(most, task, small)
    }

    /// The same where from each cell at most so many eights of cells count as near.
    pub fn within<S: Set>(most: usize, task: &Task<S>, small: impl Fn(i32) -> i16) -> Self {
        let n = task.n;
        let count = n.div_ceil(8);
        let mut steps = Self {
            near: Vec::new(),
            lengths: Vec::new(),
            far: Vec::new(),
        };
        for from in 0..n {
            let length = |to| match task.may(from, to) {
                true => small(task.length(from, to)),
                false => FAR,
            };
            let lengths = eights(&(0..n).map(length).collect::<Vec<i16>>());
            let shortest: Vec<i16> = lengths.iter().map(|eight| eight.reduce_min()).collect();
            let mut numbers: Vec<usize> =
                (0..count).filter(|eight| shortest[*eight] < FAR).collect();
            numbers.sort_by_key(|eight| shortest[*eight]);
            let far = numbers.split_off(most.min(numbers.len()));
            if most < count {
                let mut own = vec![FAR; count];
                far.iter().for_each(|eight| own[*eight] = shortest[*eight]);
                steps.far.push(eights(&own));
            }
            numbers.sort_unstable();
            // A row is quicker than several with a gap here and there.
            if most >= count
                && let (Some(first), Some(last)) = (numbers.first(), numbers.last())
            {
                numbers = (*first..=*last).collect();
            }
            let mut rows = Vec::new();
            for row in numbers.chunk_by(|one, next| one + 1 == *next) {
                let begin = steps.lengths.len();
                steps
                    .lengths
                    .extend(row.iter().map(|eight| lengths[*eight]));
                rows.push(Row {
                    first: row[0],
                    lengths: begin..steps.lengths.len(),
                });
            }
            steps.near.push(rows);
        }
        steps
    }

    /// Room for costs.
    pub fn ahead(&self) -> Ahead {
        let far = self.far.first().map_or(0, Vec::len);
        Ahead {
            cells: vec![i16x8::splat(FAR); self.near.len().div_ceil(8)],
            eights: vec![i16x8::splat(FAR); far],
        }
    }

    fn far(&self, from: usize) -> &[i16x8] {
        self.far.get(from).map_or(&[], Vec::as_slice)
    }

    /// What the cheapest step costs, with what comes after it.
    #[inline]
    pub fn cheapest(&self, from: usize, ahead: &Ahead) -> i16 {
        let mut least = i16x8::splat(FAR);
        for Row { first, lengths } in &self.near[from] {
            let lengths = self.lengths[lengths.clone()].iter();
            for (lengths, ahead) in lengths.zip(&ahead.cells[*first..]) {
                least = least.min(lengths.saturating_add(*ahead));
            }
        }
        for (lengths, ahead) in self.far(from).iter().zip(&ahead.eights) {
            least = least.min(lengths.saturating_add(*ahead));
        }
        least.reduce_min()
    }

    /// Where the cheapest step leads, given what it costs to go on to each cell.
    pub fn next(&self, from: usize, ahead: impl Fn(usize) -> i32) -> usize {
        let cells = self.near.len();
        let mut best = (i32::MAX, 0);
        let mut look = |length: i16, to: usize| {
            if length < FAR {
                best = best.min((i32::from(length) + ahead(to), to));
            }
        };
        for row in &self.near[from] {
            let lengths = self.lengths[row.lengths.clone()].iter();
            for (to, length) in (8 * row.first..).zip(lengths.flat_map(|eight| eight.to_array())) {
                look(length, to);
            }
        }
        let far = self.far(from).iter().flat_map(|eight| eight.to_array());
        for (eight, length) in far.enumerate() {
            (8 * eight..cells.min(8 * eight + 8)).for_each(|to| look(length, to));
        }
        best.1
    }
}

/// Numbers in eights.
fn eights(numbers: &[i16]) -> Vec<i16x8> {
    numbers.chunks(8).map(eight).collect()
}

/// Eight numbers, or fewer, filled up with [`FAR`].
#[inline]
fn eight(numbers: &[i16]) -> i16x8 {
    let all = <[i16; 8]>::try_from(numbers);
    let some = |_| std::array::from_fn(|at| numbers.get(at).copied().unwrap_or(FAR));
    i16x8::new(all.unwrap_or_else(some))
}
