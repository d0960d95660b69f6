//! The cells step: assigns values to groups of similar cells, or to single cells.

use std::collections::BTreeSet;

use egui::{ComboBox, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};

use crate::game::{Cell, Reading, Side};

use super::Wizard;
use crate::kit::answer;
use crate::kit::choice::Choices as _;
use crate::kit::fields::{details, problem};
use crate::kit::theme::{self, space};
use crate::page::Cx;
use crate::vision::{CalibrateError, made_of_sides};

/// Most groups listed, largest first.
const MOST_LOOKS: usize = 24;
const MOST_NUMBERS: usize = 16;
const MOST_DOUBTS: usize = 3;
const SIDE: f32 = 36.0;

impl Wizard {
    pub(super) fn value_fields(&mut self, ui: &mut Ui, cx: &Cx) {
        // First, so that the values do not move from one click to the next.
        self.values(ui);
        ui.add_space(space::SMALL);
        let text = "Or choose it for groups of similar cells. Skip those without a value.";
        ui.add(egui::Label::new(text).wrap());
        self.more_pictures(ui, cx);
        self.trouble_line(ui);
        self.looks(ui);
    }

    /// List of groups of similar cells with their values.
    fn looks(&mut self, ui: &mut Ui) {
        // Grouping does not depend on the values, so an outdated analysis will do.
        let Some(judged) = self.judging.last.as_ref() else {
            ui.weak("Comparing the cells…");
            return;
        };
        let groups = judged.groups.get(self.draft.shown).cloned();
        let groups = groups.unwrap_or_default();
        let Some((_, board)) = &self.base else {
            return;
        };
        let board = board.clone();
        let Some(picture) = self.draft.picture() else {
            return;
        };
        let (texture, samples) = (picture.texture.clone(), picture.samples.clone());
        let size = vec2(picture.image.width() as f32, picture.image.height() as f32);
        let mut said: Option<(Vec<Cell>, Option<String>)> = None;
        for (index, group) in groups.iter().take(MOST_LOOKS).enumerate() {
            let Some(first) = group.first() else {
                continue;
            };
            ui.horizontal(|ui| {
                let (area, response) = ui.allocate_exact_size(Vec2::splat(SIDE), Sense::click());
                let cell = self.draft.tiling().cell(*first);
                let uv = Rect::from_min_size(
                    pos2(cell.x / size.x, cell.y / size.y),
                    vec2(cell.width / size.x, cell.height / size.y),
                );
                ui.painter()
                    .image(texture.id(), area, uv, egui::Color32::WHITE);
                let line = Stroke::new(1.0, theme::colors(ui).line);
                ui.painter()
                    .rect_stroke(area, 0.0, line, StrokeKind::Outside);
                response.widget_info(|| {
                    let text = format!("Show group {}", index + 1);
                    egui::WidgetInfo::labeled(egui::Role::Button, true, text)
                });
                if response.on_hover_text("Show where").clicked() {
                    self.pointer.shown.clone_from(group);
                }
                let count = match group.len() {
                    1 => "1 cell".to_owned(),
                    n => format!("{n} cells"),
                };
                ui.add_sized([62.0, 20.0], egui::Label::new(count));
                let mut values_said = group.iter().filter_map(|cell| samples.get(cell));
                let now = values_said.next().cloned();
                let text = now.as_ref().and_then(|now| board.name(now));
                let combo = ComboBox::from_id_salt(("look", index))
                    .selected_text(text.unwrap_or("is …"))
                    .width(110.0)
                    .show_ui(ui, |ui| {
                        if ui.choice(now.is_none(), "is …").clicked() {
                            said = Some((group.clone(), None));
                        }
                        for (token, name) in &board.values {
                            let chosen = now.as_ref() == Some(token);
                            if ui.choice(chosen, name).clicked() {
                                said = Some((group.clone(), Some(token.clone())));
                            }
                        }
                    });
                combo.response.widget_info(|| {
                    let text = format!("Group {} is", index + 1);
                    egui::WidgetInfo::labeled(egui::Role::ComboBox, true, text)
                });
            });
        }
        if groups.len() > MOST_LOOKS {
            let more = groups.len() - MOST_LOOKS;
            ui.weak(format!("and {more} rarer ones. Click them in the picture"));
        }
        if let Some((group, value)) = said {
            self.say_group(&group, value);
        }
    }

    /// Assigns a value to a group of similar cells; the most and least typical of them become samples.
    fn say_group(&mut self, group: &[Cell], value: Option<String>) {
        let Some(picture) = self.draft.pictures.get_mut(self.draft.shown) else {
            return;
        };
        for cell in group {
            picture.samples.remove(cell);
        }
        if let Some(value) = value {
            for cell in group.first().into_iter().chain(group.last()) {
                picture.samples.insert(*cell, value.clone());
            }
        }
        self.changed();
    }

    /// Values that a click in the picture can assign.
    fn values(&mut self, ui: &mut Ui) {
        let Some((_, board)) = &self.base else {
            return;
        };
        let text = "Choose a value and click cells in the picture that show it.";
        ui.add(egui::Label::new(text).wrap());
        let tokens: BTreeSet<&String> = board.numbers().collect();
        let values = board.values.iter().enumerate();
        let (numbers, others): (Vec<_>, Vec<_>) =
            values.partition(|(_, (token, _))| tokens.contains(token));
        let chosen = &mut self.pointer.value;
        let mut choices = |ui: &mut Ui, values: &[(usize, &(String, String))]| {
            ui.horizontal_wrapped(|ui| {
                for (index, (_, name)) in values {
                    if ui.selectable_label(*chosen == *index, name).clicked() {
                        *chosen = *index;
                    }
                }
            });
        };
        choices(ui, &others);
        match numbers.len() > MOST_NUMBERS {
            false => choices(ui, &numbers),
            true => {
                egui::CollapsingHeader::new("Numbers").show(ui, |ui| choices(ui, &numbers));
            }
        }
        let mut forget = false;
        ui.horizontal(|ui| {
            ui.label(match self.draft.said() {
                1 => "1 cell identified".to_owned(),
                n => format!("{n} cells identified"),
            });
            let button = egui::Button::new("Clear");
            forget = ui.add_enabled(self.draft.said() > 0, button).clicked();
        });
        if forget {
            for picture in &mut self.draft.pictures {
                picture.samples.clear();
            }
            self.changed();
        }
    }

    /// Assigns the chosen value to a cell, or clears it if the cell has that value.
    pub(super) fn say(&mut self, cell: Cell) {
        let value = self
            .base
            .as_ref()
            .and_then(|(_, board)| board.values.get(self.pointer.value));
        let Some((value, _)) = value.cloned() else {
            return;
        };
        let Some(picture) = self.draft.pictures.get_mut(self.draft.shown) else {
            return;
        };
        if picture.samples.get(&cell) == Some(&value) {
            picture.samples.remove(&cell);
        } else {
            picture.samples.insert(cell, value);
        }
        self.changed();
    }

    /// Shows the confidence of the reading, doubtful cells, and values not identified yet.
    pub(super) fn verdict(&mut self, ui: &mut Ui) {
        let said: BTreeSet<&String> = self
            .draft
            .pictures
            .iter()
            .flat_map(|picture| picture.samples.values())
            .collect();
        let Some((_, board)) = &self.base else {
            return;
        };
        let has_numbers = board.numbers().next().is_some();
        if said.is_empty() || said.len() < 2 && !has_numbers {
            ui.weak(match has_numbers {
                true => "One cell for each value is enough. Printed digits need none.",
                false => "One cell for each value is enough. At least two values are needed.",
            });
            return;
        }
        let name = |token: &String| board.name(token).unwrap_or(token).to_owned();
        let Some(judged) = self.judged() else {
            ui.weak("Reading the picture…");
            return;
        };
        match &judged.made {
            Ok(_) => {}
            Err(CalibrateError::Alike(one, other)) => {
                let named = CalibrateError::Alike(name(one), name(other));
                problem(ui, &answer::sentence(&named.to_string()));
                let pair = (one.clone(), other.clone());
                self.offer_alike(ui, pair);
                return;
            }
            Err(error) => {
                problem(ui, &answer::sentence(&error.to_string()));
                return;
            }
        }
        let Some(Some(seen)) = judged.seen.get(self.draft.shown) else {
            problem(
                ui,
                "This picture cannot be read yet. Choose what some of its cells show.",
            );
            return;
        };
        // If one number is recognized by its digits, all are.
        let unsaid: BTreeSet<&String> = board.numbers().filter(|it| !said.contains(it)).collect();
        let first = seen.reading.boards.first();
        let by_digits = first.is_some_and(|board| board.shows(|value| unsaid.contains(value)));
        let rings = board.turned.iter().map(|ring| ring.iter().collect());
        let by_turns: BTreeSet<&String> = rings
            .chain([made_of_sides(&board.turned)])
            .filter(|ring: &Vec<&String>| ring.iter().any(|value| said.contains(*value)))
            .flatten()
            .collect();
        let is_known = |token: &String| {
            said.contains(token) || by_digits && unsaid.contains(token) || by_turns.contains(token)
        };
        let values = board.values.iter();
        let missing: Vec<String> = values
            .filter(|(token, _)| !is_known(token))
            .map(|(_, name)| format!("‘{name}’"))
            .collect();
        let cells = self.draft.size.area();
        let doubtful: Vec<(Cell, String, f32)> = seen
            .reading
            .boards
            .first()
            .into_iter()
            .flat_map(|board| board.doubtful(0.5))
            .map(|(cell, read)| {
                let sure = (read.confidence * 100.0).round();
                (cell, format!("{cell}: {}", name(&read.value)), sure)
            })
            .collect();
        let clues = beside(&seen.reading);
        ui.label(match doubtful.len() {
            0 => format!("All {cells} cells are clear. Compare them with the picture."),
            1 => format!("1 of {cells} cells is unclear. Choose what it shows."),
            n => format!("{n} of {cells} cells are unclear. Choose what some of them show."),
        });
        let doubtful = &doubtful[..doubtful.len().min(MOST_DOUBTS)];
        for (cell, text, _) in doubtful {
            if ui.link(text).on_hover_text("Show where").clicked() {
                self.pointer.shown = vec![*cell];
            }
        }
        if !doubtful.is_empty() {
            details(ui, "doubtful cells", |ui| {
                for (_, text, sure) in doubtful {
                    ui.weak(format!("{text}, confidence {sure} %"));
                }
            });
        }
        for text in clues {
            ui.add(egui::Label::new(text).wrap());
        }
        let mut apart = None;
        for (index, (read, other)) in self.draft.alike.iter().enumerate() {
            ui.horizontal(|ui| {
                ui.label(format!("‘{}’ is read as ‘{}’", name(other), name(read)));
                if ui.small_button("They are different").clicked() {
                    apart = Some(index);
                }
            });
        }
        if !missing.is_empty() && missing.len() <= 12 {
            let text = format!(
                "Not identified yet: {}. When it appears, in play or in another level, take ‘One more’ picture.",
                missing.join(", ")
            );
            ui.add(egui::Label::new(egui::RichText::new(text).weak()).wrap());
        }
        if let Some(index) = apart {
            self.draft.alike.remove(index);
            self.changed();
        }
    }

    /// Offers to declare two values visually identical, such as a box that hides its goal.
    fn offer_alike(&mut self, ui: &mut Ui, (one, other): (String, String)) {
        let button = ui.button("They look the same in this game").on_hover_text(
            "Such cells are read as the first of the two values; in play they may be either",
        );
        if button.clicked() {
            let values = self.base.iter().flat_map(|(_, board)| &board.values);
            let tokens: Vec<&String> = values.map(|(token, _)| token).collect();
            let place = |value: &String| tokens.iter().position(|token| *token == value);
            let pair = match place(&one) <= place(&other) {
                true => (one, other),
                false => (other, one),
            };
            self.draft.alike.push(pair);
            self.changed();
        }
    }
}

/// Clue numbers as read; doubtful ones with a question mark.
fn beside(reading: &Reading) -> Vec<String> {
    let lists = reading.boards.iter().filter_map(|board| {
        let side = Side::of(&board.id)?;
        let read = board.cells.iter().map(|(_, read)| match read.confidence {
            doubtful if doubtful < 0.5 => format!("{}?", read.value),
            _ => read.value.clone(),
        });
        let read = read.collect::<Vec<_>>().join("; ");
        let place = match side {
            Side::Left => "at the left",
            Side::Top => "above",
            Side::Right => "at the right",
            Side::Bottom => "below",
        };
        Some(format!("Numbers {place}: {read}."))
    });
    lists.collect()
}
