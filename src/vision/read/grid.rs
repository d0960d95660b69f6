//! Reading of boards of any size and position that are found by their grid.

use crate::error::VisionError;
use crate::find::Mismatch;
use crate::find::grid::{
    CellLattice, GridView, REDUCTIONS, continues, has_size, lattices_in, looked_for,
};
use crate::profile::{GridRule, PLAYING_PHASE};

use super::PictureReader;
use super::score::ScoredReading;

/// Maximum number of grids compared with the profile per size.
const MAX_TRIED: usize = 4;

impl PictureReader<'_> {
    /// Reads the boards at the grid that leaves the fewest doubtful cells: of each reduction of the image, the likeliest
    /// one that is the game's counts.
    pub(super) fn grid(&self, rule: &GridRule) -> Result<ScoredReading, VisionError> {
        let mut sizes = Vec::new();
        let mut nearest: Option<Mismatch> = None;
        let mut best: Option<(usize, ScoredReading)> = None;
        for reduction in REDUCTIONS {
            let found = lattices_in(self.image, rule, reduction);
            for lattice in found.iter().take(MAX_TRIED) {
                if !has_size(self.profile, lattice) {
                    let size = lattice.size.to_string();
                    if !sizes.contains(&size) {
                        sizes.push(size);
                    }
                    continue;
                }
                match self.at_grid(rule, lattice) {
                    Ok(scored) => {
                        let doubtful = scored.screen.doubtful().len();
                        if best.as_ref().is_none_or(|(least, _)| doubtful < *least) {
                            best = Some((doubtful, scored));
                        }
                        break;
                    }
                    // The first reason counts, as the likeliest grids come first.
                    Err(mismatch) => nearest = nearest.or(mismatch),
                }
            }
            if best.as_ref().is_some_and(|(doubtful, _)| *doubtful == 0) {
                break;
            }
        }
        let seen = || match nearest {
            Some(mismatch) => format!("at the likeliest place, {mismatch}"),
            None if sizes.is_empty() => "no such grid".to_owned(),
            None => format!("only grids of {}", sizes.join(", ")),
        };
        let not_found = || self.not_found(looked_for(rule, self.profile), seen());
        best.map(|(_, scored)| scored).ok_or_else(not_found)
    }

    /// Reads the boards at a grid. Fails with the reason why it is not the game's, if known.
    fn at_grid(
        &self,
        rule: &GridRule,
        lattice: &CellLattice,
    ) -> Result<ScoredReading, Option<Mismatch>> {
        let grid = GridView {
            image: self.image,
            lattice,
            contrast: rule.contrast,
        };
        let boards = &self.profile.boards;
        if boards.iter().any(|board| continues(board, grid)) {
            let more = "the grid is cut off, or there are more cells beside it";
            return Err(Some(Mismatch::Nothing(more)));
        }
        // All boards share the grid, apart from lists in its margins, so the pitch of the first one gives the scale.
        let pitch = boards.first().map_or((1, 1), |board| board.pitch);
        let side = |count: usize, pitch: u32| u32::try_from(count).unwrap_or(1) * pitch;
        let size = lattice.size;
        let size = (side(size.cols, pitch.0), side(size.rows, pitch.1));
        let scored = self.score(lattice.placement(pitch), size, Some(grid))?;
        match scored.screen.phase == PLAYING_PHASE || scored.mismatch.is_none() {
            true => Ok(scored),
            false => Err(scored.mismatch),
        }
    }
}
