//! Inputs that select the object of the next one, such as clicks on a cell. The next input waits
//! until the selection shows, as it would apply to the previous selection otherwise.

use std::time::Duration;

use image::RgbaImage;

use crate::game::Cell;
use crate::player::{Flow, Observer, RunContext};

use super::aim::{AimedInput, SelectStep};
use super::{Actuator, EffectTest};

/// Number of inputs without visible change after which a game is assumed not to show its selection.
const MAX_UNSEEN: u32 = 3;

/// Observations of how a game shows the selection by one step of an input.
#[derive(Default)]
pub(super) struct SelectionStats {
    /// True if a selection has ever been visible.
    is_visible: bool,
    /// Number of inputs without visible change.
    unseen: u32,
    /// Text of the last input of this step.
    last_input: Option<String>,
}

/// Cell selected by a click for a key, in games that may keep it selected.
#[derive(Default)]
pub(super) struct SelectedCell {
    cell: Option<Cell>,
    /// True if the cell stays selected after use, so that another click would deselect it.
    stays: bool,
}

impl Actuator {
    /// Sends step `step` of an input, counted from 0. Returns whether the next may be sent: the
    /// selection shows, was made before, or the game is assumed not to show any.
    pub(super) fn select(
        &mut self,
        ctx: &mut RunContext,
        observer: &mut Observer,
        (step, select): (usize, &SelectStep),
        timeout: Duration,
    ) -> Flow<bool> {
        if let AimedInput::Point { at, .. } = select.input {
            return self.point(ctx, at).map(|()| true);
        }
        let count = self.selections.len().max(step + 1);
        self.selections.resize_with(count, SelectionStats::default);
        if select.needs_rest && step == 0 {
            observer.wait_for_rest(ctx)?;
        }
        let stats = &self.selections[step];
        if select.effect_area.is_some() && !stats.is_visible && stats.unseen >= MAX_UNSEEN {
            let mut none = |_: &_, _: &_| false;
            let result = self.act(ctx, observer, &select.input, Duration::ZERO, &mut none);
            return result.map(|_| true);
        }
        let crop = |picture: &RgbaImage| match select.effect_area {
            Some(area) => area.crop(picture),
            None => picture.clone(),
        };
        let before = crop(&observer.observe(ctx)?.picture);
        let changed = self.act(ctx, observer, &select.input, timeout, &mut |_, frame| {
            crop(&frame.picture) != before
        })?;
        if select.needs_rest {
            observer.wait_for_rest(ctx)?;
        }
        if select.effect_area.is_none() {
            return Ok(true);
        }
        let stats = &mut self.selections[step];
        let input = select.input.to_string();
        let is_repeated = stats.last_input.replace(input.clone()) == Some(input);
        match changed {
            true => stats.is_visible = true,
            false => stats.unseen += 1,
        }
        // Selecting again what is already selected need not change the picture.
        Ok(changed || is_repeated || !stats.is_visible)
    }

    /// Sends several inputs, each after the one before shows. Returns whether the effect of the
    /// last one was observed. A cell that stays selected from the last move is not clicked again.
    pub(super) fn act_in_steps(
        &mut self,
        ctx: &mut RunContext,
        observer: &mut Observer,
        (selects, last): (&[SelectStep], &AimedInput),
        timeout: Duration,
        has_effect: EffectTest<'_>,
    ) -> Flow<bool> {
        let cell = match (selects, last) {
            ([select], AimedInput::Press { .. }) => select.cell,
            _ => None,
        };
        let is_repeated = cell.is_some() && self.selected.cell == cell;
        // Reset first, so that the cell is selected again after an error.
        self.selected.cell = None;
        for (step, select) in selects.iter().enumerate() {
            if is_repeated && self.selected.stays {
                continue;
            }
            let result = self.select(ctx, observer, (step, select), timeout);
            // Only the last step completes the input.
            self.complete = false;
            if !result? {
                return Ok(false);
            }
        }
        let done = self.act(ctx, observer, last, timeout, has_effect)?;
        // If the cell was clicked again and the key had no effect, that click has deselected it:
        // the game keeps cells selected.
        match done {
            true => self.selected.cell = cell,
            false => self.selected.stays |= is_repeated,
        }
        Ok(done)
    }

    /// Updates the selected cell after a move: `to` returns where the content of a cell is now;
    /// `None` if that is unclear, so that the cell is selected again.
    pub fn track_selection(&mut self, to: impl FnOnce(Cell) -> Option<Cell>) {
        self.selected.cell = self.selected.cell.and_then(to);
    }

    pub(super) fn point(&mut self, ctx: &mut RunContext, at: (i32, i32)) -> Flow<()> {
        ctx.wait_until(self.next_press)?;
        ctx.move_to(at)?;
        self.next_press = ctx.now() + self.pace.gap();
        self.complete = true;
        Ok(())
    }
}
