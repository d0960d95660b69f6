//! Implementation of [`Level`].

use std::borrow::Cow;
use std::sync::Arc;

use super::gdl_level::GdlLevel;
use super::position::GdlPosition;
use super::settings::{SETTINGS, Setting};
use super::summary::StateSummary;
use super::syntax::Notation;
use super::write::{write, write_ron};
use super::{INFO, board, screen};
use crate::game::{
    BoardInfo, Cell, CellStyle, Complaint, EditError, Level, LevelRef, Meta, Position, Property,
    ScreenBoard, TextError, words,
};
use crate::search::{Budget, Stop};

impl GdlLevel {
    /// Summary of the first state, available without a long wait.
    fn first_summary(&self) -> Cow<'_, StateSummary> {
        if let Some(summary) = self.cache.first_summary.get() {
            return Cow::Borrowed(summary);
        }
        let summary = GdlPosition::start(self.clone()).into_summary();
        if summary.timed_out {
            return Cow::Owned(summary);
        }
        Cow::Borrowed(self.cache.first_summary.get_or_init(|| summary))
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

    fn source_text(&self) -> Option<Arc<str>> {
        Some(Arc::clone(&self.text))
    }

    fn to_ron(&self) -> Result<String, ron::Error> {
        write_ron(&self.rules, &self.settings, &self.meta)
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(GdlPosition::start(self.clone()))
    }

    fn start_within(&self, budget: &Budget) -> Result<Box<dyn Position>, Stop> {
        Ok(Box::new(GdlPosition::start_within(self.clone(), budget)?))
    }

    fn fault(&self) -> Option<TextError> {
        self.cache.source.fault.clone()
    }

    fn complaints(&self) -> Vec<Complaint> {
        let warnings = self.warnings().iter();
        let errors = warnings.map(|warning| warning.pos.error(warning.message.clone()));
        errors.map(Complaint::warning).collect()
    }

    fn board(&self) -> BoardInfo {
        board::facts_board(self.first_summary().facts.len())
    }

    fn extent(&self) -> String {
        words::count(self.first_summary().facts.len(), "facts")
    }

    fn style(&self, cell: Cell) -> CellStyle {
        let summary = self.first_summary();
        let fact = summary.facts.get(cell.row).filter(|_| cell.col == 0);
        board::list_cell(fact.map(String::as_str), summary.terminal)
    }

    fn facts(&self) -> Vec<(Cow<'static, str>, String)> {
        let rules = &self.cache.source.rules;
        let players: Vec<&str> = self.cache.source.players().collect();
        let player = match players.len() == 1 {
            true => "Player",
            false => "Players",
        };
        let mut facts = vec![
            (player.into(), players.join(", ")),
            ("Rules".into(), words::number(rules.rules.len())),
        ];
        if let Some(model) = self.cache.model.get() {
            facts.push(("Moves".into(), words::number(model.net.moves.len())));
            let values: Vec<String> = model.code.goal_values().map(|v| v.to_string()).collect();
            facts.push(("Goal values".into(), values.join(", ")));
        }
        let warnings = self.warnings().iter();
        facts.extend(warnings.map(|warning| ("Warning".into(), warning.to_string())));
        facts
    }

    fn details(&self) -> Vec<(Cow<'static, str>, String)> {
        if let Some(model) = self.cache.model.get() {
            return vec![
                ("State bits".into(), words::number(model.net.facts.len())),
                ("Literals".into(), words::number(model.net.size())),
            ];
        }
        if self.cache.source.players().nth(1).is_some() {
            return Vec::new();
        }
        // While the network is being built there is nothing to report.
        let failure = self.cache.failure.try_lock().ok();
        match failure.as_ref().and_then(|failure| failure.as_ref()) {
            Some((tried, error)) if self.settings.limits.is_within(tried) => {
                vec![("Network".into(), error.to_string())]
            }
            _ => Vec::new(),
        }
    }

    fn screen_board(&self) -> Option<ScreenBoard> {
        screen::board(self)
    }

    fn properties(&self) -> Vec<Property> {
        let property = |setting: &'static Setting| {
            let field = &setting.field;
            let mut property = Property::new(field, (setting.get)(&self.settings));
            if let Some(model) = self.cache.model.get() {
                match field.key {
                    "board" => property.offers.clone_from(&self.layout(model).suggestions),
                    "board-look" => property.styles = self.layout(model).samples(),
                    _ => {}
                }
            }
            property
        };
        SETTINGS.iter().map(property).collect()
    }

    fn with_property(&self, key: &str, value: &str) -> Result<LevelRef, EditError> {
        let mut settings = self.settings.clone();
        let result = settings.set(key, value.trim());
        let result = result.unwrap_or_else(|| Err("this game has no such property".to_owned()));
        let level = result.and_then(|()| {
            let level = self.with_settings(settings);
            level.map_err(|error| error.to_string())
        });
        level.map_err(|reason| EditError::Property {
            key: key.to_owned(),
            value: value.to_owned(),
            reason,
        })
    }
}
