//! The [`Level`] interface of a PuzzleScript level.

use std::borrow::Cow;
use std::sync::Arc;

use crate::game::search::{Budget, Stop};
use crate::game::typed::write_ron;
use crate::game::{
    BoardInfo, Cell, CellStyle, Complaint, GridLevel, Level, LevelRef, Meta, Playthrough, Position,
    Size, SpriteSheet, TextError, Tone, words,
};

use super::compile::{Phase, Stage, Start};
use super::game_file::PuzzleLevel;
use super::playthrough::GamePlaythrough;
use super::position::PuzzlePosition;
use super::screen;
use super::text::{self, Ron};
use super::{BOARD, INFO};

impl Level for PuzzleLevel {
    fn game_id(&self) -> &'static str {
        INFO.id
    }

    fn meta(&self) -> &Meta {
        &self.meta
    }

    fn with_meta(&self, meta: Meta) -> LevelRef {
        let meta = Meta {
            title: text::in_one_line(&meta.title),
            author: text::in_one_line(&meta.author),
            ..meta
        };
        let text = text::with_meta(&self.text, &self.meta, &meta);
        // Title, author and notes precede the rows, which move by as many lines as are added.
        let more = text.split('\n').count() as isize - self.text.split('\n').count() as isize;
        let start = self.start.as_ref().map(|start| {
            let mut start = Start::clone(start);
            for row in &mut start.rows {
                row.line = row.line.saturating_add_signed(more);
            }
            Arc::new(start)
        });
        Arc::new(Self {
            meta,
            text: text.into(),
            start,
            ..self.clone()
        })
    }

    fn to_text(&self) -> String {
        let mut text = self.text.to_string();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }

    fn to_ron(&self) -> Result<String, ron::Error> {
        let content = Ron {
            level: self.stage + 1,
            text: self.to_text(),
        };
        write_ron(INFO.id, &Meta::default(), &content, false)
    }

    fn source_text(&self) -> Option<Arc<str>> {
        Some(Arc::clone(&self.text))
    }

    fn number(&self) -> Option<usize> {
        Some(self.stage + 1)
    }

    fn sibling(&self, number: usize) -> Option<LevelRef> {
        let level = self.sibling_stage(number.checked_sub(1)?)?;
        Some(Arc::new(level))
    }

    fn holds_siblings(&self) -> bool {
        true
    }

    fn message(&self) -> Option<&str> {
        match self.file.game.stages.get(self.stage) {
            Some(Stage::Message(text)) => Some(text),
            _ => None,
        }
    }

    /// The rules and this level's rows; other levels may change.
    fn identity(&self) -> String {
        let is = |line: &str, heading| line.trim().eq_ignore_ascii_case(heading);
        let lines = self.text.split('\n');
        let lines = lines.skip_while(|line| !is(line, "objects"));
        let rules = lines.take_while(|line| !is(line, "levels"));
        let rows = self.start.iter().flat_map(|start| &start.rows);
        let rows = rows.map(|row| row.text.iter().collect::<String>());
        let lines: Vec<String> = rules.map(str::to_owned).chain(rows).collect();
        lines.join("\n")
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(PuzzlePosition::new(self.clone()))
    }

    fn start_within(&self, budget: &Budget) -> Result<Box<dyn Position>, Stop> {
        let start = PuzzlePosition::within(self.clone(), budget);
        budget.check()?;
        Ok(Box::new(start))
    }

    fn playthrough(&self, seed: Option<&str>) -> Box<dyn Playthrough> {
        Box::new(GamePlaythrough::new(self, seed))
    }

    fn fault(&self) -> Option<TextError> {
        let Some(start) = &self.start else {
            let stages = &self.file.game.stages;
            let has_levels = stages.iter().any(|stage| matches!(stage, Stage::Level(_)));
            let reason = match has_levels {
                true => "this entry is a message between levels; choose a level instead",
                false => "the text holds only messages, so there is no level to play",
            };
            return Some(TextError::at(1, 1, reason));
        };
        start.broken.clone()
    }

    fn complaints(&self) -> Vec<Complaint> {
        self.file.problems.clone()
    }

    fn board(&self) -> BoardInfo {
        let size = self.start.as_ref().map_or(Size::new(1, 1), |start| {
            Size::new(start.height.max(1), start.width.max(1))
        });
        BoardInfo::new(BOARD, "Level", size)
    }

    fn viewport_size(&self) -> Option<Size> {
        let view = self.file.game.options.view?;
        view.flicks.then_some(view.size)
    }

    fn style(&self, cell: Cell) -> CellStyle {
        match (self.objects(cell), self.message()) {
            (Some(objects), _) => self.file.cell_style(&objects),
            (None, Some(text)) => {
                CellStyle::new("message", Tone::Empty, text.to_owned()).glyph("…")
            }
            _ => CellStyle::new("", Tone::Hole, "no cell"),
        }
    }

    fn facts(&self) -> Vec<(Cow<'static, str>, String)> {
        let game = &self.file.game;
        let entry = format!("{} of {}", self.stage + 1, game.stages.len());
        let mut facts = vec![
            (Cow::from("Entry"), entry),
            ("Objects".into(), words::number(game.names.objects.len())),
        ];
        if let Some(text) = self.message() {
            facts.push(("Message".into(), text.to_owned()));
        }
        for problem in &self.file.problems {
            let name = if problem.severe { "Error" } else { "Warning" };
            facts.push((name.into(), problem.error.to_string()));
        }
        facts
    }

    fn details(&self) -> Vec<(Cow<'static, str>, String)> {
        let groups = |half: &Phase| -> usize { half.groups.iter().map(Vec::len).sum() };
        let game = &self.file.game;
        let rules = groups(&game.first) + groups(&game.late);
        vec![("Rules, each for one direction".into(), words::number(rules))]
    }

    fn sprites(&self) -> Option<Result<SpriteSheet, String>> {
        Some(screen::level_sheet(self))
    }

    fn as_grid(&self) -> Option<&dyn GridLevel> {
        let start = self.start.as_ref()?;
        start.broken.is_none().then_some(self as &dyn GridLevel)
    }

    fn extent(&self) -> String {
        match &self.start {
            Some(_) => self.board().size.to_string(),
            None => "message".to_owned(),
        }
    }
}
