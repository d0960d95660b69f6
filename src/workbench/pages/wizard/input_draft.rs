//! Drafted inputs of the controls step: the clicks, keys and drags of an action or control, in sequence.

use serde::{Deserialize, Serialize};

use crate::vision::{Chord, GameInput, Key, Point};

/// One step of an input. Its key, or its position as a pixel of the first picture, may be missing yet.
pub(super) type StepDraft = GameInput<Option<Chord>, Option<Point>>;

/// An action, a control or what starts the next level, with at least one step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct InputDraft {
    pub(super) name: String,
    pub(super) steps: Vec<StepDraft>,
}

impl Default for InputDraft {
    /// The input that starts the next level.
    fn default() -> Self {
        Self {
            name: "next level".to_owned(),
            steps: vec![StepDraft::Press(None)],
        }
    }
}

pub(super) fn position(step: &StepDraft) -> Option<Point> {
    match step {
        StepDraft::ClickAt(at) | StepDraft::DragFrom(at) => *at,
        _ => None,
    }
}

pub(super) fn position_mut(step: &mut StepDraft) -> Option<&mut Option<Point>> {
    match step {
        StepDraft::ClickAt(at) | StepDraft::DragFrom(at) => Some(at),
        _ => None,
    }
}

pub(super) fn step_key(step: &StepDraft) -> Option<Chord> {
    match step {
        StepDraft::Press(key) => *key,
        _ => None,
    }
}

/// The same kind of step with another key and position.
pub(super) fn with_target(step: &StepDraft, key: Option<Chord>, at: Option<Point>) -> StepDraft {
    let step = step.map(&|_| Some(key), &|_| Some(at));
    step.unwrap_or(StepDraft::Click)
}

pub(super) fn kind_text(step: &StepDraft) -> &'static str {
    match step {
        StepDraft::Click | StepDraft::Steps(_) => "click on the cell",
        StepDraft::SecondaryClick => "right click on the cell",
        StepDraft::ClickUntil => "click until the cell shows it",
        StepDraft::Point => "pointer on the cell",
        StepDraft::Press(_) => "key",
        StepDraft::ClickAt(_) => "click at a position",
        StepDraft::DragFrom(_) => "drag from a position to the cell",
    }
}

impl InputDraft {
    /// The same input under another name with another key; `None` if that is no key, or if a position is clicked.
    pub(super) fn with_key(&self, name: String, key: &str) -> Option<Self> {
        let key = key.parse::<Key>().ok().map(Chord::from);
        let steps = self.steps.iter();
        let steps = steps.map(|step| step.map(&|_| key.map(Some), &|_| None));
        let steps = steps.collect::<Option<_>>()?;
        Some(Self { name, steps })
    }

    /// Returns whether the key is pressed while the game's own cursor is on the cell.
    pub(super) fn has_cursor(&self) -> bool {
        matches!(self.steps.as_slice(), [StepDraft::Press(_)])
    }

    /// Sets the position of the step that has one. Without such a step, a click at the position
    /// replaces the input or, with `on_cells`, follows a click on the cell.
    pub(super) fn set_position(&mut self, at: Point, on_cells: bool) {
        if let Some(position) = self.steps.iter_mut().find_map(position_mut) {
            *position = Some(at);
            return;
        }
        self.steps = vec![StepDraft::ClickAt(Some(at))];
        if on_cells {
            self.steps.insert(0, StepDraft::Click);
        }
    }

    /// Description of the input; `None` if a key or position is missing.
    pub(super) fn text(&self) -> Option<String> {
        let text = |step: &StepDraft| {
            Some(match step {
                StepDraft::Press(key) => format!("the key ‘{}’", (*key)?),
                StepDraft::ClickAt(_) => {
                    let (x, y) = position(step)?;
                    format!("a click at {x}, {y}")
                }
                StepDraft::DragFrom(_) => {
                    let (x, y) = position(step)?;
                    format!("a drag from {x}, {y}")
                }
                StepDraft::Click | StepDraft::SecondaryClick => format!("a {}", kind_text(step)),
                _ => kind_text(step).to_owned(),
            })
        };
        let texts: Option<Vec<String>> = self.steps.iter().map(text).collect();
        Some(texts?.join(" and then "))
    }

    /// Describes what is missing.
    pub(super) fn problem(&self) -> Option<String> {
        let name = &self.name;
        if self.steps.last() == Some(&StepDraft::Point) {
            return Some(format!(
                "Add what follows when the pointer is on the cell for ‘{name}’: press ‘Add step…’."
            ));
        }
        self.steps.iter().find_map(|step| match step {
            StepDraft::Press(None) => Some(format!("Enter the key for ‘{name}’.")),
            StepDraft::ClickAt(None) => Some(format!("Pick the position to click for ‘{name}’.")),
            StepDraft::DragFrom(None) => {
                Some(format!("Pick the position to drag from for ‘{name}’."))
            }
            _ => None,
        })
    }
}
