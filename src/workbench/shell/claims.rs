//! Ensures that a file is open in one window only, by exchanging claims with other windows.

use std::path::Path;

use egui::{Context, UserAttentionType, ViewportCommand};

use super::state::Workbench;
use crate::page::messages::Severity;
use crate::session::FileKind;
use crate::session::claim::Claims;

impl Workbench {
    pub(super) fn start_claims(&mut self) {
        let Some(folders) = &self.cx.world.folders else {
            return;
        };
        match Claims::begin(&folders.claims(), &self.cx.wake) {
            Ok(claims) => self.files.claims = Some(claims),
            // Without claims, saving still detects changes by another window.
            Err(error) => log::warn!("other windows cannot be told which files are open: {error}"),
        }
    }

    /// Returns whether another window has this file open; that window then shows it.
    pub(super) fn show_elsewhere(&mut self, path: &Path) -> bool {
        let claims = self.files.claims.as_mut();
        let claimed = claims.map(|claims| claims.claim(path));
        // If claiming fails, the file is opened normally.
        let is_open_elsewhere = claimed.is_some_and(|claimed| claimed.unwrap_or(false));
        if is_open_elsewhere {
            let name = path.file_name().unwrap_or(path.as_os_str()).display();
            let text = format!("{name} is already open in another window, which now shows it.");
            self.cx.messages.toast(Severity::Info, text);
        }
        is_open_elsewhere
    }

    /// Shows files that other windows ask for, and claims the open ones.
    pub(super) fn poll_claims(&mut self, ctx: &Context) {
        let Some(claims) = &self.files.claims else {
            return;
        };
        let requested = claims.take_requests();
        if !requested.is_empty() {
            ctx.send_viewport_cmd(ViewportCommand::Minimized(false));
            ctx.send_viewport_cmd(ViewportCommand::Focus);
            // If the system refuses the focus, the desktop highlights the window.
            let attention = UserAttentionType::Informational;
            ctx.send_viewport_cmd(ViewportCommand::RequestUserAttention(attention));
            requested.iter().for_each(|path| self.open_path(path));
        }
        let files = (0..self.levels.open.len()).map(|index| self.level_document(index).file());
        let own_files = files.filter(|file| matches!(file.kind, FileKind::Own | FileKind::Part));
        let open = own_files.filter_map(|file| file.path.clone()).collect();
        if let Some(claims) = &mut self.files.claims {
            claims.set_open(open);
        }
    }
}
