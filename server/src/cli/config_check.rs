//! `config check`: what is configured, where each value comes from, and what looks like a mistake.

use super::failure::Failure;
use super::output::Output;
use crate::config::{Config, show};
use crate::http::tls::Tls;

/// Shows the configuration, which holds: else it would not have been read. The files that it names are read, too.
///
/// # Errors
/// Where certificate and key cannot be used, or everybody may write to the data folder.
pub fn run(config: &Config, output: Output) -> Result<(), Failure> {
    if let Some(files) = &config.tls {
        Tls::load(files).map_err(|error| Failure::usage(error.to_string()))?;
    }
    if config.database_url.is_none()
        && let Some(objection) = store::private::objection(&config.data)
    {
        return Err(Failure::usage(objection));
    }
    let mut text = show::as_text(config);
    for warning in &config.warnings {
        text.push_str(&format!("\n# warning: {warning}"));
    }
    output.say(text.trim_end(), &show::as_json(config))?;
    Ok(())
}
