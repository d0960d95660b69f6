//! The stand-in: the game's screen in a window of this program's own.
//!
//! Commands are dragged into the slots, or clicked, which puts them behind the others. A click on a
//! command in a slot takes it out, and so does dragging it away. Run lets the robot go; when it has
//! stopped inside, Reset brings it back. Enter runs, Escape resets, Backspace takes the last command
//! out.

mod draw;
mod icons;
mod layout;
mod levels;
#[cfg(test)]
mod tests;
mod walk;

use std::sync::Arc;
use std::time::Duration;

use planwright_drawing::Letters;

use crate::INFO;
use crate::board::{Board, Calls, Heading};
use crate::game::{Cell, LevelRef, Practice, PracticeError, PracticeInput, PracticeKey};
use crate::machine;
use crate::program::{Command, DIGITS, Program};
use layout::{RESET, RUN, SLOT, SLOTS};
use walk::{Done, Over, Walk};

/// The robot in the exit stays on the screen for so long.
const WON: Duration = Duration::from_millis(1500);
/// What moved less than this was clicked, not dragged.
const STILL: i32 = 5;

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Page {
    /// The program is written.
    Writing,
    Running,
    /// The program is over, and the robot is still inside.
    Stopped,
    /// It has escaped, for so long now.
    Won(Duration),
    End,
}

/// A command in the hand.
#[derive(Clone, Copy, Debug)]
struct Hand {
    command: Command,
    /// The slot it was in.
    from: Option<usize>,
    /// Where it was taken.
    taken: (i32, i32),
    /// Where it is.
    at: (i32, i32),
}

impl Hand {
    fn is_dragged(&self) -> bool {
        (self.at.0 - self.taken.0).abs() > STILL || (self.at.1 - self.taken.1).abs() > STILL
    }
}

/// Commands that can be taken.
fn commands() -> Vec<Command> {
    let calls = DIGITS.map(Command::Call).into_iter();
    let labels = DIGITS.map(Command::Label);
    let simple = Command::SIMPLE.into_iter();
    simple.chain(calls).chain(labels).collect()
}

/// The stand-in.
pub(super) struct RobosPractice {
    levels: Vec<LevelRef>,
    /// Which level, from 0.
    current: usize,
    board: Arc<Board>,
    program: Vec<Command>,
    hand: Option<Hand>,
    page: Page,
    walk: Walk,
    /// The command being carried out, and for how long.
    deed: Option<(Done, Duration)>,
    letters: Letters,
}

impl RobosPractice {
    /// A game of these levels, or of the stand-in's own where there are none.
    ///
    /// # Errors
    /// When a level is not of this game, or cannot be played on this screen.
    pub(super) fn new(levels: &[LevelRef]) -> Result<Self, PracticeError> {
        let levels = if levels.is_empty() {
            levels::levels()?
        } else {
            levels.to_vec()
        };
        let mut first = None;
        for (index, level) in levels.iter().enumerate() {
            let board = levels::playable(level);
            let board = board.map_err(|reason| PracticeError::Level { index, reason })?;
            first.get_or_insert_with(|| Arc::clone(board));
        }
        let board = first.ok_or(PracticeError::None(INFO.id))?;
        Ok(Self {
            levels,
            current: 0,
            walk: Walk::new(&board, Program::default()),
            board,
            program: Vec::new(),
            hand: None,
            page: Page::Writing,
            deed: None,
            letters: Letters::new(&draw::SIZES),
        })
    }

    fn start(&mut self, index: usize) {
        // That they can be played was checked at the beginning.
        if let Some(Ok(board)) = self.levels.get(index).map(levels::playable) {
            self.board = Arc::clone(board);
            self.current = index;
            self.program.clear();
            self.reset();
        }
    }

    /// Robot and board as at the start; the program stays.
    fn reset(&mut self) {
        self.walk = Walk::new(&self.board, Program::new(self.program.clone()));
        self.deed = None;
        self.hand = None;
        self.page = Page::Writing;
    }

    fn run(&mut self) {
        self.reset();
        self.page = Page::Running;
        let program = Program::new(self.program.clone());
        if self.board.calls == Calls::Strict
            && let Some(digit) = program.dangling_call()
        {
            let why = format!("the call {digit} has no label");
            self.walk.over = Some(Over::Failed(why));
        }
        self.next();
    }

    /// The next command, unless all is over.
    fn next(&mut self) {
        self.deed = None;
        match self.walk.next() {
            Some(done) => self.deed = Some((done, Duration::ZERO)),
            None if self.walk.over == Some(Over::Escaped) => {
                self.page = Page::Won(Duration::ZERO);
            }
            None => self.page = Page::Stopped,
        }
    }

    /// How long a command takes: long runs hurry up.
    fn pace(&self) -> Duration {
        Duration::from_millis(match self.walk.steps {
            0..=16 => 170,
            17..=50 => 100,
            51..=150 => 50,
            151..=400 => 25,
            _ => 4,
        })
    }

    fn why(&self) -> &str {
        match &self.walk.over {
            Some(Over::Failed(why)) => why,
            _ => "",
        }
    }

    /// Points that the program is worth with the coins taken so far, if it leads out.
    fn score(&self) -> i64 {
        machine::score(self.program.len(), self.walk.coins)
    }

    /// The command that is being carried out.
    fn doing(&self) -> Option<usize> {
        self.deed.map(|(done, _)| done.index)
    }

    /// From where to where a shot flies.
    fn shot(&self) -> Option<(Cell, Cell)> {
        let (done, _) = self.deed?;
        Some((done.before.0, done.shot?))
    }

    /// Row and column of the robot, and its quarter turns from up.
    fn figure(&self) -> ((f32, f32), f32) {
        let stand = |(cell, heading): (Cell, Heading)| {
            ((cell.row as f32, cell.col as f32), heading as u8 as f32)
        };
        let (to, turned) = stand(self.walk.robot);
        let Some((done, since)) = self.deed else {
            return (to, turned);
        };
        let (from, turn) = stand(done.before);
        let part = since.as_secs_f32() / self.pace().as_secs_f32();
        let part = part.clamp(0.0, 1.0);
        let part = part * part * (3.0 - 2.0 * part);
        let mut by = turned - turn;
        // The short way round.
        if by.abs() > 2.0 {
            by -= 4.0 * by.signum();
        }
        let between = |from: f32, to: f32| from + (to - from) * part;
        (
            (between(from.0, to.0), between(from.1, to.1)),
            turn + by * part,
        )
    }

    /// The command in the hand and the upper left corner of its picture.
    fn carried(&self) -> Option<(Command, (i32, i32))> {
        let hand = self.hand.filter(Hand::is_dragged)?;
        let corner = (hand.at.0 - SLOT / 2, hand.at.1 - SLOT / 2);
        Some((hand.command, corner))
    }

    fn slot_at(at: (i32, i32)) -> Option<usize> {
        (0..SLOTS).find(|index| layout::slot(*index).contains(at))
    }

    fn press(&mut self, at: (i32, i32)) {
        match self.page {
            Page::Writing if RUN.contains(at) => self.run(),
            Page::Running | Page::Stopped if RESET.contains(at) => self.reset(),
            Page::Writing if self.hand.is_none() => self.take(at),
            _ => {}
        }
    }

    fn take(&mut self, at: (i32, i32)) {
        let mut all = commands().into_iter().enumerate();
        let new = all.find(|(index, _)| layout::palette(*index).contains(at));
        let from = Self::slot_at(at).filter(|index| *index < self.program.len());
        let in_slot = from.and_then(|index| self.program.get(index).copied());
        let command = new.map(|(_, command)| command).or(in_slot);
        self.hand = command.map(|command| Hand {
            command,
            from,
            taken: at,
            at,
        });
    }

    fn release(&mut self, at: (i32, i32)) {
        let Some(mut hand) = self.hand.take() else {
            return;
        };
        hand.at = at;
        if let Some(index) = hand.from.filter(|index| *index < self.program.len()) {
            self.program.remove(index);
        }
        let target = if hand.is_dragged() {
            Self::slot_at(at)
        } else {
            hand.from.is_none().then_some(usize::MAX)
        };
        if let Some(index) = target
            && self.has_room_for(hand.command)
        {
            // Before the command that is there, or behind all.
            let index = index.min(self.program.len());
            self.program.insert(index, hand.command);
        }
    }

    /// Whether a command can be put in: under strict rules a label is there once at most.
    fn has_room_for(&self, command: Command) -> bool {
        let strict = self.board.calls == Calls::Strict;
        let label = matches!(command, Command::Label(_));
        self.program.len() < SLOTS && !(strict && label && self.program.contains(&command))
    }

    fn key(&mut self, key: PracticeKey) {
        match (self.page, key) {
            (Page::Writing, PracticeKey::Enter) => self.run(),
            (Page::Running | Page::Stopped, PracticeKey::Escape) => self.reset(),
            (Page::Writing, PracticeKey::Backspace) => drop(self.program.pop()),
            _ => {}
        }
    }
}

impl Practice for RobosPractice {
    fn title(&self) -> String {
        let state = match self.page {
            Page::End => "finished".to_owned(),
            _ => format!("Level {:02}", self.current + 1),
        };
        format!("{} practice – {state}", INFO.title)
    }

    fn size(&self) -> (u32, u32) {
        layout::SIZE
    }

    fn input(&mut self, input: PracticeInput) {
        match input {
            PracticeInput::KeyDown(key) => self.key(key),
            PracticeInput::PointerDown(x, y) => self.press((x, y)),
            PracticeInput::PointerMoved(x, y) => {
                if let Some(hand) = &mut self.hand {
                    hand.at = (x, y);
                }
            }
            PracticeInput::PointerUp(x, y) => self.release((x, y)),
            PracticeInput::KeyUp(_) => {}
        }
    }

    fn tick(&mut self, elapsed: Duration) {
        match &mut self.page {
            Page::Won(since) => {
                *since += elapsed;
                if *since >= WON {
                    if self.current + 1 < self.levels.len() {
                        self.start(self.current + 1);
                    } else {
                        self.page = Page::End;
                    }
                }
            }
            Page::Running => {
                let mut left = elapsed;
                // A picture may come late, when several commands are due.
                while let (Page::Running, Some((done, since))) = (self.page, self.deed) {
                    let need = self.pace().saturating_sub(since);
                    if left < need {
                        self.deed = Some((done, since + left));
                        break;
                    }
                    left -= need;
                    self.next();
                }
            }
            Page::Writing | Page::Stopped | Page::End => {}
        }
    }

    fn next_change(&self) -> Option<Duration> {
        match self.page {
            Page::Running => Some(Duration::ZERO),
            Page::Won(since) => Some(WON.saturating_sub(since)),
            Page::Writing | Page::Stopped | Page::End => None,
        }
    }

    fn draw(&self, rgb: &mut [u8]) {
        draw::draw(self, rgb);
    }

    fn finished(&self) -> bool {
        self.page == Page::End
    }
}
