//! One row: all that it may have been.

use super::super::board::Square;

/// Most choices for one row. They are held against those of the next row, each against each.
const MOST_CHOICES: usize = 2000;

/// Which sides of the board are walls from top to bottom, so that no blank was lost in front of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ends {
    left: bool,
    right: bool,
}

impl Ends {
    /// A side is taken for walled if more than half of the rows begin, or end, with a wall.
    pub(super) fn of<'r>(rows: impl Iterator<Item = &'r [Square]>) -> Self {
        let rows: Vec<&[Square]> = rows.filter(|row| !row.is_empty()).collect();
        let walled = |end: fn(&[Square]) -> Option<&Square>| {
            let walls = rows.iter().filter(|row| end(row) == Some(&Square::Wall));
            2 * walls.count() > rows.len()
        };
        Self {
            left: walled(<[Square]>::first),
            right: walled(<[Square]>::last),
        }
    }
}

/// One way to read a row.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) squares: Vec<Square>,
    /// The columns between the first and the last in which each kind of square stands, as bits.
    masks: [u64; Square::ALL.len()],
    /// How plausible it is by itself: what stands there is mirrored, and evenly spaced.
    pub(super) own: i64,
}

/// A row without the blanks at its end, which nobody sees.
pub(super) fn trimmed(row: &[Square]) -> &[Square] {
    let end = row.iter().rposition(|square| *square != Square::Floor);
    &row[..end.map_or(0, |last| last + 1)]
}

/// All ways to make a row, blanks at its end taken off, as wide as the board.
///
/// # Errors
/// What is wrong with the row.
pub(super) fn choices(row: &[Square], width: usize, ends: Ends) -> Result<Vec<Choice>, String> {
    let Some(missing) = width.checked_sub(row.len()) else {
        return Err(format!(
            "this row has {} squares, more than the width of {width}",
            row.len()
        ));
    };
    if row.is_empty() {
        return Ok(vec![Choice::new(vec![Square::Floor; width])]);
    }
    let gaps = gaps(row, ends);
    let count = ways(missing, gaps.len());
    if count > MOST_CHOICES as u128 {
        return Err(format!(
            "this row has {count} possible readings, more than {MOST_CHOICES}; put some of its blanks back by hand"
        ));
    }
    let mut all = Vec::new();
    let mut given = vec![0; gaps.len()];
    share(missing, 0, &mut given, &mut |given| {
        let mut squares = Vec::with_capacity(width);
        let mut more = gaps.iter().zip(given).peekable();
        for at in 0..=row.len() {
            if let Some((_, blanks)) = more.next_if(|(gap, _)| **gap == at) {
                squares.extend(std::iter::repeat_n(Square::Floor, *blanks));
            }
            squares.extend(row.get(at));
        }
        all.push(Choice::new(squares));
    });
    Ok(all)
}

/// Places in front of which blanks may have been lost: one for each run of blanks, and the ends that are
/// not walled. Where that leaves none, both ends.
fn gaps(row: &[Square], ends: Ends) -> Vec<usize> {
    let wall = |square: Option<&Square>| square == Some(&Square::Wall);
    let begins = |at: usize| row[at] == Square::Floor && (at == 0 || row[at - 1] != Square::Floor);
    let mut gaps: Vec<usize> = (0..row.len()).filter(|at| begins(*at)).collect();
    let open_left = row[0] != Square::Floor && !(ends.left && wall(row.first()));
    let open_right = !(ends.right && wall(row.last()));
    if open_left {
        gaps.insert(0, 0);
    }
    if open_right {
        gaps.push(row.len());
    }
    if gaps.is_empty() {
        gaps = vec![0, row.len()];
    }
    gaps
}

/// In how many ways so many blanks are shared out among gaps.
fn ways(blanks: usize, gaps: usize) -> u128 {
    // Blanks and the borders between gaps in a row: which of them are borders?
    (1..gaps as u128).fold(1, |ways, border| ways * (blanks as u128 + border) / border)
}

/// Shares blanks out among the gaps from `from` on, in all ways.
fn share(blanks: usize, from: usize, given: &mut Vec<usize>, see: &mut impl FnMut(&[usize])) {
    if from + 1 >= given.len() {
        if let Some(last) = given.last_mut() {
            *last = blanks;
        }
        see(given);
        return;
    }
    for here in 0..=blanks {
        given[from] = here;
        share(blanks - here, from + 1, given, see);
    }
}

impl Choice {
    fn new(squares: Vec<Square>) -> Self {
        let mut masks = [0; Square::ALL.len()];
        for (at, square) in inner(&squares) {
            masks[*square as usize] |= 1 << at;
        }
        let own = mirrored(&squares) - uneven(&squares);
        Self {
            squares,
            masks,
            own,
        }
    }

    /// Whether something stands between its ends.
    pub(super) fn is_empty(&self) -> bool {
        self.filled() == 0
    }

    fn filled(&self) -> u64 {
        self.masks.iter().fold(0, |all, mask| all | mask)
    }

    /// How plausible it is above or below another row: things stand in line, best if they are the same.
    pub(super) fn beside(&self, other: &Self) -> i64 {
        let same = self.masks.iter().zip(&other.masks);
        let same: u32 = same.map(|(a, b)| (a & b).count_ones()).sum();
        let both = (self.filled() & other.filled()).count_ones();
        2 * i64::from(same) + i64::from(both)
    }
}

/// What stands between the first and the last square, with its place.
fn inner(squares: &[Square]) -> impl Iterator<Item = (usize, &Square)> {
    let last = squares.len().saturating_sub(1);
    let inner = squares.iter().enumerate().take(last).skip(1);
    inner.filter(|(_, square)| **square != Square::Floor)
}

/// How many things have the same thing at the mirrored place.
fn mirrored(squares: &[Square]) -> i64 {
    let has_twin = |(at, square): &(usize, &Square)| squares[squares.len() - 1 - at] == **square;
    inner(squares).filter(has_twin).count() as i64
}

/// The difference between the longest and the shortest run of floor between two things.
fn uneven(squares: &[Square]) -> i64 {
    let runs = squares.split(|square| *square != Square::Floor);
    let lengths: Vec<usize> = runs.map(<[_]>::len).filter(|length| *length > 0).collect();
    let most = lengths.iter().max().copied().unwrap_or(0);
    (most - lengths.iter().min().copied().unwrap_or(0)) as i64
}
