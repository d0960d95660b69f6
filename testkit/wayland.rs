//! A window under Wayland that records its input, with what every compositor offers.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Write as _;
use std::os::fd::AsFd as _;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use wayland_client::globals::{GlobalListContents, registry_queue_init};
use wayland_client::protocol::wl_buffer::WlBuffer;
use wayland_client::protocol::wl_compositor::WlCompositor;
use wayland_client::protocol::wl_keyboard::{self, KeyState, WlKeyboard};
use wayland_client::protocol::wl_pointer::{self, ButtonState, WlPointer};
use wayland_client::protocol::wl_registry::{self, WlRegistry};
use wayland_client::protocol::wl_seat::{self, Capability, WlSeat};
use wayland_client::protocol::wl_shm::{Format, WlShm};
use wayland_client::protocol::wl_shm_pool::WlShmPool;
use wayland_client::protocol::wl_surface::WlSurface;
use wayland_client::{Connection, Dispatch, EventQueue, QueueHandle, WEnum, delegate_noop};
use wayland_protocols::xdg::shell::client::xdg_surface::{self, XdgSurface};
use wayland_protocols::xdg::shell::client::xdg_toplevel::{self, XdgToplevel};
use wayland_protocols::xdg::shell::client::xdg_wm_base::{self, XdgWmBase};

/// Time between two looks at what the compositor wants.
const PAUSE: Duration = Duration::from_millis(5);

/// A window of one colour that records its input, as if of another program (`recorder`). It does what
/// the compositor asks for, and closes when dropped.
pub struct Recorder {
    client: Arc<Mutex<Client>>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

struct Client {
    queue: EventQueue<Window>,
    window: Window,
}

struct Window {
    shm: WlShm,
    surface: WlSurface,
    keyboard: Option<WlKeyboard>,
    pointer: Option<WlPointer>,
    /// As 0xrrggbb.
    colour: u32,
    size: (u32, u32),
    /// Where the pointer is.
    at: (i32, i32),
    presses: Vec<Press>,
    /// Keys and buttons that are down, by the kernel's numbers.
    down: BTreeSet<u32>,
    shown: Option<WlBuffer>,
}

/// A press that has reached the window.
#[derive(Clone, Debug)]
struct Press {
    text: String,
    /// For a click, the pixel of the window.
    click: Option<(i32, i32)>,
}

impl Recorder {
    /// Opens a window of this size, if the compositor leaves it the choice.
    ///
    /// # Panics
    /// Panics if there is no compositor at this socket.
    #[track_caller]
    pub fn open(socket: &Path, title: &str, size: (u32, u32), colour: u32) -> Self {
        let stream = UnixStream::connect(socket).expect("the compositor is there");
        let connection = Connection::from_socket(stream).expect("has Wayland's library");
        let (globals, queue) =
            registry_queue_init::<Window>(&connection).expect("the compositor answers");
        let handle = queue.handle();
        let compositor: WlCompositor = globals.bind(&handle, 1..=4, ()).expect("is offered");
        let shell: XdgWmBase = globals.bind(&handle, 1..=2, ()).expect("is offered");
        let shm = globals.bind(&handle, 1..=1, ()).expect("is offered");
        let _: WlSeat = globals.bind(&handle, 1..=5, ()).expect("is offered");
        let surface = compositor.create_surface(&handle, ());
        let shell_surface = shell.get_xdg_surface(&surface, &handle, ());
        let toplevel = shell_surface.get_toplevel(&handle, ());
        toplevel.set_app_id("recorder".to_owned());
        toplevel.set_title(title.to_owned());
        surface.commit();
        let window = Window {
            shm,
            surface,
            keyboard: None,
            pointer: None,
            colour,
            size,
            at: (0, 0),
            presses: Vec::new(),
            down: BTreeSet::new(),
            shown: None,
        };
        let client = Arc::new(Mutex::new(Client { queue, window }));
        let is_over = Arc::new(AtomicBool::new(false));
        let thread = thread::spawn({
            let (client, is_over) = (client.clone(), is_over.clone());
            move || {
                while !is_over.load(Ordering::Relaxed) && lock(&client).heed().is_some() {
                    thread::sleep(PAUSE);
                }
            }
        });
        Self {
            client,
            is_over,
            thread: Some(thread),
        }
    }

    fn window<T>(&self, tell: impl FnOnce(&Window) -> T) -> T {
        let mut client = lock(&self.client);
        // Whatever was sent before is told when this is over.
        client.heed().expect("the compositor is there");
        tell(&client.window)
    }

    /// The key and pointer presses so far. Releases do not count.
    pub fn presses(&self) -> Vec<String> {
        let text = |press: &Press| press.text.clone();
        self.window(|window| window.presses.iter().map(text).collect())
    }

    /// The same, for clicks with the pixel of the window.
    pub fn clicks(&self) -> Vec<Option<(i32, i32)>> {
        self.window(|window| window.presses.iter().map(|press| press.click).collect())
    }

    /// Whether a key or button is down, as far as this window knows.
    pub fn is_anything_down(&self) -> bool {
        self.window(|window| !window.down.is_empty())
    }

    /// Draws itself in another colour, as 0xrrggbb, and does not draw itself again.
    pub fn paint(&self, colour: u32) {
        let mut client = lock(&self.client);
        let handle = client.queue.handle();
        client.window.colour = colour;
        client.window.draw(&handle);
        client.heed().expect("the compositor is there");
    }

    /// Whether it has a keyboard and a pointer to listen to, and something is drawn in it.
    pub fn is_ready(&self) -> bool {
        self.window(|window| {
            window.keyboard.is_some() && window.pointer.is_some() && window.shown.is_some()
        })
    }
}

fn lock(client: &Mutex<Client>) -> MutexGuard<'_, Client> {
    client.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Client {
    fn heed(&mut self) -> Option<()> {
        self.queue.roundtrip(&mut self.window).ok().map(drop)
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Window {
    /// Fills the window with its colour.
    fn draw(&mut self, handle: &QueueHandle<Self>) {
        let (width, height) = self.size;
        let mut file: File = tempfile::tempfile().expect("has a temporary folder");
        let pixels = self.colour.to_le_bytes().repeat((width * height) as usize);
        file.write_all(&pixels).expect("is writable");
        let signed = |side: u32| i32::try_from(side).expect("is a size");
        let (bytes, width, height) = (signed(width * height * 4), signed(width), signed(height));
        let pool = self.shm.create_pool(file.as_fd(), bytes, handle, ());
        let buffer = pool.create_buffer(0, width, height, width * 4, Format::Xrgb8888, handle, ());
        pool.destroy();
        self.surface.attach(Some(&buffer), 0, 0);
        self.surface.damage(0, 0, width, height);
        self.surface.commit();
        if let Some(before) = self.shown.replace(buffer) {
            before.destroy();
        }
    }

    fn press(&mut self, code: u32, text: String, click: Option<(i32, i32)>) {
        self.down.insert(code);
        self.presses.push(Press { text, click });
    }
}

impl Dispatch<WlKeyboard, ()> for Window {
    fn event(
        window: &mut Self,
        _: &WlKeyboard,
        event: wl_keyboard::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        match event {
            // Those that are down already type nothing here.
            wl_keyboard::Event::Enter { keys, .. } => {
                let keys = keys.as_chunks::<4>().0;
                window
                    .down
                    .extend(keys.iter().map(|key| u32::from_ne_bytes(*key)));
            }
            wl_keyboard::Event::Leave { .. } => window.down.retain(|code| *code >= 0x100),
            wl_keyboard::Event::Key { key, state, .. } => match state {
                WEnum::Value(KeyState::Pressed) => {
                    window.press(key, format!("key {key} down"), None);
                }
                _ => drop(window.down.remove(&key)),
            },
            _ => {}
        }
    }
}

impl Dispatch<WlPointer, ()> for Window {
    fn event(
        window: &mut Self,
        _: &WlPointer,
        event: wl_pointer::Event,
        (): &(),
        _: &Connection,
        handle: &QueueHandle<Self>,
    ) {
        #[expect(clippy::cast_possible_truncation)]
        let pixel = |x: f64, y: f64| (x.floor() as i32, y.floor() as i32);
        match event {
            wl_pointer::Event::Enter {
                surface_x: x,
                surface_y: y,
                ..
            }
            | wl_pointer::Event::Motion {
                surface_x: x,
                surface_y: y,
                ..
            } => {
                window.at = pixel(x, y);
                // As most programs do, to show that the pointer is over something.
                if window.shown.is_some() {
                    window.draw(handle);
                }
            }
            wl_pointer::Event::Leave { .. } => window.down.retain(|code| *code < 0x100),
            wl_pointer::Event::Button { button, state, .. } => match state {
                WEnum::Value(ButtonState::Pressed) => {
                    window.press(button, format!("button {button}"), Some(window.at));
                }
                _ => drop(window.down.remove(&button)),
            },
            _ => {}
        }
    }
}

impl Dispatch<WlSeat, ()> for Window {
    fn event(
        window: &mut Self,
        seat: &WlSeat,
        event: wl_seat::Event,
        (): &(),
        _: &Connection,
        handle: &QueueHandle<Self>,
    ) {
        let wl_seat::Event::Capabilities {
            capabilities: WEnum::Value(has),
        } = event
        else {
            return;
        };
        if !has.contains(Capability::Keyboard) {
            window.keyboard = None;
        } else if window.keyboard.is_none() {
            window.keyboard = Some(seat.get_keyboard(handle, ()));
        }
        if !has.contains(Capability::Pointer) {
            window.pointer = None;
        } else if window.pointer.is_none() {
            window.pointer = Some(seat.get_pointer(handle, ()));
        }
    }
}

impl Dispatch<XdgToplevel, ()> for Window {
    fn event(
        window: &mut Self,
        _: &XdgToplevel,
        event: xdg_toplevel::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        if let xdg_toplevel::Event::Configure { width, height, .. } = event {
            // 0 leaves the choice to the window.
            if let (Ok(width @ 1..), Ok(height @ 1..)) = (width.try_into(), height.try_into()) {
                window.size = (width, height);
            }
        }
    }
}

impl Dispatch<XdgSurface, ()> for Window {
    fn event(
        window: &mut Self,
        surface: &XdgSurface,
        event: xdg_surface::Event,
        (): &(),
        _: &Connection,
        handle: &QueueHandle<Self>,
    ) {
        if let xdg_surface::Event::Configure { serial } = event {
            surface.ack_configure(serial);
            window.draw(handle);
        }
    }
}

impl Dispatch<XdgWmBase, ()> for Window {
    fn event(
        _: &mut Self,
        shell: &XdgWmBase,
        event: xdg_wm_base::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        if let xdg_wm_base::Event::Ping { serial } = event {
            shell.pong(serial);
        }
    }
}

impl Dispatch<WlRegistry, GlobalListContents> for Window {
    fn event(
        _: &mut Self,
        _: &WlRegistry,
        _: wl_registry::Event,
        _: &GlobalListContents,
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
    }
}

delegate_noop!(Window: WlCompositor);
delegate_noop!(Window: WlShmPool);
delegate_noop!(Window: ignore WlBuffer);
delegate_noop!(Window: ignore WlShm);
delegate_noop!(Window: ignore WlSurface);
