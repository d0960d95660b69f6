//! Carries out the requests of pages, and shows the shell's dialogs.

use egui::{Context, Key, Modifiers, Popup, Ui, ViewportCommand};

use super::state::{AfterSave, Workbench};
use crate::dialogs::{DISCARD, SAVE};
use crate::page::messages::Severity;
use crate::page::{CommandId, DialogAnswer, LevelSource, PageInput, Reply, Request, known};

impl Workbench {
    /// Carries out all queued requests, including those queued meanwhile.
    pub(super) fn run_requests(&mut self, ctx: &Context) {
        loop {
            let requests = self.cx.take_requests();
            if requests.is_empty() {
                return;
            }
            for request in requests {
                if let Err(error) = self.run_request(ctx, request) {
                    self.cx.messages.toast(Severity::Bad, error);
                }
            }
            // Changes become visible in the next frame.
            ctx.request_repaint();
        }
    }

    /// Carries out one request. An error is for the user.
    pub(super) fn run_request(&mut self, ctx: &Context, request: Request) -> Result<(), String> {
        match request {
            Request::Run(command) => self.run(ctx, command),
            Request::ShowTab(tab) => {
                self.cx.start_page = false;
                self.cx.tab = tab;
            }
            Request::Notify(notice) => self.notify(&notice),
            Request::ShowDock(side) => self.show_side(side),
            Request::Open(source) => {
                // The start page opens levels to play them, whatever tab it covers.
                if self.cx.start_page {
                    self.cx.tab = known::PLAY;
                }
                return self.open_source(source);
            }
            Request::Replace {
                status,
                load,
                close,
            } => {
                let replaced = self.levels.front_id();
                self.place_level(load);
                let replaced = self.levels.index_of(replaced);
                if let Some(replaced) =
                    replaced.filter(|index| *index != self.levels.front && close)
                {
                    self.close_level(replaced);
                }
                self.leave_empty_plan();
                self.cx.level_replaced(status);
                // The level may come with moves that already solve it.
                let document = &self.cx.document;
                if !document.moves().is_empty() && document.position().is_solved() {
                    let level = document.level().clone();
                    self.cx.mark_solved(&level);
                }
            }
            Request::InNewTab(request) => {
                self.levels.in_new_tab = true;
                let result = self.run_request(ctx, *request);
                self.levels.in_new_tab = false;
                return result;
            }
            Request::OpenDialog(dialog) => self.dialog = Some(dialog),
            Request::ChooseFile(question) => self.choose_file(question),
            Request::Paste(command) => {
                self.files.awaited_paste = Some((command, ctx.cumulative_frame_nr()));
                ctx.send_viewport_cmd(ViewportCommand::RequestPaste);
            }
            Request::Reply(by, answer) => return self.deliver(ctx, by, answer),
        }
        Ok(())
    }

    fn open_source(&mut self, source: LevelSource) -> Result<(), String> {
        match source {
            LevelSource::Origin(origin) => {
                self.open_origin(&origin);
                Ok(())
            }
            LevelSource::Text(text, number) => self.open_text(&text, number),
            LevelSource::Fetched(url, fetched) => self.open_fetched(&url, *fetched),
        }
    }

    /// Delivers an answer to what asked, a page or the shell.
    pub(super) fn deliver(
        &mut self,
        ctx: &Context,
        asker: CommandId,
        answer: Reply,
    ) -> Result<(), String> {
        if let Reply::File(path) = &answer
            && let Some(folder) = path.parent().filter(|folder| folder.is_dir())
        {
            self.cx.settings.saving.last_folder = Some(folder.to_owned());
        }
        match self.cx.commands.owner(asker) {
            Some(owner) => {
                let input = PageInput::Answer(asker, answer);
                let taken = self.pages[owner].accept(input, &mut self.cx);
                taken.unwrap_or(Ok(()))
            }
            None => self.handle_answer(ctx, asker, answer),
        }
    }

    fn handle_answer(
        &mut self,
        ctx: &Context,
        command: CommandId,
        answer: Reply,
    ) -> Result<(), String> {
        match (command, answer) {
            (known::OPEN, Reply::File(path)) => self.try_open(&path)?,
            (known::IMPORT_PICTURE, Reply::File(path)) => self.import_picture(&path),
            (known::PASTE_LEVEL, Reply::Text(text)) => {
                return self.run_request(ctx, Request::Open(LevelSource::Text(text, None)));
            }
            (known::SAVE_AS, Reply::File(path)) => self.save_to(ctx, &path)?,
            (known::SAVE_AS, Reply::None) => self.files.after_save = None,
            (known::RESTORE_RECOVERED, Reply::Button(button, index)) => {
                self.decide_recovered(button, index);
            }
            (known::QUIT, Reply::Button(SAVE, _)) => self.save_and_quit(ctx),
            (known::QUIT, Reply::Button(DISCARD, _)) => self.close(ctx),
            (known::CLOSE_TAB, Reply::Button(SAVE, _)) => {
                self.files.after_save = Some(AfterSave::CloseTab);
                self.save(ctx);
            }
            (known::CLOSE_TAB, Reply::Button(DISCARD, _)) => self.close_level(self.levels.front),
            _ => {}
        }
        Ok(())
    }

    /// Passes a file or text that is not a level to the pages, until one accepts it. Returns whether one did.
    pub(super) fn pass_to_pages<'a>(&mut self, input: impl Fn() -> PageInput<'a>) -> bool {
        let mut pages = self.pages.iter_mut();
        let taken = pages.find_map(|page| page.accept(input(), &mut self.cx));
        if let Some(Err(error)) = &taken {
            self.cx.messages.fail(error);
        }
        taken.is_some()
    }

    /// Returns whether a dialog is open, which has the keyboard to itself.
    pub(super) fn is_modal(&self) -> bool {
        self.dialog.is_some() || self.layout.page_dialog
    }

    pub(super) fn show_dialog(&mut self, ui: &Ui) {
        let Some(mut dialog) = self.dialog.take() else {
            return;
        };
        let stays_open = match dialog.show(ui, &mut self.cx) {
            DialogAnswer::Stay => true,
            DialogAnswer::Close => false,
            DialogAnswer::Try(request) => {
                // Requests that it queued, such as another tab, apply to the level that results.
                let queued = self.cx.take_requests();
                let result = self.run_request(ui.ctx(), request);
                queued.into_iter().for_each(|request| self.cx.send(request));
                let failed = result.is_err();
                if let Err(error) = result {
                    dialog.failed(error);
                }
                failed
            }
        };
        // The request may have opened another dialog.
        if self.dialog.is_none() {
            self.dialog = match stays_open {
                true => Some(dialog),
                false => self.waiting_dialogs.pop(),
            };
        }
    }

    pub(super) fn show_palette(&mut self, ui: &Ui) {
        let Some(mut palette) = self.palette.take() else {
            return;
        };
        if palette.show(ui, &mut self.cx) {
            self.palette = Some(palette);
        }
    }

    /// Handles the Escape key, unless a dialog, the palette, an open list or a drag takes it.
    pub(super) fn handle_escape(&mut self, ctx: &Context) {
        let dragging = ctx.input(|input| input.pointer.any_down());
        let is_covered = self.is_modal() || self.palette.is_some() || Popup::is_any_open(ctx);
        let can_stop = self.can_stop();
        if is_covered || dragging || !(self.cx.start_page || can_stop) {
            return;
        }
        if !ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            return;
        }
        if self.cx.start_page {
            self.cx.start_page = false;
            if self.cx.document.is_untouched() {
                // An empty level is there to be drawn.
                self.cx.tab = known::EDIT;
            }
        } else {
            self.run(ctx, known::STOP);
        }
    }
}
