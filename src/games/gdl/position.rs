//! A state of play: the facts that hold, in the network's bits or, where there is no network, as terms.

use std::sync::Arc;
use std::time::Duration;

use crate::game::{
    BoardInfo, Button, Cell, CellLook, Fact, Gesture, Intent, Listing, Move, MoveError, Position,
    StepInfo,
};
use crate::search::{Budget, Stop};

use super::INFO;
use super::board::{self, GRID, LISTS, Layout, MOVES};
use super::interpret::Interpreter;
use super::level::{GdlLevel, glance};
use super::model::{Model, ones};
use super::net::machine::Packed;
use super::screen;
use super::syntax::{self, Reading, Symbols, print};
use super::terms::TermId;
use super::text::Ends;

/// How long a step may take where there is no network.
const STEP: Duration = Duration::from_secs(5);

/// How long somebody who only looks waits for the step counters.
const CLOCK: Duration = Duration::from_millis(20);

/// Facts that hold.
#[derive(Clone, Debug)]
pub(super) enum State {
    /// As bits.
    Fast { model: Arc<Model>, state: Packed },
    /// As terms of the interpreter.
    Slow { facts: Vec<TermId> },
    /// Not worked out.
    Unknown,
}

/// What is seen of a state.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    /// Legal moves as text, in order; none once the game is over.
    pub legal: Vec<String>,
    pub facts: Vec<String>,
    pub terminal: bool,
    pub goal: Option<i64>,
    /// Working it out takes too long.
    pub stuck: bool,
}

/// A state with what can be seen of it.
#[derive(Clone, Debug)]
pub(super) struct GdlPosition {
    level: GdlLevel,
    state: State,
    seen: Seen,
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

impl Seen {
    /// A state in the network's bits.
    fn fast(model: &Model, state: &[u64]) -> Self {
        let view = model.view(state);
        let on = ones(state).map(|bit| model.fact_texts[bit].clone());
        let legal = view.legal.iter().map(|mv| model.move_texts[*mv].clone());
        Self {
            legal: legal.collect(),
            facts: on.chain(model.fixed_texts.iter().cloned()).collect(),
            terminal: view.terminal,
            goal: view.goal,
            stuck: false,
        }
        .tidy()
    }

    /// A state in the interpreter's terms.
    pub fn slow(slow: &mut Interpreter, facts: &[TermId], budget: &Budget) -> Result<Self, Stop> {
        let holds = slow.holds(facts, None, budget)?;
        let texts = |terms: &[TermId]| -> Vec<String> {
            let symbols = &slow.rules().symbols;
            let text = |term: &TermId| slow.terms.text(*term, symbols);
            terms.iter().map(text).collect()
        };
        Ok(Self {
            legal: texts(&slow.legal(&holds)),
            facts: texts(facts),
            terminal: slow.terminal(&holds),
            goal: slow.goal(&holds),
            stuck: false,
        }
        .tidy())
    }

    /// A state that takes too long.
    fn stuck(facts: Vec<String>) -> Self {
        Self {
            facts,
            stuck: true,
            ..Self::default()
        }
    }

    fn tidy(mut self) -> Self {
        if self.terminal {
            self.legal.clear();
        }
        self.facts.sort_by(|a, b| natural(a).cmp(&natural(b)));
        self
    }
}

impl GdlPosition {
    /// The first state, as far as it can be had at a glance.
    pub(super) fn start(level: GdlLevel) -> Self {
        let (state, seen) = match level
            .network(level.settings().limits.glance(), &Budget::default())
        {
            Ok(model) => {
                let state = model.start();
                let seen = Seen::fast(&model, &state);
                (State::Fast { model, state }, seen)
            }
            Err(_) => match level.slow_start(&glance()) {
                Ok((facts, seen)) => {
                    let facts = facts.clone();
                    (State::Slow { facts }, seen.clone())
                }
                Err(_) => {
                    let line = "the rules take long to work out; a solver can be given the time";
                    (State::Unknown, Seen::stuck(vec![line.to_owned()]))
                }
            },
        };
        Self { level, state, seen }
    }

    fn layout(&self) -> &Layout {
        static NONE: std::sync::OnceLock<Layout> = std::sync::OnceLock::new();
        match &self.state {
            State::Fast { model, .. } => self.level.layout(model),
            _ => NONE.get_or_init(Layout::default),
        }
    }

    /// What is seen.
    pub(super) fn seen(self) -> Seen {
        self.seen
    }
}

/// The relation of a fact.
fn relation(fact: &str) -> &str {
    let name = fact.strip_prefix('(').unwrap_or(fact);
    name.split([' ', ')']).next().unwrap_or(name)
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
        if !self.seen.legal.contains(&text) {
            let legal = &self.seen.legal;
            let reason = if self.seen.stuck {
                "what is legal here takes too long to work out".to_owned()
            } else if self.seen.terminal {
                "the game is over".to_owned()
            } else if legal.is_empty() {
                "no move is legal here".to_owned()
            } else {
                let shown: Vec<&str> = legal.iter().take(8).map(String::as_str).collect();
                let more = if legal.len() > shown.len() {
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
                self.seen = Seen::fast(model, state);
            }
            State::Slow { facts } => {
                let fold_case = self.level.settings().fold_case;
                let budget = Budget::default().with_time(STEP);
                let next = self.level.interpreter(&budget, |slow| {
                    let mut symbols = slow.rules().symbols.clone();
                    let term = syntax::parse_term(&text, &mut symbols, Reading { fold_case }).ok();
                    let mv = term.and_then(|term| slow.terms.intern(&term));
                    let holds = slow.holds(facts, mv, &budget)?;
                    let next = slow.next(&holds);
                    let seen = Seen::slow(slow, &next, &budget)?;
                    Ok((next, seen))
                });
                let (next, seen) = next.map_err(|_| {
                    MoveError::illegal(mv, "the state after it takes too long to work out")
                })?;
                (*facts, self.seen) = (next, seen);
            }
            State::Unknown => {}
        }
        Ok(())
    }

    fn is_solved(&self) -> bool {
        let settings = self.level.settings();
        (self.seen.terminal || settings.ends == Ends::Anywhere)
            && self.seen.goal.is_some_and(|goal| goal >= settings.want)
    }

    fn legal_moves(&self, limit: usize) -> Vec<Move> {
        self.seen.legal.iter().take(limit).map(Move::new).collect()
    }

    fn encode(&self) -> Vec<u8> {
        match &self.state {
            State::Fast { state, .. } => state.iter().flat_map(|word| word.to_le_bytes()).collect(),
            State::Slow { facts } => facts.iter().flat_map(|fact| fact.to_le_bytes()).collect(),
            State::Unknown => Vec::new(),
        }
    }

    fn boards(&self) -> Vec<BoardInfo> {
        board::boards(self.layout(), self.seen.facts.len(), self.seen.legal.len())
    }

    fn look(&self, board: &str, cell: Cell) -> CellLook {
        let Seen {
            facts,
            legal,
            terminal,
            ..
        } = &self.seen;
        let state = (facts.as_slice(), legal.as_slice(), *terminal);
        board::look(self.layout(), state, board, cell)
    }

    fn interpret(&self, gesture: &Gesture) -> Option<Move> {
        match gesture {
            Gesture::Click {
                board,
                cell,
                button: Button::Primary,
            } if board == MOVES => self.seen.legal.get(cell.row).map(Move::new),
            Gesture::Click {
                board,
                cell,
                button: Button::Primary,
            } if board == GRID => self
                .layout()
                .move_at(&self.seen.legal, *cell)
                .map(Move::new),
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

    fn intents(&self, mv: &Move) -> Vec<Intent> {
        let fold_case = self.level.settings().fold_case;
        match canonical(mv.as_str(), fold_case) {
            Ok(text) => vec![screen::intent(self.layout(), &text)],
            Err(_) => Vec::new(),
        }
    }

    fn listing(&self) -> Option<Listing> {
        let mut facts = Vec::new();
        if !self.seen.stuck {
            let fact = |text: &String| Fact {
                group: relation(text).to_owned(),
                text: text.clone(),
            };
            facts = self.seen.facts.iter().map(fact).collect();
            // Facts with and without arguments may have the same relation; stable, so in order.
            facts.sort_by(|a, b| a.group.cmp(&b.group));
        }
        let mut counts: Vec<(std::borrow::Cow<'static, str>, String)> = Vec::new();
        let goal = self.seen.goal.map(|goal| goal.to_string());
        if !self.seen.stuck {
            counts.push(("Goal value".into(), goal.unwrap_or_else(|| "none".into())));
            let over = if self.seen.terminal { "yes" } else { "no" };
            counts.push(("Game over".into(), over.into()));
        }
        if let State::Fast { model, .. } = &self.state {
            let glance = Budget::default().with_time(CLOCK);
            let clock = self.level.clock(model, &glance, false);
            if let Ok(Some(clock)) = clock
                && let Some(limit) = clock.limit
            {
                counts.push(("Step limit".into(), limit.to_string()));
            }
        }
        Some(Listing {
            facts,
            counts,
            boards: &LISTS,
        })
    }

    fn without_clock(&self) -> Option<Box<dyn Position>> {
        let State::Fast { model, state } = &self.state else {
            return None;
        };
        let budget = Budget::default().with_time(STEP);
        let clock = self.level.clock(model, &budget, true).ok()??;
        let state = clock.set_back(state)?;
        Some(Box::new(Self {
            level: self.level.clone(),
            seen: Seen::fast(model, &state),
            state: State::Fast {
                model: Arc::clone(model),
                state,
            },
        }))
    }
}
