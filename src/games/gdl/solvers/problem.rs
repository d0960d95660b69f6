//! A level as solvers see it: its network (the rules, instantiated as gates) and the state to start from. A *view* is a
//! [`SearchNet`]: a part of the network prepared for one search, whose moves are numbered differently.

use std::sync::Arc;

use crate::analysis::{SearchNet, displayed_net, search_net};
use crate::gdl_level::GdlLevel;
use crate::grounding::GroundingError;
use crate::model::{Model, NetLimits};
use crate::net::machine::Packed;
use crate::settings::GoalScope;
use crate::solvers::search::watch::SearchWatch;
use crate::syntax::canonical_move;
use planwright_game::search::{Budget, Progress, Stop};
use planwright_game::typed::downcast_level;
use planwright_game::{Answer, Field, Move, Plan, SolveError, SolveRequest};

/// The request's level; an error naming `solver` if it is of another game.
pub(super) fn level<'r>(
    request: &SolveRequest<'r>,
    solver: &'static str,
) -> Result<&'r GdlLevel, SolveError> {
    downcast_level(request.level).ok_or(SolveError::WrongGame {
        solver,
        game: request.level.game_id(),
    })
}

pub(super) enum StartError {
    Error(SolveError),
    Stop(Stop),
    /// The rules do not fit the network's limits.
    NoNetwork(GroundingError),
}

impl StartError {
    /// Answer of the solver `id`, which needs a network.
    pub fn into_answer(self, id: &'static str) -> Answer {
        match self {
            Self::Error(error) => Err(error),
            Self::Stop(stop) => Ok(stop.outcome(None, None)),
            Self::NoNetwork(error) => Err(SolveError::Unsupported {
                solver: id,
                reason: format!("{error}; ‘iterative-deepening’ works on the rules themselves"),
            }),
        }
    }
}

/// Options that override the level's limits of the network.
pub(super) static NETWORK_OPTIONS: &[Field] = &[SECONDS, SIZE, DEPTH, MEMORY];

pub(super) const SECONDS: Field = Field::new(
    "network-seconds",
    "Network: seconds",
    "",
    "time allowed for instantiating the rules; empty: as set in the level",
)
.expert();
pub(super) const SIZE: Field = Field::new(
    "network-size",
    "Network: size",
    "",
    "largest number of instantiated rules and atoms; empty: as set in the level",
)
.expert();
pub(super) const DEPTH: Field = Field::new(
    "network-depth",
    "Network: term depth",
    "",
    "deepest nesting of terms; empty: as set in the level",
)
.expert();
pub(super) const MEMORY: Field = Field::new(
    "network-memory",
    "Network: memory",
    "",
    "in MiB; empty: as set in the level",
)
.expert();

/// Limits of the network: the level's, or those of the request.
fn limits(request: &SolveRequest<'_>, level: &GdlLevel) -> Result<NetLimits, SolveError> {
    let mut settings = level.settings().clone();
    for option in NETWORK_OPTIONS {
        let value = request.option(option.key).map_or("", str::trim);
        if value.is_empty() {
            continue;
        }
        let key = option.key.trim_start_matches("network-");
        // Each of these options is a setting without the prefix, so it is never unknown.
        let set = settings.set(key, value).unwrap_or(Ok(()));
        set.map_err(|reason| SolveError::Option {
            key: option.key.to_owned(),
            reason,
        })?;
    }
    Ok(settings.limits)
}

pub(super) struct GdlProblem {
    pub model: Arc<Model>,
    /// State of the model after the moves already made.
    pub start: Packed,
    /// The least goal value that solves the level.
    pub target: i64,
    /// The value counts in every state, not only where the game is over.
    pub anywhere: bool,
}

impl GdlProblem {
    pub fn new(
        request: &SolveRequest<'_>,
        solver: &'static str,
        budget: &Budget,
    ) -> Result<Self, StartError> {
        let level = level(request, solver).map_err(StartError::Error)?;
        let limits = limits(request, level).map_err(StartError::Error)?;
        let model = level
            .network(limits, budget)
            .map_err(|error| match budget.check() {
                Err(stop) => StartError::Stop(stop),
                Ok(()) => StartError::NoNetwork(error),
            })?;
        let settings = level.settings();
        let mut start = model.start();
        // A move that the model lacks leaves the state as it is.
        for mv in request.done {
            let text = canonical_move(mv.as_str(), settings.fold_case);
            if let Some(number) = text.ok().and_then(|text| model.move_numbers.get(&text)) {
                start = model.after(&start, *number as usize);
            }
        }
        Ok(Self {
            start,
            target: settings.target,
            anywhere: settings.scope == GoalScope::Anywhere,
            model,
        })
    }

    /// View for reaching at least the goal value `value`. With `strip_counters`, step counters that only end the game
    /// are removed; see [`search_net`] for when that is sound.
    pub fn search_net(
        &self,
        value: i64,
        strip_counters: bool,
        budget: &Budget,
    ) -> Result<SearchNet, Stop> {
        search_net(
            &self.model,
            &self.start,
            value,
            strip_counters,
            self.anywhere,
            budget,
        )
    }

    /// View for plans that visit no displayed state twice; see [`displayed_net`].
    pub fn displayed(&self, budget: &Budget) -> Result<SearchNet, Stop> {
        displayed_net(&self.model, &self.start, self.target, self.anywhere, budget)
    }

    pub fn plan(&self, view: &SearchNet, moves: &[u32]) -> Plan {
        Plan(moves.iter().map(|mv| self.name(view, *mv)).collect())
    }

    /// Text of a view's move. Views keep moves of the model, so `?` is never returned.
    fn name(&self, view: &SearchNet, mv: u32) -> Move {
        let target = view.net.moves[mv as usize];
        let number = self.model.net.moves.iter().position(|term| *term == target);
        Move::new(number.map_or("?", |number| &self.model.move_texts[number]))
    }

    /// Reporter of a search on a view. The search identifies states by numbers of its own; moves are reported by name.
    pub fn watch<'p>(&self, view: &SearchNet, progress: &'p Progress<'p>) -> SearchWatch<'p> {
        let names = || (0..view.net.moves.len() as u32).map(|mv| self.name(view, mv));
        SearchWatch::new(progress, || names().collect())
    }

    /// Translates a plan to moves of a view; `None` if the view lacks one of the moves.
    pub fn moves(&self, view: &SearchNet, plan: &Plan) -> Option<Vec<u32>> {
        let number = |mv: &Move| {
            let model_number = *self.model.move_numbers.get(mv.as_str())?;
            let term = self.model.net.moves[model_number as usize];
            let number = view.net.moves.iter().position(|other| *other == term);
            number.map(|number| number as u32)
        };
        plan.0.iter().map(number).collect()
    }
}
