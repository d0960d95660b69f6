//! Game controls: keys, pointer, pacing.

use serde::{Deserialize, Serialize};

use super::area::Point;
use super::chord::Chord;
use super::form::described;
use super::key::Key;

described! {
    /// Controls of the game; without them the profile is for reading only.
    struct Controls("controls") derive(Default) {
        /// Keys that move the game's own cursor; left out where cells are acted on by pointer.
        cursor: Option<CursorKeys> = "none";
        /// Actions on a cell, by the game's names.
        actions: Vec<ActionRule>;
        /// Actions that belong to no cell, such as `restart`, or `run`, which starts a program that was entered.
        controls: Vec<ActionRule> = "none";
        /// The input that takes the last move back.
        undo: Option<GameInput> = "none";
        /// The input that turns a page of text, as the finder `Sprites` tells it: a title, or a message between levels.
        /// Other pages are left to the person.
        page: Option<GameInput> = "none";
        /// The key that closes a dialog of the game's own which has the focus after the last move, or before the next
        /// level: a congratulation, a question for another game. Without it the person is asked.
        dialog: Option<Chord> = "none";
        /// Step from a solved level to the next: `Automatic`, `Input(Press("enter"))`,
        /// `ByPhase([(phase: "won", input: ClickAt((470, 380)))])`, or `End` if there is only one level.
        after_level: AfterLevel = "Automatic";
        /// Number of levels, if known.
        levels: Option<u32> = "none";
        /// Speed at which the game takes input.
        pacing: Pacing = "see below";
    }
}

impl Controls {
    pub fn action(&self, name: &str) -> Option<&GameInput> {
        let action = self.actions.iter().find(|action| action.name == name);
        action.map(|action| &action.input)
    }

    /// Input for a control that belongs to no cell.
    pub fn control(&self, name: &str) -> Option<&GameInput> {
        let control = self.controls.iter().find(|control| control.name == name);
        control.map(|control| &control.input)
    }

    /// All configured inputs except the cursor keys and the dialog key.
    pub fn inputs(&self) -> impl Iterator<Item = &GameInput> {
        let named = self.actions.iter().chain(&self.controls);
        let inputs = named.map(|action| &action.input);
        let inputs = inputs.chain(&self.undo).chain(&self.page);
        inputs.chain(self.after_level.inputs())
    }
}

described! {
    /// Keys that move the game's own cursor by one cell.
    struct CursorKeys("controls.cursor") derive(Eq) {
        /// One row up.
        up: Key;
        /// One row down.
        down: Key;
        /// One column to the left.
        left: Key;
        /// One column to the right.
        right: Key;
        /// True if a cursor that leaves the board comes in at the other side.
        wraps: bool = "false";
        /// Position when a level begins: `At(row, column)` from 1, `Stays` (unchanged), `Hidden` (invisible before the
        /// first press of one of its keys), or `Unknown`.
        start: CursorStart = "Unknown";
    }
}

/// Cursor position at the start of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum CursorStart {
    /// Detected in the picture.
    #[default]
    Unknown,
    /// At this cell, row and column counted from 1.
    At(usize, usize),
    /// Position at the end of the previous level.
    Stays,
    /// Invisible until one of its keys is pressed.
    Hidden,
}

described! {
    /// Something that can be done, by name.
    struct ActionRule("controls.actions|controls.controls") derive(Eq) {
        /// The name the game uses.
        name: String;
        /// Its input: `Press("key")`, `Click` or `SecondaryClick` in the middle of the cell, `ClickUntil`, clicks there
        /// until it shows the target value, `ClickAt((x, y))`, `DragFrom((x, y))`, a drag from
        /// there to the middle of the cell, or several, as `Steps([Click, Press("5")])`. `Point` moves the pointer to the cell.
        input: GameInput;
    }
}

/// An input with keys of type `K` and positions of type `P`; a draft may lack either.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "WrittenInput<K, P>")]
pub enum GameInput<K = Chord, P = Point> {
    /// A key press; for an action on a cell, with the cursor on the cell.
    Press(K),
    /// A click in the middle of the cell.
    Click,
    /// A click with the other button in the middle of the cell.
    SecondaryClick,
    /// Clicks in the middle of the cell, repeated until it shows the target value.
    ClickUntil,
    /// Moves the pointer to the middle of the cell.
    Point,
    /// A click at a fixed place of the picture.
    ClickAt(P),
    /// A drag from a fixed place of the picture to the middle of the cell.
    DragFrom(P),
    /// Inputs in sequence; each waits until the one before shows. Keys act without moving a cursor.
    Steps(Vec<Self>),
}

impl<K, P> GameInput<K, P> {
    pub fn steps(&self) -> &[Self] {
        match self {
            Self::Steps(steps) => steps,
            one => std::slice::from_ref(one),
        }
    }

    /// Returns whether the pointer is used in the middle of a cell.
    pub fn is_at_cell(&self) -> bool {
        match self {
            Self::Click | Self::SecondaryClick | Self::ClickUntil | Self::Point => true,
            Self::Press(_) | Self::ClickAt(_) | Self::DragFrom(_) => false,
            Self::Steps(steps) => steps.iter().any(Self::is_at_cell),
        }
    }

    /// The same input with other keys and positions; `None` if one is `None`.
    pub fn map<L, Q>(
        &self,
        key: &impl Fn(&K) -> Option<L>,
        position: &impl Fn(&P) -> Option<Q>,
    ) -> Option<GameInput<L, Q>> {
        Some(match self {
            Self::Press(pressed) => GameInput::Press(key(pressed)?),
            Self::Click => GameInput::Click,
            Self::SecondaryClick => GameInput::SecondaryClick,
            Self::ClickUntil => GameInput::ClickUntil,
            Self::Point => GameInput::Point,
            Self::ClickAt(at) => GameInput::ClickAt(position(at)?),
            Self::DragFrom(at) => GameInput::DragFrom(position(at)?),
            Self::Steps(steps) => {
                let steps = steps.iter().map(|step| step.map(key, position));
                GameInput::Steps(steps.collect::<Option<_>>()?)
            }
        })
    }
}

impl GameInput {
    pub fn keys(&self) -> impl Iterator<Item = Key> {
        self.steps().iter().flat_map(|step| match step {
            Self::Press(chord) => chord.keys().collect(),
            _ => Vec::new(),
        })
    }
}

/// File form of an input, with two variants from before [`GameInput::Steps`].
#[derive(Deserialize)]
enum WrittenInput<K, P> {
    Press(K),
    Click,
    SecondaryClick,
    ClickUntil,
    ClickTwice,
    ClickThen(K),
    Point,
    ClickAt(P),
    DragFrom(P),
    Steps(Vec<GameInput<K, P>>),
}

impl<K, P> From<WrittenInput<K, P>> for GameInput<K, P> {
    fn from(written: WrittenInput<K, P>) -> Self {
        match written {
            WrittenInput::Press(chord) => Self::Press(chord),
            WrittenInput::Click => Self::Click,
            WrittenInput::SecondaryClick => Self::SecondaryClick,
            WrittenInput::ClickUntil => Self::ClickUntil,
            WrittenInput::ClickTwice => Self::Steps(vec![Self::Click, Self::Click]),
            WrittenInput::ClickThen(chord) => Self::Steps(vec![Self::Click, Self::Press(chord)]),
            WrittenInput::Point => Self::Point,
            WrittenInput::ClickAt(at) => Self::ClickAt(at),
            WrittenInput::DragFrom(at) => Self::DragFrom(at),
            WrittenInput::Steps(steps) => Self::Steps(steps),
        }
    }
}

/// Transition to the next level after a solved one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AfterLevel {
    /// Happens without input.
    #[default]
    Automatic,
    Input(GameInput),
    /// Needs an input per displayed phase, such as a message, then a list of levels; also for the first level.
    ByPhase(Vec<PhaseInput>),
    End,
}

impl AfterLevel {
    /// All inputs that may bring the next level.
    pub fn inputs(&self) -> impl Iterator<Item = &GameInput> {
        let (one, several) = match self {
            Self::Input(input) => (Some(input), [].as_slice()),
            Self::ByPhase(inputs) => (None, inputs.as_slice()),
            Self::Automatic | Self::End => (None, [].as_slice()),
        };
        one.into_iter().chain(several.iter().map(|it| &it.input))
    }
}

described! {
    /// Input that leads on from a phase.
    struct PhaseInput("after_level.ByPhase") derive(Eq) {
        /// The phase.
        phase: String;
        /// The input.
        input: GameInput;
    }
}

described! {
    /// Speed at which a game takes input, in milliseconds. Auto-play starts from these and adapts to what the game
    /// confirms, never going below the minima.
    struct Pacing("pacing") derive(Eq) defaults {
        /// Initial time that a key is held.
        hold_ms: u32 = "40", integer(1, 60_000);
        /// Shortest hold that ever worked.
        min_hold_ms: u32 = "20";
        /// Initial time from the release of one key to the press of the next.
        gap_ms: u32 = "40";
        /// Shortest gap that ever worked.
        min_gap_ms: u32 = "20";
        /// Interval at which the picture is read while something is awaited.
        poll_ms: u32 = "10", integer(1, 60_000);
        /// The picture is stable when it has not changed for so long.
        settle_ms: u32 = "40";
        /// A press that shows no effect after so long is lost.
        confirm_timeout_ms: u32 = "600", integer(1, 600_000);
        /// Longest wait for the next level.
        level_timeout_ms: u32 = "15000";
        /// Longest wait for the end of a plan that was started.
        run_timeout_ms: u32 = "120000";
        /// Number of times (not milliseconds) a lost press is repeated before auto-play stops.
        retries: u32 = "8";
    }
}
