//! Levels and plans on the clipboard, and from there.

use std::path::PathBuf;
use std::sync::Arc;

use egui::{ColorImage, Context, Event};
use image::RgbaImage;

use crate::export::{Drawing, ExportError, Style, animation, board, raster};
use crate::games::line;
use crate::session::Task;

use crate::kit::answer;
use crate::page::Answer;
use crate::page::messages::Weight;
use crate::shell::app::Workbench;

/// A picture that is being drawn for the clipboard.
pub(crate) struct Copying {
    what: &'static str,
    picture: Task<Result<ColorImage, String>>,
}

/// A picture that was pasted, on its way to a file: what reads pictures reads files.
pub(crate) type Pasting = Task<Result<PathBuf, String>>;

/// Longest text from the clipboard that is looked at for being a level: more is no puzzle that
/// somebody shares, and this is done on the way to the next frame.
const LONGEST: usize = 1 << 20;

impl Workbench {
    /// Puts the level on the clipboard as one line.
    pub(crate) fn copy_line(&mut self, ctx: &Context) {
        let text = line::to_line(self.cx.document.level());
        let long = text.len() > 500;
        ctx.copy_text(text);
        self.cx.messages.status(if long {
            "The level's game ID is on the clipboard. It is long: as a file it may travel better."
        } else {
            "The level's game ID is on the clipboard: paste it into any Planwright."
        });
    }

    /// Puts a picture of the level on the clipboard.
    pub(crate) fn copy_level_picture(&mut self, dark: bool) {
        let level = self.cx.document.level().clone();
        let style = Style {
            dark,
            ..Style::default()
        };
        self.copy_picture("The level's picture", move || {
            Ok(board::draw_level(level.as_ref(), style))
        });
    }

    /// Draws something on a thread and puts it on the clipboard.
    pub(crate) fn copy_picture(
        &mut self,
        what: &'static str,
        draw: impl FnOnce() -> Result<Drawing, ExportError> + Send + 'static,
    ) {
        let work = move |_: &_| {
            let picture = draw().and_then(|drawing| raster::pixels(&drawing, 1.0));
            let picture = picture.map_err(|error| error.to_string())?;
            let size = [picture.width() as usize, picture.height() as usize];
            Ok(ColorImage::from_rgba_unmultiplied(size, picture.as_raw()))
        };
        let picture = Task::start("drawing of the picture", &self.cx.wake, work);
        self.exports.copying = Some(Copying { what, picture });
    }

    pub(crate) fn poll_copying(&mut self, ctx: &Context) {
        let Some(Copying { what, picture }) = &self.exports.copying else {
            return;
        };
        let Some(result) = picture.outcome() else {
            return;
        };
        let what = *what;
        self.exports.copying = None;
        match result {
            Ok(picture) => {
                ctx.copy_image(picture);
                self.cx
                    .messages
                    .status(format!("{what} is on the clipboard."));
            }
            Err(error) => self
                .cx
                .messages
                .toast(Weight::Bad, answer::sentence(&error)),
        }
    }

    /// Opens a level or a picture that is pasted while nothing else wants it: no text field has the
    /// focus, and no dialog is open. Cells for the board are left alone.
    pub(crate) fn take_pasted(&mut self, ctx: &Context) {
        if self.dialog.is_some() || self.palette.is_some() || ctx.text_edit_focused() {
            return;
        }
        let mut text = None;
        let mut picture: Option<Arc<ColorImage>> = None;
        let mut other = None;
        ctx.input_mut(|input| {
            input.events.retain(|event| match event {
                Event::Paste(pasted) if is_level(pasted) => {
                    text = Some(pasted.clone());
                    false
                }
                Event::PasteImage(pasted) => {
                    picture = Some(pasted.clone());
                    false
                }
                Event::Paste(pasted) if pasted.len() <= LONGEST => {
                    other = Some(pasted.clone());
                    true
                }
                _ => true,
            });
        });
        if let Some(text) = text
            && let Err(error) = self.open_text(&text)
        {
            self.cx
                .messages
                .toast(Weight::Bad, answer::sentence(&error));
        }
        if let Some(other) = other {
            // Whatever is no plan may still be cells for the board.
            self.offer(&Answer::Text(other));
        }
        if let Some(picture) = picture {
            self.import_pasted(picture);
        }
    }

    /// Keeps a pasted picture and reads a level from it by a screen profile.
    fn import_pasted(&mut self, picture: Arc<ColorImage>) {
        let Some(places) = &self.cx.world.places else {
            let text = "There is no folder on this machine to keep the picture in.";
            return self.cx.messages.toast(Weight::Bad, text);
        };
        let (path, disk) = (places.data.join("pasted.png"), self.cx.world.disk.clone());
        let work = move |_: &_| {
            let [width, height] = picture.size.map(|side| u32::try_from(side).unwrap_or(0));
            let pixels = picture.pixels.iter();
            let bytes = pixels
                .flat_map(|pixel| pixel.to_srgba_unmultiplied())
                .collect();
            let written = RgbaImage::from_raw(width, height, bytes)
                .ok_or(ExportError::Nothing)
                .and_then(|picture| {
                    let mut file = Vec::new();
                    animation::png(&picture, &mut file)?;
                    Ok(file)
                });
            let file = written.map_err(|error| error.to_string())?;
            let kept = disk.write_atomic(&path, &file);
            kept.map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
            Ok(path)
        };
        self.exports.pasting = Some(Task::start("pasted picture", &self.cx.wake, work));
        self.cx.messages.status("Reading the pasted picture…");
    }

    pub(crate) fn poll_pasting(&mut self) {
        match Task::outcome_of(&mut self.exports.pasting) {
            None => {}
            Some(Ok(path)) => self.import_picture(&path),
            Some(Err(error)) => self
                .cx
                .messages
                .toast(Weight::Bad, answer::sentence(&error)),
        }
    }
}

/// Whether a text says of itself that it is a level: by a game ID, by a game in its first line, or
/// as a file's native form.
fn is_level(text: &str) -> bool {
    if text.len() > LONGEST {
        return false;
    }
    line::is_line(text) || crate::games::load::names_its_game(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_told_from_cells_and_prose() {
        assert!(is_level("logo\n\n..1\n"));
        assert!(is_level("; a comment\nlogo\n\n..1\n"));
        assert!(is_level("(version: 1, game: \"logo\")"));
        assert!(!is_level("..1\n.1.\n"));
        assert!(!is_level("logo is a fine game"));
        assert!(!is_level(""));
    }
}
