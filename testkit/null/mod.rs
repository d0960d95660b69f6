//! The smallest whole game: the template to copy for a new one.
//!
//! Rules: a board of lamps, some lit. A move lights one lamp. Solved when all are lit. Hidden from
//! people; the shared tests run it like any other game.

use std::borrow::Cow;
use std::sync::Arc;

use planwright_art as art;
use planwright_game as game;

use crate::game::cells::{CellTable, ValueBoard, ValueSpec};
use crate::game::search::{BreadthFirst, Budget, Progress};
use crate::game::typed::{GameRow, Play, Puzzle, SolveTask};
use crate::game::{
    Answer, Art, BoardInfo, Cell, CellStyle, CellValue, GameInfo, Gesture, Intent, Move, Outcome,
    Plan, Size, Solution, SolveRequest, Solver, SolverInfo, StepInfo, Tone, words,
};

/// The registry row: what the game is able to do.
pub static NULL: GameRow<Null> = GameRow::new(SOLVERS);

/// The types of the game: its levels are boards of cells, its positions lamps.
#[derive(Clone, Debug, PartialEq)]
pub struct Null;

impl Puzzle for Null {
    type Level = ValueBoard<Null>;
    type Position = Lamps;

    const INFO: &'static GameInfo = &GameInfo {
        id: "null",
        title: "Null",
        summary: "Light every lamp of a board.",
        rules: "A move lights one lamp that is not lit yet. The level is solved when all are lit.",
        cost_unit: "moves",
        level_board: Self::ID,
        move_noun: "lamp",
        memoryless: true,
        ..GameInfo::DEFAULT
    };

    fn start(level: &Arc<ValueBoard<Null>>) -> Lamps {
        Lamps(ValueBoard::clone(level))
    }

    fn facts(level: &ValueBoard<Null>) -> Vec<(Cow<'static, str>, String)> {
        vec![(
            "Dark lamps".into(),
            words::number(level.cells_with(DARK).count()),
        )]
    }
}

// The values of the board, by their places in the table. Text, RON, palette and editing come from it.
const DARK: CellValue = 0;
const LIT: CellValue = 1;

impl CellTable for Null {
    const VALUES: &'static [ValueSpec] = &[
        ValueSpec::new(".", "dark", Tone::Level(0))
            .drawn(Art::background(Tone::Level(0)).fixed(art::LAMP))
            .key('.'),
        ValueSpec::new("#", "lit", Tone::Level(255))
            .drawn(Art::background(Tone::Level(0)).fixed(art::LAMP_LIT))
            .key('#'),
    ];
    const TITLE: &'static str = "Lamps";
    const ID: &'static str = "lamps";
    const DEFAULT_SIZE: Size = Size::new(2, 5);
    const MAX_SIZE: Size = Size::new(100, 1000);
}

/// A state of play: the board as it is now.
#[derive(Clone)]
pub struct Lamps(ValueBoard<Null>);

/// A move: which lamp is lit.
pub struct Light(Cell);

impl std::fmt::Display for Light {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.to_move())
    }
}

impl Play for Lamps {
    type Move = Light;

    const MOVE_SYNTAX: &'static str = "a move is the ‘row column’ of a lamp, both counted from 1";

    fn parse(text: &str) -> Option<Light> {
        Cell::from_move(text).map(Light)
    }

    fn make(&mut self, Light(lamp): &Light) -> Result<(), String> {
        match self.0.get(*lamp) {
            Some(DARK) => self.0.set(*lamp, LIT),
            Some(_) => return Err("it is already lit".to_owned()),
            None => return Err("there is no such lamp".to_owned()),
        }
        Ok(())
    }

    fn is_solved(&self) -> bool {
        self.0.cells_with(DARK).next().is_none()
    }

    fn moves(&self) -> impl Iterator<Item = Light> {
        self.0.cells_with(DARK).map(Light)
    }

    fn encode(&self) -> Vec<u8> {
        self.0.encode()
    }

    fn boards(&self) -> Vec<BoardInfo> {
        vec![self.0.info()]
    }

    fn style(&self, _board: &str, cell: Cell) -> CellStyle {
        self.0.style(cell)
    }

    fn interpret(&self, gesture: &Gesture) -> Option<Light> {
        match gesture {
            Gesture::Click { cell, .. } => Some(Light(*cell)),
            _ => None,
        }
    }

    fn describe(&self, Light(lamp): &Light) -> StepInfo {
        StepInfo {
            text: format!("Light the lamp at {lamp}"),
            board: Null::ID.into(),
            cells: vec![*lamp],
            ..StepInfo::default()
        }
    }

    fn intents(&self, Light(lamp): &Light) -> Vec<Intent> {
        vec![Intent::Act {
            board: Null::ID,
            cell: *lamp,
            action: "light".into(),
        }]
    }
}

/// Solvers, the default one first. Breadth-first search is the reference of any game.
static SOLVERS: &[&dyn Solver] = &[&Direct, &BREADTH_FIRST];

static BREADTH_FIRST: BreadthFirst = BreadthFirst {
    info: &BreadthFirst::info("moves"),
    cost: |_| 1,
};

/// Lights what is dark, row by row.
struct Direct;

const INFO: SolverInfo = SolverInfo {
    id: "direct",
    title: "Direct",
    good_for: "Recommended.",
    method: "Lights all dark lamps, row by row.",
    guarantee: "Always the shortest plan.",
    cost_unit: "moves",
    counts: false,
    ..SolverInfo::EXACT
};

impl Solver for Direct {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(&self, request: &SolveRequest<'_>, _budget: &Budget, progress: &Progress<'_>) -> Answer {
        let task = &SolveTask::<Null>::new(request, self.info().id)?;
        let moves = task.start.moves().map(|mv| Move::new(mv.to_string()));
        let plan = Plan(moves.collect());
        let cost = plan.0.len() as i64;
        progress.report("done", plan.0.len() as u64, Some(cost), Some(cost));
        Ok(Outcome::Solved(Solution::optimal(plan, cost)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, play};

    #[test]
    fn a_lamp_is_lit_once() {
        let level = NULL.parse_text("null\n\n..\n.#\n").expect("is a level");
        let mut moves = ["1 1", "2 1"].map(Move::new).to_vec();
        let position = play(level.as_ref(), &moves).expect("is legal");
        assert_eq!(
            (position.is_solved(), position.legal_moves(9).len()),
            (false, 1)
        );
        for (refused, why) in [
            ("2 2", "already lit"),
            ("3 1", "no such lamp"),
            ("x", "row column"),
        ] {
            moves.push(Move::new(refused));
            let error = play(level.as_ref(), &moves).err().expect("is refused");
            assert!(error.to_string().contains(why), "{error}");
            moves.pop();
        }
    }

    #[test]
    fn a_wrong_sign_is_told_at_its_place_in_ron_too() {
        let ron = "(\n    version: 1,\n    game: \"null\",\n    board: [\n        \"..\",\n        \
            \".x\",\n    ],\n)\n";
        let error = NULL.parse_ron(ron).expect_err("is broken");
        assert_eq!(
            (error.line, error.message.contains("character 2")),
            (6, true),
            "{error}"
        );
    }
}
