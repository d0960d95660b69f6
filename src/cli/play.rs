//! `play`: plays moves and shows the board.

use std::path::Path;

use anyhow::Context as _;
use serde_json::json;

use super::args::{LevelArgs, examples};
use super::files;
use super::status::{CommandResult, Status};
use crate::export::report::complaint_values;
use crate::game::{Cell, CellStyle, Complaint, Playthrough};
use crate::games::load::Loaded;

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "planwright play puzzlescript/02-curling-club --level 2 --moves 'u l d r'",
    "planwright solve my-level.txt | planwright play my-level.txt --moves -";
    "In games whose levels follow each other, play continues in the next level once one is won.\n\
     Exit status: 0 the moves were played, 2 bad input, such as a move that the rules refuse, 3 a limit \
     was reached first."
))]
pub(super) struct PlayArgs {
    #[command(flatten)]
    level: LevelArgs,
    /// Random seed
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    seed: Option<String>,
    /// Moves, one per line or several in a line as the game writes them; - for standard input
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &PlayArgs) -> CommandResult {
    files::with_playable_level(&args.level, false, |loaded| play(args, loaded))
}

fn play(args: &PlayArgs, loaded: &Loaded) -> CommandResult {
    let text = match args.moves.as_deref() {
        Some("-") => files::text(Path::new("-"))?,
        moves => moves.unwrap_or_default().to_owned(),
    };
    let mut play = loaded.level.playthrough(args.seed.as_deref());
    play.check_start()?;
    let moves = play.moves(&text).map_err(files::first_error)?;
    for (index, mv) in moves.iter().enumerate() {
        play.make(mv)
            .with_context(|| format!("move {}", index + 1))?;
    }
    match args.json {
        true => print_json(play.as_ref(), &loaded.complaints)?,
        false => print_board(play.as_ref())?,
    }
    Ok(Status::Done)
}

/// Value of every cell of the board, by rows.
fn rows<T>(play: &dyn Playthrough, value: impl Fn(Cell) -> T) -> Vec<Vec<T>> {
    let size = play.board().size;
    let row = |row| (0..size.cols).map(move |col| Cell::new(row, col));
    let rows = (0..size.rows).map(row);
    rows.map(|cells| cells.map(&value).collect()).collect()
}

fn print_json(play: &dyn Playthrough, complaints: &[Complaint]) -> anyhow::Result<()> {
    files::print_json(&json!({
        "level": play.number().unwrap_or(1),
        "won": play.is_won(),
        "messages": play.messages(),
        "board": rows(play, |cell| play.names(cell)),
        "complaints": complaint_values(complaints),
    }))
}

/// Longest value that is printed in the board, in characters; longer ones are listed below it.
const MAX_VALUE_LENGTH: usize = 3;

/// Prints messages and the board, with a list of the cells that its characters do not describe.
fn print_board(play: &dyn Playthrough) -> anyhow::Result<()> {
    let mut text = String::new();
    for message in play.messages() {
        text.push_str(&format!("“{message}”\n"));
    }
    let cells = rows(play, |cell| (cell, play.style(cell)));
    let length = |style: &CellStyle| style.value.chars().count();
    let is_long = |style: &CellStyle| length(style) > MAX_VALUE_LENGTH;
    let all = || cells.iter().flatten();
    let short = all().filter(|(_, style)| !is_long(style));
    let width = short.map(|(_, style)| length(style)).max();
    let gap = if width > Some(1) { " " } else { "" };
    // A column with long values, such as a list of facts, is not drawn.
    let is_list = cells.iter().all(|row| row.len() == 1) && all().any(|(_, style)| is_long(style));
    if let Some(width) = width.filter(|_| !is_list) {
        for row in &cells {
            let value = |(_, style): &(Cell, CellStyle)| match is_long(style) {
                true => format!("{:width$}", "?"),
                false => format!("{:width$}", style.value),
            };
            let values: Vec<_> = row.iter().map(value).collect();
            text.push_str(values.join(gap).trim_end());
            text.push('\n');
        }
    }
    let listed = all().filter(|(_, style)| is_list || is_long(style) || style.actor.is_some());
    for (cell, style) in listed {
        text.push_str(&format!("{cell}: {}\n", style.name));
    }
    if let Some(number) = play.number() {
        text.push_str(&format!("level {number}\n"));
    }
    text.push_str(if play.is_won() { "won\n" } else { "not won\n" });
    files::print(&text)
}
