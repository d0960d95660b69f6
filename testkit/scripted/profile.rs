//! The screen profile that fits the scripted target.

use planwright_game::{BoardInfo, Level, Position, Size};
use planwright_vision::{
    ActionRule, AfterLevel, BoardRule, CellRule, ColourRule, Controls, CursorKeys, CursorRule,
    CursorStart, FinderRule, GameInput as Press, Key, PLAYING_PHASE, Pacing, PictureRule, Profile,
    ScreenRule, StartRule, StartStep, Unseen, WindowRule,
};

use super::script::{Acts, Script};

/// The boards on the game's screen: only the level's own in games where it tells everything.
pub(super) fn shown(game: &str, position: &dyn Position) -> Vec<BoardInfo> {
    let info = planwright_games::by_id(game).map(|game| game.info());
    let only = info
        .filter(|info| info.memoryless)
        .map(|info| info.level_board);
    let mut boards = position.boards();
    boards.retain(|board| only.is_none_or(|only| board.id == only));
    boards
}

/// Pixels of the window right of its first board, and below.
const MARGIN: u32 = 8;

/// Width and height of the target's client area, which its pictures have, too: a cell of its first board is one pixel, and what
/// is to be told of all boards has room.
pub(super) fn client_size(profile: &Profile) -> (u32, u32) {
    let side = |cells: usize| u32::try_from(cells).unwrap_or(u32::MAX);
    let areas = profile.boards.iter().map(|board| board.rows * board.cols);
    let told = side(1 + areas.sum::<usize>());
    let first = profile.boards.first();
    let (width, height) = first.map_or((1, 1), |board| {
        (board.origin.0 + side(board.cols), side(board.rows))
    });
    let width = width + MARGIN;
    (width, (height + MARGIN).max(told.div_ceil(width)))
}

/// The profile of a target with levels like this one.
pub(super) fn profile(level: &dyn Level, script: &Script) -> Profile {
    let position = level.start();
    let boards = shown(level.game_id(), position.as_ref());
    let values = CellRule::Colour(ColourRule {
        at: vec![(0, 0)],
        classes: Vec::new(),
        tolerance: 0,
        blank: String::new(),
        blank_if_same_as: None,
    });
    let rule = |id: &str, size: Size, index: usize| BoardRule {
        rows: size.rows,
        cols: size.cols,
        // The picture's first pixel tells the phase.
        origin: (1, 1000 * u32::try_from(index).unwrap_or(0)),
        ..BoardRule::new(id, (1, 1), (1, 1), values.clone())
    };
    let moves = position.legal_moves(1);
    let intents = moves.first().map(|mv| position.intents(mv));
    let actions = intents
        .into_iter()
        .flatten()
        .filter_map(|intent| match intent {
            planwright_game::Intent::Act { action, .. } => Some(ActionRule {
                name: action.into_owned(),
                input: match script.acts {
                    Acts::Key => Press::Press(Key::Space.into()),
                    Acts::Click => Press::Click,
                    Acts::ClickUntil => Press::ClickUntil,
                    Acts::SecondClick => Press::Steps(vec![Press::Click, Press::Click]),
                    Acts::KeyThen | Acts::KeyWhileChosen => {
                        Press::Steps(vec![Press::Click, Press::Press(Key::Space.into())])
                    }
                },
            }),
            _ => None,
        });
    let cursor_board = boards.first().map_or("", |board| board.id);
    Profile {
        id: "scripted".to_owned(),
        title: "Scripted".to_owned(),
        game: level.game_id().to_owned(),
        notes: String::new(),
        window: WindowRule {
            apps: vec!["scripted".to_owned()],
            titles: Vec::new(),
        },
        finder: FinderRule::Fixed(PictureRule {
            size: (1, 1),
            ..PictureRule::default()
        }),
        unseen: Unseen {
            properties: level
                .properties()
                .into_iter()
                .map(|property| (property.field.key.to_owned(), property.value))
                .collect(),
            ..Unseen::default()
        },
        boards: boards
            .iter()
            .enumerate()
            .map(|(index, board)| rule(board.id, board.size, index))
            .collect(),
        screen: ScreenRule {
            cursor: Some(CursorRule::OneColour {
                board: cursor_board.to_owned(),
                at: Vec::new(),
                tolerance: 0,
            }),
            ..ScreenRule::default()
        },
        controls: Some(Controls {
            cursor: Some(CursorKeys {
                up: Key::Char('q'),
                down: Key::Char('a'),
                left: Key::Char('o'),
                right: Key::Char('p'),
                wraps: false,
                start: CursorStart::Unknown,
            }),
            actions: actions.collect(),
            controls: Vec::new(),
            undo: None,
            page: None,
            dialog: script.dialog,
            after_level: match script.flashes {
                Some(_) => AfterLevel::Input(Press::Press(Key::Enter.into())),
                None => AfterLevel::Automatic,
            },
            levels: None,
            pacing: Pacing {
                level_timeout_ms: 5000,
                confirm_timeout_ms: 500,
                ..Pacing::default()
            },
        }),
        cost: None,
        start: script.title.then(|| StartRule {
            command: Vec::new(),
            file: None,
            steps: vec![
                StartStep::Press(Key::Space.into()),
                StartStep::Pause(200),
                StartStep::Press(Key::Enter.into()),
                StartStep::Await {
                    phase: PLAYING_PHASE.to_owned(),
                    timeout_ms: 3000,
                },
            ],
        }),
    }
}
