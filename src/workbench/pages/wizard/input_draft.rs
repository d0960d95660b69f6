//! One drafted input of the controls step: a click, key or drag, with the steps that follow it.

use serde::{Deserialize, Serialize};

use crate::vision::{Key, Point};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "SavedInput")]
pub(super) struct InputDraft {
    pub(super) how: InputKind,
    /// Text of the key field, which need not be a key yet.
    pub(super) key: String,
    /// Pixel of the first picture, for kinds with a position.
    pub(super) at: Option<Point>,
    /// Further steps, which have none themselves.
    pub(super) then: Vec<Self>,
}

impl InputDraft {
    pub(super) fn key(key: String) -> Self {
        Self {
            how: InputKind::Key,
            key,
            ..Self::default()
        }
    }

    /// A click on the cell, followed by another input.
    pub(super) fn click_then(next: Self) -> Self {
        Self {
            then: vec![next],
            ..Self::default()
        }
    }

    /// This input and those after it.
    pub(super) fn steps(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&self.then)
    }

    /// The same input with another key; `None` if that is no key, or if a position is clicked.
    pub(super) fn with_key(&self, key: &str) -> Option<Self> {
        let step = |step: &Self| match step.how {
            InputKind::Key if key.parse::<Key>().is_ok() => Some(Self::key(key.to_owned())),
            InputKind::Key | InputKind::ClickAt | InputKind::DragFrom => None,
            _ => Some(Self {
                then: Vec::new(),
                ..step.clone()
            }),
        };
        let mut sent = step(self)?;
        sent.then = self.then.iter().map(step).collect::<Option<_>>()?;
        Some(sent)
    }

    /// Returns whether the key is pressed while the game's own cursor is on the cell.
    pub(super) fn has_cursor(&self) -> bool {
        self.how == InputKind::Key && self.then.is_empty()
    }

    /// Sets the position of the step that has one. Without such a step, a click at the position
    /// replaces the input or, with `on_cells`, follows a click on the cell.
    pub(super) fn set_position(&mut self, at: Point, on_cells: bool) {
        let placed = self.steps().position(|step| step.how.has_position());
        let place = Self {
            how: InputKind::ClickAt,
            at: Some(at),
            ..Self::default()
        };
        match (placed, on_cells) {
            (Some(0), _) => self.at = Some(at),
            (Some(later), _) => self.then[later - 1].at = Some(at),
            (None, true) => *self = Self::click_then(place),
            (None, false) => *self = place,
        }
    }

    /// Description of the input; `None` if a position is missing.
    pub(super) fn text(&self) -> Option<String> {
        let text = |step: &Self| {
            Some(match step.how {
                InputKind::Click | InputKind::SecondaryClick => format!("a {}", step.how.text()),
                InputKind::ClickUntil | InputKind::Point => step.how.text().to_owned(),
                InputKind::Key => format!("the key ‘{}’", step.key.trim()),
                InputKind::ClickAt => {
                    let (x, y) = step.at?;
                    format!("a click at {x}, {y}")
                }
                InputKind::DragFrom => {
                    let (x, y) = step.at?;
                    format!("a drag from {x}, {y}")
                }
            })
        };
        let texts: Option<Vec<String>> = self.steps().map(text).collect();
        Some(texts?.join(" and then "))
    }
}

/// Saved form of an input. `ClickTwice` and `ClickThen` predate `then`.
#[derive(Deserialize)]
struct SavedInput {
    how: SavedInputKind,
    key: String,
    at: Option<Point>,
    #[serde(default)]
    then: Vec<InputDraft>,
}

#[derive(Deserialize)]
enum SavedInputKind {
    Click,
    SecondaryClick,
    ClickUntil,
    ClickTwice,
    ClickThen,
    Point,
    Key,
    ClickAt,
    DragFrom,
}

impl From<SavedInput> for InputDraft {
    fn from(saved: SavedInput) -> Self {
        let SavedInput { how, key, at, then } = saved;
        let simple = |how| Self {
            how,
            key: key.clone(),
            at,
            then,
        };
        match how {
            SavedInputKind::Click => simple(InputKind::Click),
            SavedInputKind::SecondaryClick => simple(InputKind::SecondaryClick),
            SavedInputKind::ClickUntil => simple(InputKind::ClickUntil),
            SavedInputKind::Point => simple(InputKind::Point),
            SavedInputKind::Key => simple(InputKind::Key),
            SavedInputKind::ClickAt => simple(InputKind::ClickAt),
            SavedInputKind::DragFrom => simple(InputKind::DragFrom),
            SavedInputKind::ClickTwice => Self::click_then(Self::default()),
            SavedInputKind::ClickThen => Self::click_then(Self::key(key)),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum InputKind {
    #[default]
    Click,
    SecondaryClick,
    ClickUntil,
    Point,
    Key,
    ClickAt,
    /// A drag from a position to the cell.
    DragFrom,
}

impl InputKind {
    /// Returns whether the input needs a position in the picture.
    pub(super) fn has_position(self) -> bool {
        matches!(self, Self::ClickAt | Self::DragFrom)
    }

    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Click => "click on the cell",
            Self::SecondaryClick => "right click on the cell",
            Self::ClickUntil => "click until the cell shows it",
            Self::Point => "pointer on the cell",
            Self::Key => "key",
            Self::ClickAt => "click at a position",
            Self::DragFrom => "drag from a position to the cell",
        }
    }
}
