//! Blanks that are taken off can be put back.

use crate::game::{Game as _, Level, LevelRef, LostBlanks as _, Readings};
use crate::tests::all_shipped;
use crate::{ROBOS_ESCAPE, text};

use super::Rows;

/// The texts of the shipped levels, which are reconstructions to ten columns.
fn shipped() -> Vec<String> {
    let all = all_shipped().into_iter();
    all.map(|(_, text)| text).collect()
}

fn rows(level: &dyn Level) -> Vec<String> {
    let text = text::written(&level.to_text()).expect("is a board");
    text.rows.into_iter().map(|(_, row)| row).collect()
}

/// A row as a web page shows it.
fn shown(row: &str) -> String {
    row.split(' ')
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

fn readings(text: &str, width: usize, most: usize) -> Readings {
    Rows.readings(text, Some(width), most)
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A board as a web page shows it.
fn lost(board: &[String]) -> String {
    let rows: Vec<String> = board.iter().map(|row| shown(row)).collect();
    rows.join("\n")
}

#[test]
fn the_shipped_levels_have_as_many_readings_as_the_documentation_says() {
    let table = include_str!("../../../../docs/solvers/robos-escape.md");
    let (_, table) = table.split_once("| layouts that fit |").expect("is there");
    let said = table.lines().skip(2).map(|row| {
        let count = row.split('|').nth(2).unwrap_or_default();
        count.replace(' ', "").parse::<u128>().expect("is a number")
    });
    // Of the others some rows were published as they are.
    for (text, said) in shipped()[..8].iter().zip(said) {
        let level = ROBOS_ESCAPE.parse_text(text).expect("is a level");
        let board = rows(level.as_ref());
        let found = readings(&lost(&board), 10, 2000);
        assert_eq!(found.total, said, "{text}");
        assert_eq!(found.levels.len() as u128, found.total.min(2000));
        let same = |one: &&LevelRef| rows(one.as_ref()) == board;
        let there = found.levels.iter().filter(same).count();
        assert!(found.total > 2000 || there == 1, "{text}");
    }
}

#[test]
fn what_stands_in_line_comes_first() {
    for number in [0, 1, 5, 7] {
        let text = &shipped()[number];
        let board = rows(ROBOS_ESCAPE.parse_text(text).expect("is a level").as_ref());
        let first = &readings(&lost(&board), 10, 1).levels[0];
        assert_eq!(rows(first.as_ref()), board);
    }
}

#[test]
fn readings_come_in_order_and_once() {
    let found = readings("XXXXXXX\nX C O X\nX\nX S X\nXXXXXXX\n", 7, 100);
    // Nothing is missing in row 2; row 3 is floor beside its wall, on either side; S has three places.
    let third: Vec<String> = found
        .levels
        .iter()
        .map(|one| rows(one.as_ref())[3].clone())
        .collect();
    assert_eq!(third[0], "X  S  X");
    for place in ["X  S  X", "X S   X", "X   S X"] {
        let there = third.iter().filter(|row| *row == place).count();
        assert_eq!(3 * there as u128, found.total);
    }
}

#[test]
fn ends_that_are_no_walls_may_have_lost_blanks() {
    let found = readings("S C\nE\n", 4, 100);
    // Three places for one blank in the first row, four for E.
    assert_eq!(found.total, 12);
    let whole = Rows.readings("XXXX\nX X\nX X\nXXXX", None, 9);
    let whole = whole.expect("is a board");
    assert_eq!((whole.total, whole.width), (1, 4));
}

#[test]
fn what_is_wrong_is_told_at_its_place() {
    let wrong = |text: &str, width| Rows.readings(text, Some(width), 9).expect_err("is wrong");
    let error = wrong("robos-escape\n\nXXXX\nX S E X\nXXXX\n", 5);
    assert_eq!((error.line, error.message.contains("7 squares")), (4, true));
    assert_eq!(wrong("XXXX\nX ? X\n", 6).line, 2);
    let many = wrong("XXXX\nX C C C C C C C X\nXXXX\n", 40);
    assert!(many.message.contains("possible readings"), "{many}");
    assert!(wrong("XXXX\nX X\n", 51).message.contains("1 to 50"));
}

#[test]
fn a_short_board_is_noticed() {
    let seems = |text: &str| {
        let level = ROBOS_ESCAPE.parse_text(text).expect("is a level");
        Rows.seem_lost(level.as_ref())
    };
    assert!(seems("robos-escape\n\nXXXXX\nX S X\nX EX\nXXXXX\n"));
    assert!(!seems("robos-escape\n\nXXXXX\nX S X\nX E X\nXXXXX\n"));
    // Rows may well end with floor.
    assert!(!seems("robos-escape\n\nXXX\nS\nE\n"));
}
