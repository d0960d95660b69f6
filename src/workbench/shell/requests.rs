//! Carrying out what pages ask for.

use egui::Context;

use crate::page::messages::Weight;
use crate::page::{Answer, Command, Notice, Request, Source};

use super::app::Workbench;
use super::dialogs::Dialog;

impl Workbench {
    /// Carries out what was asked for, and what that asks for in turn.
    pub(crate) fn carry_out(&mut self, ctx: &Context) {
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
            // What changed is seen in the next frame.
            ctx.request_repaint();
        }
    }

    /// Carries out one request.
    ///
    /// # Errors
    /// Why it cannot be done, for people.
    pub(crate) fn carry_out_one(&mut self, ctx: &Context, request: Request) -> Result<(), String> {
        match request {
            Request::Run(command) => self.run(ctx, command),
            Request::Go(tab) => {
                self.cx.start_page = false;
                self.cx.tab = tab;
            }
            Request::Tell(notice) => self.tell(&notice),
            Request::ShowSide(side) => self.show_side(side),
            Request::Open(source) => return self.open_source(source),
            Request::Replace { status, put } => {
                self.note_replaced();
                put(&mut self.cx.document);
                self.level_replaced(status);
            }
            Request::Ask(dialog) => self.dialog = Some(Dialog::Page(dialog)),
            Request::Export(export) => self.export(export),
            Request::Choose(question) => self.choose_file(question),
            Request::Answer(by, answer) => return self.pass_on(ctx, by, answer),
            Request::Close => self.close(ctx),
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

    /// Passes an answer on to whoever asked.
    pub(crate) fn pass_on(
        &mut self,
        ctx: &Context,
        by: Option<Command>,
        answer: Answer,
    ) -> Result<(), String> {
        match (by, &answer) {
            (Some(command), _) => {
                let Some(owner) = self.cx.commands.owner(command) else {
                    return Ok(());
                };
                self.pages[owner].answer(command, &answer, ctx, &mut self.cx)
            }
            (None, Answer::File(path)) => {
                if let Some(Dialog::Page(dialog)) = &mut self.dialog {
                    dialog.chosen(path, &mut self.cx);
                }
                Ok(())
            }
            (None, _) => Ok(()),
        }
    }

    /// Offers a file or a text that is no level to all pages; whether one took it.
    pub(crate) fn offer(&mut self, offered: &Answer) -> bool {
        let mut pages = self.pages.iter_mut();
        pages.any(|page| page.offer(offered, &mut self.cx))
    }

    /// Tells all pages.
    pub(crate) fn tell(&mut self, notice: &Notice) {
        for page in &mut self.pages {
            page.hear(notice, &mut self.cx);
        }
        if matches!(notice, Notice::Replaced) {
            self.solving.level_replaced();
            self.inspector.level_replaced();
        }
    }
}
