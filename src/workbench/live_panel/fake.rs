//! Test double: a window that is always open, and a run that does nothing.

use std::sync::{Arc, Mutex, PoisonError};

use egui::{Color32, ColorImage, Rect, pos2, vec2};

use crate::autoplay::{Command, RunLog, Summary};
use crate::game::Cell;
use crate::vision::{Profile, ProfileStore};
use crate::world::{
    Event, How, Live, Look, ProfileName, Run, SeenCursor, Sight, Target, Tell, WindowName,
};

/// A window of Logo with a cursor.
#[derive(Default)]
pub struct FakeWindow {
    tell: Mutex<Option<Tell>>,
}

impl FakeWindow {
    /// Cell of the cursor.
    pub const CURSOR: Cell = Cell { row: 0, col: 1 };

    /// The shipped profile in use.
    pub fn profile() -> Arc<Profile> {
        let store = ProfileStore::load(None);
        let profile = store.usable().find(|profile| profile.game == "logo");
        Arc::new(profile.expect("is shipped").clone())
    }

    /// Reports the end of the run. Returns whether there was one.
    pub fn end(&self) -> bool {
        let tell = self.tell.lock().unwrap_or_else(PoisonError::into_inner);
        let end = Summary {
            text: "All levels are solved.".to_owned(),
            ..Summary::default()
        };
        tell.as_ref()
            .map(|tell| tell(Event::Ended(Ok(end))))
            .is_some()
    }
}

impl Live for FakeWindow {
    fn profiles(&self) -> Vec<ProfileName> {
        let profile = Self::profile();
        vec![ProfileName {
            id: profile.id.clone(),
            title: profile.title.clone(),
            game: profile.game.clone(),
            practice: true,
        }]
    }

    fn profile(&self, id: &str) -> Option<Arc<Profile>> {
        Some(Self::profile()).filter(|profile| profile.id == id)
    }

    fn look(&self, _target: &Target) -> Result<Look, String> {
        let window = WindowName {
            id: 7,
            title: "Stand-in".to_owned(),
            pid: None,
        };
        Ok(Look {
            window: Some(window.title.clone()),
            windows: vec![window],
            sight: Some(Sight {
                picture: Arc::new(ColorImage::filled([64, 48], Color32::BLUE)),
                size: vec2(64.0, 48.0),
                phase: Ok("playing".to_owned()),
                boards: Vec::new(),
                cursor: Some(SeenCursor {
                    cell: Self::CURSOR,
                    area: Rect::from_min_size(pos2(8.0, 8.0), vec2(16.0, 16.0)),
                }),
                reading: None,
            }),
            level: None,
            checks: Vec::new(),
            open: Vec::new(),
        })
    }

    fn start(&self, _target: &Target, _how: &How, tell: Tell) -> Result<Box<dyn Run>, String> {
        *self.tell.lock().unwrap_or_else(PoisonError::into_inner) = Some(tell);
        Ok(Box::new(FakeRun))
    }
}

struct FakeRun;

impl Run for FakeRun {
    fn order(&self, _order: Command) {}

    fn log(&self) -> RunLog {
        RunLog::default()
    }
}
