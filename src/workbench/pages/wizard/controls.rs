//! How the game is played: the pointer or keys for each action, the game's own cursor, and how the next
//! level begins.

use serde::{Deserialize, Serialize};

use crate::game::{Cell, ScreenBoard};
use crate::vision::{Chord, CursorStart, Key, Point};

/// The input that an action sends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sent {
    pub(super) how: How,
    pub(super) key: String,
    pub(super) at: Option<Point>,
}

/// The kind of an input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum How {
    #[default]
    Click,
    SecondaryClick,
    ClickUntil,
    ClickTwice,
    ClickThen,
    Key,
    ClickAt,
}

impl How {
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Click => "click on the cell",
            Self::SecondaryClick => "right click on the cell",
            Self::ClickUntil => "click until the cell shows it",
            Self::ClickTwice => "two clicks on the cell",
            Self::ClickThen => "click on the cell, then key",
            Self::Key => "key",
            Self::ClickAt => "click at a place",
        }
    }
}

/// How the next level begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum After {
    #[default]
    Automatic,
    Input,
    End,
}

/// An input that gets its place by a click in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    Control(usize),
    /// So many controls from one on, which lie in a row: the first one's place, if it is known, then the last one's.
    Row(usize, usize, Option<Point>),
    After,
}

/// The game's own cursor and the keys that move it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Cursor {
    pub(super) keys: [String; 4],
    pub(super) wraps: bool,
    pub(super) start: CursorStart,
    /// The picture in which it is seen, and its cell there.
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

/// How the game is played, as far as the person has said.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ControlsDraft {
    pub(super) actions: Vec<(String, Sent)>,
    pub(super) controls: Vec<(String, Sent)>,
    pub(super) drags: bool,
    pub(super) cursor: Cursor,
    pub(super) after: After,
    pub(super) next: Sent,
    /// The key that closes the game's own dialogs, or nothing.
    #[serde(default)]
    pub(super) dialog: String,
}

/// The key to propose for a move, by names that moves often have.
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
    // Aslant, the numeric keypad has a key where it shows.
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

impl ControlsDraft {
    /// Asks for what the game needs; keeps what was said of the same actions.
    pub(crate) fn follow(&mut self, board: &ScreenBoard) {
        let kept = |known: &[(String, Sent)], names: &[String], usual: &dyn Fn(&str) -> Sent| {
            let sent = |name: &String| {
                let known = known.iter().find(|(other, _)| other == name);
                let sent = known.map(|(_, sent)| sent.clone());
                (name.clone(), sent.unwrap_or_else(|| usual(name)))
            };
            names.iter().map(sent).collect::<Vec<_>>()
        };
        // A key that fits two of them is likely for neither.
        let only = |names: &[String], key: &str| {
            names.iter().filter(|it| likely_key(it) == key).count() == 1
        };
        let key = |names: &[String], name: &str| {
            let key = Some(likely_key(name)).filter(|key| only(names, key));
            key.unwrap_or_default()
        };
        let actions = &board.actions;
        // Several things done to a cell cannot all be a click; where each has its own key, that tells which.
        let typed = actions.len() > 1 && actions.iter().all(|name| !key(actions, name).is_empty());
        // There are two buttons; what is more than that is likely to come round by clicks.
        let how = match actions.len() {
            0..=2 => How::Click,
            _ => How::ClickUntil,
        };
        self.actions = kept(&self.actions, actions, &|name| match typed {
            true => Sent {
                how: How::ClickThen,
                key: key(actions, name),
                at: None,
            },
            false => Sent {
                how,
                ..Sent::default()
            },
        });
        let controls = &board.controls;
        self.controls = kept(&self.controls, controls, &|name| Sent {
            how: How::Key,
            key: key(controls, name),
            at: None,
        });
        self.drags = board.drags;
    }

    /// Gives an input its place, or those of a row theirs; what is to be given a place next.
    pub(crate) fn place(&mut self, slot: Slot, at: Point) -> Option<Slot> {
        let sent = match slot {
            Slot::Control(index) => self.controls.get_mut(index).map(|(_, sent)| sent),
            Slot::Row(first, count, None) => return Some(Slot::Row(first, count, Some(at))),
            Slot::Row(first, count, Some(from)) => {
                self.place_row(first, count, (from, at));
                None
            }
            Slot::After => Some(&mut self.next),
        };
        if let Some(sent) = sent {
            sent.at = Some(at);
        }
        None
    }

    /// Gives controls places at distances as those of the numbers in their names, some of which may be missing.
    fn place_row(&mut self, first: usize, count: usize, (from, to): (Point, Point)) {
        let number = |name: &str| name.split(' ').find_map(|word| word.parse::<i32>().ok());
        let numbers = self
            .controls
            .iter()
            .map(|(name, _)| number(name).unwrap_or(0));
        let numbers: Vec<i32> = numbers.skip(first).take(count).collect();
        let (Some(least), Some(most)) = (numbers.first(), numbers.last()) else {
            return;
        };
        let row = self.controls.iter_mut().skip(first).take(count);
        for ((_, sent), number) in row.zip(&numbers) {
            let share = (number - least) as f32 / (most - least).max(1) as f32;
            let part = |from: u32, to: u32| {
                (from as f32 + (to as f32 - from as f32) * share).round() as u32
            };
            sent.how = How::ClickAt;
            sent.at = Some((part(from.0, to.0), part(from.1, to.1)));
        }
    }

    /// Controls one after the other whose names differ only in a number, as (first, count).
    pub(super) fn rows(&self) -> Vec<(usize, usize)> {
        let stem = |name: &str| {
            let word = |word: &str| match word.parse::<u32>() {
                Ok(_) => "#".to_owned(),
                Err(_) => word.to_owned(),
            };
            name.split(' ').map(word).collect::<Vec<_>>().join(" ")
        };
        let mut rows: Vec<(usize, usize)> = Vec::new();
        for (index, (name, _)) in self.controls.iter().enumerate() {
            match rows.last_mut() {
                Some((first, count)) if stem(&self.controls[*first].0) == stem(name) => *count += 1,
                _ => rows.push((index, 1)),
            }
        }
        rows.retain(|(_, count)| *count > 1);
        rows
    }

    /// Two inputs that a game could not tell apart.
    fn same_inputs(&self) -> Option<String> {
        let named = self.actions.iter().chain(&self.controls);
        let inputs: Vec<(&String, String)> = named
            .filter_map(|(name, sent)| {
                let input = match sent.how {
                    // What the cell shows tells when it is enough.
                    How::ClickUntil => return None,
                    How::Click | How::SecondaryClick => format!("a {}", sent.how.text()),
                    How::ClickTwice => sent.how.text().to_owned(),
                    How::ClickThen => format!("a {} ‘{}’", sent.how.text(), sent.key.trim()),
                    How::Key => format!("the key ‘{}’", sent.key.trim()),
                    How::ClickAt => {
                        let (x, y) = sent.at?;
                        format!("a click at {x}, {y}")
                    }
                };
                Some((name, input))
            })
            .collect();
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

    /// The places that were given, with names.
    pub(crate) fn places(&self) -> Vec<(String, Point)> {
        let placed = |(name, sent): &(String, Sent)| {
            let at = sent.at.filter(|_| sent.how == How::ClickAt)?;
            Some((name.clone(), at))
        };
        let mut places: Vec<_> = self.controls.iter().filter_map(placed).collect();
        if self.after == After::Input {
            places.extend(placed(&("next level".to_owned(), self.next.clone())));
        }
        places
    }

    pub(super) fn has_keys(&self) -> bool {
        self.actions.iter().any(|(_, sent)| sent.how == How::Key)
    }

    /// Whether the game can be played with the pointer or keys.
    pub(crate) fn plays(&self) -> bool {
        self.drags || !self.actions.is_empty() || !self.controls.is_empty()
    }

    /// Says that the cursor is on this cell of a picture; returns whether that was asked.
    pub(crate) fn cursor_at(&mut self, picture: usize, cell: Cell) -> bool {
        if self.has_keys() {
            self.cursor.seen = Some((picture, cell));
        }
        self.has_keys()
    }

    /// What is missing or wrong.
    pub(crate) fn problem(&self) -> Option<String> {
        let wrong = |name: &str, sent: &Sent| match sent.how {
            How::Key | How::ClickThen => {
                sent.key
                    .trim()
                    .parse::<Chord>()
                    .err()
                    .map(|error| match sent.key.trim() {
                        "" => format!("Enter the key for “{name}”."),
                        _ => format!("The key for ‘{name}’: {error}."),
                    })
            }
            How::ClickAt if sent.at.is_none() => {
                Some(format!("Say where ‘{name}’ is clicked: press ‘Where?’."))
            }
            _ => None,
        };
        let all = self.actions.iter().chain(&self.controls);
        let mut all = all.filter_map(|(name, sent)| wrong(name, sent));
        all.next()
            .or_else(|| self.same_inputs())
            .or_else(|| {
                let key = Some(self.dialog.trim()).filter(|key| !key.is_empty())?;
                let error = key.parse::<Key>().err()?;
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
        controls.controls[2].1.key = "F5".to_owned();
        assert!(
            controls
                .problem()
                .is_some_and(|problem| problem.contains("F5"))
        );
        controls.controls[2].1.key = "f5".to_owned();
        assert_eq!(controls.problem(), None);
        board.controls.remove(0);
        controls.follow(&board);
        assert_eq!(controls.controls[1].1.key, "f5");
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
        assert_eq!(keys.collect::<Vec<_>>(), ["", "", "2"]);
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
        controls.actions[0].1 = Sent {
            how: How::Key,
            key: "space".to_owned(),
            at: None,
        };
        assert!(
            controls
                .problem()
                .is_some_and(|problem| problem.contains("cursor"))
        );
        assert!(controls.cursor_at(0, Cell::new(1, 2)));
        assert_eq!(controls.problem(), None);
    }
}
