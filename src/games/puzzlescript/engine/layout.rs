//! Assignment of boards (sets of cells) to objects and movements.

use std::ops::Range;

use super::super::compile::{CellChange, CompiledGame, MOVEMENTS, Mask};

/// The boards of a level, in this order: objects that can change, other objects, movements of each layer.
#[derive(Clone, Debug, Default)]
pub struct BoardLayout {
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
            [&change.clear, &change.set, &change.random]
                .into_iter()
                .for_each(|mask| changing.add(mask));
            change
                .go
                .iter()
                .for_each(|movement| moving.insert(movement / MOVEMENTS));
            change
                .random_layers
                .iter()
                .for_each(|layer| moving.insert(*layer));
        }
        game.player
            .mask
            .iter()
            .for_each(|object| moving.insert(objects[object].layer));
        let changes = |object: &usize| changing.has(*object) || moving.has(objects[*object].layer);
        let (mut order, fixed): (Vec<usize>, Vec<usize>) = (0..objects.len()).partition(changes);
        let changing = order.len();
        order.extend(fixed);
        let mut board_of = vec![0; objects.len()];
        for (board, object) in order.iter().enumerate() {
            board_of[*object] = board as u16;
        }
        let layers = game.names.layers.iter();
        let layers = layers
            .map(|layer| layer.iter().map(|object| board_of[object]).collect())
            .collect();
        let layer_of = order
            .iter()
            .map(|object| objects[*object].layer as u16)
            .collect();
        Self {
            board_of,
            changing,
            layer_of,
            layers,
        }
    }

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

/// All changes of all rules.
pub fn changes(game: &CompiledGame) -> impl Iterator<Item = &CellChange> {
    let rules = game.first.groups.iter().chain(&game.late.groups).flatten();
    rules
        .flat_map(|rule| &rule.rows)
        .flatten()
        .flatten()
        .filter_map(|cell| cell.change.as_ref())
}
