//! Reports as one HTML page with embedded pictures.

use std::fmt::Write as _;

use base64::prelude::{BASE64_STANDARD, Engine as _};

use super::text::moves;
use super::{DEFAULT_DEAD_ENDS, LevelReport, describe, effects, key_steps, snapshot, summary};
use crate::animation::png;
use crate::drawing::{Drawing, escape, raster};
use crate::game::EditEffect;
use crate::{BoardStyle, ExportError};

/// Maximum number of steps of a plan that are drawn.
const MAX_STEPS: usize = 12;
/// Maximum number of dead ends that are drawn.
const MAX_DEAD_ENDS: usize = 8;

/// Small boards, many of which fit side by side.
const SMALL: BoardStyle = BoardStyle {
    cell: 20.0,
    dark: false,
    letters: false,
};
const LARGE: BoardStyle = BoardStyle {
    cell: 32.0,
    ..SMALL
};

const PAGE: &str = include_str!("page.html");

/// Writes all reports on one self-contained page. Fails if a picture cannot be drawn.
pub fn page(title: &str, all: &[LevelReport]) -> Result<String, ExportError> {
    let mut reports = String::new();
    if all.len() > 1 {
        lines(&mut reports, &summary(all));
    }
    for entry in all {
        level(&mut reports, entry)?;
    }
    let (head, end) = PAGE.split_once("{reports}").unwrap_or((PAGE, ""));
    let head = head.replace("{title}", &escape(title));
    Ok(format!("{head}{reports}{end}"))
}

fn level(page: &mut String, entry: &LevelReport) -> Result<(), ExportError> {
    let (level, fairness) = (entry.level.as_ref(), &entry.fairness);
    let _ = writeln!(page, "<h2>{}</h2>", escape(&entry.name));
    lines(page, &describe(fairness, DEFAULT_DEAD_ENDS));
    let mut changes = fairness.effects();
    if changes.any(|(_, effect)| effect != EditEffect::Same) {
        let blocked = fairness.obstacles.as_ref().map(|blocked| {
            let object = blocked.by.to_uppercase();
            format!("; in the second picture, {object} is put into each empty cell")
        });
        let help = format!(
            "The level without the contents of each cell{}. ×: it can no longer be won. A number: the moves it then takes.",
            blocked.unwrap_or_default()
        );
        heading(page, "Cells that make a difference", &help);
    }
    let blocked = fairness.obstacles.iter().map(|blocked| &blocked.cells);
    let pictures = [&fairness.removals].into_iter().chain(blocked);
    let pictures = pictures.map(|cells| ("the level", effects(level, cells, LARGE)));
    boards(page, pictures)?;
    if let Some(solution) = fairness.report.outcome.solution() {
        let plan = solution.plan.moves();
        heading(page, "The plan", &moves(plan));
        let draw = |step: usize| {
            let text = format!("{step}. {}", plan[step - 1]);
            snapshot(level, &plan[..step], &[], &text, SMALL).map(|drawing| ("a step", drawing))
        };
        let steps = key_steps(level, plan, MAX_STEPS)?.into_iter().map(draw);
        boards(page, steps.collect::<Result<Vec<_>, _>>()?)?;
    }
    let ends = fairness.dead_ends.as_ref();
    let ends = ends.map_or(&[][..], |ends| &ends.nearest);
    if !ends.is_empty() {
        let help = "After these moves the level can no longer be won; those that let the player go on longest are first.";
        heading(page, "Dead ends next to the shortest path", help);
        let draw = |end: &crate::game::DeadEnd| {
            let path: Vec<_> = end.way.iter().chain([&end.wrong]).cloned().collect();
            let text = format!("{}. {}", path.len(), end.wrong);
            snapshot(level, &path, &end.cells, &text, SMALL).map(|drawing| ("a dead end", drawing))
        };
        let ends = ends.iter().take(MAX_DEAD_ENDS).map(draw);
        boards(page, ends.collect::<Result<Vec<_>, _>>()?)?;
    }
    Ok(())
}

fn heading(page: &mut String, text: &str, help: &str) {
    let _ = writeln!(page, "<h3>{}</h3>\n<p>{}</p>", escape(text), escape(help));
}

fn lines(page: &mut String, lines: &[String]) {
    let _ = writeln!(page, "<pre>{}</pre>", escape(&lines.join("\n")));
}

fn boards(
    page: &mut String,
    drawings: impl IntoIterator<Item = (&'static str, Drawing)>,
) -> Result<(), ExportError> {
    page.push_str("<div class=\"boards\">\n");
    for (name, drawing) in drawings {
        let mut bytes = Vec::new();
        png(&raster::pixels(&drawing, 1.0)?, None, &mut bytes)?;
        let data = BASE64_STANDARD.encode(&bytes);
        let _ = writeln!(
            page,
            "<img alt=\"{name}\" src=\"data:image/png;base64,{data}\">"
        );
    }
    page.push_str("</div>\n");
    Ok(())
}
