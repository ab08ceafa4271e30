//! The operations that a batch can call, found by method and path.

use axum::Router;

use super::wire::Method;
use crate::http::nearest_path::{self, matches};
use crate::http::operations::{Operation, Routed};

/// Where all paths of the API begin.
const PREFIX: &str = "/api/v1";

/// The routes without the layers of the edge, and what they are.
#[derive(Clone, Debug)]
pub struct Targets {
    /// The routes.
    pub routes: Router,
    table: std::sync::Arc<[Target]>,
}

/// One operation.
#[derive(Debug)]
struct Target {
    method: &'static str,
    path: String,
    operation: &'static Operation,
}

impl Target {
    /// An operation by each of its methods.
    fn of(row: &Routed) -> Vec<Self> {
        let path = row.path.trim_start_matches(PREFIX);
        row.methods.iter().map(|method| Self { method, path: path.to_owned(), operation: row.operation }).collect()
    }
}

/// Why an item calls nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missed {
    /// No operation has this path; the nearest one has this.
    Path(Option<String>),
    /// The path has other methods.
    Method(Vec<&'static str>),
    /// The operation is no part of batches.
    Alone,
}

impl Targets {
    /// The operations of this table, served by these routes.
    #[must_use]
    pub fn new<'a>(routes: Router, operations: impl Iterator<Item = &'a Routed>) -> Self {
        Self { routes, table: operations.flat_map(Target::of).collect() }
    }

    /// The operation of a method and path below `/api/v1`.
    ///
    /// # Errors
    /// Why there is none.
    pub fn find(&self, method: Method, path: &str) -> Result<&'static Operation, Missed> {
        let method = crate::http::input::NamedEnum::wire_name(method);
        let there: Vec<&Target> = self.table.iter().filter(|target| matches(&target.path, path)).collect();
        // A path without a parameter goes before one with it.
        let own = there.iter().filter(|target| target.method == method);
        if let Some(found) = own.min_by_key(|target| target.path.matches('{').count()) {
            return if found.operation.joins { Ok(found.operation) } else { Err(Missed::Alone) };
        }
        if there.is_empty() {
            let near = nearest_path::path(&format!("{PREFIX}{path}"));
            return Err(Missed::Path(near.map(|near| below_prefix(&near).to_owned())));
        }
        Err(Missed::Method(there.iter().map(|target| target.method).filter(|method| *method != "GET").collect()))
    }
}

/// The path of an item below `/api/v1`, whichever way it was written.
#[must_use]
pub fn below_prefix(path: &str) -> &str {
    path.strip_prefix(PREFIX).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::router;

    #[test]
    fn an_item_finds_its_operation_by_method_and_path() {
        let targets = Targets::new(Router::new(), router::operations().table.iter());
        let find = |method, path| targets.find(method, below_prefix(path));
        assert!(find(Method::Post, "/accounting/journal-entries").is_ok_and(|found| found.makes == Some("je")));
        assert!(
            find(Method::Post, "/api/v1/accounting/journal-entries/je_1/void").is_ok_and(|found| found.makes.is_none())
        );
        assert!(find(Method::Put, "/warehouses/wh_1").is_ok());
        assert_eq!(
            find(Method::Post, "/accounting/journal-entry").err(),
            Some(Missed::Path(Some("/accounting/journal-entries".to_owned())))
        );
        assert!(
            matches!(find(Method::Delete, "/accounting/journal-entries/je_1/void"), Err(Missed::Method(known)) if known == ["POST"])
        );
        for alone in ["/accounting/journal-entries/batch", "/batch", "/users", "/auth/token", "/organizations"] {
            assert_eq!(find(Method::Post, alone).err(), Some(Missed::Alone), "{alone}");
        }
    }
}
