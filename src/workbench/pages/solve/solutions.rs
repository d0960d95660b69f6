//! Several solutions: number to find, and navigation among those found.

use egui::{Button, DragValue, RichText, Role, Ui, WidgetInfo};

use crate::game::{Cost, Solver};
use crate::kit::answer;
use crate::session::Document;

const MAX_SOLUTIONS: usize = 1000;

/// Field for the number of solutions to find, for solvers that count them.
pub(super) fn count_field(ui: &mut Ui, count: &mut usize, solver: &dyn Solver) {
    if !solver.info().counts {
        return;
    }
    ui.horizontal(|ui| {
        let label = ui.label("Solutions to look for");
        ui.add(DragValue::new(count).range(1..=MAX_SOLUTIONS).speed(0.2))
            .labelled_by(label.id);
    });
}

/// Navigation among the solutions found, if there are several.
pub(super) fn solution_picker(ui: &mut Ui, document: &mut Document) {
    let Some(record) = document.plan().filter(|_| document.plan_is_current()) else {
        return;
    };
    let plans: Vec<_> = record.solutions().collect();
    let count = plans.len();
    let Some(index) = plans.iter().position(|plan| plan.moves() == &*record.moves) else {
        return;
    };
    if count < 2 {
        return;
    }
    let steps = plans[index].moves().len();
    let mut next = None;
    ui.horizontal(|ui| {
        if arrow(
            ui,
            "◀",
            "Previous solution",
            "The previous solution",
            index > 0,
        ) {
            next = index.checked_sub(1);
        }
        let text = answer::cost(steps as Cost, "moves");
        ui.label(format!("Solution {} of {count}:", index + 1));
        ui.label(RichText::new(text).weak());
        let more = index + 1 < count;
        if arrow(ui, "▶", "Next solution", "The next solution", more) {
            next = Some(index + 1);
        }
    });
    if let Some(next) = next {
        document.show_solution(next);
    }
}

/// Small button with a sign and an accessible name. Returns whether it was clicked.
fn arrow(ui: &mut Ui, sign: &str, name: &str, tooltip: &str, enabled: bool) -> bool {
    let button = ui.add_enabled(enabled, Button::new(sign).small());
    button.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, name));
    button.on_hover_text(tooltip).clicked()
}
