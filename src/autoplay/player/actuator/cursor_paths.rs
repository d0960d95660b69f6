//! Shortest paths of the game's cursor.

use crate::game::{Cell, Size};
use crate::vision::{CursorKeys, Key};

use super::pending::PendingPresses;

struct LinePath {
    /// True to higher indices.
    forward: bool,
    steps: usize,
    /// Index after the first step.
    next: usize,
}

/// Shortest path between two indices of a line of `length` cells, which may wrap.
fn line_path(at: usize, target: usize, length: usize, wraps: bool) -> LinePath {
    let length = length.max(1);
    let (forward, steps) = if wraps {
        let ahead = (target + length - at % length) % length;
        (ahead <= length - ahead, ahead.min(length - ahead))
    } else {
        (target > at, at.abs_diff(target))
    };
    let step = if forward { 1 } else { length - 1 };
    LinePath {
        forward,
        steps,
        next: (at + step) % length,
    }
}

/// Keys of a shortest path, rows first: number of presses, and the cell the first one leads to.
fn legs(
    keys: &CursorKeys,
    size: Size,
    from: Cell,
    to: Cell,
) -> impl Iterator<Item = (Key, usize, Cell)> {
    let path = line_path(from.row, to.row, size.rows, keys.wraps);
    let key = if path.forward { keys.down } else { keys.up };
    let row = path.next;
    let rows = (key, path.steps, Cell { row, ..from });
    let path = line_path(from.col, to.col, size.cols, keys.wraps);
    let key = if path.forward { keys.right } else { keys.left };
    let col = path.next;
    let cols = (key, path.steps, Cell { col, ..from });
    [rows, cols].into_iter().filter(|(_, count, _)| *count > 0)
}

/// Key of the next step of a shortest path, and the cell it leads to; `None` at the target.
pub fn next_step(keys: &CursorKeys, size: Size, at: Cell, target: Cell) -> Option<(Key, Cell)> {
    let (key, _, next) = legs(keys, size, at, target).next()?;
    Some((key, next))
}

/// Keys of a shortest path from one cell to another, with the number of presses of each.
pub fn presses(keys: &CursorKeys, size: Size, from: Cell, to: Cell) -> Vec<(Key, usize)> {
    let legs = legs(keys, size, from, to);
    legs.map(|(key, count, _)| (key, count)).collect()
}

/// Step to a neighbour that clarifies most about pending presses, and the cell it leads to: by a key with the fewest
/// pending presses, preferably across the direction of pending ones.
pub fn probe_step(
    keys: &CursorKeys,
    size: Size,
    at: Cell,
    pending: &PendingPresses,
) -> Option<(Key, Cell)> {
    let neighbour = |from: usize, length: usize, step: isize| {
        let direct = from.checked_add_signed(step).filter(|next| *next < length);
        // With two cells, the wrapped neighbour is the same cell.
        let wrapped = (keys.wraps && length > 2).then(|| (from + length).wrapping_add_signed(step));
        direct.or(wrapped.map(|next| next % length))
    };
    let row = |step| neighbour(at.row, size.rows, step).map(|row| Cell { row, ..at });
    let col = |step| neighbour(at.col, size.cols, step).map(|col| Cell { col, ..at });
    let steps = [
        (keys.left, keys.right, col(-1)),
        (keys.right, keys.left, col(1)),
        (keys.up, keys.down, row(-1)),
        (keys.down, keys.up, row(1)),
    ];
    let steps = steps.into_iter();
    let steps = steps.filter_map(|(key, back, cell)| Some((key, back, cell?)));
    let (key, _, cell) = steps.min_by_key(|(key, back, _)| {
        let presses = pending.count(*key);
        (presses, presses + pending.count(*back) > 0)
    })?;
    Some((key, cell))
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
    fn paths_are_as_short_as_the_distance() {
        let size = Size::new(6, 10);
        for wraps in [false, true] {
            for from in size.cells() {
                for to in size.cells() {
                    let (mut at, mut steps) = (from, 0);
                    while let Some((_, next)) = next_step(&keys(wraps), size, at, to) {
                        at = next;
                        steps += 1;
                        assert!(size.contains(at) && steps < 100);
                    }
                    assert_eq!(at, to);
                    let distance = |a: usize, b: usize, length: usize| {
                        let direct = a.abs_diff(b);
                        direct.min(if wraps { length - direct } else { direct })
                    };
                    let keys = presses(&keys(wraps), size, from, to);
                    assert_eq!(keys.iter().map(|(_, count)| count).sum::<usize>(), steps);
                    let rows = distance(from.row, to.row, 6);
                    assert_eq!(steps, rows + distance(from.col, to.col, 10));
                }
            }
        }
    }

    #[test]
    fn probe_steps_cross_the_direction_of_pending_presses() {
        let all = keys(false);
        let mut pending = PendingPresses::default();
        pending.push(Key::Down.into());
        for size in [Size::new(6, 10), Size::new(1, 2), Size::new(2, 1)] {
            for at in size.cells() {
                let (key, cell) = probe_step(&all, size, at, &pending).expect("there is one");
                assert_eq!(presses(&all, size, at, cell), [(key, 1)]);
                assert!(size.contains(cell));
                if size.cols > 1 {
                    assert!(matches!(key, Key::Left | Key::Right));
                } else if at.row > 0 {
                    assert_eq!(key, Key::Up);
                }
            }
        }
        let single = probe_step(&all, Size::new(1, 1), Cell::new(0, 0), &pending);
        assert_eq!(single, None);
    }
}
