//! Rules and settings of a level, and what is built from them on first use.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, TryLockError};
use std::time::Duration;

use crate::game::{FormError, LevelRef, Meta};
use crate::search::{Budget, Stop};

use super::analysis::Clock;
use super::board::{Layout, Still};
use super::check;
use super::ground::GroundError;
use super::interpret::Interpreter;
use super::model::{GroundLimits, Model, Source};
use super::rules::RelId;
use super::seen::Seen;
use super::settings::{Ends, Settings};
use super::syntax;
use super::terms::TermId;
use super::write::write;

/// Time limit for displaying the first state by the interpreter, where the network is too large to be built at once.
/// Solvers wait longer, as they can be cancelled.
const GLANCE: Duration = Duration::from_millis(60);

/// The same for games of several players, which only the interpreter can show. It is tried once.
const LOOK: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub(super) struct Made {
    pub source: Source,
    pub model: OnceLock<Arc<Model>>,
    /// Locked while the network is built; the last error, and the limits then.
    pub failed: Mutex<Option<(GroundLimits, GroundError)>>,
    /// The interpreter, once static facts are derived.
    slow: Mutex<Option<Interpreter>>,
    slow_start: OnceLock<(Vec<TermId>, Seen)>,
    /// The first state of a game of several players was tried with its longer limit.
    looked: AtomicBool,
    /// The first state as displayed.
    pub first: OnceLock<Seen>,
    /// Step counters for some settings, or the reason why the search for them stopped.
    clock: Mutex<Option<(ClockKey, FoundClock)>>,
}

type ClockKey = (i64, Ends);

type FoundClock = Result<Option<Arc<Clock>>, Stop>;

fn lock_within<'m, T>(mutex: &'m Mutex<T>, budget: &Budget) -> Result<MutexGuard<'m, T>, Stop> {
    loop {
        match mutex.try_lock() {
            Ok(guard) => return Ok(guard),
            // The content is only replaced when complete.
            Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => {
                budget.check()?;
                std::thread::sleep(Duration::from_millis(2));
            }
        }
    }
}

/// A game described by rules.
#[derive(Clone, Debug)]
pub struct GdlLevel {
    pub(super) meta: Meta,
    pub(super) settings: Settings,
    /// Rules, without blank lines at either end.
    pub(super) rules: Arc<str>,
    /// Text of the level, comment lines with settings included.
    pub(super) text: Arc<str>,
    pub(super) made: Arc<Made>,
    /// Grid of the facts, for the current settings.
    pub(super) layout: Arc<OnceLock<Layout>>,
}

impl GdlLevel {
    /// Level of these rules.
    ///
    /// # Errors
    /// Where the rules are not well formed or break the language's demands.
    pub fn new(rules: &str, settings: Settings, meta: Meta) -> Result<Self, FormError> {
        let source = settings.source(rules).map_err(syntax::first)?;
        Ok(Self::of_rules(source, rules, settings, meta))
    }

    pub(super) fn of_rules(source: Source, rules: &str, settings: Settings, meta: Meta) -> Self {
        let rules = rules.trim_matches(['\n', '\r']).trim_end();
        let text = write(rules, &settings, &meta).into();
        Self::of_source(source, rules, text, settings, meta)
    }

    pub(super) fn of_source(
        source: Source,
        rules: &str,
        text: Arc<str>,
        settings: Settings,
        meta: Meta,
    ) -> Self {
        Self {
            meta,
            settings,
            rules: rules.trim_matches(['\n', '\r']).trim_end().into(),
            text,
            made: Arc::new(Made {
                source,
                model: OnceLock::new(),
                failed: Mutex::new(None),
                slow: Mutex::new(None),
                slow_start: OnceLock::new(),
                looked: AtomicBool::new(false),
                first: OnceLock::new(),
                clock: Mutex::new(None),
            }),
            layout: Arc::default(),
        }
    }

    /// Network, built under the level's own limits.
    ///
    /// # Errors
    /// When it is larger than the settings allow.
    pub fn model(&self) -> Result<Arc<Model>, GroundError> {
        self.network(
            self.settings.limits,
            &Budget::default().with_memory(u64::MAX),
        )
    }

    /// Network, built under these limits as long as the budget lasts.
    ///
    /// # Errors
    /// When it is larger than the limits allow, or the budget runs out.
    pub fn network(
        &self,
        limits: GroundLimits,
        budget: &Budget,
    ) -> Result<Arc<Model>, GroundError> {
        let made = &self.made;
        if let Some(model) = made.model.get() {
            return Ok(Arc::clone(model));
        }
        let mut failed = lock_within(&made.failed, budget)?;
        if let Some(model) = made.model.get() {
            return Ok(Arc::clone(model));
        }
        if let Some((tried, error)) = &*failed
            && limits.within(tried)
        {
            return Err(error.clone());
        }
        match Model::new(&made.source, limits, budget) {
            Ok(model) => Ok(Arc::clone(made.model.get_or_init(|| Arc::new(model)))),
            Err(error) => {
                // A failure due to the caller's budget may succeed another time.
                let theirs = match &error {
                    GroundError::Stopped { stop, .. } => match stop {
                        Stop::Memory => budget.memory() < limits.memory,
                        _ => budget.check().is_err(),
                    },
                    _ => false,
                };
                if !theirs {
                    *failed = Some((limits, error.clone()));
                }
                Err(error)
            }
        }
    }

    /// The rules as read and checked.
    pub fn source(&self) -> &Source {
        &self.made.source
    }

    /// The same level displayed on this grid; its own may be smaller if fewer facts can hold.
    pub(super) fn with_layout(self, layout: Layout) -> Self {
        Self {
            layout: Arc::new(OnceLock::from(layout)),
            ..self
        }
    }

    /// Settings of the level.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Warnings about the rules.
    pub fn warnings(&self) -> &[check::Warning] {
        &self.made.source.checked.warnings
    }

    /// Calls `work` with the interpreter, once static facts are derived.
    pub(super) fn interpreter<T>(
        &self,
        budget: &Budget,
        work: impl FnOnce(&mut Interpreter) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let mut slow = lock_within(&self.made.slow, budget)?;
        let slow = match &mut *slow {
            Some(slow) => slow,
            empty => {
                let source = &self.made.source;
                let mut fresh = Interpreter::of(source.rules.clone(), source.checked.clone());
                fresh.prepare(budget)?;
                empty.insert(fresh)
            }
        };
        work(slow)
    }

    /// First state by the interpreter, and its summary.
    pub(super) fn slow_start(&self, budget: &Budget) -> Result<&(Vec<TermId>, Seen), Stop> {
        let made = &self.made.slow_start;
        if made.get().is_none() {
            let start = self.interpreter(budget, |slow| {
                let facts = slow.start();
                let seen = Seen::slow(slow, &facts, budget)?;
                Ok((facts, seen))
            })?;
            // Another thread may have been faster, with the same result.
            let _ = made.set(start);
        }
        made.get().ok_or(Stop::Cancelled)
    }

    /// First state by the interpreter, within the time limit of a display.
    ///
    /// # Errors
    /// When that takes too long.
    pub(super) fn slow_start_at_once(&self) -> Result<&(Vec<TermId>, Seen), Stop> {
        let time = match self.made.source.unplayable() {
            None => GLANCE,
            Some(_) if self.made.looked.swap(true, Ordering::Relaxed) => Duration::ZERO,
            Some(_) => LOOK,
        };
        self.slow_start(&Budget::default().with_time(time))
    }

    /// Step counters that can be left out. If an earlier search ran out of budget, only a `patient` one tries again.
    pub(super) fn clock(&self, model: &Model, budget: &Budget, patient: bool) -> FoundClock {
        let key = (self.settings.want, self.settings.ends);
        let mut known = lock_within(&self.made.clock, budget)?;
        match &*known {
            Some((of, Ok(clock))) if *of == key => return Ok(clock.clone()),
            Some((of, Err(stop))) if *of == key && !patient => return Err(*stop),
            _ => {}
        }
        let anywhere = self.settings.ends == Ends::Anywhere;
        let found = Clock::of(model, self.settings.want, anywhere, budget);
        let found = found.map(|clock| clock.map(Arc::new));
        *known = Some((key, found.clone()));
        found
    }

    /// Grid of all facts that can hold.
    pub(super) fn layout(&self, model: &Model) -> &Layout {
        let symbols = &self.made.source.rules.symbols;
        let rows = |rel: RelId| {
            let rows = model.lasting.get(&rel).into_iter().flatten();
            rows.filter_map(|row| model.terms.names(row, symbols))
                .collect()
        };
        let shown = model.fact_texts.iter().chain(&model.fixed_texts);
        self.layout_with(&mut shown.map(String::as_str), &rows)
    }

    /// Grid of the first state's facts, where no others are known.
    pub(super) fn layout_of_start(&self, facts: &[String]) -> &Layout {
        let rows = |rel: RelId| {
            let rows = self.interpreter(&glance(), |slow| Ok(slow.lasting(rel)));
            rows.unwrap_or_default()
        };
        self.layout_with(&mut facts.iter().map(String::as_str), &rows)
    }

    fn layout_with(
        &self,
        facts: &mut dyn Iterator<Item = &str>,
        rows: &dyn Fn(RelId) -> Vec<Vec<String>>,
    ) -> &Layout {
        let rules = &self.made.source.rules;
        self.layout
            .get_or_init(|| Layout::new(facts, Some(&Still { rules, rows }), &self.settings.board))
    }

    /// The same level with other settings.
    ///
    /// # Errors
    /// Where the rules cannot be read with these.
    pub(super) fn with_settings(&self, settings: Settings) -> Result<LevelRef, FormError> {
        let mut level = self.clone();
        if settings.fold_case != self.settings.fold_case || settings.limits != self.settings.limits
        {
            level = Self::new(&self.rules, settings, self.meta.clone())?;
        } else {
            if settings.board != self.settings.board {
                level.layout = Arc::default();
            }
            level.text = write(&self.rules, &settings, &self.meta).into();
            level.settings = settings;
        }
        Ok(Arc::new(level))
    }
}

pub(super) fn glance() -> Budget {
    Budget::default().with_time(GLANCE)
}
