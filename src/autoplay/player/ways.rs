//! Ways of the game's own cursor over its board.

use crate::game::{Cell, Size};
use crate::vision::{CursorKeys, Key};

use super::outstanding::Outstanding;

/// The next step of a shortest way along a line of cells – forwards or back – and where it leads;
/// how many there are.
fn along(at: usize, target: usize, length: usize, wraps: bool) -> (bool, usize, usize) {
    let length = length.max(1);
    let ahead = (target + length - at % length) % length;
    let forward = if wraps {
        ahead <= length - ahead
    } else {
        target > at
    };
    let (next, count) = match (forward, wraps) {
        (true, _) => ((at + 1) % length, ahead),
        (false, true) => ((at + length - 1) % length, length - ahead),
        (false, false) => ((at + length - 1) % length, at.abs_diff(target)),
    };
    (forward, next, count)
}

/// The key for the next step of a shortest way, and where it leads.
pub(super) fn towards(keys: &CursorKeys, size: Size, at: Cell, target: Cell) -> (Key, Cell) {
    if at.row == target.row {
        let (forward, col, _) = along(at.col, target.col, size.cols, keys.wraps);
        let key = if forward { keys.right } else { keys.left };
        (key, Cell { row: at.row, col })
    } else {
        let (forward, row, _) = along(at.row, target.row, size.rows, keys.wraps);
        let key = if forward { keys.down } else { keys.up };
        (key, Cell { row, col: at.col })
    }
}

/// Keys that take the cursor from one cell to another by the shortest way, and how often.
pub(super) fn steps(keys: &CursorKeys, size: Size, from: Cell, to: Cell) -> Vec<(Key, usize)> {
    let lines = [
        (from.row, to.row, size.rows, keys.down, keys.up),
        (from.col, to.col, size.cols, keys.right, keys.left),
    ];
    let moved = lines.into_iter().filter(|(from, to, ..)| from != to);
    moved
        .map(|(from, to, length, ahead, back)| {
            let (forward, _, count) = along(from, to, length, keys.wraps);
            (if forward { ahead } else { back }, count)
        })
        .collect()
}

/// A step to a neighbour whose effect tells most about what is outstanding: by a key that is not,
/// and best across those that are; where it leads.
pub(super) fn aside(
    keys: &CursorKeys,
    size: Size,
    at: Cell,
    outstanding: &Outstanding,
) -> Option<(Key, Cell)> {
    let neighbour = |row: bool, key: Key, line: [Key; 2], by: isize| {
        let (from, length) = if row {
            (at.row, size.rows)
        } else {
            (at.col, size.cols)
        };
        let moved = from.checked_add_signed(by);
        let next = match moved.filter(|next| *next < length) {
            Some(next) => next,
            None if keys.wraps && length > 2 => (from + length).checked_add_signed(by)? % length,
            None => return None,
        };
        let cell = if row {
            Cell::new(next, at.col)
        } else {
            Cell::new(at.row, next)
        };
        let mixed = line.iter().any(|key| outstanding.count(*key) > 0);
        Some(((outstanding.count(key), mixed), key, cell))
    };
    let (rows, cols) = ([keys.up, keys.down], [keys.left, keys.right]);
    let all = [
        neighbour(false, keys.left, cols, -1),
        neighbour(false, keys.right, cols, 1),
        neighbour(true, keys.up, rows, -1),
        neighbour(true, keys.down, rows, 1),
    ];
    let best = all.into_iter().flatten().min_by_key(|(rank, ..)| *rank)?;
    Some((best.1, best.2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(wraps: bool) -> CursorKeys {
        CursorKeys {
            up: Key::Up,
            down: Key::Down,
            left: Key::Left,
            right: Key::Right,
            wraps,
            start: crate::vision::CursorStart::Unknown,
        }
    }

    #[test]
    fn the_way_is_as_short_as_the_distance() {
        let size = Size::new(6, 10);
        for wraps in [false, true] {
            for from in size.cells() {
                for to in size.cells() {
                    let (mut at, mut steps) = (from, 0);
                    while at != to {
                        at = towards(&keys(wraps), size, at, to).1;
                        steps += 1;
                        assert!(size.contains(at) && steps < 100);
                    }
                    let along = |a: usize, b: usize, length: usize| {
                        let direct = a.abs_diff(b);
                        if wraps {
                            direct.min(length - direct)
                        } else {
                            direct
                        }
                    };
                    let told = super::steps(&keys(wraps), size, from, to);
                    assert_eq!(told.iter().map(|(_, count)| count).sum::<usize>(), steps);
                    assert_eq!(
                        steps,
                        along(from.row, to.row, 6) + along(from.col, to.col, 10)
                    );
                }
            }
        }
    }

    #[test]
    fn aside_is_a_neighbour_by_a_key_across_what_is_outstanding() {
        let all = keys(false);
        let mut outstanding = Outstanding::default();
        outstanding.pressed(Key::Down);
        for size in [Size::new(6, 10), Size::new(1, 2), Size::new(2, 1)] {
            for at in size.cells() {
                let (key, cell) = aside(&all, size, at, &outstanding).expect("there is one");
                assert_eq!(super::steps(&all, size, at, cell), [(key, 1)]);
                assert!(size.contains(cell));
                if size.cols > 1 {
                    assert!(matches!(key, Key::Left | Key::Right));
                } else if at.row > 0 {
                    assert_eq!(key, Key::Up);
                }
            }
        }
        let single = aside(&all, Size::new(1, 1), Cell::new(0, 0), &outstanding);
        assert_eq!(single, None);
    }
}
