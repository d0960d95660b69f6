//! Cost of playing a plan on a target: presses, and time at the target's pace.

use std::fmt;
use std::time::Duration;

use crate::game::{Cell, Intent, Level, Move, Position, play, words};
use crate::vision::{Controls, CostRule, CursorCost, CursorStart, GameInput, Profile};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayCost {
    /// Keys pressed and clicks made.
    pub presses: u64,
    /// Time at the target's pace, if the profile states it.
    pub time: Option<Duration>,
}

/// Cost of a plan, compared to that of the game's plain solver for the same level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlanCosts {
    pub plan: PlayCost,
    /// Cost of the plain solver's plan, if another solver made `plan` and both found one.
    pub plain: Option<PlayCost>,
}

impl PlanCosts {
    /// Presses saved compared to the plain plan; may be negative.
    pub fn saved_presses(&self) -> Option<i64> {
        let count = |cost: &PlayCost| i64::try_from(cost.presses).unwrap_or(i64::MAX);
        Some(count(self.plain.as_ref()?) - count(&self.plan))
    }

    /// Seconds saved compared to the plain plan; may be negative.
    pub fn saved_seconds(&self) -> Option<f64> {
        let plain = self.plain?.time?;
        Some(plain.as_secs_f64() - self.plan.time?.as_secs_f64())
    }
}

impl fmt::Display for PlanCosts {
    /// Formats as `156 presses, 10.6 s; 37 presses, 2.0 s saved`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&presses(self.plan.presses))?;
        if let Some(time) = self.plan.time {
            write!(f, ", {}", words::time(time))?;
        }
        match self.saved_presses() {
            Some(saved @ 1..) => write!(f, "; {}", presses(saved.unsigned_abs()))?,
            _ => return Ok(()),
        }
        if let Some(seconds) = self.saved_seconds() {
            write!(f, ", {}", words::seconds(seconds))?;
        }
        write!(f, " saved")
    }
}

fn presses(count: u64) -> String {
    words::cost(i64::try_from(count).unwrap_or(i64::MAX), "presses")
}

/// Returns the cost of playing `moves` after `done`, starting with the game's cursor at `cursor`, if known.
///
/// Returns `None` if the profile cannot be played with or the rules refuse a move.
pub fn play_cost(
    profile: &Profile,
    level: &dyn Level,
    done: &[Move],
    moves: &[Move],
    cursor: Option<Cell>,
) -> Option<PlayCost> {
    let controls = profile.controls.as_ref()?;
    let start = controls.cursor.as_ref().and_then(|keys| match keys.start {
        CursorStart::At(row, col) => Some(Cell::new(row.checked_sub(1)?, col.checked_sub(1)?)),
        _ => None,
    });
    let free = CostRule::default();
    let mut tally = CostTally {
        profile,
        controls,
        rule: profile.cost.as_ref().unwrap_or(&free),
        at: cursor.or(start.filter(|_| done.is_empty())),
        total: CursorCost::default(),
    };
    let mut position = play(level, done).ok()?;
    for mv in moves {
        for intent in position.intents(mv) {
            tally.intent(position.as_ref(), &intent)?;
        }
        position.apply(mv).ok()?;
    }
    for intent in position.launch().into_iter().flat_map(|end| end.intents) {
        tally.intent(position.as_ref(), &intent)?;
    }
    let time = Duration::from_millis(tally.total.ms);
    Some(PlayCost {
        presses: tally.total.presses,
        time: profile.cost.as_ref().map(|_| time),
    })
}

struct CostTally<'a> {
    profile: &'a Profile,
    controls: &'a Controls,
    rule: &'a CostRule,
    /// Cell of the game's cursor, or the cell clicked last.
    at: Option<Cell>,
    total: CursorCost,
}

impl CostTally<'_> {
    /// Adds the cost of an input; `None` if the profile has no control for it.
    fn intent(&mut self, position: &dyn Position, intent: &Intent) -> Option<()> {
        match intent {
            Intent::Act {
                board,
                cell,
                action,
            } => {
                let input = self.controls.action(action)?;
                if let GameInput::Press(_) = input {
                    self.move_cursor(position, board, *cell);
                }
                for step in input.steps() {
                    if step.is_at_cell() {
                        self.point(board, *cell);
                    }
                    if *step != GameInput::Point {
                        self.press();
                    }
                }
            }
            Intent::Drag {
                from_board,
                from,
                to_board,
                to,
            } => {
                self.point(from_board, *from);
                self.point(to_board, *to);
                self.press();
            }
            Intent::Control(name) => {
                self.controls.control(name)?;
                self.press();
            }
        }
        Some(())
    }

    fn press(&mut self) {
        self.total.presses += 1;
        self.total.ms += u64::from(self.rule.action_ms);
    }

    fn add(&mut self, cost: CursorCost) {
        self.total.presses += cost.presses;
        self.total.ms += cost.ms;
    }

    /// Adds the cost of moving the game's cursor to a cell by keys, on the shorter way if it wraps around.
    fn move_cursor(&mut self, position: &dyn Position, board: &str, cell: Cell) {
        let from = self.at.replace(cell).unwrap_or(cell);
        let wraps = self.controls.cursor.as_ref().is_some_and(|keys| keys.wraps);
        let boards = position.boards();
        let size = boards.iter().find(|info| info.id == board);
        let distance = |from: usize, to: usize, side: Option<usize>| {
            let direct = from.abs_diff(to);
            match side.filter(|_| wraps) {
                Some(side) => direct.min(side.saturating_sub(direct)),
                None => direct,
            }
        };
        let rows = distance(from.row, cell.row, size.map(|info| info.size.rows));
        let cols = distance(from.col, cell.col, size.map(|info| info.size.cols));
        self.add(self.rule.cursor_cost(rows));
        self.add(self.rule.cursor_cost(cols));
    }

    /// Adds the time of moving the pointer to a cell in a straight line.
    fn point(&mut self, board: &str, cell: Cell) {
        let from = self.at.replace(cell).unwrap_or(cell);
        let pitch = self.profile.board(board).map(|board| board.pitch);
        let Some((across, down)) = pitch.or_else(|| self.profile.clicked_pitch()) else {
            return;
        };
        let side = |from: usize, to: usize, unit: u32| from.abs_diff(to) as f64 * f64::from(unit);
        let pixels = side(from.row, cell.row, down).hypot(side(from.col, cell.col, across));
        // `pointer_ms` is the time for 100 pixels.
        let ms = pixels * f64::from(self.rule.pointer_ms) / 100.0;
        self.total.ms += ms.round() as u64;
    }
}
