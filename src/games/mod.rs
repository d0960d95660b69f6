//! One folder a game, and the registry.

use planwright_game as game;

pub mod decode;
pub use planwright_gdl as gdl;
pub use planwright_light_bot as light_bot;
pub mod line;
pub use planwright_lights_out as lights_out;
pub mod load;
pub use planwright_logo as logo;
pub use planwright_puzlogic as puzlogic;
pub use planwright_puzzlescript as puzzlescript;
pub use planwright_robos_escape as robos_escape;
pub use planwright_rush_hour as rush_hour;
pub use planwright_sokoban as sokoban;

use crate::game::Game;

/// The registry, in the order of lists and recognition: a PuzzleScript game may hold boards like Sokoban's.
static ALL: &[&dyn Game] = &[
    &logo::LOGO,
    &lights_out::LIGHTS_OUT,
    &puzlogic::PUZLOGIC,
    &light_bot::LIGHT_BOT,
    &robos_escape::ROBOS_ESCAPE,
    &gdl::Gdl,
    &puzzlescript::PuzzleScript,
    &sokoban::SOKOBAN,
    &rush_hour::RUSH_HOUR,
];

pub fn all() -> &'static [&'static dyn Game] {
    ALL
}

pub fn by_id(id: &str) -> Option<&'static dyn Game> {
    ALL.iter().copied().find(|game| game.info().id == id)
}
