//! The entries of a drop-down list: the arrow keys begin at the one that is chosen.

use egui::{Id, IntoAtoms, Response, Ui};

/// Entries of an open drop-down list.
pub trait Choices {
    /// Takes note of an entry of another look.
    fn note_choice(&mut self, chosen: bool, entry: &Response);

    /// An entry, and whether it is the one that is chosen.
    fn choice<'a>(&mut self, chosen: bool, text: impl IntoAtoms<'a>) -> Response;

    /// An entry that gives `value` to `chosen` when it is clicked.
    fn choice_value<'a, T: PartialEq>(
        &mut self,
        chosen: &mut T,
        value: T,
        text: impl IntoAtoms<'a>,
    ) -> Response;
}

impl Choices for Ui {
    fn note_choice(&mut self, chosen: bool, entry: &Response) {
        if has_just_opened(self) && chosen {
            entry.request_focus();
            entry.scroll_to_me(None);
        }
    }

    fn choice<'a>(&mut self, chosen: bool, text: impl IntoAtoms<'a>) -> Response {
        let response = self.selectable_label(chosen, text);
        self.note_choice(chosen, &response);
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

/// Whether the list that these entries are in was not there in the frame before.
fn has_just_opened(ui: &Ui) -> bool {
    let id = Id::unique(("drop-down", ui.layer_id().id));
    let now = ui.ctx().cumulative_frame_nr();
    ui.data_mut(|data| {
        let (seen, opened): &mut (u64, u64) = data.get_temp_mut_or_default(id);
        if *seen + 1 < now {
            *opened = now;
        }
        *seen = now;
        *opened == now
    })
}
