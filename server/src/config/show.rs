//! The effective configuration as `config check` shows it: where each value comes from, and no secret.

use std::fmt::Write as _;

use serde_json::json;

use super::Config;
use super::layers::Source;
use super::settings::{Kind, SETTINGS, Setting};

/// As a configuration file, with the source of each value next to it.
#[must_use]
pub fn as_text(config: &Config) -> String {
    let mut text = String::new();
    let mut section = "";
    for setting in SETTINGS {
        let (place, key) = setting.key.split_once('.').unwrap_or(("", setting.key));
        if place != section {
            let _ = writeln!(text, "\n[{place}]");
            section = place;
        }
        let line = match shown(config, setting) {
            Some(value) => format!("{key} = {value}"),
            None => format!("# {key} is not set"),
        };
        let _ = writeln!(text, "{line:<48} # {}", origin(config, setting));
    }
    for issuer in &config.issuers {
        let secret = if issuer.hs256_secret.is_some() { "hs256_secret = \"…\"\n" } else { "" };
        let _ = write!(
            text,
            "\n[[auth.issuers]]\nissuer = {:?}\naudience = {:?}\nalgorithm = {:?}\n{secret}organizations = {:?}\n",
            issuer.issuer,
            issuer.audience,
            issuer.algorithm.name(),
            issuer.organizations
        );
    }
    let _ = write!(text, "\n# memory: {}", config.memory.told());
    text
}

/// As JSON: `{settings: {key: {value, source}}, memory: {…}, issuers: [...]}`.
#[must_use]
pub fn as_json(config: &Config) -> serde_json::Value {
    let mut settings = serde_json::Map::new();
    for setting in SETTINGS {
        let value = match (config.values.0.get(setting.key), setting.kind) {
            (None, _) => serde_json::Value::Null,
            (Some((value, _)), Kind::Secret) => json!(masked(value.as_str().unwrap_or_default())),
            (Some((value, _)), _) => serde_json::to_value(value).unwrap_or_default(),
        };
        settings.insert(setting.key.to_owned(), json!({"value": value, "source": origin(config, setting)}));
    }
    let issuers: Vec<&str> = config.issuers.iter().map(|issuer| issuer.issuer.as_str()).collect();
    let parts = &config.memory;
    let memory = json!({
        "limitMib": parts.limit_mib, "fixedMib": parts.fixed_mib, "databaseMib": parts.database_mib,
        "booksMib": parts.books_mib, "answersMib": parts.answers_mib,
    });
    json!({"settings": settings, "memory": memory, "issuers": issuers, "warnings": config.warnings})
}

/// An address without its password.
#[must_use]
pub fn masked(url: &str) -> String {
    match reqwest::Url::parse(url) {
        Ok(mut parsed) => {
            if parsed.password().is_some() && parsed.set_password(Some("***")).is_err() {
                return "***".to_owned();
            }
            // `?password=…` is another way to write it.
            if parsed.query().is_some() {
                parsed.set_query(Some("***"));
            }
            parsed.to_string()
        }
        // Key-value form, or nothing that is understood: nothing of it is shown.
        Err(_) => "***".to_owned(),
    }
}

fn shown(config: &Config, setting: &Setting) -> Option<String> {
    let (value, _) = config.values.0.get(setting.key)?;
    Some(match setting.kind {
        Kind::Secret => format!("{:?}", masked(value.as_str().unwrap_or_default())),
        _ => value.to_string(),
    })
}

fn origin(config: &Config, setting: &Setting) -> String {
    match config.values.0.get(setting.key).map(|(_, source)| *source) {
        Some(Source::Flag) => format!("--{}", setting.key.replace('_', "-")),
        Some(Source::Variable) => setting.variable.to_owned(),
        Some(Source::File) => "file".to_owned(),
        Some(Source::Default) => "default".to_owned(),
        None => setting.variable.to_owned(),
    }
}
