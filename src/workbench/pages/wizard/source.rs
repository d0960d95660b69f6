//! The first step: the game, and a level with the rules and invisible properties.

use std::path::Path;

use egui::{ComboBox, RichText, ScrollArea, Ui};

use crate::catalogue::Section;
use crate::game::{Answers, Game, LevelRef, RulePattern, ScreenBoard};
use crate::games;
use crate::session::{Task, Wake, read_level};
use crate::vision::{Profile, Unseen};

use super::gallery::Examples;
use super::{NEW_PROFILE, Wizard};
use crate::kit::fields::{error_label, labelled_list};
use crate::kit::option_field::{PropertyDraft, property_field};
use crate::kit::theme::{self, space};
use crate::page::{Cx, Question, Request};

#[derive(Clone, Copy, PartialEq, Eq)]
enum RulesOrigin {
    /// A pattern of the gallery.
    Pattern,
    /// The open level, one of the library, or one in a file.
    Level,
}

pub(super) struct RulesSource {
    from: RulesOrigin,
    /// The chosen pattern, with the answers to its questions.
    pub(super) chosen: Option<(&'static RulePattern, Answers)>,
    pub(super) examples: Examples,
    name: String,
    /// A rules file is being chosen.
    pub(super) choosing: bool,
    /// Works out a level and its display on a screen.
    pub(super) task: Option<Task<Result<(LevelRef, ScreenBoard), String>>>,
    pub(super) problem: Option<String>,
    property: Option<PropertyDraft>,
    pub(super) wake: Wake,
}

/// Returns whether a screen shows all of a level but its properties: the game has a grid and no language.
pub(super) fn shows_level(game: &dyn Game, level: &LevelRef) -> bool {
    level.as_grid().is_some() && game.language().is_none()
}

/// All of a level that a screen does not show.
pub(super) fn unseen(game: &dyn Game, level: &LevelRef) -> Unseen {
    let is_shown = shows_level(game, level);
    let properties = level.properties().into_iter().filter(|_| is_shown);
    let properties = properties.map(|it| (it.field.key.to_owned(), it.value));
    Unseen {
        properties: properties.collect(),
        level: (!is_shown).then(|| level.to_text()),
        sprites: None,
    }
}

/// A level of a profile's game with all that its screen does not show.
pub(super) fn level_of(profile: &Profile) -> Result<(&'static dyn Game, LevelRef), String> {
    let game = games::by_id(&profile.game);
    let game = game.ok_or("This profile is for a game that Planwright does not have.")?;
    let level = match &profile.unseen.level {
        Some(text) => game.parse_text(text).map_err(|error| format!("{error}."))?,
        None => {
            let set = profile.unseen.properties.iter();
            set.fold(game.blank(None), |level, (key, value)| {
                level.with_property(key, value).unwrap_or(level)
            })
        }
    };
    Ok((game, level))
}

/// Title of a game in the list. Games with a gallery represent any game given by rules.
fn list_title(game: &dyn Game) -> &'static str {
    match game.gallery() {
        Some(_) => "Another game, by pattern or rules",
        None => game.info().title,
    }
}

impl RulesSource {
    pub(super) fn new(game: &'static dyn Game, open: LevelRef, wake: Wake) -> Self {
        let own = open.game_id() == game.info().id;
        let chosen = game.gallery().and_then(|it| it.origin(open.as_ref()));
        let has_gallery = game.gallery().is_some();
        let mut source = Self {
            from: match has_gallery && (chosen.is_some() || !own) {
                true => RulesOrigin::Pattern,
                false => RulesOrigin::Level,
            },
            chosen,
            examples: Examples::default(),
            name: String::new(),
            choosing: false,
            task: None,
            problem: None,
            property: None,
            wake,
        };
        match own {
            true => source.select(open),
            // With a gallery, the user chooses rules first.
            false if has_gallery => {}
            false => source.select(game.blank(None)),
        }
        source
    }

    pub(super) fn is_busy(&self) -> bool {
        self.task.is_some() || self.examples.is_busy()
    }

    /// Selects a level, with the pattern that it was made from.
    fn adopt(&mut self, game: &dyn Game, level: LevelRef) {
        self.chosen = game.gallery().and_then(|it| it.origin(level.as_ref()));
        self.select(level);
    }

    /// Selects a level, and computes its display in the background.
    pub(super) fn select(&mut self, level: LevelRef) {
        self.problem = None;
        self.name = match level.meta().title.as_str() {
            "" => "Without a title".to_owned(),
            title => title.to_owned(),
        };
        self.task = Some(Task::start("reader of the rules", &self.wake, move |_| {
            let no_board = "This level has no board that can be read cell by cell.";
            let board = level.screen_board().ok_or(no_board)?;
            Ok((level, board))
        }));
    }
}

impl Wizard {
    pub(super) fn game_fields(&mut self, ui: &mut Ui, cx: &mut Cx) {
        let mut games = games::all().to_vec();
        games.sort_by_key(|game| game.gallery().is_some());
        let choices = games.iter().map(|game| (game.info().id, list_title(*game)));
        let mut id = self.game.info().id;
        let list = ComboBox::from_id_salt("profile game").width(220.0);
        let label = "Which of these games does the screen show?";
        if labelled_list(ui, label, list, &mut id, choices)
            && let Some(game) = games::by_id(id)
        {
            self.set_game(game, cx);
        }
        if !shows_level(self.game, &self.game.blank(None)) {
            self.rules_fields(ui, cx);
        }
        if self.source.task.is_some() {
            ui.weak("Working out the rules…");
        }
        if let Some(text) = &self.source.problem {
            error_label(ui, text);
        }
        // The answers determine the properties of a pattern's level.
        if self.source.chosen.is_none() {
            self.properties(ui);
        }
    }

    /// Starts over with another game.
    fn set_game(&mut self, game: &'static dyn Game, cx: &Cx) {
        if game.info().id != self.game.info().id {
            self.game = game;
            self.base = None;
            self.source = RulesSource::new(game, cx.document.level().clone(), cx.wake.clone());
        }
    }

    /// Source of the rules, for games given by rules.
    fn rules_fields(&mut self, ui: &mut Ui, cx: &mut Cx) {
        ui.add_space(space::TIGHT);
        ui.weak("Rules cannot be seen on the screen. Take them from…");
        if self.game.gallery().is_some() {
            ui.horizontal_wrapped(|ui| {
                let from = &mut self.source.from;
                ui.radio_value(from, RulesOrigin::Pattern, "A pattern");
                ui.radio_value(from, RulesOrigin::Level, "A level or file");
            });
        }
        match self.source.from {
            RulesOrigin::Pattern => self.pattern_fields(ui),
            RulesOrigin::Level => self.level_fields(ui, cx),
        }
    }

    /// The open level, one of the library, or a file.
    fn level_fields(&mut self, ui: &mut Ui, cx: &mut Cx) {
        let text =
            "Choose a level with the same rules. Its board is replaced by the one on screen.";
        ui.weak(text);
        let game = self.game;
        let source = &mut self.source;
        let label = ui.label("Rules from");
        ComboBox::from_id_salt("profile rules")
            .selected_text(source.name.as_str())
            .width(220.0)
            .show_ui(ui, |ui| {
                let open = cx.document.level();
                if open.game_id() == game.info().id
                    && ui.selectable_label(false, "The open level").clicked()
                {
                    source.adopt(game, open.clone());
                }
                let items = cx.catalogue.items.iter();
                for item in items.filter(|item| matches!(item.section, Section::Shipped(_))) {
                    let entry = &item.entry;
                    if let Ok(level) = &entry.level
                        && level.game_id() == game.info().id
                        && ui.selectable_label(false, entry.origin.name()).clicked()
                    {
                        source.adopt(game, level.clone());
                    }
                }
            })
            .response
            .labelled_by(label.id);
        if ui.button("File with rules…").clicked() {
            source.choosing = true;
            let extensions = vec!["kif", "gdl", "pl", "ron", "txt", "puzzlescript"];
            let (title, kind) = ("Choose a file with rules", ("Rules", extensions));
            let question = Question::to_open(NEW_PROFILE, title, kind);
            cx.send(Request::ChooseFile(question));
        }
    }

    /// Loads the rules in a file, of any game.
    pub(super) fn read_rules(&mut self, path: &Path, cx: &Cx) {
        let level = match read_level(cx.world.disk.as_ref(), path) {
            Ok(level) => level,
            Err(error) => {
                self.source.problem = Some(format!("{error}."));
                return;
            }
        };
        let Some(game) = games::by_id(level.game_id()) else {
            return;
        };
        self.set_game(game, cx);
        self.source.from = RulesOrigin::Level;
        self.source.adopt(game, level);
    }

    /// Properties common to all levels, apart from the board.
    fn properties(&mut self, ui: &mut Ui) {
        let Some((level, _)) = &self.base else { return };
        let mut properties = level.properties();
        properties.retain(|property| !property.field.expert);
        if properties.is_empty() {
            return;
        }
        ui.add_space(space::TIGHT);
        let level = level.clone();
        egui::CollapsingHeader::new("Settings that are not on the screen")
            .default_open(shows_level(self.game, &level))
            .show(ui, |ui| {
                for property in properties {
                    let draft = &mut self.source.property;
                    if let Some(value) = property_field(ui, &property, draft) {
                        *draft = None;
                        match level.with_property(property.field.key, &value) {
                            Ok(level) => self.source.select(level),
                            Err(error) => self.source.problem = Some(format!("{error}.")),
                        }
                    }
                }
            });
    }

    /// Information on the game, displayed instead of the picture.
    pub(super) fn intro(&mut self, ui: &mut Ui) {
        let frame = egui::Frame::new().inner_margin(space::LARGE);
        frame.show(ui, |ui| {
            ScrollArea::vertical().show(ui, |ui| {
                if self.source.from == RulesOrigin::Pattern && self.game.gallery().is_some() {
                    self.gallery(ui);
                } else {
                    ui.label(RichText::new("New screen profile").heading());
                    ui.add_space(space::SMALL);
                    let text = "A screen profile lets Planwright read a game in its window and play it there. These steps make one. You can go back at any time, or leave and return; what you entered is kept.";
                    ui.label(text);
                    ui.add_space(space::MEDIUM);
                    let info = self.game.info();
                    ui.strong(info.title);
                    ui.label(info.rules);
                }
                ui.add_space(space::MEDIUM);
                self.rules_summary(ui);
            });
        });
    }

    /// Board, values and moves according to the rules.
    fn rules_summary(&self, ui: &mut Ui) {
        let Some((_, board)) = &self.base else { return };
        let names: Vec<&str> = board.values.iter().map(|(_, name)| name.as_str()).collect();
        let size = match board.size {
            Some(size) => format!("A board of {size} cells"),
            None => "A board of any size".to_owned(),
        };
        let text = format!("{size}. A cell shows one of: {}.", names.join(", "));
        ui.label(text);
        let on_cells = board.actions.iter();
        let on_cells = on_cells.map(|name| format!("‘{name}’ on a cell"));
        let anywhere = board.controls.iter().map(|name| format!("‘{name}’"));
        let mut inputs: Vec<String> = on_cells.chain(anywhere).collect();
        if board.drags {
            inputs.push("dragging from cell to cell".to_owned());
        }
        if inputs.is_empty() {
            let text = "Planwright does not know how its moves are made on a screen, so the profile can only read levels.";
            ui.colored_label(theme::colors(ui).warn, text);
        } else {
            ui.label(format!("Played by {}.", inputs.join(", ")));
        }
    }
}
