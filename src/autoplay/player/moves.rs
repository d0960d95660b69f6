//! One move of the plan: its intents one by one, each confirmed by the screen.

use std::time::Duration;

use crate::event::{Frame, Pause};
use crate::game::{Button, Cell, Intent, Move, Position};
use crate::log::Kind;
use crate::reader::{same, same_boards, shows_all_but_covered, stray, where_it_lies};
use crate::vision::{Input, Key, Point, ScreenReading};

use super::keys::Reached;
use super::{Break, PlayError, Player, Step};

/// What is done with the world for an intent.
#[derive(Clone, Debug)]
enum Deed {
    /// A key press, with the game's cursor on a cell where one is given.
    Press { key: Key, on: Option<Cell> },
    /// A click at a pixel of the window or, with `to`, a drag.
    Click {
        at: (i32, i32),
        to: Option<(i32, i32)>,
        button: Button,
        cell: Cell,
    },
}

/// What the screen shows when it is done.
pub(super) enum Goal<'a> {
    /// This position, after the other one. If that solves the level, the game may also have gone
    /// on to the next one.
    Shown(&'a dyn Position, &'a dyn Position),
    /// Another board than before; what exactly is known only after the move's last intent.
    Changed,
    /// Another phase: what was entered runs.
    Started,
}

impl Goal<'_> {
    /// Whether a frame shows it. `untouched` is how it looked before the first try, if one was made.
    fn reached(&self, player: &Player, frame: &Frame, untouched: Option<&Frame>) -> bool {
        if matches!(self, Self::Started) {
            return frame.playing().is_none() && player.is_away();
        }
        let Some(seen) = frame.playing() else {
            let by_itself =
                |position: &dyn Position| position.is_solved() && position.finish().is_none();
            let solved = matches!(self, Self::Shown(position, _) if by_itself(*position));
            return solved && player.is_away();
        };
        match self {
            Self::Shown(after, before) => shows_all_but_covered(*after, *before, seen),
            Self::Changed => untouched
                .and_then(Frame::playing)
                .is_some_and(|before| !same_boards(before, seen)),
            Self::Started => false,
        }
    }
}

/// A screen that is not at rest after so many looks never will be.
const MOST_ROUNDS: usize = 2000;
/// What drifts over the board is waited for so long.
const DRIFTING: Duration = Duration::from_secs(6);

/// What is not as simulated is looked at for so long before that is believed: on a busy machine a
/// picture may stay halfway drawn for a while.
const DISBELIEF: Duration = Duration::from_secs(2);

/// Whether to act.
enum Ready {
    Go(Frame),
    /// The goal is reached already: an earlier press came late.
    Done,
}

impl Player {
    /// Makes the next move of the plan.
    pub(super) fn make_move(&mut self) -> Step<()> {
        let Some((mv, before)) = self.current.as_ref().and_then(|current| {
            let mv = current.moves.get(current.made)?.clone();
            Some((mv, current.position.boxed_clone()))
        }) else {
            return Ok(());
        };
        let mut after = before.boxed_clone();
        after.apply(&mv).map_err(|error| {
            let what = format!("a verified plan was refused in the simulation: {error}");
            Break::Fail(PlayError::Broken(what))
        })?;
        let intents = before.intents(&mv);
        if intents.is_empty() {
            let reason = format!("the game does not say how the move ‘{mv}’ is made on a screen");
            return Err(self.unplayable(reason));
        }
        let last = intents.len() - 1;
        for (index, intent) in intents.iter().enumerate() {
            let goal = if index == last {
                Goal::Shown(after.as_ref(), before.as_ref())
            } else {
                Goal::Changed
            };
            let start = (index == 0).then_some(before.as_ref());
            self.perform(intent, start, &goal)?;
        }
        self.made(&mv, after);
        Ok(())
    }

    /// Takes a confirmed move over into the simulation.
    pub(super) fn made(&mut self, mv: &Move, after: Box<dyn Position>) {
        let text = after.describe(mv).text;
        self.replans = 0;
        if let Some(current) = &mut self.current {
            current.position = after;
            current.made += 1;
        }
        self.note(Kind::Confirmed, text);
        self.tell_progress();
    }

    /// What is to be done for an intent as things lie now; `None` while it is not seen where the
    /// board is, or the thing that has to be taken hold of.
    fn deed(&mut self, intent: &Intent) -> Step<Option<Deed>> {
        let (input, place) = match intent {
            Intent::Act {
                board,
                cell,
                action,
            } => {
                let input = self.controls.action(action).cloned();
                let missing = || format!("it has no action ‘{action}’");
                match input {
                    Some(input) => (input, Some((*board, *cell))),
                    None => return Err(self.unplayable(missing())),
                }
            }
            Intent::Control(name) => match self.controls.control(name).cloned() {
                Some(input) => (input, None),
                None => return Err(self.unplayable(format!("it has no control ‘{name}’"))),
            },
            Intent::Drag {
                from_board,
                from,
                to_board,
                to,
            } => {
                let Some((at, cell)) = self.source_of((from_board, *from), to_board)? else {
                    return Ok(None);
                };
                return Ok(Some(Deed::Click {
                    at,
                    to: Some(self.middle_of(to_board, *to)?),
                    button: Button::Primary,
                    cell,
                }));
            }
        };
        let pointed = place.is_some() && !matches!(input, Input::Press(_));
        let playing = self.last.as_ref().is_some_and(|l| l.playing().is_some());
        if pointed && !playing {
            return Ok(None);
        }
        self.deed_of(&input, place).map(Some)
    }

    /// Looks until it is seen what is to be done for an intent; `None` if its goal is reached
    /// meanwhile.
    fn sighted(&mut self, intent: &Intent, goal: &Goal<'_>) -> Step<Option<Deed>> {
        let deadline = self.deps.world.now() + DRIFTING;
        loop {
            if let Some(deed) = self.deed(intent)? {
                return Ok(Some(deed));
            }
            let (quiet, limit) = (self.pace.settle(), self.pace.longest_timeout());
            let (frame, _) = self.settled(quiet, limit)?;
            if matches!(goal, Goal::Shown(..)) && goal.reached(self, &frame, None) {
                return Ok(None);
            }
            let now = self.deps.world.now();
            if now >= deadline {
                return Err(self.not_as_simulated(&frame));
            }
            self.nap(now);
        }
    }

    /// The pixel and the cell of what is to be dragged: where it came to lie when it fell beside
    /// its goal, else where it is in a tray or on a board.
    fn source_of(
        &mut self,
        from: (&str, Cell),
        to_board: &str,
    ) -> Step<Option<((i32, i32), Cell)>> {
        let found = self.current.as_ref().and_then(|current| {
            let frame = self.last.as_ref()?;
            let seen = frame.playing()?;
            let position = current.position.as_ref();
            if let Some(cell) = stray(position, seen, from, to_board) {
                return Some((to_board.to_owned(), cell));
            }
            let cell = where_it_lies(position, seen, from.0, from.1)?;
            Some((from.0.to_owned(), cell))
        });
        let Some((board, cell)) = found else {
            return Ok(None);
        };
        Ok(Some((self.middle_of(&board, cell)?, cell)))
    }

    fn deed_of(&mut self, input: &Input, place: Option<(&str, Cell)>) -> Step<Deed> {
        let cell = place.map(|(_, cell)| cell);
        let button = match input {
            Input::Press(key) => {
                let (key, on) = (*key, cell);
                return Ok(Deed::Press { key, on });
            }
            Input::ClickAt(point) => {
                return Ok(Deed::Click {
                    at: self.fixed(*point)?,
                    to: None,
                    button: Button::Primary,
                    cell: cell.unwrap_or_default(),
                });
            }
            Input::DragFrom(point) => {
                let Some((board, cell)) = place else {
                    return Err(self.unplayable("a control drags, but to no place".to_owned()));
                };
                return Ok(Deed::Click {
                    at: self.fixed(*point)?,
                    to: Some(self.middle_of(board, cell)?),
                    button: Button::Primary,
                    cell,
                });
            }
            Input::Click => Button::Primary,
            Input::SecondaryClick => Button::Secondary,
        };
        let Some((board, cell)) = place else {
            return Err(self.unplayable("a control is a click, but not at a place".to_owned()));
        };
        let at = self.middle_of(board, cell)?;
        let to = None;
        Ok(Deed::Click {
            at,
            to,
            button,
            cell,
        })
    }

    /// The pixel of a fixed point of the picture.
    fn fixed(&mut self, point: Point) -> Step<(i32, i32)> {
        self.pixel_of(point).ok_or_else(|| {
            let why = "The game's picture is not to be seen.".to_owned();
            Break::Pause(Pause::Unreadable(why))
        })
    }

    /// Does one thing until the screen confirms it. An action is repeated only after a look
    /// that shows, stable, that it has not landed.
    pub(super) fn perform(
        &mut self,
        intent: &Intent,
        before: Option<&dyn Position>,
        goal: &Goal<'_>,
    ) -> Step<()> {
        let mut times = 0;
        // How it looked before the first try.
        let mut untouched: Option<Frame> = None;
        loop {
            if self.last.is_none() {
                self.look()?;
            }
            let Some(deed) = self.sighted(intent, goal)? else {
                return Ok(());
            };
            let ready = match self.ready(intent, &deed, before, goal, untouched.as_ref())? {
                Ready::Go(frame) => frame,
                Ready::Done => return Ok(()),
            };
            if times > 0 {
                self.count_lost(format!("{} had no effect", told(&deed)));
                if times > self.pace.retries() {
                    return Err(Break::Pause(match deed {
                        Deed::Press { key, .. } => Pause::NoReaction { key, times },
                        Deed::Click { cell, .. } => Pause::NoClickReaction { cell, times },
                    }));
                }
                // The press before this one may still come; see whether it does.
                if let Ready::Done = self.ready(intent, &deed, before, goal, untouched.as_ref())? {
                    return Ok(());
                }
            }
            // Things may have moved while it was waited.
            let Some(deed) = self.sighted(intent, goal)? else {
                return Ok(());
            };
            times += 1;
            // Not all can be taken back, so it is waited for longer than a step of the cursor.
            let timeout = self.pace.timeout_after(times);
            let untouched = Some(&*untouched.get_or_insert(ready));
            let mut reached =
                |player: &Player, frame: &Frame| goal.reached(player, frame, untouched);
            let at = self.since_start();
            self.deps.log.add(at, Kind::Sent, told(&deed), None);
            self.attempted = self.current.as_ref().map(|current| current.made);
            if self.act(&deed, timeout, &mut reached)? {
                // A second effect of the same press must not meet the next one's.
                let now = self.deps.world.now();
                self.next_press = self.next_press.max(now + self.pace.settle());
                return Ok(());
            }
        }
    }

    /// Waits until it is safe to act: the cursor is where it should be, the screen shows the
    /// position as simulated, nothing has changed for a while, and no earlier press can still
    /// come. `untouched` is how it looked before the first try.
    fn ready(
        &mut self,
        intent: &Intent,
        deed: &Deed,
        before: Option<&dyn Position>,
        goal: &Goal<'_>,
        untouched: Option<&Frame>,
    ) -> Step<Ready> {
        let mut wrong_since: Option<Duration> = None;
        for _ in 0..MOST_ROUNDS {
            if let Deed::Press { on: Some(cell), .. } = deed
                && self
                    .last
                    .as_ref()
                    .is_none_or(|frame| frame.playing().is_some())
            {
                self.go_to(*cell)?;
            }
            let (quiet, limit) = (self.pace.settle(), self.pace.longest_timeout());
            let (frame, stable) = self.settled(quiet, limit)?;
            if goal.reached(self, &frame, untouched) {
                return Ok(Ready::Done);
            }
            let as_simulated = match (frame.playing(), before) {
                // What fell beside its goal is picked up from there.
                (Some(seen), Some(before)) => {
                    let after = match goal {
                        Goal::Shown(after, _) => *after,
                        Goal::Changed | Goal::Started => before,
                    };
                    shows_all_but_covered(before, after, seen) || fell_beside(intent, before, seen)
                }
                (Some(_), None) => true,
                (None, _) => false,
            };
            if let (false, Goal::Shown(after, _), Some(_)) = (as_simulated, goal, untouched)
                && self.has_landed(*after, &frame, stable)
            {
                return Ok(Ready::Done);
            }
            let now = self.deps.world.now();
            if as_simulated {
                wrong_since = None;
                let in_place = match deed {
                    Deed::Press { on: Some(cell), .. } => frame.cursor() == Some(*cell),
                    _ => true,
                };
                if !in_place || !stable {
                    continue;
                }
                let echo_over = self.last_press + self.pace.reach();
                let safe_from = match deed {
                    // No earlier press can still come, by what was seen of the cursor.
                    Deed::Press { on: Some(_), .. } => echo_over,
                    Deed::Press { on: None, .. } => self.late_until.max(echo_over),
                    Deed::Click { .. } => self.late_until,
                };
                if now >= safe_from {
                    return Ok(Ready::Go(frame));
                }
                self.nap(now);
                continue;
            }
            let since = *wrong_since.get_or_insert(now);
            let covered = frame
                .playing()
                .is_some_and(|seen| !seen.doubtful().is_empty());
            let patience = if covered { DRIFTING } else { DISBELIEF };
            if now.saturating_sub(since) >= patience {
                return Err(self.not_as_simulated(&frame));
            }
            self.nap(now);
        }
        let seen = self.last.as_ref().and_then(|frame| frame.seen.clone().ok());
        Err(self.diverged(
            "The screen does not come to rest.".to_owned(),
            seen.as_deref(),
        ))
    }

    /// What to say when the screen stays different from the simulation.
    pub(super) fn not_as_simulated(&mut self, frame: &Frame) -> Break {
        let step = self.current.as_ref().map_or(0, |current| current.made);
        match &frame.seen {
            Ok(seen) if seen.is_playing() => {
                let what = format!("After step {step} the screen is not as expected.");
                self.diverged(what, Some(seen))
            }
            Ok(seen) => {
                let what = format!(
                    "After step {step} the game is in its phase ‘{}’ instead of being played.",
                    seen.phase
                );
                self.diverged(what, None)
            }
            Err(error) => Break::Pause(Pause::Unreadable(error.to_string())),
        }
    }

    /// Sends an input that is not part of a plan, until any board or phase changes; whether it
    /// has.
    pub(super) fn send(&mut self, input: &Input) -> Step<bool> {
        if self.last.is_none() {
            self.look()?;
        }
        let deed = self.deed_of(input, None)?;
        let before = self.last.clone();
        let at = self.since_start();
        self.deps.log.add(at, Kind::Sent, told(&deed), None);
        let mut reached = |_: &Player, frame: &Frame| match (&before, &frame.seen) {
            (Some(before), Ok(seen)) => before.seen.as_ref().is_ok_and(|old| !same(old, seen)),
            _ => false,
        };
        self.act(&deed, self.pace.timeout_after(1), &mut reached)
    }

    /// Does one thing once; whether its effect showed.
    fn act(&mut self, deed: &Deed, timeout: Duration, reached: Reached<'_>) -> Step<bool> {
        match *deed {
            Deed::Press { key, .. } => {
                let shown = self.press(key, timeout, reached)?.is_some();
                if shown {
                    self.outstanding.came(key, 1);
                }
                Ok(shown)
            }
            Deed::Click { at, to, button, .. } => {
                let shown = self.click(at, to, button, timeout, reached)?;
                Ok(shown.is_some())
            }
        }
    }
}

/// Whether the screen shows what was to be dragged on another place than its goal.
pub(super) fn fell_beside(intent: &Intent, before: &dyn Position, seen: &ScreenReading) -> bool {
    let Intent::Drag {
        from_board,
        from,
        to_board,
        ..
    } = intent
    else {
        return false;
    };
    stray(before, seen, (from_board, *from), to_board).is_some()
}

fn told(deed: &Deed) -> String {
    match deed {
        Deed::Press {
            key,
            on: Some(cell),
        } => format!("‘{key}’ at {cell}"),
        Deed::Press { key, on: None } => format!("‘{key}’"),
        Deed::Click { cell, to: None, .. } => format!("click at {cell}"),
        Deed::Click {
            cell,
            to: Some((x, y)),
            ..
        } => format!("drag, for {cell}, to pixel {x}, {y}"),
    }
}
