//! What there is to know about the level, and what can be said about it.

use egui::{ComboBox, RichText, TextEdit, Ui};

use crate::game::{Meta, Property};
use crate::session::Kept;

use super::app::{Workbench, pane_title};
use super::library_panel::named_field;
use super::solver_panel::facts;
use super::theme::{self, space};

/// Texts that are being typed: they reach the level when the field is left, as one step of undo.
#[derive(Debug, Default)]
pub struct Inspector {
    draft: Option<Meta>,
    /// A property being typed, with what is wrong with it.
    property: Option<(String, String, Option<String>)>,
}

impl Inspector {
    /// Another level has taken the place of the last one.
    pub fn level_replaced(&mut self) {
        *self = Self::default();
    }
}

impl Workbench {
    /// Hands what is being typed over to the level.
    pub(super) fn commit_drafts(&mut self) {
        if let Some(meta) = self.inspector.draft.take() {
            self.document.set_meta(meta);
        }
    }

    /// The level's part of the inspector.
    pub(super) fn level_panel(&mut self, ui: &mut Ui) {
        pane_title(ui, "Level");
        self.meta_fields(ui);
        ui.add_space(space::SMALL);
        let level = self.document.level().clone();
        let rows = level.facts();
        let game = self.document.game().map_or("", |game| game.info().title);
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
                self.property_field(ui, &property);
            }
        }
    }

    fn file_line(&self) -> String {
        let file = self.document.file();
        let unsaved = if self.document.is_dirty() {
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
            None => self.document.level().meta().clone(),
        };
        let mut editing = false;
        let mut done = false;
        // The title of a text that cannot be read has to be changed in that text.
        let possible = self.document.draft().is_none();
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
            self.document.set_meta(meta);
            self.inspector.draft = None;
        } else if editing {
            self.inspector.draft = Some(meta);
        } else {
            self.inspector.draft = None;
        }
    }

    fn property_field(&mut self, ui: &mut Ui, property: &Property) {
        let draft = self
            .inspector
            .property
            .clone()
            .filter(|(key, ..)| key == property.key);
        let (mut value, error) = match draft {
            Some((_, value, error)) => (value, error),
            None => (property.value.clone(), None),
        };
        let mut commit = false;
        ui.horizontal(|ui| {
            ui.label(property.name).on_hover_text(property.help);
            if property.choices.is_empty() {
                let field = ui.add(TextEdit::singleline(&mut value).desired_width(f32::INFINITY));
                field.widget_info(|| named_field(property.name, &value));
                commit = field.lost_focus();
                if field.changed() {
                    let draft = (property.key.to_owned(), value.clone(), None);
                    self.inspector.property = Some(draft);
                }
            } else {
                let combo = ComboBox::from_id_salt(("property", property.key));
                let combo = combo.selected_text(&value).show_ui(ui, |ui| {
                    for choice in &property.choices {
                        if ui.selectable_label(*choice == value, choice).clicked() {
                            value.clone_from(choice);
                            commit = true;
                        }
                    }
                });
                combo.response.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::Role::ComboBox, true, property.name)
                });
            }
        });
        if commit && value != property.value {
            let result = self.document.set_property(property.key, &value);
            let draft = |error: String| (property.key.to_owned(), value.clone(), Some(error));
            self.inspector.property = result.err().map(|error| draft(error.to_string()));
        }
        if let Some(error) = error {
            ui.label(RichText::new(error).color(theme::colors(ui).bad));
        }
    }
}
