//! Windows, their positions and the focus, from sway's IPC socket.

use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use swayipc::{Connection, Node, NodeType, Rect};

use crate::desktop::traits::{Bounds, DesktopError, WindowId, WindowInfo};
use crate::desktop::wayland::{WindowStatus, to_error};

/// Longest wait for an answer of sway, as a run cannot be stopped meanwhile.
const IO_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct StackLevel {
    workspace: i64,
    /// 0 for tiled windows, then one level per floating window, upwards.
    height: usize,
}

#[derive(Default)]
struct WindowTree {
    windows: Vec<(StackLevel, WindowStatus)>,
    /// Areas of the floating windows, including frame and title bar.
    floating: Vec<(StackLevel, Bounds)>,
}

/// Path of sway's socket, if `SWAYSOCK` is set.
pub(super) fn socket() -> Option<PathBuf> {
    std::env::var_os("SWAYSOCK")
        .filter(|path| !path.is_empty())
        .map(PathBuf::from)
}

/// Connects to sway, with a time-out for reads and writes.
pub(super) fn connect(socket: &Path) -> Result<Connection, DesktopError> {
    let stream = (|| {
        let stream = UnixStream::connect(socket)?;
        stream.set_read_timeout(Some(IO_TIMEOUT))?;
        stream.set_write_timeout(Some(IO_TIMEOUT))?;
        Ok::<_, std::io::Error>(stream)
    })();
    Ok(stream.map_err(to_error)?.into())
}

pub(super) fn command(sway: &mut Connection, command: &str) -> Result<(), DesktopError> {
    let outcomes = sway.run_command(command).map_err(to_error)?;
    let outcome: Result<(), _> = outcomes.into_iter().collect();
    outcome.map_err(to_error)
}

/// Lists all windows, the top-most last.
pub(super) fn list_windows(sway: &mut Connection) -> Result<Vec<WindowStatus>, DesktopError> {
    let root = sway.get_tree().map_err(to_error)?;
    let mut tree = WindowTree::default();
    tree.add(&root, StackLevel::default());
    Ok(tree.statuses())
}

impl WindowTree {
    fn add(&mut self, node: &Node, mut level: StackLevel) {
        if node.node_type == NodeType::Workspace {
            level.workspace = node.id;
        }
        // Only windows have a process.
        if let Some(pid) = node.pid {
            self.windows.push((level, window(node, pid)));
        }
        for child in &node.nodes {
            self.add(child, level);
        }
        for (index, child) in node.floating_nodes.iter().enumerate() {
            let level = StackLevel {
                height: index + 1,
                ..level
            };
            if is_visible(child) {
                self.floating.push((level, with_title_bar(child)));
            }
            self.add(child, level);
        }
    }

    fn statuses(self) -> Vec<WindowStatus> {
        let Self { windows, floating } = self;
        let above = |own: StackLevel| {
            // Which of two workspaces is on top, where a window extends to another screen, is unknown.
            let is_above =
                |level: StackLevel| level.workspace != own.workspace || level.height > own.height;
            let floating = floating.iter().filter(|(level, _)| is_above(*level));
            floating.map(|(_, area)| *area).collect()
        };
        let windows = windows.into_iter().map(|(level, status)| WindowStatus {
            above: above(level),
            ..status
        });
        windows.collect()
    }
}

fn window(node: &Node, pid: i32) -> WindowStatus {
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
        // Windows on another workspace, behind a tab or in the scratchpad are not visible and have no picture either.
        minimised: node.visible != Some(true),
        chosen: false,
    };
    WindowStatus {
        info,
        is_active: node.focused,
        above: Vec::new(),
    }
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
fn with_title_bar(node: &Node) -> Bounds {
    let area = bounds(node.rect);
    let title = bounds(node.deco_rect).height;
    Bounds {
        y: area.y.saturating_sub_unsigned(title),
        height: area.height.saturating_add(title),
        ..area
    }
}
