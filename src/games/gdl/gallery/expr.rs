//! What stands in the holes of a pattern: numbers and words, worked out of the answers.

use std::collections::BTreeMap;
use std::fmt;

/// Most nested parentheses.
const DEEPEST: usize = 50;

/// The value of a name or an expression. Yes and no are 1 and 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Number(i64),
    Word(String),
}

impl Value {
    /// What an answer stands for.
    pub fn of(text: &str) -> Self {
        match text.parse() {
            Ok(number) => Self::Number(number),
            Err(_) => Self::Word(text.to_owned()),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Word(word) => word.fmt(f),
        }
    }
}

/// What names stand for.
pub(super) type Names = BTreeMap<String, Value>;

/// Works out an expression such as `rows*columns-1` or `gap == 'last' and r > 1`.
///
/// # Errors
/// What is wrong with it.
pub(super) fn value(text: &str, names: &Names) -> Result<Value, String> {
    let mut reader = Reader {
        tokens: tokens(text)?,
        at: 0,
        deep: 0,
        names,
    };
    let value = reader.any()?;
    match reader.peek() {
        None => Ok(value),
        Some(token) => Err(format!("‘{token}’ is not expected in ‘{text}’")),
    }
}

/// Works out an expression that is a number.
pub(super) fn number(text: &str, names: &Names) -> Result<i64, String> {
    match value(text, names)? {
        Value::Number(number) => Ok(number),
        Value::Word(word) => Err(format!("‘{word}’ is not a number")),
    }
}

/// Works out whether a condition holds.
pub(super) fn holds(text: &str, names: &Names) -> Result<bool, String> {
    Ok(number(text, names)? != 0)
}

/// Signs of two letters, before those of one.
const SIGNS: [&str; 15] = [
    "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "%", "(", ")", ",", "'",
];

fn tokens(text: &str) -> Result<Vec<&str>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if first == '\'' {
            let end = rest[1..].find('\'');
            end.ok_or_else(|| format!("a quotation mark is missing in ‘{text}’"))? + 2
        } else if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            sign.ok_or_else(|| format!("‘{first}’ is not allowed in ‘{text}’"))?
                .len()
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

/// Reads and works out from left to right.
struct Reader<'a> {
    tokens: Vec<&'a str>,
    at: usize,
    deep: usize,
    names: &'a Names,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.tokens.get(self.at).copied()
    }

    /// Takes the next token if it is one of these.
    fn take(&mut self, wanted: &[&str]) -> Option<&'a str> {
        let token = self.peek().filter(|token| wanted.contains(token))?;
        self.at += 1;
        Some(token)
    }

    fn any(&mut self) -> Result<Value, String> {
        let mut value = self.all()?;
        while self.take(&["or"]).is_some() {
            let other = self.all()?;
            value = truth(is_true(&value)? | is_true(&other)?);
        }
        Ok(value)
    }

    fn all(&mut self) -> Result<Value, String> {
        let mut value = self.condition()?;
        while self.take(&["and"]).is_some() {
            let other = self.condition()?;
            value = truth(is_true(&value)? & is_true(&other)?);
        }
        Ok(value)
    }

    fn condition(&mut self) -> Result<Value, String> {
        if self.take(&["not"]).is_some() {
            let value = self.condition()?;
            return Ok(truth(!is_true(&value)?));
        }
        let value = self.sum()?;
        let Some(sign) = self.take(&["==", "!=", "<=", ">=", "<", ">"]) else {
            return Ok(value);
        };
        let other = self.sum()?;
        Ok(truth(match sign {
            "==" => value == other,
            "!=" => value != other,
            "<=" => as_number(&value)? <= as_number(&other)?,
            ">=" => as_number(&value)? >= as_number(&other)?,
            "<" => as_number(&value)? < as_number(&other)?,
            _ => as_number(&value)? > as_number(&other)?,
        }))
    }

    fn sum(&mut self) -> Result<Value, String> {
        let mut value = self.product()?;
        while let Some(sign) = self.take(&["+", "-"]) {
            let other = self.product()?;
            value = reckon(sign, &value, &other)?;
        }
        Ok(value)
    }

    fn product(&mut self) -> Result<Value, String> {
        let mut value = self.single()?;
        while let Some(sign) = self.take(&["*", "/", "%"]) {
            let other = self.single()?;
            value = reckon(sign, &value, &other)?;
        }
        Ok(value)
    }

    fn single(&mut self) -> Result<Value, String> {
        let token = self.peek().ok_or("an expression ends too early")?;
        self.at += 1;
        if token == "-" {
            let value = self.single()?;
            return reckon("-", &Value::Number(0), &value);
        }
        if token == "(" {
            return self.inside();
        }
        if let Some(word) = token.strip_prefix('\'') {
            return Ok(Value::Word(word.trim_end_matches('\'').to_owned()));
        }
        if let Ok(number) = token.parse() {
            return Ok(Value::Number(number));
        }
        if self.take(&["("]).is_some() {
            return self.function(token);
        }
        let known = self.names.get(token).cloned();
        known.ok_or_else(|| format!("‘{token}’ is not defined"))
    }

    /// What stands in parentheses, the first of which is taken.
    fn inside(&mut self) -> Result<Value, String> {
        self.deep += 1;
        if self.deep > DEEPEST {
            return Err("parentheses are nested too deep".to_owned());
        }
        let value = self.any()?;
        self.deep -= 1;
        self.take(&[")"]).ok_or("a ‘)’ is missing")?;
        Ok(value)
    }

    fn function(&mut self, name: &str) -> Result<Value, String> {
        let mut values = vec![self.any()?];
        while self.take(&[","]).is_some() {
            values.push(self.any()?);
        }
        self.take(&[")"]).ok_or("a ‘)’ is missing")?;
        let value = match of_texts(name, &values) {
            Some(value) => Some(value),
            None => of_numbers(name, &values)?.map(Value::Number),
        };
        value.ok_or_else(|| format!("‘{name}’ cannot be computed"))
    }
}

/// What a function of numbers gives, if there is one of this name.
fn of_numbers(name: &str, values: &[Value]) -> Result<Option<i64>, String> {
    let numbers: Vec<i64> = values.iter().map(as_number).collect::<Result<_, _>>()?;
    Ok(match (name, numbers.as_slice()) {
        ("abs", [number]) => number.checked_abs(),
        ("min", all) => all.iter().copied().min(),
        ("max", all) => all.iter().copied().max(),
        _ => None,
    })
}

/// What a function of texts gives, if there is one of this name. Signs and parts are counted from 1;
/// where there is none, the text is empty.
fn of_texts(name: &str, values: &[Value]) -> Option<Value> {
    let texts: Vec<String> = values.iter().map(Value::to_string).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let nth = |number: &str| number.parse::<usize>().ok()?.checked_sub(1);
    let length = |text: &str| text.chars().count();
    let whole = |number: usize| Some(Value::Number(i64::try_from(number).ok()?));
    let word = |text: Option<String>| Some(Value::Word(text.unwrap_or_default()));
    match (name, texts.as_slice()) {
        ("count", [text, signs]) => {
            whole(text.chars().filter(|&sign| signs.contains(sign)).count())
        }
        ("last", [text, signs]) => {
            let before = text.rfind(|sign: char| signs.contains(sign));
            whole(before.map_or(0, |at| length(&text[..at]) + 1))
        }
        ("longest", [text, between]) => whole(text.split(*between).map(length).max()?),
        ("parts", [text, between]) => whole(text.split(*between).count()),
        ("part", [text, between, number]) => {
            let part = nth(number).and_then(|n| text.split(*between).nth(n));
            word(part.map(str::to_owned))
        }
        ("sign", [text, number]) => {
            let sign = nth(number).and_then(|n| text.chars().nth(n));
            word(sign.map(String::from))
        }
        _ => None,
    }
}

fn truth(yes: bool) -> Value {
    Value::Number(i64::from(yes))
}

fn is_true(value: &Value) -> Result<bool, String> {
    Ok(as_number(value)? != 0)
}

fn as_number(value: &Value) -> Result<i64, String> {
    match value {
        Value::Number(number) => Ok(*number),
        Value::Word(word) => Err(format!("‘{word}’ is not a number")),
    }
}

fn reckon(sign: &str, one: &Value, other: &Value) -> Result<Value, String> {
    let (a, b) = (as_number(one)?, as_number(other)?);
    let value = match sign {
        "+" => a.checked_add(b),
        "-" => a.checked_sub(b),
        "*" => a.checked_mul(b),
        "/" => a.checked_div_euclid(b),
        _ => a.checked_rem_euclid(b),
    };
    let value = value.ok_or_else(|| format!("{a} {sign} {b} cannot be computed"))?;
    Ok(Value::Number(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_worked_out_by_their_signs() {
        let names = [("rows", "3"), ("gap", "last"), ("shape", ".a/bcd/07")];
        let names = names.map(|(name, text)| (name.to_owned(), Value::of(text)));
        let names = Names::from(names);
        let of = |text| value(text, &names).map(|value| value.to_string());
        assert_eq!(of("1+rows*2-1").as_deref(), Ok("6"));
        assert_eq!(of("(1+rows)*-2 / 4 + 7 % 4").as_deref(), Ok("1"));
        assert_eq!(of("gap == 'last' and not rows < 3").as_deref(), Ok("1"));
        assert_eq!(of("rows > 3 or abs(1-rows) == 1").as_deref(), Ok("0"));
        assert_eq!(of("max(rows, 7, 2)").as_deref(), Ok("7"));
        assert_eq!(of("gap").as_deref(), Ok("last"));
        assert_eq!(of("parts(shape, '/')").as_deref(), Ok("3"));
        assert_eq!(of("longest(shape, '/')").as_deref(), Ok("3"));
        assert_eq!(of("part(shape, '/', rows - 1)").as_deref(), Ok("bcd"));
        assert_eq!(of("part(shape, '/', 3)").as_deref(), Ok("07"));
        assert_eq!(of("part(shape, '/', 4)").as_deref(), Ok(""));
        assert_eq!(
            of("sign(part(shape, '/', 1), 2) == 'a'").as_deref(),
            Ok("1")
        );
        assert_eq!(
            of("sign(shape, 0) == '' and sign(shape, 99) == ''").as_deref(),
            Ok("1")
        );
        assert_eq!(of("count(shape, 'abc')").as_deref(), Ok("3"));
        assert_eq!(of("last(shape, 'abc')").as_deref(), Ok("5"));
        assert_eq!(of("last(gap, 'x')").as_deref(), Ok("0"));
        for wrong in [
            "rows +",
            "columns",
            "gap + 1",
            "1 / 0",
            "(rows",
            "rows rows",
            "'a",
            "part(shape, '/')",
            "max(shape, 1)",
        ] {
            assert!(of(wrong).is_err(), "{wrong}");
        }
    }
}
