//! Table of words by which pictures are guessed.
//!
//! A word is split where it is not a letter or digit (`box_on_goal`, `wall-2`); digits at the end of a part and a
//! plural's `s` are dropped, and the last part in the table counts. The value is looked up first (`box` in `(cell 1 2
//! box)`), then the relation (`box` in `(box 1 2)` and `(box 1 2 a)`). A number is the number of a tile. No game and
//! no relation is known beyond these words.

use planwright_art::{
    BALL, BISHOP, BOMB, BRICKS, COIN, CRATE, CRATE_DONE, DISC, DOOR, FLAG, FOOTPRINTS, GATE, GEM,
    GOAL, GRASS, HOLE, KEEPER, KEY, KING, KNIGHT, LAMP, LAMP_LIT, MONSTER, PAWN, PEG, PIT, QUEEN,
    ROBOT, ROOK, SLOT, SQUARE, STAR, STEEL, TILE, WATER,
};

use crate::game::{Heading, Sprite};

/// Words for each direction, in the order of [`Heading::ALL`].
pub(crate) const HEADING_WORDS: [[&str; 2]; 4] = [
    ["up", "north"],
    ["right", "east"],
    ["down", "south"],
    ["left", "west"],
];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Sense {
    Nothing,
    /// Floor; a place without it is a wall.
    Floor,
    /// Place of the board; where there is none, there is no cell.
    Place,
    Is(Sprite),
    /// Picture of the agent, if no value says what is at the place.
    Agent,
    /// Lamp, on unless something else is said.
    Lamp,
    On,
    Off,
    /// A chess piece by its letter.
    Piece(Sprite),
}

use Sense::{Agent, Floor, Is, Lamp, Nothing, Off, On, Piece, Place};

/// Words in the singular.
const WORDS: &[(Sense, &str)] = &[
    (Nothing, "b blank empty gap space none nil"),
    (Nothing, "nothing free vacant clear"),
    (Floor, "floor ground road corridor passage"),
    (Place, "cell square place location field room"),
    (Place, "tile spot node position index"),
    (Agent, "at position pos location loc here"),
    (Is(BRICKS), "wall brick block obstacle"),
    (Is(BRICKS), "barrier border hedge fence"),
    (Is(STEEL), "steel metal iron rock stone boulder"),
    (Is(CRATE), "box boxe crate package parcel"),
    (Is(CRATE), "pallet chest container"),
    (Is(GOAL), "goal target storage aim dock"),
    (Is(GOAL), "destination dest store"),
    (Is(KEEPER), "keeper player man woman worker agent"),
    (Is(KEEPER), "me person human pusher mover walker"),
    (Is(KEEPER), "hero guy sokoban warehouseman explorer"),
    (Is(ROBOT), "robot bot rover drone vehicle vacuum"),
    (Is(QUEEN), "queen"),
    (Is(KING), "king"),
    (Is(ROOK), "rook"),
    (Is(KNIGHT), "knight"),
    (Is(BISHOP), "bishop"),
    (Is(PAWN), "pawn"),
    (Piece(QUEEN), "q wq bq"),
    (Piece(KING), "k wk bk"),
    (Piece(ROOK), "r wr br"),
    (Piece(KNIGHT), "n wn bn"),
    (Piece(BISHOP), "b wb bb"),
    (Piece(PAWN), "p wp bp"),
    (Is(PEG), "peg pin"),
    (Is(HOLE), "hole"),
    (Is(SLOT), "slot"),
    (Is(PIT), "pit chasm abyss crater trap"),
    (Is(DISC), "disc disk token chip piece checker draught"),
    (Is(BALL), "ball marble pearl"),
    (Lamp, "lamp light bulb"),
    (On, "on lit"),
    (Off, "off unlit dark"),
    (Is(DOOR), "exit portal"),
    (Is(GATE), "door gate"),
    (Is(FLAG), "flag finish"),
    (Is(STAR), "star food fruit apple cheese"),
    (Is(KEY), "key"),
    (Is(COIN), "coin gold money nugget"),
    (Is(GEM), "gem diamond jewel treasure crystal"),
    (Is(BOMB), "bomb mine"),
    (Is(WATER), "water river lake sea pond"),
    (Is(GRASS), "grass meadow lawn bush"),
    (Is(MONSTER), "monster ghost wumpus enemy"),
    (Is(MONSTER), "dragon guard troll zombie"),
    (Is(FOOTPRINTS), "visited seen trail footprint"),
];

/// Sprites that belong to a cell, lowest first; others are above them.
const FIXED: [Sprite; 13] = [
    SQUARE, GRASS, WATER, BRICKS, SLOT, HOLE, PIT, GOAL, DOOR, GATE, FOOTPRINTS, LAMP, LAMP_LIT,
];

/// Sprites of actors, above all others.
const ACTORS: [Sprite; 9] = [
    MONSTER, PAWN, ROOK, BISHOP, KNIGHT, QUEEN, KING, ROBOT, KEEPER,
];

/// Lowest rank of a sprite that is on a cell rather than part of it.
pub(super) const PIECE_RANK: usize = FIXED.len();

/// Height of a sprite: higher ones are drawn above lower ones.
pub(super) fn rank(sprite: Sprite) -> usize {
    let index_in = |list: &[Sprite]| list.iter().position(|known| *known == sprite);
    index_in(&FIXED)
        .or_else(|| Some(PIECE_RANK + 1 + index_in(&ACTORS)?))
        .unwrap_or(PIECE_RANK)
}

pub(super) fn is_chess(sprite: Sprite) -> bool {
    // Those between monster and robot.
    ACTORS[1..7].contains(&sprite)
}

/// Context that decides what ambiguous words mean.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cues {
    /// The value is of a relation that never changes: only then does it mean floor or places of the board.
    pub rigid: bool,
    /// Chess pieces occur, so letters can be chess pieces.
    pub chess: bool,
    /// Lamps occur, so `on` and `off` can be lamps.
    pub lamps: bool,
    /// Numbered tiles occur, so a hole is the gap between them.
    pub numbers: bool,
    /// Pegs occur, so an empty place is a hole.
    pub pegs: bool,
    /// Values are letters in order, so `b` is not a blank.
    pub letters: bool,
}

impl Cues {
    /// The same context for a value that never changes.
    pub fn of_rigid(self) -> Self {
        Self {
            rigid: true,
            ..self
        }
    }

    /// Context of these words; `values` are those that occur in cells.
    pub fn new<'w>(words: impl Iterator<Item = &'w str>, values: &[&str]) -> Self {
        let mut cues = Self::default();
        for word in words {
            for part in parts(word) {
                let known = || senses(&part);
                cues.lamps |= known().any(|sense| sense == Lamp) || part == "lit";
                cues.chess |= known().any(|sense| matches!(sense, Is(sprite) if is_chess(sprite)));
            }
        }
        let has_value = |value: &str| values.contains(&value);
        cues.lamps |= has_value("on") && has_value("off");
        cues.letters = has_value("a") || has_value("c");
        let letters = values.iter().filter(|value| {
            value.len() == 2 && senses(&value.to_lowercase()).any(|sense| matches!(sense, Piece(_)))
        });
        cues.chess |= letters.count() > 1;
        let numbers = values.iter().filter_map(|value| value.parse::<u32>().ok());
        cues.numbers = numbers.filter(|number| *number > 1).count() > 1;
        let mut parts = values.iter().flat_map(|value| parts(value));
        cues.pegs = parts.any(|part| has_sense(&part, Is(PEG)));
        cues
    }
}

/// Parts of a word in lower case, without final digits and plural `s`.
fn parts(word: &str) -> impl Iterator<Item = String> {
    let parts = word.split(|c: char| !c.is_alphanumeric());
    parts.filter(|part| !part.is_empty()).map(|part| {
        let bare = part.trim_end_matches(|c: char| c.is_ascii_digit());
        let bare = if bare.is_empty() { part } else { bare }.to_lowercase();
        match bare.strip_suffix('s') {
            Some(singular) if senses(&bare).next().is_none() => singular.to_owned(),
            _ => bare,
        }
    })
}

/// Meanings of a word in the table's order.
fn senses(word: &str) -> impl Iterator<Item = Sense> {
    let mut rows = WORDS.iter();
    let next = move || rows.find(|(_, words)| words.split(' ').any(|own| own == word));
    std::iter::from_fn(next).map(|(sense, _)| *sense)
}

fn has_sense(word: &str, target: Sense) -> bool {
    senses(word).any(|sense| sense == target)
}

/// Drawing of a value, as far as its words say it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Guess {
    /// `None`: drawn by letters, or not at all.
    pub sprite: Option<Sprite>,
    pub nothing: bool,
    /// The value is floor: a place without it is a wall (`Some(true)`) or no cell (`Some(false)`).
    pub floor: Option<bool>,
    pub heading: Option<Heading>,
    /// Index in the palette.
    pub colour: Option<u8>,
    /// The picture does not show all that the value says.
    pub incomplete: bool,
}

/// Guesses the drawing of a value; where there is no value, both are the relation's name.
pub(super) fn guess(value: &str, relation: &str, cues: Cues) -> Guess {
    let mut guess = guess_word(value, value == relation, cues);
    if guess.sprite.is_none() && !guess.nothing && value != relation {
        // The value says no picture: a robot by its heading, the second box.
        let fallback = guess_word(relation, false, cues);
        guess.incomplete = guess.heading.is_none();
        guess.sprite = fallback.sprite;
        if guess.sprite.is_none() && value.parse::<u32>().is_ok() {
            guess.nothing = cues.numbers && value == "0";
            guess.sprite = (!guess.nothing).then_some(TILE);
        }
    }
    guess
}

/// Guesses the drawing of a word; `alone` if it is a relation without a value.
fn guess_word(word: &str, alone: bool, cues: Cues) -> Guess {
    let rigid = cues.rigid;
    let mut guess = Guess::default();
    let (mut on, mut lamp, mut crates, mut goals) = (None, false, false, false);
    let about_lamps = cues.lamps || parts(word).any(|part| has_sense(&part, Lamp));
    for part in parts(word) {
        guess.heading = guess.heading.or_else(|| heading(&part));
        guess.colour = guess.colour.or_else(|| colour(&part));
        let known = senses(&part).find_map(|sense| match sense {
            Nothing if part == "b" && (cues.chess || cues.letters) => None,
            Nothing if cues.pegs => Some(Is(HOLE)),
            Is(sprite) if sprite == HOLE && cues.numbers => Some(Nothing),
            Piece(sprite) => cues.chess.then_some(Is(sprite)),
            // ‘lit’ and ‘dark’ are always about lamps, ‘on’ and ‘off’ often are not.
            On | Off if part.starts_with('o') && !about_lamps => None,
            // Floor and places are such only if they do not change.
            Floor | Place if alone && !rigid => None,
            Agent if rigid || !alone => None,
            Agent => Some(Is(KEEPER)),
            other => Some(other),
        });
        match known {
            Some(Nothing) => guess.nothing = true,
            Some(Floor) => guess.floor = Some(true),
            Some(Place) => guess.floor = Some(false),
            Some(Lamp) => lamp = true,
            Some(On) => on = Some(true),
            Some(Off) => on = Some(false),
            Some(Is(sprite)) => {
                if rigid && [HOLE, SLOT].contains(&sprite) {
                    guess.floor = Some(false);
                }
                crates |= sprite == CRATE;
                goals |= sprite == GOAL;
                guess.sprite = Some(sprite);
            }
            _ => {}
        }
    }
    if guess.nothing {
        guess.sprite = None;
    } else if crates && goals {
        guess.sprite = Some(CRATE_DONE);
    } else if guess.sprite.is_none() && (lamp || on.is_some()) {
        // A fact of the state that just names a lamp says that it is on, a static one only where it is.
        let lit = on.unwrap_or(!rigid);
        guess.sprite = Some(if lit { LAMP_LIT } else { LAMP });
    }
    guess
}

fn heading(word: &str) -> Option<Heading> {
    let named = |heading: &Heading| HEADING_WORDS[heading.index()].contains(&word);
    Heading::ALL.into_iter().find(named)
}

/// Palette index of the colour nearest to one named by a word.
fn colour(word: &str) -> Option<u8> {
    // In the order of the palette.
    const WORDS: [&str; 8] = [
        "white", "green", "orange", "purple", "pink", "blue", "yellow", "red",
    ];
    let known = WORDS.iter().position(|known| *known == word);
    // A dark colour, as the palette has no black.
    let black = (word == "black").then_some(3);
    known.map(|at| at as u8).or(black)
}

#[cfg(test)]
mod tests {
    use planwright_art as art;

    use super::*;

    #[test]
    fn words_choose_pictures_and_short_ones_only_where_the_game_makes_it_clear() {
        let plain = Cues::default();
        let draw = |value: &str, relation: &str, cues| guess(value, relation, cues).sprite;
        for (value, relation, sprite) in [
            ("wall", "cell", art::BRICKS),
            ("Walls", "Walls", art::BRICKS),
            ("box_on_goal", "cell", art::CRATE_DONE),
            ("box3", "at", art::CRATE),
            ("a", "crate", art::CRATE),
            ("north", "robot", art::ROBOT),
            ("red queen", "cell", art::QUEEN),
            ("7", "cell", art::TILE),
            ("7", "box", art::CRATE),
            ("at", "at", art::KEEPER),
            ("lamp off", "cell", art::LAMP),
            ("lit", "lit", art::LAMP_LIT),
        ] {
            let drawn = draw(value, relation, plain);
            assert_eq!(drawn, Some(sprite), "{value} {relation}");
        }
        for (value, relation) in [("b", "cell"), ("x", "at"), ("on", "cell"), ("k", "cell")] {
            assert_eq!(draw(value, relation, plain), None, "{value} {relation}");
        }
        let atoms = Cues::new(["atom"].into_iter(), &["a", "b", "wall"]);
        assert!(!guess("b", "cell", atoms).nothing);
        let chess = Cues::new(["bishop"].into_iter(), &["b"]);
        assert_eq!(draw("b", "cell", chess), Some(art::BISHOP));
        let lamps = Cues::new(["cell"].into_iter(), &["on", "off"]);
        assert_eq!(draw("on", "cell", lamps), Some(art::LAMP_LIT));
        let pegs = Cues::new([].into_iter(), &["peg", "empty"]);
        assert_eq!(draw("empty", "cell", pegs), Some(art::HOLE));
        let tiles = Cues::new([].into_iter(), &["1", "2", "3", "hole"]);
        assert!(guess("hole", "cell", tiles).nothing);
    }
}
