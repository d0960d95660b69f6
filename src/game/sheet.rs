//! Sprites of square pixels that lie over each other in a cell, and what the pixels of a cell tell of them.

use super::{Grid, View};

/// Red, green and blue.
pub type Pixel = [u8; 3];

/// Combinations that are tried for one cell, at most.
const MOST_TRIES: usize = 20_000;

/// The sprites of a game whose cells are drawn as sprites over each other: what a screen profile has to know to read
/// any picture of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpriteSheet {
    /// Name of the game, as its window has it in the title.
    pub title: String,
    /// Pixels of a side of each sprite.
    pub side: usize,
    /// Colour of what no sprite covers, and of what is around the board.
    pub behind: Pixel,
    /// Colour of the letters on pages of text.
    pub ink: Pixel,
    /// All sprites, in the order in which they are drawn.
    pub sprites: Vec<SheetSprite>,
    /// The sprite that lies in a cell without another one of its layer.
    pub floor: Option<usize>,
    /// Values that have a sign of their own.
    pub signs: Vec<(Vec<usize>, String)>,
    /// What is seen of boards when a level begins: it tells the size of one whose rim looks like what is around it. Of a
    /// game that goes from screen to screen, all its screens.
    pub boards: Vec<Grid<String>>,
    /// The boards of a game that shows a part of them at a time.
    pub parted: Option<Parted>,
}

/// The boards of a game that shows a part of them at a time.
#[derive(Clone, Debug, PartialEq)]
pub struct Parted {
    /// Which part.
    pub view: View,
    /// All of each board when its level begins.
    pub boards: Vec<Grid<String>>,
}

/// A sprite of a sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetSprite {
    pub name: String,
    /// A cell has at most one sprite of each layer. Layers are drawn in their order.
    pub layer: usize,
    /// Row by row; nothing where one sees through.
    pub pixels: Vec<Option<Pixel>>,
}

impl SpriteSheet {
    /// The pixels of a cell with some sprites, in the order in which they are drawn.
    pub fn compose(&self, sprites: &[usize]) -> Vec<Pixel> {
        let top = |pixel: usize| {
            let mut seen = sprites.iter().rev();
            seen.find_map(|sprite| self.sprites.get(*sprite)?.pixels.get(pixel).copied()?)
        };
        (0..self.side * self.side)
            .map(|pixel| top(pixel).unwrap_or(self.behind))
            .collect()
    }

    /// The fewest sprites that make these pixels, in the order in which they are drawn; sprites that are wholly
    /// hidden are left out, but for the floor. `None` if none do.
    pub fn decompose(&self, pixels: &[Pixel]) -> Option<Vec<usize>> {
        let layers = self.sprites.iter().map(|sprite| sprite.layer + 1).max();
        let mut search = Search {
            sheet: self,
            pixels,
            chosen: Vec::new(),
            best: None,
            tries: 0,
        };
        search.below(layers.unwrap_or(0), vec![false; pixels.len()]);
        search.best
    }

    /// The value of a cell with some sprites.
    pub fn value(&self, sprites: &[usize]) -> String {
        let sign = self.signs.iter().find(|(known, _)| known == sprites);
        if let Some((_, sign)) = sign {
            return sign.clone();
        }
        let names = sprites
            .iter()
            .filter_map(|sprite| self.sprites.get(*sprite));
        let names: Vec<&str> = names.map(|sprite| sprite.name.as_str()).collect();
        names.join("+")
    }

    /// What the pixels of a cell with some sprites tell: the same value for all that look alike.
    pub fn seen(&self, sprites: &[usize]) -> String {
        let told = self.decompose(&self.compose(sprites));
        self.value(told.as_deref().unwrap_or(sprites))
    }
}

/// A search for sprites, from the top to the floor.
struct Search<'a> {
    sheet: &'a SpriteSheet,
    pixels: &'a [Pixel],
    /// Sprites above, the topmost first.
    chosen: Vec<usize>,
    best: Option<Vec<usize>>,
    tries: usize,
}

impl Search<'_> {
    /// Tries what may lie below a layer, where these pixels are covered.
    fn below(&mut self, layer: usize, covered: Vec<bool>) {
        self.tries += 1;
        let most = self.best.as_ref().map_or(usize::MAX, Vec::len);
        if self.tries > MOST_TRIES || self.chosen.len() >= most {
            return;
        }
        let Some(layer) = layer.checked_sub(1) else {
            let mut open = covered.iter().zip(self.pixels).filter(|(it, _)| !**it);
            if open.all(|(_, pixel)| *pixel == self.sheet.behind) {
                self.best = Some(self.chosen.iter().rev().copied().collect());
            }
            return;
        };
        let floor = self.sheet.floor;
        let floor = floor.filter(|it| self.sheet.sprites[*it].layer == layer);
        let hidden = covered.iter().all(|covered| *covered);
        match floor {
            // What lies there cannot be seen.
            Some(floor) if hidden => self.with(floor, layer, covered),
            _ => {
                for (index, sprite) in self.sheet.sprites.iter().enumerate() {
                    if sprite.layer == layer && self.fits(index, &covered, floor.is_some()) {
                        let mut more = covered.clone();
                        for (covered, pixel) in more.iter_mut().zip(&sprite.pixels) {
                            *covered |= pixel.is_some();
                        }
                        self.with(index, layer, more);
                    }
                }
                if floor.is_none() {
                    self.below(layer, covered);
                }
            }
        }
    }

    fn with(&mut self, sprite: usize, layer: usize, covered: Vec<bool>) {
        self.chosen.push(sprite);
        self.below(layer, covered);
        self.chosen.pop();
    }

    /// Whether what is to be seen of a sprite is there; at least one of its pixels, unless it is a floor.
    fn fits(&self, sprite: usize, covered: &[bool], is_floor: bool) -> bool {
        let sprite = self.sheet.sprites[sprite].pixels.iter();
        let seen = sprite.zip(covered).zip(self.pixels);
        let mut seen = seen.filter_map(|((own, covered), pixel)| {
            let own = own.filter(|_| !covered)?;
            Some(own == *pixel)
        });
        match seen.next() {
            None => is_floor,
            Some(first) => first && seen.all(|same| same),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Pixel = [1, 1, 1];
    const B: Pixel = [2, 2, 2];
    const C: Pixel = [3, 3, 3];

    fn sheet() -> SpriteSheet {
        let sprite = |name: &str, layer, pixels: [Option<Pixel>; 4]| SheetSprite {
            name: name.to_owned(),
            layer,
            pixels: pixels.to_vec(),
        };
        SpriteSheet {
            side: 2,
            sprites: vec![
                sprite("grass", 0, [Some(A), Some(A), Some(A), Some(A)]),
                sprite("sand", 0, [Some(B), Some(B), Some(B), Some(B)]),
                sprite("goal", 1, [None, None, Some(C), None]),
                sprite("ghost", 1, [None; 4]),
                sprite("box", 2, [Some(B), Some(B), None, None]),
                sprite("wall", 2, [Some(C), Some(C), Some(C), Some(C)]),
            ],
            floor: Some(0),
            signs: vec![(vec![0, 5], "#".to_owned())],
            ..SpriteSheet::default()
        }
    }

    #[test]
    fn every_combination_is_read_from_its_pixels_as_far_as_it_can_be_seen() {
        let sheet = sheet();
        for (lies, seen) in [
            (vec![0], "grass"),
            (vec![1], "sand"),
            (vec![0, 2], "grass+goal"),
            (vec![0, 2, 4], "grass+goal+box"),
            // Sand hides a box of its own colour.
            (vec![1, 4], "sand"),
            // Nothing is to be seen of a ghost.
            (vec![0, 3], "grass"),
            // A wall hides everything, also what the ground is.
            (vec![1, 2, 5], "#"),
        ] {
            assert_eq!(sheet.seen(&lies), seen, "{lies:?}");
        }
        assert_eq!(sheet.decompose(&[A, B, A, B]), None);
    }
}
