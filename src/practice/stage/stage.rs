//! Levels one after the other, the page that is shown, and its clock.

use std::fmt::Debug;
use std::time::Duration;

use crate::drawing::Pen;
use crate::game::{Game, LevelRef, Practice, PracticeError, PracticeInput, PracticeKey};

/// What a game gives to its stand-in. What is the same on all levels is in the implementing type.
pub trait Show: Send + Sized + 'static {
    /// The game.
    const GAME: &'static dyn Game;
    /// Picture size in pixels at scale 1, width × height.
    const SIZE: (u32, u32);
    /// The page behind the last level.
    const END: Self::Page;
    /// What is on the screen.
    type Page: Copy + Debug + PartialEq + Send;
    /// A level on the screen.
    type Board: Send;

    /// The stand-in's own levels.
    ///
    /// # Errors
    /// When they are damaged.
    fn levels(seed: u64) -> Result<Vec<LevelRef>, PracticeError>;

    /// A level, at its start.
    ///
    /// # Errors
    /// Why it cannot be played here.
    fn board(level: &LevelRef) -> Result<Self::Board, String>;

    /// What is the same for all these levels, and the first page.
    ///
    /// # Errors
    /// When there are too many of them.
    fn begin(boards: &[Self::Board], seed: u64) -> Result<(Self, Self::Page), PracticeError>;

    /// Window title.
    fn title(stage: &Stage<Self>) -> String {
        let state = match stage.finished() {
            true => "finished".to_owned(),
            false => format!("Level {:02}", stage.number()),
        };
        format!("{} practice – {state}", Self::GAME.info().title)
    }

    /// How long a page stays; `None` if not by the clock.
    fn stays(_page: Self::Page) -> Option<Duration> {
        None
    }

    /// The time of a page is over.
    fn turn(_stage: &mut Stage<Self>) {}

    /// Time goes on, whatever the page.
    fn tick(_stage: &mut Stage<Self>, _elapsed: Duration) {}

    /// How long until the picture changes, other than by a new page.
    fn next_change(_stage: &Stage<Self>) -> Option<Duration> {
        None
    }

    /// A key goes down.
    fn key(stage: &mut Stage<Self>, key: PracticeKey);

    /// The pointer button goes down.
    fn press(_stage: &mut Stage<Self>, _at: (i32, i32)) {}

    /// The pointer moves.
    fn drag(_stage: &mut Stage<Self>, _at: (i32, i32)) {}

    /// The pointer button comes up.
    fn release(_stage: &mut Stage<Self>, _at: (i32, i32)) {}

    /// Draws the picture.
    fn draw(stage: &Stage<Self>, pen: Pen<'_>);
}

/// A stand-in: what a game shows, and where in it the player is.
pub struct Stage<S: Show> {
    /// What is the same on all levels.
    pub show: S,
    /// The level on the screen.
    pub board: S::Board,
    levels: Vec<LevelRef>,
    current: usize,
    page: S::Page,
    since: Duration,
}

impl<S: Show> Stage<S> {
    /// A game of these levels, or of the stand-in's own where there are none.
    ///
    /// # Errors
    /// When a level is not of this game, or cannot be played on this screen.
    pub fn new(levels: &[LevelRef], seed: u64) -> Result<Self, PracticeError> {
        let levels = match levels {
            [] => S::levels(seed)?,
            levels => levels.to_vec(),
        };
        let boards = levels.iter().enumerate().map(|(index, level)| {
            S::board(level).map_err(|reason| PracticeError::Level { index, reason })
        });
        let boards: Vec<S::Board> = boards.collect::<Result<_, _>>()?;
        let (show, page) = S::begin(&boards, seed)?;
        let first = boards.into_iter().next();
        Ok(Self {
            show,
            board: first.ok_or(PracticeError::None(S::GAME.info().id))?,
            levels,
            current: 0,
            page,
            since: Duration::ZERO,
        })
    }

    /// The same as a stand-in of any game.
    ///
    /// # Errors
    /// Those of [`Stage::new`].
    pub fn boxed(levels: &[LevelRef], seed: u64) -> Result<Box<dyn Practice>, PracticeError> {
        Ok(Box::new(Self::new(levels, seed)?))
    }

    /// How many levels there are.
    pub fn count(&self) -> usize {
        self.levels.len()
    }

    /// Which level is on the screen, from 1.
    pub fn number(&self) -> usize {
        self.current + 1
    }

    /// The level that is on the screen.
    pub fn level(&self) -> Option<&LevelRef> {
        self.levels.get(self.current)
    }

    /// The level's number and title.
    pub fn heading(&self) -> String {
        match self.level().map_or("", |level| level.meta().title.as_str()) {
            "" => format!("Level {}", self.number()),
            title => format!("Level {}: {title}", self.number()),
        }
    }

    /// What is on the screen.
    pub fn page(&self) -> S::Page {
        self.page
    }

    /// For how long the page is there.
    pub fn since(&self) -> Duration {
        self.since
    }

    /// Shows a page.
    pub fn go(&mut self, page: S::Page) {
        (self.page, self.since) = (page, Duration::ZERO);
    }

    /// Shows a page with a level, from 0, at its start; the end if there is no such level.
    pub fn open(&mut self, index: usize, page: S::Page) {
        // That they can be played was checked at the beginning.
        let board = self.levels.get(index).map(S::board);
        match board.and_then(Result::ok) {
            Some(board) => {
                (self.board, self.current) = (board, index);
                self.go(page);
            }
            None => self.go(S::END),
        }
    }

    /// Shows a page with the next level.
    pub fn open_next(&mut self, page: S::Page) {
        self.open(self.current + 1, page);
    }
}

impl<S: Show> Practice for Stage<S> {
    fn title(&self) -> String {
        S::title(self)
    }

    fn size(&self) -> (u32, u32) {
        S::SIZE
    }

    fn input(&mut self, input: PracticeInput) {
        match input {
            PracticeInput::KeyDown(key) => S::key(self, key),
            PracticeInput::PointerDown(x, y) => S::press(self, (x, y)),
            PracticeInput::PointerMoved(x, y) => S::drag(self, (x, y)),
            PracticeInput::PointerUp(x, y) => S::release(self, (x, y)),
            PracticeInput::KeyUp(_) => {}
        }
    }

    fn tick(&mut self, elapsed: Duration) {
        self.since += elapsed;
        let over = S::stays(self.page).is_some_and(|time| self.since >= time);
        S::tick(self, elapsed);
        if over {
            S::turn(self);
        }
    }

    fn next_change(&self) -> Option<Duration> {
        let left = S::stays(self.page).map(|time| time.saturating_sub(self.since));
        S::next_change(self).or(left)
    }

    fn draw(&self, rgb: &mut [u8]) {
        S::draw(self, Pen::new(rgb, S::SIZE));
    }

    fn finished(&self) -> bool {
        self.page == S::END
    }
}
