//! Converts captures and readings for display.

use std::sync::Arc;

use egui::{Rect, vec2};

use crate::autoplay::{Observation, value_style};
use crate::game::{BoardReading, CellStyle, Grid, LevelRef, Tone};
use crate::games;
use crate::kit::picture::{drawable, rect};
use crate::vision::{Profile, ScreenReading};
use crate::world::live::{Capture, DetectedBoard, DetectedCell, DetectedCursor};
use crate::world::pictures::PictureReading;

pub(super) struct CaptureConverter {
    profile: Arc<Profile>,
    /// Any level of the game, for names and colours of its values.
    level: Option<LevelRef>,
    draft: bool,
}

impl CaptureConverter {
    pub(super) fn new(profile: Arc<Profile>, level: Option<LevelRef>, draft: bool) -> Self {
        let blank = || games::by_id(&profile.game).map(|game| game.blank(None));
        Self {
            level: level.or_else(blank),
            profile,
            draft,
        }
    }

    pub(super) fn convert(&self, frame: &Observation) -> Capture {
        let (width, height) = frame.picture.dimensions();
        let screen = frame.playing();
        let boards = screen.into_iter().flat_map(|screen| {
            let boards = screen.reading.boards.iter();
            boards.filter_map(|board| self.board(screen, board))
        });
        let boards = boards.collect();
        let picture = Arc::new(drawable(&frame.picture));
        let reading = screen.map(|screen| {
            let (image, profile) = (frame.picture.clone(), self.profile.clone());
            Arc::new(PictureReading {
                draft: self.draft,
                ..PictureReading::new(image, picture.clone(), profile, screen)
            })
        });
        Capture {
            picture,
            reading,
            size: vec2(width as f32, height as f32),
            phase: frame.screen.clone().map(|screen| screen.phase.clone()),
            boards,
            cursor: screen.and_then(|screen| self.cursor(screen)),
        }
    }

    fn board(&self, screen: &ScreenReading, board: &BoardReading) -> Option<DetectedBoard> {
        let infos = self.level.as_ref().map(|level| level.start().boards());
        let info = infos.iter().flatten().find(|info| info.id == board.id);
        let title = info.map_or(board.id.as_str(), |info| info.title);
        let cells = board.cells.iter().map(|(cell, reading)| DetectedCell {
            style: match &self.level {
                Some(level) => value_style(level.as_ref(), &reading.value),
                None => CellStyle::new(reading.value.clone(), Tone::Empty, reading.value.clone()),
            },
            area: {
                let area = screen.cell_rect(&self.profile, &board.id, cell);
                area.map_or(Rect::NOTHING, rect)
            },
            uncertain: reading.confidence < screen.doubtful_below,
        });
        Some(DetectedBoard {
            id: board.id.clone(),
            title: title.to_owned(),
            cells: Grid::from_cells(board.size(), cells.collect())?,
        })
    }

    fn cursor(&self, screen: &ScreenReading) -> Option<DetectedCursor> {
        let cell = screen.reading.cursor.as_ref()?.value;
        let board = self.profile.screen.cursor.as_ref()?.board();
        let area = screen.cell_rect(&self.profile, board, cell).map(rect)?;
        Some(DetectedCursor { cell, area })
    }
}
