//! A level: rules, settings, and the network made of them when it is first needed.

use std::any::Any;
use std::borrow::Cow;
use std::sync::{Arc, Mutex, OnceLock};

use crate::game::{
    BoardInfo, Cell, CellLook, EditError, FormError, Level, LevelRef, Meta, Position, Property,
};
use crate::search::{Budget, CancelFlag};

use super::ground::GroundError;
use super::interpret::Interpreter;
use super::model::{Model, Source};
use super::position::{GdlPosition, State};
use super::syntax::{Notation, Reading};
use super::text::{self, KEYS, Settings};
use super::{INFO, board, check};

/// What is made of the rules when it is first needed.
#[derive(Debug)]
pub(super) struct Made {
    pub source: Source,
    model: OnceLock<Result<Arc<Model>, GroundError>>,
    slow: OnceLock<Mutex<Interpreter>>,
    /// Facts of the first state as shown, and whether the game is over there.
    first: OnceLock<(Vec<String>, bool)>,
}

/// A game as a level.
#[derive(Clone, Debug)]
pub struct GdlLevel {
    meta: Meta,
    settings: Settings,
    /// The rules, without blank lines at either end.
    rules: Arc<str>,
    made: Arc<Made>,
}

impl GdlLevel {
    /// A level of these rules.
    ///
    /// # Errors
    /// Where the rules are not well formed or break the language's demands.
    pub fn new(rules: &str, settings: Settings, meta: Meta) -> Result<Self, FormError> {
        let reading = Reading {
            fold_case: settings.fold_case,
        };
        let source = Source::read(rules, reading)?;
        Ok(Self {
            meta,
            settings,
            rules: rules.trim_matches(['\n', '\r']).trim_end().into(),
            made: Arc::new(Made {
                source,
                model: OnceLock::new(),
                slow: OnceLock::new(),
                first: OnceLock::new(),
            }),
        })
    }

    /// The network.
    ///
    /// # Errors
    /// When it is larger than the settings allow.
    pub fn model(&self) -> Result<Arc<Model>, GroundError> {
        let make = || {
            Model::new(
                &self.made.source,
                self.settings.limits,
                &CancelFlag::default(),
            )
            .map(Arc::new)
        };
        self.made.model.get_or_init(make).clone()
    }

    /// The rules as read and checked.
    pub fn source(&self) -> &Source {
        &self.made.source
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What is allowed in the rules but odd.
    pub fn warnings(&self) -> &[check::Warning] {
        &self.made.source.checked.warnings
    }

    /// The interpreter, ready to run.
    pub(super) fn interpreter(&self) -> &Mutex<Interpreter> {
        self.made.slow.get_or_init(|| {
            let checked = self.made.source.checked.clone();
            let mut slow = Interpreter::of(self.made.source.rules.clone(), checked);
            // Without a limit this cannot stop; what it works out is finite.
            let _ = slow.prepare(&Budget::default());
            Mutex::new(slow)
        })
    }

    fn first(&self) -> &(Vec<String>, bool) {
        self.made
            .first
            .get_or_init(|| GdlPosition::start(self.clone()).shown())
    }

    fn with_settings(&self, settings: Settings) -> Result<LevelRef, FormError> {
        let mut level = self.clone();
        if settings.fold_case != self.settings.fold_case || settings.limits != self.settings.limits
        {
            level = Self::new(&self.rules, settings, self.meta.clone())?;
        } else {
            level.settings = settings;
        }
        Ok(Arc::new(level))
    }
}

impl Level for GdlLevel {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn game_id(&self) -> &'static str {
        INFO.id
    }

    fn meta(&self) -> &Meta {
        &self.meta
    }

    fn with_meta(&self, meta: Meta) -> LevelRef {
        Arc::new(Self {
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
        text::write(&self.rules, &self.settings, &self.meta)
    }

    fn to_ron(&self) -> Result<String, ron::Error> {
        text::write_ron(&self.rules, &self.settings, &self.meta)
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(GdlPosition::start(self.clone()))
    }

    fn board(&self) -> BoardInfo {
        board::list(self.first().0.len())
    }

    fn look(&self, cell: Cell) -> CellLook {
        let (facts, over) = self.first();
        let fact = facts.get(cell.row).filter(|_| cell.col == 0);
        board::line(fact.map(String::as_str), *over)
    }

    fn facts(&self) -> Vec<(Cow<'static, str>, String)> {
        let rules = &self.made.source.rules;
        let mut facts = vec![
            (
                "Player".into(),
                rules.symbols.name(self.made.source.checked.role).to_owned(),
            ),
            ("Rules".into(), rules.rules.len().to_string()),
        ];
        match self.made.model.get() {
            None => {}
            Some(Err(error)) => facts.push(("Network".into(), error.to_string())),
            Some(Ok(model)) => {
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

    fn properties(&self) -> Vec<Property> {
        let property = |(key, name, help): (&'static str, &'static str, &'static str)| Property {
            key,
            name,
            value: self.settings.get(key),
            choices: match key {
                "ends" => vec!["terminal".to_owned(), "anywhere".to_owned()],
                "fold-case" => vec!["no".to_owned(), "yes".to_owned()],
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

/// The first state, in whichever way the level is played.
pub(super) fn start_state(level: &GdlLevel) -> State {
    match level.model() {
        Ok(model) => State::Fast {
            state: model.start(),
            model,
        },
        Err(_) => {
            let slow = level.interpreter().lock();
            let facts = slow.map(|slow| slow.start()).unwrap_or_default();
            State::Slow { facts }
        }
    }
}
