//! Exportable items and formats.

use crate::export::{DELAY, ExportFormat, RUN_DELAY};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepSource {
    /// The moves of the plan.
    Plan,
    /// The executed commands of a program.
    Run,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExportItem {
    /// An animation of the steps.
    Animation(StepSource, ExportFormat),
    /// The steps side by side.
    Strip(StepSource, ExportFormat),
    /// The level without a plan.
    Level(ExportFormat),
    /// The moves, one per line.
    Text,
    /// The solver's answer as JSON.
    Json,
}

impl ExportItem {
    /// All items with their displayed names.
    pub(super) const ALL: [(Self, &'static str); 12] = {
        use ExportFormat::{Apng, Gif, Png, Svg};
        use StepSource::{Plan, Run};
        [
            (Self::Animation(Run, Gif), "Run as GIF animation"),
            (Self::Animation(Run, Apng), "Run as PNG animation (APNG)"),
            (Self::Strip(Run, Png), "Run as PNG strip"),
            (Self::Strip(Run, Svg), "Run as SVG strip"),
            (Self::Animation(Plan, Gif), "Plan as GIF animation"),
            (Self::Animation(Plan, Apng), "Plan as PNG animation (APNG)"),
            (Self::Strip(Plan, Png), "Plan as PNG strip"),
            (Self::Strip(Plan, Svg), "Plan as SVG strip"),
            (Self::Text, "Plan as text"),
            (Self::Json, "Plan as JSON"),
            (Self::Level(Png), "Level as PNG"),
            (Self::Level(Svg), "Level as SVG"),
        ]
    };

    pub(super) fn is_run(self) -> bool {
        use StepSource::Run;
        matches!(self, Self::Animation(Run, _) | Self::Strip(Run, _))
    }

    /// Default item for a game.
    pub(super) fn default_for(programmed: bool) -> Self {
        let plan = Self::Animation(StepSource::Plan, ExportFormat::Gif);
        let run = Self::Animation(StepSource::Run, ExportFormat::Gif);
        if programmed { run } else { plan }
    }

    /// The same item for the plan's moves.
    pub(super) fn for_plan(self) -> Self {
        match self {
            Self::Animation(_, form) => Self::Animation(StepSource::Plan, form),
            Self::Strip(_, form) => Self::Strip(StepSource::Plan, form),
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
                    ExportFormat::Gif => "GIF",
                    ExportFormat::Apng | ExportFormat::Png => "PNG",
                    ExportFormat::Svg => "SVG",
                };
                (name, form.extension())
            }
        }
    }
}
