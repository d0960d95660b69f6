//! Readings of the scripted target's pictures.

use image::RgbaImage;

use planwright_autoplay::Reader;
use planwright_game::{BoardReading, Cell, CellReading, Grid, Reading, Size};
use planwright_vision::{
    OTHER_PHASE, OVER_PHASE, PLAYING_PHASE, Placement, ScreenReading, VisionError,
};

use super::game::BETWEEN;
use super::target::{Shared, locked};

/// Reads the scripted target's pictures.
pub struct ScriptedReader(Shared);

impl ScriptedReader {
    pub(super) fn new(target: Shared) -> Self {
        Self(target)
    }
}

impl Reader for ScriptedReader {
    fn read(&mut self, picture: &RgbaImage) -> Result<ScreenReading, VisionError> {
        let inner = locked(&self.0);
        let mut pixels = picture.pixels().map(|pixel| pixel.0);
        let [phase, row, col, _] = pixels.next().unwrap_or_default();
        let phase = match phase {
            1 => PLAYING_PHASE,
            2 => OTHER_PHASE,
            3 => BETWEEN,
            5 => OVER_PHASE,
            _ => "title",
        };
        // A code that stands for nothing is like what was never seen before.
        let read = |value: Option<&String>, faint: u8| CellReading {
            value: value.cloned().unwrap_or_default(),
            confidence: match value {
                Some(_) if faint > 0 => 0.3,
                Some(_) => 1.0,
                None => 0.0,
            },
            runner_up: None,
        };
        let values = &inner.past.values;
        let mut reading = Reading::default();
        if phase == PLAYING_PHASE {
            for board in &inner.profile.boards {
                let size = Size::new(board.rows, board.cols);
                let cells = pixels.by_ref().take(size.area());
                let cells =
                    cells.map(|[code, faint, ..]| read(values.get(usize::from(code)), faint));
                reading.boards.push(BoardReading {
                    id: board.id.clone(),
                    cells: Grid::from_cells(size, cells.collect())
                        .unwrap_or_else(|| Grid::filled(size, read(None, 0))),
                });
            }
            let properties = inner.profile.unseen.properties.iter();
            reading.properties = properties.map(|(k, v)| (k.clone(), v.clone())).collect();
            reading.cursor = Some(CellReading {
                value: Cell::new(row.into(), col.into()),
                confidence: 1.0,
                runner_up: None,
            });
        }
        Ok(ScreenReading {
            phase: phase.to_owned(),
            reading,
            place: Placement {
                x: 0.0,
                y: 0.0,
                scale: 1.0,
                scale_y: 1.0,
            },
            complete: true,
            cell_rects: Default::default(),
            parts: Default::default(),
            ambiguous: Default::default(),
            doubtful_below: 0.5,
            why_no_boards: (phase == OTHER_PHASE).then(|| "halfway drawn".to_owned()),
        })
    }
}
