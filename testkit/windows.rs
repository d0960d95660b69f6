//! Windows of our own: one that records what reaches it, and what is done to windows.

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

/// Makes and shows a window of a program, at a place.
pub fn open(
    conn: &RustConnection,
    screen: usize,
    (app, title): (&str, &str),
    (x, y, width, height): (i16, i16, u16, u16),
) -> Window {
    let root = conn.setup().roots[screen].root;
    let window = conn.generate_id().expect("has names");
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
    .expect("is taken");
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
        .expect("is taken");
    }
    // Where it says, not where the window manager likes.
    let hints = x11rb::properties::WmSizeHints {
        position: Some((
            x11rb::properties::WmSizeHintsSpecification::UserSpecified,
            x.into(),
            y.into(),
        )),
        ..Default::default()
    };
    hints.set_normal_hints(conn, window).expect("is taken");
    conn.map_window(window).expect("is taken");
    conn.flush().expect("is taken");
    window
}

/// Another program's window, which records what reaches it.
pub struct Recorder {
    /// The window.
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
        let (conn, screen) = x11rb::connect(Some(display)).expect("the display is there");
        let window = open(&conn, screen, ("recorder", title), place);
        Self {
            id: WindowId(window.into()),
            window,
            display: display.to_owned(),
            conn,
            presses: RefCell::default(),
        }
    }

    /// Presses that have reached it so far, key and pointer. Releases do not count: a key that was
    /// down when the focus came here is let up here, and types nothing.
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
        until_heeded(&self.display);
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
    let (conn, _) = x11rb::connect(Some(display)).expect("the display is there");
    let window = Window::try_from(id.0).expect("is a window");
    conn.configure_window(window, values).expect("is taken");
    conn.sync().expect("is taken");
}

/// Moves a window, as a person does by its title.
pub fn move_to(display: &str, id: WindowId, x: i32, y: i32) {
    configure(display, id, &ConfigureWindowAux::new().x(x).y(y));
}

/// Resizes a window, as a person does by its edge.
pub fn resize(display: &str, id: WindowId, width: u32, height: u32) {
    configure(
        display,
        id,
        &ConfigureWindowAux::new().width(width).height(height),
    );
}

/// Puts a window over all others, without giving it the focus.
pub fn raise(display: &str, id: WindowId) {
    configure(
        display,
        id,
        &ConfigureWindowAux::new().stack_mode(StackMode::ABOVE),
    );
}

/// The windows that the window manager looks after, by its own word.
pub fn managed(display: &str) -> Vec<WindowId> {
    let (conn, screen) = x11rb::connect(Some(display)).expect("the display is there");
    let atom = atom(&conn, b"_NET_CLIENT_LIST");
    let root = conn.setup().roots[screen].root;
    let list = conn.get_property(false, root, atom, AtomEnum::WINDOW, 0, 1024);
    let list = list.expect("is taken").reply().expect("is told");
    let ids = list.value32().into_iter().flatten();
    ids.map(|id| WindowId(id.into())).collect()
}

fn atom(conn: &RustConnection, name: &[u8]) -> Atom {
    let atom = conn.intern_atom(false, name);
    atom.expect("is taken").reply().expect("is known").atom
}

/// Asks the window manager for something about a window.
fn ask(conn: &RustConnection, screen: usize, window: Window, what: &[u8], data: [u32; 5]) {
    let message = ClientMessageEvent::new(32, window, atom(conn, what), data);
    let root = conn.setup().roots[screen].root;
    let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
    conn.send_event(false, root, mask, message)
        .expect("is taken");
    conn.sync().expect("is taken");
}

/// Waits until the window manager has done all that it was asked for before. It takes requests in
/// their order, so an answer to a last question is enough: how wide its frame would be around a
/// window that is not shown.
#[track_caller]
pub fn until_heeded(display: &str) {
    let (conn, screen) = x11rb::connect(Some(display)).expect("the display is there");
    let root = conn.setup().roots[screen].root;
    let window = conn.generate_id().expect("has names");
    let (class, values) = (WindowClass::INPUT_OUTPUT, CreateWindowAux::new());
    conn.create_window(0, window, root, 0, 0, 1, 1, 0, class, 0, &values)
        .expect("is taken");
    ask(&conn, screen, window, b"_NET_REQUEST_FRAME_EXTENTS", [0; 5]);
    let (answer, kind) = (atom(&conn, b"_NET_FRAME_EXTENTS"), AtomEnum::CARDINAL);
    wait_for("the window manager answers", 30, || {
        let answer = conn.get_property(false, window, answer, kind, 0, 4);
        let answer = answer.expect("is taken").reply().expect("is told");
        (answer.value_len > 0).then_some(())
    });
}

/// Whether one window lies over another, as the display itself has it.
pub fn is_over(display: &str, upper: WindowId, lower: WindowId) -> bool {
    let (conn, screen) = x11rb::connect(Some(display)).expect("the display is there");
    let root = conn.setup().roots[screen].root;
    let tree = |window| {
        let tree = conn.query_tree(window).expect("is taken").reply();
        tree.expect("is told")
    };
    // What lies on the root itself: frames of the window manager, from the lowest to the top.
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

/// Asks for a window to be closed, as a person does by the button in its title.
pub fn close(display: &str, id: WindowId) {
    let (conn, screen) = x11rb::connect(Some(display)).expect("the display is there");
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

/// How many keys of the keyboard are down.
pub fn keys_down(display: &str) -> u32 {
    let (conn, _) = x11rb::connect(Some(display)).expect("the display is there");
    let keys = conn.query_keymap().expect("is taken").reply();
    let keys = keys.expect("is told").keys;
    keys.iter().map(|byte| byte.count_ones()).sum()
}
