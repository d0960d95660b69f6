//! Sequence of levels, current page, and its clock.

use std::fmt::Debug;
use std::time::Duration;

use crate::drawing::Pen;
use crate::game::{Game, LevelRef, Practice, PracticeError, PracticeInput, PracticeKey};

/// Parts that a game provides for its practice game. The type itself holds what all levels share.
pub trait StageScreen: Send + Sized + 'static {
    const GAME: &'static dyn Game;
    /// Size of the picture in pixels at scale 1, width × height.
    const SIZE: (u32, u32);
    /// Page after the last level.
    const END: Self::Page;
    /// Kind of screen, such as playing or solved.
    type Page: Copy + Debug + PartialEq + Send;
    type Board: Send;

    /// Own levels of the practice game.
    fn levels(seed: u64) -> Result<Vec<LevelRef>, PracticeError>;

    /// Prepares a level at its start. The error is the reason why it cannot be played here.
    fn board(level: &LevelRef) -> Result<Self::Board, String>;

    /// Prepares the common data of all levels and the first page. May refuse too many levels.
    fn begin(boards: &[Self::Board], seed: u64) -> Result<(Self, Self::Page), PracticeError>;

    fn title(stage: &Stage<Self>) -> String {
        let state = match stage.finished() {
            true => "finished".to_owned(),
            false => format!("Level {:02}", stage.number()),
        };
        format!("{} practice – {state}", Self::GAME.info().title)
    }

    /// Display time of a page; `None` if it does not end by itself.
    fn page_time(_page: Self::Page) -> Option<Duration> {
        None
    }

    /// Called at the end of a page's display time.
    fn end_page(_stage: &mut Stage<Self>) {}

    /// Called as time passes, on every page.
    fn tick(_stage: &mut Stage<Self>, _elapsed: Duration) {}

    /// Time until the picture changes on the current page; `None` if it does not.
    fn next_change(_stage: &Stage<Self>) -> Option<Duration> {
        None
    }

    fn key(stage: &mut Stage<Self>, key: PracticeKey);

    /// Handles a press of the pointer button, at a pixel of the picture at scale 1, also outside it.
    fn press(_stage: &mut Stage<Self>, _at: (i32, i32)) {}

    /// Handles a movement of the pointer, also without a button.
    fn drag(_stage: &mut Stage<Self>, _at: (i32, i32)) {}

    fn release(_stage: &mut Stage<Self>, _at: (i32, i32)) {}

    fn draw(stage: &Stage<Self>, pen: Pen<'_>);
}

/// Practice game: its levels, and the player's progress.
pub struct Stage<S: StageScreen> {
    /// Common data of all levels.
    pub screen: S,
    /// Current level on the screen.
    pub board: S::Board,
    levels: Vec<LevelRef>,
    /// Index of the current level.
    current: usize,
    page: S::Page,
    /// Time since the page was opened.
    since: Duration,
}

impl<S: StageScreen> Stage<S> {
    /// Starts with these levels, else the game's own. Fails if one cannot be played on this screen.
    pub fn new(levels: &[LevelRef], seed: u64) -> Result<Self, PracticeError> {
        let levels = match levels {
            [] => S::levels(seed)?,
            levels => levels.to_vec(),
        };
        let boards = levels.iter().enumerate().map(|(index, level)| {
            S::board(level).map_err(|reason| PracticeError::Level { index, reason })
        });
        let boards: Vec<S::Board> = boards.collect::<Result<_, _>>()?;
        let (screen, page) = S::begin(&boards, seed)?;
        let first = boards.into_iter().next();
        Ok(Self {
            screen,
            board: first.ok_or(PracticeError::None(S::GAME.info().id))?,
            levels,
            current: 0,
            page,
            since: Duration::ZERO,
        })
    }

    pub fn boxed(levels: &[LevelRef], seed: u64) -> Result<Box<dyn Practice>, PracticeError> {
        Ok(Box::new(Self::new(levels, seed)?))
    }

    pub fn count(&self) -> usize {
        self.levels.len()
    }

    /// Number of levels as text for the last page.
    pub fn count_text(&self) -> String {
        match self.count() {
            1 => "1 LEVEL".to_owned(),
            count => format!("{count} LEVELS"),
        }
    }

    /// Number of the current level, from 1.
    pub fn number(&self) -> usize {
        self.current + 1
    }

    pub fn level(&self) -> Option<&LevelRef> {
        self.levels.get(self.current)
    }

    /// Number and title of the level.
    pub fn heading(&self) -> String {
        match self.level().map_or("", |level| level.meta().title.as_str()) {
            "" => format!("Level {}", self.number()),
            title => format!("Level {}: {title}", self.number()),
        }
    }

    pub fn page(&self) -> S::Page {
        self.page
    }

    pub fn since(&self) -> Duration {
        self.since
    }

    pub fn set_page(&mut self, page: S::Page) {
        (self.page, self.since) = (page, Duration::ZERO);
    }

    /// Opens a page with a level at its start, counted from 0; the last page if there is no such level.
    pub fn open(&mut self, index: usize, page: S::Page) {
        // Cannot fail: `new` has checked all levels.
        let board = self.levels.get(index).map(S::board);
        match board.and_then(Result::ok) {
            Some(board) => {
                (self.board, self.current) = (board, index);
                self.set_page(page);
            }
            None => self.set_page(S::END),
        }
    }

    pub fn open_next(&mut self, page: S::Page) {
        self.open(self.current + 1, page);
    }
}

impl<S: StageScreen> Practice for Stage<S> {
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
        // About the page so far: the tick may open another one.
        let is_over = S::page_time(self.page).is_some_and(|time| self.since >= time);
        S::tick(self, elapsed);
        if is_over {
            S::end_page(self);
        }
    }

    fn next_change(&self) -> Option<Duration> {
        let left = S::page_time(self.page).map(|time| time.saturating_sub(self.since));
        S::next_change(self).or(left)
    }

    fn draw(&self, rgb: &mut [u8]) {
        S::draw(self, Pen::new(rgb, S::SIZE));
    }

    fn finished(&self) -> bool {
        self.page == S::END
    }
}
