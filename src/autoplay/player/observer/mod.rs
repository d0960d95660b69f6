//! Observer: captures and reads the target, waits until the picture is stable, and remembers what it observed.

pub mod compare;
pub mod pieces;

use std::sync::Arc;
use std::time::Duration;

use image::RgbaImage;

use crate::desktop::{Desktop, DesktopError, WindowId};
use crate::event::{Observation, PlayEvent};
use crate::game::{Cell, Size};
use crate::player::{Flow, RunContext, ms};
use crate::reader::{Reader, ReaderFactory};
use crate::vision::{Area, ImageRect, Pacing, Point, Profile, ScreenReading};

/// Longest time without a picture, as a window that is being resized has none.
const MAX_BLIND_TIME: Duration = Duration::from_secs(1);
/// Interval of the pictures sent to listeners, which may be slower than the captures.
const EMIT_INTERVAL: Duration = Duration::from_millis(100);
/// Age at which an unchanged picture is requested again, as a newer one may be lost.
const STALE_AGE: Duration = Duration::from_millis(250);
/// Time without change after which a picture is at rest. Animations of pages and boards change it in shorter intervals.
const REST_TIME: Duration = Duration::from_millis(300);
/// Longest wait for rest, as something may move permanently.
const MAX_REST_WAIT: Duration = Duration::from_secs(5);
/// Longest time between the effects of a press that counts twice.
const MAX_ECHO_DELAY: Duration = Duration::from_millis(120);

/// Captures and reads pictures, and remembers them. Times are those of the desktop's clock.
pub struct Observer {
    profile: Arc<Profile>,
    make_reader: ReaderFactory,
    reader: Box<dyn Reader>,
    /// Interval of captures.
    poll: Duration,
    /// Time without change after which a picture is stable.
    pub settle: Duration,
    /// Longest wait for a stable picture.
    pub patience: Duration,
    memory: FrameMemory,
}

#[derive(Default)]
struct FrameMemory {
    last: Option<Observation>,
    /// Latest reading of a completely drawn picture.
    complete: Option<Arc<ScreenReading>>,
    /// Latest of these readings that has boards.
    boards: Option<Arc<ScreenReading>>,
    /// Value of `boards` before the last step of the latest input.
    before_input: Option<Arc<ScreenReading>>,
    /// True if the latest input was a drag.
    is_drag: bool,
    /// Time of the latest capture.
    observed_at: Duration,
    /// Time of the last change of `complete`.
    changed_at: Duration,
    /// Time of the last change of a pixel.
    drawn_at: Duration,
    /// Time of the last request for a new picture.
    refreshed_at: Duration,
    /// Time of the first of consecutive captures without a picture.
    blind_since: Option<Duration>,
    /// Number of consecutive frames in a phase without boards.
    away: u32,
    /// Time of the last picture sent to listeners.
    emitted_at: Duration,
}

/// Captures and reads a window once, without checking the focus. `at` is the time since the start of the run.
pub fn capture_frame(
    desktop: &mut dyn Desktop,
    window: WindowId,
    reader: &mut dyn Reader,
    at: Duration,
) -> Result<Observation, DesktopError> {
    let picture = desktop.capture(window)?;
    Ok(Observation {
        at,
        screen: read_picture(reader, &picture),
        picture: Arc::new(picture),
    })
}

/// Reads a picture. The error is for the user.
fn read_picture(
    reader: &mut dyn Reader,
    picture: &RgbaImage,
) -> Result<Arc<ScreenReading>, String> {
    let screen = reader.read(picture).map(Arc::new);
    screen.map_err(|error| error.to_string())
}

impl Observer {
    pub fn new(profile: Arc<Profile>, pacing: &Pacing, make_reader: ReaderFactory) -> Self {
        Self {
            profile,
            reader: make_reader(),
            make_reader,
            poll: ms(pacing.poll_ms.max(1)),
            settle: ms(pacing.settle_ms),
            patience: ms(pacing.confirm_timeout_ms.max(1)),
            memory: FrameMemory::default(),
        }
    }

    /// Forgets what was observed before a wait for the user.
    pub fn forget(&mut self) {
        let memory = &mut self.memory;
        (memory.last, memory.complete, memory.boards) = (None, None, None);
        self.memory.blind_since = None;
    }

    pub fn readers(&self) -> &dyn Fn() -> Box<dyn Reader> {
        &*self.make_reader
    }

    /// Replaces the reader, for another window.
    pub fn reset_reader(&mut self) {
        self.reader = (self.make_reader)();
    }

    pub fn set_profile(&mut self, profile: Arc<Profile>, make_reader: ReaderFactory) {
        self.make_reader = make_reader;
        self.profile = profile;
        self.reset_reader();
    }

    /// Captures and reads the target, if it is in front. Requests an old picture again.
    pub fn observe(&mut self, ctx: &mut RunContext) -> Flow<Observation> {
        ctx.guard()?;
        let now = ctx.now();
        let fresh_at = self.memory.changed_at.max(self.memory.refreshed_at);
        if now.saturating_sub(fresh_at) >= STALE_AGE {
            self.memory.refreshed_at = now;
            ctx.refresh()?;
        }
        let (picture, screen) = match ctx.capture() {
            Ok(picture) => {
                self.memory.blind_since = None;
                let screen = read_picture(&mut *self.reader, &picture);
                (Arc::new(picture), screen)
            }
            // Having none is an error only after some time.
            Err(error @ DesktopError::NoPicture(_)) => {
                let now = ctx.now();
                let since = *self.memory.blind_since.get_or_insert(now);
                if now.saturating_sub(since) >= MAX_BLIND_TIME {
                    self.memory.blind_since = None;
                    return Err(error.into());
                }
                (self.picture().unwrap_or_default(), Err(error.to_string()))
            }
            Err(error) => return Err(error.into()),
        };
        let now = ctx.now();
        let frame = Observation {
            at: ctx.since_start(),
            screen,
            picture,
        };
        self.memory.remember(&frame, now);
        if now.saturating_sub(self.memory.emitted_at) >= EMIT_INTERVAL {
            self.memory.emitted_at = now;
            ctx.notify(PlayEvent::Observed(frame.clone()));
        }
        Ok(frame)
    }

    /// Captures and reads the target once, in front or not. The frame becomes the last one, but no change is recorded.
    pub fn capture_once(&mut self, ctx: &mut RunContext) -> Flow<Observation> {
        let at = ctx.since_start();
        let (window, desktop) = ctx.target_and_desktop();
        let frame = capture_frame(desktop, window, &mut *self.reader, at)?;
        ctx.notify(PlayEvent::Observed(frame.clone()));
        self.memory.last = Some(frame.clone());
        Ok(frame)
    }

    /// Observes until `find` returns something; returns the latest frame as an error after the deadline.
    pub fn wait_for<T>(
        &mut self,
        ctx: &mut RunContext,
        deadline: Duration,
        mut find: impl FnMut(&Self, &Observation) -> Option<T>,
    ) -> Flow<Result<T, Observation>> {
        loop {
            let frame = self.observe(ctx)?;
            if let Some(found) = find(self, &frame) {
                return Ok(Ok(found));
            }
            if self.memory.observed_at >= deadline {
                return Ok(Err(frame));
            }
            self.wait_poll(ctx);
        }
    }

    /// Observes until the picture is stable. Returns the latest frame, and whether it is stable.
    pub fn wait_until_stable(&mut self, ctx: &mut RunContext) -> Flow<(Observation, bool)> {
        self.stable_within(ctx, self.patience)
    }

    /// Like [`Self::wait_until_stable`], with a time limit.
    pub fn stable_within(
        &mut self,
        ctx: &mut RunContext,
        limit: Duration,
    ) -> Flow<(Observation, bool)> {
        let deadline = ctx.now() + limit;
        let result = self.wait_for(ctx, deadline, |observer, frame| {
            let is_stable = frame.is_complete() && observer.unchanged_for() >= observer.settle;
            is_stable.then(|| frame.clone())
        })?;
        Ok(match result {
            Ok(frame) => (frame, true),
            Err(frame) => (frame, false),
        })
    }

    /// Waits at most [`MAX_REST_WAIT`] until the picture is at rest: pages have opened and animations ended.
    pub fn wait_for_rest(&mut self, ctx: &mut RunContext) -> Flow<()> {
        let deadline = ctx.now() + MAX_REST_WAIT;
        let mut first_at = None;
        let is_at_rest = |observer: &Self, _: &Observation| {
            let now = observer.observed_at();
            // Changes before the first capture count as changes at it.
            let waited = now.saturating_sub(*first_at.get_or_insert(now));
            // Pixels count, as readings without boards do not reflect changes.
            (waited.min(observer.undrawn_for()) >= REST_TIME).then_some(())
        };
        self.wait_for(ctx, deadline, is_at_rest).map(drop)
    }

    /// Waits until the next capture is due.
    pub fn wait_poll(&self, ctx: &mut RunContext) {
        let spent = ctx.now().saturating_sub(self.memory.observed_at);
        ctx.sleep(self.poll.saturating_sub(spent));
    }

    /// Adapts to a second effect this long after a confirmed one: pictures count as stable only after a longer time.
    pub fn adapt_to_echo(&mut self, after: Duration) {
        // A later effect is not an echo, but that of a press counted as lost too early.
        if after <= MAX_ECHO_DELAY {
            self.settle = self.settle.max(after + after / 2);
        }
    }
}

impl FrameMemory {
    fn remember(&mut self, frame: &Observation, now: Duration) {
        self.observed_at = now;
        let last = self.last.as_ref();
        if last.is_none_or(|last| last.picture != frame.picture) {
            self.drawn_at = now;
        }
        let screen = frame.screen.as_ref().ok();
        // A picture captured in mid-drawing proves neither a change nor its absence.
        let complete = screen.filter(|_| frame.is_complete());
        if let Some(screen) = complete {
            let is_unchanged = |old: &Arc<ScreenReading>| {
                compare::is_same_screen(old, screen) && old.place.is_near(screen.place)
            };
            if !self.complete.as_ref().is_some_and(is_unchanged) {
                self.changed_at = now;
            }
            self.complete = Some(screen.clone());
            if screen.is_playing() {
                self.boards = Some(screen.clone());
            }
        }
        let away = complete.is_some_and(|screen| !screen.is_playing());
        self.away = if away { self.away + 1 } else { 0 };
        self.last = Some(frame.clone());
    }
}

impl Observer {
    pub fn last(&self) -> Option<&Observation> {
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

    /// Latest reading with boards, unless the latest input is a drag, whose piece covers other cells.
    pub fn boards_after_input(&self) -> Option<&ScreenReading> {
        let memory = &self.memory;
        memory.boards.as_deref().filter(|_| !memory.is_drag)
    }

    /// Latest reading with boards before the last step of the latest input.
    pub fn before_input(&self) -> Option<&ScreenReading> {
        self.memory.before_input.as_deref()
    }

    pub fn picture(&self) -> Option<Arc<RgbaImage>> {
        Some(self.last()?.picture.clone())
    }

    /// Returns whether two consecutive frames show no boards; one may have been captured in mid-drawing.
    pub fn is_away(&self) -> bool {
        self.memory.away >= 2
    }

    /// Time for which the reading had not changed at the latest capture.
    pub fn unchanged_for(&self) -> Duration {
        let memory = &self.memory;
        memory.observed_at.saturating_sub(memory.changed_at)
    }

    pub fn observed_at(&self) -> Duration {
        self.memory.observed_at
    }

    /// Time for which no pixel had changed at the latest capture.
    pub fn undrawn_for(&self) -> Duration {
        let memory = &self.memory;
        memory.observed_at.saturating_sub(memory.drawn_at)
    }

    /// Time of the last change of the reading.
    pub fn changed_at(&self) -> Duration {
        self.memory.changed_at
    }

    /// Size of the board on which the game's cursor moves.
    pub fn cursor_board(&self) -> Option<Size> {
        let rule = self.profile.screen.cursor.as_ref()?;
        let screen = self.memory.complete.as_ref()?;
        Some(screen.reading.board(rule.board())?.size())
    }

    pub fn cell_area(&self, board: &str, cell: Cell) -> Option<ImageRect> {
        let screen = self.last()?.screen.as_deref().ok()?;
        screen.cell_rect(&self.profile, board, cell)
    }

    /// Pixel of the window at a point of the game's picture; `None` if that is not completely visible.
    pub fn window_pixel(&self, (x, y): Point) -> Option<(i32, i32)> {
        let screen = self.last()?.screen.as_deref().ok()?;
        let rect = screen.place.rect(Area {
            x,
            y,
            width: 1,
            height: 1,
        });
        screen.complete.then(|| centre(rect))
    }
}

pub fn centre(rect: ImageRect) -> (i32, i32) {
    let (x, y) = rect.centre();
    (x.floor() as i32, y.floor() as i32)
}
