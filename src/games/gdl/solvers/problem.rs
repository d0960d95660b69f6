//! Context that all solvers share: the level's network, the state to start from, and what is built once for each goal
//! value.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::{SearchNet, displayed_net, search_net, value_net};
use crate::gdl_level::GdlLevel;
use crate::grounding::GroundingError;
use crate::model::{Model, NetLimits};
use crate::net::machine::Packed;
use crate::settings::GoalScope;
use crate::solvers::abstractions::agent::{self, AgentAbstraction, TokenWarehouse};
use crate::solvers::abstractions::factors;
use crate::solvers::abstractions::operators;
use crate::solvers::abstractions::permutations;
use crate::solvers::heuristics::effects;
use crate::solvers::heuristics::patterns::PatternDatabases;
use crate::solvers::heuristics::tokens::Tokens;
use crate::solvers::search::astar::{self, Estimate};
use crate::solvers::search::breadth::{self, PlanOutcome, Stopped};
use crate::solvers::search::ida;
use crate::solvers::search::watch::SearchWatch;
use crate::syntax::canonical_move;
use planwright_game::search::{Budget, Progress, Stop};
use planwright_game::typed::downcast_level;
use planwright_game::{Answer, Field, Move, Plan, SolveError, SolveRequest};

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
    pub start: Packed,
    pub want: i64,
    pub anywhere: bool,
    /// Breadth-first search merges symmetric states.
    symmetry: bool,
    views: RefCell<FxHashMap<(i64, bool), Rc<SearchNet>>>,
    estimates: RefCell<FxHashMap<(i64, bool), Rc<Estimate>>>,
    patterns: RefCell<FxHashMap<(i64, bool), Rc<PatternDatabases>>>,
    agents: RefCell<FxHashMap<i64, Option<Rc<AgentAbstraction>>>>,
    warehouses: RefCell<FxHashMap<i64, Rc<Vec<TokenWarehouse>>>>,
    /// Methods already exhausted for a goal value.
    exhausted: RefCell<FxHashSet<(OneTimeMethod, i64)>>,
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
        let mut start = model.start();
        for mv in request.done {
            let text = canonical_move(mv.as_str(), level.settings().fold_case);
            if let Some(number) = text.ok().and_then(|text| model.move_numbers.get(&text)) {
                start = model.after(&start, *number as usize);
            }
        }
        let settings = level.settings();
        Ok(Self {
            start,
            want: settings.target,
            anywhere: settings.scope == GoalScope::Anywhere,
            symmetry: request.option("symmetry").map(str::trim) != Some("no"),
            model,
            views: RefCell::default(),
            estimates: RefCell::default(),
            patterns: RefCell::default(),
            agents: RefCell::default(),
            warehouses: RefCell::default(),
            exhausted: RefCell::default(),
        })
    }

    /// Network for a goal value, built once; see [`search_net`].
    pub fn view(&self, want: i64, strip: bool, budget: &Budget) -> Result<Rc<SearchNet>, Stop> {
        cached(&self.views, (want, strip), || {
            let anywhere = self.anywhere;
            search_net(&self.model, &self.start, want, strip, anywhere, budget).map(Rc::new)
        })
    }

    /// Network with the displayed states, in the sense of the analysis.
    pub fn displayed(&self, budget: &Budget) -> Result<SearchNet, Stop> {
        displayed_net(&self.model, &self.start, self.want, self.anywhere, budget)
    }

    /// Network with all goal values, see `analysis::value_net`.
    pub fn valued(&self, want: i64, budget: &Budget) -> Result<SearchNet, Stop> {
        value_net(&self.model, &self.start, want, budget)
    }

    /// Translates moves of a view to a plan.
    pub fn plan(&self, view: &SearchNet, moves: &[u32]) -> Plan {
        Plan(moves.iter().map(|mv| self.name(view, *mv)).collect())
    }

    fn name(&self, view: &SearchNet, mv: u32) -> Move {
        let target = view.net.moves[mv as usize];
        let number = self.model.net.moves.iter().position(|term| *term == target);
        Move::new(number.map_or("?", |number| &self.model.move_texts[number]))
    }

    pub fn watch<'p>(&self, view: &SearchNet, progress: &'p Progress<'p>) -> SearchWatch<'p> {
        let names = || (0..view.net.moves.len() as u32).map(|mv| self.name(view, mv));
        SearchWatch::new(progress, || names().collect())
    }

    /// Translates a plan to moves of a view; `None` if the view lacks one.
    pub fn moves(&self, view: &SearchNet, plan: &Plan) -> Option<Vec<u32>> {
        let number = |mv: &Move| {
            let model_number = *self.model.move_numbers.get(mv.as_str())?;
            let term = self.model.net.moves[model_number as usize];
            let number = view.net.moves.iter().position(|other| *other == term);
            number.map(|number| number as u32)
        };
        plan.0.iter().map(number).collect()
    }

    /// Distance estimate for states of a view, built once. If time runs out in between, patterns or tokens alone are
    /// returned. Traps that tokens show are added to the view, which from then on gives up states that are lost.
    pub fn estimate(&self, want: i64, strip: bool, budget: &Budget) -> Result<Rc<Estimate>, Stop> {
        if let Some(estimate) = self.estimates.borrow().get(&(want, strip)) {
            return Ok(Rc::clone(estimate));
        }
        let view = self.view(want, strip, budget)?;
        let half = match budget.time_left() {
            Some(left) => budget.clone().with_time(left / 2),
            None => budget.clone(),
        };
        let patterns = cached(&self.patterns, (want, strip), || {
            PatternDatabases::new(&view, &half).map(Rc::new)
        });
        let max_gain = || effects::max_per_move(&view, budget).unwrap_or(0);
        // One of them alone is better than none.
        let (patterns, tokens) = match (patterns, Tokens::new(&view, &self.model.terms, budget)) {
            (Ok(patterns), Err(_)) if !patterns.is_empty() => {
                return Ok(Rc::new(Estimate {
                    patterns,
                    tokens: Tokens::default(),
                    max_gain: max_gain(),
                }));
            }
            (Err(_), Ok(tokens)) if !tokens.is_empty() => (Rc::default(), tokens),
            (patterns, tokens) => (patterns?, tokens?),
        };
        let traps = tokens.traps();
        let estimate = Rc::new(Estimate {
            patterns,
            tokens,
            max_gain: max_gain(),
        });
        if !traps.is_empty() {
            let view = Rc::new(view.avoiding(&traps));
            self.views.borrow_mut().insert((want, strip), view);
        }
        let mut estimates = self.estimates.borrow_mut();
        estimates.insert((want, strip), Rc::clone(&estimate));
        Ok(estimate)
    }

    /// The game without the steps of an agent that only walks, if there is one; built once.
    pub fn agent(&self, want: i64, budget: &Budget) -> Result<Option<Rc<AgentAbstraction>>, Stop> {
        cached(&self.agents, want, || {
            let estimate = self.estimate(want, true, budget)?;
            let view = self.view(want, true, budget)?;
            let Some(positions) = &estimate.tokens.agent else {
                return Ok(None);
            };
            let agent = AgentAbstraction::new(&view, positions, &estimate, self.anywhere, budget)?;
            Ok(agent.map(Rc::new))
        })
    }

    /// Plan that brings one token after another to its end, if there is an agent that moves them.
    pub fn packing(
        &self,
        want: i64,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Option<Plan>, Stop> {
        self.once(OneTimeMethod::Packing, want, budget, |view| {
            for warehouse in self.warehouses(want, budget)?.iter() {
                let moves = warehouse.plan(view, self.anywhere, budget, progress)?;
                if let Some(moves) = moves.filter(|moves| moves.len() <= view.max_length()) {
                    return Ok(Some(moves));
                }
            }
            Ok(None)
        })
    }

    /// Warehouses that the game may be, built once.
    pub fn warehouses(&self, want: i64, budget: &Budget) -> Result<Rc<Vec<TokenWarehouse>>, Stop> {
        cached(&self.warehouses, want, || {
            let view = self.view(want, true, budget)?;
            agent::warehouses(&view, &self.model.terms, budget).map(Rc::new)
        })
    }

    /// Finds a shortest plan of at most `max_steps` steps for a goal value, or proves that there is none.
    pub fn shortest_up_to(
        &self,
        max_steps: usize,
        want: i64,
        method: Method,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Option<Plan>, Stopped> {
        let early = |stop: Stop| Stopped { stop, bound: 0 };
        let search = |view: &SearchNet, strip: bool| {
            let watch = self.watch(view, progress);
            match method {
                Method::Breadth => {
                    let model = self.symmetry.then_some(&*self.model);
                    breadth::search(view, model, self.anywhere, budget, &watch)
                }
                Method::AStar | Method::Ida => {
                    let estimate = self.estimate(want, strip, budget).map_err(early)?;
                    let search = if method == Method::Ida {
                        ida::search
                    } else {
                        astar::search
                    };
                    search(view, &estimate, self.anywhere, budget, &watch)
                }
            }
        };
        let view = |strip: bool| -> Result<Rc<SearchNet>, Stopped> {
            let view = self.view(want, strip, budget).map_err(early)?;
            Ok(match max_steps {
                usize::MAX => view,
                max_steps => Rc::new(view.with_max_length(max_steps)),
            })
        };
        let stripped = view(true)?;
        match search(&stripped, true)? {
            PlanOutcome::Plan(moves) => return Ok(Some(self.plan(&stripped, &moves))),
            PlanOutcome::None { passed } => {
                // If the value occurred while the game went on, it may still hold when time is up: only states with
                // their step counter can tell.
                if !passed || self.anywhere || stripped.limit.is_none() {
                    return Ok(None);
                }
            }
        }
        let full = view(false)?;
        match search(&full, false)? {
            PlanOutcome::Plan(moves) => Ok(Some(self.plan(&full, &moves))),
            PlanOutcome::None { .. } => Ok(None),
        }
    }

    /// As `shortest_up_to`, without a limit on steps.
    pub fn shortest(
        &self,
        want: i64,
        method: Method,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Option<Plan>, Stopped> {
        self.shortest_up_to(usize::MAX, want, method, budget, progress)
    }

    /// Plan for a game that decomposes into independent ones, with a lower bound; see [`factors`].
    pub fn factored(&self, want: i64, budget: &Budget) -> Result<Option<(Plan, usize)>, Stop> {
        let view = self.view(want, true, budget)?;
        let found = factors::search(&view, self.anywhere, budget)?;
        Ok(found.map(|plan| (self.plan(&view, &plan.moves), plan.bound)))
    }

    /// Plan by a method that is not run again for a goal value for which it found none in time.
    fn once(
        &self,
        method: OneTimeMethod,
        want: i64,
        budget: &Budget,
        search: impl FnOnce(&SearchNet) -> Result<Option<Vec<u32>>, Stop>,
    ) -> Result<Option<Plan>, Stop> {
        if self.exhausted.borrow().contains(&(method, want)) {
            return Ok(None);
        }
        let view = self.view(want, true, budget)?;
        let found = search(&view)?;
        // If time ran out, the question is open.
        if found.is_none() && budget.check().is_ok() {
            self.exhausted.borrow_mut().insert((method, want));
        }
        Ok(found.map(|moves| self.plan(&view, &moves)))
    }

    /// Plan for a game whose moves permute facts, see [`permutations`].
    pub fn permuted(&self, want: i64, budget: &Budget) -> Result<Option<Plan>, Stop> {
        self.once(OneTimeMethod::Permutations, want, budget, |view| {
            permutations::search(view, self.anywhere, budget)
        })
    }

    /// Plan for a game whose states determine the number of steps, see [`operators`].
    pub fn bidirectional(
        &self,
        want: i64,
        budget: &Budget,
    ) -> Result<operators::OperatorPlan, Stop> {
        let key = (OneTimeMethod::Bidirectional, want);
        if self.exhausted.borrow().contains(&key) {
            return Ok(operators::OperatorPlan::Unknown);
        }
        let view = self.view(want, true, budget)?;
        let found = operators::search(&view, self.anywhere, budget)?;
        if found == operators::OperatorPlan::Unknown && budget.check().is_ok() {
            self.exhausted.borrow_mut().insert(key);
        }
        Ok(found)
    }

    /// Plan in layers of moves that do not interfere, see [`operators::layered`].
    pub fn layered(&self, want: i64, budget: &Budget) -> Result<Option<Plan>, Stop> {
        self.once(OneTimeMethod::Layers, want, budget, |view| {
            Ok(operators::layered::search(view, self.anywhere, budget))
        })
    }
}

/// Value of a key, built on first use.
fn cached<K: Copy + Eq + std::hash::Hash, V: Clone>(
    cache: &RefCell<FxHashMap<K, V>>,
    key: K,
    build: impl FnOnce() -> Result<V, Stop>,
) -> Result<V, Stop> {
    if let Some(value) = cache.borrow().get(&key) {
        return Ok(value.clone());
    }
    let value = build()?;
    cache.borrow_mut().insert(key, value.clone());
    Ok(value)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Breadth,
    AStar,
    Ida,
}

/// Methods that are run to their end once for each goal value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum OneTimeMethod {
    Packing,
    Permutations,
    Bidirectional,
    Layers,
}
