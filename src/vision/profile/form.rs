//! Description of a profile's fields, for parsing, checking, the workbench and the documentation.
//!
//! `described!` declares a rule and its description from one text: a field's doc comment is also its help, and
//! `= "…"` after its type is its default as written in a file, or in words such as `none`.

use serde::de::DeserializeOwned;

use crate::game::{Field, FieldChoices, ron_options};

/// Group of fields in a profile's file.
#[derive(Debug)]
pub struct FormPart {
    /// Path suffix of keys and variants, joined by dots; alternatives are separated by `|`.
    pub path: &'static str,
    pub about: &'static str,
    pub fields: &'static [Field],
}

impl FormPart {
    pub fn field(&self, key: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.key == key)
    }

    /// One-line help for the field with this key; empty if there is none.
    pub fn help(&self, key: &str) -> String {
        self.field(key).map(help).unwrap_or_default()
    }

    /// Number of trailing steps of `path` that match this part's path; `None` if they do not match.
    pub(crate) fn depth_at(&self, path: &[&str]) -> Option<usize> {
        let ends = self.path.split('|').filter_map(|suffix| {
            let steps: Vec<&str> = suffix.split('.').filter(|step| !step.is_empty()).collect();
            let is_match = path.ends_with(&steps) && (path.is_empty() || !steps.is_empty());
            is_match.then_some(steps.len())
        });
        ends.max()
    }
}

/// One-line help for a field, including its number range.
pub fn help(field: &Field) -> String {
    let about = field.about.trim_end_matches('.');
    match field.choices {
        FieldChoices::Free | FieldChoices::SuchAs(_) | FieldChoices::OneOf(_) => about.to_owned(),
        FieldChoices::Integer(least, i64::MAX) => format!("{about}; at least {least}"),
        FieldChoices::Integer(least, most) | FieldChoices::Between(least, most) => {
            format!("{about}; {least} to {most}")
        }
        FieldChoices::Above(least, most) => format!("{about}; above {least}, at most {most}"),
    }
}

/// The fields of a part, each with its comment: `name = "default", whole(least, most);`.
macro_rules! fields {
    ($($(#[doc = $about:literal])* $name:ident $(= $default:literal)?
        $(, $choices:ident($($bound:expr),*))? ;)*) => {
        &[$(
            crate::game::Field::new(
                stringify!($name),
                stringify!($name),
                concat!($($default)?),
                concat!($($about),*).trim_ascii(),
            )$(.$choices($($bound),*))?,
        )*]
    };
}

/// Value of a default that is written as in a profile's file; the type's own default if it is described in words.
pub(super) fn written_default<T: DeserializeOwned + Default>(text: &str) -> T {
    ron_options().from_str(text).unwrap_or_default()
}

/// Declares a rule of the profile with its description. Fields with a default may be omitted, and get their type's
/// default then; with `defaults`, the rule has a `Default` with the values as written here.
macro_rules! described {
    ($(#[doc = $about:literal])*
     struct $rule:ident($path:literal) $(derive($($derive:ident),*))? defaults {
        $($(#[doc = $help:literal])* $name:ident: $type:ty = $default:literal
            $(, $choices:ident($($bound:expr),*))? ;)*
    }) => {
        $(#[doc = $about])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize $($(, $derive)*)?)]
        #[serde(deny_unknown_fields, default)]
        pub struct $rule { $($(#[doc = $help])* pub $name: $type,)* }
        impl Default for $rule {
            fn default() -> Self {
                Self { $($name: $crate::profile::form::written_default($default),)* }
            }
        }
        $crate::profile::form::described!(@part $rule, $path, [$($about)*],
            $($(#[doc = $help])* $name = $default $(, $choices($($bound),*))? ;)*);
    };
    ($(#[doc = $about:literal])*
     struct $rule:ident($path:literal) $(derive($($derive:ident),*))? {
        $($(#[doc = $help:literal])* $name:ident: $type:ty $(= $default:literal)?
            $(, $choices:ident($($bound:expr),*))? ;)*
    }) => {
        $(#[doc = $about])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize $($(, $derive)*)?)]
        #[serde(deny_unknown_fields)]
        pub struct $rule { $(
            $(#[doc = $help])*
            $(#[serde(default)] #[doc = concat!("\n\nDefault: ", $default)])?
            pub $name: $type,
        )* }
        $crate::profile::form::described!(@part $rule, $path, [$($about)*],
            $($(#[doc = $help])* $name $(= $default)? $(, $choices($($bound),*))? ;)*);
    };
    ($(#[doc = $about:literal])*
     enum $rule:ident { $(
        $(#[doc = $what:literal])*
        $variant:ident($path:literal) {
            $($(#[doc = $help:literal])* $name:ident: $type:ty
                $(, $choices:ident($($bound:expr),*))? ;)*
        }
     )* }) => {
        $(#[doc = $about])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub enum $rule { $(
            $(#[doc = $what])*
            $variant { $($(#[doc = $help])* $name: $type,)* },
        )* }
        impl $rule {
            pub const PARTS: &[$crate::profile::form::FormPart] = &[$($crate::profile::form::FormPart {
                path: $path,
                about: concat!($($what),*).trim_ascii(),
                fields: $crate::profile::form::fields! {
                    $($(#[doc = $help])* $name $(, $choices($($bound),*))? ;)*
                },
            }),*];
        }
    };
    (@part $rule:ident, $path:literal, [$($about:literal)*], $($fields:tt)*) => {
        impl $rule {
            pub const PART: $crate::profile::form::FormPart = $crate::profile::form::FormPart {
                path: $path,
                about: concat!($($about),*).trim_ascii(),
                fields: $crate::profile::form::fields! { $($fields)* },
            };
        }
    };
}

/// Serializes a type as text, for `#[serde(try_from = "String", into = "String")]`.
macro_rules! as_text {
    ($type:ty, $error:ty) => {
        impl TryFrom<String> for $type {
            type Error = $error;

            fn try_from(text: String) -> Result<Self, $error> {
                text.parse()
            }
        }

        impl From<$type> for String {
            fn from(value: $type) -> Self {
                value.to_string()
            }
        }
    };
}

pub(crate) use {as_text, described, fields};
