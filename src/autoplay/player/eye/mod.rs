//! Observer: captures and reads the target, waits until the picture is stable, and remembers what it observed.

pub mod compare;
pub mod pieces;

use std::sync::Arc;
use std::time::Duration;

use image::RgbaImage;

use crate::desktop::{WindowId, World, WorldError};
use crate::event::{Event, Frame};
use crate::game::{Cell, Size};
use crate::reader::{MakeReader, Reader};
use crate::vision::{Area, ImageRect, Pacing, Point, Profile, ScreenReading};

use super::interrupt::Step;
use super::site::Site;
use super::timing::ms;

const BLIND: Duration = Duration::from_secs(1);
const SHOW_EVERY: Duration = Duration::from_millis(100);
/// Age at which an unchanged picture is requested again, as a newer one may be lost.
const STALE: Duration = Duration::from_millis(250);
/// Time without change after which a picture is at rest. Animations of pages and boards change it in shorter intervals.
const REST: Duration = Duration::from_millis(300);
const LONGEST_UNREST: Duration = Duration::from_secs(5);
/// Longest time between the effects of a press that counts twice.
const LONGEST_ECHO: Duration = Duration::from_millis(120);

/// Captures and reads pictures, and remembers them.
pub struct Eye {
    profile: Arc<Profile>,
    make_reader: MakeReader,
    reader: Box<dyn Reader>,
    poll: Duration,
    /// Time without change after which a picture is stable.
    settle: Duration,
    patience: Duration,
    memory: Memory,
}

#[derive(Default)]
struct Memory {
    last: Option<Frame>,
    /// Latest reading of a completely drawn picture.
    whole: Option<Arc<ScreenReading>>,
    /// Latest of these readings that has boards.
    boards: Option<Arc<ScreenReading>>,
    /// Value of `boards` before the last step of the latest input.
    before_input: Option<Arc<ScreenReading>>,
    is_drag: bool,
    looked_at: Duration,
    /// Time of the last change of `whole`.
    changed_at: Duration,
    drawn_at: Duration,
    refreshed_at: Duration,
    blind_since: Option<Duration>,
    /// Number of consecutive frames in a phase without boards.
    away: u32,
    shown_at: Duration,
}

/// A reading, or the error for the user.
type Seen = Result<Arc<ScreenReading>, String>;

/// Captures and reads a window once, without checking the focus.
pub fn glance(
    world: &mut dyn World,
    window: WindowId,
    reader: &mut dyn Reader,
    at: Duration,
) -> Result<Frame, WorldError> {
    let picture = world.capture(window)?;
    Ok(Frame {
        at,
        seen: read(reader, &picture),
        picture: Arc::new(picture),
    })
}

fn read(reader: &mut dyn Reader, picture: &RgbaImage) -> Seen {
    let seen = reader.read(picture).map(Arc::new);
    seen.map_err(|error| error.to_string())
}

impl Eye {
    pub fn new(profile: Arc<Profile>, pacing: &Pacing, make_reader: MakeReader) -> Self {
        Self {
            profile,
            reader: make_reader(),
            make_reader,
            poll: ms(pacing.poll_ms.max(1)),
            settle: ms(pacing.settle_ms),
            patience: ms(pacing.confirm_timeout_ms.max(1)),
            memory: Memory::default(),
        }
    }

    /// Forgets the pictures, when they no longer apply.
    pub fn forget(&mut self) {
        let memory = &mut self.memory;
        (memory.last, memory.whole, memory.boards) = (None, None, None);
        self.memory.blind_since = None;
    }

    /// Factory of readers.
    pub fn readers(&self) -> &dyn Fn() -> Box<dyn Reader> {
        &*self.make_reader
    }

    /// Replaces the reader, for another window.
    pub fn read_new_window(&mut self) {
        self.reader = (self.make_reader)();
    }

    /// Switches to another profile.
    pub fn learn(&mut self, profile: Arc<Profile>, make_reader: MakeReader) {
        self.make_reader = make_reader;
        self.profile = profile;
        self.read_new_window();
    }

    /// Captures and reads the target, provided that it is in front and the run is not interrupted. A picture that has
    /// not changed for a while is requested again.
    pub fn look(&mut self, site: &mut Site) -> Step<Frame> {
        site.guard()?;
        let now = site.now();
        let fresh_at = self.memory.changed_at.max(self.memory.refreshed_at);
        if now.saturating_sub(fresh_at) >= STALE {
            self.memory.refreshed_at = now;
            site.refresh()?;
        }
        let (picture, seen) = self.capture(site)?;
        let now = site.now();
        let frame = Frame {
            at: site.since_start(),
            seen,
            picture,
        };
        self.memory.remember(&frame, now);
        if now.saturating_sub(self.memory.shown_at) >= SHOW_EVERY {
            self.memory.shown_at = now;
            site.tell(Event::Seen(frame.clone()));
        }
        Ok(frame)
    }

    /// Captures and reads the target once, in front or not.
    pub fn glance(&mut self, site: &mut Site) -> Step<Frame> {
        let at = site.since_start();
        let (window, world) = site.window_and_world();
        let frame = glance(world, window, &mut *self.reader, at)?;
        site.tell(Event::Seen(frame.clone()));
        self.memory.last = Some(frame.clone());
        Ok(frame)
    }

    /// Captures and reads a picture. A window being shown, hidden or resized briefly has none, which is an error only
    /// after a second.
    fn capture(&mut self, site: &mut Site) -> Step<(Arc<RgbaImage>, Seen)> {
        match site.capture() {
            Ok(picture) => {
                self.memory.blind_since = None;
                let seen = read(&mut *self.reader, &picture);
                Ok((Arc::new(picture), seen))
            }
            Err(error @ WorldError::NoPicture(_)) => {
                let now = site.now();
                let since = *self.memory.blind_since.get_or_insert(now);
                if now.saturating_sub(since) >= BLIND {
                    self.memory.blind_since = None;
                    return Err(error.into());
                }
                let last = self.memory.last.as_ref().map(|frame| frame.picture.clone());
                Ok((last.unwrap_or_default(), Err(error.to_string())))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Observes until `find` returns something; returns the latest frame as an error after the deadline.
    pub fn until<T>(
        &mut self,
        site: &mut Site,
        deadline: Duration,
        mut find: impl FnMut(&Self, &Frame) -> Option<T>,
    ) -> Step<Result<T, Frame>> {
        loop {
            let frame = self.look(site)?;
            if let Some(found) = find(self, &frame) {
                return Ok(Ok(found));
            }
            if self.memory.looked_at >= deadline {
                return Ok(Err(frame));
            }
            self.nap(site);
        }
    }

    /// Observes until the picture is stable. Returns the latest frame, and whether it is stable.
    pub fn settled(&mut self, site: &mut Site) -> Step<(Frame, bool)> {
        self.settled_within(site, self.patience)
    }

    /// Like [`Self::settled`], with a time limit.
    pub fn settled_within(&mut self, site: &mut Site, limit: Duration) -> Step<(Frame, bool)> {
        let deadline = site.now() + limit;
        let settled = self.until(site, deadline, |eye, frame| {
            let settled = frame.is_whole() && eye.still_for() >= eye.settle;
            settled.then(|| frame.clone())
        })?;
        Ok(match settled {
            Ok(frame) => (frame, true),
            Err(frame) => (frame, false),
        })
    }

    /// Waits until the picture is at rest, so that pages have opened and animations have ended; at most
    /// five seconds, as something may move permanently.
    pub fn rest(&mut self, site: &mut Site) -> Step<()> {
        let deadline = site.now() + LONGEST_UNREST;
        // Pixels are compared, as readings without boards do not reflect changes.
        let mut still: Option<(Arc<RgbaImage>, Duration)> = None;
        let at_rest = |eye: &Self, frame: &Frame| {
            let now = eye.looked_at();
            match &still {
                Some((picture, since)) if *picture == frame.picture => {
                    (now.saturating_sub(*since) >= REST).then_some(())
                }
                _ => {
                    still = Some((frame.picture.clone(), now));
                    None
                }
            }
        };
        self.until(site, deadline, at_rest).map(drop)
    }

    /// Waits until the next capture is due.
    pub fn nap(&self, site: &mut Site) {
        let spent = site.now().saturating_sub(self.memory.looked_at);
        site.sleep(self.poll.saturating_sub(spent));
    }

    /// Adapts to a second effect this long after a confirmed one: pictures count as stable only after a longer time.
    pub fn echoed(&mut self, after: Duration) {
        // A later effect is not an echo, but that of a press counted as lost too early.
        if after <= LONGEST_ECHO {
            self.settle = self.settle.max(after + after / 2);
        }
    }

    /// Time without change after which a picture is stable.
    pub fn settle_time(&self) -> Duration {
        self.settle
    }

    /// Longest wait for a stable picture.
    pub fn patience(&self) -> Duration {
        self.patience
    }

    /// Sends the latest frame to listeners, regardless of the interval.
    pub fn show_last(&self, site: &Site) {
        if let Some(frame) = &self.memory.last {
            site.tell(Event::Seen(frame.clone()));
        }
    }
}

impl Memory {
    fn remember(&mut self, frame: &Frame, now: Duration) {
        self.looked_at = now;
        if self
            .last
            .as_ref()
            .is_none_or(|last| last.picture != frame.picture)
        {
            self.drawn_at = now;
        }
        let seen = frame.seen.as_ref().ok();
        // A picture captured in mid-drawing proves neither a change nor its absence.
        let whole = seen.filter(|_| frame.is_whole());
        if let Some(seen) = whole {
            let still =
                |old: &Arc<ScreenReading>| compare::same(old, seen) && old.place.near(seen.place);
            if !self.whole.as_ref().is_some_and(still) {
                self.changed_at = now;
            }
            self.whole = Some(seen.clone());
            if seen.is_playing() {
                self.boards = Some(seen.clone());
            }
        }
        let away = whole.is_some_and(|seen| !seen.is_playing());
        self.away = if away { self.away + 1 } else { 0 };
        self.last = Some(frame.clone());
    }
}

impl Eye {
    /// Latest frame.
    pub fn last(&self) -> Option<&Frame> {
        self.memory.last.as_ref()
    }

    /// Reading of the latest frame, if it has boards.
    pub fn playing(&self) -> Option<&ScreenReading> {
        self.last()?.playing()
    }

    /// Latest reading with boards, which may be older than the latest frame.
    pub fn last_boards(&self) -> Option<Arc<ScreenReading>> {
        self.memory.boards.clone()
    }

    /// Remembers the boards before a step of an input, including what earlier steps have opened, such as a list.
    pub fn note_input(&mut self, is_drag: bool) {
        self.memory.before_input = self.memory.boards.clone();
        self.memory.is_drag = is_drag;
    }

    /// Latest reading with boards, unless the latest input is a drag: a dragged piece covers other cells until the game
    /// has accepted it.
    pub fn boards_after_input(&self) -> Option<&ScreenReading> {
        let memory = &self.memory;
        memory.boards.as_deref().filter(|_| !memory.is_drag)
    }

    /// Latest reading with boards before the last step of the latest input.
    pub fn before_input(&self) -> Option<&ScreenReading> {
        self.memory.before_input.as_deref()
    }

    /// Picture of the latest frame.
    pub fn picture(&self) -> Option<Arc<RgbaImage>> {
        Some(self.last()?.picture.clone())
    }

    /// Returns whether the game shows something other than boards, in at least two consecutive frames, as one picture
    /// may have been captured in mid-drawing.
    pub fn is_away(&self) -> bool {
        self.memory.away >= 2
    }

    /// Time for which the reading had not changed at the latest capture.
    pub fn still_for(&self) -> Duration {
        let memory = &self.memory;
        memory.looked_at.saturating_sub(memory.changed_at)
    }

    /// Time of the latest capture.
    pub fn looked_at(&self) -> Duration {
        self.memory.looked_at
    }

    /// Time for which no pixel had changed at the latest capture.
    pub fn undrawn_for(&self) -> Duration {
        let memory = &self.memory;
        memory.looked_at.saturating_sub(memory.drawn_at)
    }

    /// Time of the last change of the reading.
    pub fn changed_at(&self) -> Duration {
        self.memory.changed_at
    }

    /// Size of the board on which the game's cursor moves.
    pub fn cursor_board(&self) -> Option<Size> {
        let rule = self.profile.screen.cursor.as_ref()?;
        let seen = self.memory.whole.as_ref()?;
        Some(seen.reading.board(rule.board())?.size())
    }

    /// Area of a cell in the window's picture.
    pub fn area_of(&self, board: &str, cell: Cell) -> Option<ImageRect> {
        let seen = self.last()?.seen.as_deref().ok()?;
        seen.cell_rect(&self.profile, board, cell)
    }

    /// Pixel of the window at a point of the game's picture; `None` if that is not completely visible.
    pub fn pixel_of(&self, (x, y): Point) -> Option<(i32, i32)> {
        let seen = self.last()?.seen.as_deref().ok()?;
        let (width, height) = (1, 1);
        let area = Area {
            x,
            y,
            width,
            height,
        };
        seen.whole.then(|| middle(seen.place.rect(area)))
    }
}

/// Pixel at the centre of a rectangle.
pub fn middle(rect: ImageRect) -> (i32, i32) {
    let (x, y) = rect.centre();
    (x.floor() as i32, y.floor() as i32)
}
