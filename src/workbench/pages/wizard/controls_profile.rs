//! Controls of a profile from those of its draft, and the other way round.

use super::controls::{ControlsDraft, CursorDraft, InputDraft, LevelAdvance, StepDraft, position};
use super::draft::ProfileDraft;
use crate::vision::{
    ActionRule, AfterLevel, Controls, CursorKeys, GameInput, PhaseInput, Point, Profile,
    cursor_rule, later_screen,
};

impl ProfileDraft {
    /// Writes the controls into a profile calibrated on the first picture, or says what is missing. A game that cannot
    /// be played leaves the profile without controls. Whatever the wizard cannot edit (undo, pages, inputs by phase,
    /// number of levels, pacing) stays as it was. `further`: numbers that only boards of other sizes have.
    pub(super) fn write_controls(
        &self,
        profile: &mut Profile,
        further: &[String],
    ) -> Result<(), String> {
        if let Some(problem) = self.problem() {
            return Err(problem);
        }
        let before = profile.controls.take();
        let controls = &self.controls;
        let image = &self.pictures.first().ok_or("Take a picture first.")?.image;
        if !controls.is_playable() {
            return Ok(());
        }
        let window_size = profile.finder.size();
        if window_size.is_none() && !controls.positions().is_empty() {
            return Err(
                "To click at a position, the board must always be at the same place in \
                        the window. Turn that on in the step ‘Board’."
                    .to_owned(),
            );
        }
        let width = window_size.map_or(0, |(width, _)| width);
        let units_per_pixel = width as f32 / image.width().max(1) as f32;
        let to_units = |at: &Option<Point>| {
            let units = |at: u32| (at as f32 * units_per_pixel) as u32;
            at.map(|(x, y)| (units(x), units(y)))
        };
        let input = |draft: &InputDraft| {
            let steps = draft.steps.iter();
            let steps = steps.map(|step| step.map(&|key| *key, &to_units));
            // What is missing was reported above.
            let mut steps: Vec<GameInput> = steps.flatten().collect();
            match steps.len() {
                1 => steps.remove(0),
                _ => GameInput::Steps(steps),
            }
        };
        let list = |inputs: &[InputDraft]| {
            let rule = |draft: &InputDraft| ActionRule {
                name: draft.name.clone(),
                input: input(draft),
            };
            inputs.iter().map(rule).collect()
        };
        let cursor = match controls.cursor.keys {
            [Some(up), Some(down), Some(left), Some(right)] if controls.has_keys() => {
                let board = profile.boards.first().map(|board| board.id.clone());
                let pictures = self.marked_cursors().into_iter();
                let marked: Vec<_> = pictures
                    .map(|(picture, cell)| (&*self.pictures[picture].image, cell))
                    .collect();
                let tiling = self.board.tiling();
                let rule = board.and_then(|board| cursor_rule(&marked, tiling, profile, &board));
                let rule = rule.ok_or(
                    "The game's cursor was not recognized in the cell you clicked. Click the cell it \
                     is on, or play with the pointer.",
                )?;
                profile.screen.cursor = Some(rule);
                Some(CursorKeys {
                    up,
                    down,
                    left,
                    right,
                    wraps: controls.cursor.wraps,
                    start: controls.cursor.start,
                })
            }
            _ => None,
        };
        let before = before.unwrap_or_default();
        let after_level = match controls.after {
            LevelAdvance::Automatic => match &before.after_level {
                AfterLevel::ByPhase(_) => {
                    profile
                        .screen
                        .phases
                        .clone_from(&self.profile.screen.phases);
                    before.after_level
                }
                _ => AfterLevel::Automatic,
            },
            LevelAdvance::Input => {
                let input = input(&controls.next);
                let mut steps = controls.next.steps.iter();
                let picked = steps.find(|step| matches!(step, StepDraft::ClickAt(_)));
                let at = picked.and_then(|step| to_units(&position(step)));
                // A picture with values shows the board.
                let mut pictures = self.pictures.iter();
                let later = pictures.find(|it| it.is_later && it.samples.is_empty());
                let rule = later.zip(at);
                match rule.and_then(|(it, at)| later_screen(&it.image, image, at, profile)) {
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
        profile.controls = Some(Controls {
            cursor,
            actions: list(&controls.with_further(further)),
            controls: list(&controls.controls),
            dialog: controls.dialog,
            after_level,
            ..before
        });
        Ok(())
    }
}

impl ControlsDraft {
    /// Drafts the controls of a profile; none if it has none. `pixels_per_unit`: image pixels per picture pixel of the
    /// profile. Whether pieces are dragged is not in a profile: [`ControlsDraft::follow`] sets it.
    pub(super) fn from_profile(profile: &Profile, pixels_per_unit: f32) -> Self {
        let Some(controls) = &profile.controls else {
            return Self::default();
        };
        let pixels = |at: &u32| (*at as f32 * pixels_per_unit).round() as u32;
        let steps = |input: &GameInput| {
            let at = |(x, y): &Point| Some(Some((pixels(x), pixels(y))));
            let steps = input.steps().iter();
            let steps = steps.filter_map(|step| step.map(&|key| Some(Some(*key)), &at));
            steps.collect()
        };
        let list = |actions: &[ActionRule]| {
            let draft = |action: &ActionRule| InputDraft {
                name: action.name.clone(),
                steps: steps(&action.input),
            };
            actions.iter().map(draft).collect()
        };
        let cursor = controls.cursor.as_ref().map(|keys| CursorDraft {
            keys: [keys.up, keys.down, keys.left, keys.right].map(Some),
            wraps: keys.wraps,
            start: keys.start,
        });
        let mut next = InputDraft::default();
        let after = match &controls.after_level {
            // Dependence on the phase cannot be edited here, and is retained.
            AfterLevel::Automatic | AfterLevel::ByPhase(_) => LevelAdvance::Automatic,
            AfterLevel::Input(input) => {
                next.steps = steps(input);
                LevelAdvance::Input
            }
            AfterLevel::End => LevelAdvance::End,
        };
        Self {
            actions: list(&controls.actions),
            controls: list(&controls.controls),
            drags: false,
            cursor: cursor.unwrap_or_default(),
            after,
            next,
            dialog: controls.dialog,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use image::RgbaImage;

    use super::*;
    use crate::pages::wizard::draft::DraftPicture;
    use crate::vision::ProfileStore;

    #[test]
    fn drags_and_clicks_at_positions_survive_editing() {
        let store = ProfileStore::load(None);
        let profile = store.usable().find(|profile| profile.game == "logo");
        let mut profile = profile.expect("is shipped").clone();
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
        let draft = ProfileDraft {
            controls: ControlsDraft::from_profile(&profile, 2.0),
            profile: profile.clone(),
            pictures: vec![DraftPicture {
                image: Arc::new(RgbaImage::new(2 * width, 2 * height)),
                ..DraftPicture::default()
            }],
            ..ProfileDraft::default()
        };
        assert_eq!(draft.write_controls(&mut profile, &[]), Ok(()));
        assert_eq!(profile.controls, expected);
    }
}
