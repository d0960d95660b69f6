//! Small test games, played through the public interfaces.

mod editing;
mod fairness;
mod gaps;
mod hostile;
mod plays;
mod problems;
mod random;
mod rules;
mod solving;
mod viewports;

use super::PuzzleScript;
use crate::game::{Cell, Game as _, LevelRef, MoveError, Playthrough, TextError};

/// Objects of all these games.
const HEAD: &str = "OBJECTS

Background
black

Wall
gray

Player
white

Crate
orange

Gem
blue

Fire
red

Target
yellow

Mark
green

LEGEND

. = Background
# = Wall
P = Player
* = Crate
G = Gem
F = Fire
O = Target
M = Mark
@ = Crate and Target
Q = Player and Target
N = Player and Mark
Stack = Crate and Target
Solid = Crate or Gem
Bright = Gem or Fire
Either = Crate or Target

SOUNDS

COLLISIONLAYERS

Background
Target
Player, Wall, Crate, Gem, Fire
Mark
";

/// Signs of the boards, with the names of the objects there, background included.
const SIGNS: [(char, &str); 12] = [
    ('.', "background"),
    ('#', "background wall"),
    ('p', "background player"),
    ('*', "background crate"),
    ('g', "background gem"),
    ('f', "background fire"),
    ('o', "background target"),
    ('m', "background mark"),
    ('@', "background crate target"),
    ('q', "background player target"),
    ('n', "background mark player"),
    ('&', "background gem target"),
];

/// The text of a game; rows of a level are joined by `/`.
fn text(prelude: &str, rules: &str, win: &str, level: &str) -> String {
    let level = level.replace('/', "\n");
    format!("{prelude}\n{HEAD}\nRULES\n\n{rules}\n\nWINCONDITIONS\n\n{win}\n\nLEVELS\n\n{level}\n")
}

fn parse(text: &str) -> Result<LevelRef, TextError> {
    PuzzleScript.parse_text(text)
}

fn level(text: &str) -> LevelRef {
    parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The rows of a board, joined by `/`.
fn rows(play: &dyn Playthrough) -> String {
    let size = play.board().size;
    let sign = |cell: Cell| {
        let names = play.names(cell);
        let known = SIGNS.iter().find(|(_, known)| *known == names);
        known.map_or('?', |(sign, _)| *sign)
    };
    let row = |row| {
        (0..size.cols)
            .map(|col| sign(Cell::new(row, col)))
            .collect()
    };
    (0..size.rows).map(row).collect::<Vec<String>>().join("/")
}

/// Plays moves from the first level of a game.
fn play(text: &str, seed: Option<&str>, moves: &str) -> Result<Box<dyn Playthrough>, MoveError> {
    let mut play = level(text).playthrough(seed);
    for mv in play.moves(moves).expect("are words") {
        play.make(&mv)?;
    }
    Ok(play)
}

fn after(prelude: &str, rules: &str, before: &str, moves: &str) -> String {
    match play(&text(prelude, rules, "", before), None, moves) {
        Ok(end) => rows(&*end),
        Err(error) => error.to_string(),
    }
}
