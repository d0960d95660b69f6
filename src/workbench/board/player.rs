//! A plan or program run and its playback: time, speed, and the cursor's path.

use std::time::Duration;

use egui::Context;

use super::last_move::LastStep;
use super::overlay::MAX_PATH_STEPS;
use crate::game::{Animation, Cell, MoveReason, RunTimeline, StepInfo};
use crate::session::{MoveCounts, Playback};

/// Steps per second at normal speed.
const STEPS_PER_SECOND: f32 = 2.5;
/// Speeds to choose from, as factors of the normal speed.
pub const SPEEDS: [f32; 8] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0];
/// Seconds at the end before playback repeats.
const END_PAUSE: f64 = 1.0;
/// Limit of steps made at once after a late frame.
const MAX_STEPS_PER_FRAME: usize = 64;

/// Player of a plan or a program run. Speed and repetition are retained when another one is loaded.
pub struct Player {
    content: Option<PlayerContent>,
    playing: bool,
    /// One of [`SPEEDS`].
    pub speed: f32,
    /// True if it starts again after the last step.
    pub looping: bool,
    /// True if the path is displayed.
    pub show_path: bool,
    /// True if the game's cursor goes from the place of one step to the next, as with the keyboard.
    pub has_cursor: bool,
    /// Time of the next step, in the context's seconds.
    due: Option<f64>,
    pub(crate) last_step: LastStep,
}

impl Default for Player {
    fn default() -> Self {
        Self {
            content: None,
            playing: false,
            speed: 1.0,
            looping: false,
            show_path: true,
            has_cursor: false,
            due: None,
            last_step: LastStep::default(),
        }
    }
}

impl Player {
    /// Loads a plan, paused at its start.
    pub fn load(&mut self, mut playback: Playback) {
        playback.describe_ahead(FIRST_LOOKAHEAD);
        self.set_content(PlayerContent::Moves(playback));
    }

    /// Loads a completed run, paused at its start.
    pub fn load_run(&mut self, mut run: RunTimeline) {
        run.seek(0);
        self.set_content(PlayerContent::Run(run));
    }

    fn set_content(&mut self, content: PlayerContent) {
        self.unload();
        self.content = Some(content);
    }

    pub fn unload(&mut self) {
        self.content = None;
        self.playing = false;
        self.due = None;
        self.last_step.set(None, false, Animation::default());
    }

    pub fn playback(&self) -> Option<&Playback> {
        match &self.content {
            Some(PlayerContent::Moves(playback)) => Some(playback),
            _ => None,
        }
    }

    pub fn run(&self) -> Option<&RunTimeline> {
        match &self.content {
            Some(PlayerContent::Run(run)) => Some(run),
            _ => None,
        }
    }

    /// Number of steps made, and of all steps.
    pub fn progress(&self) -> Option<(usize, usize)> {
        self.content.as_ref().map(|plan| (plan.at(), plan.len()))
    }

    pub fn describe(&self, index: usize) -> Option<String> {
        self.content.as_ref()?.describe(index)
    }

    /// Reason for step `index`, from 0, if known.
    pub fn reason(&self, index: usize) -> Option<&MoveReason> {
        self.playback()?.reason(index)
    }

    /// Sets the reason for step `index`, from 0.
    pub fn explain(&mut self, index: usize, reason: MoveReason) {
        if let Some(PlayerContent::Moves(playback)) = &mut self.content {
            playback.explain(index, reason);
        }
    }

    /// Counts of the steps made, as far as they are described yet; none of a program run.
    pub fn counts(&self) -> MoveCounts {
        let mut counts = MoveCounts::default();
        self.done_steps().iter().for_each(|step| counts.add(step));
        counts
    }

    /// Goes to the position after `at` steps.
    pub fn seek(&mut self, at: usize) {
        self.seek_step(at);
        // The time of the next step was for the old position.
        self.due = None;
    }

    fn seek_step(&mut self, at: usize) {
        let Some((before, _)) = self.progress() else {
            return;
        };
        // Starts from the position before the step, so it is computed before the step is made.
        let playback = self.playback().filter(|_| at == before + 1);
        let animation = playback.and_then(|playback| {
            let next = playback.moves().get(before)?;
            Some(playback.position().animation(next))
        });
        if let Some(content) = &mut self.content {
            content.seek(at);
        }
        let now = self.progress().map_or(before, |(at, _)| at);
        if now == before {
            return;
        }
        let undone = now + 1 == before;
        let step = (undone || now == before + 1).then(|| now.min(before));
        let step = step.and_then(|index| self.playback()?.describe(index));
        let animation = animation.unwrap_or_default();
        self.last_step.set(step, undone, animation);
    }

    pub fn step_forward(&mut self) {
        self.pause();
        if let Some((at, _)) = self.progress() {
            self.seek(at + 1);
        }
    }

    pub fn step_back(&mut self) {
        self.pause();
        if let Some((at, _)) = self.progress() {
            self.seek(at.saturating_sub(1));
        }
    }

    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// Plays the plan, from the start if it is at its end.
    pub fn play(&mut self) {
        if let Some((at, len)) = self.progress().filter(|(_, len)| *len > 0) {
            if at == len {
                self.seek(0);
            }
            self.playing = true;
            self.due = None;
        }
    }

    pub fn pause(&mut self) {
        self.playing = false;
        self.due = None;
    }

    pub fn toggle(&mut self) {
        if self.playing {
            self.pause();
        } else {
            self.play();
        }
    }

    /// Time between steps during playback, in seconds.
    pub fn interval(&self) -> f32 {
        1.0 / (STEPS_PER_SECOND * self.speed)
    }

    pub fn pace(&self) -> Option<f32> {
        self.playing.then(|| self.interval())
    }

    /// Id of the board on which a plan's steps are; empty if no described step has one.
    pub(crate) fn board(&self) -> &str {
        let described = self.playback().map_or(&[][..], Playback::described);
        let mut boards = described.iter().map(|step| step.board.as_ref());
        boards.find(|board| !board.is_empty()).unwrap_or_default()
    }

    /// Path of the piece that moves first in each step, back to where another one moved; of the cursor in steps without
    /// one, if there is a cursor. Limited to the last cells.
    pub(crate) fn path(&self) -> Vec<Cell> {
        let mut path = Vec::new();
        for step in self.done_steps().iter().rev() {
            match step.motions.first() {
                Some(motion) if path.last().is_some_and(|at| motion.path.last() != Some(at)) => {
                    break;
                }
                Some(motion) => path.extend(motion.path.iter().rev()),
                None => path.extend(step.cells.first().filter(|_| self.has_cursor)),
            }
            if path.len() > MAX_PATH_STEPS {
                break;
            }
        }
        path.reverse();
        path.dedup();
        path
    }

    /// Steps of a plan made so far, as far as they are described yet.
    fn done_steps(&self) -> &[StepInfo] {
        self.playback().map_or(&[], |playback| {
            let described = playback.described();
            &described[..playback.at().min(described.len())]
        })
    }

    /// Makes the steps that are due, and requests a frame for the next one. Must be called once a frame.
    pub fn advance(&mut self, ctx: &Context) {
        let interval = f64::from(self.interval());
        if let Some(PlayerContent::Moves(playback)) = &mut self.content
            && playback.describe_ahead(FRAME_LOOKAHEAD)
        {
            ctx.request_repaint();
        }
        let Some((before, len)) = self.progress().filter(|_| self.playing) else {
            return;
        };
        let mut at = before;
        let now = ctx.input(|input| input.time);
        // The first step follows soon after the button, at any speed.
        let mut due = self.due.unwrap_or(now + (0.5 * interval).min(0.2));
        for made in 1.. {
            if due > now || at == len && !self.looping {
                break;
            }
            at = if at == len { 0 } else { at + 1 };
            let pauses = at == len && self.looping;
            let min = if pauses { END_PAUSE } else { 0.0 };
            due += interval.max(min);
            if made == MAX_STEPS_PER_FRAME {
                // The rest of the delay is not made up for.
                due = due.max(now);
                break;
            }
        }
        self.seek_step(at);
        if at == len && !self.looping {
            self.pause();
            return;
        }
        self.due = Some(due);
        ctx.request_repaint_after(Duration::from_secs_f64((due - now).max(0.0)));
    }
}

/// Time for describing steps of a plan ahead when it is loaded.
const FIRST_LOOKAHEAD: Duration = Duration::from_millis(20);
/// Time for describing further steps ahead in each frame.
const FRAME_LOOKAHEAD: Duration = Duration::from_millis(2);

/// A sequence of steps that can be played in both directions.
enum PlayerContent {
    Moves(Playback),
    Run(RunTimeline),
}

impl PlayerContent {
    fn at(&self) -> usize {
        match self {
            Self::Moves(playback) => playback.at(),
            Self::Run(run) => saturated(run.now().steps()),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Moves(playback) => playback.len(),
            Self::Run(run) => saturated(run.reached()),
        }
    }

    /// Goes to the position after `at` steps, at most the last.
    fn seek(&mut self, at: usize) {
        match self {
            Self::Moves(playback) => playback.seek(at),
            Self::Run(run) => run.seek((at as u64).min(run.reached())),
        }
    }

    fn describe(&self, index: usize) -> Option<String> {
        match self {
            Self::Moves(playback) => playback.describe(index).map(|step| step.text),
            Self::Run(run) => run.describe_step(index as u64 + 1),
        }
    }
}

fn saturated(steps: u64) -> usize {
    usize::try_from(steps).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use egui::RawInput;

    use super::*;
    use crate::game::{Move, Size};
    use crate::games;

    fn player(lamps: usize) -> Player {
        let game = games::by_id("lights-out").expect("is registered");
        let level = game.blank(Some(Size::new(1, lamps)));
        let moves = (1..=lamps).map(|lamp| Move::new(format!("1 {lamp}")));
        let playback = Playback::new(&level, &[], moves.collect()).expect("is legal");
        let mut player = Player::default();
        player.load(playback);
        player
    }

    /// Runs frames of 10 ms for this time, and returns the number of steps made.
    fn run(player: &mut Player, ctx: &Context, from: f64, seconds: f64) -> usize {
        let frames = (seconds * 100.0).round() as usize;
        for frame in 0..=frames {
            let input = RawInput {
                time: Some(from + frame as f64 / 100.0),
                ..RawInput::default()
            };
            let mut output = ctx.run_ui(input, |ui| player.advance(ui.ctx()));
            output.textures_delta.clear();
        }
        player.playback().expect("is loaded").at()
    }

    #[test]
    fn speed_is_constant_over_time() {
        for speed in SPEEDS {
            let (mut player, ctx) = (player(900), Context::default());
            player.speed = speed;
            player.play();
            let at = run(&mut player, &ctx, 0.0, 10.0);
            let expected = 10.0 * STEPS_PER_SECOND * speed;
            assert!((at as f32 - expected).abs() <= 1.5, "{speed}: {at}");
        }
    }

    #[test]
    fn it_stops_at_the_end_and_restarts() {
        let (mut player, ctx) = (player(3), Context::default());
        player.speed = 32.0;
        player.play();
        assert_eq!(run(&mut player, &ctx, 0.0, 2.0), 3);
        assert!(!player.is_playing());
        player.play();
        assert_eq!(player.playback().map(Playback::at), Some(0));
        player.looping = true;
        assert_eq!(run(&mut player, &ctx, 3.0, 0.5), 3, "pauses at the end");
        run(&mut player, &ctx, 3.5, 10.0);
        assert!(player.is_playing());
    }

    #[test]
    fn late_frames_catch_up_a_limited_number_of_steps() {
        let (mut player, ctx) = (player(900), Context::default());
        player.speed = 32.0;
        player.play();
        run(&mut player, &ctx, 0.0, 0.1);
        let at = run(&mut player, &ctx, 3600.0, 0.0);
        assert!(at <= 10 + MAX_STEPS_PER_FRAME, "{at}");
    }
}
