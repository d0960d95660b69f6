//! How a state is shown: its facts as a list, facts about places on a grid, and the legal moves as a
//! list to click on.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::game::{BoardInfo, Cell, CellLook, Size, Tone};

use super::INFO;
use super::placing::{BoardSettings, Look, Places, Placing};

/// Id of the grid.
pub(super) const GRID: &str = "grid";
/// Id of the list of facts.
pub(super) const FACTS: &str = "facts";
/// The boards that are lists.
pub(super) static LISTS: [&str; 2] = [FACTS, MOVES];
/// Id of the list of moves.
pub(super) const MOVES: &str = "moves";

/// Longest side of a grid that is found, and of one that was asked for.
const MOST: usize = 40;
const MOST_ASKED: usize = 200;

/// Ways to lay facts on a grid that are offered at most.
const MOST_OFFERED: usize = 40;

/// Facts on a grid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Layout {
    /// What is laid on it, by relation and number of arguments.
    places: FxHashMap<(String, usize), (usize, usize, Shows)>,
    rows: Axis,
    columns: Axis,
    size: Option<Size>,
    looks: FxHashMap<String, Look>,
    /// Other ways to lay facts on a grid.
    pub offers: Vec<String>,
}

/// What of a fact is shown in its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shows {
    /// The relation.
    Name,
    /// An argument.
    One(usize),
    /// All arguments but row and column.
    Rest,
}

/// The constants along a side of the grid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Axis {
    index: FxHashMap<String, usize>,
    length: usize,
}

impl Axis {
    /// Numbers lie where they belong, gaps included; other constants beside each other in order.
    fn of(constants: &BTreeSet<&str>, order: &[String], flip: bool) -> Self {
        let numbers: Option<Vec<u32>> = constants.iter().map(|word| word.parse().ok()).collect();
        let ordered = constants
            .iter()
            .any(|word| order.iter().any(|first| first == word));
        let mut index: FxHashMap<String, usize> = FxHashMap::default();
        let length = match numbers {
            Some(numbers) if !ordered && !numbers.is_empty() => {
                let low = numbers.iter().copied().min().unwrap_or(0);
                for (word, number) in constants.iter().zip(&numbers) {
                    index.insert((*word).to_owned(), (number - low) as usize);
                }
                numbers.iter().copied().max().map_or(0, |high| high - low) as usize + 1
            }
            _ => {
                let place = |word: &str| order.iter().position(|first| first == word);
                let mut words: Vec<&str> = constants.iter().copied().collect();
                words.sort_by_cached_key(|word| {
                    (place(word).unwrap_or(usize::MAX), natural(word), *word)
                });
                for (at, word) in words.iter().enumerate() {
                    index.insert((*word).to_owned(), at);
                }
                words.len()
            }
        };
        if flip {
            index.values_mut().for_each(|at| *at = length - 1 - *at);
        }
        Self { index, length }
    }
}

/// A key by which `x2` comes before `x10`.
fn natural(word: &str) -> (&str, u64) {
    let digits = word.len() - word.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (begin, number) = word.split_at(word.len() - digits);
    (begin, number.parse().unwrap_or(0))
}

/// Name and arguments of a fact without inner parentheses.
fn words(fact: &str) -> Option<(&str, Vec<&str>)> {
    let inner = fact.strip_prefix('(')?.strip_suffix(')')?;
    if inner.contains('(') {
        return None;
    }
    let mut words = inner.split(' ');
    Some((words.next()?, words.collect()))
}

/// How much constants look like coordinates: numbers, letters, or names with numbers behind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Number,
    Letter,
    Named,
}

fn kind(constants: &BTreeSet<&str>) -> Option<Kind> {
    let numbers = || constants.iter().map(|word| word.parse::<u32>().ok());
    if constants.len() < 2 {
        None
    } else if numbers().all(|number| number.is_some_and(|number| number <= 1000)) {
        Some(Kind::Number)
    } else if constants.iter().all(|word| {
        let mut letters = word.chars();
        letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none()
    }) {
        Some(Kind::Letter)
    } else {
        let begin = natural(constants.first()?).0;
        let named = |word: &&str| {
            let (own, _) = natural(word);
            own == begin && own.len() < word.len()
        };
        constants.iter().all(named).then_some(Kind::Named)
    }
}

/// Facts by relation and number of arguments, and the constants at each argument.
type Relations<'f> = BTreeMap<(&'f str, usize), Vec<BTreeSet<&'f str>>>;

fn relations<'f>(facts: impl Iterator<Item = &'f str>) -> Relations<'f> {
    let mut relations = Relations::new();
    for (name, args) in facts.filter_map(words) {
        let constants = relations
            .entry((name, args.len()))
            .or_insert_with(|| vec![BTreeSet::new(); args.len()]);
        for (constants, arg) in constants.iter_mut().zip(args) {
            constants.insert(arg);
        }
    }
    relations
}

/// The arguments of a relation that look like row and column.
fn found(constants: &[BTreeSet<&str>]) -> Option<(usize, usize)> {
    let kinds: Vec<Option<Kind>> = constants.iter().map(kind).collect();
    let of = |most: Kind| {
        let mut axes = (0..kinds.len()).filter(|at| kinds[*at].is_some_and(|kind| kind <= most));
        Some((axes.next()?, axes.next()?))
    };
    // Two numbers are coordinates; all else only if something is said of the place.
    of(Kind::Number)
        .or_else(|| of(Kind::Letter).filter(|(a, b)| kinds[*a] != kinds[*b] || kinds.len() > 2))
        .or_else(|| of(Kind::Named).filter(|_| kinds.len() > 2))
}

impl Layout {
    /// The grid for all facts that can hold.
    pub fn new<'f>(facts: impl Iterator<Item = &'f str>, settings: &BoardSettings) -> Self {
        let relations = relations(facts);
        let mut layout = Self {
            offers: offers(&relations),
            ..Self::default()
        };
        let (mut rows, mut columns) = (BTreeSet::new(), BTreeSet::new());
        for ((name, arity), constants) in &relations {
            let place = match &settings.places {
                Places::None => None,
                Places::Auto => found(constants).map(|(row, column)| {
                    let shows = if *arity > 2 { Shows::Rest } else { Shows::Name };
                    (row, column, shows)
                }),
                Places::Of(placings) => placings
                    .iter()
                    .find(|placing| {
                        let last = placing.row.max(placing.column);
                        let last = last.max(placing.value.unwrap_or(0));
                        placing.name == *name && last < *arity
                    })
                    .map(|placing| {
                        let shows = placing.value.map_or(Shows::Name, Shows::One);
                        (placing.row, placing.column, shows)
                    }),
            };
            if let Some(place) = place {
                rows.extend(&constants[place.0]);
                columns.extend(&constants[place.1]);
                layout.places.insert(((*name).to_owned(), *arity), place);
            }
        }
        layout.rows = Axis::of(&rows, &settings.order, settings.flip_rows);
        layout.columns = Axis::of(&columns, &settings.order, settings.flip_columns);
        let most = match settings.places {
            Places::Auto => MOST,
            _ => MOST_ASKED,
        };
        let sides = (layout.rows.length, layout.columns.length);
        if sides.0.min(sides.1) > 0 && sides.0.max(sides.1) <= most {
            layout.size = Some(Size::new(sides.0, sides.1));
        }
        let looks = settings.looks.iter();
        layout.looks = looks
            .map(|look| (look.value.clone(), look.clone()))
            .collect();
        layout
    }

    /// The cell a fact is about and what it says there.
    fn place(&self, fact: &str) -> Option<(Cell, String)> {
        let (name, args) = words(fact)?;
        let (row, column, shows) = *self.places.get(&(name.to_owned(), args.len()))?;
        let cell = Cell::new(
            *self.rows.index.get(args[row])?,
            *self.columns.index.get(args[column])?,
        );
        let says = match shows {
            Shows::Name => name.to_owned(),
            Shows::One(value) => args[value].to_owned(),
            Shows::Rest => {
                let rest = args.iter().enumerate();
                let rest = rest.filter(|(at, _)| *at != row && *at != column);
                rest.map(|(_, arg)| *arg).collect::<Vec<_>>().join(" ")
            }
        };
        Some((cell, says))
    }

    /// The only one of the moves that names row and column of a cell one after the other.
    pub fn move_at<'m>(&self, moves: &'m [String], cell: Cell) -> Option<&'m String> {
        let about = |mv: &&String| {
            words(mv).is_some_and(|(_, args)| {
                args.windows(2).any(|pair| {
                    self.rows.index.get(pair[0]) == Some(&cell.row)
                        && self.columns.index.get(pair[1]) == Some(&cell.col)
                })
            })
        };
        let mut here = moves.iter().filter(about);
        let first = here.next()?;
        here.next().is_none().then_some(first)
    }

    /// How a cell of the grid looks where these facts hold.
    fn look(&self, facts: &[String], cell: Cell) -> CellLook {
        let here = facts.iter().filter_map(|fact| self.place(fact));
        let says: Vec<String> = here
            .filter(|(at, _)| *at == cell)
            .map(|(_, says)| says)
            .collect();
        if says.is_empty() {
            return CellLook::new(".", Tone::Empty, "nothing").glyph("");
        }
        let text = says.join(", ");
        let chosen = says.iter().find_map(|word| self.looks.get(word));
        let glyphs: Vec<&str> = says
            .iter()
            .map(|word| {
                self.looks
                    .get(word)
                    .map_or(word.as_str(), |look| &look.glyph)
            })
            .filter(|glyph| !glyph.is_empty())
            .collect();
        let tone = match chosen {
            Some(look) => look.colour.map_or(Tone::Empty, Tone::Palette),
            // The same word has the same colour; the glyph tells words apart as well.
            None => {
                let mix = |sum: u8, byte: u8| sum.wrapping_mul(31).wrapping_add(byte);
                Tone::Palette(text.bytes().fold(7u8, mix))
            }
        };
        let glyph = glyphs.join(", ");
        CellLook::new(text.clone(), tone, text).glyph(glyph)
    }
}

/// Ways to lay facts on a grid, those that look most like coordinates first.
fn offers(relations: &Relations<'_>) -> Vec<String> {
    let mut offers: Vec<(Vec<Option<Kind>>, Placing)> = Vec::new();
    for ((name, arity), constants) in relations {
        let fits = |at: &usize| (2..=MOST).contains(&constants[*at].len());
        for row in (0..*arity).filter(fits) {
            for column in (0..*arity).filter(fits).filter(|column| *column != row) {
                let value = (0..*arity).find(|at| *at != row && *at != column);
                let mut kinds = vec![kind(&constants[row]), kind(&constants[column])];
                // What looks like nothing comes last.
                kinds.sort_by_key(|kind| (kind.is_none(), *kind));
                let placing = Placing {
                    name: (*name).to_owned(),
                    row,
                    column,
                    value,
                };
                offers.push((kinds, placing));
            }
        }
    }
    offers.sort_by_key(|(kinds, _)| {
        let none = kinds.iter().filter(|kind| kind.is_none()).count();
        (none, kinds.clone())
    });
    let texts = offers.iter().map(|(_, placing)| placing.to_string());
    texts.take(MOST_OFFERED).collect()
}

/// The list of facts as a board of one column.
pub(super) fn list(rows: usize) -> BoardInfo {
    column(INFO.level_board, "Facts", rows)
}

fn column(id: &'static str, title: &'static str, rows: usize) -> BoardInfo {
    BoardInfo {
        id,
        title,
        size: Size::new(rows.max(1), 1),
    }
}

/// All boards of a state.
pub(super) fn boards(layout: &Layout, facts: usize, moves: usize) -> Vec<BoardInfo> {
    let grid = layout.size.map(|size| BoardInfo {
        id: GRID,
        title: "Grid",
        size,
    });
    [Some(list(facts)), grid, Some(column(MOVES, "Moves", moves))]
        .into_iter()
        .flatten()
        .collect()
}

/// How a fact or move in a list looks.
pub(super) fn line(text: Option<&str>, over: bool) -> CellLook {
    match text {
        Some(text) => {
            let tone = if over { Tone::Wall } else { Tone::Empty };
            CellLook::new(text.to_owned(), tone, text.to_owned())
        }
        None => CellLook::new("", Tone::Hole, "nothing").glyph(""),
    }
}

/// How a cell of any board looks.
pub(super) fn look(
    layout: &Layout,
    (facts, moves, over): (&[String], &[String], bool),
    board: &str,
    cell: Cell,
) -> CellLook {
    let of = |list: &[String]| {
        let text = list.get(cell.row).filter(|_| cell.col == 0);
        line(text.map(String::as_str), over)
    };
    match board {
        GRID if layout
            .size
            .is_some_and(|size| cell.row < size.rows && cell.col < size.cols) =>
        {
            layout.look(facts, cell)
        }
        MOVES => of(moves),
        _ if board == INFO.level_board => of(facts),
        _ => line(None, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_about_places_lie_on_a_grid() {
        let facts = [
            "(cell 1 1 8)",
            "(cell 1 2 b)",
            "(cell 2 1 3)",
            "(cell 2 2 8)",
            "(step 4)",
            "done",
        ];
        let layout = Layout::new(facts.iter().copied(), &BoardSettings::default());
        assert_eq!(layout.size, Some(Size::new(2, 2)));
        let held: Vec<String> = ["(cell 1 2 b)", "(step 4)", "done"]
            .map(str::to_owned)
            .into();
        let state = (held.as_slice(), [].as_slice(), false);
        assert_eq!(look(&layout, state, GRID, Cell::new(0, 1)).value, "b");
        assert_eq!(look(&layout, state, GRID, Cell::new(1, 1)).name, "nothing");
        assert_eq!(
            look(&layout, state, INFO.level_board, Cell::new(1, 0)).value,
            "(step 4)"
        );
        let none = ["(on 1 left)", "(step 3)"].into_iter();
        let none = Layout::new(none, &BoardSettings::default());
        assert_eq!(boards(&none, 2, 0).len(), 2);
    }

    /// The grid as rows of glyphs, and the same settings with one more thing said.
    fn drawn(facts: &[&str], settings: &BoardSettings) -> Vec<Vec<String>> {
        let layout = Layout::new(facts.iter().copied(), settings);
        let held: Vec<String> = facts.iter().map(|fact| (*fact).to_owned()).collect();
        let size = layout.size.unwrap_or(Size::new(0, 0));
        let glyph = |row, col| layout.look(&held, Cell::new(row, col)).glyph.into_owned();
        (0..size.rows)
            .map(|row| (0..size.cols).map(|col| glyph(row, col)).collect())
            .collect()
    }

    #[test]
    fn the_board_is_as_the_settings_say() {
        let facts = ["(cell a 1 x)", "(cell b 2 o)", "(cell b 10 x)", "(at x 3)"];
        let mut settings = BoardSettings::default();
        assert_eq!(drawn(&facts, &settings).len(), 2, "letters and numbers");
        settings.places = Places::parse("cell row 2 column 1 value 3").expect("is right");
        settings.order = vec!["10".into(), "1".into()];
        settings.set_looks("x=X 3").expect("is right");
        let board = [["", "X"], ["X", ""], ["", "o"]];
        assert_eq!(drawn(&facts, &settings), board);
        settings.flip_rows = true;
        settings.flip_columns = true;
        let board = [["o", ""], ["", "X"], ["X", ""]];
        assert_eq!(drawn(&facts, &settings), board);
        settings.places = Places::None;
        assert!(drawn(&facts, &settings).is_empty());
        let other = Places::parse("gone row 1 column 2").expect("is right");
        settings.places = other;
        assert!(drawn(&facts, &settings).is_empty());
        let offers = Layout::new(facts.iter().copied(), &settings).offers;
        assert_eq!(offers[0], "cell row 1 column 2 value 3", "{offers:?}");
    }

    #[test]
    fn a_click_is_the_only_move_about_its_cell() {
        let facts = ["(lit 1 1)", "(lit 1 2)", "(lit 2 1)", "(lit 2 2)"];
        let layout = Layout::new(facts.into_iter(), &BoardSettings::default());
        let moves = ["(press 1 2)", "(press 2 1)", "(swap 2 2)", "(drop 2 2)"].map(str::to_owned);
        assert_eq!(layout.move_at(&moves, Cell::new(0, 1)), Some(&moves[0]));
        assert_eq!(layout.move_at(&moves, Cell::new(1, 1)), None, "two");
        assert_eq!(layout.move_at(&moves, Cell::new(0, 0)), None, "none");
    }
}
