//! `openapi`: the OpenAPI document, as the service has it at `/openapi.json`.

use std::io::Write as _;
use std::path::Path;

use serde_json::Value;

use super::failure::Failure;
use super::output::print;
use super::whole_file;
use crate::http::router;

/// Writes the document, readable and with a server address relative to itself.
pub async fn run(out: Option<&Path>, closed: bool) -> Result<(), Failure> {
    let text = text(if closed { router::closed_document() } else { router::document("") });
    match out {
        None => print(text.trim_end()),
        Some(path) => {
            let unwritten =
                |error: std::io::Error| Failure::failed(format!("{} cannot be written: {error}", path.display()));
            whole_file::write(path, async |out| out.write_all(text.as_bytes()).map_err(unwritten)).await
        }
    }
}

fn text(document: Value) -> String {
    // A document of strings, maps and numbers always serialises.
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_document_is_the_one_of_the_handlers() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/reference/openapi.json");
        let committed = std::fs::read_to_string(path).unwrap();
        let (ours, theirs) = (text(router::document("")), committed);
        let first = ours.lines().zip(theirs.lines()).position(|(ours, theirs)| ours != theirs);
        assert!(
            ours == theirs,
            "docs/reference/openapi.json differs from line {:?} on; update it: countinghouse openapi --out docs/reference/openapi.json",
            first.map(|line| line + 1)
        );
    }
}
