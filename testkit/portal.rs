//! A scripted portal: version 2 of RemoteDesktop, which remembers what it was allowed, and the stop key
//! of GlobalShortcuts. Picture and input are real, through GNOME's own interfaces below the portal.

use std::collections::HashMap;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use zbus::blocking::{Connection, Proxy};
use zbus::message::Header;
use zbus::object_server::SignalEmitter;
use zbus::zvariant::{Fd, ObjectPath, OwnedObjectPath, OwnedValue, Value};
use zbus::{fdo, interface};

use crate::gnome::Shell;

type Options = HashMap<String, OwnedValue>;
type Results = HashMap<&'static str, Value<'static>>;

const PATH: &str = "/org/freedesktop/portal/desktop";
/// What the portal gives to remember an answer by; each can be used once.
const TOKEN: &str = "planwright-test-";

/// The portal, as long as this lives.
pub struct ScriptedPortal {
    bus: Connection,
    shared: Arc<Shared>,
}

struct Shared {
    /// The window that the person always chooses.
    window: AtomicU64,
    /// The kind of source that it shares, in the portal's numbers.
    kind: AtomicU32,
    /// How often the person was asked.
    asked: AtomicU32,
    /// How often an answer was given, asked for or remembered.
    answered: AtomicU32,
    /// The session's bus, on which GNOME is spoken to.
    gnome: Connection,
    sessions: Mutex<HashMap<String, Session>>,
    pipewire: PathBuf,
}

/// A session, on both sides.
#[derive(Default)]
struct Session {
    /// That of GNOME's RemoteDesktop, and the stream.
    remote: Option<(OwnedObjectPath, OwnedObjectPath)>,
    token: Option<String>,
}

impl ScriptedPortal {
    /// Takes the portal's place in a session that has none. The person always chooses this window.
    pub fn start(shell: &Shell, window: u64) -> Self {
        let bus = shell.bus();
        let shared = Arc::new(Shared {
            window: AtomicU64::new(window),
            kind: AtomicU32::new(2),
            asked: AtomicU32::new(0),
            answered: AtomicU32::new(0),
            gnome: shell.bus(),
            sessions: Mutex::default(),
            pipewire: shell.home().join("pipewire-0"),
        });
        let server = bus.object_server();
        let served = [
            server.at(PATH, RemoteDesktop(shared.clone())),
            server.at(PATH, ScreenCast(shared.clone())),
            server.at(PATH, GlobalShortcuts),
        ];
        assert!(served.iter().all(|new| matches!(new, Ok(true))));
        drop(server);
        bus.request_name("org.freedesktop.portal.Desktop")
            .expect("there is no other portal");
        Self { bus, shared }
    }

    /// The person chooses another window from now on.
    pub fn choose(&self, window: u64) {
        self.shared.window.store(window, Ordering::Relaxed);
    }

    /// It says from now on that it shares a whole screen, as KDE does when it is asked for a window.
    pub fn share_screens(&self) {
        self.shared.kind.store(1, Ordering::Relaxed);
    }

    /// How often the person was asked so far.
    pub fn asked(&self) -> u32 {
        self.shared.asked.load(Ordering::Relaxed)
    }

    /// The person presses the stop key down, or lets it up.
    pub fn stop_key(&self, is_down: bool) {
        let signal = if is_down { "Activated" } else { "Deactivated" };
        let path = ObjectPath::from_static_str_unchecked("/org/freedesktop/portal/desktop/session");
        let told = (path, "stop-auto-play", 0_u64, Options::new());
        let interface = "org.freedesktop.portal.GlobalShortcuts";
        let sent = self
            .bus
            .emit_signal(None::<&str>, PATH, interface, signal, &told);
        sent.expect("can be told");
    }
}

/// The path of a request or session that a program has named.
fn path_of(kind: &str, header: &Header<'_>, options: &Options, token: &str) -> String {
    let sender = header.sender().map(|name| name.to_string());
    let sender = sender.unwrap_or_default();
    let sender = sender.trim_start_matches(':').replace('.', "_");
    let token = options
        .get(token)
        .and_then(|token| <&str>::try_from(token).ok());
    format!("{PATH}/{kind}/{sender}/{}", token.unwrap_or("t"))
}

/// Answers a request.
async fn answer(
    emitter: &SignalEmitter<'_>,
    header: &Header<'_>,
    options: &Options,
    results: Results,
) -> fdo::Result<OwnedObjectPath> {
    let path = path_of("request", header, options, "handle_token");
    let (to, interface) = (header.sender().cloned(), "org.freedesktop.portal.Request");
    let told = (0_u32, results);
    let bus = emitter.connection();
    bus.emit_signal(to, path.as_str(), interface, "Response", &told)
        .await?;
    OwnedObjectPath::try_from(path).map_err(|error| fdo::Error::Failed(error.to_string()))
}

impl Shared {
    fn with<T>(&self, session: &str, work: impl FnOnce(&mut Session) -> T) -> T {
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        work(sessions.entry(session.to_owned()).or_default())
    }

    async fn open(
        self: &Arc<Self>,
        emitter: &SignalEmitter<'_>,
        header: &Header<'_>,
        options: &Options,
    ) -> fdo::Result<OwnedObjectPath> {
        let path = path_of("session", header, options, "session_handle_token");
        let server = emitter.connection().object_server();
        let closable = Closable(Some((self.clone(), path.clone())));
        server.at(path.as_str(), closable).await?;
        let results = HashMap::from([("session_handle", Value::from(path))]);
        answer(emitter, header, options, results).await
    }

    /// GNOME's own session of the same kind.
    fn mutter<'a>(&self, path: &'a str, interface: &'a str) -> zbus::Result<Proxy<'a>> {
        let name = interface.split('.').take(4).collect::<Vec<_>>().join(".");
        Proxy::new(&self.gnome, name, path, interface)
    }

    /// Shares the window; the number of its stream.
    fn share(&self, session: &str) -> zbus::Result<u32> {
        let remote = "/org/gnome/Mutter/RemoteDesktop";
        let remote = self.mutter(remote, "org.gnome.Mutter.RemoteDesktop")?;
        let own: OwnedObjectPath = remote.call("CreateSession", &())?;
        let remote = self.mutter(&own, "org.gnome.Mutter.RemoteDesktop.Session")?;
        let id: String = remote.get_property("SessionId")?;
        let cast = "/org/gnome/Mutter/ScreenCast";
        let cast = self.mutter(cast, "org.gnome.Mutter.ScreenCast")?;
        let with = HashMap::from([("remote-desktop-session-id", Value::from(id))]);
        let casting: OwnedObjectPath = cast.call("CreateSession", &(with))?;
        let cast = self.mutter(&casting, "org.gnome.Mutter.ScreenCast.Session")?;
        let what = HashMap::from([
            (
                "window-id",
                Value::from(self.window.load(Ordering::Relaxed)),
            ),
            ("cursor-mode", Value::from(2_u32)),
        ]);
        let stream: OwnedObjectPath = cast.call("RecordWindow", &(what))?;
        let streaming = self.mutter(&stream, "org.gnome.Mutter.ScreenCast.Stream")?;
        let mut added = streaming.receive_signal("PipeWireStreamAdded")?;
        remote.call::<_, _, ()>("Start", &())?;
        let node = added.next().ok_or(zbus::Error::InvalidReply)?;
        let node: u32 = node.body().deserialize()?;
        self.with(session, |session| {
            session.remote = Some((own.clone(), stream.clone()))
        });
        Ok(node)
    }

    /// Ends a session.
    fn stop(&self, session: &str) -> zbus::Result<()> {
        let remote = self.with(session, |session| session.remote.take());
        match remote {
            Some((remote, _)) => {
                let interface = "org.gnome.Mutter.RemoteDesktop.Session";
                self.mutter(&remote, interface)?.call("Stop", &())
            }
            None => Ok(()),
        }
    }

    /// Waits until GNOME ends a session, as it does when the window is closed, and passes that on.
    fn pass_end(&self, session: &str, bus: &Connection) -> zbus::Result<()> {
        let Some((remote, _)) = self.with(session, |session| session.remote.clone()) else {
            return Ok(());
        };
        let remote = self.mutter(&remote, "org.gnome.Mutter.RemoteDesktop.Session")?;
        remote.receive_signal("Closed")?.next();
        let interface = "org.freedesktop.portal.Session";
        bus.emit_signal(
            None::<&str>,
            session,
            interface,
            "Closed",
            &(Options::new()),
        )
    }

    /// Passes an input on.
    fn pass(
        &self,
        session: &ObjectPath<'_>,
        method: &str,
        body: &(impl serde::Serialize + zbus::zvariant::DynamicType),
    ) -> fdo::Result<()> {
        let remote = self.with(session, |session| session.remote.clone());
        let (remote, _) = remote.ok_or_else(|| fdo::Error::Failed("not started".to_owned()))?;
        let remote = self.mutter(&remote, "org.gnome.Mutter.RemoteDesktop.Session")?;
        Ok(remote.call::<_, _, ()>(method, body)?)
    }
}

/// A session that the program may end.
struct Closable(Option<(Arc<Shared>, String)>);

#[interface(name = "org.freedesktop.portal.Session")]
impl Closable {
    fn close(&self) {
        if let Some((shared, session)) = &self.0 {
            // It may have ended by itself.
            let _ = shared.stop(session);
        }
    }

    #[zbus(property, name = "version")]
    fn version(&self) -> u32 {
        1
    }
}

struct RemoteDesktop(Arc<Shared>);

#[interface(name = "org.freedesktop.portal.RemoteDesktop")]
impl RemoteDesktop {
    #[zbus(property, name = "version")]
    fn version(&self) -> u32 {
        2
    }

    #[zbus(property)]
    fn available_device_types(&self) -> u32 {
        3
    }

    async fn create_session(
        &self,
        options: Options,
        #[zbus(header)] header: Header<'_>,
        #[zbus(signal_emitter)] emitter: SignalEmitter<'_>,
    ) -> fdo::Result<OwnedObjectPath> {
        self.0.open(&emitter, &header, &options).await
    }

    async fn select_devices(
        &self,
        session: ObjectPath<'_>,
        options: Options,
        #[zbus(header)] header: Header<'_>,
        #[zbus(signal_emitter)] emitter: SignalEmitter<'_>,
    ) -> fdo::Result<OwnedObjectPath> {
        let token = options.get("restore_token");
        let token = token.and_then(|token| <&str>::try_from(token).ok());
        let token = token.map(str::to_owned);
        self.0.with(&session, |session| session.token = token);
        answer(&emitter, &header, &options, Results::new()).await
    }

    async fn start(
        &self,
        session: ObjectPath<'_>,
        _parent: String,
        options: Options,
        #[zbus(header)] header: Header<'_>,
        #[zbus(signal_emitter)] emitter: SignalEmitter<'_>,
    ) -> fdo::Result<OwnedObjectPath> {
        let shared = &self.0;
        let given = shared.with(&session, |session| session.token.clone());
        let last = format!("{TOKEN}{}", shared.answered.load(Ordering::Relaxed));
        if given.as_ref() != Some(&last) {
            shared.asked.fetch_add(1, Ordering::Relaxed);
        }
        let next = shared.answered.fetch_add(1, Ordering::Relaxed) + 1;
        let (shared, path) = (shared.clone(), session.to_string());
        let (sharing, shared_path) = (shared.clone(), path.clone());
        let node = std::thread::spawn(move || sharing.share(&shared_path)).join();
        let node = node.map_err(|_| fdo::Error::Failed("it has panicked".to_owned()))??;
        let bus = emitter.connection().clone();
        std::thread::spawn(move || shared.pass_end(&path, &bus.into()));
        let kind = self.0.kind.load(Ordering::Relaxed);
        let kind = HashMap::from([("source_type", Value::from(kind))]);
        let results = HashMap::from([
            ("devices", Value::from(3_u32)),
            ("streams", Value::from(vec![(node, kind)])),
            ("restore_token", Value::from(format!("{TOKEN}{next}"))),
        ]);
        answer(&emitter, &header, &options, results).await
    }

    fn notify_pointer_motion_absolute(
        &self,
        session: ObjectPath<'_>,
        _options: Options,
        _stream: u32,
        x: f64,
        y: f64,
    ) -> fdo::Result<()> {
        let remote = self.0.with(&session, |session| session.remote.clone());
        let (_, stream) = remote.ok_or_else(|| fdo::Error::Failed("not started".to_owned()))?;
        let body = (stream.as_str(), x, y);
        self.0.pass(&session, "NotifyPointerMotionAbsolute", &body)
    }

    fn notify_pointer_button(
        &self,
        session: ObjectPath<'_>,
        _options: Options,
        button: i32,
        state: u32,
    ) -> fdo::Result<()> {
        self.0
            .pass(&session, "NotifyPointerButton", &(button, state != 0))
    }

    fn notify_keyboard_keycode(
        &self,
        session: ObjectPath<'_>,
        _options: Options,
        code: i32,
        state: u32,
    ) -> fdo::Result<()> {
        let code =
            u32::try_from(code).map_err(|error| fdo::Error::InvalidArgs(error.to_string()))?;
        self.0
            .pass(&session, "NotifyKeyboardKeycode", &(code, state != 0))
    }
}

struct ScreenCast(Arc<Shared>);

#[interface(name = "org.freedesktop.portal.ScreenCast")]
impl ScreenCast {
    #[zbus(property, name = "version")]
    fn version(&self) -> u32 {
        5
    }

    #[zbus(property)]
    fn available_source_types(&self) -> u32 {
        3
    }

    #[zbus(property)]
    fn available_cursor_modes(&self) -> u32 {
        7
    }

    async fn select_sources(
        &self,
        _session: ObjectPath<'_>,
        options: Options,
        #[zbus(header)] header: Header<'_>,
        #[zbus(signal_emitter)] emitter: SignalEmitter<'_>,
    ) -> fdo::Result<OwnedObjectPath> {
        answer(&emitter, &header, &options, Results::new()).await
    }

    fn open_pipe_wire_remote(
        &self,
        _session: ObjectPath<'_>,
        _options: Options,
    ) -> fdo::Result<Fd<'static>> {
        let socket = UnixStream::connect(&self.0.pipewire);
        let socket = socket.map_err(|error| fdo::Error::Failed(error.to_string()))?;
        Ok(Fd::from(std::os::fd::OwnedFd::from(socket)))
    }
}

struct GlobalShortcuts;

#[interface(name = "org.freedesktop.portal.GlobalShortcuts")]
impl GlobalShortcuts {
    #[zbus(property, name = "version")]
    fn version(&self) -> u32 {
        1
    }

    async fn create_session(
        &self,
        options: Options,
        #[zbus(header)] header: Header<'_>,
        #[zbus(signal_emitter)] emitter: SignalEmitter<'_>,
    ) -> fdo::Result<OwnedObjectPath> {
        let path = path_of("session", &header, &options, "session_handle_token");
        let server = emitter.connection().object_server();
        server.at(path.as_str(), Closable(None)).await?;
        let results = HashMap::from([("session_handle", Value::from(path))]);
        answer(&emitter, &header, &options, results).await
    }

    async fn bind_shortcuts(
        &self,
        _session: ObjectPath<'_>,
        shortcuts: Vec<(String, Options)>,
        _parent: String,
        options: Options,
        #[zbus(header)] header: Header<'_>,
        #[zbus(signal_emitter)] emitter: SignalEmitter<'_>,
    ) -> fdo::Result<OwnedObjectPath> {
        let named = |(id, _): (String, Options)| {
            let told =
                ["description", "trigger_description"].map(|key| (key, Value::from("Pause")));
            (id, HashMap::from(told))
        };
        let shortcuts: Vec<_> = shortcuts.into_iter().map(named).collect();
        let results = HashMap::from([("shortcuts", Value::from(shortcuts))]);
        answer(&emitter, &header, &options, results).await
    }
}
