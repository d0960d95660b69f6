//! Converts captures and readings for display.

use std::sync::Arc;

use egui::{Rect, pos2, vec2};

use crate::autoplay::{Frame, value_look};
use crate::game::{BoardReading, CellLook, Grid, LevelRef, Tone};
use crate::games;
use crate::vision::{ImageRect, Profile, ScreenReading};

use crate::kit::picture::drawable;
use crate::world::live::{SeenBoard, SeenCell, SeenCursor, Sight};
use crate::world::pictures::{PictureReading, Source};

/// Converts captures of one profile.
pub(super) struct Sights {
    profile: Arc<Profile>,
    /// Any level of the game, for names and colours of its values.
    level: Option<LevelRef>,
    draft: bool,
}

impl Sights {
    pub(super) fn new(profile: Arc<Profile>, level: Option<LevelRef>, draft: bool) -> Self {
        let blank = || games::by_id(&profile.game).map(|game| game.blank(None));
        let level = level.or_else(blank);
        Self {
            profile,
            level,
            draft,
        }
    }

    pub(super) fn sight(&self, frame: &Frame) -> Sight {
        let (width, height) = frame.picture.dimensions();
        let seen = frame.playing();
        let boards = seen.map_or_else(Vec::new, |seen| {
            let boards = seen.reading.boards.iter();
            boards.filter_map(|board| self.board(seen, board)).collect()
        });
        let picture = Arc::new(drawable(&frame.picture));
        let reading = seen.map(|seen| {
            Arc::new(PictureReading {
                reading: seen.reading.clone(),
                threshold: seen.doubtful_below,
                picture: picture.clone(),
                source: Some(Source {
                    draft: self.draft,
                    ..Source::new(frame.picture.clone(), self.profile.clone(), seen)
                }),
            })
        });
        Sight {
            picture,
            reading,
            size: vec2(width as f32, height as f32),
            phase: match &frame.seen {
                Ok(seen) => Ok(seen.phase.clone()),
                Err(error) => Err(error.clone()),
            },
            boards,
            cursor: seen.and_then(|seen| self.cursor(seen)),
        }
    }

    fn board(&self, seen: &ScreenReading, board: &BoardReading) -> Option<SeenBoard> {
        let titles = self.level.as_ref().map(|level| level.start().boards());
        let title = titles
            .iter()
            .flatten()
            .find(|info| info.id == board.id)
            .map_or(board.id.as_str(), |info| info.title);
        let cells = board.cells.iter().map(|(cell, read)| SeenCell {
            look: match &self.level {
                Some(level) => value_look(level.as_ref(), &read.value),
                None => CellLook::new(read.value.clone(), Tone::Empty, read.value.clone()),
            },
            area: seen
                .cell_rect(&self.profile, &board.id, cell)
                .map_or(Rect::NOTHING, rect),
            doubtful: read.confidence < seen.doubtful_below,
        });
        Some(SeenBoard {
            id: board.id.clone(),
            title: title.to_owned(),
            cells: Grid::from_cells(board.size(), cells.collect())?,
        })
    }

    fn cursor(&self, seen: &ScreenReading) -> Option<SeenCursor> {
        let cell = seen.reading.cursor.as_ref()?.value;
        let board = self.profile.screen.cursor.as_ref()?.board();
        let area = seen.cell_rect(&self.profile, board, cell).map(rect)?;
        Some(SeenCursor { cell, area })
    }
}

fn rect(area: ImageRect) -> Rect {
    Rect::from_min_size(pos2(area.x, area.y), vec2(area.width, area.height))
}
