//! The whole profile.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::game::{Level, SpriteSheet};

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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unseen {
    /// Properties of the level, as (key, value) of the plain-text form.
    pub properties: BTreeMap<String, String>,
    /// A level in its plain-text form that is like every level on the screen but for what is seen:
    /// the rules, in games that are given by them.
    pub level: Option<String>,
    /// The sprites of that level's game. They are not in the profile's file.
    pub sprites: Option<Arc<SpriteSheet>>,
}

impl Profile {
    /// Whether it reads any game with known sprites, of which a level has to be given ([`Profile::of_level`]).
    pub fn wants_level(&self) -> bool {
        matches!(self.finder, Finder::Sprites(_)) && self.unseen.sprites.is_none()
    }

    /// The profile for the game of a level, whose sprites it has, in a window with the game's title.
    ///
    /// # Errors
    /// Why its pictures cannot be read.
    pub fn of_level(&self, level: &dyn Level) -> Result<Self, String> {
        let no_sprites =
            || Err("the game has no sprites that pictures could be read by".to_owned());
        let sheet = level.sprites().unwrap_or_else(no_sprites)?;
        let mut profile = self.clone();
        if profile.window.titles.is_empty() {
            profile.window.titles = vec![sheet.title.clone()];
        }
        profile.unseen.level = Some(level.to_text());
        profile.unseen.sprites = Some(Arc::new(sheet));
        Ok(profile)
    }

    /// The board rule with this id.
    pub fn board(&self, id: &str) -> Option<&BoardRule> {
        self.boards.iter().find(|board| board.id == id)
    }
}
