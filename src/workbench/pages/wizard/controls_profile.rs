//! Conversion between drafted controls and those of a profile.

use std::str::FromStr;

use image::RgbaImage;

use crate::vision::{
    ActionRule, AfterLevel, Controls, CursorKeys, GameInput, KeyNameError, Pacing, PhaseInput,
    PhaseRule, Point, Profile, cursor_rule, later_screen,
};

use super::controls::{ControlsDraft, CursorDraft, LevelAdvance};
use super::draft::ProfileDraft;
use super::input_draft::{InputDraft, InputKind};

impl ControlsDraft {
    /// Writes the controls into a profile calibrated on `image`, or says what is missing. A game
    /// that cannot be played leaves the profile without controls. Whatever the wizard cannot edit
    /// (undo, pages, inputs by phase, number of levels, pacing) is kept from the profile being
    /// edited, `draft.before`. `further`: numbers that only boards of other sizes have.
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
        let units_per_pixel = width as f32 / image.width().max(1) as f32;
        let to_units = |at: Option<Point>| {
            let (x, y) = at.unwrap_or_default();
            let units = |at: u32| (at as f32 * units_per_pixel) as u32;
            (units(x), units(y))
        };
        let step = |sent: &InputDraft| -> Result<GameInput, String> {
            Ok(match sent.how {
                InputKind::Click => GameInput::Click,
                InputKind::SecondaryClick => GameInput::SecondaryClick,
                InputKind::ClickUntil => GameInput::ClickUntil,
                InputKind::Point => GameInput::Point,
                InputKind::Key => GameInput::Press(parse(&sent.key)?),
                InputKind::ClickAt | InputKind::DragFrom if window_size.is_none() => {
                    return Err(
                        "To click at a position, the board must always be at the same place in \
                                the window. Turn that on in the step ‘Board’."
                            .to_owned(),
                    );
                }
                InputKind::ClickAt => GameInput::ClickAt(to_units(sent.at)),
                InputKind::DragFrom => GameInput::DragFrom(to_units(sent.at)),
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
            let marked = self.cursor.marked.iter();
            let marked: Vec<_> = marked
                .filter_map(|(picture, cell)| Some((&*draft.pictures.get(*picture)?.image, *cell)))
                .collect();
            let rule =
                board.and_then(|board| cursor_rule(&marked, draft.tiling(), profile, &board));
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
        let after_level = match self.after {
            LevelAdvance::Automatic => match Self::retained_phases(draft) {
                Some((after_level, phases)) => {
                    profile.screen.phases = phases;
                    after_level
                }
                None => AfterLevel::Automatic,
            },
            LevelAdvance::Input => {
                let input = input(&self.next)?;
                let picked = self
                    .next
                    .steps()
                    .find(|step| step.how == InputKind::ClickAt);
                let at = to_units(picked.and_then(|step| step.at));
                let picture = self
                    .next_picture
                    .and_then(|index| draft.pictures.get(index));
                // A picture with values shows the board.
                let later = picture.filter(|it| picked.is_some() && it.samples.is_empty());
                match later.and_then(|it| later_screen(&it.image, image, at, profile)) {
                    Some(rule) => {
                        let phase = rule.phase.clone();
                        profile.screen.phases.insert(0, rule);
                        AfterLevel::ByPhase(vec![PhaseInput { phase, input }])
                    }
                    None => AfterLevel::Input(input),
                }
            }
            LevelAdvance::End => AfterLevel::End,
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
            after_level,
            levels: before.as_ref().and_then(|before| before.levels),
            pacing: before.map_or_else(Pacing::default, |before| before.pacing),
        });
        Ok(())
    }

    /// Inputs by phase of the profile being edited, with the rules of its phases, if it has any.
    fn retained_phases(draft: &ProfileDraft) -> Option<(AfterLevel, Vec<PhaseRule>)> {
        let before = draft.before.as_ref()?;
        let after_level = &before.controls.as_ref()?.after_level;
        matches!(after_level, AfterLevel::ByPhase(_))
            .then(|| (after_level.clone(), before.screen.phases.clone()))
    }

    /// Drafts the controls of a profile; none if it has none. `pixels_per_unit`: image pixels per
    /// picture pixel of the profile. The cursor's cells and whether pieces are dragged are not in a
    /// profile: the user clicks the former, [`ControlsDraft::follow`] sets the latter.
    pub(crate) fn from_profile(profile: &Profile, pixels_per_unit: f32) -> Self {
        let Some(controls) = &profile.controls else {
            return Self::default();
        };
        let step = |input: &GameInput| {
            let pixels = |at: &u32| (*at as f32 * pixels_per_unit).round() as u32;
            let to_pixels = |(x, y): &Point| (pixels(x), pixels(y));
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
                GameInput::ClickAt(point) => {
                    draft.at = Some(to_pixels(point));
                    InputKind::ClickAt
                }
                GameInput::DragFrom(point) => {
                    draft.at = Some(to_pixels(point));
                    InputKind::DragFrom
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
            marked: Vec::new(),
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
            next_picture: None,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live_panel::fake::FakeWindow;

    #[test]
    fn drags_and_clicks_at_positions_survive_editing() {
        let mut profile = (*FakeWindow::profile()).clone();
        let controls = profile.controls.as_mut().expect("is played");
        let inputs = [
            GameInput::DragFrom((40, 50)),
            GameInput::ClickAt((40, 60)),
            GameInput::Steps(vec![GameInput::Click, GameInput::DragFrom((30, 20))]),
        ];
        controls.actions = inputs
            .into_iter()
            .zip(["one", "two", "three"])
            .map(|(input, name)| ActionRule {
                name: name.to_owned(),
                input,
            })
            .collect();
        (controls.controls, controls.cursor) = (Vec::new(), None);
        let expected = profile.controls.clone();
        let (width, height) = profile.finder.size().expect("has a fixed picture");
        // The picture is twice as large as the profile's.
        let drafted = ControlsDraft::from_profile(&profile, 2.0);
        let draft = ProfileDraft {
            before: Some(profile.clone().into()),
            ..ProfileDraft::default()
        };
        profile.controls = None;
        let image = RgbaImage::new(2 * width, 2 * height);
        let written = drafted.write_to(&mut profile, &image, &draft, &[]);
        assert_eq!(written, Ok(()));
        assert_eq!(profile.controls, expected);
    }
}
