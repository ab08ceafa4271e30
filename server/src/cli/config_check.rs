//! `config check`: what is configured, where each value comes from, and what looks like a mistake.

use super::failure::Failure;
use super::output::Output;
use crate::config::{Config, show};

/// Shows the configuration, which holds: else it would not have been read.
///
/// # Errors
/// Never.
pub fn run(config: &Config, output: Output) -> Result<(), Failure> {
    let mut text = show::as_text(config);
    for warning in &config.warnings {
        text.push_str(&format!("\n# warning: {warning}"));
    }
    output.say(text.trim_end(), &show::as_json(config));
    Ok(())
}
