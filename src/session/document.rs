//! The level at hand: every change to it goes through here and can be undone.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use thiserror::Error;

use crate::game::{
    Cell, CellValue, EditError, Game, Grid, LevelRef, Meta, Move, MoveError, Position, Report,
    VerifiedPlan, play,
};
use crate::games::{
    self,
    load::{LoadError, MAX_BYTES, load},
};

use super::disk::Disk;
use super::history::{Change, History, Step, StepName};

/// A file form by its extension in [`crate::game::GameInfo::forms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Plain text.
    Text,
    /// RON.
    Ron,
}

impl Form {
    /// The form a path's extension stands for; plain text unless it is `.ron`.
    pub fn of_path(path: &Path) -> Self {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some(extension) if extension.eq_ignore_ascii_case("ron") => Self::Ron,
            _ => Self::Text,
        }
    }
}

/// A file as it was when it was last read or written here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileStamp(Option<SystemTime>);

/// The file behind the level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileInfo {
    /// Where it is; `None` for a level that was never saved.
    pub path: Option<PathBuf>,
    /// The file's state when last read or written, to notice others' changes.
    pub stamp: Option<FileStamp>,
    /// Shipped with the program: saving asks for a place of its own.
    pub shipped: bool,
    /// Revision of the level that the file holds.
    saved: Option<u64>,
}

/// A plan and what is known about it.
#[derive(Clone, Debug)]
pub struct PlanRecord {
    /// Moves made before the plan begins.
    pub done: Arc<[Move]>,
    /// The plan.
    pub plan: Arc<VerifiedPlan>,
    /// What the solver said, if a solver made it.
    pub report: Option<Arc<Report>>,
    /// Revision of the level the plan is for.
    pub revision: u64,
}

/// A level that could not be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The file cannot be read.
    #[error("{path} cannot be read: {error}")]
    Read {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file can be read, but it is no level.
    #[error("{path}: {error}")]
    Load {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        error: LoadError,
    },
}

/// A level that could not be saved.
#[derive(Debug, Error)]
pub enum SaveError {
    /// There is no place to save it to yet.
    #[error("this level has no file yet: choose where to save it")]
    NoPath,
    /// The file is not as it was when this level was opened or saved.
    #[error("{0} was changed by another program since it was opened here")]
    ChangedOnDisk(PathBuf),
    /// A file of that name exists and nobody agreed to replace it.
    #[error("{0} exists already")]
    Exists(PathBuf),
    /// The form cannot hold the level.
    #[error("the level cannot be written as RON: {0}")]
    Form(ron::Error),
    /// The system refused.
    #[error("{path} cannot be written: {error}; the old file is untouched")]
    Write {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// Numbers that tell states of a level apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Revisions {
    /// The puzzle itself.
    pub puzzle: u64,
    /// Title and notes as well.
    pub content: u64,
}

/// What a step changes about the level.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// Nothing: moves or plan only.
    Play,
    /// Title, author, notes.
    Description,
    /// The puzzle.
    Puzzle,
}

/// One open level with its moves in play, its plan and its history.
///
/// ```
/// use planwright::{game::{Cell, Move}, session::Document};
/// let mut document = Document::blank("null", None).expect("is a game");
/// document.paint("Paint", &[(Cell::new(0, 1), 1)]).expect("takes the value");
/// document.make_move(&Move::new("1")).expect("is legal");
/// assert_eq!(document.moves().len(), 1);
/// document.undo();
/// document.undo();
/// assert!(!document.is_dirty());
/// ```
pub struct Document {
    level: LevelRef,
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
        let stem = self.file.path.as_ref().and_then(|path| path.file_stem());
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
        // succeeds; should it not, the start is the honest thing to show.
        self.position =
            play(self.level.as_ref(), &self.moves).unwrap_or_else(|_| self.level.start());
    }

    /// Replaces the level by a new one without a file ("New"). Can be undone.
    pub fn new_level(&mut self, level: LevelRef) {
        let next = self.last_revision + 1;
        self.replace(
            "New level".into(),
            level,
            FileInfo {
                saved: Some(next),
                ..FileInfo::default()
            },
        );
    }

    /// Replaces the level by one that came from elsewhere (a picture, the clipboard, recovery)
    /// and is nowhere saved. Can be undone.
    pub fn import_level(&mut self, name: impl Into<StepName>, level: LevelRef) {
        self.replace(name.into(), level, FileInfo::default());
    }

    /// Replaces the level by a shipped one. Can be undone.
    pub fn open_shipped(&mut self, path: &Path, level: LevelRef) {
        let saved = Some(self.last_revision + 1);
        let file = FileInfo {
            path: Some(path.to_owned()),
            stamp: None,
            shipped: true,
            saved,
        };
        self.replace("Open".into(), level, file);
    }

    /// Replaces the level by the one in a file. Can be undone.
    ///
    /// # Errors
    /// When the file cannot be read or holds no level; the document is unchanged then.
    pub fn open(&mut self, disk: &dyn Disk, path: &Path) -> Result<(), OpenError> {
        let (level, stamp) = read_level(disk, path)?;
        let saved = Some(self.last_revision + 1);
        let stamp = Some(stamp);
        let file = FileInfo {
            path: Some(path.to_owned()),
            stamp,
            shipped: false,
            saved,
        };
        self.replace("Open".into(), level, file);
        Ok(())
    }

    fn replace(&mut self, name: StepName, level: LevelRef, file: FileInfo) {
        let mut changes = vec![
            Change::Level {
                before: self.level.clone(),
                after: level,
            },
            Change::File {
                before: self.file.clone(),
                after: file,
            },
        ];
        self.forget_play(&mut changes);
        self.commit(name, changes, Effect::Puzzle);
    }

    /// Moves and plan belong to the level they were made on.
    fn forget_play(&self, changes: &mut Vec<Change>) {
        if !self.moves.is_empty() {
            changes.push(Change::Moves {
                at: 0,
                before: self.moves.clone(),
                after: Vec::new(),
            });
        }
        if self.plan.is_some() {
            changes.push(Change::Plan {
                before: self.plan.clone(),
                after: None,
            });
        }
    }

    /// Paints cells as one step of undo. Cells that hold the value already are left out; without
    /// any other nothing happens and no step is made. Moves made by hand are dropped (they come
    /// back with Undo); a plan is kept, marked as being for an older revision.
    ///
    /// # Errors
    /// When the level is no grid or does not take a value; nothing is changed then.
    pub fn paint(
        &mut self,
        name: impl Into<StepName>,
        cells: &[(Cell, CellValue)],
    ) -> Result<(), EditError> {
        let Some(level) = self.level.as_grid() else {
            return Ok(());
        };
        let mut grid = level.grid();
        let mut changed: Vec<(Cell, CellValue, CellValue)> = Vec::new();
        for &(cell, value) in cells {
            if let Some(&before) = grid.get(cell).filter(|before| **before != value) {
                changed.push((cell, before, value));
                grid.set(cell, value);
            }
        }
        if changed.is_empty() {
            return Ok(());
        }
        // Refused values must not get into the history.
        level.with_grid(grid)?;
        let mut changes = vec![Change::Cells(changed)];
        self.drop_moves(&mut changes);
        self.commit(name.into(), changes, Effect::Puzzle);
        Ok(())
    }

    fn drop_moves(&self, changes: &mut Vec<Change>) {
        if !self.moves.is_empty() {
            changes.push(Change::Moves {
                at: 0,
                before: self.moves.clone(),
                after: Vec::new(),
            });
        }
    }

    /// Puts another grid in place as one step: turned, resized, pasted into.
    ///
    /// # Errors
    /// When the game does not take its size or a value; nothing is changed then.
    pub fn set_grid(
        &mut self,
        name: impl Into<StepName>,
        grid: Grid<CellValue>,
    ) -> Result<(), EditError> {
        let Some(level) = self.level.as_grid() else {
            return Ok(());
        };
        let old = level.grid();
        if old == grid {
            return Ok(());
        }
        if old.size() == grid.size() {
            let cells: Vec<_> = grid.iter().map(|(cell, value)| (cell, *value)).collect();
            return self.paint(name, &cells);
        }
        let after = level.with_grid(grid)?;
        self.set_level(name.into(), after);
        Ok(())
    }

    fn set_level(&mut self, name: StepName, after: LevelRef) {
        let mut changes = vec![Change::Level {
            before: self.level.clone(),
            after,
        }];
        self.drop_moves(&mut changes);
        self.commit(name, changes, Effect::Puzzle);
    }

    /// Changes title, author, notes.
    pub fn set_meta(&mut self, meta: Meta) {
        if *self.level.meta() != meta {
            let after = self.level.with_meta(meta);
            // Title and notes change nothing about moves and plan.
            let change = Change::Level {
                before: self.level.clone(),
                after,
            };
            self.commit("Describe".into(), vec![change], Effect::Description);
        }
    }

    /// Changes a property of the level.
    ///
    /// # Errors
    /// When the level does not take the value; nothing is changed then.
    pub fn set_property(&mut self, key: &str, value: &str) -> Result<(), EditError> {
        let after = self.level.with_property(key, value)?;
        self.set_level(format!("Change {key}").into(), after);
        Ok(())
    }

    /// Makes a move by hand.
    ///
    /// # Errors
    /// When the rules refuse it; nothing is changed then.
    pub fn make_move(&mut self, mv: &Move) -> Result<(), MoveError> {
        self.position.boxed_clone().apply(mv)?;
        let change = Change::Moves {
            at: self.moves.len(),
            before: Vec::new(),
            after: vec![mv.clone()],
        };
        self.commit(format!("Move {mv}").into(), vec![change], Effect::Play);
        Ok(())
    }

    /// Takes moves back until `count` are left, as one step of undo.
    pub fn take_back_to(&mut self, count: usize) {
        if count < self.moves.len() {
            let before = self.moves[count..].to_vec();
            let change = Change::Moves {
                at: count,
                before,
                after: Vec::new(),
            };
            self.commit("Take back".into(), vec![change], Effect::Play);
        }
    }

    /// Replaces the moves made by hand, e.g. by the part of a plan that was watched so far.
    ///
    /// # Errors
    /// When the rules refuse one; nothing is changed then.
    pub fn set_moves(
        &mut self,
        name: impl Into<StepName>,
        moves: Vec<Move>,
    ) -> Result<(), crate::game::ReplayError> {
        play(self.level.as_ref(), &moves)?;
        if moves != self.moves {
            let change = Change::Moves {
                at: 0,
                before: self.moves.clone(),
                after: moves,
            };
            self.commit(name.into(), vec![change], Effect::Play);
        }
        Ok(())
    }

    /// Takes a solver's plan over as one step of undo. `revision` is that of the level the solver
    /// was given, `done` the moves it went on from. Returns whether there was a plan.
    pub fn take_plan(&mut self, revision: u64, done: &[Move], report: Report) -> bool {
        let Some(solution) = report.outcome.solution() else {
            return false;
        };
        let plan = Arc::new(solution.plan.clone());
        let report = Some(Arc::new(report));
        let after = Some(PlanRecord {
            done: done.into(),
            plan,
            report,
            revision,
        });
        let change = Change::Plan {
            before: self.plan.clone(),
            after,
        };
        self.commit("Solve".into(), vec![change], Effect::Play);
        true
    }

    fn commit(&mut self, name: StepName, changes: Vec<Change>, effect: Effect) {
        let before = self.revisions;
        if effect != Effect::Play {
            self.last_revision += 1;
        }
        let new = self.last_revision;
        let after = match effect {
            Effect::Play => before,
            Effect::Description => Revisions {
                content: new,
                ..before
            },
            Effect::Puzzle => Revisions {
                content: new,
                puzzle: new,
            },
        };
        for change in &changes {
            self.apply(change, true);
        }
        self.bring_position_up_to_date(&changes);
        self.revisions = after;
        self.history.push(Step {
            name,
            changes,
            revisions: (before, after),
        });
    }

    /// After changes were applied forward: one more move is one more step, all else a replay.
    fn bring_position_up_to_date(&mut self, changes: &[Change]) {
        match changes {
            [Change::Plan { .. }] => {}
            [Change::Moves { before, after, .. }] if before.is_empty() => {
                if after.iter().any(|mv| self.position.apply(mv).is_err()) {
                    self.replay_moves();
                }
            }
            _ => self.replay_moves(),
        }
    }

    fn apply(&mut self, change: &Change, forward: bool) {
        let pick = |before: &LevelRef, after: &LevelRef| {
            if forward {
                after.clone()
            } else {
                before.clone()
            }
        };
        match change {
            Change::Cells(cells) => {
                let Some(level) = self.level.as_grid() else {
                    return;
                };
                let mut grid = level.grid();
                let set = |grid: &mut Grid<CellValue>, (cell, before, after): &(Cell, _, _)| {
                    grid.set(*cell, if forward { *after } else { *before });
                };
                if forward {
                    cells.iter().for_each(|cell| set(&mut grid, cell));
                } else {
                    cells.iter().rev().for_each(|cell| set(&mut grid, cell));
                }
                // The level took these very values before, so it takes them now.
                if let Ok(level) = level.with_grid(grid) {
                    self.level = level;
                }
            }
            Change::Level { before, after } => self.level = pick(before, after),
            Change::Moves { at, before, after } => {
                self.moves.truncate(*at);
                self.moves
                    .extend_from_slice(if forward { after } else { before });
            }
            Change::Plan { before, after } => {
                self.plan.clone_from(if forward { after } else { before });
            }
            Change::File { before, after } => {
                self.file.clone_from(if forward { after } else { before });
            }
        }
    }

    /// Undoes the last step; its name, or `None` if there is none.
    pub fn undo(&mut self) -> Option<StepName> {
        let step = self.history.step_back()?.clone();
        for change in step.changes.iter().rev() {
            self.apply(change, false);
        }
        self.replay_moves();
        self.revisions = step.revisions.0;
        Some(step.name)
    }

    /// Does the last undone step again; its name, or `None` if there is none.
    pub fn redo(&mut self) -> Option<StepName> {
        let step = self.history.step_forward()?.clone();
        for change in &step.changes {
            self.apply(change, true);
        }
        self.bring_position_up_to_date(&step.changes);
        self.revisions = step.revisions.1;
        Some(step.name)
    }

    /// The level in a file form.
    ///
    /// # Errors
    /// When the form cannot hold it.
    pub fn to_form(&self, form: Form) -> Result<String, ron::Error> {
        match form {
            Form::Text => Ok(self.level.to_text()),
            Form::Ron => self.level.to_ron(),
        }
    }

    /// Saves to the file the level came from.
    ///
    /// # Errors
    /// [`SaveError::NoPath`] for new and shipped levels, [`SaveError::ChangedOnDisk`] when
    /// somebody else changed the file; the old file is untouched on every error.
    pub fn save(&mut self, disk: &dyn Disk) -> Result<(), SaveError> {
        let path = match &self.file {
            FileInfo {
                path: Some(path),
                shipped: false,
                ..
            } => path.clone(),
            _ => return Err(SaveError::NoPath),
        };
        if self
            .file
            .stamp
            .is_some_and(|stamp| stamp != stamp_of(disk, &path))
        {
            return Err(SaveError::ChangedOnDisk(path));
        }
        self.write(disk, &path)
    }

    /// Saves to another file. `replace` is the person's word that an existing file may go.
    ///
    /// # Errors
    /// [`SaveError::Exists`] without that word; the old file is untouched on every error.
    pub fn save_as(
        &mut self,
        disk: &dyn Disk,
        path: &Path,
        replace: bool,
    ) -> Result<(), SaveError> {
        if !replace && stamp_of(disk, path) != FileStamp(None) {
            return Err(SaveError::Exists(path.to_owned()));
        }
        self.write(disk, path)
    }

    fn write(&mut self, disk: &dyn Disk, path: &Path) -> Result<(), SaveError> {
        let text = self.to_form(Form::of_path(path)).map_err(SaveError::Form)?;
        disk.write_atomic(path, text.as_bytes())
            .map_err(|error| SaveError::Write {
                path: path.to_owned(),
                error,
            })?;
        self.file = FileInfo {
            path: Some(path.to_owned()),
            stamp: Some(stamp_of(disk, path)),
            shipped: false,
            saved: Some(self.revisions.content),
        };
        Ok(())
    }
}

fn stamp_of(disk: &dyn Disk, path: &Path) -> FileStamp {
    FileStamp(disk.modified(path).ok().flatten())
}

/// Reads and loads a level file.
///
/// # Errors
/// When it cannot be read or holds no level.
pub fn read_level(disk: &dyn Disk, path: &Path) -> Result<(LevelRef, FileStamp), OpenError> {
    let stamp = stamp_of(disk, path);
    let bytes = disk
        .read(path, MAX_BYTES as u64)
        .map_err(|error| OpenError::Read {
            path: path.to_owned(),
            error,
        })?;
    let level = load(&bytes, Some(path), None).map_err(|error| OpenError::Load {
        path: path.to_owned(),
        error,
    })?;
    Ok((level, stamp))
}

#[cfg(test)]
mod tests {
    use super::super::disk::RealDisk;
    use super::*;
    use crate::game::{Size, Transform};
    use proptest::prelude::*;

    /// A file system that is full.
    struct FullDisk;

    impl Disk for FullDisk {
        fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
            RealDisk.read(path, limit)
        }

        fn write_atomic(&self, _path: &Path, _bytes: &[u8]) -> io::Result<()> {
            Err(io::Error::from(io::ErrorKind::StorageFull))
        }

        fn modified(&self, path: &Path) -> io::Result<Option<SystemTime>> {
            RealDisk.modified(path)
        }

        fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
            RealDisk.list(folder)
        }

        fn remove(&self, path: &Path) -> io::Result<()> {
            RealDisk.remove(path)
        }
    }

    fn logo(rows: usize, cols: usize) -> Document {
        Document::blank("logo", Some(Size::new(rows, cols))).expect("is a game")
    }

    fn state(document: &Document) -> (String, Vec<Move>, bool, Vec<u8>) {
        let moves = document.moves().to_vec();
        (
            document.level().to_text(),
            moves,
            document.is_dirty(),
            document.position().encode(),
        )
    }

    #[derive(Clone, Debug)]
    enum Act {
        Paint(usize, usize, u16),
        Turn,
        Move(usize, usize),
        TakeBack(usize),
        New,
        Title(String),
    }

    fn acts() -> impl Strategy<Value = Vec<Act>> {
        let act = prop_oneof![
            (0usize..4, 0usize..4, 0u16..5).prop_map(|(r, c, v)| Act::Paint(r, c, v)),
            Just(Act::Turn),
            (1usize..4, 1usize..4).prop_map(|(r, c)| Act::Move(r, c)),
            (0usize..4).prop_map(Act::TakeBack),
            Just(Act::New),
            "[a-c]{0,2}".prop_map(Act::Title),
        ];
        prop::collection::vec(act, 0..25)
    }

    proptest! {
        #[test]
        fn undo_goes_back_to_every_state_and_redo_forth(acts in acts()) {
            let mut document = logo(3, 4);
            let mut states = vec![state(&document)];
            for act in acts {
                let depth = document.history().depth();
                match act {
                    Act::Paint(row, col, value) => {
                        let _ = document.paint("Paint", &[(Cell { row, col }, value)]);
                    }
                    Act::Turn => {
                        let grid = document.level().as_grid().expect("is a grid").grid();
                        let grid = grid.transformed(Transform::RotateRight);
                        document.set_grid("Turn", grid).expect("fits");
                    }
                    Act::Move(row, col) => {
                        let _ = document.make_move(&Move::new(format!("{row} {col}")));
                    }
                    Act::TakeBack(count) => document.take_back_to(count),
                    Act::New => document.new_level(logo(2, 3).level().clone()),
                    Act::Title(title) => {
                        document.set_meta(Meta { title, ..Meta::default() });
                    }
                }
                prop_assert!(document.history().depth() <= depth + 1, "one act, one step");
                if document.history().depth() > depth {
                    states.push(state(&document));
                }
            }
            for expected in states.iter().rev().skip(1) {
                prop_assert!(document.undo().is_some());
                prop_assert_eq!(&state(&document), expected);
            }
            prop_assert!(document.undo().is_none());
            for expected in states.iter().skip(1) {
                prop_assert!(document.redo().is_some());
                prop_assert_eq!(&state(&document), expected);
            }
            prop_assert!(document.redo().is_none());
        }
    }

    #[test]
    fn a_refused_move_changes_nothing() {
        let mut document = logo(2, 2);
        document.make_move(&Move::new("1 1")).expect("is legal");
        assert!(document.make_move(&Move::new("1 1")).is_err());
        assert_eq!((document.moves().len(), document.history().depth()), (1, 1));
    }

    #[test]
    fn a_new_title_is_to_be_saved_but_no_new_puzzle() {
        let mut document = logo(2, 2);
        let puzzle = document.revision();
        document.set_meta(Meta {
            title: "T".into(),
            ..Meta::default()
        });
        assert!(document.is_dirty());
        assert_eq!(document.revision(), puzzle);
        document.undo();
        assert!(!document.is_dirty());
    }

    #[test]
    fn undoing_back_to_what_was_saved_is_not_dirty() {
        let folder = tempfile::tempdir().expect("has a temporary folder");
        let path = folder.path().join("a.ron");
        let mut document = logo(2, 2);
        document
            .paint("Paint", &[(Cell::new(0, 0), 1)])
            .expect("takes it");
        assert!(matches!(document.save(&RealDisk), Err(SaveError::NoPath)));
        document
            .save_as(&RealDisk, &path, false)
            .expect("is writable");
        document
            .paint("Paint", &[(Cell::new(0, 1), 1)])
            .expect("takes it");
        assert!(document.is_dirty());
        document.undo();
        assert!(!document.is_dirty());
        document.undo();
        assert!(document.is_dirty(), "the file holds something else now");
    }

    #[test]
    fn another_programs_change_is_not_written_over() {
        let folder = tempfile::tempdir().expect("has a temporary folder");
        let path = folder.path().join("a.txt");
        let mut document = logo(2, 2);
        document
            .save_as(&RealDisk, &path, false)
            .expect("is writable");
        assert!(matches!(
            document.save_as(&RealDisk, &path, false),
            Err(SaveError::Exists(_))
        ));
        let later = SystemTime::now() + std::time::Duration::from_secs(60);
        let file = std::fs::File::options()
            .write(true)
            .open(&path)
            .expect("exists");
        file.set_modified(later).expect("can be set");
        assert!(matches!(
            document.save(&RealDisk),
            Err(SaveError::ChangedOnDisk(_))
        ));
        document
            .save_as(&RealDisk, &path, true)
            .expect("with the person's word");
    }

    #[test]
    fn a_full_disk_loses_nothing() {
        let folder = tempfile::tempdir().expect("has a temporary folder");
        let path = folder.path().join("a.txt");
        let mut document = logo(2, 2);
        document
            .save_as(&RealDisk, &path, false)
            .expect("is writable");
        let before = std::fs::read(&path).expect("exists");
        document
            .paint("Paint", &[(Cell::new(0, 0), 2)])
            .expect("takes it");
        assert!(matches!(
            document.save(&FullDisk),
            Err(SaveError::Write { .. })
        ));
        assert!(document.is_dirty());
        assert_eq!(std::fs::read(&path).expect("exists"), before);
    }

    #[test]
    fn opening_can_be_undone_with_the_file_behind() {
        let folder = tempfile::tempdir().expect("has a temporary folder");
        let path = folder.path().join("a.txt");
        std::fs::write(&path, "logo\ntitle T\n\n1\n").expect("is writable");
        let mut document = logo(2, 2);
        document
            .paint("Paint", &[(Cell::new(0, 0), 3)])
            .expect("takes it");
        document.open(&RealDisk, &path).expect("is a level");
        assert_eq!(
            (document.name().as_str(), document.is_dirty()),
            ("T", false)
        );
        document.undo();
        assert_eq!(document.file().path, None);
        assert_eq!(
            document.level().as_grid().expect("grid").grid().as_slice(),
            [3, 0, 0, 0]
        );
        assert!(
            document
                .open(&RealDisk, &folder.path().join("b.txt"))
                .is_err()
        );
    }
}
