//! Which board, that is set of cells, stands for which object or movement.

use std::ops::Range;

use super::super::compile::{Change, Game, MOVEMENTS, Mask};

/// The boards of a level: those of objects that can come, go or move, those of the other objects, and those of the
/// movements of each layer.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// The board of each object.
    pub board_of: Vec<u16>,
    /// How many boards can be different later; they come first, and are what a state of play is.
    pub changing: usize,
    /// The layer of each board of an object.
    pub layer_of: Vec<u16>,
    /// The boards of the objects of each layer.
    pub layers: Vec<Vec<u16>>,
}

impl Layout {
    /// The boards of a game.
    pub fn new(game: &Game) -> Self {
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

    /// How many boards there are.
    pub fn count(&self) -> usize {
        self.movement(MOVEMENTS * self.layers.len())
    }

    /// The board of a movement, by its number in masks of movements.
    pub fn movement(&self, number: usize) -> usize {
        self.board_of.len() + number
    }

    /// The boards of the movements of a layer.
    pub fn movements_of(&self, layer: usize) -> Range<usize> {
        self.movement(MOVEMENTS * layer)..self.movement(MOVEMENTS * (layer + 1))
    }

    /// The boards of some objects, in the order of the objects.
    pub fn objects(&self, mask: &Mask) -> impl Iterator<Item = u16> {
        mask.iter().map(|object| self.board_of[object])
    }

    /// The boards of some movements.
    pub fn movements(&self, mask: &Mask) -> impl Iterator<Item = u16> {
        mask.iter().map(|number| self.movement(number) as u16)
    }
}

/// All that rules do to cells.
pub fn changes(game: &Game) -> impl Iterator<Item = &Change> {
    let rules = game.first.groups.iter().chain(&game.late.groups).flatten();
    rules
        .flat_map(|rule| &rule.rows)
        .flatten()
        .flatten()
        .filter_map(|cell| cell.change.as_ref())
}
