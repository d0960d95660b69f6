//! Play from level to level, as in the original.

use std::borrow::Cow;
use std::sync::Arc;

use crate::game::{BoardInfo, Cell, CellLook, Move, MoveError, Playthrough, Size, Tone};

use super::BOARD;
use super::compile::{Stage, Start};
use super::engine::{Endless, Session};
use super::look;
use super::made::{PuzzleLevel, SEED};
use super::position::{acts, endless};

/// A game being played, from one of its levels on.
pub struct Through {
    level: PuzzleLevel,
    /// `None` if the rules never finish at the start of the level.
    session: Option<Session>,
}

impl Through {
    pub fn new(level: &PuzzleLevel, seed: Option<&str>) -> Self {
        let made = &level.made;
        let seed = seed.unwrap_or(SEED);
        let (mut game, plan) = (Arc::clone(&made.game), Arc::clone(&made.plan));
        // The level may have been edited since its text was compiled.
        if let Some(start) = &level.start {
            let edited = Stage::Level(Start::clone(start));
            if game
                .stages
                .get(level.stage)
                .is_some_and(|stage| *stage != edited)
            {
                Arc::make_mut(&mut game).stages[level.stage] = edited;
            }
        }
        let session = Session::new(game, plan, level.stage, seed, false).ok();
        Self {
            session,
            level: level.clone(),
        }
    }

    fn objects(&self, cell: Cell) -> Vec<usize> {
        let rows = self.board().size.rows;
        let of = |session: &Session| session.objects_in(cell.col * rows + cell.row);
        self.session.as_ref().map_or_else(Vec::new, of)
    }
}

impl Playthrough for Through {
    fn moves(&self, text: &str) -> Vec<Move> {
        text.split_whitespace().map(Move::new).collect()
    }

    fn make(&mut self, mv: &Move) -> Result<(), MoveError> {
        for act in acts(mv.as_str())? {
            let Some(session) = &mut self.session else {
                return Err(endless(act));
            };
            act.try_on(session).map_err(|Endless| endless(act))?;
        }
        Ok(())
    }

    fn number(&self) -> Option<usize> {
        Some(
            self.session
                .as_ref()
                .map_or(self.level.stage, Session::stage)
                + 1,
        )
    }

    fn is_won(&self) -> bool {
        self.session
            .as_ref()
            .is_some_and(|session| session.won() > 0)
    }

    fn messages(&self) -> &[String] {
        self.session.as_ref().map_or(&[], Session::messages)
    }

    fn board(&self) -> BoardInfo {
        let level = self.session.as_ref().and_then(Session::level);
        let (rows, cols) = level.map_or((0, 0), |level| level.size());
        BoardInfo::new(BOARD, "Level", Size::new(rows, cols))
    }

    fn look(&self, cell: Cell) -> CellLook {
        match self.session {
            Some(_) => look::look(
                &self.level.made.game,
                &self.level.made.palette,
                &self.objects(cell),
            ),
            None => CellLook::new("", Tone::Hole, "nothing"),
        }
    }

    fn names(&self, cell: Cell) -> Cow<'static, str> {
        let objects = &self.level.made.game.names.objects;
        let mut names: Vec<&str> = self
            .objects(cell)
            .into_iter()
            .map(|it| objects[it].name.as_str())
            .collect();
        names.sort_unstable();
        names.join(" ").into()
    }
}
