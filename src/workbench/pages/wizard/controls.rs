//! Drafted controls of a game: the clicks, keys and drags of each action or control, in sequence; the game's own
//! cursor; the start of the next level.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::game::ScreenBoard;
use crate::vision::{Chord, CursorStart, GameInput, Key, Point};

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

fn position_mut(step: &mut StepDraft) -> Option<&mut Option<Point>> {
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
    fn with_key(&self, name: String, key: &str) -> Option<Self> {
        let key = key.parse::<Key>().ok().map(Chord::from);
        let steps = self.steps.iter();
        let steps = steps.map(|step| step.map(&|_| key.map(Some), &|_| None));
        let steps = steps.collect::<Option<_>>()?;
        Some(Self { name, steps })
    }

    /// Returns whether the key is pressed while the game's own cursor is on the cell.
    fn has_cursor(&self) -> bool {
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

/// Beginning of the next level, by default by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum LevelAdvance {
    #[default]
    Automatic,
    /// After [`ControlsDraft::next`].
    Input,
    /// There is only one level.
    End,
}

/// An input that gets its position by a click in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PickTarget {
    /// A step of an input.
    Step(InputRef, usize),
    /// Actions or controls in a row: the first, their number, and the first one's position, if known.
    Row(InputRef, usize, Option<Point>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InputRef {
    Action(usize),
    Control(usize),
    NextLevel,
}

/// The game's own cursor; its cell is marked in pictures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct CursorDraft {
    /// Keys that move it up, down, left and right.
    pub(super) keys: [Option<Key>; 4],
    /// True if it leaves the board at one edge and returns at the opposite one.
    pub(super) wraps: bool,
    pub(super) start: CursorStart,
}

impl Default for CursorDraft {
    fn default() -> Self {
        Self {
            keys: [Key::Up, Key::Down, Key::Left, Key::Right].map(Some),
            wraps: false,
            start: CursorStart::Unknown,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ControlsDraft {
    pub(super) actions: Vec<InputDraft>,
    pub(super) controls: Vec<InputDraft>,
    /// True if pieces are dragged from cell to cell.
    pub(super) drags: bool,
    pub(super) cursor: CursorDraft,
    /// Beginning of the next level.
    pub(super) after: LevelAdvance,
    /// The input for [`LevelAdvance::Input`].
    pub(super) next: InputDraft,
    /// Key that closes the game's dialogs.
    pub(super) dialog: Option<Chord>,
}

/// The key to propose for a move, from common names of moves.
fn likely_key(name: &str) -> Option<Chord> {
    let name = name.to_lowercase().replace('_', " ");
    let plain = |word| match word {
        "north" | "u" => "up",
        "south" | "d" => "down",
        "west" | "l" => "left",
        "east" | "r" => "right",
        other => other,
    };
    let words: Vec<&str> = name.split(' ').map(plain).collect();
    // Diagonal moves use the numeric keypad.
    let word = match words.as_slice() {
        [.., "down", "left"] | [.., "southwest"] => "keypad 1",
        [.., "down", "right"] | [.., "southeast"] => "keypad 3",
        [.., "up", "left"] | [.., "northwest"] => "keypad 7",
        [.., "up", "right"] | [.., "northeast"] => "keypad 9",
        [.., word] => word,
        [] => "",
    };
    word.parse::<Key>().ok().map(Chord::from)
}

/// A name with its numbers replaced by `#`, and the numbers.
fn stem(name: &str) -> (String, Vec<u32>) {
    let mut numbers = Vec::new();
    let mut word = |word: &str| match word.parse() {
        Ok(number) => {
            numbers.push(number);
            "#".to_owned()
        }
        Err(_) => word.to_owned(),
    };
    let words: Vec<String> = name.split(' ').map(&mut word).collect();
    (words.join(" "), numbers)
}

/// Rows: two or more successive actions or controls whose names differ only in numbers.
pub(super) fn rows(inputs: &[InputDraft]) -> impl Iterator<Item = Range<usize>> {
    let mut end = 0;
    let rows = inputs.chunk_by(|one, other| stem(&one.name).0 == stem(&other.name).0);
    let rows = rows.map(move |row| {
        let first = end;
        end += row.len();
        first..end
    });
    rows.filter(|row| row.len() > 1)
}

/// Sorts names that differ only in numbers by these, next to each other; other names keep their order.
fn sorted_names(names: &[String]) -> Vec<String> {
    let mut sorted: Vec<String> = names.to_vec();
    let stems: Vec<String> = names.iter().map(|name| stem(name).0).collect();
    sorted.sort_by_cached_key(|name| {
        let (stem, numbers) = stem(name);
        (stems.iter().position(|other| *other == stem), numbers)
    });
    sorted
}

impl ControlsDraft {
    /// Sets the actions and controls of a board; inputs of actions that existed before are retained.
    pub(crate) fn follow(&mut self, board: &ScreenBoard) {
        let retained = |known: &[InputDraft], names: &[String], default: &dyn Fn(&str) -> _| {
            let input = |name: &String| {
                let known = known.iter().find(|known| known.name == *name).cloned();
                known.unwrap_or_else(|| InputDraft {
                    name: name.clone(),
                    steps: default(name),
                })
            };
            names.iter().map(input).collect::<Vec<_>>()
        };
        // A key that fits two names is proposed for neither.
        let key = |names: &[String], name: &str| {
            let key = likely_key(name);
            let count = names.iter().filter(|it| likely_key(it) == key).count();
            key.filter(|_| count == 1)
        };
        let actions = &sorted_names(&board.actions);
        // Several actions on a cell cannot all be a click; if each has its own key, the key distinguishes them.
        let typed = actions.len() > 1 && actions.iter().all(|name| key(actions, name).is_some());
        self.actions = retained(&self.actions, actions, &|name| match actions.len() {
            _ if typed => vec![StepDraft::Click, StepDraft::Press(key(actions, name))],
            // With more than two actions, a cell probably cycles through values by clicks.
            3.. => vec![StepDraft::ClickUntil],
            _ => vec![StepDraft::Click],
        });
        let controls = &sorted_names(&board.controls);
        self.controls = retained(&self.controls, controls, &|name| {
            vec![StepDraft::Press(key(controls, name))]
        });
        self.drags = board.drags;
    }

    /// Sets the position of an input, or of a row of inputs. Returns the input that needs a position next.
    pub(super) fn set_position(&mut self, slot: PickTarget, at: Point) -> Option<PickTarget> {
        match slot {
            PickTarget::Row(first, count, None) => {
                return Some(PickTarget::Row(first, count, Some(at)));
            }
            PickTarget::Row(first, count, Some(from)) => self.space_row(first, count, (from, at)),
            PickTarget::Step(input, step) => {
                let input = self.inputs_from(input).first_mut();
                let step = input.and_then(|input| input.steps.get_mut(step));
                if let Some(position) = step.and_then(position_mut) {
                    *position = Some(at);
                }
            }
        }
        None
    }

    /// An input and those after it in its list.
    pub(super) fn inputs_from(&mut self, input: InputRef) -> &mut [InputDraft] {
        let inputs = match input {
            InputRef::Action(index) => self.actions.get_mut(index..),
            InputRef::Control(index) => self.controls.get_mut(index..),
            InputRef::NextLevel => Some(std::slice::from_mut(&mut self.next)),
        };
        inputs.unwrap_or_default()
    }

    /// Spaces the positions of actions or controls by the numbers in their names, some of which may be missing.
    fn space_row(&mut self, first: InputRef, count: usize, (from, to): (Point, Point)) {
        let on_cells = matches!(first, InputRef::Action(_));
        let Some(row) = self.inputs_from(first).get_mut(..count) else {
            return;
        };
        let number = |input: &InputDraft| {
            let (_, numbers) = stem(&input.name);
            numbers.first().map_or(0.0, |number| *number as f32)
        };
        let numbers: Vec<f32> = row.iter().map(number).collect();
        let (Some(low), Some(high)) = (numbers.first(), numbers.last()) else {
            return;
        };
        for (input, number) in row.iter_mut().zip(&numbers) {
            let ratio = (number - low) / (high - low).max(1.0);
            let at = |from: u32, to: u32| egui::lerp(from as f32..=to as f32, ratio).round() as u32;
            input.set_position((at(from.0, to.0), at(from.1, to.1)), on_cells);
        }
    }

    /// Applies the first input of a row to all others, each with its own key and position.
    pub(super) fn apply_first(row: &mut [InputDraft]) {
        let [model, others @ ..] = row else {
            return;
        };
        for input in others {
            let key = input.steps.iter().find_map(step_key);
            let key = key.or_else(|| likely_key(&input.name));
            let at = input.steps.iter().find_map(position);
            let steps = model.steps.iter().map(|step| with_target(step, key, at));
            input.steps = steps.collect();
        }
    }

    /// The actions, with those for `further` numbers if all in a row work alike with their number as key.
    pub(super) fn with_further(&self, further: &[String]) -> Vec<InputDraft> {
        let mut actions = self.actions.clone();
        for row in rows(&self.actions) {
            let row = &self.actions[row];
            let Some(model) = row.first() else {
                continue;
            };
            let (shape, _) = stem(&model.name);
            let numbered = |number: &str| model.with_key(shape.replace('#', number), number);
            let expected = |input: &InputDraft| numbered(&stem(&input.name).1.first()?.to_string());
            let uniform = row.iter().all(|it| expected(it).as_ref() == Some(it));
            if uniform && shape.matches('#').count() == 1 {
                actions.extend(further.iter().filter_map(|number| numbered(number)));
            }
        }
        actions
    }

    /// Describes two inputs that a game could not distinguish, if any.
    fn conflict(&self) -> Option<String> {
        let inputs = self.actions.iter().chain(&self.controls);
        // With clicks until the cell shows it, the displayed value decides.
        let inputs = inputs.filter(|input| !input.steps.contains(&StepDraft::ClickUntil));
        let inputs = inputs.filter_map(|input| Some((&input.name, input.text()?)));
        let inputs: Vec<(&String, String)> = inputs.collect();
        let cursor_keys = self.cursor.keys.iter().filter(|_| self.has_keys());
        for key in cursor_keys.flatten() {
            let input = format!("the key ‘{key}’");
            if let Some((name, _)) = inputs.iter().find(|(_, other)| *other == input) {
                return Some(format!(
                    "‘{name}’ is {input}, which moves the game's cursor: the game cannot tell them apart."
                ));
            }
        }
        inputs.iter().enumerate().find_map(|(index, (name, input))| {
            let (other, _) = inputs[..index].iter().find(|(_, other)| other == input)?;
            let remedy = match self.actions.len() > 1 && input.starts_with("a click on") {
                true => " Where each click brings the next value, choose ‘click until the cell shows it’.",
                false => "",
            };
            Some(format!(
                "‘{other}’ and ‘{name}’ are both {input}: the game cannot tell them apart.{remedy}"
            ))
        })
    }

    /// The given positions, with names.
    pub(super) fn positions(&self) -> Vec<(String, Point)> {
        let next = Some(&self.next).filter(|_| self.after == LevelAdvance::Input);
        let inputs = self.actions.iter().chain(&self.controls).chain(next);
        let steps = inputs.flat_map(|it| it.steps.iter().map(move |step| (&it.name, step)));
        let placed = steps.filter_map(|(name, step)| Some((name.clone(), position(step)?)));
        placed.collect()
    }

    pub(super) fn has_keys(&self) -> bool {
        self.actions.iter().any(InputDraft::has_cursor)
    }

    /// Returns whether the game can be played with pointer or keys.
    pub(super) fn is_playable(&self) -> bool {
        self.drags || !self.actions.is_empty() || !self.controls.is_empty()
    }

    /// Describes what is missing or wrong, apart from the cursor's cell.
    pub(super) fn problem(&self) -> Option<String> {
        let mut all = self.actions.iter().chain(&self.controls);
        let missing = all.find_map(InputDraft::problem);
        let next = Some(&self.next).filter(|_| self.after == LevelAdvance::Input);
        let lacks_keys = self.has_keys() && self.cursor.keys.contains(&None);
        let problem = missing.or_else(|| self.conflict());
        let problem = problem.or_else(|| next?.problem());
        problem.or_else(|| {
            lacks_keys.then(|| "Enter the keys that move the game's own cursor.".to_owned())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(actions: &[&str], controls: &[&str]) -> ScreenBoard {
        let names = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        ScreenBoard {
            actions: names(actions),
            controls: names(controls),
            ..ScreenBoard::default()
        }
    }

    fn draft(actions: &[&str], controls: &[&str]) -> ControlsDraft {
        let mut draft = ControlsDraft::default();
        draft.follow(&board(actions, controls));
        draft
    }

    fn press(key: &str) -> StepDraft {
        StepDraft::Press(key.parse().ok())
    }

    fn keys(controls: &ControlsDraft) -> Vec<String> {
        let keys = controls.controls.iter().map(|it| step_key(&it.steps[0]));
        keys.map(|key| key.map(|key| key.to_string()).unwrap_or_default())
            .collect()
    }

    #[test]
    fn keys_are_proposed_by_name_and_what_was_said_stays() {
        let names = [
            "move up",
            "east",
            "restart",
            "roll down_right",
            "go northwest",
        ];
        let mut controls = draft(&["press"], &names);
        assert_eq!(keys(&controls), ["up", "right", "", "keypad 3", "keypad 7"]);
        assert!(controls.problem().is_some_and(|it| it.contains("restart")));
        controls.controls[2].steps[0] = press("F5");
        assert_eq!(controls.problem(), None);
        controls.follow(&board(&["press"], &names[1..]));
        assert_eq!(keys(&controls)[1], "f5");
    }

    #[test]
    fn a_key_that_fits_two_controls_is_not_proposed() {
        // In the order of their numbers.
        let controls = draft(&[], &["turn 1", "turn back 1", "turn 2"]);
        assert_eq!(keys(&controls), ["", "2", ""]);
    }

    #[test]
    fn a_row_of_numbers_gets_positions_at_once() {
        let mut controls = draft(&["mark 1", "mark 2", "mark 3"], &[]);
        let positions = |controls: &ControlsDraft| {
            let positions = controls.positions().into_iter().map(|(_, at)| at);
            positions.collect::<Vec<_>>()
        };
        assert!(rows(&controls.actions).eq(Some(0..3)));
        let mixed = draft(&["mark 1", "mark 2", "clear", "dot 1", "dot 2"], &[]);
        assert!(rows(&mixed.actions).eq([0..2, 3..5]));
        // After a click on the cell by default.
        let slot = controls.set_position(PickTarget::Row(InputRef::Action(0), 3, None), (10, 50));
        let slot = slot.expect("the last one");
        assert_eq!(controls.set_position(slot, (30, 50)), None);
        assert_eq!(positions(&controls), [(10, 50), (20, 50), (30, 50)]);
        let kinds = |controls: &ControlsDraft| {
            let steps = |input: &InputDraft| {
                let steps = input.steps.iter();
                let kinds = steps.map(|step| with_target(step, None, None));
                kinds.collect()
            };
            controls.actions.iter().map(steps).collect::<Vec<Vec<_>>>()
        };
        let (click, click_at) = (StepDraft::Click, StepDraft::ClickAt(None));
        assert_eq!(
            kinds(&controls),
            vec![vec![click.clone(), click_at.clone()]; 3]
        );
        assert_eq!(controls.problem(), None);
        // In the opposite order.
        controls.actions[0].steps.reverse();
        ControlsDraft::apply_first(&mut controls.actions);
        assert_eq!(kinds(&controls), vec![vec![click_at, click]; 3]);
        assert_eq!(positions(&controls), [(10, 50), (20, 50), (30, 50)]);
    }

    #[test]
    fn larger_numbers_are_done_as_the_others_are() {
        let mut controls = draft(&["mark 1", "mark 2"], &[]);
        let further = ["3", "10"].map(str::to_owned);
        let all = controls.with_further(&further);
        let last = all.last().map(|it| (it.name.as_str(), it.text()));
        // No key is named 10.
        let expected = "a click on the cell and then the key ‘3’".to_owned();
        assert_eq!((all.len(), last), (3, Some(("mark 3", Some(expected)))));
        // Keys other than the numbers do not extend to further ones.
        controls.actions[1].steps[1] = press("b");
        assert_eq!(controls.with_further(&further).len(), 2);
    }
}
