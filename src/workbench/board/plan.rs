//! The boards of a watched plan: the current step, and the path to it.

use std::borrow::Cow;

use egui::Ui;

use super::boards::{BoardMark, BoardScene, Boards, BoardsOutput, MarksByBoard};
use super::marks::{Mark, MarkKind};
use super::motion::AnimatedStep;
use super::overlay::{Overlays, StepOverlay};
use super::player::Player;

/// Shows the current position of the plan, if there is one, filling the rest of `ui`, and advances a running plan.
pub fn plan_boards(
    ui: &mut Ui,
    boards: &mut Boards,
    player: &mut Player,
    marks: &[BoardMark],
    hidden: &[&str],
) -> BoardsOutput {
    player.advance(ui.ctx());
    let pace = player.pace();
    player.animation.advance(ui, pace);
    let player = &*player;
    let Some(playback) = player.playback() else {
        return BoardsOutput::default();
    };
    let at = playback.at();
    let step = at.checked_sub(1).and_then(|last| playback.describe(last));
    let path = &player.path();
    let from = path.len().checked_sub(2).map(|before| path[before]);
    let (serial, last) = player.last_step();
    let last_step = last.and_then(|(index, _)| playback.describe(index));
    let animated = last_step.as_ref().map(|step| {
        let animated = AnimatedStep {
            serial: (serial, 0),
            motions: &step.motions,
            undone: last.is_some_and(|(_, back)| back),
        };
        (step.board.as_ref(), player.animation.current_step(animated))
    });
    let reason = at.checked_sub(1).and_then(|last| playback.reason(last));
    let cells = reason.map_or(&[][..], |reason| &reason.cells);
    // The cells of a reason belong to the main board, which comes first.
    let first = playback.position().boards();
    let first = first.first().map_or("", |board| board.id);
    let reason_marks = cells.iter().map(|cell| {
        let kind = MarkKind::Reason;
        (Cow::Borrowed(first), Mark { cell: *cell, kind })
    });
    let marks: Vec<BoardMark> = marks.iter().cloned().chain(reason_marks).collect();
    let marked = MarksByBoard::new(playback.position(), &marks);
    let overlays = |board: &str| {
        let here = step.as_ref().filter(|step| step.board == board);
        Overlays {
            path: match player.show_path && board == player.board() {
                true => path,
                false => &[],
            },
            step: here.map(|step| StepOverlay {
                index: at,
                // Of a movement, only the end is framed.
                cells: match step.motions.first() {
                    Some(motion) => &motion.path[motion.path.len().saturating_sub(1)..],
                    None => &step.cells,
                },
                from,
            }),
            ..marked.overlays(board)
        }
    };
    let scene = BoardScene {
        overlays: &overlays,
        displayed: player.animation.position(),
        pace: player.animation.pace().or(player.pace()),
        solved: at > 0 && playback.position().is_solved() && !player.animation.is_running(),
        playable: false,
        hidden,
        animated_step: animated,
    };
    boards.show(ui, playback.position(), &scene)
}
