//! The two windows that each desktop's conformance test opens, and what has reached them.

use image::{Rgba, RgbaImage};
use planwright::autoplay::desktop::WindowId;
use scripted::conformance::Received;

use crate::{wayland, windows};

/// The size of both windows.
pub const SIZE: (u32, u32) = (300, 200);
/// The colour of the target, which no frame and no other window has.
pub const COLOUR: u32 = 0x00c0_4020;

/// Whether a picture shows nothing but the target.
pub fn is_of_colour(picture: &RgbaImage) -> bool {
    let [_, red, green, blue] = COLOUR.to_be_bytes();
    let wanted = Rgba([red, green, blue, u8::MAX]);
    picture.pixels().all(|pixel| *pixel == wanted)
}

/// A window that records its input.
pub trait Record {
    /// What has been pressed in it; for a click, where.
    fn clicks(&self) -> Vec<Option<(i32, i32)>>;
}

impl Record for windows::Recorder {
    fn clicks(&self) -> Vec<Option<(i32, i32)>> {
        self.clicks()
    }
}

impl Record for wayland::Recorder {
    fn clicks(&self) -> Vec<Option<(i32, i32)>> {
        self.clicks()
    }
}

/// The target and the other window.
pub struct Pair<R> {
    /// `None` once it is closed.
    pub target: Option<R>,
    pub id: WindowId,
    pub other: R,
    pub other_id: WindowId,
    /// What the target received before it was closed.
    before: Vec<Received>,
}

impl<R: Record> Pair<R> {
    pub fn new((target, id): (R, WindowId), (other, other_id): (R, WindowId)) -> Self {
        Self {
            target: Some(target),
            id,
            other,
            other_id,
            before: Vec::new(),
        }
    }

    fn heard_by(recorder: &R, window: WindowId) -> impl Iterator<Item = Received> {
        let clicks = recorder.clicks().into_iter();
        clicks.map(move |click| Received { window, click })
    }

    /// What has reached the target, and then what has reached the other window.
    pub fn heard(&self) -> Vec<Received> {
        let mut all = self.before.clone();
        all.extend(
            self.target
                .iter()
                .flat_map(|target| Self::heard_by(target, self.id)),
        );
        all.extend(Self::heard_by(&self.other, self.other_id));
        all
    }

    /// Closes the target.
    pub fn close_target(&mut self) {
        if let Some(target) = self.target.take() {
            self.before.extend(Self::heard_by(&target, self.id));
        }
    }
}
