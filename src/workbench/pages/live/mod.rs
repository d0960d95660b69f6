//! Live page: reads and plays a game in its own window.

use std::path::Path;
use std::sync::Arc;

use egui::{Context, Ui};

use crate::autoplay::profile_file::{EXTENSION, ProfileFile};
use crate::live_panel::LivePanel;
use crate::page::command::commands;
use crate::page::cx::LiveTarget;
use crate::page::messages::Severity;
use crate::page::{CommandId, Cx, Dock, Notice, Offer, Page, Panel, Tab, Work};
use crate::vision::Profile;

commands! {
    Live {
        0 LIVE "Play in a window" "Read the game in its own window and play it there" [ctrl(Key::Num5)];
    }
}

pub struct LivePage {
    panel: LivePanel,
    /// The chosen profile by its id, `None` if it cannot be loaded; read again only where it may have changed.
    loaded: Option<(String, Option<Arc<Profile>>)>,
}

impl Default for LivePage {
    fn default() -> Self {
        Self {
            panel: LivePanel::new(LIVE),
            loaded: None,
        }
    }
}

impl Page for LivePage {
    fn tab(&self, _cx: &Cx) -> Option<Tab> {
        Some(Tab::new("Live", LIVE))
    }

    fn run(&mut self, command: CommandId, _ctx: &Context, cx: &mut Cx) {
        self.loaded = None;
        self.panel.refresh();
        cx.show_tab(command);
    }

    fn poll(&mut self, _ctx: &Context, cx: &mut Cx) {
        self.panel.poll(cx);
        self.publish_target(cx);
    }

    fn on_notice(&mut self, notice: &Notice, cx: &mut Cx) {
        match notice {
            Notice::PracticeOpened { game, pid } => {
                self.panel.await_practice(game, pid.clone(), cx);
            }
            Notice::PracticeEnded => self.panel.practice_ended(),
            Notice::Replaced => self.panel.show_preview(),
            Notice::ProfileSaved(id) => {
                self.loaded = None;
                self.panel.choose_profile(id);
            }
            Notice::Learned(lesson) => self.panel.learn(lesson),
            // No key may remain pressed when this program ends.
            Notice::Exit => self.panel.stop(cx),
            _ => {}
        }
    }

    fn accept(&mut self, offer: Offer<'_>, cx: &mut Cx) -> bool {
        match offer {
            Offer::File(path) if path.extension().is_some_and(|ending| ending == EXTENSION) => {
                install_profile(path, cx);
                true
            }
            _ => false,
        }
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx) {
        self.panel.ui(ui, cx);
    }

    fn panels(&self, dock: Dock, _cx: &Cx) -> Panel {
        match dock {
            Dock::Left => Panel::Common,
            Dock::Right => Panel::Own,
            // There is no plan to scrub through while playing in the game's window.
            Dock::Bottom => Panel::None,
        }
    }

    fn panel(&mut self, _dock: Dock, ui: &mut Ui, cx: &mut Cx) {
        self.panel.side(ui, cx);
    }

    fn status(&mut self, ui: &mut Ui, _cx: &mut Cx) {
        if let Some(text) = self.panel.run_description() {
            ui.separator();
            ui.label(text);
        }
    }

    fn work(&self) -> Work {
        Work::running(self.panel.is_busy())
    }
}

impl LivePage {
    /// Publishes the window in which the open level could be played.
    fn publish_target(&mut self, cx: &mut Cx) {
        cx.facts.target = None;
        let Some((name, cursor)) = self.panel.profile_and_cursor() else {
            return;
        };
        self.loaded.take_if(|(id, _)| *id != name.id);
        let load = || (name.id.clone(), cx.world.live.profile(&name.id));
        let (_, profile) = self.loaded.get_or_insert_with(load);
        let profile = profile.clone();
        cx.facts.target = profile.map(|profile| LiveTarget { profile, cursor });
    }
}

/// Installs an exported profile among the user's own.
fn install_profile(path: &Path, cx: &mut Cx) {
    let Some(places) = &cx.world.folders else {
        let text = "There is no folder for your own profiles on this machine.";
        return cx.messages.toast(Severity::Bad, text);
    };
    let disk = cx.world.disk.as_ref();
    let result = ProfileFile::read(disk, path).and_then(|file| {
        let replaces = false;
        file.install(disk, places, replaces)?;
        Ok(file)
    });
    match result {
        Ok(file) => {
            let profile = file.profile();
            cx.messages.toast(Severity::Good, file.import_message());
            cx.notify(Notice::ProfileSaved(profile.id.clone()));
            cx.show_tab(LIVE);
        }
        Err(error) => cx.messages.fail(&error),
    }
}
