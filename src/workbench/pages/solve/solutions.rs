//! Several solutions: how many the solver looks for, and which of those it found is shown.

use egui::{DragValue, RichText, Role, Ui, WidgetInfo};

use crate::game::{Cost, Solver};

use crate::kit::answer;
use crate::shell::app::Workbench;

/// Solutions that can be asked for at most.
const MOST: usize = 1000;

/// How many solutions the solver looks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Several {
    /// At most so many.
    pub count: usize,
    /// Plans that come back to a state count, too.
    pub cycles: bool,
}

impl Default for Several {
    fn default() -> Self {
        Self {
            count: 1,
            cycles: false,
        }
    }
}

impl Several {
    /// What this solver is asked for.
    pub fn of(self, solver: &dyn Solver) -> Self {
        if solver.info().counts {
            self
        } else {
            Self::default()
        }
    }

    /// Lets the person choose, where the solver counts solutions.
    pub fn ask(&mut self, ui: &mut Ui, solver: &dyn Solver) {
        if !solver.info().counts {
            return;
        }
        ui.horizontal(|ui| {
            let label = ui.label("Solutions to look for");
            ui.add(DragValue::new(&mut self.count).range(1..=MOST).speed(0.2))
                .labelled_by(label.id);
        });
        if self.count > 1 && solver.can_cycle() {
            ui.checkbox(&mut self.cycles, "Also those that visit a state twice")
                .on_hover_text("Without this, plans that come back to a state are left out. A step counter that does nothing but end the game does not tell states apart");
        }
    }
}

impl Workbench {
    /// Goes from one of the solutions found to another.
    pub(crate) fn solution_picker(&mut self, ui: &mut Ui) {
        let Some(record) = self.cx.document.plan() else {
            return;
        };
        let plans: Vec<_> = record.solutions().collect();
        let Some(shown) = plans.iter().position(|plan| plan.moves() == &*record.moves) else {
            return;
        };
        let count = plans.len();
        if count < 2 || !self.cx.document.plan_is_current() {
            return;
        }
        let steps = plans[shown].moves().len();
        let mut next = None;
        ui.horizontal(|ui| {
            let button = |text| egui::Button::new(text).small();
            let back = ui.add_enabled(shown > 0, button("◀"));
            back.widget_info(|| named(shown > 0, "Solution before"));
            if back.on_hover_text("The solution before").clicked() {
                next = shown.checked_sub(1);
            }
            let text = answer::cost(steps as Cost, "moves");
            ui.label(format!("Solution {} of {count}:", shown + 1));
            ui.label(RichText::new(text).weak());
            let on = ui.add_enabled(shown + 1 < count, button("▶"));
            on.widget_info(|| named(shown + 1 < count, "Next solution"));
            if on.on_hover_text("The next solution").clicked() {
                next = Some(shown + 1);
            }
        });
        if let Some(next) = next {
            self.cx.document.show_solution(next);
        }
    }
}

/// A button by its name, where it shows a sign only.
fn named(enabled: bool, name: &str) -> WidgetInfo {
    WidgetInfo::labeled(Role::Button, enabled, name)
}
