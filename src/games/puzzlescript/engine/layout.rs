//! Assignment of boards (sets of cells) to objects and movements.

use std::ops::Range;

use super::super::compile::{CellChange, CompiledGame, MOVEMENTS, Mask};

/// The boards of a level, in this order: objects that can change, other objects, movements of each layer.
#[derive(Clone, Debug, Default)]
pub struct BoardLayout {
    /// Board of each object.
    pub board_of: Vec<u16>,
    /// Number of boards that can change; they come first, and make up a state.
    pub changing: usize,
    /// Layer of each object board.
    pub layer_of: Vec<u16>,
    /// Boards of the objects of each layer.
    pub layers: Vec<Vec<u16>>,
}

impl BoardLayout {
    pub fn new(game: &CompiledGame) -> Self {
        let objects = &game.names.objects;
        let (mut changing, mut moving) = (Mask::default(), Mask::default());
        for change in changes(game) {
            for mask in [&change.clear, &change.set, &change.random] {
                changing.add(mask);
            }
            let layers = change.go.iter().map(|movement| movement / MOVEMENTS);
            let layers = layers.chain(change.random_layers.iter().copied());
            layers.for_each(|layer| moving.insert(layer));
        }
        for object in game.player.mask.iter() {
            moving.insert(objects[object].layer);
        }
        // A movement moves whatever is in its layer.
        let may_change =
            |object: &usize| changing.has(*object) || moving.has(objects[*object].layer);
        let (mut order, fixed): (Vec<usize>, Vec<usize>) = (0..objects.len()).partition(may_change);
        let changing = order.len();
        order.extend(fixed);
        let mut board_of = vec![0; objects.len()];
        for (board, object) in order.iter().enumerate() {
            board_of[*object] = board as u16;
        }
        let boards = |layer: &Mask| layer.iter().map(|object| board_of[object]).collect();
        let layer_of = order.iter().map(|object| objects[*object].layer as u16);
        Self {
            layers: game.names.layers.iter().map(boards).collect(),
            layer_of: layer_of.collect(),
            board_of,
            changing,
        }
    }

    /// Number of boards.
    pub fn count(&self) -> usize {
        self.movement(MOVEMENTS * self.layers.len())
    }

    /// Board of a movement, by its number in movement masks.
    pub fn movement(&self, number: usize) -> usize {
        self.board_of.len() + number
    }

    pub fn movements_of(&self, layer: usize) -> Range<usize> {
        self.movement(MOVEMENTS * layer)..self.movement(MOVEMENTS * (layer + 1))
    }

    pub fn objects(&self, mask: &Mask) -> impl Iterator<Item = u16> {
        mask.iter().map(|object| self.board_of[object])
    }

    pub fn movements(&self, mask: &Mask) -> impl Iterator<Item = u16> {
        mask.iter().map(|number| self.movement(number) as u16)
    }
}

/// Changes of all cells of all rules.
pub fn changes(game: &CompiledGame) -> impl Iterator<Item = &CellChange> {
    let rules = game.first.groups.iter().chain(&game.late.groups).flatten();
    let cells = rules.flat_map(|rule| &rule.rows).flatten().flatten();
    cells.filter_map(|cell| cell.change.as_ref())
}
