//! Dialog for a new level.

use egui::{ComboBox, DragValue, RichText, Ui};

use crate::game::{Game, LevelRef, Size};
use crate::games;

use crate::kit::fields::{labelled, labelled_list, primary};
use crate::kit::theme::space;
use crate::page::dialog::{answer_buttons, window};
use crate::page::{Cx, Dialog, DialogAnswer, Request, known};

#[derive(Clone, Debug)]
pub struct NewDialog {
    game: &'static str,
    size: Size,
}

impl NewDialog {
    /// Preselects game and size of the open level.
    pub fn from_level(level: &LevelRef) -> Self {
        let game = level.game_id();
        match games::all().first() {
            Some(first) if games::by_id(game).is_none() => Self::from_game(*first),
            _ => Self {
                game,
                size: level.board().size,
            },
        }
    }

    fn from_game(game: &'static dyn Game) -> Self {
        Self {
            game: game.info().id,
            size: game.blank(None).board().size,
        }
    }
}

fn size_fields(ui: &mut Ui, size: &mut Size, (min, max): (Size, Size)) {
    ui.horizontal(|ui| {
        for (name, value, range) in [
            ("Rows", &mut size.rows, min.rows..=max.rows),
            ("Columns", &mut size.cols, min.cols..=max.cols),
        ] {
            labelled(ui, name, DragValue::new(value).range(range).speed(0.1));
            ui.add_space(space::SMALL);
        }
    });
}

impl Dialog for NewDialog {
    fn show(&mut self, ui: &Ui, cx: &mut Cx) -> DialogAnswer {
        window(ui, "New level", 380.0, |ui| {
            let choices = games::all().iter().map(|game| game.info());
            let choices = choices.map(|info| (info.id, info.title));
            let list = ComboBox::from_id_salt("new level's game").width(ui.available_width());
            let is_other = labelled_list(ui, "Game", list, &mut self.game, choices);
            let Some(game) = games::by_id(self.game) else {
                return DialogAnswer::Close;
            };
            if is_other {
                *self = NewDialog::from_game(game);
            }
            ui.label(RichText::new(game.info().summary).weak());
            ui.add_space(space::SMALL);
            if let Some(grid) = game.blank(None).as_grid() {
                size_fields(ui, &mut self.size, grid.size_limits());
            }
            answer_buttons(ui, |ui| {
                primary(ui, "Create", true).then(|| {
                    cx.show_tab(known::EDIT);
                    let level = game.blank(Some(self.size));
                    Request::Replace {
                        status: "New level.".to_owned(),
                        load: Box::new(|document| document.new_level(level)),
                        close: false,
                    }
                })
            })
        })
    }
}
