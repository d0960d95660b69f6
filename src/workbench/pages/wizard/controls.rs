//! How the game is played: the pointer or keys for each action, the game's own cursor, and how the next
//! level begins.

use image::RgbaImage;
use serde::{Deserialize, Serialize};

use crate::game::{Cell, ScreenBoard};
use crate::vision::{
    Action, AfterLevel, Controls, CursorKeys, CursorStart, Input, Key, Pacing, Point, Profile,
    cursor_rule,
};

use super::draft::Draft;

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
    Key,
    ClickAt,
}

impl How {
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Click => "click on the cell",
            Self::SecondaryClick => "right click on the cell",
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
}

/// The key to propose for a move, by names that moves often have.
fn likely_key(name: &str) -> String {
    let word = name.to_lowercase();
    let word = word.rsplit(' ').next().unwrap_or_default().to_owned();
    let word = match word.as_str() {
        "north" | "u" => "up",
        "south" | "d" => "down",
        "west" | "l" => "left",
        "east" | "r" => "right",
        other => other,
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
        self.actions = kept(&self.actions, &board.actions, &|_| Sent::default());
        self.controls = kept(&self.controls, &board.controls, &|name| Sent {
            how: How::Key,
            key: likely_key(name),
            at: None,
        });
        self.drags = board.drags;
    }

    /// Gives an input its place.
    pub(crate) fn place(&mut self, slot: Slot, at: Point) {
        let sent = match slot {
            Slot::Control(index) => self.controls.get_mut(index).map(|(_, sent)| sent),
            Slot::After => Some(&mut self.next),
        };
        if let Some(sent) = sent {
            sent.at = Some(at);
        }
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
            How::Key => sent
                .key
                .trim()
                .parse::<Key>()
                .err()
                .map(|error| match sent.key.trim() {
                    "" => format!("Enter the key for “{name}”."),
                    _ => format!("The key for ‘{name}’: {error}."),
                }),
            How::ClickAt if sent.at.is_none() => {
                Some(format!("Say where ‘{name}’ is clicked: press ‘Where?’."))
            }
            _ => None,
        };
        let all = self.actions.iter().chain(&self.controls);
        let mut all = all.filter_map(|(name, sent)| wrong(name, sent));
        all.next()
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

    /// Puts the controls into a profile whose picture is `image`.
    ///
    /// # Errors
    /// What is missing.
    pub(crate) fn put_into(
        &self,
        profile: &mut Profile,
        image: &RgbaImage,
        draft: &Draft,
    ) -> Result<(), String> {
        if let Some(problem) = self.problem() {
            return Err(problem);
        }
        if !self.plays() {
            return Ok(());
        }
        let by_place = profile.finder.size();
        let width = by_place.map_or(0, |(width, _)| width);
        let scale = width as f32 / image.width().max(1) as f32;
        let input = |sent: &Sent| -> Result<Input, String> {
            Ok(match sent.how {
                How::Click => Input::Click,
                How::SecondaryClick => Input::SecondaryClick,
                How::Key => {
                    Input::Press(sent.key.trim().parse::<Key>().map_err(|e| e.to_string())?)
                }
                How::ClickAt if by_place.is_none() => {
                    return Err(
                        "A place in the window can only be clicked where the board is always \
                                at the same place of it; say so in the step ‘Board’."
                            .to_owned(),
                    );
                }
                How::ClickAt => {
                    let (x, y) = sent.at.unwrap_or_default();
                    let units = |at: u32| (at as f32 * scale) as u32;
                    Input::ClickAt((units(x), units(y)))
                }
            })
        };
        let list = |known: &[(String, Sent)]| -> Result<Vec<Action>, String> {
            let action = |(name, sent): &(String, Sent)| {
                Ok(Action {
                    name: name.clone(),
                    input: input(sent)?,
                })
            };
            known.iter().map(action).collect()
        };
        let cursor = if self.has_keys() {
            let key = |index: usize| -> Result<Key, String> {
                let text = self.cursor.keys.get(index).map_or("", |key| key.trim());
                text.parse::<Key>().map_err(|error| error.to_string())
            };
            let board = profile.boards.first().map(|board| board.id.clone());
            let rule = self
                .cursor
                .seen
                .zip(board)
                .and_then(|((picture, cell), board)| {
                    let image = &draft.pictures.get(picture)?.image;
                    cursor_rule(image, draft.rect, draft.size, cell, profile, &board)
                });
            let rule = rule.ok_or(
                "The game's cursor has no colour of its own in the cell that was clicked; click \
                 the cell on which it is, or play with the pointer.",
            )?;
            profile.screen.cursor = Some(rule);
            Some(CursorKeys {
                up: key(0)?,
                down: key(1)?,
                left: key(2)?,
                right: key(3)?,
                wraps: self.cursor.wraps,
                start: self.cursor.start,
            })
        } else {
            None
        };
        profile.controls = Some(Controls {
            cursor,
            actions: list(&self.actions)?,
            controls: list(&self.controls)?,
            undo: None,
            page: None,
            dialog: None,
            after_level: match self.after {
                After::Automatic => AfterLevel::Automatic,
                After::Input => AfterLevel::Input(input(&self.next)?),
                After::End => AfterLevel::End,
            },
            levels: None,
            pacing: Pacing::default(),
        });
        Ok(())
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
            ],
            ..ScreenBoard::default()
        };
        controls.follow(&board);
        let keys: Vec<_> = controls
            .controls
            .iter()
            .map(|(_, sent)| sent.key.as_str())
            .collect();
        assert_eq!(keys, ["up", "right", ""]);
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
