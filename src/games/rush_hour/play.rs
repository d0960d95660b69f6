//! Rules: a move is a car's letter and a signed distance, `B+2` or `A-1`; positive ones are to the right or down.

use std::fmt;

use crate::game::cells::CellTable as _;
use crate::game::typed::Play;
use crate::game::{
    BoardInfo, Cell, CellStyle, Gesture, Heading, Intent, LineNote, StepInfo, words,
};

use super::traffic::{Car, cars};
use super::{CarBoard, LEAVING, RushHour};

#[derive(Clone)]
pub struct CarPosition(pub(super) CarBoard);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CarMove {
    pub(super) letter: char,
    /// In cells, to the right or down; not 0.
    pub(super) distance: isize,
}

impl fmt::Display for CarMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:+}", self.letter, self.distance)
    }
}

impl CarPosition {
    /// Path of each cell of the car during a move, as far as there is room; the foremost cell comes last.
    fn paths(&self, car: Car, mv: CarMove) -> Vec<Vec<Cell>> {
        let room = car.room(&self.0, mv.distance > 0);
        let mut line: Vec<Cell> = car.cells().collect();
        if mv.distance < 0 {
            line.reverse();
        }
        let steps = room.len().min(mv.distance.unsigned_abs());
        line.extend(&room[..steps]);
        let windows = line.windows(steps + 1);
        windows.map(<[Cell]>::to_vec).collect()
    }
}

impl Play for CarPosition {
    type Move = CarMove;

    const MOVE_SYNTAX: &'static str =
        "a move is a car and a distance, such as ‘B+2’ (right or down) or ‘A-1’ (left or up)";

    fn parse(text: &str) -> Option<CarMove> {
        let letter = text.chars().next().filter(char::is_ascii_uppercase)?;
        let distance = text.get(1..).filter(|it| it.starts_with(['+', '-']))?;
        let distance = distance.parse::<isize>().ok().filter(|it| *it != 0)?;
        Some(CarMove { letter, distance })
    }

    fn make(&mut self, mv: &CarMove) -> Result<(), String> {
        let car = Car::new(&self.0, mv.letter);
        let car = car.ok_or_else(|| format!("there is no car {}", mv.letter))?;
        let room = car.room(&self.0, mv.distance > 0).len();
        if room < mv.distance.unsigned_abs() {
            return Err(match room {
                0 => "the car is blocked".to_owned(),
                _ => format!("the car can move only {}", words::count(room, "cells")),
            });
        }
        let paths = self.paths(car, *mv);
        car.cells().for_each(|cell| self.0.remove_piece(cell));
        for cell in paths.iter().filter_map(|path| path.last()) {
            self.0.set_piece(*cell, mv.letter);
        }
        Ok(())
    }

    fn is_solved(&self) -> bool {
        let car = Car::new(&self.0, LEAVING);
        let ahead = |car: Car| car.heading(true).ahead(car.end(true), self.0.size());
        car.is_some_and(|car| ahead(car).is_none())
    }

    fn moves(&self) -> impl Iterator<Item = CarMove> {
        cars(&self.0).flat_map(move |car| {
            [1, -1].into_iter().flat_map(move |sign: isize| {
                let room = car.room(&self.0, sign > 0).len() as isize;
                (1..=room).map(move |steps| CarMove {
                    letter: car.letter,
                    distance: sign * steps,
                })
            })
        })
    }

    fn encode(&self) -> Vec<u8> {
        self.0.encode()
    }

    fn boards(&self) -> Vec<BoardInfo> {
        vec![self.0.info()]
    }

    fn style(&self, _board: &str, cell: Cell) -> CellStyle {
        self.0.style(cell)
    }

    /// Marks the end of the row or column through which the car leaves.
    fn notes(&self, _board: &str) -> Vec<LineNote> {
        let note = Car::new(&self.0, LEAVING).map(|car| LineNote {
            column: car.is_upright,
            index: car.line().1,
            text: "exit".into(),
            holds: self.is_solved().then_some(true),
        });
        note.into_iter().collect()
    }

    fn interpret(&self, gesture: &Gesture) -> Option<CarMove> {
        let (cell, to) = match gesture {
            Gesture::Drag { from, to, .. } => (*from, Some(*to)),
            Gesture::Click { cell, .. } => (*cell, None),
            Gesture::Type { .. } | Gesture::Steer(_) => return None,
        };
        let car = Car::at(&self.0, cell)?;
        let distance = match to {
            Some(to) => car.distance(cell, to)?,
            // A click on an end moves the car by one cell, away from its middle.
            None if cell == car.end(true) => 1,
            None if cell == car.end(false) => -1,
            None => 0,
        };
        let letter = car.letter;
        (distance != 0).then_some(CarMove { letter, distance })
    }

    fn advice(&self, gesture: &Gesture) -> Option<String> {
        let Gesture::Click { cell, .. } = gesture else {
            return None;
        };
        let car = Car::at(&self.0, *cell)?;
        let line = if car.is_upright { "column" } else { "row" };
        Some(format!(
            "Drag car {} along its {line}, or click one of its ends.",
            car.letter
        ))
    }

    fn describe(&self, mv: &CarMove) -> StepInfo {
        let car = Car::new(&self.0, mv.letter);
        let paths = car.map_or_else(Vec::new, |car| self.paths(car, *mv));
        let heading = car.map_or(Heading::Right, |car| car.heading(mv.distance > 0));
        let motions = paths.iter().filter_map(|path| self.0.motion(path.clone()));
        // The foremost cell comes first.
        let ends = paths.iter().rev().filter_map(|path| path.last().copied());
        StepInfo {
            text: format!(
                "Move car {} {} {}",
                mv.letter,
                mv.distance.unsigned_abs(),
                heading.name()
            ),
            board: RushHour::ID.into(),
            cells: ends.collect(),
            motions: motions.collect(),
            ..StepInfo::default()
        }
    }

    fn intents(&self, mv: &CarMove) -> Vec<Intent> {
        let path = Car::new(&self.0, mv.letter).and_then(|car| self.paths(car, *mv).pop());
        let ends = path.and_then(|path| Some((*path.first()?, *path.last()?)));
        let drag = ends.map(|(from, to)| Intent::Drag {
            from_board: RushHour::ID,
            from,
            to_board: RushHour::ID,
            to,
        });
        drag.into_iter().collect()
    }
}
