//! Draws the run of a program step by step: board, robot, and the program with the current command.

use std::collections::BTreeSet;

use super::board::{BoardDrawing, draw_board, text_size};
use super::{BoardStyle, ExportError, ExportFormat};
use crate::drawing::{Anchor, Drawing, palette};
use crate::game::search::Budget;
use crate::game::{
    CommandKind, Level, Move, Procedure, RunTimeline, Size, Slot, Tone, stack_text, words,
};

/// Minimum and maximum number of pictures in an animation of a long run.
const ANIMATION_PICTURES: (u64, u64) = (50, 500);
/// Maximum number of cells in all pictures of an animation together; determines their number within these limits.
const MAX_CELLS: u64 = 100_000;
/// Maximum number of pictures on one sheet.
const KEY_PICTURES: u64 = 24;
/// Commands in a line of the program.
const COLUMNS: usize = 8;
/// Lines of the program that always fit, even next to the smallest board.
const MIN_LINES: usize = 9;
/// In cell sides: margin, distance between commands, side of a command, line of text.
const MARGIN: f32 = 0.4;
const PITCH: f32 = 0.72;
const COMMAND_SIDE: f32 = 0.64;
const TEXT: f32 = 0.6;
/// Steps between two checks of the budget.
const TICKS_PER_CHECK: u32 = 512;

/// Draws selected steps of a run. Each drawing shows the state after its step; the first one is the start.
pub struct RunFrames {
    run: RunTimeline,
    form: ExportFormat,
    /// Selected steps, ascending; 0 is the start.
    steps: Vec<u64>,
    /// Index of the next of them.
    index: usize,
    style: BoardStyle,
    lines: Vec<ProgramRow>,
}

#[derive(Clone, Copy, Debug)]
enum ProgramRow {
    /// Name of the procedure with this index.
    Name(usize),
    /// Commands from this slot on.
    Commands(Slot),
}

impl RunFrames {
    /// Runs the program that `moves` write and selects steps: every nth step for an animation; for one picture those in
    /// which a tally changes or a shot is fired, and some between.
    pub fn new(
        level: &dyn Level,
        moves: &[Move],
        form: ExportFormat,
        style: BoardStyle,
        budget: &Budget,
    ) -> Result<Self, ExportError> {
        let mut position = level.start();
        for mv in moves {
            position.apply(mv)?;
        }
        let mut run = RunTimeline::new(position.as_program().ok_or(ExportError::NoRun)?);
        run.run_to_end(budget).map_err(|_| ExportError::Stopped)?;
        let max = max_pictures(form, run.now().size());
        let steps = match form.is_animation() {
            true => every_nth(run.reached(), max),
            false => key_steps(&mut run, max, budget)?,
        };
        Ok(Self {
            lines: lines(run.procedures()),
            run,
            form,
            steps,
            index: 0,
            style,
        })
    }

    pub fn total(&self) -> usize {
        self.steps.len()
    }

    /// Describes the selection of steps in a sentence; `None` if all are drawn.
    pub fn selection_text(&self) -> Option<String> {
        let (all, shown) = (self.run.reached(), self.steps.len() as u64);
        if shown > all {
            return None;
        }
        let count = words::count(all, "steps");
        Some(if self.form.is_animation() {
            let stride = stride(all, max_pictures(self.form, self.run.now().size()));
            format!("Showing one in {stride} of {count}.")
        } else {
            format!("Showing {shown} of {count}, first those that change a count.")
        })
    }

    fn draw(&mut self, step: u64) -> Drawing {
        self.run.seek(step);
        let (cell, colors) = (self.style.cell, palette::scheme(self.style.dark));
        let now = self.run.now();
        let shot = now.shot();
        let board = BoardDrawing {
            title: "",
            size: now.size(),
            style_of: &|cell| now.style(cell),
            notes: Vec::new(),
            framed: shot.as_slice(),
        };
        let board = draw_board(&board, self.style);
        let (margin, text) = (MARGIN * cell, TEXT * cell);
        let min_height = self.lines.len().min(MIN_LINES) as f32 * PITCH * cell;
        let board_height = board.height.max(min_height);
        let longest = self.run.procedures().iter().map(|it| it.commands.len());
        let columns = longest.max().unwrap_or(0).min(COLUMNS);
        let program_width = (columns as f32 * PITCH * cell).max(3.0 * cell);
        let width = board.width + program_width + 3.0 * margin;
        let height = board_height + 2.5 * margin + 2.0 * text;
        let mut drawing = Drawing::new(width, height, colors.panel);
        drawing.insert((margin, margin), &board);
        let at = (board.width + 2.0 * margin, margin);
        self.program(&mut drawing, at, board_height);
        let all = self.run.reached();
        let step_text = match self.run.describe_step(step) {
            Some(description) => {
                let [step, all] = [step, all].map(words::number);
                format!("Step {step} of {all}: {description}")
            }
            None => format!("Start of {}", words::count(all, "steps")),
        };
        let counts = now.counters().into_iter().map(|tally| tally.to_string());
        let status = match now.ending() {
            Some(ending) => ending.text,
            None => counts
                .chain([stack_text(now)])
                .collect::<Vec<_>>()
                .join(" · "),
        };
        let y = board_height + 1.5 * margin + 0.5 * text;
        for (line, words) in [step_text, status].iter().enumerate() {
            let size = text_size(words, width - 2.0 * margin, 0.4 * cell);
            let at = (margin, y + line as f32 * text);
            drawing.text(at, words, size, Anchor::Start, colors.text);
        }
        drawing
    }

    /// Draws the lines of the program that fit into `height`, with the current command near the middle.
    fn program(&self, drawing: &mut Drawing, (x, y): (f32, f32), height: f32) {
        let (cell, colors) = (self.style.cell, palette::scheme(self.style.dark));
        let last = self.run.now().last();
        let fit = ((height / (PITCH * cell)).floor() as usize).max(1);
        let is_current = |line: &ProgramRow| match (line, last) {
            (ProgramRow::Commands(from), Some(last)) => {
                from.procedure == last.procedure
                    && (from.index..from.index + COLUMNS).contains(&last.index)
            }
            _ => false,
        };
        let current = self.lines.iter().position(is_current).unwrap_or(0);
        let max_first = self.lines.len().saturating_sub(fit);
        let first = current.saturating_sub(fit / 2).min(max_first);
        for (row, line) in self.lines.iter().skip(first).take(fit).enumerate() {
            let y = y + row as f32 * PITCH * cell;
            match *line {
                ProgramRow::Name(procedure) => {
                    let name = &self.run.procedures()[procedure].name;
                    let at = (x, y + 0.5 * PITCH * cell);
                    drawing.text(at, name, 0.36 * cell, Anchor::Start, colors.weak);
                }
                ProgramRow::Commands(from) => {
                    for column in 0..COLUMNS {
                        let slot = Slot::new(from.procedure, from.index + column);
                        let at = (x + column as f32 * PITCH * cell, y);
                        self.command(drawing, at, slot, last == Some(slot));
                    }
                }
            }
        }
    }

    fn command(&self, drawing: &mut Drawing, at: (f32, f32), slot: Slot, is_current: bool) {
        let Some((_, tile)) = self.run.command(slot) else {
            return;
        };
        let (cell, colors) = (self.style.cell, palette::scheme(self.style.dark));
        let side = (COMMAND_SIDE * cell, COMMAND_SIDE * cell);
        // Labels are targets of jumps and have no fill.
        let tone = match tile.kind {
            CommandKind::Label => Tone::Empty,
            meaning => meaning.tone(),
        };
        let tone_colors = palette::tone(tone, self.style.dark);
        drawing.rect(at, side, 0.08 * cell, tone_colors.fill);
        drawing.frame(at, side, 0.08 * cell, (0.03 * cell, colors.line));
        if is_current {
            // The gap makes the ring visible on a fill of the same colour.
            let inner = (at.0 + 0.07 * cell, at.1 + 0.07 * cell);
            let inside = (side.0 - 0.14 * cell, side.1 - 0.14 * cell);
            drawing.frame(inner, inside, 0.04 * cell, (0.06 * cell, colors.panel));
            drawing.frame(at, side, 0.08 * cell, (0.1 * cell, colors.step));
        }
        let middle = (at.0 + 0.5 * side.0, at.1 + 0.5 * side.1);
        let size = text_size(&tile.text, side.0, 0.4 * cell);
        drawing.text(middle, &tile.text, size, Anchor::Middle, tone_colors.ink);
    }
}

impl Iterator for RunFrames {
    type Item = Result<Drawing, ExportError>;

    fn next(&mut self) -> Option<Self::Item> {
        let step = *self.steps.get(self.index)?;
        self.index += 1;
        Some(Ok(self.draw(step)))
    }
}

/// Number of pictures of a run with `steps` steps.
pub fn pictures(form: ExportFormat, steps: u64, size: Size) -> u64 {
    let max = max_pictures(form, size);
    match form.is_animation() {
        true => steps.div_ceil(stride(steps, max)) + 1,
        false => max.min(steps + 1),
    }
}

fn max_pictures(form: ExportFormat, size: Size) -> u64 {
    if !form.is_animation() {
        return KEY_PICTURES;
    }
    let (min, max) = ANIMATION_PICTURES;
    (MAX_CELLS / (size.area() as u64).max(1)).clamp(min, max)
}

/// Number of steps from one picture to the next, so that there are at most `max` with the start.
fn stride(steps: u64, max: u64) -> u64 {
    steps.div_ceil(max - 1).max(1)
}

/// Selects the start, every nth step, and the end.
fn every_nth(steps: u64, max: u64) -> Vec<u64> {
    let stride = usize::try_from(stride(steps, max)).unwrap_or(usize::MAX);
    (0..steps).step_by(stride).chain([steps]).collect()
}

/// Selects up to `max` steps: start, end, changes of a tally, shots, and others in the widest gaps.
fn key_steps(run: &mut RunTimeline, max: u64, budget: &Budget) -> Result<Vec<u64>, ExportError> {
    let mut changes = Vec::new();
    let mut ticker = budget.ticker(TICKS_PER_CHECK);
    run.seek(0);
    let mut previous = run.now().counters();
    while run.step() {
        ticker.tick().map_err(|_| ExportError::Stopped)?;
        let now = run.now().counters();
        if now != previous || run.now().shot().is_some() {
            changes.push(run.now().steps());
            previous = now;
        }
    }
    let max = usize::try_from(max).unwrap_or(usize::MAX);
    // Besides the start and the end.
    let taken = changes.len().min(max - 2);
    let taken = (0..taken).map(|index| changes[index * changes.len() / taken]);
    let mut chosen: BTreeSet<u64> = taken.chain([0, run.reached()]).collect();
    while chosen.len() < max {
        let next = chosen.iter().skip(1);
        let gaps = chosen.iter().zip(next).map(|(from, to)| (to - from, *from));
        let widest = gaps.max_by_key(|(gap, from)| (*gap, std::cmp::Reverse(*from)));
        match widest.filter(|(gap, _)| *gap > 1) {
            Some((gap, from)) => chosen.insert(from + gap / 2),
            None => break,
        };
    }
    Ok(chosen.into_iter().collect())
}

/// Splits the program into lines: a name and commands for each procedure that is not empty.
fn lines(procedures: &[Procedure]) -> Vec<ProgramRow> {
    let mut lines = Vec::new();
    for (index, procedure) in procedures.iter().enumerate() {
        if procedure.commands.is_empty() {
            continue;
        }
        lines.push(ProgramRow::Name(index));
        let starts = (0..procedure.commands.len()).step_by(COLUMNS);
        lines.extend(starts.map(|start| ProgramRow::Commands(Slot::new(index, start))));
    }
    lines
}
