//! How every view looks, light and dark, at twice the size: what is written can be read. With
//! `PLANWRIGHT_PICTURES` set, the pictures are kept in `target/pictures`.

use std::collections::HashMap;

use egui::accesskit::Role;
use egui::{Color32, Key, Modifiers, Rect, Theme};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _, by};
use image::RgbaImage;
use planwright::drawing::palette::contrast;
use planwright::workbench::Workbench;
use planwright::workbench::settings::{Settings, ThemePreference};

use testkit::keep::keep;
use testkit::renderer::SoftwareRenderer;
use testkit::workbench::*;

const NONE: Modifiers = Modifiers::NONE;

/// Letters on their ground, after the Web Content Accessibility Guidelines 2.2, 1.4.3.
const READABLE: f32 = 4.5;
/// Signs on their ground, after 1.4.11.
const VISIBLE: f32 = 3.0;
/// Lower end of the scrolled inspector and its left edge, in points: a text across that end is cut.
const SCROLL_END: f32 = 760.0;
const INSPECTOR_LEFT: f32 = 980.0;
/// Pixels to a point.
pub const SCALE: f32 = 2.0;

/// Keys that lead to a view.
type Way = &'static [(Modifiers, Key)];

/// All views of the window.
const VIEWS: &[(&str, Way)] = &[
    ("edit", &[(CTRL, Key::Num1)]),
    ("play", &[(CTRL, Key::Num2)]),
    ("plan", &[(CTRL, Key::Num3), (NONE, Key::F5)]),
    ("live", &[(CTRL, Key::Num5)]),
    ("states", &[(CTRL, Key::Num4)]),
];

/// What opens above them.
const DIALOGS: &[(&str, Way)] = &[
    ("settings", &[(CTRL, Key::Comma)]),
    ("new", &[(CTRL, Key::N)]),
    ("generate", &[(CTRL, Key::G)]),
    ("export", &[(CTRL_SHIFT, Key::E)]),
];

#[test]
fn what_is_written_can_be_read_in_light() {
    check(Theme::Light, "light");
}

#[test]
fn what_is_written_can_be_read_in_dark() {
    check(Theme::Dark, "dark");
}

fn check(theme: Theme, name: &str) {
    let bench = Bench::default();
    let path = bench.write("a.txt", CROSS);
    // The dialog of the settings brings the theme in line with them.
    bench.settings(&Settings {
        theme: match theme {
            Theme::Light => ThemePreference::Light,
            Theme::Dark => ThemePreference::Dark,
        },
        ..Settings::default()
    });
    let mut harness = bench.open_at(&[&path], SCALE);
    // The harness begins with a theme of its own.
    harness.ctx.set_theme(theme);
    let mut faint = Vec::new();
    for (views, dialog) in [(VIEWS, false), (DIALOGS, true)] {
        for (view, way) in views {
            let below = if dialog {
                written(&harness)
            } else {
                Vec::new()
            };
            for (modifiers, key) in *way {
                press(&mut harness, *modifiers, *key);
            }
            settle(&mut harness);
            faint.extend(too_faint(
                &mut harness,
                theme,
                &format!("{view}-{name}"),
                &below,
            ));
            if dialog {
                press(&mut harness, NONE, Key::Escape);
            }
        }
    }
    assert!(faint.is_empty(), "{name}:\n{}", faint.join("\n"));
}

/// What cannot be read in the view at hand. What lies below may be covered, or dimmed on purpose.
pub fn too_faint(
    harness: &mut Harness<'static, Workbench>,
    theme: Theme,
    view: &str,
    below: &[Written],
) -> Vec<String> {
    harness.run_steps(4);
    let picture = harness.render().expect("renders");
    keep(&format!("view-{view}"), || Some(picture.clone()));
    // A light ground is not as dark as that even below a dialog.
    let light = picture.get_pixel(4, picture.height() - 4).0[0] > 100;
    assert_eq!(light, theme == Theme::Light, "{view}");
    let mut written = written(harness);
    written.retain(|(text, ..)| below.iter().all(|(other, ..)| other != text));
    assert!(written.len() > 5, "{view}: {written:?}");
    let seen = written.into_iter().filter_map(|(what, rect, wanted)| {
        let seen = strongest(&picture, rect);
        (seen < wanted).then(|| format!("{view}: ‘{what}’ has {seen:.1}:1 at {rect:?}"))
    });
    seen.collect()
}

/// A text or a sign, where it is, and the contrast it must have.
pub type Written = (String, Rect, f32);

/// What is written or drawn in sight, where, and which contrast it must have. What cannot be used
/// may be faint.
fn written(harness: &Harness<'_, Workbench>) -> Vec<Written> {
    let window = Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1280.0, 800.0)).shrink(1.0);
    let roles = [Role::Label, Role::Button, Role::CheckBox, Role::RadioButton];
    let nodes = harness.query_all(by().predicate(move |node| roles.contains(&node.role())));
    nodes
        .filter_map(|node| {
            let rect = node.rect();
            let inner = node.accesskit_node();
            let text = inner.label().or_else(|| inner.value()).unwrap_or_default();
            let cut = rect.left() > INSPECTOR_LEFT && rect.y_range().contains(SCROLL_END);
            let sight = window.contains_rect(rect) && rect.width() > 2.0 && rect.height() > 2.0;
            let skip = text.trim().is_empty() || inner.is_disabled() || !sight || cut;
            let wanted = if inner.role() == Role::Label {
                READABLE
            } else {
                VISIBLE
            };
            (!skip).then_some((text, rect, wanted))
        })
        .collect()
}

/// The strongest contrast of any pixel to the ground, the commonest colour, of an area.
fn strongest(picture: &RgbaImage, rect: Rect) -> f32 {
    let mut counted: HashMap<[u8; 3], usize> = HashMap::new();
    let edge = |at: f32, most: u32| ((at * SCALE).round().max(0.0) as u32).min(most);
    let (width, height) = picture.dimensions();
    for y in edge(rect.top(), height)..edge(rect.bottom(), height) {
        for x in edge(rect.left(), width)..edge(rect.right(), width) {
            let [red, green, blue, _] = picture.get_pixel(x, y).0;
            *counted.entry([red, green, blue]).or_default() += 1;
        }
    }
    let colour = |[red, green, blue]: [u8; 3]| Color32::from_rgb(red, green, blue);
    let Some((ground, _)) = counted.iter().max_by_key(|(_, count)| **count) else {
        return 0.0;
    };
    let against = |ink: &[u8; 3]| contrast(colour(*ink), colour(*ground));
    counted.keys().map(against).fold(0.0, f32::max)
}

#[test]
fn faint_letters_would_be_found() {
    let mut picture = RgbaImage::from_pixel(40, 40, image::Rgba([255, 255, 255, 255]));
    let rect = Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(20.0, 20.0));
    picture.put_pixel(10, 10, image::Rgba([150, 150, 150, 255]));
    assert!(strongest(&picture, rect) < READABLE);
    picture.put_pixel(11, 10, image::Rgba([90, 90, 90, 255]));
    assert!(strongest(&picture, rect) > READABLE);
}

/// Both halves of a square meet without a gap, and no pixel is drawn twice.
#[test]
fn pictures_are_exact() {
    let square = Rect::from_min_max(egui::pos2(10.0, 10.0), egui::pos2(30.0, 30.0));
    let half = Color32::from_rgba_premultiplied(100, 0, 0, 128);
    let mut harness = Harness::builder()
        .with_size([40.0, 40.0])
        .renderer(SoftwareRenderer::default())
        .build_ui(move |ui| {
            let mut mesh = egui::Mesh::default();
            mesh.add_colored_rect(ui.ctx().content_rect(), Color32::WHITE);
            mesh.add_colored_rect(square, half);
            ui.painter()
                .with_clip_rect(egui::Rect::EVERYTHING)
                .add(mesh);
        });
    let picture = harness.render().expect("renders");
    for (x, y, pixel) in picture.enumerate_pixels() {
        let inside = (10..30).contains(&x) && (10..30).contains(&y);
        let wanted = if inside {
            [227, 127, 127, 255]
        } else {
            [255; 4]
        };
        assert_eq!(pixel.0, wanted, "{x}, {y}");
    }
}
