//! Positions and moves.

use std::sync::Arc;

use crate::game::{
    BoardInfo, Button, Cell, CellLook, Course, Gesture, Heading, Intent, Level as _, Move,
    MoveError, Position, Sight, Size, StepInfo, Traced,
};

use super::BOARD;
use super::analysis::{Relaxed, Targets};
use super::engine::{Applied, Cells, Endless, Input, Session};
use super::glides;
use super::look;
use super::made::PuzzleLevel;
use super::sight;

/// An act of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    Go(Input),
    Undo,
    Restart,
    /// A turn without input.
    Tick,
}

impl Act {
    pub fn to_move(self) -> Move {
        Move::new(word(self))
    }

    /// Its turn with the input, if any; `None` for undo and restart.
    pub fn turn(self) -> Option<Option<Input>> {
        match self {
            Self::Go(input) => Some(Some(input)),
            Self::Tick => Some(None),
            Self::Undo | Self::Restart => None,
        }
    }

    /// Plays the act. After an error the session is unusable.
    ///
    /// # Errors
    /// [`Endless`].
    pub fn play(self, session: &mut Session) -> Result<(), Endless> {
        match self {
            Self::Go(input) => session.play(Some(input)),
            Self::Tick => session.play(None),
            Self::Restart => session.restart(),
            Self::Undo => {
                session.undo();
                Ok(())
            }
        }
    }

    /// Plays the act, or leaves the session unchanged.
    ///
    /// # Errors
    /// [`Endless`].
    pub fn try_on(self, session: &mut Session) -> Result<(), Endless> {
        let before = session.clone();
        let done = self.play(session);
        if done.is_err() {
            *session = before;
        }
        done
    }
}

/// Acts with their words and letters.
const ACTS: [(Act, &str, &str); 8] = [
    (Act::Go(Input::Up), "up", "u"),
    (Act::Go(Input::Down), "down", "d"),
    (Act::Go(Input::Left), "left", "l"),
    (Act::Go(Input::Right), "right", "r"),
    (Act::Go(Input::Action), "action", "x"),
    (Act::Undo, "undo", "z"),
    (Act::Restart, "restart", "R"),
    (Act::Tick, "tick", "."),
];

/// Syntax of moves.
const MOVES: &str =
    "a move is up, down, left, right, action, undo, restart or tick, or its letter u d l r x z R .";

/// The act of a word, in any case, or of a letter.
fn act(text: &str) -> Option<Act> {
    let found = ACTS
        .iter()
        .find(|(_, word, letter)| word.eq_ignore_ascii_case(text) || *letter == text);
    Some(found?.0)
}

/// Parses acts, at least one.
///
/// # Errors
/// If a word is not an act.
pub fn acts(text: &str) -> Result<Vec<Act>, MoveError> {
    let wrong = |text: &str| MoveError::Syntax {
        text: text.to_owned(),
        expected: MOVES,
    };
    let acts = text
        .split_whitespace()
        .map(|word| act(word).ok_or_else(|| wrong(word)));
    let acts = acts.collect::<Result<Vec<Act>, MoveError>>()?;
    match acts.is_empty() {
        true => Err(wrong(text)),
        false => Ok(acts),
    }
}

/// Error of a move that never ends.
pub fn endless(act: Act) -> MoveError {
    let reason = "the rules never finish; look for an ‘again’ or a loop that goes on for ever";
    MoveError::illegal(&described(act, None), reason)
}

/// Describes a move.
fn described(act: Act, player: Option<Cell>) -> StepInfo {
    let text = match act {
        Act::Go(Input::Action) => "Action".to_owned(),
        Act::Go(_) => format!("Go {}", word(act)),
        Act::Undo => "Undo".to_owned(),
        Act::Restart => "Restart".to_owned(),
        Act::Tick => "Wait".to_owned(),
    };
    StepInfo {
        text,
        board: BOARD.into(),
        cells: player.into_iter().collect(),
        ..StepInfo::default()
    }
}

fn word(act: Act) -> &'static str {
    ACTS.iter()
        .find(|(known, ..)| *known == act)
        .map_or("tick", |(_, word, _)| word)
}

/// A position: a level being played.
#[derive(Clone, Debug)]
pub struct Played {
    pub(super) level: Arc<PuzzleLevel>,
    /// `None` if the rules never finish at the start of the level, or it is not a level.
    session: Option<Session>,
    /// Number of messages before the last move.
    told: usize,
    /// Viewport before the last move.
    last: Option<Sight>,
}

impl Played {
    pub(super) fn new(level: PuzzleLevel) -> Self {
        let session = level.session();
        Self {
            session,
            level: Arc::new(level),
            told: 0,
            last: None,
        }
    }

    /// Plays an act.
    ///
    /// # Errors
    /// [`Endless`].
    pub fn act(&mut self, act: Act) -> Result<(), Endless> {
        self.last = sight::seen(self, self.last);
        let Some(session) = &mut self.session else {
            return Err(Endless);
        };
        self.told = session.messages().len();
        act.try_on(session)
    }

    pub fn session(&self) -> Option<&Session> {
        self.session.as_ref()
    }

    /// Possible acts, without undo and restart.
    pub fn acts(&self) -> impl Iterator<Item = Act> {
        let options = &self.level.made.game.options;
        let action = (!options.no_action).then_some(Act::Go(Input::Action));
        let tick = options.realtime.map(|_| Act::Tick);
        let ways = [Input::Up, Input::Down, Input::Left, Input::Right].map(Act::Go);
        ways.into_iter().chain(action).chain(tick)
    }

    /// Distances of the win conditions from this position on; `None` if there are none.
    pub fn targets(&self) -> Option<Targets> {
        let (session, size) = (self.session.as_ref()?, self.size());
        let made = &self.level.made;
        let cells: Vec<Vec<usize>> = (0..size.area())
            .map(|cell| session.objects_in(cell))
            .collect();
        let relaxed = Relaxed::new(&made.game, (size.rows, size.cols), &cells)?;
        Targets::new(&made.game, &made.plan, &relaxed, &cells)
    }

    /// Objects in a cell.
    pub(super) fn objects(&self, cell: Cell) -> Vec<usize> {
        let session = self.session.as_ref();
        session.map_or_else(Vec::new, |session| {
            session.objects_in(cell.col * self.size().rows + cell.row)
        })
    }

    fn player(&self) -> Option<Cell> {
        let game = &self.level.made.game;
        let is_player = |cell: &Cell| {
            let objects = self.objects(*cell);
            objects.iter().any(|object| game.player.mask.has(*object))
        };
        self.size().cells().find(is_player)
    }

    /// A copy with other cell contents.
    pub(super) fn with_cells(&self, cells: &Cells) -> Self {
        let session = self.session.as_ref();
        Self {
            session: session.map(|session| session.with_cells(cells)),
            ..self.clone()
        }
    }

    pub(super) fn size(&self) -> Size {
        self.level.board().size
    }
}

impl Position for Played {
    fn boxed_clone(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn apply(&mut self, mv: &Move) -> Result<(), MoveError> {
        // Several acts in one move are played in order.
        let acts = acts(mv.as_str())?;
        let before = (acts.len() > 1).then(|| self.clone());
        for act in acts {
            if self.act(act).is_err() {
                if let Some(before) = before {
                    *self = before;
                }
                return Err(endless(act));
            }
        }
        Ok(())
    }

    fn is_solved(&self) -> bool {
        self.session
            .as_ref()
            .is_some_and(|session| session.won() > 0)
    }

    fn legal_moves(&self, limit: usize) -> Vec<Move> {
        if self.is_solved() {
            return Vec::new();
        }
        let here = self.encode();
        let changes = |act: &Act| {
            let mut after = self.clone();
            after.act(*act).is_ok() && (after.is_solved() || after.encode() != here)
        };
        self.acts()
            .filter(changes)
            .take(limit)
            .map(|act| act.to_move())
            .collect()
    }

    fn encode(&self) -> Vec<u8> {
        self.session.as_ref().map_or_else(Vec::new, Session::key)
    }

    fn boards(&self) -> Vec<BoardInfo> {
        vec![self.level.board()]
    }

    fn look(&self, board: &str, cell: Cell) -> CellLook {
        let size = self.size();
        match &self.session {
            Some(_) if board == BOARD && size.contains(cell) => {
                let made = &self.level.made;
                look::look(&made.game, &made.palette, &self.objects(cell))
            }
            _ => self.level.look(cell),
        }
    }

    fn sight(&self, board: &str) -> Option<Sight> {
        sight::seen(self, self.last).filter(|_| board == BOARD)
    }

    fn interpret(&self, gesture: &Gesture) -> Option<Move> {
        let act = match gesture {
            Gesture::Steer(Heading::Up) => Act::Go(Input::Up),
            Gesture::Steer(Heading::Down) => Act::Go(Input::Down),
            Gesture::Steer(Heading::Left) => Act::Go(Input::Left),
            Gesture::Steer(Heading::Right) => Act::Go(Input::Right),
            Gesture::Type {
                character: 'x' | 'X',
                ..
            } => Act::Go(Input::Action),
            Gesture::Type { character: '.', .. } => Act::Tick,
            Gesture::Type {
                character: 'z' | 'Z',
                ..
            } => Act::Undo,
            Gesture::Type {
                character: 'r' | 'R',
                ..
            } => Act::Restart,
            Gesture::Click {
                cell,
                button: Button::Primary,
                ..
            } => return self.beside(*cell),
            _ => return None,
        };
        Some(act.to_move())
    }

    fn advice(&self, _gesture: &Gesture) -> Option<String> {
        Some("Play with the arrow keys and X, or click a cell next to the player.".to_owned())
    }

    fn says(&self) -> Option<&str> {
        let messages = self.session.as_ref()?.messages();
        messages.get(self.told).map(String::as_str)
    }

    fn describe(&self, mv: &Move) -> StepInfo {
        match acts(mv.as_str()).as_deref() {
            Ok([act]) => StepInfo {
                glides: glides::of_act(self, *act),
                ..described(*act, self.player())
            },
            _ => StepInfo {
                text: format!("Play {mv}"),
                ..described(Act::Tick, self.player())
            },
        }
    }

    fn traced(&self, mv: &Move) -> Vec<Traced> {
        let acts = acts(mv.as_str()).unwrap_or_default();
        let ([act], Some(session)) = (acts.as_slice(), &self.session) else {
            return Vec::new();
        };
        let Some(input) = act.turn() else {
            return Vec::new();
        };
        let told = session.clone().trace(input);
        let step = |applied: Applied| {
            let text = match applied.line {
                Some(line) => format!("Line {line} applies"),
                None => "Everything moves".to_owned(),
            };
            Traced {
                line: applied.line,
                text,
                position: Box::new(self.with_cells(&applied.after)),
            }
        };
        told.into_iter().map(step).collect()
    }

    fn course(&self, mv: &Move) -> Course {
        match acts(mv.as_str()).as_deref() {
            Ok([act]) => glides::course(self, *act),
            _ => Course::default(),
        }
    }

    fn intents(&self, mv: &Move) -> Vec<Intent> {
        let acts = acts(mv.as_str()).unwrap_or_default();
        acts.into_iter()
            .map(|act| Intent::Control(word(act).into()))
            .collect()
    }
}

impl Played {
    /// The move to a cell next to the player.
    fn beside(&self, cell: Cell) -> Option<Move> {
        let player = self.player()?;
        let heading = Heading::ALL
            .into_iter()
            .find(|heading| player.step(*heading) == Some(cell))?;
        self.interpret(&Gesture::Steer(heading))
    }
}
