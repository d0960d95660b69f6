//! Puzlogic: pieces with numbers go into the empty cells of a board, no number twice in a row or column, and the
//! sums at the border hold.

use std::borrow::Cow;
use std::sync::Arc;

use planwright_game as game;
use planwright_game::search;

mod explain;
mod generate;
mod level;
mod position;
mod practice;
mod published;
mod puzzle;
mod reading;
mod solvers;
mod text;

pub use puzzle::{CellKind, GridLine, LineSum, MAX_NUMBER, MAX_SIDE, SumPuzzle};

use planwright_stage::Stage;

use crate::game::typed::{self, FromScreen, GameRow, OtherText, TypedLevel};
use crate::game::{GameInfo, Solver, is_literal, words};

pub static PUZLOGIC: GameRow<Puzlogic> = GameRow {
    other_text: Some(OtherText {
        sniffs: published::is_published,
        parse: |source| vec![published::read(source).map(Into::into)],
    }),
    meant_as_other: Some(is_literal),
    generator: Some(&generate::PuzlogicGenerator),
    explainer: Some(&explain::Explain),
    practice: Some(Stage::<practice::PuzlogicShow>::boxed),
    screen: Some(FromScreen {
        boards: reading::BOARDS,
        level: reading::level,
        moves: Some(reading::moves),
    }),
    ..GameRow::new(SOLVERS)
};

static SOLVERS: &[&dyn Solver] = &[&solvers::Propagate, &explain::Explain, &solvers::BruteForce];

#[derive(Debug)]
pub struct Puzlogic;

pub type PuzlogicLevel = TypedLevel<Puzlogic>;

impl typed::Puzzle for Puzlogic {
    type Level = SumPuzzle;
    type Position = position::PuzlogicPosition;

    const INFO: &'static GameInfo = &GameInfo {
        id: "puzlogic",
        title: "Puzlogic",
        summary: "Put all pieces into the empty cells: no number twice in a line, and every sum met.",
        rules: "Every piece goes into an empty cell, and every empty cell gets one. No number may \
            repeat in a row or column; gaps do not split a line. If a line has a sum, its numbers must \
            add up to it; a sum in brackets counts only the placed pieces. Drag a piece to its cell, or \
            type its digit there.",
        cost_unit: "pieces",
        level_board: puzzle::BOARD,
        move_noun: "piece",
        how: "Drag a piece, or type its number",
        ..GameInfo::DEFAULT
    };

    const FULL_HEADER: bool = true;

    fn start(puzzle: &Arc<SumPuzzle>) -> position::PuzlogicPosition {
        position::PuzlogicPosition::start(Arc::clone(puzzle))
    }

    fn facts(puzzle: &SumPuzzle) -> Vec<(Cow<'static, str>, String)> {
        let cells = puzzle.empty_cells().count();
        vec![
            ("Empty cells".into(), words::number(cells)),
            ("Pieces".into(), words::number(puzzle.pieces.len())),
            ("Sums".into(), words::number(puzzle.sums.len())),
        ]
    }
}
