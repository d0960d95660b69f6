//! Live page: reads and plays a game in its own window.

use std::path::Path;

use egui::{Context, Ui};

use crate::autoplay::profile_file::{EXTENSION, ProfileFile};
use crate::live_panel::LivePanel;
use crate::page::command::commands;
use crate::page::messages::Severity;
use crate::page::{CommandId, Cx, Dock, Notice, Page, PageInput, PageLayout, Panel, Work};

commands! {
    Live {
        0 LIVE "Play in a window" "Read the game in its own window and play it there" [ctrl(Key::Num5)];
    }
}

pub struct LivePage {
    panel: LivePanel,
}

impl Default for LivePage {
    fn default() -> Self {
        Self {
            panel: LivePanel::new(LIVE),
        }
    }
}

impl Page for LivePage {
    fn layout(&self, _cx: &Cx) -> PageLayout {
        let tab = PageLayout::tab("Live", LIVE).with_panel(Dock::Right, Panel::Own);
        // There is no plan to scrub through while playing in the game's window.
        tab.with_panel(Dock::Bottom, Panel::None)
    }

    fn run(&mut self, command: CommandId, _ctx: &Context, cx: &mut Cx) {
        self.panel.refresh();
        cx.show_tab(command);
    }

    fn poll(&mut self, _ctx: &Context, cx: &mut Cx) {
        self.panel.poll(cx);
        cx.facts.target = self.panel.target();
    }

    fn on_notice(&mut self, notice: &Notice, cx: &mut Cx) {
        match notice {
            Notice::PracticeOpened { game, pid } => {
                self.panel.await_practice(game, pid.clone(), cx);
            }
            Notice::PracticeEnded => self.panel.practice_ended(),
            Notice::Replaced => self.panel.show_preview(),
            Notice::ProfileSaved(id) => self.panel.choose_profile(id),
            Notice::Learned(lesson) => self.panel.learn(lesson),
            // No key may remain pressed when this program ends.
            Notice::Exit => self.panel.stop(cx),
            _ => {}
        }
    }

    fn accept(&mut self, input: PageInput<'_>, cx: &mut Cx) -> Option<Result<(), String>> {
        let PageInput::File(path) = input else {
            return None;
        };
        let is_profile = path.extension().is_some_and(|ending| ending == EXTENSION);
        is_profile.then(|| install_profile(path, cx))
    }

    fn ui(&mut self, dock: Option<Dock>, ui: &mut Ui, cx: &mut Cx) {
        match dock {
            Some(_) => self.panel.side(ui),
            None => self.panel.ui(ui, cx),
        }
    }

    fn status(&mut self, ui: &mut Ui, _cx: &mut Cx) {
        if let Some(text) = self.panel.run_description() {
            ui.separator();
            ui.label(text);
        }
    }

    fn work(&self) -> Option<Work> {
        self.panel.is_busy().then_some(Work::Running)
    }
}

/// Installs an exported profile among the user's own.
fn install_profile(path: &Path, cx: &mut Cx) -> Result<(), String> {
    let Some(places) = &cx.world.folders else {
        return Err("There is no folder for your own profiles on this machine.".to_owned());
    };
    let disk = cx.world.disk.as_ref();
    let file = ProfileFile::read(disk, path).map_err(|error| error.to_string())?;
    let replaces = false;
    let installed = file.install(disk, places, replaces);
    installed.map_err(|error| error.to_string())?;
    cx.messages.toast(Severity::Good, file.import_message());
    cx.notify(Notice::ProfileSaved(file.profile().id.clone()));
    cx.show_tab(LIVE);
    Ok(())
}
