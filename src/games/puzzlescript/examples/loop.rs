use planwright_puzzlescript::compile::compile;
use planwright_puzzlescript::engine::{Input, Plan, Session};
use serde_json::Value;
use std::sync::Arc;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let ms: u128 = args[2].parse().unwrap();
    for (n, line) in text.lines().enumerate() {
        if args
            .get(3)
            .is_some_and(|k| k.parse::<usize>().unwrap() != n)
        {
            continue;
        }
        let case: Value = serde_json::from_str(line).unwrap();
        let (Some(game), _) = compile(case["source"].as_str().unwrap()) else {
            continue;
        };
        let game = Arc::new(game);
        let plan = Arc::new(Plan::new(&game));
        let seed = case["seed"].as_str().unwrap_or("0");
        let stage = case["level"].as_u64().unwrap_or(0) as usize;
        let inputs = case["inputs"].as_array().unwrap();
        let begun = std::time::Instant::now();
        let mut moves = 0;
        while begun.elapsed().as_millis() < ms {
            let Ok(mut session) =
                Session::new(Arc::clone(&game), Arc::clone(&plan), stage, seed, false)
            else {
                break;
            };
            for input in inputs {
                match input {
                    Value::Number(n) => {
                        let _ = session.play(Some(
                            [
                                Input::Up,
                                Input::Left,
                                Input::Down,
                                Input::Right,
                                Input::Action,
                            ][n.as_u64().unwrap() as usize],
                        ));
                    }
                    Value::String(s) => match s.as_str() {
                        "undo" => session.undo(),
                        "restart" => {
                            let _ = session.restart();
                        }
                        _ => {
                            let _ = session.play(None);
                        }
                    },
                    _ => {}
                }
                moves += 1;
            }
        }
        println!("{n} {:.0}", moves as f64 / begun.elapsed().as_secs_f64());
    }
}
