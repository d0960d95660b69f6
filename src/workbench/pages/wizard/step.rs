//! The steps of the way to a new profile.

use crate::page::ProfilePart;

/// One step of the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    Game,
    Picture,
    Board,
    Values,
    Controls,
    Try,
    Save,
}

impl Step {
    /// All steps in order, with their names on screen.
    pub(super) const ALL: [(Self, &'static str); 7] = [
        (Self::Game, "Game"),
        (Self::Picture, "Picture"),
        (Self::Board, "Board"),
        (Self::Values, "Cells"),
        (Self::Controls, "Controls"),
        (Self::Try, "Try it"),
        (Self::Save, "Save"),
    ];

    /// The one in which a part of the profile is said.
    pub(super) fn of(part: ProfilePart) -> Self {
        match part {
            ProfilePart::Rules => Self::Game,
            ProfilePart::Board => Self::Board,
            ProfilePart::Cells => Self::Values,
            ProfilePart::Controls => Self::Controls,
        }
    }

    /// Its name on screen.
    pub(super) fn name(self) -> &'static str {
        let named = Self::ALL.iter().find(|(step, _)| *step == self);
        named.map_or("", |(_, name)| name)
    }

    /// The step so many places further on.
    pub(super) fn beside(self, by: isize) -> Option<Self> {
        let at = Self::ALL.iter().position(|(step, _)| *step == self)?;
        let (step, _) = Self::ALL.get(at.checked_add_signed(by)?)?;
        Some(*step)
    }
}
