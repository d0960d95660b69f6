//! A profile as a whole; [`file`](super::file) reads and writes it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::game::{Level, SpriteSheet};

use super::board::BoardRule;
use super::controls::Controls;
use super::cost::CostRule;
use super::finder::FinderRule;
use super::form::described;
use super::screen::ScreenRule;
use super::start::StartRule;

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

/// Parts of a level that the screen does not show.
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

    /// Returns whether it is for practice windows, which Planwright opens itself.
    pub fn is_practice(&self) -> bool {
        let start = self.start.as_ref();
        let program = start.and_then(|start| start.command.first());
        program.is_some_and(|program| program == "{planwright}")
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

described! {
    /// The game's window. Both lists must fit; an empty list fits every window, but two empty lists fit none. Prefer
    /// `apps`: titles change.
    struct WindowRule("window") derive(Eq, Default) {
        /// Names of the program (on X11 the class of the window), one of which must be the
        /// window's, capital letters or not.
        apps: Vec<String> = "any";
        /// Texts, one of which the window's title must contain, capital letters or not.
        titles: Vec<String> = "any";
    }
}

impl WindowRule {
    /// Returns whether a window of the program `app` with this title may be the game's.
    pub fn fits(&self, app: &str, title: &str) -> bool {
        if self.apps.is_empty() && self.titles.is_empty() {
            return false;
        }
        let (app, title) = (app.to_lowercase(), title.to_lowercase());
        let named = |known: &String| app == known.to_lowercase();
        let titled = |known: &String| title.contains(&known.to_lowercase());
        (self.apps.is_empty() || self.apps.iter().any(named))
            && (self.titles.is_empty() || self.titles.iter().any(titled))
    }
}
