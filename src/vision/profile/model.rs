use std::collections::BTreeMap;
use std::sync::Arc;

use crate::game::{Level, SpriteSheet};

use super::board::BoardRule;
use super::controls::Controls;
use super::cost::CostRule;
use super::finder::FinderRule;
use super::screen::ScreenRule;
use super::start::StartRule;
use super::window::WindowRule;

/// Appearance and controls of a game on the screen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Profile {
    /// Stable id, also the file's name.
    pub id: String,
    pub title: String,
    pub game: String,
    pub notes: String,
    pub window: WindowRule,
    pub finder: FinderRule,
    /// Rules of the boards, except those that the finder itself describes.
    pub boards: Vec<BoardRule>,
    pub screen: ScreenRule,
    pub unseen: Unseen,
    /// Controls; without them the profile is for reading only.
    pub controls: Option<Controls>,
    pub cost: Option<CostRule>,
    /// Steps that start the program and reach its first level.
    pub start: Option<StartRule>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unseen {
    /// Properties of the level, as (key, value) of the plain-text form.
    pub properties: BTreeMap<String, String>,
    /// Template level in plain-text form that supplies what the screen does not show, such as rules.
    pub level: Option<String>,
    /// Sprites of that level's game; not part of the profile's file.
    pub sprites: Option<Arc<SpriteSheet>>,
}

impl Profile {
    /// Returns whether the profile needs a level with sprites before it can read pictures.
    pub fn needs_level(&self) -> bool {
        matches!(self.finder, FinderRule::Sprites(_)) && self.unseen.sprites.is_none()
    }

    /// Profile specialized for the game of a level: its sprites, and its title for the window.
    pub fn for_level(&self, level: &dyn Level) -> Result<Self, String> {
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

    pub fn board(&self, id: &str) -> Option<&BoardRule> {
        self.boards.iter().find(|board| board.id == id)
    }
}
