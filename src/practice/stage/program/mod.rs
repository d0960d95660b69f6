//! Programming games: commands are carried into slots, Run lets the robot go by itself, Reset brings
//! it back, and a won level makes room for the next one.
//!
//! The program is the position of the game, and its run an [`Execution`]: the rules are those of the
//! game. A game adds a [`Robot`]: places, colours, words, and how its board is drawn.

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

/// A won level stays on the screen for so long.
const WON: Duration = Duration::from_millis(1500);

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The program is written.
    Writing,
    /// It runs.
    Running,
    /// It is over, and the level is not won.
    Stopped,
    /// The level is won.
    Won,
    /// All levels are won.
    End,
}

/// Where things are that are not in the same place in every game.
pub struct Layout {
    /// The board is in here.
    pub board: Area,
    /// Upper edge of the buttons.
    pub buttons: i32,
    /// The first command that can be taken, from one to the next, and how many stand in a row.
    pub palette: (Area, i32, usize),
    /// Base line of the words above the palette, and of those below it.
    pub help: (i32, Option<i32>),
    /// For each procedure the upper edge of its slots, and how many there is room for.
    pub slots: &'static [(i32, usize)],
    /// From the upper edge of a procedure's slots up to the base line of its heading.
    pub heading: i32,
}

/// The colours of a screen.
pub struct Colours {
    /// Under everything.
    pub ground: Colour,
    /// Under the board.
    pub board: Colour,
    /// Under the program.
    pub panel: Colour,
    /// Behind the heading of the procedure that clicked commands go to.
    pub chosen: Colour,
    /// A slot without a command.
    pub empty: Colour,
    /// Around things.
    pub rim: Colour,
    /// Around commands.
    pub tile: Colour,
    /// Letters.
    pub light: Colour,
    /// Letters that matter less.
    pub faint: Colour,
    /// A button that does nothing now.
    pub idle: Colour,
    /// How much of a command is hidden that cannot be put in, 0 to 1.
    pub veil: f32,
    /// The lamp while the program is written.
    pub writing: Colour,
}

/// What a programming game gives to its stand-in.
pub trait Robot: Send + Sized + 'static {
    /// The types of the game.
    type Game: Typed;
    /// The game.
    const GAME: &'static dyn Game;
    /// The texts of the stand-in's own levels, one behind the other.
    const LEVELS: &'static str;
    /// Where things are.
    const LAYOUT: Layout;
    /// The colours.
    const COLOURS: Colours;
    /// Size of the letters on commands.
    const SIGNS: u32;
    /// Milliseconds that a command takes, up to a number of commands carried out: long runs speed up.
    const PACES: &'static [(u64, u64)];
    /// What the banner and the board say behind the last level.
    const END: [&'static str; 2];

    /// What is known of a level's board before anything runs.
    ///
    /// # Errors
    /// Why the level cannot be played here.
    fn new(level: &<Self::Game as Typed>::Level, start: &dyn Execution) -> Result<Self, String>;

    /// How far a run has come, for [`Robot::PACES`]: commands that moved something, and all of them.
    fn steps(moving: u64, _all: u64) -> u64 {
        moving
    }

    /// Why a program is not even begun.
    fn refused(&self, _program: &[CommandTile]) -> Option<String> {
        None
    }

    /// What stands over a procedure.
    fn heading(board: &Board<Self>, procedure: usize) -> String;

    /// What is said when the run is over: behind the level's heading where it is won.
    fn ended(board: &Board<Self>, won: bool) -> String;

    /// The ground of a command and the ink on it.
    fn colours(command: &str) -> (Colour, Colour);

    /// What is written on a call or label.
    fn sign(command: &str) -> String;

    /// Draws the board.
    fn draw(board: &Board<Self>, sheet: &mut Sheet<'_>);
}

/// The stand-in of a programming game.
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
