//! The dimension of countries and its values: entries may name only existing ones, so that they are created first.

use std::collections::BTreeSet;

use domain::value::counted;
use serde_json::json;

use super::ImportError;
use super::api::{Accounting, text};
use super::books::made;
use super::mapping::COUNTRY;
use super::progress::Progress;
use super::retail::Document;

/// The countries of some documents that the organization lacks.
#[derive(Debug)]
pub struct Countries {
    /// The dimension, where it is there.
    dimension: Option<String>,
    missing: BTreeSet<String>,
}

impl Countries {
    /// Looks at the organization.
    pub async fn look(api: Accounting<'_>, documents: &[&Document]) -> Result<Self, ImportError> {
        let mut missing: BTreeSet<String> = documents.iter().filter_map(|document| document.country.clone()).collect();
        let found = api.list(&format!("/dimensions?code={COUNTRY}")).await?;
        let dimension = found.first().map(|dimension| text(dimension, "id").to_owned());
        if let Some(id) = dimension.as_deref().filter(|_| !missing.is_empty()) {
            for value in api.list(&format!("/dimensions/{id}/values?")).await? {
                missing.remove(text(&value, "code"));
            }
        }
        Ok(Self { dimension, missing })
    }

    /// The rows that `complete` would create, in words; for a dry run.
    #[must_use]
    pub fn lacks(&self) -> Vec<String> {
        if self.missing.is_empty() {
            return Vec::new();
        }
        let names = self.missing.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        let dimension = self.dimension.is_none().then(|| format!("the dimension {COUNTRY}"));
        dimension
            .into_iter()
            .chain([format!("{} of the dimension {COUNTRY}: {names}", counted(self.missing.len(), "value", "values"))])
            .collect()
    }

    /// Creates the missing rows.
    pub async fn complete(&mut self, api: Accounting<'_>, progress: &mut dyn Progress) -> Result<(), ImportError> {
        if self.missing.is_empty() {
            return Ok(());
        }
        let dimension = match self.dimension.take() {
            Some(id) => id,
            None => {
                let request = json!({"code": COUNTRY, "name": "Country", "description": "The customer's country"});
                made(api.post("/dimensions", &request, None).await)?
            }
        };
        let missing = std::mem::take(&mut self.missing);
        for (index, country) in missing.iter().enumerate() {
            let request = json!({"code": country, "name": country});
            made(api.post(&format!("/dimensions/{dimension}/values"), &request, None).await)?;
            progress.at("countries", index + 1, missing.len());
        }
        self.dimension = Some(dimension);
        Ok(())
    }

    /// The document as it can be checked while its country is not there yet: without it.
    #[must_use]
    pub fn checkable(&self, document: &Document) -> Document {
        let country = document.country.clone().filter(|country| !self.missing.contains(country));
        Document { country, ..document.clone() }
    }
}
