//! The stand-in's own levels, one file for this window and the page for browsers.

use crate::game::{LevelRef, PracticeError};
use crate::level::PuzlogicLevel;
use crate::puzzle::Puzzle;
use crate::{INFO, text};

/// Levels in the plain-text form, one after the other. Their notes are the help on the screen.
const TEXT: &str = include_str!("../../../../assets/practice/puzlogic/levels.txt");

/// The levels of the stand-ins, in their order.
///
/// # Errors
/// [`PracticeError::Level`] when the file they come from is damaged.
pub(super) fn levels() -> Result<Vec<LevelRef>, PracticeError> {
    let levels = split(TEXT).into_iter().enumerate().map(|(index, level)| {
        text::parse(&level).map_err(|error| PracticeError::Level {
            index,
            reason: error.to_string(),
        })
    });
    levels.collect()
}

/// The text of each level, beginning with the game's id.
fn split(text: &str) -> Vec<String> {
    let mut levels: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.trim() == INFO.id {
            levels.push(String::new());
        }
        if let Some(level) = levels.last_mut() {
            level.push_str(line);
            level.push('\n');
        }
    }
    levels
}

/// The puzzle of a level that can be played to an end here.
///
/// # Errors
/// Why it cannot.
pub(super) fn playable(level: &LevelRef) -> Result<&Puzzle, String> {
    let Some(puzlogic) = level.as_any().downcast_ref::<PuzlogicLevel>() else {
        return Err(format!("it is a level of ‘{}’", level.game_id()));
    };
    let puzzle = puzlogic.puzzle().as_ref();
    let cells = puzzle.empty_cells().count();
    if cells == 0 {
        return Err("it has no empty cell; there is nothing to play".to_owned());
    }
    if cells != puzzle.pieces.len() {
        let pieces = puzzle.pieces.len();
        return Err(format!(
            "it has {pieces} pieces for {cells} empty cells, so it can never be completed"
        ));
    }
    Ok(puzzle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Puzlogic;
    use crate::game::{Game, SolveRequest, solve};
    use crate::search::{Budget, NoProgress};

    /// The page for browsers.
    const PAGE: &str = include_str!("../../../../assets/practice/puzlogic/index.html");

    #[test]
    fn each_has_exactly_one_solution() {
        let levels = levels().expect("can be read");
        assert_eq!(levels.len(), 15);
        for level in &levels {
            playable(level).expect("can be played");
            let request = SolveRequest {
                count: 2,
                ..SolveRequest::new(level.as_ref())
            };
            let solver = Puzlogic.solvers()[0];
            let report = solve(solver, &request, &Budget::default(), &NoProgress);
            let outcome = report.expect("is solved").outcome;
            let solution = outcome.solution().expect("has a solution");
            assert_eq!(solution.solutions, Some(1), "{}", level.meta().title);
            assert!(solution.others.is_empty());
        }
    }

    #[test]
    fn they_differ_in_what_they_ask_for() {
        let levels = levels().expect("can be read");
        let puzzles: Vec<&Puzzle> = levels.iter().filter_map(|l| playable(l).ok()).collect();
        let with = |wanted: fn(&Puzzle) -> bool| puzzles.iter().filter(|p| wanted(p)).count();
        assert!(with(|p| p.sums.is_empty()) >= 3);
        assert!(with(|p| p.sums.iter().any(|sum| sum.placed_only)) >= 3);
        assert!(with(|p| p.sums.iter().any(|sum| !sum.placed_only)) >= 3);
        assert!(with(|p| p.pieces.iter().any(|piece| *piece > 9)) >= 2);
        assert!(levels.iter().any(|level| !level.meta().notes.is_empty()));
    }

    #[test]
    fn the_page_has_the_same_levels() {
        let start = "<script type=\"text/plain\" id=\"levels\">\n";
        let (_, rest) = PAGE.split_once(start).expect("the page has levels");
        let (levels, _) = rest.split_once("</script>").expect("they end");
        assert_eq!(levels, TEXT);
    }
}
