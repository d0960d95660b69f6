//! Range check of every number of a profile.

use serde_json::Value;

use crate::game::{Field, FieldChoices};
use crate::profile::part_at;

use super::findings::ProfileCheck;

impl ProfileCheck<'_> {
    pub(super) fn fields(&mut self) {
        // Every profile has a JSON form.
        let Ok(file) = serde_json::to_value(self.profile) else {
            return;
        };
        walk_fields(&file, "", &[], &mut |path, _, field, value| {
            if let Some(Err(message)) = field.map(|field| check(field, value)) {
                self.error(path, message);
            }
        });
    }
}

/// Visits every key below a value, with its description, but none below an undescribed one, such as a property's name.
/// `path` and `names` lead from the whole file to the value, with and without the indices of lists. A visit gets both
/// with the key.
fn walk_fields(
    value: &Value,
    path: &str,
    names: &[&str],
    visit: &mut impl FnMut(&str, &[&str], Option<&'static Field>, &Value),
) {
    match value {
        Value::Object(fields) => {
            // Names of variants begin with a capital letter, keys do not.
            let is_variant = fields.keys().all(|key| key.starts_with(char::is_uppercase));
            let part = part_at(names).filter(|_| !is_variant);
            for (key, value) in fields {
                let separator = if path.is_empty() { "" } else { ", " };
                let path = format!("{path}{separator}{key}");
                let names = [names, &[key]].concat();
                let field = part.and_then(|part| part.field(key));
                if !is_variant {
                    visit(&path, &names, field, value);
                }
                if is_variant || field.is_some() {
                    walk_fields(value, &path, &names, visit);
                }
            }
        }
        Value::Array(elements) => {
            for (index, element) in elements.iter().enumerate() {
                walk_fields(element, &format!("{path}[{index}]"), names, visit);
            }
        }
        _ => {}
    }
}

/// Checks the numbers of a value against the range of its field.
fn check(field: &Field, value: &Value) -> Result<(), String> {
    match value {
        Value::Array(elements) => elements.iter().try_for_each(|value| check(field, value)),
        // Profiles use single precision.
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(integer), _) => field.check(&integer.to_string()),
            (None, number) => field.check(&(number.unwrap_or(f64::NAN) as f32).to_string()),
        },
        // Non-finite numbers become null in JSON; so do missing ones, but their default is “none”.
        Value::Null if field.default != "none" => match field.choices {
            FieldChoices::Between(..) | FieldChoices::Above(..) => field.check("NaN"),
            _ => Ok(()),
        },
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::profile::parts;
    use crate::store::ProfileStore;

    use super::*;

    #[test]
    fn the_form_has_every_field_of_the_shipped_profiles_and_no_others() {
        let mut found = BTreeSet::new();
        for profile in ProfileStore::load(None).usable() {
            let file = serde_json::to_value(profile).expect("has a form");
            walk_fields(&file, "", &[], &mut |_, names, _, _| {
                let (key, names) = names.split_last().expect("has a key");
                let part = part_at(names).map_or(names.join("."), |part| part.path.to_owned());
                found.insert((part, (*key).to_owned()));
            });
        }
        found.retain(|(part, _)| part != "properties");
        let mut described: BTreeSet<(String, String)> = BTreeSet::new();
        for part in parts() {
            let fields = part.fields.iter();
            described.extend(fields.map(|field| (part.path.to_owned(), field.key.to_owned())));
        }
        let undescribed: Vec<_> = found.difference(&described).collect();
        assert!(undescribed.is_empty(), "{undescribed:?}");
        // Samples and numbers are made by the workbench only, and a base leaves no key.
        let is_generated = |part: &str| part.contains("Looks") || part == "values.Numbers";
        let unused: Vec<_> = described
            .difference(&found)
            .filter(|(part, key)| !is_generated(part) && key != "base")
            .collect();
        assert!(unused.is_empty(), "{unused:?}");
    }

    #[test]
    fn defaults_in_the_form_are_those_of_the_rules() {
        use crate::profile::*;
        fn texts<T: Default + serde::Serialize>(part: &FormPart) {
            let value = serde_json::to_value(T::default()).expect("has a form");
            for field in part.fields {
                let text = value[field.key].to_string();
                let text = text.replace('[', "(").replace(']', ")");
                let default = field.default.replace(' ', "");
                // Some defaults are written in words.
                if default.starts_with(|c: char| c.is_ascii_digit() || c == '(' || c == '"') {
                    assert_eq!(
                        text.replace(' ', ""),
                        default,
                        "{} {}",
                        part.path,
                        field.key
                    );
                }
            }
        }
        texts::<GridRule>(&GridRule::PART);
        texts::<SpritesRule>(&SpritesRule::PART);
        texts::<SquaresBoards>(&SquaresBoards::PART);
        texts::<SquaresRule>(&SquaresRule::PART);
        texts::<Pacing>(&Pacing::PART);
        texts::<CostRule>(&CostRule::PART);
    }
}
