//! Carries out the requests of pages.

use egui::Context;

use crate::page::messages::Weight;
use crate::page::{Answer, Command, Request, Source, known};

use super::state::Workbench;
use crate::dialogs::{DISCARD, RESTORE, RESTORE_ALL, SAVE};

impl Workbench {
    /// Carries out all queued requests, including those queued meanwhile.
    pub(super) fn carry_out(&mut self, ctx: &Context) {
        loop {
            let requests = self.cx.take_requests();
            if requests.is_empty() {
                return;
            }
            for request in requests {
                if let Err(error) = self.carry_out_one(ctx, request) {
                    self.cx.messages.toast(Weight::Bad, error);
                }
            }
            // Changes become visible in the next frame.
            ctx.request_repaint();
        }
    }

    /// Carries out one request.
    ///
    /// # Errors
    /// Why it failed, for the user.
    pub(super) fn carry_out_one(&mut self, ctx: &Context, request: Request) -> Result<(), String> {
        match request {
            Request::Run(command) => self.run(ctx, command),
            Request::Go(tab) => {
                self.cx.start_page = false;
                self.cx.tab = tab;
            }
            Request::Tell(notice) => self.tell(&notice),
            Request::ShowSide(side) => self.show_side(side),
            Request::Open(source) => {
                if self.cx.start_page {
                    self.cx.tab = known::PLAY;
                }
                return self.open_source(source);
            }
            Request::Replace {
                status,
                put,
                closes,
            } => {
                let before = self.levels.front_id();
                self.put_level_surely(put);
                if closes && self.levels.front_id() != before {
                    self.close_level_with(before);
                }
                self.cx.level_replaced(status);
                // The level may come with moves that already solve it.
                let document = &self.cx.document;
                if !document.moves().is_empty() && document.position().is_solved() {
                    let level = document.level().clone();
                    self.cx.mark_solved(&level);
                }
            }
            Request::InNewTab(request) => {
                self.levels.apart = true;
                let done = self.carry_out_one(ctx, *request);
                self.levels.apart = false;
                return done;
            }
            Request::Ask(dialog) => self.dialog = Some(dialog),
            Request::Choose(question) => self.choose_file(question),
            Request::Export(export) => {
                if let Some(owner) = self.cx.commands.owner(known::EXPORT) {
                    self.pages[owner].export(export, &mut self.cx);
                }
            }
            Request::Answer(by, answer) => return self.pass_on(ctx, by, answer),
        }
        Ok(())
    }

    fn open_source(&mut self, source: Source) -> Result<(), String> {
        match source {
            Source::Origin(origin) => {
                self.open_origin(&origin);
                Ok(())
            }
            Source::Path(path) => self.try_open(&path),
            Source::Text(text) => self.open_text(&text),
            Source::Fetched(url, fetched) => self.open_fetched(&url, *fetched),
        }
    }

    /// Delivers an answer to the page or dialog that asked.
    pub(super) fn pass_on(
        &mut self,
        ctx: &Context,
        by: Option<Command>,
        answer: Answer,
    ) -> Result<(), String> {
        if let Answer::File(path) = &answer {
            self.note_folder(path);
        }
        match (by, &answer) {
            (Some(command), _) => {
                let Some(owner) = self.cx.commands.owner(command) else {
                    return self.take_answer(ctx, command, answer);
                };
                self.pages[owner].answer(command, &answer, ctx, &mut self.cx)
            }
            (None, Answer::File(path)) => {
                if let Some(dialog) = &mut self.dialog {
                    dialog.chosen(path, &mut self.cx);
                }
                Ok(())
            }
            (None, _) => Ok(()),
        }
    }

    /// Handles the answer to a question of one of the shell's own commands.
    fn take_answer(
        &mut self,
        ctx: &Context,
        command: Command,
        answer: Answer,
    ) -> Result<(), String> {
        match (command, answer) {
            (known::OPEN, Answer::File(path)) => self.try_open(&path)?,
            (known::SAVE_AS, Answer::File(path)) => self.save_to(ctx, &path)?,
            (known::SAVE_AS, Answer::None) => self.files.after_save = None,
            (known::RESTORE_RECOVERED, Answer::Button(RESTORE_ALL, _)) => self.restore_all(),
            (known::RESTORE_RECOVERED, Answer::Button(RESTORE, index)) => self.restore(index),
            (known::RESTORE_RECOVERED, Answer::Button(DISCARD, index)) => {
                self.discard_leftover(index);
            }
            (known::QUIT, Answer::Button(SAVE, _)) => self.save_and_quit(ctx),
            (known::QUIT, Answer::Button(DISCARD, _)) => self.close(ctx),
            (known::CLOSE_TAB, Answer::Button(SAVE, _)) => self.save_and_close_tab(ctx),
            (known::CLOSE_TAB, Answer::Button(DISCARD, _)) => self.close_level(self.levels.front),
            _ => {}
        }
        Ok(())
    }

    /// Offers pages a file or text that is not a level. Returns whether one took it.
    pub(super) fn offer(&mut self, offered: &Answer) -> bool {
        let mut pages = self.pages.iter_mut();
        pages.any(|page| page.offer(offered, &mut self.cx))
    }
}
