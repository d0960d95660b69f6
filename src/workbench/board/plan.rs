//! The boards of a watched plan: the current step, and the path to it.

use std::borrow::Cow;

use egui::Ui;

use super::boards::{BoardMark, Boards, BoardsAnswer, Marked, Scene};
use super::marks::{Mark, MarkKind};
use super::motion::Moving;
use super::overlay::{Overlays, Step};
use super::player::Player;

/// Shows the current position of the plan, filling the rest of `ui`, and advances a running plan. Shows nothing without
/// a plan.
pub fn plan_boards(
    ui: &mut Ui,
    boards: &mut Boards,
    player: &mut Player,
    marks: &[BoardMark],
    hidden: &[&str],
) -> BoardsAnswer {
    player.advance(ui.ctx());
    let pace = player.pace();
    player.going.advance(ui, pace);
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
            serial: (serial, 0),
            glides: &step.glides,
            back: last.is_some_and(|(_, back)| back),
        };
        (step.board.as_ref(), player.going.moving(moving))
    });
    let reason = at.checked_sub(1).and_then(|last| playback.reason(last));
    let looked_at = reason.map_or(&[][..], |reason| &reason.cells);
    // The cells of a reason belong to the main board, which comes first.
    let first = playback
        .position()
        .boards()
        .first()
        .map_or("", |board| board.id);
    let looked_at = looked_at.iter().map(|cell| {
        let kind = MarkKind::Reason;
        (Cow::Borrowed(first), Mark { cell: *cell, kind })
    });
    let marks: Vec<BoardMark> = marks.iter().cloned().chain(looked_at).collect();
    let marked = Marked::new(playback.position(), &marks);
    let overlays = |board: &str| {
        let here = step.as_ref().filter(|step| step.board == board);
        Overlays {
            path: if player.show_path && board == player.board() {
                path
            } else {
                &[]
            },
            step: here.map(|step| Step {
                index: at,
                // Of a movement, only the end is framed.
                cells: match step.glides.first() {
                    Some(glide) => &glide.path[glide.path.len().saturating_sub(1)..],
                    None => &step.cells,
                },
                from,
            }),
            ..marked.overlays(board)
        }
    };
    let scene = Scene {
        overlays: &overlays,
        shown: player.going.position(),
        pace: player.going.pace().or(player.pace()),
        solved: at > 0 && playback.position().is_solved() && !player.going.is_on(),
        playable: false,
        hidden,
        moving,
    };
    boards.show(ui, playback.position(), &scene)
}
