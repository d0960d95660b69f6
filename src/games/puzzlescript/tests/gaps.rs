//! Compares gaps in patterns with a plain implementation of the original's search, on boards of any size.

use proptest::prelude::*;

use super::*;

/// Sign that a cell requires, and the sign it becomes; `_` for none.
type CellSpec = (char, char);

/// A row of a rule: its parts between gaps.
type RowRule = Vec<Vec<CellSpec>>;

/// A board as rows of signs.
type SignRows = Vec<Vec<char>>;

const DIRECTIONS: [(&str, (isize, isize)); 4] = [
    ("up", (-1, 0)),
    ("down", (1, 0)),
    ("left", (0, -1)),
    ("right", (0, 1)),
];

fn joined(rows: &SignRows) -> String {
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    rows.join("/")
}

/// One side of a rule, as written.
fn side(rule: &[RowRule], sign: fn(CellSpec) -> char) -> String {
    let cell = |cell: &CellSpec| match sign(*cell) {
        '*' => "Crate",
        'g' => "Gem",
        'f' => "Fire",
        _ => "",
    };
    let row = |row: &RowRule| {
        let parts = row.iter().map(|part| {
            let cells: Vec<&str> = part.iter().map(cell).collect();
            cells.join(" | ")
        });
        format!("[ {} ]", parts.collect::<Vec<_>>().join(" | ... | "))
    };
    rule.iter().map(row).collect::<Vec<_>>().join(" ")
}

/// Cells of a row from a start cell, with these gap widths, if they are on the board.
fn cells_of(
    row: &RowRule,
    start: (usize, usize),
    step: (isize, isize),
    gaps: &[usize],
    size: (usize, usize),
) -> Option<Vec<(usize, usize)>> {
    let mut cells = Vec::new();
    let mut at = 0;
    for (part, gap) in row.iter().zip(std::iter::once(&0).chain(gaps)) {
        at += gap;
        for _ in part {
            let row = start.0.checked_add_signed(step.0 * at as isize)?;
            let col = start.1.checked_add_signed(step.1 * at as isize)?;
            cells.push((row, col));
            at += 1;
        }
    }
    let mut all = cells.iter();
    let inside = all.all(|(row, col)| *row < size.0 && *col < size.1);
    inside.then_some(cells)
}

fn fits(board: &SignRows, row: &RowRule, cells: &[(usize, usize)]) -> bool {
    let required = row.iter().flatten().map(|(from, _)| *from);
    let mut pairs = required.zip(cells);
    pairs.all(|(from, (row, col))| from == '_' || board[*row][*col] == from)
}

/// All matches of a row, in the original's order: along lines in the rule's direction, narrow gaps first.
fn find_matches(board: &SignRows, row: &RowRule, step: (isize, isize)) -> Vec<Vec<(usize, usize)>> {
    let size = (board.len(), board[0].len());
    let by_row = (0..size.0).flat_map(|row| (0..size.1).map(move |col| (row, col)));
    let mut starts: Vec<(usize, usize)> = by_row.collect();
    if step.0 != 0 {
        starts.sort_by_key(|(row, col)| (*col, *row));
    }
    let widest = size.0.max(size.1);
    let mut all = Vec::new();
    for start in starts {
        for first in 0..widest {
            let others = if row.len() > 2 { widest } else { 1 };
            for second in 0..others {
                let cells = cells_of(row, start, step, &[first, second][..row.len() - 1], size);
                all.extend(cells.filter(|cells| fits(board, row, cells)));
            }
        }
    }
    all
}

/// Applies a rule in one direction to all matches found before. Returns whether anything changed.
fn apply(board: &mut SignRows, rule: &[RowRule], step: (isize, isize)) -> bool {
    let matches = rule.iter().map(|row| find_matches(board, row, step));
    let matches: Vec<_> = matches.collect();
    let before = board.clone();
    for tuple in 0..matches.iter().map(Vec::len).product() {
        let mut rest: usize = tuple;
        let chosen = matches.iter().map(|list| {
            let place = &list[rest % list.len()];
            rest /= list.len();
            place
        });
        let chosen: Vec<_> = chosen.collect();
        let mut pairs = rule.iter().zip(&chosen);
        if !pairs.all(|(row, cells)| fits(board, row, cells)) {
            continue;
        }
        for (row, cells) in rule.iter().zip(chosen) {
            for ((from, to), (row, col)) in row.iter().flatten().zip(cells) {
                match (from, to) {
                    ('_', '_') => {}
                    (_, '_') => board[*row][*col] = '.',
                    (_, to) => board[*row][*col] = *to,
                }
            }
        }
    }
    *board != before
}

/// The board after a turn with one late rule.
fn expected(board: &SignRows, rule: &[RowRule], directions: &[(isize, isize)]) -> SignRows {
    let mut board = board.clone();
    for _ in 0..200 {
        let mut changed = false;
        for step in directions {
            changed |= apply(&mut board, rule, *step);
        }
        if !changed {
            break;
        }
    }
    board
}

fn boards() -> impl Strategy<Value = SignRows> {
    let size = prop_oneof![(1..=4_usize, 1..=4_usize), (1..=9_usize, 1..=9_usize)];
    size.prop_flat_map(|(rows, cols)| {
        let sign = prop::sample::select(vec!['.', '#', 'p', '*', 'g', 'f']);
        prop::collection::vec(prop::collection::vec(sign, cols), rows)
    })
}

fn row_rules() -> impl Strategy<Value = RowRule> {
    let sign = || prop::sample::select(vec!['_', '*', 'g', 'f']);
    let part = prop::collection::vec((sign(), sign()), 1..=3);
    prop::collection::vec(part, 2..=3)
}

/// Cells of rules as written, including gaps.
fn cells(objects: &'static str) -> impl Strategy<Value = &'static str> {
    let objects: Vec<&str> = objects.split(',').collect();
    prop_oneof![1 => Just("..."), 3 => prop::sample::select(objects)]
}

const LEFT: &str = ",Player,> Player,Crate,> Crate,Mark,no Solid,moving Solid,Either";
const RIGHT: &str = ",Player,> Player,Crate,> Crate,Mark,Gem";

proptest! {
    #[test]
    fn rules_with_gaps_apply_as_in_the_original(
        board in boards(),
        row in row_rules(),
        other in prop::option::of(row_rules()),
        direction in prop::option::of(0..4_usize),
    ) {
        // The combinations of two rows are the product of their matches.
        let few = board.len() * board[0].len() <= 12;
        let rule: Vec<RowRule> = std::iter::once(row).chain(other.filter(|_| few)).collect();
        let directions = direction.map_or(&DIRECTIONS[..], |index| &DIRECTIONS[index..=index]);
        let prefix = direction.map_or("", |index| DIRECTIONS[index].0);
        let (left, right) = (side(&rule, |cell| cell.0), side(&rule, |cell| cell.1));
        let written = format!("late {prefix} {left} -> {right}");
        let end = after("", &written, &joined(&board), "x");
        let steps: Vec<(isize, isize)> = directions.iter().map(|(_, step)| *step).collect();
        if !end.contains("no end") {
            prop_assert_eq!(end, joined(&expected(&board, &rule, &steps)), "{}", written);
        }
    }

    #[test]
    fn any_gaps_are_played_or_refused(
        board in boards(),
        shape in prop::collection::vec((cells(LEFT), cells(RIGHT), any::<bool>()), 1..=6),
        prefix in prop::sample::select(vec!["", "late", "rigid", "random", "right", "vertical"]),
        command in prop::sample::select(vec!["", "again", "restart", "cancel"]),
        option in prop::sample::select(vec!["", "run_rules_on_level_start"]),
    ) {
        let right = |(left, right, same): &(&'static str, &'static str, bool)| match left {
            &"..." if *same => "...",
            _ => *right,
        };
        let left: Vec<&str> = shape.iter().map(|(left, ..)| *left).collect();
        let right: Vec<&str> = shape.iter().map(right).collect();
        let rule = format!("{prefix} [ {} ] -> [ {} ] {command}", left.join(" | "), right.join(" | "));
        let text = text(option, &rule, "Some Player on Target", &joined(&board));
        if let Ok(level) = parse(&text) {
            let mut play = level.playthrough(None);
            for mv in play.moves("r d l u x R z").expect("are words") {
                // An endless move is refused.
                let _ = play.make(&mv);
            }
            level.start().legal_moves(1);
        }
    }
}
