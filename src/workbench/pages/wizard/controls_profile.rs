//! Conversion between drafted controls and those of a profile.

use std::str::FromStr;

use image::RgbaImage;

use crate::vision::{
    ActionRule, AfterLevel, Controls, CursorKeys, GameInput, KeyNameError, Pacing, Profile,
    cursor_rule,
};

use super::controls::{ControlsDraft, CursorDraft, InputDraft, InputKind, LevelAdvance};
use super::draft::ProfileDraft;

impl ControlsDraft {
    /// Writes the controls into a profile calibrated on `image`, or says what is missing. `further`: numbers that only
    /// boards of other sizes have.
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
        let step = |sent: &InputDraft| -> Result<GameInput, String> {
            Ok(match sent.how {
                InputKind::Click => GameInput::Click,
                InputKind::SecondaryClick => GameInput::SecondaryClick,
                InputKind::ClickUntil => GameInput::ClickUntil,
                InputKind::Point => GameInput::Point,
                InputKind::Key => GameInput::Press(parse(&sent.key)?),
                InputKind::ClickAt if window_size.is_none() => {
                    return Err(
                        "To click at a position, the board must always be at the same place in \
                                the window. Turn that on in the step ‘Board’."
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
            let seen = self.cursor.seen.zip(board);
            let rule = seen.and_then(|((picture, cell), board)| {
                let image = &draft.pictures.get(picture)?.image;
                cursor_rule(image, draft.tiling(), cell, profile, &board)
            });
            let rule = rule.ok_or(
                "The game's cursor was not recognized in the cell you clicked. Click the cell it \
                 is on, or play with the pointer.",
            )?;
            profile.screen.cursor = Some(rule);
            Some(CursorKeys {
                up: parse(up)?,
                down: parse(down)?,
                left: parse(left)?,
                right: parse(right)?,
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
                LevelAdvance::Automatic => match before.as_ref().map(|it| &it.after_level) {
                    Some(old @ AfterLevel::ByPhase(_)) => old.clone(),
                    _ => AfterLevel::Automatic,
                },
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
            let pixels = |at: u32| (at as f32 * scale).round() as u32;
            let mut draft = InputDraft::default();
            draft.how = match input {
                GameInput::Click | GameInput::Steps(_) => InputKind::Click,
                GameInput::SecondaryClick => InputKind::SecondaryClick,
                GameInput::ClickUntil => InputKind::ClickUntil,
                GameInput::Point => InputKind::Point,
                GameInput::Press(key) => {
                    draft.key = key.to_string();
                    InputKind::Key
                }
                GameInput::ClickAt((x, y)) | GameInput::DragFrom((x, y)) => {
                    draft.at = Some((pixels(*x), pixels(*y)));
                    InputKind::ClickAt
                }
            };
            draft
        };
        let sent = |input: &GameInput| {
            let mut steps = input.steps().iter().map(step);
            let mut first = steps.next().unwrap_or_default();
            first.then = steps.collect();
            first
        };
        let list = |actions: &[ActionRule]| {
            let named = actions.iter();
            let named = named.map(|action| (action.name.clone(), sent(&action.input)));
            named.collect::<Vec<_>>()
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
                .map(|key| key.to_string())
                .unwrap_or_default(),
        }
    }
}

/// Parses a key, or a key with modifiers.
fn parse<T: FromStr<Err = KeyNameError>>(text: &str) -> Result<T, String> {
    let key = text.trim().parse();
    key.map_err(|error: KeyNameError| error.to_string())
}
