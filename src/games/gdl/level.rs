//! A level: rules, settings, and the network made of them when it is first needed.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, TryLockError};
use std::time::Duration;

use crate::game::{
    BoardInfo, Cell, CellLook, EditError, FormError, Level, LevelRef, Meta, Position, Property,
    ScreenBoard,
};
use crate::search::{Budget, Stop};

use super::board::Layout;
use super::ground::GroundError;
use super::interpret::Interpreter;
use super::model::{GroundLimits, Model, Source};
use super::position::{GdlPosition, Seen};
use super::solvers::Clock;
use super::syntax::{self, Notation};
use super::terms::TermId;
use super::text::{self, Ends, KEYS, Settings};
use super::{INFO, board, check, screen};

/// How long somebody who only wants to see the first state waits for the interpreter, where the network
/// is too large for a glance. Solvers wait longer, as they can be told to stop.
const GLANCE: Duration = Duration::from_millis(60);

/// As [`GLANCE`], for games of several players, which nothing but the interpreter can show. It is tried once.
const LOOK: Duration = Duration::from_secs(2);

/// What is made of the rules when it is first needed.
#[derive(Debug)]
pub(super) struct Made {
    pub source: Source,
    model: OnceLock<Arc<Model>>,
    /// Held while the network is made; why it could not be, under which limits.
    failed: Mutex<Option<(GroundLimits, GroundError)>>,
    /// The interpreter once what always holds is worked out.
    slow: Mutex<Option<Interpreter>>,
    /// The first state where there is no network.
    slow_start: OnceLock<(Vec<TermId>, Seen)>,
    /// Somebody has looked for as long as [`LOOK`].
    looked: AtomicBool,
    /// The first state as shown.
    first: OnceLock<Seen>,
    /// The step counters, for a goal value and a way of counting it, or that finding them takes long.
    clock: Mutex<Option<(ClockKey, FoundClock)>>,
}

/// What step counters depend on beside the rules.
type ClockKey = (i64, Ends);

/// The step counters, if there are some, or that finding them takes long.
type FoundClock = Result<Option<Arc<Clock>>, Stop>;

/// Takes a lock, or gives up when the budget says so.
fn lock_within<'m, T>(mutex: &'m Mutex<T>, budget: &Budget) -> Result<MutexGuard<'m, T>, Stop> {
    loop {
        match mutex.try_lock() {
            Ok(guard) => return Ok(guard),
            // What is behind it is only set when it is complete.
            Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => {
                budget.check()?;
                std::thread::sleep(Duration::from_millis(2));
            }
        }
    }
}

/// A game as a level.
#[derive(Clone, Debug)]
pub struct GdlLevel {
    meta: Meta,
    settings: Settings,
    /// The rules, without blank lines at either end.
    rules: Arc<str>,
    /// The level as it is written, comment lines with settings included.
    text: Arc<str>,
    made: Arc<Made>,
    /// What of a state lies on a grid, for the settings at hand.
    layout: Arc<OnceLock<Layout>>,
}

impl GdlLevel {
    /// A level of these rules.
    ///
    /// # Errors
    /// Where the rules are not well formed or break the language's demands.
    pub fn new(rules: &str, settings: Settings, meta: Meta) -> Result<Self, FormError> {
        let source = settings.source(rules).map_err(syntax::first)?;
        let rules = rules.trim_matches(['\n', '\r']).trim_end();
        let text = text::write(rules, &settings, &meta).into();
        Ok(Self::of_source(source, rules, text, settings, meta))
    }

    /// A level of rules that were read; `text` is what they were written as.
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

    /// The network, made under the level's own limits.
    ///
    /// # Errors
    /// When it is larger than the settings allow.
    pub fn model(&self) -> Result<Arc<Model>, GroundError> {
        self.network(
            self.settings.limits,
            &Budget::default().with_memory(u64::MAX),
        )
    }

    /// The network, made under these limits as long as the budget lasts.
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
                // What only the budget cut short may go well another time.
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

    /// The same level shown on this grid: its own may be smaller, where fewer facts can hold.
    pub(super) fn with_layout(self, layout: Layout) -> Self {
        Self {
            layout: Arc::new(OnceLock::from(layout)),
            ..self
        }
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What is allowed in the rules but odd.
    pub fn warnings(&self) -> &[check::Warning] {
        &self.made.source.checked.warnings
    }

    /// Does something with the interpreter, once what always holds is worked out.
    ///
    /// # Errors
    /// When the budget runs out.
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

    /// The first state as the interpreter has it, and what is seen there.
    ///
    /// # Errors
    /// When the budget runs out.
    pub(super) fn slow_start(&self, budget: &Budget) -> Result<&(Vec<TermId>, Seen), Stop> {
        let made = &self.made.slow_start;
        if made.get().is_none() {
            let start = self.interpreter(budget, |slow| {
                let facts = slow.start();
                let seen = Seen::slow(slow, &facts, budget)?;
                Ok((facts, seen))
            })?;
            // Somebody else may have been faster; then it is the same.
            let _ = made.set(start);
        }
        made.get().ok_or(Stop::Cancelled)
    }

    /// As [`GdlLevel::slow_start`], for somebody who only wants to see the first state.
    ///
    /// # Errors
    /// When that takes long.
    pub(super) fn slow_start_at_once(&self) -> Result<&(Vec<TermId>, Seen), Stop> {
        let time = match self.unplayable() {
            None => GLANCE,
            Some(_) if self.made.looked.swap(true, Ordering::Relaxed) => Duration::ZERO,
            Some(_) => LOOK,
        };
        self.slow_start(&Budget::default().with_time(time))
    }

    /// The step counters that can be left out. Once the budget has run out, only a larger one (`patient`)
    /// is tried again.
    ///
    /// # Errors
    /// When the budget runs out.
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

    /// What of a state lies on a grid.
    pub(super) fn layout(&self, model: &Model) -> &Layout {
        let shown = model.fact_texts.iter().chain(&model.fixed_texts);
        self.layout_of(shown.map(String::as_str))
    }

    /// What of a state lies on a grid, if these are all facts that can hold.
    pub(super) fn layout_of<'f>(&self, facts: impl Iterator<Item = &'f str>) -> &Layout {
        self.layout
            .get_or_init(|| Layout::new(facts, &self.settings.board))
    }

    /// What one gets to see of the first state without waiting for long.
    fn first(&self) -> Cow<'_, Seen> {
        if let Some(seen) = self.made.first.get() {
            return Cow::Borrowed(seen);
        }
        let seen = GdlPosition::start(self.clone()).seen();
        if seen.stuck {
            return Cow::Owned(seen);
        }
        Cow::Borrowed(self.made.first.get_or_init(|| seen))
    }

    fn with_settings(&self, settings: Settings) -> Result<LevelRef, FormError> {
        let mut level = self.clone();
        if settings.fold_case != self.settings.fold_case || settings.limits != self.settings.limits
        {
            level = Self::new(&self.rules, settings, self.meta.clone())?;
        } else {
            if settings.board != self.settings.board {
                level.layout = Arc::default();
            }
            level.text = text::write(&self.rules, &settings, &self.meta).into();
            level.settings = settings;
        }
        Ok(Arc::new(level))
    }
}

impl Level for GdlLevel {
    fn game_id(&self) -> &'static str {
        INFO.id
    }

    fn meta(&self) -> &Meta {
        &self.meta
    }

    fn with_meta(&self, meta: Meta) -> LevelRef {
        Arc::new(Self {
            text: text::write(&self.rules, &self.settings, &meta).into(),
            meta,
            ..self.clone()
        })
    }

    fn to_form(&self, name: &str) -> Option<String> {
        match name {
            "kif" => Some(self.in_notation(Notation::Kif)),
            "gdl" => Some(self.in_notation(Notation::Infix)),
            "prolog" => Some(self.to_prolog()),
            _ => None,
        }
    }

    fn to_text(&self) -> String {
        let mut text = self.text.to_string();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }

    fn written(&self) -> Option<Arc<str>> {
        Some(Arc::clone(&self.text))
    }

    fn to_ron(&self) -> Result<String, ron::Error> {
        text::write_ron(&self.rules, &self.settings, &self.meta)
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(GdlPosition::start(self.clone()))
    }

    fn start_within(&self, budget: &Budget) -> Result<Box<dyn Position>, Stop> {
        Ok(Box::new(GdlPosition::patient(self.clone(), budget)?))
    }

    fn unplayable(&self) -> Option<String> {
        self.made.source.unplayable()
    }

    fn board(&self) -> BoardInfo {
        board::list(self.first().facts.len())
    }

    fn look(&self, cell: Cell) -> CellLook {
        let first = self.first();
        let fact = first.facts.get(cell.row).filter(|_| cell.col == 0);
        board::line(fact.map(String::as_str), first.terminal)
    }

    fn facts(&self) -> Vec<(Cow<'static, str>, String)> {
        let rules = &self.made.source.rules;
        let players: Vec<&str> = self.made.source.players().collect();
        let player = if players.len() == 1 {
            "Player"
        } else {
            "Players"
        };
        let mut facts = vec![
            (player.into(), players.join(", ")),
            ("Rules".into(), rules.rules.len().to_string()),
        ];
        match self.made.model.get() {
            None if players.len() > 1 => {}
            None => {
                // Somebody may just be making it; then there is nothing to tell yet.
                let failed = self.made.failed.try_lock().ok();
                if let Some((tried, error)) = failed.as_ref().and_then(|failed| failed.as_ref())
                    && self.settings.limits.within(tried)
                {
                    facts.push(("Network".into(), error.to_string()));
                }
            }
            Some(model) => {
                facts.push(("State bits".into(), model.net.facts.len().to_string()));
                facts.push(("Moves".into(), model.net.moves.len().to_string()));
                facts.push(("Literals".into(), model.net.size().to_string()));
                let values: Vec<String> = model.code.values().map(|v| v.to_string()).collect();
                facts.push(("Goal values".into(), values.join(", ")));
            }
        }
        for warning in self.warnings() {
            facts.push(("Warning".into(), warning.to_string()));
        }
        facts
    }

    fn screen_board(&self) -> Option<ScreenBoard> {
        screen::board(self)
    }

    fn properties(&self) -> Vec<Property> {
        let property = |(key, name, help): (&'static str, &'static str, &'static str)| Property {
            key,
            name,
            value: self.settings.get(key),
            choices: match key {
                "ends" => vec!["terminal".to_owned(), "anywhere".to_owned()],
                "fold-case" => vec!["no".to_owned(), "yes".to_owned()],
                "board-flip" => ["none", "rows", "columns", "both"]
                    .map(str::to_owned)
                    .into(),
                "board" => {
                    let model = self.made.model.get();
                    let offers = model.map_or(&[][..], |model| &self.layout(model).offers);
                    let usual = ["auto", "none"].map(str::to_owned).into_iter();
                    usual.chain(offers.iter().cloned()).collect()
                }
                _ => Vec::new(),
            },
            help,
        };
        KEYS.into_iter().map(property).collect()
    }

    fn with_property(&self, key: &str, value: &str) -> Result<LevelRef, EditError> {
        let mut settings = self.settings.clone();
        let set = settings.set(key, value.trim());
        let set = set.unwrap_or_else(|| Err("this game has no such property".to_owned()));
        set.and_then(|()| {
            self.with_settings(settings)
                .map_err(|error| error.to_string())
        })
        .map_err(|reason| EditError::Property {
            key: key.to_owned(),
            value: value.to_owned(),
            reason,
        })
    }
}

/// As long as a person waits for the first state.
pub(super) fn glance() -> Budget {
    Budget::default().with_time(GLANCE)
}
