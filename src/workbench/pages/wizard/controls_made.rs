//! Conversion between drafted controls and those of a profile.

use std::str::FromStr;

use image::RgbaImage;

use crate::vision::{
    Action, AfterLevel, Controls, CursorKeys, Input, Key, KeyNameError, Pacing, Profile,
    cursor_rule,
};

use super::controls::{After, ControlsDraft, Cursor, How, Sent};
use super::draft::Draft;

impl ControlsDraft {
    /// Writes the controls into a profile calibrated on `image`. `further`: numbers that only boards of other sizes
    /// have.
    ///
    /// # Errors
    /// A description of the missing input.
    pub(crate) fn put_into(
        &self,
        profile: &mut Profile,
        image: &RgbaImage,
        draft: &Draft,
        further: &[String],
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
        let key = read::<Key>;
        let step = |sent: &Sent| -> Result<Input, String> {
            Ok(match sent.how {
                How::Click => Input::Click,
                How::SecondaryClick => Input::SecondaryClick,
                How::ClickUntil => Input::ClickUntil,
                How::Point => Input::Point,
                How::Key => Input::Press(read(&sent.key)?),
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
        let input = |sent: &Sent| match sent.then.is_empty() {
            true => step(sent),
            false => Ok(Input::Steps(
                sent.steps().map(step).collect::<Result<_, _>>()?,
            )),
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
            let [up, down, left, right] = &self.cursor.keys;
            let board = profile.boards.first().map(|board| board.id.clone());
            let rule = self
                .cursor
                .seen
                .zip(board)
                .and_then(|((picture, cell), board)| {
                    let image = &draft.pictures.get(picture)?.image;
                    cursor_rule(image, draft.tiling(), cell, profile, &board)
                });
            let rule = rule.ok_or(
                "The game's cursor has no colour of its own in the cell that was clicked; click \
                 the cell on which it is, or play with the pointer.",
            )?;
            profile.screen.cursor = Some(rule);
            Some(CursorKeys {
                up: key(up)?,
                down: key(down)?,
                left: key(left)?,
                right: key(right)?,
                wraps: self.cursor.wraps,
                start: self.cursor.start,
            })
        } else {
            None
        };
        let before = draft.before.as_ref();
        let before = before.and_then(|before| before.controls.clone());
        profile.controls = Some(Controls {
            cursor,
            actions: list(&self.with_further(further))?,
            controls: list(&self.controls)?,
            undo: before.as_ref().and_then(|before| before.undo.clone()),
            page: before.as_ref().and_then(|before| before.page.clone()),
            dialog: match self.dialog.trim() {
                "" => None,
                text => Some(read(text)?),
            },
            after_level: match self.after {
                After::Automatic => match before.as_ref().map(|before| &before.after_level) {
                    Some(kept @ AfterLevel::ByPhase(_)) => kept.clone(),
                    _ => AfterLevel::Automatic,
                },
                After::Input => AfterLevel::Input(input(&self.next)?),
                After::End => AfterLevel::End,
            },
            levels: before.as_ref().and_then(|before| before.levels),
            pacing: before.map_or_else(Pacing::default, |before| before.pacing),
        });
        Ok(())
    }

    /// Drafts the controls of a profile; positions are multiplied by `scale`.
    pub(crate) fn of_profile(profile: &Profile, scale: f32) -> Self {
        let Some(controls) = &profile.controls else {
            return Self::default();
        };
        let step = |input: &Input| {
            let (how, key, at) = match input {
                Input::Click | Input::Steps(_) => (How::Click, String::new(), None),
                Input::SecondaryClick => (How::SecondaryClick, String::new(), None),
                Input::ClickUntil => (How::ClickUntil, String::new(), None),
                Input::Point => (How::Point, String::new(), None),
                Input::Press(key) => (How::Key, key.to_string(), None),
                Input::ClickAt((x, y)) | Input::DragFrom((x, y)) => {
                    let pixels = |at: u32| (at as f32 * scale).round() as u32;
                    (How::ClickAt, String::new(), Some((pixels(*x), pixels(*y))))
                }
            };
            let then = Vec::new();
            Sent { how, key, at, then }
        };
        let sent = |input: &Input| {
            let mut steps = input.steps().iter().map(step);
            let first = steps.next().unwrap_or_default();
            Sent {
                then: steps.collect(),
                ..first
            }
        };
        let list = |actions: &[Action]| -> Vec<(String, Sent)> {
            let named = actions.iter();
            named
                .map(|action| (action.name.clone(), sent(&action.input)))
                .collect()
        };
        let cursor = controls.cursor.as_ref().map(|keys| Cursor {
            keys: [keys.up, keys.down, keys.left, keys.right].map(|key| key.to_string()),
            wraps: keys.wraps,
            start: keys.start,
            seen: None,
        });
        let (after, next) = match &controls.after_level {
            // Dependence on the phase cannot be edited here, and is retained.
            AfterLevel::Automatic | AfterLevel::ByPhase(_) => (After::Automatic, Sent::default()),
            AfterLevel::Input(input) => (After::Input, sent(input)),
            AfterLevel::End => (After::End, Sent::default()),
        };
        Self {
            actions: list(&controls.actions),
            controls: list(&controls.controls),
            drags: false,
            cursor: cursor.unwrap_or_default(),
            after,
            next,
            dialog: controls
                .dialog
                .map_or_else(String::new, |key| key.to_string()),
        }
    }
}

/// Parses a key, or a key with modifiers.
fn read<T: FromStr<Err = KeyNameError>>(text: &str) -> Result<T, String> {
    text.trim()
        .parse()
        .map_err(|error: KeyNameError| error.to_string())
}
