//! Checks before a start, without sending input.

use std::time::Duration;

use crate::config::Config;
use crate::desktop::{Desktop, Signal, WindowId, WindowInfo};
use crate::event::{CheckState, Observation, PlayError, PreflightCheck, Preview, cells_text};
use crate::game::{Cell, LevelRef};
use crate::reader::Reader;
use crate::search::CancelFlag;
use crate::vision::{FinderRule, Profile, other_size, screen_text};

use super::actuator::profile_keys;
use super::context::{candidates, matching};
use super::observer::capture_frame;
use super::observer::compare::matches_screen;

// Names of the checks.
const WINDOW: &str = "Window";
const PICTURE: &str = "Picture";
const FOCUS: &str = "Focus";
const KEYS: &str = "Keys";
pub const BOARD_CHECK: &str = "Board";
pub const START_CHECK: &str = "Start of the level";
pub const STOP_CHECK: &str = "Emergency stop";
/// Time for which an unreadable picture is read again.
const OPEN_WAIT: Duration = Duration::from_secs(2);
const RETRY_INTERVAL: Duration = Duration::from_millis(50);

/// Returns the first check that prevents the start, as an error.
pub fn obstacle(checks: &[PreflightCheck]) -> Option<PlayError> {
    let mut checks = checks.iter();
    let failed = checks.find(|check| check.state == CheckState::Failed)?;
    Some(PlayError::Preflight {
        name: failed.name,
        detail: failed.detail.clone(),
    })
}

struct Checks(Vec<PreflightCheck>);

impl Checks {
    fn pass(&mut self, name: &'static str, detail: impl Into<String>) {
        self.add(name, CheckState::Passed, detail);
    }

    fn warn(&mut self, name: &'static str, detail: impl Into<String>) {
        self.add(name, CheckState::Warning, detail);
    }

    fn fail(&mut self, name: &'static str, detail: impl Into<String>) {
        self.add(name, CheckState::Failed, detail);
    }

    fn add(&mut self, name: &'static str, state: CheckState, detail: impl Into<String>) {
        let detail = detail.into();
        self.0.push(PreflightCheck {
            name,
            state,
            detail,
        });
    }
}

/// Finds the window, reads it once, and checks what must hold before a start. Sends no input.
pub fn preview(desktop: &mut dyn Desktop, reader: &mut dyn Reader, config: &Config) -> Preview {
    let mut preview = preview_once(desktop, reader, config);
    explain_unread(&mut preview, config);
    preview
}

fn preview_once(desktop: &mut dyn Desktop, reader: &mut dyn Reader, config: &Config) -> Preview {
    let mut checks = Checks(Vec::new());
    let (window, candidates) = find_window(desktop, config, &mut checks);
    let mut preview = Preview {
        candidates,
        can_choose_window: desktop.can_choose_window(),
        window: None,
        frame: None,
        level: None,
        checks: Vec::new(),
    };
    if let Some(window) = window {
        check_focus(desktop, &window, &mut checks);
        if let Some(frame) = check_picture(desktop, reader, &window, &config.profile, &mut checks) {
            preview.level = check_boards(config, &frame, &mut checks);
            preview.frame = Some(frame);
        }
        check_keys(desktop, window.id, &config.profile, &mut checks);
        if config.fail_safe {
            check_stop(desktop, window.id, &mut checks);
        }
        preview.window = Some(window);
    }
    preview.checks = checks.0;
    preview
}

/// Like [`preview`], but reads an unreadable picture again for a while, as a window may be new or flash.
pub fn patient_preview(
    desktop: &mut dyn Desktop,
    reader: &dyn Fn() -> Box<dyn Reader>,
    config: &Config,
    cancel: &CancelFlag,
) -> Preview {
    let deadline = desktop.now() + OPEN_WAIT;
    loop {
        let mut preview = preview_once(desktop, &mut *reader(), config);
        if desktop.now() >= deadline || cancel.is_cancelled() || !is_unreadable(&preview) {
            explain_unread(&mut preview, config);
            return preview;
        }
        desktop.sleep(RETRY_INTERVAL);
    }
}

/// Returns whether the window is open and its picture cannot be read.
fn is_unreadable(preview: &Preview) -> bool {
    let is_open = preview.window.as_ref().is_some_and(|w| !w.minimised);
    is_open && preview.checks.iter().any(is_unread_check)
}

fn is_unread_check(check: &PreflightCheck) -> bool {
    check.name == PICTURE && check.state == CheckState::Failed
}

/// Explains an unreadable picture, if it seems to show a board of another size, or if it may be a title page. A profile
/// that locates the board by its grid does not recognize pages without a board.
fn explain_unread(preview: &mut Preview, config: &Config) {
    let mut checks = preview.checks.iter_mut();
    let unread = checks.find(|check| is_unread_check(check));
    let Some((frame, check)) = preview.frame.as_ref().zip(unread) else {
        return;
    };
    let profile = &config.profile;
    let start = profile.start.as_ref().filter(|_| config.start_sequence);
    let has_steps = start.is_some_and(|start| !start.steps.is_empty());
    if other_size(profile, &frame.picture).is_none()
        && has_steps
        && matches!(profile.finder, FinderRule::Grid(_))
    {
        check.state = CheckState::Warning;
        check.detail = "No board is shown. Auto-play waits for one, then sends the keys for the page before the first level.".to_owned();
    } else {
        check.detail = unread_detail(profile, frame, &check.detail);
    }
}

/// Returns the target window, and all windows that match the profile.
fn find_window(
    desktop: &mut dyn Desktop,
    config: &Config,
    checks: &mut Checks,
) -> (Option<WindowInfo>, Vec<WindowInfo>) {
    let windows = match desktop.windows() {
        Ok(windows) => windows,
        Err(error) => {
            let unlisted = desktop.unlisted_reason().unwrap_or_default();
            checks.fail(WINDOW, format!("{error} {unlisted}").trim_end());
            return (None, Vec::new());
        }
    };
    let profile = &config.profile;
    let window = match candidates(&windows, config).as_slice() {
        [window] => {
            let detail = match window.chosen {
                true => "The one you chose.".to_owned(),
                false => format!("‘{}’ of {}.", window.title, window.app),
            };
            checks.pass(WINDOW, detail);
            Some(window.clone())
        }
        [] => {
            let expected = expected_windows(profile);
            let start = start_hint(profile);
            let start = start.map_or_else(String::new, |hint| format!(" {hint}"));
            let detail = match desktop.can_choose_window() {
                true => format!(
                    "This desktop shows programs only the windows that you choose. Choose the window of {expected}.{start}"
                ),
                false if profile.is_practice() => "The practice window is not open.".to_owned(),
                false => format!("No window of {expected} is open.{start}"),
            };
            let why = desktop.unlisted_reason().unwrap_or_default();
            checks.fail(WINDOW, format!("{detail} {why}").trim_end());
            None
        }
        several => {
            let titles: Vec<_> = several.iter().map(|w| format!("‘{}’", w.title)).collect();
            let detail = format!(
                "{} windows could be the game: {}. Close all but one, or choose one.",
                several.len(),
                titles.join(", ")
            );
            checks.fail(WINDOW, detail);
            None
        }
    };
    // If the settings select a window, the others are still candidates.
    (window, matching(&windows, config))
}

/// Says how to start the program of a profile, if that is known.
pub fn start_hint(profile: &Profile) -> Option<String> {
    let start = profile.start.as_ref();
    let start = start.filter(|start| !start.command.is_empty())?;
    let file = format!("<{}>", start.file.as_deref().unwrap_or("file"));
    let command = start.command.join(" ");
    let command = command.replace("{planwright}", "planwright");
    let command = command.replace("{scale}", "1").replace("{file}", &file);
    Some(format!("Start it, for example with: {command}"))
}

fn expected_windows(profile: &Profile) -> String {
    let listed = |names: &[String]| {
        let names: Vec<_> = names.iter().map(|name| format!("‘{name}’")).collect();
        names.join(" or ")
    };
    let rule = &profile.window;
    match (rule.apps.is_empty(), rule.titles.is_empty()) {
        (false, true) => listed(&rule.apps),
        (true, false) => format!("any program with {} in its title", listed(&rule.titles)),
        // A list of browsers would hide the title.
        _ if rule.apps.len() > 3 => format!("a browser with {} in its title", listed(&rule.titles)),
        _ => format!(
            "{} with {} in its title",
            listed(&rule.apps),
            listed(&rule.titles)
        ),
    }
}

fn check_focus(desktop: &mut dyn Desktop, window: &WindowInfo, checks: &mut Checks) {
    match desktop.active() {
        Ok(_) if !desktop.reports_focus(window.id) => checks.warn(
            FOCUS,
            "This desktop does not tell which window has the focus. Auto-play clicks the game's upper edge at the start, and stops at the first input without effect.",
        ),
        Ok(Some(active)) if active == window.id => {
            checks.pass(FOCUS, "The window has the focus.");
        }
        Ok(_) => checks.pass(
            FOCUS,
            "Another window has the focus. Auto-play brings the game's window to the front at the start.",
        ),
        Err(error) => checks.fail(FOCUS, error.to_string()),
    }
}

fn check_picture(
    desktop: &mut dyn Desktop,
    reader: &mut dyn Reader,
    window: &WindowInfo,
    profile: &Profile,
    checks: &mut Checks,
) -> Option<Observation> {
    if window.minimised {
        checks.fail(PICTURE, "The window is minimised; bring it back.");
        return None;
    }
    let frame = match capture_frame(desktop, window.id, reader, Duration::ZERO) {
        Ok(frame) => frame,
        Err(error) => {
            checks.fail(PICTURE, error.to_string());
            return None;
        }
    };
    match &frame.screen {
        Ok(screen) => {
            let (width, height) = frame.picture.dimensions();
            let board = screen.reading.boards.first();
            let rect = |id| screen.cell_rect(profile, id, Cell::new(0, 0));
            let cell = board.and_then(|board| rect(&board.id));
            let cells = cell.map_or(String::new(), |cell| {
                format!(", cells of {:.0}×{:.0}", cell.width, cell.height)
            });
            let content = screen_text(&screen.phase);
            let detail = format!("{width}×{height} pixels{cells}; shows {content}.");
            checks.pass(PICTURE, detail);
        }
        Err(error) => checks.fail(PICTURE, error.clone()),
    }
    Some(frame)
}

/// Describes an unread picture: the size of its board, if that differs from the profile's, else `what`.
pub(super) fn unread_detail(profile: &Profile, frame: &Observation, what: &str) -> String {
    match other_size(profile, &frame.picture) {
        Some((own, seen)) => format!(
            "The window seems to show a board of {seen} cells; the profile is for {own}. Set the game to {own}, make \
             another profile for {seen}, or change this one: ‘Change profile…’, step ‘Board’."
        ),
        None => what.to_owned(),
    }
}

fn check_boards(config: &Config, frame: &Observation, checks: &mut Checks) -> Option<LevelRef> {
    let screen = frame.screen.as_deref().ok()?;
    if !screen.is_playing() {
        let can_start = config.start_sequence && config.profile.start.is_some();
        let content = screen_text(&screen.phase);
        let detail = if can_start {
            format!("The window shows {content}. Auto-play goes on from there to a level.")
        } else {
            let what = format!(
                "The window shows {content} and no level. Open one; auto-play waits for it."
            );
            unread_detail(&config.profile, frame, &what)
        };
        checks.warn(BOARD_CHECK, detail);
        return None;
    }
    let uncertain = screen.doubtful();
    if let [(board, first), ..] = uncertain.as_slice() {
        let count = uncertain.len();
        let detail = format!(
            "{} of the board ‘{board}’ cannot be recognized with certainty. If that stays, enter what is shown when the run asks, or check colours and scale in the screen profile.",
            cells_text(count, *first)
        );
        let detail = match 2 * count > screen.reading.area() {
            true => unread_detail(&config.profile, frame, &detail),
            false => detail,
        };
        checks.warn(BOARD_CHECK, detail);
    } else {
        let boards = screen.reading.boards.iter();
        let boards = boards.map(|board| format!("a board of {}", board.size()));
        let boards: Vec<_> = boards.collect();
        let detail = format!("All cells are clear: {}.", boards.join(" and "));
        checks.pass(BOARD_CHECK, detail);
    }
    let game = crate::games::by_id(&config.profile.game)?;
    let level = match game.level_from_reading(&screen.reading) {
        Ok(level) => level,
        Err(error) => {
            checks.warn(START_CHECK, format!("No level can be read: {error}."));
            return None;
        }
    };
    let start_level = config.start_level.as_ref();
    let expected = start_level.map_or(&level, |it| &it.level);
    // Uncertain cells have been reported above.
    let start = expected.start();
    match (matches_screen(start.as_ref(), screen), start_level) {
        (true, None) if start.is_solved() => {
            checks.pass(START_CHECK, "The level is solved already.");
        }
        (true, None) => checks.pass(START_CHECK, "No moves were made yet."),
        (true, Some(_)) => checks.pass(START_CHECK, "The board matches the start of the plan."),
        (false, Some(_)) => checks.fail(
            START_CHECK,
            "The window shows a different level or position from the one the plan starts with.",
        ),
        (false, None) => checks.warn(
            START_CHECK,
            "Moves were already made in this level. Auto-play tries to continue from there.",
        ),
    }
    Some(level)
}

fn check_keys(desktop: &mut dyn Desktop, window: WindowId, profile: &Profile, checks: &mut Checks) {
    let missing = profile_keys(profile)
        .into_iter()
        .find_map(|key| desktop.can_press(window, key).err());
    match missing {
        None => checks.pass(KEYS, "The keyboard has every key of the profile."),
        Some(error) => checks.fail(KEYS, error.to_string()),
    }
}

fn check_stop(desktop: &mut dyn Desktop, window: WindowId, checks: &mut Checks) {
    let signals = desktop.signals(window);
    let listed: Vec<_> = signals.iter().map(|(_, text)| *text).collect();
    match desktop.signal(window) {
        // The pointer is moved to the window at the start.
        Ok(None | Some(Signal::PointerLeft)) => {
            let has_hotkey = signals.iter().any(|(signal, _)| *signal == Signal::Hotkey);
            let detail = format!("These pause the run at once: {}.", listed.join("; "));
            match has_hotkey {
                true => checks.pass(STOP_CHECK, detail),
                false => checks.warn(STOP_CHECK, detail),
            }
        }
        Ok(Some(Signal::Corner)) => checks.fail(
            STOP_CHECK,
            "The pointer is in a corner of the screen, which stops auto-play. Move it away.",
        ),
        Ok(Some(Signal::Hotkey)) => {
            checks.fail(STOP_CHECK, "The hotkey is down. Release it.");
        }
        Err(error) => checks.fail(STOP_CHECK, format!("It cannot be detected: {error}")),
    }
}
