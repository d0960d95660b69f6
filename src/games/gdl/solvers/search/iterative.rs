//! `iterative-deepening`: the reference solver, on the rules themselves through the interpreter.
//!
//! Depth-first search with a depth limit that grows by one. Within a round, states met at the same or a smaller depth
//! are pruned; states below which nothing was cut off are pruned for good. States are compared without step counters
//! at first. That is unsafe if the target value occurs where the game goes on, since the step at which a state is met
//! may then matter; so such a search is repeated with counters.

use std::hash::BuildHasher as _;
use std::time::Instant;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use planwright_game::search::{Budget, Progress, PruneReason, Stop, Visit, VisitSink};
use planwright_game::{Answer, Move, Outcome, Plan, SolveRequest, Solver, SolverInfo, Unsolvable};

use crate::interpret::Interpreter;
use crate::rules::{BodyLit, DOES, NEXT, Pat, RuleSet, TERMINAL, TRUE};
use crate::settings::GoalScope;
use crate::solvers::answers::{UNIT, solved};
use crate::solvers::problem::level;
use crate::syntax::canonical_move;
use crate::syntax::{self, ReadOptions, Sym};
use crate::terms::TermId;

pub(crate) struct IterativeDeepening;

static INFO: SolverInfo = SolverInfo {
    id: "iterative-deepening",
    title: "Iterative deepening",
    good_for: "The published method, for comparison: small games only.",
    method: "Depth-first search on the rules themselves, with a depth limit that grows by one; states are compared without their step counter, and pruned if already reached at the same or a smaller depth, or exhausted.",
    guarantee: "A shortest plan, or proof that there is none, for small games.",
    cost_unit: UNIT,
    counts: false,
    reference: true,
    reports_visits: true,
    ..SolverInfo::EXACT
};

impl Solver for IterativeDeepening {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn run(&self, request: &SolveRequest<'_>, budget: &Budget, progress: &Progress<'_>) -> Answer {
        let level = level(request, INFO.id)?;
        // A copy, so that others can use the level's interpreter. The cached first state is needed to replay the plan.
        let interpreter = level
            .interpreted_start(budget)
            .and_then(|_| level.interpreter(budget, |interpreter| Ok(interpreter.clone())));
        let source = level.source();
        let reading = ReadOptions {
            fold_case: level.settings().fold_case,
        };
        let mut search = match interpreter {
            Ok(interpreter) => DeepeningSearch {
                counters: counters(&source.rules),
                target: level.settings().target,
                anywhere: level.settings().scope == GoalScope::Anywhere,
                interpreter,
                budget,
                explored: 0,
                started: Instant::now(),
                best: None,
                depths: FxHashMap::default(),
                exhausted: FxHashSet::default(),
                watcher: None,
                moves: Vec::new(),
                plan: None,
                hit_limit: false,
                won_before_end: false,
            },
            Err(stop) => return Ok(stop.outcome(None, None)),
        };
        let mut start = search.interpreter.start();
        for mv in request.done {
            match search.play(&start, mv, reading) {
                Ok(next) => start = next,
                Err(stop) => return Ok(stop.outcome(None, None)),
            }
        }
        search.watcher = progress.visits();
        Ok(search.run(&start, progress))
    }
}

struct DeepeningSearch<'a> {
    /// Facts, by name and arity, that are ignored in comparing states ([`counters`]); cleared for the second search.
    counters: FxHashSet<(Sym, usize)>,
    /// The least goal value that solves the level.
    target: i64,
    /// The value counts in every state, not only where the game is over.
    anywhere: bool,
    interpreter: Interpreter,
    budget: &'a Budget,
    explored: u64,
    started: Instant,
    /// Highest goal value of an end of the game, and the moves to it, for the reason if there is no plan.
    best: Option<(i64, Vec<TermId>)>,
    /// Depths at which states were met in this round.
    depths: FxHashMap<Vec<TermId>, usize>,
    /// States, with their counters, below which nothing was cut off and there is no plan; they stay for all rounds.
    exhausted: FxHashSet<Vec<TermId>>,
    watcher: Option<&'a dyn VisitSink>,
    /// Moves from the start to the state on top of the stack.
    moves: Vec<TermId>,
    /// The plan found, a shortest one.
    plan: Option<Vec<TermId>>,
    /// Something was cut off at the depth limit in this round.
    hit_limit: bool,
    /// The target value was reached where the game goes on.
    won_before_end: bool,
}

struct StackEntry {
    state: Vec<TermId>,
    legal: Vec<TermId>,
    /// Index in `legal` of the next move to try.
    next: usize,
    /// Something below was cut off at the depth limit or pruned as met elsewhere, so the state is not exhausted.
    is_incomplete: bool,
}

impl DeepeningSearch<'_> {
    /// State after a move; the same state if the rules have no such move, as in `GdlProblem::new`.
    fn play(
        &mut self,
        state: &[TermId],
        mv: &Move,
        reading: ReadOptions,
    ) -> Result<Vec<TermId>, Stop> {
        let mut symbols = self.interpreter.rules().symbols.clone();
        let text = canonical_move(mv.as_str(), reading.fold_case).unwrap_or_default();
        let term = syntax::parse_term(&text, &mut symbols, reading).ok();
        let Some(mv) = term.and_then(|term| self.interpreter.terms.intern(&term)) else {
            return Ok(state.to_vec());
        };
        let holds = self.interpreter.derive(state, Some(mv), self.budget)?;
        Ok(self.interpreter.next(&holds))
    }

    fn run(&mut self, start: &[TermId], progress: &Progress<'_>) -> Outcome<Plan> {
        for limit in 0.. {
            self.report(limit, progress);
            self.depths.clear();
            self.hit_limit = false;
            if let Err(stop) = self.round(start, limit) {
                return stop.outcome(None, Some(limit as i64));
            }
            self.report(limit, progress);
            if let Some(moves) = self.plan.take() {
                let moves = moves.iter().map(|mv| Move::new(self.text(*mv)));
                return solved(Plan(moves.collect()), true);
            }
            if !self.hit_limit {
                if self.won_before_end && !self.counters.is_empty() {
                    // A state pruned for its counter alone may be the one at which time is up.
                    self.counters.clear();
                    self.exhausted.clear();
                    self.won_before_end = false;
                    return self.run(start, progress);
                }
                break;
            }
        }
        Outcome::Unsolvable(Unsolvable::because(self.reason()))
    }

    fn report(&self, limit: usize, progress: &Progress<'_>) {
        // All shorter lengths were searched.
        let bound = Some(limit as i64);
        progress.report(format!("depth {limit}"), self.explored, None, bound);
    }

    fn text(&self, mv: TermId) -> String {
        self.interpreter
            .terms
            .text(mv, &self.interpreter.rules().symbols)
    }

    fn reason(&self) -> String {
        let mut reason = format!("goal value {} cannot be reached", self.target);
        if let Some((value, moves)) = &self.best {
            let moves: Vec<String> = moves.iter().map(|mv| self.text(*mv)).collect();
            reason.push_str(&format!(
                "; the best ending found is worth {value}: {}",
                moves.join(" ")
            ));
        }
        reason
    }

    /// Facts of a state without step counters, by which states of a round are compared.
    fn key(&self, state: &[TermId]) -> Vec<TermId> {
        let counts = |fact: &&TermId| {
            let (name, args) = self.interpreter.terms.get(**fact);
            !self.counters.contains(&(name, args.len()))
        };
        state.iter().filter(counts).copied().collect()
    }

    /// Reports a visit to the observer, if there is one, for whom states are identified by their hashes.
    fn notify(&self, state: &[TermId], visit: impl FnOnce(u64) -> Visit<'static>) {
        if let Some(watcher) = self.watcher {
            watcher.visit(visit(FxBuildHasher.hash_one(state)));
        }
    }

    fn notify_move(&self, from: &[TermId], mv: TermId, to: &[TermId]) {
        if let Some(watcher) = self.watcher {
            let id = |state: &[TermId]| FxBuildHasher.hash_one(state);
            let (state, from) = (id(to), id(from));
            let mv = &Move::new(self.text(mv));
            watcher.visit(Visit::Generate { state, from, mv });
        }
    }

    /// Searches for a plan of exactly `limit` steps; there is none of fewer.
    fn round(&mut self, start: &[TermId], limit: usize) -> Result<(), Stop> {
        let mut stack: Vec<StackEntry> = Vec::new();
        self.moves.clear();
        self.notify(start, Visit::Begin);
        self.enter(start.to_vec(), limit, &mut stack)?;
        while let Some(top) = stack.last_mut() {
            if self.plan.is_some() {
                return Ok(());
            }
            let Some(mv) = top.legal.get(top.next).copied() else {
                let entry = stack.pop();
                self.moves.pop();
                if let Some(entry) = entry {
                    if entry.is_incomplete {
                        if let Some(parent) = stack.last_mut() {
                            parent.is_incomplete = true;
                        }
                    } else {
                        self.exhausted.insert(entry.state);
                    }
                }
                continue;
            };
            top.next += 1;
            let state = top.state.clone();
            let holds = self.interpreter.derive(&state, Some(mv), self.budget)?;
            let next = self.interpreter.next(&holds);
            self.notify_move(&state, mv, &next);
            self.moves.push(mv);
            let depth = stack.len();
            self.enter(next, limit, &mut stack)?;
            // It was not pushed, so its move is undone here.
            if stack.len() == depth {
                self.moves.pop();
            }
        }
        Ok(())
    }

    /// Evaluates a state and pushes it if it is to be expanded.
    fn enter(
        &mut self,
        state: Vec<TermId>,
        limit: usize,
        stack: &mut Vec<StackEntry>,
    ) -> Result<(), Stop> {
        self.budget.check()?;
        self.explored += 1;
        let depth = stack.len();
        // Leave time to replay the plan, which takes as long per step as the search took per state.
        let states = u32::try_from(self.explored).unwrap_or(u32::MAX);
        let replay = self.started.elapsed() / states * depth as u32;
        if self.budget.time_left().is_some_and(|left| left < replay) {
            return Err(Stop::Deadline);
        }
        let duplicate = |state| Visit::Prune(state, PruneReason::Duplicate);
        let mark_parent_incomplete = |stack: &mut Vec<StackEntry>| {
            if let Some(parent) = stack.last_mut() {
                parent.is_incomplete = true;
            }
        };
        if self.exhausted.contains(&state) {
            self.notify(&state, duplicate);
            return Ok(());
        }
        let key = self.key(&state);
        match self.depths.get(&key) {
            Some(before) if *before <= depth => {
                // Whether anything was cut off below it is unknown here.
                mark_parent_incomplete(stack);
                self.notify(&state, duplicate);
                return Ok(());
            }
            _ => {
                self.depths.insert(key, depth);
            }
        }
        let holds = self.interpreter.derive(&state, None, self.budget)?;
        let (over, goal) = (
            self.interpreter.terminal(&holds),
            self.interpreter.goal(&holds),
        );
        let won = goal.is_some_and(|goal| goal >= self.target);
        self.won_before_end |= won && !over;
        if over
            && let Some(goal) = goal
            && self.best.as_ref().is_none_or(|(best, _)| goal > *best)
        {
            self.best = Some((goal, self.moves.clone()));
        }
        if over || won && self.anywhere {
            self.notify(&state, Visit::Expand);
        }
        if won && (over || self.anywhere) {
            self.plan = Some(self.moves.clone());
            return Ok(());
        }
        if over {
            return Ok(());
        }
        let legal = self.interpreter.legal(&holds);
        if depth >= limit {
            self.hit_limit |= !legal.is_empty();
            self.notify(&state, |state| Visit::Prune(state, PruneReason::TooLong));
            if !legal.is_empty() {
                mark_parent_incomplete(stack);
            }
            return Ok(());
        }
        self.notify(&state, Visit::Expand);
        stack.push(StackEntry {
            state,
            legal,
            next: 0,
            is_incomplete: false,
        });
        Ok(())
    }
}

/// Facts that only count steps, by name and arity: their rules read only themselves and what never changes, and only
/// rules for the end of the game read them besides.
fn counters(rules: &RuleSet) -> FxHashSet<(Sym, usize)> {
    let dynamic = rules.dynamic();
    let mut counters = FxHashSet::default();
    let mut others: FxHashSet<(Sym, usize)> = FxHashSet::default();
    let fact = |args: &[Pat]| args.first()?.functor();
    for rule in &rules.rules {
        let written = fact(&rule.head.args).filter(|_| rule.head.rel == NEXT);
        counters.extend(written);
        for atom in rule.body.iter().filter_map(BodyLit::atom) {
            if atom.rel == TRUE {
                match fact(&atom.args) {
                    // A variable stands for any fact.
                    None => return FxHashSet::default(),
                    Some(read) if Some(read) == written || rule.head.rel == TERMINAL => {}
                    Some(read) => {
                        others.insert(read);
                        others.extend(written);
                    }
                }
            } else if dynamic[atom.rel as usize] || atom.rel == DOES {
                others.extend(written);
            }
        }
        if rule.head.rel == NEXT && written.is_none() {
            return FxHashSet::default();
        }
    }
    counters.retain(|name| !others.contains(name));
    counters
}
