//! Findings about controls, costs and start.

use crate::profile::{
    ActionRule, Controls, CostRule, FinderRule, GameInput, PhaseRule, StartRule, StartStep,
};

use super::findings::ProfileCheck;

/// Maximum number of step costs that solvers accept.
const MAX_STEP_COSTS: usize = 200;

impl ProfileCheck<'_> {
    pub(super) fn controls(&mut self, controls: &Controls) {
        // Dragging pieces needs no action; neither does a profile with a level of its own.
        let squares = matches!(self.profile.finder, FinderRule::Squares(_));
        let needs_no_action = squares || self.profile.unseen.level.is_some();
        if controls.actions.is_empty() && controls.controls.is_empty() && !needs_no_action {
            self.error("controls, actions", "there is nothing that can be done");
        }
        for (part, list) in [
            ("controls, actions", &controls.actions),
            ("controls, controls", &controls.controls),
        ] {
            for (index, action) in list.iter().enumerate() {
                if list[..index].iter().any(|other| other.name == action.name) {
                    self.error(part, format!("‘{}’ is there twice", action.name));
                }
                self.input(&format!("{part}, ‘{}’", action.name), &action.input);
            }
        }
        let pressed = |action: &ActionRule| matches!(action.input, GameInput::Press(_));
        if controls.cursor.is_none() && controls.actions.iter().any(pressed) {
            let message = "a key acts on the cell under the cursor, but no keys move a cursor";
            self.warn("controls, actions", message);
        }
        if let Some(keys) = &controls.cursor {
            let all = [keys.up, keys.down, keys.left, keys.right];
            for (index, key) in all.iter().enumerate() {
                if all[..index].contains(key) {
                    self.error("controls, cursor", format!("‘{key}’ moves two ways"));
                }
                let press = GameInput::Press((*key).into());
                if controls.actions.iter().any(|it| it.input == press) {
                    let message =
                        format!("‘{key}’ moves the cursor and does something on the cell");
                    self.error("controls, cursor", message);
                }
            }
        }
        for (part, input) in [("undo", &controls.undo), ("page", &controls.page)] {
            if let Some(input) = input {
                self.input(&format!("controls, {part}"), input);
            }
        }
        for input in controls.after_level.inputs() {
            self.input("controls, after_level", input);
        }
        let pacing = &controls.pacing;
        if pacing.min_hold_ms > pacing.hold_ms || pacing.min_gap_ms > pacing.gap_ms {
            let message = "a minimum is larger than the value it is the minimum of";
            self.warn("controls, pacing", message);
        }
    }

    fn input(&mut self, part: &str, input: &GameInput) {
        for step in input.steps() {
            if let GameInput::ClickAt(at) | GameInput::DragFrom(at) = step {
                self.point_in_picture(part, *at);
            }
            if let GameInput::Steps(_) | GameInput::ClickUntil = step
                && step != input
            {
                self.error(part, "a step cannot be ‘Steps’ or ‘ClickUntil’");
            }
        }
        if matches!(input.steps().last(), None | Some(GameInput::Point)) {
            self.error(part, "the last step is to do something");
        }
    }

    pub(super) fn cost(&mut self, cost: &CostRule) {
        let Some(controls) = &self.profile.controls else {
            let message = "without ‘controls’ nothing is played, and costs nothing";
            return self.warn("cost", message);
        };
        let steps = &cost.step_ms;
        if steps.len() > MAX_STEP_COSTS || !steps.is_sorted() {
            let message = format!("these are ascending numbers, {MAX_STEP_COSTS} of them at most");
            self.error("cost, step_ms", message);
        }
        if controls.cursor.is_none() && !steps.is_empty() {
            self.warn("cost, step_ms", "no keys move a cursor, so no step is made");
        }
        if controls.cursor.is_some() && steps.is_empty() && cost.action_ms > 0 {
            self.warn("cost", "‘action_ms’ is given, but not what a step costs");
        }
        if controls.cursor.is_some() && cost.pointer_ms > 0 {
            let message = "it is played by a cursor, not by the pointer";
            self.warn("cost, pointer_ms", message);
        }
    }

    pub(super) fn start(&mut self, start: &StartRule) {
        let needs_file = start.command.iter().any(|word| word.contains("{file}"));
        if needs_file && start.file.is_none() {
            let message = "the command has ‘{file}’, but ‘file’ does not say what that is";
            self.warn("start", message);
        }
        for word in &start.command {
            let parts = word.split('{').skip(1);
            for (name, _) in parts.filter_map(|rest| rest.split_once('}')) {
                if !["file", "scale", "planwright"].contains(&name) {
                    let known = "{file}, {scale}, {planwright}";
                    let message = format!("‘{{{name}}}’ is not one of {known}");
                    self.error("start, command", message);
                }
            }
        }
        for (index, step) in start.steps.iter().enumerate() {
            let part = format!("start, steps[{index}]");
            match step {
                StartStep::ClickAt(at) => self.point_in_picture(&part, *at),
                StartStep::Await { phase, .. } => {
                    let known = |rule: &PhaseRule| rule.phase == *phase;
                    if !self.profile.screen.phases.iter().any(known) {
                        self.error(part, format!("there is no phase ‘{phase}’"));
                    }
                }
                StartStep::Press(_)
                | StartStep::Type(_)
                | StartStep::Pause(_)
                | StartStep::Change(_) => {}
            }
        }
    }
}
