//! Boards of lights and their goals.

use std::borrow::Cow;
use std::str::FromStr;
use std::sync::Arc;

use crate::game::{Cell, CellStyle, Grid, Size, Tone};

use super::art;
use super::wiring::Wiring;

pub(super) const LIGHTS: &str = "lights";
pub const MAX_SIDE: usize = 2000;
/// Most states a light can have.
pub const MAX_STATES: u8 = 36;
/// Marks a cell without a light.
pub const HOLE: u8 = u8::MAX;

/// Lights in raster order: states from 0, or [`HOLE`].
pub type Lights = Grid<u8>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Every light 0.
    Off,
    /// Every light 1.
    On,
    /// All lights equal, in any state.
    Same,
    /// These lights; holes where the board has them.
    Lights(Arc<Lights>),
}

impl Goal {
    /// Names of goals that are not pictures.
    pub const NAMES: [&'static str; 3] = ["off", "on", "same"];

    /// Its name in files; pictures have none.
    pub fn name(&self) -> Option<&'static str> {
        match self {
            Self::Off => Some("off"),
            Self::On => Some("on"),
            Self::Same => Some("same"),
            Self::Lights(_) => None,
        }
    }
}

impl FromStr for Goal {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut all = [Self::Off, Self::On, Self::Same].into_iter();
        let found = all.find(|goal| goal.name() == Some(text));
        found.ok_or_else(|| "expected off, on or same".to_owned())
    }
}

/// A board with its rules and goal, shared by positions and solvers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    pub lights: Lights,
    /// Number of states; a press adds 1 modulo this.
    pub states: u8,
    /// Lights that a press switches.
    pub wiring: Wiring,
    pub goal: Goal,
}

impl Puzzle {
    pub fn size(&self) -> Size {
        self.lights.size()
    }

    pub fn is_cell(&self, index: usize) -> bool {
        let light = self.lights.as_slice().get(index);
        light.is_some_and(|light| *light != HOLE)
    }

    /// Returns the state `times` steps later.
    pub fn after(&self, state: u8, times: u8) -> u8 {
        ((u16::from(state) + u16::from(times)) % u16::from(self.states)) as u8
    }

    /// Presses a cell `times` times before the level begins.
    pub fn press(&mut self, cell: usize, times: u8) {
        let (size, states) = (self.size(), u16::from(self.states));
        let lights = self.lights.as_mut_slice();
        self.wiring.each_light(size, cell, |light| {
            if let Some(light) = lights.get_mut(light).filter(|light| **light != HOLE) {
                *light = ((u16::from(*light) + u16::from(times)) % states) as u8;
            }
        });
    }

    /// State the goal needs of a light; `common` for [`Goal::Same`].
    pub fn target(&self, index: usize, common: u8) -> u8 {
        match &self.goal {
            Goal::Off => 0,
            Goal::On => 1,
            Goal::Same => common,
            Goal::Lights(goal) => goal.as_slice().get(index).copied().unwrap_or(0),
        }
    }
}

/// The first cell that is a hole in only one of two boards of equal size.
pub(super) fn mismatched_hole(lights: &Lights, others: &Lights) -> Option<Cell> {
    let mut pairs = lights.iter().zip(others.as_slice());
    let mismatch = pairs.find(|((_, light), other)| (**light == HOLE) != (**other == HOLE));
    mismatch.map(|((cell, _), _)| cell)
}

/// Character of a light in files; ‘?’ if it is neither a hole nor a state.
pub(super) fn token(light: u8) -> char {
    match light {
        HOLE => '_',
        0 => '.',
        1 => '#',
        2..=9 => char::from(b'0' + light),
        10..=35 => char::from(b'a' + (light - 10)),
        _ => '?',
    }
}

pub(super) fn light(token: char) -> Option<u8> {
    Some(match token {
        '_' => HOLE,
        '.' | '0' => 0,
        '#' | '1' => 1,
        '2'..='9' => token as u8 - b'0',
        'a'..='z' => token as u8 - b'a' + 10,
        _ => return None,
    })
}

/// Appearance of a light, brighter with its state; `None` is outside the board.
pub(super) fn light_style(light: Option<u8>, states: u8) -> CellStyle {
    match light {
        None | Some(HOLE) => CellStyle::new("_", Tone::Hole, "no cell").glyph(""),
        Some(light) => {
            let token = token(light).to_string();
            let share = u16::from(light) * 255 / u16::from(states - 1).max(1);
            let tone = Tone::Level(u8::try_from(share).unwrap_or(u8::MAX));
            let name: Cow<'static, str> = match (light, states) {
                (0, _) => "off".into(),
                (_, 2) => "on".into(),
                _ => format!("state {light}").into(),
            };
            let glyph = (light != 0).then(|| light.to_string());
            let style = CellStyle::new(token, tone, name).glyph(glyph.unwrap_or_default());
            style.drawn(art::lamp(light, states))
        }
    }
}
