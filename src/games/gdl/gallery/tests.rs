//! Every pattern of the gallery: its rules are generated, solved and read off a screen.

use testkit_game::{answer, keyed};

use super::*;
use crate::Gdl;
use crate::board::GRID;
use crate::game::{
    BoardReading, Cell, FieldChoices, Game as _, Outcome, Reading, Side, SolveRequest,
};

fn make_level(id: &str, answers: &Answers) -> LevelRef {
    let result = PatternGallery.build(id, answers);
    result.unwrap_or_else(|error| panic!("{id} {answers:?}: {error}"))
}

/// Answers for another board: the next possible size, and the last of all choices.
fn other_board(pattern: &RulePattern) -> Answers {
    let choice = |field: &Field| match field.choices {
        FieldChoices::OneOf(values) => Some((field.key.to_owned(), (*values.last()?).to_owned())),
        _ => None,
    };
    let choices: Answers = pattern.questions.iter().filter_map(choice).collect();
    let default = |key: &str| -> usize {
        let field = pattern.questions.iter().find(|field| field.key == key);
        let number = field.and_then(|field| field.default.parse().ok());
        number.expect("is a number")
    };
    let (rows, columns) = (default(RulePattern::ROWS), default(RulePattern::COLUMNS));
    let sizes = (1..rows)
        .flat_map(|less| [columns, columns.saturating_sub(less)].map(|own| (rows - less, own)));
    for (rows, columns) in sizes {
        let size = Size::new(pattern.side(rows), pattern.side(columns));
        if let Ok(answers) = PatternGallery.for_size(pattern.id, &choices, size)
            && PatternGallery.build(pattern.id, &answers).is_ok()
        {
            return answers;
        }
    }
    panic!("{} has one size only", pattern.id);
}

fn displayed(level: &dyn Level, size: Size) -> Vec<String> {
    let start = level.start();
    size.cells()
        .map(|cell: Cell| start.style(GRID, cell).value.into_owned())
        .collect()
}

fn solution_length(level: &dyn Level) -> usize {
    let mut request = SolveRequest::new(level);
    request.first = true;
    match &answer(Gdl.solvers()[0], &request).outcome {
        Outcome::Solved(solution) => solution.plan.moves().len(),
        other => panic!("{}: {other:?}", level.meta().title),
    }
}

fn clue_reading(level: &dyn Level, side: Side, size: Size) -> BoardReading {
    let text = level.to_text();
    let numbers = |line: usize| {
        let clue = |index: usize| {
            let start = format!("(clue {} {line} {index} ", side.id());
            let (_, rest) = text.split_once(&start)?;
            rest.split_once(')').map(|(number, _)| number)
        };
        let list: Vec<&str> = (1..).map_while(clue).collect();
        match list.is_empty() {
            true => ".".to_owned(),
            false => list.join(" "),
        }
    };
    let lines = match side.is_for_rows() {
        true => size.rows,
        false => size.cols,
    };
    let lists: Vec<String> = (1..=lines).map(numbers).collect();
    margin(side, &lists.iter().map(String::as_str).collect::<Vec<_>>())
}

fn margin(side: Side, lists: &[&str]) -> BoardReading {
    let size = match side.is_for_rows() {
        true => Size::new(lists.len(), 1),
        false => Size::new(1, lists.len()),
    };
    BoardReading::certain(side.id(), size, lists).expect("fits")
}

fn level_of(boards: Vec<BoardReading>, id: &str, answers: &Answers) -> Result<LevelRef, String> {
    let reading = Reading {
        boards,
        base: Some(make_level(id, answers).to_text().into()),
        ..Reading::default()
    };
    let level = Gdl.level_from_reading(&reading);
    level.map_err(|error| format!("{id}: {error}"))
}

fn moves(level: &dyn Level) -> Vec<String> {
    let moves = level.start().legal_moves(1_000);
    let mut moves: Vec<String> = moves.iter().map(|mv| mv.as_str().to_owned()).collect();
    moves.sort_unstable();
    moves
}

#[test]
fn every_pattern_is_read_and_solved_in_two_sizes() {
    for (id, file) in pattern_files() {
        let file = file.unwrap_or_else(|error| panic!("{id}: {error}"));
        for answers in [Answers::new(), other_board(&file.pattern)] {
            let level = make_level(&id, &answers);
            assert_eq!(level.complaints(), [], "{id}");
            let board = level.screen_board().expect("has a board");
            let size = board.size.expect("has a size");
            let values = displayed(level.as_ref(), size);
            for value in &values {
                let known = board.values.iter().any(|(token, _)| token == value);
                assert!(known, "{id} shows ‘{value}’: {}", level.to_text());
            }
            assert!(solution_length(level.as_ref()) > 0, "{id}");
            // The profile's rules may be for another size than the screen shows.
            let mut base = answers.clone();
            let questions = &file.pattern.questions;
            let is_word = |field: &&Field| matches!(field.choices, FieldChoices::OneOf(_));
            base.retain(|key, _| questions.iter().filter(is_word).any(|it| it.key == key));
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            let mut boards = vec![BoardReading::certain(GRID, size, &values).expect("fits")];
            let clues = board.clues.iter();
            boards.extend(clues.map(|side| clue_reading(level.as_ref(), *side, size)));
            let read = level_of(boards, &id, &base).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(displayed(read.as_ref(), size), values, "{id}");
            assert_eq!(moves(read.as_ref()), moves(level.as_ref()), "{id}");
        }
    }
}

#[test]
fn a_misspelt_key_is_refused_with_its_line_and_the_known_ones() {
    for line in ["bord-look: x=X", "vale x: an x"] {
        let text = format!("; pattern: X\n; {line}\n\n(role r)");
        let error = file::read("x", text.leak()).err().expect("is refused");
        let key = line.split(':').next().expect("has one");
        let start = format!("line 2: unknown key ‘{key}’");
        assert!(
            error.starts_with(&start) && error.contains("board-look"),
            "{error}"
        );
    }
}

#[test]
fn invalid_answers_are_refused() {
    for (id, key, answer, part) in [
        ("chess", "rows", "3", "sliding-tiles"),
        ("sliding-tiles", "gap", "left", "first"),
        ("sliding-tiles", "rows", "1", "2 to 6"),
        ("sliding-tiles", "colours", "4", "gap"),
        ("numbers", "rows", "8", "square"),
        ("atoms", "molecule", "a b", "spaces"),
        ("atoms", "molecule", "A-B", "lowercase letters"),
        ("atoms", "molecule", "./ab+", "at least one atom"),
        ("atoms", "columns", "3", "more columns"),
    ] {
        let result = PatternGallery.build(id, &keyed(&[(key, answer)])).err();
        let error = result.expect("is refused").to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn a_level_keeps_its_pattern_and_its_answers() {
    let level = make_level("sliding-tiles", &keyed(&[("rows", "3"), ("gap", "first")]));
    let again = Gdl.parse_text(&level.to_text()).expect("is a level");
    let origin = PatternGallery.origin(again.as_ref());
    let (pattern, answers) = origin.expect("is of a pattern");
    assert_eq!(pattern.id, "sliding-tiles");
    let complete = [("rows", "3"), ("columns", "4"), ("gap", "first")];
    assert_eq!(answers, keyed(&complete));
    assert!(PatternGallery.origin(Gdl.blank(None).as_ref()).is_none());
}

/// Level of a pattern, read off a board with values given row by row, and clue numbers.
fn read(id: &str, answers: &[(&str, &str)], rows: &str, clues: &[(Side, &str)]) -> LevelRef {
    let values: Vec<&str> = rows.split([' ', '|']).collect();
    let count = rows.split('|').count();
    let size = Size::new(count, values.len() / count);
    let mut boards = vec![BoardReading::certain(GRID, size, &values).expect("fits")];
    let clues = clues.iter();
    boards.extend(clues.map(|(side, list)| margin(*side, &list.split(' ').collect::<Vec<_>>())));
    level_of(boards, id, &keyed(answers)).expect("is a level")
}

fn length(id: &str, answers: &[(&str, &str)], rows: &str) -> usize {
    solution_length(read(id, answers, rows, &[]).as_ref())
}

fn is_unsolvable(level: &LevelRef) -> bool {
    let request = SolveRequest::new(level.as_ref());
    let outcome = answer(Gdl.solvers()[0], &request).outcome;
    matches!(outcome, Outcome::Unsolvable(_))
}

#[test]
fn lines_are_found_that_do_not_bite_their_own_tails() {
    let rows = ". . . . . . . end1|. . . . . . . .|. . end5 end2 end3 end4 . .|. end4 . . . . . .\
        |. end5 . . . . . .|. . . . . end3 . .|end1 end2 . . . . . .|. . . . . . . .";
    assert_eq!(length("paths", &[("colours", "5")], rows), 59);
}

/// A ring with a separate pipe has no leak.
#[test]
fn pipes_hang_together_in_the_end() {
    assert!(is_unsolvable(&read("pipes", &[], "rd dl d|ur ul u", &[])));
    assert_eq!(length("pipes", &[], "u u u|ur url ul"), 3);
}

/// Arrows at two rows and two of three columns suffice.
#[test]
fn sliding_pipes_leave_the_middle_where_it_is() {
    let level = read("sliding-pipes", &[], "dl ul rl|r url d|udl r r", &[]);
    let moves = moves(level.as_ref());
    assert_eq!(moves.len(), 8, "{moves:?}");
    assert!(!moves.iter().any(|mv| mv.contains('2')), "{moves:?}");
    assert_eq!(solution_length(level.as_ref()), 5);
}

/// Not every region shows its number at first.
#[test]
fn regions_are_as_large_as_their_numbers() {
    let rows = "5 . . . 2|. . 3 5 .|4 4 . . .|4 . 3 3 .";
    assert_eq!(length("fill-regions", &[], rows), 11);
    let merged = read("fill-regions", &[], "3 . 3|. 1 .|3 . .", &[]);
    assert!(is_unsolvable(&merged));
}

/// Three trees and three tents, each next to another: only two of the tents can have trees of their own.
#[test]
fn each_tent_has_a_tree_of_its_own() {
    let trees = ". tree . . tree . tree|. . . . . . .";
    let with = |right, bottom| {
        let clues = [(Side::Right, right), (Side::Bottom, bottom)];
        read("tents", &[], trees, &clues)
    };
    assert!(is_unsolvable(&with("3 0", "1 0 1 0 0 1 0")));
    let own = with("2 1", "1 0 0 1 0 0 1");
    assert_eq!(solution_length(own.as_ref()), 3);
}

/// Some moves change nothing on the example board, as every piece of their kind is turned that way there.
#[test]
fn screen_offers_moves_of_other_boards() {
    let board = make_level("pipes", &Answers::default()).screen_board();
    let actions = board.expect("has a board").actions;
    let shapes = "u r d l ud rl ur rd dl ul urd rdl udl url";
    for shape in shapes.split(' ') {
        let turn = format!("turn {shape}");
        assert!(actions.contains(&turn), "{turn}: {actions:?}");
    }
}

/// A number is missing where the gap is in the end.
#[test]
fn gap_ends_where_the_number_is_missing() {
    let answers = [("rows", "3"), ("columns", "3"), ("gap", "missing")];
    for rows in [
        "2 gap 3|4 5 6|7 8 9",
        "1 gap 2|4 5 6|7 8 9",
        "1 2 3|4 5 6|7 gap 8",
    ] {
        assert_eq!(length("sliding-tiles", &answers, rows), 1);
    }
}

/// A smaller molecule does not solve a board where another one needs all atoms.
#[test]
fn the_molecule_that_is_meant_has_as_many_atoms_as_the_board() {
    for (molecule, top) in [
        ("ab", "a . . b"),
        ("ab+abc", "a b . c"),
        ("abc+ab", "a . . b"),
    ] {
        let rows = format!("{top}|. . . .|. . . .");
        assert_eq!(length("atoms", &[("molecule", molecule)], &rows), 1);
    }
}

#[test]
fn box_size_follows_the_board_size() {
    let read = |rows: usize, answers: &[(&str, &str)]| {
        let board = BoardReading::certain(GRID, Size::new(rows, rows), &vec!["."; rows * rows]);
        let level = level_of(vec![board.expect("fits")], "numbers", &keyed(answers))?;
        let origin = PatternGallery.origin(level.as_ref());
        let (_, answers) = origin.expect("is of a pattern");
        Ok::<_, String>(answers["box"].clone())
    };
    let small = [("rows", "4"), ("columns", "4"), ("box", "2")];
    assert_eq!(read(9, &small).as_deref(), Ok("3"));
    assert_eq!(read(4, &[]).as_deref(), Ok("2"));
    assert_eq!(read(6, &[("box", "1")]).as_deref(), Ok("1"));
    let two_by_three = [("rows", "6"), ("columns", "6"), ("box", "2")];
    for (rows, answers) in [(6, &small[..]), (4, &two_by_three[..])] {
        let error = read(rows, answers).expect_err("may have boxes of any shape");
        let shown = format!("the screen shows {rows}×{rows}");
        let parts = [&shown, "boards with square boxes"];
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    }
    let board = make_level("numbers", &keyed(&small)).screen_board();
    let board = board.expect("has a board");
    assert_eq!(board.further, ["5", "6", "7", "8", "9", "10", "11", "12"]);
}
