//! Boards drawn with pictures: shipped games and others, by the words they use.

use std::path::Path;

use planwright_art::word_of;

use super::level;
use crate::Gdl;
use crate::game::{
    Button, Cell, CellStyle, Game as _, Gesture, Heading, Level, LevelRef, Move, Position, Tone,
};

fn shipped(name: &str) -> LevelRef {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../levels/gdl");
    let text = std::fs::read_to_string(folder.join(name)).expect("is there");
    Gdl.parse_text(&text).expect("is well formed")
}

fn after(level: &dyn Level, moves: &[&str]) -> Box<dyn Position> {
    let mut position = level.start();
    for mv in moves {
        position.apply(&Move::new(mv)).expect("is legal");
    }
    position
}

fn look(position: &dyn Position, row: usize, column: usize) -> CellStyle {
    position.style("grid", Cell::new(row - 1, column - 1))
}

/// Sprites of a cell, the lower one first, `-` for none.
fn pictures(look: &CellStyle) -> String {
    let word = |sprite| word_of(sprite).unwrap_or("?");
    let art = look.art;
    let fixed = art.and_then(|art| art.fixed).map_or("-", word);
    let piece = art.and_then(|art| art.piece).map_or("-", word);
    format!("{fixed} {piece}")
}

#[test]
fn shipped_games_have_their_sprites() {
    for row in [
        "14-sokoban.gdl: 1 1 - keeper, 2 2 - crate, 2 3 bricks -, 3 4 goal -, 1 2 - -",
        "14-sokoban.gdl (go down) (go down): 3 1 - keeper, 1 1 - -",
        "14-sokoban.gdl (go down) (go down) (push right) (push right): 3 4 - crate-done, 3 3 - keeper",
        "07-peg-solitaire.kif: 2 4 hole peg, 1 4 hole -, 1 1 - -",
        "08-lights-out.kif (press 1 1): 1 1 lamp -, 2 2 lamp-lit -",
        "17-eight-tiles.kif: 1 2 - tile, 3 3 - -",
        "15-sudoku.kif: 1 1 - tile, 1 2 - -",
        "09-knights-tour.kif (go 2 3): 1 1 footprints -, 2 3 footprints knight",
        "10-queens.kif (put 1 1): 1 1 - queen, 1 2 square -",
        "12-maze.kif: 1 1 - keeper, 3 2 - key, 5 4 gate -, 5 5 door -",
        "03-hanoi-three.kif: 1 1 - disc, 1 2 - -",
    ] {
        let (game, cells) = row.split_once(": ").expect("has cells");
        let (name, moves) = game.split_once(' ').unwrap_or((game, ""));
        let moves: Vec<&str> = moves.split_inclusive(')').map(str::trim).collect();
        let position = after(shipped(name).as_ref(), &moves);
        for cell in cells.split(", ") {
            let words: Vec<&str> = cell.splitn(3, ' ').collect();
            let [line, column] = [0, 1].map(|at| words[at].parse().expect("is a number"));
            let look = look(position.as_ref(), line, column);
            assert_eq!(pictures(&look), words[2], "{row}: {cell}");
        }
    }
    let peg = shipped("07-peg-solitaire.kif").start();
    assert_eq!(look(peg.as_ref(), 1, 1).tone, Tone::Hole, "no cell");
    let tiles = shipped("17-eight-tiles.kif").start();
    let tile = look(tiles.as_ref(), 1, 2);
    assert!(tile.glyph == "3" && tile.art.is_some_and(|art| art.glyph));
}

/// A robot in a yard with a wall around, given by its corner cells and by a rule; no name is shared with other games.
const YARD: &str = "(role me)
    (init (unit 1 1 east)) (init (parcels 2 2))
    (num 1) (num 2) (num 3) (plus 0 1) (plus 1 2) (plus 2 3) (plus 3 4)
    (<= (edge 0) (num 1)) (<= (edge 4) (num 1))
    (<= (walls ?x ?y) (edge ?x) (num ?y)) (<= (walls ?x ?y) (num ?x) (edge ?y))
    (depot 3 3) (gravel 1 3)
    (<= (legal me ahead) (true (unit ?x ?y ?d)) (plus ?y ?z) (not (walls ?x ?z)))
    (<= (next (unit ?x ?z ?d)) (does me ahead) (true (unit ?x ?y ?d)) (plus ?y ?z))
    (<= (legal me aside) (true (unit ?x ?y ?d)) (plus ?x ?z) (not (walls ?z ?y)))
    (<= (next (unit ?z ?y ?d)) (does me aside) (true (unit ?x ?y ?d)) (plus ?x ?z))
    (<= (next (parcels ?x ?y)) (true (parcels ?x ?y)))
    (<= rough (true (unit ?x ?y ?d)) (gravel ?x ?y))
    (<= home (true (parcels ?x ?y)) (depot ?x ?y))
    (<= terminal home) (<= (goal me 100) home) (<= (goal me 0) (not home))\n";

#[test]
fn other_games_are_drawn_by_their_words() {
    let yard = |from: &str, to: &str| level(&YARD.replace(from, to)).start();
    let position = yard("unit", "robots");
    // The wall makes the board larger; a relation that orders numbers is not on it.
    let row = |row: usize| {
        let cell = |column| pictures(&look(position.as_ref(), row, column));
        (1..=5).map(cell).collect::<Vec<_>>().join("|")
    };
    assert_eq!(row(1), "- -|bricks -|bricks -|bricks -|- -");
    assert_eq!(row(3), "bricks -|- -|- crate|- -|bricks -");
    let robot = look(position.as_ref(), 2, 2);
    assert_eq!(pictures(&robot), "- robot");
    assert_eq!(robot.actor, Some(Heading::Right));
    let gravel = look(position.as_ref(), 2, 4);
    assert_eq!((&*gravel.glyph, gravel.art), ("gravel", None), "letters");
    // An unknown word is shown by letters.
    let unit = look(yard("x", "x").as_ref(), 2, 2);
    assert_eq!((&*unit.glyph, unit.art), ("east", None));
    let goal = look(yard("depot", "storage").as_ref(), 4, 4);
    assert_eq!((&*pictures(&goal), &*goal.name), ("goal -", "storage"));
    assert_eq!(goal.value, ".", "a screen reads what can change");
}

#[test]
fn settings_style_values() {
    let start_with = |styles: &str| level(&format!("; board-look: {styles}\n{YARD}")).start();
    let position =
        start_with("east=> 3 picture keeper, gravel= picture grass, parcels=P, .= picture slot");
    let keeper = look(position.as_ref(), 2, 2);
    assert_eq!((&*pictures(&keeper), &*keeper.glyph), ("- keeper", ">"));
    assert_eq!(keeper.tone, Tone::Palette(3));
    assert_eq!(pictures(&look(position.as_ref(), 2, 4)), "grass -");
    let parcels = look(position.as_ref(), 3, 3);
    assert_eq!((&*parcels.glyph, parcels.art), ("P", None), "letters");
    assert_eq!(pictures(&look(position.as_ref(), 3, 4)), "slot -");
    let broken = format!("; title: Yard\n; board-look: east= picture boat\n{YARD}");
    let error = Gdl.parse_text(&broken).expect_err("is broken");
    assert_eq!(error.line, 2);
    for part in ["‘boat’", "crate-done"] {
        assert!(error.message.contains(part), "{error}");
    }
}

#[test]
fn clicks_and_arrows_move_the_agent() {
    let level = shipped("14-sokoban.gdl");
    let click = |moves: &[&str], row: usize, column: usize| {
        after(level.as_ref(), moves).interpret(&Gesture::Click {
            board: "grid".to_owned(),
            cell: Cell::new(row - 1, column - 1),
            button: Button::Primary,
        })
    };
    assert_eq!(click(&["(go down)"], 3, 1), Some(Move::new("(go down)")));
    // A wall is behind the box to the right.
    assert_eq!(click(&["(go down)"], 2, 2), None);
    // The agent pushes; the crate is pushed.
    let mv = click(&["(go down)", "(go down)"], 3, 2);
    assert_eq!(mv, Some(Move::new("(push right)")));
}
