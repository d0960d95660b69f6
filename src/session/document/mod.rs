//! The open level. All changes go through [`Document`] and can be undone.

mod changes;
mod draft;
mod file;
mod records;

pub use file::{FileForm, OpenError, SaveError, read_level, split_number};
pub use records::{FileInfo, FileKind, FileStamp, PlanRecord, PlanSource, TextChange};
use records::{Revisions, UndoHistory};

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::web;
use crate::game::{Game, Level, LevelRef, Meta, Move, Position, Size};
use crate::games;

/// Open level with its moves, plan, file and history.
///
/// ```
/// use planwright_game::{Cell, Move};
/// use planwright_session::Document;
/// let mut document = Document::blank("lights-out", None).expect("is a game");
/// document.paint("Paint", &[(Cell::new(0, 1), 1)]).expect("takes the value");
/// document.make_move(&Move::new("1 1")).expect("is legal");
/// assert_eq!(document.moves().len(), 1);
/// document.undo();
/// document.undo();
/// assert!(!document.is_dirty());
/// ```
pub struct Document {
    level: LevelRef,
    /// Text of a written level while it differs from the level's own text.
    draft: Option<Arc<str>>,
    /// The level is an empty one, in place of a text that was opened with errors and never parsed.
    is_placeholder: bool,
    /// Puzzle revisions of texts that were parsed before, by content revision.
    puzzles_read: BTreeMap<u64, u64>,
    revisions: Revisions,
    /// Largest revision so far, also of steps undone.
    last_revision: u64,
    /// Last answer of [`Document::is_empty`], with the puzzle revision that it is about.
    emptiness: Cell<Option<(u64, bool)>>,
    moves: Vec<Move>,
    /// Position after `moves`, stored so that a move is cheap in a long game.
    position: Box<dyn Position>,
    plan: Option<PlanRecord>,
    file: FileInfo,
    history: UndoHistory,
    /// Number of changes so far, including undone and redone steps and saving.
    change_count: u64,
}

impl Document {
    pub fn new(level: LevelRef) -> Self {
        Self {
            position: level.start(),
            level,
            draft: None,
            is_placeholder: false,
            puzzles_read: BTreeMap::new(),
            revisions: Revisions::default(),
            last_revision: 0,
            emptiness: Cell::default(),
            moves: Vec::new(),
            plan: None,
            file: FileInfo {
                saved: Some(0),
                ..FileInfo::default()
            },
            history: UndoHistory::default(),
            change_count: 0,
        }
    }

    /// Document with an empty level; `None` if there is no such game.
    pub fn blank(game: &str, size: Option<Size>) -> Option<Self> {
        games::by_id(game).map(|game| Self::new(game.blank(size)))
    }

    /// Level, which never changes in place.
    pub fn level(&self) -> &LevelRef {
        &self.level
    }

    pub fn game(&self) -> Option<&'static dyn Game> {
        games::by_id(self.level.game_id())
    }

    /// Number that changes with the puzzle, but not with title and notes.
    pub fn revision(&self) -> u64 {
        self.revisions.puzzle
    }

    /// Number that changes with all contents of a level's file, including title and notes.
    pub fn content_revision(&self) -> u64 {
        self.revisions.content
    }

    /// Number that grows with each change of level, moves, plan and file.
    pub fn change_count(&self) -> u64 {
        self.change_count
    }

    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plan, unless the puzzle has changed since.
    pub fn current_plan(&self) -> Option<&PlanRecord> {
        let plan = self.plan.as_ref();
        plan.filter(|plan| plan.revision == self.revisions.puzzle)
    }

    /// Plan, possibly of an older revision (see [`PlanRecord::revision`]).
    pub fn plan(&self) -> Option<&PlanRecord> {
        self.plan.as_ref()
    }

    pub fn plan_is_current(&self) -> bool {
        self.current_plan().is_some()
    }

    pub fn file(&self) -> &FileInfo {
        &self.file
    }

    pub fn history(&self) -> &UndoHistory {
        &self.history
    }

    /// Returns whether the level is an empty one in place of a text that was opened with errors. It must not be shown.
    pub fn is_placeholder(&self) -> bool {
        self.is_placeholder
    }

    /// Returns whether the level differs from its file, or from the empty level it started as.
    pub fn is_dirty(&self) -> bool {
        self.file.saved != Some(self.revisions.content)
    }

    /// Returns whether it is an empty level without a file or changes.
    pub fn is_untouched(&self) -> bool {
        let never_changed = self.history.depth() == 0 && self.history.redo_name().is_none();
        never_changed && self.file.path.is_none() && !self.is_dirty()
    }

    /// Returns whether some moves would be missed: those that write a program, or do not solve the puzzle yet.
    pub fn has_unsaved_moves(&self) -> bool {
        let is_finished = self.position.is_solved() && self.position.as_program().is_none();
        !self.moves.is_empty() && !is_finished
    }

    /// Returns whether nothing is drawn yet: all cells are blank, and there is no puzzle without them, such as lights
    /// that have to be switched on. The new levels of some games are complete instead.
    pub fn is_empty(&self) -> bool {
        let revision = self.revisions.puzzle;
        let known = self.emptiness.get().filter(|(of, _)| *of == revision);
        let is_empty = known.map_or_else(|| self.has_nothing_drawn(), |(_, is_empty)| is_empty);
        self.emptiness.set(Some((revision, is_empty)));
        is_empty
    }

    fn has_nothing_drawn(&self) -> bool {
        let Some(grid) = self.level.as_grid() else {
            return false;
        };
        let blank = grid.blank_value();
        grid.grid().as_slice().iter().all(|value| *value == blank)
            && (self.level.unplayable().is_some()
                || self.level.start().is_solved()
                || self.is_new_level(grid.grid().size()))
    }

    /// Returns whether this is the game's new level of this size, apart from its title.
    fn is_new_level(&self, size: Size) -> bool {
        let text = |level: &dyn Level| level.with_meta(Meta::default()).to_text();
        let new = self.game().map(|game| game.blank(Some(size)));
        new.is_some_and(|new| text(new.as_ref()) == text(self.level.as_ref()))
    }

    /// Display name, see [`level_name`].
    pub fn name(&self) -> String {
        let title = match self.is_placeholder {
            true => "",
            false => &self.level.meta().title,
        };
        level_name(title, self.file.path.as_deref())
    }

    pub fn position(&self) -> &dyn Position {
        self.position.as_ref()
    }

    /// Computes the position after the moves. A move that rewritten rules refuse is dropped, with those after it.
    fn replay_moves(&mut self) {
        let mut position = self.level.start();
        let moves = self.moves.iter();
        let legal = moves.take_while(|mv| position.apply(mv).is_ok()).count();
        self.moves.truncate(legal);
        self.position = position;
    }
}

/// Display name of a level: the title, else the file name, else "Untitled".
pub fn level_name(title: &str, path: Option<&Path>) -> String {
    if !title.trim().is_empty() {
        return title.trim().to_owned();
    }
    let path = path.map(|path| match web::url_of(path) {
        Some(url) => web::file_name(url),
        None => path.to_owned(),
    });
    let stem = path.as_deref().and_then(Path::file_stem);
    let name = stem.map(|stem| stem.to_string_lossy().into_owned());
    name.unwrap_or_else(|| "Untitled".to_owned())
}

#[cfg(test)]
mod tests;
