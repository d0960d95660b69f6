//! The words of the language; lists are separated by blanks.

pub fn is_in(list: &str, word: &str) -> bool {
    list.split(' ').any(|known| known == word)
}

/// The sections in their order.
pub const SECTIONS: [&str; 7] = [
    "objects",
    "legend",
    "sounds",
    "collisionlayers",
    "rules",
    "winconditions",
    "levels",
];
pub const OPTIONS_WITH_VALUE: &str = "title author homepage background_color text_color key_repeat_interval realtime_interval \
    again_interval flickscreen zoomscreen color_palette youtube";
/// Prelude options without a value.
pub const SWITCHES: &str = "run_rules_on_level_start norepeat_action require_player_movement debug verbose_logging \
    throttle_movement noundo noaction norestart scanline";
/// Sound effects that rules can play.
pub const EFFECTS: &str = "sfx0 sfx1 sfx2 sfx3 sfx4 sfx5 sfx6 sfx7 sfx8 sfx9 sfx10";
const SOUND_EVENTS: &str = "undo restart titlescreen startgame cancel endgame startlevel endlevel showmessage \
    closemessage";
/// Events of an object with a sound.
const SOUND_VERBS: &str = "move action create destroy cantmove";
/// Directions of rules.
const DIRECTIONS: &str = "up down left right horizontal vertical orthogonal";
pub const COMMANDS: &str = "cancel checkpoint restart win message again";
/// Words before the first bracket of a rule, besides directions.
const PREFIXES: &str = "late rigid";
/// Words and signs before the name of an object in a rule.
pub const MARKS: &str = "action up down left right ^ v < > moving stationary parallel perpendicular horizontal \
    orthogonal vertical no randomdir";
/// Other words and signs that are not allowed as names of objects.
const OTHER_RESERVED: &str = "... | [ ] any all some random";

/// Returns whether a name would be taken for something else.
pub fn is_reserved(name: &str) -> bool {
    // A checkpoint is a common object, and may have its name; `orthogonal` is allowed, too.
    let lists = [
        EFFECTS,
        SOUND_EVENTS,
        SOUND_VERBS,
        MARKS,
        DIRECTIONS,
        PREFIXES,
        OTHER_RESERVED,
        COMMANDS,
    ];
    let is_listed = SECTIONS.contains(&name) || lists.iter().any(|list| is_in(list, name));
    name != "checkpoint" && name != "orthogonal" && is_listed
}

/// Returns whether a word is a command or a sound effect.
pub fn is_command(word: &str) -> bool {
    is_in(COMMANDS, word) || is_in(EFFECTS, word)
}

/// Returns whether a word can precede the name of an object in a rule, or be the direction of a rule.
pub fn is_mark(word: &str) -> bool {
    is_in(MARKS, word)
}

/// Returns whether a word can precede the first bracket of a rule.
pub fn is_prefix(word: &str) -> bool {
    is_in(DIRECTIONS, word) || is_in(PREFIXES, word)
}

/// Names of the colours of each palette, in its order.
pub const COLORS: &str = "black white grey darkgrey lightgrey red darkred lightred brown darkbrown lightbrown orange \
    yellow green darkgreen lightgreen blue lightblue darkblue purple pink";
pub const TRANSPARENT: &str = "transparent";

/// A colour's name in American spelling, which the language accepts as well.
pub fn american(color: &str) -> String {
    color.replace("grey", "gray")
}
