//! A puzzle as level content: consistency, drawing and editing.

use std::sync::Arc;

use crate::game::search::{Budget, Stop};
use crate::game::typed::Content;
use crate::game::{
    BoardInfo, Brush, Cell, CellStyle, CellValue, EditError, Field, Grid, Insight, PatternList,
    PlainText, Size, TextError, Transform,
};

use super::puzzle::{
    Goal, HOLE, LIGHTS, Lights, MAX_SIDE, MAX_STATES, Puzzle, light_style, mismatched_hole, token,
};
use super::wiring::{PressPattern, Wiring, Wrap};
use super::{properties, quiet, text};

const DEFAULT_SIZE: Size = Size::new(5, 5);
/// Paint value of a hole, outside the states.
const HOLE_VALUE: CellValue = HOLE as CellValue;
/// A light that is neither a hole nor a state.
const INVALID: u8 = HOLE - 1;

const _: () = assert!(HOLE_VALUE >= MAX_STATES as CellValue && INVALID >= MAX_STATES);

impl Content for Puzzle {
    const MAX_SIZE: Size = Size::new(MAX_SIDE, MAX_SIDE);

    /// An unlit board with the usual pattern; sides are brought into range.
    fn blank(size: Option<Size>) -> Self {
        let size = size.unwrap_or(DEFAULT_SIZE).up_to(MAX_SIDE);
        Self {
            lights: Grid::filled(size, 0),
            states: 2,
            wiring: Wiring::Pattern {
                pattern: PressPattern::plus(),
                wrap: Wrap::default(),
            },
            goal: Goal::Off,
        }
    }

    fn checked(self) -> Result<Self, EditError> {
        let size = self.size();
        EditError::check_sides(size, MAX_SIDE)?;
        if !(2..=MAX_STATES).contains(&self.states) {
            return Err(EditError::Property {
                key: "states".to_owned(),
                value: self.states.to_string(),
                reason: format!("a light has 2 to {MAX_STATES} states"),
            });
        }
        check_lights(&self.lights, self.states)?;
        if let Goal::Lights(goal) = &self.goal {
            check_lights(goal, self.states)?;
            if goal.size() != size {
                let limits = format!("the goal is {}", goal.size());
                return Err(EditError::Size { size, limits });
            }
            if let Some(cell) = mismatched_hole(&self.lights, goal) {
                let reason = "board and goal must have the same holes".to_owned();
                return Err(EditError::Value { cell, reason });
            }
        }
        // There is one list for each cell, in raster order.
        if let Wiring::Graph(lists) = &self.wiring
            && lists.len() != size.area()
        {
            let limits = "this board lists what each cell switches, so its size is fixed".into();
            return Err(EditError::Size { size, limits });
        }
        Ok(self)
    }

    fn parse(text: &PlainText<'_>) -> Result<Self, TextError> {
        text::read(text)
    }

    fn keys(&self) -> Vec<(&'static str, String)> {
        text::keys(self)
    }

    fn body(&self) -> String {
        text::body(self)
    }

    fn board(&self) -> BoardInfo {
        BoardInfo::new(LIGHTS, "Lights", self.size())
    }

    fn style(&self, cell: Cell) -> CellStyle {
        light_style(self.lights.get(cell).copied(), self.states)
    }

    fn cells(&self) -> Grid<CellValue> {
        self.lights.map(|light| CellValue::from(*light))
    }

    fn with_cells(&self, cells: Grid<CellValue>) -> Result<Self, EditError> {
        // `checked`, which follows every edit, refuses unknown values.
        let lights = cells.map(|value| u8::try_from(*value).unwrap_or(INVALID));
        let goal = match &self.goal {
            Goal::Lights(goal) => Goal::Lights(Arc::new(fit_goal(goal, &lights))),
            goal => goal.clone(),
        };
        Ok(Self {
            lights,
            goal,
            ..self.clone()
        })
    }

    fn brushes(&self) -> Vec<Brush> {
        let brush = |light: u8| {
            let style = light_style(Some(light), self.states);
            // Keys are digits and letters, unlike the text form of the states 0 and 1.
            let key = match token(light) {
                '.' => '0',
                '#' => '1',
                other => other,
            };
            Brush::new(light.into(), style, Some(key))
        };
        (0..self.states).chain([HOLE]).map(brush).collect()
    }

    fn size_limits(&self) -> (Size, Size) {
        match self.wiring {
            Wiring::Pattern { .. } => (Size::new(1, 1), Self::MAX_SIZE),
            Wiring::Graph(_) => (self.size(), self.size()),
        }
    }

    const PROPERTIES: &'static [Field] = properties::FORM;

    fn property(&self, key: &str) -> Option<String> {
        properties::get(self, key)
    }

    fn set_property(&mut self, key: &str, value: &str) -> Result<(), String> {
        properties::set(self, key, value)
    }

    fn transformed(&self, transform: Transform) -> Result<Self, EditError> {
        Ok(Self {
            lights: self.lights.transformed(transform),
            states: self.states,
            wiring: self.wiring.transformed(self.size(), transform),
            goal: match &self.goal {
                Goal::Lights(goal) => Goal::Lights(Arc::new(goal.transformed(transform))),
                goal => goal.clone(),
            },
        })
    }

    const INSIGHTS: &'static [Insight] = quiet::QUIET;

    fn insight(&self, _id: &str, max: usize, budget: &Budget) -> Result<PatternList, Stop> {
        quiet::patterns(self, max, budget)
    }
}

/// Fails at the first light that is neither a hole nor a state below `states`.
fn check_lights(lights: &Lights, states: u8) -> Result<(), EditError> {
    let mut all = lights.iter();
    let wrong = all.find(|(_, light)| **light != HOLE && **light >= states);
    wrong.map_or(Ok(()), |(cell, light)| {
        let sign = token(*light);
        let reason = format!("‘{sign}’ is not a state of lights with {states} states");
        Err(EditError::Value { cell, reason })
    })
}

/// Adapts a goal to another board: cropped or filled with 0, with that board's holes.
fn fit_goal(goal: &Lights, lights: &Lights) -> Lights {
    let mut fitted = lights.clone();
    for (cell, light) in lights.iter() {
        if *light != HOLE {
            let old = goal.get(cell).copied().filter(|old| *old != HOLE);
            fitted.set(cell, old.unwrap_or(0));
        }
    }
    fitted
}
