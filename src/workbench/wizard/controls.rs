//! How the game is played: the pointer or keys for each thing that is done, the game's own cursor, and
//! how the next level comes.

use egui::{ComboBox, Label, RichText, TextEdit, Ui};
use image::RgbaImage;
use serde::{Deserialize, Serialize};

use crate::game::{Cell, ScreenBoard};
use crate::vision::{
    Action, AfterLevel, Controls, CursorKeys, CursorStart, Input, Key, Pacing, Point, Profile,
    cursor_rule,
};

use super::super::dialogs::problem;
use super::super::theme::space;
use super::Wizard;
use super::draft::Draft;

/// What is sent for something that is done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Sent {
    how: How,
    key: String,
    at: Option<Point>,
}

/// By which means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum How {
    #[default]
    Click,
    SecondaryClick,
    Key,
    ClickAt,
}

impl How {
    fn text(self) -> &'static str {
        match self {
            Self::Click => "click on the cell",
            Self::SecondaryClick => "right click on the cell",
            Self::Key => "key",
            Self::ClickAt => "click at a place",
        }
    }
}

/// How the next level comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum After {
    #[default]
    Automatic,
    Input,
    End,
}

/// An input that is given a place by a click in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    Control(usize),
    After,
}

/// The keys that move the game's own cursor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Cursor {
    keys: [String; 4],
    wraps: bool,
    start: CursorStart,
    /// In which picture it is to be seen, and on which cell.
    seen: Option<(usize, Cell)>,
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

/// How the game is played, as far as it was said.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct ControlsDraft {
    actions: Vec<(String, Sent)>,
    controls: Vec<(String, Sent)>,
    drags: bool,
    cursor: Cursor,
    after: After,
    next: Sent,
}

/// Keys that need no explanation, by names that moves often have.
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
    /// Takes over what the game needs; what was said of the same thing stays.
    pub(super) fn follow(&mut self, board: &ScreenBoard) {
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
    pub(super) fn place(&mut self, slot: Slot, at: Point) {
        let sent = match slot {
            Slot::Control(index) => self.controls.get_mut(index).map(|(_, sent)| sent),
            Slot::After => Some(&mut self.next),
        };
        if let Some(sent) = sent {
            sent.at = Some(at);
        }
    }

    /// Places that were given, with names.
    pub(super) fn places(&self) -> Vec<(String, Point)> {
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

    fn has_keys(&self) -> bool {
        self.actions.iter().any(|(_, sent)| sent.how == How::Key)
    }

    /// Whether anything can be played by it.
    pub(super) fn plays(&self) -> bool {
        self.drags || !self.actions.is_empty() || !self.controls.is_empty()
    }

    /// The cursor is on this cell of a picture; whether that was asked.
    pub(super) fn cursor_at(&mut self, picture: usize, cell: Cell) -> bool {
        if self.has_keys() {
            self.cursor.seen = Some((picture, cell));
        }
        self.has_keys()
    }

    /// What is missing or wrong.
    pub(super) fn problem(&self) -> Option<String> {
        let wrong = |name: &str, sent: &Sent| match sent.how {
            How::Key => sent
                .key
                .trim()
                .parse::<Key>()
                .err()
                .map(|error| match sent.key.trim() {
                    "" => format!("Give the key for ‘{name}’."),
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

    /// Puts all this into a profile whose picture is `image`.
    ///
    /// # Errors
    /// What is missing.
    pub(super) fn put_into(
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

/// Means and key of one input; whether its place is to be given now.
fn sent_fields(
    ui: &mut Ui,
    name: &str,
    sent: &mut Sent,
    on_cell: bool,
    changed: &mut bool,
) -> bool {
    let mut pick = false;
    let means: &[How] = if on_cell {
        &[How::Click, How::SecondaryClick, How::Key]
    } else {
        &[How::Key, How::ClickAt]
    };
    ui.horizontal_wrapped(|ui| {
        ui.label(format!("‘{name}’ is a"));
        let combo = ComboBox::from_id_salt(("sent", name))
            .selected_text(sent.how.text())
            .show_ui(ui, |ui| {
                for how in means {
                    *changed |= ui
                        .selectable_value(&mut sent.how, *how, how.text())
                        .clicked();
                }
            });
        combo.response.widget_info(|| {
            let text = format!("How ‘{name}’ is done");
            egui::WidgetInfo::labeled(egui::Role::ComboBox, true, text)
        });
        match sent.how {
            How::Key => *changed |= key_field(ui, &format!("Key for {name}"), &mut sent.key),
            How::ClickAt => {
                if let Some((x, y)) = sent.at {
                    ui.label(format!("({x}, {y})"));
                }
                pick = ui
                    .button("Where?")
                    .on_hover_text("Click it in the picture")
                    .clicked();
            }
            How::Click | How::SecondaryClick => {}
        }
    });
    pick
}

fn key_field(ui: &mut Ui, name: &str, key: &mut String) -> bool {
    let field = TextEdit::singleline(key)
        .desired_width(54.0)
        .hint_text("key");
    let field = ui.add(field);
    field.widget_info(|| super::super::library_panel::named_field(name, key));
    field
        .on_hover_text(
            "A character, or space, enter, tab, escape, up, down, left, right, f1 to f12",
        )
        .changed()
}

impl Wizard {
    /// What is said of the controls.
    pub(super) fn controls_fields(&mut self, ui: &mut Ui) {
        let mut changed = false;
        let mut pick = None;
        let controls = &mut self.controls;
        if !controls.plays() {
            let text = "How moves of this game are made on a screen is not known. The profile is for \
                        reading levels.";
            ui.add(Label::new(text).wrap());
        }
        if controls.drags {
            let text = "Things are dragged from cell to cell with the pointer.";
            ui.add(Label::new(text).wrap());
        }
        for (name, sent) in &mut controls.actions {
            sent_fields(ui, name, sent, true, &mut changed);
        }
        for (index, (name, sent)) in controls.controls.iter_mut().enumerate() {
            if sent_fields(ui, name, sent, false, &mut changed) {
                pick = Some(Slot::Control(index));
            }
        }
        if controls.has_keys() {
            changed |= cursor_fields(ui, &mut controls.cursor);
        }
        if controls.plays() {
            ui.add_space(space::SMALL);
            ui.label("The next level comes")
                .on_hover_text(Controls::PART.help("after_level"));
            for (after, text) in [
                (After::Automatic, "by itself"),
                (After::Input, "after an input"),
                (After::End, "not: one level is all"),
            ] {
                changed |= ui.radio_value(&mut controls.after, after, text).clicked();
            }
            if controls.after == After::Input {
                if controls.next.how == How::Click {
                    controls.next.how = How::Key;
                }
                if sent_fields(ui, "next level", &mut controls.next, false, &mut changed) {
                    pick = Some(Slot::After);
                }
            }
        }
        if let Some(text) = controls.problem() {
            let weak = RichText::new(text).weak();
            ui.add(Label::new(weak).wrap());
        } else if let Err(text) = self.profile("new") {
            problem(ui, &text);
        }
        if pick.is_some() {
            self.picking = pick;
        }
        if self.picking.is_some() {
            ui.strong("Click the place in the picture.");
        }
        if changed {
            self.saved = None;
            self.touched += 1;
        }
    }
}

/// The game's own cursor; whether something was changed.
fn cursor_fields(ui: &mut Ui, cursor: &mut Cursor) -> bool {
    let mut changed = false;
    ui.add_space(space::SMALL);
    ui.label("Keys that move the game's own cursor");
    ui.horizontal_wrapped(|ui| {
        for (name, key) in ["Up", "Down", "Left", "Right"]
            .into_iter()
            .zip(&mut cursor.keys)
        {
            ui.label(name);
            changed |= key_field(ui, &format!("Cursor {name}"), key);
        }
    });
    changed |= ui
        .checkbox(&mut cursor.wraps, "It comes in again at the other side")
        .on_hover_text(CursorKeys::PART.help("wraps"))
        .changed();
    ui.horizontal_wrapped(|ui| {
        ui.label("A level begins with it")
            .on_hover_text(CursorKeys::PART.help("start"));
        for (start, text) in [
            (CursorStart::Unknown, "anywhere"),
            (CursorStart::At(1, 1), "in the first cell"),
            (CursorStart::Stays, "where it was"),
            (CursorStart::Hidden, "hidden"),
        ] {
            changed |= ui.radio_value(&mut cursor.start, start, text).clicked();
        }
    });
    let text = match cursor.seen {
        Some((_, cell)) => format!("In the picture it is at {cell}. Click another cell if not."),
        None => "Click the cell on which it is in the picture.".to_owned(),
    };
    ui.add(Label::new(text).wrap());
    changed
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
