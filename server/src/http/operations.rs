//! The table of operations: who may call each one and which problems it answers with.
//!
//! The router, the OpenAPI document and the tests of rights read the same rows; `differences` finds entries that only
//! one of them has.

use domain::Code;
use domain::value::permission::Permission;
use utoipa::openapi::OpenApi;
use utoipa::openapi::path::PathItem;

use super::problem::{ProblemCode, ServerCode};

/// Who may call an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Everybody, without a token.
    Public,
    /// Everybody with a valid token.
    Login,
    /// Everybody with the permission in the organization of the token.
    Needs(Permission),
}

/// The kind of call, from which follow key, preview and the problems that all such calls have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Reads; changes nothing.
    Read,
    /// Writes the books: takes `Idempotency-Key` and `dryRun`.
    Write,
    /// Changes something outside the books (tokens, sessions): no key, no preview.
    Action,
}

/// One row.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// The `operationId`.
    pub id: &'static str,
    /// The method in upper case.
    pub method: &'static str,
    /// The path with `/api/v1` and braces.
    pub path: &'static str,
    /// Who may call it.
    pub access: Access,
    /// The kind of call.
    pub kind: Kind,
    /// The rules that may say no.
    pub rejections: &'static [Code],
    /// The edge's faults in addition to those that follow from kind and access.
    pub faults: &'static [ServerCode],
    /// Whether it takes `If-Match`.
    pub conditional: bool,
    /// Whether it takes `Prefer`.
    pub preferable: bool,
}

/// Some codes and more, as one list: `N` is how many they are together.
#[must_use]
pub const fn joined<const N: usize>(some: &[Code], more: &[Code]) -> [Code; N] {
    assert!(some.len() + more.len() == N, "as many as both have");
    let mut codes = [some[0]; N];
    let mut index = 0;
    while index < N {
        codes[index] = if index < some.len() { some[index] } else { more[index - some.len()] };
        index += 1;
    }
    codes
}

impl Operation {
    const fn new(id: &'static str, method: &'static str, path: &'static str, access: Access, kind: Kind) -> Self {
        Self { id, method, path, access, kind, rejections: &[], faults: &[], conditional: false, preferable: false }
    }

    /// A `GET`.
    #[must_use]
    pub const fn read(id: &'static str, path: &'static str, access: Access) -> Self {
        Self::new(id, "GET", path, access, Kind::Read)
    }

    /// A write of the books.
    #[must_use]
    pub const fn write(id: &'static str, method: &'static str, path: &'static str, access: Access) -> Self {
        Self::new(id, method, path, access, Kind::Write)
    }

    /// A change outside the books.
    #[must_use]
    pub const fn action(id: &'static str, method: &'static str, path: &'static str, access: Access) -> Self {
        Self::new(id, method, path, access, Kind::Action)
    }

    /// The rules that may say no.
    #[must_use]
    pub const fn rejects(mut self, codes: &'static [Code]) -> Self {
        self.rejections = codes;
        self
    }

    /// The edge's faults in addition to the usual ones.
    #[must_use]
    pub const fn faults(mut self, codes: &'static [ServerCode]) -> Self {
        self.faults = codes;
        self
    }

    /// It takes `If-Match` and may answer 412.
    #[must_use]
    pub const fn conditional(mut self) -> Self {
        self.conditional = true;
        self
    }

    /// It takes `Prefer: return=representation | minimal`.
    #[must_use]
    pub const fn preferable(mut self) -> Self {
        self.preferable = true;
        self
    }

    /// Every problem that it may answer with, each once, by status and name.
    #[must_use]
    pub fn problems(&self) -> Vec<ProblemCode> {
        use ServerCode as S;
        let mut codes: Vec<ProblemCode> = vec![Code::ValidationFailed.into(), S::BadRequest.into(), S::Internal.into()];
        codes.extend([S::UriTooLong, S::TooManyRequests, S::Unavailable].map(ProblemCode::from));
        if self.access != Access::Public {
            codes
                .extend([S::Unauthenticated, S::TokenInvalid, S::TokenExpired, S::TokenRevoked].map(ProblemCode::from));
        }
        if let Access::Needs(_) = self.access {
            codes.push(Code::Forbidden.into());
        }
        codes.push(Code::StoredDataDamaged.into());
        if self.method != "GET" {
            codes.extend(
                [S::MalformedJson, S::PayloadTooLarge, S::UnsupportedMediaType, S::RequestTimeout]
                    .map(ProblemCode::from),
            );
            codes.push(S::Overloaded.into());
            if self.access != Access::Public {
                codes.push(S::CsrfFailed.into());
            }
        }
        if self.kind == Kind::Write {
            codes.extend([S::StorageFull, S::OutcomeUnknown].map(ProblemCode::from));
            codes.push(Code::IdempotencyKeyReused.into());
        }
        if self.conditional {
            codes.push(Code::VersionMismatch.into());
        }
        if self.path.contains('{') {
            codes.push(Code::NotFound.into());
        }
        codes.extend(self.rejections.iter().copied().map(ProblemCode::from));
        codes.extend(self.faults.iter().copied().map(ProblemCode::from));
        codes.sort_by_key(|code| (code.row().status.as_u16(), code.name()));
        codes.dedup();
        codes
    }
}

/// Routes without a row in the table, and rows without a route; empty if they agree.
#[must_use]
pub fn differences(api: &OpenApi, table: &[Operation]) -> Vec<String> {
    let mut found = Vec::new();
    let mut routed = Vec::new();
    for (path, item) in &api.paths.paths {
        for (method, operation) in methods(item) {
            let id = operation.operation_id.clone().unwrap_or_default();
            match table.iter().find(|row| row.id == id) {
                None => found.push(format!("{method} {path} ({id}) is routed and not in the table of operations")),
                Some(row) if row.method != method || row.path != path => {
                    found.push(format!(
                        "{id} is routed as {method} {path} and in the table as {} {}",
                        row.method, row.path
                    ));
                }
                Some(_) => {}
            }
            if routed.contains(&id) {
                found.push(format!("two routes have the operation id {id}"));
            }
            routed.push(id);
        }
    }
    for row in table.iter().filter(|row| !routed.iter().any(|id| id == row.id)) {
        found.push(format!("{} {} ({}) is in the table of operations and not routed", row.method, row.path, row.id));
    }
    for (index, row) in table.iter().enumerate() {
        if table[..index].iter().any(|other| other.id == row.id) {
            found.push(format!("the table of operations has {} twice", row.id));
        }
    }
    found
}

fn methods(item: &PathItem) -> Vec<(&'static str, &utoipa::openapi::path::Operation)> {
    let all = [
        ("GET", &item.get),
        ("PUT", &item.put),
        ("POST", &item.post),
        ("DELETE", &item.delete),
        ("PATCH", &item.patch),
        ("HEAD", &item.head),
        ("OPTIONS", &item.options),
        ("TRACE", &item.trace),
    ];
    all.into_iter().filter_map(|(method, operation)| operation.as_ref().map(|operation| (method, operation))).collect()
}
