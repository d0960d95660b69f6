//! Test windows: one that records its input, and actions on windows.

use std::cell::RefCell;

use planwright::autoplay::desktop::WindowId;
use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ChangeWindowAttributesAux, ClientMessageEvent, ConfigureWindowAux,
    ConnectionExt as _, CreateWindowAux, EventMask, KEY_PRESS_EVENT, KEY_RELEASE_EVENT, KeyButMask,
    MOTION_NOTIFY_EVENT, PropMode, StackMode, Window, WindowClass,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use crate::wait::wait_for;

/// Connects to a display and returns the number of its screen.
pub fn connect(display: &str) -> (RustConnection, usize) {
    x11rb::connect(Some(display)).expect("the display is there")
}

/// Creates and shows a window of a program at a place.
pub fn open(
    conn: &RustConnection,
    screen: usize,
    (app, title): (&str, &str),
    (x, y, width, height): (i16, i16, u16, u16),
) -> Window {
    let root = conn.setup().roots[screen].root;
    let window = conn.generate_id().expect("has ids");
    let mask = EventMask::KEY_PRESS
        | EventMask::KEY_RELEASE
        | EventMask::BUTTON_PRESS
        | EventMask::EXPOSURE
        | EventMask::STRUCTURE_NOTIFY;
    let values = CreateWindowAux::new()
        .event_mask(mask)
        .background_pixel(conn.setup().roots[screen].white_pixel);
    conn.create_window(
        x11rb::COPY_DEPTH_FROM_PARENT,
        window,
        root,
        x,
        y,
        width,
        height,
        0,
        WindowClass::INPUT_OUTPUT,
        0,
        &values,
    )
    .expect("can be sent");
    let class = format!("{app}\0{app}\0");
    for (name, text) in [
        (AtomEnum::WM_NAME, title),
        (AtomEnum::WM_CLASS, class.as_str()),
    ] {
        conn.change_property8(
            PropMode::REPLACE,
            window,
            name,
            AtomEnum::STRING,
            text.as_bytes(),
        )
        .expect("can be sent");
    }
    // At this place, not where the window manager prefers.
    let hints = x11rb::properties::WmSizeHints {
        position: Some((
            x11rb::properties::WmSizeHintsSpecification::UserSpecified,
            x.into(),
            y.into(),
        )),
        ..Default::default()
    };
    hints.set_normal_hints(conn, window).expect("can be sent");
    conn.map_window(window).expect("can be sent");
    conn.flush().expect("can be sent");
    window
}

/// A window that records its input, as if of another program.
pub struct Recorder {
    pub id: WindowId,
    window: Window,
    display: String,
    conn: RustConnection,
    presses: RefCell<Vec<Press>>,
}

/// A press that has reached a window.
#[derive(Clone, Debug)]
struct Press {
    text: String,
    /// For a click, the pixel of the window.
    click: Option<(i32, i32)>,
}

impl Recorder {
    pub fn open(display: &str, title: &str, place: (i16, i16, u16, u16)) -> Self {
        let (conn, screen) = connect(display);
        let window = open(&conn, screen, ("recorder", title), place);
        Self {
            id: WindowId(window.into()),
            window,
            display: display.to_owned(),
            conn,
            presses: RefCell::default(),
        }
    }

    /// The key and pointer presses so far. Releases do not count: a key that was down when this
    /// window got the focus is released here and types nothing.
    pub fn presses(&self) -> Vec<String> {
        self.take().into_iter().map(|press| press.text).collect()
    }

    /// The same, for clicks with the pixel of the window.
    pub fn clicks(&self) -> Vec<Option<(i32, i32)>> {
        self.take().into_iter().map(|press| press.click).collect()
    }

    fn take(&self) -> Vec<Press> {
        // The window manager sees a click first and passes it on; then whatever was sent before a
        // round trip is delivered when that is over.
        sync_window_manager(&self.display);
        self.conn.sync().expect("the display is there");
        let mut presses = self.presses.borrow_mut();
        while let Some(event) = self.conn.poll_for_event().expect("the display is there") {
            match event {
                Event::KeyPress(event) => presses.push(Press {
                    text: format!("key {} down", event.detail),
                    click: None,
                }),
                Event::ButtonPress(event) => presses.push(Press {
                    text: format!("button {}", event.detail),
                    click: Some((event.event_x.into(), event.event_y.into())),
                }),
                _ => {}
            }
        }
        presses.clone()
    }

    /// Fills it with a colour, as `0xrrggbb`.
    pub fn fill(&self, colour: u32) {
        let values = ChangeWindowAttributesAux::new().background_pixel(colour);
        let changed = self.conn.change_window_attributes(self.window, &values);
        changed.expect("is taken");
        let cleared = self.conn.clear_area(false, self.window, 0, 0, 0, 0);
        cleared.expect("is taken");
        self.conn.sync().expect("the display is there");
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        let _ = self.conn.destroy_window(self.window);
        let _ = self.conn.sync();
    }
}

fn configure(display: &str, id: WindowId, values: &ConfigureWindowAux) {
    let (conn, _) = connect(display);
    let window = Window::try_from(id.0).expect("is a window");
    conn.configure_window(window, values).expect("can be sent");
    conn.sync().expect("can be sent");
}

/// Moves a window.
pub fn move_to(display: &str, id: WindowId, x: i32, y: i32) {
    configure(display, id, &ConfigureWindowAux::new().x(x).y(y));
}

/// Resizes a window.
pub fn resize(display: &str, id: WindowId, width: u32, height: u32) {
    configure(
        display,
        id,
        &ConfigureWindowAux::new().width(width).height(height),
    );
}

/// Raises a window above all others, without giving it the focus.
pub fn raise(display: &str, id: WindowId) {
    configure(
        display,
        id,
        &ConfigureWindowAux::new().stack_mode(StackMode::ABOVE),
    );
}

/// The windows that the window manager manages.
pub fn managed(display: &str) -> Vec<WindowId> {
    let (conn, screen) = connect(display);
    let atom = atom(&conn, b"_NET_CLIENT_LIST");
    let root = conn.setup().roots[screen].root;
    let list = conn.get_property(false, root, atom, AtomEnum::WINDOW, 0, 1024);
    let list = list.expect("can be sent").reply().expect("is answered");
    let ids = list.value32().into_iter().flatten();
    ids.map(|id| WindowId(id.into())).collect()
}

fn atom(conn: &RustConnection, name: &[u8]) -> Atom {
    let atom = conn.intern_atom(false, name);
    atom.expect("can be sent").reply().expect("is known").atom
}

/// Sends the window manager a message about a window.
fn ask(conn: &RustConnection, screen: usize, window: Window, what: &[u8], data: [u32; 5]) {
    let message = ClientMessageEvent::new(32, window, atom(conn, what), data);
    let root = conn.setup().roots[screen].root;
    let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
    conn.send_event(false, root, mask, message)
        .expect("can be sent");
    conn.sync().expect("can be sent");
}

/// Waits until the window manager has handled all earlier requests. It handles them in order, so it
/// is enough to wait for the answer to a last one: the size of the frame around a window that is
/// not shown.
#[track_caller]
pub fn sync_window_manager(display: &str) {
    let (conn, screen) = connect(display);
    let root = conn.setup().roots[screen].root;
    let window = conn.generate_id().expect("has ids");
    let (class, values) = (WindowClass::INPUT_OUTPUT, CreateWindowAux::new());
    conn.create_window(0, window, root, 0, 0, 1, 1, 0, class, 0, &values)
        .expect("can be sent");
    ask(&conn, screen, window, b"_NET_REQUEST_FRAME_EXTENTS", [0; 5]);
    let (answer, kind) = (atom(&conn, b"_NET_FRAME_EXTENTS"), AtomEnum::CARDINAL);
    wait_for("the window manager answers", 30, || {
        let answer = conn.get_property(false, window, answer, kind, 0, 4);
        let answer = answer.expect("can be sent").reply().expect("is answered");
        (answer.value_len > 0).then_some(())
    });
}

/// Whether one window is above another.
pub fn is_over(display: &str, upper: WindowId, lower: WindowId) -> bool {
    let (conn, screen) = connect(display);
    let root = conn.setup().roots[screen].root;
    let tree = |window| {
        let tree = conn.query_tree(window).expect("can be sent").reply();
        tree.expect("is answered")
    };
    // Children of the root: frames of the window manager, from bottom to top.
    let order = tree(root).children;
    let place = |id: WindowId| {
        let mut at = Window::try_from(id.0).expect("is a window");
        while !order.contains(&at) {
            at = tree(at).parent;
        }
        order.iter().position(|&window| window == at)
    };
    place(upper) > place(lower)
}

/// Asks a window to close, like the button in its title bar.
pub fn close(display: &str, id: WindowId) {
    let (conn, screen) = connect(display);
    let window = Window::try_from(id.0).expect("is a window");
    let data = [x11rb::CURRENT_TIME, 2, 0, 0, 0];
    ask(&conn, screen, window, b"_NET_CLOSE_WINDOW", data);
}

/// Minimises a window, as a person does by the button in its title.
pub fn minimise(display: &str, id: WindowId) {
    const ICONIC: u32 = 3;
    let (conn, screen) = x11rb::connect(Some(display)).expect("the display is there");
    let window = Window::try_from(id.0).expect("is a window");
    ask(
        &conn,
        screen,
        window,
        b"WM_CHANGE_STATE",
        [ICONIC, 0, 0, 0, 0],
    );
}

/// Whether a button of the pointer is down.
pub fn is_button_down(display: &str) -> bool {
    let (conn, screen) = x11rb::connect(Some(display)).expect("the display is there");
    let root = conn.setup().roots[screen].root;
    let pointer = conn.query_pointer(root).expect("is taken").reply();
    let mask = u16::from(pointer.expect("is told").mask);
    let all = [
        KeyButMask::BUTTON1,
        KeyButMask::BUTTON2,
        KeyButMask::BUTTON3,
    ];
    all.iter().any(|button| mask & u16::from(*button) != 0)
}

/// What a person does at keyboard and pointer.
pub struct Hands {
    conn: RustConnection,
    root: Window,
}

impl Hands {
    pub fn at(display: &str) -> Self {
        let (conn, screen) = x11rb::connect(Some(display)).expect("the display is there");
        let root = conn.setup().roots[screen].root;
        // Code 127 is the Pause key of the usual keyboard.
        let symbols = conn.get_keyboard_mapping(127, 1).expect("is taken");
        let symbols = symbols.reply().expect("is told").keysyms;
        assert!(symbols.contains(&0xff13), "code 127 is Pause: {symbols:x?}");
        Self { conn, root }
    }

    /// Presses the Pause key down, or lets it up.
    pub fn pause_key(&self, down: bool) {
        let kind = if down {
            KEY_PRESS_EVENT
        } else {
            KEY_RELEASE_EVENT
        };
        self.fake(kind, 127, (0, 0));
    }

    /// Presses a key down and lets it up at once.
    pub fn tap(&self, code: u8) {
        self.fake(KEY_PRESS_EVENT, code, (0, 0));
        self.fake(KEY_RELEASE_EVENT, code, (0, 0));
    }

    /// Moves the pointer to a pixel of the screen.
    pub fn point(&self, x: i16, y: i16) {
        self.fake(MOTION_NOTIFY_EVENT, 0, (x, y));
    }

    fn fake(&self, kind: u8, detail: u8, (x, y): (i16, i16)) {
        let faked = self
            .conn
            .xtest_fake_input(kind, detail, 0, self.root, x, y, 0);
        faked.expect("is taken");
        self.conn.sync().expect("the display is there");
    }
}

/// The number of keys that are down.
pub fn keys_down(display: &str) -> u32 {
    let (conn, _) = connect(display);
    let keys = conn.query_keymap().expect("can be sent").reply();
    let keys = keys.expect("is answered").keys;
    keys.iter().map(|byte| byte.count_ones()).sum()
}
