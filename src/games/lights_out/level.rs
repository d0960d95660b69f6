//! A level.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use crate::game::{
    BoardInfo, Brush, Cell, CellLook, CellValue, EditError, FormError, Grid, GridLevel, Insight,
    Level, LevelRef, Meta, Patterns, Position, Property, Size,
};

use super::algebra::{self, Answer};
use super::position::LightsPosition;
use super::puzzle::{Goal, HOLE, Lights, MAX_SIDE, MAX_STATES, Puzzle, light_look, token};
use super::wiring::{Pattern, Wiring, Wrap};
use super::{INFO, quiet, text};
use crate::search::{Budget, Stop};

/// Facts of the inspector, as (name, value).
type Facts = Vec<(Cow<'static, str>, String)>;

/// A level.
#[derive(Clone, Debug)]
pub struct LightsLevel {
    meta: Meta,
    puzzle: Arc<Puzzle>,
    /// Worked out when first asked for.
    facts: Arc<OnceLock<Facts>>,
}

impl LightsLevel {
    /// A level of this puzzle.
    ///
    /// # Errors
    /// When a side, the number of states, or a light is out of range, or board, goal and wiring do
    /// not fit each other.
    pub fn new(puzzle: Puzzle, meta: Meta) -> Result<Self, EditError> {
        let size = puzzle.size();
        if !(1..=MAX_SIDE).contains(&size.rows) || !(1..=MAX_SIDE).contains(&size.cols) {
            let limits = format!("1 to {MAX_SIDE} rows and columns");
            return Err(EditError::Size { size, limits });
        }
        if !(2..=MAX_STATES).contains(&puzzle.states) {
            return Err(EditError::Property {
                key: "states".to_owned(),
                value: puzzle.states.to_string(),
                reason: format!("a light has 2 to {MAX_STATES} states"),
            });
        }
        check_lights(&puzzle.lights, puzzle.states)?;
        if let Goal::Lights(goal) = &puzzle.goal {
            check_lights(goal, puzzle.states)?;
            if goal.size() != size {
                let limits = format!("the goal is {}", goal.size());
                return Err(EditError::Size { size, limits });
            }
            let pairs = puzzle.lights.iter().zip(goal.as_slice());
            if let Some(((cell, _), _)) = pairs
                .into_iter()
                .find(|((_, light), goal)| (**light == HOLE) != (**goal == HOLE))
            {
                let reason = "board and goal must have the same holes".to_owned();
                return Err(EditError::Value { cell, reason });
            }
        }
        if let Wiring::Graph(lists) = &puzzle.wiring
            && lists.len() != size.area()
        {
            let limits =
                "this board lists what each cell switches, so its size is fixed".to_owned();
            return Err(EditError::Size { size, limits });
        }
        Ok(Self {
            meta,
            puzzle: Arc::new(puzzle),
            facts: Arc::default(),
        })
    }

    /// An unlit board with the usual pattern; sides are brought into range.
    pub(super) fn blank(size: Size) -> LevelRef {
        let size = Size::new(size.rows.clamp(1, MAX_SIDE), size.cols.clamp(1, MAX_SIDE));
        Arc::new(Self {
            meta: Meta::default(),
            puzzle: Arc::new(Puzzle {
                lights: Grid::filled(size, 0),
                states: 2,
                wiring: Wiring::Pattern {
                    pattern: Pattern::plus(),
                    wrap: Wrap::default(),
                },
                goal: Goal::Off,
            }),
            facts: Arc::default(),
        })
    }

    /// Reads the plain-text form.
    ///
    /// # Errors
    /// [`FormError`] naming line and column.
    pub(super) fn parse(source: &str) -> Result<LevelRef, FormError> {
        Self::read(text::parse(source)?)
    }

    /// Reads the RON form.
    ///
    /// # Errors
    /// [`FormError`] naming line and column.
    pub(super) fn parse_ron(source: &str) -> Result<LevelRef, FormError> {
        Self::read(text::parse_ron(source)?)
    }

    fn read((puzzle, meta): (Puzzle, Meta)) -> Result<LevelRef, FormError> {
        match Self::new(puzzle, meta) {
            Ok(level) => Ok(Arc::new(level)),
            Err(error) => Err(FormError::at(1, 1, error.to_string())),
        }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Arc<Puzzle> {
        &self.puzzle
    }

    fn changed(&self, change: impl FnOnce(&mut Puzzle)) -> Result<LevelRef, EditError> {
        let mut puzzle = (*self.puzzle).clone();
        change(&mut puzzle);
        Ok(Arc::new(Self::new(puzzle, self.meta.clone())?))
    }
}

fn check_lights(lights: &Lights, states: u8) -> Result<(), EditError> {
    let wrong = lights
        .iter()
        .find(|(_, light)| **light != HOLE && **light >= states);
    wrong.map_or(Ok(()), |(cell, light)| {
        let reason = format!(
            "‘{}’ is not a state of lights with {states} states",
            token(*light)
        );
        Err(EditError::Value { cell, reason })
    })
}

impl Level for LightsLevel {
    fn game_id(&self) -> &'static str {
        INFO.id
    }

    fn meta(&self) -> &Meta {
        &self.meta
    }

    fn with_meta(&self, meta: Meta) -> LevelRef {
        Arc::new(Self {
            meta,
            ..self.clone()
        })
    }

    fn to_text(&self) -> String {
        text::write(&self.puzzle, &self.meta)
    }

    fn to_ron(&self) -> Result<String, ron::Error> {
        text::write_ron(&self.puzzle, &self.meta)
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(LightsPosition::start(Arc::clone(&self.puzzle)))
    }

    fn board(&self) -> BoardInfo {
        BoardInfo {
            id: INFO.level_board,
            title: "Lights",
            size: self.puzzle.size(),
        }
    }

    fn look(&self, cell: Cell) -> CellLook {
        light_look(self.puzzle.lights.get(cell).copied(), self.puzzle.states)
    }

    fn facts(&self) -> Facts {
        self.facts.get_or_init(|| facts(&self.puzzle)).clone()
    }

    fn insights(&self) -> &'static [Insight] {
        quiet::QUIET
    }

    fn insight(&self, _id: &str, most: usize, budget: &Budget) -> Result<Patterns, Stop> {
        quiet::patterns(&self.puzzle, most, budget)
    }

    fn as_grid(&self) -> Option<&dyn GridLevel> {
        Some(self)
    }

    fn properties(&self) -> Vec<Property> {
        let puzzle = &self.puzzle;
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let mut properties = vec![Property {
            key: "states",
            name: "States of a light",
            value: puzzle.states.to_string(),
            choices: Vec::new(),
            help: "2 to 36; a press adds 1, after the last comes off",
        }];
        if let Wiring::Pattern { pattern, wrap } = &puzzle.wiring {
            properties.push(Property {
                key: "pattern",
                name: "Press pattern",
                value: pattern.to_string(),
                choices: Vec::new(),
                help: "plus, x, box, or rows of 0 and 1 joined by ‘/’: 010/111/010",
            });
            properties.push(Property {
                key: "wrap",
                name: "Joined borders",
                value: wrap.name().to_owned(),
                choices: words(&Wrap::NAMES),
                help: "which borders presses reach across",
            });
        }
        let (value, mut choices): (_, Vec<String>) = match puzzle.goal {
            Goal::Off => ("off", words(&["off", "on", "same"])),
            Goal::On => ("on", words(&["off", "on", "same"])),
            Goal::Same => ("same", words(&["off", "on", "same"])),
            Goal::Lights(_) => ("target", words(&["off", "on", "same"])),
        };
        choices.push("target".to_owned());
        properties.push(Property {
            key: "goal",
            name: "Goal",
            value: value.to_owned(),
            choices,
            help: "target takes the lights as they are now for what is wanted",
        });
        properties
    }

    fn with_property(&self, key: &str, value: &str) -> Result<LevelRef, EditError> {
        let refused = |reason: String| EditError::Property {
            key: key.to_owned(),
            value: value.to_owned(),
            reason,
        };
        let value = value.trim();
        match (key, &self.puzzle.wiring) {
            ("states", _) => {
                let states: u8 = value
                    .parse()
                    .map_err(|_| refused(format!("expected a number from 2 to {MAX_STATES}")))?;
                self.changed(|puzzle| puzzle.states = states)
            }
            ("pattern", Wiring::Pattern { wrap, .. }) => {
                let (pattern, wrap) = (value.parse().map_err(refused)?, *wrap);
                self.changed(|puzzle| puzzle.wiring = Wiring::Pattern { pattern, wrap })
            }
            ("wrap", Wiring::Pattern { pattern, .. }) => {
                let (pattern, wrap) = (pattern.clone(), value.parse().map_err(refused)?);
                self.changed(|puzzle| puzzle.wiring = Wiring::Pattern { pattern, wrap })
            }
            ("goal", _) => {
                let goal = match value {
                    "off" => Goal::Off,
                    "on" => Goal::On,
                    "same" => Goal::Same,
                    "target" => Goal::Lights(Arc::new(self.puzzle.lights.clone())),
                    _ => return Err(refused("expected off, on, same or target".to_owned())),
                };
                self.changed(|puzzle| puzzle.goal = goal)
            }
            _ => Err(refused("this level has no such property".to_owned())),
        }
    }
}

/// Largest boards, in cells, of which the inspector says how many solutions there are.
const MAX_COUNTED: usize = 10_000;

fn facts(puzzle: &Puzzle) -> Facts {
    let cells = || {
        puzzle
            .lights
            .as_slice()
            .iter()
            .filter(|light| **light != HOLE)
    };
    let lit = cells().filter(|light| **light != 0).count();
    let mut facts: Facts = vec![
        ("Size".into(), puzzle.size().to_string()),
        ("Cells".into(), cells().count().to_string()),
        ("Not off".into(), lit.to_string()),
    ];
    if puzzle.size().area() <= MAX_COUNTED
        && let Ok(answer) = algebra::solve(puzzle, &puzzle.lights, &Budget::default())
    {
        match answer {
            Answer::Unsolvable(_) => facts.push(("Solutions".into(), "none".to_owned())),
            Answer::Solvable(coset) => {
                facts.push(("Nullity".into(), coset.generators().to_string()));
                let powers = coset.count();
                let powers: Vec<_> = powers
                    .iter()
                    .filter(|(_, exponent)| *exponent > 0)
                    .map(|(base, exponent)| match exponent {
                        1 => base.to_string(),
                        _ => format!("{base}^{exponent}"),
                    })
                    .collect();
                let number = if powers.is_empty() {
                    "1".to_owned()
                } else {
                    powers.join(" × ")
                };
                facts.push(("Solutions".into(), number));
            }
        }
    }
    facts
}

/// The paint value of a hole, after all states.
const HOLE_VALUE: CellValue = HOLE as CellValue;

impl GridLevel for LightsLevel {
    fn grid(&self) -> Grid<CellValue> {
        self.puzzle.lights.map(|light| CellValue::from(*light))
    }

    fn with_grid(&self, grid: Grid<CellValue>) -> Result<LevelRef, EditError> {
        let lights = grid.map(|value| u8::try_from(*value).unwrap_or(HOLE - 1));
        self.changed(|puzzle| {
            if let Goal::Lights(goal) = &mut puzzle.goal {
                *goal = Arc::new(fitted(goal, &lights));
            }
            puzzle.lights = lights;
        })
    }

    fn brushes(&self) -> Vec<Brush> {
        let brush = |light: u8| {
            let look = light_look(Some(light), self.puzzle.states);
            let token = token(light);
            let key = match token {
                '.' => '0',
                '#' => '1',
                other => other,
            };
            Brush {
                value: light.into(),
                text: look.value,
                name: look.name,
                key: Some(key),
                tone: look.tone,
            }
        };
        (0..self.puzzle.states).chain([HOLE]).map(brush).collect()
    }

    fn blank_value(&self) -> CellValue {
        0
    }

    fn size_limits(&self) -> (Size, Size) {
        match self.puzzle.wiring {
            Wiring::Pattern { .. } => (Size::new(1, 1), Size::new(MAX_SIDE, MAX_SIDE)),
            Wiring::Graph(_) => (self.puzzle.size(), self.puzzle.size()),
        }
    }
}

/// A goal for another board: cut or filled up with 0, with that board's holes.
fn fitted(goal: &Lights, lights: &Lights) -> Lights {
    let mut fitted = lights.clone();
    for (cell, light) in lights.iter() {
        if *light != HOLE {
            let old = goal.get(cell).copied().filter(|old| *old != HOLE);
            fitted.set(cell, old.unwrap_or(0));
        }
    }
    fitted
}

/// The hole's paint value is outside the states.
const _: () = assert!(HOLE_VALUE >= MAX_STATES as CellValue);
