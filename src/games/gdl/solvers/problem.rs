//! Context that all solvers share: the level's network, the state to start from, and what is built once for each goal
//! value.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::game::typed::concrete;
use crate::game::{Answer, Field, Move, Plan, SolveError, SolveRequest};
use crate::search::{Budget, Progress, Stop};

use super::super::ground::GroundError;
use super::super::made::GdlLevel;
use super::super::model::{GroundLimits, Model};
use super::super::net::machine::Packed;
use super::super::settings::Ends;
use super::super::syntax::canonical_move;
use super::astar::{self, Estimate};
use super::breadth::{self, Found, Stopped};
use super::patterns::Patterns;
use super::roamer::{self, Roamer, Store};
use super::tokens::Tokens;
use super::watch::Watch;
use super::{effects, factors, ida, operators, permutations};
use crate::analysis::{View, seen, valued, view};

pub(super) fn level<'r>(
    request: &SolveRequest<'r>,
    solver: &'static str,
) -> Result<&'r GdlLevel, SolveError> {
    concrete(request.level).ok_or(SolveError::WrongGame {
        solver,
        game: request.level.game_id(),
    })
}

/// Reason why a solver cannot start.
pub(super) enum Refused {
    Error(SolveError),
    Stop(Stop),
    NoNetwork(GroundError),
}

impl Refused {
    /// Answer of the solver `id`, which needs a network.
    pub fn told(self, id: &'static str) -> Answer {
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
fn limits(request: &SolveRequest<'_>, level: &GdlLevel) -> Result<GroundLimits, SolveError> {
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

pub(super) struct Problem {
    pub model: Arc<Model>,
    pub start: Packed,
    pub want: i64,
    pub anywhere: bool,
    /// Breadth-first search merges symmetric states.
    symmetry: bool,
    views: RefCell<FxHashMap<(i64, bool), Rc<View>>>,
    estimates: RefCell<FxHashMap<(i64, bool), Rc<Estimate>>>,
    patterns: RefCell<FxHashMap<(i64, bool), Rc<Patterns>>>,
    roamers: RefCell<FxHashMap<i64, Option<Rc<Roamer>>>>,
    stores: RefCell<FxHashMap<i64, Rc<Vec<Store>>>>,
    /// Methods already exhausted for a goal value.
    given_up: RefCell<FxHashSet<(Once, i64)>>,
}

impl Problem {
    /// # Errors
    /// When the level is another game's or has no network, or the budget runs out.
    pub fn new(
        request: &SolveRequest<'_>,
        solver: &'static str,
        budget: &Budget,
    ) -> Result<Self, Refused> {
        let level = level(request, solver).map_err(Refused::Error)?;
        let limits = limits(request, level).map_err(Refused::Error)?;
        let model = level
            .network(limits, budget)
            .map_err(|error| match budget.check() {
                Err(stop) => Refused::Stop(stop),
                Ok(()) => Refused::NoNetwork(error),
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
            want: settings.want,
            anywhere: settings.ends == Ends::Anywhere,
            symmetry: request.option("symmetry").map(str::trim) != Some("no"),
            model,
            views: RefCell::default(),
            estimates: RefCell::default(),
            patterns: RefCell::default(),
            roamers: RefCell::default(),
            stores: RefCell::default(),
            given_up: RefCell::default(),
        })
    }

    /// Network for a goal value, built once; see [`view`].
    pub fn view(&self, want: i64, strip: bool, budget: &Budget) -> Result<Rc<View>, Stop> {
        if let Some(view) = self.views.borrow().get(&(want, strip)) {
            return Ok(Rc::clone(view));
        }
        let view = view(&self.model, &self.start, want, strip, self.anywhere, budget);
        let view = Rc::new(view?);
        let mut views = self.views.borrow_mut();
        views.insert((want, strip), Rc::clone(&view));
        Ok(view)
    }

    /// Network with the displayed states, in the sense of the analysis.
    pub fn seen(&self, budget: &Budget) -> Result<View, Stop> {
        seen(&self.model, &self.start, self.want, self.anywhere, budget)
    }

    /// Network with all goal values, see `analysis::valued`.
    pub fn valued(&self, want: i64, budget: &Budget) -> Result<View, Stop> {
        valued(&self.model, &self.start, want, budget)
    }

    /// Translates moves of a view to a plan.
    pub fn plan(&self, view: &View, moves: &[u32]) -> Plan {
        Plan(moves.iter().map(|mv| self.name(view, *mv)).collect())
    }

    fn name(&self, view: &View, mv: u32) -> Move {
        let term = view.net.moves[mv as usize];
        let number = self.model.net.moves.iter().position(|own| *own == term);
        Move::new(number.map_or("?", |number| &self.model.move_texts[number]))
    }

    /// Reports the progress of a search on a view.
    pub fn watch<'p>(&self, view: &View, progress: &'p Progress<'p>) -> Watch<'p> {
        let names = || (0..view.net.moves.len() as u32).map(|mv| self.name(view, mv));
        Watch::new(progress, || names().collect())
    }

    /// Translates a plan to moves of a view; `None` if the view lacks one.
    pub fn moves(&self, view: &View, plan: &Plan) -> Option<Vec<u32>> {
        let number = |mv: &Move| {
            let own = *self.model.move_numbers.get(mv.as_str())?;
            let term = self.model.net.moves[own as usize];
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
        let patterns = self.patterns(&view, (want, strip), &half);
        let most = || effects::most_at_once(&view, budget).unwrap_or(0);
        // One of them alone is better than none.
        let (patterns, tokens) = match (patterns, Tokens::new(&view, &self.model.terms, budget)) {
            (Ok(patterns), Err(_)) if !patterns.is_empty() => {
                return Ok(Rc::new(Estimate {
                    patterns,
                    tokens: Tokens::default(),
                    most: most(),
                }));
            }
            (Err(_), Ok(tokens)) if !tokens.is_empty() => (Rc::default(), tokens),
            (patterns, tokens) => (patterns?, tokens?),
        };
        let traps = tokens.traps();
        let estimate = Rc::new(Estimate {
            patterns,
            tokens,
            most: most(),
        });
        if !traps.is_empty() {
            let view = Rc::new(view.without(&traps));
            self.views.borrow_mut().insert((want, strip), view);
        }
        let mut estimates = self.estimates.borrow_mut();
        estimates.insert((want, strip), Rc::clone(&estimate));
        Ok(estimate)
    }

    /// The game without the steps of an agent that only walks, if there is one; built once.
    pub fn roamer(&self, want: i64, budget: &Budget) -> Result<Option<Rc<Roamer>>, Stop> {
        if let Some(roamer) = self.roamers.borrow().get(&want) {
            return Ok(roamer.clone());
        }
        let estimate = self.estimate(want, true, budget)?;
        let view = self.view(want, true, budget)?;
        let roamer = match &estimate.tokens.roamer {
            Some(places) => Roamer::new(&view, places, &estimate, self.anywhere, budget)?,
            None => None,
        };
        let roamer = roamer.map(Rc::new);
        self.roamers.borrow_mut().insert(want, roamer.clone());
        Ok(roamer)
    }

    /// Plan that brings one token after another to its end, if there is an agent that moves them.
    pub fn packed(
        &self,
        want: i64,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Option<Plan>, Stop> {
        if self.has_given_up(Once::Packing, want) {
            return Ok(None);
        }
        let view = self.view(want, true, budget)?;
        for store in self.stores(want, budget)?.iter() {
            let moves = store.plan(&view, self.anywhere, budget, progress)?;
            if let Some(moves) = moves.filter(|moves| moves.len() <= view.longest()) {
                return Ok(Some(self.plan(&view, &moves)));
            }
        }
        self.give_up(Once::Packing, want);
        Ok(None)
    }

    /// Warehouses that the game may be, built once.
    pub fn stores(&self, want: i64, budget: &Budget) -> Result<Rc<Vec<Store>>, Stop> {
        if let Some(stores) = self.stores.borrow().get(&want) {
            return Ok(Rc::clone(stores));
        }
        let view = self.view(want, true, budget)?;
        let stores = Rc::new(roamer::stores(&view, &self.model.terms, budget)?);
        let mut known = self.stores.borrow_mut();
        known.insert(want, Rc::clone(&stores));
        Ok(stores)
    }

    fn patterns(
        &self,
        view: &View,
        key: (i64, bool),
        budget: &Budget,
    ) -> Result<Rc<Patterns>, Stop> {
        if let Some(patterns) = self.patterns.borrow().get(&key) {
            return Ok(Rc::clone(patterns));
        }
        let patterns = Rc::new(Patterns::new(view, budget)?);
        let mut known = self.patterns.borrow_mut();
        known.insert(key, Rc::clone(&patterns));
        Ok(patterns)
    }

    /// Finds a shortest plan of at most `most` steps for a goal value, or proves that there is none.
    pub fn shortest_up_to(
        &self,
        most: usize,
        want: i64,
        method: Method,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Option<Plan>, Stopped> {
        let early = |stop: Stop| Stopped { stop, bound: 0 };
        let search = |view: &View, strip: bool| {
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
        let view = |strip: bool| -> Result<Rc<View>, Stopped> {
            let view = self.view(want, strip, budget).map_err(early)?;
            Ok(match most {
                usize::MAX => view,
                most => Rc::new(view.up_to(most)),
            })
        };
        let stripped = view(true)?;
        match search(&stripped, true)? {
            Found::Plan(moves) => return Ok(Some(self.plan(&stripped, &moves))),
            Found::None { passed } => {
                // If the value occurred while the game went on, it may still hold when time is up: only states with
                // their step counter can tell.
                if !passed || self.anywhere || stripped.limit.is_none() {
                    return Ok(None);
                }
            }
        }
        let whole = view(false)?;
        match search(&whole, false)? {
            Found::Plan(moves) => Ok(Some(self.plan(&whole, &moves))),
            Found::None { .. } => Ok(None),
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
        Ok(found.map(|whole| (self.plan(&view, &whole.moves), whole.bound)))
    }

    fn has_given_up(&self, once: Once, want: i64) -> bool {
        self.given_up.borrow().contains(&(once, want))
    }

    fn give_up(&self, once: Once, want: i64) {
        self.given_up.borrow_mut().insert((once, want));
    }

    /// Plan for a game whose moves permute facts, see [`permutations`].
    pub fn permuted(&self, want: i64, budget: &Budget) -> Result<Option<Plan>, Stop> {
        if self.has_given_up(Once::Permutations, want) {
            return Ok(None);
        }
        let view = self.view(want, true, budget)?;
        let found = permutations::search(&view, self.anywhere, budget)?;
        if found.is_none() {
            self.give_up(Once::Permutations, want);
        }
        Ok(found.map(|moves| self.plan(&view, &moves)))
    }

    /// Plan for a game whose states determine the number of steps, see [`operators`].
    pub fn used_up(&self, want: i64, budget: &Budget) -> Result<operators::Found, Stop> {
        if self.has_given_up(Once::UsingUp, want) {
            return Ok(operators::Found::Unknown);
        }
        let view = self.view(want, true, budget)?;
        let found = operators::search(&view, self.anywhere, budget)?;
        // If time ran out, the question is open.
        if found == operators::Found::Unknown && budget.check().is_ok() {
            self.give_up(Once::UsingUp, want);
        }
        Ok(found)
    }

    /// Plan in layers of moves that do not interfere, see [`operators::layered`].
    pub fn layered(&self, want: i64, budget: &Budget) -> Result<Option<Plan>, Stop> {
        if self.has_given_up(Once::Layers, want) {
            return Ok(None);
        }
        let view = self.view(want, true, budget)?;
        let found = operators::layered::search(&view, self.anywhere, budget);
        if found.is_none() && budget.check().is_ok() {
            self.give_up(Once::Layers, want);
        }
        Ok(found.map(|moves| self.plan(&view, &moves)))
    }

    /// As `shortest`, breadth first.
    pub fn breadth(
        &self,
        want: i64,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Option<Plan>, Stopped> {
        self.shortest(want, Method::Breadth, budget, progress)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Breadth,
    AStar,
    Ida,
}

/// Methods that are run to their end once for each goal value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Once {
    Packing,
    Permutations,
    UsingUp,
    Layers,
}
