//! The start page: first actions, recent levels, and a level of each game. Covers the whole window until it is left.

use egui::emath::GuiRounding as _;
use egui::{
    Align, Align2, Button, Context, FontId, Image, Label, Rect, Response, RichText, Sense, Stroke,
    StrokeKind, TextureHandle, Ui, UiBuilder, Vec2, vec2,
};

use crate::board::Icon;
use crate::games;
use crate::kit::fields::{self, pane_title, scroll_area, set_name};
use crate::kit::theme::{self, space, text};
use crate::page::command::commands;
use crate::page::{CommandId, Cx, Dock, Page, Request, known};

commands! {
    Help {
        0 START_PAGE "Start page" "Show recent levels, and a first level of each game" [];
    }
}

/// Largest width of the page, in points.
const PAGE_WIDTH: f32 = 1092.0;
/// Height of the cards for actions, in points.
const ACTION_HEIGHT: f32 = 66.0;
/// Side of the icons of actions, in points.
const ICON_SIDE: f32 = 18.0;
/// Size of a recent level's card, in points.
const RECENT_SIZE: Vec2 = vec2(132.0, 80.0);
/// Smallest width of a game's card, in points.
const GAME_MIN_WIDTH: f32 = 236.0;
/// Smallest and largest height of the picture of a game's card, in points.
const PICTURE_HEIGHTS: (f32, f32) = (96.0, 208.0);
/// Height of the text of a game's card, in points.
const TEXT_HEIGHT: f32 = 90.0;

/// First actions: command, icon, title, description.
const ACTIONS: [(CommandId, Icon, &str, &str); 3] = [
    (known::NEW, Icon::Grid, "New level", "Draw a board"),
    (
        known::OPEN,
        Icon::Open,
        "Open",
        "A level, a picture of a game, a PuzzleScript or GDL file",
    ),
    (
        known::LIVE,
        Icon::Play,
        "Play in a window",
        "An emulator, a desktop game or a web page",
    ),
];

#[derive(Default)]
pub struct StartPage;

impl Page for StartPage {
    fn run(&mut self, _command: CommandId, _ctx: &Context, cx: &mut Cx) {
        cx.start_page = !cx.start_page;
    }

    fn ui(&mut self, _dock: Option<Dock>, ui: &mut Ui, cx: &mut Cx) {
        let fill = theme::colors(ui).page;
        ui.painter().rect_filled(ui.max_rect(), 0.0, fill);
        scroll_area(ui, "start page", |ui| {
            let available = ui.available_width();
            let width = PAGE_WIDTH.min(available - 2.0 * space::LARGE);
            let corner = vec2(((available - width) / 2.0).round(), space::HUGE);
            let mut column = ui.available_rect_before_wrap().translate(corner);
            column.set_width(width);
            ui.scope_builder(UiBuilder::new().max_rect(column), |ui| content(ui, cx));
            ui.add_space(space::LARGE);
        });
    }
}

fn content(ui: &mut Ui, cx: &mut Cx) {
    ui.spacing_mut().item_spacing = vec2(space::MEDIUM, space::SMALL);
    let title = "Draw a puzzle, watch it solved, have it played.";
    let title = RichText::new(title).text_style(theme::display_style());
    ui.add(Label::new(title).wrap().selectable(false));
    ui.add_space(space::TIGHT);
    actions(ui, cx);
    ui.horizontal_wrapped(|ui| {
        for command in [known::GENERATE, known::IMPORT_PICTURE, known::PASTE_LEVEL] {
            let button = Button::new(command.text()).frame_when_inactive(false);
            cx.styled_button(ui, command, button);
        }
        ui.checkbox(&mut cx.settings.welcome.start_page, "Show at startup");
    });
    recent_levels(ui, cx);
    section(ui, "Start with a game");
    ui.weak("Open a level, play it by hand, or press Solve and watch the plan step by step.");
    game_cards(ui, cx);
}

fn actions(ui: &mut Ui, cx: &mut Cx) {
    let cols = columns(ui, GAME_MIN_WIDTH + 60.0, ACTIONS.len());
    let width = column_width(ui, cols);
    for row in ACTIONS.chunks(cols) {
        ui.horizontal(|ui| {
            for (command, icon, title, about) in row {
                let card = ui.add_enabled_ui(cx.commands.enabled(*command).is_ok(), |ui| {
                    let (rect, response) = card(ui, vec2(width, ACTION_HEIGHT), title);
                    let corner = rect.min + vec2(space::LARGE, (ACTION_HEIGHT - 36.0) / 2.0);
                    let icon_rect = Rect::from_min_size(corner, Vec2::splat(36.0));
                    let fill = ui.visuals().selection.bg_fill;
                    ui.painter().rect_filled(icon_rect, theme::CORNER, fill);
                    let accent = theme::colors(ui).accent;
                    let square = Rect::from_center_size(icon_rect.center(), Vec2::splat(ICON_SIDE));
                    icon.paint(ui.painter(), square, accent);
                    let rest = rect.with_min_x(icon_rect.right() + space::MEDIUM);
                    card_text(ui, rest, Align::Center, title, about);
                    response
                });
                let tooltip = cx.commands.tooltip(ui.ctx(), *command);
                if card.inner.on_hover_text(tooltip).clicked() {
                    cx.send(Request::Run(*command));
                }
            }
        });
    }
}

/// Recently opened levels, limited to one row.
fn recent_levels(ui: &mut Ui, cx: &mut Cx) {
    let recent = cx.recent_levels();
    if recent.is_empty() {
        return;
    }
    section(ui, "Continue");
    let max = columns(ui, RECENT_SIZE.x, recent.len());
    let mut chosen = None;
    ui.horizontal(|ui| {
        for (origin, name, about) in recent.iter().take(max) {
            ui.vertical(|ui| {
                ui.set_width(RECENT_SIZE.x);
                ui.spacing_mut().item_spacing.y = 2.0;
                let (rect, response) = card(ui, RECENT_SIZE, name);
                let item = cx.catalogue.item_of(origin);
                let texture = item.and_then(|item| item.texture(ui));
                picture(ui, rect.shrink(space::SMALL), texture);
                name_text(ui, name);
                let game = item.map(|item| item.game_title());
                let about = RichText::new(game.unwrap_or(about))
                    .size(text::SMALL)
                    .weak();
                ui.add(Label::new(about).truncate().selectable(false));
                let response = response.on_hover_text(origin.path().display().to_string());
                if let Some(new_tab) = fields::opens_new_tab(ui, &response) {
                    chosen = Some(Request::open(origin.clone(), new_tab));
                }
            });
        }
    });
    if let Some(request) = chosen {
        cx.send(request);
    }
}

fn game_cards(ui: &mut Ui, cx: &mut Cx) {
    if !cx.catalogue.is_ready() {
        ui.weak("Reading levels…");
        return;
    }
    let games = games::all();
    let rows = games.len().div_ceil(columns(ui, GAME_MIN_WIDTH, 4));
    // Full rows look better than a single card in the last one.
    let cols = games.len().div_ceil(rows);
    let width = column_width(ui, cols);
    // The pictures share the remaining height.
    let gap = ui.spacing().item_spacing.y;
    let available = ui.clip_rect().bottom() - ui.cursor().top() - space::LARGE;
    let height =
        (available / rows as f32 - gap - TEXT_HEIGHT).clamp(PICTURE_HEIGHTS.0, PICTURE_HEIGHTS.1);
    let mut chosen = None;
    for row in games.chunks(cols) {
        ui.horizontal(|ui| {
            for game in row {
                let info = game.info();
                let (rect, response) = card(ui, vec2(width, height + TEXT_HEIGHT), info.title);
                let (above, below) = rect.split_top_bottom_at_y(rect.top() + height);
                let colors = theme::colors(ui);
                let mut corners = egui::CornerRadius::same(theme::CARD_CORNER);
                (corners.sw, corners.se) = (0, 0);
                let inside = above.shrink2(vec2(1.0, 0.0)).with_min_y(above.top() + 1.0);
                ui.painter().rect_filled(inside, corners, colors.canvas);
                let room = above.shrink(space::SMALL);
                let texture = cx.catalogue.sample_picture(ui, info.id, room.size());
                picture(ui, room, texture);
                let below = below.shrink(space::MEDIUM);
                card_text(ui, below, Align::TOP, info.title, info.summary);
                if let Some(new_tab) = fields::opens_new_tab(ui, &response) {
                    let first = cx.catalogue.first_shipped(info.id);
                    chosen = first.map(|origin| Request::open(origin, new_tab));
                }
            }
        });
    }
    if let Some(request) = chosen {
        cx.send(request);
    }
}

/// Number of columns of width `min_width` or more that fit, at most `max_columns`.
fn columns(ui: &Ui, min_width: f32, max_columns: usize) -> usize {
    let gap = ui.spacing().item_spacing.x;
    let count = ((ui.available_width() + gap) / (min_width + gap)).floor() as usize;
    count.clamp(1, max_columns.max(1))
}

fn column_width(ui: &Ui, columns: usize) -> f32 {
    let gaps = ui.spacing().item_spacing.x * (columns - 1) as f32;
    ((ui.available_width() - gaps) / columns as f32).floor()
}

fn card(ui: &mut Ui, size: Vec2, name: &str) -> (Rect, Response) {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    set_name(&response, egui::Role::Button, name);
    let colors = theme::colors(ui);
    let edge = match response.hovered() || response.has_focus() {
        true => colors.accent,
        false => colors.line,
    };
    let (corner, stroke) = (theme::CARD_CORNER, Stroke::new(1.0, edge));
    ui.painter()
        .rect(rect, corner, colors.panel, stroke, StrokeKind::Inside);
    (rect, response)
}

/// Draws a level's picture centered, pixel by pixel or enlarged by a whole number, so that it stays sharp; an icon for
/// a file without one, such as a text with errors.
fn picture(ui: &Ui, area: Rect, texture: Option<&TextureHandle>) {
    let Some(texture) = texture else {
        let icon = Rect::from_center_size(area.center(), Vec2::splat(ICON_SIDE));
        return Icon::Grid.paint(ui.painter(), icon, theme::colors(ui).weak);
    };
    let size = texture.size_vec2() / ui.pixels_per_point();
    let scale = (area.size() / size).min_elem();
    let scale = if scale >= 1.0 { scale.floor() } else { scale };
    let at = Align2::CENTER_CENTER.align_size_within_rect(scale * size, area);
    let at = at.round_to_pixels(ui.pixels_per_point());
    Image::new((texture.id(), scale * size)).paint_at(ui, at);
}

/// Draws a title above a dim text, at the top or vertically centered.
fn card_text(ui: &mut Ui, area: Rect, align: Align, title: &str, about: &str) {
    let colors = theme::colors(ui);
    let width = area.width() - space::MEDIUM;
    let small = FontId::proportional(text::SMALL);
    let layout = |text: &str, font, color| ui.painter().layout(text.to_owned(), font, color, width);
    let title = layout(title, theme::bold(text::BODY), colors.text);
    let about = layout(about, small, colors.weak);
    let height = title.size().y + 2.0 + about.size().y;
    let at = area.min + vec2(0.0, align.to_factor() * (area.height() - height).max(0.0));
    let below = at + vec2(0.0, title.size().y + 2.0);
    let painter = ui.painter_at(area);
    painter.galley(at, title, colors.text);
    painter.galley(below, about, colors.weak);
}

/// Painted text that repeats the name of the card above it, so it has no accessible name of its own.
fn name_text(ui: &mut Ui, text: &str) {
    let color = theme::colors(ui).text;
    let font = FontId::proportional(text::BODY);
    let width = ui.available_width();
    let name = ui.painter().layout(text.to_owned(), font, color, width);
    let (rect, _) = ui.allocate_exact_size(vec2(width, name.size().y), Sense::hover());
    ui.painter().galley(rect.min, name, color);
}

fn section(ui: &mut Ui, title: &str) {
    ui.add_space(space::MEDIUM);
    pane_title(ui, title);
}
