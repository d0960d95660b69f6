//! The eye: captures the target, reads the picture, waits until it settles, and remembers what it
//! has seen.

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

/// Longest time without a picture.
const BLIND: Duration = Duration::from_secs(1);
/// Those who watch the run get pictures no more often than this.
const SHOW_EVERY: Duration = Duration::from_millis(100);
/// A picture that has not changed for so long may be an old one: a newer one may be lost.
const STALE: Duration = Duration::from_millis(250);
/// A picture that has not changed for so long is at rest; pages slide and boards flash in shorter steps.
const REST: Duration = Duration::from_millis(300);
/// Longest wait for that.
const LONGEST_UNREST: Duration = Duration::from_secs(5);
/// The second effect of a doubled press comes within this time after the first.
const LONGEST_ECHO: Duration = Duration::from_millis(120);

/// Captures, reads and remembers.
pub struct Eye {
    profile: Arc<Profile>,
    make_reader: MakeReader,
    reader: Box<dyn Reader>,
    /// Time between two looks.
    poll: Duration,
    /// How long a settled picture has not changed.
    settle: Duration,
    /// Longest wait for that.
    patience: Duration,
    memory: Memory,
}

/// What the eye has seen.
#[derive(Default)]
struct Memory {
    /// The latest look.
    last: Option<Frame>,
    /// The latest reading of a picture that was wholly drawn.
    whole: Option<Arc<ScreenReading>>,
    /// The latest of those with boards.
    boards: Option<Arc<ScreenReading>>,
    /// That one as it was before the last step of the latest input.
    before_input: Option<Arc<ScreenReading>>,
    /// That input drags something.
    is_drag: bool,
    /// When the latest picture was taken.
    looked_at: Duration,
    /// When `whole` last became another one.
    changed_at: Duration,
    /// When any pixel last changed.
    drawn_at: Duration,
    /// When the picture was last asked for anew.
    refreshed_at: Duration,
    /// Since when the window has no picture.
    blind_since: Option<Duration>,
    /// Looks in a row at a phase without boards.
    away: u32,
    /// When a picture was last shown to those who watch.
    shown_at: Duration,
}

/// A reading, or why there is none, for people.
type Seen = Result<Arc<ScreenReading>, String>;

/// Captures and reads a window once, without asking who has the focus.
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

    /// Forgets what the window showed, which says nothing about now.
    pub fn forget(&mut self) {
        let memory = &mut self.memory;
        (memory.last, memory.whole, memory.boards) = (None, None, None);
        self.memory.blind_since = None;
    }

    /// Makes readers of the same kind.
    pub fn readers(&self) -> &dyn Fn() -> Box<dyn Reader> {
        &*self.make_reader
    }

    /// Starts reading another window.
    pub fn read_new_window(&mut self) {
        self.reader = (self.make_reader)();
    }

    /// Reads by this profile from now on.
    pub fn learn(&mut self, profile: Arc<Profile>, make_reader: MakeReader) {
        self.make_reader = make_reader;
        self.profile = profile;
        self.read_new_window();
    }

    /// Takes a picture and reads it, if the target is in front and nothing else is in the way. One that has not changed for
    /// a while is asked for anew.
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

    /// Looks once without touching the target, in front or not.
    pub fn glance(&mut self, site: &mut Site) -> Step<Frame> {
        let at = site.since_start();
        let (window, world) = site.window_and_world();
        let frame = glance(world, window, &mut *self.reader, at)?;
        site.tell(Event::Seen(frame.clone()));
        self.memory.last = Some(frame.clone());
        Ok(frame)
    }

    /// A picture and its reading. A window that is being shown, hidden or resized has no picture
    /// for a moment; only a longer time without one is an error.
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

    /// Looks until `find` finds something; the latest picture if it has not by the deadline.
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

    /// Looks until the picture has settled; the latest look in any case, and whether it has.
    pub fn settled(&mut self, site: &mut Site) -> Step<(Frame, bool)> {
        self.settled_within(site, self.patience)
    }

    /// The same with another limit on the wait.
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

    /// Waits until the picture is at rest, so that what opens is open and what congratulates is over; not for ever, as
    /// something may move all the time.
    pub fn rest(&mut self, site: &mut Site) -> Step<()> {
        let deadline = site.now() + LONGEST_UNREST;
        // Where no boards are shown, readings do not tell.
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

    /// Waits until the next look is due.
    pub fn nap(&self, site: &mut Site) {
        let spent = site.now().saturating_sub(self.memory.looked_at);
        site.sleep(self.poll.saturating_sub(spent));
    }

    /// Learns that the target did something by itself this long after a confirmed effect: a picture
    /// must stay unchanged for longer than that to count as settled.
    pub fn echoed(&mut self, after: Duration) {
        // A later effect is no echo but that of a press that was called lost too early.
        if after <= LONGEST_ECHO {
            self.settle = self.settle.max(after + after / 2);
        }
    }

    /// How long a settled picture has not changed.
    pub fn settle_time(&self) -> Duration {
        self.settle
    }

    /// Longest wait for a picture to settle.
    pub fn patience(&self) -> Duration {
        self.patience
    }

    /// Shows the latest look to those who watch, however short ago they were shown another.
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
        // A picture caught halfway through drawing says neither that something changed nor that
        // nothing did.
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

/// What the eye has seen.
impl Eye {
    /// The latest look.
    pub fn last(&self) -> Option<&Frame> {
        self.memory.last.as_ref()
    }

    /// The reading of the latest look, if there are boards in it.
    pub fn playing(&self) -> Option<&ScreenReading> {
        self.last()?.playing()
    }

    /// The latest reading with boards, also after the game has gone on to something else.
    pub fn last_boards(&self) -> Option<Arc<ScreenReading>> {
        self.memory.boards.clone()
    }

    /// Keeps the boards as they are read before a step of an input. What the steps before it brought, such as
    /// a list to choose from, is in them.
    pub fn note_input(&mut self, is_drag: bool) {
        self.memory.before_input = self.memory.boards.clone();
        self.memory.is_drag = is_drag;
    }

    /// The latest reading with boards, if it can tell what the latest input did: a piece that is dragged lies over
    /// other cells until the game has taken it.
    pub fn boards_after_input(&self) -> Option<&ScreenReading> {
        let memory = &self.memory;
        memory.boards.as_deref().filter(|_| !memory.is_drag)
    }

    /// The boards as last read before the last step of the latest input.
    pub fn before_input(&self) -> Option<&ScreenReading> {
        self.memory.before_input.as_deref()
    }

    /// The picture of the latest look.
    pub fn picture(&self) -> Option<Arc<RgbaImage>> {
        Some(self.last()?.picture.clone())
    }

    /// Whether the game shows something else than boards. Two looks must agree, because one
    /// picture may be caught halfway through drawing.
    pub fn is_away(&self) -> bool {
        self.memory.away >= 2
    }

    /// How long the picture had not changed at the latest look.
    pub fn still_for(&self) -> Duration {
        let memory = &self.memory;
        memory.looked_at.saturating_sub(memory.changed_at)
    }

    /// When the latest picture was taken.
    pub fn looked_at(&self) -> Duration {
        self.memory.looked_at
    }

    /// How long no pixel had changed at the latest look.
    pub fn undrawn_for(&self) -> Duration {
        let memory = &self.memory;
        memory.looked_at.saturating_sub(memory.drawn_at)
    }

    /// When the picture last changed.
    pub fn changed_at(&self) -> Duration {
        self.memory.changed_at
    }

    /// The size of the board that the game's cursor moves on.
    pub fn cursor_board(&self) -> Option<Size> {
        let rule = self.profile.screen.cursor.as_ref()?;
        let seen = self.memory.whole.as_ref()?;
        Some(seen.reading.board(rule.board())?.size())
    }

    /// Where a cell lies in the window's picture.
    pub fn area_of(&self, board: &str, cell: Cell) -> Option<ImageRect> {
        let seen = self.last()?.seen.as_deref().ok()?;
        seen.cell_rect(&self.profile, board, cell)
    }

    /// The pixel of the window at a point of the game's picture.
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

/// The pixel in the middle.
pub fn middle(rect: ImageRect) -> (i32, i32) {
    let (x, y) = rect.centre();
    (x.floor() as i32, y.floor() as i32)
}
