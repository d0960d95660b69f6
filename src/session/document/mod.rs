//! The level at hand: every change to it goes through here and can be undone.

mod changes;
mod draft;
mod file;
pub(super) mod held;

pub use file::{Form, OpenError, SaveError, place, read_level};
use held::Revisions;
pub use held::{FileInfo, FileStamp, Kept, PlanRecord, PlanSource, TextChange};

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::game::{Game, LevelRef, Move, Position};
use crate::games;

use super::history::History;
use super::web;

/// One open level with its moves in play, its plan and its history.
///
/// ```
/// use planwright_game::{Cell, Move};
/// use planwright_session::Document;
/// let mut document = Document::blank("null", None).expect("is a game");
/// document.paint("Paint", &[(Cell::new(0, 1), 1)]).expect("takes the value");
/// document.make_move(&Move::new("1 1")).expect("is legal");
/// assert_eq!(document.moves().len(), 1);
/// document.undo();
/// document.undo();
/// assert!(!document.is_dirty());
/// ```
pub struct Document {
    level: LevelRef,
    /// The text of a level that is written, while it is another one than the level's.
    draft: Option<Arc<str>>,
    /// The puzzles of texts that were read, by revision: content, puzzle.
    puzzles_read: BTreeMap<u64, u64>,
    revisions: Revisions,
    last_revision: u64,
    moves: Vec<Move>,
    /// The position after `moves`, kept so that a long game does not get slower and slower.
    position: Box<dyn Position>,
    plan: Option<PlanRecord>,
    file: FileInfo,
    history: History,
}

impl Document {
    /// A document that holds `level`, without a file.
    pub fn new(level: LevelRef) -> Self {
        Self {
            position: level.start(),
            level,
            draft: None,
            puzzles_read: BTreeMap::new(),
            revisions: Revisions::default(),
            last_revision: 0,
            moves: Vec::new(),
            plan: None,
            file: FileInfo {
                saved: Some(0),
                ..FileInfo::default()
            },
            history: History::default(),
        }
    }

    /// A document with an empty level; `None` if there is no such game.
    pub fn blank(game: &str, size: Option<crate::game::Size>) -> Option<Self> {
        games::by_id(game).map(|game| Self::new(game.blank(size)))
    }

    /// The level. It never changes in place; hold on to it as long as you like.
    pub fn level(&self) -> &LevelRef {
        &self.level
    }

    /// The level's game. Levels only come from registered games.
    pub fn game(&self) -> Option<&'static dyn Game> {
        games::by_id(self.level.game_id())
    }

    /// A number that tells puzzles apart: equal numbers, equal puzzles. Title and notes do not
    /// count.
    pub fn revision(&self) -> u64 {
        self.revisions.puzzle
    }

    /// A number that tells what a file of this level would hold apart, title and notes included.
    pub fn content_revision(&self) -> u64 {
        self.revisions.content
    }

    /// Moves made by hand, from the start.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The plan of the level as it is now.
    pub fn current_plan(&self) -> Option<&PlanRecord> {
        self.plan.as_ref().filter(|_| self.plan_is_current())
    }

    /// The plan, possibly of an older revision of the level (see [`PlanRecord::revision`]).
    pub fn plan(&self) -> Option<&PlanRecord> {
        self.plan.as_ref()
    }

    /// Whether the plan is for the level as it is now.
    pub fn plan_is_current(&self) -> bool {
        self.plan
            .as_ref()
            .is_some_and(|plan| plan.revision == self.revisions.puzzle)
    }

    /// The file behind the level.
    pub fn file(&self) -> &FileInfo {
        &self.file
    }

    /// Undo and redo, to look at.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Whether the level differs from its file (or from the empty level it began as).
    pub fn is_dirty(&self) -> bool {
        self.file.saved != Some(self.revisions.content)
    }

    /// Name on screen: the title, else the file's name, else "Untitled".
    pub fn name(&self) -> String {
        let title = self.level.meta().title.trim();
        if !title.is_empty() {
            return title.to_owned();
        }
        let path = self.file.path.as_deref();
        let path = path.map(|path| match web::url_of(path) {
            Some(url) => web::file_name(url),
            None => path.to_owned(),
        });
        let stem = path.as_deref().and_then(Path::file_stem);
        stem.map_or_else(
            || "Untitled".to_owned(),
            |stem| stem.to_string_lossy().into_owned(),
        )
    }

    /// The position after the moves made by hand.
    pub fn position(&self) -> &dyn Position {
        self.position.as_ref()
    }

    /// Brings the position up to date with level and moves.
    fn replay_moves(&mut self) {
        // Moves were accepted one by one and are dropped when the level changes, so the replay
        // succeeds – but for rules that were rewritten meanwhile: they take what they take.
        let mut position = self.level.start();
        let taken = self
            .moves
            .iter()
            .take_while(|mv| position.apply(mv).is_ok());
        let taken = taken.count();
        self.moves.truncate(taken);
        self.position = position;
    }
}

#[cfg(test)]
mod tests;
