//! Checks before a start, without sending input.

use std::time::Duration;

use crate::config::Config;
use crate::desktop::{Signal, WindowId, WindowInfo, World};
use crate::event::{Check, CheckState, Frame, PlayError, Preview, cells};
use crate::game::{Cell, LevelRef};
use crate::reader::Reader;
use crate::search::CancelFlag;
use crate::vision::{Finder, Profile, other_size};

use super::eye::compare::is_read;
use super::eye::glance;
use super::hand::profile_keys;
use super::site::candidates;

const WINDOW: &str = "Window";
const PICTURE: &str = "Picture";
const FOCUS: &str = "Focus";
const KEYS: &str = "Keys";
/// Name of the check that the board can be read.
pub const BOARD_CHECK: &str = "Board";
/// Name of the check that the board shows the start of a level.
pub const START_CHECK: &str = "Start of the level";
/// Name of the check of the emergency stop.
pub const STOP_CHECK: &str = "Emergency stop";

/// Time for which an unreadable picture is read again.
const OPENING: Duration = Duration::from_secs(2);

/// Returns the first check that prevents the start, as an error.
pub fn obstacle(checks: &[Check]) -> Option<PlayError> {
    let failed = checks
        .iter()
        .find(|check| check.state == CheckState::Failed)?;
    Some(PlayError::Preflight {
        name: failed.name,
        detail: failed.detail.clone(),
    })
}

struct Checks(Vec<Check>);

impl Checks {
    fn fine(&mut self, name: &'static str, detail: impl Into<String>) {
        self.add(name, CheckState::Fine, detail);
    }

    fn doubtful(&mut self, name: &'static str, detail: impl Into<String>) {
        self.add(name, CheckState::Doubtful, detail);
    }

    fn failed(&mut self, name: &'static str, detail: impl Into<String>) {
        self.add(name, CheckState::Failed, detail);
    }

    fn add(&mut self, name: &'static str, state: CheckState, detail: impl Into<String>) {
        let detail = detail.into();
        self.0.push(Check {
            name,
            state,
            detail,
        });
    }
}

/// Finds the window, reads it once, and checks what must hold before a start. Sends no input.
pub fn preview(world: &mut dyn World, reader: &mut dyn Reader, config: &Config) -> Preview {
    let mut preview = one_look(world, reader, config);
    explain_unread(&mut preview, config);
    preview
}

fn one_look(world: &mut dyn World, reader: &mut dyn Reader, config: &Config) -> Preview {
    let mut checks = Checks(Vec::new());
    let (window, candidates) = find(world, config, &mut checks);
    let mut preview = Preview {
        candidates,
        asks: world.asks(),
        window: None,
        frame: None,
        level: None,
        checks: Vec::new(),
    };
    if let Some(window) = window {
        check_focus(world, &window, &mut checks);
        if let Some(frame) = picture(world, reader, &window, &config.profile, &mut checks) {
            preview.level = check_boards(config, &frame, &mut checks);
            preview.frame = Some(frame);
        }
        check_keys(world, window.id, &config.profile, &mut checks);
        if config.fail_safe {
            check_stop(world, window.id, &mut checks);
        }
        preview.window = Some(window);
    }
    preview.checks = checks.0;
    preview
}

/// Like [`preview`], but reads an unreadable picture again for a while, as a new window may show nothing yet, and a
/// solved level may flash.
pub fn patient_preview(
    world: &mut dyn World,
    reader: &dyn Fn() -> Box<dyn Reader>,
    config: &Config,
    cancel: &CancelFlag,
) -> Preview {
    let deadline = world.now() + OPENING;
    loop {
        let mut preview = one_look(world, &mut *reader(), config);
        if world.now() >= deadline || cancel.is_cancelled() || !is_unreadable(&preview) {
            explain_unread(&mut preview, config);
            return preview;
        }
        world.sleep(Duration::from_millis(50));
    }
}

/// Returns whether the window is open and its picture cannot be read.
fn is_unreadable(preview: &Preview) -> bool {
    let open = preview.window.as_ref().is_some_and(|w| !w.minimised);
    open && preview.checks.iter().any(is_unread)
}

/// Returns whether this is the failed check of the picture.
fn is_unread(check: &Check) -> bool {
    check.name == PICTURE && check.state == CheckState::Failed
}

/// Explains an unreadable picture, if it seems to show a board of another size, or if it may be a title page. A profile
/// that locates the board by its grid does not recognize pages without a board.
fn explain_unread(preview: &mut Preview, config: &Config) {
    let unread = preview.checks.iter_mut().find(|check| is_unread(check));
    let Some((frame, check)) = preview.frame.as_ref().zip(unread) else {
        return;
    };
    let profile = &config.profile;
    let start = profile.start.as_ref().filter(|_| config.start_sequence);
    let has_steps = start.is_some_and(|start| !start.steps.is_empty());
    if other_size(profile, &frame.picture).is_none()
        && has_steps
        && matches!(profile.finder, Finder::Grid(_))
    {
        check.state = CheckState::Doubtful;
        check.detail = "No board is shown. Auto-play waits for one, then sends the keys for the page before the first level.".to_owned();
    } else {
        check.detail = unread_as(profile, frame, &check.detail);
    }
}

/// Returns the target window, and all windows that match the profile.
fn find(
    world: &mut dyn World,
    config: &Config,
    checks: &mut Checks,
) -> (Option<WindowInfo>, Vec<WindowInfo>) {
    let windows = match world.windows() {
        Ok(windows) => windows,
        Err(error) => {
            let unlisted = world.unlisted().unwrap_or_default();
            checks.failed(WINDOW, format!("{error} {unlisted}").trim_end());
            return (None, Vec::new());
        }
    };
    let profile = &config.profile;
    let found = candidates(&windows, config);
    let window = match found.as_slice() {
        [window] => {
            let detail = match window.chosen {
                true => "The one you chose.".to_owned(),
                false => format!("‘{}’ of {}.", window.title, window.app),
            };
            checks.fine(WINDOW, detail);
            Some(window.clone())
        }
        [] => {
            let wanted = wanted(profile);
            let start = profile
                .start
                .as_ref()
                .filter(|start| !start.command.is_empty());
            let start = start.map(|start| {
                let file = start.file.as_deref().unwrap_or("file");
                let command = start
                    .command
                    .join(" ")
                    .replace("{planwright}", "planwright");
                let command = command.replace("{scale}", "1");
                let command = command.replace("{file}", &format!("<{file}>"));
                format!(" Start it, for example with: {command}")
            });
            let start = start.unwrap_or_default();
            let detail = match world.asks() {
                true => format!(
                    "This desktop shows programs only the windows that you choose. Choose the window of {wanted}.{start}"
                ),
                false => format!("No window of {wanted} is open.{start}"),
            };
            let detail = match world.unlisted() {
                Some(why) => format!("{detail} {why}"),
                None => detail,
            };
            checks.failed(WINDOW, detail);
            None
        }
        several => {
            let titles: Vec<_> = several.iter().map(|w| format!("‘{}’", w.title)).collect();
            let detail = format!(
                "{} windows could be the game: {}. Close all but one, or choose one.",
                several.len(),
                titles.join(", ")
            );
            checks.failed(WINDOW, detail);
            None
        }
    };
    // If the settings select a window, the others are still candidates.
    let any = Config {
        window: None,
        ..config.clone()
    };
    (window, candidates(&windows, &any))
}

/// Describes for the user which windows match a profile.
fn wanted(profile: &Profile) -> String {
    let listed = |names: &[String]| {
        let names: Vec<_> = names.iter().map(|name| format!("‘{name}’")).collect();
        names.join(" or ")
    };
    let rule = &profile.window;
    match (rule.apps.is_empty(), rule.titles.is_empty()) {
        (false, true) => listed(&rule.apps),
        (true, false) => format!("any program with {} in its title", listed(&rule.titles)),
        _ => format!(
            "{} with {} in its title",
            listed(&rule.apps),
            listed(&rule.titles)
        ),
    }
}

fn check_focus(world: &mut dyn World, window: &WindowInfo, checks: &mut Checks) {
    match world.active() {
        Ok(_) if !world.is_told(window.id) => checks.doubtful(
            FOCUS,
            "This desktop does not tell which window has the focus. Auto-play clicks the game's upper edge at the start, and stops at the first input without effect.",
        ),
        Ok(Some(active)) if active == window.id => {
            checks.fine(FOCUS, "The window has the focus.");
        }
        Ok(_) => checks.doubtful(
            FOCUS,
            "Another window has the focus. Auto-play brings the game's window to the front at the start.",
        ),
        Err(error) => checks.failed(FOCUS, error.to_string()),
    }
}

fn picture(
    world: &mut dyn World,
    reader: &mut dyn Reader,
    window: &WindowInfo,
    profile: &Profile,
    checks: &mut Checks,
) -> Option<Frame> {
    if window.minimised {
        let detail = "The window is minimised; bring it back.";
        checks.failed(PICTURE, detail);
        return None;
    }
    let frame = match glance(world, window.id, reader, Duration::ZERO) {
        Ok(frame) => frame,
        Err(error) => {
            checks.failed(PICTURE, error.to_string());
            return None;
        }
    };
    match &frame.seen {
        Ok(seen) => {
            let (width, height) = frame.picture.dimensions();
            let first = seen.reading.boards.first();
            let cell = first.and_then(|board| seen.cell_rect(profile, &board.id, Cell::new(0, 0)));
            let cells = cell.map_or(String::new(), |cell| {
                format!(", cells of {:.0}×{:.0}", cell.width, cell.height)
            });
            let phase = &seen.phase;
            let detail = format!("{width}×{height} pixels{cells}; ‘{phase}’ screen.");
            checks.fine(PICTURE, detail);
        }
        Err(error) => checks.failed(PICTURE, error.clone()),
    }
    Some(frame)
}

/// Describes a picture without a recognized board: the size of its board, if that seems to differ from the profile's,
/// else `what`.
pub(super) fn unread_as(profile: &Profile, frame: &Frame, what: &str) -> String {
    match other_size(profile, &frame.picture) {
        Some((own, seen)) => format!(
            "The window seems to show a board of {seen} cells; the profile is for {own}. Set the game to {own}, make \
             another profile for {seen}, or change this one: ‘Change profile…’, step ‘Board’."
        ),
        None => what.to_owned(),
    }
}

fn check_boards(config: &Config, frame: &Frame, checks: &mut Checks) -> Option<LevelRef> {
    let seen = frame.seen.as_deref().ok()?;
    if !seen.is_playing() {
        let can_start = config.start_sequence && config.profile.start.is_some();
        let what = format!(
            "No level is shown; the window shows the ‘{}’ screen.",
            seen.phase
        );
        let detail = if can_start {
            format!("{what} Auto-play waits for a level, then goes through the title page.")
        } else {
            let what = format!("{what} Open a level; auto-play waits for it.");
            unread_as(&config.profile, frame, &what)
        };
        checks.doubtful(BOARD_CHECK, detail);
        return None;
    }
    let doubtful = seen.doubtful();
    if let [(board, first), ..] = doubtful.as_slice() {
        let count = doubtful.len();
        let detail = format!(
            "{} of the board ‘{board}’ cannot be recognized with certainty. If that stays, enter what is shown when the run asks, or check colours and scale in the screen profile.",
            cells(count, *first)
        );
        let detail = match 2 * count > seen.reading.area() {
            true => unread_as(&config.profile, frame, &detail),
            false => detail,
        };
        checks.doubtful(BOARD_CHECK, detail);
    } else {
        let boards = seen.reading.boards.iter();
        let boards: Vec<_> = boards
            .map(|b| format!("‘{}’ of {}", b.id, b.size()))
            .collect();
        let detail = format!("All cells are clear: {}.", boards.join(", "));
        checks.fine(BOARD_CHECK, detail);
    }
    let game = crate::games::by_id(&config.profile.game)?;
    let level = match game.level_from_reading(&seen.reading) {
        Ok(level) => level,
        Err(error) => {
            checks.doubtful(START_CHECK, format!("No level can be read: {error}."));
            return None;
        }
    };
    let given = config.given.as_ref();
    let wanted = given.map_or(&level, |given| &given.level);
    // Uncertain cells have been reported above.
    let start = wanted.start();
    if given.is_none() && start.is_solved() && is_read(start.as_ref(), seen) {
        checks.fine(START_CHECK, "The level is solved already.");
    } else if is_read(start.as_ref(), seen) {
        checks.fine(START_CHECK, "The board matches the start of the plan.");
    } else if given.is_some() {
        let detail =
            "The window shows a different level or position from the one the plan starts with.";
        checks.failed(START_CHECK, detail);
    } else {
        let detail =
            "Moves were already made in this level. Auto-play tries to continue from there.";
        checks.doubtful(START_CHECK, detail);
    }
    Some(level)
}

fn check_keys(world: &mut dyn World, window: WindowId, profile: &Profile, checks: &mut Checks) {
    let missing = profile_keys(profile)
        .into_iter()
        .find_map(|key| world.can_press(window, key).err());
    match missing {
        None => checks.fine(KEYS, "The keyboard has every key of the profile."),
        Some(error) => checks.failed(KEYS, error.to_string()),
    }
}

fn check_stop(world: &mut dyn World, window: WindowId, checks: &mut Checks) {
    let signals = world.signals(window);
    let listed: Vec<_> = signals.iter().map(|(_, text)| *text).collect();
    match world.signal(window) {
        // The pointer is moved to the window at the start.
        Ok(None | Some(Signal::Left)) => {
            let has_hotkey = signals.iter().any(|(signal, _)| *signal == Signal::Hotkey);
            let state = if has_hotkey {
                CheckState::Fine
            } else {
                CheckState::Doubtful
            };
            checks.add(
                STOP_CHECK,
                state,
                format!("To pause at once: {}.", listed.join("; ")),
            );
        }
        Ok(Some(Signal::Corner)) => checks.failed(
            STOP_CHECK,
            "The pointer is in a corner of the screen, which stops auto-play. Move it away.",
        ),
        Ok(Some(Signal::Hotkey)) => {
            checks.failed(STOP_CHECK, "The hotkey is down. Release it.");
        }
        Err(error) => {
            let detail = format!("It cannot be detected: {error}");
            checks.failed(STOP_CHECK, detail);
        }
    }
}
