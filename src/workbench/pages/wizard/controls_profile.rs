//! Conversion between drafted controls and those of a profile.

use std::str::FromStr;

use image::RgbaImage;

use crate::vision::{
    ActionRule, AfterLevel, Controls, CursorKeys, GameInput, Key, KeyNameError, Pacing, Profile,
    cursor_rule,
};

use super::controls::{ControlsDraft, CursorDraft, InputDraft, InputKind, LevelAdvance};
use super::draft::ProfileDraft;

impl ControlsDraft {
    /// Writes the controls into a profile calibrated on `image`. `further`: numbers that only boards of other sizes
    /// have.
    ///
    /// # Errors
    /// A description of the missing input.
    pub(crate) fn write_to(
        &self,
        profile: &mut Profile,
        image: &RgbaImage,
        draft: &ProfileDraft,
        further: &[String],
    ) -> Result<(), String> {
        if let Some(problem) = self.problem() {
            return Err(problem);
        }
        if !self.is_playable() {
            return Ok(());
        }
        let window_size = profile.finder.size();
        let width = window_size.map_or(0, |(width, _)| width);
        let scale = width as f32 / image.width().max(1) as f32;
        let key = parse::<Key>;
        let step = |sent: &InputDraft| -> Result<GameInput, String> {
            Ok(match sent.how {
                InputKind::Click => GameInput::Click,
                InputKind::SecondaryClick => GameInput::SecondaryClick,
                InputKind::ClickUntil => GameInput::ClickUntil,
                InputKind::Point => GameInput::Point,
                InputKind::Key => GameInput::Press(parse(&sent.key)?),
                InputKind::ClickAt if window_size.is_none() => {
                    return Err(
                        "A place in the window can only be clicked where the board is always \
                                at the same place of it; say so in the step ‘Board’."
                            .to_owned(),
                    );
                }
                InputKind::ClickAt => {
                    let (x, y) = sent.at.unwrap_or_default();
                    let units = |at: u32| (at as f32 * scale) as u32;
                    GameInput::ClickAt((units(x), units(y)))
                }
            })
        };
        let input = |sent: &InputDraft| match sent.then.is_empty() {
            true => step(sent),
            false => Ok(GameInput::Steps(
                sent.steps().map(step).collect::<Result<_, _>>()?,
            )),
        };
        let list = |known: &[(String, InputDraft)]| -> Result<Vec<ActionRule>, String> {
            let action = |(name, sent): &(String, InputDraft)| {
                Ok(ActionRule {
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
                text => Some(parse(text)?),
            },
            after_level: match self.after {
                LevelAdvance::Automatic => {
                    match before.as_ref().map(|before| &before.after_level) {
                        Some(old @ AfterLevel::ByPhase(_)) => old.clone(),
                        _ => AfterLevel::Automatic,
                    }
                }
                LevelAdvance::Input => AfterLevel::Input(input(&self.next)?),
                LevelAdvance::End => AfterLevel::End,
            },
            levels: before.as_ref().and_then(|before| before.levels),
            pacing: before.map_or_else(Pacing::default, |before| before.pacing),
        });
        Ok(())
    }

    /// Drafts the controls of a profile; positions are multiplied by `scale`.
    pub(crate) fn from_profile(profile: &Profile, scale: f32) -> Self {
        let Some(controls) = &profile.controls else {
            return Self::default();
        };
        let step = |input: &GameInput| {
            let (how, key, at) = match input {
                GameInput::Click | GameInput::Steps(_) => (InputKind::Click, String::new(), None),
                GameInput::SecondaryClick => (InputKind::SecondaryClick, String::new(), None),
                GameInput::ClickUntil => (InputKind::ClickUntil, String::new(), None),
                GameInput::Point => (InputKind::Point, String::new(), None),
                GameInput::Press(key) => (InputKind::Key, key.to_string(), None),
                GameInput::ClickAt((x, y)) | GameInput::DragFrom((x, y)) => {
                    let pixels = |at: u32| (at as f32 * scale).round() as u32;
                    (
                        InputKind::ClickAt,
                        String::new(),
                        Some((pixels(*x), pixels(*y))),
                    )
                }
            };
            let then = Vec::new();
            InputDraft { how, key, at, then }
        };
        let sent = |input: &GameInput| {
            let mut steps = input.steps().iter().map(step);
            let first = steps.next().unwrap_or_default();
            InputDraft {
                then: steps.collect(),
                ..first
            }
        };
        let list = |actions: &[ActionRule]| -> Vec<(String, InputDraft)> {
            let named = actions.iter();
            named
                .map(|action| (action.name.clone(), sent(&action.input)))
                .collect()
        };
        let cursor = controls.cursor.as_ref().map(|keys| CursorDraft {
            keys: [keys.up, keys.down, keys.left, keys.right].map(|key| key.to_string()),
            wraps: keys.wraps,
            start: keys.start,
            seen: None,
        });
        let (after, next) = match &controls.after_level {
            // Dependence on the phase cannot be edited here, and is retained.
            AfterLevel::Automatic | AfterLevel::ByPhase(_) => {
                (LevelAdvance::Automatic, InputDraft::default())
            }
            AfterLevel::Input(input) => (LevelAdvance::Input, sent(input)),
            AfterLevel::End => (LevelAdvance::End, InputDraft::default()),
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
fn parse<T: FromStr<Err = KeyNameError>>(text: &str) -> Result<T, String> {
    text.trim()
        .parse()
        .map_err(|error: KeyNameError| error.to_string())
}
