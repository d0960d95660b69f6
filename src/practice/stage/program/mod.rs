//! Practice games for programming games: put commands into slots, press Run to start the robot, Reset to bring it back.
//! A won level leads to the next one.
//!
//! The program is the position of the game, and its run an [`Execution`], so the rules are those of the game. A game
//! adds a [`Robot`]: layout, colours, texts, and how its board is drawn.

mod art;
mod blocks;
mod board;
mod run;
mod tiles;

use std::time::Duration;

pub use blocks::{Blocks, Stand};
pub use board::Board;
pub use run::{Figure, Run};

use crate::drawing::{Area, Colour, Letters, Pen, Sheet};
use crate::game::typed::Typed;
use crate::game::{CommandTile, Execution, Game, LevelRef, PracticeError, PracticeKey};
use crate::{Show, Stage, read_levels};

/// Display time of a won level.
const WON: Duration = Duration::from_millis(1500);

/// State of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The program is being written.
    Writing,
    Running,
    /// The run has ended without winning.
    Stopped,
    Won,
    /// All levels are won.
    End,
}

/// Layout that differs between games.
pub struct Layout {
    /// Area of the board.
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

/// Colours of a screen.
pub struct Colours {
    /// Background of the picture.
    pub ground: Colour,
    /// Background of the board.
    pub board: Colour,
    /// Background of the program.
    pub panel: Colour,
    /// Background of the selected procedure's heading.
    pub chosen: Colour,
    /// Empty slot.
    pub empty: Colour,
    /// Outlines.
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
pub trait Robot: Send + Sized + 'static {
    type Game: Typed;
    const GAME: &'static dyn Game;
    /// Concatenated texts of the practice game's own levels.
    const LEVELS: &'static str;
    const LAYOUT: Layout;
    const COLOURS: Colours;
    /// Size of the letters on commands.
    const SIGNS: u32;
    /// Milliseconds per command up to a number of commands, so that long runs speed up.
    const PACES: &'static [(u64, u64)];
    /// Texts of banner and board after the last level.
    const END: [&'static str; 2];

    /// Prepares a level. The error is the reason why it cannot be played here.
    fn new(level: &<Self::Game as Typed>::Level, start: &dyn Execution) -> Result<Self, String>;

    /// Progress of a run for [`Robot::PACES`], from the numbers of moving and of all commands.
    fn steps(moving: u64, _all: u64) -> u64 {
        moving
    }

    /// Reason for not starting a program at all.
    fn refused(&self, _program: &[CommandTile]) -> Option<String> {
        None
    }

    /// Heading of a procedure.
    fn heading(board: &Board<Self>, procedure: usize) -> String;

    /// Message at the end of a run; appended to the level's heading if it is won.
    fn ended(board: &Board<Self>, won: bool) -> String;

    /// Fill and ink of a command.
    fn colours(command: &str) -> (Colour, Colour);

    /// Text on a call or label.
    fn sign(command: &str) -> String;

    fn draw(board: &Board<Self>, sheet: &mut Sheet<'_>);
}

pub struct Programs<R> {
    letters: Letters,
    robot: std::marker::PhantomData<fn() -> R>,
}

impl<R: Robot> Show for Programs<R> {
    const GAME: &'static dyn Game = R::GAME;
    const SIZE: (u32, u32) = (960, 720);
    const END: Page = Page::End;
    type Page = Page;
    type Board = Board<R>;

    fn levels(_: u64) -> Result<Vec<LevelRef>, PracticeError> {
        read_levels(R::GAME, R::LEVELS)
    }

    fn board(level: &LevelRef) -> Result<Board<R>, String> {
        Board::new(level)
    }

    fn begin(_: &[Board<R>], _: u64) -> Result<(Self, Page), PracticeError> {
        let show = Self {
            letters: Letters::new(&art::sizes(R::SIGNS)),
            robot: std::marker::PhantomData,
        };
        Ok((show, Page::Writing))
    }

    fn stays(page: Page) -> Option<Duration> {
        (page == Page::Won).then_some(WON)
    }

    fn turn(stage: &mut Stage<Self>) {
        stage.open_next(Page::Writing);
    }

    fn tick(stage: &mut Stage<Self>, elapsed: Duration) {
        if stage.page() == Page::Running {
            let over = stage.board.go_on(elapsed);
            show_end(stage, over);
        }
    }

    fn next_change(stage: &Stage<Self>) -> Option<Duration> {
        (stage.page() == Page::Running).then_some(Duration::ZERO)
    }

    fn key(stage: &mut Stage<Self>, key: PracticeKey) {
        match (stage.page(), key) {
            (Page::Writing, PracticeKey::Enter) => run(stage),
            (Page::Running | Page::Stopped, PracticeKey::Escape) => reset(stage),
            (Page::Writing, PracticeKey::Backspace) => stage.board.take_last_out(),
            _ => {}
        }
    }

    fn press(stage: &mut Stage<Self>, at: (i32, i32)) {
        match stage.page() {
            Page::Writing if R::LAYOUT.run().contains(at) => run(stage),
            Page::Running | Page::Stopped if R::LAYOUT.reset().contains(at) => reset(stage),
            Page::Writing => stage.board.take(at),
            _ => {}
        }
    }

    fn drag(stage: &mut Stage<Self>, at: (i32, i32)) {
        stage.board.carry(at);
    }

    fn release(stage: &mut Stage<Self>, at: (i32, i32)) {
        stage.board.let_go(at);
    }

    fn draw(stage: &Stage<Self>, pen: Pen<'_>) {
        art::draw(stage, &stage.show.letters, pen);
    }
}

fn run<R: Robot>(stage: &mut Stage<Programs<R>>) {
    stage.go(Page::Running);
    let over = stage.board.set_off();
    show_end(stage, over);
}

fn show_end<R: Robot>(stage: &mut Stage<Programs<R>>, won: Option<bool>) {
    match won {
        Some(true) => stage.go(Page::Won),
        Some(false) => stage.go(Page::Stopped),
        None => {}
    }
}

fn reset<R: Robot>(stage: &mut Stage<Programs<R>>) {
    stage.board.put_back();
    stage.go(Page::Writing);
}
