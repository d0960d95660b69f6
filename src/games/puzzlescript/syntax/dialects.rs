//! Words of the dialects PuzzleScript Plus (Auroriax, <https://github.com/Auroriax/PuzzleScript>) and PuzzleScript
//! Next (david-pfx, <https://github.com/david-pfx/PuzzleScriptNext>), which is based on Plus.

use super::cursor::is_word;
use super::words::{SECTIONS, is_in};
const PLUS_OPTIONS: &str = "case_sensitive continue_is_level_select custom_font font_size level_select \
    level_select_lock level_select_solve_symbol level_select_unlocked_ahead \
    level_select_unlocked_rollover local_radius message_text_align mouse_drag mouse_left \
    mouse_rdrag mouse_right mouse_rup mouse_up nokeyboard runtime_metadata_twiddling \
    runtime_metadata_twiddling_debug settings sitelock_hostname_whitelist \
    sitelock_origin_whitelist skip_title_screen smoothscreen smoothscreen_debug sprite_size \
    text_controls text_message_continue tween_easing tween_length tween_snap";
const NEXT_OPTIONS: &str = "allow_undo_level animate_interval author_color auto_level_titles debug_switch \
    enable_pause game_uri keyhint_color level_title_style mouse_clicks \
    show_level_title_in_menu status_line title_color";
const NEXT_SECTIONS: &str = "tags mappings";
const PLUS_COMMANDS: &str = "nosave goto";
const NEXT_COMMANDS: &str = "gosub link log quit status";
/// First words of lines between levels in Plus.
const PLUS_LEVEL_LINES: &str = "section goto";
/// First words of lines between levels in Next.
const NEXT_LEVEL_LINES: &str = "level link subsection title";
/// Most words named in a message.
const MAX_NAMED: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Dialect {
    Plus,
    Next,
}

/// Words of another dialect in a text.
#[derive(Debug, Default)]
pub struct DialectWords {
    /// Line of the first one, from 1.
    pub line: usize,
    dialect: Option<Dialect>,
    words: Vec<String>,
}

impl DialectWords {
    /// Finds words that PuzzleScript does not know where another dialect has them; `None` if there are none.
    pub fn find(text: &str) -> Option<Self> {
        let mut found = Self::default();
        let (mut section, mut depth) = (None, 0);
        let lines: Vec<&str> = text.lines().collect();
        let is_underline = |index: usize| {
            let line = lines.get(index).map_or("", |line| line.trim());
            !line.is_empty() && line.chars().all(|c| c == '=')
        };
        for (index, written) in lines.iter().enumerate() {
            let line = without_comments(&written.to_lowercase(), &mut depth);
            let words: Vec<&str> = line.split_whitespace().collect();
            let Some(first) = words.first().copied() else {
                continue;
            };
            // The levels are the last section, and a row of a level may be one word.
            if words.len() == 1 && section != Some("levels") {
                if let Some(known) = SECTIONS.into_iter().find(|known| *known == first) {
                    section = Some(known);
                    continue;
                }
                let is_heading = section.is_none()
                    || is_underline(index + 1)
                    || index > 0 && is_underline(index - 1);
                if is_heading && is_in(NEXT_SECTIONS, first) {
                    found.add(index, Dialect::Next, &first.to_uppercase());
                    continue;
                }
            }
            match section {
                // Options come before the first section.
                None => found.option(index, first),
                Some("rules") => found.rule(index, &words),
                Some("levels") => found.level_line(index, &words),
                Some(_) => words.iter().for_each(|it| found.name_or_effect(index, it)),
            }
        }
        found.dialect.is_some().then_some(found)
    }

    fn add(&mut self, index: usize, dialect: Dialect, word: &str) {
        if self.dialect.is_none() {
            self.line = index + 1;
        }
        // Next has the words of Plus, too.
        self.dialect = self.dialect.max(Some(dialect));
        if self.words.len() < MAX_NAMED && !self.words.iter().any(|known| known == word) {
            self.words.push(word.to_owned());
        }
    }

    /// Adds a word if one of the dialects lists it.
    fn add_if_in(&mut self, index: usize, word: &str, plus: &str, next: &str) -> bool {
        let dialect = match word {
            word if is_in(plus, word) => Dialect::Plus,
            word if is_in(next, word) => Dialect::Next,
            _ => return false,
        };
        self.add(index, dialect, word);
        true
    }

    fn option(&mut self, index: usize, first: &str) {
        // A comment; the other dialects have parentheses only.
        if first.starts_with("//") {
            self.add(index, Dialect::Next, "//");
        } else {
            self.add_if_in(index, first, PLUS_OPTIONS, NEXT_OPTIONS);
        }
    }

    fn rule(&mut self, index: usize, words: &[&str]) {
        match words[0] {
            "global" => self.add(index, Dialect::Plus, "global"),
            "subroutine" => self.add(index, Dialect::Next, "subroutine"),
            _ => {}
        }
        let (mut after_arrow, mut in_brackets) = (false, false);
        for word in words {
            if *word == "message" {
                return;
            }
            after_arrow |= word.contains("->");
            let may_command = after_arrow && !in_brackets;
            if may_command && self.add_if_in(index, word, PLUS_COMMANDS, NEXT_COMMANDS) {
                // The rest is its value.
                return;
            }
            if let Some(bracket) = word.chars().rfind(|c| "[]".contains(*c)) {
                in_brackets = bracket == '[';
            }
            self.name_or_effect(index, word);
        }
    }

    fn level_line(&mut self, index: usize, words: &[&str]) {
        if words.len() > 1 {
            self.add_if_in(index, words[0], PLUS_LEVEL_LINES, NEXT_LEVEL_LINES);
        }
    }

    /// Copied, written or rotated sprites, names with tags, and animations: all have a colon inside or at the end.
    fn name_or_effect(&mut self, index: usize, word: &str) {
        let Some((before, after)) = word.split_once(':') else {
            return;
        };
        match (before, after) {
            ("copy", _) => self.add(index, Dialect::Plus, "copy:"),
            ("afx" | "canvas" | "flip" | "rot" | "scale" | "shift" | "text" | "translate", _) => {
                self.add(index, Dialect::Next, &format!("{before}:"));
            }
            _ if before.ends_with(is_word)
                && after.starts_with(|c| is_word(c) || "<>^".contains(c)) =>
            {
                self.add(index, Dialect::Next, word);
            }
            _ => {}
        }
    }

    /// Error: the text cannot be read because of these words.
    pub fn refusal(&self) -> String {
        format!("this is {}", self.description())
    }

    /// Warning: the text is played without these words.
    pub fn warning(&self) -> String {
        let description = self.description();
        format!("this may be {description}: it may play differently")
    }

    fn description(&self) -> String {
        let dialect = match self.dialect {
            Some(Dialect::Next) => "PuzzleScript Next",
            _ => "PuzzleScript Plus",
        };
        let words = self.words.join(", ");
        format!("a game for {dialect} ({words}), which is not supported")
    }
}

/// Removes comments from a line. `depth` is the number of open ones at its start, and then at its end.
fn without_comments(line: &str, depth: &mut usize) -> String {
    let mut rest = String::with_capacity(line.len());
    for c in line.chars() {
        match c {
            '(' => *depth += 1,
            ')' => *depth = depth.saturating_sub(1),
            _ if *depth == 0 => rest.push(c),
            _ => {}
        }
    }
    rest
}
