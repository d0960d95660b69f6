//! A state of play: the facts that hold, in the network's bits or, where there is no network, as terms.

use std::sync::Arc;

use crate::game::{
    BoardInfo, Button, Cell, CellLook, Gesture, Intent, Move, MoveError, Position, StepInfo,
};
use crate::search::Budget;

use super::INFO;
use super::board::{self, Layout, MOVES};
use super::level::{GdlLevel, start_state};
use super::model::{Model, ones};
use super::net::machine::Packed;
use super::syntax::{self, Reading, Symbols, print};
use super::terms::TermId;
use super::text::Ends;

/// Facts that hold.
#[derive(Clone, Debug)]
pub(super) enum State {
    /// As bits.
    Fast { model: Arc<Model>, state: Packed },
    /// As terms of the interpreter.
    Slow { facts: Vec<TermId> },
}

/// A state with what can be seen of it.
#[derive(Clone, Debug)]
pub(super) struct GdlPosition {
    level: GdlLevel,
    state: State,
    /// Legal moves as text, in order; none once the game is over.
    legal: Vec<String>,
    facts: Vec<String>,
    terminal: bool,
    goal: Option<i64>,
}

/// A move's text as it is kept, blanks and needless parentheses taken off.
pub(super) fn canonical(text: &str, fold_case: bool) -> Result<String, MoveError> {
    let mut symbols = Symbols::default();
    let wrong = || MoveError::Syntax {
        text: text.to_owned(),
        expected: "a move is a term such as ‘(push a)’ or ‘wait’",
    };
    let term =
        syntax::parse_term(text, &mut symbols, Reading { fold_case }).map_err(|_| wrong())?;
    let mut variables = false;
    term.variables(&mut |_, _| variables = true);
    if variables {
        return Err(wrong());
    }
    Ok(print::ground(&term, &symbols))
}

impl GdlPosition {
    pub(super) fn start(level: GdlLevel) -> Self {
        let state = start_state(&level);
        let mut position = Self {
            level,
            state,
            legal: Vec::new(),
            facts: Vec::new(),
            terminal: false,
            goal: None,
        };
        position.see();
        position
    }

    /// Works out what holds.
    fn see(&mut self) {
        match &self.state {
            State::Fast { model, state } => {
                let view = model.view(state);
                self.terminal = view.terminal;
                self.goal = view.goal;
                self.legal = view
                    .legal
                    .iter()
                    .map(|mv| model.move_texts[*mv].clone())
                    .collect();
                let on = ones(state).map(|bit| model.fact_texts[bit].clone());
                self.facts = on.chain(model.fixed_texts.iter().cloned()).collect();
            }
            State::Slow { facts } => {
                let Ok(mut slow) = self.level.interpreter().lock() else {
                    return;
                };
                let text = |slow: &super::interpret::Interpreter, term: &TermId| {
                    slow.terms.text(*term, &slow.rules().symbols)
                };
                self.facts = facts.iter().map(|fact| text(&slow, fact)).collect();
                if let Ok(holds) = slow.holds(facts, None, &Budget::default()) {
                    self.terminal = slow.terminal(&holds);
                    self.goal = slow.goal(&holds);
                    self.legal = slow
                        .legal(&holds)
                        .iter()
                        .map(|mv| text(&slow, mv))
                        .collect();
                }
            }
        }
        if self.terminal {
            self.legal.clear();
        }
        self.facts.sort_by(|a, b| natural(a).cmp(&natural(b)));
    }

    fn layout(&self) -> &Layout {
        static NONE: std::sync::OnceLock<Layout> = std::sync::OnceLock::new();
        match &self.state {
            State::Fast { model, .. } => &model.layout,
            State::Slow { .. } => NONE.get_or_init(Layout::default),
        }
    }

    /// The facts as shown, and whether the game is over.
    pub(super) fn shown(self) -> (Vec<String>, bool) {
        (self.facts, self.terminal)
    }
}

/// A key by which `(cell 2 1)` comes before `(cell 10 1)`.
fn natural(text: &str) -> Vec<(u64, &str)> {
    text.split([' ', '(', ')'])
        .map(|word| (word.parse().unwrap_or(u64::MAX), word))
        .collect()
}

impl Position for GdlPosition {
    fn boxed_clone(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn apply(&mut self, mv: &Move) -> Result<(), MoveError> {
        let text = canonical(mv.as_str(), self.level.settings().fold_case)?;
        if !self.legal.contains(&text) {
            let reason = if self.terminal {
                "the game is over".to_owned()
            } else if self.legal.is_empty() {
                "no move is legal here".to_owned()
            } else {
                let shown: Vec<&str> = self.legal.iter().take(8).map(String::as_str).collect();
                let more = if self.legal.len() > shown.len() {
                    " and others"
                } else {
                    ""
                };
                format!("legal here are {}{more}", shown.join(", "))
            };
            return Err(MoveError::illegal(mv, reason));
        }
        match &mut self.state {
            State::Fast { model, state } => {
                if let Some(number) = model.move_numbers.get(&text) {
                    *state = model.after(state, *number as usize);
                }
            }
            State::Slow { facts } => {
                let fold_case = self.level.settings().fold_case;
                let next = self.level.interpreter().lock().ok().and_then(|mut slow| {
                    let mut symbols = slow.rules().symbols.clone();
                    let term =
                        syntax::parse_term(&text, &mut symbols, Reading { fold_case }).ok()?;
                    let mv = slow.terms.intern(&term)?;
                    let holds = slow.holds(facts, Some(mv), &Budget::default()).ok()?;
                    Some(slow.next(&holds))
                });
                *facts = next.ok_or_else(|| {
                    MoveError::illegal(mv, "the state after it could not be worked out")
                })?;
            }
        }
        self.see();
        Ok(())
    }

    fn is_solved(&self) -> bool {
        let settings = self.level.settings();
        (self.terminal || settings.ends == Ends::Anywhere)
            && self.goal.is_some_and(|goal| goal >= settings.want)
    }

    fn legal_moves(&self, limit: usize) -> Vec<Move> {
        self.legal.iter().take(limit).map(Move::new).collect()
    }

    fn encode(&self) -> Vec<u8> {
        match &self.state {
            State::Fast { state, .. } => state.iter().flat_map(|word| word.to_le_bytes()).collect(),
            State::Slow { facts } => facts.iter().flat_map(|fact| fact.to_le_bytes()).collect(),
        }
    }

    fn boards(&self) -> Vec<BoardInfo> {
        board::boards(self.layout(), self.facts.len(), self.legal.len())
    }

    fn look(&self, board: &str, cell: Cell) -> CellLook {
        let state = (self.facts.as_slice(), self.legal.as_slice(), self.terminal);
        board::look(self.layout(), state, board, cell)
    }

    fn interpret(&self, gesture: &Gesture) -> Option<Move> {
        match gesture {
            Gesture::Click {
                board,
                cell,
                button: Button::Primary,
            } if board == MOVES => self.legal.get(cell.row).map(Move::new),
            _ => None,
        }
    }

    fn describe(&self, mv: &Move) -> StepInfo {
        StepInfo {
            text: format!("Do {mv}"),
            board: INFO.level_board.into(),
            cells: Vec::new(),
        }
    }

    fn intents(&self, _mv: &Move) -> Vec<Intent> {
        Vec::new()
    }
}
