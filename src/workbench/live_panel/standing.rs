//! Status line with the next action for the user.

use egui::{RichText, Ui};

use crate::autoplay::{Pause, State};
use crate::kit::theme;
use crate::page::Cx;

use super::LivePanel;
use super::run::Running;

struct Standing {
    /// A word before the text, in addition to the colour.
    word: &'static str,
    text: String,
    tone: Tone,
}

#[derive(Clone, Copy)]
enum Tone {
    Plain,
    Good,
    Warn,
    Bad,
}

impl Standing {
    fn new(word: &'static str, text: impl Into<String>, tone: Tone) -> Self {
        let text = text.into();
        Self { word, text, tone }
    }
}

impl LivePanel {
    pub(super) fn standing(&mut self, ui: &mut Ui, cx: &mut Cx) {
        let profile = self.choice.profile();
        let asks = self
            .shown_run()
            .is_some_and(|run| wants_to_learn(run) || profile.is_some() && failed_on_screen(run));
        let colors = theme::colors(ui);
        let standing = match self.shown_run() {
            Some(run) => Some(of_run(run, cx)),
            None => self.before_start(cx),
        };
        let Some(Standing { word, text, tone }) = standing else {
            return;
        };
        let color = match tone {
            Tone::Plain => colors.text,
            Tone::Good => colors.good,
            Tone::Warn => colors.warn,
            Tone::Bad => colors.bad,
        };
        ui.horizontal_wrapped(|ui| {
            if !word.is_empty() {
                ui.label(RichText::new(word).color(color).strong());
            }
            ui.label(RichText::new(text).color(color));
            let over = self.shown_run().is_some_and(|run| !run.goes_on());
            if over && ui.button("Save log…").clicked() {
                self.save_log(cx);
            }
            let help = "Choose what unclear cells show. The screen profile learns it, and a waiting run continues";
            if asks && ui.button("Identify cells…").on_hover_text(help).clicked() {
                self.ask_what_is_seen(cx);
            }
        });
    }

    /// Describes the state of a run in progress in a few words; `None` without one.
    pub fn run_in_words(&self) -> Option<String> {
        let run = self.run.as_ref().filter(|run| run.goes_on())?;
        let progress = &run.report.progress;
        let moves = format!("move {} of {}", progress.step, progress.steps);
        Some(match &run.report.state {
            State::Preparing(what) => what.clone(),
            State::Playing if progress.steps > 0 => format!("Playing, {moves}"),
            State::Playing => "Playing".to_owned(),
            State::Paused(_) | State::Diverged(_) if progress.steps > 0 => {
                format!("Paused, {moves}")
            }
            State::Paused(_) | State::Diverged(_) => "Paused".to_owned(),
        })
    }

    /// Status without a run; `None` if the picture area explains it.
    fn before_start(&self, cx: &Cx) -> Option<Standing> {
        if self.watch.awaits_window() {
            let text = "Waiting for the practice window…";
            return Some(Standing::new("", text, Tone::Plain));
        }
        Some(match self.watch.outcome() {
            Some(Ok(look)) if look.sight.is_none() => return None,
            None => Standing::new("", "Looking for the window…", Tone::Plain),
            Some(Err(error)) => Standing::new("Not ready", error.clone(), Tone::Bad),
            Some(Ok(_)) => match (self.obstacle(cx), self.watch.doubt()) {
                (Some(obstacle), _) => Standing::new("Not ready", obstacle, Tone::Warn),
                (None, Some(doubt)) => {
                    Standing::new("Look at the window first.", doubt, Tone::Warn)
                }
                (None, None) => {
                    let text = match self.choice.draft() {
                        Some(_) => "The level is read from this picture.",
                        None => {
                            "The level is read from this picture. Start plays it in this window."
                        }
                    };
                    Standing::new("Ready", text, Tone::Good)
                }
            },
        })
    }
}

/// Returns whether a run is waiting, possibly because of a misread cell.
fn wants_to_learn(run: &Running) -> bool {
    run.goes_on()
        && match &run.report.state {
            State::Paused(why) => matches!(
                why,
                Pause::Doubtful { .. }
                    | Pause::Unreadable(_)
                    | Pause::NoPlan(_)
                    | Pause::Asked
                    | Pause::Stepped
            ),
            State::Diverged(what) => !what.seen.is_empty(),
            _ => false,
        }
}

/// Returns whether a run has failed with its window open, possibly because of a misread cell.
fn failed_on_screen(run: &Running) -> bool {
    !run.has_lost_window() && matches!(run.report.end, Some(Err(_)))
}

fn of_run(run: &Running, cx: &Cx) -> Standing {
    let report = &run.report;
    match &report.end {
        Some(Ok(end)) if end.stopped => return Standing::new("", end.text.clone(), Tone::Plain),
        Some(Ok(end)) => return Standing::new("Done", end.text.clone(), Tone::Good),
        Some(Err(error)) => return Standing::new("Failed", error.clone(), Tone::Bad),
        None => {}
    }
    match &report.state {
        State::Preparing(what) => Standing::new("", format!("{what}…"), Tone::Plain),
        State::Playing if run.dry_run => Standing::new("Dry run", "Nothing is sent.", Tone::Good),
        State::Playing => {
            let progress = &report.progress;
            let text = format!("Move {} of {}", progress.step, progress.steps);
            Standing::new("Playing", text, Tone::Good)
        }
        State::Paused(why @ (Pause::Asked | Pause::Stepped)) => {
            Standing::new("Paused", why.remedy(), Tone::Warn)
        }
        State::Paused(why @ Pause::FocusLost { to }) if *to == Some(cx.window_title()) => {
            Standing::new("Paused", why.remedy(), Tone::Warn)
        }
        State::Paused(why) => {
            let says_paused = matches!(why, Pause::FailSafe(..));
            let text = format!("{why} {}", why.remedy());
            let head = if says_paused { "" } else { "Paused" };
            Standing::new(head, text.trim_end(), Tone::Warn)
        }
        State::Diverged(what) => {
            let cause = what.cause.as_ref().map(ToString::to_string);
            let text = [Some(what.what.clone()), cause];
            let text = text.into_iter().flatten().collect::<Vec<_>>().join(" ");
            Standing::new("Not as expected", text, Tone::Bad)
        }
    }
}
