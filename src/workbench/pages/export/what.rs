//! What can be exported, and in which forms.

use crate::export::{DELAY, Form, RUN_DELAY};

/// Whose steps are exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    /// The moves of the plan.
    Plan,
    /// The commands that are carried out when a plan is a program.
    Run,
}

/// What is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// Step after step, moving.
    Animation(Of, Form),
    /// Steps side by side.
    Strip(Of, Form),
    /// The level without a plan.
    Level(Form),
    /// The moves, one a line.
    Text,
    /// The solver's answer for scripts.
    Json,
}

impl What {
    /// All, by their names on screen.
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

    /// Whether it is the run of a program.
    pub(super) fn is_run(self) -> bool {
        matches!(self, Self::Animation(Of::Run, _) | Self::Strip(Of::Run, _))
    }

    /// What suits a game if nothing was chosen.
    pub(super) fn usual(programmed: bool) -> Self {
        let of = if programmed { Of::Run } else { Of::Plan };
        Self::Animation(of, Form::Gif)
    }

    /// The same of the plan's moves.
    pub(super) fn of_plan(self) -> Self {
        match self {
            Self::Animation(_, form) => Self::Animation(Of::Plan, form),
            Self::Strip(_, form) => Self::Strip(Of::Plan, form),
            other => other,
        }
    }

    /// Milliseconds a step if nothing was chosen.
    pub(super) fn delay(self) -> u64 {
        let delay = if self.is_run() { RUN_DELAY } else { DELAY };
        u64::try_from(delay.as_millis()).unwrap_or(u64::MAX)
    }

    /// Whether it is a picture.
    pub(super) fn is_drawn(self) -> bool {
        !matches!(self, Self::Text | Self::Json)
    }

    /// Name and extension of its kind of file.
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
