//! Picture of a shared window, as a PipeWire stream.
//!
//! The desktop sends a picture whenever the window has drawn itself and, with it or alone, the pointer's position while
//! the window has the pointer. A thread of the stream retains the latest frame; it is converted only on demand.
//!
//! The desktop does not wait until a frame is taken: on a busy machine the next frame or pointer position replaces it,
//! so the last one can be lost, and a window that stays static afterwards is shown as it was before. Pausing and
//! resuming the stream makes the desktop send a current picture ([`Stream::restart`]).

use std::cell::Cell;
use std::os::fd::OwnedFd;
use std::rc::Rc;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use pipewire as pw;
use pw::spa;
use pw::spa::buffer::ChunkFlags;
use pw::spa::buffer::meta::{MetaCursor, MetaVideoCrop};
use pw::spa::param::ParamType;
use pw::spa::param::video::{VideoFormat, VideoInfoRaw};
use pw::spa::pod::Pod;
use pw::spa::utils::Rectangle;

use super::params::{buffers, bytes, crop, cursor, formats, pod};
use super::pixels::{StreamFrame, WindowPicture};

/// A stream being received. Dropping it ends the stream.
pub(super) struct Stream {
    shared: Arc<SharedState>,
    requests: pw::channel::Sender<StreamRequest>,
    thread: Option<JoinHandle<()>>,
}

enum StreamRequest {
    Restart,
    End,
}

#[derive(Default)]
struct SharedState {
    latest: Mutex<StreamSnapshot>,
    changed: Condvar,
}

#[derive(Clone, Default)]
pub(super) struct StreamSnapshot {
    frame: Option<Arc<StreamFrame>>,
    /// Number of frames received so far, which shows that a new one has arrived.
    pub(super) frame_count: u64,
    /// Reported pointer position, in units of the desktop; `None` while the window does not have the pointer.
    pub(super) pointer: Option<(i32, i32)>,
    /// Why the stream has ended, if it has.
    pub(super) ended: Option<String>,
}

impl StreamSnapshot {
    /// The picture; `None` before the first one.
    pub(super) fn shot(&self) -> Option<Arc<WindowPicture>> {
        self.frame.as_ref()?.shot()
    }
}

impl SharedState {
    fn lock(&self) -> MutexGuard<'_, StreamSnapshot> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn update(&self, change: impl FnOnce(&mut StreamSnapshot)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }
}

impl Stream {
    /// Starts receiving the stream of a node.
    pub(super) fn begin(remote: OwnedFd, node: u32) -> std::io::Result<Self> {
        let shared = Arc::<SharedState>::default();
        let (requests, incoming) = pw::channel::channel();
        let thread = std::thread::Builder::new().name("portal stream".to_owned());
        let thread = thread.spawn({
            let shared = shared.clone();
            move || {
                let reason = match receive(remote, node, &shared, incoming) {
                    Ok(()) => "it was ended".to_owned(),
                    Err(error) => error.to_string(),
                };
                shared.update(|latest| {
                    latest.ended.get_or_insert(reason);
                });
            }
        })?;
        Ok(Self {
            shared,
            requests,
            thread: Some(thread),
        })
    }

    pub(super) fn latest(&self) -> StreamSnapshot {
        self.shared.lock().clone()
    }

    /// Restarts the stream to get a current picture, and waits at most `limit` for it. Returns whether it has arrived.
    pub(super) fn restart(&self, limit: Duration) -> bool {
        let before = self.latest().frame_count;
        let has_new = |latest: &StreamSnapshot| (latest.frame_count != before).then_some(());
        // Sending fails if the stream has ended.
        self.requests.send(StreamRequest::Restart).is_ok()
            && self.wait_for(limit, has_new).is_some()
    }

    /// Records the end of sharing, unless the stream has reported a reason itself.
    pub(super) fn end(&self, reason: &str) {
        self.shared.update(|latest| {
            latest.ended.get_or_insert_with(|| reason.to_owned());
        });
    }

    /// Waits until `find` finds something in the state, the stream has ended, or `limit` has passed.
    pub(super) fn wait_for<T>(
        &self,
        limit: Duration,
        mut find: impl FnMut(&StreamSnapshot) -> Option<T>,
    ) -> Option<T> {
        let deadline = Instant::now() + limit;
        let mut latest = self.shared.lock();
        loop {
            let found = find(&latest);
            let remaining = deadline.saturating_duration_since(Instant::now());
            if found.is_some() || latest.ended.is_some() || remaining.is_zero() {
                return found;
            }
            let waited = self.shared.changed.wait_timeout(latest, remaining);
            latest = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // Sending fails if the thread has ended.
        let _ = self.requests.send(StreamRequest::End);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct Receiver {
    shared: Arc<SharedState>,
    main_loop: pw::main_loop::MainLoopRc,
    format: VideoInfoRaw,
    /// True if the stream was paused to restart it.
    is_restarting: Rc<Cell<bool>>,
}

/// Receives a stream until it ends or its end is requested.
fn receive(
    remote: OwnedFd,
    node: u32,
    shared: &Arc<SharedState>,
    incoming: pw::channel::Receiver<StreamRequest>,
) -> Result<(), pw::Error> {
    pw::init();
    let main_loop = pw::main_loop::MainLoopRc::new(None)?;
    let context = pw::context::ContextRc::new(&main_loop, None)?;
    let core = context.connect_fd_rc(remote, None)?;
    let properties = pw::properties::properties! {
        *pw::keys::MEDIA_TYPE => "Video",
        *pw::keys::MEDIA_CATEGORY => "Capture",
        *pw::keys::MEDIA_ROLE => "Screen",
    };
    let stream = pw::stream::StreamRc::new(core, "planwright", properties)?;
    let is_restarting = Rc::<Cell<bool>>::default();
    let _attached = incoming.attach(main_loop.loop_(), {
        let (main_loop, stream, is_restarting) =
            (main_loop.clone(), stream.clone(), is_restarting.clone());
        move |request| match request {
            StreamRequest::End => main_loop.quit(),
            StreamRequest::Restart => pause(&stream, &is_restarting),
        }
    });
    let receiver = Receiver {
        shared: shared.clone(),
        main_loop: main_loop.clone(),
        format: VideoInfoRaw::default(),
        is_restarting,
    };
    let _listener = stream
        .add_local_listener_with_user_data(receiver)
        .state_changed(|stream, receiver, old, new| receiver.state_changed(stream, &old, &new))
        .param_changed(|stream, receiver, id, param| receiver.param_changed(stream, id, param))
        .process(|stream, receiver| receiver.receive(stream))
        .register()?;
    let formats = bytes(formats());
    let mut params = [pod(&formats)?];
    stream.connect(
        spa::utils::Direction::Input,
        Some(node),
        pw::stream::StreamFlags::AUTOCONNECT | pw::stream::StreamFlags::MAP_BUFFERS,
        &mut params,
    )?;
    main_loop.run();
    Ok(())
}

/// Pauses a running stream. It is resumed once it reports the pause.
fn pause(stream: &pw::stream::Stream, is_restarting: &Cell<bool>) {
    let is_running = matches!(stream.state(), pw::stream::StreamState::Streaming);
    if is_running
        && !is_restarting.replace(true)
        && let Err(error) = stream.set_active(false)
    {
        log::debug!("the stream of a window cannot be paused: {error}");
        is_restarting.set(false);
    }
}

impl Receiver {
    /// Ends the stream. Its own reason replaces the general one of [`Stream::end`].
    fn end(&self, reason: String) {
        self.shared.update(|latest| latest.ended = Some(reason));
        self.main_loop.quit();
    }

    fn state_changed(
        &self,
        stream: &pw::stream::Stream,
        old: &pw::stream::StreamState,
        new: &pw::stream::StreamState,
    ) {
        use pw::stream::StreamState;
        match new {
            StreamState::Paused if self.is_restarting.take() => {
                if let Err(error) = stream.set_active(true) {
                    self.end(error.to_string());
                }
            }
            StreamState::Error(error) => self.end(error.clone()),
            // Closing a window also disconnects its stream.
            StreamState::Unconnected if *old != StreamState::Unconnected => {
                self.end("the window was closed, or sharing it was ended".to_owned());
            }
            _ => {}
        }
    }

    fn param_changed(&mut self, stream: &pw::stream::Stream, id: u32, param: Option<&Pod>) {
        let Some(param) = param.filter(|_| id == ParamType::Format.as_raw()) else {
            return;
        };
        if self.format.parse(param).is_err() {
            self.end("its picture format is not supported".to_owned());
            return;
        }
        let required = [buffers(), crop(), cursor()].map(bytes);
        let params = required.iter().filter_map(|bytes| Pod::from_bytes(bytes));
        let mut params: Vec<&Pod> = params.collect();
        if let Err(error) = stream.update_params(&mut params) {
            self.end(error.to_string());
        }
    }

    fn receive(&mut self, stream: &pw::stream::Stream) {
        while let Some(mut buffer) = stream.dequeue_buffer() {
            let cursor = buffer.find_meta::<MetaCursor>();
            // Id 0 means that the pointer is elsewhere.
            let pointer = cursor.map(|cursor| {
                let at = cursor.position();
                (cursor.id() != 0).then_some((at.x, at.y))
            });
            let crop = buffer.find_meta::<MetaVideoCrop>();
            let crop = crop.map(MetaVideoCrop::meta_region);
            let crop = crop.filter(|region| region.is_valid()).map(|region| {
                let (at, size) = (region.position(), region.size());
                (at.x, at.y, size.width, size.height)
            });
            let data = buffer.datas_mut().first_mut();
            let frame = data.and_then(|data| self.frame(data, crop));
            self.shared.update(|latest| {
                if let Some(pointer) = pointer {
                    latest.pointer = pointer;
                }
                if let Some(frame) = frame {
                    latest.frame = Some(Arc::new(frame));
                    latest.frame_count += 1;
                }
            });
        }
    }

    /// Copies the frame in a buffer; `None` without a usable one: only a pointer position, corrupted, or in another
    /// format. `crop` is left, top, width and height of the window's part.
    fn frame(
        &self,
        data: &mut spa::buffer::Data,
        crop: Option<(i32, i32, u32, u32)>,
    ) -> Option<StreamFrame> {
        let chunk = data.chunk();
        let (size, offset, stride) = (chunk.size(), chunk.offset(), chunk.stride());
        if size == 0 || chunk.flags().contains(ChunkFlags::CORRUPTED) {
            return None;
        }
        let (channels, has_alpha) = match self.format.format() {
            VideoFormat::BGRA => ([2, 1, 0], true),
            VideoFormat::BGRx => ([2, 1, 0], false),
            VideoFormat::RGBA => ([0, 1, 2], true),
            VideoFormat::RGBx => ([0, 1, 2], false),
            _ => return None,
        };
        let Rectangle { width, height } = self.format.size();
        let bytes = data.data()?.get(offset as usize..)?;
        let stride = usize::try_from(stride).ok().filter(|stride| *stride > 0);
        Some(StreamFrame {
            bytes: bytes.to_vec(),
            size: (width, height),
            stride: stride.unwrap_or(width as usize * 4),
            channels,
            has_alpha,
            crop,
            shot: OnceLock::new(),
        })
    }
}
