//! Which operations answer with which code, for the pages about codes.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::ProblemCode;
use crate::http::operations::Routed;

/// An operation that may answer with a code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Use {
    /// Its method, in upper case.
    pub method: String,
    /// Its path, with braces.
    pub path: String,
    /// What it does.
    pub summary: String,
    /// Where `/docs/` shows it.
    pub anchor: String,
}

/// The operations of each code.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    by_code: BTreeMap<ProblemCode, Vec<Use>>,
    operations: usize,
}

impl Uses {
    /// Of the operations of the table, with the words that their document has for them.
    #[must_use]
    pub fn of(document: &Value, table: &[Routed]) -> Self {
        let mut uses = Self { operations: table.len(), ..Self::default() };
        for row in table {
            let path = document["paths"][&row.path].as_object();
            let Some((method, operation)) = path.and_then(|path| find(path, &row.id)) else { continue };
            let tag = operation["tags"][0].as_str().unwrap_or_default();
            let told = Use {
                method: method.to_uppercase(),
                path: row.path.clone(),
                summary: operation["summary"].as_str().unwrap_or_default().to_owned(),
                anchor: format!("#/{}/{}", tag.replace(' ', "%20"), row.id),
            };
            for code in row.problems() {
                uses.by_code.entry(code).or_default().push(told.clone());
            }
        }
        uses
    }

    /// The operations that may answer with the code; `None` if more than half of all may.
    #[must_use]
    pub fn by(&self, code: ProblemCode) -> Option<&[Use]> {
        let uses = self.by_code.get(&code).map_or(&[][..], Vec::as_slice);
        (uses.len() * 2 <= self.operations).then_some(uses)
    }
}

fn find<'d>(path: &'d Map<String, Value>, id: &str) -> Option<(&'d String, &'d Value)> {
    path.iter().find(|(_, operation)| operation["operationId"] == id)
}
