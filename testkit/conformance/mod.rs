//! Levels and known answers of each game, for the tests that every game takes part in.

mod gdl;
mod light_bot;
mod lights_out;
mod logo;
mod puzlogic;
mod puzzlescript;
mod robos_escape;
mod rush_hour;
mod sokoban;

use planwright::game::{Cost, Game};

/// The levels and answers that the conformance tests use.
#[derive(Debug, Default)]
pub struct Conformance {
    /// Small solvable levels as plain text; every solver must agree with the reference on them.
    pub small: Vec<String>,
    /// Levels without solution, as plain text.
    pub unsolvable: Vec<String>,
    /// Level text, solver id, and cost of a best plan.
    pub known: Vec<(String, &'static str, Cost)>,
    /// A solver id and a level that keeps it busy long enough to be interrupted.
    pub slow: Vec<(&'static str, String)>,
    /// Texts that must be refused, with a part of the message.
    pub broken: Vec<(String, &'static str)>,
}

/// The levels and answers of a game.
///
/// # Panics
/// If there are none for it yet.
pub fn conformance(game: &dyn Game) -> Conformance {
    match game.info().id {
        "gdl" => gdl::conformance(),
        "light-bot" => light_bot::conformance(),
        "lights-out" => lights_out::conformance(),
        "logo" => logo::conformance(),
        "puzlogic" => puzlogic::conformance(),
        "puzzlescript" => puzzlescript::conformance(),
        "robos-escape" => robos_escape::conformance(),
        "rush-hour" => rush_hour::conformance(),
        "sokoban" => sokoban::conformance(),
        id => panic!("‘{id}’ has no levels in testkit/conformance"),
    }
}
