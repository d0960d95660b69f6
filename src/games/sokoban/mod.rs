//! *Sokoban* (Hiroyuki Imabayashi, 1981): a pusher in a warehouse brings all boxes to goals. The worked example of
//! `docs/adding-a-game.md`.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use planwright_art as art;
use planwright_game as game;

mod board;
mod crossing;
mod deadlocks;
mod floor;
mod generate;
mod order;
mod packing;
mod play;
mod portfolio;
mod run;
mod slc;
mod solver;
mod space;
#[cfg(test)]
mod tests;
mod unpacking;
mod warehouse;
mod windows;
mod xsb;

use planwright_stage::Stage;
use planwright_stage::drawing::Colour;
use planwright_stage::squares::{self, Squares};

use crate::game::cells::{ActorSpec, CellTable, ValueBoard, ValueSpec};
use crate::game::search::{BreadthFirst, Budget, NoProgress};
use crate::game::typed::{GameRow, OtherText, Puzzle};
use crate::game::{
    Art, Cell, CellValue, Game, GameInfo, PracticeKey, Size, SolveRequest, Solver, SolverInfo,
    THREADS, Tone, solve, words,
};

pub static SOKOBAN: GameRow<Sokoban> = GameRow {
    other_text: Some(OtherText {
        sniffs: |source| slc::is_slc(source) || xsb::is_xsb(source),
        parse: |source| match slc::is_slc(source) {
            true => slc::read(source),
            false => xsb::read(source),
        },
    }),
    generator: Some(&generate::PullGenerator),
    practice: Some(Stage::<squares::SquaresGame<Screen>>::boxed),
    ..GameRow::new(SOLVERS)
};

#[derive(Clone, Debug, PartialEq)]
pub struct Sokoban;

/// Board of a level or position.
type BoxBoard = ValueBoard<Sokoban>;

const FLOOR: CellValue = 0;
const WALL: CellValue = 1;
const GOAL: CellValue = 2;
/// Signs of the pieces, which lie on floor or goals.
const BOX: char = '$';
const PUSHER: char = '@';

const ON_GOAL: Art = Art::background(Tone::Empty).fixed(art::GOAL);

impl CellTable for Sokoban {
    const VALUES: &'static [ValueSpec] = &[
        ValueSpec::new(" ", "floor", Tone::Empty)
            .drawn(Art::background(Tone::Empty))
            .aliases("-_")
            .key('-'),
        ValueSpec::new("#", "wall", Tone::Wall)
            .drawn(Art::background(Tone::Wall).fixed(art::BRICKS))
            .key('#'),
        ValueSpec::new(".", "goal", Tone::Palette(1))
            .drawn(ON_GOAL)
            .aliases("o")
            .glyph("o")
            .key('.'),
        ValueSpec::new("$", "box", Tone::Palette(4))
            .drawn(Art::background(Tone::Empty).piece(art::CRATE))
            .piece(BOX, FLOOR)
            .aliases("b")
            .key('$'),
        ValueSpec::new("*", "box on goal", Tone::Palette(2))
            .drawn(ON_GOAL.piece(art::CRATE_DONE))
            .piece(BOX, GOAL)
            .aliases("B")
            .key('*'),
        ValueSpec::new("@", "pusher", Tone::Palette(3))
            .drawn(Art::background(Tone::Empty).piece(art::KEEPER))
            .piece(PUSHER, FLOOR)
            .aliases("p")
            .key('@'),
        ValueSpec::new("+", "pusher on goal", Tone::Palette(5))
            .drawn(ON_GOAL.piece(art::KEEPER))
            .piece(PUSHER, GOAL)
            .aliases("P")
            .key('+'),
    ];
    const TITLE: &'static str = "Warehouse";
    const ID: &'static str = "store";
    const DEFAULT_SIZE: Size = Size::new(8, 8);
    const MAX_SIZE: Size = Size::new(100, 100);
    const ACTOR: Option<ActorSpec> = Some(ActorSpec {
        name: "Pusher",
        key: 'm',
        piece: PUSHER,
    });
    const RUNS: bool = true;

    /// Returns why a level cannot be played: it lacks exactly one pusher, or has too few goals.
    fn unplayable(level: &BoxBoard) -> Option<String> {
        let [boxes, goals] = boxes_and_goals(level);
        match level.pieces(PUSHER).count() {
            1 if boxes <= goals => None,
            1 => {
                let boxes = words::count(boxes, "boxes");
                Some(match goals {
                    0 => format!("the level has {boxes}, but no goal"),
                    _ => format!(
                        "the level has {boxes}, but only {}",
                        words::count(goals, "goals")
                    ),
                })
            }
            0 => Some("the level has no pusher".to_owned()),
            pushers => Some(format!("the level has {pushers} pushers instead of one")),
        }
    }

    fn warnings(level: &BoxBoard) -> Vec<(Cell, String)> {
        let warning = "the warehouse is open here, so the rim of the board counts as a wall";
        let opening = opening(level).into_iter();
        opening.map(|cell| (cell, warning.to_owned())).collect()
    }
}

impl Puzzle for Sokoban {
    type Level = BoxBoard;
    type Position = play::SokobanPosition;

    const INFO: &'static GameInfo = &GameInfo {
        id: "sokoban",
        title: "Sokoban",
        summary: "Push all boxes to goals.",
        rules: "The pusher walks up, down, left and right over floor and goals, and pushes a box in the \
            way if the cell behind it is free. Boxes cannot be pulled, and only one can be pushed at a \
            time. The level is solved when every box is on a goal.",
        cost_unit: "pushes",
        level_board: Self::ID,
        move_noun: "step",
        how: "Press an arrow key or click a cell",
        memoryless: true,
        ..GameInfo::DEFAULT
    };

    fn start(level: &Arc<BoxBoard>) -> play::SokobanPosition {
        play::SokobanPosition::new(BoxBoard::clone(level))
    }

    fn facts(level: &BoxBoard) -> Vec<(Cow<'static, str>, String)> {
        let [boxes, goals] = boxes_and_goals(level);
        vec![
            ("Boxes".into(), words::number(boxes)),
            ("Goals".into(), words::number(goals)),
        ]
    }
}

/// Sign of a cell that is no wall in XSB text.
pub fn sign(has_pusher: bool, has_box: bool, is_goal: bool) -> char {
    match (has_pusher, has_box, is_goal) {
        (true, _, false) => '@',
        (true, _, true) => '+',
        (_, true, false) => '$',
        (_, true, true) => '*',
        (_, _, true) => '.',
        _ => ' ',
    }
}

/// Longest time of [`steps`]. Then the searches of the game itself begin.
const MAX_TIME: Duration = Duration::from_secs(30);

/// Steps (`u`, `d`, `l`, `r`) of some plan for a level in XSB text, if found in half of the time left and [`MAX_TIME`]:
/// for games that are Sokoban under another name.
pub fn steps(text: &str, threads: usize, budget: &Budget) -> Option<String> {
    let level = SOKOBAN.parse_text(text).ok()?;
    let mut request = SolveRequest {
        first: true,
        ..SolveRequest::new(level.as_ref())
    };
    let threads = threads.to_string();
    request.options.insert(THREADS.key.to_owned(), threads);
    let time = budget.time_left().unwrap_or(MAX_TIME * 2) / 2;
    let budget = budget.at_most(time.min(MAX_TIME));
    let report = solve(&solver::AUTO, &request, &budget, &NoProgress).ok()?;
    let moves = report.outcome.solution()?.plan.moves();
    let steps = moves.iter().map(|mv| mv.as_str().to_ascii_lowercase());
    Some(steps.collect())
}

fn boxes_and_goals(level: &BoxBoard) -> [usize; 2] {
    let is_goal = |cell: &Cell| level.floor(*cell) == Some(GOAL);
    let goals = level.size().cells().filter(is_goal);
    [level.pieces(BOX).count(), goals.count()]
}

/// The first cell at the rim of the board that the pusher could walk to if there were no boxes.
fn opening(level: &BoxBoard) -> Option<Cell> {
    let size = level.size();
    let is_open = |cell: Cell| level.get(cell).is_some_and(|value| value != WALL);
    let inside = size.flood(level.pieces(PUSHER).next()?, is_open);
    let at_rim = |cell: &Cell| {
        [0, size.rows - 1].contains(&cell.row) || [0, size.cols - 1].contains(&cell.col)
    };
    inside.into_iter().filter(at_rim).min()
}

static SOLVERS: &[&dyn Solver] = &[&solver::AUTO, &solver::FEWEST, &REFERENCE];

static REFERENCE: BreadthFirst = BreadthFirst {
    info: &SolverInfo {
        method: "Explores all positions by number of pushes, step by step, using only the rules.",
        ..BreadthFirst::info("pushes")
    },
    // Steps are free; a capital is a push.
    cost: |mv| mv.as_str().starts_with(char::is_uppercase).into(),
};

struct Screen;

impl Squares for Screen {
    const GAME: &'static dyn Game = &SOKOBAN;
    const LEVELS: &'static str = planwright_stage::shipped!(
        "01-first-push",
        "02-round-the-pillar",
        "03-two-rooms",
        "04-side-door",
        "05-two-rows-of-three",
    );
    const COLOURS: &'static [(&'static str, Colour)] = &[
        (" ", [0x3C, 0x42, 0x4A]),
        ("#", [0x8A, 0x8F, 0x94]),
        (".", [0x4F, 0xC3, 0xF7]),
        ("$", [0xB0, 0x70, 0x30]),
        ("*", [0x58, 0xA8, 0x5C]),
        ("@", [0xF2, 0xC1, 0x4E]),
        ("+", [0xE0, 0x60, 0x80]),
    ];

    fn key(key: PracticeKey) -> Option<&'static str> {
        match key {
            PracticeKey::Up => Some("u"),
            PracticeKey::Right => Some("r"),
            PracticeKey::Down => Some("d"),
            PracticeKey::Left => Some("l"),
            _ => None,
        }
    }
}
