//! *Logo: Part 1* (ZX Spectrum, Poland 1990).
//!
//! Stamping an empty cell makes it 1 and adds 1 to each orthogonal neighbour that is not empty; 4 wraps to 1. A cell
//! can be stamped once. The target must be reached exactly, at its place. Rules: play of the original, as recorded
//! with the published bot for it.

use std::borrow::Cow;
use std::sync::Arc;

use planwright_game as game;
use planwright_game::search;

mod art;
pub mod generate;
mod level;
mod position;
mod practice;
mod solvers;
mod why;

pub use level::{LogoLevel, MAX_SIDE, Target, level};
pub use practice::levels as practice_levels;

use planwright_stage::Stage;

use crate::game::cells::Board;
use crate::game::typed::{OtherText, Puzzle, Row};
use crate::game::{GameInfo, words};

/// The registry row.
pub static LOGO: Row<Logo> = Row {
    other_text: Some(OtherText {
        sniffs: level::is_headerless,
        read: |source| vec![level::read_headerless(source).map(Into::into)],
    }),
    generator: Some(&generate::ByFamilies),
    reason: Some(why::reason),
    practice: Some(Stage::<practice::LogoShow>::boxed),
    ..Row::new(solvers::ALL)
};

/// The types of the game.
#[derive(Debug)]
pub struct Logo;

impl Puzzle for Logo {
    type Level = Board<Self>;
    type Position = position::LogoPosition;

    const INFO: &'static GameInfo = &GameInfo {
        id: "logo",
        title: "Logo: Part 1",
        summary: "Stamp cells until the board shows the target.",
        rules: "Stamping an empty cell sets it to 1 and adds 1 to each of its four neighbours that is \
            not empty; 4 wraps to 1. Each cell can be stamped once. At the end, the board must equal the target.",
        cost_unit: "stamps",
        level_board: "target",
        move_noun: "stamp",
        ..GameInfo::USUAL
    };

    fn start(target: &Arc<Board<Self>>) -> position::LogoPosition {
        position::LogoPosition::start(level::numbers(target).into())
    }

    fn facts(target: &Board<Self>) -> Vec<(Cow<'static, str>, String)> {
        let count = |value| target.with(value).count();
        let numbers: Vec<_> = (1..=4)
            .map(|value| format!("{} × {value}", words::number(count(value))))
            .collect();
        let stamps = target.size().area() - count(0);
        vec![
            ("Stamps".into(), words::number(stamps)),
            ("Numbers".into(), numbers.join(", ")),
        ]
    }
}
