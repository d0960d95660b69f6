//! Practice games for programming games: commands go into slots, Run starts the robot; a won level leads to the next.
//!
//! The program is the position of the game, and its run an [`Execution`], so the rules are those of the game. A game
//! adds a [`RobotGame`]: layout, colours, texts, and how its board is drawn.

mod art;
mod blocks;
mod board;
mod run;
mod tiles;

use std::sync::Arc;
use std::time::Duration;

pub use blocks::{BlockView, RobotPose};
pub use board::ProgramBoard;
pub use run::{ProgramRun, RobotMotion};

use crate::drawing::{Area, Colour, Letters, Pen, StageSheet};
use crate::game::typed::Puzzle;
use crate::game::{CommandTile, Execution, Game, LevelRef, PracticeError, PracticeKey};
use crate::{Stage, StageScreen, read_levels};

/// Time for which a won level is displayed.
const WON_TIME: Duration = Duration::from_millis(1500);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramPage {
    Writing,
    Running,
    /// The run has ended without winning.
    Stopped,
    Won,
    /// All levels are won.
    End,
}

/// Layout that differs between games.
pub struct ProgramLayout {
    pub board: Area,
    /// Upper edge of the buttons.
    pub buttons: i32,
    /// First command of the palette, distance of commands, and their number per row.
    pub palette: (Area, i32, usize),
    /// Baselines of the help texts above and below the palette.
    pub help: (i32, Option<i32>),
    /// Upper edge and maximum number of slots of each procedure.
    pub slots: &'static [(i32, usize)],
    /// Distance of a procedure's heading above its slots.
    pub heading: i32,
}

pub struct ProgramColours {
    pub background: Colour,
    pub board: Colour,
    /// Background of the program.
    pub panel: Colour,
    /// Background of the selected procedure's heading.
    pub selected: Colour,
    /// Empty slot.
    pub empty: Colour,
    /// Outlines of the window and of buttons; background of the status line.
    pub rim: Colour,
    /// Outlines of commands.
    pub tile: Colour,
    /// Letters.
    pub light: Colour,
    /// Less important letters.
    pub faint: Colour,
    /// Disabled button.
    pub idle: Colour,
    /// Fading of unavailable commands, 0 to 1.
    pub veil: f32,
    /// Lamp while the program is being written.
    pub writing: Colour,
}

/// Parts that a programming game provides for its practice game.
pub trait RobotGame: Send + Sized + 'static {
    type Game: Puzzle;
    const GAME: &'static dyn Game;
    /// Concatenated texts of the practice game's own levels.
    const LEVELS: &'static str;
    const LAYOUT: ProgramLayout;
    const COLOURS: ProgramColours;
    /// Size of the letters on commands.
    const SIGN_SIZE: u32;
    /// Pairs of a number of steps (see [`RobotGame::steps`]) and the milliseconds per command up to that number, so
    /// that long runs speed up. The last number is the maximum.
    const PACES: &'static [(u64, u64)];
    /// Texts of banner and board after the last level.
    const END: [&'static str; 2];

    /// Prepares a level. The error is the reason why it cannot be played here.
    fn new(
        level: &Arc<<Self::Game as Puzzle>::Level>,
        start: &dyn Execution,
    ) -> Result<Self, String>;

    /// Progress of a run for [`RobotGame::PACES`], from the numbers of moving and of all commands.
    fn steps(moving: u64, _all: u64) -> u64 {
        moving
    }

    /// Reason for not starting a program at all, given the commands of its main procedure.
    fn refusal(&self, _program: &[CommandTile]) -> Option<String> {
        None
    }

    fn heading(board: &ProgramBoard<Self>, procedure: usize) -> String;

    /// Message at the end of a run; appended to the level's heading if it is won.
    fn end_text(board: &ProgramBoard<Self>, won: bool) -> String;

    /// Fill and ink of a command.
    fn colours(command: &str) -> (Colour, Colour);

    /// Text on a call or label.
    fn sign(command: &str) -> String;

    fn draw(board: &ProgramBoard<Self>, sheet: &mut StageSheet<'_>);
}

/// Screen of the practice game of a [`RobotGame`].
pub struct Programs<R> {
    letters: Letters,
    robot: std::marker::PhantomData<fn() -> R>,
}

impl<R: RobotGame> StageScreen for Programs<R> {
    const GAME: &'static dyn Game = R::GAME;
    const SIZE: (u32, u32) = (960, 720);
    const END: ProgramPage = ProgramPage::End;
    type Page = ProgramPage;
    type Board = ProgramBoard<R>;

    fn levels(_seed: u64) -> Result<Vec<LevelRef>, PracticeError> {
        read_levels(R::GAME, R::LEVELS)
    }

    fn board(level: &LevelRef) -> Result<ProgramBoard<R>, String> {
        ProgramBoard::new(level)
    }

    fn begin(_: &[ProgramBoard<R>], _seed: u64) -> Result<(Self, ProgramPage), PracticeError> {
        let screen = Self {
            letters: Letters::new(&art::sizes(R::SIGN_SIZE)),
            robot: std::marker::PhantomData,
        };
        Ok((screen, ProgramPage::Writing))
    }

    fn page_time(page: ProgramPage) -> Option<Duration> {
        (page == ProgramPage::Won).then_some(WON_TIME)
    }

    fn end_page(stage: &mut Stage<Self>) {
        stage.open_next(ProgramPage::Writing);
    }

    fn tick(stage: &mut Stage<Self>, elapsed: Duration) {
        if stage.page() == ProgramPage::Running {
            let won = stage.board.advance(elapsed);
            show_end(stage, won);
        }
    }

    fn next_change(stage: &Stage<Self>) -> Option<Duration> {
        // The robot moves in every frame.
        (stage.page() == ProgramPage::Running).then_some(Duration::ZERO)
    }

    fn key(stage: &mut Stage<Self>, key: PracticeKey) {
        match (stage.page(), key) {
            (ProgramPage::Writing, PracticeKey::Enter) => run(stage),
            (ProgramPage::Running | ProgramPage::Stopped, PracticeKey::Escape) => reset(stage),
            (ProgramPage::Writing, PracticeKey::Backspace) => stage.board.remove_last(),
            _ => {}
        }
    }

    fn press(stage: &mut Stage<Self>, at: (i32, i32)) {
        match stage.page() {
            ProgramPage::Writing if R::LAYOUT.run().contains(at) => run(stage),
            ProgramPage::Running | ProgramPage::Stopped if R::LAYOUT.reset().contains(at) => {
                reset(stage)
            }
            ProgramPage::Writing => stage.board.pick_up(at),
            _ => {}
        }
    }

    fn drag(stage: &mut Stage<Self>, at: (i32, i32)) {
        stage.board.drag_to(at);
    }

    fn release(stage: &mut Stage<Self>, at: (i32, i32)) {
        stage.board.drop_at(at);
    }

    fn draw(stage: &Stage<Self>, pen: Pen<'_>) {
        art::draw(stage, &stage.screen.letters, pen);
    }
}

fn run<R: RobotGame>(stage: &mut Stage<Programs<R>>) {
    stage.set_page(ProgramPage::Running);
    let won = stage.board.start();
    show_end(stage, won);
}

/// Changes the page if the run has ended; `won` is `None` while it goes on.
fn show_end<R: RobotGame>(stage: &mut Stage<Programs<R>>, won: Option<bool>) {
    match won {
        Some(true) => stage.set_page(ProgramPage::Won),
        Some(false) => stage.set_page(ProgramPage::Stopped),
        None => {}
    }
}

fn reset<R: RobotGame>(stage: &mut Stage<Programs<R>>) {
    stage.board.reset();
    stage.set_page(ProgramPage::Writing);
}
