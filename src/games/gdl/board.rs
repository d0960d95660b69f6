//! How a state is shown: its facts as a list, facts about places on a grid, and the legal moves as a
//! list to click on.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::game::{BoardInfo, Cell, CellLook, Size, Tone};

use super::INFO;

/// Id of the grid.
pub(super) const GRID: &str = "grid";
/// Id of the list of moves.
pub(super) const MOVES: &str = "moves";

/// Longest side of a grid.
const MOST: u32 = 40;

/// Names whose facts lie on the grid, with the arguments that are row and column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Layout {
    places: FxHashMap<(String, usize), (usize, usize)>,
    first: (u32, u32),
    size: Option<Size>,
}

/// Name and arguments of a fact without inner parentheses.
fn words(fact: &str) -> Option<(&str, Vec<&str>)> {
    let inner = fact.strip_prefix('(')?.strip_suffix(')')?;
    if inner.contains('(') {
        return None;
    }
    let mut words = inner.split(' ');
    Some((words.next()?, words.collect()))
}

impl Layout {
    /// The grid for all facts that can hold: those with two arguments that are always numbers.
    pub fn new<'f>(facts: impl Iterator<Item = &'f str>) -> Self {
        let mut rows: FxHashMap<(String, usize), Vec<Vec<&str>>> = FxHashMap::default();
        for (name, args) in facts.filter_map(words) {
            rows.entry((name.to_owned(), args.len()))
                .or_default()
                .push(args);
        }
        let mut layout = Self::default();
        let (mut low, mut high) = ((u32::MAX, u32::MAX), (0, 0));
        for (key, rows) in rows {
            let number = |row: &[&str], at: usize| row[at].parse::<u32>().ok();
            let mut axes = (0..key.1).filter(|at| {
                let values: Option<BTreeSet<u32>> =
                    rows.iter().map(|row| number(row, *at)).collect();
                values.is_some_and(|values| values.len() > 1 && values.last() <= Some(&1000))
            });
            let (Some(row), Some(column)) = (axes.next(), axes.next()) else {
                continue;
            };
            for fact in &rows {
                let at = (
                    number(fact, row).unwrap_or(0),
                    number(fact, column).unwrap_or(0),
                );
                low = (low.0.min(at.0), low.1.min(at.1));
                high = (high.0.max(at.0), high.1.max(at.1));
            }
            layout.places.insert(key, (row, column));
        }
        if !layout.places.is_empty() {
            let sides = (high.0 - low.0 + 1, high.1 - low.1 + 1);
            if sides.0 <= MOST && sides.1 <= MOST {
                layout.first = low;
                layout.size = Some(Size::new(sides.0 as usize, sides.1 as usize));
            }
        }
        layout
    }

    /// The cell a fact is about and what it says there.
    fn place<'f>(&self, fact: &'f str) -> Option<(Cell, String)> {
        let (name, args) = words(fact)?;
        let (row, column) = *self.places.get(&(name.to_owned(), args.len()))?;
        let at = |place: usize, first: u32| -> Option<usize> {
            Some((args[place].parse::<u32>().ok()?.checked_sub(first)?) as usize)
        };
        let cell = Cell::new(at(row, self.first.0)?, at(column, self.first.1)?);
        let rest: Vec<&'f str> = args
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != row && *at != column)
            .map(|(_, arg)| *arg)
            .collect();
        let says = if rest.is_empty() {
            name.to_owned()
        } else {
            rest.join(" ")
        };
        Some((cell, says))
    }

    /// How a cell of the grid looks where these facts hold.
    fn look(&self, facts: &[String], cell: Cell) -> CellLook {
        let here = facts.iter().filter_map(|fact| self.place(fact));
        let says: Vec<String> = here
            .filter(|(at, _)| *at == cell)
            .map(|(_, says)| says)
            .collect();
        if says.is_empty() {
            return CellLook::new(".", Tone::Empty, "nothing").glyph("");
        }
        let text = says.join(", ");
        // The same word has the same colour; the glyph tells words apart as well.
        let colour = text
            .bytes()
            .fold(7u8, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte));
        CellLook::new(text.clone(), Tone::Palette(colour), text)
    }
}

/// The list of facts as a board of one column.
pub(super) fn list(rows: usize) -> BoardInfo {
    column(INFO.level_board, "Facts", rows)
}

fn column(id: &'static str, title: &'static str, rows: usize) -> BoardInfo {
    BoardInfo {
        id,
        title,
        size: Size::new(rows.max(1), 1),
    }
}

/// All boards of a state.
pub(super) fn boards(layout: &Layout, facts: usize, moves: usize) -> Vec<BoardInfo> {
    let grid = layout.size.map(|size| BoardInfo {
        id: GRID,
        title: "Grid",
        size,
    });
    [Some(list(facts)), grid, Some(column(MOVES, "Moves", moves))]
        .into_iter()
        .flatten()
        .collect()
}

/// How a fact or move in a list looks.
pub(super) fn line(text: Option<&str>, over: bool) -> CellLook {
    match text {
        Some(text) => {
            let tone = if over { Tone::Wall } else { Tone::Empty };
            CellLook::new(text.to_owned(), tone, text.to_owned())
        }
        None => CellLook::new("", Tone::Hole, "nothing").glyph(""),
    }
}

/// How a cell of any board looks.
pub(super) fn look(
    layout: &Layout,
    (facts, moves, over): (&[String], &[String], bool),
    board: &str,
    cell: Cell,
) -> CellLook {
    let of = |list: &[String]| {
        let text = list.get(cell.row).filter(|_| cell.col == 0);
        line(text.map(String::as_str), over)
    };
    match board {
        GRID if layout
            .size
            .is_some_and(|size| cell.row < size.rows && cell.col < size.cols) =>
        {
            layout.look(facts, cell)
        }
        MOVES => of(moves),
        _ if board == INFO.level_board => of(facts),
        _ => line(None, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_about_places_lie_on_a_grid() {
        let facts = [
            "(cell 1 1 8)",
            "(cell 1 2 b)",
            "(cell 2 1 3)",
            "(cell 2 2 8)",
            "(step 4)",
            "done",
        ];
        let layout = Layout::new(facts.iter().copied());
        assert_eq!(layout.size, Some(Size::new(2, 2)));
        let held: Vec<String> = ["(cell 1 2 b)", "(step 4)", "done"]
            .map(str::to_owned)
            .into();
        let state = (held.as_slice(), [].as_slice(), false);
        assert_eq!(look(&layout, state, GRID, Cell::new(0, 1)).value, "b");
        assert_eq!(look(&layout, state, GRID, Cell::new(1, 1)).name, "nothing");
        assert_eq!(
            look(&layout, state, INFO.level_board, Cell::new(1, 0)).value,
            "(step 4)"
        );
        let none = Layout::new(["(on 1 left)", "(step 3)"].into_iter());
        assert_eq!(boards(&none, 2, 0).len(), 2);
    }
}
