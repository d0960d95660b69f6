//! The whole profile.

use std::collections::BTreeMap;

use super::board::BoardRule;
use super::controls::Controls;
use super::cost::CostRule;
use super::finder::Finder;
use super::screen::ScreenRule;
use super::start::StartRule;
use super::window::WindowRule;

/// How a game looks on the screen, and how it is played there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Profile {
    /// Stable id, also the file's name.
    pub id: String,
    /// Name on screen.
    pub title: String,
    /// Id of the game it shows.
    pub game: String,
    /// Remarks.
    pub notes: String,
    /// How the window is known.
    pub window: WindowRule,
    /// How the boards are found in a picture.
    pub finder: Finder,
    /// The boards, but for those that the finder has rules of its own for.
    pub boards: Vec<BoardRule>,
    /// What the picture shows beside its boards.
    pub screen: ScreenRule,
    /// What every level is like and no picture shows.
    pub unseen: Unseen,
    /// How the game is played; without it the profile is for reading only.
    pub controls: Option<Controls>,
    /// What moves cost there, and the game's own clock.
    pub cost: Option<CostRule>,
    /// How the program is started and brought to its first level.
    pub start: Option<StartRule>,
}

/// What every level is like and no picture shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unseen {
    /// Properties of the level, as (key, value) of the plain-text form.
    pub properties: BTreeMap<String, String>,
    /// A level in its plain-text form that is like every level on the screen but for what is seen:
    /// the rules, in games that are given by them.
    pub level: Option<String>,
}

impl Profile {
    /// The board rule with this id.
    pub fn board(&self, id: &str) -> Option<&BoardRule> {
        self.boards.iter().find(|board| board.id == id)
    }
}
