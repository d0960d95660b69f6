//! Play from level to level, as in the original.

use std::borrow::Cow;

use crate::game::search::Budget;
use crate::game::{
    BoardInfo, Cell, CellStyle, Move, MoveError, Plan, Playthrough, ProgramError, Size, Tone,
};

use super::BOARD;
use super::engine::{Session, Unfinished};
use super::game_file::{PuzzleLevel, SEED};
use super::position::parse_acts;

/// A game being played, from one of its levels on.
pub struct GamePlaythrough {
    level: PuzzleLevel,
    /// Error if the rules do not finish at the start of the level.
    session: Result<Session, Unfinished>,
    /// True if the last move that changed anything won a level.
    is_won: bool,
}

impl GamePlaythrough {
    pub fn new(level: &PuzzleLevel, seed: Option<&str>) -> Self {
        let stay = false;
        let session = level.open(seed.unwrap_or(SEED), stay, &Budget::default());
        Self {
            is_won: session.as_ref().is_ok_and(|session| session.won() > 0),
            session,
            level: level.clone(),
        }
    }

    fn started(&self) -> Result<&Session, MoveError> {
        let failed = |cause: &Unfinished| self.level.unfinished_error(None, *cause);
        self.session.as_ref().map_err(failed)
    }

    fn objects(&self, cell: Cell) -> Vec<usize> {
        let rows = self.board().size.rows;
        let objects_in = |session: &Session| session.objects_in(cell.col * rows + cell.row);
        self.session
            .as_ref()
            .map_or_else(|_| Vec::new(), objects_in)
    }
}

impl Playthrough for GamePlaythrough {
    fn moves(&self, text: &str) -> Result<Vec<Move>, Vec<ProgramError>> {
        let lines = Plan::parse(text).0;
        let words = lines
            .iter()
            .flat_map(|line| line.as_str().split_whitespace());
        Ok(words.map(Move::new).collect())
    }

    fn check_start(&self) -> Result<(), MoveError> {
        self.started().map(|_| ())
    }

    fn make(&mut self, mv: &Move) -> Result<(), MoveError> {
        for act in parse_acts(mv.as_str())? {
            let before = self.started()?;
            let mut session = before.clone();
            let failed = |cause| self.level.unfinished_error(Some(act.to_move()), cause);
            act.play(&mut session).map_err(failed)?;
            let state = |session: &Session| (session.won(), session.stage(), session.stored());
            if state(&session) != state(before) {
                self.is_won = session.won() > before.won();
            }
            self.session = Ok(session);
        }
        Ok(())
    }

    fn number(&self) -> Option<usize> {
        let session = self.session.as_ref();
        Some(session.map_or(self.level.stage, Session::stage) + 1)
    }

    fn is_won(&self) -> bool {
        self.is_won
    }

    fn messages(&self) -> &[String] {
        self.session.as_ref().map_or(&[], Session::messages)
    }

    fn board(&self) -> BoardInfo {
        let level = self.session.as_ref().ok().and_then(Session::level);
        let (rows, cols) = level.map_or((0, 0), |level| level.size());
        BoardInfo::new(BOARD, "Level", Size::new(rows, cols))
    }

    fn style(&self, cell: Cell) -> CellStyle {
        match self.session {
            Ok(_) => self.level.file.cell_style(&self.objects(cell)),
            Err(_) => CellStyle::new("", Tone::Hole, "nothing"),
        }
    }

    fn names(&self, cell: Cell) -> Cow<'static, str> {
        let objects = &self.level.file.game.names.objects;
        let here = self.objects(cell).into_iter();
        let mut names: Vec<&str> = here.map(|object| objects[object].name.as_str()).collect();
        names.sort_unstable();
        names.join(" ").into()
    }
}
