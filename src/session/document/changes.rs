//! Every change to the level at hand, as steps that can be undone.

use std::sync::Arc;

use crate::game::{
    Cell, CellValue, EditError, Grid, LevelRef, Meta, Move, MoveError, ReplayError, Report, play,
};

use super::super::history::{Change, Step, StepName};
use super::{Document, FileInfo, PlanRecord, PlanSource, Revisions};

/// What a step changes about the level.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing: moves or plan only.
    Play,
    /// Title, author, notes.
    Description,
    /// The puzzle.
    Puzzle,
}

impl Document {
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

    pub(super) fn replace(&mut self, name: StepName, level: LevelRef, file: FileInfo) {
        let mut changes = Vec::new();
        if let Some(draft) = &self.draft {
            changes.push(Change::Draft(draft.clone()));
        }
        changes.extend([
            Change::Level {
                before: self.level.clone(),
                after: level,
            },
            Change::File {
                before: self.file.clone(),
                after: file,
            },
        ]);
        self.forget_play(&mut changes);
        self.commit(name, changes, Effect::Puzzle);
    }

    /// Moves and plan belong to the level they were made on.
    fn forget_play(&self, changes: &mut Vec<Change>) {
        self.drop_moves(changes);
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

    /// Puts the level that was edited as a whole in place as one step: turned, resized, pasted
    /// into. Nothing happens if it is the same.
    pub fn change_level(&mut self, name: impl Into<StepName>, after: LevelRef) {
        if after.to_text() != self.level.to_text() {
            self.set_level(name.into(), after);
        }
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
        // The title of a text that cannot be read stands in that text.
        if *self.level.meta() != meta && self.draft.is_none() {
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
        if self.draft.is_some() {
            return Err(EditError::Property {
                key: key.to_owned(),
                value: value.to_owned(),
                reason: "the text of the level cannot be read as it is; mend it first".to_owned(),
            });
        }
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

    /// Makes several moves by hand as one step of undo.
    ///
    /// # Errors
    /// When the rules refuse one; nothing is changed then.
    pub fn make_moves(
        &mut self,
        name: impl Into<StepName>,
        moves: &[Move],
    ) -> Result<(), MoveError> {
        let mut position = self.position.boxed_clone();
        moves.iter().try_for_each(|mv| position.apply(mv))?;
        if !moves.is_empty() {
            let change = Change::Moves {
                at: self.moves.len(),
                before: Vec::new(),
                after: moves.to_vec(),
            };
            self.commit(name.into(), vec![change], Effect::Play);
        }
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
    ) -> Result<(), ReplayError> {
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
        self.put_plan(
            "Solve".into(),
            PlanRecord {
                done: done.into(),
                moves: solution.plan.moves().into(),
                solved: true,
                source: PlanSource::Solver(Arc::new(report)),
                revision,
            },
        );
        true
    }

    /// Shows another of [`PlanRecord::solutions`], counted from 0; false if there is none. Can be undone.
    pub fn show_solution(&mut self, number: usize) -> bool {
        let Some(record) = self.plan.clone() else {
            return false;
        };
        let Some(plan) = record.solutions().nth(number) else {
            return false;
        };
        let moves = plan.moves().into();
        self.put_plan("Another solution".into(), PlanRecord { moves, ..record });
        true
    }

    /// Takes moves from the start of the level as its plan, as one step of undo. They need not
    /// solve it.
    ///
    /// # Errors
    /// When the rules refuse one; nothing is changed then.
    pub fn take_attempt(
        &mut self,
        name: impl Into<StepName>,
        moves: Vec<Move>,
        source: PlanSource,
    ) -> Result<(), ReplayError> {
        let end = play(self.level.as_ref(), &moves)?;
        self.put_plan(
            name.into(),
            PlanRecord {
                done: Arc::default(),
                moves: moves.into(),
                solved: end.is_solved(),
                source,
                revision: self.revision(),
            },
        );
        Ok(())
    }

    fn put_plan(&mut self, name: StepName, plan: PlanRecord) {
        let change = Change::Plan {
            before: self.plan.clone(),
            after: Some(plan),
        };
        self.commit(name, vec![change], Effect::Play);
    }

    pub(super) fn commit(&mut self, name: StepName, changes: Vec<Change>, effect: Effect) {
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
            [Change::Plan { .. } | Change::Text(_)] => {}
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
            Change::Level { before, after } => {
                self.level = pick(before, after);
                self.draft = None;
            }
            Change::Draft(draft) => self.draft = (!forward).then(|| draft.clone()),
            Change::Text(change) => {
                let text = self.text().unwrap_or_default();
                let other = if forward {
                    change.done(&text)
                } else {
                    change.undone(&text)
                };
                // The text is the one that the change was made on or led to.
                if let Some(other) = other {
                    self.set_draft(other.into());
                }
            }
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
        let level = self.level.clone();
        for change in step.changes.iter().rev() {
            self.apply(change, false);
        }
        if !matches!(step.changes.as_slice(), [Change::Text(_)]) {
            self.replay_moves();
        }
        self.set_revisions(step.revisions.0, !Arc::ptr_eq(&level, &self.level));
        Some(step.name)
    }

    /// Does the last undone step again; its name, or `None` if there is none.
    pub fn redo(&mut self) -> Option<StepName> {
        let step = self.history.step_forward()?.clone();
        let level = self.level.clone();
        for change in &step.changes {
            self.apply(change, true);
        }
        self.bring_position_up_to_date(&step.changes);
        self.set_revisions(step.revisions.1, !Arc::ptr_eq(&level, &self.level));
        Some(step.name)
    }
}
