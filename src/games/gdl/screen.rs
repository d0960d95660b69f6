//! Recognition on a screen: reads the grid by the screen profile's rules; moves are made at the places they name.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use super::Gdl;
use super::board::{EMPTY, GRID, GridLayout};
use super::gallery::{self, CLUE};
use super::gdl_level::GdlLevel;
use super::grounding::GroundingError;
use super::intents::intent;
use super::model::Model;
use super::position::GdlPosition;
use super::syntax::{Clause, GdlProgram, GoalKind, Notation, Symbols, Term, TermKind, print};
use crate::game::typed::downcast_level;
use crate::game::{
    Game as _, LevelRef, Meta, Reading, ReadingError, ScreenBoard, Side, Size, TextError,
    with_properties,
};
use crate::search::Budget;

/// Time limit for the network of a profile's rules.
const NETWORK_TIME: Duration = Duration::from_secs(10);
/// Most other first states of which the moves are collected.
const MAX_VARIANTS: usize = 4;
/// Sides and clues by which [`with_start_facts`] leaves the level's clues as they are.
const SAME_CLUES: (&[Side], &[String]) = (&[], &[]);

fn model(level: &GdlLevel) -> Result<Arc<Model>, GroundingError> {
    let budget = Budget::default().with_time(NETWORK_TIME);
    level.network(level.settings().limits, &budget)
}

/// Grid of the level as far as a screen can show it; `None` without a network or a grid.
pub(super) fn board(level: &GdlLevel) -> Option<ScreenBoard> {
    let model = model(level).ok()?;
    let layout = level.layout(&model);
    let size = layout.size()?;
    let configured = &level.settings().board.values;
    let values = match configured.is_empty() {
        true => displayed_values(level, layout, size),
        false => configured.clone(),
    };
    let mut board = ScreenBoard {
        id: GRID.to_owned(),
        size: Some(size),
        values,
        further: gallery::further_numbers(level),
        blank: EMPTY.to_owned(),
        clues: level.settings().board.clues.clone(),
        rotations: level.settings().board.rotations.clone(),
        seams: level.settings().board.seams,
        ..ScreenBoard::default()
    };
    board.add(model.move_texts.iter().map(|mv| intent(layout, mv)));
    // The first state may rule out moves that another level offers.
    let variants = variants(level, layout, size, &board.values);
    let empty = with_start_facts(level, layout, &[], SAME_CLUES);
    for level in empty.into_iter().chain(variants) {
        if let Ok(model) = self::model(&level) {
            board.add(model.move_texts.iter().map(|mv| intent(layout, mv)));
        }
    }
    Some(board)
}

/// The level with other first states, in which the values fill the cells one after the other until each has occurred.
fn variants<'l>(
    level: &'l GdlLevel,
    layout: &'l GridLayout,
    size: Size,
    values: &[(String, String)],
) -> impl Iterator<Item = GdlLevel> + 'l {
    let tokens: Vec<String> = values.iter().map(|(token, _)| token.clone()).collect();
    let states = tokens.len().div_ceil(size.area().max(1)).min(MAX_VARIANTS);
    (0..states).filter_map(move |state| {
        let mut facts = Vec::new();
        for (number, cell) in size.cells().enumerate() {
            let token = tokens.get((state * size.area() + number) % tokens.len())?;
            facts.extend(layout.facts(cell, token).into_iter().flatten());
        }
        with_start_facts(level, layout, &facts, SAME_CLUES).ok()
    })
}

/// The level with these facts instead of the first state's on the board, and these clues instead of those on `sides`.
fn with_start_facts(
    level: &GdlLevel,
    layout: &GridLayout,
    facts: &[String],
    (sides, clues): (&[Side], &[String]),
) -> Result<GdlLevel, TextError> {
    let mut program = level.source().program.clone();
    without_facts(&mut program, layout, sides);
    let rules = with_facts(&program, facts, clues);
    GdlLevel::new(&rules, level.settings().clone(), Meta::default())
}

/// Values that cells can show by the facts of the rules, with names.
fn displayed_values(level: &GdlLevel, layout: &GridLayout, size: Size) -> Vec<(String, String)> {
    let facts = &GdlPosition::start(level.clone()).into_summary().facts;
    // Includes cells with several values.
    let displayed = size.cells().map(|cell| layout.draw(facts, cell).value);
    let mut values: BTreeSet<String> = displayed.map(|value| value.into_owned()).collect();
    values.extend(layout.values().map(str::to_owned));
    values.insert(EMPTY.to_owned());
    let name = |value: &String| match value == EMPTY {
        true => "nothing".to_owned(),
        false => value.clone(),
    };
    let named = values.into_iter().map(|value| (name(&value), value));
    named.map(|(name, value)| (value, name)).collect()
}

/// Level with the rules of the screen profile, beginning with the board that was read.
pub(super) fn level(game: &Gdl, reading: &Reading) -> Result<LevelRef, ReadingError> {
    let no_level = ReadingError::NoLevel;
    if reading.base.is_none() {
        let text = "the screen does not show the rules, so the profile must contain them (‘level’)";
        return Err(no_level(text.to_owned()));
    }
    let screen = reading.require(GRID)?;
    let base = with_properties(game.base_of(reading)?, reading)?;
    let size_mismatch = |own: Size| {
        let read = screen.size();
        format!("the rules have a {own} board, the screen shows {read}")
    };
    let own_size = gallery::board_size(base.as_ref());
    let base = gallery::resized(base, screen.size()).map_err(|error| {
        no_level(match own_size {
            Some(own) => format!("{}, and {error}", size_mismatch(own)),
            None => error.to_string(),
        })
    })?;
    let Some(base) = downcast_level::<GdlLevel>(base.as_ref()) else {
        return Err(no_level("its rules are not those of this game".to_owned()));
    };
    let model = model(base).map_err(|error| no_level(format!("its rules: {error}")))?;
    let layout = base.layout(&model);
    match layout.size() {
        Some(size) if size == screen.size() => {}
        Some(size) => return Err(no_level(size_mismatch(size))),
        None => {
            let text = "the rules have no board: no fact names a row and a column (the setting ‘board’ can name the facts to use)";
            return Err(no_level(text.to_owned()));
        }
    }
    let mut facts = Vec::new();
    for (cell, read) in screen.cells.iter() {
        let cell_facts = layout.facts(cell, &read.value);
        facts.extend(cell_facts.ok_or_else(|| screen.unknown_value(cell, &read.value))?);
    }
    let sides = &base.settings().board.clues;
    let clues = clues(sides, reading, screen.size())?;
    with_start_facts(base, layout, &facts, (sides, &clues))
        .map(|level| Arc::new(level.with_layout(layout.clone())) as LevelRef)
        .map_err(|error| no_level(error.to_string()))
}

/// Facts of the clue numbers that were read next to the board on these sides.
fn clues(sides: &[Side], reading: &Reading, size: Size) -> Result<Vec<String>, ReadingError> {
    let mut facts = Vec::new();
    for side in sides {
        let read = reading.require(side.id())?;
        let lines = match side.is_for_rows() {
            true => size.rows,
            false => size.cols,
        };
        let (lists, side) = (read.size().area(), side.id());
        if lists != lines {
            return Err(ReadingError::NoLevel(format!(
                "the number of lists at this side, {lists}, is not that of the board’s lines, {lines}: {side}"
            )));
        }
        for (line, (cell, numbers)) in (1..).zip(read.cells.iter()) {
            let words = numbers.value.split_whitespace();
            for (index, word) in (1..).zip(words.filter(|word| *word != EMPTY)) {
                let number: u32 = word.parse().map_err(|_| read.unknown_value(cell, word))?;
                facts.push(format!("({CLUE} {side} {line} {index} {number})"));
            }
        }
    }
    Ok(facts)
}

/// Relation in which the rules state the facts of the first state: `init`, or static facts from which `(<= (init
/// ?fact) (first ?fact))` derives them, so that rules can refer to the first board later.
fn start_relation(program: &GdlProgram) -> String {
    let mut clauses = program.clauses.iter();
    let via = clauses.find_map(|clause| derived_from(clause, &program.symbols));
    via.unwrap_or("init").to_owned()
}

/// Removes all facts of the first state that are on the grid, and the clue numbers on these sides.
fn without_facts(program: &mut GdlProgram, layout: &GridLayout, sides: &[Side]) {
    let relation = start_relation(program);
    let symbols = program.symbols.clone();
    let name = |term: &Term| {
        term.compound()
            .map(|(name, args)| (symbols.name(name), args.len()))
    };
    program.clauses.retain(|clause| {
        let Some((head, args)) = clause.head.compound() else {
            return true;
        };
        match (symbols.name(head), args) {
            (name_here, [fact]) if name_here == "init" || name_here == relation => {
                !name(fact).is_some_and(|(name, arity)| layout.has_relation(name, arity))
            }
            (CLUE, [side, _, _, _]) if clause.body.is_empty() => {
                let side = name(side).and_then(|(name, _)| Side::from_id(name));
                !side.is_some_and(|side| sides.contains(&side))
            }
            _ => true,
        }
    });
}

/// Rules in prefix form with these facts of the first state, stated in the rules' own relation, and these others.
fn with_facts(program: &GdlProgram, facts: &[String], others: &[String]) -> String {
    let relation = start_relation(program);
    let mut text = print::program(program, Notation::Kif);
    text.push_str("\n; As seen on the screen\n");
    for fact in facts {
        text.push_str(&format!("({relation} {fact})\n"));
    }
    for fact in others {
        text.push_str(&format!("{fact}\n"));
    }
    text
}

/// Relation from which a rule derives all facts of the first state, if it is such a rule.
fn derived_from<'s>(clause: &Clause, symbols: &'s Symbols) -> Option<&'s str> {
    let variable = |term: &Term| match term.kind {
        TermKind::Var(name) => Some(name),
        TermKind::Compound(..) => None,
    };
    let (init, [derived]) = clause.head.compound()? else {
        return None;
    };
    let [only] = clause.body.as_slice() else {
        return None;
    };
    let GoalKind::Atom(first) = &only.kind else {
        return None;
    };
    let (name, [source]) = first.compound()? else {
        return None;
    };
    let same = variable(derived).is_some() && variable(derived) == variable(source);
    (same && symbols.name(init) == "init").then(|| symbols.name(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{BoardReading, Cell, Intent};

    const SLIDING: &str = "; want: 100\n(role player)\n\
        (init (cell 1 1 a)) (init (cell 1 2 b)) (init (cell 1 3 gap)) (init (step 0))\n\
        (next_to 1 2) (next_to 2 3)\n\
        (<= (near ?x ?y) (next_to ?x ?y)) (<= (near ?x ?y) (next_to ?y ?x))\n\
        (<= (legal player (slide 1 ?c)) (true (cell 1 ?g gap)) (near ?c ?g))\n\
        (<= (legal player wait) (true (step ?n)))\n\
        (<= (next (cell 1 ?c gap)) (does player (slide 1 ?c)))\n\
        (<= (next (cell 1 ?g ?t)) (does player (slide 1 ?c)) (true (cell 1 ?c ?t)) (true (cell 1 ?g gap)))\n\
        (<= (next (cell 1 ?o ?t)) (does player (slide 1 ?c)) (true (cell 1 ?o ?t)) (distinct ?o ?c) (distinct ?t gap))\n\
        (<= (next (cell 1 ?o ?t)) (does player wait) (true (cell 1 ?o ?t)))\n\
        (<= (next (step 0)) (true (step 0)))\n\
        (<= (cell2 ?r) (true (cell ?r 1 gap)))\n\
        (<= terminal (true (cell 1 1 gap)))\n\
        (<= (goal player 100) (true (cell 1 1 gap)))";

    const PEGS: &str = "(role player)\n\
        (init (peg 1 1)) (init (peg 1 2)) (init (gap 1 3)) (init (gap 2 1)) (init (gap 2 3))\n\
        (<= (legal player (jump ?r ?a ?r ?b)) (true (peg ?r ?a)) (true (gap ?r ?b)))\n\
        (<= (next (gap ?r ?a)) (does player (jump ?r ?a ?r ?b)))\n\
        (<= (next (peg ?r ?b)) (does player (jump ?r ?a ?r ?b)))\n\
        (<= terminal (true (peg 1 3)))\n\
        (<= (goal player 100) (true (peg 1 3)))";

    fn reading(base: &str, rows: usize, values: &str) -> Reading {
        let values: Vec<&str> = values.split(' ').collect();
        let size = Size::new(rows, values.len() / rows);
        Reading {
            boards: vec![BoardReading::certain(GRID, size, &values).expect("fits")],
            base: Some(base.into()),
            ..Reading::default()
        }
    }

    /// A single row has no extent, so a second one is added.
    fn two_rows() -> String {
        SLIDING.replace("(init (step 0))", "(init (cell 2 1 wall)) (init (step 0))")
            + "\n(<= (next (cell 2 1 wall)) (true (cell 2 1 wall)))"
    }

    #[test]
    fn board_on_screen_replaces_the_first_one() {
        let rules = two_rows();
        let screen = reading(&rules, 2, "b gap a wall . .");
        let level = Gdl.level_from_reading(&screen).expect("is a level");
        let start = level.start();
        let value_at = |row, col| start.style(GRID, Cell::new(row, col)).value.into_owned();
        assert_eq!([0, 1, 2].map(|col| value_at(0, col)), ["b", "gap", "a"]);
        assert_eq!([value_at(1, 0), value_at(1, 1)], ["wall", EMPTY]);
        // Facts that are not on the board come from the rules.
        let fact = |row| start.style("facts", Cell::new(row, 0)).value;
        assert!((0..8).any(|row| fact(row) == "(step 0)"));
        assert!(!start.legal_moves(9).is_empty());
    }

    #[test]
    fn other_sizes_and_values_are_refused() {
        let rules = two_rows();
        let small = reading(&rules, 1, "b gap a");
        let bare = Reading {
            base: None,
            ..small.clone()
        };
        let strange = reading(&rules, 2, "b gap x . . .");
        for (reading, part) in [(small, "2×3"), (strange, "‘x’"), (bare, "rules")] {
            let error = Gdl.level_from_reading(&reading).expect_err("is refused");
            assert!(error.to_string().contains(part), "{error}");
        }
    }

    #[test]
    fn screen_clues_replace_those_of_the_rules() {
        let clues = "\n(clue left 1 1 9) (clue left 2 1 8) (clue top 1 1 7)\n\
            (<= (open ?n) (clue left ?line ?index ?n)) (<= (legal player wait) (open 3))";
        let rules = format!("; clues: left\n\n{PEGS}{clues}");
        let read = |lists: &[&str]| {
            let mut screen = reading(&rules, 2, "peg gap gap . . .");
            let margin = BoardReading::certain("left", Size::new(lists.len(), 1), lists);
            screen.boards.push(margin.expect("fits"));
            Gdl.level_from_reading(&screen)
        };
        let text = read(&["12 3", "."]).expect("is a level").to_text();
        for fact in ["left 1 1 12)", "left 1 2 3)", "top 1 1 7)"] {
            assert!(text.contains(&format!("(clue {fact}")), "{fact}: {text}");
        }
        for fact in ["(clue left 1 1 9)", "(clue left 2"] {
            assert!(!text.contains(fact), "{text}");
        }
        // An unreadable number, and a list too many.
        assert!(read(&["1 ?", "."]).is_err());
        assert!(read(&["1", ".", "."]).is_err());
        let bare = reading(&rules, 2, "peg gap gap . . .");
        assert!(Gdl.level_from_reading(&bare).is_err());
    }

    #[test]
    fn a_board_with_fewer_facts_keeps_its_size() {
        // The second row cannot be reached here.
        let screen = reading(PEGS, 2, "peg gap gap . . .");
        let level = Gdl.level_from_reading(&screen).expect("is a level");
        let boards = level.start().boards();
        let grid = boards.iter().find(|board| board.id == GRID);
        assert_eq!(grid.map(|board| board.size), Some(Size::new(2, 3)));
    }

    #[test]
    fn stated_values_are_known_without_facts() {
        let stated = two_rows().replace("; want: 100", "; want: 100\n; board-size: 2 4\n; board-values: a=first; b; c=third; gap; wall; .=no tile");
        let base = Gdl.parse_text(&stated).expect("is well formed");
        let board = base.screen_board().expect("has a board");
        assert_eq!(board.size, Some(Size::new(2, 4)));
        let third = ("c".to_owned(), "third".to_owned());
        assert!(board.values.contains(&third), "{:?}", board.values);
        let screen = reading(&stated, 2, "c gap a wall . . wall .");
        let level = Gdl.level_from_reading(&screen).expect("is a level");
        let value = level.start().style(GRID, Cell::new(0, 0)).value;
        assert_eq!(value, "c");
    }

    #[test]
    fn moves_are_made_at_named_cells() {
        let base = Gdl.parse_text(&two_rows()).expect("is well formed");
        let board = base.screen_board().expect("has a board");
        assert_eq!(board.size, Some(Size::new(2, 3)));
        assert_eq!(board.actions, ["slide"]);
        assert_eq!(board.controls, ["wait"]);
        assert!(!board.drags);
        let tokens: Vec<&str> = board.values.iter().map(|(token, _)| &**token).collect();
        assert_eq!(tokens, [".", "a", "b", "gap", "wall"]);
        let dragged = Gdl.parse_text(PEGS).expect("is well formed");
        let board = dragged.screen_board().expect("has a board");
        assert!(board.drags && board.actions.is_empty());
        let drag = Intent::Drag {
            from_board: GRID,
            from: Cell::new(0, 1),
            to_board: GRID,
            to: Cell::new(0, 2),
        };
        let mv = crate::game::Move::new("(jump 1 2 1 3)");
        assert_eq!(dragged.start().intents(&mv), [drag]);
    }
}
