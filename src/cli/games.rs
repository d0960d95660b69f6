//! `games`: lists games, their solvers and their file forms.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::args::examples;
use super::files;
use super::status::{CommandResult, Status};
use crate::game::{Field, FieldChoices, Game, RulePattern, Solver, SolverInfo, join_words};
use crate::games;

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "planwright games",
    "planwright games --json | jq -r '.games[].id'"
))]
pub(super) struct GamesArgs {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &GamesArgs) -> CommandResult {
    let games: Vec<_> = games::all().to_vec();
    if args.json {
        let games: Vec<_> = games.into_iter().map(row).collect();
        files::print_json(&json!({ "games": games }))?;
    } else {
        let listing: Vec<_> = games.into_iter().map(paragraph).collect();
        files::print(&listing.join("\n"))?;
    }
    Ok(Status::Done)
}

/// Text on a game, for the listing.
fn paragraph(game: &dyn Game) -> String {
    let info = game.info();
    let forms = info.forms.iter();
    let forms = forms.map(|(extension, name)| format!("{name} (.{extension})"));
    let forms: Vec<_> = forms.collect();
    let mut text = format!(
        "{}  {}\n  {}\n  files    {}\n",
        info.id,
        info.title,
        info.summary,
        forms.join(", ")
    );
    for (index, solver) in game.solvers().iter().enumerate() {
        let presets = solver.presets();
        let solver = solver.info();
        let label = if index == 0 { "solvers" } else { "" };
        let marks = marks(index, solver);
        text.push_str(&format!(
            "  {label:7}  {}{marks}, in {}: {}\n",
            solver.id, solver.cost_unit, solver.guarantee
        ));
        text.push_str(&option_lines(solver.options));
        for preset in presets {
            let pairs = preset.options.iter();
            let pairs: Vec<_> = pairs.map(|(key, value)| format!("{key}={value}")).collect();
            let (name, pairs) = (preset.name, pairs.join(", "));
            text += &format!("             --preset {name}  {pairs}\n");
        }
    }
    if let Some(generator) = game.generator() {
        text.push_str(&format!("  generate  planwright generate {}\n", info.id));
        text.push_str(&option_lines(generator.options()));
    }
    for pattern in patterns(game) {
        let (game, id, about) = (info.id, pattern.id, pattern.about);
        text += &format!("  pattern  planwright generate {game} --pattern {id}  {about}\n");
        text.push_str(&question_lines(&pattern.questions));
    }
    if game.has_practice() {
        text.push_str(&format!("  practice  planwright practice {}\n", info.id));
    }
    text
}

fn patterns(game: &dyn Game) -> Vec<&'static RulePattern> {
    let gallery = game.gallery();
    gallery.map_or_else(Vec::new, |gallery| gallery.patterns())
}

fn pattern_row(pattern: &RulePattern) -> Value {
    json!({
        "id": pattern.id,
        "title": pattern.title,
        "about": pattern.about,
        "known_as": pattern.known_as,
        "questions": pattern.questions.iter().map(question_row).collect::<Value>(),
    })
}

fn question_row(question: &Field) -> Value {
    json!({
        "key": question.key,
        "default": question.default,
        "question": question.about,
        "answers": answers(question),
    })
}

fn answers(question: &Field) -> String {
    match question.choices {
        FieldChoices::OneOf(values) => join_words(values, "or"),
        FieldChoices::Integer(min, max) => format!("{min} to {max}"),
        // Patterns ask for numbers, choices and words only.
        _ => "anything".to_owned(),
    }
}

fn question_lines(questions: &[Field]) -> String {
    let line = |question: &Field| {
        let (key, default, about) = (question.key, question.default, question.about);
        let answers = answers(question);
        format!("             --set {key}={default}  {about} {answers}\n")
    };
    questions.iter().map(line).collect()
}

fn option_lines(options: &[Field]) -> String {
    let line = |option: &Field| {
        let set = format!("{}={}", option.key, option.default);
        let quote = if set.contains(' ') { "'" } else { "" };
        let help = option.help();
        format!("             --set {quote}{set}{quote}  {help}\n")
    };
    options.iter().map(line).collect()
}

fn option_rows(options: &[Field]) -> Value {
    let row = |option: &Field| {
        json!({
            "key": option.key,
            "default": option.default,
            "help": option.help(),
            "tunable": option.tunable,
        })
    };
    options.iter().map(row).collect()
}

/// Remarks behind a solver at an index in its game's list, whose first one is the default.
fn marks(index: usize, solver: &SolverInfo) -> &'static str {
    match (index == 0, solver.reference) {
        (true, true) => " (default, reference)",
        (true, false) => " (default)",
        (false, true) => " (reference)",
        (false, false) => "",
    }
}

/// JSON form of a game.
fn row(game: &dyn Game) -> Value {
    let info = game.info();
    let forms = info.forms.iter();
    let forms = forms.map(|(extension, name)| json!({ "extension": extension, "name": name }));
    let solvers = game.solvers().iter().enumerate();
    let generator = game.generator();
    json!({
        "id": info.id,
        "title": info.title,
        "summary": info.summary,
        "rules": info.rules,
        "cost_unit": info.cost_unit,
        "practice": game.has_practice(),
        "generator": generator.map(|generator| option_rows(generator.options())),
        "patterns": patterns(game).into_iter().map(pattern_row).collect::<Value>(),
        "forms": forms.collect::<Value>(),
        "solvers": solvers.map(|(index, solver)| solver_row(index, *solver)).collect::<Value>(),
    })
}

fn solver_row(index: usize, solver: &dyn Solver) -> Value {
    let presets = solver.presets().iter();
    let presets: BTreeMap<_, BTreeMap<_, _>> = presets
        .map(|preset| (preset.name, preset.options.iter().copied().collect()))
        .collect();
    let solver = solver.info();
    json!({
        "id": solver.id,
        "title": solver.title,
        "method": solver.method,
        "guarantee": solver.guarantee,
        "cost_unit": solver.cost_unit,
        "default": index == 0,
        "reference": solver.reference,
        "proves_unsolvable": solver.proves_unsolvable,
        "proves_optimal": solver.proves_optimal,
        "options": option_rows(solver.options),
        "presets": presets,
    })
}
