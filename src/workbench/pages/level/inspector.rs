//! What there is to know about the level, and what can be said about it.

use egui::{RichText, TextEdit, Ui};

use crate::game::Meta;
use crate::session::Kept;

use crate::kit::fields::facts;
use crate::kit::fields::named_field;
use crate::kit::fields::pane_title;
use crate::kit::option_field::{Draft, property_field};
use crate::kit::theme::space;
use crate::shell::app::Workbench;

/// Texts that are being typed: they reach the level when the field is left, as one step of undo.
#[derive(Debug, Default)]
pub struct Inspector {
    draft: Option<Meta>,
    /// A property being typed, with what is wrong with it.
    property: Option<Draft>,
}

impl Inspector {
    /// Another level has taken the place of the last one.
    pub fn level_replaced(&mut self) {
        *self = Self::default();
    }
}

impl Workbench {
    /// Hands what is being typed over to the level.
    pub(crate) fn commit_drafts(&mut self) {
        if let Some(meta) = self.inspector.draft.take() {
            self.cx.document.set_meta(meta);
        }
    }

    /// The level's part of the inspector.
    pub(crate) fn level_panel(&mut self, ui: &mut Ui) {
        pane_title(ui, "Level");
        self.meta_fields(ui);
        ui.add_space(space::SMALL);
        let level = self.cx.document.level().clone();
        let rows = level.facts();
        let game = self.cx.document.game().map_or("", |game| game.info().title);
        let file = self.file_line();
        let rows = std::iter::once(("Game", game))
            .chain(
                rows.iter()
                    .map(|(name, value)| (name.as_ref(), value.as_str())),
            )
            .chain(std::iter::once(("File", file.as_str())));
        facts(ui, "level facts", rows);
        self.standing_row(ui);
        self.insight_rows(ui);
        let properties = level.properties();
        if !properties.is_empty() {
            ui.add_space(space::SMALL);
            ui.label(RichText::new("Properties").strong());
            for property in properties {
                let draft = &mut self.inspector.property;
                if let Some(value) = property_field(ui, &property, draft) {
                    let key = property.field.key;
                    match (self.cx.document.set_property(key, &value), draft) {
                        (Ok(()), draft) => *draft = None,
                        (Err(error), Some(draft)) => draft.error = Some(error.to_string()),
                        (Err(_), None) => {}
                    }
                }
            }
        }
    }

    fn file_line(&self) -> String {
        let file = self.cx.document.file();
        let unsaved = if self.cx.document.is_dirty() {
            ", changed"
        } else {
            ""
        };
        let Some(path) = &file.path else {
            return format!("not saved yet{unsaved}");
        };
        let from = match file.kept {
            Kept::Own | Kept::Part => "",
            Kept::Shipped => "shipped, ",
            Kept::Web => "from ",
        };
        format!("{from}{}{unsaved}", path.display())
    }

    fn meta_fields(&mut self, ui: &mut Ui) {
        let mut meta = match &self.inspector.draft {
            Some(draft) => draft.clone(),
            None => self.cx.document.level().meta().clone(),
        };
        let mut editing = false;
        let mut done = false;
        // The title of a text that cannot be read has to be changed in that text.
        let possible = self.cx.document.draft().is_none();
        for (name, text, rows) in [
            ("Title", &mut meta.title, 1),
            ("Author", &mut meta.author, 1),
            ("Notes", &mut meta.notes, 2),
        ] {
            let edit = if rows == 1 {
                TextEdit::singleline(text)
            } else {
                TextEdit::multiline(text).desired_rows(rows)
            };
            let edit = edit.hint_text(name).desired_width(f32::INFINITY);
            let field = ui.add_enabled(possible, edit);
            field.widget_info(|| named_field(name, text));
            editing |= field.has_focus();
            done |= field.lost_focus();
        }
        if done {
            self.cx.document.set_meta(meta);
            self.inspector.draft = None;
        } else if editing {
            self.inspector.draft = Some(meta);
        } else {
            self.inspector.draft = None;
        }
    }
}
