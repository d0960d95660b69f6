//! Entries of drop-down lists. Arrow keys start at the chosen entry.

use egui::{Id, IntoAtoms, Response, Ui};

/// Adds entries to an open drop-down list.
pub trait ChoiceList {
    /// Registers an entry that the caller drew: focuses the chosen one when the list opens.
    fn register_choice(&mut self, chosen: bool, entry: &Response);

    fn choice<'a>(&mut self, chosen: bool, text: impl IntoAtoms<'a>) -> Response;

    /// Adds an entry that sets `chosen` to `value` when clicked.
    fn choice_value<'a, T: PartialEq>(
        &mut self,
        chosen: &mut T,
        value: T,
        text: impl IntoAtoms<'a>,
    ) -> Response;
}

impl ChoiceList for Ui {
    fn register_choice(&mut self, chosen: bool, entry: &Response) {
        if has_just_opened(self) && chosen {
            entry.request_focus();
            entry.scroll_to_me(None);
        }
    }

    fn choice<'a>(&mut self, chosen: bool, text: impl IntoAtoms<'a>) -> Response {
        let response = self.selectable_label(chosen, text);
        self.register_choice(chosen, &response);
        response
    }

    fn choice_value<'a, T: PartialEq>(
        &mut self,
        chosen: &mut T,
        value: T,
        text: impl IntoAtoms<'a>,
    ) -> Response {
        let mut response = self.choice(*chosen == value, text);
        if response.clicked() && *chosen != value {
            *chosen = value;
            response.mark_changed();
        }
        response
    }
}

/// Returns whether the list was not open in the previous frame.
fn has_just_opened(ui: &Ui) -> bool {
    let id = Id::unique(("drop-down", ui.layer_id().id));
    let now = ui.ctx().cumulative_frame_nr();
    ui.data_mut(|data| {
        let (last_frame, opened): &mut (u64, u64) = data.get_temp_mut_or_default(id);
        if *last_frame + 1 < now {
            *opened = now;
        }
        *last_frame = now;
        *opened == now
    })
}
