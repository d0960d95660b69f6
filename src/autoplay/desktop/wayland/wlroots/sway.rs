//! Windows, their positions and the focus, from sway's IPC socket.

use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use swayipc::{Connection, Node, NodeType, Rect};

use crate::desktop::world::{Bounds, WindowId, WindowInfo, WorldError};

use super::display::{Seen, refused};

const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Floor {
    workspace: i64,
    /// 0 for tiled windows, then one level per floating window, upwards.
    height: usize,
}

struct Window {
    seen: Seen,
    floor: Floor,
}

/// A floating window, including frame and title bar.
struct Float {
    floor: Floor,
    area: Bounds,
}

#[derive(Default)]
struct View {
    windows: Vec<Window>,
    floats: Vec<Float>,
}

/// Path of sway's socket, if `SWAYSOCK` is set.
pub(super) fn socket() -> Option<PathBuf> {
    std::env::var_os("SWAYSOCK")
        .filter(|path| !path.is_empty())
        .map(PathBuf::from)
}

/// Connects to sway, with a time-out for reads and writes.
pub(super) fn connect(socket: &Path) -> Result<Connection, WorldError> {
    let stream = (|| {
        let stream = UnixStream::connect(socket)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        Ok::<_, std::io::Error>(stream)
    })();
    Ok(stream.map_err(|error| refused(&error))?.into())
}

pub(super) fn command(sway: &mut Connection, command: &str) -> Result<(), WorldError> {
    let outcomes = sway.run_command(command).map_err(|error| refused(&error))?;
    let failed = outcomes.into_iter().find_map(Result::err);
    failed.map_or(Ok(()), |error| Err(refused(&error)))
}

/// Lists all windows, the top-most last.
pub(super) fn look(sway: &mut Connection) -> Result<Vec<Seen>, WorldError> {
    let tree = sway.get_tree().map_err(|error| refused(&error))?;
    let mut view = View::default();
    let floor = Floor {
        workspace: 0,
        height: 0,
    };
    view.add(&tree, floor);
    Ok(view.seen())
}

impl View {
    fn add(&mut self, node: &Node, mut floor: Floor) {
        if node.node_type == NodeType::Workspace {
            floor.workspace = node.id;
        }
        // Only windows have a process.
        if let Some(pid) = node.pid {
            self.windows.push(window(node, pid, floor));
        }
        for child in &node.nodes {
            self.add(child, floor);
        }
        for (index, child) in node.floating_nodes.iter().enumerate() {
            let floor = Floor {
                height: index + 1,
                ..floor
            };
            if is_visible(child) {
                let area = with_title(child);
                self.floats.push(Float { floor, area });
            }
            self.add(child, floor);
        }
    }

    fn seen(self) -> Vec<Seen> {
        let Self { windows, floats } = self;
        let over = |own: Floor| {
            // Which of two workspaces is on top, where a window extends to another screen, is unknown.
            let is_over =
                |floor: Floor| floor.workspace != own.workspace || floor.height > own.height;
            let floats = floats.iter().filter(|float| is_over(float.floor));
            floats.map(|float| float.area).collect()
        };
        let windows = windows.into_iter();
        windows
            .map(|Window { seen, floor }| Seen {
                over: over(floor),
                ..seen
            })
            .collect()
    }
}

fn window(node: &Node, pid: i32, floor: Floor) -> Window {
    let class = node.window_properties.as_ref();
    let class = class.and_then(|known| known.class.clone());
    let (outer, inner) = (node.rect, node.window_rect);
    let client = Bounds {
        x: outer.x.saturating_add(inner.x),
        y: outer.y.saturating_add(inner.y),
        ..bounds(inner)
    };
    let info = WindowInfo {
        id: WindowId(node.id.unsigned_abs()),
        title: node.name.clone().unwrap_or_default(),
        app: node.app_id.clone().or(class).unwrap_or_default(),
        pid: u32::try_from(pid).ok(),
        client,
        // False for windows on another workspace, behind a tab or in the scratchpad.
        minimised: node.visible != Some(true),
        chosen: false,
    };
    let seen = Seen {
        info,
        is_active: node.focused,
        over: Vec::new(),
    };
    Window { seen, floor }
}

fn is_visible(node: &Node) -> bool {
    node.visible == Some(true) || node.nodes.iter().any(is_visible)
}

fn bounds(rect: Rect) -> Bounds {
    Bounds {
        x: rect.x,
        y: rect.y,
        width: rect.width.max(0).unsigned_abs(),
        height: rect.height.max(0).unsigned_abs(),
    }
}

/// Area of a floating window with its title bar, which lies above the area reported by sway.
fn with_title(node: &Node) -> Bounds {
    let area = bounds(node.rect);
    let title = bounds(node.deco_rect).height;
    Bounds {
        y: area.y.saturating_sub_unsigned(title),
        height: area.height.saturating_add(title),
        ..area
    }
}
