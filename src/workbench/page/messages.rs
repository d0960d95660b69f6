//! Messages: the status line, and notices in a corner.

use std::time::{Duration, Instant};

use egui::{Align2, Area, Color32, Frame, Id, Margin, Order, RichText, Stroke, Ui, vec2};

use crate::kit::answer;
use crate::kit::theme::{self, Colors, space};
use crate::page::CommandId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Something happened as requested.
    Info,
    /// Something was achieved.
    Good,
    /// Needs attention; nothing is lost.
    Warn,
    /// Something failed. Stays until dismissed, resolved or left behind.
    Bad,
}

impl Severity {
    /// Label before the text, so that colour is not the only indication.
    fn label(self) -> Option<&'static str> {
        match self {
            Self::Info | Self::Good => None,
            Self::Warn => Some("Warning"),
            Self::Bad => Some("Failed"),
        }
    }

    /// Colour of its text, or of the edge of its notice; `plain` if nothing is special.
    pub fn color(self, colors: &Colors, plain: Color32) -> Color32 {
        match self {
            Self::Info => plain,
            Self::Good => colors.good,
            Self::Warn => colors.warn,
            Self::Bad => colors.bad,
        }
    }

    fn lifetime(self) -> Option<Duration> {
        match self {
            Self::Info | Self::Good => Some(Duration::from_secs(5)),
            Self::Warn => Some(Duration::from_secs(12)),
            Self::Bad => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Message {
    pub severity: Severity,
    pub text: String,
    /// Command that helps, shown as a button.
    pub remedy: Option<CommandId>,
    /// Command during which it arose.
    source: Option<CommandId>,
    since: Instant,
}

impl Message {
    /// Time until it expires, if it does by itself.
    fn remaining(&self) -> Option<Duration> {
        let lifetime = self.severity.lifetime()?;
        Some(lifetime.saturating_sub(self.since.elapsed()))
    }
}

#[derive(Debug, Default)]
pub struct Messages {
    toasts: Vec<Message>,
    status: Option<Message>,
    /// Name prefixed to messages about a level that is not in front.
    subject: Option<String>,
    /// Command that is being run.
    source: Option<CommandId>,
}

/// Most notices displayed at once; the oldest that expire by themselves are removed first.
const MAX_TOASTS: usize = 4;

impl Messages {
    /// Sets the name of the level that following messages are about, if it is not in front.
    pub fn set_subject(&mut self, name: Option<String>) {
        self.subject = name;
    }

    /// Sets the command that following messages come from. Its earlier failures, and those it is the remedy for, are
    /// removed; if they persist, they are reported again.
    pub fn set_source(&mut self, command: Option<CommandId>) {
        if command.is_some() {
            let is_old = |toast: &Message| toast.source == command || toast.remedy == command;
            self.toasts
                .retain(|toast| toast.severity != Severity::Bad || !is_old(toast));
        }
        self.source = command;
    }

    /// Clears the status line and removes notices, if older than `since`. If the user has `left` the level or page, only
    /// warnings with a remedy stay; if they have changed the level, all but failures without one.
    pub fn forget_before(&mut self, since: Instant, left: bool) {
        self.status.take_if(|message| message.since < since);
        self.toasts.retain(|toast| {
            let stays = match left {
                true => toast.severity == Severity::Warn && toast.remedy.is_some(),
                false => toast.severity != Severity::Bad || toast.remedy.is_some(),
            };
            stays || toast.since >= since
        });
    }

    /// Shows a message in the status line only.
    pub fn status(&mut self, text: impl Into<String>) {
        self.status = Some(self.message(Severity::Info, text.into(), None));
    }

    /// Shows a notice, also in the status line.
    pub fn toast(&mut self, severity: Severity, text: impl Into<String>) {
        self.toast_with(severity, text, None);
    }

    /// Shows an error as a notice, as a sentence.
    pub fn fail(&mut self, error: impl std::fmt::Display) {
        self.toast(Severity::Bad, answer::sentence(&error.to_string()));
    }

    /// Shows a notice, if possible with a command that helps.
    pub fn toast_with(
        &mut self,
        severity: Severity,
        text: impl Into<String>,
        remedy: impl Into<Option<CommandId>>,
    ) {
        let message = self.message(severity, text.into(), remedy.into());
        self.status = Some(message.clone());
        self.toasts.retain(|other| other.text != message.text);
        self.toasts.push(message);
        if self.toasts.len() > MAX_TOASTS {
            let expires = |toast: &Message| toast.severity.lifetime().is_some();
            let oldest = self.toasts.iter().position(expires);
            self.toasts.remove(oldest.unwrap_or(0));
        }
    }

    fn message(&self, severity: Severity, text: String, remedy: Option<CommandId>) -> Message {
        Message {
            severity,
            text: match &self.subject {
                Some(name) => format!("{name}: {text}"),
                None => text,
            },
            remedy,
            source: self.source,
            since: Instant::now(),
        }
    }

    pub fn latest(&self) -> Option<&Message> {
        self.status.as_ref()
    }

    /// Texts of the displayed notices, for tests.
    pub fn toasts(&self) -> impl Iterator<Item = &str> {
        self.toasts.iter().map(|toast| toast.text.as_str())
    }

    /// Shows the notices at the right, `bottom` points above the window's lower edge. Returns a clicked command.
    pub fn show(&mut self, ui: &Ui, bottom: f32) -> Option<CommandId> {
        self.toasts
            .retain(|toast| toast.remaining().is_none_or(|time| !time.is_zero()));
        // Repaint only when the next notice expires.
        if let Some(next) = self.toasts.iter().filter_map(Message::remaining).min() {
            ui.ctx()
                .request_repaint_after(next + Duration::from_millis(20));
        }
        if self.toasts.is_empty() {
            return None;
        }
        let mut clicked = None;
        let mut dismissed = None;
        Area::new(Id::unique("notices"))
            .order(Order::Middle)
            .anchor(Align2::RIGHT_BOTTOM, vec2(-space::MEDIUM, -bottom))
            .show(ui.ctx(), |ui| {
                ui.set_max_width(380.0);
                for (index, toast) in self.toasts.iter().enumerate() {
                    if show_toast(ui, toast, &mut clicked) {
                        dismissed = Some(index);
                    }
                }
            });
        let escaped = ui.input(|input| input.key_pressed(egui::Key::Escape));
        if let Some(index) = dismissed.or(escaped.then(|| self.toasts.len() - 1)) {
            self.toasts.remove(index);
        }
        clicked
    }
}

/// Shows one notice. Returns whether it was dismissed.
fn show_toast(ui: &mut Ui, toast: &Message, clicked: &mut Option<CommandId>) -> bool {
    let colors = theme::colors(ui);
    let edge = toast.severity.color(colors, colors.accent);
    let mut dismissed = false;
    Frame::new()
        .fill(colors.raised)
        .stroke(Stroke::new(1.0, edge))
        .corner_radius(theme::CORNER)
        .inner_margin(Margin::symmetric(12, 8))
        .shadow(ui.visuals().popup_shadow)
        .show(ui, |ui| {
            ui.set_min_width(240.0);
            if let Some(label) = toast.severity.label() {
                ui.label(RichText::new(label).color(edge).strong());
            }
            ui.add(egui::Label::new(&toast.text).wrap());
            ui.horizontal(|ui| {
                if let Some(remedy) = toast.remedy
                    && ui.button(remedy.text()).clicked()
                {
                    *clicked = Some(remedy);
                    dismissed = true;
                }
                dismissed |= ui.button("Dismiss").clicked();
            });
        });
    dismissed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_not_pushed_out_by_chatter() {
        let mut messages = Messages::default();
        messages.toast(Severity::Bad, "broken");
        for n in 0..10 {
            messages.toast(Severity::Info, format!("fine {n}"));
        }
        assert!(messages.toasts().any(|text| text == "broken"));
        assert_eq!(messages.toasts().count(), MAX_TOASTS);
    }

    #[test]
    fn a_failure_goes_when_its_cause_is_mended_or_left_behind() {
        let [trying, mending] = ["Try", "Mend"].map(CommandId);
        let mut messages = Messages::default();
        for mended_by in [trying, mending] {
            messages.set_source(Some(trying));
            messages.toast_with(Severity::Bad, "broken", mending);
            messages.set_source(None);
            messages.forget_before(Instant::now(), false);
            assert_eq!(messages.toasts().count(), 1, "no edit mends it");
            messages.set_source(Some(mended_by));
            assert_eq!(messages.toasts().count(), 0);
        }
        messages.toast(Severity::Bad, "broken");
        messages.toast(Severity::Good, "solved");
        messages.toast_with(Severity::Warn, "not saved", mending);
        messages.forget_before(Instant::now(), true);
        assert_eq!(messages.toasts().collect::<Vec<_>>(), ["not saved"]);
    }

    #[test]
    fn the_same_notice_is_not_shown_twice() {
        let mut messages = Messages::default();
        messages.toast(Severity::Warn, "again");
        messages.toast(Severity::Warn, "again");
        assert_eq!(messages.toasts().count(), 1);
    }
}
