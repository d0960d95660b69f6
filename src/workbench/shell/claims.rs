//! One window for each file: what this one tells others of its files, and what they ask it to show.

use std::path::Path;

use egui::{Context, UserAttentionType, ViewportCommand};

use super::state::Workbench;
use crate::page::messages::Weight;
use crate::session::Kept;
use crate::session::claim::Claims;

impl Workbench {
    /// Begins to claim files.
    pub(super) fn begin_claims(&mut self) {
        let Some(places) = &self.cx.world.places else {
            return;
        };
        match Claims::begin(&places.claims(), &self.cx.wake) {
            Ok(claims) => self.files.claims = Some(claims),
            // Saving tells of what another window has changed, too.
            Err(error) => log::warn!("other windows cannot be told which files are open: {error}"),
        }
    }

    /// Whether another window has this file, which is then asked to show it.
    pub(super) fn is_shown_elsewhere(&mut self, path: &Path) -> bool {
        let claims = self.files.claims.as_mut();
        let claimed = claims.map(|claims| claims.claim(path));
        // Without a claim it is opened as any other file.
        let elsewhere = claimed.is_some_and(|claimed| claimed.unwrap_or(false));
        if elsewhere {
            let name = path.file_name().unwrap_or(path.as_os_str());
            let text = format!(
                "{} is already open in another window, which now shows it.",
                name.to_string_lossy()
            );
            self.cx.messages.toast(Weight::Info, text);
        }
        elsewhere
    }

    /// Shows what other windows ask for, and claims what is open.
    pub(super) fn poll_claims(&mut self, ctx: &Context) {
        let Some(claims) = &self.files.claims else {
            return;
        };
        let asked = claims.asked();
        if !asked.is_empty() {
            ctx.send_viewport_cmd(ViewportCommand::Minimized(false));
            ctx.send_viewport_cmd(ViewportCommand::Focus);
            // Where a program may not take the focus, the desktop shows that it wants it.
            let attention = UserAttentionType::Informational;
            ctx.send_viewport_cmd(ViewportCommand::RequestUserAttention(attention));
            asked.iter().for_each(|path| self.open_path(path));
        }
        let files = (0..self.levels.open.len()).map(|index| self.level_document(index).file());
        let own = files.filter(|file| matches!(file.kept, Kept::Own | Kept::Part));
        let open = own.filter_map(|file| file.path.clone()).collect();
        if let Some(claims) = &mut self.files.claims {
            claims.keep(open);
        }
    }
}
