//! The progress of a tuning: best and mean of each generation.

use egui::{Align2, Color32, FontId, Pos2, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use crate::session::tune::Generation;

use crate::kit::answer;
use crate::kit::theme::{self, space, text};

/// Height in points.
const HEIGHT: f32 = 170.0;
/// Room for the numbers at the left, in points.
const NUMBERS: f32 = 74.0;

/// Draws the work of each generation's settings; `last` is the number of the last one to come.
pub(super) fn plot(ui: &mut Ui, generations: &[Generation], last: usize) {
    let size = vec2(ui.available_width(), HEIGHT);
    let (whole, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, in_words(generations)));
    let colors = theme::colors(ui);
    let line = text::SMALL + space::TIGHT;
    let area = Rect::from_min_max(
        whole.min + vec2(NUMBERS, line),
        whole.max - vec2(space::SMALL, line),
    );
    let painter = ui.painter_at(whole);
    let font = FontId::proportional(text::SMALL);
    let write = |at: Pos2, align, text: &str, color| {
        painter.text(at, align, text, font.clone(), color);
    };
    painter.rect_filled(area, 0.0, colors.canvas);
    let works = generations
        .iter()
        .flat_map(|one| [one.best_work, one.mean_work]);
    // Logarithmic: a good setting takes a hundredth of a bad one's work.
    let heights = works.map(|work| work.max(1.0).log10());
    let (low, high) = heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), height| {
        (low.min(height), high.max(height))
    });
    // Also where all are alike.
    let (low, high) = ((low - 0.05).max(0.0), high + 0.05);
    let legend = [("best", colors.accent), ("mean", colors.warn)];
    let mut x = area.left();
    for (name, color) in legend {
        let middle = whole.top() + line / 2.0;
        let stroke = Stroke::new(2.0, color);
        painter.line_segment([pos2(x, middle), pos2(x + 16.0, middle)], stroke);
        write(
            pos2(x + 20.0, middle),
            Align2::LEFT_CENTER,
            name,
            colors.weak,
        );
        x += 70.0;
    }
    let about = "nodes a level, logarithmic";
    write(
        whole.right_top() + vec2(-space::SMALL, line / 2.0),
        Align2::RIGHT_CENTER,
        about,
        colors.weak,
    );
    if generations.is_empty() {
        return;
    }
    let bottom = whole.bottom() - line / 2.0;
    let ends = [
        (area.left(), Align2::LEFT_CENTER, 0),
        (area.right(), Align2::RIGHT_CENTER, last),
    ];
    for (x, align, number) in ends {
        write(pos2(x, bottom), align, &number.to_string(), colors.weak);
    }
    write(
        pos2(area.center().x, bottom),
        Align2::CENTER_CENTER,
        "generation",
        colors.weak,
    );
    for (height, y) in [(high, area.top()), (low, area.bottom())] {
        let number = answer::number(10_f64.powf(height).round() as u64);
        let align = if y > area.center().y {
            Align2::RIGHT_BOTTOM
        } else {
            Align2::RIGHT_TOP
        };
        write(
            pos2(area.left() - space::TIGHT, y),
            align,
            &number,
            colors.weak,
        );
    }
    let place = |generation: &Generation, work: f64| {
        let along = generation.number as f32 / last.max(1) as f32;
        let up = (work.max(1.0).log10() - low) / (high - low);
        let x = area.left() + along * area.width();
        pos2(x, area.bottom() - up as f32 * area.height())
    };
    let curve = |color: Color32, work: fn(&Generation) -> f64| {
        let points: Vec<Pos2> = generations
            .iter()
            .map(|one| place(one, work(one)))
            .collect();
        for point in &points {
            painter.circle_filled(*point, 2.5, color);
        }
        painter.line(points, Stroke::new(2.0, color));
    };
    let [(_, best), (_, mean)] = legend;
    curve(mean, |one| one.mean_work);
    curve(best, |one| one.best_work);
}

/// The plot in words, for people who cannot see it.
fn in_words(generations: &[Generation]) -> String {
    match generations.last() {
        None => "Progress: nothing yet".to_owned(),
        Some(one) => format!(
            "Progress: after generation {} best {}, mean {} nodes a level",
            one.number,
            answer::number(one.best_work.round() as u64),
            answer::number(one.mean_work.round() as u64)
        ),
    }
}
