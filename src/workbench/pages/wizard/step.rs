//! The steps of the wizard.

use crate::page::ProfilePart;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WizardStep {
    Game,
    Picture,
    Board,
    Values,
    Controls,
    Try,
    Save,
}

impl WizardStep {
    /// All steps in order, with their displayed names.
    pub(super) const ALL: [(Self, &'static str); 7] = [
        (Self::Game, "Game"),
        (Self::Picture, "Picture"),
        (Self::Board, "Board"),
        (Self::Values, "Cells"),
        (Self::Controls, "Controls"),
        (Self::Try, "Try it"),
        (Self::Save, "Save"),
    ];

    /// The step that edits a part of the profile.
    pub(super) fn for_part(part: ProfilePart) -> Self {
        match part {
            ProfilePart::Rules => Self::Game,
            ProfilePart::Board => Self::Board,
            ProfilePart::Cells => Self::Values,
            ProfilePart::Controls => Self::Controls,
        }
    }

    pub(super) fn name(self) -> &'static str {
        let named = Self::ALL.iter().find(|(step, _)| *step == self);
        named.map_or("", |(_, name)| name)
    }

    /// The step at a distance of `by`, if there is one.
    pub(super) fn offset(self, by: isize) -> Option<Self> {
        let at = Self::ALL.iter().position(|(step, _)| *step == self)?;
        let (step, _) = Self::ALL.get(at.checked_add_signed(by)?)?;
        Some(*step)
    }
}
