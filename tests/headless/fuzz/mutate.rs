//! Damages files as accidents, hand edits, other programs and attackers would.

/// Fragments that often break readers.
const PIECES: &[&str] = &[
    "0",
    "-1",
    "1",
    "9",
    "255",
    "256",
    "65536",
    "4294967296",
    "99999999999999999999",
    "1e308",
    "NaN",
    "0.5",
    "(",
    ")",
    "((((((((((((((((",
    "))))",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    "`",
    "\\",
    "/*",
    "*/",
    "//",
    ";",
    "%",
    ",",
    ".",
    ":",
    ":-",
    "<=",
    "~",
    "?x",
    "?",
    "*",
    "#",
    "_",
    "|",
    "\t",
    "\r\n",
    "\r",
    "\n\n",
    " ",
    "\0",
    "\u{feff}",
    "\u{a0}",
    "é",
    "漢字",
    "\u{1f916}",
    "\u{202e}",
    "true",
    "not",
    "or",
    "distinct",
    "does",
    "role",
    "next",
    "Some(",
    "None",
    "title",
    "notes",
    "pieces",
    "robot 1 1 E",
    "slots 999 1 1",
    "main: ",
    "f1: 1",
    "solved ",
    "row 1 sum 3",
];

/// A copy with one to six changes; `other` is mixed in.
pub fn damaged(original: &[u8], other: &[u8], rng: &mut fastrand::Rng) -> Vec<u8> {
    let mut bytes = original.to_vec();
    for _ in 0..rng.usize(1..=6) {
        change(&mut bytes, other, rng);
    }
    // Copies of copies test nothing new.
    bytes.truncate(original.len().max(64) * 4);
    bytes
}

fn change(bytes: &mut Vec<u8>, other: &[u8], rng: &mut fastrand::Rng) {
    let at = rng.usize(..=bytes.len());
    let to = (at + rng.usize(..=24)).min(bytes.len());
    match rng.u8(..10) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(at..to)),
        2 => {
            let copy = bytes[at..to].repeat(rng.usize(1..=8));
            bytes.splice(at..at, copy);
        }
        3 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << rng.u8(..8);
            }
        }
        4 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte = rng.u8(..);
            }
        }
        5 => {
            let from = rng.usize(..=other.len());
            let until = (from + rng.usize(..=200)).min(other.len());
            bytes.splice(at..to, other[from..until].iter().copied());
        }
        6 => lines(bytes, rng),
        7 => number(bytes, at, rng),
        _ => {
            let piece = PIECES[rng.usize(..PIECES.len())];
            bytes.splice(at..if rng.bool() { at } else { to }, piece.bytes());
        }
    }
}

/// Swaps two lines, or drops or repeats one.
fn lines(bytes: &mut Vec<u8>, rng: &mut fastrand::Rng) {
    let mut all: Vec<Vec<u8>> = bytes
        .split(|byte| *byte == b'\n')
        .map(<[u8]>::to_vec)
        .collect();
    let (one, two) = (rng.usize(..all.len()), rng.usize(..all.len()));
    match rng.u8(..3) {
        0 => all.swap(one, two),
        1 => drop(all.remove(one)),
        _ => all.insert(two, all[one].clone()),
    }
    *bytes = all.join(&b'\n');
}

/// Replaces the next number after a place.
fn number(bytes: &mut Vec<u8>, at: usize, rng: &mut fastrand::Rng) {
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let Some(from) = bytes[at..].iter().position(is_digit).map(|skip| at + skip) else {
        return;
    };
    let length = bytes[from..]
        .iter()
        .take_while(|byte| is_digit(byte))
        .count();
    let piece = PIECES[rng.usize(..12)];
    bytes.splice(from..from + length, piece.bytes());
}
