use planwright::game::Game as _;
use planwright::games::puzzlescript::PuzzleScript;

use super::Conformance;

pub(super) fn conformance() -> Conformance {
    let blank = PuzzleScript.blank(None).to_text();
    let game = |rules: &str, win: &str, rows: &str| {
        let (head, _) = blank.split_once("RULES").expect("has rules");
        format!("{head}RULES\n\n{rules}\n\nWINCONDITIONS\n\n{win}\n\nLEVELS\n\n{rows}\n")
    };
    let push = "[ > Player | Crate ] -> [ > Player | > Crate ]";
    let all = "All Target on Crate";
    let slow = game(
        push,
        all,
        "##########\n#p.......#\n#.*.*..*.#\n#........#\n#..*..*..#\n#.o.oo.o.#\n#...o....#\n##########",
    );
    Conformance {
        small: vec![
            blank.clone(),
            game(push, all, "#######\n#p.*.o#\n#######"),
            game("[ > Player ] -> [ Player ] win", "", "p"),
            game(
                &format!("{push}\nlate [ Crate Target ] -> [ Target ] again"),
                "No Crate",
                "#######\n#.....#\n#p*.*.#\n#.o.o.#\n#######",
            ),
        ],
        unsolvable: vec![
            game(push, all, "####\n#*o#\n#.p#\n####"),
            game("", "No Player", "p.."),
        ],
        known: vec![(game(push, all, "#######\n#p.*.o#\n#######"), "shortest", 3)],
        slow: ["breadth-first", "shortest", "auto"]
            .map(|id| (id, slow.clone()))
            .into(),
        broken: vec![
            (
                blank.replace("Background\nTarget\nPlayer, Wall, Crate", ""),
                "collision layers",
            ),
            (
                game("[ > Player | Crate ] -> [ > Player ]", all, "p*o"),
                "same number of cells",
            ),
            (
                game("[ > Player ] -> [ moving Player ] again", all, "p*o"),
                "nothing on the left",
            ),
        ],
    }
}
