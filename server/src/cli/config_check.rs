//! `config check`: the settings, the source of each value, and likely mistakes.

use serde_json::{Value, json};

use super::failure::Failure;
use super::output::Output;
use crate::config::{Config, show};
use crate::http::tls::Tls;
use crate::run::NO_CHECKSUMS;

/// Shows the configuration, which holds: else it would not have been read. The files that it names are read, too.
///
/// # Errors
/// Where certificates and keys cannot be used, or everybody may write to the data folder.
pub async fn run(config: &Config, output: Output) -> Result<(), Failure> {
    if let Some(files) = &config.tls {
        Tls::load(files).map_err(|error| Failure::usage(error.to_string()))?;
    }
    let address = config.database_url.as_deref().map(store::postgres::parse).transpose()?;
    if let Some(address) = &address {
        address.check().map_err(|fault| Failure::usage(fault.to_string()))?;
    }
    if address.is_none()
        && let Some(objection) = store::private::objection(&config.data)
    {
        return Err(Failure::usage(objection));
    }
    let mut text = show::as_text(config);
    if let Some(address) = &address {
        text.push_str(&format!("\n# PostgreSQL: {}", address.told()));
    }
    let checksums = match &address {
        Some(address) => store::postgres::ask_checksums(address).await.ok(),
        None => None,
    };
    // A server that does not answer says nothing about the configuration.
    let unnoticed = (checksums == Some(false)).then(|| NO_CHECKSUMS.to_owned());
    for warning in config.warnings.iter().chain(&unnoticed) {
        text.push_str(&format!("\n# warning: {warning}"));
    }
    let mut json = show::as_json(config);
    json["postgres"] = address.map_or(Value::Null, |address| json!({"encryption": address.told()}));
    output.say(text.trim_end(), &json)?;
    Ok(())
}
