//! Changes of the open level, as undoable steps.

use std::sync::Arc;

use super::records::{StepName, Swap, UndoChange, UndoStep};
use super::{Document, FileInfo, PlanRecord, PlanSource, Revisions};
use crate::game::{
    Cell, CellValue, EditError, LevelRef, Meta, Move, MoveError, ReplayError, SolveReport, play,
};

/// Subject of a change, which decides the revisions that grow with it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ChangeScope {
    /// Only moves or the plan.
    Play,
    /// Title, author or notes.
    Description,
    Puzzle,
}

impl Document {
    /// Replaces the level by a new one without a file ("New").
    pub fn new_level(&mut self, level: LevelRef) {
        self.replace(level, FileInfo::default(), true);
    }

    /// Replaces the level by an unsaved one from elsewhere (a picture, the clipboard).
    pub fn import_level(&mut self, level: LevelRef) {
        self.replace(level, FileInfo::default(), false);
    }

    /// Replaces the level by a recovered one with its file at that time, which differs from it if `unsaved`. If
    /// `draft`, a text with errors, was all there was, the level is the game's empty one.
    pub fn restore(&mut self, level: LevelRef, file: FileInfo, unsaved: bool, draft: Option<&str>) {
        self.replace(level, file, !unsaved);
        if let Some(draft) = draft {
            let merge = false;
            self.set_text("Restore text", draft, merge);
            let blank = self.game().map(|game| game.blank(None).to_text());
            self.is_placeholder = self.draft.is_some() && blank == Some(self.level.to_text());
        }
    }

    /// Replaces the level, which its file holds if `saved`, and starts a new history: Undo stays within one level.
    pub(super) fn replace(&mut self, level: LevelRef, file: FileInfo, saved: bool) {
        let new = self.last_revision + 1;
        *self = Self {
            file: FileInfo {
                saved: saved.then_some(new),
                ..file
            },
            last_revision: new,
            change_count: self.change_count + 1,
            revisions: Revisions {
                content: new,
                puzzle: new,
            },
            ..Self::new(level)
        };
    }

    fn level_change(&self, after: LevelRef) -> UndoChange {
        let before = self.level.clone();
        UndoChange::Level(Swap { before, after })
    }

    fn plan_change(&self, after: Option<PlanRecord>) -> UndoChange {
        let before = self.plan.clone();
        UndoChange::Plan(Swap { before, after })
    }

    /// Replaces all moves from index `at` on.
    fn moves_change(&self, at: usize, after: Vec<Move>) -> UndoChange {
        let before = self.moves[at..].to_vec();
        let moves = Swap { before, after };
        UndoChange::Moves { at, moves }
    }

    fn drop_moves(&self) -> Option<UndoChange> {
        (!self.moves.is_empty()).then(|| self.moves_change(0, Vec::new()))
    }

    /// Paints cells as one undo step; does nothing if they already have these values. Drops the moves made by hand
    /// (Undo restores them) and keeps the plan, which then belongs to an older revision. On an error, nothing changes.
    pub fn paint(
        &mut self,
        name: impl Into<StepName>,
        cells: &[(Cell, CellValue)],
    ) -> Result<(), EditError> {
        self.check_text()?;
        let Some(level) = self.level.as_grid() else {
            return Ok(());
        };
        let mut grid = level.grid();
        let mut changed = Vec::new();
        for &(cell, after) in cells {
            if let Some(&before) = grid.get(cell).filter(|before| **before != after) {
                changed.push((cell, Swap { before, after }));
                grid.set(cell, after);
            }
        }
        if changed.is_empty() {
            return Ok(());
        }
        // Values that the level refuses must not enter the history.
        level.with_grid(grid)?;
        self.change_puzzle(name.into(), UndoChange::Cells(changed));
        Ok(())
    }

    /// Changes the puzzle and drops the moves, which were made on the old one. The plan stays, of an older revision.
    fn change_puzzle(&mut self, name: StepName, change: UndoChange) {
        let changes = [change].into_iter().chain(self.drop_moves()).collect();
        self.commit(name, changes, ChangeScope::Puzzle);
    }

    /// Replaces the level by an edited one (turned, resized, pasted into) as one undo step, if they differ. On an
    /// error, nothing changes.
    pub fn change_level(
        &mut self,
        name: impl Into<StepName>,
        after: LevelRef,
    ) -> Result<(), EditError> {
        self.check_text()?;
        if after.to_text() != self.level.to_text() {
            self.change_puzzle(name.into(), self.level_change(after));
        }
        Ok(())
    }

    /// Refuses edits of a level whose text has errors: the text is what gets saved.
    fn check_text(&self) -> Result<(), EditError> {
        match self.draft {
            Some(_) => Err(EditError::Text),
            None => Ok(()),
        }
    }

    pub fn set_meta(&mut self, meta: Meta) {
        // While a text has errors, its title can only be changed in the text.
        if *self.level.meta() != meta && self.draft.is_none() {
            let change = self.level_change(self.level.with_meta(meta));
            self.commit("Describe".into(), vec![change], ChangeScope::Description);
        }
    }

    /// Changes a property of the level. On an error, nothing changes.
    pub fn set_property(&mut self, key: &str, value: &str) -> Result<(), EditError> {
        self.check_text()?;
        let after = self.level.with_property(key, value)?;
        self.change_puzzle(format!("Change {key}").into(), self.level_change(after));
        Ok(())
    }

    /// Makes a move by hand. If the rules refuse it, nothing changes.
    pub fn make_move(&mut self, mv: &Move) -> Result<(), MoveError> {
        self.position.boxed_clone().apply(mv)?;
        let name = self.position.describe(mv).text;
        self.make_moves(name, std::slice::from_ref(mv))
    }

    /// Makes several moves by hand as one undo step. If the rules refuse one, nothing changes.
    pub fn make_moves(
        &mut self,
        name: impl Into<StepName>,
        moves: &[Move],
    ) -> Result<(), MoveError> {
        let mut position = self.position.boxed_clone();
        moves.iter().try_for_each(|mv| position.apply(mv))?;
        if !moves.is_empty() {
            let change = self.moves_change(self.moves.len(), moves.to_vec());
            self.commit(name.into(), vec![change], ChangeScope::Play);
        }
        Ok(())
    }

    /// Undoes the last move made by hand; plans and other later steps stay. Redo makes it again, Undo goes on before it.
    pub fn undo_move(&mut self) {
        let Some(last) = self.moves.len().checked_sub(1) else {
            return;
        };
        if self.history.undo_move(last, self.revisions) {
            self.moves.truncate(last);
            self.replay_moves();
            self.change_count += 1;
        } else {
            self.take_back_to(last);
        }
    }

    /// Drops all moves after the first `count`, as one undo step.
    pub fn take_back_to(&mut self, count: usize) {
        if count < self.moves.len() {
            let change = self.moves_change(count, Vec::new());
            self.commit("Take back".into(), vec![change], ChangeScope::Play);
        }
    }

    /// Replaces the moves made by hand. If the rules refuse one, nothing changes.
    pub fn set_moves(
        &mut self,
        name: impl Into<StepName>,
        moves: Vec<Move>,
    ) -> Result<(), ReplayError> {
        play(self.level.as_ref(), &moves)?;
        if moves != self.moves {
            let change = self.moves_change(0, moves);
            self.commit(name.into(), vec![change], ChangeScope::Play);
        }
        Ok(())
    }

    /// Stores a solver's plan as one undo step; `false` if the report has none. `revision` is the revision of the level
    /// given to the solver, `done` the moves from which it continued.
    pub fn store_plan(&mut self, revision: u64, done: &[Move], report: SolveReport) -> bool {
        let Some(solution) = report.outcome.solution() else {
            return false;
        };
        let plan = PlanRecord {
            done: done.into(),
            moves: solution.plan.moves().into(),
            solved: true,
            source: PlanSource::Solver(Arc::new(report)),
            revision,
        };
        self.commit_plan("Solve".into(), plan);
        true
    }

    /// Switches to solution `number` of [`PlanRecord::solutions`], as an undo step; `false` if there is none.
    pub fn show_solution(&mut self, number: usize) -> bool {
        let Some(record) = self.plan.clone() else {
            return false;
        };
        let Some(plan) = record.solutions().nth(number) else {
            return false;
        };
        let moves = plan.moves().into();
        self.commit_plan("Another solution".into(), PlanRecord { moves, ..record });
        true
    }

    /// Stores moves from the level's start as its plan, as one undo step, if all are legal. They need not solve it.
    pub fn store_attempt(
        &mut self,
        name: impl Into<StepName>,
        moves: Vec<Move>,
        source: PlanSource,
    ) -> Result<(), ReplayError> {
        let end = play(self.level.as_ref(), &moves)?;
        let plan = PlanRecord {
            done: Arc::default(),
            moves: moves.into(),
            solved: end.is_solved(),
            source,
            revision: self.revision(),
        };
        self.commit_plan(name.into(), plan);
        Ok(())
    }

    fn commit_plan(&mut self, name: StepName, plan: PlanRecord) {
        self.commit(name, vec![self.plan_change(Some(plan))], ChangeScope::Play);
    }

    /// Applies changes as one undo step.
    pub(super) fn commit(&mut self, name: StepName, changes: Vec<UndoChange>, scope: ChangeScope) {
        let before = self.revisions;
        let mut after = before;
        if scope != ChangeScope::Play {
            self.last_revision += 1;
            after.content = self.last_revision;
        }
        if scope == ChangeScope::Puzzle {
            after.puzzle = self.last_revision;
        }
        for change in &changes {
            self.apply(change, true);
        }
        self.update_position(&changes);
        self.revisions = after;
        self.change_count += 1;
        self.history.push(UndoStep {
            name,
            changes,
            revisions: Swap { before, after },
        });
    }

    /// Updates the position after `changes` were applied forwards. Only added moves need no replay.
    fn update_position(&mut self, changes: &[UndoChange]) {
        match changes {
            [UndoChange::Plan(_) | UndoChange::Text(_)] => {}
            [UndoChange::Moves { moves, .. }] if moves.before.is_empty() => {
                let mut added = moves.after.iter();
                if added.any(|mv| self.position.apply(mv).is_err()) {
                    self.replay_moves();
                }
            }
            _ => self.replay_moves(),
        }
    }

    /// Applies a change or, if not `forward`, reverts it. The caller updates position and revisions.
    fn apply(&mut self, change: &UndoChange, forward: bool) {
        match change {
            UndoChange::Cells(cells) => {
                let Some(level) = self.level.as_grid() else {
                    return;
                };
                let mut grid = level.grid();
                let mut set = |(cell, value): &(Cell, Swap<CellValue>)| {
                    grid.set(*cell, *value.target(forward));
                };
                // A cell may occur twice; undo must restore its first value.
                match forward {
                    true => cells.iter().for_each(&mut set),
                    false => cells.iter().rev().for_each(&mut set),
                }
                // Cannot fail: the level had these values before, or their painting was checked.
                if let Ok(level) = level.with_grid(grid) {
                    self.level = level;
                }
            }
            UndoChange::Level(level) => {
                self.level = level.target(forward).clone();
                self.draft = None;
            }
            UndoChange::Text(change) => {
                let text = self.text().unwrap_or_default();
                let other = match forward {
                    true => change.apply(&text),
                    false => change.revert(&text),
                };
                // Cannot fail: the text is the one before or after this change.
                if let Some(other) = other {
                    self.set_draft(other.into());
                }
            }
            UndoChange::Moves { at, moves } => {
                self.moves.truncate(*at);
                self.moves.extend_from_slice(moves.target(forward));
            }
            UndoChange::Plan(plan) => self.plan.clone_from(plan.target(forward)),
        }
    }

    /// Undoes the last step and returns its name; `None` if there is none.
    pub fn undo(&mut self) -> Option<StepName> {
        let step = self.history.step_back()?.clone();
        let level = self.level.clone();
        for change in step.changes.iter().rev() {
            self.apply(change, false);
        }
        if !matches!(step.changes.as_slice(), [UndoChange::Text(_)]) {
            self.replay_moves();
        }
        self.set_revisions(step.revisions.before, !Arc::ptr_eq(&level, &self.level));
        Some(step.name)
    }

    /// Redoes the last undone step and returns its name; `None` if there is none.
    pub fn redo(&mut self) -> Option<StepName> {
        let step = self.history.step_forward()?.clone();
        let level = self.level.clone();
        for change in &step.changes {
            self.apply(change, true);
        }
        self.update_position(&step.changes);
        self.set_revisions(step.revisions.after, !Arc::ptr_eq(&level, &self.level));
        Some(step.name)
    }
}
