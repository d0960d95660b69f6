//! The page one begins on: levels opened lately, a sample of each game, and what can be done. It covers
//! the tab in front until it is left.

use egui::{
    Button, Color32, Context, Frame, Grid, Margin, Rect, Response, RichText, ScrollArea, Sense, Ui,
    pos2, vec2,
};

use crate::games;
use crate::kit::fields;
use crate::kit::theme::{self, space, text};
use crate::page::command::commands;
use crate::page::{Command, CommandInfo, Cx, Page, Request, known};

commands! {
    Help {
        0 START_PAGE "Start page" "Recent levels, a sample of each game, and what you can do" [];
    }
}

/// Levels opened lately that are shown.
const RECENT: usize = 6;

/// Room for the picture of a sample, in points.
const PICTURE: egui::Vec2 = vec2(112.0, 80.0);

/// Width of a sample in points.
const CARD: f32 = 330.0;

/// What can be done, in the order in which it is done with any game.
const WAYS: &[(Command, &str)] = &[
    (
        known::FIND_LEVEL,
        "choose a level in the library, by name, by game, solved or not",
    ),
    (known::EDIT, "draw it or change it, with unlimited undo"),
    (
        known::PLAY,
        "play it by hand, with hints: where to look, what to do, why",
    ),
    (
        known::SOLVE,
        "have it solved; the answer says what is proved",
    ),
    (
        known::PLAN,
        "watch the plan step by step, forwards and backwards",
    ),
    (known::STATES, "look at the graph of its states"),
    (
        known::LIVE,
        "have the plan played for you in the game's own window",
    ),
    (known::SOLVE_MANY, "solve many levels, and compare solvers"),
    (
        known::EXPORT,
        "share a plan or a level: GIF, PNG, SVG, text, JSON",
    ),
];

/// The start page.
#[derive(Default)]
pub struct StartPage;

impl Page for StartPage {
    fn commands(&self) -> &'static [CommandInfo] {
        COMMANDS
    }

    fn run(&mut self, _command: Command, _ctx: &Context, cx: &mut Cx) {
        cx.start_page = !cx.start_page;
    }

    fn covers(&self, cx: &Cx) -> bool {
        cx.start_page
    }

    fn ui(&mut self, ui: &mut Ui, cx: &mut Cx) {
        Frame::new()
            .inner_margin(Margin::same(space::LARGE as i8))
            .show(ui, |ui| {
                ScrollArea::vertical()
                    .id_salt("start page")
                    .auto_shrink([false, false])
                    .show(ui, |ui| content(ui, cx));
            });
    }
}

fn content(ui: &mut Ui, cx: &mut Cx) {
    ui.spacing_mut().item_spacing.y = space::TIGHT;
    ui.label(RichText::new("Planwright").heading());
    ui.weak("Draw or load a puzzle, have it solved, watch the plan, and have it played for you.");
    ui.add_space(space::SMALL);
    ui.horizontal_wrapped(|ui| {
        for command in [
            known::NEW,
            known::GENERATE,
            known::OPEN,
            known::IMPORT_PICTURE,
            known::PASTE_TEXT,
            known::TOUR,
        ] {
            cx.button(ui, command);
        }
        if ui
            .button("Empty board")
            .on_hover_text("Close this page (Esc)")
            .clicked()
        {
            cx.start_page = false;
        }
        ui.checkbox(&mut cx.settings.welcome.start_page, "Show at startup");
    });
    recent_levels(ui, cx);
    section(ui, "One of each game");
    samples(ui, cx);
    section(ui, "What you can do");
    Grid::new("ways")
        .num_columns(3)
        .spacing([space::MEDIUM, space::TIGHT])
        .show(ui, |ui| {
            for (command, words) in WAYS {
                cx.button(ui, *command);
                ui.label(*words);
                ui.weak(cx.commands.shortcut(ui.ctx(), *command).unwrap_or_default());
                ui.end_row();
            }
        });
}

fn recent_levels(ui: &mut Ui, cx: &mut Cx) {
    let recent = cx.recent_levels();
    if recent.is_empty() {
        return;
    }
    section(ui, "Recent");
    let mut chosen = None;
    for (path, name, about) in recent.iter().take(RECENT) {
        ui.horizontal(|ui| {
            let response = ui.add(Button::new(name).frame_when_inactive(false));
            if let Some(new_tab) = fields::chosen(ui, &response) {
                chosen = Some((path, new_tab));
            }
            ui.add(egui::Label::new(RichText::new(about).weak()).truncate());
        });
    }
    if let Some((path, new_tab)) = chosen {
        cx.ask(Request::reopen(path, new_tab));
    }
}

fn samples(ui: &mut Ui, cx: &mut Cx) {
    if !cx.catalogue.is_ready() {
        ui.weak("Reading levels…");
        return;
    }
    let columns = (ui.available_width() / (CARD + space::SMALL))
        .floor()
        .max(1.0) as usize;
    let games: Vec<_> = games::visible().collect();
    let mut chosen = None;
    Grid::new("samples")
        .num_columns(columns)
        .spacing([space::SMALL, space::SMALL])
        .show(ui, |ui| {
            for (index, game) in games.iter().enumerate() {
                let info = game.info();
                let response = sample(ui, cx, info.id, info.title, info.summary);
                if let Some(new_tab) = fields::chosen(ui, &response) {
                    let first = cx.catalogue.first_shipped(info.id);
                    chosen = first.map(|origin| (origin, new_tab));
                }
                if (index + 1) % columns == 0 {
                    ui.end_row();
                }
            }
        });
    if let Some((origin, new_tab)) = chosen {
        cx.ask(Request::open(origin, new_tab));
    }
}

/// A game with a picture of its first level.
fn sample(ui: &mut Ui, cx: &mut Cx, id: &str, title: &str, summary: &str) -> Response {
    let size = vec2(CARD, PICTURE.y + 2.0 * space::SMALL);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Sample of {title}"))
    });
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let colors = theme::colors(ui);
    let painter = ui.painter();
    let edge = match response.hovered() || response.has_focus() {
        true => colors.accent,
        false => colors.line,
    };
    let stroke = egui::Stroke::new(1.0, edge);
    painter.rect(
        rect,
        theme::CORNER,
        colors.panel,
        stroke,
        egui::StrokeKind::Inside,
    );
    let place = Rect::from_min_size(rect.min + vec2(space::SMALL, space::SMALL), PICTURE);
    let dark = ui.visuals().dark_mode;
    if let Some(texture) = cx.catalogue.sample_picture(ui, id, dark) {
        // Whole multiples of its pixels stay sharp.
        let scale = (PICTURE / texture.size_vec2()).min_elem().floor().max(1.0);
        let at = Rect::from_center_size(place.center(), scale * texture.size_vec2());
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter().image(texture.id(), at, whole, Color32::WHITE);
    }
    let left = place.right() + space::MEDIUM;
    let room = Rect::from_min_max(
        pos2(left, rect.top() + space::SMALL),
        rect.right_bottom() - vec2(space::SMALL, space::SMALL),
    );
    let layout = egui::Layout::top_down(egui::Align::Min);
    let builder = egui::UiBuilder::new().max_rect(room).layout(layout);
    let mut words = ui.new_child(builder);
    words.add(egui::Label::new(RichText::new(title).strong().color(colors.text)).selectable(false));
    let summary = RichText::new(summary).size(text::SMALL).color(colors.weak);
    words.add(egui::Label::new(summary).wrap().selectable(false));
    response
}

fn section(ui: &mut Ui, title: &str) {
    ui.add_space(space::MEDIUM);
    let title = RichText::new(title)
        .text_style(theme::title_style())
        .strong();
    ui.label(title);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Source;
    use crate::page::alone::{Alone, Show, click, says};
    use crate::session::library::Origin;

    const LEVEL: &str = "logo\n\n...\n.1.\n...\n";

    #[test]
    fn alone_it_opens_what_was_opened_lately_and_can_be_left() {
        let mut harness = Alone::open(StartPage, LEVEL, Show::Middle);
        let alone = harness.state_mut();
        alone.cx.start_page = true;
        alone.cx.settings.remember("/levels/mine.txt".as_ref());
        assert!(StartPage.covers(&alone.cx));
        harness.run_steps(2);
        assert!(says(&harness, "One of each game"));
        click(&mut harness, "mine.txt");
        assert!(matches!(
            &harness.state().requests[..],
            [Request::Open(Source::Origin(Origin::File(path)))] if path.ends_with("mine.txt")
        ));
        click(&mut harness, "Empty board");
        assert!(!StartPage.covers(&harness.state().cx));
    }
}
