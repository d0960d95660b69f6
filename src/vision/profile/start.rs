//! Steps by which auto-play starts a game, if the profile has any.

use serde::{Deserialize, Serialize};

use super::area::Point;
use super::chord::Chord;
use super::form::{FormPart, described, fields};

described! {
    /// Steps that start the program and reach its first level.
    struct StartRule("start") derive(Eq) {
        /// Program and arguments, one text each; empty if the person starts it. `{file}` stands for
        /// the game's file, `{scale}` for the scale as a whole number, `{planwright}` for this
        /// program. An argument that is exactly `{file}` is left out when there is no file.
        command: Vec<String> = "none";
        /// Description of the `{file}` that the user supplies, in a word or two.
        file: Option<String> = "none";
        /// Steps from the title page to the first level: `Press("key")`, `Type("text")`, `ClickAt((x, y))`,
        /// `Pause(ms)`, `Change(ms)` (wait until the picture changes, at most so long), `Await(…)`.
        steps: Vec<StartStep> = "none";
    }
}

/// Step from the title page to the first level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum StartStep {
    Press(Chord),
    /// Type a text, key by key.
    Type(String),
    ClickAt(Point),
    /// Wait for this many milliseconds.
    Pause(u32),
    /// Wait until the picture changes, at most this many milliseconds.
    Change(u32),
    Await {
        /// Its name.
        phase: String,
        /// Longest wait in milliseconds.
        timeout_ms: u32,
    },
}

impl StartStep {
    /// Description of [`StartStep::Await`].
    pub const AWAIT: FormPart = FormPart {
        path: "steps.Await",
        about: "Waits for a phase.",
        fields: fields! {
            /// Its name.
            phase;
            /// Longest wait in milliseconds.
            timeout_ms;
        },
    };
}
