//! Implementation of [`Level`].

use std::borrow::Cow;
use std::sync::Arc;

use crate::game::{
    BoardInfo, Cell, CellLook, Complaint, EditError, Field, Level, LevelRef, Meta, Position,
    Property, ScreenBoard, words,
};
use crate::search::{Budget, Stop};

use super::made::GdlLevel;
use super::position::GdlPosition;
use super::seen::Seen;
use super::settings::FORM;
use super::syntax::Notation;
use super::write::{write, write_ron};
use super::{INFO, board, screen};

impl GdlLevel {
    /// Summary of the first state, available without a long wait.
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
            text: write(&self.rules, &self.settings, &meta).into(),
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
        write_ron(&self.rules, &self.settings, &self.meta)
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

    fn complaints(&self) -> Vec<Complaint> {
        let warnings = self.warnings().iter();
        let errors = warnings.map(|warning| warning.place.error(warning.message.clone()));
        errors.map(Complaint::warning).collect()
    }

    fn board(&self) -> BoardInfo {
        board::list(self.first().facts.len())
    }

    fn extent(&self) -> String {
        words::count(self.first().facts.len(), "facts")
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
            ("Rules".into(), words::number(rules.rules.len())),
        ];
        if let Some(model) = self.made.model.get() {
            facts.push(("Moves".into(), words::number(model.net.moves.len())));
            let values: Vec<String> = model.code.values().map(|v| v.to_string()).collect();
            facts.push(("Goal values".into(), values.join(", ")));
        }
        for warning in self.warnings() {
            facts.push(("Warning".into(), warning.to_string()));
        }
        facts
    }

    fn details(&self) -> Vec<(Cow<'static, str>, String)> {
        if let Some(model) = self.made.model.get() {
            return vec![
                ("State bits".into(), words::number(model.net.facts.len())),
                ("Literals".into(), words::number(model.net.size())),
            ];
        }
        if self.made.source.players().nth(1).is_some() {
            return Vec::new();
        }
        // While the network is being built there is nothing to report.
        let failed = self.made.failed.try_lock().ok();
        match failed.as_ref().and_then(|failed| failed.as_ref()) {
            Some((tried, error)) if self.settings.limits.within(tried) => {
                vec![("Network".into(), error.to_string())]
            }
            _ => Vec::new(),
        }
    }

    fn screen_board(&self) -> Option<ScreenBoard> {
        screen::board(self)
    }

    fn properties(&self) -> Vec<Property> {
        let property = |field: &'static Field| {
            let mut property = Property::new(field, self.settings.get(field.key));
            if let Some(model) = self.made.model.get() {
                match field.key {
                    "board" => property.offers.clone_from(&self.layout(model).offers),
                    "board-look" => property.looks = self.layout(model).samples(),
                    _ => {}
                }
            }
            property
        };
        FORM.iter().map(property).collect()
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
