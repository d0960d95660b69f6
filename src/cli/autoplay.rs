//! `autoplay`: reads, solves and plays the level of a live window.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, bail};
use crossbeam_channel::{Receiver, never, select};
use image::RgbaImage;
use serde_json::{Value, json};

use super::args::AutoplayArgs;
use super::files;
use super::interrupt;
use super::profile;
use super::solve;
use super::status::{CommandResult, Status, with_complaints};
use crate::autoplay::history::RunHistory;
use crate::autoplay::{
    self, AutoPlay, CheckState, Config, Divergence, EndReason, LevelStats, PlayCommand, PlayError,
    PlayEvent, PlayState, PreflightCheck, Preview, RunSummary, StartLevel,
};
use crate::export::film::FilmFile;
use crate::export::text;
use crate::game::{LevelRef, words};
use crate::games::load::Loaded;
use crate::search::CancelFlag;
use crate::session::Task;
use crate::session::library::AppFolders;
use crate::session::task::no_wake;
use crate::vision::Profile;

/// Time between two checks for Ctrl+C during a run.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Default time limit of a solver if a game file is given: such a game waits for the player.
const GAME_TIME_LIMIT: Duration = Duration::from_secs(60);
/// Texts with more lines are shortened to their first lines; most boards fit.
const MAX_LINES: usize = 40;
const FIRST_LINES: usize = 5;
/// Most cells listed that are not as expected.
const MAX_CELLS: usize = 10;
const KEY_HELP: &str = "Enter resumes, p pauses, s makes one move, r plans again, q quits";

/// Level that was read last, with its path.
type LastRead = Option<(PathBuf, Loaded)>;

/// Previews the window, asks for confirmation, plays, and reports the result.
pub(super) fn run(args: &AutoplayArgs) -> CommandResult {
    let mut last_read = None;
    play(args, &mut last_read).map_err(|error| {
        let complaints = last_read.map(|(_, loaded)| loaded.complaints);
        with_complaints(error, complaints.unwrap_or_default())
    })
}

fn play(args: &AutoplayArgs, last_read: &mut LastRead) -> CommandResult {
    let profile = profile(args, last_read)?;
    let id = profile.id.clone();
    let config = config(args, profile, last_read)?;
    let mut preview = autoplay::preview_with_retry(&config)?;
    if preview.can_choose_window && (preview.candidates.is_empty() || args.choose) {
        choose_window(&id, args.choose, !args.dry_run)?;
        preview = autoplay::preview_with_retry(&config)?;
    }
    print_preview(&preview);
    if let Some(check) = failed(&preview) {
        // The check does not say how to open a practice window.
        let hint = autoplay::start_hint(&config.profile);
        let hint = hint.filter(|it| preview.candidates.is_empty() && !check.detail.contains(it));
        let hint = hint.map_or_else(String::new, |hint| format!(" {hint}"));
        bail!("{}: {}{hint}", check.name, check.detail);
    }
    if !args.yes && !args.dry_run && !confirm()? {
        files::notify("Nothing was sent.");
        return Ok(Status::Interrupted);
    }
    let interrupted = interrupt::cancel_on_ctrl_c();
    // Only a user gives commands; a script that pipes a level must not steer the run.
    let typed = io::stdin().is_terminal().then(|| {
        files::notify(&format!("{KEY_HELP}; so does Ctrl+C."));
        typed_commands()
    });
    let (play, events) = AutoPlay::start_with_events(config);
    let follower = RunFollower {
        args,
        profile: id,
        typed,
        unattended: false,
        solved: Vec::new(),
        started: Instant::now(),
    };
    let ended = follower.follow(&play, &events, &interrupted);
    if let Some(folder) = &args.report.log {
        if let Err(error) = play.log().save(folder) {
            files::notify_error(&error.into());
            return ended.map(|_| Status::BadInput);
        }
        files::notify(&format!("The log is in {}.", folder.display()));
    }
    ended
}

/// Named profile, or one that plays any game of the given level's kind.
fn profile(args: &AutoplayArgs, last_read: &mut LastRead) -> anyhow::Result<Profile> {
    let store = profile::store();
    let path = args.game.as_ref().or(args.level_plan.level.as_ref());
    let mut level = || -> anyhow::Result<LevelRef> {
        let path = path.context("name the file of the game to play")?;
        level(path, None, last_read)
    };
    let mut profile = match &args.profile {
        Some(id) => profile::named(&store, id)?.clone(),
        None => {
            let game = level()?.game_id();
            let any = |profile: &&Profile| profile.game == game && profile.needs_level();
            let found = store.usable().find(any).cloned();
            found.with_context(|| {
                format!("no profile plays any game of ‘{game}’; choose one with --profile")
            })?
        }
    };
    if profile.needs_level() {
        let level = level()?;
        profile = profile
            .for_level(level.as_ref())
            .map_err(|why| anyhow!("this game cannot be played in a window: {why}"))?;
    }
    if let Some(title) = &args.window {
        profile.window.titles = vec![title.clone()];
    }
    Ok(profile)
}

/// Reads a level, unless it was read last, and prints its complaints. Standard input can be read only once.
fn level(path: &Path, game: Option<&str>, last_read: &mut LastRead) -> anyhow::Result<LevelRef> {
    let is_read = |(read, loaded): &&(PathBuf, Loaded)| {
        read == path && game.is_none_or(|game| game == loaded.level.game_id())
    };
    if let Some((_, loaded)) = last_read.as_ref().filter(is_read) {
        return Ok(loaded.level.clone());
    }
    let loaded = files::level(path, game, false)?;
    let level = loaded.level.clone();
    *last_read = Some((path.to_owned(), loaded));
    Ok(level)
}

fn config(
    args: &AutoplayArgs,
    profile: Profile,
    last_read: &mut LastRead,
) -> anyhow::Result<Config> {
    let default_time = args.game.as_ref().map(|_| GAME_TIME_LIMIT);
    let solver = match &args.solver {
        Some(id) => Some(solve::solver_named(profile::game(&profile)?, id)?),
        None => None,
    };
    let level_plan = &args.level_plan;
    let start_level = match &level_plan.level {
        Some(path) => {
            let level = level(path, Some(&profile.game), last_read)?;
            let plan = level_plan.plan.as_ref();
            let plan = plan.map(|path| files::plan(level.as_ref(), path));
            let plan = plan.transpose()?.map(Into::into);
            Some(StartLevel { level, plan })
        }
        None => None,
    };
    let film = args.report.record.as_ref().map(FilmFile::new).transpose()?;
    Ok(Config {
        // A level of the command line is the only one played.
        levels: start_level.as_ref().map(|_| 1).or(args.levels),
        start_level,
        film,
        solver,
        solver_time: args.time_limit.or(default_time),
        dry_run: args.dry_run,
        paused: args.step,
        fail_safe: !args.no_fail_safe,
        wait_for_focus: args.wait_for_focus,
        start_sequence: !args.no_start,
        history: AppFolders::standard().map(|places| RunHistory::new(places.history())),
        ..Config::new(Arc::new(profile))
    })
}

/// Lets the user choose the window in the desktop's dialog. `ask_again` ignores an earlier choice, `may_point` permits
/// moving the pointer to get a picture.
fn choose_window(profile: &str, ask_again: bool, may_point: bool) -> anyhow::Result<()> {
    files::notify(
        "Choose the game's window in the desktop's dialog, and allow remote interaction.",
    );
    autoplay::desktop::choose_window(profile, ask_again, may_point)?;
    Ok(())
}

/// Picture of a profile's window, for `import`.
pub(super) fn window_picture(profile: &Profile) -> anyhow::Result<Arc<RgbaImage>> {
    let config = Config::new(Arc::new(profile.clone()));
    let mut preview = autoplay::preview(&config)?;
    if preview.can_choose_window && preview.candidates.is_empty() {
        let (ask_again, may_point) = (false, true);
        choose_window(&profile.id, ask_again, may_point)?;
        preview = autoplay::preview(&config)?;
    }
    match preview.frame.take() {
        Some(frame) => Ok(frame.picture),
        None => match failed(&preview) {
            Some(check) => bail!("{}: {}", check.name, check.detail),
            None => bail!("no picture of the window could be taken"),
        },
    }
}

fn failed(preview: &Preview) -> Option<&PreflightCheck> {
    let mut checks = preview.checks.iter();
    checks.find(|check| check.state == CheckState::Failed)
}

fn print_preview(preview: &Preview) {
    for check in &preview.checks {
        let mark = match check.state {
            CheckState::Passed => "ok",
            CheckState::Warning => "note",
            CheckState::Failed => "FAILED",
        };
        files::notify(&format!("{mark:>6}  {}: {}", check.name, check.detail));
    }
    if let Some(level) = &preview.level {
        files::notify(&match level.number() {
            Some(entry) => format!("The window shows entry {entry} of the game."),
            None => format!(
                "The window shows this level:\n\n{}",
                text::boards(level.start().as_ref())
            ),
        });
    }
}

fn confirm() -> anyhow::Result<bool> {
    if !io::stdin().is_terminal() {
        bail!("there is no terminal to ask whether to start; use --yes to start without asking");
    }
    let mut err = io::stderr().lock();
    write!(err, "Play in this window? Keys will be sent to it. [y/N] ")
        .and_then(|()| err.flush())
        .context("the question cannot be asked")?;
    let mut answer = String::new();
    let read = io::stdin().read_line(&mut answer);
    read.context("the answer cannot be read")?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes" | "Yes"))
}

/// Lines typed at the terminal, as commands.
fn typed_commands() -> Task<(), PlayCommand> {
    // Not waited for, since a line may never come. Ends with the program.
    Task::with_messages("terminal", &no_wake(), CancelFlag::default(), |sender| {
        for line in io::stdin().lock().lines() {
            let Ok(line) = line else { return };
            let command = match line.trim() {
                "" => PlayCommand::Resume,
                "p" => PlayCommand::Pause,
                "s" => PlayCommand::Step,
                "r" => PlayCommand::Replan,
                "q" => PlayCommand::Stop,
                other => {
                    files::notify(&format!("‘{other}’ is not a command; {KEY_HELP}."));
                    continue;
                }
            };
            sender.send(command);
        }
    })
}

/// Prints the events of a run, and passes on the commands typed at the terminal.
struct RunFollower<'a> {
    args: &'a AutoplayArgs,
    profile: String,
    /// Commands of the user; `None` without a terminal.
    typed: Option<Task<(), PlayCommand>>,
    /// True if the run was ended because it waited for a user without a terminal.
    unattended: bool,
    solved: Vec<LevelStats>,
    started: Instant,
}

impl RunFollower<'_> {
    fn follow(
        mut self,
        play: &AutoPlay,
        events: &Receiver<PlayEvent>,
        interrupted: &CancelFlag,
    ) -> CommandResult {
        let no_commands = never();
        loop {
            if interrupted.is_cancelled() {
                play.send(PlayCommand::Stop);
            }
            let typed = self.typed.as_ref().map_or(&no_commands, Task::messages);
            select! {
                recv(typed) -> command => match command {
                    Ok(command) => play.send(command),
                    // The terminal was closed.
                    Err(_) => self.typed = None,
                },
                recv(events) -> event => match event.context("the run ended without a result")? {
                    PlayEvent::Ended(Ok(summary)) => return self.finish(&summary),
                    PlayEvent::Ended(Err(error)) => return self.failed(error),
                    event => self.handle_event(play, event),
                },
                default(POLL_INTERVAL) => {}
            }
        }
    }

    fn handle_event(&mut self, play: &AutoPlay, event: PlayEvent) {
        match event {
            PlayEvent::State(PlayState::Preparing(what)) => files::notify(&what),
            PlayEvent::State(PlayState::Paused(pause)) => {
                files::notify(format!("{pause} {}", pause.remedy()).trim_end());
                self.wait(play);
            }
            PlayEvent::State(PlayState::Diverged(divergence)) => {
                print_divergence(&divergence);
                self.wait(play);
            }
            // Nothing is solved in a dry run.
            PlayEvent::LevelDone(stats) if !self.args.dry_run => {
                files::notify(&level_line(&stats));
                self.solved.push(stats);
            }
            PlayEvent::Log(line) if self.args.report.verbose => files::notify(&shortened(&line)),
            PlayEvent::Filmed(result) => files::notify(&match result {
                Ok(path) => format!("Saved the film as {}.", path.display()),
                Err(error) => format!("The film was not saved: {error}."),
            }),
            _ => {}
        }
    }

    /// Waits for the user, or ends the run without a terminal.
    fn wait(&mut self, play: &AutoPlay) {
        if self.typed.is_some() {
            files::notify(&format!("{KEY_HELP}."));
        } else {
            self.unattended = true;
            play.send(PlayCommand::Stop);
        }
    }

    /// Reports what was played before a failure.
    fn failed(self, error: PlayError) -> CommandResult {
        if self.args.report.json {
            let text = error.to_string();
            let reason = EndReason {
                kind: "failed",
                text: text.clone(),
                ..EndReason::default()
            };
            let summary = RunSummary {
                elapsed: self.started.elapsed(),
                levels: self.solved.clone(),
                stopped: true,
                reason: Some(Box::new(reason)),
                text,
                ..RunSummary::default()
            };
            files::print_json(&answer(&self, &summary))?;
        }
        files::notify_error(&error.into());
        Ok(Status::BadInput)
    }

    fn finish(&self, summary: &RunSummary) -> CommandResult {
        files::notify(&summary.text);
        if self.args.report.json {
            files::print_json(&answer(self, summary))?;
        }
        let requested = self.args.levels.unwrap_or(0) as usize;
        let has_all = summary.levels.len() >= requested;
        // An unattended run was also stopped, but by this program.
        Ok(match (self.unattended, summary.stopped) {
            (true, _) => Status::Limit,
            (false, true) => Status::Interrupted,
            (false, false) if !has_all && !self.args.dry_run => Status::Limit,
            (false, false) => Status::Done,
        })
    }
}

/// Shortens a line of the log that contains the rules of a level.
fn shortened(text: &str) -> String {
    let lines = text.lines().count();
    if lines <= MAX_LINES {
        return text.to_owned();
    }
    let first: Vec<&str> = text.lines().take(FIRST_LINES).collect();
    let lines = words::count(lines, "lines");
    format!("{}\n… ({lines}; --log writes all)", first.join("\n"))
}

fn print_divergence(divergence: &Divergence) {
    files::notify(&divergence.text);
    for (board, cell) in divergence.differing.iter().take(MAX_CELLS) {
        let value = |boards: &[autoplay::BoardView]| {
            let board = boards.iter().find(|view| view.id == *board)?;
            Some(board.cells.get(*cell)?.value.clone())
        };
        if let (Some(expected), Some(recognized)) =
            (value(&divergence.expected), value(&divergence.recognized))
        {
            files::notify(&format!(
                "  board ‘{board}’, {cell}: expected ‘{expected}’, recognized ‘{recognized}’"
            ));
        }
    }
    let more = divergence.differing.len().saturating_sub(MAX_CELLS);
    if more > 0 {
        files::notify(&format!("  and {more} more"));
    }
    if let Some(cause) = &divergence.cause {
        files::notify(&format!("  {cause}"));
    }
}

fn level_line(stats: &LevelStats) -> String {
    let mut line = format!(
        "Level {} solved: {}, {} in {}, {:.1} confirmed per second",
        stats.level,
        words::count(stats.moves, "moves"),
        words::count(stats.keys, "keys"),
        words::time(stats.time),
        stats.keys_per_second()
    );
    if stats.lost + stats.doubled > 0 {
        line += &format!("; {} missed, {} repeated", stats.lost, stats.doubled);
    }
    if let Some(saved) = stats.cost.and_then(|cost| cost.saved_presses()) {
        line += &format!("; {} saved", words::count(saved, "presses"));
    }
    line
}

/// JSON object of `--json`: solved levels and, with `solved` false, an unfinished one. Unknown facts are left out.
fn answer(follower: &RunFollower<'_>, summary: &RunSummary) -> Value {
    // `done` is the number of moves made in an unfinished level, `None` for a solved one.
    let level = |stats: &LevelStats, done: Option<usize>| {
        without_nulls(json!({
            "level": stats.level,
            "solved": done.is_none(),
            "moves": stats.moves,
            "made": done.unwrap_or(stats.moves),
            "keys": stats.keys,
            "confirmed": stats.confirmed,
            "lost": stats.lost,
            "doubled": stats.doubled,
            "planning_s": stats.planning.as_secs_f64(),
            "elapsed_s": stats.time.as_secs_f64(),
            // Presses of the plan and of the plain solver's plan.
            "presses": stats.cost.map(|cost| cost.plan.presses),
            "plain_presses": stats.cost.and_then(|cost| Some(cost.plain?.presses)),
        }))
    };
    let reason = summary.reason.as_deref().map(|reason| {
        let cell = reason.cell.as_ref();
        without_nulls(json!({
            "kind": reason.kind,
            "text": reason.text,
            "board": cell.map(|(board, _)| board),
            "row": cell.map(|(_, cell)| cell.row + 1),
            "column": cell.map(|(_, cell)| cell.col + 1),
            "expected": reason.expected,
            "recognized": reason.recognized,
        }))
    });
    let solved = summary.levels.iter().map(|stats| level(stats, None));
    let unfinished = summary.unfinished.iter();
    let unfinished = unfinished.map(|it| level(&it.stats, Some(it.done)));
    without_nulls(json!({
        "profile": follower.profile,
        "dry_run": follower.args.dry_run,
        "stopped": summary.stopped,
        "text": summary.text,
        "elapsed_s": summary.elapsed.as_secs_f64(),
        "levels": solved.chain(unfinished).collect::<Value>(),
        // Reason for which the run waited when it ended.
        "reason": reason,
    }))
}

fn without_nulls(mut object: Value) -> Value {
    if let Value::Object(fields) = &mut object {
        fields.retain(|_, value| !value.is_null());
    }
    object
}
