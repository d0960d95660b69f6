use planwright_puzzlescript::compile::compile;
use serde_json::Value;
use std::collections::BTreeSet;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let (mut good, mut all) = (0, 0);
    for (number, line) in text.lines().enumerate() {
        let case: Value = serde_json::from_str(line).unwrap();
        all += 1;
        let source = case["source"].as_str().unwrap();
        let (game, problems) = compile(source);
        let mut want: BTreeSet<usize> = BTreeSet::new();
        for e in case["errors"].as_array().unwrap() {
            let e = e.as_str().unwrap();
            if let Some(rest) = e.strip_prefix("line ") {
                want.insert(
                    rest.split(' ')
                        .next()
                        .unwrap()
                        .parse::<usize>()
                        .unwrap()
                        .max(1),
                );
            }
        }
        let have: BTreeSet<usize> = problems
            .iter()
            .filter(|p| !(p.error.line == 1 && p.error.column == 1 && !want.contains(&1)))
            .map(|p| p.error.line)
            .collect();
        let count = case["count"].as_u64().unwrap();
        let severe = problems.iter().filter(|p| p.severe).count();
        let refused = count == 0 && (game.is_none() || severe > 0);
        if have == want && !refused {
            good += 1;
        } else {
            println!(
                "{number} {}{}: missing {:?} extra {:?}",
                case["name"],
                if refused { " REFUSED" } else { "" },
                want.difference(&have).collect::<Vec<_>>(),
                have.difference(&want).collect::<Vec<_>>()
            );
            println!(
                "    theirs {:?}",
                case["errors"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|e| e.as_str().unwrap().chars().take(150).collect::<String>())
                    .take(14)
                    .collect::<Vec<_>>()
            );
            println!(
                "    ours {:?}",
                problems
                    .iter()
                    .map(|p| p.error.to_string())
                    .take(14)
                    .collect::<Vec<_>>()
            );
        }
    }
    println!("{good} of {all}");
}
