//! What the stand-ins of programming games have in common: commands are carried into slots, Run lets
//! the robot go by itself, Reset brings it back, and a won level makes room for the next one.

use std::time::Duration;

use super::{LevelRef, Practice, PracticeInput, PracticeKey};

/// A won level stays on the screen for so long.
const WON: Duration = Duration::from_millis(1500);
/// What moved less than this, in pixels, was clicked, not dragged.
const STILL: i32 = 5;

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The program is written.
    Writing,
    /// It runs.
    Running,
    /// It is over, and the level is not won.
    Stopped,
    /// The level is won, for so long now.
    Won(Duration),
    /// All levels are won.
    End,
}

/// A command in the hand.
#[derive(Clone, Copy, Debug)]
pub struct Hand<C, S> {
    command: C,
    /// The slot it was in.
    from: Option<S>,
    /// Where it was taken.
    taken: (i32, i32),
    /// Where it is.
    at: (i32, i32),
}

impl<C, S> Hand<C, S> {
    fn is_dragged(&self) -> bool {
        (self.at.0 - self.taken.0).abs() > STILL || (self.at.1 - self.taken.1).abs() > STILL
    }
}

/// Where the game is.
#[derive(Clone, Debug)]
pub struct Stage<C, S, D> {
    /// Which level, from 0.
    pub current: usize,
    /// What is going on.
    pub page: Page,
    hand: Option<Hand<C, S>>,
    /// The command being carried out, and for how long.
    deed: Option<(D, Duration)>,
}

impl<C, S, D> Default for Stage<C, S, D> {
    fn default() -> Self {
        Self {
            current: 0,
            page: Page::Writing,
            hand: None,
            deed: None,
        }
    }
}

impl<C: Copy, S: Copy, D: Copy> Stage<C, S, D> {
    /// The command that is dragged, and the upper left corner of its picture of this side length.
    pub fn carried(&self, side: i32) -> Option<(C, (i32, i32))> {
        let hand = self.hand.filter(Hand::is_dragged)?;
        Some((hand.command, (hand.at.0 - side / 2, hand.at.1 - side / 2)))
    }

    /// The command being carried out, and for how long.
    pub fn deed(&self) -> Option<(D, Duration)> {
        self.deed
    }
}

/// What comes next in a run.
pub enum Step<D> {
    /// A command that takes its time.
    Deed(D),
    /// The level is won.
    Won,
    /// The run is over without that.
    Stopped,
}

/// The buttons beside the slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageButton {
    /// Lets the robot go.
    Run,
    /// Brings it back.
    Reset,
}

/// A stand-in of a programming game; it is a [`Practice`] by this.
pub trait Staged: Send {
    /// A command of the game.
    type Command: Copy;
    /// A place for one in the program.
    type Slot: Copy;
    /// A command that was carried out, for the time in which that is shown.
    type Deed: Copy;

    /// Where the game is.
    fn stage(&self) -> &Stage<Self::Command, Self::Slot, Self::Deed>;

    /// The same, to be changed.
    fn stage_mut(&mut self) -> &mut Stage<Self::Command, Self::Slot, Self::Deed>;

    /// The game's name.
    fn name(&self) -> &'static str;

    /// Picture size in pixels at scale 1, width × height.
    fn picture_size(&self) -> (u32, u32);

    /// Draws the picture, as [`Practice::draw`] does.
    fn paint(&self, rgb: &mut [u8]);

    /// The levels, one after the other.
    fn levels(&self) -> &[LevelRef];

    /// Puts a level on the stage, with an empty program.
    fn show_level(&mut self, index: usize);

    /// Robot and board as at the start; the program stays.
    fn put_back(&mut self);

    /// What has to be done at the beginning of a run.
    fn set_off(&mut self) {}

    /// Carries out the next command of the run.
    fn step(&mut self) -> Step<Self::Deed>;

    /// How long a command takes.
    fn pace(&self) -> Duration;

    /// Whether a button is at a pixel.
    fn is_button(&self, button: StageButton, at: (i32, i32)) -> bool;

    /// The command that can be taken at a pixel, and the slot if it is in one.
    fn command_at(&self, at: (i32, i32)) -> Option<(Self::Command, Option<Self::Slot>)>;

    /// The slot at a pixel.
    fn slot_at(&self, at: (i32, i32)) -> Option<Self::Slot>;

    /// Something was pressed that is neither a button nor a command.
    fn choose(&mut self, _at: (i32, i32)) {}

    /// Takes a command out of the program.
    fn take_out(&mut self, slot: Self::Slot);

    /// Takes the last command out of the program.
    fn take_last_out(&mut self);

    /// Puts a command before the one in this slot, or behind all, if there is room.
    fn put_in(&mut self, slot: Option<Self::Slot>, command: Self::Command);

    /// The level's number and title.
    fn heading(&self) -> String {
        let current = self.stage().current;
        let level = self.levels().get(current);
        match level.map_or("", |level| level.meta().title.as_str()) {
            "" => format!("Level {}", current + 1),
            title => format!("Level {}: {title}", current + 1),
        }
    }

    /// How far the robot is from where it was to where it is, 0 to 1, gently.
    fn part_of_deed(&self) -> f32 {
        let since = self.stage().deed.map_or(Duration::ZERO, |(_, since)| since);
        let part = since.as_secs_f32() / self.pace().as_secs_f32();
        let part = part.clamp(0.0, 1.0);
        part * part * (3.0 - 2.0 * part)
    }

    /// Ends the run, if there is one.
    fn reset(&mut self) {
        self.put_back();
        let stage = self.stage_mut();
        (stage.deed, stage.hand, stage.page) = (None, None, Page::Writing);
    }
}

fn run(game: &mut (impl Staged + ?Sized)) {
    game.reset();
    game.stage_mut().page = Page::Running;
    game.set_off();
    next(game);
}

/// The next command, unless all is over.
fn next(game: &mut (impl Staged + ?Sized)) {
    let step = game.step();
    let stage = game.stage_mut();
    stage.deed = None;
    match step {
        Step::Deed(deed) => stage.deed = Some((deed, Duration::ZERO)),
        Step::Won => stage.page = Page::Won(Duration::ZERO),
        Step::Stopped => stage.page = Page::Stopped,
    }
}

fn press(game: &mut (impl Staged + ?Sized), at: (i32, i32)) {
    match game.stage().page {
        Page::Writing if game.is_button(StageButton::Run, at) => run(game),
        Page::Running | Page::Stopped if game.is_button(StageButton::Reset, at) => game.reset(),
        Page::Writing if game.stage().hand.is_none() => match game.command_at(at) {
            Some((command, from)) => {
                game.stage_mut().hand = Some(Hand {
                    command,
                    from,
                    taken: at,
                    at,
                });
            }
            None => game.choose(at),
        },
        _ => {}
    }
}

fn release(game: &mut (impl Staged + ?Sized), at: (i32, i32)) {
    let Some(mut hand) = game.stage_mut().hand.take() else {
        return;
    };
    hand.at = at;
    if let Some(slot) = hand.from {
        game.take_out(slot);
    }
    if hand.is_dragged() {
        if let Some(slot) = game.slot_at(at) {
            game.put_in(Some(slot), hand.command);
        }
    } else if hand.from.is_none() {
        game.put_in(None, hand.command);
    }
}

fn key(game: &mut (impl Staged + ?Sized), key: PracticeKey) {
    match (game.stage().page, key) {
        (Page::Writing, PracticeKey::Enter) => run(game),
        (Page::Running | Page::Stopped, PracticeKey::Escape) => game.reset(),
        (Page::Writing, PracticeKey::Backspace) => game.take_last_out(),
        _ => {}
    }
}

impl<G: Staged> Practice for G {
    fn title(&self) -> String {
        let stage = self.stage();
        let state = match stage.page {
            Page::End => "finished".to_owned(),
            _ => format!("Level {:02}", stage.current + 1),
        };
        format!("{} practice – {state}", self.name())
    }

    fn size(&self) -> (u32, u32) {
        self.picture_size()
    }

    fn input(&mut self, input: PracticeInput) {
        match input {
            PracticeInput::KeyDown(down) => key(self, down),
            PracticeInput::PointerDown(x, y) => press(self, (x, y)),
            PracticeInput::PointerMoved(x, y) => {
                if let Some(hand) = &mut self.stage_mut().hand {
                    hand.at = (x, y);
                }
            }
            PracticeInput::PointerUp(x, y) => release(self, (x, y)),
            PracticeInput::KeyUp(_) => {}
        }
    }

    fn tick(&mut self, elapsed: Duration) {
        match &mut self.stage_mut().page {
            Page::Won(since) => {
                *since += elapsed;
                if *since < WON {
                    return;
                }
                let level = self.stage().current + 1;
                if level < self.levels().len() {
                    self.show_level(level);
                    self.stage_mut().current = level;
                    self.reset();
                } else {
                    self.stage_mut().page = Page::End;
                }
            }
            Page::Running => {
                let mut left = elapsed;
                // A picture may come late, when several commands are due.
                while let (Page::Running, Some((deed, since))) =
                    (self.stage().page, self.stage().deed)
                {
                    let need = self.pace().saturating_sub(since);
                    if left < need {
                        self.stage_mut().deed = Some((deed, since + left));
                        break;
                    }
                    left -= need;
                    next(self);
                }
            }
            Page::Writing | Page::Stopped | Page::End => {}
        }
    }

    fn next_change(&self) -> Option<Duration> {
        match self.stage().page {
            Page::Running => Some(Duration::ZERO),
            Page::Won(since) => Some(WON.saturating_sub(since)),
            Page::Writing | Page::Stopped | Page::End => None,
        }
    }

    fn draw(&self, rgb: &mut [u8]) {
        self.paint(rgb);
    }

    fn finished(&self) -> bool {
        self.stage().page == Page::End
    }
}
