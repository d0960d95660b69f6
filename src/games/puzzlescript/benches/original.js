// Replays play sessions on the original engine and prints how many moves it makes a second in each.
//
//     node original.js CHECKOUT < SESSIONS
//
// CHECKOUT is a checkout of the original (or its exported page); SESSIONS holds an object a line with source, level,
// seed and inputs. The page that games are exported to holds the whole engine.
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
            play(level, seed, inputs) {
                setGameState(state, ["loadLevel", level], seed);
                const rest = () => { while (againing) { againing = false; processInput(-1); } };
                rest();
                for (const input of inputs) {
                    if (input === "undo") DoUndo(false, true);
                    else if (input === "restart") DoRestart();
                    else if (input === "tick") processInput(-1);
                    else processInput(input);
                    rest();
                }
            },
        };
        this.replay = replay;`,
    browser,
);

const least = 0.1;
for (const line of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
    const { source, level, seed, inputs } = JSON.parse(line);
    let answer = { moves_per_s: null };
    try {
        browser.replay.compile(source);
        browser.replay.play(level || 0, seed, inputs);
        const begun = process.hrtime.bigint();
        let [moves, seconds] = [0, 0];
        while (seconds < least) {
            browser.replay.play(level || 0, seed, inputs);
            moves += inputs.length;
            seconds = Number(process.hrtime.bigint() - begun) / 1e9;
        }
        answer = { moves_per_s: moves / seconds };
    } catch (error) {
        answer.error = String(error);
    }
    console.log(JSON.stringify(answer));
}
