//! What the workbench has to say: the status line, and notices in a corner that wait without
//! being in the way.

use std::time::{Duration, Instant};

use egui::{Align2, Area, Frame, Id, Margin, Order, RichText, Stroke, Ui, vec2};

use crate::kit::theme::{self, space};
use crate::page::Command;

/// How much a message matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Something happened as asked.
    Info,
    /// Something good was reached.
    Good,
    /// Look here; nothing is lost.
    Warn,
    /// Something failed; stays until it is dismissed, mended or left behind.
    Bad,
}

impl Weight {
    /// The word that stands before the text, so that colour is not the only sign.
    fn word(self) -> Option<&'static str> {
        match self {
            Self::Info | Self::Good => None,
            Self::Warn => Some("Note"),
            Self::Bad => Some("Failed"),
        }
    }

    fn lasts(self) -> Option<Duration> {
        match self {
            Self::Info | Self::Good => Some(Duration::from_secs(5)),
            Self::Warn => Some(Duration::from_secs(12)),
            Self::Bad => None,
        }
    }
}

/// One message.
#[derive(Clone, Debug)]
pub struct Message {
    /// How much it matters.
    pub weight: Weight,
    /// What it says: what happened and, if that is not obvious, what to do about it.
    pub text: String,
    /// A command that helps, shown as a button.
    pub remedy: Option<Command>,
    /// The command that said it.
    by: Option<Command>,
    since: Instant,
}

/// Messages at the moment.
#[derive(Debug, Default)]
pub struct Messages {
    toasts: Vec<Message>,
    status: Option<Message>,
    /// The name of the level that they are about, if it is not the one in front.
    about: Option<String>,
    /// The command that is being run.
    by: Option<Command>,
}

/// Notices shown at once at most; older ones that would go by themselves make room first.
const MAX_TOASTS: usize = 4;

impl Messages {
    /// From now on, what is said is about the level with this name, which is not in front.
    pub fn about(&mut self, name: Option<String>) {
        self.about = name;
    }

    /// From now on, what is said is said by this command. What failed when it was run before, and what
    /// it is to mend, is no longer true; if it is, it is said again.
    pub fn by(&mut self, command: Option<Command>) {
        if command.is_some() {
            let is_old = |toast: &Message| toast.by == command || toast.remedy == command;
            self.toasts
                .retain(|toast| toast.weight != Weight::Bad || !is_old(toast));
        }
        self.by = command;
    }

    /// Takes the failures away that were shown before `since`: the person has left for another level
    /// or page, or has changed what they were about. A failure that offers a `remedy` stays if asked to.
    pub fn forget_failures_before(&mut self, since: Instant, but_with_remedy: bool) {
        let stays = |toast: &Message| but_with_remedy && toast.remedy.is_some();
        self.toasts
            .retain(|toast| toast.weight != Weight::Bad || toast.since >= since || stays(toast));
    }

    /// Says something in the status line alone.
    pub fn status(&mut self, text: impl Into<String>) {
        let text = self.with_name(text.into());
        self.status = Some(self.message(Weight::Info, text, None));
    }

    /// Says something in a notice, and in the status line.
    pub fn toast(&mut self, weight: Weight, text: impl Into<String>) {
        self.push(weight, text.into(), None);
    }

    /// Says something with a command that helps.
    pub fn toast_with(&mut self, weight: Weight, text: impl Into<String>, remedy: Command) {
        self.push(weight, text.into(), Some(remedy));
    }

    fn push(&mut self, weight: Weight, text: String, remedy: Option<Command>) {
        let message = self.message(weight, self.with_name(text), remedy);
        self.status = Some(message.clone());
        self.toasts.retain(|other| other.text != message.text);
        self.toasts.push(message);
        if self.toasts.len() > MAX_TOASTS {
            let oldest = self
                .toasts
                .iter()
                .position(|toast| toast.weight.lasts().is_some())
                .unwrap_or(0);
            self.toasts.remove(oldest);
        }
    }

    fn message(&self, weight: Weight, text: String, remedy: Option<Command>) -> Message {
        Message {
            weight,
            text,
            remedy,
            by: self.by,
            since: Instant::now(),
        }
    }

    fn with_name(&self, text: String) -> String {
        match &self.about {
            Some(name) => format!("{name}: {text}"),
            None => text,
        }
    }

    /// Takes the status line's message away if it is older than `since`: what it told of is no
    /// longer the last thing that happened.
    pub fn forget_status_before(&mut self, since: Instant) {
        self.status.take_if(|message| message.since < since);
    }

    /// The latest message, for the status line.
    pub fn latest(&self) -> Option<&Message> {
        self.status.as_ref()
    }

    /// The notices on screen, for tests.
    pub fn toasts(&self) -> impl Iterator<Item = &str> {
        self.toasts.iter().map(|toast| toast.text.as_str())
    }

    /// Shows the notices in the lower right corner; the command somebody clicked.
    pub fn show(&mut self, ui: &Ui, bottom: f32) -> Option<Command> {
        self.toasts.retain(|toast| {
            toast
                .weight
                .lasts()
                .is_none_or(|time| toast.since.elapsed() < time)
        });
        // One frame when the next notice is due to go, none before.
        if let Some(next) = self
            .toasts
            .iter()
            .filter_map(|toast| Some(toast.weight.lasts()?.saturating_sub(toast.since.elapsed())))
            .min()
        {
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
                    if show_one(ui, toast, &mut clicked) {
                        dismissed = Some(index);
                    }
                }
            });
        if let Some(index) = dismissed {
            self.toasts.remove(index);
        }
        clicked
    }
}

/// One notice; whether it is to go.
fn show_one(ui: &mut Ui, toast: &Message, clicked: &mut Option<Command>) -> bool {
    let colors = theme::colors(ui);
    let edge = match toast.weight {
        Weight::Info => colors.accent,
        Weight::Good => colors.good,
        Weight::Warn => colors.warn,
        Weight::Bad => colors.bad,
    };
    let mut gone = false;
    Frame::new()
        .fill(colors.raised)
        .stroke(Stroke::new(1.0, edge))
        .corner_radius(theme::CORNER)
        .inner_margin(Margin::symmetric(12, 8))
        .shadow(ui.visuals().popup_shadow)
        .show(ui, |ui| {
            ui.set_min_width(240.0);
            if let Some(word) = toast.weight.word() {
                ui.label(RichText::new(word).color(edge).strong());
            }
            ui.add(egui::Label::new(&toast.text).wrap());
            ui.horizontal(|ui| {
                if let Some(remedy) = toast.remedy
                    && ui.button(remedy.text()).clicked()
                {
                    *clicked = Some(remedy);
                    gone = true;
                }
                gone |= ui.button("Dismiss").clicked();
            });
        });
    gone
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_not_pushed_out_by_chatter() {
        let mut messages = Messages::default();
        messages.toast(Weight::Bad, "broken");
        for n in 0..10 {
            messages.toast(Weight::Info, format!("fine {n}"));
        }
        assert!(messages.toasts().any(|text| text == "broken"));
        assert_eq!(messages.toasts().count(), MAX_TOASTS);
    }

    #[test]
    fn a_failure_goes_when_its_cause_is_mended_or_left_behind() {
        let [trying, mending] = ["Try", "Mend"].map(Command);
        let mut messages = Messages::default();
        for mended_by in [trying, mending] {
            messages.by(Some(trying));
            messages.toast_with(Weight::Bad, "broken", mending);
            messages.by(None);
            messages.forget_failures_before(Instant::now(), true);
            assert_eq!(messages.toasts().count(), 1, "no edit mends it");
            messages.by(Some(mended_by));
            assert_eq!(messages.toasts().count(), 0);
        }
        messages.toast(Weight::Bad, "broken");
        messages.forget_failures_before(Instant::now(), false);
        assert_eq!(messages.toasts().count(), 0);
    }

    #[test]
    fn the_same_notice_is_not_shown_twice() {
        let mut messages = Messages::default();
        messages.toast(Weight::Warn, "again");
        messages.toast(Weight::Warn, "again");
        assert_eq!(messages.toasts().count(), 1);
    }
}
