//! Display of a state: its facts as a list, facts about places on a grid, and the legal moves as a list.

mod axis;
mod coordinates;
mod drawing;
mod links;
mod motion;
mod placement;
mod rigid;
#[cfg(test)]
mod tests;
mod vocabulary;

use std::collections::{BTreeMap, BTreeSet};

use axis::{GridAxis, MAX_REQUESTED_SIDE};
use coordinates::{Relations, detect_coords, relations, retain_on_grid, suggestions};
use drawing::GridPainter;
use placement::{FactLabel, FactTemplate, Placement};
use rustc_hash::FxHashMap;

use super::grid_settings::{GridFacts, GridSettings};
use super::summary::StateSummary;
use crate::game::{BoardInfo, Cell, CellStyle, Size, Tone};
pub(super) use rigid::RigidContext;
use vocabulary::Cues;
pub(super) use vocabulary::HEADING_WORDS;

pub(super) const GRID: &str = "grid";
pub(super) const FACTS: &str = "facts";
pub(super) static LISTS: [&str; 2] = [FACTS, MOVES];
pub(super) const MOVES: &str = "moves";
/// Longest side of a grid that nobody asked for: longer ones are rarely boards.
const MAX_SIDE: usize = 40;

/// Grid on which the facts of a game are drawn: where each is, and how its value looks. Row and column of a place are
/// words in the rules (`a`, `3`); in a [`Cell`] they are indices into the axes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GridLayout {
    /// Relations on the grid, by name and arity.
    relations: FxHashMap<(String, usize), Placement>,
    rows: GridAxis,
    columns: GridAxis,
    /// `None`: there is no grid, as no fact is on it or a side is too long.
    size: Option<Size>,
    /// Texts for the setting `board`, the most likely first.
    pub suggestions: Vec<String>,
    /// Fact templates by the value that they show in a cell.
    templates: BTreeMap<String, FactTemplate>,
    painter: GridPainter,
}

/// Value of a cell without facts.
pub(super) const EMPTY: &str = ".";

/// Name and arguments of a fact; `None` if it has no arguments or nested ones.
pub(super) fn split_fact(fact: &str) -> Option<(&str, Vec<&str>)> {
    let inner = fact.strip_prefix('(')?.strip_suffix(')')?;
    if inner.contains('(') {
        return None;
    }
    let mut words = inner.split(' ');
    Some((words.next()?, words.collect()))
}

impl GridLayout {
    /// Lays out `facts`, all that can hold in a state, and the static facts if they are given.
    pub fn new<'f>(
        facts: impl Iterator<Item = &'f str>,
        rigid: Option<&RigidContext<'_>>,
        settings: &GridSettings,
    ) -> Self {
        let facts: Vec<&str> = facts.collect();
        let relations = relations(facts.iter().copied());
        let mut layout = Self {
            suggestions: suggestions(&relations),
            ..Self::default()
        };
        // A configured size has rows and columns numbered from 1.
        let min_size = settings.size.unwrap_or(Size::new(0, 0));
        let numbers = 1..=min_size.rows.max(min_size.cols);
        let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
        let side = |length: usize| numbers.iter().take(length).map(String::as_str);
        let mut rows: BTreeSet<&str> = side(min_size.rows).collect();
        let mut columns: BTreeSet<&str> = side(min_size.cols).collect();
        for ((name, arity), constants) in &relations {
            let placement = match &settings.facts {
                GridFacts::None => None,
                GridFacts::Auto => detect_coords(constants, *arity),
                GridFacts::Listed(placements) => Placement::listed(placements, name, *arity),
            };
            if let Some(placement) = placement {
                rows.extend(&constants[placement.row]);
                columns.extend(&constants[placement.column]);
                let key = ((*name).to_owned(), *arity);
                layout.relations.insert(key, placement);
            }
        }
        if settings.facts == GridFacts::Auto {
            layout.add_similar(&relations, &rows, &columns);
        }
        facts.iter().for_each(|fact| layout.add_template(fact));
        layout.add_extra_values(settings);
        let cues = layout.cues(rigid);
        let mut tables = rigid.map_or_else(Vec::new, |rigid| {
            rigid.grid_relations(&layout, settings, cues)
        });
        // Static facts may enlarge the grid, unless their places look unlike its own.
        for table in &mut tables {
            retain_on_grid(&mut table.rows, table.placement, (&rows, &columns));
        }
        for table in &tables {
            let placement = table.placement;
            rows.extend(table.rows.iter().map(|fact| fact[placement.row].as_str()));
            columns.extend(
                table
                    .rows
                    .iter()
                    .map(|fact| fact[placement.column].as_str()),
            );
        }
        layout.rows = GridAxis::new(&rows, &settings.order, settings.flip_rows);
        layout.columns = GridAxis::new(&columns, &settings.order, settings.flip_columns);
        let max_side = match settings.facts {
            GridFacts::Auto => MAX_SIDE,
            _ => MAX_REQUESTED_SIDE,
        };
        let (height, width) = (layout.rows.words.len(), layout.columns.words.len());
        if height.min(width) > 0 && height.max(width) <= max_side {
            layout.size = Some(Size::new(height, width));
            layout.painter = GridPainter::new(&layout, &facts, &tables, &settings.styles, cues);
        }
        layout
    }

    fn cues(&self, rigid: Option<&RigidContext<'_>>) -> Cues {
        let symbols = rigid.map(|rigid| rigid.rules.symbols.iter());
        let words = symbols.into_iter().flatten().map(|(_, word)| word);
        let values: Vec<&str> = self.values().collect();
        Cues::new(words, &values)
    }

    /// Adds templates for values in the settings that no fact may have yet: a value that is a relation's name is a fact
    /// of that relation, any other a fact of the first relation with one value.
    fn add_extra_values(&mut self, settings: &GridSettings) {
        let mut grid: Vec<((String, usize), Placement)> =
            self.relations.clone().into_iter().collect();
        if let GridFacts::Listed(placements) = &settings.facts {
            grid.extend(placements.iter().map(|own| {
                let last = own.row.max(own.column).max(own.value.unwrap_or(0));
                ((own.name.clone(), last + 1), own.into())
            }));
        }
        // The map has no order, but the first one that fits must always be the same.
        grid.sort_by(|a, b| a.0.cmp(&b.0));
        let values = settings.values.iter();
        for part in values.flat_map(|(value, _)| value.split(", ")) {
            if part == EMPTY || self.templates.contains_key(part) {
                continue;
            }
            let is_named = |((name, arity), own): &&((String, usize), Placement)| {
                *arity == 2 && own.label == FactLabel::Name && name == part
            };
            let takes_value = |((_, arity), own): &&((String, usize), Placement)| {
                *arity == 3 && own.label != FactLabel::Name
            };
            let found = grid.iter().find(is_named);
            if let Some((key, placement)) = found.or_else(|| grid.iter().find(takes_value)) {
                let template = FactTemplate {
                    name: key.0.clone(),
                    args: vec![part.to_owned(); key.1],
                    placement: *placement,
                };
                self.relations.insert(key.clone(), *placement);
                self.templates.insert(part.to_owned(), template);
            }
        }
    }

    /// Places relations with too few rows or columns to be detected, if their arguments are like one's on the grid.
    fn add_similar(
        &mut self,
        relations: &Relations<'_>,
        rows: &BTreeSet<&str>,
        columns: &BTreeSet<&str>,
    ) {
        let known = self.relations.values().map(|own| (own.row, own.column));
        let known: BTreeSet<(usize, usize)> = known.collect();
        for ((name, arity), constants) in relations {
            let key = ((*name).to_owned(), *arity);
            let on_grid = |(row, column): &(usize, usize)| {
                let within = |at: usize, axis: &BTreeSet<&str>| {
                    constants.get(at).is_some_and(|own| own.is_subset(axis))
                };
                within(*row, rows) && within(*column, columns)
            };
            if !self.relations.contains_key(&key)
                && let Some((row, column)) = known.iter().copied().find(on_grid)
            {
                let label = FactLabel::of_arity(*arity);
                self.relations.insert(key, Placement { row, column, label });
            }
        }
    }

    fn add_template(&mut self, fact: &str) {
        let Some((name, args)) = split_fact(fact) else {
            return;
        };
        let Some(&placement) = self.relations.get(&(name.to_owned(), args.len())) else {
            return;
        };
        let value = placement.value(name, &args);
        // If two relations have the same value, the same one is always meant.
        let known = self.templates.get(&value);
        if known.is_none_or(|known| *known.name > *name) {
            let template = FactTemplate {
                name: name.to_owned(),
                args: args.into_iter().map(str::to_owned).collect(),
                placement,
            };
            self.templates.insert(value, template);
        }
    }

    /// Cell of a fact, and the value it shows there; `None` if it is not on the grid.
    fn locate(&self, fact: &str) -> Option<(Cell, String)> {
        let (name, args) = split_fact(fact)?;
        let placement = *self.relations.get(&(name.to_owned(), args.len()))?;
        let cell = self.cell_at(args[placement.row], args[placement.column])?;
        Some((cell, placement.value(name, &args)))
    }

    pub fn size(&self) -> Option<Size> {
        self.size
    }

    pub fn has_relation(&self, name: &str, arity: usize) -> bool {
        self.size.is_some() && self.relations.contains_key(&(name.to_owned(), arity))
    }

    /// All values that facts can have in a cell.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        self.templates.keys().map(String::as_str)
    }

    /// Facts that give a cell this value, whose parts are separated by commas; `None` if no facts do.
    pub fn facts(&self, cell: Cell, value: &str) -> Option<Vec<String>> {
        if value == EMPTY {
            return Some(Vec::new());
        }
        let row = self.rows.words.get(cell.row)?;
        let column = self.columns.words.get(cell.col)?;
        let parts = value.split(", ").map(|part| self.templates.get(part));
        parts
            .map(|template| Some(template?.fill(row, column)))
            .collect()
    }

    /// Cell at a row and column, given by their words.
    pub fn cell(&self, row: &str, column: &str) -> Option<Cell> {
        self.cell_at(row, column).filter(|_| self.size.is_some())
    }

    fn cell_at(&self, row: &str, column: &str) -> Option<Cell> {
        let row = *self.rows.index.get(row)?;
        Some(Cell::new(row, *self.columns.index.get(column)?))
    }

    /// The move that names row and column of a cell one after the other, if it is the only one.
    pub fn move_at<'m>(&self, moves: &'m [String], cell: Cell) -> Option<&'m String> {
        let mut matching = self.moves_at(moves, cell);
        let first = matching.next()?;
        matching.next().is_none().then_some(first)
    }

    /// Moves that name row and column of a cell one after the other.
    pub fn moves_at<'m>(
        &self,
        moves: &'m [String],
        cell: Cell,
    ) -> impl Iterator<Item = &'m String> {
        let names_cell = move |mv: &&String| {
            split_fact(mv).is_some_and(|(_, args)| {
                let mut pairs = args.windows(2);
                pairs.any(|pair| self.cell_at(pair[0], pair[1]) == Some(cell))
            })
        };
        moves.iter().filter(names_cell)
    }

    /// Appearance of a cell where these facts hold.
    pub fn draw(&self, facts: &[String], cell: Cell) -> CellStyle {
        let located = facts.iter().filter_map(|fact| self.locate(fact));
        let here = located.filter(|(at, _)| *at == cell);
        let values: Vec<String> = here.map(|(_, value)| value).collect();
        self.painter.draw(cell, &values)
    }

    /// Appearance of all cells where these facts hold, row by row.
    pub fn draw_all(&self, facts: &[String]) -> Vec<CellStyle> {
        let Some(size) = self.size else {
            return Vec::new();
        };
        let mut values: Vec<Vec<String>> = vec![Vec::new(); size.area()];
        for (cell, value) in facts.iter().filter_map(|fact| self.locate(fact)) {
            if let Some(list) = values.get_mut(cell.row * size.cols + cell.col) {
                list.push(value);
            }
        }
        let cells = size.cells().zip(&values);
        let styles = cells.map(|(cell, values)| self.painter.draw(cell, values));
        styles.collect()
    }

    /// Appearance of each value alone, and of an empty cell.
    pub fn samples(&self) -> Vec<CellStyle> {
        self.size.map_or_else(Vec::new, |_| self.painter.samples())
    }
}

/// Board that lists facts, with at least one row.
pub(super) fn facts_board(rows: usize) -> BoardInfo {
    list_board(FACTS, "Facts", rows)
}

fn list_board(id: &'static str, title: &'static str, rows: usize) -> BoardInfo {
    BoardInfo::new(id, title, Size::new(rows.max(1), 1))
}

/// Boards of a state with this many facts and legal moves: facts, grid if there is one, moves.
pub(super) fn boards(layout: &GridLayout, facts: usize, moves: usize) -> Vec<BoardInfo> {
    let mut boards = vec![facts_board(facts)];
    boards.extend(layout.size.map(|size| BoardInfo::new(GRID, "Grid", size)));
    boards.push(list_board(MOVES, "Moves", moves));
    boards
}

/// Cell of a list; `over` if the game is over, which turns the list grey.
pub(super) fn list_cell(text: Option<&str>, over: bool) -> CellStyle {
    match text {
        Some(text) => {
            let tone = if over { Tone::Wall } else { Tone::Empty };
            CellStyle::new(text.to_owned(), tone, text.to_owned())
        }
        None => CellStyle::new("", Tone::Hole, "nothing").glyph(""),
    }
}

/// Cell of the boards [`FACTS`] and [`MOVES`].
pub(super) fn draw_list(state: &StateSummary, board: &str, cell: Cell) -> CellStyle {
    let draw = |list: &[String]| {
        let text = list.get(cell.row).filter(|_| cell.col == 0);
        list_cell(text.map(String::as_str), state.terminal)
    };
    match board {
        MOVES => draw(&state.legal),
        FACTS => draw(&state.facts),
        _ => list_cell(None, false),
    }
}
