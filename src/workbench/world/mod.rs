//! The system's services, behind traits so that tests can replace them.
//!
//! | file | contents |
//! |---|---|
//! | `system` | file dialogs, the "reduce motion" setting, sound effects |
//! | `pictures` | pictures that levels are read from |
//! | `live` | windows that games are played in |
//! | `real` | implementations for this machine |

mod live;
mod pictures;
mod real;
mod system;

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use egui::{FallbackRequest, FontProvider};
use egui_system_font_provider::SystemFontProvider;

use crate::session::disk::{Disk, RealDisk};
use crate::session::library::AppFolders;

pub use live::{
    Capture, DetectedBoard, DetectedCell, DetectedCursor, DetectedLevel, EventSink, Live, RunEvent,
    RunHandle, RunOptions, WindowPreview, WindowShot, WindowTarget,
};
pub use pictures::{PictureReading, Pictures};
pub use real::{RealLive, RealPictures};
pub use system::{DialogSpec, Dialogs, MIN_DIALOG_TIME, PLAYERS, Sound, SystemDialogs};

#[derive(Clone)]
pub struct World {
    pub disk: Arc<dyn Disk>,
    /// The program's folders; `None` where the platform has no home folder.
    pub folders: Option<AppFolders>,
    pub dialogs: Arc<dyn Dialogs>,
    pub pictures: Arc<dyn Pictures>,
    pub live: Arc<dyn Live>,
    /// This program's executable, for opening practice windows.
    pub program: Option<PathBuf>,
    /// Returns whether the system asks for less motion. Called on a background thread.
    pub reduced_motion: fn() -> bool,
    /// Plays a sound. Called on a background thread; `None` if this machine cannot play sounds.
    pub play_sound: Option<fn(Sound)>,
    /// Fonts for characters that the bundled fonts lack. Called on a background thread.
    pub system_fonts: Option<Arc<dyn FontProvider>>,
}

impl World {
    pub fn real() -> Self {
        let folders = AppFolders::standard();
        let profiles = folders.as_ref().map(AppFolders::profiles);
        let history = folders.as_ref().map(AppFolders::history);
        Self {
            disk: Arc::new(RealDisk),
            folders,
            dialogs: Arc::new(SystemDialogs),
            pictures: Arc::new(RealPictures::new(profiles.clone())),
            live: Arc::new(RealLive::new(profiles, history)),
            program: std::env::current_exe().ok(),
            reduced_motion: system::reduces_motion,
            play_sound: system::sound_player(),
            system_fonts: Some(system_fonts()),
        }
    }
}

/// System fonts, enumerated at the first request.
fn system_fonts() -> Arc<dyn FontProvider> {
    let fonts = LazyLock::new(SystemFontProvider::new);
    Arc::new(move |request: &FallbackRequest<'_>| fonts.font_for(request))
}
