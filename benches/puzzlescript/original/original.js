// Replays play sessions on the original engine and prints how many moves it makes a second in each; or searches levels
// on it breadth-first, each for some seconds.
//
//     node original.js CHECKOUT < SESSIONS
//     node original.js CHECKOUT SECONDS < LEVELS
//
// CHECKOUT is a checkout of the original (or its exported page); SESSIONS holds an object a line with source, level,
// seed and inputs, LEVELS one with source and level. The page that games are exported to holds the whole engine.
"use strict";
const fs = require("fs");
const path = require("path");
const vm = require("vm");

const place = process.argv[2];
const page = fs.statSync(place).isDirectory() ? path.join(place, "src", "standalone_inlined.txt") : place;
const scripts = [...fs.readFileSync(page, "utf8").matchAll(/<script>([\s\S]*?)<\/script>/g)].map((found) => found[1]);

// Stands for whatever a browser has.
function anything() {
    const known = {};
    return new Proxy(function () {}, {
        get: (_, key) => {
            if (key === Symbol.toPrimitive) return () => 0;
            if (key === "then") return undefined;
            return key in known ? known[key] : (known[key] = anything());
        },
        set: (_, key, value) => ((known[key] = value), true),
        has: () => true,
        apply: () => anything(),
        construct: () => anything(),
    });
}

const browser = {
    console: { log() {}, warn() {}, error() {} },
    document: Object.assign(anything(), { URL: "page", createElement: () => anything(), getElementById: () => anything() }),
    localStorage: { getItem: () => null, setItem() {}, removeItem() {} },
    navigator: { userAgent: "", getGamepads: () => [] },
    performance: { now: () => 0 },
    setInterval() {},
    setTimeout() {},
    requestAnimationFrame() {},
    addEventListener() {},
    HTMLCanvasElement: function () {},
    Audio: anything(),
    Image: anything(),
    location: { href: "page", search: "" },
};
browser.window = browser;
vm.createContext(browser);
// All scripts but the last, which starts a game. Nothing is drawn or heard.
const engine = scripts.filter((script) => !script.includes('compile(["restart"],sourceCode)')).join("\n;\n").replace(/'use strict';/g, "");
vm.runInContext(
    engine +
        `;canvasResize = redraw = regenSpriteImages = generateTitleScreen = playSound = function () {};
        drawMessageScreen = killAudioButton = showAudioButton = function () {};
        logIssue = logErrorNoLine = consoleError = consolePrint = stripTags = function () {};
        unitTesting = true;
        var replay = {
            compile(text) { errorCount = 0; compile(["restart"], text, "0"); },
            // Plays a session. How many seconds its moves take, without setting up the level.
            play(level, seed, inputs, clock) {
                setGameState(state, ["loadLevel", level], seed);
                const rest = () => { while (againing) { againing = false; processInput(-1); } };
                rest();
                const begun = clock();
                for (const input of inputs) {
                    if (input === "undo") DoUndo(false, true);
                    else if (input === "restart") DoRestart();
                    else if (input === "tick") processInput(-1);
                    else processInput(input);
                    rest();
                }
                return clock() - begun;
            },
            // Breadth-first over what the cells hold; a state that is known is not looked at again.
            search(number, seconds, clock) {
                let won = false;
                DoWin = function () { won = true; };
                setGameState(state, ["loadLevel", number], "0");
                const rest = () => {
                    for (let turn = 0; againing && turn < 1000; turn++) { againing = false; processInput(-1); }
                };
                rest();
                const acts = "noaction" in state.metadata ? [0, 1, 2, 3] : [0, 1, 2, 3, 4];
                const stored = () => new Int32Array(level.objects);
                const go = (cells) => {
                    level.objects = new Int32Array(cells);
                    level.movements.fill(0);
                    level.commandQueue = [];
                    level.commandQueueSourceRules = [];
                    againing = false;
                    winning = false;
                    textMode = false;
                    backups = [];
                    state.calculateRowColMasks(level);
                };
                const states = [stored()];
                const lengths = [0];
                const known = new Set([String.fromCharCode(...new Uint16Array(states[0].buffer))]);
                const begun = clock();
                let moves = 0;
                for (let next = 0; next < states.length; next++) {
                    for (const act of acts) {
                        if (clock() - begun > seconds) return { moves, length: null, all: false };
                        go(states[next]);
                        won = false;
                        processInput(act);
                        rest();
                        moves++;
                        if (won) return { moves, length: lengths[next] + 1, all: false };
                        const cells = stored();
                        const key = String.fromCharCode(...new Uint16Array(cells.buffer));
                        if (known.has(key)) continue;
                        known.add(key);
                        states.push(cells);
                        lengths.push(lengths[next] + 1);
                    }
                }
                return { moves, length: null, all: true };
            },
        };
        this.replay = replay;`,
    browser,
);

const now = () => Number(process.hrtime.bigint()) / 1e9;
const seconds = Number(process.argv[3] || 0);
const least = 0.1;

function rate({ level, seed, inputs }) {
    browser.replay.play(level || 0, seed, inputs, now);
    let [moves, spent] = [0, 0];
    while (spent < least) {
        spent += browser.replay.play(level || 0, seed, inputs, now);
        moves += inputs.length;
    }
    return { moves_per_s: moves / spent };
}

for (const line of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
    const given = JSON.parse(line);
    let answer = { moves_per_s: null };
    try {
        browser.replay.compile(given.source);
        const begun = now();
        answer = seconds ? browser.replay.search(given.level, seconds, now) : rate(given);
        answer.seconds = now() - begun;
    } catch (error) {
        answer.error = String(error);
    }
    console.log(JSON.stringify(answer));
}
