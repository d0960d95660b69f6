//! Rules and settings of a level, and what is built from them on first use.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, TryLockError};
use std::time::Duration;

use super::analysis::StepCounters;
use super::board::{GridLayout, RigidContext};
use super::grounding::GroundingError;
use super::interpret::Interpreter;
use super::model::{GdlSource, Model, NetLimits};
use super::rules::RelId;
use super::settings::{GdlSettings, GoalScope};
use super::summary::StateSummary;
use super::terms::TermId;
use super::write::write;
use super::{check, syntax};
use crate::game::{LevelRef, Meta, TextError};
use crate::search::{Budget, Stop};

/// Time limit for displaying the first state by the interpreter, where the network is too large to be built at once.
/// Solvers wait longer, as they can be cancelled.
const DISPLAY_TIME: Duration = Duration::from_millis(60);
/// Time limit for the first state of a game of several players, which only the interpreter can show; tried once.
const MULTIPLAYER_DISPLAY_TIME: Duration = Duration::from_secs(2);
const LOCK_POLL_INTERVAL: Duration = Duration::from_millis(2);

#[derive(Debug)]
pub(super) struct LevelCache {
    pub source: GdlSource,
    pub model: OnceLock<Arc<Model>>,
    /// Locked while the network is built; the last error, and the limits then.
    pub failure: Mutex<Option<(NetLimits, GroundingError)>>,
    /// The interpreter, once static facts are derived.
    interpreter: Mutex<Option<Interpreter>>,
    interpreted_start: OnceLock<(Vec<TermId>, StateSummary)>,
    /// The first state of a game of several players was tried with its longer limit.
    tried_long: AtomicBool,
    pub first_summary: OnceLock<StateSummary>,
    /// Step counters for some settings, or the reason why the search for them stopped.
    counters: Mutex<Option<(CountersKey, CountersResult)>>,
}

/// Target goal value, and where it counts.
type CountersKey = (i64, GoalScope);

type CountersResult = Result<Option<Arc<StepCounters>>, Stop>;

/// Locks a mutex, or fails when the budget runs out.
fn lock_within<'m, T>(mutex: &'m Mutex<T>, budget: &Budget) -> Result<MutexGuard<'m, T>, Stop> {
    loop {
        match mutex.try_lock() {
            Ok(guard) => return Ok(guard),
            // The content is only replaced when complete.
            Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => {
                budget.check()?;
                std::thread::sleep(LOCK_POLL_INTERVAL);
            }
        }
    }
}

#[derive(Clone, Debug)]
pub struct GdlLevel {
    pub(super) meta: Meta,
    pub(super) settings: GdlSettings,
    /// Rules, without blank lines at either end.
    pub(super) rules: Arc<str>,
    /// Text of the level, comment lines with settings included.
    pub(super) text: Arc<str>,
    pub(super) cache: Arc<LevelCache>,
    /// Grid of the facts, for the current settings.
    pub(super) layout: Arc<OnceLock<GridLayout>>,
}

impl GdlLevel {
    pub fn new(rules: &str, settings: GdlSettings, meta: Meta) -> Result<Self, TextError> {
        let source = settings.read_source(rules).map_err(syntax::first_error)?;
        Ok(Self::from_rules(source, rules, settings, meta))
    }

    /// Level of rules that were read already; writes its text.
    pub(super) fn from_rules(
        source: GdlSource,
        rules: &str,
        settings: GdlSettings,
        meta: Meta,
    ) -> Self {
        let rules = rules.trim_matches(['\n', '\r']).trim_end();
        let text = write(rules, &settings, &meta).into();
        Self::from_source(source, rules, text, settings, meta)
    }

    /// Level whose text, with comment lines for its settings, is known.
    pub(super) fn from_source(
        source: GdlSource,
        rules: &str,
        text: Arc<str>,
        settings: GdlSettings,
        meta: Meta,
    ) -> Self {
        Self {
            meta,
            settings,
            rules: rules.trim_matches(['\n', '\r']).trim_end().into(),
            text,
            cache: Arc::new(LevelCache {
                source,
                model: OnceLock::new(),
                failure: Mutex::new(None),
                interpreter: Mutex::new(None),
                interpreted_start: OnceLock::new(),
                tried_long: AtomicBool::new(false),
                first_summary: OnceLock::new(),
                counters: Mutex::new(None),
            }),
            layout: Arc::default(),
        }
    }

    pub fn model(&self) -> Result<Arc<Model>, GroundingError> {
        let budget = Budget::default().with_memory(u64::MAX);
        self.network(self.settings.limits, &budget)
    }

    /// Network, built under these limits. Fails if it is larger than they allow, or if the budget runs out.
    pub fn network(
        &self,
        limits: NetLimits,
        budget: &Budget,
    ) -> Result<Arc<Model>, GroundingError> {
        let cache = &self.cache;
        if let Some(model) = cache.model.get() {
            return Ok(Arc::clone(model));
        }
        let mut failure = lock_within(&cache.failure, budget)?;
        if let Some(model) = cache.model.get() {
            return Ok(Arc::clone(model));
        }
        if let Some((tried, error)) = &*failure
            && limits.is_within(tried)
        {
            return Err(error.clone());
        }
        match Model::new(&cache.source, limits, budget) {
            Ok(model) => Ok(Arc::clone(cache.model.get_or_init(|| Arc::new(model)))),
            Err(error) => {
                // A failure due to the caller's budget may succeed another time.
                let budget_failed = match &error {
                    GroundingError::Stopped { stop, .. } => match stop {
                        Stop::Memory => budget.memory() < limits.memory,
                        _ => budget.check().is_err(),
                    },
                    _ => false,
                };
                if !budget_failed {
                    *failure = Some((limits, error.clone()));
                }
                Err(error)
            }
        }
    }

    pub fn source(&self) -> &GdlSource {
        &self.cache.source
    }

    /// The same level displayed on this grid; its own may be smaller if fewer facts can hold.
    pub(super) fn with_layout(self, layout: GridLayout) -> Self {
        Self {
            layout: Arc::new(OnceLock::from(layout)),
            ..self
        }
    }

    pub fn settings(&self) -> &GdlSettings {
        &self.settings
    }

    pub fn warnings(&self) -> &[check::Warning] {
        &self.cache.source.checked.warnings
    }

    /// Calls `work` with the interpreter, once static facts are derived.
    pub(super) fn interpreter<T>(
        &self,
        budget: &Budget,
        work: impl FnOnce(&mut Interpreter) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let mut guard = lock_within(&self.cache.interpreter, budget)?;
        let interpreter = match &mut *guard {
            Some(known) => known,
            slot => {
                let source = &self.cache.source;
                let mut fresh = Interpreter::new(source.rules.clone(), source.checked.clone());
                fresh.prepare(budget)?;
                slot.insert(fresh)
            }
        };
        work(interpreter)
    }

    /// First state by the interpreter, and its summary.
    pub(super) fn interpreted_start(
        &self,
        budget: &Budget,
    ) -> Result<&(Vec<TermId>, StateSummary), Stop> {
        let cached = &self.cache.interpreted_start;
        if cached.get().is_none() {
            let start = self.interpreter(budget, |interpreter| {
                let facts = interpreter.start();
                let summary = StateSummary::from_interpreter(interpreter, &facts, budget)?;
                Ok((facts, summary))
            })?;
            // If another thread was faster, its result is the same; it is set in any case.
            let _ = cached.set(start);
        }
        cached.get().ok_or(Stop::Cancelled)
    }

    /// First state by the interpreter, within the time limit of a display.
    pub(super) fn quick_interpreted_start(&self) -> Result<&(Vec<TermId>, StateSummary), Stop> {
        let time = match &self.cache.source.fault {
            None => DISPLAY_TIME,
            Some(_) if self.cache.tried_long.swap(true, Ordering::Relaxed) => Duration::ZERO,
            Some(_) => MULTIPLAYER_DISPLAY_TIME,
        };
        self.interpreted_start(&Budget::default().with_time(time))
    }

    /// Step counters that can be left out. If an earlier search ran out of budget, it is repeated only with `retry`.
    pub(super) fn counters(&self, model: &Model, budget: &Budget, retry: bool) -> CountersResult {
        let key = (self.settings.target, self.settings.scope);
        let mut cached = lock_within(&self.cache.counters, budget)?;
        match &*cached {
            Some((old_key, Ok(known))) if *old_key == key => return Ok(known.clone()),
            Some((old_key, Err(stop))) if *old_key == key && !retry => return Err(*stop),
            _ => {}
        }
        let anywhere = self.settings.scope == GoalScope::Anywhere;
        let found = StepCounters::find(model, self.settings.target, anywhere, budget);
        let found = found.map(|counters| counters.map(Arc::new));
        *cached = Some((key, found.clone()));
        found
    }

    /// Grid of all facts that can hold.
    pub(super) fn layout(&self, model: &Model) -> &GridLayout {
        let symbols = &self.cache.source.rules.symbols;
        let rows = |rel: RelId| {
            let rows = model.rigid.get(&rel).into_iter().flatten();
            rows.filter_map(|row| model.terms.names(row, symbols))
                .collect()
        };
        let facts = model.fact_texts.iter().chain(&model.fixed_texts);
        self.layout_with(&mut facts.map(String::as_str), &rows)
    }

    /// Grid of the first state's facts, where no others are known.
    pub(super) fn layout_of_start(&self, facts: &[String]) -> &GridLayout {
        let rows = |rel: RelId| {
            let rows = self.interpreter(&display_budget(), |it| Ok(it.rigid_rows(rel)));
            rows.unwrap_or_default()
        };
        self.layout_with(&mut facts.iter().map(String::as_str), &rows)
    }

    fn layout_with(
        &self,
        facts: &mut dyn Iterator<Item = &str>,
        rows: &dyn Fn(RelId) -> Vec<Vec<String>>,
    ) -> &GridLayout {
        let rigid = RigidContext {
            rules: &self.cache.source.rules,
            rows,
        };
        let layout = || GridLayout::new(facts, Some(&rigid), &self.settings.board);
        self.layout.get_or_init(layout)
    }

    pub(super) fn with_settings(&self, settings: GdlSettings) -> Result<LevelRef, TextError> {
        let old = &self.settings;
        if settings.fold_case != old.fold_case || settings.limits != old.limits {
            return Ok(Arc::new(Self::new(
                &self.rules,
                settings,
                self.meta.clone(),
            )?));
        }
        let mut level = self.clone();
        if settings.board != old.board {
            level.layout = Arc::default();
        }
        level.text = write(&self.rules, &settings, &self.meta).into();
        level.settings = settings;
        Ok(Arc::new(level))
    }
}

pub(super) fn display_budget() -> Budget {
    Budget::default().with_time(DISPLAY_TIME)
}
