//! Display of a state: its facts as a list, facts about places on a grid, and the legal moves as a list.

mod axis;
mod coordinates;
mod drawing;
mod glides;
mod lasting;
mod links;
mod stated;
#[cfg(test)]
mod tests;
mod way;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::game::{BoardInfo, Cell, CellLook, Size, Tone};

use super::INFO;
use super::placing::{BoardSettings, Places};
use axis::{Axis, MOST_ASKED};
use coordinates::{Relations, found, keep, offers, relations};
use drawing::Drawn;
use lasting::Lasting;
pub(super) use lasting::Still;
use words::Clear;

pub(super) const GRID: &str = "grid";
pub(super) const FACTS: &str = "facts";
/// Ids of the boards that are lists.
pub(super) static LISTS: [&str; 2] = [FACTS, MOVES];
pub(super) const MOVES: &str = "moves";

const MOST: usize = 40;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Layout {
    /// For each relation on the grid, by name and arity: its arguments for row and column, and what is shown.
    places: FxHashMap<(String, usize), (usize, usize, Shows)>,
    rows: Axis,
    columns: Axis,
    size: Option<Size>,
    /// Suggested placings of facts on a grid.
    pub offers: Vec<String>,
    /// Fact templates by the value that they show in a cell.
    says: BTreeMap<String, Saying>,
    drawn: Drawn,
}

/// Part of a fact that is shown in its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shows {
    Name,
    One(usize),
    /// All arguments but row and column.
    Rest,
}

impl Shows {
    fn of(self, name: &str, args: &[&str], (row, column): (usize, usize)) -> String {
        match self {
            Self::Name => name.to_owned(),
            Self::One(value) => args[value].to_owned(),
            Self::Rest => {
                let rest = args.iter().enumerate();
                let rest = rest.filter(|(at, _)| *at != row && *at != column);
                rest.map(|(_, arg)| *arg).collect::<Vec<_>>().join(" ")
            }
        }
    }
}

/// Template of facts about places, with row and column left open.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Saying {
    name: String,
    args: Vec<String>,
    place: (usize, usize),
}

impl Saying {
    fn at(&self, row: &str, column: &str) -> String {
        let args = self.args.iter().enumerate().map(|(at, arg)| {
            if at == self.place.0 {
                row
            } else if at == self.place.1 {
                column
            } else {
                arg
            }
        });
        let args: Vec<&str> = args.collect();
        format!("({} {})", self.name, args.join(" "))
    }
}

/// Value of an empty cell.
pub(super) const NOTHING: &str = ".";

/// Name and arguments of a fact without nested terms.
pub(super) fn words(fact: &str) -> Option<(&str, Vec<&str>)> {
    let inner = fact.strip_prefix('(')?.strip_suffix(')')?;
    if inner.contains('(') {
        return None;
    }
    let mut words = inner.split(' ');
    Some((words.next()?, words.collect()))
}

impl Layout {
    /// Lays out all facts that can hold, and the static facts if they are given.
    pub fn new<'f>(
        facts: impl Iterator<Item = &'f str>,
        still: Option<&Still<'_>>,
        settings: &BoardSettings,
    ) -> Self {
        let facts: Vec<&str> = facts.collect();
        let relations = relations(facts.iter().copied());
        let mut layout = Self {
            offers: offers(&relations),
            ..Self::default()
        };
        let stated = settings.size.unwrap_or(Size::new(0, 0));
        let numbers: Vec<String> = (1..=stated.rows.max(stated.cols))
            .map(|number| number.to_string())
            .collect();
        let side = |length: usize| numbers.iter().take(length).map(String::as_str);
        let mut rows: BTreeSet<&str> = side(stated.rows).collect();
        let mut columns: BTreeSet<&str> = side(stated.cols).collect();
        for ((name, arity), constants) in &relations {
            let place = match &settings.places {
                Places::None => None,
                Places::Auto => found(constants).map(|(row, column)| {
                    let shows = if *arity > 2 { Shows::Rest } else { Shows::Name };
                    (row, column, shows)
                }),
                Places::Of(placings) => placings
                    .iter()
                    .find(|placing| placing.name == *name && placing.fits(*arity))
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
        if settings.places == Places::Auto {
            layout.add_alike(&relations, &rows, &columns);
        }
        facts.iter().for_each(|fact| layout.add_saying(fact));
        layout.add_stated(settings);
        let clear = layout.clear(still);
        let mut lasting =
            still.map_or_else(Vec::new, |still| still.on_grid(&layout, settings, clear));
        for Lasting {
            place, rows: all, ..
        } in &mut lasting
        {
            keep(all, *place, (&rows, &columns));
        }
        for Lasting {
            place, rows: all, ..
        } in &lasting
        {
            rows.extend(all.iter().map(|row| row[place.0].as_str()));
            columns.extend(all.iter().map(|row| row[place.1].as_str()));
        }
        layout.rows = Axis::of(&rows, &settings.order, settings.flip_rows);
        layout.columns = Axis::of(&columns, &settings.order, settings.flip_columns);
        let most = match settings.places {
            Places::Auto => MOST,
            _ => MOST_ASKED,
        };
        let sides = (layout.rows.words.len(), layout.columns.words.len());
        if sides.0.min(sides.1) > 0 && sides.0.max(sides.1) <= most {
            layout.size = Some(Size::new(sides.0, sides.1));
            layout.drawn = Drawn::new(&layout, &facts, &lasting, &settings.looks, clear);
        }
        layout
    }

    fn clear(&self, still: Option<&Still<'_>>) -> Clear {
        let symbols = still.map(|still| still.rules.symbols.iter());
        let words = symbols.into_iter().flatten().map(|(_, word)| word);
        let values: Vec<&str> = self.sayings().collect();
        Clear::of(words, &values)
    }

    /// Places relations with too few rows or columns to be detected, if they have the same arguments as one on the
    /// grid.
    fn add_alike(
        &mut self,
        relations: &Relations<'_>,
        rows: &BTreeSet<&str>,
        columns: &BTreeSet<&str>,
    ) {
        let written: BTreeSet<(usize, usize)> = self
            .places
            .values()
            .map(|(row, column, _)| (*row, *column))
            .collect();
        for ((name, arity), constants) in relations {
            let key = ((*name).to_owned(), *arity);
            let on_grid = |(row, column): &&(usize, usize)| {
                let within = |at: usize, axis: &BTreeSet<&str>| {
                    constants.get(at).is_some_and(|own| own.is_subset(axis))
                };
                within(*row, rows) && within(*column, columns)
            };
            if !self.places.contains_key(&key)
                && let Some((row, column)) = written.iter().find(on_grid)
            {
                let shows = if *arity > 2 { Shows::Rest } else { Shows::Name };
                self.places.insert(key, (*row, *column, shows));
            }
        }
    }

    fn add_saying(&mut self, fact: &str) {
        let Some((name, args)) = words(fact) else {
            return;
        };
        let Some(&(row, column, shows)) = self.places.get(&(name.to_owned(), args.len())) else {
            return;
        };
        let says = shows.of(name, &args, (row, column));
        // If two relations have the same value, the same one is always meant.
        if self.says.get(&says).is_none_or(|known| *known.name > *name) {
            let saying = Saying {
                name: name.to_owned(),
                args: args.into_iter().map(str::to_owned).collect(),
                place: (row, column),
            };
            self.says.insert(says, saying);
        }
    }

    fn place(&self, fact: &str) -> Option<(Cell, String)> {
        let (name, args) = words(fact)?;
        let (row, column, shows) = *self.places.get(&(name.to_owned(), args.len()))?;
        let cell = Cell::new(
            *self.rows.index.get(args[row])?,
            *self.columns.index.get(args[column])?,
        );
        Some((cell, shows.of(name, &args, (row, column))))
    }

    /// Rows × columns of the grid; `None` if there is none.
    pub fn size(&self) -> Option<Size> {
        self.size
    }

    /// Returns whether facts of this name and arity are on the grid.
    pub fn has(&self, name: &str, args: usize) -> bool {
        self.size.is_some() && self.places.contains_key(&(name.to_owned(), args))
    }

    /// All values that facts can have in a cell.
    pub fn sayings(&self) -> impl Iterator<Item = &str> {
        self.says.keys().map(String::as_str)
    }

    /// Facts that give a cell this value; `None` if none do.
    pub fn facts(&self, cell: Cell, value: &str) -> Option<Vec<String>> {
        if value == NOTHING {
            return Some(Vec::new());
        }
        let row = self.rows.words.get(cell.row)?;
        let column = self.columns.words.get(cell.col)?;
        let parts = value.split(", ").map(|part| self.says.get(part));
        parts.map(|saying| Some(saying?.at(row, column))).collect()
    }

    /// Cell at a row and column, given by their words.
    pub fn cell(&self, row: &str, column: &str) -> Option<Cell> {
        self.size?;
        let row = *self.rows.index.get(row)?;
        Some(Cell::new(row, *self.columns.index.get(column)?))
    }

    /// The move that names row and column of a cell one after the other, if it is the only one.
    pub fn move_at<'m>(&self, moves: &'m [String], cell: Cell) -> Option<&'m String> {
        let mut here = self.moves_at(moves, cell);
        let first = here.next()?;
        here.next().is_none().then_some(first)
    }

    /// Moves that name row and column of a cell one after the other.
    pub fn moves_at<'m>(
        &self,
        moves: &'m [String],
        cell: Cell,
    ) -> impl Iterator<Item = &'m String> {
        let about = move |mv: &&String| {
            words(mv).is_some_and(|(_, args)| {
                args.windows(2).any(|pair| {
                    self.rows.index.get(pair[0]) == Some(&cell.row)
                        && self.columns.index.get(pair[1]) == Some(&cell.col)
                })
            })
        };
        moves.iter().filter(about)
    }

    /// Appearance of a cell where these facts hold.
    pub fn look(&self, facts: &[String], cell: Cell) -> CellLook {
        let here = facts.iter().filter_map(|fact| self.place(fact));
        let says = here.filter(|(at, _)| *at == cell).map(|(_, says)| says);
        self.drawn.look(cell, &says.collect::<Vec<_>>())
    }

    /// Appearance of all cells where these facts hold, row by row.
    pub fn looks(&self, facts: &[String]) -> Vec<CellLook> {
        let Some(size) = self.size else {
            return Vec::new();
        };
        let mut says: Vec<Vec<String>> = vec![Vec::new(); size.area()];
        for (cell, saying) in facts.iter().filter_map(|fact| self.place(fact)) {
            if let Some(here) = says.get_mut(cell.row * size.cols + cell.col) {
                here.push(saying);
            }
        }
        let cells = size.cells().zip(&says);
        cells
            .map(|(cell, says)| self.drawn.look(cell, says))
            .collect()
    }

    /// Appearance of each value alone, and of an empty cell.
    pub fn samples(&self) -> Vec<CellLook> {
        match self.size {
            Some(_) => self.drawn.samples(),
            None => Vec::new(),
        }
    }
}

pub(super) fn list(rows: usize) -> BoardInfo {
    column(INFO.level_board, "Facts", rows)
}

fn column(id: &'static str, title: &'static str, rows: usize) -> BoardInfo {
    BoardInfo::new(id, title, Size::new(rows.max(1), 1))
}

pub(super) fn boards(layout: &Layout, facts: usize, moves: usize) -> Vec<BoardInfo> {
    let grid = layout.size.map(|size| BoardInfo::new(GRID, "Grid", size));
    [Some(list(facts)), grid, Some(column(MOVES, "Moves", moves))]
        .into_iter()
        .flatten()
        .collect()
}

pub(super) fn line(text: Option<&str>, over: bool) -> CellLook {
    match text {
        Some(text) => {
            let tone = if over { Tone::Wall } else { Tone::Empty };
            CellLook::new(text.to_owned(), tone, text.to_owned())
        }
        None => CellLook::new("", Tone::Hole, "nothing").glyph(""),
    }
}

pub(super) fn look(
    (facts, moves, over): (&[String], &[String], bool),
    board: &str,
    cell: Cell,
) -> CellLook {
    let of = |list: &[String]| {
        let text = list.get(cell.row).filter(|_| cell.col == 0);
        line(text.map(String::as_str), over)
    };
    match board {
        MOVES => of(moves),
        _ if board == INFO.level_board => of(facts),
        _ => line(None, false),
    }
}
