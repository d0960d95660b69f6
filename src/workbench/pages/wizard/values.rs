//! The cells step: assigns values to groups of similar cells, or to single cells.

use std::collections::BTreeSet;

use egui::{ComboBox, Image, Label, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2};

use super::Wizard;
use super::draft::UNCLEAR_BELOW;
use crate::game::{Cell, Reading, Side};
use crate::kit::answer;
use crate::kit::fields::{error_label, list_entry, set_name, tip_button};
use crate::kit::picture::rect;
use crate::kit::theme::{self, space};
use crate::page::Cx;
use crate::vision::{CalibrateError, composed_of_sides};

/// Most groups listed, largest first.
const MAX_GROUPS: usize = 24;
/// With more numbers than this among the values, they are folded away.
const MAX_NUMBERS: usize = 16;
/// Most unclear cells named one by one.
const MAX_DOUBTFUL: usize = 3;
/// With more values than this not identified yet, they are not listed.
const MAX_MISSING: usize = 12;
/// Side of a group's picture, in points.
const THUMBNAIL_SIDE: f32 = 36.0;

impl Wizard {
    pub(super) fn value_fields(&mut self, ui: &mut Ui, cx: &Cx) {
        // First, so that the values do not move from one click to the next.
        self.value_list(ui);
        ui.add_space(space::SMALL);
        ui.label("Or choose it for groups of similar cells. Skip those without a value.");
        self.more_pictures(ui, cx);
        self.trouble_line(ui);
        self.group_list(ui);
    }

    fn group_list(&mut self, ui: &mut Ui) {
        let texture = self.picture_texture(ui.ctx());
        // Grouping does not depend on the values, so an outdated analysis will do.
        let Some(Ok(analysis)) = self.analysis.last() else {
            // After a panic, its error is shown instead.
            if self.analysis.value().is_none() {
                ui.weak("Comparing the cells…");
            }
            return;
        };
        let groups = analysis.groups.get(self.draft.current);
        let (Some((texture, size)), Some((_, board)), Some(groups)) = (texture, &self.base, groups)
        else {
            return;
        };
        // The group and the value that the user has just chosen for it.
        let mut assigned = None;
        for (index, group) in groups.iter().take(MAX_GROUPS).enumerate() {
            let Some(first) = group.first() else {
                continue;
            };
            ui.horizontal(|ui| {
                let cell = rect(self.draft.board.tiling().cell(*first));
                let [from, to] = [cell.min, cell.max].map(|at| (at.to_vec2() / size).to_pos2());
                let image = Image::new((texture.id(), Vec2::splat(THUMBNAIL_SIDE)))
                    .uv(Rect::from_min_max(from, to));
                let response = ui.add(image.sense(Sense::click()));
                let line = Stroke::new(1.0, theme::colors(ui).line);
                let painter = ui.painter();
                painter.rect_stroke(response.rect, 0.0, line, StrokeKind::Outside);
                let number = index + 1;
                set_name(&response, Role::Button, format!("Show group {number}"));
                if response.on_hover_text("Show in the picture").clicked() {
                    self.pointer.highlighted.clone_from(group);
                }
                let count = answer::count(group.len(), "cells");
                ui.add_sized([62.0, 20.0], Label::new(count));
                let samples = self.draft.picture().map(|picture| &picture.samples);
                let mut values = group.iter().filter_map(|cell| samples?.get(cell));
                let current = values.next();
                let text = current.and_then(|current| board.name(current));
                let combo = ComboBox::from_id_salt(("look", index))
                    .selected_text(text.unwrap_or("Choose…"))
                    .width(110.0)
                    .show_ui(ui, |ui| {
                        if list_entry(ui, current.is_none(), "None").clicked() {
                            assigned = Some((group, None));
                        }
                        for (token, name) in &board.values {
                            if list_entry(ui, current == Some(token), name).clicked() {
                                assigned = Some((group, Some(token)));
                            }
                        }
                    });
                let text = format!("Group {number} is");
                set_name(&combo.response, Role::ComboBox, text);
            });
        }
        if let (Some((group, value)), Some(picture)) = (assigned, self.draft.picture_mut()) {
            picture.assign_group(group, value);
        }
        if groups.len() > MAX_GROUPS {
            let more = groups.len() - MAX_GROUPS;
            ui.weak(format!(
                "and {more} rarer kinds. Click them in the picture."
            ));
        }
    }

    /// Values that a click in the picture can assign.
    fn value_list(&mut self, ui: &mut Ui) {
        let Some((_, board)) = &self.base else { return };
        ui.label("Choose a value and click cells in the picture that show it.");
        let tokens: BTreeSet<&String> = board.numbers().collect();
        let values = board.values.iter().enumerate();
        let (numbers, others): (Vec<_>, Vec<_>) =
            values.partition(|(_, (token, _))| tokens.contains(token));
        let chosen = &mut self.pointer.value;
        let mut choices = |ui: &mut Ui, values: &[(usize, &(String, String))]| {
            ui.horizontal_wrapped(|ui| {
                for (index, (_, name)) in values {
                    ui.selectable_value(chosen, *index, name);
                }
            });
        };
        choices(ui, &others);
        match numbers.len() > MAX_NUMBERS {
            false => choices(ui, &numbers),
            true => {
                egui::CollapsingHeader::new("Numbers").show(ui, |ui| choices(ui, &numbers));
            }
        }
        ui.horizontal(|ui| {
            let pictures = &mut self.draft.pictures;
            let count: usize = pictures.iter().map(|it| it.samples.len()).sum();
            ui.label(format!("{} identified", answer::count(count, "cells")));
            let button = ui.add_enabled(count > 0, egui::Button::new("Clear"));
            if button.clicked() {
                pictures.iter_mut().for_each(|it| it.samples.clear());
            }
        });
    }

    /// Assigns the chosen value to a cell, or clears it if the cell has that value.
    pub(super) fn assign_value(&mut self, cell: Cell) {
        let Some((_, board)) = &self.base else { return };
        let value = board.values.get(self.pointer.value);
        let (Some((value, _)), Some(picture)) = (value, self.draft.picture_mut()) else {
            return;
        };
        if picture.samples.get(&cell) == Some(value) {
            picture.samples.remove(&cell);
        } else {
            picture.samples.insert(cell, value.clone());
        }
    }

    /// Shows how well the current picture is read: what prevents it, unclear cells, clue numbers, and values not
    /// identified yet. Values that follow from others (numbers by their digits, turned shapes) count as identified.
    pub(super) fn verdict(&mut self, ui: &mut Ui) {
        let pictures = self.draft.pictures.iter();
        let assigned: BTreeSet<&String> = pictures.flat_map(|it| it.samples.values()).collect();
        let Some((_, board)) = &self.base else { return };
        let has_numbers = board.numbers().next().is_some();
        if assigned.is_empty() || assigned.len() < 2 && !has_numbers {
            ui.weak(match has_numbers {
                true => "One cell for each value is enough. Printed digits need none.",
                false => "One cell for each value is enough. At least two values are needed.",
            });
            return;
        }
        let name = |token: &String| board.name(token).unwrap_or(token).to_owned();
        let Some(analysis) = self.current_analysis() else {
            if self.analysis.value().is_none() {
                ui.weak("Reading the picture…");
            }
            return;
        };
        match &analysis.profile {
            Ok(_) => {}
            Err(CalibrateError::Ambiguous(one, other)) => {
                let named = CalibrateError::Ambiguous(name(one), name(other));
                error_label(ui, &answer::sentence(&named.to_string()));
                return self.offer_merge(ui, (one.clone(), other.clone()));
            }
            Err(error) => return error_label(ui, &answer::sentence(&error.to_string())),
        }
        let Some(Some(screen)) = analysis.readings.get(self.draft.current) else {
            let text = "This picture cannot be read yet. Choose what some of its cells show.";
            return error_label(ui, text);
        };
        // If one number is recognized by its digits, all are.
        let unassigned = board.numbers().filter(|it| !assigned.contains(it));
        let unassigned: BTreeSet<&String> = unassigned.collect();
        let first = screen.reading.boards.first();
        let by_digits = first.is_some_and(|board| board.shows(|value| unassigned.contains(value)));
        let rings = board.rotations.iter().map(|ring| ring.iter().collect());
        let by_turns: BTreeSet<&String> = rings
            .chain([composed_of_sides(&board.rotations)])
            .filter(|ring: &Vec<&String>| ring.iter().any(|value| assigned.contains(*value)))
            .flatten()
            .collect();
        let is_known = |token: &String| {
            assigned.contains(token)
                || by_digits && unassigned.contains(token)
                || by_turns.contains(token)
        };
        let missing = board.values.iter().filter(|(token, _)| !is_known(token));
        let missing: Vec<String> = missing.map(|(_, name)| format!("‘{name}’")).collect();
        let cells = self.draft.board.size.area();
        let doubtful = first
            .into_iter()
            .flat_map(|board| board.doubtful(UNCLEAR_BELOW));
        let doubtful: Vec<_> = doubtful.collect();
        ui.label(match doubtful.len() {
            0 => format!("All {cells} cells are clear. Compare them with the picture."),
            1 => format!("1 of {cells} cells is unclear. Choose what it shows."),
            n => format!("{n} of {cells} cells are unclear. Choose what some of them show."),
        });
        let mut highlighted = None;
        for (cell, read) in doubtful.into_iter().take(MAX_DOUBTFUL) {
            let text = format!("{cell}: {}", name(&read.value));
            if ui.link(text).on_hover_text("Show in the picture").clicked() {
                highlighted = Some(cell);
            }
        }
        clue_lines(ui, &screen.reading);
        if let Some(cell) = highlighted {
            self.pointer.highlighted = vec![cell];
        }
        self.draft.ambiguous.retain(|(read, other)| {
            let row = ui.horizontal(|ui| {
                ui.label(format!("‘{}’ is read as ‘{}’", name(other), name(read)));
                ui.small_button("Treat as different").clicked()
            });
            !row.inner
        });
        if !missing.is_empty() && missing.len() <= MAX_MISSING {
            let text = format!(
                "Not identified yet: {}. When it appears, in play or in another level, take ‘One more’ picture.",
                missing.join(", ")
            );
            ui.weak(text);
        }
    }

    /// Offers to declare two values visually identical, such as a box that hides its goal.
    fn offer_merge(&mut self, ui: &mut Ui, (one, other): (String, String)) {
        let tip = "Such cells are read as the first of the two values. In play they may be either";
        if tip_button(ui, "They look the same in this game", tip) {
            let mut values = self.base.iter().flat_map(|(_, board)| &board.values);
            let first = values.find(|(token, _)| [&one, &other].contains(&token));
            let pair = match first.is_some_and(|(token, _)| *token == other) {
                true => (other, one),
                false => (one, other),
            };
            self.draft.ambiguous.push(pair);
        }
    }
}

/// Shows clue numbers as read; doubtful ones with a question mark.
fn clue_lines(ui: &mut Ui, reading: &Reading) {
    for board in &reading.boards {
        let place = match Side::from_id(&board.id) {
            Some(Side::Left) => "at the left",
            Some(Side::Top) => "above",
            Some(Side::Right) => "at the right",
            Some(Side::Bottom) => "below",
            None => continue,
        };
        let read = board.cells.iter().map(|(_, read)| match read.confidence {
            unclear if unclear < UNCLEAR_BELOW => format!("{}?", read.value),
            _ => read.value.clone(),
        });
        let read = read.collect::<Vec<_>>().join("; ");
        ui.label(format!("Numbers {place}: {read}."));
    }
}
