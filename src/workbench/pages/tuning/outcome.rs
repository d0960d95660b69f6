//! The result of a tuning, in words and as a table of options.

use egui::{Grid, RichText, Ui};

use crate::game::Solver;
use crate::session::tune::{Score, TuneEnd, Tuned};

use crate::kit::answer;

/// Shows the result.
pub(super) fn show(ui: &mut Ui, tuned: &Tuned, solver: &dyn Solver) {
    let same = tuned.best == tuned.defaults;
    let text = match same {
        true => "Nothing better than the defaults was found.".to_owned(),
        false => format!(
            "Best: {}. Defaults: {}.",
            words(&tuned.best.score),
            words(&tuned.defaults.score)
        ),
    };
    ui.add(egui::Label::new(text).wrap());
    if let Some((usual, best)) = &tuned.check {
        let text = format!(
            "On other levels – best: {}. Defaults: {}.",
            words(best),
            words(usual)
        );
        ui.add(egui::Label::new(text).wrap());
    }
    let mut notes = Vec::new();
    match tuned.end {
        TuneEnd::Done => {}
        TuneEnd::AllTried => notes.push("Every setting was tried.".to_owned()),
        TuneEnd::Interrupted => notes.push("Stopped: this is the best so far.".to_owned()),
    }
    if tuned.late > 0 {
        notes.push(format!(
            "{} searches ended by the clock: on another machine the result may differ.",
            tuned.late
        ));
    }
    for note in notes {
        ui.add(egui::Label::new(RichText::new(note).weak()).wrap());
    }
    let defaults = &tuned.defaults.options;
    Grid::new("tuned options").num_columns(3).show(ui, |ui| {
        for option in solver.info().options {
            let Some(value) = tuned.best.options.get(option.key) else {
                continue;
            };
            ui.weak(option.name);
            ui.label(RichText::new(value).strong());
            match defaults.get(option.key) {
                Some(usual) if usual != value => ui.weak(format!("instead of {usual}")),
                _ => ui.weak("as usual"),
            };
            ui.end_row();
        }
    });
}

fn words(score: &Score) -> String {
    format!(
        "{} of {} solved, {} explored",
        score.solved(),
        score.boards,
        answer::number(score.explored)
    )
}
