//! The words of the language.

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

/// Prelude options with a value.
pub const OPTIONS_WITH_VALUE: [&str; 12] = [
    "title",
    "author",
    "homepage",
    "background_color",
    "text_color",
    "key_repeat_interval",
    "realtime_interval",
    "again_interval",
    "flickscreen",
    "zoomscreen",
    "color_palette",
    "youtube",
];

/// Prelude options without a value.
pub const SWITCHES: [&str; 10] = [
    "run_rules_on_level_start",
    "norepeat_action",
    "require_player_movement",
    "debug",
    "verbose_logging",
    "throttle_movement",
    "noundo",
    "noaction",
    "norestart",
    "scanline",
];

/// Sound effects that rules can play.
pub const EFFECTS: [&str; 11] = [
    "sfx0", "sfx1", "sfx2", "sfx3", "sfx4", "sfx5", "sfx6", "sfx7", "sfx8", "sfx9", "sfx10",
];

/// Events of a game with a sound.
pub const SOUND_EVENTS: [&str; 10] = [
    "undo",
    "restart",
    "titlescreen",
    "startgame",
    "cancel",
    "endgame",
    "startlevel",
    "endlevel",
    "showmessage",
    "closemessage",
];

/// Events of an object with a sound.
pub const SOUND_VERBS: [&str; 5] = ["move", "action", "create", "destroy", "cantmove"];

/// Directions of sounds and of rules.
pub const DIRECTIONS: [&str; 7] = [
    "up",
    "down",
    "left",
    "right",
    "horizontal",
    "vertical",
    "orthogonal",
];

/// Commands of rules.
pub const COMMANDS: [&str; 6] = ["cancel", "checkpoint", "restart", "win", "message", "again"];

/// Words before the first bracket of a rule, besides directions.
const PREFIXES: [&str; 2] = ["late", "rigid"];

/// Words and signs before the name of an object in a rule.
pub const MARKS: [&str; 18] = [
    "action",
    "up",
    "down",
    "left",
    "right",
    "^",
    "v",
    "<",
    ">",
    "moving",
    "stationary",
    "parallel",
    "perpendicular",
    "horizontal",
    "orthogonal",
    "vertical",
    "no",
    "randomdir",
];

/// Other words and signs that are not allowed as names of objects.
const OTHER_RESERVED: [&str; 8] = ["...", "|", "[", "]", "any", "all", "some", "random"];

/// Returns whether a name would be taken for something else.
pub fn is_reserved(name: &str) -> bool {
    // A checkpoint is a common object, and may have its name.
    let lists: [&[&str]; 9] = [
        &SECTIONS,
        &EFFECTS,
        &SOUND_EVENTS,
        &SOUND_VERBS,
        &MARKS,
        &DIRECTIONS,
        &PREFIXES,
        &OTHER_RESERVED,
        &COMMANDS,
    ];
    name != "checkpoint" && name != "orthogonal" && lists.iter().any(|list| list.contains(&name))
}

/// Returns whether a word is a command or a sound effect.
pub fn is_command(word: &str) -> bool {
    COMMANDS.contains(&word) || EFFECTS.contains(&word)
}

/// Returns whether a word can precede the name of an object in a rule, or be the direction of a rule.
pub fn is_mark(word: &str) -> bool {
    MARKS.contains(&word)
}

/// Returns whether a word can precede the first bracket of a rule.
pub fn is_prefix(word: &str) -> bool {
    DIRECTIONS.contains(&word) || PREFIXES.contains(&word)
}

/// Names of colours.
pub const COLORS: [&str; 21] = [
    "black",
    "white",
    "grey",
    "darkgrey",
    "lightgrey",
    "red",
    "darkred",
    "lightred",
    "brown",
    "darkbrown",
    "lightbrown",
    "orange",
    "yellow",
    "green",
    "darkgreen",
    "lightgreen",
    "blue",
    "lightblue",
    "darkblue",
    "purple",
    "pink",
];

/// The transparent colour.
pub const TRANSPARENT: &str = "transparent";

/// A colour's name in American spelling, which the language accepts as well.
pub fn american(color: &str) -> String {
    color.replace("grey", "gray")
}
