//! Pixel sprites layered in cells, and recognition of sprites from a cell's pixels.
//!
//! A cell is the background covered by sprites in the order of their layers, at most one per layer.
//! [`SpriteSheet::decompose`] searches from the top layer down: a sprite fits if its pixels not covered from above
//! equal the picture, and at least one is visible. Combinations not shorter than the best one are pruned, and the
//! number of calls is limited, so the result has the fewest sprites unless the limit was reached.

use super::{Grid, Scrolling};

/// Red, green and blue.
pub type Pixel = [u8; 3];

/// Limit of recursive calls for one cell, which bounds the time for pictures that many combinations nearly fit.
const MAX_CALLS: usize = 20_000;

/// Sprites of a game whose cells are drawn as layered sprites: all that a screen profile needs to read its pictures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpriteSheet {
    /// Name of the game, as in its window title.
    pub title: String,
    /// Side of each sprite in pixels.
    pub side: usize,
    /// Colour of pixels without a sprite, and around the board.
    pub background: Pixel,
    /// Colour of the letters on pages of text.
    pub ink: Pixel,
    /// All sprites, in drawing order.
    pub sprites: Vec<SheetSprite>,
    /// Sprite of a cell that has no other one of its layer.
    pub floor: Option<usize>,
    /// Sprite combinations with values of their own.
    pub signs: Vec<(Vec<usize>, String)>,
    /// Visible parts of the boards at the start of a level, which give the size of a board whose border looks like its
    /// surroundings. All screens of a game that switches between screens.
    pub boards: Vec<Grid<String>>,
    /// Boards of a game that shows a part of them at a time.
    pub scrolled: Option<ScrolledBoards>,
}

/// Boards of a game that shows a part of them at a time.
#[derive(Clone, Debug, PartialEq)]
pub struct ScrolledBoards {
    /// Visible part.
    pub scrolling: Scrolling,
    /// Complete boards at the start of their levels.
    pub boards: Vec<Grid<String>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SheetSprite {
    pub name: String,
    /// Layer, in drawing order; a cell has at most one sprite of each.
    pub layer: usize,
    /// Row by row; `None` is transparent.
    pub pixels: Vec<Option<Pixel>>,
}

impl SpriteSheet {
    /// Draws a cell with these sprites, given in drawing order.
    pub fn compose(&self, sprites: &[usize]) -> Vec<Pixel> {
        let top = |pixel: usize| {
            let mut topmost = sprites.iter().rev();
            topmost.find_map(|sprite| self.sprites.get(*sprite)?.pixels.get(pixel).copied()?)
        };
        (0..self.side * self.side)
            .map(|pixel| top(pixel).unwrap_or(self.background))
            .collect()
    }

    /// Finds the fewest sprites that produce these pixels, in drawing order, without entirely hidden ones except the
    /// floor. `None` if there are none or the search limit was reached first.
    pub fn decompose(&self, pixels: &[Pixel]) -> Option<Vec<usize>> {
        let layers = self.sprites.iter().map(|sprite| sprite.layer + 1).max();
        let mut search = SpriteSearch {
            sheet: self,
            pixels,
            chosen: Vec::new(),
            best: None,
            calls: 0,
        };
        search.search_below(layers.unwrap_or(0), vec![false; pixels.len()]);
        search.best
    }

    /// Value of a cell with these sprites.
    pub fn value(&self, sprites: &[usize]) -> String {
        let sign = self.signs.iter().find(|(known, _)| known == sprites);
        if let Some((_, sign)) = sign {
            return sign.clone();
        }
        let names = sprites.iter().filter_map(|it| self.sprites.get(*it));
        let names: Vec<&str> = names.map(|sprite| sprite.name.as_str()).collect();
        names.join("+")
    }

    /// Value that a picture of these sprites shows: the same for all combinations with equal pixels.
    pub fn visible_value(&self, sprites: &[usize]) -> String {
        let visible = self.decompose(&self.compose(sprites));
        self.value(visible.as_deref().unwrap_or(sprites))
    }
}

/// Search for sprites, from the top to the floor.
struct SpriteSearch<'a> {
    sheet: &'a SpriteSheet,
    pixels: &'a [Pixel],
    /// Sprites above the current layer, the topmost first.
    chosen: Vec<usize>,
    best: Option<Vec<usize>>,
    calls: usize,
}

impl SpriteSearch<'_> {
    /// Tries the sprites below a layer, given the pixels covered so far.
    fn search_below(&mut self, layer: usize, covered: Vec<bool>) {
        self.calls += 1;
        let max = self.best.as_ref().map_or(usize::MAX, Vec::len);
        if self.calls > MAX_CALLS || self.chosen.len() >= max {
            return;
        }
        let Some(layer) = layer.checked_sub(1) else {
            let mut open = covered.iter().zip(self.pixels).filter(|(it, _)| !**it);
            if open.all(|(_, pixel)| *pixel == self.sheet.background) {
                self.best = Some(self.chosen.iter().rev().copied().collect());
            }
            return;
        };
        let floor = self.sheet.floor;
        let floor = floor.filter(|it| self.sheet.sprites[*it].layer == layer);
        let hidden = covered.iter().all(|covered| *covered);
        match floor {
            // Nothing is visible there.
            Some(floor) if hidden => self.try_sprite(floor, layer, covered),
            _ => {
                for (index, sprite) in self.sheet.sprites.iter().enumerate() {
                    if sprite.layer == layer && self.fits(index, &covered, floor.is_some()) {
                        let mut more = covered.clone();
                        for (covered, pixel) in more.iter_mut().zip(&sprite.pixels) {
                            *covered |= pixel.is_some();
                        }
                        self.try_sprite(index, layer, more);
                    }
                }
                if floor.is_none() {
                    self.search_below(layer, covered);
                }
            }
        }
    }

    fn try_sprite(&mut self, sprite: usize, layer: usize, covered: Vec<bool>) {
        self.chosen.push(sprite);
        self.search_below(layer, covered);
        self.chosen.pop();
    }

    /// Returns whether all visible pixels of a sprite match. At least one must be visible, unless it is a floor.
    fn fits(&self, sprite: usize, covered: &[bool], is_floor: bool) -> bool {
        let sprite = self.sheet.sprites[sprite].pixels.iter();
        let visible = sprite.zip(covered).zip(self.pixels);
        let mut visible = visible.filter_map(|((own, covered), pixel)| {
            let own = own.filter(|_| !covered)?;
            Some(own == *pixel)
        });
        match visible.next() {
            None => is_floor,
            Some(first) => first && visible.all(|same| same),
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
        for (sprites, value) in [
            (vec![0], "grass"),
            (vec![1], "sand"),
            (vec![0, 2], "grass+goal"),
            (vec![0, 2, 4], "grass+goal+box"),
            // Sand hides a box of its own colour.
            (vec![1, 4], "sand"),
            // A ghost has no pixels.
            (vec![0, 3], "grass"),
            // A wall hides everything, also the floor.
            (vec![1, 2, 5], "#"),
        ] {
            assert_eq!(sheet.visible_value(&sprites), value, "{sprites:?}");
        }
        assert_eq!(sheet.decompose(&[A, B, A, B]), None);
    }
}
