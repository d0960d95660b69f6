//! The stand-in: the game's screen in a window of this program's own.
//!
//! Commands are dragged into the slots of main and the procedures, or clicked, which puts them
//! behind the commands of the procedure that is chosen. A click on a command in a slot takes it
//! out, and so does dragging it away. Run lets the robot go; when it has stopped with a light still
//! dark, Reset brings it back. Enter runs, Escape resets, Backspace takes the last command out.

mod draw;
mod icons;
mod layout;
mod levels;
mod robot;
mod scene;
#[cfg(test)]
mod tests;
mod walk;

use std::sync::Arc;
use std::time::Duration;

use planwright_drawing::{Area, Letters};

use crate::INFO;
use crate::game::{Cell, LevelRef, Practice, PracticeError, PracticeInput, PracticeKey};
use crate::program::{Command, Program};
use crate::puzzle::Puzzle;
use layout::{RESET, RUN, SLOT};
use scene::{Figure, Scene};
use walk::{Done, Walk};

/// The board with all lights lit stays on the screen for so long.
const WON: Duration = Duration::from_millis(1500);
/// What moved less than this was clicked, not dragged.
const STILL: i32 = 5;

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Page {
    /// The program is written.
    Writing,
    Running,
    /// The program is over, and a light is dark.
    Stopped,
    /// All lights are lit, for so long now.
    Won(Duration),
    End,
}

/// A command in the hand.
#[derive(Clone, Copy, Debug)]
struct Hand {
    command: Command,
    /// The slot it was in.
    from: Option<(usize, usize)>,
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

/// The stand-in.
pub(super) struct LightBotPractice {
    levels: Vec<LevelRef>,
    /// Which level, from 0.
    current: usize,
    puzzle: Arc<Puzzle>,
    scene: Scene,
    program: Program,
    /// The procedure that clicked commands go to.
    chosen: usize,
    hand: Option<Hand>,
    page: Page,
    walk: Walk,
    /// The command being carried out, and for how long.
    deed: Option<(Done, Duration)>,
    letters: Letters,
}

impl LightBotPractice {
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
            let shown = Self::shown(level);
            let shown = shown.map_err(|reason| PracticeError::Level { index, reason })?;
            first.get_or_insert(shown);
        }
        let (puzzle, scene) = first.ok_or(PracticeError::None(INFO.id))?;
        let program = Program::empty(&puzzle.slots);
        Ok(Self {
            levels,
            current: 0,
            walk: Walk::new(&puzzle, program.clone()),
            program,
            scene,
            puzzle,
            chosen: 0,
            hand: None,
            page: Page::Writing,
            deed: None,
            letters: Letters::new(&draw::SIZES),
        })
    }

    fn shown(level: &LevelRef) -> Result<(Arc<Puzzle>, Scene), String> {
        let puzzle = levels::playable(level)?;
        layout::fits(&puzzle.slots)?;
        let scene = Scene::fit(puzzle, layout::BOARD)?;
        Ok((Arc::clone(puzzle), scene))
    }

    fn start(&mut self, index: usize) {
        // That they can be played was checked at the beginning.
        if let Some(Ok((puzzle, scene))) = self.levels.get(index).map(Self::shown) {
            self.current = index;
            self.program = Program::empty(&puzzle.slots);
            (self.puzzle, self.scene) = (puzzle, scene);
            self.chosen = 0;
            self.reset();
        }
    }

    /// Robot and lights as at the start; the program stays.
    fn reset(&mut self) {
        self.walk = Walk::new(&self.puzzle, self.program.clone());
        self.deed = None;
        self.hand = None;
        self.page = Page::Writing;
    }

    fn run(&mut self) {
        self.reset();
        self.page = Page::Running;
        self.next();
    }

    /// The next command, unless all is over.
    fn next(&mut self) {
        self.deed = None;
        if self.walk.is_won() {
            self.page = Page::Won(Duration::ZERO);
        } else {
            match self.walk.next() {
                Some(done) => self.deed = Some((done, Duration::ZERO)),
                None => self.page = Page::Stopped,
            }
        }
    }

    /// How long a command takes: long runs hurry up.
    fn pace(&self) -> Duration {
        Duration::from_millis(match self.walk.steps {
            0..=16 => 170,
            17..=50 => 100,
            51..=150 => 50,
            _ => 25,
        })
    }

    /// Commands that can be taken.
    fn commands(&self) -> Vec<Command> {
        let calls = (1..).take(self.puzzle.slots.procedures());
        let calls = calls.map(Command::Call);
        Command::ACTIONS.into_iter().chain(calls).collect()
    }

    /// Lights that are dark.
    fn dark(&self) -> usize {
        self.puzzle.lights().count() - self.walk.lit.len()
    }

    /// Whether a light is lit; one that is being switched changes in the middle.
    fn is_lit(&self, cell: Cell) -> bool {
        let lit = self.walk.lit.contains(&cell);
        let switching = self.deed.is_some_and(|(done, since)| {
            done.command == Command::Light && done.before.cell == cell && since * 2 < self.pace()
        });
        lit != switching
    }

    /// The command that is being carried out.
    fn doing(&self) -> Option<(usize, usize)> {
        self.deed.map(|(done, _)| done.slot)
    }

    /// Where the robot is.
    fn figure(&self) -> Figure {
        let stand =
            |robot: crate::puzzle::Robot| Figure::standing(&self.puzzle, robot.cell, robot.facing);
        let Some((done, since)) = self.deed else {
            return stand(self.walk.robot);
        };
        let (from, to) = (stand(done.before), stand(self.walk.robot));
        let part = since.as_secs_f32() / self.pace().as_secs_f32();
        let part = part.clamp(0.0, 1.0);
        let part = part * part * (3.0 - 2.0 * part);
        let between = |from: f32, to: f32| from + (to - from) * part;
        let moved = done.before.cell != self.walk.robot.cell;
        let hop = match done.command {
            Command::Jump => 2.2,
            Command::Forward if !moved => 0.5,
            _ => 0.0,
        };
        let mut turn = to.turn - from.turn;
        // The short way round.
        if turn.abs() > 2.0 {
            turn -= 4.0 * turn.signum();
        }
        Figure {
            at: (between(from.at.0, to.at.0), between(from.at.1, to.at.1)),
            height: between(from.height, to.height) + hop * 4.0 * part * (1.0 - part),
            turn: from.turn + turn * part,
        }
    }

    /// The command in the hand and the upper left corner of its picture.
    fn carried(&self) -> Option<(Command, (i32, i32))> {
        let hand = self.hand.filter(Hand::is_dragged)?;
        let corner = (hand.at.0 - SLOT / 2, hand.at.1 - SLOT / 2);
        Some((hand.command, corner))
    }

    /// The slot at a pixel.
    fn slot_at(&self, at: (i32, i32)) -> Option<(usize, usize)> {
        let slots = self.puzzle.slots.as_slice().iter().enumerate();
        let mut all = slots.flat_map(|(procedure, count)| (0..*count).map(move |i| (procedure, i)));
        all.find(|(procedure, index)| layout::slot(*procedure, *index).contains(at))
    }

    fn procedure_at(&self, at: (i32, i32)) -> Option<usize> {
        let mut slots = self.puzzle.slots.as_slice().iter().enumerate();
        let found = slots.find(|(index, count)| layout::procedure(*index, **count).contains(at));
        found.map(|(index, _)| index)
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
        let commands = self.commands().into_iter().enumerate();
        let area = |index: usize| -> Area { layout::palette(index) };
        let found = commands
            .filter(|(index, _)| area(*index).contains(at))
            .map(|(_, command)| (command, None))
            .next();
        let slot = self.slot_at(at);
        let in_slot = slot.and_then(|(procedure, index)| {
            let command = self.program.body(procedure).get(index)?;
            Some((*command, slot))
        });
        match found.or(in_slot) {
            Some((command, from)) => {
                self.hand = Some(Hand {
                    command,
                    from,
                    taken: at,
                    at,
                });
            }
            None => self.chosen = self.procedure_at(at).unwrap_or(self.chosen),
        }
    }

    fn release(&mut self, at: (i32, i32)) {
        let Some(mut hand) = self.hand.take() else {
            return;
        };
        hand.at = at;
        if let Some((procedure, index)) = hand.from {
            let mut body = self.program.body(procedure).to_vec();
            if index < body.len() {
                body.remove(index);
                self.program.set(procedure, body);
            }
        }
        let target = if hand.is_dragged() {
            self.slot_at(at)
        } else if hand.from.is_none() {
            Some((self.chosen, usize::MAX))
        } else {
            None
        };
        if let Some((procedure, index)) = target {
            self.insert(procedure, index, hand.command);
        }
    }

    /// Puts a command before the one at a place, or behind all, if there is room.
    fn insert(&mut self, procedure: usize, index: usize, command: Command) {
        let mut body = self.program.body(procedure).to_vec();
        let slots = self.puzzle.slots.as_slice();
        if body.len() < slots.get(procedure).copied().unwrap_or(0) {
            body.insert(index.min(body.len()), command);
            self.program.set(procedure, body);
        }
    }

    fn key(&mut self, key: PracticeKey) {
        match (self.page, key) {
            (Page::Writing, PracticeKey::Enter) => self.run(),
            (Page::Running | Page::Stopped, PracticeKey::Escape) => self.reset(),
            (Page::Writing, PracticeKey::Backspace) => {
                let mut body = self.program.body(self.chosen).to_vec();
                body.pop();
                self.program.set(self.chosen, body);
            }
            _ => {}
        }
    }
}

impl Practice for LightBotPractice {
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
