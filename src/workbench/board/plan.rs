//! The boards while a plan is watched: the step being taken, and the way to it.

use egui::Ui;

use super::boards::{BoardMark, Boards, BoardsAnswer, Scene, marks_of};
use super::marks::{Mark, MarkKind};
use super::motion::Moving;
use super::overlay::{Overlays, Step};
use super::player::Player;

/// Shows the position at the plan's place; fills what is left of `ui`. Moves the plan on if it
/// is running. Without a plan nothing is shown.
pub fn plan_boards(
    ui: &mut Ui,
    boards: &mut Boards,
    player: &mut Player,
    marks: &[BoardMark],
    hidden: &[&str],
) -> BoardsAnswer {
    player.advance(ui.ctx());
    let player = &*player;
    let Some(playback) = player.playback() else {
        return BoardsAnswer::default();
    };
    let at = playback.at();
    let step = at.checked_sub(1).and_then(|last| playback.describe(last));
    let path = &player.path();
    let from = path.len().checked_sub(2).map(|before| path[before]);
    let (serial, last) = player.last_step();
    let moved = last.and_then(|(index, _)| playback.describe(index));
    let moving = moved.as_ref().map(|step| {
        let moving = Moving {
            serial,
            glides: &step.glides,
            back: last.is_some_and(|(_, back)| back),
        };
        (step.board.as_ref(), moving)
    });
    let reason = at.checked_sub(1).and_then(|last| playback.reason(last));
    let looked_at = reason.map_or(&[][..], |reason| &reason.cells);
    let looked_at = looked_at.iter().map(|cell| Mark {
        cell: *cell,
        kind: MarkKind::Reason,
    });
    let looked_at: Vec<Mark> = looked_at.collect();
    let marks: Vec<(&str, Vec<Mark>)> = playback
        .position()
        .boards()
        .iter()
        .enumerate()
        .map(|(index, board)| {
            let mut mine = marks_of(marks, board.id);
            // The board to play on comes first.
            if index == 0 {
                mine.extend(&looked_at);
            }
            (board.id, mine)
        })
        .collect();
    let overlays = |board: &str| {
        let mine = marks.iter().find(|(id, _)| *id == board);
        let here = step.as_ref().filter(|step| step.board == board);
        Overlays {
            marks: mine.map_or(&[], |(_, marks)| marks),
            path: if player.show_path && board == player.board() {
                path
            } else {
                &[]
            },
            step: here.map(|step| Step {
                index: at,
                // Of a way the end is framed.
                cells: match step.glides.first() {
                    Some(glide) => &glide.path[glide.path.len().saturating_sub(1)..],
                    None => &step.cells,
                },
                from,
            }),
            ..Overlays::default()
        }
    };
    let scene = Scene {
        overlays: &overlays,
        pace: player.pace(),
        solved: playback.position().is_solved(),
        playable: false,
        hidden,
        moving,
    };
    boards.show(ui, playback.position(), &scene)
}
