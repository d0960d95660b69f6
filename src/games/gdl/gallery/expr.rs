//! Expressions in the holes of a pattern: numbers and words computed from the answers, in Jinja's language.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use minijinja::value::Rest;
use minijinja::{Environment, UndefinedBehavior, Value};

pub(super) type Bindings = BTreeMap<String, Value>;

/// Value of an answer: a number where it is one.
pub(super) fn value_of(answer: &str) -> Value {
    answer
        .parse::<i64>()
        .map_or_else(|_| answer.into(), Value::from)
}

/// Functions of numbers and texts. Characters and parts are counted from 1; a missing one is an empty text.
static FUNCTIONS: LazyLock<Environment<'static>> = LazyLock::new(|| {
    type Str<'a> = Cow<'a, str>;
    let length = |text: &str| text.chars().count();
    let mut env = Environment::empty();
    env.set_undefined_behavior(UndefinedBehavior::Strict);
    env.add_function("abs", i64::abs);
    env.add_function("min", |all: Rest<i64>| all.iter().copied().min());
    env.add_function("max", |all: Rest<i64>| all.iter().copied().max());
    env.add_function("count", |text: Str<'_>, signs: Str<'_>| {
        text.chars().filter(|sign| signs.contains(*sign)).count()
    });
    env.add_function("last", move |text: Str<'_>, signs: Str<'_>| {
        let before = text.rfind(|sign: char| signs.contains(sign));
        before.map_or(0, |at| length(&text[..at]) + 1)
    });
    env.add_function("longest", move |text: Str<'_>, between: Str<'_>| {
        text.split(&*between).map(length).max()
    });
    env.add_function("parts", |text: Str<'_>, between: Str<'_>| {
        text.split(&*between).count()
    });
    env.add_function("part", |text: Str<'_>, between: Str<'_>, number: usize| {
        let index = number.checked_sub(1);
        let part = index.and_then(|index| text.split(&*between).nth(index));
        part.unwrap_or_default().to_owned()
    });
    env.add_function("sign", |text: Str<'_>, number: usize| {
        let index = number.checked_sub(1);
        let sign = index.and_then(|index| text.chars().nth(index));
        sign.map_or_else(String::new, String::from)
    });
    env
});

/// Evaluates an expression such as `rows*columns-1` or `gap == 'last' and r > 1`.
pub(super) fn evaluate(text: &str, names: &Bindings) -> Result<Value, String> {
    let expression = FUNCTIONS.compile_expression(text);
    let value = expression.and_then(|expression| expression.eval(Value::from(names.clone())));
    match value {
        Ok(value) if value.is_undefined() => Err(format!("‘{}’ is not defined", text.trim())),
        value => value.map_err(|error| format!("‘{}’: {error}", text.trim())),
    }
}

pub(super) fn number(text: &str, names: &Bindings) -> Result<i64, String> {
    let value = evaluate(text, names)?;
    i64::try_from(value.clone()).map_err(|_| format!("‘{value}’ is not a number"))
}

pub(super) fn holds(text: &str, names: &Bindings) -> Result<bool, String> {
    Ok(evaluate(text, names)?.is_true())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_count_from_one_and_what_makes_no_sense_is_refused() {
        let names = [("rows", "3"), ("gap", "last"), ("shape", ".a/bcd/07")];
        let names = names.map(|(name, text)| (name.to_owned(), value_of(text)));
        let names = Bindings::from(names);
        let eval = |text| evaluate(text, &names).map(|value| value.to_string());
        for (text, expected) in [
            ("(1+rows)*-2 // 4 + 7 % 4", "1"),
            ("gap == 'last' and not rows < 3", "True"),
            ("rows > 3 or abs(1-rows) == 1", "False"),
            ("max(rows, 7, 2)", "7"),
            ("gap", "last"),
            ("parts(shape, '/')", "3"),
            ("longest(shape, '/')", "3"),
            ("part(shape, '/', rows - 1)", "bcd"),
            ("part(shape, '/', 3)", "07"),
            ("part(shape, '/', 4)", ""),
            ("sign(part(shape, '/', 1), 2) == 'a'", "True"),
            ("sign(shape, 0) == '' and sign(shape, 99) == ''", "True"),
            ("count(shape, 'abc')", "3"),
            ("last(shape, 'abc')", "5"),
            ("last(gap, 'x')", "0"),
        ] {
            assert_eq!(eval(text).as_deref(), Ok(expected), "{text}");
        }
        for wrong in [
            "rows +",
            "columns",
            "gap + 1",
            "1 // 0",
            "(rows",
            "rows rows",
            "'a",
            "part(shape, '/')",
            "max(shape, 1)",
        ] {
            assert!(eval(wrong).is_err(), "{wrong}");
        }
        assert!(number("gap", &names).is_err());
    }
}
