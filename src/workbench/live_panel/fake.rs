//! Test double: a window that is always open, and a run that does nothing.

use std::sync::{Arc, Mutex, PoisonError};

use egui::{Color32, ColorImage, Rect, pos2, vec2};

use crate::autoplay::{PlayCommand, RunLog, RunSummary};
use crate::game::Cell;
use crate::vision::{Profile, ProfileStore};
use crate::world::{
    Capture, DetectedCursor, EventSink, Live, ProfileSummary, RunEvent, RunHandle, RunOptions,
    WindowEntry, WindowPreview, WindowTarget,
};

#[derive(Default)]
pub struct FakeWindow {
    sink: Mutex<Option<EventSink>>,
}

impl FakeWindow {
    /// Cell of the cursor in every preview.
    pub const CURSOR: Cell = Cell { row: 0, col: 1 };

    pub fn profile() -> Arc<Profile> {
        let store = ProfileStore::load(None);
        let profile = store.usable().find(|profile| profile.game == "logo");
        Arc::new(profile.expect("is shipped").clone())
    }

    /// Reports the end of the run. Returns whether one was started.
    pub fn end_run(&self) -> bool {
        let sink = self.sink.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sink) = sink.as_ref() {
            sink(RunEvent::Ended(Ok(RunSummary {
                text: "All levels are solved.".to_owned(),
                ..RunSummary::default()
            })));
        }
        sink.is_some()
    }
}

impl Live for FakeWindow {
    fn profiles(&self) -> Vec<ProfileSummary> {
        let profile = Self::profile();
        vec![ProfileSummary {
            id: profile.id.clone(),
            title: profile.title.clone(),
            game: profile.game.clone(),
            practice: true,
        }]
    }

    fn profile(&self, id: &str) -> Option<Arc<Profile>> {
        Some(Self::profile()).filter(|profile| profile.id == id)
    }

    fn preview(&self, _target: &WindowTarget) -> Result<WindowPreview, String> {
        let window = WindowEntry {
            id: 7,
            title: "Stand-in".to_owned(),
            pid: None,
        };
        Ok(WindowPreview {
            window: Some(window.title.clone()),
            windows: vec![window],
            capture: Some(Capture {
                picture: Arc::new(ColorImage::filled([64, 48], Color32::BLUE)),
                size: vec2(64.0, 48.0),
                phase: Ok("playing".to_owned()),
                boards: Vec::new(),
                cursor: Some(DetectedCursor {
                    cell: Self::CURSOR,
                    area: Rect::from_min_size(pos2(8.0, 8.0), vec2(16.0, 16.0)),
                }),
                reading: None,
            }),
            level: None,
            checks: Vec::new(),
            open_profiles: Vec::new(),
        })
    }

    fn start(
        &self,
        _target: &WindowTarget,
        _options: &RunOptions,
        sink: EventSink,
    ) -> Result<Box<dyn RunHandle>, String> {
        *self.sink.lock().unwrap_or_else(PoisonError::into_inner) = Some(sink);
        Ok(Box::new(FakeRun))
    }
}

struct FakeRun;

impl RunHandle for FakeRun {
    fn send(&self, _command: PlayCommand) {}

    fn log(&self) -> RunLog {
        RunLog::default()
    }
}
