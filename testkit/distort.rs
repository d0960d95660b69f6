//! Pictures scaled, packed and reduced to few colours, and the table of how they are read.

use std::fs::File;
use std::io::Cursor;

use image::codecs::gif::GifEncoder;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::{self, ColorMap, FilterType};
use image::{DynamicImage, ExtendedColorType, Rgba, RgbaImage};
use planwright::vision::{Profile, ScreenReading, read};

use crate::project;

/// The page with the table; a run with `PLANWRIGHT_RECORD` set measures everything and writes its rows anew.
const PAGE: &str = "docs/reading-pictures.md";
const RECORD: &str = "PLANWRIGHT_RECORD";

const SCALES: [u32; 10] = [67, 80, 90, 110, 125, 133, 150, 200, 250, 300];
const SMOOTH: [FilterType; 3] = [
    FilterType::Triangle,
    FilterType::CatmullRom,
    FilterType::Lanczos3,
];

/// A change of a picture that leaves what it shows.
#[derive(Clone, Copy, Debug)]
enum Distortion {
    /// To so many percent of its size.
    Scaled(u32, FilterType),
    /// By JPEG of this quality.
    Packed(u8),
    /// To the 256 colours that suit it best, with their errors spread or not.
    Colours { dithered: bool },
}

impl Distortion {
    fn of(self, image: &RgbaImage) -> RgbaImage {
        match self {
            Self::Scaled(percent, filter) => {
                let side = |side: u32| (side * percent + 50) / 100;
                imageops::resize(image, side(image.width()), side(image.height()), filter)
            }
            Self::Packed(quality) => {
                let mut bytes = Vec::new();
                let plain = DynamicImage::ImageRgba8(image.clone()).to_rgb8();
                let packed = JpegEncoder::new_with_quality(&mut bytes, quality);
                plain.write_with_encoder(packed).expect("can be packed");
                unpacked(&bytes)
            }
            Self::Colours { dithered } => {
                let mut bytes = Cursor::new(Vec::new());
                let (width, height) = image.dimensions();
                GifEncoder::new(&mut bytes)
                    .encode(image.as_raw(), width, height, ExtendedColorType::Rgba8)
                    .expect("can be packed");
                let reduced = unpacked(bytes.get_ref());
                if !dithered {
                    return reduced;
                }
                let mut colours: Vec<Rgba<u8>> = reduced.pixels().copied().collect();
                colours.sort_unstable_by_key(|colour| colour.0);
                colours.dedup();
                let mut image = image.clone();
                imageops::dither(&mut image, &Nearest(colours));
                image
            }
        }
    }
}

fn unpacked(bytes: &[u8]) -> RgbaImage {
    image::load_from_memory(bytes)
        .expect("was packed")
        .to_rgba8()
}

/// The nearest of some colours.
struct Nearest(Vec<Rgba<u8>>);

impl ColorMap for Nearest {
    type Color = Rgba<u8>;

    fn index_of(&self, colour: &Rgba<u8>) -> usize {
        let distance = |other: &Rgba<u8>| -> u32 {
            let channels = colour.0.into_iter().zip(other.0);
            channels.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
        };
        let indices = 0..self.0.len();
        indices
            .min_by_key(|index| distance(&self.0[*index]))
            .expect("has colours")
    }

    fn map_color(&self, colour: &mut Rgba<u8>) {
        *colour = self.0[self.index_of(colour)];
    }
}

/// A column of a table: its name, and what is measured for it.
type Column = (String, Vec<Distortion>);

/// The tables of the page, each with its columns.
fn tables() -> Vec<(&'static str, Vec<Column>)> {
    let scaled = |filters: &'static [FilterType]| {
        let column = |percent: u32| {
            let filters = filters
                .iter()
                .map(|filter| Distortion::Scaled(percent, *filter));
            (format!("{percent} %"), filters.collect())
        };
        SCALES.into_iter().map(column).collect::<Vec<_>>()
    };
    let packed = [95, 90, 80, 60, 40]
        .map(|quality| (format!("JPEG {quality}"), vec![Distortion::Packed(quality)]));
    let colours = [false, true].map(|dithered| Distortion::Colours { dithered });
    let packed = packed
        .into_iter()
        .chain([("256 colours".to_owned(), colours.to_vec())]);
    vec![
        ("Scaled smoothly", scaled(&SMOOTH)),
        (
            "Scaled to the nearest pixel",
            scaled(&[FilterType::Nearest]),
        ),
        ("Packed", packed.collect()),
    ]
}

/// Reads pictures of profiles with every distortion, or with some of them where the table is not to be written. No cell may be
/// wrong without a doubt, and none be doubtful or refused that is right by the table.
#[track_caller]
pub fn assert_read_as_recorded(pictures: &[(String, Profile, RgbaImage)]) {
    let is_recorded = std::env::var_os(RECORD).is_some();
    let page = project(PAGE);
    let text = std::fs::read_to_string(&page).expect("is there");
    let (mut faults, mut rows) = (Vec::new(), Vec::new());
    for (name, profile, image) in pictures {
        let truth = read(profile, image, None).expect("is the game's");
        assert!(truth.is_playing(), "{name}: {:?}", truth.why_no_boards);
        assert_eq!(truth.doubtful(), [], "{name}");
        for (table, columns) in tables() {
            let recorded = recorded(&text, table, name);
            let mut entries = Vec::new();
            for (index, (column, distortions)) in columns.iter().enumerate() {
                let least = recorded.get(index).copied().unwrap_or(0);
                let measured = match is_recorded {
                    true => distortions.as_slice(),
                    // Another one in each column, and not all columns.
                    false if (index + name.len()).is_multiple_of(2) => &[],
                    false => {
                        let at = index % distortions.len();
                        &distortions[at..=at]
                    }
                };
                let rights = measured.iter().map(|distortion| {
                    let (right, wrong) = compared(profile, &truth, &distortion.of(image));
                    if wrong > 0 {
                        faults.push(format!("{name}: {wrong} cells wrong by {distortion:?}"));
                    }
                    if right < least && !is_recorded {
                        faults.push(format!(
                            "{name}: {right} % right by {distortion:?}, {least} % in the table, {column}"
                        ));
                    }
                    right
                });
                entries.push(rights.min().unwrap_or(least));
            }
            rows.push((table, name, entries));
        }
    }
    if is_recorded {
        let _turn = page_lock();
        let mut text = std::fs::read_to_string(&page).expect("is there");
        for (table, name, entries) in rows {
            text = with_row(&text, table, name, &entries);
        }
        std::fs::write(&page, text).expect("can be written");
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Reads pictures in which a profile's picture lies in part, or beside something else: no cell may be wrong without a doubt.
#[track_caller]
pub fn assert_not_misread(profile: &Profile, image: &RgbaImage, pictures: &[(String, RgbaImage)]) {
    let truth = read(profile, image, None).expect("is the game's");
    assert!(truth.is_playing(), "{:?}", truth.why_no_boards);
    assert_eq!(truth.doubtful(), []);
    let wrong = |(what, picture): &(String, RgbaImage)| {
        let (_, wrong) = compared(profile, &truth, picture);
        (wrong > 0).then(|| format!("{}: {wrong} cells wrong, {what}", profile.id))
    };
    let faults: Vec<String> = pictures.iter().filter_map(wrong).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Compares what was read of windows of other sizes, as percentages of cells that are right without a doubt and numbers of
/// those that are wrong without one, with the table of such windows, or writes its rows. No cell may be wrong.
#[track_caller]
pub fn assert_sizes_as_recorded(rows: &[(String, Vec<(usize, usize)>)]) {
    let table = "Windows of other sizes";
    let _turn = page_lock();
    let page = project(PAGE);
    let mut text = std::fs::read_to_string(&page).expect("is there");
    let mut faults = Vec::new();
    for (name, read) in rows {
        let rights: Vec<usize> = read.iter().map(|(right, _)| *right).collect();
        let least = recorded(&text, table, name);
        let is_worse = rights
            .iter()
            .zip(&least)
            .any(|(right, least)| right < least);
        if read.iter().any(|(_, wrong)| *wrong > 0) {
            faults.push(format!("{name}: wrong cells, {read:?}"));
        } else if std::env::var_os(RECORD).is_some() {
            text = with_row(&text, table, name, &rights);
        } else if is_worse || least.len() != rights.len() {
            faults.push(format!(
                "{name}: {rights:?} % right, {least:?} % in the table"
            ));
        }
    }
    if std::env::var_os(RECORD).is_some() {
        std::fs::write(&page, text).expect("can be written");
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Locks the page: tests write their rows at the same time.
fn page_lock() -> File {
    let lock = std::env::temp_dir().join("planwright-tests-page.lock");
    let lock = File::create(lock).expect("can be made");
    lock.lock().expect("can be waited for");
    lock
}

/// The percentage of cells that are read without a doubt and right, and how many are wrong without a doubt.
pub fn compared(profile: &Profile, truth: &ScreenReading, image: &RgbaImage) -> (usize, usize) {
    let all: usize = truth
        .reading
        .boards
        .iter()
        .map(|board| board.cells.iter().count())
        .sum();
    let Some(seen) = read(profile, image, None)
        .ok()
        .filter(ScreenReading::is_playing)
    else {
        return (0, 0);
    };
    let (mut right, mut wrong) = (0, 0);
    for board in &truth.reading.boards {
        let cells = seen.reading.board(&board.id).map(|seen| &seen.cells);
        let Some(cells) = cells.filter(|cells| cells.size() == board.size()) else {
            wrong += board.cells.iter().count();
            continue;
        };
        for ((_, drawn), (_, read)) in board.cells.iter().zip(cells.iter()) {
            match read.confidence < seen.doubtful_below {
                true => {}
                false if read.value == drawn.value => right += 1,
                false => wrong += 1,
            }
        }
    }
    (right * 100 / all.max(1), wrong)
}

fn heading(table: &str) -> String {
    format!("## {table}\n")
}

/// Where a table lies in the page.
fn span(text: &str, table: &str) -> (usize, usize) {
    let start = text.find(&heading(table)).expect("has the table");
    let rest = &text[start + 1..];
    let end = rest
        .find("\n## ")
        .map_or(text.len(), |end| start + 1 + end + 1);
    (start, end)
}

/// The entries of a profile's row; none if there is no row.
fn recorded(text: &str, table: &str, name: &str) -> Vec<usize> {
    let (start, end) = span(text, table);
    let row = format!("| `{name}` |");
    let line = text[start..end]
        .lines()
        .find_map(|line| line.strip_prefix(&row));
    let entries = line.unwrap_or_default().split('|');
    entries
        .filter_map(|entry| entry.trim().parse().ok())
        .collect()
}

/// The page with a profile's row written anew, in order.
fn with_row(text: &str, table: &str, name: &str, entries: &[usize]) -> String {
    let (start, end) = span(text, table);
    let is_row = |line: &&str| line.starts_with("| `");
    let row = format!("| `{name}` |");
    let entries: Vec<String> = entries.iter().map(ToString::to_string).collect();
    let new = format!("{row} {} |", entries.join(" | "));
    let part = text[start..end].trim_end();
    let mut rows: Vec<&str> = part
        .lines()
        .filter(is_row)
        .filter(|line| !line.starts_with(&row))
        .collect();
    rows.push(&new);
    rows.sort_unstable();
    let head: Vec<&str> = part.lines().filter(|line| !is_row(line)).collect();
    let blank = if end < text.len() { "\n\n" } else { "\n" };
    let part = format!("{}\n{}{blank}", head.join("\n"), rows.join("\n"));
    format!("{}{part}{}", &text[..start], &text[end..])
}
