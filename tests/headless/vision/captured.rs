//! Reads real screenshots kept outside the repository: every `NAME_WIDTH.png` of the folder named by
//! `PLANWRIGHT_PICTURES`, beside it `NAME_WIDTH.txt` with target, empty line, field (rows of `.` and
//! `1`–`4`), and row and column of the cursor from 0. For whoever changes how pictures are read.

use std::path::Path;

use planwright::vision::{ScreenReading, read};

use super::reading::profile;

fn rows(seen: &ScreenReading, board: &str) -> Vec<String> {
    let Some(board) = seen.reading.board(board) else {
        return Vec::new();
    };
    let rows = board.cells.rows();
    rows.map(|row| row.iter().map(|cell| cell.value.as_str()).collect())
        .collect()
}

fn differences(seen: &[String], expected: &[&str]) -> usize {
    let seen = seen.iter().flat_map(|row| row.chars());
    let expected = expected.iter().flat_map(|row| row.chars());
    seen.zip(expected).filter(|(a, b)| a != b).count()
}

fn line(path: &Path) -> Result<(String, bool), String> {
    let image = image::open(path).map_err(|e| e.to_string())?.to_rgba8();
    let text = std::fs::read_to_string(path.with_extension("txt")).map_err(|e| e.to_string())?;
    let lines: Vec<_> = text.lines().collect();
    let (target, field) = (&lines[..6], &lines[7..13]);
    let seen = read(&profile(), &image, None).map_err(|error| error.to_string())?;
    if !seen.is_playing() {
        return Err(format!("{} {:?}", seen.phase, seen.why_no_boards));
    }
    let wrong = [
        differences(&rows(&seen, "target"), target),
        differences(&rows(&seen, "field"), field),
    ];
    let cursor = seen.reading.cursor.as_ref();
    let place = cursor.map(|c| format!("{} {}", c.value.row, c.value.col));
    let right = wrong == [0, 0] && place.as_deref() == Some(lines[13]);
    let least = seen.reading.boards.iter().map(|board| {
        let cells = board.cells.as_slice().iter();
        cells.map(|cell| cell.confidence).fold(1.0, f32::min)
    });
    let least: Vec<_> = least.collect();
    Ok((
        format!(
            "at {} {} × {:.2}, wrong {wrong:?}, doubtful {}, least sure {least:.2?}, cursor {}",
            seen.place.x,
            seen.place.y,
            seen.place.scale,
            seen.doubtful().len(),
            cursor.map_or("none".to_owned(), |c| format!(
                "{place:?} {:.2}",
                c.confidence
            )),
        ),
        right && seen.doubtful().is_empty(),
    ))
}

#[test]
#[ignore = "needs a folder of screenshots in PLANWRIGHT_PICTURES"]
fn captured_pictures_are_read() {
    let folder = std::env::var_os("PLANWRIGHT_PICTURES").expect("PLANWRIGHT_PICTURES is set");
    let entries = std::fs::read_dir(folder).expect("is a folder");
    let mut paths: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "png"));
    paths.sort();
    let mut failed = 0;
    for path in &paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        match line(path) {
            Ok((line, true)) => println!("{name}: {line}"),
            Ok((line, false)) => {
                failed += 1;
                println!("{name}: NOT READ WELL: {line}");
            }
            Err(error) => {
                failed += 1;
                println!("{name}: NOT READ: {error}");
            }
        }
    }
    assert!(
        !paths.is_empty() && failed == 0,
        "{failed} of {}",
        paths.len()
    );
}
