//! What an operation declares beside its handler: who may call it, and which problems it answers with.
//!
//! ```text
//! pub(super) const OPERATION: Operation =
//!     Operation::of::<UpdateLot>().rejects(&[Code::CodeTaken, Code::LimitReached]).conditional().preferable();
//!
//! /// Update a lot
//! #[utoipa::path(put, path = "/api/v1/inventory/lots/{id}", …)]
//! pub async fn update(…, writing: Writing) -> Result<Response, Problem> {
//! ```
//!
//! The noun lists its operations once, in its `mod.rs`: `operations! { list, create, update }` (`routed.rs`). From there come the
//! routes, the table of operations and the permission that a handler asks for.

pub mod rejections;
mod routed;

use domain::Code;
use domain::book::decide::Decide;
use domain::value::TypedId;
use domain::value::permission::Permission;

pub use self::routed::{Operations, Routed};
use super::formats;
use super::problem::ServerCode;

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

/// What an operation declares.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// Who may call it.
    pub access: Access,
    /// The permission that is enough for some bodies, where it is not the one of `access`.
    pub least: Option<Permission>,
    /// What kind of call it is.
    pub kind: Kind,
    /// The rules that may say no, group by group; a rule may be in several.
    pub rejections: [&'static [Code]; GROUPS],
    /// What the edge may answer besides what follows from kind and access.
    pub faults: &'static [ServerCode],
    /// Whether it takes `If-Match`.
    pub conditional: bool,
    /// Whether it takes `Prefer`.
    pub preferable: bool,
    /// How long its body may be, where that is not the usual limit.
    pub body_bytes: Option<usize>,
    /// Whether it can be one item of a batch of several operations: it carries out one command and touches nothing else.
    pub joins: bool,
    /// The prefix of the id of what it makes, where others of the same batch can refer to it.
    pub makes: Option<&'static str>,
    /// Whether a request without a body is taken like one with an empty object.
    pub is_body_optional: bool,
    /// Whether it does the same whichever organization the caller acts for: `X-Organization-Id` is not looked at.
    pub is_anywhere: bool,
}

/// How many groups of rejections an operation may name.
const GROUPS: usize = 4;

impl Operation {
    /// An operation of any kind.
    #[must_use]
    pub const fn new(kind: Kind, access: Access) -> Self {
        Self {
            access,
            least: None,
            kind,
            rejections: [&[]; GROUPS],
            faults: &[],
            conditional: false,
            preferable: false,
            body_bytes: None,
            joins: false,
            makes: None,
            is_body_optional: false,
            is_anywhere: false,
        }
    }

    /// A read for those who have the permission.
    #[must_use]
    pub const fn read(permission: Permission) -> Self {
        Self::new(Kind::Read, Access::Needs(permission))
    }

    /// A read that is answered as JSON or as a document.
    #[must_use]
    pub const fn report(permission: Permission) -> Self {
        Self::read(permission).faults(formats::FAULTS)
    }

    /// The write that carries out this command; it needs the permission of the command.
    #[must_use]
    pub const fn of<C: Decide>() -> Self {
        let operation = Self::write(C::PERMISSION);
        Self { joins: true, ..operation }
    }

    /// A write of the books with a permission that is not the command's.
    #[must_use]
    pub const fn write(permission: Permission) -> Self {
        Self::new(Kind::Write, Access::Needs(permission))
    }

    /// A change outside the books for those who have the permission.
    #[must_use]
    pub const fn action(permission: Permission) -> Self {
        Self::new(Kind::Action, Access::Needs(permission))
    }

    /// Some bodies need only this permission: others are refused when the command is decided.
    #[must_use]
    pub const fn least(mut self, permission: Permission) -> Self {
        self.least = Some(permission);
        self
    }

    /// Rules that may say no, besides those that are named already.
    #[must_use]
    pub const fn rejects(mut self, codes: &'static [Code]) -> Self {
        let mut free = 0;
        while !self.rejections[free].is_empty() {
            free += 1;
        }
        self.rejections[free] = codes;
        self
    }

    /// What the edge may answer besides the usual.
    #[must_use]
    pub const fn faults(mut self, codes: &'static [ServerCode]) -> Self {
        self.faults = codes;
        self
    }

    /// It is no item of a batch: it does more than one command, or other things beside it.
    #[must_use]
    pub const fn alone(mut self) -> Self {
        self.joins = false;
        self
    }

    /// It makes something with an id of this type, which others of the same batch can refer to.
    #[must_use]
    pub const fn makes<I: TypedId>(mut self) -> Self {
        self.makes = Some(I::PREFIX);
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

    /// It does the same whichever organization the caller acts for.
    #[must_use]
    pub const fn anywhere(mut self) -> Self {
        self.is_anywhere = true;
        self
    }

    /// Its body may be left out.
    #[must_use]
    pub const fn body_optional(mut self) -> Self {
        self.is_body_optional = true;
        self
    }

    /// Its body may have this many bytes.
    #[must_use]
    pub const fn body_bytes(mut self, bytes: usize) -> Self {
        self.body_bytes = Some(bytes);
        self
    }

    /// The permission that a caller needs for it to look at the body; `None` where it needs none.
    #[must_use]
    pub fn permission(&self) -> Option<Permission> {
        match self.access {
            Access::Needs(permission) => Some(self.least.unwrap_or(permission)),
            Access::Public | Access::Login => None,
        }
    }
}
