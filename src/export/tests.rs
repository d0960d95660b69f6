//! Checks exports with independent decoders.

use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ecolor::Color32;
use image::{AnimationDecoder as _, RgbaImage};

use crate::game::{Game as _, LevelRef, Move};
use crate::state_graph::{ExploreLimits, ExploreStart, Explorer, SearchOrder, StateGraph, layout};

use super::animation::{self, TimedPicture};
use super::graph::{GraphMoment, GraphPicture};
use super::plan::{PlanFrames, sheet};
use super::{BoardStyle, ExportError, ExportFormat, RenderOptions, Ticket, dot, write};
use crate::drawing::{Anchor, Drawing, palette, raster};

fn level() -> LevelRef {
    let text = "null\n\n.#.\n";
    planwright_null::NULL.parse_text(text).expect("is a level")
}

fn plan() -> Vec<Move> {
    vec![Move::new("1 1"), Move::new("1 3")]
}

fn frames() -> impl Iterator<Item = Result<Drawing, ExportError>> {
    let (form, style) = (ExportFormat::Gif, BoardStyle::default());
    let frames = PlanFrames::new(&level(), &[], plan(), form, style);
    frames.expect("fits").map(|one| one.map(|one| one.drawing))
}

fn drawn(drawing: &Drawing) -> RgbaImage {
    raster::pixels(drawing, 0.5).expect("is small")
}

type Drawn = fn() -> Result<RgbaImage, ExportError>;

fn none() -> impl Iterator<Item = Result<TimedPicture<Drawn>, ExportError>> {
    std::iter::empty()
}

fn graph() -> StateGraph {
    let limits = ExploreLimits::default();
    let beginning = ExploreStart::new(level().as_ref(), &[], &plan()).expect("fits");
    let mut explorer =
        Explorer::with_plan(beginning, limits, SearchOrder::BreadthFirst).expect("fits");
    while explorer.step().is_some() {}
    explorer.into_graph()
}

#[test]
fn cells_have_the_colours_of_their_tones() {
    for dark in [false, true] {
        let style = BoardStyle {
            dark,
            letters: true,
            ..BoardStyle::default()
        };
        let position = level().start();
        let drawing = super::board::draw(position.as_ref(), None, "", style);
        let picture = raster::pixels(&drawing, 1.0).expect("draws");
        let info = &position.boards()[0];
        for col in 0..3 {
            let look = position.style(info.id, crate::game::Cell { row: 0, col });
            let fill = palette::tone(look.tone, dark).fill;
            let pixel = picture.get_pixel(16 + 40 * col as u32 + 4, 16 + 34);
            assert_eq!(pixel.0, fill.to_array(), "column {col}, dark {dark}");
        }
    }
}

#[test]
fn an_apng_holds_the_exact_pictures() {
    let pictures = frames().map(|one| {
        let one = one?;
        Ok(TimedPicture {
            picture: move || Ok(drawn(&one)),
            time: Duration::from_millis(500),
        })
    });
    let mut apng = Vec::new();
    animation::apng(3, pictures, &mut apng).expect("encodes");
    let decoder = image::codecs::png::PngDecoder::new(Cursor::new(&apng)).expect("is a PNG");
    let read = decoder
        .apng()
        .expect("is animated")
        .into_frames()
        .collect_frames()
        .expect("decodes");
    let expected: Vec<_> = frames().map(|one| drawn(&one.expect("draws"))).collect();
    let read: Vec<_> = read.into_iter().map(|frame| frame.into_buffer()).collect();
    assert_eq!(read, expected, "nothing is lost");
    assert!(animation::gif(none(), Vec::new()).is_err());
    assert!(animation::apng(0, none(), Vec::new()).is_err());
}

#[test]
fn texts_cannot_break_out_of_a_drawing() {
    let mut drawing = Drawing::new(50.0, 50.0, Color32::WHITE);
    let hostile = "</text><script>\"&'\u{0}\u{7}";
    drawing.begin_group(hostile);
    drawing.text((5.0, 5.0), hostile, 10.0, Anchor::Start, Color32::BLACK);
    drawing.end_group();
    let svg = drawing.to_svg();
    assert!(!svg.contains("<script"), "{svg}");
    raster::pixels(&drawing, 1.0).expect("is well-formed");
}

#[test]
fn pictures_of_any_size_are_refused_or_made() {
    let drawing = Drawing::new(50_000.0, 50_000.0, Color32::WHITE);
    let error = raster::pixels(&drawing, 1.0).expect_err("is too large");
    assert!(error.to_string().contains("smaller scale"), "{error}");
    raster::pixels(&drawing, 0.01).expect("is small");
}

#[test]
fn graphs_are_drawn_at_every_moment() {
    let graph = graph();
    let positions = layout(&graph, None);
    let picture = GraphPicture::new(&graph, &positions, false, Vec::new());
    let size = picture.draw(GraphMoment::End);
    for frame in 0..=graph.expanded.len() {
        let drawing = picture.draw(GraphMoment::Search(frame));
        assert_eq!((drawing.width, drawing.height), (size.width, size.height));
        let (nodes, _) = graph.known_at(frame);
        assert_eq!(drawing.to_svg().matches("<title>State").count(), nodes);
        raster::pixels(&drawing, 1.0).expect("draws");
    }
    let route = picture.draw(GraphMoment::Route(1)).to_svg();
    assert!(route.contains("Step 1 of 2"));
}

#[test]
fn dot_names_states_moves_and_the_plan() {
    let graph = graph();
    let text = dot::write(&graph, |_| "quote \" back \\ and\nline".to_owned());
    assert_eq!(text.matches(" -> ").count(), graph.edges.len());
    assert_eq!(text.matches("doublecircle").count(), 1);
    // Three states and the two moves between them; the other order of these moves is as good.
    assert_eq!(text.matches("style=bold").count(), 5, "{text}");
    assert_eq!(text.matches("color=forestgreen").count(), 4, "{text}");
    assert!(text.contains(r#"quote \" back \\ and\lline"#), "{text}");
}

#[test]
fn a_sheet_has_room_for_all_in_the_given_columns() {
    let one = frames().next().expect("has one").expect("draws");
    let shape = |columns| {
        let all = sheet(frames(), columns, BoardStyle::default()).expect("draws");
        (all.width / one.width, all.height / one.height)
    };
    assert_eq!(shape(Some(99)), (3.0, 1.0));
    assert_eq!(shape(Some(1)), (1.0, 3.0));
    let (columns, rows) = shape(None);
    assert!(columns.round() * rows.round() >= 3.0, "{columns}×{rows}");
    assert!(sheet(std::iter::empty(), None, BoardStyle::default()).is_err());
}

#[test]
fn an_export_reports_progress_and_can_be_cancelled() {
    let measures = RenderOptions {
        scale: None,
        delay: Duration::from_millis(100),
    };
    let combine = |drawings: &mut dyn Iterator<Item = Result<Drawing, ExportError>>| {
        sheet(drawings, None, BoardStyle::default())
    };
    use ExportFormat::{Apng, Gif, Png, Svg};
    for form in [Gif, Apng, Png, Svg] {
        let steps = Arc::new(AtomicUsize::new(0));
        let count = steps.clone();
        let ticket = Ticket::default().on_step(move |done, total| {
            let before = count.fetch_add(1, Ordering::Relaxed);
            assert_eq!((done, total), (before + 1, 3));
        });
        assert_eq!(ticket.fraction(), None);
        let drawings = (3, frames());
        let bytes = write(form, measures, drawings, combine, &ticket).expect("is written");
        assert!(!bytes.is_empty());
        assert_eq!(ticket.fraction(), Some(1.0), "{form:?}");
        assert_eq!(steps.swap(0, Ordering::Relaxed), 3, "{form:?}");
        ticket.stop();
        let drawings = (3, frames());
        let stopped = write(form, measures, drawings, combine, &ticket);
        assert!(matches!(stopped, Err(ExportError::Stopped)), "{form:?}");
    }
}
