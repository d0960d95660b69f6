//! Controls of a game: pointer or keys for each action, the game's own cursor, and the start of the next level.

use serde::{Deserialize, Serialize};

use crate::game::{Cell, ScreenBoard};
use crate::vision::{Chord, CursorStart, Key, Point};

/// The input that an action sends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "KeptSent")]
pub(super) struct Sent {
    pub(super) how: How,
    pub(super) key: String,
    pub(super) at: Option<Point>,
    pub(super) then: Vec<Self>,
}

impl Sent {
    pub(super) fn key(key: String) -> Self {
        Self {
            how: How::Key,
            key,
            ..Self::default()
        }
    }

    /// This input and those after it.
    pub(super) fn steps(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&self.then)
    }

    /// The same input with another key; `None` if that is not a key, or if a position is clicked, which differs for
    /// each action.
    fn with_key(&self, key: &str) -> Option<Self> {
        let step = |step: &Self| match step.how {
            How::Key if key.parse::<Key>().is_ok() => Some(Self::key(key.to_owned())),
            How::Key | How::ClickAt => None,
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
    fn has_cursor(&self) -> bool {
        self.how == How::Key && self.then.is_empty()
    }

    /// Sets the position of the click at a place. Without one, such a click replaces the input or, `on_cells`, follows
    /// a click on the cell.
    fn put(&mut self, at: Point, on_cells: bool) {
        let placed = self.steps().position(|step| step.how == How::ClickAt);
        let place = Self {
            how: How::ClickAt,
            at: Some(at),
            ..Self::default()
        };
        match (placed, on_cells) {
            (Some(0), _) => self.at = Some(at),
            (Some(later), _) => self.then[later - 1].at = Some(at),
            (None, true) => {
                *self = Self {
                    then: vec![place],
                    ..Self::default()
                };
            }
            (None, false) => *self = place,
        }
    }

    /// Description of the input; `None` if a position is missing.
    fn text(&self) -> Option<String> {
        let text = |step: &Self| {
            Some(match step.how {
                How::Click | How::SecondaryClick => format!("a {}", step.how.text()),
                How::ClickUntil | How::Point => step.how.text().to_owned(),
                How::Key => format!("the key ‘{}’", step.key.trim()),
                How::ClickAt => {
                    let (x, y) = step.at?;
                    format!("a click at {x}, {y}")
                }
            })
        };
        let texts: Option<Vec<String>> = self.steps().map(text).collect();
        Some(texts?.join(" and then "))
    }
}

/// Saved form of an input. `ClickTwice` and `ClickThen` predate `then`.
#[derive(Deserialize)]
struct KeptSent {
    how: KeptHow,
    key: String,
    at: Option<Point>,
    #[serde(default)]
    then: Vec<Sent>,
}

#[derive(Deserialize)]
enum KeptHow {
    Click,
    SecondaryClick,
    ClickUntil,
    ClickTwice,
    ClickThen,
    Point,
    Key,
    ClickAt,
}

impl From<KeptSent> for Sent {
    fn from(kept: KeptSent) -> Self {
        let KeptSent { key, at, then, .. } = kept;
        let of = |how| Self {
            how,
            key: key.clone(),
            at,
            then: then.clone(),
        };
        match kept.how {
            KeptHow::Click => of(How::Click),
            KeptHow::SecondaryClick => of(How::SecondaryClick),
            KeptHow::ClickUntil => of(How::ClickUntil),
            KeptHow::Point => of(How::Point),
            KeptHow::Key => of(How::Key),
            KeptHow::ClickAt => of(How::ClickAt),
            KeptHow::ClickTwice => Self {
                then: vec![Self::default()],
                ..Self::default()
            },
            KeptHow::ClickThen => Self {
                then: vec![Self::key(key)],
                ..Self::default()
            },
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum How {
    #[default]
    Click,
    SecondaryClick,
    ClickUntil,
    Point,
    Key,
    ClickAt,
}

impl How {
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Click => "click on the cell",
            Self::SecondaryClick => "right click on the cell",
            Self::ClickUntil => "click until the cell shows it",
            Self::Point => "pointer on the cell",
            Self::Key => "key",
            Self::ClickAt => "click at a place",
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum After {
    #[default]
    Automatic,
    Input,
    End,
}

/// An input that gets its position by a click in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// A step of an input.
    Step(Of, usize),
    /// A number of actions or controls that lie in a row: the first of them, their number, and the first one's
    /// position, if known.
    Row(Of, usize, Option<Point>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    Action(usize),
    Control(usize),
    After,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Cursor {
    pub(super) keys: [String; 4],
    pub(super) wraps: bool,
    pub(super) start: CursorStart,
    /// Index of the picture that shows the cursor, and its cell there.
    pub(super) seen: Option<(usize, Cell)>,
}

impl Default for Cursor {
    fn default() -> Self {
        Self {
            keys: ["up", "down", "left", "right"].map(str::to_owned),
            wraps: false,
            start: CursorStart::Unknown,
            seen: None,
        }
    }
}

/// Controls as entered so far.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ControlsDraft {
    pub(super) actions: Vec<(String, Sent)>,
    pub(super) controls: Vec<(String, Sent)>,
    pub(super) drags: bool,
    pub(super) cursor: Cursor,
    pub(super) after: After,
    pub(super) next: Sent,
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
    match word.parse::<Key>() {
        Ok(_) => word.to_owned(),
        Err(_) => String::new(),
    }
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
fn in_order(names: &[String]) -> Vec<String> {
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
        let kept = |known: &[(String, Sent)], names: &[String], usual: &dyn Fn(&str) -> Sent| {
            let sent = |name: &String| {
                let known = known.iter().find(|(other, _)| other == name);
                let sent = known.map(|(_, sent)| sent.clone());
                (name.clone(), sent.unwrap_or_else(|| usual(name)))
            };
            names.iter().map(sent).collect::<Vec<_>>()
        };
        // A key that fits two names is proposed for neither.
        let only = |names: &[String], key: &str| {
            names.iter().filter(|it| likely_key(it) == key).count() == 1
        };
        let key = |names: &[String], name: &str| {
            let key = Some(likely_key(name)).filter(|key| only(names, key));
            key.unwrap_or_default()
        };
        let actions = &in_order(&board.actions);
        // Several actions on a cell cannot all be a click; if each has its own key, the key distinguishes them.
        let typed = actions.len() > 1 && actions.iter().all(|name| !key(actions, name).is_empty());
        // With more than two actions, a cell probably cycles through values by clicks.
        let how = match actions.len() {
            0..=2 => How::Click,
            _ => How::ClickUntil,
        };
        self.actions = kept(&self.actions, actions, &|name| match typed {
            true => Sent {
                then: vec![Sent::key(key(actions, name))],
                ..Sent::default()
            },
            false => Sent {
                how,
                ..Sent::default()
            },
        });
        let controls = &in_order(&board.controls);
        self.controls = kept(&self.controls, controls, &|name| {
            Sent::key(key(controls, name))
        });
        self.drags = board.drags;
    }

    /// Sets the position of an input, or of a row of inputs. Returns the input that needs a position next.
    pub(crate) fn place(&mut self, slot: Slot, at: Point) -> Option<Slot> {
        match slot {
            Slot::Row(first, count, None) => return Some(Slot::Row(first, count, Some(at))),
            Slot::Row(first, count, Some(from)) => self.place_row(first, count, (from, at)),
            Slot::Step(of, step) => {
                let sent = match self.list(of) {
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
    pub(super) fn list(&mut self, of: Of) -> Option<(&mut Vec<(String, Sent)>, usize)> {
        match of {
            Of::Action(index) => Some((&mut self.actions, index)),
            Of::Control(index) => Some((&mut self.controls, index)),
            Of::After => None,
        }
    }

    /// Spaces the positions of actions or controls according to the numbers in their names, some of which may be
    /// missing.
    fn place_row(&mut self, first: Of, count: usize, (from, to): (Point, Point)) {
        let on_cells = matches!(first, Of::Action(_));
        let list = self.list(first);
        let row = list.and_then(|(named, first)| named.get_mut(first..first + count));
        let Some(row) = row else {
            return;
        };
        let number = |name: &str| name.split(' ').find_map(|word| word.parse::<i32>().ok());
        let numbers = row.iter().map(|(name, _)| number(name).unwrap_or(0));
        let numbers: Vec<i32> = numbers.collect();
        let (Some(least), Some(most)) = (numbers.first(), numbers.last()) else {
            return;
        };
        for ((_, sent), number) in row.iter_mut().zip(&numbers) {
            let share = (number - least) as f32 / (most - least).max(1) as f32;
            let part = |from: u32, to: u32| {
                (from as f32 + (to as f32 - from as f32) * share).round() as u32
            };
            sent.put((part(from.0, to.0), part(from.1, to.1)), on_cells);
        }
    }

    /// Applies the first input of a row to all others, each with its own key and position.
    pub(super) fn do_alike(row: &mut [(String, Sent)]) {
        let [(_, model), others @ ..] = row else {
            return;
        };
        for (name, sent) in others {
            let own = sent.steps().find(|step| !step.key.trim().is_empty());
            let key = own.map_or_else(|| likely_key(name), |step| step.key.clone());
            let at = sent.steps().find_map(|step| step.at);
            let step = |model: &Sent| match model.how {
                How::Key => Sent::key(key.clone()),
                how => Sent {
                    how,
                    at: at.filter(|_| how == How::ClickAt),
                    ..Sent::default()
                },
            };
            *sent = Sent {
                then: model.then.iter().map(step).collect(),
                ..step(model)
            };
        }
    }

    /// The actions, with further ones for `further` numbers if all actions of a row work in the same way with their
    /// number as key.
    pub(super) fn with_further(&self, further: &[String]) -> Vec<(String, Sent)> {
        let mut actions = self.actions.clone();
        for (first, count) in Self::rows(&self.actions) {
            let row = &self.actions[first..first + count];
            let Some((name, model)) = row.first() else {
                continue;
            };
            let (shape, _) = stem(name);
            let done = |number: &str| {
                let name = shape.replace('#', number);
                Some((name, model.with_key(number)?))
            };
            let own = |(name, _): &(String, Sent)| done(&stem(name).1.first()?.to_string());
            let alike = row.iter().all(|it| own(it).as_ref() == Some(it));
            if alike && shape.matches('#').count() == 1 {
                actions.extend(further.iter().filter_map(|number| done(number)));
            }
        }
        actions
    }

    /// Consecutive actions or controls whose names differ only in a number, as (first, count).
    pub(super) fn rows(named: &[(String, Sent)]) -> Vec<(usize, usize)> {
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
    fn same_inputs(&self) -> Option<String> {
        let named = self.actions.iter().chain(&self.controls);
        // With clicks until the cell shows it, the displayed value decides.
        let named = named.filter(|(_, sent)| sent.how != How::ClickUntil);
        let inputs = named.filter_map(|(name, sent)| Some((name, sent.text()?)));
        let inputs: Vec<(&String, String)> = inputs.collect();
        let moves = self.cursor.keys.iter().filter(|_| self.has_keys());
        for key in moves {
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
    pub(crate) fn places(&self) -> Vec<(String, Point)> {
        let next = ("next level".to_owned(), self.next.clone());
        let next = Some(&next).filter(|_| self.after == After::Input);
        let named = self.actions.iter().chain(&self.controls).chain(next);
        let steps = named.flat_map(|(name, sent)| sent.steps().map(move |step| (name, step)));
        let placed = steps.filter(|(_, step)| step.how == How::ClickAt);
        let placed = placed.filter_map(|(name, step)| Some((name.clone(), step.at?)));
        placed.collect()
    }

    pub(super) fn has_keys(&self) -> bool {
        self.actions.iter().any(|(_, sent)| sent.has_cursor())
    }

    /// Returns whether the game can be played with pointer or keys.
    pub(crate) fn plays(&self) -> bool {
        self.drags || !self.actions.is_empty() || !self.controls.is_empty()
    }

    /// Sets the cell of the cursor in a picture. Returns whether it is needed.
    pub(crate) fn cursor_at(&mut self, picture: usize, cell: Cell) -> bool {
        if self.has_keys() {
            self.cursor.seen = Some((picture, cell));
        }
        self.has_keys()
    }

    /// Describes what is missing or wrong.
    pub(crate) fn problem(&self) -> Option<String> {
        let wrong_step = |name: &str, step: &Sent| match step.how {
            How::Key => {
                let error = step.key.trim().parse::<Chord>().err();
                error.map(|error| match step.key.trim() {
                    "" => format!("Enter the key for “{name}”."),
                    _ => format!("The key for ‘{name}’: {error}."),
                })
            }
            How::ClickAt if step.at.is_none() => {
                Some(format!("Show where ‘{name}’ is clicked: press ‘Where?’."))
            }
            _ => None,
        };
        let wrong = |name: &str, sent: &Sent| {
            let ends = sent.steps().last().map(|step| step.how);
            if ends == Some(How::Point) {
                return Some(format!(
                    "Add what follows when the pointer is on the cell for ‘{name}’: press ‘then…’."
                ));
            }
            sent.steps().find_map(|step| wrong_step(name, step))
        };
        let all = self.actions.iter().chain(&self.controls);
        let mut all = all.filter_map(|(name, sent)| wrong(name, sent));
        all.next()
            .or_else(|| self.same_inputs())
            .or_else(|| {
                let key = Some(self.dialog.trim()).filter(|key| !key.is_empty())?;
                let error = key.parse::<Chord>().err()?;
                Some(format!("The key that closes dialogs: {error}."))
            })
            .or_else(|| (self.after == After::Input).then(|| wrong("next level", &self.next))?)
            .or_else(|| {
                let mut keys = self.cursor.keys.iter().filter(|_| self.has_keys());
                let wrong = keys.find_map(|key| key.trim().parse::<Key>().err());
                wrong.map(|error| format!("The cursor's keys: {error}."))
            })
            .or_else(|| {
                let unseen = self.has_keys() && self.cursor.seen.is_none();
                unseen.then(|| {
                    "Click the cell in the picture on which the game's own cursor is.".to_owned()
                })
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_proposed_by_name_and_what_was_said_stays() {
        let mut controls = ControlsDraft::default();
        let mut board = ScreenBoard {
            actions: vec!["press".to_owned()],
            controls: vec![
                "move up".to_owned(),
                "east".to_owned(),
                "restart".to_owned(),
                "roll down_right".to_owned(),
                "go northwest".to_owned(),
            ],
            ..ScreenBoard::default()
        };
        controls.follow(&board);
        let keys: Vec<_> = controls
            .controls
            .iter()
            .map(|(_, sent)| sent.key.as_str())
            .collect();
        assert_eq!(keys, ["up", "right", "", "keypad 3", "keypad 7"]);
        assert!(
            controls
                .problem()
                .is_some_and(|problem| problem.contains("restart"))
        );
        controls.controls[2].1.key = "f50".to_owned();
        assert!(
            controls
                .problem()
                .is_some_and(|problem| problem.contains("f50"))
        );
        controls.controls[2].1.key = "F5".to_owned();
        assert_eq!(controls.problem(), None);
        board.controls.remove(0);
        controls.follow(&board);
        assert_eq!(controls.controls[1].1.key, "F5");
    }

    #[test]
    fn a_key_that_fits_two_controls_is_not_proposed() {
        let mut controls = ControlsDraft::default();
        controls.follow(&ScreenBoard {
            controls: ["turn 1", "turn back 1", "turn 2"]
                .map(str::to_owned)
                .to_vec(),
            ..ScreenBoard::default()
        });
        let keys = controls.controls.iter().map(|(_, sent)| &*sent.key);
        // In the order of their numbers.
        assert_eq!(keys.collect::<Vec<_>>(), ["", "2", ""]);
    }

    #[test]
    fn numbers_beside_the_board_are_given_places_at_once() {
        let mut controls = ControlsDraft::default();
        controls.follow(&ScreenBoard {
            actions: ["mark 1", "mark 2", "mark 3"].map(str::to_owned).to_vec(),
            ..ScreenBoard::default()
        });
        let places = |controls: &ControlsDraft| {
            let places = controls.places().into_iter().map(|(_, at)| at);
            places.collect::<Vec<_>>()
        };
        assert_eq!(ControlsDraft::rows(&controls.actions), [(0, 3)]);
        // After a click on the cell by default.
        let slot = controls.place(Slot::Row(Of::Action(0), 3, None), (10, 50));
        assert_eq!(controls.place(slot.expect("the last one"), (30, 50)), None);
        assert_eq!(places(&controls), [(10, 50), (20, 50), (30, 50)]);
        let ways = |controls: &ControlsDraft| {
            let actions = controls.actions.iter();
            let ways = actions.map(|(_, sent)| sent.steps().map(|step| step.how).collect());
            ways.collect::<Vec<Vec<How>>>()
        };
        assert_eq!(ways(&controls), vec![vec![How::Click, How::ClickAt]; 3]);
        assert_eq!(controls.problem(), None);
        // In the opposite order.
        let first = &mut controls.actions[0].1;
        *first = Sent {
            then: vec![Sent::default()],
            ..first.then[0].clone()
        };
        ControlsDraft::do_alike(&mut controls.actions);
        assert_eq!(ways(&controls), vec![vec![How::ClickAt, How::Click]; 3]);
        assert_eq!(places(&controls), [(10, 50), (20, 50), (30, 50)]);
    }

    #[test]
    fn larger_numbers_are_done_as_the_others_are() {
        let mut controls = ControlsDraft::default();
        controls.follow(&ScreenBoard {
            actions: ["mark 1", "mark 2"].map(str::to_owned).to_vec(),
            ..ScreenBoard::default()
        });
        let further = ["3", "10"].map(str::to_owned);
        let all = controls.with_further(&further);
        let last = all.last().map(|(name, sent)| (name.as_str(), sent.text()));
        // No key is named 10.
        let wanted = "a click on the cell and then the key ‘3’".to_owned();
        assert_eq!((all.len(), last), (3, Some(("mark 3", Some(wanted)))));
        // Keys other than the numbers do not extend to further ones.
        controls.actions[1].1.then[0].key = "b".to_owned();
        assert_eq!(controls.with_further(&further).len(), 2);
    }

    #[test]
    fn what_was_kept_before_there_were_steps_is_read() {
        let kept = r#"[(how:ClickTwice,key:"",at:None),(how:ClickThen,key:"5",at:None),(how:Click,key:"",at:None)]"#;
        let read: Vec<Sent> = crate::game::from_ron_text(kept).expect("is readable");
        let texts = read.iter().map(|sent| sent.text().unwrap_or_default());
        let click = "a click on the cell";
        let wanted = [
            format!("{click} and then {click}"),
            format!("{click} and then the key ‘5’"),
            click.to_owned(),
        ];
        assert_eq!(texts.collect::<Vec<_>>(), wanted);
    }

    #[test]
    fn a_key_on_cells_needs_a_cursor_that_is_seen() {
        let mut controls = ControlsDraft::default();
        controls.follow(&ScreenBoard {
            actions: vec!["press".to_owned()],
            ..ScreenBoard::default()
        });
        assert_eq!(controls.problem(), None);
        assert!(!controls.cursor_at(0, Cell::new(0, 0)));
        controls.actions[0].1 = Sent::key("space".to_owned());
        assert!(
            controls
                .problem()
                .is_some_and(|problem| problem.contains("cursor"))
        );
        assert!(controls.cursor_at(0, Cell::new(1, 2)));
        assert_eq!(controls.problem(), None);
    }
}
