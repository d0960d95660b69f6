//! Placement of a relation's facts on the grid: which arguments give row and column, and what is displayed.

use super::super::grid_settings::FactPlacement;

/// Part of a fact that is displayed in its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FactLabel {
    Name,
    Arg(usize),
    /// All arguments but row and column.
    Rest,
}

impl FactLabel {
    /// Label if the settings do not say which argument is displayed: all that are left, or the name if none are.
    pub fn of_arity(arity: usize) -> Self {
        if arity > 2 { Self::Rest } else { Self::Name }
    }
}

/// Indices of the arguments for row and column, which differ and which all facts have, and what is displayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    pub row: usize,
    pub column: usize,
    pub label: FactLabel,
}

impl From<&FactPlacement> for Placement {
    fn from(placement: &FactPlacement) -> Self {
        Self {
            row: placement.row,
            column: placement.column,
            label: placement.value.map_or(FactLabel::Name, FactLabel::Arg),
        }
    }
}

impl Placement {
    /// Placement of a relation by the settings, if they list it.
    pub fn listed(placements: &[FactPlacement], name: &str, arity: usize) -> Option<Self> {
        let mut placements = placements.iter();
        let listed = placements.find(|listed| listed.name == name && listed.fits(arity));
        listed.map(Self::from)
    }

    /// Text of a fact's cell: its label, also the value that a screen reads there.
    pub fn value(self, name: &str, args: &[&str]) -> String {
        match self.label {
            FactLabel::Name => name.to_owned(),
            FactLabel::Arg(index) => args[index].to_owned(),
            FactLabel::Rest => {
                let rest = args.iter().enumerate();
                let rest = rest.filter(|(at, _)| *at != self.row && *at != self.column);
                rest.map(|(_, arg)| *arg).collect::<Vec<_>>().join(" ")
            }
        }
    }
}

/// A fact with row and column left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FactTemplate {
    pub name: String,
    /// Arguments; those for row and column are ignored.
    pub args: Vec<String>,
    pub placement: Placement,
}

impl FactTemplate {
    pub fn fill(&self, row: &str, column: &str) -> String {
        let args = self.args.iter().enumerate().map(|(at, arg)| match at {
            at if at == self.placement.row => row,
            at if at == self.placement.column => column,
            _ => arg,
        });
        let args: Vec<&str> = args.collect();
        format!("({} {})", self.name, args.join(" "))
    }
}
