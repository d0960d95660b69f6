//! Words of the dialects PuzzleScript Plus (Auroriax, <https://github.com/Auroriax/PuzzleScript>) and PuzzleScript
//! Next (david-pfx, <https://github.com/david-pfx/PuzzleScriptNext>), which is based on Plus.

use super::cursor::is_word;
use super::words::{SECTIONS, is_in};
const OPTIONS: &str = "allow_undo_level animate_interval author_color auto_level_titles case_sensitive \
    continue_is_level_select custom_font debug_switch enable_pause font_size game_uri keyhint_color \
    level_select level_select_lock level_select_solve_symbol level_select_unlocked_ahead \
    level_select_unlocked_rollover level_title_style local_radius message_text_align mouse_clicks \
    mouse_drag mouse_left mouse_rdrag mouse_right mouse_rup mouse_up nokeyboard \
    runtime_metadata_twiddling runtime_metadata_twiddling_debug settings show_level_title_in_menu \
    sitelock_hostname_whitelist sitelock_origin_whitelist skip_title_screen smoothscreen \
    smoothscreen_debug sprite_size status_line text_controls text_message_continue title_color \
    tween_easing tween_length tween_snap";
const OTHER_SECTIONS: &str = "tags mappings";
const COMMANDS: &str = "gosub goto link log nosave quit status";
/// First words of lines between levels.
const LEVEL_LINES: &str = "goto level link section subsection title";
/// Most words named in a message.
const MAX_NAMED: usize = 3;

/// Words of other dialects in a text.
#[derive(Debug, Default)]
pub struct DialectWords {
    /// Line of the first one, from 1.
    pub line: usize,
    words: Vec<String>,
}

impl DialectWords {
    /// Finds words that PuzzleScript does not know where the other dialects have them; `None` if there are none.
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
                if is_heading && is_in(OTHER_SECTIONS, first) {
                    found.add(index, &first.to_uppercase());
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
        (!found.words.is_empty()).then_some(found)
    }

    fn add(&mut self, index: usize, word: &str) {
        if self.words.is_empty() {
            self.line = index + 1;
        }
        if self.words.len() < MAX_NAMED && !self.words.iter().any(|known| known == word) {
            self.words.push(word.to_owned());
        }
    }

    fn option(&mut self, index: usize, first: &str) {
        // A comment; the other dialects have parentheses only.
        if first.starts_with("//") {
            self.add(index, "//");
        } else if is_in(OPTIONS, first) {
            self.add(index, first);
        }
    }

    fn rule(&mut self, index: usize, words: &[&str]) {
        if matches!(words[0], "global" | "subroutine") {
            self.add(index, words[0]);
        }
        let (mut after_arrow, mut in_brackets) = (false, false);
        for word in words {
            if *word == "message" {
                return;
            }
            after_arrow |= word.contains("->");
            let may_command = after_arrow && !in_brackets;
            if may_command && is_in(COMMANDS, word) {
                self.add(index, word);
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
        if words.len() > 1 && is_in(LEVEL_LINES, words[0]) {
            self.add(index, words[0]);
        }
    }

    /// Copied, written or rotated sprites, names with tags, and animations: all have a colon inside or at the end.
    fn name_or_effect(&mut self, index: usize, word: &str) {
        let Some((before, after)) = word.split_once(':') else {
            return;
        };
        match before {
            "afx" | "canvas" | "copy" | "flip" | "rot" | "scale" | "shift" | "text"
            | "translate" => self.add(index, &format!("{before}:")),
            _ if before.ends_with(is_word)
                && after.starts_with(|c| is_word(c) || "<>^".contains(c)) =>
            {
                self.add(index, word);
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
        let words = self.words.join(", ");
        format!("a game for PuzzleScript Plus or Next ({words}), which are not supported")
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
