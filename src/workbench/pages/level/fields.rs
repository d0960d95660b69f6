//! Fields for the level's title, author, notes and properties.

use egui::{RichText, TextEdit, Ui};

use crate::game::Meta;
use crate::kit::fields::named_field;
use crate::kit::option_field::{PropertyDraft, property_field};
use crate::kit::theme::space;
use crate::session::Document;

use super::appearance::{TypedLetters, appearance_fields};

/// Text input in progress. It is applied as one undo step when the field is left.
#[derive(Debug, Default)]
pub(super) struct LevelFields {
    meta: Option<Meta>,
    property: Option<PropertyDraft>,
    letters: TypedLetters,
}

impl LevelFields {
    /// Applies pending input of title, author or notes.
    pub(super) fn commit(&mut self, document: &mut Document) {
        if let Some(meta) = self.meta.take() {
            document.set_meta(meta);
        }
    }

    pub(super) fn meta_fields(&mut self, ui: &mut Ui, document: &mut Document) {
        let typed = self.meta.take();
        let mut meta = typed.unwrap_or_else(|| document.level().meta().clone());
        let (mut editing, mut done) = (false, false);
        // The title of a text with errors must be changed in that text.
        let enabled = document.draft().is_none();
        for (name, text, rows) in [
            ("Title", &mut meta.title, 1),
            ("Author", &mut meta.author, 1),
            ("Notes", &mut meta.notes, 2),
        ] {
            let edit = match rows {
                1 => TextEdit::singleline(text),
                _ => TextEdit::multiline(text).desired_rows(rows),
            };
            let edit = edit.hint_text(name).desired_width(f32::INFINITY);
            let field = ui.add_enabled(enabled, edit);
            field.widget_info(|| named_field(name, text));
            editing |= field.has_focus();
            done |= field.lost_focus();
        }
        if done {
            document.set_meta(meta);
        } else if editing {
            self.meta = Some(meta);
        }
    }

    /// Fields for the level's expert or other properties, if it has any.
    pub(super) fn property_fields(&mut self, ui: &mut Ui, document: &mut Document, expert: bool) {
        let mut properties = document.level().properties();
        properties.retain(|property| property.field.expert == expert);
        if properties.is_empty() {
            return;
        }
        ui.add_space(space::SMALL);
        if !expert {
            ui.label(RichText::new("Properties").strong());
        }
        for property in properties {
            let draft = &mut self.property;
            let changed = match property.styles.as_slice() {
                [] => property_field(ui, &property, draft),
                _ => appearance_fields(ui, &property, &mut self.letters),
            };
            if let Some(value) = changed {
                let key = property.field.key;
                match (document.set_property(key, &value), draft) {
                    (Ok(()), draft) => *draft = None,
                    (Err(error), Some(draft)) => draft.error = Some(error.to_string()),
                    (Err(_), None) => {}
                }
            }
        }
    }
}
