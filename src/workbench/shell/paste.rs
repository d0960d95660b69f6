//! Pasting levels, plans and pictures outside of text fields.

use std::sync::Arc;

use egui::{ColorImage, Context, Event};
use image::RgbaImage;

use super::state::Workbench;
use crate::export::{ExportError, animation};
use crate::games::{line, load};
use crate::kit::answer;
use crate::page::messages::Severity;
use crate::page::{LevelSource, PageInput, Reply, Request, known};
use crate::session::Task;

/// Size limit of a text pasted as a level, in bytes: parsing delays the next frame. Longer ones are opened as files.
const MAX_TEXT_BYTES: usize = 1 << 20;
/// Frames after a request for the clipboard in which its content arrives, unless it holds none.
const PASTE_FRAMES: u64 = 3;

impl Workbench {
    /// Passes a pasted text to the command that awaits it; else opens a pasted level or picture, unless a text field or
    /// dialog takes it. Cells for the board stay in the input.
    pub(super) fn handle_paste(&mut self, ctx: &Context) {
        let asker = self.files.awaited_paste;
        let accepts_picture = asker.is_none_or(|(command, _)| command == known::PASTE_LEVEL);
        let is_taken = self.is_modal() || self.palette.is_some() || ctx.text_edit_focused();
        if is_taken && asker.is_none() {
            return;
        }
        let mut text = None;
        let mut picture: Option<Arc<ColorImage>> = None;
        let mut other_text = None;
        ctx.input_mut(|input| {
            input.events.retain(|event| match event {
                Event::Paste(pasted) if asker.is_some() || is_level(pasted) => {
                    text = Some(pasted.clone());
                    false
                }
                Event::PasteImage(pasted) if accepts_picture => {
                    picture = Some(pasted.clone());
                    false
                }
                Event::Paste(pasted) if pasted.len() <= MAX_TEXT_BYTES => {
                    other_text = Some(pasted.clone());
                    true
                }
                _ => true,
            });
        });
        if let Some(text) = text {
            self.files.awaited_paste = None;
            let command = asker.map_or(known::PASTE_LEVEL, |(command, _)| command);
            let is_too_long = command == known::PASTE_LEVEL && text.len() > MAX_TEXT_BYTES;
            let result = match is_too_long {
                true => {
                    let size = answer::count(text.len(), "bytes");
                    let limit = answer::number(MAX_TEXT_BYTES);
                    Err(format!(
                        "The clipboard's text has {size}; the limit is {limit}. Open it as a file."
                    ))
                }
                false => self.deliver(ctx, command, Reply::Text(text)),
            };
            if let Err(error) = result {
                self.cx.messages.fail(error);
            }
        } else if let Some((_, requested)) = asker {
            ctx.request_repaint();
            let is_late = ctx.cumulative_frame_nr() > requested + PASTE_FRAMES;
            if is_late || picture.is_some() {
                self.files.awaited_paste = None;
            }
            if is_late {
                self.cx.messages.fail("The clipboard holds no text.");
            }
        }
        if let Some(text) = other_text {
            let is_plan = self.pass_to_pages(|| PageInput::Text(&text));
            // In the editor, it may be cells for the board.
            let is_editing = self.cx.tab == known::EDIT && !self.cx.start_page;
            if !is_plan && !is_editing && load::load(text.as_bytes(), None, None).is_ok() {
                self.run_request(ctx, Request::Open(LevelSource::Text(text, None)))
                    .unwrap_or_else(|error| self.cx.messages.fail(error));
            }
        }
        if let Some(picture) = picture {
            self.import_pasted(picture);
        }
    }

    /// Writes a pasted picture to a file in the background, for import.
    fn import_pasted(&mut self, picture: Arc<ColorImage>) {
        let Some(folders) = &self.cx.world.folders else {
            let text = "The picture cannot be pasted: home folder not found.";
            return self.cx.messages.toast(Severity::Bad, text);
        };
        let (path, disk) = (folders.data.join("pasted.png"), self.cx.world.disk.clone());
        let work = move |_: &_| {
            let file = png(&picture).map_err(|error| error.to_string())?;
            let written = disk.write_atomic(&path, &file);
            written.map_err(|error| answer::file_error(&path, "cannot be written", &error))?;
            Ok(path)
        };
        self.files.paste = Some(Task::start("pasted picture", &self.cx.wake, work));
        self.cx.messages.status("Reading the pasted picture…");
    }

    pub(super) fn poll_pasting(&mut self) {
        match Task::outcome_of(&mut self.files.paste) {
            None => {}
            Some(Ok(path)) => self.import_picture(&path),
            Some(Err(error)) => self.cx.messages.fail(error),
        }
    }
}

fn png(picture: &ColorImage) -> Result<Vec<u8>, ExportError> {
    let [width, height] = picture.size.map(|side| u32::try_from(side).unwrap_or(0));
    let pixels = picture.pixels.iter();
    let bytes = pixels.flat_map(|pixel| pixel.to_srgba_unmultiplied());
    let picture = RgbaImage::from_raw(width, height, bytes.collect());
    let picture = picture.ok_or(ExportError::Nothing)?;
    let mut file = Vec::new();
    animation::png(&picture, None, &mut file)?;
    Ok(file)
}

/// Returns whether a text is recognizable as a level: by a game ID, a game in its first line, or RON format.
fn is_level(text: &str) -> bool {
    text.len() <= MAX_TEXT_BYTES && (line::is_line(text) || load::names_its_game(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_distinguished_from_cells_and_prose() {
        for (text, expected) in [
            ("logo\n\n..1\n", true),
            ("; a comment\nlogo\n\n..1\n", true),
            ("(version: 1, game: \"logo\")", true),
            ("..1\n.1.\n", false),
            ("logo is a fine game", false),
            ("", false),
        ] {
            assert_eq!(is_level(text), expected, "{text}");
        }
    }
}
