//! Every change of a program goes to the document as moves.

use std::borrow::Cow;

use crate::game::{ProgramError, Slot, commands_of};
use crate::session::Debugger;

use crate::shell::app::Workbench;

/// Commands by procedure.
pub(crate) type Commands = Vec<Vec<Cow<'static, str>>>;

impl Workbench {
    /// Brings debugger, caret and text in line with the document's program.
    pub(crate) fn sync_program(&mut self) {
        self.take_waiting();
        let Some(program) = self.cx.document.position().as_program() else {
            self.program.debugger = None;
            self.program.loaded = None;
            self.program.playing = false;
            return;
        };
        let now = (
            self.cx.document.revision(),
            self.cx.document.position().encode(),
        );
        if self.program.loaded.as_ref() == Some(&now) {
            return;
        }
        let other_level = self.program.loaded.as_ref().is_none_or(|it| it.0 != now.0);
        let state = &mut self.program;
        match &mut state.debugger {
            Some(debugger) => debugger.load(program),
            None => state.debugger = Some(Debugger::new(program)),
        }
        state.loaded = Some(now);
        state.playing = false;
        let procedures = program.procedures();
        let lengths: Vec<usize> = procedures.iter().map(|it| it.commands.len()).collect();
        if other_level && let Some(debugger) = &mut state.debugger {
            debugger.clear_breakpoints();
            state.caret = Slot::new(0, lengths.first().copied().unwrap_or(0));
            state.anchor = None;
        }
        let procedure = state.caret.procedure.min(lengths.len().saturating_sub(1));
        let length = lengths.get(procedure).copied().unwrap_or(0);
        state.caret = Slot::new(procedure, state.caret.index.min(length));
        state.anchor = state.anchor.filter(|anchor| *anchor <= length);
        let source = program.source();
        if state.text_of.as_ref() != Some(&source) {
            state.text.clone_from(&source);
            state.text_of = Some(source);
            state.errors.clear();
        }
    }

    /// Writes the program that was tried on other levels into the one that was opened then.
    fn take_waiting(&mut self) {
        let here = self.cx.origin();
        if let Some((_, source)) = self
            .program
            .waiting
            .take_if(|it| Some(&it.0) == here.as_ref())
        {
            // Said already in the table, if it does not fit.
            let _ = self.write_program("Write the program", &source);
        }
    }

    /// Replaces the program by the one with this text, as one step of undo.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub(crate) fn write_program(
        &mut self,
        name: &'static str,
        source: &str,
    ) -> Result<(), Vec<ProgramError>> {
        let Some(program) = self.cx.document.position().as_program() else {
            return Ok(());
        };
        let moves = program.rewrite(source)?;
        if let Err(error) = self.cx.document.make_moves(name, &moves) {
            return Err(vec![ProgramError::unfit((1, 1), 1, error.to_string())]);
        }
        if !moves.is_empty() {
            self.cx.note_solved();
        }
        Ok(())
    }

    /// Changes the commands; what the level does not take is said and not done. Returns whether it
    /// was done.
    pub(crate) fn change_program(
        &mut self,
        name: &'static str,
        change: impl FnOnce(&mut Commands),
    ) -> bool {
        let Some(program) = self.cx.document.position().as_program() else {
            return false;
        };
        let mut commands = commands_of(program);
        change(&mut commands);
        let source = program.text_of(&commands);
        match self.write_program(name, &source) {
            Ok(()) => {
                self.program.refusal = None;
                true
            }
            Err(errors) => {
                let first = errors.into_iter().next();
                let reason = first.map(|error| format!("Not possible: {}.", error.message));
                if let Some(reason) = &reason {
                    self.cx.messages.status(reason.clone());
                }
                self.program.refusal = reason;
                false
            }
        }
    }

    /// Puts a command at the caret, in the place of what is selected.
    pub(crate) fn insert_command(&mut self, text: Cow<'static, str>) {
        let caret = self.program.caret;
        let selected = self.selected_commands();
        let start = selected.start;
        let done = self.change_program("Add a command", |commands| {
            if let Some(body) = commands.get_mut(caret.procedure) {
                body.splice(selected, [text]);
            }
        });
        if done {
            self.program.caret.index = start + 1;
            self.program.anchor = None;
        }
    }

    /// Indices of the selected commands; empty at the caret without a selection.
    pub(crate) fn selected_commands(&self) -> std::ops::Range<usize> {
        let at = self.program.caret.index;
        let anchor = self.program.anchor.unwrap_or(at);
        at.min(anchor)..at.max(anchor)
    }

    /// Takes commands away.
    pub(crate) fn remove_commands(&mut self, procedure: usize, range: std::ops::Range<usize>) {
        let start = range.start;
        let done = self.change_program("Remove a command", |commands| {
            if let Some(body) = commands.get_mut(procedure)
                && range.end <= body.len()
            {
                body.drain(range);
            }
        });
        if done {
            self.program.caret = Slot::new(procedure, start);
            self.program.anchor = None;
        }
    }

    /// Takes a command to another place, as one step.
    pub(crate) fn carry_command(&mut self, from: Slot, to: Slot) {
        let mut landed = to;
        let done = self.change_program("Move a command", |commands| {
            let body = commands.get_mut(from.procedure);
            let taken = body.and_then(|it| (from.index < it.len()).then(|| it.remove(from.index)));
            let same = from.procedure == to.procedure && from.index < to.index;
            landed.index = to.index - usize::from(same);
            if let (Some(text), Some(body)) = (taken, commands.get_mut(to.procedure)) {
                landed.index = landed.index.min(body.len());
                body.insert(landed.index, text);
            }
        });
        if done {
            self.program.caret = Slot::new(landed.procedure, landed.index + 1);
            self.program.anchor = None;
        }
    }
}
