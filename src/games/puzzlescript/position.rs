//! Positions and moves.

use std::sync::Arc;

use crate::game::search::Budget;
use crate::game::{
    Animation, BoardInfo, Button, Cell, CellStyle, Gesture, Heading, Intent, Level as _, Move,
    MoveError, Position, Region, RuleEffect, Size, StepInfo,
};

use super::BOARD;
use super::analysis::{Relaxed, Targets, sokoban_text};
use super::engine::{AppliedRule, CellWords, Input, Session, Unfinished};
use super::game_file::PuzzleLevel;

/// Action of the user in one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerAct {
    Go(Input),
    Undo,
    Restart,
    /// A turn without input.
    Tick,
}

impl PlayerAct {
    pub fn to_move(self) -> Move {
        Move::new(act_word(self))
    }

    /// Its turn with the input, if any; `None` for undo and restart.
    pub fn input(self) -> Option<Option<Input>> {
        match self {
            Self::Go(input) => Some(Some(input)),
            Self::Tick => Some(None),
            Self::Undo | Self::Restart => None,
        }
    }

    /// Plays the act. After an error the session is unusable.
    pub fn play(self, session: &mut Session) -> Result<(), Unfinished> {
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
}

/// All acts, each with its word and its letter.
const ACTS: [(PlayerAct, &str, &str); 8] = [
    (PlayerAct::Go(Input::Up), "up", "u"),
    (PlayerAct::Go(Input::Down), "down", "d"),
    (PlayerAct::Go(Input::Left), "left", "l"),
    (PlayerAct::Go(Input::Right), "right", "r"),
    (PlayerAct::Go(Input::Action), "action", "x"),
    (PlayerAct::Undo, "undo", "z"),
    (PlayerAct::Restart, "restart", "R"),
    (PlayerAct::Tick, "tick", "."),
];

const MOVE_SYNTAX: &str =
    "a move is up, down, left, right, action, undo, restart or tick, or its letter u d l r x z R .";

/// The act of a word, in any case, or of a letter.
fn parse_act(text: &str) -> Option<PlayerAct> {
    let mut acts = ACTS.iter();
    let entry = acts.find(|(_, word, letter)| word.eq_ignore_ascii_case(text) || *letter == text);
    Some(entry?.0)
}

/// Parses acts, at least one.
pub fn parse_acts(text: &str) -> Result<Vec<PlayerAct>, MoveError> {
    let syntax_error = |text: &str| MoveError::Syntax {
        text: text.to_owned(),
        expected: MOVE_SYNTAX,
    };
    let words = text.split_whitespace();
    let acts = words.map(|word| parse_act(word).ok_or_else(|| syntax_error(word)));
    let acts = acts.collect::<Result<Vec<PlayerAct>, MoveError>>()?;
    match acts.is_empty() {
        true => Err(syntax_error(text)),
        false => Ok(acts),
    }
}

fn step_info(act: PlayerAct, player: Option<Cell>) -> StepInfo {
    let text = match act {
        PlayerAct::Go(Input::Action) => "Action".to_owned(),
        PlayerAct::Go(_) => format!("Go {}", act_word(act)),
        PlayerAct::Undo => "Undo".to_owned(),
        PlayerAct::Restart => "Restart".to_owned(),
        PlayerAct::Tick => "Wait".to_owned(),
    };
    StepInfo {
        text,
        board: BOARD.into(),
        cells: player.into_iter().collect(),
        ..StepInfo::default()
    }
}

fn act_word(act: PlayerAct) -> &'static str {
    let mut acts = ACTS.iter();
    acts.find(|(known, ..)| *known == act)
        .map_or("tick", |act| act.1)
}

/// A position: a level being played.
#[derive(Clone, Debug)]
pub struct PuzzlePosition {
    pub(super) level: Arc<PuzzleLevel>,
    /// Error if the rules do not finish at the start of the level, or it is not a level.
    session: Result<Session, Unfinished>,
    /// Number of messages before the last move.
    messages_before: usize,
    /// Visible part before the last move.
    last_viewport: Option<Region>,
}

impl PuzzlePosition {
    pub(super) fn new(level: PuzzleLevel) -> Self {
        Self::within(level, &Budget::default())
    }

    /// The start of a level, from which all moves together have this budget.
    pub(super) fn within(level: PuzzleLevel, budget: &Budget) -> Self {
        let session = level.session(budget);
        Self {
            session,
            level: Arc::new(level),
            messages_before: 0,
            last_viewport: None,
        }
    }

    /// Plays an act. After an error the position is unusable.
    pub fn act(&mut self, act: PlayerAct) -> Result<(), MoveError> {
        self.last_viewport = self.visible_part();
        let session = self.session.as_mut();
        let session = session.map_err(|cause| self.level.unfinished_error(None, *cause))?;
        self.messages_before = session.messages().len();
        let failed = |cause| self.level.unfinished_error(Some(act.to_move()), cause);
        act.play(session).map_err(failed)
    }

    pub fn session(&self) -> Result<&Session, Unfinished> {
        self.session.as_ref().map_err(|cause| *cause)
    }

    /// Possible acts, without undo and restart.
    pub fn acts(&self) -> impl Iterator<Item = PlayerAct> {
        let options = &self.level.file.game.options;
        let action = (!options.no_action).then_some(PlayerAct::Go(Input::Action));
        let tick = options.realtime.map(|_| PlayerAct::Tick);
        let directions = [Input::Up, Input::Down, Input::Left, Input::Right].map(PlayerAct::Go);
        directions.into_iter().chain(action).chain(tick)
    }

    /// Distances of the win conditions from this position on; `None` if there are none.
    pub fn targets(&self) -> Option<Targets> {
        let (cells, size) = (self.cells()?, self.size());
        let file = &self.level.file;
        let relaxed = Relaxed::new(&file.game, (size.rows, size.cols), &cells)?;
        Targets::new(&file.game, &file.plan, &relaxed, &cells)
    }

    /// Text of the Sokoban level that it is, if it is one.
    pub fn sokoban_text(&self) -> Option<String> {
        sokoban_text(&self.level.file.game, self.size().rows, &self.cells()?)
    }

    /// Objects of each cell, column by column; `None` if nothing can be played.
    fn cells(&self) -> Option<Vec<Vec<usize>>> {
        let session = self.session().ok()?;
        let cells = 0..self.size().area();
        Some(cells.map(|cell| session.objects_in(cell)).collect())
    }

    pub(super) fn objects(&self, cell: Cell) -> Vec<usize> {
        let number = cell.col * self.size().rows + cell.row;
        let session = self.session.as_ref();
        session.map_or_else(|_| Vec::new(), |session| session.objects_in(number))
    }

    /// The viewport, if it is not the whole level. Without a player it stays.
    fn visible_part(&self) -> Option<Region> {
        let game = &self.level.file.game;
        let (view, size) = (game.options.view?, self.size());
        if view.size.rows >= size.rows && view.size.cols >= size.cols {
            return None;
        }
        // The first player, column by column.
        let Size { rows, cols } = size;
        let mut cells = (0..cols).flat_map(|col| (0..rows).map(move |row| Cell::new(row, col)));
        let player = cells.find(|cell| {
            let here = self.objects(*cell);
            let mut objects = game.player.mask.iter();
            match game.player.all {
                true => objects.all(|object| here.contains(&object)),
                false => objects.any(|object| here.contains(&object)),
            }
        });
        let around = |cell| view.around(size, cell);
        let part = player.map(around).or(self.last_viewport);
        Some(part.unwrap_or_else(|| around(Cell::default())))
    }

    /// The first cell with an object of the player, row by row.
    fn player(&self) -> Option<Cell> {
        let game = &self.level.file.game;
        let is_player = |cell: &Cell| {
            let objects = self.objects(*cell);
            objects.iter().any(|object| game.player.mask.has(*object))
        };
        self.size().cells().find(is_player)
    }

    /// A copy with other cell contents.
    pub(super) fn with_cells(&self, cells: &CellWords) -> Self {
        Self {
            session: self.session().map(|session| session.with_cells(cells)),
            ..self.clone()
        }
    }

    pub(super) fn size(&self) -> Size {
        self.level.board().size
    }
}

impl Position for PuzzlePosition {
    fn boxed_clone(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn apply(&mut self, mv: &Move) -> Result<(), MoveError> {
        // Several acts in one move are played in order.
        let mut after = self.clone();
        for act in parse_acts(mv.as_str())? {
            after.act(act)?;
        }
        *self = after;
        Ok(())
    }

    fn is_solved(&self) -> bool {
        let session = self.session.as_ref();
        session.is_ok_and(|session| session.won() > 0)
    }

    fn legal_moves(&self, limit: usize) -> Vec<Move> {
        if self.is_solved() {
            return Vec::new();
        }
        let here = self.encode();
        let changes = |act: &PlayerAct| {
            let mut after = self.clone();
            match after.act(*act) {
                Ok(()) => after.is_solved() || after.encode() != here,
                Err(error) => error.is_undecided(),
            }
        };
        let acts = self.acts().filter(changes).take(limit);
        acts.map(PlayerAct::to_move).collect()
    }

    fn encode(&self) -> Vec<u8> {
        self.session().map_or_else(|_| Vec::new(), Session::key)
    }

    fn boards(&self) -> Vec<BoardInfo> {
        vec![self.level.board()]
    }

    fn style(&self, board: &str, cell: Cell) -> CellStyle {
        let size = self.size();
        match &self.session {
            Ok(_) if board == BOARD && size.contains(cell) => {
                self.level.file.cell_style(&self.objects(cell))
            }
            _ => self.level.style(cell),
        }
    }

    fn viewport(&self, board: &str) -> Option<Region> {
        self.visible_part().filter(|_| board == BOARD)
    }

    fn interpret(&self, gesture: &Gesture) -> Option<Move> {
        let act = match gesture {
            Gesture::Steer(heading) => return Some(Move::new(heading.name())),
            // Keys of the original: R restarts, although `r` is right in written moves.
            Gesture::Type { character, .. } => match character.to_ascii_lowercase() {
                'x' => PlayerAct::Go(Input::Action),
                '.' => PlayerAct::Tick,
                'z' => PlayerAct::Undo,
                'r' => PlayerAct::Restart,
                _ => return None,
            },
            Gesture::Click {
                cell,
                button: Button::Primary,
                ..
            } => return self.move_towards(*cell),
            _ => return None,
        };
        Some(act.to_move())
    }

    fn advice(&self, _gesture: &Gesture) -> Option<String> {
        Some("Play with the arrow keys and X, or click a cell next to the player.".to_owned())
    }

    fn message(&self) -> Option<&str> {
        let messages = self.session().ok()?.messages();
        messages.get(self.messages_before).map(String::as_str)
    }

    fn describe(&self, mv: &Move) -> StepInfo {
        match parse_acts(mv.as_str()).as_deref() {
            Ok([act]) => StepInfo {
                motions: self.motions(*act),
                ..step_info(*act, self.player())
            },
            _ => StepInfo {
                text: format!("Play {mv}"),
                ..step_info(PlayerAct::Tick, self.player())
            },
        }
    }

    fn trace(&self, mv: &Move) -> Vec<RuleEffect> {
        let acts = parse_acts(mv.as_str()).unwrap_or_default();
        let ([act], Ok(session)) = (acts.as_slice(), &self.session) else {
            return Vec::new();
        };
        let Some(input) = act.input() else {
            return Vec::new();
        };
        let step = |applied: AppliedRule| {
            let text = match applied.line {
                Some(line) => format!("Line {line} applies"),
                None => "Everything moves".to_owned(),
            };
            RuleEffect {
                line: applied.line,
                text,
                position: Box::new(self.with_cells(&applied.after)),
            }
        };
        session.clone().trace(input).into_iter().map(step).collect()
    }

    fn animation(&self, mv: &Move) -> Animation {
        let frames = match parse_acts(mv.as_str()).as_deref() {
            Ok([act]) => self.frames(*act),
            _ => None,
        };
        frames.unwrap_or_default()
    }

    fn single_moves(&self, line: &Move) -> Vec<Move> {
        let acts = parse_acts(line.as_str()).ok();
        let moves = acts.map(|acts| acts.into_iter().map(PlayerAct::to_move).collect());
        moves.unwrap_or_else(|| vec![line.clone()])
    }

    fn intents(&self, mv: &Move) -> Vec<Intent> {
        let acts = parse_acts(mv.as_str()).unwrap_or_default().into_iter();
        acts.map(|act| Intent::Control(act_word(act).into()))
            .collect()
    }
}

impl PuzzlePosition {
    /// The move to a cell next to the player.
    fn move_towards(&self, cell: Cell) -> Option<Move> {
        let player = self.player()?;
        let mut headings = Heading::ALL.into_iter();
        let heading = headings.find(|heading| player.step(*heading) == Some(cell))?;
        Some(Move::new(heading.name()))
    }
}
