//! Where a setting's value comes from: flag before variable before file before default.

use std::collections::BTreeMap;

use toml::{Table, Value};

use super::settings::{ISSUER_KEYS, Kind, SECTIONS, SETTINGS, Setting, keys_in};
use crate::http::input::nearest;

/// Who set a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// An option of the command line.
    Flag,
    /// An environment variable.
    Variable,
    /// The configuration file.
    File,
    /// Nobody.
    Default,
}

/// The effective value of every setting that has one.
#[derive(Clone, Debug, Default)]
pub struct Values(pub BTreeMap<&'static str, (Value, Source)>);

impl Values {
    /// Lays flags over variables over the file over the defaults; every fault is noted.
    pub fn lay(
        flags: &[(&'static str, String)],
        variable: &dyn Fn(&str) -> Option<String>,
        file: &Table,
        faults: &mut Vec<String>,
    ) -> Self {
        let mut values = BTreeMap::new();
        for setting in SETTINGS {
            let flag = flags.iter().find(|(key, _)| *key == setting.key).map(|(_, text)| text.clone());
            let found = if let Some(text) = flag {
                Some((from_text(setting, &text, &format!("--{}", setting.key.replace('_', "-"))), Source::Flag))
            } else if let Some(text) = variable(setting.variable).filter(|text| !text.is_empty()) {
                Some((from_text(setting, &text, setting.variable), Source::Variable))
            } else if let Some(value) = in_file(file, setting.key) {
                Some((from_file(setting, value), Source::File))
            } else if setting.default.is_empty() && setting.kind != Kind::List {
                None
            } else {
                Some((from_text(setting, setting.default, setting.key), Source::Default))
            };
            match found {
                Some((Ok(value), source)) => {
                    values.insert(setting.key, (value, source));
                }
                Some((Err(fault), _)) => faults.push(fault),
                None => {}
            }
        }
        Self(values)
    }

    /// The text of a setting that has one.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<String> {
        self.0.get(key).and_then(|(value, _)| value.as_str()).map(str::to_owned)
    }

    /// The number of a setting; 0 where it was faulty, which was noted.
    #[must_use]
    pub fn whole(&self, key: &str) -> u64 {
        self.0
            .get(key)
            .and_then(|(value, _)| value.as_integer())
            .and_then(|number| u64::try_from(number).ok())
            .unwrap_or(0)
    }

    /// The flag of a setting.
    #[must_use]
    pub fn flag(&self, key: &str) -> bool {
        self.0.get(key).and_then(|(value, _)| value.as_bool()).unwrap_or(false)
    }

    /// The texts of a setting.
    #[must_use]
    pub fn list(&self, key: &str) -> Vec<String> {
        let value = self.0.get(key).and_then(|(value, _)| value.as_array());
        value.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    }
}

/// Complains about keys that do not exist, each with the nearest that does.
pub fn require_known(file: &Table, faults: &mut Vec<String>) {
    unknown(file, "", &keys_in(""), faults);
    for section in SECTIONS {
        match file.get(*section) {
            Some(Value::Table(table)) => unknown(table, &format!("{section}."), &keys_in(section), faults),
            Some(_) => faults.push(format!("`{section}` must be a table: write `[{section}]` and its keys below it")),
            None => {}
        }
    }
    let issuers = file.get("auth").and_then(|auth| auth.get("issuers")).and_then(Value::as_array);
    for issuer in issuers.into_iter().flatten().filter_map(Value::as_table) {
        unknown(issuer, "auth.issuers.", ISSUER_KEYS, faults);
    }
}

/// Variables that commands read beside the settings.
const VARIABLES_OF_COMMANDS: [&str; 6] = [
    "COUNTINGHOUSE_CONFIG",
    "COUNTINGHOUSE_URL",
    "COUNTINGHOUSE_TOKEN",
    "COUNTINGHOUSE_PROFILE",
    "COUNTINGHOUSE_AS",
    "COUNTINGHOUSE_ORGANIZATION",
];

/// Variables that look like a mistyped setting. They may also belong to somebody else, so this is no fault.
#[must_use]
pub fn doubtful_variables(names: impl Iterator<Item = String>) -> Vec<String> {
    let known: Vec<&str> = SETTINGS.iter().map(|setting| setting.variable).chain(VARIABLES_OF_COMMANDS).collect();
    names
        .filter(|name| name.starts_with("COUNTINGHOUSE_") && !known.contains(&name.as_str()))
        .filter_map(|name| {
            let short = |full: &str| full.trim_start_matches("COUNTINGHOUSE_").to_owned();
            let suffixes: Vec<String> = known.iter().map(|full| short(full)).collect();
            let suffixes: Vec<&str> = suffixes.iter().map(String::as_str).collect();
            let meant = nearest(&short(&name), &suffixes).filter(|meant| meant.len() > 4)?.to_owned();
            Some(format!("{name} is not a setting, did you mean COUNTINGHOUSE_{meant}"))
        })
        .collect()
}

fn unknown(table: &Table, place: &str, known: &[&str], faults: &mut Vec<String>) {
    for key in table.keys().filter(|key| !known.contains(&key.as_str())) {
        faults.push(match nearest(key, known) {
            Some(meant) => format!("`{place}{key}` is not a setting, did you mean `{place}{meant}`"),
            None => format!("`{place}{key}` is not a setting; known here: {}", known.join(", ")),
        });
    }
}

fn in_file<'f>(file: &'f Table, key: &str) -> Option<&'f Value> {
    match key.split_once('.') {
        Some((section, key)) => file.get(section)?.get(key),
        None => file.get(key),
    }
}

fn from_text(setting: &Setting, text: &str, named: &str) -> Result<Value, String> {
    match setting.kind {
        Kind::Text | Kind::Secret => Ok(Value::String(text.to_owned())),
        Kind::Whole(least, most) => {
            let number =
                text.trim().parse().map_err(|_| format!("{named} is `{text}`, which is not a whole number"))?;
            within(number, least, most, named)
        }
        Kind::Flag => match text.trim() {
            "true" | "1" | "yes" | "on" => Ok(Value::Boolean(true)),
            "false" | "0" | "no" | "off" => Ok(Value::Boolean(false)),
            _ => Err(format!("{named} is `{text}`: write true or false")),
        },
        Kind::List => {
            let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
            Ok(Value::Array(parts.map(|part| Value::String(part.to_owned())).collect()))
        }
    }
}

fn from_file(setting: &Setting, value: &Value) -> Result<Value, String> {
    let key = setting.key;
    let wrong = |wanted: &str| Err(format!("`{key}` is {}: write {wanted}", value.type_str()));
    match (setting.kind, value) {
        (Kind::Text | Kind::Secret, Value::String(_)) | (Kind::Flag, Value::Boolean(_)) => Ok(value.clone()),
        (Kind::Whole(least, most), Value::Integer(number)) => within(*number, least, most, &format!("`{key}`")),
        (Kind::List, Value::Array(parts)) if parts.iter().all(Value::is_str) => Ok(value.clone()),
        (Kind::Text | Kind::Secret, _) => wrong("a text in quotes"),
        (Kind::Flag, _) => wrong("true or false"),
        (Kind::Whole(..), _) => wrong("a whole number"),
        (Kind::List, _) => wrong("a list of texts"),
    }
}

fn within(number: i64, least: i64, most: i64, named: &str) -> Result<Value, String> {
    if (least..=most).contains(&number) {
        Ok(Value::Integer(number))
    } else {
        Err(format!("{named} is {number}: it must be between {least} and {most}"))
    }
}
