//! Options of the prelude, and sprites.

use crate::game::{Scrolling, Size};

use super::super::syntax::{OptionText, Problems, Script};
use super::colors::{self, Color, Rgb};
use super::names::Names;

/// Rows and columns of a sprite.
pub const SPRITE_SIDE: usize = 5;
/// Limit of the colours of a sprite.
const MAX_COLORS: usize = 10;
/// Magenta, which replaces missing colours.
const NO_COLOR: Rgb = [255, 0, 255];
/// As in the original.
const DEFAULT_AGAIN_SECONDS: f64 = 0.15;

/// Pixels of an object, row by row; `None` where it is transparent.
pub type SpritePixels = [[Option<Rgb>; SPRITE_SIDE]; SPRITE_SIDE];

/// Options of the prelude, mostly with their names in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    pub title: String,
    pub author: String,
    pub background: Rgb,
    pub text: Rgb,
    pub run_rules_on_level_start: bool,
    pub require_player_movement: bool,
    pub no_action: bool,
    pub no_undo: bool,
    pub no_restart: bool,
    /// Seconds between automatic turns.
    pub realtime: Option<f64>,
    /// Seconds between turns by ‘again’.
    pub again: f64,
    /// Visible part of a level, if it can be smaller than the level.
    pub view: Option<Scrolling>,
}

/// Index of the palette chosen by the game, or of the default.
pub fn palette(source: &Script, problems: &mut Problems) -> usize {
    let Some(option) = source.option("color_palette") else {
        return colors::DEFAULT_PALETTE;
    };
    colors::palette(&option.value).unwrap_or_else(|| {
        let name = &option.value;
        let message = format!("there is no palette ‘{name}’; the default palette is used");
        problems.general_error(message);
        colors::DEFAULT_PALETTE
    })
}

/// Reads the options; `palette` is the index of the palette for colours.
pub fn read(source: &Script, palette: usize, problems: &mut Problems) -> Options {
    let has = |name| source.option(name).is_some();
    let value = |name| source.option(name).map(|option| option.value.clone());
    let text = |name| value(name).unwrap_or_default();
    let seconds = |name| {
        let seconds = value(name)?.parse::<f64>().ok();
        seconds.filter(|seconds| *seconds >= 0.0)
    };
    let mut color = |name: &str, default: Rgb| match source.option(name) {
        None => default,
        Some(OptionText { value, line, .. }) => match colors::color(value, palette) {
            Some(Color::Rgb(rgb)) => rgb,
            Some(Color::Transparent) => default,
            None => {
                let message =
                    format!("{name} needs a colour such as pink or #1412fa, not ‘{value}’");
                problems.error(*line, 1, message);
                default
            }
        },
    };
    let background = color("background_color", [0; 3]);
    let letters = color("text_color", [255; 3]);
    let mut view = |name| parse_view(source.option(name)?, problems);
    let (flickscreen, zoomscreen) = (view("flickscreen"), view("zoomscreen"));
    let view = |size: Option<Size>, flicks| size.map(|size| Scrolling { size, flicks });
    Options {
        title: text("title"),
        author: text("author"),
        background,
        text: letters,
        run_rules_on_level_start: has("run_rules_on_level_start"),
        require_player_movement: has("require_player_movement"),
        no_action: has("noaction"),
        no_undo: has("noundo"),
        no_restart: has("norestart"),
        realtime: seconds("realtime_interval"),
        again: seconds("again_interval").unwrap_or(DEFAULT_AGAIN_SECONDS),
        view: view(flickscreen, true).or(view(zoomscreen, false)),
    }
}

/// Parses the size of a view, such as `10x8`: columns, then rows; `10.0` counts as 10.
fn parse_view(option: &OptionText, problems: &mut Problems) -> Option<Size> {
    let OptionText { name, value, line } = option;
    let number = |text: &str| {
        let number = text.trim().parse::<f64>().ok()?;
        (number.fract() == 0.0 && number as i64 > 0).then_some(number as i64 as usize)
    };
    let sides = value.split_once('x');
    let size = sides.and_then(|(cols, rows)| Some(Size::new(number(rows)?, number(cols)?)));
    if size.is_none() {
        let message = format!("{name} needs a size such as 10x8, not ‘{value}’");
        problems.warning(*line, 1, message);
    }
    size
}

/// Sprite of each object, in the order of [`Names::objects`].
pub fn sprites(
    source: &Script,
    names: &Names,
    palette: usize,
    problems: &mut Problems,
) -> Vec<SpritePixels> {
    let mut sprites = vec![[[None; SPRITE_SIDE]; SPRITE_SIDE]; names.objects.len()];
    for object in &source.objects {
        let shown = object.name.to_uppercase();
        if object.colors.len() > MAX_COLORS {
            let message = format!("{shown} has more than {MAX_COLORS} colours");
            // The colours are in the line after the name.
            problems.error(object.line + 1, 1, message);
        }
        if object.colors.is_empty() {
            problems.error(object.line, 1, format!("{shown} has no colour"));
        }
        let is_square = |rows: &[String]| {
            rows.len() == SPRITE_SIDE && rows.iter().all(|row| row.len() == SPRITE_SIDE)
        };
        if !object.sprite.is_empty() && !is_square(&object.sprite) {
            let message = format!("the sprite of {shown} must have five rows of five pixels");
            problems.warning(object.line, 1, message);
        }
        let color = |index: usize| {
            let text = object.colors.get(index);
            match text.and_then(|text| colors::color(text, palette)) {
                Some(Color::Rgb(rgb)) => Some(rgb),
                Some(Color::Transparent) => None,
                None => Some(NO_COLOR),
            }
        };
        let mut layered = names.objects.iter();
        let Some(index) = layered.position(|known| known.name == object.name) else {
            continue;
        };
        for (row, pixels) in sprites[index].iter_mut().enumerate() {
            let text = object.sprite.get(row).map(String::as_bytes);
            for (col, pixel) in pixels.iter_mut().enumerate() {
                *pixel = match text.and_then(|text| text.get(col)) {
                    Some(digit) if digit.is_ascii_digit() => color(usize::from(digit - b'0')),
                    // Without a sprite, the object is a square of its first colour.
                    None if object.sprite.is_empty() => color(0),
                    _ => None,
                };
            }
        }
    }
    sprites
}
