//! Compiles a parsed text to names, rules, levels and conditions.
//!
//! Steps and their order follow the language's own engine (<https://github.com/increpare/PuzzleScript>), as rules
//! are tried in the order in which they are compiled.

mod choices;
mod colors;
mod expand;
mod groups;
mod levels;
mod mask;
mod names;
pub mod options;
mod patterns;
mod redundant_no;
mod rule_reader;
mod rule_text;

use crate::game::{Complaint, TextError, words};

use super::syntax::{self, DialectWords, Problems, Script};

pub use colors::{Color, color};
pub use groups::Phase;
pub use levels::{Background, MAX_LEVEL_CELLS, Signs, Stage, Start};
pub use mask::{Bits, MOVEMENTS, Mask, all_of, ones};
pub use names::{Kind, LayerObject, Meaning, Names};
pub use options::{Options, SPRITE_SIDE, SpritePixels};
pub use patterns::{CellChange, CellPattern, RowPattern, Rule};
pub use rule_text::{Command, RuleHead};

use expand::{RuleExpander, TooMany};
use groups::Group;
use levels::LevelReader;
use patterns::PatternCompiler;
use rule_reader::RuleReader;
use rule_text::{RuleLine, RuleOrLoop, Variant, WordTable};

/// Quantity of the objects that must exist, or be on others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    No,
    Some,
    All,
}

#[derive(Clone, Debug)]
pub struct WinCondition {
    pub quantity: Quantity,
    pub objects: Kind,
    /// Objects they must be on; `None` if the condition has no ‘on’.
    pub on: Option<Kind>,
}

#[derive(Clone, Debug)]
pub struct CompiledGame {
    pub options: Options,
    pub names: Names,
    pub sprites: Vec<SpritePixels>,
    pub signs: Signs,
    pub player: Kind,
    pub background: Option<Background>,
    /// Rules before movements are executed.
    pub first: Phase,
    /// Rules after them.
    pub late: Phase,
    pub wins: Vec<WinCondition>,
    pub stages: Vec<Stage>,
}

/// Limit of the groups with rigid rules.
const MAX_RIGID_GROUPS: usize = 30;
/// Limit of a text, in bytes; the longest known games have a tenth of it.
const MAX_TEXT_BYTES: usize = 2 << 20;

/// Compiles a text, and returns all problems in it. There is no game after too many errors; a few may leave one.
pub fn compile(text: &str) -> (Option<CompiledGame>, Vec<Complaint>) {
    if text.len() > MAX_TEXT_BYTES {
        let mut problems = Problems::default();
        let message = format!(
            "the text is too long: it has {}; the limit is {}",
            words::count(text.len(), "bytes"),
            words::number(MAX_TEXT_BYTES)
        );
        problems.error(1, 1, message);
        return (None, problems.in_order());
    }
    let (source, mut problems) = syntax::read(text);
    let game = source.and_then(|source| compile_source(&source, &mut problems));
    let game = game.filter(|_| !problems.are_too_many());
    let refused = game.as_ref().is_none_or(|game| game.stages.is_empty());
    let mut complaints = problems.in_order();
    if let Some(words) = DialectWords::find(text) {
        // First, as the others follow from it.
        let at = |message| TextError::at(words.line, 1, message);
        let complaint = match refused {
            true => Complaint::from(at(words.refusal())),
            false => Complaint::warning(at(words.warning())),
        };
        complaints.insert(0, complaint);
    }
    (game, complaints)
}

/// Compiles a parsed text; `None` after errors that leave nothing to play, all of which are reported.
fn compile_source(source: &Script, problems: &mut Problems) -> Option<CompiledGame> {
    for name in ["player", "background"] {
        if source.line_of(name).is_none() {
            let message = format!("there is no {}; every game needs one", name.to_uppercase());
            problems.general_error(message);
        }
    }
    if source.layers.is_empty() {
        problems.general_error("there are no collision layers; every object must be in one");
        return None;
    }
    let palette = options::palette(source, problems);
    let names = names::resolve(source, problems);
    let sprites = options::sprites(source, &names, palette, problems);
    let signs = levels::signs(source, &names, problems);
    if names.objects.is_empty() {
        problems.general_error("there are no objects");
    }
    let background = levels::background(source, &names, problems);
    let player = names.meaning("player").map(Meaning::kind);
    let levels = LevelReader {
        source,
        names: &names,
        signs: &signs,
        background,
        problems,
    };
    let stages = levels.read();
    if names.objects.is_empty() {
        return None;
    }
    let (first, late) = rules(source, &names, problems)?;
    let wins = wins(source, &names, problems);
    for object in &source.objects {
        let mut layered = source.layers.iter().flatten();
        if !layered.any(|name| *name == object.name) {
            let message = format!("{} is in no collision layer", object.name.to_uppercase());
            problems.error(object.line, 1, message);
        }
    }
    let options = options::read(source, palette, problems);
    if stages.is_empty() {
        problems.general_error("there are no levels");
    }
    Some(CompiledGame {
        options,
        names,
        sprites,
        signs,
        player: player?,
        background,
        first,
        late,
        wins,
        stages,
    })
}

/// Compiles the rules, those before the movements and the late ones; `None` if there are too many, the sides of one do
/// not correspond, or a movement is ambiguous. Other wrong rules are reported and left out.
fn rules(source: &Script, names: &Names, problems: &mut Problems) -> Option<(Phase, Phase)> {
    let mut words = WordTable::from_objects(names);
    let mut lines: Vec<RuleLine> = Vec::new();
    let mut loops = Vec::new();
    let mut reader = RuleReader {
        source,
        names,
        words: &mut words,
        problems,
        broken: false,
    };
    for text in &source.rules {
        match reader.read(text, lines.last()) {
            Some(RuleOrLoop::Rule(rule)) => lines.push(rule),
            Some(RuleOrLoop::Loop(begins)) => loops.push((text.line, begins)),
            None => {}
        }
    }
    let mut broken = reader.broken;
    for line in &lines {
        redundant_no::check(line, names, &words, problems);
    }
    if broken {
        return None;
    }
    let mut expander = RuleExpander::new(names, &words);
    let variants = match variants(&lines, &mut expander, &words, problems, &mut broken) {
        Ok(variants) if !broken => variants,
        Ok(_) => return None,
        Err(too_many) => {
            let message = match too_many {
                TooMany::Variants => format!(
                    "the rules expand to more than {} variants; use fewer objects in names defined with ‘or’, \
                     or fewer movements that can be several",
                    words::number(expand::MAX_VARIANTS)
                ),
                TooMany::Cells => format!(
                    "the variants of the rules have more than {} cells",
                    words::number(expand::MAX_PATTERN_CELLS)
                ),
            };
            problems.error(source.rules.first().map_or(1, |rule| rule.line), 1, message);
            return None;
        }
    };
    let variants = groups::without_duplicates(variants);
    let compile = |variant: &Variant| {
        let compiler = PatternCompiler {
            source,
            names,
            words: &words,
            expander: &expander,
            problems,
            variant,
            impossible: None,
        };
        compiler.compile()
    };
    let rules: Vec<Rule> = variants.iter().filter_map(compile).collect();
    let (first, late) = groups::arrange(rules, &words, problems);
    let is_rigid = |group: &&Group| group.iter().any(|rule| rule.head.rigid);
    if let Some(group) = first.iter().filter(is_rigid).nth(MAX_RIGID_GROUPS) {
        let message = format!("at most {MAX_RIGID_GROUPS} groups can contain rigid rules");
        problems.error(group[0].head.line, 1, message);
    }
    let loops = groups::loops(&loops, problems);
    let first = groups::phase(first, &loops, problems);
    Some((first, groups::phase(late, &loops, problems)))
}

/// All variants of all rules. Sets `broken` if a movement is ambiguous; rules with an ambiguous property are left out.
fn variants(
    lines: &[RuleLine],
    expander: &mut RuleExpander,
    words: &WordTable,
    problems: &mut Problems,
    broken: &mut bool,
) -> Result<Vec<Variant>, TooMany> {
    let mut all = Vec::new();
    for line in lines {
        for direction in &line.directions {
            expander.reserve(1, &line.left)?;
            let variant = expander.directed(line, *direction, problems, words);
            let (moved, ambiguous) = expander.movements(variant)?;
            if ambiguous.is_some() {
                let message = "a movement on the right could be several, and nothing on the left says which: use the same \
                               word before the same object on the left, or use it only once there";
                problems.error(line.head.line, 1, message);
                *broken = true;
            }
            for variant in moved {
                match expander.properties(variant)? {
                    Ok(variants) => all.extend(variants),
                    Err(word) => {
                        let message = format!(
                            "{} on the right could be several objects, and nothing on the left says which: use \
                             the same name in the same cell on the left, or use it only once there",
                            words.upper_name(word)
                        );
                        problems.error(line.head.line, 1, message);
                    }
                }
            }
        }
    }
    for variant in &mut all {
        expander.make_stationary(variant);
    }
    Ok(all)
}

fn wins(source: &Script, names: &Names, problems: &mut Problems) -> Vec<WinCondition> {
    let mut wins = Vec::new();
    for win in &source.wins {
        let word = |index: usize| win.words.get(index).map(String::as_str);
        let Some(name) = word(1) else {
            let message =
                "a win condition looks like ‘All Target on Crate’, ‘No Fruit’ or ‘Some Gold’";
            problems.error(win.line, 1, message);
            continue;
        };
        let mut kind = |name: &str| {
            let meaning = names.meaning(name);
            // An object in no layer is reported at its declaration.
            if meaning.is_none() && source.line_of(name).is_none() {
                let message = format!("{} cannot be used in a win condition", name.to_uppercase());
                problems.error(win.line, 1, message);
            }
            meaning.map(Meaning::kind)
        };
        let objects = kind(name);
        // `None` if the name after ‘on’ has no meaning; `Some(None)` without ‘on’.
        let on = match win.words.as_slice() {
            [_, _, _, on] => kind(on).map(Some),
            _ => Some(None),
        };
        let quantity = match word(0) {
            Some("no") => Quantity::No,
            Some("all") => Quantity::All,
            _ => Quantity::Some,
        };
        if let (Some(objects), Some(on)) = (objects, on) {
            wins.push(WinCondition {
                quantity,
                objects,
                on,
            });
        }
    }
    wins
}
