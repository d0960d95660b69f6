//! *Logo: Part 1* (ZX Spectrum, Poland 1990).
//!
//! Stamping an empty cell makes it 1 and adds 1 to each orthogonal neighbour that is not empty; 4 wraps to 1. A cell
//! can be stamped once. The target must be reached exactly, at its place. Rules: play of the original, as recorded
//! with the published bot for it.

use std::borrow::Cow;
use std::sync::Arc;

use planwright_game as game;
use planwright_game::search;

pub mod generate;
mod level;
mod position;
mod practice;
mod solvers;
mod why;

pub use level::{LogoLevel, MAX_SIDE, Target, level};
pub use practice::levels as practice_levels;

use planwright_stage::Stage;

use crate::game::cells::ValueBoard;
use crate::game::typed::{GameRow, OtherText, Puzzle};
use crate::game::{GameInfo, words};

pub static LOGO: GameRow<Logo> = GameRow {
    other_text: Some(OtherText {
        sniffs: |source| level::headerless_size(source).is_some(),
        parse: |source| vec![level::read_headerless(source).map(Into::into)],
    }),
    generator: Some(&generate::FamilyGenerator),
    reason: Some(why::reason),
    practice: Some(Stage::<practice::LogoShow>::boxed),
    ..GameRow::new(solvers::ALL)
};

#[derive(Clone, Debug, PartialEq)]
pub struct Logo;

impl Puzzle for Logo {
    type Level = ValueBoard<Self>;
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
        ..GameInfo::DEFAULT
    };

    fn start(target: &Arc<ValueBoard<Self>>) -> position::LogoPosition {
        position::LogoPosition::start(level::to_target(target).into())
    }

    fn facts(target: &ValueBoard<Self>) -> Vec<(Cow<'static, str>, String)> {
        let count = |value| target.cells_with(value).count();
        let used = (1..=4).filter(|value| count(*value) > 0);
        let number = |value| format!("{} × {value}", words::number(count(value)));
        let numbers: Vec<_> = used.map(number).collect();
        let stamps = target.size().area() - count(0);
        let mut facts = vec![("Stamps".into(), words::number(stamps))];
        if !numbers.is_empty() {
            facts.push(("Numbers".into(), numbers.join(", ")));
        }
        facts
    }
}
