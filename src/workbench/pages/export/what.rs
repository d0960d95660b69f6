//! Exportable items and formats.

use crate::export::{DELAY, Form, RUN_DELAY};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    /// The moves of the plan.
    Plan,
    /// The executed commands of a program.
    Run,
}

/// An exportable item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// An animation of the steps.
    Animation(Of, Form),
    /// The steps side by side.
    Strip(Of, Form),
    /// The level without a plan.
    Level(Form),
    /// The moves, one per line.
    Text,
    /// The solver's answer as JSON.
    Json,
}

impl What {
    /// All items with their displayed names.
    pub(super) const ALL: [(Self, &'static str); 12] = [
        (Self::Animation(Of::Run, Form::Gif), "Run as GIF animation"),
        (
            Self::Animation(Of::Run, Form::Apng),
            "Run as PNG animation (APNG)",
        ),
        (Self::Strip(Of::Run, Form::Png), "Run as PNG strip"),
        (Self::Strip(Of::Run, Form::Svg), "Run as SVG strip"),
        (
            Self::Animation(Of::Plan, Form::Gif),
            "Plan as GIF animation",
        ),
        (
            Self::Animation(Of::Plan, Form::Apng),
            "Plan as PNG animation (APNG)",
        ),
        (Self::Strip(Of::Plan, Form::Png), "Plan as PNG strip"),
        (Self::Strip(Of::Plan, Form::Svg), "Plan as SVG strip"),
        (Self::Text, "Plan as text"),
        (Self::Json, "Plan as JSON"),
        (Self::Level(Form::Png), "Level as PNG"),
        (Self::Level(Form::Svg), "Level as SVG"),
    ];

    pub(super) fn is_run(self) -> bool {
        matches!(self, Self::Animation(Of::Run, _) | Self::Strip(Of::Run, _))
    }

    /// Default item for a game.
    pub(super) fn usual(programmed: bool) -> Self {
        let of = if programmed { Of::Run } else { Of::Plan };
        Self::Animation(of, Form::Gif)
    }

    /// The same item for the plan's moves.
    pub(super) fn of_plan(self) -> Self {
        match self {
            Self::Animation(_, form) => Self::Animation(Of::Plan, form),
            Self::Strip(_, form) => Self::Strip(Of::Plan, form),
            other => other,
        }
    }

    /// Default duration of a step, in milliseconds.
    pub(super) fn delay(self) -> u64 {
        let delay = if self.is_run() { RUN_DELAY } else { DELAY };
        u64::try_from(delay.as_millis()).unwrap_or(u64::MAX)
    }

    pub(super) fn is_drawn(self) -> bool {
        !matches!(self, Self::Text | Self::Json)
    }

    /// Name and extension of the file type.
    pub(super) fn kind(self) -> (&'static str, &'static str) {
        match self {
            Self::Text => ("Plain text", "txt"),
            Self::Json => ("JSON", "json"),
            Self::Animation(_, form) | Self::Strip(_, form) | Self::Level(form) => {
                let name = match form {
                    Form::Gif => "GIF",
                    Form::Apng | Form::Png => "PNG",
                    Form::Svg => "SVG",
                };
                (name, form.extension())
            }
        }
    }
}
