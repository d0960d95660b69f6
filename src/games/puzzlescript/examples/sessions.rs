use std::sync::Arc;
use std::time::Instant;

use planwright_puzzlescript::compile::compile;
use planwright_puzzlescript::engine::{Input, Plan, Session};
use serde_json::Value;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let only = args.get(2);
    let (mut good, mut all) = (0, 0);
    let mut time = std::time::Duration::ZERO;
    let mut moves = 0;
    for (number, line) in text.lines().enumerate() {
        let case: Value = serde_json::from_str(line).unwrap();
        if only.is_some_and(|only| only != &number.to_string()) {
            continue;
        }
        all += 1;
        let source = case["source"].as_str().unwrap();
        let (game, problems) = compile(source);
        let Some(game) = game else {
            println!(
                "{number} {}: no game; {:?}",
                case["name"],
                problems
                    .iter()
                    .filter(|p| p.severe)
                    .map(|p| p.error.to_string())
                    .collect::<Vec<_>>()
            );
            continue;
        };
        let game = Arc::new(game);
        let plan = Arc::new(Plan::new(&game));
        let start = Instant::now();
        let seed = case["seed"].as_str().unwrap_or("0");
        let stage = case["level"].as_u64().unwrap_or(0) as usize;
        let mut session = match Session::new(Arc::clone(&game), plan, stage, seed, false) {
            Ok(session) => session,
            Err(_) => {
                println!("{number} {}: endless start", case["name"]);
                continue;
            }
        };
        let mut endless = false;
        for input in case["inputs"].as_array().unwrap() {
            let done = match input {
                Value::Number(n) => {
                    let input = [
                        Input::Up,
                        Input::Left,
                        Input::Down,
                        Input::Right,
                        Input::Action,
                    ][n.as_u64().unwrap() as usize];
                    session.play(Some(input))
                }
                Value::String(s) => match s.as_str() {
                    "undo" => {
                        session.undo();
                        Ok(())
                    }
                    "restart" => session.restart(),
                    "tick" => session.play(None),
                    x => panic!("{x}"),
                },
                x => panic!("{x}"),
            };
            moves += 1;
            endless |= done.is_err();
        }
        time += start.elapsed();
        let (rows, cols) = session.level().map_or((0, 0), |l| l.size());
        let board: Vec<Vec<String>> = (0..rows)
            .map(|r| {
                (0..cols)
                    .map(|c| {
                        let mut names: Vec<&str> = session
                            .level()
                            .unwrap()
                            .objects_in(c * rows + r)
                            .into_iter()
                            .map(|o| game.names.objects[o].name.as_str())
                            .collect();
                        names.sort();
                        names.join(" ")
                    })
                    .collect()
            })
            .collect();
        let expected: Vec<Vec<String>> = serde_json::from_value(case["expected"].clone()).unwrap();
        if board == expected {
            good += 1;
        } else {
            let shape = (expected.len(), expected.first().map_or(0, |r| r.len()));
            println!(
                "{number} {}: differs (endless {endless}, size {:?} expected {:?}, inputs {}, stage {} now {}, won {})",
                case["name"],
                (rows, cols),
                shape,
                case["inputs"].as_array().unwrap().len(),
                stage,
                session.stage(),
                session.won()
            );
            if only.is_some() {
                for r in 0..rows.min(shape.0) {
                    for c in 0..cols.min(shape.1) {
                        if board[r][c] != expected[r][c] {
                            println!("  {r},{c}: {} expected {}", board[r][c], expected[r][c]);
                        }
                    }
                }
            }
        }
    }
    println!("{good} of {all}; {moves} moves in {time:?}");
}
