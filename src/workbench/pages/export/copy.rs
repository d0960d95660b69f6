//! Copies the level to the clipboard as text, game ID or picture.

use egui::{ColorImage, Context};

use crate::drawing::raster;
use crate::export::{BoardStyle, board};
use crate::games::line;
use crate::page::Cx;
use crate::session::Task;

pub(super) struct PictureCopy(Task<Result<ColorImage, String>>);

impl PictureCopy {
    /// Draws the open level in the default style.
    pub(super) fn start(cx: &Cx, dark: bool) -> Self {
        let style = BoardStyle {
            dark,
            letters: cx.settings.boards.letters,
            ..BoardStyle::default()
        };
        Self::with_style(cx, style)
    }

    pub(super) fn with_style(cx: &Cx, style: BoardStyle) -> Self {
        let level = cx.document.level().clone();
        let work = move |_: &_| {
            let drawing = board::draw_level(level.as_ref(), style);
            let picture = raster::pixels(&drawing, 1.0).map_err(|error| error.to_string())?;
            let size = [picture.width() as usize, picture.height() as usize];
            Ok(ColorImage::from_rgba_unmultiplied(size, picture.as_raw()))
        };
        Self(Task::start("drawing of the picture", &cx.wake, work))
    }
}

/// Copies the picture once it is drawn.
pub(super) fn poll(copy: &mut Option<PictureCopy>, ctx: &Context, cx: &mut Cx) {
    let Some(result) = copy.as_ref().and_then(|PictureCopy(task)| task.outcome()) else {
        return;
    };
    *copy = None;
    match result {
        Ok(picture) => {
            ctx.copy_image(picture);
            cx.messages.status("Copied the level's picture.");
        }
        Err(error) => cx.messages.fail(&error),
    }
}

pub(super) fn level_text(ctx: &Context, cx: &mut Cx) {
    ctx.copy_text(cx.document.level().to_text());
    cx.messages.status("Copied the level's text.");
}

/// Copies the level as a game ID.
pub(super) fn level_line(ctx: &Context, cx: &mut Cx) {
    let text = line::to_line(cx.document.level());
    let is_long = text.len() > 500;
    ctx.copy_text(text);
    cx.messages.status(if is_long {
        "Copied the level's game ID. It is long; a file may be easier to share."
    } else {
        "Copied the level's game ID. Paste it in Planwright to open the level."
    });
}
