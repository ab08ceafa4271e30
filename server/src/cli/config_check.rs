//! `config check`: what is configured, where each value comes from, and what looks like a mistake.

use super::failure::Failure;
use super::output::Output;
use crate::config::{Config, show};
use crate::http::tls::Tls;
use crate::run::NO_CHECKSUMS;

/// Shows the configuration, which holds: else it would not have been read. The files that it names are read, too.
///
/// # Errors
/// Where certificate and key cannot be used, or everybody may write to the data folder.
pub async fn run(config: &Config, output: Output) -> Result<(), Failure> {
    if let Some(files) = &config.tls {
        Tls::load(files).map_err(|error| Failure::usage(error.to_string()))?;
    }
    if config.database_url.is_none()
        && let Some(objection) = store::private::objection(&config.data)
    {
        return Err(Failure::usage(objection));
    }
    let mut text = show::as_text(config);
    let checksums = match &config.database_url {
        Some(url) => store::postgres::ask_checksums(url).await.ok(),
        None => None,
    };
    // A server that does not answer says nothing about the configuration.
    let unnoticed = (checksums == Some(false)).then(|| NO_CHECKSUMS.to_owned());
    for warning in config.warnings.iter().chain(&unnoticed) {
        text.push_str(&format!("\n# warning: {warning}"));
    }
    output.say(text.trim_end(), &show::as_json(config))?;
    Ok(())
}
