//! A state of play: the facts that hold, as the network's bits or, without a network, as terms.

mod gestures;
#[cfg(test)]
mod tests;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::board::{self, GRID, GridLayout, LISTS, MOVES};
use super::gdl_level::GdlLevel;
use super::intents::intent;
use super::model::Model;
use super::net::machine::Packed;
use super::settings::GoalScope;
use super::summary::StateSummary;
use super::syntax::{self, ReadOptions, canonical_move};
use super::terms::TermId;
use crate::game::{
    BoardInfo, Button, Cell, CellStyle, Fact, Gesture, Intent, Level as _, Listing, Move,
    MoveError, Position, StepInfo,
};
use crate::search::{Budget, Stop};

/// Time limit of a step without a network.
const STEP_TIME: Duration = Duration::from_secs(5);
/// Time for checking the network against the interpreter, for all steps of a replay together.
const CROSS_CHECK_TIME: Duration = Duration::from_secs(1);
/// Legal moves named in the message about an illegal one.
const MAX_LISTED_MOVES: usize = 8;
/// Time limit for finding step counters for display.
const COUNTERS_TIME: Duration = Duration::from_millis(20);

#[derive(Clone, Debug)]
pub(super) enum GdlState {
    Net {
        model: Arc<Model>,
        state: Packed,
    },
    Interpreted {
        facts: Vec<TermId>,
    },
    /// Not computed, as the rules take too long; the summary says so.
    Unknown,
}

impl GdlState {
    fn of_net(model: &Arc<Model>, state: Packed) -> (Self, StateSummary) {
        let summary = StateSummary::from_net(model, &state);
        let model = Arc::clone(model);
        (Self::Net { model, state }, summary)
    }
}

/// The same state in the interpreter's terms, and the budget for following it; dropped once that is used up.
#[derive(Clone, Debug)]
struct CrossCheck {
    facts: Vec<TermId>,
    budget: Budget,
}

#[derive(Clone, Debug)]
pub(super) struct GdlPosition {
    level: GdlLevel,
    state: GdlState,
    summary: StateSummary,
    /// Budget of the caller of [`Self::start_within`]; without one, a step takes at most [`STEP_TIME`].
    budget: Option<Budget>,
    cross_check: Option<CrossCheck>,
    /// Cells of the grid, row by row, computed on demand.
    cells: OnceLock<Arc<[CellStyle]>>,
    /// Cells between which each legal move takes the agent, in their order, computed on demand.
    agent_moves: OnceLock<Arc<[gestures::AgentMove]>>,
}

impl GdlPosition {
    /// First state, in the time for its display: in the network, else by the interpreter, or [`GdlState::Unknown`].
    pub(super) fn start(level: GdlLevel) -> Self {
        let limits = level.settings().limits.for_display();
        let (state, summary) = if let Ok(model) = level.network(limits, &Budget::default()) {
            GdlState::of_net(&model, model.start())
        } else if let Ok((facts, summary)) = level.quick_interpreted_start() {
            let facts = facts.clone();
            (GdlState::Interpreted { facts }, summary.clone())
        } else {
            let message =
                "the rules take too long to compute here; a solver can be given more time";
            let summary = StateSummary::timed_out(vec![message.to_owned()]);
            (GdlState::Unknown, summary)
        };
        Self::new(level, state, summary)
    }

    fn new(level: GdlLevel, state: GdlState, summary: StateSummary) -> Self {
        Self {
            level,
            state,
            summary,
            budget: None,
            cross_check: None,
            cells: OnceLock::new(),
            agent_moves: OnceLock::new(),
        }
    }

    /// First state, with time: in the network that the level's limits allow or, without one, by the interpreter with
    /// as much time for each step. While that is quick, the network is checked against the interpreter.
    pub(super) fn start_within(level: GdlLevel, budget: &Budget) -> Result<Self, Stop> {
        let limits = level.settings().limits;
        let (state, summary, cross_check) = match level.network(limits, budget) {
            Ok(model) => {
                let (state, summary) = GdlState::of_net(&model, model.start());
                let budget = budget.at_most(CROSS_CHECK_TIME);
                // The comparison begins after the first step.
                let facts = level.interpreter(&budget, |it| Ok(it.start())).ok();
                let cross_check = facts.map(|facts| CrossCheck { facts, budget });
                (state, summary, cross_check)
            }
            // Also if the budget ended: the interpreter then stops at once, with the reason.
            Err(_) => {
                let (facts, summary) = level.interpreted_start(&limits.restrict(budget))?;
                let facts = facts.clone();
                (GdlState::Interpreted { facts }, summary.clone(), None)
            }
        };
        Ok(Self {
            budget: Some(budget.clone()),
            cross_check,
            ..Self::new(level, state, summary)
        })
    }

    fn step_budget(&self) -> Budget {
        match &self.budget {
            Some(budget) => self.level.settings().limits.restrict(budget),
            None => Budget::default().with_time(STEP_TIME),
        }
    }

    /// Makes a move in the interpreter, too: the cross-check after it, or an error if the state is not the one that
    /// `expected` sums up. `None` if it takes too long; then no later step is checked.
    fn cross_check_after(
        &self,
        mv: &str,
        expected: &StateSummary,
    ) -> Result<Option<CrossCheck>, &'static str> {
        let Some(CrossCheck { facts, budget }) = &self.cross_check else {
            return Ok(None);
        };
        match self.interpreted_step(facts, mv, budget) {
            Ok((_, summary)) if !summary.is_equivalent(expected) => Err(
                "the compiled rules and the interpreted rules disagree: please report this with the level",
            ),
            Ok((facts, _)) => Ok(Some(CrossCheck {
                facts,
                budget: budget.clone(),
            })),
            Err(_) => Ok(None),
        }
    }

    /// Facts and summary of the state that a move leads to from `facts`, by the interpreter.
    fn interpreted_step(
        &self,
        facts: &[TermId],
        mv: &str,
        budget: &Budget,
    ) -> Result<(Vec<TermId>, StateSummary), Stop> {
        let fold_case = self.level.settings().fold_case;
        self.level.interpreter(budget, |interpreter| {
            let mut symbols = interpreter.rules().symbols.clone();
            let term = syntax::parse_term(mv, &mut symbols, ReadOptions { fold_case }).ok();
            let mv = term.and_then(|term| interpreter.terms.intern(&term));
            let base = interpreter.derive(facts, mv, budget)?;
            let next = interpreter.next(&base);
            let summary = StateSummary::from_interpreter(interpreter, &next, budget)?;
            Ok((next, summary))
        })
    }

    fn layout(&self) -> &GridLayout {
        static EMPTY: OnceLock<GridLayout> = OnceLock::new();
        match &self.state {
            GdlState::Net { model, .. } => self.level.layout(model),
            // A game of several players cannot be played, so it has no state but the first, whose facts give the
            // layout. Others without a network have no grid.
            _ if self.level.unplayable().is_some() => {
                self.level.layout_of_start(&self.summary.facts)
            }
            _ => EMPTY.get_or_init(GridLayout::default),
        }
    }

    pub(super) fn into_summary(self) -> StateSummary {
        self.summary
    }
}

/// Relation of a fact, by which facts are listed.
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
        if self.summary.timed_out {
            let reason = "the legal moves take too long to compute";
            return Err(MoveError::undecided(mv, reason));
        }
        if !self.summary.legal.contains(&text) {
            let legal = &self.summary.legal;
            let reason = if self.summary.terminal {
                "the game is over".to_owned()
            } else if legal.is_empty() {
                "there are no legal moves".to_owned()
            } else {
                let listed: Vec<&str> = legal
                    .iter()
                    .take(MAX_LISTED_MOVES)
                    .map(String::as_str)
                    .collect();
                let more = match legal.len() > listed.len() {
                    true => " and others",
                    false => "",
                };
                format!("the legal moves are {}{more}", listed.join(", "))
            };
            return Err(MoveError::illegal(&self.describe(mv), reason));
        }
        match &self.state {
            GdlState::Net { model, state } => {
                let model = Arc::clone(model);
                let state = match model.move_numbers.get(&text) {
                    Some(number) => model.after(state, *number as usize),
                    // Never: every legal move of the network has a number.
                    None => state.clone(),
                };
                let (state, summary) = GdlState::of_net(&model, state);
                let cross_check = self.cross_check_after(&text, &summary);
                self.cross_check =
                    cross_check.map_err(|reason| MoveError::undecided(mv, reason))?;
                (self.state, self.summary) = (state, summary);
            }
            GdlState::Interpreted { facts } => {
                let next = self.interpreted_step(facts, &text, &self.step_budget());
                let (facts, summary) = next.map_err(|stop| {
                    let words = stop.in_words();
                    let reason = format!("the next state takes too long to compute, {words}");
                    MoveError::undecided(mv, reason)
                })?;
                (self.state, self.summary) = (GdlState::Interpreted { facts }, summary);
            }
            // Its summary has timed out, which was refused above.
            GdlState::Unknown => {}
        }
        (self.cells, self.agent_moves) = (OnceLock::new(), OnceLock::new());
        Ok(())
    }

    fn is_solved(&self) -> bool {
        let target = self.level.settings().target;
        self.value().is_some_and(|goal| goal >= target)
    }

    fn value(&self) -> Option<i64> {
        let counts = self.summary.terminal || self.level.settings().scope == GoalScope::Anywhere;
        self.summary.goal.filter(|_| counts)
    }

    fn legal_moves(&self, limit: usize) -> Vec<Move> {
        let legal = self.summary.legal.iter().take(limit);
        legal.map(Move::new).collect()
    }

    fn encode(&self) -> Vec<u8> {
        match &self.state {
            GdlState::Net { state, .. } => {
                state.iter().flat_map(|word| word.to_le_bytes()).collect()
            }
            GdlState::Interpreted { facts } => {
                facts.iter().flat_map(|fact| fact.to_le_bytes()).collect()
            }
            GdlState::Unknown => Vec::new(),
        }
    }

    fn boards(&self) -> Vec<BoardInfo> {
        let StateSummary { facts, legal, .. } = &self.summary;
        board::boards(self.layout(), facts.len(), legal.len())
    }

    fn style(&self, board: &str, cell: Cell) -> CellStyle {
        let size = self.layout().size().filter(|_| board == GRID);
        if let Some(size) = size.filter(|size| cell.row < size.rows && cell.col < size.cols) {
            let cells = || self.layout().draw_all(&self.summary.facts).into();
            let index = cell.row * size.cols + cell.col;
            return self.cells.get_or_init(cells)[index].clone();
        }
        board::draw_list(&self.summary, board, cell)
    }

    fn interpret(&self, gesture: &Gesture) -> Option<Move> {
        match gesture {
            Gesture::Click {
                board,
                cell,
                button: Button::Primary,
            } => match board.as_str() {
                MOVES => self.summary.legal.get(cell.row).map(Move::new),
                GRID => self.click_move(*cell),
                _ => None,
            },
            Gesture::Drag {
                from_board,
                from,
                to_board,
                to,
            } if from_board == GRID && to_board == GRID => self.drag_move(*from, *to),
            Gesture::Steer(heading) => self.steer_move(*heading),
            _ => None,
        }
    }

    fn advice(&self, gesture: &Gesture) -> Option<String> {
        self.advise(gesture)
    }

    fn describe(&self, mv: &Move) -> StepInfo {
        self.step_info(mv)
    }

    fn intents(&self, mv: &Move) -> Vec<Intent> {
        let fold_case = self.level.settings().fold_case;
        let text = canonical_move(mv.as_str(), fold_case).ok();
        let intent = text.map(|text| intent(self.layout(), &text));
        intent.into_iter().collect()
    }

    fn listing(&self) -> Option<Listing> {
        let mut facts = Vec::new();
        if !self.summary.timed_out {
            let fact = |text: &String| Fact {
                group: relation(text).to_owned(),
                text: text.clone(),
            };
            facts = self.summary.facts.iter().map(fact).collect();
            // Facts of one relation, with and without arguments, may be apart; the sort leaves their order as it is.
            facts.sort_by(|a, b| a.group.cmp(&b.group));
        }
        let mut counts: Vec<(std::borrow::Cow<'static, str>, String)> = Vec::new();
        let goal = self.summary.goal.map(|goal| goal.to_string());
        if !self.summary.timed_out {
            if self.level.unplayable().is_none() {
                counts.push(("Goal value".into(), goal.unwrap_or_else(|| "none".into())));
            }
            let over = if self.summary.terminal { "yes" } else { "no" };
            counts.push(("Game over".into(), over.into()));
        }
        if let GdlState::Net { model, .. } = &self.state {
            let budget = Budget::default().with_time(COUNTERS_TIME);
            // This is displayed often, so a search that ran out of time is not repeated.
            let retry = false;
            let counters = self.level.counters(model, &budget, retry).ok().flatten();
            let limit = counters.and_then(|counters| counters.limit);
            counts.extend(limit.map(|limit| ("Step limit".into(), limit.to_string())));
        }
        Some(Listing {
            facts,
            counts,
            boards: &LISTS,
        })
    }

    fn without_clock(&self) -> Option<Box<dyn Position>> {
        let GdlState::Net { model, state } = &self.state else {
            return None;
        };
        let budget = Budget::default().with_time(STEP_TIME);
        let retry = true;
        let counters = self.level.counters(model, &budget, retry).ok()??;
        let (state, summary) = GdlState::of_net(model, counters.reset(state)?);
        Some(Box::new(Self {
            budget: self.budget.clone(),
            ..Self::new(self.level.clone(), state, summary)
        }))
    }
}
