// Reports the windows of KWin 5 and 6 to the connection that has loaded this script.
const current = workspace.currentDesktop;
const isHere = window => window.onAllDesktops
    || Array.from((typeof current === "number" ? window.x11DesktopIds : window.desktops) || []).includes(current);
const area = ({ x, y, width, height }) => ({ x, y, width, height });
const all = workspace.windowList ? workspace.windowList() : workspace.clientList();
const windows = all.filter(window => !window.deleted).map(window => ({
    uuid: String(window.internalId),
    title: window.caption,
    app: String(window.resourceClass),
    pid: window.pid,
    frame: area(window.frameGeometry),
    surface: area(window.bufferGeometry),
    level: window.stackingOrder,
    is_x11: /X11|Xwayland/.test(String(window)),
    is_minimised: window.minimized,
    is_hidden: window.hidden,
    is_here: isHere(window),
}));
callDBus("SERVICE", "/planwright", "org.planwright.Windows", "Answer", "TOKEN", JSON.stringify(windows));
