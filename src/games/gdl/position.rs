//! A state of play: the facts that hold, as the network's bits or, without a network, as terms.

mod glides;
mod ways;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::game::{
    BoardInfo, Button, Cell, CellLook, Fact, Gesture, Intent, Level as _, Listing, Move, MoveError,
    Position, StepInfo,
};
use crate::search::{Budget, Stop};

use super::board::{self, GRID, LISTS, Layout, MOVES};
use super::intents::intent;
use super::made::GdlLevel;
use super::model::Model;
use super::net::machine::Packed;
use super::seen::Seen;
use super::settings::Ends;
use super::syntax::{self, Reading, canonical_move};
use super::terms::TermId;

/// Time limit of a step without a network.
const STEP: Duration = Duration::from_secs(5);

/// Time for checking the network against the interpreter.
const SECOND_OPINION: Duration = Duration::from_secs(1);

/// Time limit for finding step counters for display.
const CLOCK: Duration = Duration::from_millis(20);

#[derive(Clone, Debug)]
pub(super) enum State {
    /// As bits.
    Fast { model: Arc<Model>, state: Packed },
    /// As terms of the interpreter.
    Slow { facts: Vec<TermId> },
    /// Not computed.
    Unknown,
}

/// The same state in the interpreter's terms, and the budget for following it.
#[derive(Clone, Debug)]
struct SecondOpinion {
    facts: Vec<TermId>,
    budget: Budget,
}

#[derive(Clone, Debug)]
pub(super) struct GdlPosition {
    level: GdlLevel,
    state: State,
    seen: Seen,
    /// Budget of the caller; without one, a step takes five seconds at most.
    patience: Option<Budget>,
    second: Option<SecondOpinion>,
    shown: OnceLock<Arc<[CellLook]>>,
    /// Cells between which each legal move takes the agent, computed on demand.
    ways: OnceLock<Arc<[ways::Way]>>,
}

impl GdlPosition {
    /// First state, within the time of a display.
    pub(super) fn start(level: GdlLevel) -> Self {
        let (state, seen) = match level
            .network(level.settings().limits.glance(), &Budget::default())
        {
            Ok(model) => {
                let state = model.start();
                let seen = Seen::fast(&model, &state);
                (State::Fast { model, state }, seen)
            }
            Err(_) => match level.slow_start_at_once() {
                Ok((facts, seen)) => {
                    let facts = facts.clone();
                    (State::Slow { facts }, seen.clone())
                }
                Err(_) => {
                    let line =
                        "the rules take too long to compute here; a solver can be given more time";
                    (State::Unknown, Seen::stuck(vec![line.to_owned()]))
                }
            },
        };
        Self {
            level,
            state,
            seen,
            patience: None,
            second: None,
            shown: OnceLock::new(),
            ways: OnceLock::new(),
        }
    }

    /// First state, with time: in the network that the level's limits allow or, without one, by the interpreter with
    /// as much time for each step. While that is quick, the network is checked against the interpreter.
    pub(super) fn patient(level: GdlLevel, budget: &Budget) -> Result<Self, Stop> {
        let limits = level.settings().limits;
        let (state, seen, second) = match level.network(limits, budget) {
            Ok(model) => {
                let state = model.start();
                let seen = Seen::fast(&model, &state);
                let budget = part(budget, SECOND_OPINION);
                // The comparison begins after the first step.
                let second = level.interpreter(&budget, |slow| Ok(slow.start())).ok();
                let second = second.map(|facts| SecondOpinion { facts, budget });
                (State::Fast { model, state }, seen, second)
            }
            Err(_) => {
                let (facts, seen) = level.slow_start(&limits.part_of(budget))?;
                let facts = facts.clone();
                (State::Slow { facts }, seen.clone(), None)
            }
        };
        Ok(Self {
            level,
            state,
            seen,
            patience: Some(budget.clone()),
            second,
            shown: OnceLock::new(),
            ways: OnceLock::new(),
        })
    }

    fn step(&self) -> Budget {
        match &self.patience {
            Some(budget) => self.level.settings().limits.part_of(budget),
            None => Budget::default().with_time(STEP),
        }
    }

    /// Returns whether the interpreter disagrees about the state after a move; `false` if it takes too long.
    fn is_doubtful(&mut self, mv: &str) -> bool {
        let Some(second) = self.second.take() else {
            return false;
        };
        match self.interpreted(&second.facts, mv, &second.budget) {
            Ok((facts, seen)) => {
                let doubtful = !seen.agrees(&self.seen);
                self.second = Some(SecondOpinion { facts, ..second });
                doubtful
            }
            Err(_) => false,
        }
    }

    fn interpreted(
        &self,
        facts: &[TermId],
        mv: &str,
        budget: &Budget,
    ) -> Result<(Vec<TermId>, Seen), Stop> {
        let fold_case = self.level.settings().fold_case;
        self.level.interpreter(budget, |slow| {
            let mut symbols = slow.rules().symbols.clone();
            let term = syntax::parse_term(mv, &mut symbols, Reading { fold_case }).ok();
            let mv = term.and_then(|term| slow.terms.intern(&term));
            let holds = slow.holds(facts, mv, budget)?;
            let next = slow.next(&holds);
            let seen = Seen::slow(slow, &next, budget)?;
            Ok((next, seen))
        })
    }

    fn layout(&self) -> &Layout {
        static NONE: OnceLock<Layout> = OnceLock::new();
        match &self.state {
            State::Fast { model, .. } => self.level.layout(model),
            // A game that cannot be played has no state but the first.
            _ if self.level.unplayable().is_some() => self.level.layout_of_start(&self.seen.facts),
            _ => NONE.get_or_init(Layout::default),
        }
    }

    pub(super) fn seen(self) -> Seen {
        self.seen
    }
}

fn part(budget: &Budget, time: Duration) -> Budget {
    let time = budget.time_left().map_or(time, |left| left.min(time));
    budget.clone().with_time(time)
}

fn relation(fact: &str) -> &str {
    let name = fact.strip_prefix('(').unwrap_or(fact);
    name.split([' ', ')']).next().unwrap_or(name)
}

impl Position for GdlPosition {
    fn boxed_clone(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn apply(&mut self, mv: &Move) -> Result<(), MoveError> {
        if let Some(reason) = self.level.unplayable() {
            return Err(MoveError::illegal(&self.describe(mv), reason));
        }
        let text = canonical_move(mv.as_str(), self.level.settings().fold_case)?;
        if self.seen.stuck {
            let reason = "the legal moves take too long to compute";
            return Err(MoveError::undecided(mv, reason));
        }
        if !self.seen.legal.contains(&text) {
            let legal = &self.seen.legal;
            let reason = if self.seen.terminal {
                "the game is over".to_owned()
            } else if legal.is_empty() {
                "there are no legal moves".to_owned()
            } else {
                let shown: Vec<&str> = legal.iter().take(8).map(String::as_str).collect();
                let more = if legal.len() > shown.len() {
                    " and others"
                } else {
                    ""
                };
                format!("the legal moves are {}{more}", shown.join(", "))
            };
            return Err(MoveError::illegal(&self.describe(mv), reason));
        }
        match &self.state {
            State::Fast { model, state } => {
                let model = Arc::clone(model);
                let number = model.move_numbers.get(&text);
                let state = match number {
                    Some(number) => model.after(state, *number as usize),
                    None => state.clone(),
                };
                let before = std::mem::replace(&mut self.seen, Seen::fast(&model, &state));
                if self.is_doubtful(&text) {
                    self.seen = before;
                    let reason = "the compiled rules and the interpreted rules disagree: please report \
                        this with the level";
                    return Err(MoveError::undecided(mv, reason));
                }
                self.state = State::Fast { model, state };
            }
            State::Slow { facts } => {
                let next = self.interpreted(facts, &text, &self.step());
                let (facts, seen) = next.map_err(|stop| {
                    let words = stop.in_words();
                    let reason = format!("the next state takes too long to compute, {words}");
                    MoveError::undecided(mv, reason)
                })?;
                (self.state, self.seen) = (State::Slow { facts }, seen);
            }
            State::Unknown => {}
        }
        (self.shown, self.ways) = (OnceLock::new(), OnceLock::new());
        Ok(())
    }

    fn is_solved(&self) -> bool {
        let want = self.level.settings().want;
        self.value().is_some_and(|goal| goal >= want)
    }

    fn value(&self) -> Option<i64> {
        let counts = self.seen.terminal || self.level.settings().ends == Ends::Anywhere;
        self.seen.goal.filter(|_| counts)
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
        let size = self.layout().size().filter(|_| board == GRID);
        if let Some(size) = size.filter(|size| cell.row < size.rows && cell.col < size.cols) {
            let shown = || self.layout().looks(facts).into();
            let at = cell.row * size.cols + cell.col;
            return self.shown.get_or_init(shown)[at].clone();
        }
        let state = (facts.as_slice(), legal.as_slice(), *terminal);
        board::look(state, board, cell)
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
            } if board == GRID => self.clicked(*cell),
            Gesture::Drag { from, to, .. } => self.dragged(*from, *to),
            Gesture::Steer(heading) => self.steered(*heading),
            _ => None,
        }
    }

    fn advice(&self, gesture: &Gesture) -> Option<String> {
        self.advise(gesture)
    }

    fn describe(&self, mv: &Move) -> StepInfo {
        self.step_of(mv)
    }

    fn intents(&self, mv: &Move) -> Vec<Intent> {
        let fold_case = self.level.settings().fold_case;
        match canonical_move(mv.as_str(), fold_case) {
            Ok(text) => vec![intent(self.layout(), &text)],
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
            // Facts with and without arguments may have the same relation; the sort is stable.
            facts.sort_by(|a, b| a.group.cmp(&b.group));
        }
        let mut counts: Vec<(std::borrow::Cow<'static, str>, String)> = Vec::new();
        let goal = self.seen.goal.map(|goal| goal.to_string());
        if !self.seen.stuck {
            if self.level.unplayable().is_none() {
                counts.push(("Goal value".into(), goal.unwrap_or_else(|| "none".into())));
            }
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
            patience: self.patience.clone(),
            second: None,
            shown: OnceLock::new(),
            ways: OnceLock::new(),
        }))
    }
}
