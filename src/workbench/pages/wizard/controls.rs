//! Controls of a game: pointer or keys for each action, the game's own cursor, and the start of the next level.

use serde::{Deserialize, Serialize};

use crate::game::{Cell, ScreenBoard};
use crate::vision::{Chord, CursorStart, Key, Point};

use super::input_draft::{InputDraft, InputKind};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum LevelAdvance {
    #[default]
    Automatic,
    Input,
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

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "SavedCursor")]
pub(super) struct CursorDraft {
    /// Keys that move it up, down, left and right.
    pub(super) keys: [String; 4],
    pub(super) wraps: bool,
    pub(super) start: CursorStart,
    /// Its appearances: index of a picture that shows the cursor, and its cell there; at most one for each picture.
    pub(super) marked: Vec<(usize, Cell)>,
}

/// Saved form of a cursor. `seen` predates `marked`.
#[derive(Deserialize)]
struct SavedCursor {
    keys: [String; 4],
    wraps: bool,
    start: CursorStart,
    #[serde(default)]
    seen: Option<(usize, Cell)>,
    #[serde(default)]
    marked: Vec<(usize, Cell)>,
}

impl From<SavedCursor> for CursorDraft {
    fn from(saved: SavedCursor) -> Self {
        Self {
            keys: saved.keys,
            wraps: saved.wraps,
            start: saved.start,
            marked: saved.seen.into_iter().chain(saved.marked).collect(),
        }
    }
}

impl Default for CursorDraft {
    fn default() -> Self {
        Self {
            keys: ["up", "down", "left", "right"].map(str::to_owned),
            wraps: false,
            start: CursorStart::Unknown,
            marked: Vec::new(),
        }
    }
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ControlsDraft {
    pub(super) actions: Vec<(String, InputDraft)>,
    pub(super) controls: Vec<(String, InputDraft)>,
    pub(super) drags: bool,
    pub(super) cursor: CursorDraft,
    pub(super) after: LevelAdvance,
    pub(super) next: InputDraft,
    /// Index of the picture in which the position of `next` was picked.
    #[serde(default)]
    pub(super) next_picture: Option<usize>,
    #[serde(default)]
    pub(super) dialog: String,
}

/// The key to propose for a move, from common names of moves; empty if there is none.
fn likely_key(name: &str) -> String {
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
    let key = word.parse::<Key>().map(|_| word.to_owned());
    key.unwrap_or_default()
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
        let retained = |known: &[(String, InputDraft)],
                        names: &[String],
                        default: &dyn Fn(&str) -> InputDraft| {
            let sent = |name: &String| {
                let known = known.iter().find(|(other, _)| other == name);
                let sent = known.map(|(_, sent)| sent.clone());
                (name.clone(), sent.unwrap_or_else(|| default(name)))
            };
            names.iter().map(sent).collect::<Vec<_>>()
        };
        // A key that fits two names is proposed for neither.
        let key = |names: &[String], name: &str| {
            let key = likely_key(name);
            let count = names.iter().filter(|it| likely_key(it) == key).count();
            if count == 1 { key } else { String::new() }
        };
        let actions = &sorted_names(&board.actions);
        // Several actions on a cell cannot all be a click; if each has its own key, the key distinguishes them.
        let typed = actions.len() > 1 && actions.iter().all(|name| !key(actions, name).is_empty());
        // With more than two actions, a cell probably cycles through values by clicks.
        let cycles = actions.len() > 2;
        let how = if cycles {
            InputKind::ClickUntil
        } else {
            InputKind::Click
        };
        self.actions = retained(&self.actions, actions, &|name| match typed {
            true => InputDraft::click_then(InputDraft::key(key(actions, name))),
            false => InputDraft {
                how,
                ..InputDraft::default()
            },
        });
        let controls = &sorted_names(&board.controls);
        self.controls = retained(&self.controls, controls, &|name| {
            InputDraft::key(key(controls, name))
        });
        self.drags = board.drags;
    }

    /// Sets the position of an input, or of a row of inputs, picked in the picture of index
    /// `picture`. Returns the input that needs a position next.
    pub(crate) fn set_position(
        &mut self,
        slot: PickTarget,
        at: Point,
        picture: usize,
    ) -> Option<PickTarget> {
        if matches!(slot, PickTarget::Step(InputRef::NextLevel, _)) {
            self.next_picture = Some(picture);
        }
        match slot {
            PickTarget::Row(first, count, None) => {
                return Some(PickTarget::Row(first, count, Some(at)));
            }
            PickTarget::Row(first, count, Some(from)) => self.space_row(first, count, (from, at)),
            PickTarget::Step(input, step) => {
                let sent = match self.list(input) {
                    Some((named, index)) => named.get_mut(index).map(|(_, sent)| sent),
                    None => Some(&mut self.next),
                };
                let sent = sent.and_then(|sent| match step {
                    0 => Some(sent),
                    later => sent.then.get_mut(later - 1),
                });
                if let Some(sent) = sent {
                    sent.at = Some(at);
                }
            }
        }
        None
    }

    /// The list that contains an action or control, and its index; `None` for the next level.
    pub(super) fn list(
        &mut self,
        input: InputRef,
    ) -> Option<(&mut Vec<(String, InputDraft)>, usize)> {
        match input {
            InputRef::Action(index) => Some((&mut self.actions, index)),
            InputRef::Control(index) => Some((&mut self.controls, index)),
            InputRef::NextLevel => None,
        }
    }

    /// Spaces the positions of actions or controls by the numbers in their names, some of which may be missing.
    fn space_row(&mut self, first: InputRef, count: usize, (from, to): (Point, Point)) {
        let on_cells = matches!(first, InputRef::Action(_));
        let list = self.list(first);
        let row = list.and_then(|(named, first)| named.get_mut(first..first + count));
        let Some(row) = row else { return };
        let number = |name: &str| name.split(' ').find_map(|word| word.parse::<i32>().ok());
        let numbers: Vec<i32> = row
            .iter()
            .map(|(name, _)| number(name).unwrap_or(0))
            .collect();
        let (Some(low), Some(high)) = (numbers.first(), numbers.last()) else {
            return;
        };
        for ((_, sent), number) in row.iter_mut().zip(&numbers) {
            let ratio = (number - low) as f32 / (high - low).max(1) as f32;
            let at = |from: u32, to: u32| egui::lerp(from as f32..=to as f32, ratio).round() as u32;
            sent.set_position((at(from.0, to.0), at(from.1, to.1)), on_cells);
        }
    }

    /// Applies the first input of a row to all others, each with its own key and position.
    pub(super) fn apply_first(row: &mut [(String, InputDraft)]) {
        let [(_, model), others @ ..] = row else {
            return;
        };
        for (name, sent) in others {
            let own = sent.steps().find(|step| !step.key.trim().is_empty());
            let key = own.map_or_else(|| likely_key(name), |step| step.key.clone());
            let at = sent.steps().find_map(|step| step.at);
            let step = |model: &InputDraft| match model.how {
                InputKind::Key => InputDraft::key(key.clone()),
                how => InputDraft {
                    how,
                    at: at.filter(|_| how.has_position()),
                    ..InputDraft::default()
                },
            };
            *sent = InputDraft {
                then: model.then.iter().map(step).collect(),
                ..step(model)
            };
        }
    }

    /// The actions, with those for `further` numbers if all in a row work alike with their number as key.
    pub(super) fn with_further(&self, further: &[String]) -> Vec<(String, InputDraft)> {
        let mut actions = self.actions.clone();
        for (first, count) in Self::rows(&self.actions) {
            let row = &self.actions[first..first + count];
            let Some((name, model)) = row.first() else {
                continue;
            };
            let (shape, _) = stem(name);
            let numbered = |number: &str| {
                let name = shape.replace('#', number);
                Some((name, model.with_key(number)?))
            };
            let expected =
                |(name, _): &(String, InputDraft)| numbered(&stem(name).1.first()?.to_string());
            let uniform = row.iter().all(|it| expected(it).as_ref() == Some(it));
            if uniform && shape.matches('#').count() == 1 {
                actions.extend(further.iter().filter_map(|number| numbered(number)));
            }
        }
        actions
    }

    /// Consecutive actions or controls whose names differ only in a number, as (first, count).
    pub(super) fn rows(named: &[(String, InputDraft)]) -> Vec<(usize, usize)> {
        let mut rows: Vec<(usize, usize)> = Vec::new();
        for (index, (name, _)) in named.iter().enumerate() {
            match rows.last_mut() {
                Some((first, count)) if stem(&named[*first].0).0 == stem(name).0 => *count += 1,
                _ => rows.push((index, 1)),
            }
        }
        rows.retain(|(_, count)| *count > 1);
        rows
    }

    /// Describes two inputs that a game could not distinguish, if any.
    fn conflict(&self) -> Option<String> {
        let named = self.actions.iter().chain(&self.controls);
        // With clicks until the cell shows it, the displayed value decides.
        let named = named.filter(|(_, sent)| sent.how != InputKind::ClickUntil);
        let inputs = named.filter_map(|(name, sent)| Some((name, sent.text()?)));
        let inputs: Vec<(&String, String)> = inputs.collect();
        let cursor_keys = self.cursor.keys.iter().filter(|_| self.has_keys());
        for key in cursor_keys {
            let input = format!("the key ‘{}’", key.trim());
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
    pub(crate) fn positions(&self) -> Vec<(String, Point)> {
        let next = ("next level".to_owned(), self.next.clone());
        let next = Some(&next).filter(|_| self.after == LevelAdvance::Input);
        let named = self.actions.iter().chain(&self.controls).chain(next);
        let steps = named.flat_map(|(name, sent)| sent.steps().map(move |step| (name, step)));
        let placed = steps.filter(|(_, step)| step.how.has_position());
        let placed = placed.filter_map(|(name, step)| Some((name.clone(), step.at?)));
        placed.collect()
    }

    pub(super) fn has_keys(&self) -> bool {
        self.actions.iter().any(|(_, sent)| sent.has_cursor())
    }

    /// Returns whether the game can be played with pointer or keys.
    pub(crate) fn is_playable(&self) -> bool {
        self.drags || !self.actions.is_empty() || !self.controls.is_empty()
    }

    /// Sets the cell of the cursor in a picture, or clears it if it is set. Returns whether the
    /// controls need a cursor; otherwise nothing changes.
    pub(crate) fn toggle_cursor(&mut self, picture: usize, cell: Cell) -> bool {
        if !self.has_keys() {
            return false;
        }
        let marked = &mut self.cursor.marked;
        let is_set = marked.contains(&(picture, cell));
        marked.retain(|(other, _)| *other != picture);
        if !is_set {
            marked.push((picture, cell));
            marked.sort_unstable();
        }
        true
    }

    /// Forgets a removed picture, and renumbers later ones.
    pub(super) fn remove_picture(&mut self, removed: usize) {
        let marked = &mut self.cursor.marked;
        marked.retain(|(picture, _)| *picture != removed);
        self.next_picture = self.next_picture.filter(|picture| *picture != removed);
        let later = marked.iter_mut().map(|(picture, _)| picture);
        for picture in later.chain(&mut self.next_picture) {
            *picture -= usize::from(*picture > removed);
        }
    }

    /// Describes what is missing or wrong.
    pub(crate) fn problem(&self) -> Option<String> {
        let step_problem = |name: &str, step: &InputDraft| match step.how {
            InputKind::Key => {
                let error = step.key.trim().parse::<Chord>().err();
                error.map(|error| match step.key.trim() {
                    "" => format!("Enter the key for “{name}”."),
                    _ => format!("The key for ‘{name}’: {error}."),
                })
            }
            InputKind::ClickAt if step.at.is_none() => {
                Some(format!("Pick the position to click for ‘{name}’."))
            }
            InputKind::DragFrom if step.at.is_none() => {
                Some(format!("Pick the position to drag from for ‘{name}’."))
            }
            _ => None,
        };
        let input_problem = |name: &str, sent: &InputDraft| {
            let ends = sent.steps().last().map(|step| step.how);
            if ends == Some(InputKind::Point) {
                return Some(format!(
                    "Add what follows when the pointer is on the cell for ‘{name}’: press ‘Add step…’."
                ));
            }
            sent.steps().find_map(|step| step_problem(name, step))
        };
        let all = self.actions.iter().chain(&self.controls);
        let mut all = all.filter_map(|(name, sent)| input_problem(name, sent));
        all.next()
            .or_else(|| self.conflict())
            .or_else(|| {
                let key = Some(self.dialog.trim()).filter(|key| !key.is_empty())?;
                let error = key.parse::<Chord>().err()?;
                Some(format!("The key that closes dialogs: {error}."))
            })
            .or_else(|| {
                (self.after == LevelAdvance::Input)
                    .then(|| input_problem("next level", &self.next))?
            })
            .or_else(|| {
                let mut keys = self.cursor.keys.iter().filter(|_| self.has_keys());
                let error = keys.find_map(|key| key.trim().parse::<Key>().err());
                error.map(|error| format!("The cursor's keys: {error}."))
            })
            .or_else(|| {
                let text = "In the picture, click the cell that the game's own cursor is on.";
                (self.has_keys() && self.cursor.marked.is_empty()).then(|| text.to_owned())
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

    fn keys(controls: &ControlsDraft) -> Vec<&str> {
        controls
            .controls
            .iter()
            .map(|(_, sent)| &*sent.key)
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
        controls.controls[2].1.key = "f50".to_owned();
        assert!(controls.problem().is_some_and(|it| it.contains("f50")));
        controls.controls[2].1.key = "F5".to_owned();
        assert_eq!(controls.problem(), None);
        controls.follow(&board(&["press"], &names[1..]));
        assert_eq!(controls.controls[1].1.key, "F5");
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
        assert_eq!(ControlsDraft::rows(&controls.actions), [(0, 3)]);
        // After a click on the cell by default.
        let slot =
            controls.set_position(PickTarget::Row(InputRef::Action(0), 3, None), (10, 50), 0);
        assert_eq!(
            controls.set_position(slot.expect("the last one"), (30, 50), 0),
            None
        );
        assert_eq!(positions(&controls), [(10, 50), (20, 50), (30, 50)]);
        let kinds = |controls: &ControlsDraft| {
            let actions = controls.actions.iter();
            let kinds = actions.map(|(_, sent)| sent.steps().map(|step| step.how).collect());
            kinds.collect::<Vec<Vec<InputKind>>>()
        };
        assert_eq!(
            kinds(&controls),
            vec![vec![InputKind::Click, InputKind::ClickAt]; 3]
        );
        assert_eq!(controls.problem(), None);
        // In the opposite order.
        let first = &mut controls.actions[0].1;
        *first = first.then[0].clone();
        first.then = vec![InputDraft::default()];
        ControlsDraft::apply_first(&mut controls.actions);
        assert_eq!(
            kinds(&controls),
            vec![vec![InputKind::ClickAt, InputKind::Click]; 3]
        );
        assert_eq!(positions(&controls), [(10, 50), (20, 50), (30, 50)]);
    }

    #[test]
    fn larger_numbers_are_done_as_the_others_are() {
        let mut controls = draft(&["mark 1", "mark 2"], &[]);
        let further = ["3", "10"].map(str::to_owned);
        let all = controls.with_further(&further);
        let last = all.last().map(|(name, sent)| (name.as_str(), sent.text()));
        // No key is named 10.
        let expected = "a click on the cell and then the key ‘3’".to_owned();
        assert_eq!((all.len(), last), (3, Some(("mark 3", Some(expected)))));
        // Keys other than the numbers do not extend to further ones.
        controls.actions[1].1.then[0].key = "b".to_owned();
        assert_eq!(controls.with_further(&further).len(), 2);
    }

    #[test]
    fn drafts_of_earlier_versions_are_read() {
        let saved = r#"[(how:ClickTwice,key:"",at:None),(how:ClickThen,key:"5",at:None),(how:Click,key:"",at:None)]"#;
        let read: Vec<InputDraft> = crate::game::from_ron_text(saved).expect("is readable");
        let texts = read.iter().map(|sent| sent.text().unwrap_or_default());
        let click = "a click on the cell";
        let expected = [
            format!("{click} and then {click}"),
            format!("{click} and then the key ‘5’"),
            click.to_owned(),
        ];
        assert_eq!(texts.collect::<Vec<_>>(), expected);
        let saved =
            r#"(keys:("a","b","c","d"),wraps:true,start:Stays,seen:Some((1,(row:2,col:3))))"#;
        let read: CursorDraft = crate::game::from_ron_text(saved).expect("is readable");
        assert_eq!(read.marked, [(1, Cell::new(2, 3))]);
    }

    #[test]
    fn a_key_on_cells_needs_a_cursor_that_is_seen() {
        let mut controls = draft(&["press"], &[]);
        assert_eq!(controls.problem(), None);
        assert!(!controls.toggle_cursor(0, Cell::new(0, 0)));
        controls.actions[0].1 = InputDraft::key("space".to_owned());
        assert!(controls.problem().is_some_and(|it| it.contains("cursor")));
        let clicks = [
            (2, (0, 0)),
            (0, (1, 1)),
            (0, (1, 2)),
            (1, (0, 0)),
            (1, (0, 0)),
        ];
        for (picture, (row, col)) in clicks {
            assert!(controls.toggle_cursor(picture, Cell::new(row, col)));
        }
        assert_eq!(controls.problem(), None);
        // The last click in a picture counts; a second one on the same cell clears it.
        let marked = |controls: &ControlsDraft| controls.cursor.marked.clone();
        assert_eq!(
            marked(&controls),
            [(0, Cell::new(1, 2)), (2, Cell::new(0, 0))]
        );
        controls.remove_picture(0);
        assert_eq!(marked(&controls), [(1, Cell::new(0, 0))]);
    }
}
